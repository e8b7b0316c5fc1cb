"""The fight: drawing, what follows a play, becoming Staggered, and labels for cards that become open."""

from __future__ import annotations

from domain.games.fightdrome.cards import Card
from domain.games.fightdrome.ending import end_bout, ring_bell
from domain.games.fightdrome.messages import (
    CardDiscardedFaceDown,
    CardDrawn,
    DiscardReshuffled,
    FighterStaggered,
    StaggerCause,
)
from domain.games.fightdrome.state import FightdromeDraft, State, may_rest
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat


def open_label(state: State, kind: Card) -> Card:
    """Return the label that a card bears when it becomes open: the lowest copy number that no open card has."""
    one, other = state.fighters
    here, there, standing = one.discard.cards, other.discard.cards, state.fight.standing
    for label in state.cards.labels[kind]:
        if label != standing and label not in here and label not in there:
            return label
    raise NotThereError(f"every {kind} lies open already")


def draw(draft: FightdromeDraft, seat: Seat) -> None:
    """Draw a card; a deck that it empties is made anew of the discard pile.

    Nothing is drawn where there is nothing. Source: "Playing Cards"; R13, R14.
    """
    _refill(draft, seat)
    deck = draft.state.fighters[seat].deck.cards
    if deck:
        draft.emit(CardDrawn(seat=seat, card=deck[0]))
        _refill(draft, seat)


def _refill(draft: FightdromeDraft, seat: Seat) -> None:
    fighter = draft.state.fighters[seat]
    if fighter.deck.cards or not fighter.discard.cards:
        return
    cards = draft.state.cards
    pile = cards.in_order([cards.kind_of[card] for card in fighter.discard])
    order = in_order(pile, draft.chance.shuffle(len(pile), "reshuffle"))
    draft.emit(DiscardReshuffled(seat=seat, count=len(pile), order=order))


def must_respond(draft: FightdromeDraft, seat: Seat) -> None:
    """Let a seat answer the standing attack; without a legal card it is Staggered. Source: "How to Play"; R8."""
    state = draft.state
    assert state.fight.standing is not None, "an attack was just played"
    if state.cards.answers[state.fight.standing].isdisjoint(state.fighters[seat].hand.cards):
        stagger(draft, seat, "cannot_respond")


def must_follow_up(draft: FightdromeDraft, seat: Seat) -> None:
    """Let a seat attack after its Feint; without an Attack card it is Staggered. Source: "Feint & Weave Cards"; R18."""
    if not _has_attack(draft.state, seat):
        stagger(draft, seat, "cannot_follow_up")


def must_attack(draft: FightdromeDraft, seat: Seat) -> None:
    """Let a seat attack, or rest where that is granted.

    If it can do neither: after a rest the Staggered seat loses the bout, in any other case the seat is Staggered.
    Source: "The fight must continue", "Resting"; R24, R25, R27, R39.
    """
    state = draft.state
    if _has_attack(state, seat) or may_rest(state, seat):
        return
    if state.fight.cause == "after_rest" and state.fight.staggered == seat:
        end_bout(draft, 1 - seat, "cannot_rise")
    else:
        stagger(draft, seat, "cannot_attack")


def _has_attack(state: State, seat: Seat) -> bool:
    return not state.cards.attacks.isdisjoint(state.fighters[seat].hand.cards)


def stagger(draft: FightdromeDraft, seat: Seat, cause: StaggerCause) -> None:
    """Make a seat Staggered; with one card left, or none, it is knocked out. Source: "Becoming Staggered"; R10, R32."""
    draft.emit(FighterStaggered(seat=seat, cause=cause))
    hand = draft.state.fighters[seat].hand.cards
    if len(hand) > 1:
        return
    if hand:
        draft.emit(CardDiscardedFaceDown(seat=seat, card=hand[0], last=True))
    end_bout(draft, 1 - seat, "knocked_out")


def bell_rings(draft: FightdromeDraft) -> bool:
    """Let the judges decide if the action just taken was the last that the bell allows; say whether it was. R37."""
    if draft.state.fight.counter < draft.state.options.bell_limit:
        return False
    ring_bell(draft)
    return True
