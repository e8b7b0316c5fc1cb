"""Who may see what, copied by hand from sections 3 and 6.6 of the specification; the rest lies open."""

from tests.laws.audiences import ALWAYS, NOBODY

HIDDEN = {
    "unseen_reordered.order": NOBODY,
    "decks_built.cards": NOBODY,
    "deck_shuffled.order": NOBODY,
    "hand_drawn.cards": ("seat",),
    "card_drawn.card": ("seat",),
    "discard_reshuffled.order": NOBODY,
    "card_discarded_face_down.card": ("seat",),
    "sleeve_chosen.sleeve": ("seat",),  # until `fighters_revealed`
}
OPEN = {
    "characters_dealt.sleeves_left",
    "overstimulated_hand_shown.cards",
    "card_played.card",
    "card_played.onto",
    "fame_scored.cards",
    "fighter_eliminated.sleeve",
}
SEALED = {"discard_card": ALWAYS, "choose_sleeve": ALWAYS}
