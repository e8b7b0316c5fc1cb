"""The book refuses entries that cannot follow the ones before; rewinding in fold, labels and chain."""

from __future__ import annotations

from typing import Any, ClassVar, get_args, get_origin

import pytest

from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.messages import Fact
from domain.kernel.setup import Outcome
from domain.record.canonical import sha256
from domain.record.casters import Casting
from domain.record.chain import Request, link, seal_entry
from domain.record.entries import (
    CasterAdmitted,
    CasterDismissed,
    Entry,
    EvidenceViewed,
    GameFinished,
    GameStarted,
    ResultConfirmed,
    RewoundTo,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SecretsOpened,
    TableAbandoned,
)
from domain.record.members import EntryHead
from domain.record.order import MAY_COME
from domain.table.book import Book, BookError, Requests, turn_page
from domain.table.live import fact_classes, opened_by, revealable, sealed_by_tag
from domain.table.play import go_on, take_action, write_action
from domain.table.seating import abandon
from domain.table.table import Read, RefoldNeededError, Table, fold, follow, rewound
from domain.table.writing import Batch
from tests.harbour import messages as said
from tests.harbour.rules import RULES, Harbour
from tests.laws.tables import state_bytes
from tests.table.world import AT, STORM, World, refolded


def member(seat: int) -> dict[str, Any]:
    """Return what the entry of somebody who sits down says."""
    return {"seat": seat, "player": "p", "name_hash": "h", "entropy": "AAAA"}


def refusal(table: Table, cls: type[EntryHead], *, ahead: int = 1, late: int = 0, **members: Any) -> str:
    """Return why the book does not take an entry."""
    entry: Any = cls(**{"n": table.book.n + ahead, "at": table.book.at + late, "by": "x", **members})
    with pytest.raises(BookError) as caught:
        turn_page(table.book, entry, b"")
    return str(caught.value)


def test_numbers_follow_each_other_and_time_runs_forward() -> None:
    table = World().table
    assert refusal(table, SeatTaken, ahead=2, **member(0)) == "entry 3 follows entry 1"
    assert "lies before" in refusal(table, SeatTaken, late=-1, **member(0))


def test_seats_are_taken_and_left_in_turn() -> None:
    world = World()
    assert refusal(world.table, SeatLeft, seat=0) == "seat 0 is not taken"
    assert refusal(world.table, SeatLeft, seat=5) == "seat 5 is not taken"
    assert refusal(world.table, SeatReplaced, **member(0)) == "seat 0 is not taken"
    assert refusal(world.table, SeatTaken, **member(2)) == "seat 2 is not free"
    assert refusal(world.table, GameStarted, facts=()) == "the deal comes when every seat is taken"
    assert refusal(world.seated().table, SeatTaken, **member(0)) == "seat 0 is not free"


def test_casters_come_with_taken_seats_and_go_with_them() -> None:
    admitted: dict[str, Any] = {"caster": 1, "player": "c", "name_hash": "h"}
    assert refusal(World().table, CasterAdmitted, **admitted, seats=(0,)) == "seat 0 is not taken"
    table = World().seated().table
    assert refusal(table, CasterDismissed, caster=1) == "nobody casts here as caster 1"

    def after(book: Book, cls: type[EntryHead], **members: Any) -> Book:
        entry: Any = cls(n=book.n + 1, at=book.at, by="x", **members)
        return turn_page(book, entry, b"")

    book = after(table.book, CasterAdmitted, **admitted, seats=(0, 1))
    assert book.casters == {1: Casting("c", frozenset({0, 1}), book.n)}
    assert after(book, CasterDismissed, caster=1).casters == {}
    assert after(book, SeatReplaced, **member(1)).casters == {}
    assert after(book, SeatLeft, seat=0).casters == {}


def test_each_kind_has_its_time() -> None:
    opened, running = World().table, World().started().table
    ended = World(options={"rounds": 1}).started().play().table
    assert refusal(opened, ResultConfirmed) == "result_confirmed cannot come while the table is open"
    assert refusal(running, SeatTaken, **member(0)) == "seat_taken cannot come while the table is running"
    assert refusal(ended, TableAbandoned, reason="other") == "table_abandoned cannot come while the table is confirmed"
    assert refusal(ended, SecretsOpened, deal_secret="", salt_secret="") == "the secrets are open already"
    assert set(MAY_COME) == {get_origin(kind) or kind for kind in get_args(Entry)}
    looked = EvidenceViewed(n=ended.book.n + 1, at=ended.book.at, by="x", viewer="all", first=1, last=2)
    assert turn_page(ended.book, looked, b"h").head == b"h"


