"""Heads that somebody kept, compared with a record: what no check of the record alone can find."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from domain.record.canonical import b64

Agreement = Literal["agrees", "differs", "missing", "not possible"]

_HEAD = re.compile(
    r"(?:(?P<table>[a-z0-9][a-z0-9_-]{0,63})@)?(?P<n>[1-9][0-9]{0,15}):(?P<hash>[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])"
).fullmatch


class Head(msgspec.Struct, frozen=True):
    """The number and the hash of an entry, written `41:HASH`: it stands for everything up to that entry."""

    n: int
    hash: str

    def __str__(self) -> str:
        return f"{self.n}:{self.hash}"


class KeptHead(msgspec.Struct, frozen=True):
    """A head that somebody kept, of a table that may be named."""

    head: Head
    table: str | None = None


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A kept head, and what the record has there."""

    head: Head
    agreement: Agreement

    @property
    def is_wrong(self) -> bool:
        """Say whether the record is not the one that the head was kept of."""
        return self.agreement in ("differs", "missing")


def parse_head(text: str) -> KeptHead:
    """Parse `41:HASH` or `TABLE@41:HASH`; raises `ValueError`."""
    found = _HEAD(text)
    if found is None:
        raise ValueError(f"{text!r} is no head: use N:HASH, or TABLE@N:HASH with several records")
    return KeptHead(Head(int(found["n"]), found["hash"]), found["table"])


class Kept:
    """Compares kept heads with the entries of one record, in their order; those of other tables are passed over."""

    def __init__(self, heads: Iterable[KeptHead], table: str) -> None:
        self._heads = [kept.head for kept in heads if kept.table in (None, table)]
        self._wanted = {head.n for head in self._heads}
        self._met: dict[int, str] = {}

    def look(self, place: int, linked: bytes) -> None:
        """Keep the hash of the entry at a place, if it is asked for."""
        if place in self._wanted:
            self._met[place] = b64(linked)

    def compared(self, *, proved: bool) -> tuple[Compared, ...]:
        """Return what came of each; `proved` says that the entries are numbered and linked."""
        return tuple(Compared(head=head, agreement=self._agreement(head, proved=proved)) for head in self._heads)

    def _agreement(self, head: Head, *, proved: bool) -> Agreement:
        if not proved:
            return "not possible"
        if head.n not in self._met:
            return "missing"
        return "agrees" if self._met[head.n] == head.hash else "differs"
