"""Rewinds with new orders: written, folded, verified, told, and played on from."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.audit.branches import leaving
from domain.audit.checks import verify_bytes
from domain.audit.damage import damage
from domain.audit.decided import decisions
from domain.audit.figures import figures
from domain.audit.knowledge import knowledge, told_states
from domain.audit.narration import told
from domain.audit.parting import lived
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from domain.kernel.messages import UnseenReordered
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.blob import from_blobs, private_blob, public_blob
from domain.record.entries import RewoundTo
from domain.record.lines import read, split
from domain.table.book import BookError
from domain.table.codec import codec_of
from domain.table.rewinding import go_back
from domain.table.table import Read, fold
from tests.audit.forging import Forgery, check_of, statuses
from tests.audit.tables import Game, Played

WORDS = Words(("Anna", "Ben"))
NAMES = ("chanic_panic", "fightdrome", "harbour", "panic_clan_inviter", "panzer_clash")
SHIPPED = tuple(name for name in NAMES if name != "harbour")


def back(name: str, *, end: bool = True) -> tuple[Played, int, int]:
    """Return a table that went back with a new order, the number of that entry, and where it went."""
    game = Game(name, 2, bot="random", seed=5, options={"rounds": 4} if name == "harbour" else None).start()
    to = game.table.book.n + 2
    game.play(7)
    game.rewind(to, "reshuffle")
    n = game.table.book.n
    game.play(5)
    return (game.abandon().done() if end and game.table.book.status == "running" else game.done()), n, to


@cache
def went_back(name: str) -> tuple[Played, int, int]:
    return back(name)


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def rewound(lines: Timeline, n: int) -> RewoundTo[Any]:
    entry = lines.moment(n).entry
    assert isinstance(entry, RewoundTo)
    return entry


@pytest.mark.parametrize("name", NAMES)
def test_it_is_verified_in_every_copy(name: str) -> None:
    """Draws are recomputed, and the order is decided again by check 8, where the copy opens all."""
    played, _, _ = went_back(name)
    for viewer in every_viewer(2):
        report = verify_bytes(played.record(viewer))
        assert not report.is_wrong, (viewer, report)
        assert 7 not in statuses(report)
    assert statuses(verify_bytes(played.record())).keys() == {10, 13} or name == "undercut"


@pytest.mark.parametrize("name", NAMES)
def test_its_draws_count_the_rewind_and_go_on_after_the_goal(name: str) -> None:
    played, n, to = went_back(name)
    lines = timeline(played)
    entry, live = rewound(lines, n), lines.moment(to).table.live
    assert live is not None
    assert entry.order == "reshuffle"
    assert entry.draws
    for use, draw in enumerate(entry.draws, live.use):
        assert draw.label.startswith(f"1/{use}/unseen_")
    after = lines.moment(n).table.live
    assert after is not None
    assert after.use == live.use + len(entry.draws)
    assert after.decisions.keys() == live.decisions.keys()
    assert {decision.n for decision in after.decisions.values()} == {n}


@pytest.mark.parametrize("name", NAMES)
def test_no_view_differs_from_that_at_the_goal(name: str) -> None:
    played, n, to = went_back(name)
    lines = timeline(played)
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1)):
        assert lines.view(Address(n), viewer) == lines.view(Address(to), viewer)
        own = timeline(played, viewer)
        assert own.view(Address(n), viewer) == own.view(Address(to), viewer)
        told_at = [list(told_states(lines, viewer, Address(place)))[-1][1] for place in (n, to)]
        assert told_at[0] == told_at[1]
    assert lines.state(Address(n)) != lines.state(Address(to)) or name == "harbour"
    assert lines.state(Address(n, len(lines.moment(n).facts) - 1)) == lines.state(Address(n))


@pytest.mark.parametrize("name", NAMES)
def test_the_store_folds_it_alike(name: str) -> None:
    played, _, _ = went_back(name)
    table, codec = played.table, codec_of(played.table.rules)
    reads = []
    for sealed in played.entries:
        back, _ = from_blobs(public_blob(sealed), private_blob(sealed))
        reads.append(Read(codec.stored(back.public, [(secret.value, secret.seats) for secret in back.secrets]), back))
    again = fold(table.rules, reads, data=table.setup.data, secrets=table.secrets)
    assert again.live is not None
    assert table.live is not None
    assert (again.live.state, again.live.use) == (table.live.state, table.live.use)
    assert again.book.head == table.book.head


@pytest.mark.parametrize("name", SHIPPED)
def test_it_is_told(name: str) -> None:
    played, n, to = went_back(name)
    lines = timeline(played)
    first, *others = told(lines, n, SPECTATOR, WORDS)
    assert first.text == f"The table goes back to entry {to}: a mistake."
    assert len(others) == len(lines.moment(n).facts)
    assert all("put in a new order" in item.text for item in others)


def test_a_rewind_of_a_rewind_takes_its_order_back() -> None:
    game = Game("chanic_panic", 2, seed=3).start().play(4)
    to = game.table.book.n - 2
    before = game.lives[to]
    game.rewind(to, "reshuffle")
    n = game.table.book.n
    game.play(2)
    game.rewind(to)
    assert before is not None
    assert game.table.live is not None
    assert game.table.live.state == before.state
    played = game.abandon().done()
    assert not verify_bytes(played.record()).is_wrong
    lines = timeline(played)
    assert n in lines.taken_back
    assert not any(address.n == n for address, _ in lived(lines, ARBITER))
    assert figures(lines, [0]).taken_back == len(lines.taken_back)


def test_what_is_counted_and_played_on_from_knows_the_new_order() -> None:
    played, n, to = went_back("chanic_panic")
    lines = timeline(played)
    assert n not in lines.taken_back
    assert any(address.n == n for address, _ in lived(lines, ARBITER))
    assert any(draw.purpose == "unseen_deck" for draw in figures(lines, [0]).draws)
    assert all(decision.legal for decision in decisions(lines, ARBITER))
    found = knowledge(lines, 0, Address(len(lines)), WORDS)
    assert found is not None
    assert any(isinstance(fact, UnseenReordered) for fact in leaving(lines, n).facts)
    report = damage(lines, to, WORDS)
    assert report.way("keep").grade is not None
    assert any(draw.purpose == "unseen_deck" for draw in report.draws)


def test_only_where_the_game_ran_a_table_goes_back() -> None:
    game = Game("chanic_panic", 2).start()
    with pytest.raises(BookError, match="entry 2 is no place to go on from"):
        go_back(game.table, 2, game.lives, at=game.tick(), by="arbiter:a", reason="other")


def test_it_may_come_with_the_orders_kept() -> None:
    game = Game("undercut", 2).start()
    to = game.table.book.n
    game.play(1)
    game.rewind(to, "reshuffle")
    game.rewind(to)
    plain, renewed = (game.entries[place].public for place in (-1, -2))
    assert b'"order"' not in plain
    assert b'"order":"reshuffle"' in renewed
    assert b'"facts"' not in renewed
    assert not verify_bytes(game.abandon().done().record()).is_wrong


def forged(change: Callable[[dict[str, Any], Forgery], object]) -> Any:
    played, n, _ = went_back("chanic_panic")
    copy = Forgery(played)
    change(copy.entry(n), copy)
    return copy.report()


def test_facts_where_the_orders_are_kept_are_of_no_record() -> None:
    report = forged(lambda entry, copy: entry.pop("order"))
    assert check_of(report, 1).reason == "a rewind that keeps the orders has facts or draws"


def test_another_order_than_the_draws_give_is_found() -> None:
    """Check 8 decides again; the same cards, in another order than chance gave."""

    def change(entry: dict[str, Any], copy: Forgery) -> None:
        opened = copy.line(entry["n"])["opened"]
        (pointer,) = [place for place in opened if place.startswith("/facts/")]
        copy.open(entry["n"], pointer, opened[pointer][0][::-1])

    report = forged(change)
    assert check_of(report, 8).code == "other_decision"


def test_a_new_order_that_leaves_a_pile_out_is_found() -> None:
    def change(entry: dict[str, Any], copy: Forgery) -> None:
        line = copy.line(entry["n"])
        del entry["facts"], entry["draws"], entry["seals"], line["opened"]

    assert check_of(forged(change), 8).code == "other_decision"


def test_a_draw_of_another_rewind_is_found() -> None:
    def change(entry: dict[str, Any], copy: Forgery) -> None:
        entry["draws"][0]["label"] = "0" + entry["draws"][0]["label"][1:]

    report = forged(change)
    assert check_of(report, 7).code == "wrong_label"
    assert check_of(report, 8).code == "other_decision"
