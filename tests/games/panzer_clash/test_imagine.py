"""Possible worlds: what is known stays, what is told can follow, nothing else is promised."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from msgspec.structs import replace

from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.messages import (
    CardSalvaged,
    CardsDiscarded,
    CardsDrawn,
    FactoryPlayed,
    PanzerFact,
    PhaseBegan,
    SupplyDamaged,
    SupplyShuffled,
    TerrainRevealed,
    UnitPlayed,
)
from domain.games.panzer_clash.rules import LAW_DEALS, RULES
from domain.games.panzer_clash.state import Player, State
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from tests.games.panzer_clash.given import cards_of, opened
from tests.games.panzer_clash.test_invariants import steps
from tests.laws.copies import Copy, viewers
from tests.laws.tables import played, runs


def hidden(hand: int = 3, supply: int = 37, *, deck: dict[str, int] | None = None, first: str = "?") -> State:
    """Return a table of 40 cards where seat 1 has hidden cards, and seat 0 has none."""
    mine = Player(side="allies", hand=Bag(unknown(hand)), supply=Stack((first, *unknown(supply - 1))), deck=deck)
    state = opened(deck_size=40)
    none = replace(state.players[0], side="axis", deck={}, hand=Bag(), supply=Stack())
    full = replace(none, deck={"factory": 40}, supply=Stack(("factory",) * 40))
    return replace(state, players=(full, mine), laid=unknown(20), aside=unknown(20))


def world(state: State, *told: PanzerFact, seed: int = 0) -> State:
    return RULES.imagine(state, QuickChance(seed), told)


def test_an_unknown_deck_is_legal_and_lies_somewhere() -> None:
    """Every world is one that the rules could have stopped in."""
    for seed in range(20):
        state = world(hidden(), seed=seed)
        player = state.players[1]
        assert player.deck is not None
        assert player.prefs is not None
        assert list(faults(SHIPPED, player.deck, "allies", 40)) == []
        assert Counter(cards_of(state, 1, player)) == player.deck
        assert sorted([*state.laid, *state.aside]) == sorted(SHIPPED.terrain)


def test_what_is_told_can_follow() -> None:
    """Cards that leave a hand are in it; those that are drawn or discarded lie on top in their order."""
    told = (
        FactoryPlayed(seat=1, space="a5", size=1),
        UnitPlayed(seat=1, unit_id="u1", card="sov_t34", space="a5"),
        CardsDrawn(seat=1, reason="effect", cards=("sov_kv1", "?")),
        SupplyDamaged(seat=1, amount=2, source="u9", discarded=("sov_is2", "factory")),
        TerrainRevealed(space="c3", terrain="ter_swamp"),
        PhaseBegan(phase="end"),
    )
    state = world(hidden(), *told)
    assert {"factory", "sov_t34"} <= set(state.players[1].hand)
    supply = state.players[1].supply.cards
    assert (supply[0], supply[2:4]) == ("sov_kv1", ("sov_is2", "factory"))
    assert state.laid_on("c3") == "ter_swamp"
    known = world(hidden(first="factory"), CardsDrawn(seat=1, reason="turn", cards=("factory",)))
    assert known.players[1].supply.top == "factory"


def test_the_clock_leaves_no_lower_card() -> None:
    """Section 8: it discards by card id, so the rest of the hand is not below."""
    told = CardsDiscarded(seat=1, cards=("sov_kv1", "sov_su85"), reason="hand_limit", by="clock")
    for seed in range(10):
        state = world(hidden(hand=5, supply=35), told, seed=seed)
        left = [card for card in state.players[1].hand if card not in told.cards]
        assert all(card >= "sov_su85" for card in left)
    hopeless = CardsDiscarded(seat=1, cards=("usa_war_bonds",) * 4, reason="hand_limit", by="clock")
    with pytest.raises(NoWorldError, match="as high as what the clock discarded"):
        world(hidden(hand=6, supply=34), hopeless)


def test_cards_after_a_shuffle_come_from_another_supply() -> None:
    """A mulligan: what is drawn then lies nowhere yet."""
    told = (
        SupplyShuffled(seat=1, count=40, order=None),
        CardsDrawn(seat=1, reason="mulligan", cards=("sov_kv1",)),
        CardSalvaged(seat=1, card="sov_t34"),
        CardsDiscarded(seat=1, cards=("?", "sov_t34"), reason="effect", by="seat"),
    )
    tops = {world(hidden(), *told, seed=seed).players[1].supply.top for seed in range(12)}
    assert len(tops) > 1


def test_no_world() -> None:
    """Contradictions are named."""
    with pytest.raises(NoWorldError, match="can leave a hand"):
        world(hidden(hand=0, supply=40), FactoryPlayed(seat=1, space="a5", size=1))
    with pytest.raises(NoWorldError, match="none is left"):
        world(hidden(hand=40, supply=1), *[CardsDrawn(seat=1, reason="turn", cards=("?",))] * 2)
    with pytest.raises(NoWorldError, match="is told where"):
        world(hidden(first="factory"), CardsDrawn(seat=1, reason="turn", cards=("sov_t34",)))
    with pytest.raises(NoWorldError, match="more places than there are copies"):
        world(hidden(deck={"factory": 40}), UnitPlayed(seat=1, unit_id="u1", card="sov_t34", space="a5"))
    laid = replace(hidden(), laid=("ter_swamp",) * 20)
    with pytest.raises(NoWorldError, match="more places than there are copies"):
        world(laid)


def test_what_lies_face_up_stays() -> None:
    """Told terrain that is known already changes nothing; a table before its setup has none."""
    state = replace(hidden(), laid=("ter_swamp", *unknown(19)))
    assert world(state, TerrainRevealed(space="a1", terrain="ter_swamp")).laid[0] == "ter_swamp"
    before = world(opened())
    assert before.laid == ()
    assert before.players[0].deck is None


@pytest.mark.parametrize("rigged", LAW_DEALS, ids=lambda deal: deal.label)
def test_rigged_deals_are_played_and_imagined(rigged: LawDeal) -> None:
    """Every rigged deal is accepted, and worlds are found along its play."""
    run = next(run for run in itertools.islice(runs("panzer_clash", 8), 2 * len(LAW_DEALS)) if run.deal == rigged)
    copies: list[Copy] = []
    for number, step in enumerate(played(run, RULES)):
        copies = copies or [Copy(RULES, step.before, viewer) for viewer in viewers(2)]
        for copy in copies:
            copy.read(step)
            known = RULES.imagine(copy.state, QuickChance(number))
            for seat, player in enumerate(known.players):
                assert "?" not in (*player.hand, *player.supply)
                if player.deck is not None and player.supply.cards:
                    assert Counter(cards_of(known, seat, player)) == player.deck
        if number > 25:
            break
    assert copies


def test_full_states_stay_as_they_are() -> None:
    """An arbiter's state has nothing to imagine."""
    for count, step in enumerate(steps(1)):
        if count % 40 == 0:
            assert RULES.imagine(step.after, QuickChance(1)) == step.after
