"""Possible worlds agree with everything a viewer knows, and with what it is about to be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.imagine import _fitting
from domain.games.chanic_panic.messages import CardsDiscarded, CardsDrawn, ChanicCommand, ChanicFact, PanicUsed
from domain.games.chanic_panic.rules import LAW_DEALS, RULES
from domain.games.chanic_panic.state import State, board
from domain.kernel.acting import act, deal
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.marks import HIDDEN, redact
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.chanic_panic.given import PANIC, X, Y, club, given, play, setup_of, started, trader, utility
from tests.games.chanic_panic.random_tables import assert_conserved


def blank(state: State, viewer: Viewer) -> State:
    """Return the state as this viewer's copy has it."""
    if viewer.everything:
        return state
    players = [
        player if viewer.may_know((seat,)) else replace(player, hand=Bag(unknown(len(player.hand))))
        for seat, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players), deck=Stack(unknown(len(state.deck))))


def cards_of(state: State) -> Counter[str]:
    cards = Counter(state.deck)
    cards.update(KIND[card] for card in state.discard)
    for player in state.players:
        cards.update(player.hand)
        cards.update(KIND[card] for card in board(player))
    return cards


def told(facts: Sequence[ChanicFact], viewer: Viewer) -> list[ChanicFact]:
    return [redact(fact, viewer) for fact in facts]


def assert_possible(world: State, seen: State, viewer: Viewer) -> None:
    assert cards_of(world) == Counter(whole_deck(len(seen.players)))
    assert RULES.view(blank(world, viewer), viewer) == RULES.view(seen, viewer)
    assert blank(world, viewer) == seen


def follows(world: State, seat: int, command: ChanicCommand, facts: Sequence[ChanicFact], viewer: Viewer) -> bool:
    """Say whether the command gives the viewer the same facts in this world, up to its first reshuffle."""
    assert RULES.refuse(world, seat, command) is None
    again = act(RULES, world, seat, command, QuickChance(99)).facts
    for mine, theirs in zip(told(again, viewer), told(facts, viewer), strict=True):
        if type(mine).__name__ == "DeckShuffled":
            return True
        if mine != theirs:
            return False
    return True


@pytest.mark.parametrize(
    ("seats", "seed"), [(2, 1), (2, 2), (3, 3), (5, 4), pytest.param(10, 5, marks=pytest.mark.soak)]
)
def test_imagined_worlds_agree_with_the_viewer_and_with_what_follows(seats: int, seed: int) -> None:
    chance = QuickChance(seed)
    state = started(seats, seed, panic=True).state
    different = 0
    for step in range(120):
        if state.outcome is not None:
            break
        (seat,) = RULES.to_act(state)
        command: ChanicCommand = Concede() if step == 90 else sample(RULES, state, seat, chance)
        facts, following = act(RULES, state, seat, command, chance)
        for viewer in every_viewer(seats):
            seen = blank(state, viewer)
            world = RULES.imagine(seen, QuickChance(step), told(facts, viewer))
            assert_possible(world, seen, viewer)
            assert follows(world, seat, command, facts, viewer)
            different += world != state
        state = following
    assert different


def test_a_game_can_be_played_on_from_an_imagined_world() -> None:
    chance = QuickChance(8)
    state = started(4, 8).state
    for step in range(400):
        (seat,) = RULES.to_act(state) or (None,)
        if seat is None:
            break
        state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance).state
        if step % 4 == 0:
            viewer = (SPECTATOR, seat_viewer(step % 3))[step % 2]
            state = RULES.imagine(blank(state, viewer), chance)
        assert cards_of(state) == Counter(whole_deck(4))


def test_worlds_differ_in_every_hidden_place() -> None:
    state = given(hands={X: "H1 C2 D3", Y: "S4 H5"})
    worlds = [RULES.imagine(blank(state, seat_viewer(X)), QuickChance(seed)) for seed in range(20)]
    assert {world.players[X].hand for world in worlds} == {state.players[X].hand}
    assert len({world.players[Y].hand for world in worlds}) > 10
    assert len({world.deck for world in worlds}) > 10


def test_the_arbiter_knows_the_only_world() -> None:
    state = started(3, 1).state
    assert RULES.imagine(state, QuickChance(1)) == state


def test_panic_tells_that_no_other_spade_is_held() -> None:
    state = given(hands={X: "S9 H1 S2 C1 C2 C3", Y: "S5"}, panic=True)
    facts = play(state, PANIC).facts
    for seed in range(30):
        world = RULES.imagine(blank(state, seat_viewer(Y)), QuickChance(seed), told(facts, seat_viewer(Y)))
        assert sorted(card for card in world.players[X].hand if card[0] == "S") == ["S2", "S9"]


def test_a_hand_laid_down_is_known_but_not_in_which_order_it_came() -> None:
    state = given(seats=3, hands={X: "S9 H1 S2"})
    facts = play(state, Concede()).facts
    hands = [
        RULES.imagine(blank(state, SPECTATOR), QuickChance(seed), told(facts, SPECTATOR)).players[X].hand.cards
        for seed in range(30)
    ]
    assert {tuple(sorted(hand)) for hand in hands} == {("H1", "S2", "S9")}
    assert len(set(hands)) == 6


