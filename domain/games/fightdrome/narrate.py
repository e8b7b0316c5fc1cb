"""A sentence for every fact, as it was redacted for who hears it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.fightdrome import messages as said
from domain.games.fightdrome.cards import Card, Sleeve, Stack
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.kernel.cards.reordering import reordering
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Fact, UnseenReordered
from domain.kernel.refusals import Refusal

_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_TITLED: Mapping[str, Card] = {SHIPPED.title(card): card for card in SHIPPED.print_of}


def sentence(fact: said.FightdromeFact, words: Words) -> str | None:
    """Return what is said of a fact."""
    return SENTENCES[type(fact)](fact, words)


def spoken(name: Card | Sleeve | Stack, words: Words) -> str:
    """Return how people say the id of a kind of card, a Sleeve or a Stack: "Punch Block 40", "Sleeve A", "Stack 7".

    A fact does not say which card set is played with, so the name is read off the id, as the shipped set spells it.
    """
    parts = name.split("_")
    title = words.say(" ".join([part.capitalize() for part in parts if not part.isdigit()]))
    return " ".join([title, *[str(int(part)) for part in parts if part.isdigit()]])


def open_card(label: Card, words: Words) -> str:
    """Return how people call a card that lies face up; which copy it is does not matter to them."""
    return spoken(label.rpartition("_")[0], words)


def refusal(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence with cards and Sleeves by their names; what names none stays as it was said."""
    return words.say(refused.text, **named(refused, words))


def named(refused: Refusal, words: Words) -> dict[str, str | int]:
    """Return what fills the places of a refusal's sentence: ids and English names in the words' language."""
    return {key: _named(value, words) if isinstance(value, str) else value for key, value in refused.values.items()}


def _named(value: str, words: Words) -> str:
    kind = _TITLED.get(value, SHIPPED.kind_of.get(value, value))
    return spoken(kind, words) if _ID.fullmatch(kind) else value


def _cards(kinds: Sequence[Card], words: Words) -> str:
    return words.listed([spoken(kind, words) for kind in kinds])


_GAMES: Mapping[str, str] = {
    "single_bout": "A single bout.",
    "fame_match": "A match: {target} Fame wins it.",
    "epic_tournament": "An Epic Tournament, three fighters a side.",
}


def _game_started(fact: said.GameStarted, words: Words) -> str:
    options = fact.options
    told = words.say(_GAMES[options.mode], target=options.fame_target)
    extras = [(options.breathing_space, words.say("Breathing Space")), (options.last_gasp, words.say("Last Gasp"))]
    played = [name for chosen, name in extras if chosen]
    return f"{told} {words.say('It is played with {rules}.', rules=words.listed(played))}" if played else told


def _characters(fact: said.CharactersDealt, words: Words) -> str:
    dealt = [
        words.say(
            "{seat} gets {sleeves} with {stack}",
            seat=words.seat(seat),
            sleeves=words.listed([spoken(sleeve, words) for sleeve in character.sleeves]),
            stack=spoken(character.stack, words),
        )
        for seat, character in enumerate(fact.characters)
    ]
    return words.say("{dealt}. {seat} will begin.", dealt=words.say("; ").join(dealt), seat=words.seat(fact.first_seat))


def _decks_built(fact: said.DecksBuilt, words: Words) -> str:
    counts = [f"{row.count} {spoken(row.pile, words)}" for row in fact.counts if row.count]
    return words.say(
        "{seat} builds a deck: {counts} cards, with Feints and Weaves.",
        seat=words.seat(fact.seat),
        counts=words.listed(counts),
    )


def _bout_started(fact: said.BoutStarted, words: Words) -> str:
    return words.say("Bout {bout} begins: {seat} attacks first.", bout=fact.bout, seat=words.seat(fact.first_seat))


