"""What follows when Hearts are destroyed: random discards, then Hearts played for those lost (R51, R63)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.cards import HEARTS, KIND, RANK, Card
from domain.games.chanic_panic.decisions import Decision, ask
from domain.games.chanic_panic.messages import ChooseResilient, Question, ReplaceHearts
from domain.games.chanic_panic.playing import held, lay, no_stack, ready, unattachable, unplaceable
from domain.games.chanic_panic.procedures import complete, discard_from_hand
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.games.chanic_panic.teams import teammates
from domain.games.chanic_panic.values import may_replace_hearts, row_limit
from domain.kernel.offers import Offer, OneOf, Subset
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def hearts_lost(draft: ChanicDraft, by: Seat, lost: Mapping[Seat, int]) -> None:
    """Let abilities react to destroyed Hearts, so many of each seat: the turn player's first, then the others'.

    Nobody reacts to what puts a player out or takes a life. Source: 6.3; 7.4; R51.
    """
    players = draft.state.players
    if not (players[by].abilities or any(players[seat].abilities for seat in lost)):
        complete(draft)
        return
    order = [seat for seat in _from(draft.state, draft.state.turn.seat) if lost.get(seat)]
    if players[by].abilities:
        for victim in order:
            if victim != by and not teammates(draft.state, victim, by):
                _discard_at_random(draft, by, victim, lost[victim])
    complete(draft)
    able = [seat for seat in order if players[seat].abilities and may_replace_hearts(draft.state, seat)]
    draft.push(*[ReplaceHearts(seat=seat, left=lost[seat]) for seat in able])


def _from(state: State, first: Seat) -> list[Seat]:
    """Return all seats in turn order from one on."""
    count = len(state.players)
    return [(first + step) % count for step in range(count)]


def _discard_at_random(draft: ChanicDraft, by: Seat, victim: Seat, hearts: int) -> None:
    for piece in folded(draft.state.players[by].abilities).pieces["random_discards"]:
        for _ in range(piece.random_discards(0, draft.state, by, victim, hearts)):
            hand = draft.state.players[victim].hand.cards
            if hand:
                card = hand[draft.chance.pick(len(hand), piece.name)]
                discard_from_hand(draft, victim, (card,), piece.name)


def replace_hearts(draft: ChanicDraft, work: ReplaceHearts) -> None:
    """Ask a seat for a Heart, whatever its hand holds (R71), unless it is empty, the row full or play locked."""
    state = draft.state
    seat = work.seat
    player = state.players[seat]
    locked = state.turn.locked and state.turn.seat == seat
    if player.hand.cards and len(player.hearts) < row_limit(state, seat) and not locked:
        (piece,) = folded(player.abilities).pieces["may_replace_hearts"]
        ask(draft, Question(seat=seat, kind="choose_resilient", source=piece.name, left=work.left))


def _hearts(state: State, seat: Seat) -> tuple[Card, ...]:
    return tuple([kind for kind in state.players[seat].hand.cards if kind[0] == HEARTS])


def _refuse(state: State, asked: Question, command: ChooseResilient) -> Refusal | None:
    refusal = no_stack(state, command.attach)
    if refusal is not None:
        return refusal
    if command.card is None:
        return no("wrong_number_of_cards", "attached") if command.attach else None
    kind = held(state.players[asked.seat], command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    if kind[0] != HEARTS:
        return no("wrong_suit", card=kind)
    return unplaceable(state, asked.seat, kind) or unattachable(state, asked.seat, command.attach)


def _answer(draft: ChanicDraft, asked: Question, command: ChooseResilient) -> None:
    """Play a Heart and ask again for the next one; a refusal ends the series (R63)."""
    if command.card is None:
        return
    assert asked.source is not None
    lay(draft, asked.seat, KIND[command.card], asked.source, command.attach)
    complete(draft)
    if asked.left > 1:
        draft.push(ReplaceHearts(seat=asked.seat, left=asked.left - 1))


def _default(state: State, asked: Question) -> ChooseResilient:
    """The highest Heart, no attachment (6.4)."""
    return ChooseResilient(card=max(_hearts(state, asked.seat), key=RANK.__getitem__, default=None))


def _offers(state: State, asked: Question) -> tuple[Offer, ...]:
    hearts = _hearts(state, asked.seat)
    none = Offer("choose_resilient", hint="none")
    return (
        (none, Offer("choose_resilient", {"card": OneOf(hearts), **attachable(state, asked.seat)}))
        if hearts
        else (none,)
    )


def attachable(state: State, seat: Seat) -> dict[str, Subset]:
    """Return the field of an offer for the Stack Cards that may go under a card that is played."""
    player = state.players[seat]
    cards = ready(player) if player.stack.cards else ()
    return {"attach": Subset(cards, 0, len(cards))} if cards else {}


def _normal(state: State, asked: Question, command: ChooseResilient) -> ChooseResilient:
    kind = None if command.card is None else KIND.get(command.card, command.card)
    return ChooseResilient(card=kind, attach=command.attach)


CHOOSE_RESILIENT = Decision(ChooseResilient, _refuse, _answer, _default, _offers, _normal)
