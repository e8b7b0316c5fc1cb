"""The refusals of Chanic Panic that only options and special abilities bring, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.chanic_panic.cards import BASE_VALUE, whole_deck
from domain.games.chanic_panic.choice import pool
from domain.games.chanic_panic.messages import ChanicOptions
from domain.ledger.listing import TableQuery
from tests.api.world import Opened, Rigged, World

MOST_TURNS = 60  # until all cards must lie in hands, on boards and in Stacks


class RiggedDeals(Rigged):
    """Chance that deals these abilities first, too."""

    def __init__(self, deck: list[str], built: tuple[str, ...], abilities: list[str], names: tuple[str, ...]) -> None:
        super().__init__(deck, built)
        self._deals = Rigged(abilities, names)
        self._deals.drawn = self.drawn

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        if purpose == "abilities":
            return self._deals.shuffle(n, purpose, open=open)
        return super().shuffle(n, purpose, open=open)


def special(world: World, deck: str, *abilities: str, **options: Any) -> Opened:
    """Store a running table on which each seat has the abilities of one word list, all of the same length."""
    count = len(abilities[0].split())
    options = {"specials": count, "specials_extra": 0, **options}
    names = pool(ChanicOptions(**{key: value for key, value in options.items() if key == "trader"}))
    seats = len(abilities)
    chance = RiggedDeals(deck.split(), whole_deck(seats), " ".join(abilities).split(), names)
    return world.dealt("chanic_panic", chance, seats=seats, **options)


def rounds(table: Opened, seats: int = 2, count: int = 1) -> None:
    """Let everybody end so many turns, from seat 0 on."""
    for _ in range(count):
        for seat in range(seats):
            table.act(seat, "end_turn")


def wrong_phase(world: World) -> str:
    """7.2: what costs points is for the Point Phase."""
    table = special(world, "C1", "loaded", "assets")
    table.act(0, "play_club", card="C1")
    return table.refused(0, "use_ability", ability="loaded")


def decision_pending(world: World) -> str:
    """6.1: an open decision comes first."""
    table = special(world, "H1 H2", "wisdom", "assets")
    table.act(0, "use_ability", ability="wisdom")
    return table.refused(0, "end_turn")


def no_such_decision(world: World) -> str:
    """6.1: nobody asked."""
    return world.rigged("H1").refused(0, "choose_shuffle", shuffle=True)


def play_locked(world: World) -> str:
    """7.2, 9: after Loaded no card is played."""
    table = special(world, "H1", "loaded", "assets")
    table.act(0, "use_ability", ability="loaded")
    return table.refused(0, "play_utility", card="H1")


def hand_full(world: World) -> str:
    """7.4: there is no room for what would be drawn."""
    table = special(world, "H1", "loaded wealth", "assets hopeful")
    table.act(0, "use_ability", ability="loaded")
    return table.refused(0, "use_ability", ability="loaded")


def target_hand_full(world: World) -> str:
    """7.4, illusionist: the owner has no room for the card."""
    table = special(world, "H1 H2 H3 H4 H5 H6 D1 D2", "illusionist wealth", "loaded assets")
    table.act(0, "end_turn")
    hand = table.hand(1)
    table.act(1, "use_ability", ability="loaded")
    table.act(1, "end_turn")
    table.act(0, "end_turn")
    card = next(card for card in hand if card[0] != "C")
    table.act(1, "play_utility", card=card)
    table.act(1, "end_turn")
    table.act(0, "end_turn")
    table.act(1, "end_turn")
    return table.refused(0, "use_ability", ability="illusionist", target_card=f"{card}-1")


def target_is_teammate(world: World) -> str:
    """6.3, check 2: nobody attacks a teammate."""
    return world.rigged("H1", seats=4, team_count=2).refused(0, "attack", target=2, attack_cards=["S1-1"])


def ability_not_owned(world: World) -> str:
    """6.2: only one's own abilities are used."""
    return special(world, "H1", "loaded", "wisdom").refused(0, "use_ability", ability="wisdom")


def ability_not_activatable(world: World) -> str:
    """6.2: a passive ability works by itself."""
    return special(world, "H1", "wealth", "wisdom").refused(0, "use_ability", ability="wealth")


