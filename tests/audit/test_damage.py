"""Every named damage is found by our checks, and all three verifiers agree wherever the standalone ones can know."""

from __future__ import annotations

from functools import cache

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.report import Report
from domain.kernel.seats import every_viewer
from tests.audit.tables import Played, duel, four, harbour, unfinished, went_back
from tests.standalone.damage import DAMAGES, Damage, NotApplicableError
from tests.standalone.verifiers import Answer, ask, commands

pytestmark = pytest.mark.long

GOOD = (harbour, went_back, duel, four)  # tried in this order: the first record that a damage fits
RULES_ONLY = {8, 9, 10}  # what needs the game; of the clocks a stranger can know a part


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


def compare(text: bytes, answer: Answer) -> None:
    report = verify_bytes(text)
    assert answer.report is not None, answer.errors
    assert [(check["number"], check["name"]) for check in answer.report["checks"]] == [
        (check.number, check.name) for check in report.checks
    ]
    ours, theirs = numbers(report, "failed"), answer.failed
    assert theirs - numbers(report, "not possible") <= ours, "a stranger finds what we do not"
    if 1 in ours:
        return  # past a format error both stop, each at the same line
    known = set(range(1, 14)) - RULES_ONLY - answer.unable
    assert ours & known == theirs & known


@pytest.mark.parametrize("name", commands())
@pytest.mark.parametrize("table", [*GOOD, unfinished], ids=lambda table: table.__name__)
def test_good_copies_are_good_for_everybody(name: str, table: object) -> None:
    assert callable(table)
    played: Played = table()
    for viewer in every_viewer(played.table.setup.seats):
        text = played.record(viewer)
        answer = ask(name, text)
        assert answer.exit == 0
        compare(text, answer)
        ours = numbers(verify_bytes(text), "not possible") - RULES_ONLY
        assert answer.unable - RULES_ONLY == ours


@pytest.mark.parametrize("name", commands())
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_all_verifiers_agree_on_damage(name: str, damage: Damage) -> None:
    text = damaged(damage)
    answer = ask(name, text)
    assert answer.exit == (1 if answer.failed else 0)
    compare(text, answer)
