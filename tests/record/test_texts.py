"""Texts outside the chain: their hashes, who reads them, and the lines that carry them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.record.desk import CaseAppealed, CaseClosed, CaseDismissed, CaseOpened, RulingMade
from domain.record.lines import LineError, read, split
from domain.record.texts import (
    NOTES_AT_MOST,
    TEXT_AT_MOST,
    WITH_TEXTS,
    Note,
    may_read,
    note_line,
    readers_of,
    text_hash,
    texts_in,
)
from tests.record.sample import full_play

HEAD: dict[str, Any] = {"n": 7, "at": 1, "by": "arbiter:a", "case": "c7"}
HASH = text_hash(bytes(16), "seat 1 saw my card")
NOTE = Note(n=7, part="/text", salt="A" * 22, text="seat 1 saw my card")
FOUND: dict[str, Any] = {"finding": "infraction", "grounds": (), "measures": ("none",)}
RULING = RulingMade(**HEAD, **FOUND, text=HASH, sealed_text="B" * 42 + "A")


def test_a_text_is_hashed_with_its_salt() -> None:
    """docs/record-format.md, chapter 8; computed once by `hashlib` alone."""
    assert NOTE.fits == HASH == "tZndCzxIY3Fy40mkq5IY4R7BSWAIqSwnIyNzVPnsIzk"
    assert text_hash(bytes(15) + b"\1", NOTE.text) != HASH


def test_entries_say_which_texts_they_hold() -> None:
    assert texts_in(RULING) == {"/text": HASH, "/sealed_text": "B" * 42 + "A"}
    assert texts_in(CaseClosed(**HEAD)) == {}
    with_texts = [
        cls.__struct_config__.tag
        for cls in (CaseOpened, CaseDismissed, RulingMade, CaseAppealed)
        if "text" in cls.__struct_fields__
    ]
    assert with_texts == [*WITH_TEXTS]


@pytest.mark.parametrize(
    ("kind", "part", "everybody"),
    [
        ("ruling_made", "/text", True),
        ("case_dismissed", "/text", True),
        ("ruling_made", "/sealed_text", False),
        ("case_opened", "/text", False),
        ("case_appealed", "/text", False),
    ],
)
def test_decisions_are_read_by_everybody_and_calls_by_officers_until_the_end(
    kind: str, part: Any, everybody: bool
) -> None:
    readers = readers_of(kind, part)
    nobody = {"is_author": False, "is_officer": False, "is_over": False}
    assert may_read(readers, **nobody) is everybody
    for role in nobody:
        assert may_read(readers, **{**nobody, role: True})


def test_private_notes_are_for_officers_for_ever() -> None:
    assert may_read("private", is_author=False, is_officer=True, is_over=False)
    assert not may_read("private", is_author=True, is_officer=False, is_over=True)


def test_a_note_is_a_line_of_a_record() -> None:
    text = full_play().record() + note_line(NOTE) + b"\n"
    assert read(split(text)).notes == ((26, NOTE),)


@pytest.mark.parametrize(
    "changed",
    [
        {"n": 0},
        {"part": "/reason"},
        {"salt": "A" * 21},
        {"text": "x" * (TEXT_AT_MOST + 1)},
        {"text": None},
        {"more": 1},
    ],
)
def test_other_lines_are_no_notes(changed: dict[str, Any]) -> None:
    note = msgspec.json.encode({"note": {**msgspec.to_builtins(NOTE), **changed}}, order="sorted")
    with pytest.raises(LineError):
        read(split(full_play().record() + note + b"\n"))


def test_a_record_has_so_many_notes_at_most() -> None:
    line = note_line(NOTE) + b"\n"
    assert len(read(split(full_play().record() + line * NOTES_AT_MOST)).notes) == NOTES_AT_MOST
    with pytest.raises(LineError, match="at most 20000 notes"):
        read(split(full_play().record() + line * (NOTES_AT_MOST + 1)))
