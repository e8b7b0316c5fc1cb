"""Frames of whole games: how large they are compressed, and how long they take to make; prints JSON.

python -m benchmarks.filming
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Sequence
from typing import Any

import click
import msgspec

from benchmarks.figures import clock, million_hashes_a_second
from domain.audit.frames.reel import film
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.games import game, shipped
from domain.kernel.display.words import ENGLISH, words_in
from domain.kernel.seats import Viewer, every_viewer, seat_viewer
from domain.table.seating import Opening
from domain.table.simulation import simulate

MANY = ("chanic_panic", 10)  # the table with the most seats


@click.command()
@click.option("--all-viewers/--one-viewer", default=True, help="Also the film that all viewers share.")
def main(*, all_viewers: bool) -> None:
    """Film a game of sensible bots of each kind, with 2 and 4 seats and one of 10."""
    tables = [(name, seats) for name in sorted(shipped()) for seats in (2, 4) if seats in game(name).rules.seat_counts]
    document: dict[str, Any] = {"million_hashes_a_second": round(million_hashes_a_second(), 3), "films": []}
    for name, seats in (*tables, MANY):
        click.echo(f"{name}, {seats} seats …", err=True)
        timeline = _played(name, seats)
        made = {"game": name, "seats": seats, "entries": len(timeline)}
        made["one_viewer"] = filmed(timeline, (seat_viewer(0),))
        if all_viewers:
            made["all_viewers"] = filmed(timeline, every_viewer(seats))
        document["films"].append(made)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def _played(name: str, seats: int) -> Timeline:
    title = game(name)
    done = simulate(title.rules, Opening(seats=seats), title.bots, ["sensible"] * seats, seed=b"film")
    return Timeline(read_record(b"".join([line + b"\n" for line in done.lines()])))


def filmed(timeline: Timeline, viewers: Sequence[Viewer]) -> dict[str, float]:
    """Return how large a film is, and how many seconds of this processor it takes."""
    words = words_in(ENGLISH, timeline.title.package)
    begun = clock()
    text = b"".join(film(timeline, viewers, words))
    seconds = clock() - begun
    packed = len(gzip.compress(text, 9, mtime=0))
    return {
        "kB": round(len(text) / 1000, 1),
        "gzip_kB": round(packed / 1000, 1),
        "gzip_kB_for_300_entries": round(packed / 1000 * 300 / len(timeline), 1),
        "seconds": round(seconds, 2),
    }


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.filming")
