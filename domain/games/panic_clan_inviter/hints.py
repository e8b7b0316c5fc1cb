"""Help for somebody who plays Panic★Clan★Inviter for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from domain.games.panic_clan_inviter import vocabulary as word
from domain.games.panic_clan_inviter.cards import COLOURS
from domain.games.panic_clan_inviter.naming import called, card_set, colour_name, rule_in_words
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words

_LOST_TURN = {
    "next": "The next player loses a turn.",
    "any": "A player of your choice loses a turn.",
    "other": "Another player of your choice loses a turn.",
}
_SWAPPED = {
    "any": "Exchange hands with a player of your choice.",
    "other": "Exchange hands with another player of your choice.",
}
_MOVED: Mapping[tuple[str, str, str], str] = {  # whose card, who picks it, where to
    ("next", "random", "actor"): "A random card of the next player comes to your hand.",
    ("next", "random", "discard"): "A random card of the next player is discarded.",
    ("next", "owner", "actor"): "The next player picks a card and gives it to you.",
    ("next", "owner", "discard"): "The next player picks a card and discards it.",
    ("any", "random", "actor"): "A random card of a player of your choice comes to your hand.",
    ("any", "random", "discard"): "A random card of a player of your choice is discarded.",
    ("any", "owner", "actor"): "A player of your choice picks a card and gives it to you.",
    ("any", "owner", "discard"): "A player of your choice picks a card and discards it.",
    ("other", "random", "actor"): "A random card of another player of your choice comes to your hand.",
    ("other", "random", "discard"): "A random card of another player of your choice is discarded.",
    ("other", "owner", "actor"): "Another player of your choice picks a card and gives it to you.",
    ("other", "owner", "discard"): "Another player of your choice picks a card and discards it.",
}
_ENACTED = {
    "hand": "A rule card of your hand comes into force.",
    "discard": "A rule card of the discard pile comes into force.",
}
_TAKEN = {
    "magic": "Take a magic card of the discard pile.",
    "rule": "Take a rule card of the discard pile.",
    "number": "Take a number card of the discard pile.",
    "any": "Take a card of the discard pile.",
}
_PLACED: Mapping[tuple[str, bool], str] = {  # from where, and whether the rule counts
    ("hand", True): "Place a number card of your hand that the rule allows.",
    ("hand", False): "Place a number card of your hand, whatever the rule says.",
    ("discard", True): "Place a number card of the discard pile that the rule allows.",
    ("discard", False): "Place a number card of the discard pile, whatever the rule says.",
}
_SCOPES = {
    "each_other_last": "Of every other line the last card: {to}",
    "each_last": "Of every line the last card: {to}",
    "chosen_other_last": "Of another line that you choose the last card: {to}",
    "any_card": "Of any line a card that you choose: {to}",
    "other_any_card": "Of another line a card that you choose: {to}",
}
_TO = {
    "discard": "it is discarded.",
    "actor_hand": "it comes to your hand.",
    "owner_hand": "it goes back to its owner's hand.",
}


def effect_in_words(effect: word.Effect, words: Words) -> str:
    """Return what an effect does, as a sentence to whoever plays the card."""
    match effect:
        case word.ReverseDirection():
            return words.say("The turns go the other way around.")
        case word.LoseTurn(target=target):
            return words.say(_LOST_TURN[target])
        case word.ExtraTurns(count=n):
            return words.count("Take another turn after this one.", "Take {n} more turns after this one.", n)
        case word.DrawCards(count=n):
            return words.count("Draw a card.", "Draw {n} cards.", n)
        case word.DiscardChoice(count=n):
            return words.count("Discard a card of your hand.", "Discard {n} cards of your hand.", n)
        case word.DiscardHand():
            return words.say("Discard your hand.")
        case word.MoveFromHand(target=target, pick=pick, to=to):
            return words.say(_MOVED[target, pick, to])
        case word.SwapHands(target=target):
            return words.say(_SWAPPED[target])
        case word.EnactRule() | word.TakeFromDiscard() | word.PlaceNumber():
            return _offered(effect, words)
        case word.RemoveFromLine(scope=scope, to=to):
            return words.say(_SCOPES[scope], to=words.say(_TO[to]))
        case _:
            assert_never(effect)


def _offered(effect: word.EnactRule | word.TakeFromDiscard | word.PlaceNumber, words: Words) -> str:
    """Return what an effect does that may be left to whoever plays the card."""
    match effect:
        case word.EnactRule(from_=source):
            text = words.say(_ENACTED[source])
        case word.TakeFromDiscard(type=kind):
            text = words.say(_TAKEN[kind])
        case word.PlaceNumber(from_=source, obey_rule=obey_rule):
            text = words.say(_PLACED[source, obey_rule])
        case _:
            assert_never(effect)
    return words.say("If you like: {text}", text=text) if effect.optional else text


def static_in_words(static: word.Static, words: Words) -> str:
    """Return what a card that lies in a line does all the time."""
    match static:
        case word.AllColours():
            return words.say("Has all four colours.")
        case word.FollowPermit(colour=colour):
            named = colour_name(COLOURS[colour], words)
            return words.say("While it is your last card, {colour} may follow under any rule.", colour=named)
        case word.FollowOnly(colour=colour):
            named = colour_name(COLOURS[colour], words)
            return words.say("While it is your last card, only {colour} may follow.", colour=named)
        case _:
            assert_never(static)


def card_text(card: str, words: Words) -> str | None:
    """Return what a card says; nothing of what is no card."""
    cards = card_set(words)
    kind = cards.kind.get(card)
    if kind is None:
        return None
    printed = cards.by_kind[kind]
    if isinstance(printed, word.RuleCard):
        return words.say("You may place: {rule}. Brings a card.", rule=rule_in_words(kind, words))
    told = [effect_in_words(effect, words) for effect in printed.effects]
    if isinstance(printed, word.NumberCard):
        if printed.static is not None:
            told.append(static_in_words(printed.static, words))
    elif printed.cost:
        cost = words.count("Costs another card of your hand.", "Costs {n} other cards of your hand.", printed.cost)
        told.insert(0, cost)
    return " ".join(told) or words.say("No effect.")


def _card(card: str, words: Words) -> str | None:
    return called(card, words) if card in card_set(words).kind else None


HINTS = Hints(
    first_deal="first-10",
    rules=(
        "Be the first to complete your line of number cards; the board shows how many it takes.",
        "In your turn do one thing: draw two cards, place a number card, play a rule card or play a magic card.",
        "What may be placed is said by the one rule card in force, mostly about your last card.",
        "A rule card you play takes the place of the old one and brings you a card.",
        "At the end of your turn you keep seven cards.",
    ),
    signs={
        "⚔": "red: Goblins",
        "✿": "blue: Fairies",
        "⚒": "yellow: Dwarves",
        "☘": "green: Elves",
        "◑=": "rule: the same colour",
        "◑≠": "rule: another colour",
        "#=": "rule: the same number",
        "#≠": "rule: another number",
        "#≥": "rule: the same number or a higher one",
        "#≤": "rule: the same number or a lower one",
        "#>": "rule: a higher number",
        "#<": "rule: a lower number",
        "#±1": "rule: one higher or lower",
        "+": "rule: so much is added before the numbers are compared",
        "◁": "rule: looks at the left-hand neighbour's last card",
        "▷": "rule: looks at the right-hand neighbour's last card",
    },
    remedies={
        "card_not_in_hand": "Choose a card of your hand.",
        "placement_not_allowed": "Play a rule card that suits your hand, or draw two cards.",
        "cost_not_payable": "Draw cards until you can pay.",
        "cost_mismatch": "Choose as many other cards as it costs.",
        "wrong_card_count": "Choose as many cards as you hold above seven.",
    },
    purposes={
        "place_card": "Makes your line longer: whoever completes theirs first has won.",
        "draw_two": "Two new cards, for when nothing may be placed or you want more to choose from.",
        "play_rule": "Changes for everybody what may be placed, and brings you a card.",
        "play_magic": "Does what the card says; its cost is paid with other cards of your hand.",
        "pass_turn": "Nothing else can be done in this turn.",
        "decline": "Leaves the effect undone.",
        "discard_to_limit": "You keep seven cards: lay down those that you need least.",
    },
    text=card_text,
    last=("decline", "pass_turn"),
    careful=("play_magic", "choose_card", "discard_to_limit"),
    card=_card,
)
