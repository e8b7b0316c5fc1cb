"""Who may see what, copied by hand from sections 3 and 6.6 of the specification; the rest lies open."""

from tests.laws.audiences import ALWAYS, NOBODY

HIDDEN = {
    "unseen_reordered.order": NOBODY,
    "deck_shuffled.order": NOBODY,
    "abilities_dealt.abilities": ("seat",),
    "abilities_kept.abilities": ("seat",),
    "cards_drawn.cards": ("seat",),
    "utility_played.attached": ("seat",),  # section 3, "Attached Stack Cards": own cards
    "ally_used.card": ("seat",),  # section 7.3: a card of the hand, which only its owner sees until it is given
    "card_given.card": ("from_", "to"),
    "card_put_on_deck.card": ("seat",),
    "deck_peeked.cards": ("seat",),
    "deck_reordered.cards": ("seat",),
    "cost_zeroed.gained": ("seat", "giver"),  # section 7.4, Fisher: its suit is known to the two only
    "stack_added.card": ("seat",),
}
OPEN = {
    "utility_played.card",
    "club_played.card",
    "cards_discarded.cards",
    "attachments_discarded.host",
    "attachments_discarded.cards",  # section 3, "Discard pile": all cards in order, face up
    "ability_used.card",
    "card_revealed.card",
    "card_returned.card",
    "card_taken.card",
    "cost_zeroed.shown",
    "spade_boosted.card",
    "card_bought.card",
    "market_filled.card",
    "attack_made.attack_cards",
    "cards_destroyed.cards",
}
SEALED = {
    "use_ally": ALWAYS,
    "stack_add": ALWAYS,
    "choose_abilities": ALWAYS,
    "choose_gift": ALWAYS,
    "choose_topdeck": ALWAYS,
    "choose_order": ALWAYS,
    "play_utility": ("attach",),
    "use_ability": ("attach",),
    "choose_hopeful": ("attach",),
    "choose_resilient": ("attach",),
}
