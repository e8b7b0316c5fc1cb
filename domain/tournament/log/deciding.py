"""What follows from the rules in a tournament: the initial order, the pairing of a round, the frozen standings.

Each is asked with a chance: the live one when an entry is written, that of its own draws when one is checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import ByeSaid, Players
from domain.tournament.log.refusing.rounds import who_plays
from domain.tournament.standings import Row, Standing

START = 0, 0  # round and attempt of the draws at the start
LOTS = 0  # the attempt of last lots: freezing the standings of a round again draws the same ones


class Beginning(NamedTuple):
    """The initial order, and the colour of odd numbers in the first round."""

    order: Players
    initial: int


class Round(NamedTuple):
    """The tables of a round and everybody's byes, those by request first."""

    tables: tuple[Players, ...]
    byes: tuple[ByeSaid, ...]


def beginning(book: Book, chance: Chance) -> Beginning:
    """Return the initial order: by rating, the best first; who has the same rating, or none, as drawn."""
    playing = who_plays(book)
    drawn = [playing[i] for i in chance.shuffle(len(playing), "order", open=True)]
    ratings = {player: book.players[player].rating for player in playing}
    ordered = sorted(drawn, key=lambda player: -1 if (rating := ratings[player]) is None else rating, reverse=True)
    return Beginning(tuple(ordered), chance.pick(2, "initial", open=True))


def round_of(book: Book, chance: Chance) -> Round | Refusal:
    """Return the pairing of the next round, or why there is none."""
    pairing = book.pairer.pair(book.request(), chance)
    if isinstance(pairing, Refusal):
        return pairing
    byes = [ByeSaid(player=player, kind="pairing") for player in pairing.byes]
    return Round(pairing.tables, (*book.requested_byes(), *byes))


def rows_of(book: Book, chance: Chance) -> tuple[Standing, ...]:
    """Return the standings as they are frozen: who is tied to the end is parted by lot."""
    numbered = [player.id for player in book.numbered]
    lots = dict(zip(numbered, chance.shuffle(len(numbered), "lots", open=True), strict=True))
    return as_said(book.standings(lots))


def as_said(rows: Iterable[Row]) -> tuple[Standing, ...]:
    """Return standings as an entry says them."""
    return tuple(
        [
            Standing(
                place=row.place,
                player=row.player,
                score=str(row.score),
                values=tuple([str(value.amount) for value in row.values]),
            )
            for row in rows
        ]
    )
