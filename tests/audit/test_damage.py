"""Every named damage is found by our checks, and all three verifiers agree wherever the standalone ones can know."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.report import Report
from domain.kernel.seats import every_viewer
from tests.audit.tables import Played, duel, four, harbour, unfinished, went_back
from tests.standalone.damage import DAMAGES, Damage, NotApplicableError
from tests.standalone.verifiers import ask_all

pytestmark = pytest.mark.long

GOOD = (harbour, went_back, duel, four)  # tried in this order: the first record that a damage fits
RULES_ONLY = {8, 10}  # what needs the game


@cache
def damaged(damage: Damage) -> bytes:
    for table in GOOD:
        try:
            return damage.change(table().record())
        except NotApplicableError:
            continue
    raise AssertionError(f"no record has a place for {damage.name}")


def numbers(report: Report, status: str) -> set[int]:
    return {check.number for check in report.checks if check.status == status}


def test_there_are_at_least_forty_kinds_of_damage_each_with_a_name_of_its_own() -> None:
    assert len({damage.name for damage in DAMAGES}) == len(DAMAGES) >= 40


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_each_damage_fails_its_check(damage: Damage) -> None:
    report = verify_bytes(damaged(damage))
    failed = numbers(report, "failed")
    if damage.check is None:
        assert not failed
    else:
        assert damage.check in failed, report.checks
        assert report.first_wrong_line is not None


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Return what each of the other verifiers says of every damaged record."""
    return ask_all([damaged(damage) for damage in DAMAGES], tmp_path_factory.mktemp("damages"))


def compare(text: bytes, answer: Any) -> None:
    """All but what needs the rules is found by all, at the same line."""
    report = verify_bytes(text)
    assert [(check["number"], check["name"]) for check in answer["checks"]] == [
        (check.number, check.name) for check in report.checks
    ]
    for ours, theirs in zip(report.checks, answer["checks"], strict=True):
        if ours.number not in RULES_ONLY:
            assert (theirs["status"], theirs["line"]) == (ours.status, ours.line), (ours, theirs)
        else:
            assert theirs["status"] == "not possible"
    assert answer["head"] == (None if report.head is None else str(report.head))


@pytest.mark.parametrize("table", [*GOOD, unfinished], ids=lambda table: table.__name__)
def test_good_copies_are_good_for_everybody(table: Callable[[], Played], tmp_path: Path) -> None:
    played = table()
    copies = [played.record(viewer) for viewer in every_viewer(played.table.setup.seats)]
    for answers in ask_all(copies, tmp_path).values():
        for text, answer in zip(copies, answers, strict=True):
            assert answer["first_wrong_line"] is None
            compare(text, answer)


@pytest.mark.parametrize("number", range(len(DAMAGES)), ids=lambda number: DAMAGES[number].name)
def test_all_verifiers_agree_on_damage(number: int, told: dict[str, list[Any]]) -> None:
    for answers in told.values():
        compare(damaged(DAMAGES[number]), answers[number])
