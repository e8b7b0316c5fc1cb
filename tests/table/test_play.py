"""The game at a table: actions, refusals, prepared answers, reveals, the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import ARBITER, SPECTATOR, seat_viewer
from domain.record.canonical import NotCanonicalError, decode, unb64
from domain.record.chain import Request
from domain.record.lines import copy_line
from domain.record.seals import blind, seal
from domain.table import play
from domain.table import table as tables
from domain.table.live import ASIDES_AT_MOST
from domain.table.play import note_evidence, refusal_of, take_action
from domain.table.seating import abandon, take_seat
from tests.harbour import messages as said
from tests.harbour.rules import RULES, Harbour
from tests.laws.tables import state_bytes
from tests.table.world import AT, STORM, World, refolded, sitting


def opened_to(world: World, viewer: Any, place: int = -1) -> dict[str, Any]:
    """Return what a viewer's line of an entry opens."""
    line = decode(copy_line(world.entries[place], viewer, world.table.salts))
    return {pointer: value for pointer, (value, _) in line.get("opened", {}).items()}


def test_the_deal_is_one_entry_with_its_facts_and_draws() -> None:
    world = World().started()
    entry = world.last()
    assert world.kinds() == ["table_opened", "seat_taken", "seat_taken", "game_started"]
    assert [draw.label for draw in entry.draws][:2] == ["0/0/first", "0/1/deck"]
    assert entry.draws[0].result is not None
    assert entry.draws[1].result is None
    assert world.table.live is not None
    assert world.table.live.use == len(entry.draws)


def test_each_seat_reads_its_own_cards_only() -> None:
    """Architecture 3: what is hidden is "?" or null in the public entry, opened to its audience."""
    world = World().started()
    hands = [player.hand.cards for player in world.state.players]
    for seat in (0, 1):
        values = set(map(str, opened_to(world, seat_viewer(seat)).values()))
        assert set(hands[seat]) <= values
    assert opened_to(world, SPECTATOR) == {}
    assert set(opened_to(world, ARBITER)) == set(world.last().seals)


def test_a_sealed_command_is_one_value_for_its_seat() -> None:
    world = World().started()
    seat = world.turn
    card = world.state.players[seat].hand.cards[0]
    world.act(said.Stow(card=card))
    entry = world.last()
    assert (entry.command.tag, entry.command.body, entry.origin) == ("stow", None, None)
    assert opened_to(world, seat_viewer(seat))["/command/body"] == {"card": card}
    assert opened_to(world, seat_viewer(seat))["/origin"] == "hand"
    assert opened_to(world, seat_viewer(1 - seat)) == {}


def test_a_public_command_stands_open() -> None:
    world = World().started()
    world.act(STORM)
    assert world.last().command.body == {}
    assert "/command/body" not in world.last().seals


def test_the_rules_refuse_and_the_table_refuses_first() -> None:
    """Refused attempts write nothing."""
    world = World().seated()
    for command in (STORM, Concede()):
        with pytest.raises(RefusedError, match="table_open"):
            take_action(world.table, 0, command, at=AT)
    world = World().started()
    with pytest.raises(RefusedError, match="not_asked"):
        take_action(world.table, 1 - world.turn, STORM, at=AT)
    with pytest.raises(RefusedError, match="clock_only"):
        take_action(world.table, world.turn, TimeOut(), at=AT)
    refusal = refusal_of(world.table, world.turn, said.Stow(card="fish"))
    assert refusal is not None
    assert refusal.code == "unknown_card"
    over = abandon(world.table, "other", at=AT, by="x").table
    with pytest.raises(RefusedError, match="table_abandoned"):
        take_action(over, 0, STORM, at=AT)


def test_an_action_remembers_what_its_player_had_seen() -> None:
    world = World().started()
    request = Request(b"k" * 16, b"b" * 16)
    seat = world.turn
    written = take_action(world.table, seat, STORM, at=AT + 5, seen=4, request=request)
    entry: Any = world.table.codec.public(written.entries[0].public)
    assert (entry.seen, entry.used_ms, entry.by) == (4, 5, f"seat:{seat}")
    assert written.table.book.requests[request.key] == (request.body, 5)


def test_time_never_goes_back() -> None:
    world = World().started()
    world.act(STORM, at=AT - 1000)
    assert world.last().at == AT


def test_preferences_in_a_row_are_bounded_until_somebody_acts() -> None:
    """A seat that filled the record with them would make it too large to be read; the others' do not count."""
    world = World().started()
    preferring = said.Prefer(gifts="always")
    for _ in range(ASIDES_AT_MOST):
        world.act(preferring, seat=0)
    refusal = refusal_of(world.table, 0, preferring)
    assert refusal is not None
    assert refusal.code == "too_many_preferences"
    with pytest.raises(RefusedError):
        world.act(preferring, seat=0)
    world.act(preferring, seat=1)
    assert refusal_of(world.table, 0, preferring) is not None
    world.act(STORM)
    world.act(preferring, seat=0)


