"""Each command as a sentence to the seat that may choose it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.naming import abilities_named, ability_name, card_name, cards_named, named
from domain.games.chanic_panic.view import View
from domain.kernel.codec import body_of_command
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


def saying(command: Any, view: View, words: Words) -> str:
    """Return what a seat would do with a command that may be offered to it."""
    return SAYINGS[type(command)](command, view, words)


def _play(command: said.PlayUtility, view: View, words: Words) -> str:
    return _attached(words.say("Play {card}.", card=card_name(command.card, words)), command.attach, words)


def _attached(text: str, attach: tuple[Card, ...], words: Words) -> str:
    if not attach:
        return text
    return words.say("{text} Under it go, of the Stack: {cards}.", text=text, cards=cards_named(attach, words))


def _attack(command: said.Attack, view: View, words: Words) -> str:
    seat, weapons = words.seat(command.target), cards_named(command.attack_cards, words)
    aims = (*command.diamonds, *command.hearts)
    if not aims:
        return words.say("Attack {seat} with {weapons}.", seat=seat, weapons=weapons)
    return words.say(
        "Attack {seat}: destroy {cards} with {weapons}.", seat=seat, cards=cards_named(aims, words), weapons=weapons
    )


def _bypass(command: said.Bypass, view: View, words: Words) -> str:
    seat, weapons = words.seat(command.target), cards_named(command.attack_cards, words)
    if not command.hearts:
        return words.say("Go around the Diamonds of {seat} with {weapons}.", seat=seat, weapons=weapons)
    return words.say(
        "Go around the Diamonds of {seat}: destroy {cards} with {weapons}.",
        seat=seat,
        cards=cards_named(command.hearts, words),
        weapons=weapons,
    )


def _trade(command: said.UseTrader, view: View, words: Words) -> str:
    cards = words.listed([_called(card, words) for card in command.discards])
    return words.say("Discard {cards} at the Trader and draw a card.", cards=cards)


def _ally(command: said.UseAlly, view: View, words: Words) -> str:
    return words.say("Give {card} to {seat}.", card=card_name(command.card, words), seat=words.seat(command.teammate))


def _ability(command: said.UseAbility, view: View, words: Words) -> str:
    """Name the ability and all that is chosen for it, each by the name of its field."""
    given = {name: value for name, value in body_of_command(command).items() if name != "ability"}
    name = ability_name(command.ability, words)
    if not given:
        return words.say("Use {ability}.", ability=name)
    told = [
        words.say("{field} {value}", field=words.term(field), value=_given(value, words))
        for field, value in given.items()
    ]
    return words.say("Use {ability}: {choices}.", ability=name, choices=words.row(told))


def _given(value: Seat | str | list[str], words: Words) -> str:
    if isinstance(value, int):
        return words.seat(value)
    return _called(value, words) if isinstance(value, str) else words.listed([_called(card, words) for card in value])


def _called(card: str, words: Words) -> str:
    return named(card, words) or card


def _buy(command: said.BuyCard, view: View, words: Words) -> str:
    card = view.market[command.slot - 1]
    assert card is not None, "an empty slot is not offered"
    return words.say("Buy {card} of slot {slot}.", card=card_name(card, words), slot=command.slot)


def _abilities(command: said.ChooseAbilities, view: View, words: Words) -> str:
    return words.say("Keep {abilities}.", abilities=abilities_named(command.abilities, words))


_OF_A_CARD: Mapping[type[Any], str] = {
    said.PlayClub: "Play {card}.",
    said.StackAdd: "Put {card} into your Stack.",
    said.ChooseSacrifice: "Destroy {card} of your board.",
    said.ChooseGift: "Give {card} away.",
    said.ChooseDiscard: "Discard {card}.",
    said.ChooseTopdeck: "Put {card} on top of the deck.",
}


def _of_a_card(command: Any, view: View, words: Words) -> str:
    return words.say(_OF_A_CARD[type(command)], card=card_name(command.card, words))


def _stack_draw(command: said.StackDraw, view: View, words: Words) -> str:
    return words.say("Discard {card} of the Stack and draw two cards.", card=card_name(command.stack_card, words))


def _hopeful(command: said.ChooseHopeful, view: View, words: Words) -> str:
    if not command.play:
        return words.say("Keep the Heart in your hand.")
    return _attached(words.say("Play the Heart at once."), command.attach, words)


def _resilient(command: said.ChooseResilient, view: View, words: Words) -> str:
    if command.card is None:
        return words.say("Play no Heart for the lost one.")
    text = words.say("Play {card} for the lost one.", card=card_name(command.card, words))
    return _attached(text, command.attach, words)


def _order(command: said.ChooseOrder, view: View, words: Words) -> str:
    return words.say("Put back, the top first: {cards}.", cards=words.row([card_name(c, words) for c in command.cards]))


_FIELD: Mapping[type[Any], str] = {
    said.ChooseDraw: "skip",
    said.ChooseShuffle: "shuffle",
    said.ChooseAllyStack: "to_stack",
}
_OF_A_CHOICE: Mapping[type[Any], tuple[str, str]] = {  # what yes and no mean
    said.ChooseDraw: ("Skip the Draw Phase for points.", "Draw as usual."),
    said.ChooseShuffle: ("Shuffle the discard pile into the deck.", "Leave the deck as it is."),
    said.ChooseAllyStack: ("Put the card into your Stack.", "Take the card into your hand."),
}


def _of_a_choice(command: Any, view: View, words: Words) -> str:
    yes, no = _OF_A_CHOICE[type(command)]
    return words.say(yes if getattr(command, _FIELD[type(command)]) else no)


def _end_turn(command: said.EndTurn, view: View, words: Words) -> str:
    return words.say("End your turn.")


def _panic(command: said.UsePanic, view: View, words: Words) -> str:
    return words.say("Use Panic: give up your Spades, clear those of the next opponent, end your turn protected.")


SAYINGS: Mapping[type[Any], Callable[[Any, View, Words], str]] = {
    said.PlayUtility: _play,
    said.Attack: _attack,
    said.Bypass: _bypass,
    said.UseTrader: _trade,
    said.UsePanic: _panic,
    said.UseAlly: _ally,
    said.UseAbility: _ability,
    said.StackDraw: _stack_draw,
    said.BuyCard: _buy,
    said.EndTurn: _end_turn,
    said.ChooseAbilities: _abilities,
    said.ChooseHopeful: _hopeful,
    said.ChooseResilient: _resilient,
    said.ChooseOrder: _order,
    **dict.fromkeys(_OF_A_CARD, _of_a_card),
    **dict.fromkeys(_OF_A_CHOICE, _of_a_choice),
}
