"""What an awaited seat may do, as lazy offers, and the form in which a command is stored."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from domain.games.fightdrome.messages import DiscardCard, FightdromeCommand, PlayCard
from domain.games.fightdrome.state import State, left_in_stable, may_rest
from domain.kernel.offers import Offer, OneOf, Part
from domain.kernel.seats import Seat

_REST = Offer("rest")


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the lazy parts of what a seat may do."""
    fight = state.fight
    phase = fight.phase
    if phase == "choose_sleeve":
        return (partial(_sleeves, state, seat),) if seat in state.choosing else ()
    if seat != fight.seat or phase == "game_over":
        return ()
    if phase == "stagger_discard":
        return (partial(_discards, state, seat),)
    if phase == "choose_attack" and may_rest(state, seat):
        return (partial(_plays, state, seat), _rest)
    return (partial(_plays, state, seat),)


def _plays(state: State, seat: Seat) -> Offer | None:
    fight, cards = state.fight, state.cards
    fitting = cards.attacks if fight.standing is None else cards.answers[fight.standing]
    legal = [card for card in state.fighters[seat].hand.cards if card in fitting]
    return Offer("play_card", {"card_id": OneOf(tuple(dict.fromkeys(legal)))}) if legal else None


def _discards(state: State, seat: Seat) -> Offer:
    return Offer("discard_card", {"card_id": OneOf(tuple(dict.fromkeys(state.fighters[seat].hand.cards)))})


def _rest() -> Offer:
    return _REST


def _sleeves(state: State, seat: Seat) -> Offer:
    return Offer("choose_sleeve", {"sleeve_id": OneOf(left_in_stable(state.fighters[seat].corner))})


def normal(state: State, command: FightdromeCommand) -> FightdromeCommand:
    """Return the stored form: cards of a hand are named by kind, for a free choice of label would be a side channel."""
    if type(command) is PlayCard or type(command) is DiscardCard:
        kind = state.cards.kind_of.get(command.card_id, command.card_id)
        return command if kind == command.card_id else replace(command, card_id=kind)
    return command
