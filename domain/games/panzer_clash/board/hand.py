"""Hand and Junkyard on the board: each card with what it is, whether it can be played or chosen now, and why not."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.games.panzer_clash.board.looks import COST, look
from domain.games.panzer_clash.board.map import RANGE, STEPS
from domain.games.panzer_clash.cards import Kind
from domain.games.panzer_clash.field import INDUSTRY
from domain.games.panzer_clash.messages import (
    ChooseCards,
    PanzerCommand,
    PickCards,
    PlayEvent,
    PlayFactory,
    PlayModifier,
    PlayUnit,
)
from domain.games.panzer_clash.naming import card_name
from domain.games.panzer_clash.narrate import refusal
from domain.games.panzer_clash.view import PlayerView, View
from domain.kernel.display.board import CardPicture, Zone, zone_id
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal

CHOSEN_LATER = "illegal_target"  # the card itself may be played; its targets are still to be named
NOWHERE: Mapping[str, str] = {
    "space_occupied": "No space can take a Factory.",
    "no_stack": "You have no free stack.",
    "stack_blocked": "You have no free stack.",
    "stack_too_small": "No free stack has {cost} Factories.",
}
_TELLING = tuple(NOWHERE)  # refusals that speak of one space, the most telling last; all others come before them
_TYPES = ("factory", "unit", "event", "modifier")


def hand_zone(view: View, player: PlayerView, words: Words, may: May | None) -> Zone:
    """Return a hand: open and in order of type and cost where the viewer may see it, else as backs."""
    label, place = words.say("Hand"), zone_id(player.seat, "hand")
    if player.hand is None:
        return Zone(label, "hand", (CardPicture("", back=True),) * player.hand_count, id=place)
    asked = may if view.awaited.get(player.seat) in ("main", "response") else None
    kinds = view.pool.cards.cards
    pictures = {card: _card(view, kinds[card], words, asked) for card in dict.fromkeys(player.hand)}
    if may is not None and isinstance(view.question, PickCards) and view.question.why != "salvage":
        pictures = {card: _pickable(shown, player.hand, view.question, may) for card, shown in pictures.items()}
    order = sorted(player.hand, key=lambda card: (_TYPES.index(kinds[card].card_type), kinds[card].cost, card))
    return Zone(label, "hand", tuple([pictures[card] for card in order]), id=place)


def junkyard_zone(view: View, player: PlayerView, words: Words, may: May | None) -> Zone:
    """Return a Junkyard, open to all; lit are the cards of the viewer's own that can be taken back from it now."""
    cards = [card_picture(view, card, words) for card in player.junkyard]
    if may is not None and isinstance(view.question, PickCards) and view.question.why == "salvage":
        cards = [_pickable(card, player.junkyard, view.question, may) for card in cards]
    return Zone(words.say("Junkyard"), "pile", tuple(cards), count=len(cards), id=zone_id(player.seat, "junkyard"))


def card_picture(view: View, card: str, words: Words) -> CardPicture:
    """Return a card that lies open in a pile."""
    return _card(view, view.pool.cards.cards[card], words, None)


def _card(view: View, kind: Kind, words: Words, may: May | None) -> CardPicture:
    name = card_name(kind.id, words)
    card = CardPicture(name, name, kind.id, badges=_values(kind), look=look(kind, words))
    if may is None:
        return card
    if view.chain and kind.subtype != "flash":
        return replace(card, lit=False)
    no = _refused(view, kind, may)
    return replace(card, lit=no is None, why_not=None if no is None else _why_not(no, kind, words))


def _pickable(card: CardPicture, lying: tuple[str, ...], step: PickCards, may: May) -> CardPicture:
    """Return a card of a place from which some are to be chosen: lit if it can be one of them."""
    assert card.id is not None
    others = list(lying)
    others.remove(card.id)
    return replace(card, lit=may(ChooseCards(cards=(card.id, *others[: step.n - 1]))) is None)


def _values(kind: Kind) -> tuple[str, ...]:
    """Return cost in Roman numerals and, of a unit, attack/defense, movement and Ranged Attack."""
    if kind.card_type == "factory":
        return ()
    if kind.card_type != "unit":
        return ("⚡", COST[kind.cost]) if kind.subtype == "flash" else (COST[kind.cost],)
    ranged = (f"{RANGE}{kind.ranged_attack}",) if kind.ranged_attack else ()
    return (COST[kind.cost], f"{kind.attack}/{kind.defense}", f"{STEPS}{kind.movement}", *ranged)


def _play(kind: Kind, space: str) -> PanzerCommand:
    if kind.card_type == "factory":
        return PlayFactory(space=space)
    if kind.card_type == "unit":
        return PlayUnit(card=kind.id, space=space)
    if kind.card_type == "modifier":
        return PlayModifier(card=kind.id, space=space)
    return PlayEvent(card=kind.id, space=space)


def _refused(view: View, kind: Kind, may: May) -> Refusal | None:
    """Return why a card can be played nowhere: what speaks of the card itself before what speaks of one space."""
    (seat,) = view.awaited
    found = []
    for space in INDUSTRY[seat]:
        no = may(_play(kind, space))
        if no is None or no.code == CHOSEN_LATER:
            return None
        found.append(no)
    return max(found, key=lambda no: _TELLING.index(no.code) if no.code in _TELLING else len(_TELLING))


def _why_not(no: Refusal, kind: Kind, words: Words) -> str:
    """Return why a card cannot be played; of all spaces in one sentence where each would only say its own."""
    if no.code in NOWHERE:
        return words.say(NOWHERE[no.code], cost=kind.cost)
    return refusal(no, words)
