"""What an action costs in bytes, and whether that grows with the length of the game."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import msgspec

from benchmarks.played import ACTIONS, Played
from domain.record.blob import private_blob, public_blob
from domain.record.chain import SealedEntry


class Bytes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes an action as the store keeps it, on average, and of the largest one."""

    actions: int
    public: float
    private: float
    most: int


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes an action in the whole game, in its first and in its last quarter; bytes of the deal."""

    all: Bytes
    early: Bytes
    late: Bytes
    deal: int


def stored(played: Played) -> Stored:
    """Weigh the entries of a table."""
    actions = [entry for entry in played.entries if entry.kind in ACTIONS]
    quarter = max(1, len(actions) // 4)
    (deal,) = [entry for entry in played.entries if entry.kind == "game_started"]
    return Stored(
        all=_bytes(actions),
        early=_bytes(actions[:quarter]),
        late=_bytes(actions[-quarter:]),
        deal=len(public_blob(deal)) + len(private_blob(deal)),
    )


def _bytes(actions: Sequence[SealedEntry]) -> Bytes:
    public = [len(public_blob(entry)) for entry in actions]
    private = [len(private_blob(entry)) for entry in actions]
    return Bytes(
        actions=len(actions),
        public=round(statistics.mean(public), 1),
        private=round(statistics.mean(private), 1),
        most=max(a + b for a, b in zip(public, private, strict=True)),
    )