def gift_to(world: World, how: said.Gifts) -> int:
    """Let the other seat prefer something, then offer it a gift; return that seat."""
    giver = world.turn
    world.act(said.Prefer(gifts=how), seat=1 - giver)
    world.act(said.Give(to=1 - giver, card=world.state.players[giver].hand.cards[0]))
    return 1 - giver


@pytest.mark.parametrize("how", ["always", "never"])
def test_a_prepared_answer_is_an_entry_of_its_own(how: said.Gifts) -> None:
    """Performed in the same batch, at once, its origin sealed for the seat."""
    world = World().started()
    taker = gift_to(world, how)
    assert world.kinds()[-2:] == ["action_taken", "action_taken"]
    entry = world.last()
    assert (entry.seat, entry.command.tag, entry.command.body) == (taker, "answer", {"accept": how == "always"})
    assert (entry.used_ms, entry.origin) == (0, None)
    assert opened_to(world, seat_viewer(taker))["/origin"] == "prepared"


def test_nobody_else_tells_a_prepared_answer_from_one_by_hand() -> None:
    """Issue 5: the same kind, members and size, whether the hand says what it has seen or not; only time may differ."""
    lines = []
    ways: tuple[tuple[said.Gifts, int | None], ...] = (("always", None), ("ask", None), ("ask", 6))
    for how, seen in ways:
        world = World().started()
        taker = gift_to(world, how)
        if how == "ask":
            world.keep(take_action(world.table, taker, said.Answer(accept=True), at=AT, seen=seen))
        public = world.entries[-1].public
        line = decode(public)
        lines.append((len(public), {**line, "seals": [*line["seals"]]}))
    assert lines[0][1]["seen"] == lines[0][1]["n"] - 1 == 6
    assert lines[0] == lines[1] == lines[2]


def test_without_a_preference_the_seat_is_asked() -> None:
    world = World().started()
    taker = gift_to(world, "ask")
    assert world.last().command.tag == "give"
    assert world.table.decisions[taker].kind == "gift"


def test_a_game_that_answers_itself_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Harbour):
        def prepared_answer(self, state: Any, seat: int) -> Any:
            return said.Prefer(gifts="ask")

    monkeypatch.setattr(play, "PREPARED_AT_MOST", 5)
    world = World().started()
    table = msgspec.structs.replace(world.table, rules=Endless())
    with pytest.raises(AssertionError, match="answers itself without end"):
        take_action(table, world.turn, STORM, at=AT)


def test_a_simultaneous_choice_is_opened_for_everybody_at_its_reveal() -> None:
    """Architecture 5: `reveals` opens commands and facts of the named tags, the entry's own included."""
    world = World().started()
    world.act(STORM)
    first = world.turn
    world.act(said.Brace(stake=2), seat=first)
    sealed_at = len(world.entries)
    assert world.table.live is not None
    assert {tag for tag, _, _ in world.table.live.unrevealed} >= {"brace", "braced", "manifest_drawn"}
    world.act(said.Brace(stake=1), seat=1 - first)
    reveals = world.last().reveals
    assert {key: value for key, (value, _) in reveals.items()} == {
        f"{sealed_at}/command/body": {"stake": 2},
        f"{sealed_at}/facts/0/stake": 2,
        f"{sealed_at + 1}/command/body": {"stake": 1},
        f"{sealed_at + 1}/facts/0/stake": 1,
    }
    for key, (value, salt) in reveals.items():
        n, slash, pointer = key.partition("/")
        entry = world.table.codec.public(world.entries[int(n) - 1].public)
        assert seal(unb64(salt), value) == entry.seals[slash + pointer]
    assert world.table.live is not None
    assert {tag for tag, _, _ in world.table.live.unrevealed} == {"manifest_drawn"}


def test_the_end_is_written_confirmed_and_its_secrets_opened() -> None:
    world = World(options={"rounds": 1}).started().play()
    assert world.kinds()[-3:] == ["game_finished", "result_confirmed", "secrets_opened"]
    book = world.table.book
    assert book.status == "confirmed"
    assert book.secrets_open
    assert book.finished is not None
    assert book.finished.outcome == RULES.outcome(world.state)
    assert world.table.decisions == {}
    with pytest.raises(RefusedError, match="over"):
        take_action(world.table, 0, Concede(), at=AT)


def test_secrets_that_never_open_stay_closed_at_the_end() -> None:
    world = World(options={"rounds": 1}, secrets_open_at="never").started().play()
    assert world.kinds()[-1] == "result_confirmed"
    noted = note_evidence(world.table, viewer="all", first=1, last=9, at=AT, by="operator", case="c7")
    entry: Any = world.table.codec.public(noted.entries[0].public)
    assert (entry.viewer, entry.first, entry.last, entry.case) == ("all", 1, 9, "c7")


