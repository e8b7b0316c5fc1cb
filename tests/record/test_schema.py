"""docs/record.schema.json: current, true of real lines, false of broken ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from domain.kernel.seats import every_viewer
from domain.record.schema import record_schema
from tests.record.sample import GOOD, full_play

STORED = Path(__file__).parents[2] / "docs" / "record.schema.json"
VALIDATOR = Draft202012Validator(record_schema())


def as_text() -> str:
    """Return the schema as it is stored."""
    return json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"


def lines(script: str) -> list[Any]:
    """Return the lines of all copies of a sample."""
    play = GOOD[script]()
    viewers = every_viewer(play.table.setup.seats)
    return [json.loads(line) for viewer in viewers for line in play.record(viewer).split(b"\n")[:-1]]


def test_the_stored_schema_is_current() -> None:
    """`python -m tests.record.test_schema` writes it anew."""
    assert STORED.read_text(encoding="utf-8") == as_text()


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(record_schema())


@pytest.mark.no_cover
@pytest.mark.parametrize("script", GOOD)
def test_every_line_of_a_real_record_fits(script: str) -> None:
    for line in lines(script):
        VALIDATOR.validate(line)


@pytest.mark.parametrize("line", [{"checkpoint": 1}, {"checkpoint": {}}, {"checkpoint": None, "x_more": 1}])
def test_reserved_lines_fit(line: Any) -> None:
    VALIDATOR.validate(line)


def test_a_note_has_a_text_and_its_salt() -> None:
    note = {"n": 7, "part": "/sealed_text", "salt": "A" * 22, "text": ""}
    VALIDATOR.validate({"note": note})
    for change in ({"n": 0}, {"part": "/reason"}, {"salt": "A"}, {"text": "x" * 4001}, {"text": None}):
        assert not VALIDATOR.is_valid({"note": {**note, **change}})


def _set(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(line: Any) -> None:
        for step in path[:-1]:
            line = line[step]
        line[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("table_opened", _set("entry", "format", value="matchledger/2")),
        ("table_opened", _set("entry", "label", value=None)),
        ("table_opened", _set("entry", "seats", value=0)),
        ("table_opened", _set("entry", "commitments", "deal", value="short")),
        ("table_opened", _set("entry", "clock", "hours", value=1)),
        ("table_opened", _set("entry", "kind", value="table_closed")),
        ("table_opened", _set("hash", value="")),
        ("table_opened", _set("opened", value={})),
        ("table_opened", _set("note", value="two")),
        ("table_opened", _set("more", value="two")),
        ("seat_taken", _set("entry", "seat", value=-1)),
        ("seat_taken", _set("entry", "seat", value=1.5)),
        ("seat_taken", _set("entry", "entropy", value="x" * 44)),
        ("game_started", _set("entry", "facts", 0, value={"seat": 1})),
        ("game_started", _set("entry", "draws", 0, "kind", value="dice")),
        ("game_started", _set("entry", "draws", 0, "n", value=65_537)),
        ("game_started", _set("entry", "seals", "facts", value="A" * 43)),
        ("action_taken", _set("entry", "origin", value="hand")),
        ("action_taken", _set("entry", "command", "body", value="x")),
        ("action_taken", _set("opened", "/origin", value=["hand"])),
        ("action_taken", _set("opened", "/origin", value=["hand", "x" * 22])),
        ("action_taken", _set("opened", "/origin", value=["foot", "A" * 22])),
        ("action_taken", _set("opened", "/command/body", value=[[], "A" * 22])),
        ("action_forced", _set("entry", "reveals", "x", value=[1, "A" * 22])),
        ("action_forced", _set("entry", "reveals", value={"3/command/body": [1, "A" * 22]})),
        ("game_finished", _set("entry", "outcome", "ended_by", value="boredom")),
        ("seat_taken", _set("entry", "seals", value={})),
        ("game_started", _set("entry", "draws", value=[])),
        ("action_taken", _set("entry", "reveals", value={})),
        ("action_taken", _set("entry", "by", value="operator")),
        ("action_forced", _set("entry", "by", value="seat:2")),
        ("action_forced", _set("entry", "by", value="operator")),
        ("action_forced", _set("entry", "command", "tag", value="concede")),
        ("action_taken", _set("entry", "command", "tag", value="?")),
        ("game_started", _set("entry", "facts", 0, "tag", value="?")),
        ("game_started", _set("entry", "draws", 0, "label", value="0/0/")),
        ("game_started", _set("entry", "draws", 0, "label", value="deck")),
        ("game_started", _set("entry", "draws", 0, "result", value=1)),
        ("game_started", _set("entry", "draws", 0, "result", value=[0, 0])),
        ("game_started", _set("entry", "draws", 1, "result", value=[1])),
        ("game_started", _set("entry", "draws", 1, "n", value=0)),
    ],
)
def test_a_broken_line_does_not_fit(kind: str, change: Callable[[Any], None]) -> None:
    line = next(line for line in lines("whole")[-27:] if line.get("entry", {}).get("kind") == kind)
    VALIDATOR.validate(line)
    change(line)
    assert not VALIDATOR.is_valid(line)


def test_a_header_needs_all_its_members() -> None:
    header = json.loads(full_play().record().split(b"\n")[0])
    del header["header"]["viewer"]
    assert not VALIDATOR.is_valid(header)


@pytest.mark.parametrize("viewer", ["nobody", "seat:", "seat:00", "seat:0,", "seat:0;seat:1", ""])
def test_a_header_names_a_viewer_as_viewers_are_written(viewer: str) -> None:
    header = json.loads(full_play().record().split(b"\n")[0])
    for good in ("all", "spectator", "seat:0", "seat:0,seat:12"):
        header["header"]["viewer"] = good
        VALIDATOR.validate(header)
    header["header"]["viewer"] = viewer
    assert not VALIDATOR.is_valid(header)


def test_a_look_names_somebody_who_sees_something_hidden() -> None:
    entry = {"kind": "evidence_viewed", "n": 9, "at": 1, "by": "a", "viewer": "seat:0", "first": 1, "last": 2}
    line = {"entry": entry, "hash": "A" * 43}
    VALIDATOR.validate(line)
    for change in ({"viewer": "spectator"}, {"first": 0}, {"last": 0}):
        assert not VALIDATOR.is_valid({**line, "entry": {**entry, **change}})


if __name__ == "__main__":
    STORED.write_text(as_text(), encoding="utf-8")
