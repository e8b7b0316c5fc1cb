"""What is wrong with a record, told in another language to its last word; programs hear it in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.report import CODES, NAMES, Check
from domain.audit.spoken import MEANINGS, reason_of
from domain.games import game as title
from domain.kernel.display.words import words_in
from domain.kernel.seats import SPECTATOR
from programs.hearing import heard
from programs.verdicts import verdict, verdict_of
from tests.audit.forging import Forgery, check_of
from tests.audit.tables import Game
from tests.languages.test_catalogues import GAMES, contradictions, messages
from tests.standalone.forgery_table import forged, originals

JAPANESE = words_in("ja")
JAPANESE_LETTER = re.compile("[ぁ-んァ-ヶ一-龥]")
LATIN = re.compile(r"[A-Za-z][\w#-]*", re.ASCII)
NOBODY = 77  # no seat, no number of cards, no item
NOTHING = "zz"  # no card, no place


def _heard(code: str, reason: str, game: str | None = None) -> str:
    check = Check(number=CODES[code], name=NAMES[CODES[code]], status="failed", reason=reason, line=3, code=code)
    return verdict_of(check, JAPANESE, game).reason or ""


@pytest.mark.parametrize(
    ("code", "reason", "said"),
    [
        (
            "no_seal",
            "/origin is opened, but no seal stands there",
            "/originが開示されていますが、そこに封印はありません",
        ),
        ("wrong_order", "paused cannot come while the table is open", "テーブルが「空席あり」の間にpausedは置けません"),
        (
            "bad_line",
            "JSON is malformed: invalid number (byte 7)",
            "JSONが壊れています（7バイト目の数が正しくありません）",
        ),
        ("impossible_entry", "the moon is full", "the moon is full"),
    ],
)
def test_a_detail_is_heard_by_its_form(code: str, reason: str, said: str) -> None:
    assert _heard(code, reason) == said


def test_a_refusal_is_told_in_the_words_of_its_game() -> None:
    reason = "the rules refuse play_club: card_not_in_hand: You do not hold C6. (chanic_panic 6.2)"
    said = "ルールはplay_clubを認めません：card_not_in_hand：C6は手札にありません。（chanic_panic 6.2）"
    assert _heard("refused", reason, "chanic_panic") == said
    assert "You do not hold C6." in _heard("refused", reason)
    assert "You do not hold C6." in _heard("refused", reason, "whist")


def test_what_the_report_says_itself_stays_for_it_to_say() -> None:
    text = originals("chanic_panic")["spectator"]
    report = verify_bytes(text)
    assert verdict(report, words_in("en")) == report
    assert verdict(report, JAPANESE) == report


@pytest.mark.long
def test_no_forgery_is_told_in_english() -> None:
    """Of each kind; behind what its code means stands what is wrong, in brackets."""
    seen = set()
    for forgery, copy, text in forged("panic_clan_inviter"):
        for check in verdict(verify_bytes(text), JAPANESE).checks:
            told = reason_of(check, JAPANESE)
            if told is not None:
                detail = told if check.code is None else told.removeprefix(JAPANESE.say(MEANINGS[check.code]))
                assert JAPANESE_LETTER.search(detail), (forgery.name, copy, told)
                seen.add(check.code)
    assert len(seen) > 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_what_the_rules_raise_is_heard_by_its_own_form(game: str) -> None:
    package = title(game).package
    for form in contradictions(package):
        values = {name: f"{name[:1]}-{i}" for i, name in enumerate(re.findall(r"\{(\w+)\}", form))}
        said: Any = messages(package, "ja")[form].string
        assert heard(form.format(**values), "ja", package) == said.format(**values)


@pytest.mark.parametrize("game", GAMES)
def test_an_impossible_entry_is_told_without_english(game: str) -> None:
    """Each field of some actions once: behind the meaning stand, of Latin letters, names of the record and a kind."""
    seats = min(title(game).rules.seat_counts)
    forgery = Forgery(Game(game, seats, table=f"{game}-1").start().play(8).done(), SPECTATOR)
    names = {NOTHING, *[name for text in _texts_in(forgery.lines) for name in LATIN.findall(text)]}
    told = set()
    for fact in [fact for entry in forgery.entries for fact in entry.get("facts", ())]:
        for field, value in fact.items():
            if field != "tag" and isinstance(value, str | int):
                fact[field] = NOTHING if isinstance(value, str) else NOBODY
                report = forgery.report()
                if check_of(report, 8).code == "impossible_entry":
                    told.add(reason_of(check_of(verdict(report, JAPANESE), 8), JAPANESE) or "")
                fact[field] = value
    for reason in told:
        detail = reason.removeprefix(JAPANESE.say(MEANINGS["impossible_entry"]))
        assert JAPANESE_LETTER.search(detail), reason
        assert [name for name in LATIN.findall(detail) if name not in names and not name.endswith("Error")] == [], (
            reason
        )
    assert told
    assert any("Error" not in reason for reason in told) or not contradictions(title(game).package)


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of a record, without the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(item)
