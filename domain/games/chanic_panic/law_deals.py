"""Rigged deals for the laws: what play by chance meets too seldom."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.chanic_panic.abilities.names import ABILITIES
from domain.games.chanic_panic.cards import CLUBS, HEARTS, PACK, SPADES
from domain.kernel.cards.law_deals import LawDeal, Order, cards_on_top, unmoved


def _first(wanted: Callable[[str], bool]) -> Order:
    """Return an order of the deck that has the wanted kinds on top, else as it was built."""
    return lambda n: tuple(sorted(range(n), key=lambda place: not wanted(PACK[place % len(PACK)])))


_FIRST_SEAT = {"first_player": "seat", "panic": True}
_SHORT = _FIRST_SEAT | {"round_limit": 10}

POOL = ABILITIES[:-1]  # without Club Member


def _abilities(*wanted: str) -> Order:
    """Return an order of the pool that deals these abilities first."""
    return cards_on_top(*wanted, of=POOL)


LAW_DEALS = (
    LawDeal(
        "Abilities that ask about hands and look into the deck, with Stack Cards to pay and to attach",
        3,
        _SHORT | {"specials": 3, "specials_extra": 0, "stack": True},
        {
            "abilities": _abilities(
                *("fisher", "wealth", "investor"),
                *("manipulator", "seer", "wisdom"),
                *("hopeful", "limiter", "trade_master"),
            ),
            "deck": _first(lambda kind: kind[1:] in ("3", "4", "5")),
        },
    ),
    LawDeal(
        "A market, and abilities that take from piles and boards",
        2,
        _SHORT | {"specials": 3, "specials_extra": 2, "shop": True, "stack": True},
        {
            "abilities": _abilities(
                *("purifier", "recycler", "archaeologist", "gambler", "illusionist"),
                *("plagued", "resilient", "maximizer", "combiner", "replenished"),
            )
        },
    ),
    LawDeal(
        "Fisher, and hands of few values: gifts, and cards that cost nothing",
        2,
        _FIRST_SEAT | {"specials": 1, "specials_extra": 0, "round_limit": 12},
        {
            "abilities": _abilities("fisher", "wealth"),
            "deck": _first(lambda kind: kind[1:] in ("3", "4", "5")),
        },
    ),
    LawDeal(
        "Teams that choose abilities, help each other and have lives to lose",
        4,
        _SHORT | {"team_count": 2, "specials": 1, "specials_extra": 1, "stack": True, "lives": 2, "presence": True},
        {"deck": _first(lambda kind: kind[1:] in ("1", "2", "9"))},
    ),
    LawDeal(
        "Spades on top: Panic with a full hand, attacks on players without Hearts",
        3,
        _FIRST_SEAT | {"stack": True},
        {"deck": _first(lambda kind: kind[0] == SPADES)},
    ),
    LawDeal(
        "Copies of the same kinds on top of three packs: labels given and dropped",
        5,
        _FIRST_SEAT | {"specials": 1, "specials_extra": 0},
        {"abilities": _abilities("fisher", "deadly", "resilient"), "deck": _first(lambda kind: kind[1:] in ("5", "6"))},
    ),
    LawDeal(
        "Hearts on top: full rows, cards nobody can play",
        4,
        _SHORT | {"stack": True},
        {"deck": _first(lambda kind: kind[0] == HEARTS)},
    ),
    LawDeal(
        "Low cards on top: whole boards in few turns, and weapons in the third round",
        2,
        _SHORT | {"specials": 1, "specials_extra": 0},
        {"abilities": _abilities("deadly", "resilient"), "deck": _first(lambda kind: kind[1:] in ("1", "2", "3"))},
    ),
    LawDeal(
        "Clubs on top: long Club Phases, full hands and Stacks, reshuffles soon and in mid-draw",
        2,
        _FIRST_SEAT | {"stack": True},
        {"deck": _first(lambda kind: kind[0] == CLUBS), "exhausted": unmoved},
    ),
    LawDeal(
        "Hearts and Spades on top, and Resilient: a Heart that falls is replaced",
        2,
        _FIRST_SEAT | {"specials": 1, "specials_extra": 0},
        {
            "abilities": _abilities("resilient", "wealth"),
            "deck": _first(lambda kind: kind[0] in (HEARTS, SPADES)),
        },
    ),
    LawDeal(
        "Few cards to reshuffle: large boards, Stacks and a market of one pack",
        2,
        _FIRST_SEAT
        | {"panic": False, "trader": False, "stack": True, "shop": True, "specials": 2, "specials_extra": 0},
        {
            "abilities": _abilities("large_capacity", "landowner", "wealth", "investor"),
            "deck": _first(lambda kind: kind[0] != CLUBS),
        },
    ),
)
