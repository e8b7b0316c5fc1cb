"""What the clock answers for a seat; source: section 8."""

from __future__ import annotations

from domain.games.panzer_clash.effects import salvageable
from domain.games.panzer_clash.messages import (
    ChooseCards,
    ChooseDeck,
    ChooseDecks,
    ChooseNextTrigger,
    DecideMulligan,
    EndMain,
    KeepHand,
    PanzerCommand,
    PassResponse,
    PickCards,
    PlaceModifier,
    PlaceModifiers,
    Respond,
)
from domain.games.panzer_clash.modifiers import placeable, waiting
from domain.games.panzer_clash.refuse import refuse
from domain.games.panzer_clash.state import State, question
from domain.games.panzer_clash.triggers import first_batch
from domain.kernel.seats import Seat


def answer_for(state: State, seat: Seat) -> PanzerCommand | None:
    """Return the default answer to the question put to a seat, triggers aside; nothing without a legal deck."""
    step = question(state)
    match step:
        case ChooseDecks():
            decks = [ChooseDeck(deck_id=deck_id) for deck_id in state.pool.decks]
            return next((deck for deck in decks if refuse(state, seat, deck) is None), None)
        case DecideMulligan():
            return KeepHand()
        case Respond():
            return PassResponse()
        case PlaceModifiers():
            return PlaceModifier(from_=waiting(state, seat)[0], space=placeable(state, seat)[0])
        case PickCards(why="salvage"):
            return ChooseCards(cards=(min(salvageable(state, seat, step.types)),))
        case PickCards():
            return ChooseCards(cards=tuple(sorted(state.players[seat].hand)[: step.n]))
        case _:
            if state.phase == "main" and not first_batch(state):
                return EndMain()
            return ChooseNextTrigger(trigger_id=first_batch(state)[0].id)
