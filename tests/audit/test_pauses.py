"""A table that was stopped: verified, replayed and told; and what nobody can forge of it."""

from __future__ import annotations

import pytest

from domain.audit.branches import leaving
from domain.audit.checks import verify_bytes
from domain.audit.frames.reel import film
from domain.audit.frames.telling import stand
from domain.audit.heard import Heard
from domain.audit.narration import book_sentence, told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.entries import Outage, Paused, Resumed
from domain.record.lines import read, split
from domain.table.branching import Branch
from tests.audit.forging import Forgery, check_of
from tests.audit.tables import QUARTER, stopped, voided

WORDS = Words(("Anna", "Ben"))


def timeline(viewer: Viewer = ARBITER) -> Timeline:
    """Return the replay of a viewer's copy."""
    return Timeline(read(split(stopped().record(viewer))))


def test_every_copy_is_verified() -> None:
    for viewer in every_viewer(2):
        report = verify_bytes(stopped().record(viewer))
        assert report.failed == (), viewer
    assert check_of(verify_bytes(stopped().record()), 8).status == "passed"


def test_nobody_is_asked_and_the_board_says_so_while_the_play_is_stopped() -> None:
    line = timeline(seat_viewer(0))
    for moment in line.moments[line.started or 0 :]:
        here, pause = Address(moment.entry.n), moment.table.book.pause
        picture = line.picture(here, seat_viewer(0), WORDS)
        assert picture is not None
        said = picture.prompt == "The play is stopped: nobody acts, and no clock runs."
        assert said is (pause is not None or moment.table.book.due is not None)
        if said:
            assert [line.could_do(here, seat) for seat in range(2)] == [(), ()]


def test_each_entry_about_pauses_and_clocks_has_its_sentence() -> None:
    kinds = ("paused", "resumed", "clock_adjusted", "outage")
    line = timeline(SPECTATOR)
    found = [
        item.text
        for moment in line.moments
        if moment.entry.__struct_config__.tag in kinds
        for item in told(line, moment.entry.n, SPECTATOR, WORDS)
    ]
    seat = "Anna" if "gives Anna" in " ".join(found) else "Ben"
    assert found == [
        "Ben stops the play for the case c7: a dispute.",
        "Arbiter a stops the play: a dispute.",
        "The play goes on: it waits no longer for the case.",
        "The play is still stopped for something else.",
        "Arbiter a lets the play go on.",
        "The opener stops the play: a dispute.",
        "Operator k sets what is left of Anna's time to 5:00: compensation.",
        "The operator lets the play go on.",
        f"Operator k gives {seat} 1:30 for this decision: compensation.",
        "The service was down for 120 seconds, which no clock counts.",
    ]


def test_the_sentences_are_japanese_too() -> None:
    japanese = words_in("ja", "domain")
    entry = Paused(n=1, at=0, by="player:p_1", cause="ruler", reason="break")
    assert book_sentence(entry, "", japanese) == "開設者が進行を止めます。理由：休憩。"
    down = Outage(n=1, at=9, by="table", since=0, until=1000)
    assert book_sentence(down, "", Words()) == "The service was down for one second, which no clock counts."
    assert book_sentence(down, "", japanese) == "サービスが1秒間停止しました。この時間は時計に数えません。"


def test_the_clock_lets_no_play_go_on_early() -> None:
    copy = Forgery(stopped())
    entry = copy.first("resumed")
    called = copy.first("paused")
    assert (entry["by"], entry["cause"]) == ("clock", called["cause"])
    entry["at"] = called["at"] + QUARTER - 1
    check = check_of(copy.report(), 9)
    assert (check.status, check.code, check.line) == ("failed", "early_resumption", entry["n"] + 1)
    entry["at"] += 1
    assert check_of(copy.report(), 9).status == "passed"


@pytest.mark.parametrize("kind", ["outage", "resumed"])
def test_time_that_stood_is_no_time_to_think(kind: str) -> None:
    """A millisecond less of it, and an answer took longer than its entry says: by the rules and without them."""
    copy = Forgery(stopped())
    if kind == "outage":
        copy.first("outage")["until"] -= 1
    else:
        copy.first("resumed", lambda entry: entry["cause"] == "ruler")["at"] -= 1
    report = copy.report()
    assert [check_of(report, number).code for number in (8, 9)] == ["other_time", "wrong_time"]


def test_nobody_has_time_for_a_decision_that_is_another_s() -> None:
    copy = Forgery(stopped())
    entry = copy.first("clock_adjusted", lambda entry: "move_ms" in entry)
    entry["seat"] = 1 - entry["seat"]
    assert check_of(copy.report(), 8).code == "impossible_entry"


def test_a_cause_that_goes_while_none_is_left_ends_the_pause() -> None:
    """Of the book as a reader has it: the resumption is told once."""
    line = timeline(SPECTATOR)
    last = [moment for moment in line.moments if isinstance(moment.entry, Resumed)][-1]
    assert last.table.book.pause is None
    assert len(told(line, last.entry.n, SPECTATOR, WORDS)) == 1


def test_a_branch_leaves_from_a_table_that_is_stopped_and_is_not_stopped_itself() -> None:
    line = timeline()
    stop = next(moment for moment in line.moments if isinstance(moment.entry, Paused))
    moment = leaving(line, stop.entry.n)
    branch = Branch(line.title.rules, moment, {}, seed=b"seed")
    assert branch.table.book.pause is None
    called = line.moment(stop.entry.n - 1)
    assert called.table.decisions == {}
    assert branch.table.decisions.keys() == line.moment(called.entry.n - 1).table.decisions.keys()


def test_who_follows_the_stored_entries_hears_the_same() -> None:
    """A page's story and the frames of a replay, while the play is stopped too."""
    line, played = timeline(SPECTATOR), stopped()
    heard = Heard(line.title, played.table.setup, SPECTATOR).going_on(played.entries)
    for entry, story in heard.story(0, len(line), WORDS):
        assert story == told(line, entry.n, SPECTATOR, WORDS)


@pytest.mark.no_cover
def test_the_frames_of_a_replay_say_that_nobody_is_awaited() -> None:
    line = timeline(seat_viewer(0))
    (stop,) = [moment for moment in line.moments if moment.entry.by == "opener"]
    assert stand(stop).awaited == ()
    filmed = b"".join(film(line, [seat_viewer(0)], WORDS))
    assert b"The play is stopped: nobody acts, and no clock runs." in filmed


def test_a_table_that_is_void_stands_for_no_cause_any_more() -> None:
    """No `resumed` comes at a table that has ended; the case that stopped the play is closed all the same."""
    played = voided()
    assert [entry.kind for entry in played.entries][-3:] == ["table_abandoned", "secrets_opened", "case_closed"]
    assert verify_bytes(played.record()).failed == ()
