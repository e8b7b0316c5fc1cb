"""A whole game by bots through the same table code, with a synthetic clock: equal arguments, equal bytes.

Everything derives from a seed: both secrets, the entropy of the seats, what the bots draw and how long they think. A
simulated table therefore proves nothing about chance, and its id says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from domain.kernel.bots import Bot
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.messages import Command
from domain.kernel.seats import ARBITER, Seat, Viewer
from domain.record.canonical import canonical, sha256
from domain.record.chain import SealedEntry
from domain.record.keys import NO_SECRET, Secrets, hkdf
from domain.record.lines import copy_line, data_line, header_line
from domain.table.bots import chosen_by
from domain.table.play import force_action, start, take_action
from domain.table.results import open_secrets
from domain.table.seating import Opening, Sitting, abandon, name_hash, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written

BEGIN = 1_767_225_600_000  # ms; 1 January 2026, when every simulated table opens
PACE = 5_000  # ms; nobody thinks as long as this
MOST_ACTIONS = 20_000  # far beyond every game; whoever has not ended by then never will
BY = "simulation"
LATER = frozenset(  # members that openings had not from the first
    {"delay_entries", "delay_seconds", "connection", "confirm", "arbiter_call", "file_ms", "appeal_ms"}
    | {"known_deal", "tournament"}
)


class Paired(NamedTuple):
    """Who sits at a table of a tournament, and the secret of its deal if the other tables of a board have it too."""

    players: Sequence[str]
    secret: bytes | None = None


class Simulation(NamedTuple):
    """A table that has ended, all its entries, and the card set if no release ships it."""

    table: Table
    entries: tuple[SealedEntry, ...]
    card_set: bytes | None = None

    def lines(self, viewer: Viewer = ARBITER) -> Iterator[bytes]:
        """Yield the lines of this viewer's record, without line feeds; the full record by default."""
        opened = self.table.book.opened
        yield header_line(opened, viewer)
        if self.card_set is not None and opened.data is not None:
            yield data_line(opened.data, self.card_set.decode())
        salts = self.table.salts
        for sealed in self.entries:
            yield copy_line(sealed, viewer, salts)


def simulate(
    rules: Rules,
    opening: Opening,
    bots: Mapping[str, Bot],
    seats: Sequence[str],
    *,
    seed: bytes,
    card_set: bytes | None = None,
    registered: Mapping[Seat, Command] | None = None,
    most_actions: int = MOST_ACTIONS,
    paired: Paired | None = None,
) -> Simulation:
    """Play one game to its end; `seats` names a bot for each seat.

    `card_set` is the text of a card set that no release ships; the opening names its digest. `registered` is what seats
    say when they are asked first, at once: a deck, which the bots then play. A game that does not end
    within `most_actions` is abandoned. With `paired` the table is one of the opening's tournament. Raises
    `RefusedError` for a setup or a registered command that the game refuses and `KeyError` for a bot that it does not
    have.
    """
    chosen = [bots[name] for name in seats]
    first = dict(registered or {})
    table = _id(rules, opening, seats, seed, first)
    shared = None if paired is None else paired.secret
    deal = _part(seed, "deal") if shared is None else shared
    secrets = Secrets(deal if opening.known_deal is None else NO_SECRET, _part(seed, "salt"))
    play = InPlay(open_table(rules, opening, table=table, secrets=secrets, at=BEGIN, by=BY, card_set=card_set))
    for seat, name in enumerate(seats):
        sitting = Sitting(
            player=f"sim-{seat}" if paired is None else paired.players[seat],
            name_hash=name_hash(f"{name} {seat}", _part(seed, f"name/{seat}")),
            entropy=_part(seed, f"entropy/{seat}"),
            bot=name,
        )
        play.go(take_seat(play.table, seat, sitting, at=BEGIN, by=BY))
    play.go(start(play.table, at=BEGIN, by=BY))
    minds = [QuickChance(int.from_bytes(_part(seed, f"bot/{seat}")[:8], "big")) for seat in range(len(seats))]
    time = QuickChance(int.from_bytes(_part(seed, "time")[:8], "big"))
    for _ in range(most_actions):
        awaited = sorted(play.table.decisions)
        if not awaited:
            play.go(open_secrets(play.table, at=play.table.book.at))
            return Simulation(play.table, tuple(play.entries), card_set)
        seat = time.choice(awaited)
        if seat in first:
            play.go(take_action(play.table, seat, first.pop(seat), at=play.table.book.at, seen=play.table.book.n))
            continue
        play.go(bot_turn(play.table, seat, chosen[seat], minds[seat], thinking=1 + time.pick(PACE)))
    play.go(abandon(play.table, "other", at=play.table.book.at, by=BY))
    play.go(open_secrets(play.table, at=play.table.book.at))
    return Simulation(play.table, tuple(play.entries), card_set)


def game_seed(seed: bytes, number: int) -> bytes:
    """Return the seed of one of many games that are played from one seed."""
    return _part(seed, f"game/{number}")


class InPlay:
    """A table in play and the entries written so far."""

    def __init__(self, written: Written) -> None:
        self.entries: list[SealedEntry] = []
        self.go(written)

    def go(self, written: Written) -> None:
        self.table = written.table
        self.entries.extend(written.entries)


def bot_turn(table: Table, seat: Seat, bot: Bot, mind: QuickChance, *, thinking: int) -> Written:
    """Let a bot act after thinking so long (ms), or the clock when that is too long."""
    assert table.live is not None
    at = table.book.at + thinking
    due = table.live.due(seat, table.book.opened.clock)
    if due is not None and due <= at:
        return force_action(table, seat, at=max(due, table.book.at))
    return take_action(table, seat, chosen_by(bot, table, seat, mind), at=at, seen=table.book.n)


def _part(seed: bytes, purpose: str) -> bytes:
    return hkdf(seed, salt=b"matchledger/1/simulation", info=purpose.encode())


def _id(rules: Rules, opening: Opening, seats: Sequence[str], seed: bytes, registered: Mapping[Seat, Command]) -> str:
    """Return an id that differs for different arguments.

    What openings gained later is said only where it is given: the same seed plays the same game in every release.
    Where a table stands in a tournament is no argument of its game, unless it is one of a board.
    """
    place = opening.tournament
    opened = {name: value for name, value in msgspec.to_builtins(opening).items() if name not in LATER or value}
    if place is not None and place.board is None:
        del opened["tournament"]
    said = {"game": rules.name, "opening": opened, "bots": list(seats)}
    if registered:
        said["registered"] = {str(seat): msgspec.to_builtins(command) for seat, command in registered.items()}
    return f"sim-{sha256(canonical(said), seed).hex()[:16]}"
