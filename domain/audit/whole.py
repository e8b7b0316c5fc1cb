"""A copy as a store keeps a table: everything with its secrets, or what everybody may see and no more."""

from __future__ import annotations

from domain.audit.hidden import hidden_places
from domain.audit.opened import OpenedEntry, open_entry, rules_of
from domain.audit.timeline import TimelineError, reading
from domain.kernel.game import Rules
from domain.kernel.marks import Secret
from domain.kernel.messages import tag_of
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.record.canonical import unb64
from domain.record.chain import SealedEntry, Whole
from domain.record.entries import SecretsOpened
from domain.record.keys import Secrets
from domain.record.lines import Record


def whole(record: Record) -> Whole:
    """Return all entries of a full copy whose secrets are open, or of a spectator's copy.

    Whoever takes them in has verified the copy before. Raises `TimelineError` for any other copy.
    """
    header = record.header
    if header.viewer not in (str(ARBITER), str(SPECTATOR)):
        raise TimelineError(f"the copy was made for {header.viewer}: only full and spectators' copies are whole")
    rules = rules_of(header.game)
    if rules is None:
        raise TimelineError(f"this release has no game called {header.game!r}")
    full, secrets, entries = header.viewer == str(ARBITER), None, []
    for copied in record.entries:
        with reading(copied.line):
            one = open_entry(rules, copied)
            entries.append(_sealed(one, _hidden(rules, one) if full else ()))
        if isinstance(one.public, SecretsOpened):
            secrets = Secrets(unb64(one.public.deal_secret), unb64(one.public.salt_secret))
    if full and secrets is None:
        raise TimelineError("the copy is a full one, and its secrets are closed")
    return Whole(header.table, tuple(entries), secrets if full else None)


def _sealed(one: OpenedEntry, hidden: tuple[Secret, ...]) -> SealedEntry:
    public = one.public
    return SealedEntry(public.n, tag_of(type(public)), one.copied.public, one.copied.hash, hidden)


def _hidden(rules: Rules, one: OpenedEntry) -> tuple[Secret, ...]:
    """Return what an entry hides, with who may know it, in the order of its seals."""
    if not one.whole:
        raise TimelineError("the copy does not open all that the entry hides", one.copied.line)
    places = hidden_places(rules, one.public)
    opened = one.copied.opened
    return tuple(sorted([Secret(place.pointer, opened[place.pointer][0], place.seats) for place in places]))
