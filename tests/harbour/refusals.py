"""Every "no" of this game: its code, category, sentence, and the rule it rests on."""

from __future__ import annotations

from domain.kernel.refusals import No, Refusals

CODES = {  # by code; where one code has several sentences, by code and detail
    "wrong_seats": No("setup", "Two or three seats play.", "harbour 1"),
    "over": No("over", "The harbour is closed.", "harbour 9"),
    "no_such_seat": No("caller", "There is no such seat.", "harbour 1"),
    "gone": No("turn", "You have left.", "harbour 8"),
    "not_asked": No("turn", "Nobody asks you for this now.", "harbour 1"),
    "unknown_card": No("rule", "There is no such ware.", "harbour 1"),
    "not_in_hand": No("rule", "You do not hold this.", "harbour 3"),
    "wrong_count": No("rule", "One or two wares are loaded at a time.", "harbour 3"),
    "no_such_berth": No("rule", "There is no such berth.", "harbour 3"),
    "not_in_hand often": No("rule", "You do not hold so many.", "harbour 3"),
    "berth_full": No("rule", "The berth has no room.", "harbour 3"),
    "no_such_seat other": No("rule", "There is no such other seat.", "harbour 1"),
    "no_deck": No("rule", "The deck is empty.", "harbour 4"),
    "no_coins": No("rule", "You have no coin.", "harbour 4"),
    "not_on_quay": No("rule", "This does not lie on the quay.", "harbour 4"),
    "nothing_said": No("rule", "Say something.", "harbour 4"),
    "wrong_count asked": No("rule", "Choose as many as you are asked for.", "harbour 7"),
    "not_asked inspection": No("turn", "Nobody inspects you.", "harbour 5"),
    "holds_it": No("rule", "You hold one: show it.", "harbour 5"),
    "not_asked gift": No("turn", "Nobody offers you anything.", "harbour 6"),
    "wrong_stake": No("rule", "Stake up to two coins that you have.", "harbour 6"),
}

BAD_OPTIONS = {"numbers": No("setup", "Play 1 to 9 rounds with up to 9 coins.", "harbour 1")}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="bad_options")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