def test_the_last_seat_but_one_that_concedes_ends_the_game() -> None:
    world = World().started()
    loser = world.turn
    world.act(Concede())
    outcome = RULES.outcome(world.state)
    assert outcome is not None
    assert (outcome.ended_by, outcome.winners) == ("concession", (1 - loser,))


@pytest.mark.parametrize("seed", range(4))
def test_a_table_folded_anew_is_the_same_table(seed: int) -> None:
    world = World(seats=2 + seed % 2, options={"rounds": 2}, version=1 + seed % 2).started().play(seed)
    again = refolded(world.entries)
    assert again.book == world.table.book
    assert again.live is not None
    assert state_bytes(again.live.state) == state_bytes(world.state)


def test_draws_are_the_table_s_own_and_depend_on_everybody_s_entropy() -> None:
    """The same secrets and entropy deal the same cards; another seat's entropy deals others."""
    one, other = World().started(), World().started()
    assert state_bytes(one.state) == state_bytes(other.state)
    third = World()
    for seat, entropy in enumerate((b"x" * 32, b"y" * 32)):
        holder = msgspec.structs.replace(sitting(seat), entropy=entropy)
        third.keep(play_seat(third, seat, holder))
    third.keep(play.start(third.table, at=AT, by="organiser"))
    assert state_bytes(third.state) != state_bytes(one.state)


def play_seat(world: World, seat: int, holder: Any) -> Any:
    """Sit somebody down."""
    return take_seat(world.table, seat, holder, at=AT, by="organiser")


def test_the_sealer_is_the_one_seam() -> None:
    """The laws seal blindly: equal places, equal bytes."""
    world = World().started()
    card = world.state.players[world.turn].hand.cards[0]
    written = take_action(world.table, world.turn, said.Stow(card=card), at=AT, sealer=blind)
    entry = world.table.codec.public(written.entries[0].public)
    assert entry.seals["/command/body"] == "blind:5/command/body"


def test_a_table_without_secrets_makes_no_salts_and_no_draws() -> None:
    """A copy can be folded, not continued."""
    world = World().started()
    copy = refolded(world.entries, secrets=None)
    with pytest.raises(AssertionError, match="secrets of this table"):
        _ = copy.salts
    with pytest.raises(AssertionError, match="secrets of this table"):
        _ = copy.deal_key


def test_prepared_keys_are_made_again_after_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of keys is bounded, and losing it changes nothing."""
    monkeypatch.setattr(tables, "_KEPT", 1)
    monkeypatch.setattr(tables, "_SALTS", {})
    monkeypatch.setattr(tables, "_KEYED", {})
    worlds = [World(table=f"t{number}").started().play(actions=3) for number in range(3)]
    assert all(refolded(world.entries).book == world.table.book for world in worlds)


def test_an_entry_that_is_none_is_refused_by_the_codec() -> None:
    codec = World().table.codec
    with pytest.raises(NotCanonicalError):
        codec.public(b'{"kind":"coffee_break","n":1,"at":1,"by":"x"}')
    with pytest.raises(NotCanonicalError, match="unknown field"):
        codec.public(b'{"kind":"seat_left","n":1,"at":1,"by":"x","seat":0,"more":1}')


def test_a_sealed_command_has_no_command() -> None:
    world = World().started()
    world.act(said.Stow(card=world.state.players[world.turn].hand.cards[0]))
    with pytest.raises(AssertionError, match="sealed in this copy"):
        world.table.codec.command(world.last())
    values = {secret.pointer: secret.value for secret in world.entries[-1].secrets}
    full: Any = world.table.codec.opened(world.last(), values)
    assert isinstance(world.table.codec.command(full), said.Stow)


def test_a_copy_that_opens_some_values_reads_those() -> None:
    """Draws and facts stay hidden where nothing is opened."""
    world = World().started()
    secrets = {secret.pointer: secret.value for secret in world.entries[-1].secrets}
    pointer = "/draws/1/result"
    entry: Any = world.table.codec.opened(world.last(), {pointer: secrets[pointer]})
    assert entry.draws[1].result == tuple(secrets[pointer])
    assert entry.draws[2].result is None


def test_what_the_store_kept_goes_back_in_the_order_of_the_seals() -> None:
    """The origin stays sealed; values that are too few are damage."""
    world = World().started()
    world.act(said.Stow(card=world.state.players[world.turn].hand.cards[0]))
    sealed, codec = world.entries[-1], world.table.codec
    hidden = [(secret.value, secret.seats) for secret in sealed.secrets]
    entry: Any = codec.stored(sealed.public, hidden)
    assert entry.command.body is not None
    assert entry.origin is None
    with pytest.raises(NotCanonicalError, match="seals stand beside"):
        codec.stored(sealed.public, hidden[:-1])
    assert codec.stored(world.entries[0].public, []) == codec.public(world.entries[0].public)
