"""Branches: they begin with the facts of their parent's live line, and a verification says so, or why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.audit.branches import NoBranchError, difference, leaving
from domain.audit.checks import verify_bytes
from domain.audit.narration import narrated
from domain.audit.opened import read_record
from domain.audit.report import Check
from domain.audit.timeline import Timeline
from domain.games import game, shipped
from domain.kernel.display.words import Words
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.canonical import b64
from domain.table.branching import Branch, Leaving
from tests.audit.tables import Game, Played, went_back

SEED = b"branch"


def line(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read_record(played.record(viewer)))


def parent(name: str = "fightdrome", actions: int = 6) -> Timeline:
    return line(Game(name, 2, table="parent").start().play(actions).done())


def branch(timeline: Timeline, n: int, bot: str = "random", seed: bytes = SEED) -> Branch:
    title = timeline.title
    bots = dict.fromkeys(range(timeline.opening.seats), (bot, title.bots[bot]))
    return Branch(title.rules, leaving(timeline, n), bots, seed=seed)


def text(made: Branch) -> bytes:
    return b"".join(one + b"\n" for one in made.lines())


def decided(record: bytes, timeline: Timeline | None = None) -> Check:
    """Return what check 8 says."""
    return verify_bytes(record, parent=timeline).checks[7]


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_branch_stands_where_its_parent_stood_and_verifies_with_it(name: str) -> None:
    timeline = parent(name)
    n = len(timeline)
    made = branch(timeline, n)
    assert made.table.live is not None
    assert made.table.live.state == timeline.moment(n).state
    assert made.table.book.opened.branch_of == leaving(timeline, n).branch_of
    for _ in range(4):
        assert made.bots_turn()
    made.give_up()
    record = text(made)
    report = verify_bytes(record, parent=timeline)
    assert not report.failed
    assert {check.number for check in report.checks if check.status != "passed"} <= {10, 13}
    assert decided(record).status == "not possible"
    assert "only the record of table parent" in (decided(record).reason or "")


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_branch_may_leave_from_every_moment(name: str) -> None:
    """Between simultaneous choices too, of which the branch has the facts and not the commands."""
    timeline = parent(name, 8)
    assert timeline.started is not None
    for n in range(timeline.started, len(timeline) + 1):
        made = branch(timeline, n)
        for _ in range(3):
            made.bots_turn()
        report = verify_bytes(text(made), parent=timeline)
        assert not report.failed, n
        assert report.checks[7].status == "passed"


def test_equal_arguments_give_equal_bytes_and_another_seed_another_table() -> None:
    timeline = parent()
    n = len(timeline)
    one, same, other = branch(timeline, n), branch(timeline, n), branch(timeline, n, seed=b"other")
    for made in (one, same, other):
        made.bots_turn()
    assert text(one) == text(same)
    assert len({one.table.id, other.table.id, branch(timeline, n, bot="sensible").table.id}) == 3


def test_a_branch_leaves_from_a_rewound_line_and_from_one_that_was_taken_back() -> None:
    """What a rewind dropped is not among the facts, unless the branch leaves from there."""
    timeline = line(went_back())
    dropped = max(n for n in timeline.taken_back if timeline.moment(n).table.decisions)
    for n in (dropped, max(moment.entry.n for moment in timeline.moments if moment.table.decisions)):
        made = branch(timeline, n)
        assert made.table.live is not None
        assert made.table.live.state == timeline.moment(n).state
        assert decided(text(made), timeline).status == "passed"


def test_a_branch_of_a_branch_has_the_first_branch_as_its_parent() -> None:
    first = branch(parent(), 8)
    first.bots_turn()
    timeline = Timeline(read_record(text(first)))
    second = branch(timeline, len(timeline))
    assert decided(text(second), timeline).status == "passed"
    assert "not parent" in (decided(text(second), parent()).reason or "")


def test_nobody_plays_on_before_the_deal_after_the_end_or_from_a_copy() -> None:
    timeline = parent()
    with pytest.raises(NoBranchError, match="has not begun after entry 2"):
        leaving(timeline, 2)
    ended = line(Game("fightdrome", 2).start().play(4).abandon().done())
    with pytest.raises(NoBranchError, match="nobody is awaited after entry"):
        leaving(ended, len(ended))
    game_ = Game("chanic_panic", 2, table="parent").start().play(2).done()
    for viewer in (SPECTATOR, seat_viewer(0)):
        copy = line(game_, viewer)
        with pytest.raises(NoBranchError, match="hides something of entry"):
            leaving(copy, len(copy))


def _changed(moment: Leaving, **members: Any) -> Leaving:
    return moment._replace(branch_of=replace(moment.branch_of, **members))


def _other_facts(moment: Leaving) -> Leaving:
    played = Game("chanic_panic", 2, table="parent", seed=2).start().play(3).done()
    return moment._replace(facts=leaving(line(played), len(played.entries)).facts)


FORGED: dict[str, tuple[Callable[[Leaving], Leaving], str]] = {
    "hash": (lambda moment: _changed(moment, hash=b64(bytes(32))), "another hash"),
    "entry": (lambda moment: _changed(moment, n=moment.branch_of.n - 1), "another hash"),
    "no entry": (lambda moment: _changed(moment, n=0), "another hash"),
    "options": (
        lambda moment: moment._replace(opened=replace(moment.opened, options={"trader": False})),
        "other options",
    ),
    "facts": (_other_facts, "is not that of the parent's live line"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_branch_that_begins_otherwise_is_found_with_its_parent_and_by_nobody_without(forged: str) -> None:
    """docs/fairness.md, "Branches"."""
    timeline = parent("chanic_panic", 3)
    change, reason = FORGED[forged]
    title = timeline.title
    bots = dict.fromkeys(range(2), ("random", title.bots["random"]))
    made = Branch(title.rules, change(leaving(timeline, len(timeline))), bots, seed=SEED)
    found = decided(text(made), timeline)
    assert (found.status, found.code) == ("failed", "other_parent")
    assert reason in (found.reason or "")
    assert not verify_bytes(text(made)).failed


def test_a_branch_has_the_rules_of_its_parent() -> None:
    timeline = parent("chanic_panic", 3)
    moment, table = leaving(timeline, len(timeline)), branch(timeline, len(timeline)).table
    assert difference(timeline, table, moment.facts) is None
    for changed in ({"version": 7}, {"seats": 3}):
        other = replace(table, book=replace(table.book, opened=replace(table.book.opened, **changed)))
        assert difference(timeline, other, moment.facts) == f"the parent has another {next(iter(changed))}"


def test_a_parent_that_hides_or_ends_too_early_cannot_tell() -> None:
    played = Game("chanic_panic", 2, table="parent").start().play(3).done()
    record = text(branch(line(played), len(played.entries)))
    hiding = decided(record, line(played, seat_viewer(1)))
    assert (hiding.status, "hides something" in (hiding.reason or "")) == ("not possible", True)
    short = decided(record, line(played._replace(entries=played.entries[:-1])))
    assert (short.status, "ends before entry" in (short.reason or "")) == ("not possible", True)


def test_a_person_and_a_bot_play_a_branch_to_its_end() -> None:
    timeline = parent("fightdrome", 4)
    title = timeline.title
    made = Branch(title.rules, leaving(timeline, len(timeline)), {1: ("random", title.bots["random"])}, seed=SEED)
    while 0 not in made.table.decisions:
        assert made.bots_turn()
    made.take(0, Concede(), thought_ms=1_234)
    assert not made.bots_turn()
    report = verify_bytes(text(made), parent=timeline)
    assert [check.number for check in report.checks if check.status != "passed"] == [13]
    holders = [made.table.book.holders[seat] for seat in (0, 1)]
    assert [holder and holder.bot for holder in holders] == [None, "random"]


def test_a_branch_is_told_to_be_one() -> None:
    opened = branch(parent(), 8).table.book.opened
    sentences = narrated(game(opened.game), opened, (), Words())
    assert len(sentences) == 2
    assert sentences[-1].text.startswith(
        f"This is a branch: it goes on from entry 8 of the table {parent().opening.table}"
    )
