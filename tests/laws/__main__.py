"""`python -m tests.laws [GAME …]`: the laws of hidden information and their planted leaks, as one table.

Exits with 1 if a planted leak is not found.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

from domain import games
from tests.laws.clean import PAIRS, SEED, clean
from tests.laws.counts import Counts
from tests.laws.plants import found, planted

HEAD = (
    "| Game | Pairs | Twins | Steps | Without a second world | Planted leaks found | Seconds |\n"
    "|---|---|---|---|---|---|---|"
)


def unpaired(counts: Counts) -> str:
    """Return how many steps had no second world: in all, then those of each kind that has some."""
    kinds = [f"`{kind}` {lost} of {counts.tried[kind]:,}" for kind, lost in counts.unpaired.most_common()]
    return "; ".join([str(counts.unpaired.total()), *kinds])


def rows(names: Sequence[str], missed: list[str]) -> Iterator[str]:
    """Yield a row of the table for each game, and put the names of missed plants into `missed`."""
    for name in names:
        begin = time.process_time()
        counts = clean(name)
        plants = list(planted(name, counts))
        lost = [plant.name for plant in plants if not found(plant, name, SEED, PAIRS)]
        missed += [f"{name}: {plant}" for plant in lost]
        seconds = time.process_time() - begin
        yield (
            f"| {name} | {counts.pairs:,} | {counts.twins:,} | {counts.tried.total():,} | {unpaired(counts)} "
            f"| {len(plants) - len(lost)} of {len(plants)} | {seconds:.0f} |"
        )


def main(names: Sequence[str]) -> int:
    """Print the table, row by row, then the leaks that were missed."""
    missed: list[str] = []
    print(HEAD)
    for row in rows(names or sorted(games.shipped()), missed):
        print(row, flush=True)
    print("\n".join(missed), end="\n" if missed else "")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
