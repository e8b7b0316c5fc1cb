"""Worlds that mind what abilities tell: what was shown, checked, given, ordered, left to the default."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import (
    AllyUsed,
    AttackMade,
    BuyCard,
    CardCompared,
    CardGiven,
    CardReturned,
    CardRevealed,
    CardsDiscarded,
    CardsDrawn,
    ChanicCommand,
    ChooseAbilities,
    DeckShuffled,
    HandChecked,
    StackAdd,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.acting import act, deal
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from domain.kernel.marks import redact
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import Viewer, every_viewer, seat_viewer
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    ally,
    answer,
    attack,
    club,
    given,
    setup_of,
    trader,
    use,
    utility,
)
from tests.laws.told import Telling

WORLDS = 12
BY_CHANCE = {DeckShuffled, AttackMade}  # whose draws another world would have to repeat: a reshuffle, Deadly
CLUB_PHASE: dict[str, Any] = {"phase": "club_phase", "points": 0, "last_club": 9, "allowance": True}
Moves = tuple[tuple[int, ChanicCommand], ...]


def seen_by(state: State, viewer: Viewer) -> State:
    """Return a table in mid-turn as a viewer may know it who saw nothing of how it came about."""
    players = []
    for seat, player in enumerate(state.players):
        if not viewer.may_know((seat,)):
            under = tuple([replace(item, cards=Bag(unknown(len(item.cards)))) for item in player.attached])
            hand, stack = Bag(unknown(len(player.hand))), Bag(unknown(len(player.stack)))
            player = replace(player, hand=hand, stack=stack, attached=under)
        players.append(player)
    deck = state.deck if viewer.everything else Stack(unknown(len(state.deck)))
    return replace(state, players=tuple(players), deck=deck)


FISHED: Moves = (
    (X, use("fisher", target=Y, reveal="H9")),
    (Y, answer("choose_gift", card="D9")),
)

PLAYED: dict[str, tuple[State, Moves]] = {
    "fisher gets a card, and both are played": (
        given(seats=3, hands={X: "H9 C1", Y: "D9 S9 H1"}, boards={X: "D2"}, abilities={X: "fisher maximizer"}),
        (*FISHED, (X, utility("D9")), (X, utility("H9"))),
    ),
    "fisher gets a card, and another is paid for": (
        given(seats=3, hands={X: "H9 H8 C1", Y: "D9 S9 H1"}, abilities={X: "fisher haggler"}),
        (*FISHED, (X, utility("H8")), (X, trader("D9 C1"))),
    ),
    "fisher gets a card, and both are discarded": (
        given(seats=3, hands={X: "H9 C9 C1 S9", Y: "D9 H1"}, abilities={X: "fisher"}),
        (*FISHED, (X, trader("D9 H9")), (X, club("C9")), (X, utility("S9"))),
    ),
    "fisher makes a card free that maximizer plays": (
        given(seats=3, hands={X: "H9 C1", Y: "D9 S9 H1"}, boards={X: "D2"}, abilities={X: "fisher maximizer"}),
        (*FISHED, (X, use("maximizer", return_card="D2-1", play_card="D9"))),
    ),
    "maximizer plays a card within the gap": (
        given(seats=3, hands={X: "H9 D4", Y: "D9"}, boards={X: "D2"}, abilities={X: "fisher maximizer"}),
        (*FISHED, (X, use("maximizer", return_card="D2-1", play_card="D4"))),
    ),
    "fisher's target leaves it to the clock": (
        given(seats=3, hands={X: "H9 C1", Y: "S9 D9 H1"}, abilities={X: "fisher"}),
        (FISHED[0], (Y, TimeOut())),
    ),
    "fisher draws another value": (
        given(seats=3, hands={X: "H9 C1", Y: "D8 H1"}, top="D8", abilities={X: "fisher"}),
        FISHED[:1],
    ),
    "fisher draws the same value": (
        given(seats=3, hands={X: "H9 C1", Y: "D8 H1"}, top="D9", abilities={X: "fisher"}),
        (*FISHED[:1], (X, utility("D9"))),
    ),
    "limiter finds a suit": (
        given(seats=3, hands={Y: "H1 D8 C9"}, abilities={X: "limiter"}),
        ((X, use("limiter", target=Y, suit="H")), (Y, answer("choose_discard", card="D8"))),
    ),
    "limiter finds a suit and the clock answers": (
        given(seats=3, hands={Y: "D8 H1 C9"}, abilities={X: "limiter"}),
        ((X, use("limiter", target=Y, suit="H")), (Y, TimeOut())),
    ),
    "limiter takes a single card": (
        given(seats=3, hands={Y: "H1"}, abilities={X: "limiter"}),
        ((X, use("limiter", target=Y, suit="H")),),
    ),
    "limiter finds nothing": (
        given(seats=3, hands={Y: "D8 C9"}, abilities={X: "limiter"}),
        ((X, use("limiter", target=Y, suit="H")),),
    ),
    "manipulator and an order of the deck": (
        given(seats=3, hands={X: "D8 C9"}, abilities={X: "manipulator wisdom seer"}),
        (
            (X, use("manipulator")),
            (X, answer("choose_topdeck", card="C9")),
            (X, use("wisdom")),
            (X, TimeOut()),
        ),
    ),
    "an order of the deck that is chosen": (
        given(seats=3, abilities={X: "wisdom"}, top="C1 C2 C3"),
        ((X, use("wisdom")), (X, answer("choose_order", cards="C3 C1 C2"))),
    ),
    "hopeful draws a Heart and plays it": (
        given(seats=3, hands={X: "D8 H9"}, top="H4", abilities={X: "hopeful"}),
        ((X, use("hopeful")), (X, answer("choose_hopeful", play=True))),
    ),
    "archaeologist, gambler and grave robber": (
        given(seats=3, hands={X: "D8 H9"}, abilities={X: "archaeologist gambler grave_robber"}, top="C1 C2 S3 H1"),
        (
            (X, use("archaeologist", suit="S")),
            (X, use("gambler", discard="D8")),
            (X, use("grave_robber", card="C2-1")),
        ),
    ),
    "purifier": (
        given(seats=3, hands={X: "D8 H9"}, abilities={X: "purifier"}),
        ((X, use("purifier")), (X, answer("choose_shuffle", shuffle=False))),
    ),
    "deadly, and resilient leaves it to the clock": (
        given(
            seats=3,
            hands={Y: "H8 H3 C1 C2"},
            boards={X: "S10", Y: "H1 H2 H5"},
            abilities={X: "deadly", Y: "resilient"},
        ),
        ((X, attack("S10-1", "H1-1")), (Y, TimeOut())),
    ),
    "resilient has no Heart": (
        given(seats=3, hands={Y: "C1 C2"}, boards={X: "S10", Y: "H1 H5"}, abilities={Y: "resilient"}),
        ((X, attack("S10-1", "H1-1")), (Y, TimeOut())),
    ),
    "an attached card comes back": (
        given(seats=3, boards={X: "H1"}, attached={X: {"H1-1": "D1"}}, abilities={X: "illusionist"}),
        ((X, use("illusionist", target_card="H1-1")),),
    ),
    "recycler pays with a Stack Card": (
        given(hands={X: "C1"}, stacks={X: "D1 D2"}, discard="H2", abilities={X: "recycler"}, **CLUB_PHASE),
        ((X, use("recycler", discard="*D1", play_card="H2-1", attach="D2")), (X, END_TURN)),
    ),
    "manipulator leaves it to the clock": (
        given(seats=3, hands={X: "D8 C2 C9"}, abilities={X: "manipulator"}),
        ((X, use("manipulator")), (X, TimeOut())),
    ),
    "a card goes into the Stack, another comes from the market": (
        given(seats=3, hands={X: "D8 C2 C9"}, market="H1 H2 H3", stack=True),
        ((X, StackAdd(card="D8")), (X, BuyCard(slot=2)), (X, END_TURN)),
    ),
    "attached cards follow their host": (
        given(seats=3, hands={X: "C1"}, boards={X: "S9", Y: "H1 H5"}, attached={Y: {"H1-1": "D1"}}),
        ((X, attack("S9-1", "H1-1")),),
    ),
    "a card goes to a teammate at once": (
        given(seats=4, team_count=2, hands={X: "H1 H2"}),
        ((X, ally("H1", to=2)),),
    ),
    "a Stack is laid down": (
        given(seats=3, hands={Y: "H1 H2"}, stacks={Y: "D1 C1"}),
        ((Y, Concede()),),
    ),
    "a card goes to a teammate": (
        given(seats=4, team_count=2, hands={X: "H1 H2"}, stacks={2: "D1"}),
        ((X, ally("H1", to=2)), (2, answer("choose_ally_stack", to_stack=True))),
    ),
}


def follow(table: State, copies: dict[Viewer, State], moves: Moves) -> None:
    """Play the moves, and look for each viewer at worlds before each of them.

    The command must be legal there, and give what the viewer lawfully learns, in most of them.
    """
    for seat, command in moves:
        assert RULES.refuse(table, seat, command) is None
        facts, following = act(RULES, table, seat, command, QuickChance(1))
        for viewer, copy in copies.items():
            telling = Telling(RULES, viewer, command, RULES.view(copy, viewer))
            told, kept = telling.tell(facts)
            agreed = 0
            for seed in range(WORLDS):
                try:
                    world = RULES.imagine(copy, QuickChance(seed), told)
                except NoWorldError:
                    continue
                assert RULES.view(world, viewer) == RULES.view(copy, viewer)
                if RULES.refuse(world, seat, command) is None:
                    again = act(RULES, world, seat, command, QuickChance(1)).facts
                    agreed += telling.again().tell(again)[1] == kept
            assert agreed > WORLDS // 2 or any(type(fact) in BY_CHANCE for fact in facts), f"{viewer}: {command}"
            for fact in facts:
                copy = RULES.evolve(copy, redact(fact, viewer))
            copies[viewer] = copy
        table = following


@pytest.mark.parametrize("name", PLAYED)
def test_worlds_let_follow_what_is_told(name: str) -> None:
    table, moves = PLAYED[name]
    follow(table, {viewer: seen_by(table, viewer) for viewer in every_viewer(len(table.players))}, moves)


def test_worlds_mind_the_abilities_that_were_dealt_and_kept() -> None:
    setup = setup_of(3, specials=2, specials_extra=1)
    facts, table = deal(RULES, setup, QuickChance(3))
    copies = {viewer: RULES.empty(setup) for viewer in every_viewer(3)}
    for viewer, copy in copies.items():
        for fact in facts:
            copy = RULES.evolve(copy, redact(fact, viewer))
        copies[viewer] = copy
    dealt = [player.dealt for player in table.players]
    moves = [(seat, ChooseAbilities(abilities=dealt[seat][:2])) for seat in (1, 0, 2)]  # type: ignore[arg-type]
    follow(table, copies, tuple(moves))


def test_there_is_no_world_where_what_is_told_contradicts_what_is_known() -> None:
    table = seen_by(given(hands={Y: "H1"}, boards={Y: "H2"}, abilities={X: "limiter illusionist"}), seat_viewer(X))
    back = CardReturned(owner=Y, card="H2-1", attached=0)
    none = HandChecked(seat=Y, suit="H", found=False)
    with pytest.raises(NoWorldError, match="not what it must be"):
        RULES.imagine(table, QuickChance(1), [back, none])
    given_away = CardGiven(from_=Y, to=X, card="H5", into="hand")
    with pytest.raises(NoWorldError, match="can leave"):
        RULES.imagine(table, QuickChance(1), [none, given_away])
    drawn = CardsDrawn(seat=Y, reason="fisher", cards=("?",))
    other = CardCompared(seat=Y, value=7, equal=False)
    shown = CardRevealed(seat=Y, card="D7", drawn=True)
    with pytest.raises(NoWorldError, match="not what it must be"):
        RULES.imagine(table, QuickChance(1), [drawn, other, shown])
    some = HandChecked(seat=X, suit="H", found=True)
    with pytest.raises(NoWorldError, match="cannot hold"):
        RULES.imagine(table, QuickChance(1), [some])


def test_there_is_no_world_where_a_gift_left_the_hand_before_it_was_given() -> None:
    table = seen_by(given(seats=4, hands={X: "H1"}, team_count=2), seat_viewer(Y))
    offered = AllyUsed(seat=X, teammate=2, card="?")
    laid_down = CardsDiscarded(seat=X, from_="hand", cards=("H1-1",), reason="life")
    gift = CardGiven(from_=X, to=2, card="?", into="hand")
    assert len(RULES.imagine(table, QuickChance(1), [offered, gift]).players[X].hand) == 1
    with pytest.raises(NoWorldError, match="in the hand no more"):
        RULES.imagine(table, QuickChance(1), [offered, laid_down, gift])
