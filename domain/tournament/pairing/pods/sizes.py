"""How many pods, how large, and how many byes."""

from __future__ import annotations

LEAST_SEATS, MOST_SEATS = 3, 10


def least(seats: int) -> int:
    """Return the smallest pod of a tournament with so many seats a table: 3, and 2 where a whole table has 3."""
    return 3 if seats > LEAST_SEATS else 2


def sizes(players: int, seats: int) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the pods, the largest first, and the number of byes.

    As few byes as can be, then as few pods; they differ by one player at most. With four seats: 5 = 4 + bye, 6 = 3+3,
    7 = 4+3, 9 = 3+3+3, 10 = 4+3+3, 13 = 4+3+3+3, 30 = six of 4 and two of 3; no bye from 6 on.
    """
    byes = next(byes for byes in range(players + 1) if _pods(players - byes, seats) * least(seats) <= players - byes)
    pods = _pods(players - byes, seats)
    even, larger = divmod(players - byes, pods) if pods else (0, 0)
    return (even + 1,) * larger + (even,) * (pods - larger), byes


def _pods(players: int, seats: int) -> int:
    return -(-players // seats)
