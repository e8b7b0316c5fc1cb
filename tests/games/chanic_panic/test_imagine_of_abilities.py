"""Worlds that mind what abilities tell: what was shown, checked, given, ordered, left to the default."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import AttackMade, ChanicCommand, DeckShuffled
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.acting import act
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from domain.kernel.marks import redact
from domain.kernel.messages import TimeOut
from domain.kernel.seats import Viewer, every_viewer
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    ally,
    answer,
    attack,
    club,
    given,
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
    "a card goes to a teammate": (
        given(seats=4, team_count=2, hands={X: "H1 H2"}, stacks={2: "D1"}),
        ((X, ally("H1", to=2)), (2, answer("choose_ally_stack", to_stack=True))),
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_worlds_let_follow_what_is_told(name: str) -> None:
    """For each viewer, before each command: the command is legal in the world, and gives what the viewer learns."""
    table, moves = PLAYED[name]
    viewers = every_viewer(len(table.players))
    copies = {viewer: seen_by(table, viewer) for viewer in viewers}
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
