"""Section 11's invariants over random play in all modes and options, on full and on redacted copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutStarted,
    CardDiscardedFaceDown,
    CardPlayed,
    FameScored,
    FightdromeCommand,
    FightdromeFact,
    FighterRested,
    FighterStaggered,
    PlayCard,
)
from domain.games.fightdrome.rules import LAW_DEALS, RULES
from domain.games.fightdrome.state import State, cards_of
from domain.kernel.acting import act, deal
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, sample
from domain.kernel.marks import redact
from domain.kernel.seats import every_viewer, seat_viewer
from tests.games.fightdrome.given import Rigged, setup_of, started

LONG = {"breathing_space": True, "last_gasp": True}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {"breathing_space": True}),
    (3, {"last_gasp": True, "empty_hand": "when_staggered"}),
    (4, {"mode": "fame_match"}),
    (5, {"mode": "fame_match", "fame_target": 1000, "bout_cap": 5, "later_first_player": "winner"}),
    (6, {"mode": "fame_match", "empty_hand": "when_staggered", "later_first_player": "random"} | LONG),
    (7, {"mode": "epic_tournament"}),
    (8, {"mode": "epic_tournament", "bell_limit": 100, "later_first_player": "loser"} | LONG),
    (9, {"mode": "epic_tournament", "empty_hand": "when_staggered"}),
]
SIZES = {"sleeves": 6, "stacks": 11}  # of shuffles that are not of a deck
EVERY_KIND = Counter(SHIPPED.every_card())


def assert_conserved(state: State) -> None:
    """1 and 3: 44 cards of each seat, 101 in all, 13 in the box; hands of 1 to 7, or 0 where that does not lose."""
    fighters = state.fighters
    for seat in (0, 1):
        assert len(cards_of(state, seat)) == 44
    cards = Counter([*cards_of(state, 0), *cards_of(state, 1), *[card for pile in state.box for card in pile]])
    assert cards == EVERY_KIND
    assert sum(len(pile) for pile in state.box) == 13
    least = 0 if state.options.empty_hand == "when_staggered" or state.outcome is not None else 1
    assert all(least <= len(fighter.hand) <= 7 for fighter in fighters) or state.choosing
    labels = [card for fighter in fighters for card in fighter.discard if card in SHIPPED.open]
    labels += [state.fight.standing] if state.fight.standing is not None else []
    assert len(labels) == len(set(labels))


def assert_standing(state: State) -> None:
    """5 and 6: an attack of the other seat stands exactly while it must be answered; no deck is empty."""
    fight = state.fight
    if state.outcome is None and not state.choosing:
        assert (fight.standing is not None) is (fight.phase == "respond")
        assert all(len(fighter.deck) for fighter in state.fighters)
    if fight.phase == "respond":
        assert fight.standing in SHIPPED.attacks
        assert fight.owner == 1 - fight.seat
    assert (fight.unmet is not None) <= (fight.phase == "stagger_discard")
    assert fight.counter < state.options.bell_limit or state.outcome is not None or state.choosing


def assert_hand_sizes(before: State, facts: Sequence[FightdromeFact], after: State) -> None:
    """4: what changes the size of a hand, and nothing else."""
    if any(isinstance(fact, BoutEnded | BoutStarted) for fact in facts):
        return
    change = [0, 0]
    for fact in facts:
        match fact:
            case CardPlayed(seat=seat, card=card) if card in SHIPPED.neurochems:
                alone = len(before.fighters[seat].hand) == 1
                change[seat] -= not (alone and before.options.last_gasp)
            case CardDiscardedFaceDown(seat=seat):
                change[seat] -= 1
            case FighterRested(seat=seat):
                change[seat] += 1
            case _:
                pass
    sizes = [len(fighter.hand) for fighter in before.fighters]
    assert [len(fighter.hand) for fighter in after.fighters] == [
        size + more for size, more in zip(sizes, change, strict=True)
    ]


def assert_stagger_was_forced(facts: Sequence[FightdromeFact], after: State) -> None:
    """8: nobody is Staggered who holds a legal card."""
    if not isinstance(facts[-1], FighterStaggered):
        return
    fight = after.fight
    fitting = SHIPPED.attacks if fight.unmet is None else SHIPPED.answers[fight.unmet]
    assert fitting.isdisjoint(after.fighters[fight.seat].hand)


def assert_legal(state: State, chance: QuickChance) -> None:
    """7: every listed action is accepted, every other one refused; a refusal says why."""
    for seat in RULES.to_act(state):
        listed = list(legal_actions(RULES, state, seat))
        assert listed
        for kind in (*SHIPPED.print_of, "tango", "?"):
            command = PlayCard(card_id=kind)
            assert (RULES.refuse(state, seat, command) is None) is (command in listed)


@pytest.mark.parametrize(("seed", "options"), TABLES, ids=str)
def test_invariants_over_random_play(seed: int, options: dict[str, Any]) -> None:
    chance = QuickChance(seed)
    facts, state = started(seed, **options)
    copies = {viewer: RULES.empty(setup_of(**options)) for viewer in every_viewer(2)}
    decks: dict[Any, list[str]] = {}
    fame = [0, 0]
    for step in range(450):
        for viewer, copy in copies.items():
            for fact in facts:
                copy = RULES.evolve(copy, redact(fact, viewer))
            copies[viewer] = copy
            assert RULES.view(copy, viewer) == RULES.view(state, viewer)
            assert RULES.to_act(copy) == RULES.to_act(state)
            assert RULES.outcome(copy) == RULES.outcome(state)
        if state.bout:
            assert_conserved(state)
            assert_standing(state)
            for seat in (0, 1):
                key = seat, state.fighters[seat].corner.sleeve
                cards = sorted(cards_of(state, seat))
                assert decks.setdefault(key, cards) == cards
        for fact in facts:
            if isinstance(fact, FameScored):
                assert fact.total >= fame[fact.seat]
                assert fact.total % 5 == 0
                fame[fact.seat] = fact.total
        if state.outcome is not None:
            break
        if step % 5 == 0:
            assert_legal(state, chance)
        seat, command = next_command(state, chance)
        before, encoded = state, msgspec.json.encode(state, enc_hook=lambda value: type(value).__name__)
        facts, state = act(RULES, state, seat, command, chance)
        assert msgspec.json.encode(before, enc_hook=lambda value: type(value).__name__) == encoded
        if before.bout:
            assert_hand_sizes(before, facts, state)
            assert_stagger_was_forced(facts, state)
    assert step > 10


def next_command(state: State, chance: QuickChance) -> tuple[int, FightdromeCommand]:
    seat = chance.choice(tuple(RULES.to_act(state)))
    return seat, sample(RULES, state, seat, chance)


@pytest.mark.parametrize("rigged", LAW_DEALS, ids=lambda rigged: str(rigged.label))
def test_rigged_deals_are_played_to_their_end(rigged: LawDeal) -> None:
    chance = Rigged(7, {purpose: [order(SIZES.get(purpose, 44))] for purpose, order in rigged.orders.items()})
    state = deal(RULES, setup_of(**rigged.options), chance).state
    while state.outcome is None:
        seat, command = next_command(state, chance)
        state = act(RULES, state, seat, command, chance).state
    assert not any(chance.given.values())


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    """9: the opponent's view after a draw is equal for any drawn card."""
    state = started(1).state
    seat = state.fight.seat
    deck = state.fighters[seat].deck
    card = next(card for card in state.fighters[seat].hand if card in SHIPPED.attacks)
    views = set()
    for place in range(1, 10):
        order = (deck.cards[place], *deck.cards[:place], *deck.cards[place + 1 :])
        fighters = list(state.fighters)
        fighters[seat] = msgspec.structs.replace(fighters[seat], deck=type(deck)(order))
        world = msgspec.structs.replace(state, fighters=tuple(fighters))
        facts, after = act(RULES, world, seat, PlayCard(card_id=card), QuickChance(1))
        told = [redact(fact, seat_viewer(1 - seat)) for fact in facts[:2]]
        views.add(msgspec.json.encode([told, RULES.view(after, seat_viewer(1 - seat)).fighters[seat]]))
    assert len(views) == 1


def test_the_same_seed_gives_the_same_game() -> None:
    """11."""

    def played() -> list[FightdromeFact]:
        chance = QuickChance(9)
        facts, state = started(9, mode="epic_tournament")
        every = list(facts)
        while state.outcome is None:
            seat, command = next_command(state, chance)
            facts, state = act(RULES, state, seat, command, chance)
            every += facts
        return every

    assert played() == played()
