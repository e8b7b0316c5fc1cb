"""A damage report as a document: its members, with cards by their names, and everything in sentences."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.audit.called import Called
from domain.audit.damage.report import Damage
from domain.audit.damage.telling import Said, Teller
from domain.audit.timeline import Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words


def document(timeline: Timeline, report: Damage, words: Words) -> dict[str, Any]:
    """Return a report as members `damage` and `told`."""
    called = Called(timeline, words)
    teller = Teller(timeline, words, called.card, lambda ms: words.say("{seconds} s", seconds=f"{ms / 1000:.3f}"))
    told = teller.told(report, range(timeline.opening.seats))
    return {
        "told": [_said(said) for said in (*told, *teller.ways(report))],
        "damage": members(report, called, teller),
    }


def members(report: Damage, called: Called, teller: Teller) -> dict[str, Any]:
    """Return a report as JSON has it: cards by their names, reasons with a sentence."""
    found: dict[str, Any] = msgspec.to_builtins(report)
    for seat in found["seats"]:
        for learned in seat["learned"]:
            learned["card"] = called.card(learned["card"])
    for way, told in zip(found["ways"], report.ways, strict=True):
        for reason, why in zip(way["reasons"], told.reasons, strict=True):
            reason["text"] = plain(teller.reason(why))
    return found


def _said(said: Said) -> dict[str, Any]:
    return {"heading": said.heading, "sentences": list(said.sentences)}
