"""What is done at the desk of both tables: calls of one's own, decisions, rulings and their measures, acceptance.

At one of the tables somebody else has called quietly, and the call was looked into and dismissed (`calling`). Nobody
may notice that by anything: what is refused, which number an own call gets, when it came, how long an answer is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.laws.service.calling import CASE, arbitrates
from tests.laws.service.question import TABLE, Question, get, post
from tests.laws.service.scenes import Scene

OWN = "c-" + "ab" * 10  # the id of a call that is made here, where ids are no secrets
CALL = {"about": "conduct", "moment": "1"}
WORDS = {"finding": "no_infraction", "grounds": ["Turns"], "text": "Nobody saw anything."}
EVERY = 3  # scenes in which all this is asked: one of so many
LAST = {"If-Match": "*"}
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("claim", {}),
    ("release", {}),
    ("dismiss", {"code": "other"}),
    ("rule", WORDS),
    ("accept", {}),
    ("appeal", {}),
    ("close", {}),
)
AFTERWARDS = ("", "/view", "/entries", "/record", "/result", "/actions?wait=1")


def decides(scene: Scene) -> Iterator[Question]:
    """Yield what a viewer does at the desk, allowed or not, and looks at what came of it; not in every scene."""
    if scene.first.table.book.n % EVERY:
        return
    yield from _rules(scene) if arbitrates(scene) else _calls(scene)
    for path in AFTERWARDS:
        yield get(path)


def _calls(scene: Scene) -> Iterator[Question]:
    """Yield calls of one's own, quiet and not, and every step of cases that are not in one's hand."""
    for call in ({**CALL, "text": "He looked at my hand."}, CALL, {**CALL, "stops_play": True}):
        yield post(f"{TABLE}/cases", call)
    for case in (OWN, "quiet"):
        yield Question("GET", f"/cases/{case}", {})
        for step, said in STEPS:
            yield post(f"/cases/{case}/{step}", said, LAST)
    yield post(f"{TABLE}/rewind", {"case": "quiet", "to": 1, "dry_run": True})
    yield post(f"{TABLE}/rewind", {"case": "quiet", "to": 1, **WORDS}, LAST)
    yield post(f"{TABLE}/result/adjust", {"case": "quiet", "places": [[0]], **WORDS}, LAST)
    yield get("/excluded-arbiters")
    yield get("/cases")
    yield Question("GET", "/cases/stream", {})
    if _waits_for_more(scene):
        yield post(f"{TABLE}/result/accept", {})


def _waits_for_more(scene: Scene) -> bool:
    """Say whether the result is not final with one consent more: then everything may be seen, and lawfully differs."""
    book = scene.first.table.book
    accepted = frozenset() if book.result is None else book.result.accepted
    return len({*accepted, *scene.viewer.seats}) < len(book.holders)


def _rules(scene: Scene) -> Iterator[Question]:
    """Yield the work of an arbiter who has claimed a quiet call: the play is stopped for it, ruled on, and goes on."""
    penalties = [{"seat": 0, "penalty": "warning"}, {"seat": 1, "penalty": "time", "points": 3}]
    yield post(f"/cases/{CASE}/rule", {**WORDS, "penalties": penalties}, LAST)
    yield post(f"{TABLE}/pause", {"reason": "dispute", "case": CASE})
    yield post(f"{TABLE}/clock", {"case": CASE, "seat": 0, "bank_ms": 5_000, "reason": "penalty"})
    measures: tuple[dict[str, Any], ...] = (
        {"clocks": [{"seat": 0, "bank_ms": 9_000, "reason": "compensation"}]},
        {"penalties": penalties},
        {"private_text": "Again he."},
    )
    for number, measure in enumerate(measures):  # the first that the table takes is the ruling; there is one
        told = {"text": f"Nobody saw anything: {number}.", "sealed_text": f"He had {number}."}
        yield post(f"/cases/{CASE}/rule", {**WORDS, **told, **measure}, LAST)
        yield get("/entries")
    yield post(f"/cases/{CASE}/close", {})
    yield post(f"{TABLE}/resume", {})
