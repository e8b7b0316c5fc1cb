"""How each fact changes the table; it asks no rule and runs on redacted copies too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.games.fightdrome.cards import Card
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutStarted,
    CardDiscardedFaceDown,
    CardDrawn,
    CardPlayed,
    CharactersDealt,
    DecksBuilt,
    DeckShuffled,
    DiscardReshuffled,
    FameScored,
    FightdromeFact,
    FighterEliminated,
    FighterRested,
    FightersRevealed,
    FighterStaggered,
    FightPaused,
    GameEnded,
    GameStarted,
    HandDrawn,
    OverstimulatedHandShown,
    PlayerConceded,
    PlayerTimedOut,
    SleeveChosen,
)
from domain.games.fightdrome.state import NOBODY, Corner, Fight, Fighter, State, cards_of, left_in_stable, supply
from domain.kernel.cards.reordering import reordered
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import UnseenReordered
from domain.kernel.ranking import ranked
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome


def evolve(state: State, fact: FightdromeFact) -> State:
    """Return the state after a fact.

    Raises `NotThereError` if the fact takes a card from where it does not lie.
    """
    return EVOLVE[type(fact)](state, fact)


def _with(state: State, seat: Seat, fighter: Fighter) -> tuple[Fighter, Fighter]:
    return (fighter, state.fighters[1]) if seat == 0 else (state.fighters[0], fighter)


def _corner(state: State, seat: Seat, **changed: Any) -> tuple[Fighter, Fighter]:
    fighter = state.fighters[seat]
    return _with(state, seat, replace(fighter, corner=replace(fighter.corner, **changed)))


def _unchanged(state: State, fact: GameStarted | PlayerConceded | PlayerTimedOut) -> State:
    return state


def _characters_dealt(state: State, fact: CharactersDealt) -> State:
    several = len(fact.characters[0].sleeves) > 1
    one, other = [
        Fighter(
            corner=Corner(
                stable=character.sleeves, stack=character.stack, sleeve="" if several else character.sleeves[0]
            )
        )
        for character in fact.characters
    ]
    return replace(
        state,
        fighters=(one, other),
        first_seat=fact.first_seat,
        fight=Fight("choose_sleeve" if several else "setup"),
        choosing=(0, 1) if several else (),
    )


def _decks_built(state: State, fact: DecksBuilt) -> State:
    """The pile cards of a deck before this one go back to the box; then these leave it."""
    counts = {row.pile: row.count for row in fact.counts}
    taken = tuple([counts.get(pile, 0) for pile in state.cards.piles])
    corner = replace(state.fighters[fact.seat].corner, counts=taken, seen=())
    before = supply(state, (fact.seat,))
    if fact.cards is None or any(HIDDEN in pile for pile in before):
        box = tuple([unknown(len(pile) - number) for pile, number in zip(before, taken, strict=True)])
    else:
        box = _without(before, taken, fact.cards)
    cards = unknown(sum(taken) + len(state.cards.set_aside)) if fact.cards is None else fact.cards
    fight = state.fight
    if fight.owner == fact.seat:
        fight = replace(fight, standing=None, owner=NOBODY)
    fighter = Fighter(deck=Stack(cards), corner=corner)
    return replace(state, fighters=_with(state, fact.seat, fighter), box=box, fight=fight)


def _without(
    piles: tuple[tuple[Card, ...], ...], taken: tuple[int, ...], gone: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return the piles without the cards of a deck, still in table order."""
    going: dict[Card, int] = Counter(gone)
    left = []
    for pile, number in zip(piles, taken, strict=True):
        kept = []
        for card in pile:
            if going.get(card):
                going[card] -= 1
            else:
                kept.append(card)
        if len(kept) != len(pile) - number:
            raise NotThereError("a deck is built of other cards than the box and the character give")
        left.append(tuple(kept))
    return tuple(left)


def _bout_started(state: State, fact: BoutStarted) -> State:
    one, other = [_gathered(state, seat) for seat in (0, 1)]
    return replace(
        state,
        fighters=(one, other),
        fight=Fight("choose_attack", fact.first_seat, "bout_start"),
        bout=fact.bout,
        first_seat=fact.first_seat,
        laid_open=False,
    )


def _gathered(state: State, seat: Seat) -> Fighter:
    """Return a seat with all its cards in the deck, in table order; unknown if any of them is."""
    cards = cards_of(state, seat)
    corner = state.fighters[seat].corner
    if HIDDEN not in cards:
        return Fighter(deck=Stack(state.cards.in_order(cards)), corner=corner)
    return Fighter(deck=Stack(unknown(len(cards))), corner=_remembering(state, corner, cards))


