"""What is offered: nothing legal is missing, nothing stored can be said in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from domain.games.chanic_panic.messages import ChanicCommand, UseTrader
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, offers, sample
from tests.games.chanic_panic.given import (
    END_TURN,
    PANIC,
    X,
    Y,
    attack,
    bypass,
    club,
    code,
    given,
    play,
    started,
    trader,
    utility,
)


def subsets(cards: tuple[str, ...]) -> Iterator[str]:
    for some in chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1)):
        yield " ".join(some)


def everything(state: State, seat: int) -> Iterator[ChanicCommand]:
    """Yield every command that names cards of the right places, legal or not, each in its stored form."""
    player = state.players[seat]
    yield from (END_TURN, PANIC)
    for card in player.hand:
        yield from (utility(card), club(card))
    for pair in combinations(player.hand, 2):
        yield RULES.normal(state, trader(" ".join(pair)))
    for target, victim in enumerate(state.players):
        for weapons in subsets(player.spades):
            for hearts in subsets(victim.hearts):
                yield bypass(weapons, hearts, at=target)
                for diamonds in subsets(victim.diamonds):
                    yield attack(weapons, f"{diamonds} {hearts}", at=target)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_legal_actions_are_all_that_refuse_accepts(seats: int, seed: int) -> None:
    """6.7, by brute force over random play."""
    chance = QuickChance(seed)
    state = started(seats, seed, panic=True).state
    attacked = 0
    for _ in range(150):
        if state.outcome is not None:
            break
        (seat,) = RULES.to_act(state)
        expected = {command for command in everything(state, seat) if RULES.refuse(state, seat, command) is None}
        listed = list(legal_actions(RULES, state, seat))
        assert set(listed) == expected
        assert len(listed) == len(expected)
        attacked += sum(1 for command in listed if hasattr(command, "attack_cards"))
        state = act(RULES, state, seat, chance.choice(listed), chance).state
    assert attacked, "the game never came to an attack"


def test_the_count_of_attacks_on_a_full_board() -> None:
    """6.7: 7 sets of Spades against 7 of Diamonds, 7 of Hearts behind all Diamonds, 7 by bypass; none too strong."""
    table = given(boards={X: "S8 S9 S10", Y: "H1 D1"})
    aimed = [command for command in legal_actions(RULES, table, X) if hasattr(command, "attack_cards")]
    assert len(aimed) == 7 * 3, "each set of Spades takes the Diamond, both cards, or the Heart by bypass"
    table = given(seats=5, boards={X: "S10", Y: "H1 H1 H1 D1 D1 D1"})
    aimed = [command for command in legal_actions(RULES, table, X) if getattr(command, "target", None) == Y]
    assert len(aimed) == 7 + 7 + 7


def test_nothing_is_offered_out_of_turn_or_after_the_end() -> None:
    table = given(hands={Y: "C1"})
    assert RULES.menu(table, Y) == ()
    over = play(given(boards={X: "S1"}), attack("S1-1")).state
    assert RULES.menu(over, X) == ()
    assert RULES.to_act(over) == {}


def test_only_the_end_of_the_turn_is_offered_at_the_action_limit() -> None:
    table = given(hands={X: "H1 H2 C1"}, turn_action_limit=50, panic=True)
    for _ in range(50):
        table = RULES.evolve(table, play(given(hands={X: "H1 H2"}), trader("H1 H2")).facts[0])
    assert list(legal_actions(RULES, table, X)) == [END_TURN]


def test_abilities_switched_off_are_not_offered() -> None:
    table = given(hands={X: "H1 H2"}, trader=False)
    assert {offer.command for offer in offers(RULES, table, X)} == {"end_turn", "play_utility"}
    table = given(hands={X: "C1"}, panic=True)
    assert {offer.command for offer in offers(RULES, table, X)} == {"end_turn", "play_club", "use_panic"}


def test_two_cards_of_one_kind_can_be_traded() -> None:
    table = given(seats=3, hands={X: "H1 H1"})
    assert UseTrader(discards=("H1", "H1")) in list(legal_actions(RULES, table, X))


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        (utility("H5-2"), utility("H5")),
        (utility("H5"), utility("H5")),
        (utility("Joker"), utility("Joker")),
        (club("C3-1"), club("C3")),
        (trader("S2-1 C3"), trader("S2 C3")),
        (trader("C3 H5-2"), trader("H5 C3")),
        (trader("C3 Joker"), trader("C3 Joker")),
        (attack("S6-1 S5-1", "D1-1 D2-1 H4-1 H3-1"), attack("S5-1 S6-1", "D2-1 D1-1 H3-1 H4-1")),
        (attack("S5-1 S5-1", "D9-1"), attack("S5-1 S5-1", "D9-1")),
        (attack("S6-1 S5-1", "D1-1", at=7), attack("S5-1 S6-1", "D1-1", at=7)),
        (bypass("S6-1 S5-1", "H4-1 H3-1"), bypass("S5-1 S6-1", "H3-1 H4-1")),
        (END_TURN, END_TURN),
    ],
)
def test_the_stored_form(said: ChanicCommand, stored: ChanicCommand) -> None:
    table = given(seats=3, hands={X: "H5 C3 S2"}, boards={X: "S5 S6", Y: "H3 H4 D2 D1"})
    assert RULES.normal(table, said) == stored
    assert RULES.normal(table, stored) == stored


@pytest.mark.parametrize(
    "said", [attack("S10-1 S5-1", "D1-1 D2-1"), utility("H5-2"), trader("C3-2 H5"), bypass("S10-1 S5-1", "H4-1 H3-1")]
)
def test_a_command_and_its_stored_form_do_the_same(said: ChanicCommand) -> None:
    table = given(seats=3, hands={X: "H5 C3 S2"}, boards={X: "S5 S10", Y: "H3 H4 D2 D1"})
    assert play(table, said).facts == play(table, RULES.normal(table, said)).facts


def test_a_sample_is_legal() -> None:
    chance = QuickChance(3)
    table = given(hands={X: "H1 C1 D9"}, boards={X: "S5", Y: "D3 H9"})
    for _ in range(200):
        assert code(table, sample(RULES, table, X, chance)) is None


@pytest.mark.parametrize(
    ("ability", "attacks", "bypasses"),
    [
        ("", "the sum of the Spades", "half the sum of the Spades, rounded down"),
        ("wealth", "the sum of the Spades", "half the sum of the Spades, rounded down"),
        (
            "innovator",
            "the sum of the Spades and half the sum of the Diamonds, rounded down",
            "half of an attack with the same cards, rounded down",
        ),
        (
            "direct_hitter",
            "the sum of the Spades",
            "three quarters of an attack with the same cards, rounded down",
        ),
    ],
)
def test_an_offered_attack_says_what_its_power_is_made_of(ability: str, attacks: str, bypasses: str) -> None:
    table = given(boards={X: "S9 D2", Y: "H3 D1 D2"}, seats=3, abilities={X: ability} if ability else {})
    hints = {offer.command: offer.hint for offer in offers(RULES, table, X) if offer.hint}
    assert hints == {"attack": f"power: {attacks}", "bypass": f"power: {bypasses}"}
