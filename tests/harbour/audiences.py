"""Who may see what in the harbour: written a second time, away from the messages."""

from tests.laws.audiences import ALWAYS, NOBODY

HIDDEN = {
    "unseen_reordered.order": NOBODY,
    "deck_stacked.order": NOBODY,
    "cards_drawn.cards": ("seat",),
    "cards_drawn@2.cards": ("seat",),
    "manifest_drawn.kinds": ("seat",),
    "card_stowed.card": ("seat",),
    "gift_offered.card": ("giver", "taker"),
    "gift_moved.card": ("giver", "taker"),
    "cards_buried.cards": ("seat",),
    "braced.stake": ("seat",),
    "top_seen.card": ("seat",),
    "gifts_preferred.gifts": ("seat",),
}
OPEN = {
    "quay_turned.card",
    "card_loaded.card",
    "cards_paid.cards",
    "card_shown.card",
    "denied.kind",
    "ware_bought.card",
    "seat_left.cards",
    "harbour_closed.manifests",
}
SEALED = {"stow": ALWAYS, "give": ALWAYS, "choose": ALWAYS, "brace": ALWAYS, "prefer": ALWAYS}