def test_a_record_begins_with_its_opening() -> None:
    with pytest.raises(BookError, match="at least its opening"):
        fold(RULES, [])
    world = World()
    sat = SeatTaken(n=1, at=AT, by="x", **member(0))
    with pytest.raises(BookError, match="begins with the table's opening"):
        fold(RULES, [Read(sat, world.entries[0])])


def write(world: World, entry: Entry) -> None:
    """Put a hand-written entry into the chain."""
    sealed = seal_entry(entry, (), previous=world.table.book.head, sealer=world.table.salts)
    world.entries.append(sealed)
    world.table = refolded(world.entries)


def rewind(world: World, to: int, *, later: int = 0) -> None:
    """Rewind by hand: how it is asked for comes later, its place in fold, labels and chain is here."""
    book = world.table.book
    entry: RewoundTo[Any] = RewoundTo(n=book.n + 1, at=book.at + later, by="arbiter:a", to=to, reason="other")
    write(world, entry)


def test_a_rewind_drops_entries_from_the_live_line_and_keeps_them_in_the_chain() -> None:
    world = World(options={"rounds": 9}).started()
    at_deal, n = state_bytes(world.state), world.table.book.n
    world.play(1, 6)
    length = len(world.entries)
    rewind(world, n, later=50)
    assert len(world.entries) == length + 1
    assert state_bytes(world.state) == at_deal
    book = world.table.book
    assert (book.rewinds, book.status, book.n) == (1, "running", length + 1)
    assert world.entries[-1].hash == link(world.entries[-2].hash, world.entries[-1].public)


def test_after_a_rewind_who_is_awaited_is_asked_anew() -> None:
    world = World().started()
    world.play(1, 2)
    rewind(world, 4, later=70)
    assert {(item.n, item.at) for item in world.table.decisions.values()} == {(world.table.book.n, AT + 70)}


def next_labels(world: World) -> list[str]:
    """Play until something is drawn, and return the labels of those draws."""
    chance = QuickChance(3)
    while True:
        world.act(sample(RULES, world.state, world.turn, chance))
        drawn = [draw.label for draw in getattr(world.last(), "draws", ())]
        if drawn:
            return drawn


def test_draws_after_a_rewind_bear_other_labels() -> None:
    """Architecture 6: repeating a draw after a rewind would be foreknowledge; `use` counts on the live line."""
    world = World(options={"rounds": 9}).started()
    n = world.table.book.n
    assert world.table.live is not None
    use = world.table.live.use
    first = next_labels(world)
    assert first == [f"0/{use}/reshuffle"]
    rewind(world, n)
    again = next_labels(world)
    assert again == [f"1/{use}/reshuffle"]
    assert refolded(world.entries).book == world.table.book


def test_a_finished_table_can_be_rewound_before_its_result_is_final() -> None:
    world = World(options={"rounds": 1}).started().play()
    table_entries = [sealed for sealed in world.entries if sealed.kind not in ("result_confirmed", "secrets_opened")]
    world.entries = table_entries
    world.table = refolded(table_entries)
    before = world.table.book
    rewind(world, 4)
    assert (before.status, world.table.book.status) == ("finished", "running")
    assert world.table.book.finished is None
    assert world.table.decisions


def test_a_rewind_goes_back_to_the_game_only() -> None:
    world = World().started()
    world.play(1, 2)
    for to in (0, 3, world.table.book.n + 1):
        assert "no place to go on from" in refusal(world.table, RewoundTo, to=to, reason="other", by="arbiter:a")


def test_idempotency_keys_stay_spent_after_a_rewind() -> None:
    world = World().started()
    request = Request(b"k" * 16, b"b" * 16)
    world.keep(take_action(world.table, world.turn, STORM, at=AT, request=request))
    rewind(world, 4)
    assert world.table.book.requests == {request.key: (request.body, 5)}


