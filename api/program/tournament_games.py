"""The tables of a simulated tournament, played by bots on the real game, and where their records go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from api.requests.checked_decks import registered_as
from domain.games import Title
from domain.kernel.chance import QuickChance
from domain.kernel.messages import Command
from domain.record.canonical import b64, sha256
from domain.record.chain import SealedEntry
from domain.table.seating import Opening, setup_for
from domain.table.simulation import Paired, Simulation, game_seed, simulate
from domain.tournament.log.entries import Counted, Players
from domain.tournament.log.simulation import Brings, Ended, Play, Seating
from domain.tournament.players import PlayerId

STRENGTHS: Final = ("random", "sensible")
ENDINGS: Final = ("result_confirmed", "result_adjusted", "table_abandoned")


def ready_decks(title: Title, seed: bytes) -> tuple[Brings, Callable[[PlayerId], Command]]:
    """Return which deck each player brings, one of the game's ready-made ones by chance: as it is registered, and as
    the command that chooses it. The game has some."""
    decks = title.decks
    assert decks is not None
    setup = setup_for(title.rules, Opening(seats=min(title.rules.seat_counts)))
    listed = decks.ready(setup.data).values()
    ready = [deck for deck in listed if not decks.faults(deck, setup.options, setup.data)]

    def command(player: PlayerId) -> Command:
        drawn = QuickChance(int.from_bytes(sha256(seed, b"deck", player.encode())[:8], "big"))
        return decks.command(ready[drawn.pick(len(ready))])

    return lambda player, round: registered_as(command(player)), command


def played_by_bots(
    title: Title, seed: bytes, folder: Path | None, decks: Callable[[PlayerId], Command] | None = None
) -> Play:
    """Return the play of every table by sensible bots; with a folder each table's full record is written there.

    `decks` are those that players have registered. Where all tables are dealt the same, bots of one strength would play
    them all alike: there each player is of its own.
    """

    def play(table: Players, number: int, seating: Seating) -> Ended:
        options = dict(title.rules.first_seat_begins)  # the pairing decides who does
        opening = Opening(seats=len(table), options=options, tournament=seating.place)
        is_board = seating.secret is not None
        played = simulate(
            title.rules,
            opening,
            title.bots,
            [strength(title, seed, player) for player in table] if is_board else ["sensible"] * len(table),
            seed=game_seed(seed, number),
            registered=None if decks is None else {seat: decks(player) for seat, player in enumerate(table)},
            paired=Paired(table, seating.secret),
        )
        if folder is not None:
            text = b"".join([line + b"\n" for line in played.lines()])
            (folder / f"{played.table.id}.ndjson").write_bytes(text)
        return Ended(places_of(played, len(table)), _counted(played))

    return play


def strength(title: Title, seed: bytes, player: PlayerId) -> str:
    """Return the bot that plays for a player at every table, by chance: whoever plays by chance is the weaker."""
    names = sorted(title.bots.keys() & set(STRENGTHS)) or sorted(title.bots)
    drawn = QuickChance(int.from_bytes(sha256(seed, b"strength", player.encode())[:8], "big"))
    return names[drawn.pick(len(names))]


def places_of(played: Simulation, seats: int) -> tuple[int, ...]:
    """Return the place of each seat; everybody ties at a table that was abandoned."""
    finished = played.table.book.finished
    places = [1] * seats
    for group in () if finished is None else finished.outcome.places:
        for seat in group.seats:
            places[seat] = group.place
    return tuple(places)


def _counted(played: Simulation) -> Counted | None:
    """Return the entry that the result rests on: the last that says how the table ended."""
    entry: SealedEntry | None = next((each for each in reversed(played.entries) if each.kind in ENDINGS), None)
    if entry is None:
        return None
    kind: Any = entry.kind
    return Counted(table=played.table.id, n=entry.n, hash=b64(entry.hash), kind=kind)
