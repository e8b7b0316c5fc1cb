"""What one record tells of a game and its sides, read from its lines without the rules of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

import msgspec

from domain import games
from domain.kernel.cards.decks import Decks
from domain.record.lines import Copied, Record
from replay.listing.rows import Result
from replay.reading.live import live_numbers

PERSON = "–"  # a record holds no names of people


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a game: who played it, with which deck if the copy tells, how often it acted, how long it thought."""

    seat: int
    player: str
    deck: str | None
    actions: int
    thought_ms: int | None  # for an action, in the middle


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One record: its live line alone. `result` is missing while a game goes on, or was given up.

    `opening` is entry 1, which all copies of a table have; `opened` is how many hidden values this copy opens.
    """

    game: str
    options: dict[str, str]
    sides: tuple[Side, ...]
    result: Result | None
    actions: int
    played_ms: int | None
    opening: bytes = b""
    opened: int = 0


class _Command(msgspec.Struct, frozen=True):
    tag: str = ""
    body: Any = None


class _Entry(msgspec.Struct, frozen=True):
    n: int
    at: int
    kind: str
    seat: int = 0
    seats: int = 0
    options: dict[str, Any] = {}
    bot: str | None = None
    command: _Command = _Command()
    used_ms: int = 0
    outcome: Result | None = None
    to: int | None = None


_entry = msgspec.json.Decoder(_Entry)
ACTIONS = ("action_taken", "action_forced")


def played(record: Record, names: Mapping[int, str] | None = None) -> Game:
    """Return what a record tells; `names` are those of people, by seat. Raises `msgspec.DecodeError`."""
    lines = [(copied, _entry.decode(copied.public)) for copied in record.entries]
    live = live_numbers([entry.to if entry.kind == "rewound_to" else None for _, entry in lines])
    stands = [(copied, entry) for copied, entry in lines if entry.n in live]
    acts = [(copied, entry) for copied, entry in stands if entry.kind in ACTIONS]
    began = next((entry.at for _, entry in lines if entry.kind == "game_started"), None)
    ended = next((entry for _, entry in reversed(stands) if entry.kind == "game_finished"), None)
    result = next((entry for _, entry in reversed(stands) if entry.kind == "result_adjusted"), ended)
    last = ended or (acts[-1][1] if acts else None)
    opening = lines[0][1]
    decks = games.game(record.header.game).decks if record.header.game in games.names() else None
    sides = [_side(seat, lines, acts, names or {}, decks) for seat in range(opening.seats)]
    return Game(
        game=record.header.game,
        options=_options(opening.options),
        sides=tuple(sides),
        result=None if result is None else result.outcome,
        actions=len(acts),
        played_ms=None if began is None or last is None else max(0, last.at - began),
        opening=lines[0][0].public,
        opened=sum(len(copied.opened) for copied, _ in lines),
    )


def each_once(games: Iterable[Game]) -> list[Game]:
    """Return every table once, however many copies of it there are, by the copy that tells most of it."""
    found: dict[bytes, Game] = {}
    for one in games:
        known = found.get(one.opening)
        if known is None or (one.actions, one.opened) > (known.actions, known.opened):
            found[one.opening] = one
    return list(found.values())


def _side(
    seat: int,
    lines: list[tuple[Copied, _Entry]],
    acts: list[tuple[Copied, _Entry]],
    names: Mapping[int, str],
    decks: Decks | None,
) -> Side:
    own = [(copied, entry) for copied, entry in acts if entry.seat == seat]
    seated = ("seat_taken", "seat_replaced", "seat_left")
    bot = next((entry.bot for _, entry in reversed(lines) if entry.kind in seated and entry.seat == seat), None)
    times = [entry.used_ms for _, entry in own]
    return Side(
        seat=seat,
        player=bot or names.get(seat) or PERSON,
        deck=next((deck for copied, entry in own if (deck := _deck(decks, copied, entry)) is not None), None),
        actions=len(own),
        thought_ms=round(median(times)) if times else None,
    )


def _deck(decks: Decks | None, copied: Copied, entry: _Entry) -> str | None:
    """Return the deck that a command chose; nothing where the copy hides it."""
    opened = copied.opened.get("/command/body")
    body = entry.command.body if opened is None else opened[0]
    return decks.chosen(entry.command.tag, body) if decks is not None and isinstance(body, dict) else None


def _options(options: Mapping[str, Any]) -> dict[str, str]:
    """Return each option as a text; equal values give equal texts."""
    return {name: msgspec.json.encode(value, order="deterministic").decode() for name, value in options.items()}