def _hand_drawn(fact: said.HandDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count("{seat} draws one card.", "{seat} draws {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} draws {cards}.", seat=seat, cards=_cards(fact.cards, words))


_OVERSTIMULATED: Mapping[str, str] = {
    "too_many_neurochems": "{seat} is overstimulated by too many Neurochems, shows {cards} and must draw again.",
    "no_attack": "{seat} has no Attack card, shows {cards} and must draw again.",
}


def _overstimulated(fact: said.OverstimulatedHandShown, words: Words) -> str:
    return words.say(_OVERSTIMULATED[fact.reason], seat=words.seat(fact.seat), cards=_cards(fact.cards, words))


def _card_played(fact: said.CardPlayed, words: Words) -> str:
    seat, card = words.seat(fact.seat), open_card(fact.card, words)
    if fact.onto is not None:
        return words.say(
            "{seat} answers {attack} with {card}.", seat=seat, attack=open_card(fact.onto, words), card=card
        )
    if fact.role == "follow_up":
        return words.say("{seat} follows the Feint up with {card}.", seat=seat, card=card)
    return words.say("{seat} attacks with {card}.", seat=seat, card=card)


def _card_drawn(fact: said.CardDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.card == HIDDEN:
        return words.say("{seat} draws a card.", seat=seat)
    return words.say("{seat} draws {card}.", seat=seat, card=spoken(fact.card, words))


def _reshuffled(fact: said.DiscardReshuffled, words: Words) -> str:
    return words.count(
        "The deck of {seat} is used up: the discard pile, one card, becomes the new deck.",
        "The deck of {seat} is used up: the discard pile is shuffled and becomes the new deck of {n} cards.",
        fact.count,
        seat=words.seat(fact.seat),
    )


def _paused(fact: said.FightPaused, words: Words) -> str:
    return words.say("The fight pauses: {seat} must attack.", seat=words.seat(fact.next_seat))


_STAGGERED: Mapping[str, str] = {
    "cannot_respond": "{seat} cannot answer and is Staggered.",
    "cannot_attack": "{seat} cannot attack and is Staggered.",
    "cannot_follow_up": "{seat} cannot follow the Feint up and is Staggered.",
}


def _staggered(fact: said.FighterStaggered, words: Words) -> str:
    return words.say(_STAGGERED[fact.cause], seat=words.seat(fact.seat))


def _discarded(fact: said.CardDiscardedFaceDown, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.card == HIDDEN:
        text = "{seat} discards the last card face down." if fact.last else "{seat} discards a card face down."
        return words.say(text, seat=seat)
    text = "{seat} discards the last card, {card}, face down." if fact.last else "{seat} discards {card} face down."
    return words.say(text, seat=seat, card=spoken(fact.card, words))


_BOUT_ENDED: Mapping[str, str] = {
    "knocked_out": "{loser} is knocked out: {winner} wins bout {bout}",
    "empty_hand": "{loser} has no cards left: {winner} wins bout {bout}",
    "cannot_rise": "{loser} cannot rise: {winner} wins bout {bout}",
    "bell": "The bell rings: the judges give bout {bout} to {winner}",
}


def _bout_ended(fact: said.BoutEnded, words: Words) -> str:
    told = words.say(
        _BOUT_ENDED[fact.reason], loser=words.seat(fact.loser), winner=words.seat(fact.winner), bout=fact.bout
    )
    mine, yours = fact.hand_counts[fact.winner], fact.hand_counts[fact.loser]
    return words.count("{told}, one card to {yours}.", "{told}, {n} cards to {yours}.", mine, told=told, yours=yours)


def _fame_scored(fact: said.FameScored, words: Words) -> str:
    seat = words.seat(fact.seat)
    if not fact.cards:
        return words.say("{seat} has no cards to count and stays at {total} Fame.", seat=seat, total=fact.total)
    return words.say(
        "{seat} lays down {cards} for {points} Fame, {total} in all.",
        seat=seat,
        cards=_cards(fact.cards, words),
        points=fact.points,
        total=fact.total,
    )


def _sleeve_chosen(fact: said.SleeveChosen, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.sleeve == HIDDEN:
        return words.say("{seat} has chosen a fighter.", seat=seat)
    return words.say("{seat} chooses {sleeve}.", seat=seat, sleeve=spoken(fact.sleeve, words))


def _revealed(fact: said.FightersRevealed, words: Words) -> str:
    sent = [
        words.say("{seat} sends {sleeve}", seat=words.seat(reveal.seat), sleeve=spoken(reveal.sleeve, words))
        for reveal in fact.fighters
    ]
    return words.say("{sent} into the fight.", sent=words.listed(sent))


def _eliminated(fact: said.FighterEliminated, words: Words) -> str:
    seat, sleeve = words.seat(fact.seat), spoken(fact.sleeve, words)
    return words.say("{seat} loses {sleeve} for the rest of the tournament.", seat=seat, sleeve=sleeve)


_WON: Mapping[str, str] = {
    "bout_won": "{seat} wins the game.",
    "fame_target": "{seat} has the Fame that was asked for and wins the match.",
    "bout_cap": "That was the last bout: the match goes to {seat}.",
    "stable_lost": "No fighter is left on the other side: {seat} wins the tournament.",
    "conceded": "{seat} wins the game: the other player gave up.",
    "timed_out": "{seat} wins the game: the other player ran out of time.",
}


def _game_ended(fact: said.GameEnded, words: Words) -> str:
    return words.say(_WON[fact.reason], seat=words.seat(fact.winner))


def _seated(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat))


SENTENCES: Mapping[type[Fact], Callable[[Any, Words], str]] = {
    said.GameStarted: _game_started,
    said.CharactersDealt: _characters,
    said.DecksBuilt: _decks_built,
    said.BoutStarted: _bout_started,
    said.DeckShuffled: _seated("{seat} shuffles the deck."),
    said.HandDrawn: _hand_drawn,
    said.OverstimulatedHandShown: _overstimulated,
    said.CardPlayed: _card_played,
    said.CardDrawn: _card_drawn,
    said.DiscardReshuffled: _reshuffled,
    said.FightPaused: _paused,
    said.FighterStaggered: _staggered,
    said.CardDiscardedFaceDown: _discarded,
    said.FighterRested: _seated("{seat} rests."),
    said.BoutEnded: _bout_ended,
    said.FameScored: _fame_scored,
    said.SleeveChosen: _sleeve_chosen,
    said.FightersRevealed: _revealed,
    said.FighterEliminated: _eliminated,
    said.PlayerConceded: _seated("{seat} concedes."),
    said.PlayerTimedOut: _seated("{seat} is out: the time is used up."),
    said.GameEnded: _game_ended,
    UnseenReordered: reordering,
}
