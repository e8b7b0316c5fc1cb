"""A result that waits to be final: verified, told, and what nobody can forge of it."""

from __future__ import annotations

from domain.audit.checks import verify_bytes
from domain.audit.narration import book_sentence, told
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import SPECTATOR, every_viewer
from domain.record.entries import Confirm, ResultAccepted
from domain.record.lines import read, split
from tests.audit.forging import Forgery, check_of
from tests.audit.tables import QUARTER, Game, Played, waited

WORDS = Words(("Anna", "Ben", "Cy"))


def confirmed_late() -> Played:
    """Return a duel that the clock confirmed: seat 1 is a bot's, and seat 0 said nothing."""
    game = Game("chanic_panic", 2, table="late-1", confirm=Confirm(window_ms=QUARTER)).start().play()
    game.confirm(QUARTER)
    return game.done()


def test_every_copy_is_verified() -> None:
    for played in (waited(), confirmed_late()):
        for viewer in every_viewer(played.table.book.opened.seats):
            assert verify_bytes(played.record(viewer)).failed == (), viewer
        report = verify_bytes(played.record())
        assert [check_of(report, number).status for number in (8, 9, 10, 11)] == ["passed"] * 4


def test_what_is_not_final_yet_may_have_a_tail() -> None:
    played = waited()
    n = next(i for i, entry in enumerate(played.entries) if entry.kind == "result_confirmed")
    report = verify_bytes(Played(played.table, played.entries[:n]).record())
    assert report.failed == ()
    assert check_of(report, 11).status == "not possible"


def test_no_result_is_confirmed_early() -> None:
    copy = Forgery(confirmed_late())
    entry, since = copy.first("result_confirmed"), copy.first("game_finished")["at"]
    entry["at"] = since + QUARTER - 1
    check = check_of(copy.report(), 9)
    assert (check.status, check.code, check.line) == ("failed", "early_confirmation", entry["n"] + 1)
    entry["at"] += 1
    assert check_of(copy.report(), 9).status == "passed"


def test_the_table_accepts_for_nobody_who_could_do_so() -> None:
    copy = Forgery(waited())
    entry = copy.first("result_accepted", lambda entry: entry["by"] == "seat:0")
    entry["by"] = "table"
    check = check_of(copy.report(), 8)
    assert (check.code, check.line) == ("wrong_acceptance", entry["n"] + 1)


def test_each_entry_of_a_result_has_its_sentence() -> None:
    line = Timeline(read(split(waited().record(SPECTATOR))))
    texts = [item.text for moment in line.moments[-6:] for item in told(line, moment.entry.n, SPECTATOR, WORDS)]
    assert texts[1:] == [
        "Ben counts as accepting the result.",
        "Cy counts as accepting the result.",
        "Anna accepts the result.",
        "The result is final.",
        "Both secrets are opened: every draw can be computed again.",
    ]
    japanese = words_in("ja", "domain")
    assert book_sentence(ResultAccepted(n=1, at=0, by="seat:1", seat=1), "", japanese) == "席1が結果を承認します。"
