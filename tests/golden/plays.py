"""The games that golden records hold, and how their files are made.

`tests/games/<game>/golden.json` lists them: name, bots (one a seat), seed in hex, options. Of each game three files lie
in `tests/golden/<game>/`: the full record, what changed in every viewer's view after every entry, and the transcript.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain import games
from domain.audit.knowledge import changes
from domain.audit.timeline import Address, Timeline
from domain.kernel.seats import every_viewer
from domain.kernel.words import Words
from domain.record.lines import read, split
from domain.table.seating import Opening
from domain.table.simulation import simulate

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"


class Play(NamedTuple):
    """One golden game."""

    game: str
    name: str
    bots: tuple[str, ...]
    seed: str
    options: dict[str, Any]

    def file(self, ending: str) -> Path:
        """Return where one of its files lies."""
        return HERE / self.game / f"{self.name}.{ending}"


def plays() -> list[Play]:
    """Return every golden game of every game in the folder."""
    found: list[Play] = []
    for game in games.names():
        source = GAMES / game / "golden.json"
        listed = json.loads(source.read_text()) if source.exists() else ()
        found += [
            Play(game, item["name"], tuple(item["bots"]), item["seed"], item.get("options", {})) for item in listed
        ]
    return found


def record(play: Play) -> bytes:
    """Play the game and return its full record."""
    title = games.game(play.game)
    opening = Opening(seats=len(play.bots), options=play.options, label=play.name)
    done = simulate(title.rules, opening, title.bots, play.bots, seed=bytes.fromhex(play.seed))
    return b"".join([line + b"\n" for line in done.lines()])


def views(text: bytes) -> str:
    """Return, entry by entry and viewer by viewer, what the view shows now and did not before."""
    timeline = Timeline(read(split(text)))
    lines: list[str] = []
    for viewer in every_viewer(timeline.opening.seats):
        before: Any = {}
        lines.append(f"== {viewer}")
        for n in range(1, len(timeline) + 1):
            after = msgspec.to_builtins(timeline.view(Address(n), viewer) or {})
            lines.extend(f"{n} {path}: {_short(old)} -> {_short(new)}" for path, old, new in changes(before, after))
            before = after
    return "\n".join(lines) + "\n"


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def transcript(text: bytes) -> str:
    """Return the game as sentences, as each viewer learnt it."""
    return "\n".join(_transcript(text)) + "\n"


def _transcript(text: bytes) -> Iterator[str]:
    timeline = Timeline(read(split(text)))
    words = Words()
    for viewer in every_viewer(timeline.opening.seats):
        yield f"== {viewer}"
        for n in range(1, len(timeline) + 1):
            for address, sentence in timeline.sentences(n, viewer, words):
                yield f"{address}  {sentence}"
