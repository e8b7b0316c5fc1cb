"""Verifying a full copy: from the bytes of the file to the report, every action decided again."""

from __future__ import annotations

from benchmarks.figures import Figure, measured, rate
from benchmarks.played import Played
from domain.audit.checks import verify_bytes


class NotVerifiedError(AssertionError):
    """A record that was just written does not verify."""


def verified(text: bytes) -> None:
    """Verify a record; raises `NotVerifiedError` if a check fails."""
    report = verify_bytes(text)
    if report.failed:
        raise NotVerifiedError(str(report.failed))


def verification(played: Played, *, runs: int) -> Figure:
    """Measure the verification of a whole table."""
    text = played.record()
    return measured(
        "actions/s",
        lambda: rate(played.actions, lambda: verified(text)),
        runs=runs,
        over={"actions": played.actions, "entries": len(played.entries), "record_bytes": len(text)},
    )
