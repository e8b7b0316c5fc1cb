"""The result of a game: at once, or after a window in which every seat may accept it; and what opens only then."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.messages import Concede
from domain.kernel.seats import SPECTATOR, seat_viewer
from domain.record.canonical import decode
from domain.record.chain import Request
from domain.record.entries import Clock, Confirm, OfTournament, ResultAccepted, ResultConfirmed
from domain.record.lines import copy_line
from domain.table.book import Book
from domain.table.play import declare_no_show, force_action, start
from domain.table.results import accept_result, accepts_itself, confirm, confirm_due, open_secrets
from domain.table.seating import Sitting, replace_seat
from tests.harbour.rules import Harbour
from tests.table.test_book import refusal
from tests.table.test_clock import LONG
from tests.table.test_pausing import code
from tests.table.test_rewinding import back
from tests.table.world import AT, World, refolded

WINDOW = 600_000
CONFIRM = Confirm(window_ms=WINDOW)


def finished(seats: int = 2, **more: Any) -> World:
    """Play a table with a window to its end; nobody concedes."""
    return World(seats=seats, confirm=CONFIRM, **more).started().play()


def accept(world: World, seat: int, at: int = AT) -> Book:
    """Let a seat accept the result."""
    return world.keep(accept_result(world.table, seat, at=at, by=f"seat:{seat}")).book


def test_without_a_window_a_result_is_final_at_once() -> None:
    world = World().started().play()
    assert world.kinds()[-3:] == ["game_finished", "result_confirmed", "secrets_opened"]
    assert (world.table.book.result, confirm_due(world.table)) == (None, None)
    assert code(accept_result, world.table, 0, at=AT, by="seat:0") == "nothing_to_accept"


def test_with_a_window_it_waits_and_nothing_opens() -> None:
    world = finished()
    assert world.kinds()[-1] == "game_finished"
    book = world.table.book
    assert (book.status, book.is_over, book.secrets_open) == ("finished", False, False)
    assert book.outcome is not None
    assert confirm_due(world.table) == AT + WINDOW
    assert refolded(world.entries) == world.table


def test_in_a_tournament_secrets_may_wait_for_its_end() -> None:
    """They open once the game is over too, once, and not at a table that has opened them with its result."""
    cup = OfTournament(id="cup", round=1, pairing=1)
    world = World(tournament=cup, secrets_open_at="event_end").started()
    assert open_secrets(world.table, at=AT).entries == ()
    world.play()
    assert world.kinds()[-1] == "result_confirmed"
    world.keep(open_secrets(world.table, at=AT))
    assert world.kinds()[-1] == "secrets_opened"
    assert open_secrets(world.table, at=AT).entries == ()
    assert refolded(world.entries) == world.table
    assert open_secrets(World().started().play().table, at=AT).entries == ()


def test_a_table_of_a_board_is_private_until_its_secret_opens() -> None:
    """Others may still play the same deal: whatever its opening asks for, it opens no secret with its own result."""
    cup = OfTournament(id="cup", round=1, pairing=1, board=1)
    world = World(tournament=cup).started().play()
    book = world.table.book
    assert (book.opened.protocol, book.opened.deal_id, book.opened.secrets_open_at) == ("board/1", "cup/1", "event_end")
    assert (world.kinds()[-1], book.opened.visibility, book.visibility) == ("result_confirmed", "public", "private")
    world.keep(open_secrets(world.table, at=AT))
    assert world.table.book.visibility == "public"
    assert World(tournament=cup, visibility="unlisted").table.book.visibility == "private"
    assert World(visibility="unlisted").table.book.visibility == "unlisted"


def test_it_is_final_once_every_seat_has_accepted_it() -> None:
    world = finished()
    assert accept(world, 1).status == "finished"
    assert accept(world, 0, AT + 5).status == "confirmed"
    assert world.kinds()[-3:] == ["result_accepted", "result_confirmed", "secrets_opened"]
    assert [decode(entry.public)["by"] for entry in world.entries[-3:]] == ["seat:0", "clock", "table"]
    assert refolded(world.entries) == world.table


def test_the_clock_confirms_it_once_the_window_is_over_and_never_early() -> None:
    world = finished()
    accept(world, 1)
    assert confirm(world.table, at=AT + WINDOW - 1).entries == ()
    assert world.keep(confirm(world.table, at=AT + WINDOW)).book.status == "confirmed"
    assert world.kinds()[-2:] == ["result_confirmed", "secrets_opened"]
    assert confirm(world.table, at=AT + 2 * WINDOW).entries == ()


@pytest.mark.parametrize("secrets", ["confirmed", "never"])
def test_nothing_more_is_opened_before_the_confirmation(secrets: Any) -> None:
    """A law, of each viewer's copy: what stays sealed during play stays so until the result is final."""
    world = finished(secrets_open_at=secrets)
    accept(world, 0)
    table = world.table
    for viewer in (SPECTATOR, seat_viewer(0), seat_viewer(1)):
        for entry in world.entries:
            kept = copy_line(entry, viewer, table.salts)
            assert b"deal_secret" not in kept
            assert b"salt_secret" not in kept
    accept(world, 1)
    assert table.book.secrets_open is False
    assert world.table.book.secrets_open is (secrets == "confirmed")


