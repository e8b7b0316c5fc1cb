"""Who may see what, copied by hand from sections 3 and 6.1 of the specification; the rest lies open."""

from tests.laws.audiences import ALWAYS, NOBODY

HIDDEN = {
    "unseen_reordered.order": NOBODY,
    "deck_shuffled.order": NOBODY,
    "hand_dealt.cards": ("seat",),
    "cards_drawn.cards": ("seat",),
    "card_moved_between_hands.card": ("from_seat", "to_seat"),
    "hands_swapped.cards_a": ("seat_a", "seat_b"),
    "hands_swapped.cards_b": ("seat_a", "seat_b"),
    "deck_reshuffled.order": NOBODY,
}
OPEN = {
    "game_started.rule",
    "number_card_placed.card",
    "rule_changed.card",
    "rule_changed.replaced",
    "magic_played.card",
    "cost_paid.cards",
    "magic_resolved.card",
    "cards_discarded.cards",
    "card_taken_from_discard.card",
    "line_card_removed.card",
}
SEALED = {"choose_card": ALWAYS}
