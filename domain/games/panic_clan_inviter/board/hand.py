"""The viewer's hand on the board: by type, what can be used now lit, the rest with the reason why not."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panic_clan_inviter.board.faces import card_picture
from domain.games.panic_clan_inviter.cards import Card, CardSet
from domain.games.panic_clan_inviter.choices import FROM_HAND
from domain.games.panic_clan_inviter.messages import ChooseCard, PanicCommand, PlaceCard, PlayMagic, PlayRule
from domain.games.panic_clan_inviter.naming import card_set
from domain.games.panic_clan_inviter.narrate import refusal
from domain.games.panic_clan_inviter.refusals import CODES
from domain.games.panic_clan_inviter.view import PlayerView, View
from domain.kernel.display.board import CardPicture, Zone, zone_id
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal

_SHARED: Mapping[str, str] = {  # where a refusal would only repeat the card's name, a sentence that several share
    CODES["placement_not_allowed colour"].text: "{rule} does not allow this colour here.",
    CODES["placement_not_allowed number"].text: "{rule} does not allow this number here.",
    CODES["placement_not_allowed follow"].text: "This colour may not follow your last card.",
    CODES["placement_not_allowed neighbour"].text: "{rule} looks at a line that has no card.",
}


def hand_zones(view: View, player: PlayerView, words: Words, may: May | None = None) -> tuple[Zone, ...]:
    """Return a hand that the viewer may see, in master order and by type; empty types are left out."""
    if player.hand is None:
        return ()
    cards = card_set(words)
    lit = {kind: _use(view, kind, player.hand, words, may) for kind in dict.fromkeys(player.hand)}
    shown = [lit[kind] for kind in cards.in_order(player.hand)]
    types = (
        ("numbers", words.say("Numbers"), cards.number),
        ("rules", words.say("Rules"), cards.conditions),
        ("magic", words.say("Magic"), cards.cost),
    )
    zones = [
        Zone(label, "hand", tuple([card for card in shown if card.id in members]), id=zone_id(player.seat, place))
        for place, label, members in types
    ]
    empty = Zone(words.say("Hand"), "hand", id=zone_id(player.seat, "hand"))
    return tuple([zone for zone in zones if zone.cards]) or (empty,)


def _use(view: View, kind: Card, hand: tuple[Card, ...], words: Words, may: May | None) -> CardPicture:
    """Return a card of the hand; with `may` it is asked what the card could do now."""
    asked = view.question
    if may is None or asked is None:
        return card_picture(kind, words)
    if asked.kind == "choose_action":
        refused = may(play(card_set(words), kind, hand))
        why_not = None if refused is None else _why_not(refused, words)
        return card_picture(kind, words, lit=refused is None, why_not=why_not)
    if asked.kind in FROM_HAND:
        return card_picture(kind, words, lit=may(ChooseCard(card=kind)) is None)
    return card_picture(kind, words, lit=True if asked.kind == "discard_to_limit" else None)


def play(cards: CardSet, kind: Card, hand: tuple[Card, ...]) -> PanicCommand:
    """Return the action of a card; a cost is paid with the first of the other cards."""
    if kind in cards.number:
        return PlaceCard(card=kind)
    if kind in cards.conditions:
        return PlayRule(card=kind)
    place = hand.index(kind)
    rest = (*hand[:place], *hand[place + 1 :])
    return PlayMagic(card=kind, cost_cards=rest[: cards.cost[kind]])


def _why_not(refused: Refusal, words: Words) -> str:
    if refused.text not in _SHARED:
        return refusal(refused, words)
    return refusal(Refusal(refused.code, refused.category, _SHARED[refused.text], refused.rule, refused.values), words)
