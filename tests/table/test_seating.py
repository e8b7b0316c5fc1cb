"""Before the cards: opening, sitting down, leaving, giving up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.setup import Setup
from domain.record.canonical import b64, sha256
from domain.record.chain import Request
from domain.record.entries import Clock, OfTournament, Series, TableOpened
from domain.record.keys import NO_ENTROPY, Secrets, commitment
from domain.table.play import start
from domain.table.seating import (
    Opening,
    Sitting,
    abandon,
    leave_seat,
    name_hash,
    open_table,
    renew_holder,
    replace_seat,
    substitute,
    take_seat,
)
from domain.table.table import Table, begin
from domain.table.writing import Written
from tests.harbour.cards.card_file import COLUMNS
from tests.harbour.rules import RULES, Harbour
from tests.table.world import AT, SECRETS, World, code_of, refolded, sitting

OTHER_SET = f"{COLUMNS}\nrope\t1\t9\ngold\t5\t8\n".encode()


def refused(opening: Opening, **more: Any) -> str:
    """Return the code with which an opening is refused."""
    with pytest.raises(RefusedError) as caught:
        open_table(RULES, opening, table="t1", secrets=SECRETS, at=AT, by="organiser", **more)
    assert caught.value.refusal.category == "setup"
    return caught.value.refusal.code


def test_a_table_commits_to_both_secrets_before_anybody_sits_down() -> None:
    tournament = OfTournament(id="cup", round=3, pairing=1)
    series = Series(id="s", number=2, previous=("t0", "hash"))
    world = World(label="Final", external_id="x7", series=series, tournament=tournament)
    opened = world.table.book.opened
    assert opened.commitments.deal == commitment("deal", SECRETS.deal)
    assert opened.commitments.salt == commitment("salt", SECRETS.salt)
    assert (opened.version, opened.label, opened.deal_id) == (2, "Final", "t1")
    assert opened.options == {"rounds": 3, "coins": 3}
    assert b'"series"' in world.entries[0].public
    assert b'"tournament":{"id":"cup","pairing":1,"round":3}' in world.entries[0].public


def test_an_opening_needs_an_id_and_whole_secrets() -> None:
    short = Secrets(b"", b"s" * 32), Secrets(b"d" * 32, b"")
    for table, secrets in (("T 1", SECRETS), ("", SECRETS), ("t1", short[0]), ("t1", short[1])):
        with pytest.raises(ValueError, match="two secrets of 32 bytes"):
            open_table(RULES, Opening(seats=2), table=table, secrets=secrets, at=AT, by="x")


def test_the_game_refuses_a_setup_with_its_own_code() -> None:
    assert refused(Opening(seats=9)) == "wrong_seats"
    assert refused(Opening(seats=2, options={"rounds": 0})) == "bad_options"


@pytest.mark.parametrize(
    "opening",
    [
        Opening(seats=2, options={"rounds": "many"}),
        Opening(seats=2, options={"speed": 1}),
        Opening(seats=2, version=9),
        Opening(seats=2, data="no-such-set"),
    ],
)
def test_options_that_do_not_fit_get_the_code_for_bad_options(opening: Opening) -> None:
    assert refused(opening) == "bad_options"


@pytest.mark.parametrize("number", [2**53, -(2**53), 2**64])
def test_a_number_that_no_record_can_hold_is_a_bad_option_even_to_a_game_without_limits(number: int) -> None:
    class Unlimited(Harbour):
        def refuse_setup(self, setup: Setup) -> Refusal | None:
            return None

    opening = Opening(seats=2, options={"coins": number})
    with pytest.raises(RefusedError, match="beyond 2") as caught:
        open_table(Unlimited(), opening, table="t1", secrets=SECRETS, at=AT, by="organiser")
    assert (caught.value.refusal.code, caught.value.refusal.category) == ("bad_options", "setup")


def test_secrets_open_at_an_events_end_only_in_an_event() -> None:
    assert refused(Opening(seats=2, secrets_open_at="event_end")) == "no_event"


def test_another_card_set_is_named_by_its_digest_and_played_with() -> None:
    """A corrected card set travels with the record; entry 1 names it."""
    digest = card_set_digest(OTHER_SET)
    opening = Opening(seats=2, data=digest)
    written = open_table(RULES, opening, table="t1", secrets=SECRETS, at=AT, by="x", card_set=OTHER_SET)
    assert written.table.setup.data.kinds == ("rope", "gold")
    assert written.table.book.opened.data == digest
    assert refused(opening, card_set=OTHER_SET + b" ") == "bad_options"
    broken = OTHER_SET.replace(b"gold", b"Gold")
    assert refused(Opening(seats=2, data=card_set_digest(broken)), card_set=broken) == "bad_options"
    again = refolded(written.entries, data=written.table.setup.data)
    assert again.setup.data is written.table.setup.data
    with pytest.raises(ValueError, match="is not at hand"):
        refolded(written.entries)


def test_a_game_without_card_sets_needs_none() -> None:
    """Entry 1 then names no data."""

    class Bare(Harbour):
        default_data: str | None = None

        def refuse_setup(self, setup: Any) -> None:
            assert setup.data is None

    written = open_table(Bare(), Opening(seats=2), table="t1", secrets=SECRETS, at=AT, by="x")
    assert written.table.book.opened.data is None


def test_seats_are_taken_left_and_replaced() -> None:
    world = World()
    world.keep(take_seat(world.table, 0, sitting(0), at=AT, by="a"))
    world.keep(leave_seat(world.table, 0, at=AT, by="a"))
    assert world.table.book.holders == (None, None)
    world.seated()
    assert world.table.book.full
    bot = Sitting(player="b", name_hash="h", bot="sensible", public_key="k")
    world.keep(replace_seat(world.table, 1, bot, at=AT, by="a"))
    holder = world.table.book.holders[1]
    assert holder is not None
    assert (holder.player, holder.bot, holder.public_key) == ("b", "sensible", "k")
    assert world.table.book.entropy == (sha256(b"\0"), NO_ENTROPY)
    assert world.kinds() == ["table_opened", "seat_taken", "seat_left", "seat_taken", "seat_taken", "seat_replaced"]


def test_a_seat_that_changes_hands_in_the_game_changes_no_draw() -> None:
    """Architecture 5: the entropy in force is each seat's last before the deal."""
    world = World().started()
    before = world.table.book.entropy
    world.keep(replace_seat(world.table, 0, sitting(7), at=AT, by="a"))
    assert world.table.book.entropy == before
    assert refolded(world.entries).book == world.table.book


