"""What one request wrote: its own entry and what followed by itself, found again from the stored entries."""

from __future__ import annotations

import msgspec

from api.service import Service
from domain.record.chain import SealedEntry
from domain.table.table import Table

PAGE = 64  # entries read at a time; a batch rarely has more than five
FOLLOWS = ("game_finished", "result_confirmed", "secrets_opened")


class _Writer(msgspec.Struct):
    by: str


_writer = msgspec.json.Decoder(_Writer)


def _by_itself(sealed: SealedEntry) -> bool:
    """Say whether an entry follows from the one before it: the deal of a full table, a prepared answer, the end."""
    if sealed.kind == "action_taken":
        return any(pointer == "/origin" and value == "prepared" for pointer, value, _ in sealed.secrets)
    if sealed.kind == "game_started":
        return _writer.decode(sealed.public).by == "table"
    return sealed.kind in FOLLOWS


def batch(service: Service, table: str, first: int) -> list[SealedEntry]:
    """Return the entries that the request wrote which wrote entry `first`."""
    found: list[SealedEntry] = []
    after = first - 1
    while True:
        page = service.store.entries(table, after, after + PAGE)
        for sealed in page:
            if found and not _by_itself(sealed):
                return found
            found.append(sealed)
        if len(page) < PAGE:
            return found
        after += PAGE


def as_it_was(service: Service, now: Table, n: int) -> Table:
    """Return the table as of entry `n`."""
    return now if now.book.n == n else service.store.table_at(now.id, n)