def ability_exhausted(world: World) -> str:
    """7.4: once a turn."""
    table = special(world, "H1 S1", "archaeologist wealth", "wisdom assets")
    table.act(0, "use_ability", ability="archaeologist", suit="H")
    return table.refused(0, "use_ability", ability="archaeologist", suit="H")


def armed(world: World, *abilities: str) -> Opened:
    """Return a table in round 3 on which seat 0 has a Spade on the board, and seat 1 a Heart and a Diamond."""
    table = special(world, "S1 S2 D1 D2 H1 H2 H3 D3 D4 C1", *abilities)
    rounds(table, count=1)
    table.act(0, "end_turn")
    for card in ("H2", "D3"):
        table.act(1, "play_utility", card=card)
    table.act(1, "end_turn")
    table.act(0, "play_utility", card="S1")
    return table


def attacker_impenetrable(world: World) -> str:
    """6.3, check 4: not before round 4."""
    table = armed(world, "impenetrable", "wisdom")
    return table.refused(0, "attack", target=1, attack_cards=["S1-1"], diamonds=["D3-1"])


def target_impenetrable(world: World) -> str:
    """6.3, check 6: not before round 4."""
    table = armed(world, "wisdom", "impenetrable")
    return table.refused(0, "attack", target=1, attack_cards=["S1-1"], diamonds=["D3-1"])


def sorcerer_bound(world: World) -> str:
    """6.3, check 10: only the doubled Spade attacks."""
    table = armed(world, "sorcerer", "wisdom")
    table.act(0, "play_utility", card="S2")
    table.act(0, "use_ability", ability="sorcerer", spade="S1-1")
    return table.refused(0, "attack", target=1, attack_cards=["S2-1"], hearts=["H2-1"])


def lifeline(world: World) -> str:
    """6.3, check 12: the only Heart is not bypassed."""
    table = armed(world, "wisdom", "lifeline")
    rounds(table)
    return table.refused(0, "bypass", target=1, attack_cards=["S1-1"], hearts=["H2-1"])


def cost_gap_too_large(world: World) -> str:
    """7.4, maximizer."""
    table = special(world, "H1 H9", "maximizer", "wisdom")
    table.act(0, "play_utility", card="H1")
    return table.refused(0, "use_ability", ability="maximizer", return_card="H1-1", play_card="H9")


def target_is_not_opponent(world: World) -> str:
    """7.4, limiter: not oneself."""
    table = special(world, "H1", "limiter", "wisdom")
    return table.refused(0, "use_ability", ability="limiter", target=0, suit="H")


def card_not_in_discard(world: World) -> str:
    """7.4, grave_robber."""
    table = special(world, "H1", "grave_robber", "wisdom")
    return table.refused(0, "use_ability", ability="grave_robber", card="H9-1")


def wrong_suit(world: World) -> str:
    """7.4, pacifist."""
    return special(world, "H1", "pacifist", "wisdom").refused(0, "use_ability", ability="pacifist", discard="H1")


def exhausted(world: World, **options: Any) -> Opened:
    """Return a table on which all cards but those of a market lie in hands, on boards and in Stacks; seat 0 is on turn.

    Nobody ever discards: both lay what points pay for, put a card into the Stack, and draw as many as they may.
    """
    table = special(
        world,
        " ".join(sorted(whole_deck(2), key=BASE_VALUE.__getitem__)),
        "large_capacity loaded archaeologist",
        "fulfilled landowner wealth",
        stack=True,
        **options,
    )
    for turn in range(MOST_TURNS):
        seat = turn % 2
        view = table.get("/view", seat=seat).json["view"]
        if seat == 0 and not view["deck_count"] and view["players"][0]["hand_count"] < 16:
            assert not view["discard"]
            return table
        if seat == 0 and view["deck_count"] and view["players"][0]["hand_count"] < 10:
            table.say(seat, "use_ability", ability="loaded")
        for card in sorted(table.hand(seat), key=BASE_VALUE.__getitem__):
            table.say(seat, "play_utility", card=card)
        table.say(seat, "stack_add", card=table.hand(seat)[-1])
        table.act(seat, "end_turn")
    raise AssertionError("there are cards left in the deck")


def deck_empty(world: World) -> str:
    """7.4, archaeologist: nothing to dig."""
    return exhausted(world).refused(0, "use_ability", ability="archaeologist", suit="H")


