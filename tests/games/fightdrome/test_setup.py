"""How a game starts: options, characters, decks, hands (sections 1 and 4)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.ending import end_bout
from domain.games.fightdrome.messages import CharactersDealt, DecksBuilt, DeckShuffled, HandDrawn
from domain.games.fightdrome.rules import BENCH, DEMONSTRATIONS, LAW_DEALS, RULES
from domain.games.fightdrome.state import cards_of
from domain.kernel.acting import act, deal
from domain.kernel.draft import Draft
from domain.kernel.setup import Setup
from tests.games.fightdrome.given import A, Rigged, S, asked, choose, names, one, setup_of, started


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"fame_target": 49}, "49"),
        ({"fame_target": 1001}, "1001"),
        ({"bell_limit": 99}, "99"),
        ({"bell_limit": 2001}, "2001"),
        ({"bout_cap": 4}, "4"),
        ({"bout_cap": 101}, "101"),
    ],
)
def test_options_out_of_their_limits_are_refused(options: dict[str, Any], named: str) -> None:
    refusal = RULES.refuse_setup(setup_of(**options))
    assert refusal is not None
    assert (refusal.code, refusal.category) == (RULES.bad_options, "setup") == ("invalid_option", "setup")
    assert refusal.message.endswith(f"not {named}.")
    assert refusal.rule.startswith("fightdrome 1")


@pytest.mark.parametrize("seats", [1, 3])
def test_exactly_two_play(seats: int) -> None:
    """R44."""
    setup = setup_of()
    refusal = RULES.refuse_setup(Setup(seats=seats, options=setup.options, edition=setup.edition, data=setup.data))
    assert refusal is not None
    assert refusal.code == "invalid_option"


@pytest.mark.parametrize("options", [{}, {"fame_target": 50, "bell_limit": 100, "bout_cap": 5}, {"fame_target": 1000}])
def test_options_within_their_limits_are_accepted(options: dict[str, Any]) -> None:
    assert RULES.refuse_setup(setup_of(**options)) is None


class Listening(Rigged):
    """Chance that notes what it is asked for."""

    __slots__ = ("asked",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: list[tuple[str, int, bool]] = []

    def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
        self.asked.append((purpose, n, open))
        return super().shuffle(n, purpose, open=open)

    def pick(self, n: int, purpose: str = "", *, open: bool = False) -> int:
        self.asked.append((purpose, n, open))
        return super().pick(n, purpose, open=open)


PILES = [
    ("pile_punch", 21, False),
    ("pile_kick", 21, False),
    ("pile_grapple", 21, False),
    ("pile_block", 18, False),
    ("pile_neurochem", 12, False),
]


def test_chance_is_used_in_the_order_s1_to_s9() -> None:
    chance = Listening(1)
    facts = deal(RULES, setup_of(), chance).facts
    first = one(facts, CharactersDealt).first_seat
    expected = [("sleeves", 6, False), ("stacks", 11, False), *PILES, ("first_player", 2, True)]
    assert chance.asked == [*expected, (f"deck_{first}", 44, False), (f"deck_{1 - first}", 44, False)]


@pytest.mark.parametrize("mode", ["single_bout", "epic_tournament"])
def test_h2_the_order_of_the_box_is_shown_to_nobody(mode: str) -> None:
    """House ruling: what was dealt to nobody is named in table order, and the piles of the box lie in it too."""
    orders = set()
    for seed in range(20):
        facts, state = started(seed, mode=mode)
        dealt = one(facts, CharactersDealt)
        used = {name for character in dealt.characters for name in (*character.sleeves, character.stack)}
        assert dealt.sleeves_left == tuple([name for name in SHIPPED.sleeves if name not in used])
        assert dealt.stacks_left == tuple([name for name in SHIPPED.stacks if name not in used])
        assert all(pile == SHIPPED.in_order(pile) for pile in state.box)
        orders.add(dealt.stacks_left)
    assert len(orders) > 10


def test_a_tournament_chooses_fighters_before_the_piles_are_shuffled() -> None:
    chance = Listening(1)
    deal(RULES, setup_of(mode="epic_tournament"), chance)
    assert chance.asked == [("sleeves", 6, False), ("stacks", 11, False), ("first_player", 2, True)]


def test_chance_is_used_in_the_same_order_when_fighters_are_chosen() -> None:
    """Section 4, R41: S3 to S7, of bout 2 on with the cards of the eliminated fighter put back; S8 before S9."""
    chance = Listening(1)
    state = deal(RULES, setup_of(mode="epic_tournament", later_first_player="random"), chance).state
    for seat in (A, S):
        chance.asked.clear()
        state = act(RULES, state, seat, choose(state.fighters[seat].corner.stable[0]), chance).state
    first = state.first_seat
    assert chance.asked == [*PILES, (f"deck_{first}", 44, False), (f"deck_{1 - first}", 44, False)]
    draft = Draft(state, RULES.evolve, chance)
    end_bout(draft, A, "knocked_out")
    chance.asked.clear()
    kept = state.fighters[A].corner.counts
    after = act(RULES, draft.state, S, choose(state.fighters[S].corner.stable[1]), chance).state
    first = after.first_seat
    assert chance.asked == [
        *[(name, size - count, sealed) for (name, size, sealed), count in zip(PILES, kept, strict=True)],
        ("first_player", 2, True),
        (f"deck_{first}", 44, False),
        (f"deck_{1 - first}", 44, False),
    ]


@pytest.mark.parametrize("mode", ["single_bout", "fame_match"])
def test_the_start_of_a_bout(mode: str) -> None:
    facts, state = started(4, mode=mode)
    dealt = one(facts, CharactersDealt)
    assert names(facts)[:5] == ["GameStarted", "CharactersDealt", "DecksBuilt", "DecksBuilt", "BoutStarted"]
    assert [fact.seat for fact in facts if isinstance(fact, HandDrawn)] == [dealt.first_seat, 1 - dealt.first_seat]
    assert [len(fact.order or ()) for fact in facts if isinstance(fact, DeckShuffled)] == [44, 44]
    assert (len(dealt.sleeves_left), len(dealt.stacks_left)) == (4, 9)
    for seat, character in enumerate(dealt.characters):
        fighter = state.fighters[seat]
        assert fighter.corner.counts == SHIPPED.counts[character.sleeves[0], character.stack]
        assert (len(fighter.hand), len(fighter.deck), len(cards_of(state, seat))) == (7, 37, 44)
        assert fighter.corner.counts == tuple(
            [sum(SHIPPED.pile_of[card] == pile for card in cards_of(state, seat)) for pile in SHIPPED.piles]
        )
    assert asked(state) == ("choose_attack", dealt.first_seat, "bout_start")
    assert sum(len(pile) for pile in state.box) == 13


def test_decks_are_dealt_from_the_top_of_each_pile_first_to_seat_0() -> None:
    """Section 4, steps 3 to 5: with unshuffled piles seat 0 has the lowest cards of each."""
    still = {f"pile_{pile}": [range(len(cards))] for pile, cards in SHIPPED.in_pile.items()}
    facts = deal(RULES, setup_of(), Rigged(1, still)).facts
    mine, yours = [fact for fact in facts if isinstance(fact, DecksBuilt)]
    assert mine.cards is not None
    assert yours.cards is not None
    for row, other in zip(mine.counts, yours.counts, strict=True):
        pile = SHIPPED.in_pile[row.pile]
        assert [card for card in mine.cards if card in pile] == list(pile[: row.count])
        assert [card for card in yours.cards if card in pile] == list(pile[row.count : row.count + other.count])


@pytest.mark.parametrize(("option", "first"), [("seat_0", A), ("seat_1", S)])
def test_r06_a_given_seat_may_start(option: str, first: int) -> None:
    assert started(1, first_player=option).state.first_seat == first


def test_r06_the_random_first_player_is_drawn_in_the_open() -> None:
    for first in (A, S):
        assert deal(RULES, setup_of(), Rigged(1, {"first_player": [first]})).state.first_seat == first


def test_what_the_rest_of_the_product_deals_is_accepted() -> None:
    tables = [(deal.options, 2) for deal in DEMONSTRATIONS]
    tables += [(row.options, row.seats) for row in BENCH] + [(law.options, law.seats) for law in LAW_DEALS]
    for options, seats in tables:
        assert seats == 2
        assert RULES.refuse_setup(setup_of(**options)) is None