def test_a_request_is_kept_with_its_acceptance() -> None:
    world = finished()
    asked = Request(b"k" * 16, b"b" * 16)
    world.keep(accept_result(world.table, 0, at=AT, by="seat:0", request=asked))
    assert world.table.book.requests[asked.key] == (asked.body, world.table.book.n)


def test_who_accepts_twice_or_has_no_seat_is_refused() -> None:
    world = finished()
    accept(world, 0)
    assert code(accept_result, world.table, 0, at=AT, by="seat:0") == "accepted_already"
    assert code(accept_result, world.table, 2, at=AT, by="seat:2") == "no_such_seat"


def test_a_bot_accepts_by_itself() -> None:
    world = World(confirm=CONFIRM).seated()
    bot = Sitting(player="p7", name_hash="h", bot="random")
    world.keep(replace_seat(world.table, 1, bot, at=AT, by="operator"))
    assert not accepts_itself(World(confirm=CONFIRM).started().table, 1, None)
    world.keep(start(world.table, at=AT, by="organiser"))
    world.play()
    assert world.kinds()[-2:] == ["game_finished", "result_accepted"]
    assert world.last() == ResultAccepted(n=world.table.book.n, at=AT, by="table", seat=1)
    assert accept(world, 0).status == "confirmed"


def test_bots_alone_wait_for_nobody() -> None:
    world = World(confirm=CONFIRM).seated()
    for seat in range(2):
        bot = Sitting(player=f"b{seat}", name_hash="h", bot="random")
        world.keep(replace_seat(world.table, seat, bot, at=AT, by="operator"))
    world.keep(start(world.table, at=AT, by="organiser"))
    world.play()
    assert world.kinds()[-4:] == ["result_accepted", "result_accepted", "result_confirmed", "secrets_opened"]


def test_who_concedes_accepts() -> None:
    world = World(confirm=CONFIRM, options=LONG).started()
    world.act(Concede(), seat=1)
    assert world.kinds()[-2:] == ["game_finished", "result_accepted"]
    assert world.last().seat == 1
    assert accept(world, 0).status == "confirmed"


def test_whose_time_ended_the_game_may_still_call_an_arbiter() -> None:
    """By the clock or by a ruler: whoever is put out by the last entry has not agreed to it."""
    clock = Clock(bank_ms=5_000, no_show_ms=1_000)
    world = World(confirm=CONFIRM, clock=clock, options=LONG).started()
    world.keep(force_action(world.table, world.turn, at=AT + 5_000))
    assert world.kinds()[-1] == "game_finished"
    world = World(confirm=CONFIRM, clock=clock, options=LONG).started()
    world.keep(declare_no_show(world.table, world.turn, at=AT + 1_000, by="organiser"))
    assert world.kinds()[-1] == "game_finished"
    assert world.table.live is not None
    assert len(world.table.live.forfeited) == 1


def test_who_was_out_before_the_end_accepts() -> None:
    world = World(seats=3, confirm=CONFIRM, clock=Clock(bank_ms=5_000), options=LONG).started()
    late = world.turn
    world.keep(force_action(world.table, late, at=AT + 5_000))
    world.act(Concede(), at=AT + 5_000)
    accepted = [decode(entry.public)["seat"] for entry in world.entries if entry.kind == "result_accepted"]
    assert len(accepted) == 2
    assert late in accepted


def test_whom_the_rules_put_out_before_the_end_accepts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Harbour, "eliminated", lambda self, state: (1,))
    assert finished(seats=3).kinds()[-2:] == ["game_finished", "result_accepted"]


def test_a_rewind_takes_acceptances_back() -> None:
    world = World(confirm=CONFIRM, options=LONG).started()
    to = world.table.book.n
    world.act(Concede(), seat=1)
    back(world, to)
    assert (world.table.book.status, world.table.book.result) == ("running", None)
    assert world.table.live is not None
    assert world.table.live.conceded == frozenset()
    world.act(Concede(), seat=0)
    assert world.last().seat == 0
    assert refolded(world.entries) == world.table


@pytest.mark.parametrize(
    ("cls", "members", "why"),
    [
        (ResultConfirmed, {"by": "table"}, "table cannot confirm a result that the clock confirms"),
        (ResultAccepted, {"seat": 2, "by": "seat:2"}, "the table has no seat 2"),
        (ResultAccepted, {"seat": 1, "by": "seat:0"}, "seat:0 cannot accept the result for seat 1"),
        (ResultAccepted, {"seat": 0, "by": "seat:0"}, "seat 0 has accepted the result already"),
    ],
)
def test_what_nobody_writes_of_a_result(cls: Any, members: dict[str, Any], why: str) -> None:
    world = finished()
    accept(world, 0)
    assert refusal(world.table, cls, **members) == why


def test_a_result_that_is_final_at_once_is_accepted_by_nobody() -> None:
    """Of entries cut off behind the result: the clock confirms what should have been."""
    world = World().started().play()
    table = refolded(world.entries[:-2])
    assert refusal(table, ResultAccepted, seat=0, by="seat:0") == "the result of this table is final at once"
    assert confirm_due(table) == AT
    assert confirm(table, at=AT).table.book.status == "confirmed"
