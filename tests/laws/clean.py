"""The run of a game without planted leaks, made once in a test process; everything else stands on its counts."""

from __future__ import annotations

from functools import cache

from domain import games
from tests.laws.checks import paired
from tests.laws.counts import Counts

PAIRS = 4000  # compared pairs of a game in `make test`; the law asks for at least 1,000
SEED = 1


@cache
def clean(name: str) -> Counts:
    """Return the counts of a game's clean run; raises `LeakError`."""
    counts = Counts()
    paired(name, SEED, PAIRS, games.game(name).rules, counts)
    return counts
