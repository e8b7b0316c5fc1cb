"""Entries of a copy as typed values: the public form, and the form with the values that this copy opens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import UNSET

from domain.games import UnknownGameError, game
from domain.kernel.chance import Draw
from domain.kernel.codec import command_types
from domain.kernel.game import Rules
from domain.kernel.marks import HIDDEN, PLANS, HiddenField, audience
from domain.kernel.messages import Fact
from domain.kernel.refusals import NotThereError
from domain.record.canonical import NotCanonicalError
from domain.record.entries import PLAYED, ActionEntry, ActionTaken, Entry, GameStarted, TableOpened
from domain.record.lines import CardSet, Copied, Readable, Record, Typed, read, read_to_damage, split
from domain.table.codec import codec_of

CONTRADICTIONS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotThereError,
    TypeError,
    ValueError,
)  # what rules, views and sentences raise for facts that no game can hold: only a damaged record has them


_BY_SEAT = ("seat",)  # who may know what an action hides


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
        seals = self.public.seals
        return not seals or seals.keys() <= self.copied.opened.keys()


class HiddenPlace(NamedTuple):
    """A place of a public entry that must be hidden, who may know it (the seats in these fields), and whether it is."""

    pointer: str
    said: Fact | ActionEntry | Draw
    seen_by: tuple[str, ...]
    hidden: bool

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may know it."""
        return audience(self.said, self.seen_by)


def rules_of(name: str) -> Rules | None:
    """Return the rules of a game if they are installed. The header of a record only says which to look for."""
    try:
        return game(name).rules
    except UnknownGameError:
        return None


def types_of(name: str) -> Typed | None:
    """Return what decodes the lines of a game by its types, if the game is installed."""
    rules = rules_of(name)
    return None if rules is None else codec_of(rules).line


def read_record(text: bytes) -> Record:
    """Parse a copy by the types of its game; raises `LineError`."""
    return read(split(text), types_of)


def readable_record(text: bytes) -> Readable:
    """Parse a copy as `read_record` does, up to its first damaged line; raises `LineError` if nothing can be read."""
    return read_to_damage(split(text), types_of)


def open_entry(rules: Rules, copied: Copied) -> OpenedEntry:
    """Decode one entry; raises `NotCanonicalError` for what does not fit the types."""
    return with_values(rules, copied, public_of(rules, copied))


def public_of(rules: Rules, copied: Copied) -> Entry:
    """Return the public form of an entry; raises `NotCanonicalError` for what does not fit the types."""
    return codec_of(rules).public(copied.public) if copied.entry is None else copied.entry


def with_values(rules: Rules, copied: Copied, public: Entry) -> OpenedEntry:
    """Put the opened values into a decoded entry; raises `MisfitError` for one that is not of its place's type."""
    if not copied.opened and not rules.upcasts:
        return OpenedEntry(copied, public, public)
    try:
        full = codec_of(rules).opened(public, copied.values)
    except (ValueError, TypeError) as error:
        raise MisfitError(f"an opened value does not fit its place: {error}") from None
    return OpenedEntry(copied, public, full)


def hidden_places(rules: Rules, entry: Entry) -> list[HiddenPlace]:
    """Return every place of a public entry that the marks hide, and whether it is hidden there."""
    if not isinstance(entry, PLAYED):
        return []
    places = [] if isinstance(entry, GameStarted) else _command_places(rules, entry)
    for i, fact in enumerate(entry.facts):
        fields = PLANS[type(fact)]
        if fields:
            places += _fact_places(fact, fields, f"/facts/{i}")
    for i, draw in enumerate(entry.draws):
        if draw.result is None:
            places.append(HiddenPlace(f"/draws/{i}/result", draw, (), hidden=True))
    return places


def _command_places(rules: Rules, entry: ActionEntry) -> list[HiddenPlace]:
    said = entry.command
    known = command_types(rules).get(said.tag)
    if known is None:
        raise NotCanonicalError(f"{said.tag!r} is no command of {rules.name}")
    places = []
    if not known.public:
        places.append(HiddenPlace("/command/body", entry, _BY_SEAT, hidden=said.body is None))
    elif said.body is None:
        raise NotCanonicalError(f"the body of the public command {said.tag!r} is hidden")
    if isinstance(entry, ActionTaken):
        if (entry.origin is UNSET) is rules.prepares:
            raise NotCanonicalError(f"an action of {rules.name} has {'an' if rules.prepares else 'no'} origin")
        if rules.prepares:
            places.append(HiddenPlace("/origin", entry, _BY_SEAT, hidden=entry.origin is None))
    return places


def _fact_places(fact: Fact, fields: tuple[HiddenField, ...], prefix: str) -> list[HiddenPlace]:
    places = []
    for name, pointer, each, whole, seen_by, _ in fields:
        value = getattr(fact, name)
        place = prefix + pointer
        if each:
            places += [HiddenPlace(f"{place}/{i}", fact, seen_by, item == HIDDEN) for i, item in enumerate(value)]
        else:
            places.append(HiddenPlace(place, fact, seen_by, hidden=value is None if whole else value == HIDDEN))
    return places


def check_seal_places(rules: Rules, entry: Entry) -> None:
    """Raise `NotCanonicalError` unless each hidden place is hidden and has exactly one seal."""
    places, seals = hidden_places(rules, entry), entry.seals
    for pointer, _, _, hidden in places:
        if not hidden:
            raise NotCanonicalError(f"{pointer} stands open where it must be hidden")
        if pointer not in seals:
            raise NotCanonicalError(f"{pointer} has no seal")
    if len(places) != len(seals):
        odd = min(seals.keys() - {place.pointer for place in places})
        raise NotCanonicalError(f"{odd} has a seal but nothing hidden")


def card_set_of(rules: Rules, card_sets: Iterable[CardSet], opened: TableOpened) -> Any:
    """Return the parsed data set that entry 1 names; `None` for a game whose cards are no data.

    Raises `LookupError` if the set is neither shipped nor in the record, `ValueError` if it is damaged or not named.
    """
    if opened.data is None:
        if rules.default_data is not None:
            raise ValueError("entry 1 names no card set, and the cards of this game are data")
        return None
    if opened.data in rules.data_sets:
        return rules.data_sets[opened.data]
    for card_set in card_sets:
        if card_set.digest == opened.data:
            return rules.load_data(card_set.text.encode())
    raise LookupError(f"the data set {opened.data} is neither in this release nor in the record")
