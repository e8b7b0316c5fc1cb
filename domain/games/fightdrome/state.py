"""The table: two fighters with their corners, and the fight in progress. Frozen; only `evolve` makes the next one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from domain.games.fightdrome import cards as printed
from domain.games.fightdrome.cards import Card, CardSet, Sleeve
from domain.games.fightdrome.editions import FightdromeEdition
from domain.games.fightdrome.messages import FightdromeFact, FightdromeOptions
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.draft import Draft
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome

Phase: TypeAlias = Literal[
    "setup", "choose_sleeve", "choose_attack", "respond", "follow_feint", "stagger_discard", "game_over"
]
Cause: TypeAlias = Literal["bout_start", "after_pause", "after_stagger", "after_rest"]

FULL_HAND = 7  # cards; "Resting": no rest may lead beyond it
DECK = 44  # cards of a fighter: 40 of the piles, 2 Feints, 2 Weaves ("Setup")
NOBODY = -1  # in place of a seat


class Corner(msgspec.Struct, frozen=True):
    """What belongs to one seat for longer than a bout."""

    stable: tuple[Sleeve, ...] = ()  # the Sleeves it was dealt: one, or three in an Epic Tournament
    stack: printed.Stack = ""
    sleeve: Sleeve = ""  # that fights, or fought last; empty before the first is known to all
    chosen: Sleeve | None = None  # for the next bout, until it is revealed
    eliminated: tuple[Sleeve, ...] = ()
    counts: tuple[int, ...] = ()  # of the deck's cards by pile
    seen: tuple[Card, ...] = ()  # kinds that the deck is known to hold, folded from facts, in table order; in no view
    fame: int = 0
    bouts_won: int = 0


class Fighter(msgspec.Struct, frozen=True):
    """What a seat has in the bout.

    Hand and deck hold kinds. The discard pile, its top first, holds labels of cards lying face up, kinds of those lying
    face down.
    """

    hand: Bag = Bag()
    deck: Stack = Stack()
    discard: Stack = Stack()
    staggers: int = 0  # of this bout
    corner: Corner = Corner()


class Fight(msgspec.Struct, frozen=True):
    """The bout in progress: what is asked of whom, and the attack that must be answered."""

    phase: Phase
    seat: Seat = NOBODY  # who is asked; whoever was asked last when nobody is
    cause: Cause | None = None  # why an attack is chosen
    staggered: Seat = NOBODY  # whom the last exchange left Staggered
    standing: Card | None = None  # label of the attack that must be answered
    owner: Seat = NOBODY  # who played it
    unmet: Card | None = None  # label of the attack just not answered
    counter: int = 0  # accepted plays, discards and rests


class State(msgspec.Struct, frozen=True):
    """Everything about the game."""

    options: FightdromeOptions
    edition: FightdromeEdition
    cards: CardSet
    fighters: tuple[Fighter, Fighter]
    fight: Fight
    box: tuple[tuple[Card, ...], ...]  # pile cards in no deck, by pile, each in table order
    bout: int = 0
    first_seat: Seat = NOBODY  # who began the bout
    choosing: tuple[Seat, ...] = ()  # who has still to choose a Sleeve
    laid_open: bool = False  # the hands were counted for Fame and lie open
    last_winner: Seat = NOBODY  # of the last bout
    outcome: Outcome | None = None


FightdromeDraft: TypeAlias = Draft[State, FightdromeFact]


def left_in_stable(corner: Corner) -> tuple[Sleeve, ...]:
    """Return the Sleeves of a seat that have not been eliminated."""
    return tuple([sleeve for sleeve in corner.stable if sleeve not in corner.eliminated])


def may_rest(state: State, seat: Seat) -> bool:
    """Say whether a seat that is to attack may rest instead; source: "Resting", "Breathing Space", R26, R39."""
    return rest_granted(state) and len(state.fighters[seat].hand.cards) < FULL_HAND


def rest_granted(state: State) -> bool:
    """Say whether this choice of an attack grants a rest at all, whatever the hand."""
    cause = state.fight.cause
    return cause == "after_stagger" or (cause == "after_rest" and state.options.breathing_space)


def cards_of(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return the kinds of all cards of a seat, wherever they lie; unknown ones as they are."""
    fighter, fight, kind_of = state.fighters[seat], state.fight, state.cards.kind_of
    standing = (kind_of[fight.standing],) if fight.standing is not None and fight.owner == seat else ()
    return (*fighter.deck, *fighter.hand, *[kind_of[card] for card in fighter.discard], *standing)


def supply(state: State, seats: Iterable[Seat]) -> tuple[tuple[Card, ...], ...]:
    """Return the supply piles with the pile cards of these seats' decks put back, in table order.

    If any of those cards is unknown, all are.
    """
    cards, piles = state.cards, state.box
    for seat in seats:
        counts = state.fighters[seat].corner.counts
        if not counts:
            continue
        back = cards_of(state, seat)
        if HIDDEN in back or any(HIDDEN in pile for pile in piles):
            piles = tuple([unknown(len(pile) + count) for pile, count in zip(piles, counts, strict=True)])
            continue
        piles = tuple(
            [
                cards.in_order([*pile, *[card for card in back if cards.pile_of[card] == name]])
                for name, pile in zip(cards.piles, piles, strict=True)
            ]
        )
    return piles