def slot_empty(world: World) -> str:
    """7.6: a slot stays open while the deck is empty."""
    table = exhausted(world, shop=True)
    table.act(0, "buy_card", slot=1)
    for card in table.hand(0):
        table.say(0, "play_utility", card=card)
    rounds(table)
    return table.refused(0, "buy_card", slot=1)


def purchase_spent(world: World) -> str:
    """7.6: one card a turn."""
    table = world.rigged("H1", shop=True)
    table.act(0, "buy_card", slot=1)
    return table.refused(0, "buy_card", slot=2)


def ally_exhausted(world: World) -> str:
    """7.3, R38: two of a team of four, once a turn for a team of two."""
    table = world.rigged("H1 H2", seats=4, team_count=2)
    table.act(0, "use_ally", teammate=2, card="H1")
    return table.refused(0, "use_ally", teammate=2, card="H2")


def ally_same_teammate(world: World) -> str:
    """7.3: at most one card for each teammate."""
    table = world.rigged("H1 H2", seats=8, team_count=2)
    table.act(0, "use_ally", teammate=2, card="H1")
    return table.refused(0, "use_ally", teammate=2, card="H2")


def not_a_teammate(world: World) -> str:
    """7.3: opponents get nothing."""
    return world.rigged("H1", seats=4, team_count=2).refused(0, "use_ally", teammate=1, card="H1")


def card_not_in_stack(world: World) -> str:
    """7.5: only what lies there is attached."""
    return world.rigged("H1 H2", stack=True).refused(0, "play_utility", card="H1", attach=["H2"])


def stack_card_fresh(world: World) -> str:
    """7.5, R42: not in the turn in which it came there."""
    table = world.rigged("H1 H2", stack=True)
    table.act(0, "stack_add", card="H2")
    return table.refused(0, "play_utility", card="H1", attach=["H2"])


def stack_add_spent(world: World) -> str:
    """7.5: one card a turn."""
    table = world.rigged("H1 H2", stack=True)
    table.act(0, "stack_add", card="H2")
    return table.refused(0, "stack_add", card="H1")


def stack_cap_reached(world: World) -> str:
    """7.5: five Stack Cards."""
    table = world.rigged("H1 H2", stack=True)
    for _ in range(5):
        table.act(0, "stack_add", card=table.hand(0)[0])
        rounds(table)
    return table.refused(0, "stack_add", card=table.hand(0)[0])


def hand_too_large(world: World) -> str:
    """7.5: with fewer than two cards in hand."""
    table = world.rigged("H1 H2", stack=True)
    table.act(0, "stack_add", card="H2")
    return table.refused(0, "stack_draw", stack_card="H2")


def stack_not_allowed_here(world: World) -> str:
    """7.5: the value of Gambler's cost matters."""
    table = special(world, "H1 H2", "gambler", "wisdom", stack=True)
    return table.refused(0, "use_ability", ability="gambler", discard="*H2")


REACHED: dict[str, Callable[[World], str]] = {
    reach.__name__: reach
    for reach in (
        wrong_phase,
        decision_pending,
        no_such_decision,
        play_locked,
        hand_full,
        target_hand_full,
        target_is_teammate,
        ability_not_owned,
        ability_not_activatable,
        ability_exhausted,
        attacker_impenetrable,
        target_impenetrable,
        sorcerer_bound,
        lifeline,
        cost_gap_too_large,
        target_is_not_opponent,
        card_not_in_discard,
        wrong_suit,
        deck_empty,
        slot_empty,
        purchase_spent,
        ally_exhausted,
        ally_same_teammate,
        not_a_teammate,
        card_not_in_stack,
        stack_card_fresh,
        stack_add_spent,
        stack_cap_reached,
        hand_too_large,
        stack_not_allowed_here,
    )
}
FILLS_THE_TABLE = {"deck_empty", "slot_empty"}  # with more refusals on the way than are kept


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_rules_refuse_over_http(world: World, name: str) -> None:
    """The refusal has its code and leaves no entry behind."""
    assert REACHED[name](world) == name
    (listed,) = world.store.find(TableQuery()).tables
    met = [attempt.code for attempt in world.store.attempts.of(listed.table)]
    assert met == [name] or name in FILLS_THE_TABLE
