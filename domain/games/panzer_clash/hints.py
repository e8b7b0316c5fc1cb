"""Help for somebody who plays Panzer Clash for the first time."""

from __future__ import annotations

from typing import Any

from domain.games.panzer_clash.naming import SIDE_NAMES, card_name, pool_of
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words


def card_text(card: str, words: Words) -> str | None:
    """Return what a card says; nothing of what is no card."""
    kind = pool_of(words).cards.get(card)
    return None if kind is None else words.say(kind.definition.text)


def _card(card: str, words: Words) -> str | None:
    return card_name(card, words) if card in pool_of(words).cards else None


def _called(value: Any, words: Words) -> str | None:
    return words.say(SIDE_NAMES[value]) if value in SIDE_NAMES else None


HINTS = Hints(
    first_deal="first-22",
    rules=(
        "Damage the opponent's Supply: whoever has to draw from an empty one has lost.",
        "Play one Factory a turn. A stack of Factories carries one card that costs no more than its size.",
        "Units act from your next Main phase on: they leave the Industry Zone onto the field, move and attack.",
        "A unit in the enemy's Back Line attacks the Supply; a unit falls when its damage reaches its defense.",
        "Flash events (⚡) answer what the opponent does.",
    ),
    signs={
        "▲": "yours",
        "▼": "the opponent's",
        "≡": "Terrain Modifier",
        "⚡": "Flash event: can answer the opponent",
        "/": "a unit's attack and defense",
        "→": "steps: left in its owner's turn, otherwise in all",
        "⌖": "damage of its Ranged Attack",
        "✸": "damage on it",
        "z": "played just now: rests",
        "■": "cannot move any more in this turn",
        "✓": "has attacked",
        "⊘": "something lies on the stack: it is blocked",
        "∞": "event that stays in force",
        "…": "modifier that waits",
        "↑": "more than printed",
        "↓": "less than printed",
    },
    remedies={
        "factory_limit": "The next one comes in your next turn.",
        "space_occupied": "Put it on one of your stacks or on a free space of your Industry Zone.",
        "no_stack": "Play a Factory first.",
        "stack_blocked": "Move what lies there onto the field, or play a Factory on another space.",
        "stack_too_small": "Add Factories to that stack first, one each turn.",
        "unit_fresh": "It rests in the turn in which it was played.",
        "not_adjacent": "Go one step after the other.",
        "blocked_by_enemy": "Attack it, or go around it.",
        "not_in_enemy_back_line": "Move there first.",
        "nothing_to_cancel": "Keep it until the opponent does something that it cancels.",
        "no_legal_target": "Keep it until there is one.",
    },
    purposes={
        "choose_deck": "Take a ready-made one; the one that is recommended is good for a start.",
        "keep_hand": "Begin with this hand: Factories and something cheap to play make a good one.",
        "mulligan": "Puts this hand back and draws a new one.",
        "play_factory": "Factories carry what you play: one a turn, and higher stacks carry costlier cards.",
        "play_unit": "A unit rests on its stack first; from your next turn on it moves out and fights.",
        "play_modifier": "Changes the ground of a space later: it waits on its stack until then.",
        "play_event": "Does what the card says, unless the opponent answers it.",
        "move_unit": "Towards the enemy's Back Line: from there the Supply can be attacked.",
        "attack_unit": "Damages an adjacent enemy unit; it falls when its damage reaches its defense.",
        "attack_supply": "That is how you win: damage takes cards from the opponent's Supply.",
        "ranged_attack": "Damages a unit or the Supply from afar.",
        "resolve_trigger": "An effect of a card happens now; where it asks for one, choose what it concerns.",
        "decline_trigger": "Lets the effect go by.",
        "end_main": "Ends your Main phase, once nothing more is worth doing.",
        "pass_response": "Lets what was done happen.",
    },
    text=card_text,
    last=("mulligan", "decline_trigger", "pass_response", "end_main"),
    asks=("end_main",),
    careful=("choose_cards",),
    called=_called,
    card=_card,
)
