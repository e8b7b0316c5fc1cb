"""Each command as a sentence to the seat that may choose it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.fightdrome import messages as said
from domain.games.fightdrome.narrate import open_card, spoken
from domain.games.fightdrome.view import View
from domain.kernel.display.words import Words


def saying(command: Any, view: View, words: Words) -> str:
    """Return what a seat would do with a command that may be offered to it."""
    return SAYINGS[type(command)](command, view, words)


def _play(command: said.PlayCard, view: View, words: Words) -> str:
    card = spoken(command.card_id, words)
    if view.standing is not None:
        return words.say("Answer {attack} with {card}.", attack=open_card(view.standing.card, words), card=card)
    text = "Follow the Feint up with {card}." if view.phase == "follow_feint" else "Attack with {card}."
    return words.say(text, card=card)


def _discard(command: said.DiscardCard, view: View, words: Words) -> str:
    return words.say("Lay {card} down, face down.", card=spoken(command.card_id, words))


def _rest(command: said.Rest, view: View, words: Words) -> str:
    return words.say("Rest: draw a card instead of attacking.")


def _sleeve(command: said.ChooseSleeve, view: View, words: Words) -> str:
    return words.say("Send {sleeve} into the fight.", sleeve=spoken(command.sleeve_id, words))


SAYINGS: Mapping[type[Any], Callable[[Any, View, Words], str]] = {
    said.PlayCard: _play,
    said.DiscardCard: _discard,
    said.Rest: _rest,
    said.ChooseSleeve: _sleeve,
}
