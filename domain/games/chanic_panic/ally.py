"""The base ability Ally: a card of the hand for a teammate, who may put it into the Stack (7.3, R38)."""

from __future__ import annotations

from domain.games.chanic_panic.cards import KIND
from domain.games.chanic_panic.decisions import Decision, ask
from domain.games.chanic_panic.messages import AllyUsed, CardGiven, ChooseAllyStack, Question, UseAlly
from domain.games.chanic_panic.playing import held
from domain.games.chanic_panic.procedures import complete
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State, stack_owned
from domain.games.chanic_panic.teams import ally_uses, has_ally, teammates
from domain.games.chanic_panic.values import STACK_CAP, full_hand
from domain.kernel.offers import Flag, Offer
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def unhelpable(state: State, seat: Seat, mate: Seat) -> Refusal | None:
    """Say why no card can be given to somebody, whatever the card; source: 6.2."""
    if not has_ally(state.options):
        return no("option_disabled", option="Ally")
    uses = ally_uses(state, seat)
    if len(state.turn.helped) >= uses:
        return no("ally_exhausted", uses=uses)
    if not (0 <= mate < len(state.players) and teammates(state, seat, mate)):
        return no("not_a_teammate", target=mate)
    if state.players[mate].standing != "in":
        return no("target_not_in_game", target=mate)
    if mate in state.turn.helped:
        return no("ally_same_teammate")
    if len(state.players[mate].hand) >= full_hand(state, mate):
        return no("target_hand_full")
    return None


def refuse_ally(state: State, seat: Seat, command: UseAlly) -> Refusal | None:
    """Say why a card cannot be given to a teammate; source: 6.2."""
    refusal = unhelpable(state, seat, command.teammate)
    if refusal is None and held(state.players[seat], command.card) is None:
        return no("card_not_in_hand", card=command.card)
    return refusal


def use_ally(draft: ChanicDraft, seat: Seat, command: UseAlly) -> None:
    """Give a card; with the Stack the recipient chooses where it goes before it arrives; source: 7.3, 7.5."""
    mate = command.teammate
    draft.emit(AllyUsed(seat=seat, teammate=mate, card=KIND[command.card]))
    state = draft.state
    if state.options.stack and stack_owned(state.players[mate]) < STACK_CAP:
        ask(draft, Question(seat=mate, kind="choose_ally_stack", by=seat))
    else:
        _give(draft, seat, mate, to_stack=False)


def _give(draft: ChanicDraft, seat: Seat, mate: Seat, *, to_stack: bool) -> None:
    card = draft.state.turn.gift
    assert card is not None
    draft.emit(CardGiven(from_=seat, to=mate, card=card, into="stack" if to_stack else "hand"))
    complete(draft)


def _refuse(state: State, asked: Question, command: ChooseAllyStack) -> Refusal | None:
    return None


def _answer(draft: ChanicDraft, asked: Question, command: ChooseAllyStack) -> None:
    assert asked.by is not None
    _give(draft, asked.by, asked.seat, to_stack=command.to_stack)


def _default(state: State, asked: Question) -> ChooseAllyStack:
    """Into the hand (6.4)."""
    return ChooseAllyStack(to_stack=False)


def _offers(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_ally_stack", {"to_stack": Flag()}),)


CHOOSE_ALLY_STACK = Decision(ChooseAllyStack, _refuse, _answer, _default, _offers)