def test_a_holder_given_anew_is_the_same_one() -> None:
    world = World().started()
    before = world.table.book.holders
    world.keep(renew_holder(world.table, 1, at=AT, by="organiser:a"))
    assert (world.table.book.holders, world.kinds()[-1]) == (before, "seat_replaced")


def codes(table: Table) -> list[str]:
    """Return the codes of everything that a table refuses about its seats."""
    tries: tuple[Callable[[], Written], ...] = (
        lambda: take_seat(table, 0, sitting(0), at=AT, by="a"),
        lambda: take_seat(table, 2, sitting(0), at=AT, by="a"),
        lambda: leave_seat(table, 1, at=AT, by="a"),
        lambda: replace_seat(table, 1, sitting(0), at=AT, by="a"),
        lambda: renew_holder(table, 1, at=AT, by="a"),
        lambda: start(table, at=AT, by="a"),
    )
    found = []
    for what in tries:
        try:
            what()
        except RefusedError as error:
            found.append(error.refusal.code)
    return found


def test_seats_are_refused_with_a_code() -> None:
    world = World()
    world.keep(take_seat(world.table, 0, sitting(0), at=AT, by="a"))
    assert codes(world.table) == ["seat_taken", "no_such_seat", *["seat_not_taken"] * 3, "seats_free"]
    world.keep(take_seat(world.table, 1, sitting(1), at=AT, by="a"))
    assert codes(world.table) == ["seat_taken", "no_such_seat"]
    world.keep(start(world.table, at=AT, by="a"))
    assert codes(world.table) == ["table_not_open"] * 3 + ["table_not_open"]


def test_a_player_sits_once_at_a_table() -> None:
    world = World()
    world.keep(take_seat(world.table, 0, sitting(0), at=AT, by="a"))
    with pytest.raises(RefusedError) as caught:
        take_seat(world.table, 1, sitting(0), at=AT, by="a")
    assert caught.value.refusal.code == "sits_already"
    world.keep(leave_seat(world.table, 0, at=AT, by="a"))
    world.keep(take_seat(world.table, 1, sitting(0), at=AT, by="a"))


