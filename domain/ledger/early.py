"""Requests stored before their own entry remembered the last one: it is known from what could be written then."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, takewhile

import msgspec

from domain.record.chain import SealedEntry


class _Writer(msgspec.Struct):
    by: str


_writer = msgspec.json.Decoder(_Writer)


def early_batch(entries: Iterable[SealedEntry]) -> list[SealedEntry]:
    """Return the first of these entries and those that the same request wrote after it.

    Exact for what was stored without a last entry, and for nothing else: later releases may write the same kinds by
    requests of their own.
    """
    own, *later = entries
    return list(chain([own], takewhile(_followed, later)))


def _followed(sealed: SealedEntry) -> bool:
    """Say whether an entry was written with the one before: by the table, by a preference, by whoever opened."""
    by = _writer.decode(sealed.public).by
    if sealed.kind == "action_taken":
        return any(pointer == "/origin" and value == "prepared" for pointer, value, _ in sealed.secrets)
    if sealed.kind == "seat_taken":  # whoever comes later sits down as `seat:N`
        return not by.startswith("seat:")
    return by == "table"
