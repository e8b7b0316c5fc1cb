"""A result that waits to be final: verified, told, and what nobody can forge of it."""

from __future__ import annotations

from domain.audit.checks import verify_bytes
from domain.audit.narration import book_sentence, told
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import SPECTATOR, every_viewer
from domain.record.cases import DAY_MS
from domain.record.desk import Verified, VerifiedHead
from domain.record.entries import Confirm, ResultAccepted
from domain.record.lines import read, split
from tests.audit.forging import Forgery, check_of
from tests.audit.tables import QUARTER, Game, Played, adjusted, ruled, waited

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


def test_rulings_on_results_are_verified_in_every_copy() -> None:
    """Check 10 says that a ruling gave the result, check 11 that the record has its end."""
    for played, said in (
        (ruled(), ("not possible", "a ruling ended the game, and the rules found no result")),
        (adjusted(), ("passed", "a ruling has put another result in place of the one that the rules found")),
    ):
        for viewer in every_viewer(2):
            assert verify_bytes(played.record(viewer)).failed == (), viewer
        report = verify_bytes(played.record())
        assert (check_of(report, 10).status, check_of(report, 10).reason) == said
        assert check_of(report, 11).status == "passed"


def test_no_result_is_adjusted_late() -> None:
    copy = Forgery(adjusted())
    entry, over = copy.first("result_adjusted"), copy.first("result_confirmed")["at"]
    for later in copy.entries[copy.entries.index(entry) :]:
        later["at"] = over + DAY_MS + 1
    check = check_of(copy.report(), 9)
    assert (check.code, check.line) == ("late_adjustment", entry["n"] + 1)


def test_what_an_officer_verified_is_this_record() -> None:
    copy = Forgery(adjusted())
    entry = copy.first("verified")
    entry["head"]["hash"] = "A" * 43
    check = check_of(copy.report(), 4)
    assert (check.code, check.line) == ("other_head", entry["n"] + 1)


def test_rulings_on_results_are_told() -> None:
    lines = [Timeline(read(split(played.record(SPECTATOR)))) for played in (ruled(), adjusted())]
    texts = [
        item.text
        for line in lines
        for n in range(len(line) - 3, len(line) + 1)
        for item in told(line, n, SPECTATOR, WORDS)
    ]
    assert "Arbiter a decides the result by the case c1: 1. Anna; 2. Ben." in texts
    assert texts[-1].startswith("Arbiter a has verified the full record up to entry ")
    assert texts[-1].endswith(": nothing is wrong.")
    found = Verified(
        n=9, at=0, by="operator", checks=("failed",) * 13, result="wrong", head=VerifiedHead(n=8, hash="A" * 43)
    )
    assert book_sentence(found, "", Words()).endswith("up to entry 8: something is wrong.")


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
