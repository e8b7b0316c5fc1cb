"""Every "no" of this game: its code, category, sentence, and the rule it rests on."""

from __future__ import annotations

from domain.kernel.refusals import No, Refusals

_ATTACK = 'chanic_panic 6.3; rulebook "Fundamentals"'
_CLUB = 'chanic_panic 5.5, R9 to R13; rulebook "Club Mechanics"'

CODES = {
    "game_over": No("over", "The game is over.", "chanic_panic 5.1"),
    "unknown_seat": No("caller", "There is no seat {seat} at this table.", "chanic_panic 6.1"),
    "player_out": No("turn", "You have left the game.", 'chanic_panic 8.1, 8.3; rulebook "Elimination"'),
    "not_your_turn": No("turn", "It is another player's turn.", "chanic_panic 6.1"),
    "turn_limit_reached": No(
        "rule", "You have used all {limit} actions of this turn and can only end it.", "chanic_panic R59"
    ),
    "option_disabled": No("rule", "This table plays without {option}.", "chanic_panic 1.1"),
    "decision_pending": No("turn", "A decision is open; it comes first.", "chanic_panic 6.1, 6.4"),
    "no_such_decision": No("turn", "You are not asked this.", "chanic_panic 6.1, 6.4"),
    "wrong_phase": No("rule", "This cannot be done in this phase.", "chanic_panic 6.2, 7.2"),
    "play_locked": No("rule", "No more cards can be played in this turn.", "chanic_panic 7.2"),
    "hand_full": No("rule", "Your hand is full: it holds {limit} cards.", "chanic_panic 7.4, 7.6"),
    "target_hand_full": No("rule", "That hand is full.", "chanic_panic 7.3, 7.4"),
    "target_is_teammate": No("rule", "Teammates cannot be attacked.", "chanic_panic 6.3, R37"),
    "ability_not_owned": No("rule", "You do not have this ability.", "chanic_panic 6.2, 7.4"),
    "ability_not_owned dealt": No("rule", "This ability was not dealt to you.", "chanic_panic 6.4"),
    "ability_not_activatable": No("rule", "This ability works by itself.", "chanic_panic 6.2, 7.4"),
    "ability_exhausted": No("rule", "This ability has been used up for this turn.", "chanic_panic 6.2, 7.4"),
    "sorcerer_bound": No("rule", "Only the Spade that was doubled may attack in this turn.", "chanic_panic 6.3, 7.4"),
    "ally_exhausted": No("rule", "Ally can be used {uses} times a turn.", "chanic_panic 7.3, R38"),
    "ally_same_teammate": No("rule", "This teammate got a card in this turn already.", "chanic_panic 7.3, R38"),
    "not_a_teammate": No("rule", "Whoever you name is no teammate of yours.", "chanic_panic 7.3"),
    "card_not_in_stack": No("rule", "{card} is not in your Stack.", "chanic_panic 6.2, 7.5"),
    "stack_card_fresh": No("rule", "{card} came into your Stack in this turn.", "chanic_panic 7.5, R42"),
    "stack_add_spent": No("rule", "A card went to your Stack in this turn already.", "chanic_panic 7.5"),
    "stack_cap_reached": No("rule", "You own {limit} Stack Cards already.", "chanic_panic 7.5"),
    "hand_too_large": No("rule", "This needs fewer than {limit} cards in hand.", "chanic_panic 7.5, R44"),
    "stack_not_allowed_here": No("rule", "A Stack Card cannot pay for this.", "chanic_panic 7.5"),
    "slot_empty": No("rule", "There is no card in slot {slot}.", "chanic_panic 6.2, 7.6"),
    "purchase_spent": No("rule", "You have bought a card in this turn already.", "chanic_panic 7.6"),
    "wrong_number_of_cards abilities": No(
        "rule", "Choose {wanted} abilities, not {count}.", "chanic_panic section 4, 6.4"
    ),
    "wrong_number_of_cards attached": No("rule", "Stack Cards go under a card that is played.", "chanic_panic 7.5"),
    "duplicate_card ability": No("rule", "An ability is named twice.", "chanic_panic 6.4"),
    "wrong_number_of_cards ability": No("rule", "This is not used with {count} cards.", "chanic_panic 7.4"),
    "wrong_number_of_cards order": No(
        "rule", "Name all {wanted} cards in their new order, not {count}.", "chanic_panic 6.4"
    ),
    "duplicate_card order": No("rule", "{card} was not seen, or not as often as it is named.", "chanic_panic 6.4"),
    "wrong_suit none": No("rule", "Name a suit.", "chanic_panic 7.4"),
    "wrong_suit heart": No("rule", "The card you drew is no Heart.", "chanic_panic 6.4, 7.4"),
    "card_not_in_hand value": No(
        "rule", "You do not hold {card}, or its number is not {value}.", "chanic_panic 6.4, 7.4"
    ),
    "card_not_in_discard": No("rule", "{card} is not in the discard pile.", "chanic_panic 7.4"),
    "deck_empty": No("rule", "The deck is empty.", "chanic_panic 7.4"),
    "target_is_self ability": No("rule", "Name another player.", "chanic_panic 7.4"),
    "target_is_not_opponent": No("rule", "This is done to opponents only.", "chanic_panic 7.4"),
    "cost_gap_too_large": No("rule", "{card} costs {gap} points more; 3 are allowed.", "chanic_panic 7.4, R56"),
    "value_too_high diamond": No("rule", "{card} is higher than the Diamond, which shows {limit}.", "chanic_panic 7.4"),
    "no_allowance recycler": No("rule", "No Club that you played allows a card now.", "chanic_panic 7.4, R70"),
    "not_enough_points ability": No("rule", "This costs {cost} points; you have {points}.", "chanic_panic 7.4"),
    "attacker_impenetrable": No(
        "rule", "Your ability Impenetrable keeps you from attacking before round 4.", "chanic_panic 6.3, 7.4"
    ),
    "target_impenetrable": No(
        "rule", "This player cannot be attacked now: Impenetrable.", "chanic_panic 6.3, 7.4, R55"
    ),
    "lifeline": No("rule", "The last Heart of this player cannot be bypassed: Lifeline.", "chanic_panic 6.3, 7.4"),
    "wrong_suit": No("rule", "{card} has the wrong suit for this.", "chanic_panic 6.4, 7.4"),
    "card_not_in_hand": No("rule", "You do not hold {card}.", "chanic_panic 6.2"),
    "card_not_on_board": No("rule", "{card} does not lie there.", "chanic_panic 6.3"),
    "duplicate_card": No("rule", "{card} is named twice.", "chanic_panic 6.3"),
    "wrong_number_of_cards": No(
        "rule", "Trader takes exactly two cards, not {count}.", 'chanic_panic 7.3; rulebook "Abilities"'
    ),
    "not_a_utility_card": No(
        "rule",
        "{card} is a Club; it is discarded, not laid on the board.",
        'chanic_panic 6.2; rulebook "Utility Cards"',
    ),
    "not_a_club": No("rule", "{card} is no Club.", 'chanic_panic 6.2; rulebook "Clubs"'),
    "row_full": No("rule", "A row takes {limit} cards.", 'chanic_panic 6.2, R31; rulebook "The Board"'),
    "spades_too_early": No("rule", "Spades are played from round 3.", 'chanic_panic 6.2; rulebook "Spades"'),
    "not_enough_points": No(
        "rule", "{card} costs {cost} points; you have {points}.", 'chanic_panic 6.2; rulebook "2. Point Phase"'
    ),
    "no_allowance": No("rule", "The card that your last Club allowed has been played.", _CLUB),
    "value_too_high": No("rule", "{card} is too high: your last Club allows {limit} at most.", _CLUB),
    "panic_spent": No("rule", "You have panicked once in this game.", 'chanic_panic 7.3; rulebook "Abilities"'),
    "target_not_in_game": No("rule", "Whoever you name is not in the game.", "chanic_panic 6.3"),
    "target_is_self": No("rule", "You cannot attack yourself.", _ATTACK),
    "attack_too_early": No("rule", "Attacks are allowed from round 3.", _ATTACK),
    "bypass_too_early": No(
        "rule", "The Shield Bypass is allowed from round 4.", 'chanic_panic 6.3; rulebook "The Shield Bypass"'
    ),
    "target_protected": No(
        "rule",
        "This player is protected until its next turn is over.",
        'chanic_panic 7.3, 7.7, R34, R35; rulebook "Abilities"',
    ),
    "attack_limit_reached": No(
        "rule",
        "Two other players have attacked this player since its last turn.",
        'chanic_panic 6.3, R27, R28; rulebook "Additional Rules"',
    ),
    "no_attack_cards": No("rule", "An attack needs at least one Spade.", _ATTACK),
    "not_an_attack_card": No("rule", "{card} is no Spade.", _ATTACK),
    "nothing_to_bypass": No(
        "rule", "This player has no Diamonds to bypass.", 'chanic_panic R24; rulebook "The Shield Bypass"'
    ),
    "shields_up": No(
        "rule", "Hearts can be attacked only when every Diamond falls.", 'chanic_panic R18; rulebook "Fundamentals"'
    ),
    "insufficient_power": No(
        "rule", "A power of {power} does not destroy cards worth {damage}.", 'chanic_panic R25; rulebook "Fundamentals"'
    ),
    "attack_without_effect": No(
        "rule", "This would destroy nothing and put nobody out.", 'chanic_panic R22, R23; rulebook "Fundamentals"'
    ),
}

