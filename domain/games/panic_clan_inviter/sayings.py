"""Each command as a sentence to the seat that may choose it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.panic_clan_inviter import messages as said
from domain.games.panic_clan_inviter.naming import called, cards_called
from domain.games.panic_clan_inviter.view import View
from domain.kernel.display.words import Words


def saying(command: Any, view: View, words: Words) -> str:
    """Return what a seat would do with a command that may be offered to it."""
    return SAYINGS[type(command)](command, view, words)


_ALONE: Mapping[type[Any], str] = {
    said.DrawTwo: "Draw two cards.",
    said.PassTurn: "Pass.",
    said.Decline: "Leave it undone.",
}
_OF_A_CARD: Mapping[type[Any], str] = {
    said.PlaceCard: "Place {card} in your line.",
    said.PlayRule: "Put {card} into force and draw a card.",
}


def _alone(command: Any, view: View, words: Words) -> str:
    return words.say(_ALONE[type(command)])


def _of_a_card(command: Any, view: View, words: Words) -> str:
    return words.say(_OF_A_CARD[type(command)], card=called(command.card, words))


def _magic(command: said.PlayMagic, view: View, words: Words) -> str:
    card = called(command.card, words)
    if not command.cost_cards:
        return words.say("Play {card}.", card=card)
    return words.say("Play {card} and pay with {cards}.", card=card, cards=cards_called(command.cost_cards, words))


def _player(command: said.ChoosePlayer, view: View, words: Words) -> str:
    return words.say("Choose {seat}.", seat=words.seat(command.seat))


def _card(command: said.ChooseCard, view: View, words: Words) -> str:
    """Name the card, and whose line it lies in, if it lies in one."""
    card = called(command.card, words)
    owner = next((player.seat for player in view.players if command.card in player.line), None)
    if owner is None:
        return words.say("Choose {card}.", card=card)
    return words.say("Choose {card} in the line of {seat}.", card=card, seat=words.seat(owner))


def _discard(command: said.DiscardToLimit, view: View, words: Words) -> str:
    return words.say("Discard {cards}.", cards=cards_called(command.cards, words))


SAYINGS: Mapping[type[Any], Callable[[Any, View, Words], str]] = {
    said.PlayMagic: _magic,
    said.ChoosePlayer: _player,
    said.ChooseCard: _card,
    said.DiscardToLimit: _discard,
    **dict.fromkeys(_ALONE, _alone),
    **dict.fromkeys(_OF_A_CARD, _of_a_card),
}