def _remembering(state: State, corner: Corner, cards: tuple[Card, ...]) -> Corner:
    """Return the corner that also knows: the deck holds these cards at the same time."""
    known = Counter(corner.seen)
    known |= Counter([card for card in cards if card != HIDDEN])
    return replace(corner, seen=state.cards.in_order(known.elements()))


def _deck_shuffled(state: State, fact: DeckShuffled) -> State:
    fighter = state.fighters[fact.seat]
    order = unknown(len(fighter.deck)) if fact.order is None else fact.order
    return replace(state, fighters=_with(state, fact.seat, replace(fighter, deck=Stack(order))))


def _hand_drawn(state: State, fact: HandDrawn) -> State:
    fighter = state.fighters[fact.seat]
    fighter = replace(fighter, hand=fighter.hand.add(fact.cards), deck=fighter.deck.draw(fact.cards))
    return replace(state, fighters=_with(state, fact.seat, fighter))


def _hand_shown(state: State, fact: OverstimulatedHandShown) -> State:
    fighter = state.fighters[fact.seat]
    cards = (*fighter.deck, *fact.cards)
    corner = fighter.corner
    if HIDDEN in cards:
        corner = _remembering(state, corner, fact.cards)
        deck = unknown(len(cards))
    else:
        deck = state.cards.in_order(cards)
    fighter = replace(fighter, hand=fighter.hand.take_all(fact.cards), deck=Stack(deck), corner=corner)
    return replace(state, fighters=_with(state, fact.seat, fighter))


def _card_played(state: State, fact: CardPlayed) -> State:
    fight, card, seat = state.fight, fact.card, fact.seat
    kind = state.cards.kind_of.get(card)
    if kind is None:
        raise NotThereError(f"{card} is no card of this game")
    mine, other = state.fighters[seat], state.fighters[1 - seat]
    discard = mine.discard
    counter = fight.counter + 1
    if card in state.cards.attacks:
        then = Fight("respond", 1 - seat, None, NOBODY, card, seat, None, counter)
    else:
        discard = discard.put((card,))
        phase = "follow_feint" if card in state.cards.feints else fight.phase
        then = Fight(phase, seat, None, NOBODY, None, NOBODY, None, counter)
    mine = Fighter(mine.hand.take(kind), mine.deck, discard, mine.staggers, mine.corner)
    if fight.standing is not None:
        other = Fighter(other.hand, other.deck, other.discard.put((fight.standing,)), other.staggers, other.corner)
    return _fought(state, (mine, other) if seat == 0 else (other, mine), then)


def _fought(state: State, fighters: tuple[Fighter, Fighter], fight: Fight) -> State:
    """Return the table after a change within the bout; the constructor is the fast way."""
    return State(
        state.options,
        state.edition,
        state.cards,
        fighters,
        fight,
        state.box,
        state.bout,
        state.first_seat,
        state.choosing,
        state.laid_open,
        state.last_winner,
        state.outcome,
    )


def _card_drawn(state: State, fact: CardDrawn) -> State:
    old = state.fighters[fact.seat]
    drawn = (fact.card,)
    fighter = Fighter(old.hand.add(drawn), old.deck.draw(drawn), old.discard, old.staggers, old.corner)
    return _fought(state, _with(state, fact.seat, fighter), state.fight)


def _reshuffled(state: State, fact: DiscardReshuffled) -> State:
    fighter = state.fighters[fact.seat]
    corner = fighter.corner
    if fact.order is None:
        corner = _remembering(state, corner, cards_of(state, fact.seat))
    deck = Stack(unknown(fact.count) if fact.order is None else fact.order)
    fighter = replace(fighter, deck=deck, discard=Stack(), corner=corner)
    return replace(state, fighters=_with(state, fact.seat, fighter))


def _paused(state: State, fact: FightPaused) -> State:
    fight = Fight("choose_attack", fact.next_seat, "after_pause", counter=state.fight.counter)
    return _fought(state, state.fighters, fight)


def _staggered(state: State, fact: FighterStaggered) -> State:
    fight, seat = state.fight, fact.seat
    mine, other = state.fighters[seat], state.fighters[1 - seat]
    mine = replace(mine, staggers=mine.staggers + 1)
    if fight.standing is not None:
        other = replace(other, discard=other.discard.put((fight.standing,)))
    then = Fight("stagger_discard", seat, staggered=seat, unmet=fight.standing, counter=fight.counter)
    return _fought(state, (mine, other) if seat == 0 else (other, mine), then)


