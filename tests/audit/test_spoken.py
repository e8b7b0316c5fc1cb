"""Every code and every fixed reason of a report has its words; what stands behind them is for the programs to say."""

from __future__ import annotations

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.many import Finding, Tally
from domain.audit.report import CODES, NAMES, TITLES, Check, Report
from domain.audit.spoken import ENGLISH_WORDS, MEANINGS, REASONS, reason_of, title_of
from domain.kernel.display.lines import Ink
from domain.kernel.display.words import words_in
from domain.kernel.seats import SPECTATOR, seat_viewer
from tests.audit.forging import Forgery
from tests.audit.tables import Played, duel, given_up, harbour, unfinished

JAPANESE = words_in("ja")


def test_every_code_has_a_meaning() -> None:
    assert MEANINGS.keys() == CODES.keys()
    assert all(meaning.endswith(".") for meaning in MEANINGS.values())


@pytest.mark.parametrize("code", CODES)
def test_a_failure_is_told_by_its_code_in_another_language(code: str) -> None:
    check = Check(number=CODES[code], name=NAMES[CODES[code]], status="failed", reason="it says {x}", line=3, code=code)
    assert reason_of(check, ENGLISH_WORDS) == "it says {x}"
    told = reason_of(check, JAPANESE)
    assert told is not None
    assert told.endswith(" [it says {x}]")
    assert not told.startswith(MEANINGS[code])
    assert title_of(check, JAPANESE) != TITLES[check.number]
    found = Finding(place="x", report=Report(checks=(check,)))
    assert found.line(Ink(colour=False), JAPANESE).startswith("x: 不合格, 3行目, ")


@pytest.mark.parametrize("played", [duel, given_up, harbour, unfinished])
def test_nothing_that_is_not_possible_is_told_in_english(played: object) -> None:
    """Of every kind of copy; a failure aside, whose English stands in brackets."""
    assert callable(played)
    table = played()
    assert isinstance(table, Played)
    for text in (table.record(), table.record(SPECTATOR), table.record(seat_viewer(0))):
        for check in verify_bytes(text).checks:
            told = reason_of(check, JAPANESE)
            assert told is None or not told.isascii(), told


def test_what_no_catalogue_can_hold_stays_as_it_is() -> None:
    """The numbers and names of a record stand in the sentence."""
    unknown = Forgery(duel())
    unknown.header["game"] = "whist"
    reasons = [reason_of(check, JAPANESE) for check in verify_bytes(unknown.text()).checks]
    assert "このリリースにはゲーム 'whist' がありません" in reasons
    odd = Check(number=8, name="decisions", status="not possible", reason="the {moon} is full")
    assert reason_of(odd, JAPANESE) == "the {moon} is full"
    assert all(reason == text for reason, text in REASONS.items())


def test_counts_are_told_in_each_language() -> None:
    tally = Tally()
    for report in (Report(checks=()), None):
        tally.add(Finding(place="x", report=report, reason=None if report else "gone"))
    assert str(tally) == "2 records: 1 passed, 1 unreadable."
    assert tally.told(JAPANESE) == "記録2件：合格 1件、読取不可 1件"
