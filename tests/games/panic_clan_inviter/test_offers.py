"""What is offered: nothing legal is missing, nothing stored can be said in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from domain.games.panic_clan_inviter.messages import PanicCommand, Question
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command, command_from
from domain.kernel.legal import legal_actions, offers, sample
from domain.kernel.messages import tag_of
from tests.games.panic_clan_inviter.given import (
    DECLINE,
    DRAW,
    PASS,
    A,
    B,
    aim,
    awaited,
    choose,
    drop,
    given,
    magic,
    offered,
    place,
    play,
    rule,
    started,
)


def everything(state: State, seat: int) -> Iterator[PanicCommand]:
    """Yield every command about cards of the right places, legal or not."""
    yield from (DRAW, PASS, DECLINE)
    yield from [aim(target) for target in range(len(state.players))]
    hand = state.cards.in_order(state.players[seat].hand.cards)
    for card in hand:
        yield from (place(card), rule(card), magic(card), choose(card))
        yield from [magic(card, other) for other in hand]
    for size in range(1, 4):
        yield from [drop(" ".join(cards)) for cards in combinations(hand, size)]
    for card in (*state.discard, *[card for player in state.players for card in player.line]):
        yield choose(card)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_legal_actions_are_all_that_refuse_accepts(seats: int, seed: int) -> None:
    """Invariant 8, by brute force over random play."""
    chance = QuickChance(seed)
    state = started(seats, seed).state
    asked: set[str] = set()
    for _ in range(150):
        if state.outcome is not None:
            break
        seat, kind = awaited(state)
        asked.add(kind)
        accepted = [command for command in everything(state, seat) if RULES.refuse(state, seat, command) is None]
        expected = {RULES.normal(state, command) for command in accepted}
        listed = list(legal_actions(RULES, state, seat))
        assert set(listed) == expected
        assert len(listed) == len(expected)
        state = act(RULES, state, seat, chance.choice(listed), chance).state
    assert len(asked) > 3


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sample_is_legal_and_survives_its_json(seats: int) -> None:
    chance = QuickChance(seats)
    state = started(seats, seats).state
    while state.outcome is None:
        seat, _ = awaited(state)
        command = sample(RULES, state, seat, chance)
        assert RULES.refuse(state, seat, command) is None
        assert RULES.normal(state, command) == command
        assert command_from(RULES, tag_of(command), body_of_command(command)) == command
        state = act(RULES, state, seat, command, chance).state


def test_nobody_else_is_offered_anything() -> None:
    table = given()
    assert offers(RULES, table, B) == ()
    over = play(given(lines={A: "r1 r1 r2 r2 r3 r3 r5"}, hands={A: "r7"}), place("r7")).state
    assert offers(RULES, over, A) == ()


def test_cards_of_a_hand_are_stored_as_kinds_in_master_order() -> None:
    table = given(hands={A: "r1 r2 evolution menace y1"})
    assert RULES.normal(table, place("r1#2")) == place("r1")
    assert RULES.normal(table, rule("evolution#1")) == rule("evolution")
    assert RULES.normal(table, magic("menace#2", "y1#1 r2#2")) == magic("menace", "r2 y1")
    assert RULES.normal(table, drop("y1#1 r1#1 joker")) == drop("r1 y1 joker")
    assert RULES.normal(table, place("joker")) == place("joker")
    assert RULES.normal(table, DRAW) is DRAW


def test_open_cards_are_stored_by_their_labels() -> None:
    _, taking = play(given(hands={A: "y1"}, discard="evolution"), place("y1"))
    assert RULES.normal(taking, choose("evolution#1")) == choose("evolution#1")
    _, giving = play(given(hands={A: "b6", B: "r1 r2"}), place("b6"), aim(B))
    assert RULES.normal(giving, choose("r1#2")) == choose("r1")
    assert RULES.normal(giving, choose("joker")) == choose("joker")


def test_an_offer_of_magic_with_a_cost_names_its_cost() -> None:
    table = given(hands={A: "menace r1 r1 fortune"})
    listed = [command for command in offered(table) if tag_of(command) == "play_magic"]
    assert listed == [magic("menace", "r1"), magic("menace", "fortune"), magic("fortune")]


def test_an_empty_choice_leaves_declining() -> None:
    table = given(hands={A: "summon"})
    _, asked = play(table, magic("summon"))
    assert asked.agenda[-1] == Question(seat=A, kind="choose_number_from_hand", source="summon", optional=True)
    assert offered(asked) == [DECLINE]