def _discarded(state: State, fact: CardDiscardedFaceDown) -> State:
    seat = fact.seat
    old = state.fighters[seat]
    fighter = replace(old, hand=old.hand.take(fact.card), discard=old.discard.put((fact.card,)))
    counter = state.fight.counter + (not fact.last)
    fight = Fight("choose_attack", 1 - seat, "after_stagger", seat, counter=counter)
    return _fought(state, _with(state, seat, fighter), fight)


def _new_order(state: State, fact: UnseenReordered) -> State:
    if fact.seat is None:
        raise NotThereError("every deck belongs to a seat")
    fighter = state.fighters[fact.seat]
    fighter = replace(fighter, deck=Stack(reordered(fighter.deck.cards, fact)))
    return replace(state, fighters=_with(state, fact.seat, fighter))


def _rested(state: State, fact: FighterRested) -> State:
    fight = state.fight
    then = Fight("choose_attack", 1 - fact.seat, "after_rest", fight.staggered, counter=fight.counter + 1)
    return _fought(state, state.fighters, then)


def _bout_ended(state: State, fact: BoutEnded) -> State:
    fight = replace(state.fight, phase="setup", seat=NOBODY, cause=None, unmet=None)
    won = state.fighters[fact.winner].corner.bouts_won + 1
    fighters = _corner(state, fact.winner, bouts_won=won)
    return replace(state, fighters=fighters, fight=fight, last_winner=fact.winner)


def _fame_scored(state: State, fact: FameScored) -> State:
    """The hand that is laid open is known to all from now on."""
    fighter = state.fighters[fact.seat]
    hand = Bag(fighter.hand.take_all(fact.cards).cards + fact.cards)
    fighter = replace(fighter, hand=hand, corner=replace(fighter.corner, fame=fact.total))
    return replace(state, fighters=_with(state, fact.seat, fighter), laid_open=True)


def _sleeve_chosen(state: State, fact: SleeveChosen) -> State:
    choosing = tuple([seat for seat in state.choosing if seat != fact.seat])
    return replace(state, fighters=_corner(state, fact.seat, chosen=fact.sleeve), choosing=choosing)


def _revealed(state: State, fact: FightersRevealed) -> State:
    for reveal in fact.fighters:
        fighters = _corner(state, reveal.seat, sleeve=reveal.sleeve, chosen=None)
        state = replace(state, fighters=fighters)
    return replace(state, fight=replace(state.fight, phase="setup"))


def _eliminated(state: State, fact: FighterEliminated) -> State:
    gone = (*state.fighters[fact.seat].corner.eliminated, fact.sleeve)
    state = replace(state, fighters=_corner(state, fact.seat, eliminated=gone))
    if not left_in_stable(state.fighters[fact.seat].corner):
        return state
    return replace(state, choosing=(fact.seat,), fight=replace(state.fight, phase="choose_sleeve"))


def _game_ended(state: State, fact: GameEnded) -> State:
    places = ranked([(fact.winner,), (1 - fact.winner,)])
    points = None
    if state.options.mode == "fame_match":
        points = tuple([fighter.corner.fame for fighter in state.fighters])
    return replace(
        state,
        fight=replace(state.fight, phase="game_over"),
        choosing=(),
        outcome=Outcome(places=places, ended_by=fact.ended_by, reason=fact.reason, points=points),
    )


EVOLVE: Mapping[type[FightdromeFact], Callable[[State, Any], State]] = {
    GameStarted: _unchanged,
    CharactersDealt: _characters_dealt,
    DecksBuilt: _decks_built,
    BoutStarted: _bout_started,
    DeckShuffled: _deck_shuffled,
    HandDrawn: _hand_drawn,
    OverstimulatedHandShown: _hand_shown,
    CardPlayed: _card_played,
    CardDrawn: _card_drawn,
    DiscardReshuffled: _reshuffled,
    FightPaused: _paused,
    FighterStaggered: _staggered,
    CardDiscardedFaceDown: _discarded,
    FighterRested: _rested,
    BoutEnded: _bout_ended,
    FameScored: _fame_scored,
    SleeveChosen: _sleeve_chosen,
    FightersRevealed: _revealed,
    FighterEliminated: _eliminated,
    PlayerConceded: _unchanged,
    PlayerTimedOut: _unchanged,
    GameEnded: _game_ended,
    UnseenReordered: _new_order,
}
