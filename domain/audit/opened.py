"""Entries of a copy as typed values: the public form, and the form with the values that this copy opens."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.games import UnknownGameError, game
from domain.kernel.codec import command_types
from domain.kernel.marks import HIDDEN, audience, plan
from domain.kernel.refusals import NotThereError
from domain.record.canonical import NotCanonicalError
from domain.record.entries import ActionForced, ActionTaken, Entry, GameStarted, TableOpened
from domain.record.lines import Copied, Record
from domain.table.codec import Rules, codec_of

CONTRADICTIONS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotThereError,
    TypeError,
    ValueError,
)  # what rules, views and sentences raise for facts that no game can hold: only a damaged record has them


class MisfitError(NotCanonicalError):
    """An opened value that is not of the type of its place."""


class OpenedEntry(NamedTuple):
    """An entry of a copy: where it stands, its public form as stored, its form with this copy's values, upcast."""

    copied: Copied
    public: Entry
    full: Entry

    @property
    def whole(self) -> bool:
        """Say whether the copy opens everything that the entry hides: each hidden place has exactly one seal."""
        return self.public.seals.keys() <= self.copied.opened.keys()


class HiddenPlace(NamedTuple):
    """A place of a public entry that must be hidden, who may know it, and whether it is."""

    pointer: str
    seats: tuple[int, ...]
    hidden: bool


def rules_of(record: Record) -> Rules | None:
    """Return the rules of the record's game if they are installed. The header only says which to look for."""
    try:
        rules: Rules = game(record.header.game).rules
    except UnknownGameError:
        return None
    return rules


def open_entry(rules: Rules, copied: Copied) -> OpenedEntry:
    """Decode one entry; raises `NotCanonicalError` for what does not fit the types."""
    return with_values(rules, copied, codec_of(rules).public(copied.public))


def with_values(rules: Rules, copied: Copied, public: Entry) -> OpenedEntry:
    """Put the opened values into a decoded entry; raises `MisfitError` for one that is not of its place's type."""
    try:
        full = codec_of(rules).opened(public, copied.values)
    except (ValueError, TypeError) as error:
        raise MisfitError(f"an opened value does not fit its place: {error}") from None
    return OpenedEntry(copied, public, full)


def hidden_places(rules: Rules, entry: Entry) -> list[HiddenPlace]:
    """Return every place of a public entry that the marks hide, and whether it is hidden there."""
    if not isinstance(entry, GameStarted | ActionTaken | ActionForced):
        return []
    places = [] if isinstance(entry, GameStarted) else _command_places(rules, entry)
    for i, fact in enumerate(entry.facts):
        if plan(type(fact)):
            places += _fact_places(fact, f"/facts/{i}")
    for i, draw in enumerate(entry.draws):
        if draw.result is None:
            places.append(HiddenPlace(f"/draws/{i}/result", (), hidden=True))
    return places


def _command_places(rules: Rules, entry: ActionTaken[Any] | ActionForced[Any]) -> list[HiddenPlace]:
    said = entry.command
    known = command_types(rules).get(said.tag)
    if known is None:
        raise NotCanonicalError(f"{said.tag!r} is no command of {rules.name}")
    places = []
    if not known.public:
        places.append(HiddenPlace("/command/body", (entry.seat,), hidden=said.body is None))
    elif said.body is None:
        raise NotCanonicalError(f"the body of the public command {said.tag!r} is hidden")
    if isinstance(entry, ActionTaken):
        places.append(HiddenPlace("/origin", (entry.seat,), hidden=entry.origin is None))
    return places


def _fact_places(fact: Any, prefix: str) -> list[HiddenPlace]:
    places = []
    for field in plan(type(fact)):
        value = getattr(fact, field.name)
        seats = audience(fact, field.audience)
        pointer = prefix + field.pointer
        if field.each:
            places += [HiddenPlace(f"{pointer}/{i}", seats, item == HIDDEN) for i, item in enumerate(value)]
        else:
            places.append(HiddenPlace(pointer, seats, hidden=value is None if field.whole else value == HIDDEN))
    return places


def check_seal_places(rules: Rules, entry: Entry) -> None:
    """Raise `NotCanonicalError` unless each hidden place is hidden and has exactly one seal."""
    expected = set()
    for place in hidden_places(rules, entry):
        if not place.hidden:
            raise NotCanonicalError(f"{place.pointer} stands open where it must be hidden")
        expected.add(place.pointer)
    if expected != entry.seals.keys():
        odd = min(expected ^ entry.seals.keys())
        raise NotCanonicalError(f"{odd} has {'no seal' if odd in expected else 'a seal but nothing hidden'}")


def card_set_of(rules: Rules, record: Record, opened: TableOpened) -> Any:
    """Return the parsed data set that entry 1 names; `None` if it names none.

    Raises `LookupError` if the set is neither shipped nor in the record, `ValueError` if it is damaged.
    """
    if opened.data is None:
        return None
    if opened.data in rules.data_sets:
        return rules.data_sets[opened.data]
    for card_set in record.card_sets:
        if card_set.digest == opened.data:
            return rules.load_data(card_set.text.encode())
    raise LookupError(f"the data set {opened.data} is neither in this release nor in the record")
