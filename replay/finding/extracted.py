"""What a record holds that can be searched for: commands, facts and the cards they name, as this copy opens them.

Read from the lines, without the rules of the game, so that thousands of records are indexed in seconds. What a copy
hides stands in none of its lines and so is in no index of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.marks import HIDDEN
from domain.record.lines import Copied
from replay.finding.cards import cards_of
from replay.reading.live import live_numbers

Kind: TypeAlias = Literal["command", "fact", "value", "code"]  # the last of refused attempts


class Hit(NamedTuple):
    """A place in a record that matches: the command of an entry (`fact` is `None`), or one of its facts."""

    n: int
    fact: int | None
    seat: int | None
    command: str
    tag: str | None
    back: bool  # taken back by a rewind

    @property
    def address(self) -> str:
        """The place as `replay` takes it."""
        return str(self.n) if self.fact is None else f"{self.n}.{self.fact}"


class _Command(msgspec.Struct, frozen=True):
    tag: str = ""
    body: Any = None


class _Entry(msgspec.Struct, frozen=True):
    n: int
    kind: str
    seat: int | None = None
    command: _Command = _Command()
    facts: tuple[dict[str, Any], ...] = ()
    to: int | None = None


_entry = msgspec.json.Decoder(_Entry)
Term: TypeAlias = tuple[Kind, str]


def terms_of(game: str, entries: tuple[Copied, ...]) -> dict[Term, list[Hit]]:
    """Return everything that can be searched for in a record, and where each of it stands, in order.

    Raises `msgspec.DecodeError` for an entry of no known shape.
    """
    cards = cards_of(game)
    read = [(copied, _entry.decode(copied.public)) for copied in entries]
    live = live_numbers([entry.to if entry.kind == "rewound_to" else None for _, entry in read])
    found: dict[Term, list[Hit]] = {}
    for copied, entry in read:
        for term, hit in _entry_terms(entry, copied.opened, back=entry.n not in live):
            if term[0] != "value" or cards.may_be(term[1]):
                found.setdefault(term, []).append(hit)
    return found


def _entry_terms(entry: _Entry, opened: Mapping[str, tuple[Any, str]], *, back: bool) -> Iterator[tuple[Term, Hit]]:
    command = entry.command.tag
    if command:
        body = opened["/command/body"][0] if "/command/body" in opened else entry.command.body
        hit = Hit(entry.n, None, entry.seat, command, None, back)
        yield ("command", command), hit
        for value in dict.fromkeys(_texts(body)):
            yield ("value", value), hit
    for i, fact in enumerate(entry.facts):
        tag, seat = str(fact.get("tag", "")), fact.get("seat")
        hit = Hit(entry.n, i, seat if isinstance(seat, int) else entry.seat, command, tag, back)
        yield ("fact", tag), hit
        for value in dict.fromkeys(_texts({**fact, "tag": None})):
            yield ("value", value), hit
        for value in dict.fromkeys(_opened(opened, f"/facts/{i}/")):
            yield ("value", value), hit


def _opened(opened: Mapping[str, tuple[Any, str]], place: str) -> Iterator[str]:
    """Yield the texts that a copy opens in a fact; of what is sealed as one value, such as the order of a shuffled
    pile, nothing: all of its cards stand there, and nothing happened to any of them."""
    for pointer, (value, _) in opened.items():
        if pointer.startswith(place) and isinstance(value, str):
            yield value


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a value but those that stand for something hidden."""
    if isinstance(value, str):
        if value != HIDDEN:
            yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
