"""Every "no" of this game: its code, category, sentence, and the rule it rests on."""

from __future__ import annotations

from domain.kernel.refusals import No, Refusals

_DECK = 'panzer_clash 6.1; rulebook "Preparations"'
_STACK = 'panzer_clash 6.3; rulebook "Factories", "Units"'
_MOVE = 'panzer_clash 6.6; rulebook "Units"'
_ATTACK = 'panzer_clash 6.7, 6.8; rulebook "Units"'

CODES = {  # by code; where one code has several sentences, by code and detail
    "game_over": No("over", "The game is over.", "panzer_clash section 8"),
    "not_your_decision": No("turn", "You are not asked for this now.", "panzer_clash 5.1, section 6"),
    "unknown_deck": No("rule", "Name one ready-made deck of this table, or give a list of cards.", _DECK),
    "unknown_card": No("rule", "There is no card {card}.", _DECK),
    "not_a_supply_card": No("rule", "{card} is a terrain; it belongs to the Terrain Deck.", _DECK),
    "bad_copies": No("rule", "{card} cannot be in a deck {copies} times.", _DECK),
    "too_many_copies": No("rule", "{card} may be in a deck {limit} times, not {copies}.", _DECK),
    "wrong_deck_size": No("rule", "The deck has {count} cards; this table plays with {size}.", _DECK + "; R1"),
    "mixed_sides": No("rule", "{card} does not belong to the side {side}.", _DECK + "; R2"),
    "mixed_sides no_side": No("rule", "Say which side the deck is for.", _DECK + "; R2"),
    "mixed_sides side_of_deck": No("rule", "{deck} is a deck of the side {side}.", _DECK + "; R2"),
    "side_taken": No("rule", "The other seat has chosen this side, and the sides are opposed.", _DECK + "; R2"),
    "mulligan_limit": No(
        "rule", "No hand is smaller than one card.", 'panzer_clash 6.2, R6; rulebook "Getting the Game Started"'
    ),
    "card_not_in_hand": No("rule", "You do not hold {card}.", "panzer_clash 6.3, 6.5"),
    "wrong_card_type": No("rule", "{card} is not played like this.", "panzer_clash 6.3, 6.5"),
    "not_own_industry": No("rule", "{space} is no space of your Industry Zone.", _STACK),
    "factory_limit": No("rule", "You have played your Factory of this turn.", 'panzer_clash 6.3; rulebook "Factories"'),
    "space_occupied": No(
        "rule", "A card lies on {space}, and no Factory under it.", 'panzer_clash 6.3, R7; rulebook "Factories"'
    ),
    "no_stack": No("rule", "There is no Factory on {space}.", _STACK),
    "stack_blocked": No("rule", "A card lies on the stack of {space}.", _STACK + "; R9, R10"),
    "stack_too_small": No("rule", "{card} costs {cost}; the stack of {space} counts {size}.", _STACK),
    "no_waiting_modifier": No("rule", "No modifier of yours waits on {space}.", "panzer_clash 6.4"),
    "space_has_modifier": No(
        "rule",
        "{space} is no field space that can take a modifier.",
        'panzer_clash 6.4, R35; rulebook "Terrain Modifiers"',
    ),
    "illegal_placement": No(
        "rule",
        "A modifier goes under your unit, to your Back Line, or next to your unit.",
        'panzer_clash 6.4, R38; rulebook "Terrain Modifiers"',
    ),
    "wrong_timing": No("rule", "{card} cannot be played now.", 'panzer_clash 6.5, R43; rulebook "Events"'),
    "nothing_to_cancel": No("rule", "There is nothing that {card} could cancel.", "panzer_clash 6.5, 7.3"),
    "no_legal_target": No("rule", "There is no target for {card}.", "panzer_clash 6.5, R45"),
    "illegal_target": No("rule", "This is no legal target.", "panzer_clash 6.5, 6.7 to 6.9, 7.2"),
    "not_your_unit": No("rule", "You have no unit {unit} in play.", _MOVE),
    "unit_fresh": No("rule", "{unit} may act from your next Main phase on.", _MOVE + "; R15, R16"),
    "unit_stopped": No("rule", "{unit} cannot move any more in this turn.", _MOVE),
    "bad_path": No("rule", "A path is a list of different field spaces.", _MOVE),
    "not_adjacent": No("rule", "{space} is not reached from there in one step.", _MOVE + "; R12"),
    "path_not_minimal": No("rule", "{space} is free: move there first.", "panzer_clash 6.6"),
    "blocked_by_enemy": No("rule", "An enemy unit on {space} blocks the way.", _MOVE + "; R31"),
    "destination_occupied": No("rule", "A unit stands on {space}.", _MOVE + "; R31"),
    "cannot_pass": No("rule", "{space} would stop this unit.", "panzer_clash 6.6, R31"),
    "not_enough_movement": No("rule", "{unit} has not movement enough.", _MOVE + "; R34"),
    "not_on_field": No("rule", "{unit} stands in the Industry Zone.", _ATTACK),
    "no_attack_left": No("rule", "{unit} has no attack left in this turn.", _ATTACK + "; R21"),
    "not_in_enemy_back_line": No("rule", "{unit} is not in the enemy's Back Line.", _ATTACK + "; R27"),
    "no_ranged_attack": No("rule", "{unit} has no Ranged Attack here.", 'panzer_clash 6.8; rulebook "Ranged Attack"'),
    "unknown_trigger": No("rule", "{trigger} is not among the triggers to choose from.", "panzer_clash 6.9, R48"),
    "not_optional": No("rule", "This effect must be carried out.", "panzer_clash 6.9"),
    "wrong_count": No("rule", "Choose exactly {wanted}, not {given}.", "panzer_clash 6.9"),
    "card_not_there": No("rule", "{card} is not there so often.", "panzer_clash 6.9"),
    "illegal_card": No("rule", "{card} cannot be chosen for this.", "panzer_clash 6.9, 7.3"),
}

BAD_OPTIONS = {
    "seats": No("setup", "The game is for 2 seats, not {seats}.", "panzer_clash section 1"),
    "deck_size": No("setup", "A deck has 40 to 100 cards, not {size}.", "panzer_clash section 1, R1"),
}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="invalid_option")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
