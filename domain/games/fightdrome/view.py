"""What a viewer sees of the table, built up from nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.games.fightdrome import cards as printed
from domain.games.fightdrome.cards import Card, CardPrint, Sleeve
from domain.games.fightdrome.messages import FightdromeOptions, PileCount
from domain.games.fightdrome.state import NOBODY, Cause, Phase, State
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome


class DiscardedCard(msgspec.Struct, frozen=True):
    """A card of a discard pile: its label face up; face down its kind, or nothing for who may not look."""

    card: Card | None
    face_down: bool


class BoxPile(msgspec.Struct, frozen=True):
    """What is left of a supply pile; the kinds, in table order, for the arbiter alone."""

    pile: str
    count: int
    cards: tuple[Card, ...] | None


class StandingAttack(msgspec.Struct, frozen=True):
    """An attack on the table, and the kinds of cards that can answer it."""

    card: Card  # label
    owner: Seat
    answers: tuple[Card, ...]  # kinds, in table order


class FighterView(msgspec.Struct, frozen=True):
    """What a viewer sees of one seat; `None` where it may not look."""

    seat: Seat
    held: bool  # by the viewer, who may look at what is hidden from others
    sleeve: Sleeve | None  # that fights now
    stack: printed.Stack
    stable: tuple[Sleeve, ...]  # one Sleeve, or three in an Epic Tournament
    eliminated: tuple[Sleeve, ...]
    choosing: bool  # has still to choose a Sleeve
    has_chosen: bool  # has chosen one that is not revealed yet
    chosen: Sleeve | None  # that one
    deck_counts: tuple[PileCount, ...]  # what the 44 cards are, wherever they lie; Feints and Weaves aside
    hand_count: int
    hand: tuple[Card, ...] | None  # kinds, in order of arrival
    deck_count: int
    deck: tuple[Card, ...] | None  # kinds, the top first; for the arbiter alone
    discard: tuple[DiscardedCard, ...]  # the top first
    staggered: bool
    staggers: int  # of this bout
    fame: int
    bouts_won: int


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    options: FightdromeOptions
    cards: tuple[CardPrint, ...]  # what is printed on every kind of card, in table order
    sleeves: Mapping[Sleeve, tuple[str, ...]]  # the pile that each row means
    stacks: Mapping[printed.Stack, tuple[int, ...]]  # the number of each row
    fighters: tuple[FighterView, ...]
    bout: int  # 0 before the first
    first_seat: Seat | None  # who began the bout, or will
    phase: Phase
    cause: Cause | None  # why an attack is to be chosen
    standing: StandingAttack | None
    unmet: StandingAttack | None  # the attack just not answered, while its victim chooses a discard
    counter: int  # accepted plays, discards and rests of the bout
    laid_open: bool  # the hands were counted for Fame and lie open
    box: tuple[BoxPile, ...]
    awaited: dict[Seat, DecisionKind]
    outcome: Outcome | None


def to_act(state: State) -> dict[Seat, DecisionKind]:
    """Return who is awaited, and for what."""
    phase = state.fight.phase
    if phase == "game_over" or phase == "setup":
        return {}
    if phase == "choose_sleeve":
        return dict.fromkeys(state.choosing, phase)
    return {state.fight.seat: phase}


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees (section 3)."""
    fight = state.fight
    return View(
        options=state.options,
        cards=state.cards.prints,
        sleeves=state.cards.sleeves,
        stacks=state.cards.stacks,
        fighters=tuple([_fighter(state, seat, viewer) for seat in (0, 1)]),
        bout=state.bout,
        first_seat=None if state.first_seat == NOBODY else state.first_seat,
        phase=fight.phase,
        cause=fight.cause if fight.phase == "choose_attack" else None,
        standing=_attack(state, fight.standing, fight.owner),
        unmet=_attack(state, fight.unmet, 1 - fight.seat) if fight.phase == "stagger_discard" else None,
        counter=fight.counter,
        laid_open=state.laid_open,
        box=tuple(
            [
                BoxPile(pile, len(cards), cards if viewer.everything else None)
                for pile, cards in zip(state.cards.piles, state.box, strict=True)
            ]
        ),
        awaited=to_act(state),
        outcome=state.outcome,
    )


def _attack(state: State, card: Card | None, owner: Seat) -> StandingAttack | None:
    if card is None:
        return None
    return StandingAttack(card, owner, state.cards.in_order(state.cards.answers[card]))


def _fighter(state: State, seat: Seat, viewer: Viewer) -> FighterView:
    fighter = state.fighters[seat]
    corner = fighter.corner
    mine = viewer.may_know((seat,))
    return FighterView(
        seat=seat,
        held=mine,
        sleeve=corner.sleeve or None,
        stack=corner.stack,
        stable=corner.stable,
        eliminated=corner.eliminated,
        choosing=seat in state.choosing,
        has_chosen=corner.chosen is not None,
        chosen=corner.chosen if mine else None,
        deck_counts=tuple(
            [PileCount(pile, count) for pile, count in zip(state.cards.piles, corner.counts, strict=False)]
        ),
        hand_count=len(fighter.hand),
        hand=fighter.hand.cards if mine or state.laid_open else None,
        deck_count=len(fighter.deck),
        deck=fighter.deck.cards if viewer.everything else None,
        discard=tuple([_discarded(state, card, known=mine) for card in fighter.discard]),
        staggered=state.fight.staggered == seat,
        staggers=fighter.staggers,
        fame=corner.fame,
        bouts_won=corner.bouts_won,
    )


def _discarded(state: State, card: Card, *, known: bool) -> DiscardedCard:
    face_down = card not in state.cards.open
    return DiscardedCard(card if known or not face_down else None, face_down)