def test_one_more_request_leaves_the_pages_before_as_they_were() -> None:
    pages, known = [Requests()], {}
    for n in range(1, 200):
        request = Request(sha256(b"%d" % n)[:16], b"b" * 16)
        known[request.key] = (request.body, n)
        pages.append(pages[-1].with_one(request, n))
    assert pages[-1] == known == pages[-1].whole()
    assert [len(page) for page in pages] == list(range(200))
    for n, key in enumerate(known, 1):
        assert pages[n][key] == known[key]
        assert key not in pages[n - 1]


def test_a_rewind_needs_all_entries() -> None:
    """One table alone does not know its earlier states."""
    world = World().started()
    world.play(1, 2)
    entry: RewoundTo[Any] = RewoundTo(n=world.table.book.n + 1, at=AT, by="arbiter:a", to=4, reason="other")
    with pytest.raises(RefoldNeededError, match="goes back to entry 4"):
        follow(world.table, entry, b"h" * 32)
    lives = {4: world.table.live}
    assert rewound(world.table, entry, b"h" * 32, lives).book.head == b"h" * 32


def test_play_goes_on_after_a_rewind_to_a_valid_end() -> None:
    world = World(options={"rounds": 4}).started()
    world.play(1, 5)
    rewind(world, 4)
    world.play(2)
    assert world.table.book.status == "confirmed"
    again = refolded(world.entries)
    assert again.book == world.table.book
    assert again.live is not None
    assert state_bytes(again.live.state) == state_bytes(world.state)


def test_a_table_can_be_folded_from_hashes_alone() -> None:
    """A copy has hashes instead of stored entries."""
    world = World().started()
    codec = world.table.codec
    reads = [Read(codec.public(sealed.public), sealed.hash) for sealed in world.entries]
    copy = fold(RULES, reads)
    assert copy.book.head == world.table.book.head
    assert set(copy.decisions) == set(world.table.decisions)


def test_a_game_without_reveals_keeps_nothing_to_reveal() -> None:
    class Plain(Harbour):
        fact_types = said.GiftOffered | said.Braced

    rules = Plain()
    assert fact_classes(rules) == (said.GiftOffered, said.Braced)
    assert revealable(rules) == frozenset()
    entry: Any = GameStarted(n=1, at=1, by="x", facts=(said.Braced(seat=0, stake=1),))
    assert sealed_by_tag(rules, entry) == []
    assert opened_by(rules, None, entry) == []


def test_a_reveal_in_the_deal_opens_what_the_deal_sealed() -> None:
    """There is no live line before it."""
    manifest = said.ManifestDrawn(seat=0, kinds=("rope",))
    offered = said.GiftOffered(giver=0, taker=1, card="rope")
    closed = said.HarbourClosed(manifests=(), points=(), places=(), ended_by="play")
    entry: Any = GameStarted(n=4, at=1, by="x", facts=(offered, manifest, closed))
    assert opened_by(RULES, None, entry) == [("4/facts/1/kinds", ("rope",))]


class Laid(Fact, tag="laid", frozen=True, kw_only=True):
    """Opens the cards that somebody drew."""

    reveals: ClassVar[tuple[str, ...]] = ("cards_drawn@2",)


class Open(Harbour):
    """Rules in which drawn cards are shown later."""

    fact_types = said.CardsDrawn | Laid


def test_a_reveal_opens_each_card_of_a_hidden_row() -> None:
    """Every element has a seal of its own."""
    drawn = said.CardsDrawn(seat=0, cards=("rope", "tea"))
    entry: Any = GameStarted(n=4, at=1, by="x", facts=(drawn, Laid()))
    assert opened_by(Open(), None, entry) == [("4/facts/0/cards/0", "rope"), ("4/facts/0/cards/1", "tea")]


def test_an_abandoned_batch_keeps_its_moment() -> None:
    world = World().started()
    batch = Batch(world.table, AT - 5)
    assert batch.at == AT
    go_on(batch)
    assert batch.done().entries == ()
    write_action(batch, world.turn, STORM, origin="hand")
    assert [sealed.kind for sealed in batch.done().entries] == ["action_taken"]
    assert abandon(batch.table, "other", at=AT, by="x").table.book.status == "abandoned"
    outcome = Outcome(places=(), ended_by="play", reason="closed")
    assert "cannot come" in refusal(World().table, GameFinished, outcome=outcome)
