"""Every "no" of this game: its code, category, sentence, and the rule it rests on."""

from __future__ import annotations

from domain.kernel.refusals import No, Refusals

_PLACING = "panic_clan_inviter 5.1; rulebook ゲームの流れ B"
_MAGIC = "panic_clan_inviter section 6, R14; rulebook ゲームの流れ D"

CODES = {  # by code; where one code has several sentences, by code and detail
    "game_over": No("over", "The game is over.", "panic_clan_inviter section 6"),
    "not_seated": No("caller", "There is no seat {seat} at this table.", "panic_clan_inviter section 6"),
    "not_seated left": No("turn", "You have left the game.", "panic_clan_inviter 8.3"),
    "not_your_decision": No("turn", "Another player decides now.", "panic_clan_inviter section 5"),
    "wrong_phase": No("turn", "This is not what you are asked now.", "panic_clan_inviter section 5, R42"),
    "nothing_to_draw": No("rule", "Deck and discard pile are empty.", "panic_clan_inviter R10, R11"),
    "card_not_in_hand": No("rule", "You do not hold {card}.", "panic_clan_inviter section 6"),
    "not_a_number_card": No(
        "rule", "{card} is no number card.", "panic_clan_inviter section 6; rulebook ゲームの流れ B"
    ),
    "placement_not_allowed colour": No("rule", "{rule} does not allow the colour of {card} here.", _PLACING),
    "placement_not_allowed number": No("rule", "{rule} does not allow the number of {card} here.", _PLACING),
    "placement_not_allowed follow": No("rule", "{card} may not follow your last card.", _PLACING),
    "placement_not_allowed neighbour": No(
        "rule", "{rule} looks at a line that has no card: {card} may not be placed.", "panic_clan_inviter 5.1, R18"
    ),
    "not_a_rule_card": No("rule", "{card} is no rule card.", "panic_clan_inviter section 6; rulebook ゲームの流れ C"),
    "not_a_magic_card": No("rule", "{card} is no magic card.", _MAGIC),
    "cost_not_payable": No("rule", "Other cards of your hand that {card} costs: {cost}.", _MAGIC),
    "cost_mismatch": No("rule", "Other cards of your hand that {card} costs: exactly {cost}.", _MAGIC),
    "pass_not_allowed": No("rule", "You can do something else.", "panic_clan_inviter R12, R42"),
    "invalid_target": No("rule", "This effect cannot concern whoever you name.", "panic_clan_inviter 2.3, R29"),
    "invalid_choice": No("rule", "{card} is not among the cards to choose from.", "panic_clan_inviter section 5"),
    "decline_not_allowed": No("rule", "This effect must be carried out.", "panic_clan_inviter R3, R42"),
    "wrong_card_count": No(
        "rule", "Cards to discard: exactly {wanted}.", "panic_clan_inviter section 6, R34; rulebook ゲームの流れ"
    ),
}

BAD_OPTIONS = {
    "seats": No("setup", "The game is for 2 to 5 seats, not {seats}.", "panic_clan_inviter section 1"),
    "start_player": No(
        "setup", "The start player {seat} is not at this table of {seats}.", "panic_clan_inviter section 1, R36"
    ),
    "line_goal": No("setup", "The goal is 3 to 8 cards in line, not {goal}.", "panic_clan_inviter section 1"),
    "turn_limit": No("setup", "The turn limit is at least 20, not {limit}.", "panic_clan_inviter section 1, R13"),
    "card_set": No(
        "setup", "The card set in play is {present}, not {named}.", "panic_clan_inviter section 1, section 2"
    ),
}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="invalid_option")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
