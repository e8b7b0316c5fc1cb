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
    "target_not_in_game": No("rule", "Nobody in the game sits on seat {target}.", "chanic_panic 6.3"),
    "target_is_self": No("rule", "You cannot attack yourself.", _ATTACK),
    "attack_too_early": No("rule", "Attacks are allowed from round 3.", _ATTACK),
    "bypass_too_early": No(
        "rule", "The Shield Bypass is allowed from round 4.", 'chanic_panic 6.3; rulebook "The Shield Bypass"'
    ),
    "target_protected": No("rule", "Panic protects this player.", 'chanic_panic 7.3, R34, R35; rulebook "Abilities"'),
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
    "round_limit": No("setup", "The round limit is 10 to 300, not {limit}.", "chanic_panic 1.1, R58"),
    "turn_action_limit": No("setup", "The action limit of a turn is 50 to 1000, not {limit}.", "chanic_panic 1.1, R59"),
}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="bad_options")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
