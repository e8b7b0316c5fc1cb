"""Rigged deals for the laws: what play by chance meets too seldom."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.chanic_panic.cards import CLUBS, HEARTS, PACK, SPADES
from domain.kernel.cards.law_deals import LawDeal, Order, unmoved


def _first(wanted: Callable[[str], bool]) -> Order:
    """Return an order of the deck that has the wanted kinds on top, else as it was built."""
    return lambda n: tuple(sorted(range(n), key=lambda place: not wanted(PACK[place % len(PACK)])))


_FIRST_SEAT = {"first_player": "seat", "panic": True}

LAW_DEALS = (
    LawDeal(
        "Clubs on top: long Club Phases, full hands, reshuffles soon and in mid-draw",
        2,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[0] == CLUBS), "exhausted": unmoved},
    ),
    LawDeal(
        "Spades on top: Panic with a full hand, attacks on players without Hearts",
        3,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[0] == SPADES)},
    ),
    LawDeal(
        "Hearts on top: full rows, cards nobody can play",
        4,
        _FIRST_SEAT | {"round_limit": 10},
        {"deck": _first(lambda kind: kind[0] == HEARTS)},
    ),
    LawDeal(
        "Low cards on top: whole boards in few turns, and weapons in the third round",
        2,
        _FIRST_SEAT | {"round_limit": 10},
        {"deck": _first(lambda kind: kind[1:] in ("1", "2", "3"))},
    ),
    LawDeal(
        "Copies of the same kinds on top of three packs: labels given and dropped",
        5,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[1:] in ("5", "6"))},
    ),
)
