"""Cases in records: every copy is verified, what comes too early or late is found, and each entry is a sentence."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.narration import book_sentence
from domain.audit.told_cases import ABOUT, DISMISSALS, FINDINGS, MEASURES, PENALTIES
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import every_viewer
from domain.record.desk import (
    CaseAppealed,
    CaseClaimed,
    CaseClosed,
    CaseDismissed,
    CaseOpened,
    CaseReleased,
    Penalty,
    RulingAccepted,
    RulingMade,
)
from domain.record.entries import BookEntry
from domain.table.accepting import accept_ruling
from domain.table.cases import Call, Ruling, appeal, claim, close_due, open_case, penalise, rule
from domain.table.pausing import resume
from domain.table.rewinding import go_back
from tests.audit.forging import Forgery, check_of
from tests.audit.tables import Game, Played

HOUR = 3_600_000  # ms
ANNA, BELA = "arbiter:anna", "arbiter:bela"
HEAD: dict[str, Any] = {"n": 9, "at": 0, "case": "c1"}


@cache
def judged() -> Played:
    """Return a duel with a case that was appealed, one that the clock closed, and one that came after the end."""
    game = Game("chanic_panic", 2, table="judged-1", arbiter_call="stop", appeal_ms=HOUR, file_ms=HOUR).start().play(3)
    game.call("c1", "seat:1")
    game.add(claim(game.table, "c1", at=game.tick(), by=ANNA))
    go_on = partial(resume, cause="case:c1", at=game.at, by=ANNA)
    game.add(rule(game.table, "c1", Ruling("no_infraction", ("none",)), [go_on], at=game.at, by=ANNA))
    game.add(appeal(game.table, "c1", at=game.tick(HOUR - 1), by="seat:1"))
    game.add(claim(game.table, "c1", at=game.tick(), by=BELA))
    warn = partial(penalise, seat=0, penalty="warning", case="c1", at=game.at, by=BELA)
    game.add(rule(game.table, "c1", Ruling("infraction", ("penalty",), ("Turns",)), [warn], at=game.at, by=BELA))
    game.play()
    end = game.table.book.at
    game.add(
        open_case(game.table, "c2", Call("9", "conduct"), at=game.tick(9 * HOUR), by="seat:0", filed_at=end + HOUR)
    )
    game.add(claim(game.table, "c2", at=game.tick(), by=ANNA))
    game.add(rule(game.table, "c2", Ruling("undecided", ("none",)), at=game.tick(), by=ANNA))
    game.add(close_due(game.table, at=game.tick(HOUR)))
    return game.done()


def test_every_copy_is_verified() -> None:
    assert [entry.kind for entry in judged().entries][-4:] == [
        "case_opened",
        "case_claimed",
        "ruling_made",
        "case_closed",
    ]
    for viewer in every_viewer(2):
        assert verify_bytes(judged().record(viewer)).failed == (), viewer
    whole = verify_bytes(judged().record())
    assert {check_of(whole, number).status for number in range(1, 13)} == {"passed"}


@pytest.mark.parametrize(
    ("kind", "case", "member", "by", "code"),
    [
        ("case_appealed", "c1", "at", 1, "late_appeal"),
        ("case_closed", "c2", "at", -1, "early_closing"),
        ("case_opened", "c2", "filed_at", 1, "late_case"),
    ],
)
def test_a_millisecond_too_late_or_too_early_is_found(kind: str, case: str, member: str, by: int, code: str) -> None:
    copy = Forgery(judged())
    entry = copy.first(kind, lambda entry: entry["case"] == case)
    entry[member] += by
    check = check_of(copy.report(), 9)
    assert (check.status, check.code, check.line) == ("failed", code, entry["n"] + 1)
    entry[member] -= by
    assert check_of(copy.report(), 9).status == "passed"


def test_each_entry_is_a_sentence() -> None:
    def said(entry: BookEntry) -> str:
        return book_sentence(entry, "", Words(("Anna", "Ben")))

    opened = CaseOpened(**HEAD, by="seat:1", moment="8.2", about="clock", stops_play=False, filed_at=0)
    ruling = RulingMade(**HEAD, by=ANNA, finding="infraction", grounds=("Turns", "Time"), measures=("clock", "words"))
    assert [
        said(opened),
        said(CaseClaimed(**HEAD, by=ANNA)),
        said(CaseReleased(**HEAD, by="operator")),
        said(CaseDismissed(**HEAD, by=ANNA, code="duplicate")),
        said(ruling),
        said(RulingMade(**HEAD, by=ANNA, finding="undecided", grounds=(), measures=("none",))),
        said(CaseAppealed(**HEAD, by="seat:0")),
        said(RulingAccepted(**HEAD, by="seat:0", seat=0)),
        said(RulingAccepted(**HEAD, by="table", seat=1)),
        said(CaseClosed(**HEAD, by="clock")),
        said(Penalty(**HEAD, by=ANNA, seat=0, penalty="game_loss")),
        said(Penalty(**HEAD, by=ANNA, seat=1, penalty="time", points=2)),
    ] == [
        "Ben calls the arbiter for what happened at entry 8.2: the clock (case c1).",
        "Arbiter anna takes the case c1 over.",
        "The operator gives the case c1 out of hand.",
        "Arbiter anna dismisses the case c1: it is another case already.",
        (
            "Arbiter anna rules on the case c1: a rule was broken. Rules: Turns, Time. "
            "Measures: a clock is set, words of the arbiter."
        ),
        "Arbiter anna rules on the case c1: it cannot be found out. Measures: none.",
        "Anna appeals against what was decided in the case c1.",
        "Anna accepts what was decided in the case c1.",
        "Ben counts as accepting what was decided in the case c1.",
        "The case c1 is closed.",
        "Anna is penalised: the loss of the game (case c1).",
        "Ben is penalised: less time, points: 2 (case c1).",
    ]


def test_the_sentences_are_japanese_too() -> None:
    japanese = words_in("ja", "domain")
    penalty = Penalty(**HEAD, by=ANNA, seat=0, penalty="warning")
    assert book_sentence(penalty, "", japanese) == "席0にペナルティ：警告（案件c1）。"
    for closed in (ABOUT, DISMISSALS, FINDINGS, MEASURES, PENALTIES):
        assert all(japanese.say(text) != text for text in closed.values())


@cache
def agreed() -> Played:
    """Return a duel that was taken back, which the table accepted for the bot, and seat 0 itself: then it went on."""
    game = Game("chanic_panic", 2, table="agreed-1", arbiter_call="stop").start().play(3)
    to = game.table.book.n - 1
    game.call("c1", "seat:1")
    game.add(claim(game.table, "c1", at=game.tick(), by=ANNA))
    back = partial(go_back, to=to, lives=game.lives, at=game.at, by=ANNA, reason="mistake")
    game.add(rule(game.table, "c1", Ruling("infraction", ("rewind",)), [back], at=game.at, by=ANNA))
    game.add(accept_ruling(game.table, "c1", 0, at=game.tick(), by="seat:0"))
    return game.play(2).done()


def test_the_table_lets_no_ruling_stand_for_who_could_appeal() -> None:
    assert [verify_bytes(agreed().record(viewer)).failed for viewer in every_viewer(2)] == [()] * 4
    copy = Forgery(agreed())
    entry = copy.first("ruling_accepted", lambda entry: entry["by"] == "seat:0")
    entry["by"] = "table"
    check = check_of(copy.report(), 8)
    assert (check.code, check.line) == ("wrong_acceptance", entry["n"] + 1)


def test_nobody_accepts_what_nobody_could_appeal_any_more() -> None:
    copy = Forgery(agreed())
    copy.first("table_opened")["appeal_ms"] = 1
    check = check_of(copy.report(), 9)
    late = copy.first("ruling_accepted", lambda entry: entry["by"] == "seat:0")
    assert (check.code, check.line) == ("late_acceptance", late["n"] + 1)


def test_play_goes_on_only_once_the_last_one_accepts() -> None:
    """Also where entry 1 says nothing of appeals."""
    copy = Forgery(agreed())
    resumed = copy.first("resumed")
    resumed["at"] -= 1
    check = check_of(copy.report(), 9)
    assert (check.status, check.code, check.line) == ("failed", "early_resumption", resumed["n"] + 1)
