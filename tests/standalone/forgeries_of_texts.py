"""Forged texts: more of the forgeries in `forgeries`, to whose list they are added.

A case stands behind the result whose call and ruling have texts; each forgery changes something about the ruling's.
"""

from __future__ import annotations

from typing import Any

from domain.record.canonical import raw64
from domain.record.texts import text_hash
from tests.standalone.forger import SEEN_BY, Forger
from tests.standalone.forgeries import FORGERIES, Change, Forgery
from tests.standalone.forgeries_of_cases import Case, whole_case

WORDS, SALT = "Nobody has seen a card of another.", "A" * 22


def _noted(forger: Forger) -> tuple[Case, dict[str, Any]]:
    """Slip a case with a ruling in words in, and return it and the note of these words."""
    case = whole_case(forger)
    forger.count_anew()
    case["ruled"]["text"] = text_hash(raw64(SALT), WORDS)
    note = {"n": case["ruled"]["n"], "part": "/text", "salt": SALT, "text": WORDS}
    place = next(i for i, line in enumerate(forger.lines) if line.get("entry") is case["ruled"])
    forger.lines.insert(place, {"note": note, SEEN_BY: {}})  # notes stand anywhere, and so in closed copies too
    return case, note


def _changed(**members: Any) -> Change:
    def change(forger: Forger) -> None:
        _, note = _noted(forger)
        note.update(members)

    return change


def _of_another_entry(forger: Forger) -> None:
    case, note = _noted(forger)
    note["n"] = case["appealed"]["n"]


def _of_another_ruling(forger: Forger) -> None:
    case, note = _noted(forger)
    case["final"]["text"] = text_hash(raw64("B" * 21 + "A"), WORDS)
    note["n"] = case["final"]["n"]


def _erased(forger: Forger) -> None:
    _, note = _noted(forger)
    forger.lines = [line for line in forger.lines if line.get("note") is not note]


def _written_anew(forger: Forger) -> None:
    case, note = _noted(forger)
    note["text"] = "Everybody has seen a card of another."
    case["ruled"]["text"] = text_hash(raw64(SALT), note["text"])


FORGERIES.extend(
    Forgery(name, change, because)
    for name, change, because in (
        ("other words of a ruling", _changed(text=f"{WORDS} Perhaps."), ""),
        ("words of a ruling with another salt", _changed(salt="B" * 21 + "A"), ""),
        ("words of a ruling as its sealed ones", _changed(part="/sealed_text"), ""),
        ("words of a ruling as those of an appeal", _of_another_entry, ""),
        ("words of a ruling as those of another one", _of_another_ruling, ""),
        (
            "words of a ruling left out",
            _erased,
            "it may have been erased: it is told that one is missing",
        ),
        (
            "words of a ruling written anew with its hash",
            _written_anew,
            "what an officer decides, the service alone says",
        ),
    )
)
