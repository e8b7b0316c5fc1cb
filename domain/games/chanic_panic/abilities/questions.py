"""The decisions that active abilities put in the middle of their effect (6.4)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.chanic_panic.abilities.checks import no_card_of_hand
from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.cards import BASE_VALUE, HEARTS, KIND, Card, Suit
from domain.games.chanic_panic.decisions import Decision, ask
from domain.games.chanic_panic.messages import (
    CardGiven,
    CardPutOnDeck,
    ChooseDiscard,
    ChooseGift,
    ChooseHopeful,
    ChooseOrder,
    ChooseShuffle,
    ChooseTopdeck,
    CostZeroed,
    DeckReordered,
    DeckShuffled,
    Question,
)
from domain.games.chanic_panic.playing import lay, no_stack, unattachable, unplaceable
from domain.games.chanic_panic.procedures import complete, discard_from_hand, show_top
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.games.chanic_panic.triggers import attachable
from domain.kernel.cards.zones import in_order
from domain.kernel.offers import Arrangement, Flag, Offer, OneOf
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def from_own_hand(
    draft: ChanicDraft,
    seat: Seat,
    kind: Literal["choose_discard", "choose_topdeck"],
    source: AbilityId,
    suit: Suit | None = None,
) -> None:
    """Ask a seat for any card of its hand; a single one goes by itself, and none from an empty hand (6.4).

    `suit` is known to be among them.
    """
    hand = draft.state.players[seat].hand.cards
    asked = Question(seat=seat, kind=kind, source=source, suit=suit)
    if len(hand) > 1:
        ask(draft, asked)
    elif hand and kind == "choose_discard":
        _discard(draft, asked, _default_discard(draft.state, asked))
    elif hand:
        _put_on_deck(draft, asked, _default_topdeck(draft.state, asked))


def _lowest(state: State, seat: Seat) -> Card:
    """Return the card of the lowest base value in a hand, of equal ones the earliest."""
    return min(state.players[seat].hand.cards, key=BASE_VALUE.__getitem__)


def _not_held(state: State, asked: Question, command: ChooseDiscard | ChooseTopdeck) -> Refusal | None:
    return no_card_of_hand(state, asked.seat, command.card)


def _discard(draft: ChanicDraft, asked: Question, command: ChooseDiscard) -> None:
    assert asked.source is not None
    discard_from_hand(draft, asked.seat, (command.card,), asked.source)
    complete(draft)


def _default_discard(state: State, asked: Question) -> ChooseDiscard:
    return ChooseDiscard(card=_lowest(state, asked.seat))


def _offer_discard(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_discard", {"card": OneOf(state.players[asked.seat].hand.cards)}),)


def _put_on_deck(draft: ChanicDraft, asked: Question, command: ChooseTopdeck) -> None:
    draft.emit(CardPutOnDeck(seat=asked.seat, card=KIND[command.card]))
    complete(draft)


def _default_topdeck(state: State, asked: Question) -> ChooseTopdeck:
    return ChooseTopdeck(card=_lowest(state, asked.seat))


def _offer_topdeck(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_topdeck", {"card": OneOf(state.players[asked.seat].hand.cards)}),)


def _gifts(state: State, asked: Question) -> tuple[Card, ...]:
    return tuple([card for card in state.players[asked.seat].hand.cards if BASE_VALUE[card] == asked.value])


def _refuse_gift(state: State, asked: Question, command: ChooseGift) -> Refusal | None:
    fits = KIND.get(command.card) in _gifts(state, asked)
    return None if fits else no("card_not_in_hand", "value", card=command.card, value=asked.value)


def _give(draft: ChanicDraft, asked: Question, command: ChooseGift) -> None:
    """Give the card; it and the card that was shown cost nothing until the end of the turn."""
    assert asked.by is not None
    assert asked.shown is not None
    card = KIND[command.card]
    draft.emit(CardGiven(from_=asked.seat, to=asked.by, card=card, into="hand"))
    draft.emit(CostZeroed(seat=asked.by, giver=asked.seat, shown=asked.shown, gained=card))
    complete(draft)


def _default_gift(state: State, asked: Question) -> ChooseGift:
    return ChooseGift(card=_gifts(state, asked)[0])


def _offer_gift(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_gift", {"card": OneOf(_gifts(state, asked))}),)


def _drawn(state: State, asked: Question) -> Card:
    """Return the card that Hopeful drew: it arrived last."""
    return state.players[asked.seat].hand.cards[-1]


def _refuse_hopeful(state: State, asked: Question, command: ChooseHopeful) -> Refusal | None:
    refusal = no_stack(state, command.attach) if command.play else None
    if refusal is not None or not command.play:
        return refusal
    card = _drawn(state, asked)
    if card[0] != HEARTS:
        return no("wrong_suit", "heart")
    return unplaceable(state, asked.seat, card) or unattachable(state, asked.seat, command.attach)


def _hope(draft: ChanicDraft, asked: Question, command: ChooseHopeful) -> None:
    if command.play:
        lay(draft, asked.seat, _drawn(draft.state, asked), "hopeful", command.attach)
        complete(draft)


def _default_hopeful(state: State, asked: Question) -> ChooseHopeful:
    return ChooseHopeful(play=False)


def _offer_hopeful(state: State, asked: Question) -> tuple[Offer, ...]:
    keep = Offer("choose_hopeful", {"play": OneOf((False,))}, "keep it")
    if _drawn(state, asked)[0] != HEARTS:
        return (keep,)
    return keep, Offer("choose_hopeful", {"play": OneOf((True,)), **attachable(state, asked.seat)}, "play it")


def _normal_hopeful(state: State, asked: Question, command: ChooseHopeful) -> ChooseHopeful:
    return command if command.play else ChooseHopeful(play=False)


def _any_shuffle(state: State, asked: Question, command: ChooseShuffle) -> Refusal | None:
    return None


def _shuffle(draft: ChanicDraft, asked: Question, command: ChooseShuffle) -> None:
    """Shuffle the deck, top to bottom, followed by the discard pile, top to bottom (section 4)."""
    if command.shuffle:
        state = draft.state
        cards = (*state.deck.cards, *[KIND[card] for card in state.discard.cards])
        order = in_order(cards, draft.chance.shuffle(len(cards), "purifier"))
        draft.emit(DeckShuffled(reason="purifier", count=len(cards), order=order))
        show_top(draft)


def _default_shuffle(state: State, asked: Question) -> ChooseShuffle:
    return ChooseShuffle(shuffle=False)


def _offer_shuffle(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_shuffle", {"shuffle": Flag()}),)


def _refuse_order(state: State, asked: Question, command: ChooseOrder) -> Refusal | None:
    if len(command.cards) != asked.count:
        return no("wrong_number_of_cards", "order", count=len(command.cards), wanted=asked.count)
    left = list(state.deck.cards[: asked.count])
    for card in command.cards:
        kind = KIND.get(card, card)
        if kind not in left:
            return no("duplicate_card", "order", card=card)
        left.remove(kind)
    return None


def _order(draft: ChanicDraft, asked: Question, command: ChooseOrder) -> None:
    cards = tuple([KIND[card] for card in command.cards])
    draft.emit(DeckReordered(seat=asked.seat, count=len(cards), cards=cards))
    show_top(draft)


def _default_order(state: State, asked: Question) -> ChooseOrder:
    return ChooseOrder(cards=state.deck.cards[: asked.count])


def _offer_order(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_order", {"cards": Arrangement(state.deck.cards[: asked.count], asked.count, asked.count)}),)


def _by_kind(
    state: State, asked: Question, command: ChooseDiscard | ChooseTopdeck | ChooseGift
) -> ChooseDiscard | ChooseTopdeck | ChooseGift:
    """Say a card of a hand by its kind: a free choice of label would be a side channel."""
    return replace(command, card=KIND.get(command.card, command.card))


def _all_by_kind(state: State, asked: Question, command: ChooseOrder) -> ChooseOrder:
    return ChooseOrder(cards=tuple([KIND.get(card, card) for card in command.cards]))


CHOOSE_DISCARD = Decision(ChooseDiscard, _not_held, _discard, _default_discard, _offer_discard, _by_kind)
CHOOSE_TOPDECK = Decision(ChooseTopdeck, _not_held, _put_on_deck, _default_topdeck, _offer_topdeck, _by_kind)
CHOOSE_GIFT = Decision(ChooseGift, _refuse_gift, _give, _default_gift, _offer_gift, _by_kind)
CHOOSE_HOPEFUL = Decision(ChooseHopeful, _refuse_hopeful, _hope, _default_hopeful, _offer_hopeful, _normal_hopeful)
CHOOSE_SHUFFLE = Decision(ChooseShuffle, _any_shuffle, _shuffle, _default_shuffle, _offer_shuffle)
CHOOSE_ORDER = Decision(ChooseOrder, _refuse_order, _order, _default_order, _offer_order, _all_by_kind)
