"""Moments of real records as pages get them: pictures, what may be chosen, the story; for looking at and for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain import games
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import words_in
from domain.kernel.legal import may_of
from domain.kernel.seats import parse_viewer
from domain.record.lines import read, split
from domain.table.seating import Opening
from domain.table.simulation import simulate
from drawing.costumes import costume_marks, page_files

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Anna", "Ben", "Chiyo", "Dara", "Emil", "Fay", "Goro", "Hana", "Ivo", "Juno")
TOLD = 9  # sentences of a story


class Scene(NamedTuple):
    """A place in a record, through whose eyes it is seen, and in which language.

    `record` names a golden record, or a game and a number of seats: `chanic_panic:10` is played by bots. A seat's scene
    is the first own decision from `at` on.
    """

    name: str
    record: str
    at: int
    viewer: str
    language: str = "en"
    stated: bool = False  # every state is shown on some card, instead of what the rules say


STATES: Mapping[str, Mapping[str, Any]] = {  # by what a card, a pile or a seat is called
    "D6-1": {"lit": True, "target": True},
    "D6-2": {"lit": True},
    "H4-1": {"fresh": True},
    "seat/0": {"lit": True},
    "centre/deck": {"lit": True},
    "D8-1": {"must": True},
    "D1-1": {"dim": True, "why": "It is too weak."},
    "S7": {"lit": True, "selected": 1},
    "S10": {"lit": True, "selected": 2},
    "H3": {"dim": True},
    "a1": {"lit": True, "way": True},
    "b1": {"lit": True},
    "c1": {"lit": True, "selected": True},
    "b4": {"must": True},
    "u9": {"lit": True, "selected": True},
    "u5": {"lit": True, "target": True},
    "u6": {"dim": True},
    "factory": {"must": True},
    "sov_is2": {"lit": True, "selected": True},
}

SCENES = (
    Scene("chanic", "chanic_panic/panic", 40, "seat:0"),
    Scene("chanic-duel-ja", "chanic_panic/duel", 60, "seat:0", "ja"),
    Scene("chanic-duel-spectator", "chanic_panic/duel", 90, "spectator"),
    Scene("chanic-four", "chanic_panic:4", 50, "seat:1"),
    Scene("chanic-states", "chanic_panic:4", 50, "seat:1", stated=True),
    Scene("panzer-states", "panzer_clash/american_soviet", 70, "seat:0", stated=True),
    Scene("chanic-ten", "chanic_panic:10", 160, "seat:0"),
    Scene("chanic-ten-spectator", "chanic_panic:10", 200, "spectator"),
    Scene("chanic-ten-all", "chanic_panic:10", 200, "all"),
    Scene("inviter", "panic_clan_inviter/four", 50, "seat:1"),
    Scene("inviter-duel-ja", "panic_clan_inviter/duel", 30, "seat:0", "ja"),
    Scene("inviter-spectator", "panic_clan_inviter/four", 90, "spectator"),
    Scene("fightdrome", "fightdrome/bout", 19, "seat:1"),
    Scene("fightdrome-ja", "fightdrome/epic", 60, "seat:1", "ja"),
    Scene("fightdrome-spectator", "fightdrome/epic", 90, "spectator"),
    Scene("panzer", "panzer_clash/american_soviet", 70, "seat:0"),
    Scene("panzer-ja", "panzer_clash/german_soviet", 60, "seat:1", "ja"),
    Scene("panzer-spectator", "panzer_clash/german_japanese", 80, "spectator"),
)


@cache
def timeline(record: str) -> Timeline:
    """Return a record, read or played."""
    if ":" not in record:
        return Timeline(read(split((GOLDEN / f"{record}.ndjson").read_bytes())))
    game, seats = record.split(":")
    return Timeline(read(played(game, int(seats))))


def played(game: str, seats: int) -> Iterator[bytes]:
    """Yield the lines of a game of sensible bots, the same each time."""
    title = games.game(game)
    yield from simulate(title.rules, Opening(seats=seats), title.bots, ["sensible"] * seats, seed=b"gallery").lines()


def own_decision(line: Timeline, viewer: str, at: int) -> int:
    """Return the entry after which a seat is asked, from `at` on; `at` itself for who holds no seat."""
    held = parse_viewer(viewer, line.opening.seats).seats
    at = min(at, len(line))
    found = [n for n in range(at, len(line)) if held & line.moment(n).table.decisions.keys()]
    return found[0] if held and found else at


@cache
def shown(scene: Scene) -> dict[str, Any]:
    """Return what the gallery's page is given for a scene."""
    line = timeline(scene.record)
    n = own_decision(line, scene.viewer, scene.at)
    title = line.title
    viewer = parse_viewer(scene.viewer, line.opening.seats)
    words = words_in(scene.language, title.package).calling(NAMES[: line.opening.seats])
    decisions = line.moment(n).table.decisions
    asked = sorted(viewer.seats & decisions.keys())
    may = may_of(title.rules, line.state(Address(n)), asked[0]) if asked else None
    picture = line.picture(Address(n), viewer, words, may)
    assert picture is not None
    story = [(address, text) for k in range(max(1, n - 8), n + 1) for address, text in line.sentences(k, viewer, words)]
    return {
        "marks": costume_marks(line.opening.game, title.costume),
        "language": scene.language,
        "picture": msgspec.to_builtins(picture),
        "awaited": sorted(decisions),
        "told": [{"at": str(address), "say": text} for address, text in story[-TOLD:]],
        "states": dict(STATES) if scene.stated else {},
        "entries": n,
    }


def given_files() -> dict[str, bytes]:
    """Return the files that the service gives to pages beside its own."""
    return page_files({name: games.game(name).costume for name in sorted(games.shipped())})
