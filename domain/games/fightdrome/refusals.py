"""Every "no" of this game: its code, category, sentence, and the rule it rests on."""

from __future__ import annotations

from domain.kernel.refusals import No, Refusals

CODES = {  # by code; where one code has several sentences, by code and detail
    "game_over": No("over", "The game is over.", "fightdrome 6"),
    "not_a_player": No("caller", "There is no seat {seat} at this table.", "fightdrome 6"),
    "not_your_decision": No("turn", "It is not you who is asked now.", "fightdrome 6, R48"),
    "must_choose_sleeve": No("rule", "Choose a Sleeve first.", 'fightdrome 6.1, R41; rulebook "Epic Tournament"'),
    "must_discard": No(
        "rule",
        "You are Staggered: choose a card to discard.",
        'fightdrome 6.1, R10; rulebook "Becoming Staggered"',
    ),
    "card_not_in_hand": No("rule", "You do not hold {card}.", "fightdrome 6.1"),
    "attack_required": No(
        "rule",
        "{card} is no Attack card, and nothing else can be played now.",
        'fightdrome R9, R18; rulebook "The fight must continue"',
    ),
    "neurochem_required": No(
        "rule", "Only a Neurochem answers {attack}.", 'fightdrome 7.1, R19; rulebook "Neurochem Cards"'
    ),
    "wrong_type": No("rule", "{card} does not meet {attack}.", 'fightdrome 7.1, R20, R21; rulebook "Card Types"'),
    "too_weak": No("rule", "{card} is weaker than {attack}.", 'fightdrome 7.1; rulebook "Playing Cards"'),
    "discard_not_offered": No(
        "rule", "Only who is Staggered discards a card.", 'fightdrome 6.2, R8; rulebook "Becoming Staggered"'
    ),
    "rest_not_offered": No(
        "rule", "You may rest only right after the other fighter was Staggered.", 'fightdrome R26; rulebook "Resting"'
    ),
    "rest_not_offered by_turns": No(
        "rule",
        "You may rest only right after the other fighter was Staggered, or after a rest that followed.",
        'fightdrome R26, R39; rulebook "Breathing Space"',
    ),
    "hand_full": No("rule", "With {limit} cards you cannot rest.", 'fightdrome R26; rulebook "Resting"'),
    "sleeve_not_offered": No(
        "rule", "{sleeve} is not yours to choose now.", 'fightdrome 6.4, R41; rulebook "Epic Tournament"'
    ),
}

BAD_OPTIONS = {
    "seats": No("setup", "The game is for 2 seats, not {seats}.", "fightdrome 1, R44"),
    "fame_target": No("setup", "The Fame to reach is 50 to 1000, not {value}.", "fightdrome 1"),
    "bell_limit": No("setup", "The bell rings after 100 to 2000 actions, not {value}.", "fightdrome 1, R37"),
    "bout_cap": No("setup", "A match has 5 to 100 bouts at most, not {value}.", "fightdrome 1, R38"),
}

REFUSALS = Refusals(CODES, BAD_OPTIONS, bad_options_code="invalid_option")
no = REFUSALS.no
bad_options = REFUSALS.bad_options