@pytest.mark.parametrize("command", [utility("H5"), club("C3"), trader("C3 S2")])
def test_a_played_card_is_in_the_imagined_hand(command: ChanicCommand) -> None:
    state = given(hands={X: "H5 C3 S2"})
    facts = play(state, command).facts
    for seed in range(10):
        world = RULES.imagine(blank(state, SPECTATOR), QuickChance(seed), told(facts, SPECTATOR))
        assert RULES.refuse(world, X, command) is None


def test_hidden_values_among_the_told_facts_say_nothing() -> None:
    state = given(hands={X: "S9 H1 S2"}, panic=True)
    facts = (
        PanicUsed(seat=X, target=Y),
        CardsDiscarded(seat=X, cards=(HIDDEN, HIDDEN), from_="hand", reason="panic"),
        CardsDrawn(seat=Y, reason="turn", cards=(HIDDEN,)),
    )
    world = RULES.imagine(blank(state, SPECTATOR), QuickChance(1), facts)
    assert_possible(world, blank(state, SPECTATOR), SPECTATOR)


def drawn(*cards: str) -> tuple[ChanicFact, ...]:
    return (CardsDrawn(seat=X, reason="turn", cards=cards),)


def left(*cards: str) -> tuple[ChanicFact, ...]:
    return (CardsDiscarded(seat=Y, cards=cards, from_="hand", reason="left"),)


@pytest.mark.parametrize(
    ("viewer", "facts"),
    [
        (SPECTATOR, drawn(*["H1"] * 50)),
        (ARBITER, drawn("S10")),
        (seat_viewer(X), drawn("H1")),
        (SPECTATOR, left("C1-1", "C2-1")),
        (SPECTATOR, left("D7-1")),
        (seat_viewer(Y), left("C2-1")),
    ],
)
def test_there_is_no_world_for_what_cannot_be(viewer: Viewer, facts: tuple[ChanicFact, ...]) -> None:
    """Too many cards drawn, another card on top, one that lies elsewhere, too many laid down, one that is open."""
    hearts, diamonds, clubs = (" ".join(f"{suit}{value}" for value in range(1, 11)) for suit in "HDC")
    pile = f"{hearts[3:]} {diamonds} {clubs[3:]} S1 S2 S3 S4"
    state = given(hands={X: "H1", Y: "S10"}, discard=pile, top="S9 S8 S7 S6 S5 C1")
    with pytest.raises(NoWorldError):
        RULES.imagine(blank(state, viewer), QuickChance(1), facts)


def test_there_is_no_world_where_a_hand_without_spades_has_nothing_else_to_hold() -> None:
    others = " ".join(f"{suit}{value}" for suit in "HDC" for value in range(1, 11))
    state = given(hands={Y: "S10"}, discard=others)
    facts = (CardsDiscarded(seat=Y, cards=(), from_="hand", reason="panic"),)
    with pytest.raises(NoWorldError):
        RULES.imagine(blank(state, SPECTATOR), QuickChance(1), facts)


def test_more_unknown_places_than_cards() -> None:
    state = given()
    with pytest.raises(NoWorldError):
        RULES.imagine(replace(state, deck=Stack(unknown(41))), QuickChance(1))


class Rigged(QuickChance):
    """Chance whose first shuffle for a purpose is given."""

    __slots__ = ("orders",)

    def __init__(self, seed: int, orders: Mapping[str, Callable[[int], tuple[int, ...]]]) -> None:
        super().__init__(seed)
        self.orders = dict(orders)

    def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
        order = self.orders.pop(purpose, None)
        return super().shuffle(n, purpose, open=open) if order is None else order(n)


@pytest.mark.parametrize("rigged", LAW_DEALS, ids=lambda rigged: str(rigged.label))
def test_rigged_deals_are_played_and_imagined(rigged: LawDeal) -> None:
    """From real redacted copies: each world has every card once, and shows its viewer what the copy shows."""
    chance = Rigged(7, rigged.orders)
    setup = setup_of(rigged.seats, **rigged.options)
    facts, state = deal(RULES, setup, chance)
    viewers = every_viewer(rigged.seats)
    copies = {viewer: RULES.empty(setup) for viewer in viewers}
    for step in range(150):
        for fact in facts:
            for viewer in viewers:
                copies[viewer] = RULES.evolve(copies[viewer], redact(fact, viewer))
        viewer = viewers[step % len(viewers)]
        world = RULES.imagine(copies[viewer], QuickChance(step))
        assert_conserved(world)
        assert RULES.view(world, viewer) == RULES.view(copies[viewer], viewer)
        assert HIDDEN not in msgspec.to_builtins(RULES.view(world, ARBITER)).values()
        if state.outcome is not None:
            break
        seat = chance.choice(sorted(RULES.to_act(state)))
        facts, state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance)
    assert chance.orders.keys() <= {"exhausted"}


def test_a_place_takes_the_last_card_that_is_wished_for_or_fits_at_least() -> None:
    loose = ["H1", "C1", "H2", "C2"]
    assert loose[_fitting(loose, (), None)] == "C2"
    assert loose[_fitting(loose, (_heart,), None)] == "H2"
    assert loose[_fitting(loose, (_heart,), lambda card: card == "H1")] == "H1"
    assert loose[_fitting(loose, (_heart,), lambda card: card == "C1")] == "H2", "a wish is no limit"
    with pytest.raises(NoWorldError, match="no card is left"):
        _fitting(loose, (_heart, lambda card: card[0] == "C"), None)


def _heart(card: str) -> bool:
    return card[0] == "H"
