"""The report on a moment: what stands in it, for whom, and that nothing can be slipped into it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import pytest

from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.games import game, shipped
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.entries import Clock
from dossier.report import NoCaseError, report_of
from dossier.report.times import NO_TIME, length, stamp
from tests.audit.tables import Game, Played, adjusted, given_up, stopped, worded, worded_so_far
from tests.dossier.documents import Document

CASE = "c-9"
SECTIONS = ("story", "clocks", "choices", "boards", "costs", "checks", "hashes", "how")


def words(name: str = "chanic_panic", language: str = "en") -> Words:
    return words_in(language, game(name).package, "dossier")


def document(
    played: Played, at: int | Address, viewer: Viewer = ARBITER, case: str | None = None, said: Words | None = None
) -> Document:
    address = Address(at) if isinstance(at, int) else at
    return Document(report_of(played.record(viewer), address, said or words(), case))


def begun(name: str) -> Played:
    """Return a game with a clock, some decisions in."""
    return Game(name, 2, seed=6, clock=Clock(move_ms=30_000, bank_ms=600_000, delay_ms=500)).start().play(8).done()


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_report_of_each_game_has_all_that_a_reader_needs(name: str) -> None:
    """The table, the board of each seat, what happened, choices, clocks, damage, thirteen checks, hashes."""
    played = begun(name)
    text = played.record()
    n = played.table.book.n - 1
    found = Document(report_of(text, Address(n), words(name)))
    assert [one["id"] for one in found.named("section") if "id" in one] == list(SECTIONS)
    assert found.text.count("saw it") == len(found.named("svg")) == 2
    for what in ("audit-1", "Each decision had 0:30.000.", "What would be taken back", "Leave it, and rule"):
        assert what in found.text
    checks = found.text.partition("What the thirteen checks find")[2].partition("Hashes")[0].split("\n")
    assert [number for number in checks if number.isdigit()] == [str(number) for number in range(1, 14)]
    assert sha256(text).hexdigest() in found.text
    assert f"replay report RECORD.ndjson --at {n} --lang en" in found.text
    head = read_record(text).entries[n - 1].hash
    assert f"--head {n}:{b64encode(head, altchars=b'-_').decode().rstrip('=')}" in found.text


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_report_speaks_japanese(name: str) -> None:
    found = document(begun(name), 9, said=words(name, "ja"))
    assert found.named("html") == [{"lang": "ja"}]
    headings = found.text.split("\n")
    for english in ("The clocks", "Hashes", "Ten entries around the moment", "How to check this", "Who sat there"):
        assert english not in headings
    assert "記録9についての報告書" in headings


def test_nothing_runs_and_nobody_is_asked() -> None:
    """One style is allowed, by its hash; nothing has a style or a script of its own."""
    found = document(worded(), 5, case=CASE)
    (policy,) = [one["content"] for one in found.named("meta") if "http-equiv" in one]
    allowed = b64encode(sha256(found.style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    assert len(found.named("style")) == 1
    assert {tag for tag, _ in found.elements}.isdisjoint({"script", "img", "link", "iframe", "object", "form", "a"})
    names = {name for _, attributes in found.elements for name in attributes}
    assert names.isdisjoint({"style", "src"})
    assert not any(name.startswith("on") for name in names)
    assert "url(" not in found.style
    assert "@import" not in found.style


def test_the_same_record_has_the_same_report() -> None:
    text = worded().record()
    reports = {report_of(text, Address(5), words(), CASE) for _ in range(2)}
    assert len(reports) == 1


def test_what_somebody_has_written_stays_text() -> None:
    label = "<script>alert(1)</script>\u202e"
    played = Game("chanic_panic", 2, label=label).start().play(3).done()
    said = words().calling(["<b>Anna</b>", "Ben"])
    found = document(played, 5, said=said)
    assert found.named("script") == found.named("b") == []
    assert "<script>alert(1)</script>" in found.text
    assert "<b>Anna</b>" in found.text
    assert "\u202e" not in found.text


def test_a_case_is_told_with_its_words_its_ruling_and_the_rules_cited() -> None:
    found = document(worded(), Address(5, 0), case=CASE)
    case = found.text.partition("Case c-9")[2].partition("Ten entries")[0]
    for what in ("a question of the rules", "no rule was broken", "R14", "it is decided, and may be appealed"):
        assert what in case
    for text in ("Seat 0 has looked at my hand", "Nobody could see anything.", "Seat 1 holds H7."):
        assert text in case
    assert "seen from entry 10" in found.text, "the damage is what it was before the ruling"


def test_a_copy_tells_no_more_than_it_holds() -> None:
    """Before the end a spectator reads what an arbiter says to all, sees the table from outside, and nothing else."""
    found = document(worded_so_far(), 5, SPECTATOR, CASE)
    assert len(found.named("svg")) == 1
    assert "As a spectator saw it" in found.text
    assert "This copy does not hold what Seat 1 saw." in found.text
    assert found.text.count("has written something that is not in this copy.") == 2
    assert "looked at my hand" not in found.text
    assert "This copy hides what others learned" in found.text
    own = document(worded_so_far(), 5, seat_viewer(1), CASE)
    assert len(own.named("svg")) == 1
    assert "looked at my hand" in own.text


def test_a_moment_before_the_deal_has_no_board() -> None:
    found = document(given_up(), 2)
    assert found.named("svg") == []
    assert "The game had not begun: there is no board." in found.text
    assert "nobody sat there" in found.text


def test_a_stopped_clock_is_said() -> None:
    played = stopped()
    timeline = Timeline(read_record(played.record()))
    stopping = next(moment.entry.n for moment in timeline.moments if moment.table.book.pause is not None)
    assert "The play was stopped since" in document(played, stopping).text
    assert "10:00.000" in document(played, stopping).text


def test_a_moment_that_was_taken_back_says_so() -> None:
    game_ = Game("chanic_panic", 2).start().play(6)
    last = game_.table.book.n
    game_.rewind(last - 2)
    found = document(game_.play(2).done(), last)
    assert "A rewind took this moment back later." in found.text
    assert "(taken back)" in found.text


def test_a_ruling_that_adjusts_a_result_says_so() -> None:
    found = document(adjusted(), 6, case="c1")
    assert "the result is adjusted" in found.text
    assert "rule 4" in found.text


def test_what_is_not_there_has_no_report() -> None:
    text = worded().record()
    with pytest.raises(NoCaseError, match="the record has no case c-0"):
        report_of(text, Address(5), words(), "c-0")
    with pytest.raises(IndexError):
        report_of(text, Address(500), words())


def test_times_need_no_language() -> None:
    assert stamp(1_767_225_600_007) == "2026-01-01 00:00:00.007"
    assert stamp(2**60) == NO_TIME
    assert [length(ms) for ms in (7_250, 60_000, 3_723_004)] == ["0:07.250", "1:00.000", "1:02:03.004"]
