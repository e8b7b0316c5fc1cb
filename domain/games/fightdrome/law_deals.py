"""Rigged deals for the laws: what play by chance meets too seldom.

A deck lies in table order before its shuffle: Punches, Kicks, Grapples, Blocks, Neurochems, two Weaves, two Feints.
"""

from __future__ import annotations

from domain.kernel.cards.law_deals import LawDeal, places_on_top, unmoved

LONG = {"breathing_space": True, "last_gasp": True, "bell_limit": 100}  # bouts that reach reshuffles and the bell


def _mixed(n: int) -> tuple[int, ...]:
    """Something of everything in every hand, Neurochems last: bouts grow long."""
    neurochems = tuple(range(n - 10, n - 4))
    mixed = [7 * place % n for place in range(n)]
    return (*[place for place in mixed if place not in neurochems], *neurochems)


_NEUROCHEMS = places_on_top(-7, -6, -5, 0, 1, 2, 3)  # three, with Punches: overstimulated
_NO_ATTACK = places_on_top(-1, -2, -3, -4, -11, -12, -13)  # Feints, Weaves, Blocks
_TWO_NEUROCHEMS = places_on_top(-6, -5, 0, 12, 20, 25, 1)

LAW_DEALS = (
    LawDeal(
        "Overstimulated hands at the start of a tournament",
        2,
        {"mode": "epic_tournament", "later_first_player": "random"} | LONG,
        {"deck_0": _NEUROCHEMS, "deck_1": _NO_ATTACK, "stacks": places_on_top(2, 6)},
    ),
    LawDeal(
        "Mixed hands, Breathing Space and Last Gasp: reshuffles, the bell, scored hands",
        2,
        {"mode": "fame_match", "fame_target": 300} | LONG,
        {"deck_0": _mixed, "deck_1": _mixed},
    ),
    LawDeal(
        "Neurochems early, empty hands lose at once",
        2,
        {"mode": "epic_tournament", "later_first_player": "winner"} | LONG,
        {"deck_0": _TWO_NEUROCHEMS, "deck_1": _TWO_NEUROCHEMS, "stacks": places_on_top(3, 7)},
    ),
    LawDeal(
        "Punches only, weak ones first: who cannot answer, who cannot rise",
        2,
        {"mode": "fame_match", "fame_target": 150, "later_first_player": "loser"},
        {"deck_0": unmoved, "deck_1": _mixed},
    ),
    LawDeal(
        "Empty hands that lose only when Staggered, Neurochems early",
        2,
        {"mode": "fame_match", "empty_hand": "when_staggered"} | LONG,
        {"deck_0": _TWO_NEUROCHEMS, "deck_1": _TWO_NEUROCHEMS},
    ),
    LawDeal(
        "One bout that the bell ends",
        2,
        {"mode": "single_bout"} | LONG,
        {"deck_0": _mixed, "deck_1": _mixed},
    ),
)
