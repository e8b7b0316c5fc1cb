"""The cards of the board as pictures: rows, hands, Stacks, the market, abilities to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.board.looks import ability_look, look, lying_marks, slot_look
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, RANK, SPADES, STACKED, Card
from domain.games.chanic_panic.messages import (
    BuyCard,
    ChanicCommand,
    ChooseDiscard,
    ChooseGift,
    ChooseResilient,
    ChooseSacrifice,
    ChooseTopdeck,
    PlayClub,
    PlayUtility,
)
from domain.games.chanic_panic.naming import SIGNS, ability_name, card_name, face, number
from domain.games.chanic_panic.shop import price
from domain.games.chanic_panic.view import BoardCard, PlayerView, View
from domain.kernel.display.board import CardPicture, Zone, zone_id
from domain.kernel.display.look import Mark, remembered
from domain.kernel.display.words import Words
from domain.kernel.game import DecisionKind
from domain.kernel.refusals import May, Refusal

UNDER = "⊞"  # before what lies under a card of a board

_SHARED: Mapping[str, str] = {
    "not_enough_points": "You have only {points} points left.",
    "value_too_high": "Your last Club allows {limit} at most.",
    "card_not_in_hand": "You are asked for a card that shows {value}.",  # of a card that is held
    "wrong_suit": "You are asked for a Heart.",
}


@remembered
def card_picture(card: Card, words: Words) -> CardPicture:
    """Return an open card that nobody can use where it lies."""
    return CardPicture(face=face(card), name=card_name(card, words), id=card, look=look(card))


def in_order(hand: Iterable[Card]) -> list[Card]:
    """Return a hand sorted by suit and value."""
    return sorted(hand, key=lambda kind: RANK[kind])


def rows(player: PlayerView, words: Words, *, compact: bool, may: May | None = None) -> tuple[Zone, ...]:
    """Return the rows of a board; `may` says which card of it can be chosen, where one is to be sacrificed."""
    suits = (
        (HEARTS, "hearts", words.say("Hearts"), player.hearts),
        (DIAMONDS, "diamonds", words.say("Diamonds"), player.diamonds),
        (SPADES, "spades", words.say("Spades"), player.spades),
    )
    return tuple(
        [
            Zone(
                label=name,
                kind="row",
                cards=tuple([_lying(card, words, compact=compact, may=may) for card in cards]),
                slots=player.row_limit,
                id=zone_id(player.seat, place),
                sign=SIGNS[suit],
            )
            for suit, place, name, cards in suits
        ]
    )


def _lying(lying: BoardCard, words: Words, *, compact: bool, may: May | None) -> CardPicture:
    card = (_lying_compact if compact else _lying_whole)(lying, words)
    return card if may is None else replace(card, lit=may(ChooseSacrifice(card=lying.card)) is None)


@remembered
def _lying_compact(lying: BoardCard, words: Words) -> CardPicture:
    """A card in a compact row, which already bears the suit."""
    return _counted(lying, number(lying.card), words)


@remembered
def _lying_whole(lying: BoardCard, words: Words) -> CardPicture:
    return _counted(lying, face(lying.card), words)


def _counted(lying: BoardCard, shown: str, words: Words) -> CardPicture:
    """A card on a board with what it counts, if that is not its number, and what lies under it."""
    badges = [] if lying.value == BASE_VALUE[lying.card] else [f"={lying.value}"]
    if lying.attached:
        badges.append(_under(lying))
    return CardPicture(
        face=shown,
        name=card_name(lying.card, words),
        id=lying.card,
        badges=tuple(badges),
        look=look(lying.card, *lying_marks(lying, words)),
    )


def _under(lying: BoardCard) -> str:
    """The Stack Cards under a card: for their owner by their faces, for others by their number."""
    if lying.attached_cards is None:
        return f"{UNDER}{lying.attached}"
    return "".join([f"{UNDER}{face(card)}" for card in in_order(lying.attached_cards)])


def hand_zones(view: View, player: PlayerView, words: Words, may: May | None = None) -> tuple[Zone, ...]:
    """Return what only its owner holds, for a viewer who may see it: hand, Stack, abilities before they are open."""
    if player.hand is None:
        return ()
    found = [("hand", words.say("Hand"), _hand(view, player.hand, words, may, player))]
    if player.stack is not None and view.options.stack:
        found.append(("stack", words.say("Stack"), _stack(player.stack, player.fresh or 0, words)))
    if view.phase == "ability_choice" and player.kept:
        found.append(("kept", words.say("Kept"), _abilities(player.kept, words)))
    elif view.phase == "ability_choice" and player.dealt:
        found.append(("dealt", words.say("Dealt"), _abilities(player.dealt, words)))
    return tuple([Zone(label, "hand", cards, id=zone_id(player.seat, place)) for place, label, cards in found])


def _hand(
    view: View, hand: tuple[Card, ...], words: Words, may: May | None, player: PlayerView
) -> tuple[CardPicture, ...]:
    """A hand sorted by suit and value; each kind of card is asked about once, and marked where it costs nothing."""
    uses = _USES.get(view.awaited.get(player.seat, "")) if may is not None else None
    asked = {} if may is None or uses is None else {kind: may(uses(kind)) for kind in dict.fromkeys(hand)}
    free = list(view.free) if player.seat == view.turn else []
    cards = []
    for kind in in_order(hand):
        card = card_picture(kind, words)
        if kind in free:
            free.remove(kind)
            free_of_cost = words.say("costs nothing")
            card = replace(card, badges=(free_of_cost,), look=look(kind, Mark("spark", "0", free_of_cost)))
        cards.append(_answered(card, asked[kind], words) if kind in asked else card)
    return tuple(cards)


def _play(kind: Card) -> ChanicCommand:
    return PlayClub(card=kind) if kind[0] == CLUBS else PlayUtility(card=kind)


_USES: Mapping[DecisionKind, Callable[[Card], ChanicCommand]] = {  # what a card of the hand is good for, by decision
    "point_phase": _play,
    "club_phase": _play,
    "choose_gift": lambda kind: ChooseGift(card=kind),
    "choose_discard": lambda kind: ChooseDiscard(card=kind),
    "choose_topdeck": lambda kind: ChooseTopdeck(card=kind),
    "choose_resilient": lambda kind: ChooseResilient(card=kind),
}


def _answered(card: CardPicture, refusal: Refusal | None, words: Words) -> CardPicture:
    why_not = None if refusal is None else _why_not(refusal, words)
    return replace(card, lit=refusal is None, why_not=why_not)


def _why_not(refusal: Refusal, words: Words) -> str:
    """Return a refusal's sentence; where it would only repeat what a card's face shows, one that several share."""
    return words.say(_SHARED.get(refusal.code, refusal.text), **refusal.values)


def _stack(cards: tuple[Card, ...], fresh: int, words: Words) -> tuple[CardPicture, ...]:
    """A Stack, sorted; the cards that came in this turn, the last ones, stand behind and are marked."""
    ready, new = cards[: len(cards) - fresh], cards[len(cards) - fresh :]
    return tuple(
        [_stacked(kind, (), words) for kind in in_order(ready)]
        + [_stacked(kind, (words.say("new"),), words) for kind in in_order(new)]
    )


def _stacked(kind: Card, badges: tuple[str, ...], words: Words) -> CardPicture:
    name = words.say("{card} of the Stack", card=card_name(kind, words))
    marks = [Mark("wait", badge, badge) for badge in badges]
    return CardPicture(face=face(kind), name=name, id=STACKED + kind, badges=badges, look=look(kind, *marks))


def _abilities(names: tuple[str, ...], words: Words) -> tuple[CardPicture, ...]:
    return tuple([_ability(name, words) for name in names])


def _ability(name: str, words: Words) -> CardPicture:
    called, text = ability_name(name, words), SPECIAL[name][1]
    return CardPicture(face=called, id=name, look=ability_look(called, words.say(text)))


def market_zone(view: View, words: Words, may: May | None) -> Zone:
    """Return the market: each card with its slot and its price, lit if it can be bought now."""
    buying = may if view.phase == "point_phase" and not view.question else None
    slots = [
        _empty_slot(slot, words) if card is None else _for_sale(slot, card, words, buying)
        for slot, card in enumerate(view.market, start=1)
    ]
    return Zone(words.say("Market"), "row", tuple(slots), id=zone_id(None, "market"))


def _empty_slot(slot: int, words: Words) -> CardPicture:
    text = words.say("slot {slot} empty", slot=slot)
    return CardPicture(face=text, kind="pattern", look=slot_look(text))


def _for_sale(slot: int, card: Card, words: Words, may: May | None) -> CardPicture:
    cost = words.count("slot {slot}, one point", "slot {slot}, {n} points", price(card), slot=slot)
    refusal = None if may is None else may(BuyCard(slot=slot))
    return CardPicture(
        face=face(card),
        name=card_name(card, words),
        id=f"slot/{slot}",
        lit=None if may is None else refusal is None,
        badges=(cost,),
        look=look(card, Mark("spark", str(price(card)), cost)),
    )
