"""Who may see what, copied by hand from sections 3 and 6 of the specification; the rest lies open."""

from tests.laws.audiences import ALWAYS, NOBODY

HIDDEN = {
    "unseen_reordered.order": NOBODY,
    "deck_chosen.cards": ("seat",),
    "terrain_laid.order": NOBODY,
    "supply_shuffled.order": NOBODY,
    "cards_drawn.cards": ("seat",),
    "response_prefs_set.prefs": ("seat",),
}
OPEN = {
    "event_discarded.card",
    "modifier_placed.card",
    "unit_played.card",
    "modifier_played.card",
    "event_played.card",
    "unit_deployed.card",
    "terrain_revealed.terrain",
    "unit_destroyed.card",
    "supply_damaged.discarded",
    "permanent_destroyed.card",
    "modifier_destroyed.card",
    "trigger_queued.card",
    "cards_discarded.cards",
    "card_salvaged.card",
}
SEALED = {"choose_deck": ALWAYS, "set_response_prefs": ALWAYS}
