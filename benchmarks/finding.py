"""Searching a folder by `replay find`, each time from the start of the program to its last line; prints JSON.

python -m benchmarks.finding --records 10000
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
import msgspec

from benchmarks.figures import million_hashes_a_second
from domain.games import game, shipped
from domain.table.seating import Opening
from domain.table.simulation import simulate
from replay.finding.index import SUFFIX

PROGRAM = (sys.executable, "-c", "from replay.cli import main; main()", "find")
SEEDS = 5  # games of each kind that are really played; the rest of the folder are copies of them
CARD = ("--card", "6 of Diamonds")


@click.command()
@click.option("--records", default=10_000, show_default=True, type=click.IntRange(1), help="Records in the folder.")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 99), help="Runs of each search.")
def main(records: int, runs: int) -> None:
    """Measure the first search, which makes the index, and later ones, in seconds on the wall."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "games"
        folder.mkdir()
        played = _played()
        for number in range(records):
            (folder / f"{number}.ndjson").write_bytes(played[number % len(played)])
        document = {
            "records": records,
            "million_hashes_a_second": round(million_hashes_a_second(), 3),
            "indexing_s": _seconds(folder),
            "listed_s": [_seconds(folder) for _ in range(runs)],
            "card_found_s": [_seconds(folder, *CARD) for _ in range(runs)],
            "index_mib": round((folder.parent / f"games{SUFFIX}").stat().st_size / 2**20, 1),
        }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def _played() -> list[bytes]:
    """Return games of two sensible bots of every kind."""
    found = []
    for name in sorted(shipped()):
        title = game(name)
        for seed in range(SEEDS):
            done = simulate(title.rules, Opening(seats=2), title.bots, ["sensible"] * 2, seed=bytes([seed]))
            found.append(b"".join([line + b"\n" for line in done.lines()]))
    return found


def _seconds(folder: Path, *asked: str) -> float:
    begun = time.perf_counter()
    subprocess.run([*PROGRAM, str(folder), *asked], stdout=subprocess.DEVNULL, check=True)
    return round(time.perf_counter() - begun, 2)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.finding")