def test_entropy_has_32_bytes() -> None:
    world = World()
    with pytest.raises(ValueError, match="32 bytes"):
        take_seat(world.table, 0, Sitting(player="p", name_hash="h", entropy=b"short"), at=AT, by="a")


def test_a_name_is_a_salted_hash() -> None:
    assert name_hash("Ann", b"salt") == b64(sha256(b"salt", b"Ann"))
    assert name_hash("Ann", b"salt") != name_hash("Ann", b"pepper")


def test_an_abandoned_table_opens_its_secrets_and_ends() -> None:
    """Before the start and in the game; twice it cannot be."""
    for world in (World(), World().started()):
        world.keep(abandon(world.table, "no_show", at=AT, by="organiser"))
        assert world.kinds()[-2:] == ["table_abandoned", "secrets_opened"]
        assert world.table.book.status == "abandoned"
        assert world.table.decisions == {}
        with pytest.raises(RefusedError, match="table_over"):
            abandon(world.table, "other", at=AT, by="organiser")


def test_a_table_that_never_opens_its_secrets_keeps_them() -> None:
    world = World(secrets_open_at="never").started()
    world.keep(abandon(world.table, "other", at=AT, by="organiser"))
    assert world.kinds()[-1] == "table_abandoned"
    assert not world.table.book.secrets_open


def test_a_request_is_remembered_in_the_book_and_not_in_the_chain() -> None:
    """Idempotency keys: hashes of key and body, and the entry that honoured them."""
    first, second = Request(b"k" * 16, b"b" * 16), Request(b"l" * 16, b"c" * 16)
    written = open_table(RULES, Opening(seats=2), table="t1", secrets=SECRETS, at=AT, by="x", request=first)
    plain = open_table(RULES, Opening(seats=2), table="t1", secrets=SECRETS, at=AT, by="x")
    assert written.entries[0].public == plain.entries[0].public
    table = take_seat(written.table, 0, sitting(0), at=AT, by="x", request=second).table
    assert table.book.requests == {first.key: (first.body, 1), second.key: (second.body, 2)}


def test_the_clock_of_an_opening_stands_in_entry_1() -> None:
    clock = Clock(move_ms=5, bank_ms=7, increment_ms=1)
    world = World(clock=clock)
    entry = world.table.codec.public(world.entries[0].public)
    assert isinstance(entry, TableOpened)
    assert entry.clock == clock
    assert begin(RULES, entry, b"").book.at == AT
    assert msgspec.json.decode(world.entries[0].public)["clock"] == {"move_ms": 5, "bank_ms": 7, "increment_ms": 1}


def test_a_substitute_plays_on_for_a_seat() -> None:
    world = World().started()
    new = Sitting(player="p9", name_hash="h9")
    world.keep(substitute(world.table, 1, new, at=AT, by="organiser:o"))
    holder = world.table.book.holders[1]
    assert holder is not None
    assert holder.player == "p9"
    assert world.kinds()[-1] == "seat_replaced"


@pytest.mark.parametrize(
    ("seat", "sitting", "why"),
    [
        (1, Sitting(player="p0", name_hash="h"), "sits_already"),
        (2, Sitting(player="p9", name_hash="h"), "no_such_seat"),
        (1, Sitting(player="p9", name_hash="h", bot="random"), "consent_needed"),
    ],
)
def test_who_is_no_substitute(seat: int, sitting: Sitting, why: str) -> None:
    world = World().started()
    with pytest.raises(RefusedError) as error:
        substitute(world.table, seat, sitting, at=AT, by="organiser:o")
    assert code_of(error.value) == why


def test_a_bot_may_play_on_for_a_bot_and_only_while_the_game_runs() -> None:
    world = World().seated()
    bots = [Sitting(player=f"b{i}", name_hash="h", bot="random") for i in range(2)]
    with pytest.raises(RefusedError) as error:
        substitute(world.table, 1, bots[0], at=AT, by="operator")
    assert code_of(error.value) == "table_not_running"
    world.keep(replace_seat(world.table, 1, bots[0], at=AT, by="operator"))
    world.keep(start(world.table, at=AT, by="operator"))
    assert world.keep(substitute(world.table, 1, bots[1], at=AT, by="operator")).book.holders[1] is not None
