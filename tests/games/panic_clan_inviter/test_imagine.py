"""Imagined worlds: what is known and what is told holds in them, and the rest is free."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CardTakenFromDiscard,
    CostPaid,
    DeckReshuffled,
    HandsSwapped,
    LineCardRemoved,
    MagicPlayed,
    NumberCardPlaced,
    PanicFact,
    RuleChanged,
    TurnEnded,
)
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from tests.games.panic_clan_inviter.given import A, B, C, given, hand

SEEDS = range(12)


def hidden(table: State, *, but: int = A, deck: int = 0) -> State:
    """Return the table as one seat knows it, with so many known cards on top of the deck."""
    players = tuple(
        [
            player if seat == but else replace(player, hand=Bag(unknown(len(player.hand))))
            for seat, player in enumerate(table.players)
        ]
    )
    cards = table.deck.cards
    return replace(table, players=players, deck=Stack((*cards[:deck], *unknown(len(cards) - deck))))


TABLE = given(
    hands={A: "r1 evolution", B: "r2 r3 menace", C: "y1 y1 fortune g6"},
    lines={B: "b1 b2", C: "mimic"},
    discard="innovation r7 quick_march",
    top="y7 b7 g1",
)
KNOWN = hidden(TABLE)


def worlds(known: State, *told: PanicFact) -> list[State]:
    return [RULES.imagine(known, QuickChance(seed), told) for seed in SEEDS]


def conserved(world: State) -> None:
    """All 72 cards lie somewhere, once."""
    cards = [*world.deck, *[card for player in world.players for card in player.hand]]
    opened = [*world.discard, world.rule, *[card for player in world.players for card in player.line]]
    opened += [] if world.resolving is None else [world.resolving]
    cards += [world.cards.kind[card] for card in opened]
    assert Counter(cards) == Counter(world.cards.pack)


def test_a_world_holds_every_card_once_and_keeps_what_is_known() -> None:
    met = set()
    for world in worlds(KNOWN):
        conserved(world)
        assert hand(world, A) == "r1 evolution"
        assert [len(player.hand) for player in world.players] == [2, 3, 4]
        assert replace(world, players=KNOWN.players, deck=KNOWN.deck) == KNOWN
        met.add((hand(world, B), world.deck.cards))
    assert len(met) == len(SEEDS)


def test_a_full_state_is_its_own_world() -> None:
    assert RULES.imagine(TABLE, QuickChance(1)) == TABLE


def test_the_card_being_carried_out_is_no_hidden_card() -> None:
    carried = replace(given(hands={A: "r1", B: "r2"}), resolving="summon#1")
    carried = replace(carried, deck=Stack(tuple([card for card in carried.deck if card != "summon"] + ["summon"])))
    for world in worlds(hidden(carried)):
        conserved(world)


@pytest.mark.parametrize(
    ("fact", "kinds"),
    [
        (NumberCardPlaced(seat=B, card="r5#1", from_="hand", line_length=3), "r5"),
        (RuleChanged(seat=B, card="rivalry#1", replaced="command#1", from_="hand"), "rivalry"),
        (MagicPlayed(seat=B, card="fascinate#1"), "fascinate"),
        (CostPaid(seat=B, cards=("r6#1", "g7#1")), "r6 g7"),
        (CardsDiscarded(seat=B, cards=("r6#1", "r6#2"), reason="hand_limit", chosen_by="seat"), "r6 r6"),
        (CardMovedBetweenHands(from_seat=B, to_seat=A, card="y2", source="b6", chosen_by="seat"), "y2"),
        (HandsSwapped(seat_a=B, seat_b=A, cards_a=("r5", "b3", "g2"), cards_b=("r1", "evolution")), "r5 b3 g2"),
    ],
)
def test_cards_that_will_leave_a_hand_are_in_it(fact: PanicFact, kinds: str) -> None:
    for world in worlds(KNOWN, fact):
        conserved(world)
        assert not Counter(kinds.split()) - Counter(world.players[B].hand)


def test_cards_dealt_to_the_viewer_lie_on_top() -> None:
    told = CardsDrawn(seat=A, cards=("y2", "?", "y3"), reason="effect")
    for world in worlds(KNOWN, told):
        assert (world.deck.cards[0], world.deck.cards[2]) == ("y2", "y3")
    on_top = hidden(TABLE, deck=1)
    assert worlds(on_top, CardsDrawn(seat=A, cards=("y7",), reason="effect"))[0].deck.top == "y7"


def test_a_card_drawn_in_secret_may_leave_at_once() -> None:
    draw = CardsDrawn(seat=B, cards=("?",), reason="draw_two")
    drop = CardsDiscarded(seat=B, cards=("y2#1", "y3#1", "y5#1", "g5#1"), reason="hand_limit", chosen_by="seat")
    for world in worlds(KNOWN, draw, drop):
        assert sorted([*world.players[B].hand, world.deck.top]) == ["g5", "y2", "y3", "y5"]


def test_a_card_given_on_in_secret_is_traced() -> None:
    """A gives B a card unknown to the viewer, who sees B place one afterwards."""
    known = hidden(given(hands={B: "r2", C: "g6"}))
    moved = CardMovedBetweenHands(from_seat=C, to_seat=B, card="?", source="r1", chosen_by="chance")
    swapped = HandsSwapped(seat_a=B, seat_b=C, cards_a=("?", "?"), cards_b=())
    placed = CostPaid(seat=C, cards=("y2#1", "y3#1"))
    for world in worlds(known, moved, swapped, placed):
        assert sorted((hand(world, B), hand(world, C))) == ["y2", "y3"]


def test_open_cards_taken_into_a_hand_may_leave_it() -> None:
    taken = CardTakenFromDiscard(seat=B, card="quick_march#1", source="g7")
    fetched = LineCardRemoved(line_seat=C, index=0, card="mimic#1", to="hand", to_seat=B)
    unsaid = LineCardRemoved(line_seat=C, index=0, card="mimic#1", to="discard")
    gone = CostPaid(seat=B, cards=("mimic#1", "quick_march#1"))
    for world in worlds(KNOWN, taken, fetched, unsaid, gone):
        conserved(world)


def test_what_is_drawn_after_a_reshuffle_says_nothing_about_the_old_deck() -> None:
    short = replace(KNOWN, deck=Stack(("?",)), discard=Stack((*KNOWN.discard, *_rest_as_discards())))
    told = (
        CardsDrawn(seat=A, cards=("y7",), reason="draw_two"),
        DeckReshuffled(count=3, order=None),
        CardsDrawn(seat=A, cards=("innovation",), reason="draw_two"),
        TurnEnded(seat=A, turn_no=1),
    )
    for world in worlds(short, *told):
        assert world.deck.cards == ("y7",)


def _rest_as_discards() -> tuple[str, ...]:
    """Return labels for all of the deck but its top card."""
    labels: list[str] = []
    used = {*TABLE.discard, TABLE.rule, *[card for player in TABLE.players for card in player.line]}
    for kind in TABLE.deck.cards[1:]:
        label = next(name for name in TABLE.cards.labels[kind] if name not in used)
        used.add(label)
        labels.append(label)
    return tuple(labels)


def test_the_clock_takes_the_lowest_so_what_stays_is_not_lower() -> None:
    """8.4: deducible cards."""
    rank = TABLE.cards.rank
    dropped = CardsDiscarded(seat=C, cards=("y5#1", "mutation#1"), reason="hand_limit", chosen_by="clock")
    for world in worlds(KNOWN, dropped):
        conserved(world)
        held = Counter(world.players[C].hand) - Counter(("y5", "mutation"))
        assert min(rank[kind] for kind in held) >= rank["mutation"]
    moved = CardMovedBetweenHands(from_seat=C, to_seat=A, card="g7", source="b6", chosen_by="clock")
    for world in worlds(KNOWN, moved):
        assert min(rank[kind] for kind in world.players[C].hand) == rank["g7"]
    unseen = CardMovedBetweenHands(from_seat=C, to_seat=B, card="?", source="b6", chosen_by="clock")
    for world in worlds(KNOWN, unseen):
        conserved(world)


@pytest.mark.parametrize(
    "told",
    [
        CostPaid(seat=A, cards=("y5#1",)),
        CostPaid(seat=B, cards=("r5#1", "r5#2", "r6#1", "r6#2")),
        CostPaid(seat=B, cards=("evolution#1",)),
        CostPaid(seat=B, cards=("rivalry#1", "rivalry#1")),
        CardsDrawn(seat=A, cards=unknown(60), reason="effect"),
        CardsDrawn(seat=A, cards=("b7",), reason="effect"),
        CardsDiscarded(seat=C, cards=("revive#1",), reason="hand_limit", chosen_by="clock"),
    ],
)
def test_no_world_agrees_with_what_cannot_be(told: PanicFact) -> None:
    """In the last case three cards would have to be as high as the highest kind, of which one is left."""
    with pytest.raises(NoWorldError):
        RULES.imagine(hidden(TABLE, deck=1), QuickChance(1), (told,))


def test_no_world_has_a_card_too_many() -> None:
    """A copy in which a card lies nowhere agrees with no pack."""
    with pytest.raises(NoWorldError, match="are left for"):
        RULES.imagine(replace(KNOWN, deck=Stack(KNOWN.deck.cards[:-1])), QuickChance(1))
