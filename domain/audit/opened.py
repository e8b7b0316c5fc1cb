"""Entries of a copy as typed values: the public form, and the form with the values that this copy opens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.audit.hidden import misfit
from domain.games import UnknownGameError, game
from domain.kernel.cards.card_sets import CardSetError
from domain.kernel.codec import BadCommandError
from domain.kernel.game import Rules
from domain.kernel.refusals import NotThereError, RefusedError
from domain.record.canonical import NotCanonicalError
from domain.record.entries import Entry, TableOpened
from domain.record.lines import CardSet, Copied, Readable, Record, Typed, read, read_to_damage, split
from domain.table.book import BookError
from domain.table.codec import codec_of
from domain.table.table import BadOptionsError

CONTRADICTIONS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotThereError,
    TypeError,
    ValueError,
)  # what rules, views and sentences raise for facts that no game can hold: only a damaged record has them


class NoCardSetError(LookupError):
    """A card set is neither in this release nor in the record."""


_WORDED = (  # by us
    BadCommandError,
    BadOptionsError,
    BookError,
    CardSetError,
    NoCardSetError,
    NotCanonicalError,
    NotThereError,
    RefusedError,
)


def contradiction(error: Exception) -> str:
    """Return what is wrong with an entry that made the rules raise this: of Python's own errors only their kind."""
    if isinstance(error, _WORDED):
        return str(error)
    return f"the entry does not fit the game ({type(error).__name__})"


class OpenedEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry of a copy: where it stands, its public form as stored, its form with this copy's values, upcast."""

    copied: Copied
    public: Entry
    full: Entry

    @property
    def whole(self) -> bool:
        """Say whether the copy opens everything that the entry hides: each hidden place has exactly one seal."""
        seals = self.public.seals
        return not seals or seals.keys() <= self.copied.opened.keys()


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
    """Decode one entry, wherever it hides something; raises `NotCanonicalError` for what does not fit the types."""
    public = public_of(rules, copied)
    try:
        return OpenedEntry(copied, public, codec_of(rules).opened(public, copied.values))
    except (ValueError, TypeError) as error:
        raise NotCanonicalError(misfit(error)) from None


def public_of(rules: Rules, copied: Copied) -> Entry:
    """Return the public form of an entry; raises `NotCanonicalError` for what does not fit the types."""
    return codec_of(rules).public(copied.public) if copied.entry is None else copied.entry


def card_set_of(rules: Rules, card_sets: Iterable[CardSet], opened: TableOpened) -> Any:
    """Return the parsed data set that entry 1 names; `None` for a game whose cards are no data.

    Raises `NoCardSetError` if the set is neither shipped nor in the record, `ValueError` if it is damaged or not named.
    """
    if opened.data is None:
        if rules.default_data is not None:
            raise BadOptionsError("entry 1 names no card set, and the cards of this game are data")
        return None
    if opened.data in rules.data_sets:
        return rules.data_sets[opened.data]
    for card_set in card_sets:
        if card_set.digest == opened.data:
            return rules.load_data(card_set.text.encode())
    raise NoCardSetError(f"the data set {opened.data} is neither in this release nor in the record")
