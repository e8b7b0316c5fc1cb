"""Help for somebody who plays Chanic Panic for the first time."""

from __future__ import annotations

from domain.games.chanic_panic.abilities.texts import TEXTS
from domain.games.chanic_panic.cards import BASE_VALUE, KIND
from domain.games.chanic_panic.naming import SUITS, named
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words

_LOW_CLUB = 5  # up to here a Club draws two cards; 5.5

_TEXT = {
    "H": "Health. Power that gets through while you have no Hearts puts you out.",
    "D": "Shield: your Hearts are safe behind it, unless it falls or somebody goes around it.",
    "S": "Weapon: goes to the board from round 3 and attacks with its number; used up by the attack.",
}


def _text(card: str, words: Words) -> str | None:
    kind = KIND.get(card)
    if kind is None:
        return None
    if kind[0] != "C":
        return words.say(_TEXT[kind[0]])
    value = BASE_VALUE[kind]
    if value <= _LOW_CLUB:
        return words.say("Draws two cards and lets you play a card of {limit} at most for free.", limit=value)
    return words.say("Draws a card and lets you play a card of {limit} at most for free.", limit=value)


def _card(value: str, words: Words) -> str | None:
    return None if value in SUITS else named(value, words)


HINTS = Hints(
    first_deal="first-10",
    rules=(
        "Outlast the others: Hearts keep you alive, Diamonds shield them, Spades attack, Clubs bring new cards.",
        "In your turn you draw, then play Hearts, Diamonds and Spades for 12 points; a card costs its number.",
        "Your first Club ends the points: it draws, and lets you play one card that is no higher for free.",
        "Spades attack from round 3. Their sum must reach what you destroy; Hearts only when no Diamond stays.",
        "From round 4 a bypass goes around the Diamonds with half the power.",
    ),
    signs={
        "♥": "Heart: health",
        "♦": "Diamond: shield",
        "♠": "Spade: weapon",
        "♣": "Club: draws cards",
        "=": "what the card counts now, where that is not its number",
        "⊞": "Stack Cards under it: 2 more each from the end of the turn in which they came there",
    },
    remedies={
        "spades_too_early": "Keep them, or give them to the Trader.",
        "not_enough_points": "Play a lower card, or a Club: what it allows is free.",
        "row_full": "Give the card to the Trader, or keep it until a place is free.",
        "value_too_high": "Play a lower one.",
        "no_allowance": "Attack, use the Trader, or end your turn.",
        "attack_too_early": "Build up Hearts and Diamonds until then.",
        "bypass_too_early": "Attack the Diamonds instead.",
        "no_attack_cards": "Play a Spade first.",
        "insufficient_power": "Use more Spades, or destroy less.",
        "shields_up": "Destroy all Diamonds in the same attack, or go around them with a bypass.",
        "nothing_to_bypass": "Attack instead, with the whole power.",
        "target_protected": "Choose another player.",
        "attack_limit_reached": "Choose another player.",
        "target_hand_full": "Choose another player.",
        "target_is_teammate": "Choose an opponent.",
        "target_is_not_opponent": "Choose an opponent.",
        "target_impenetrable": "Choose another player.",
        "attacker_impenetrable": "Build up Hearts and Diamonds until then.",
        "lifeline": "Attack instead, with the whole power.",
        "sorcerer_bound": "Attack with that Spade alone.",
        "ally_same_teammate": "Choose another teammate.",
        "ability_exhausted": "It can be used again in your next turn.",
        "cost_gap_too_large": "Play a lower one.",
        "hand_full": "Play or trade cards first.",
        "hand_too_large": "Play or trade cards first.",
        "stack_card_fresh": "It serves from the next turn on.",
        "stack_add_spent": "You can add one again in your next turn.",
        "stack_cap_reached": "Discard one first, for example to the Trader.",
        "stack_not_allowed_here": "Choose a card of your hand.",
        "slot_empty": "Choose another slot.",
        "purchase_spent": "You can buy again in your next turn.",
        "wrong_phase": "What costs points comes before your first Club; Recycler comes after one.",
        "play_locked": "Attack, use the Trader, or end your turn.",
        "decision_pending": "Answer it if you are asked; else wait for the answer.",
    },
    purposes={
        "play_utility": "Hearts keep you alive, Diamonds shield them, Spades attack later: lay out what you can pay.",
        "play_club": "A Club brings cards and lets you lay one out for free, but ends what costs points in this turn.",
        "attack": "Your Spades destroy another player's Diamonds, and Hearts once no Diamond stays.",
        "bypass": "Half the power, but around the Diamonds and straight at the Hearts.",
        "use_trader": "Exchanges two cards that you do not need for one that may be better.",
        "use_panic": "Gives up your Spades and clears the next opponent's; your turn ends under protection.",
        "use_ally": "Gives a card to a teammate who needs it more.",
        "end_turn": "Ends your turn, once nothing more is worth doing.",
    },
    text=_text,
    glossary=TEXTS,
    called=named,
    last=("use_panic", "end_turn"),
    asks=("use_panic", "end_turn"),
    careful=(
        "use_trader",
        "use_ally",
        "use_ability",
        "stack_draw",
        "choose_abilities",
        "choose_sacrifice",
        "choose_draw",
        "choose_gift",
        "choose_discard",
        "choose_topdeck",
        "choose_hopeful",
        "choose_resilient",
    ),
    card=_card,
)