BAD_OPTIONS = {
    "seats": No("setup", "The game is for 2 to 10 seats, not {seats}.", "chanic_panic 1.1"),
    "first_seat": No("setup", "The first seat {seat} is not at this table of {seats}.", "chanic_panic 1.1, R1"),
    "previous_first_out": No(
        "setup",
        "Seat {seat}, who left the previous game first, is not at this table of {seats}.",
        "chanic_panic 1.1, R1",
    ),
    "specials": No("setup", "A player keeps 0 to 3 special abilities, not {limit}.", "chanic_panic 1.1"),
    "specials_extra": No("setup", "0 to 2 additional abilities are dealt, not {limit}.", "chanic_panic 1.1"),
    "presence_target": No("setup", "The Presence that wins is 50 to 500, not {limit}.", "chanic_panic 1.1"),
    "lives": No("setup", "A player has 1 to 5 lives, not {limit}.", "chanic_panic 1.1, 7.7"),
    "team_count": No(
        "setup", "{seats} players do not make {teams} equal teams of two or more.", "chanic_panic 1.1, R37"
    ),
    "ally": No("setup", "Ally needs teams.", "chanic_panic 1.1, 7.3"),
    "abilities": No("setup", "{wanted} abilities would be dealt, but there are {pool}.", "chanic_panic 1.1, section 4"),
    "round_limit": No("setup", "The round limit is 10 to 300, not {limit}.", "chanic_panic 1.1, R58"),
    "turn_action_limit": No("setup", "The action limit of a turn is 50 to 1000, not {limit}.", "chanic_panic 1.1, R59"),
}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="bad_options")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
