"""Sentences about attacks, Panic, and who leaves."""

from __future__ import annotations

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.naming import cards_named
from domain.kernel.display.words import Words


def attack_made(fact: said.AttackMade, words: Words) -> str:
    if fact.kind == "attack":
        text = "{attacker} attacks {target} with {cards}, power {power}."
    elif fact.power == fact.raw // 2:
        text = "{attacker} goes around the shields of {target} with {cards}: half of {raw}, power {power}."
    else:
        text = "{attacker} goes around the shields of {target} with {cards}: power {power} out of {raw}."
    return words.say(
        text,
        attacker=words.seat(fact.attacker),
        target=words.seat(fact.target),
        cards=cards_named(fact.attack_cards, words),
        raw=fact.raw,
        power=fact.power,
    )


def cards_destroyed(fact: said.CardsDestroyed, words: Words) -> str:
    return words.say("{owner} loses {cards}.", owner=words.seat(fact.owner), cards=cards_named(fact.cards, words))


def panic_used(fact: said.PanicUsed, words: Words) -> str:
    return words.say(
        "{seat} panics: no Spades stay on the board of {target} either.",
        seat=words.seat(fact.seat),
        target=words.seat(fact.target),
    )


def eliminated(fact: said.PlayerEliminated, words: Words) -> str:
    return words.say("{seat} is out, beaten by {by}.", seat=words.seat(fact.seat), by=words.seat(fact.by))


def life_lost(fact: said.LifeLost, words: Words) -> str:
    return words.count(
        "{seat} loses a life and has one left.",
        "{seat} loses a life and has {n} left.",
        fact.left,
        seat=words.seat(fact.seat),
    )


def conceded(fact: said.PlayerConceded, words: Words) -> str:
    text = "{seat} concedes." if fact.why == "conceded" else "{seat} is out: the time is used up."
    return words.say(text, seat=words.seat(fact.seat))
