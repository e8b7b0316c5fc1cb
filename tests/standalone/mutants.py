"""Records changed at random places by somebody who makes numbers, seals and chain fit again, or forgets to.

Nobody says what is wrong with a mutant; the verifiers are compared with each other.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from domain.kernel.seats import every_viewer
from tests.record.sample import GOOD
from tests.standalone.damage import Copy, Line, b64

VALUES: Sequence[Any] = (
    *(None, True, -1, 0, 1, 2, 99, 101, 65_537, 2**53 - 1, "", "?", "x\n", [], [0], [1, 0], {}, {"a": None}),
    *("A" * 22, "A" * 43, "B" * 42 + "A", "0/0/", "0/0/x", "00/0/x", "1/0/x", "hand", "prepared", "concede"),
    *("clock", "operator", "player:\n", "seat:0", "seat:1,seat:0", "seat:00", "seat:9", "all", "spectator"),
    *("never", "event_end", "confirmed", "branch/1"),
    *(
        "stop",
        "none",
        "c1",
        "c2",
        "c1\n",
        "4.1",
        "4.01",
        "04",
        "1000000000",
        "infraction",
        "no_infraction",
        "disqualification",
    ),
    *(
        "arbiter:anna",
        "arbiter:bela",
        "arbiter:p1",
        "player:anna",
        "operators",
        False,
        ["penalty"],
        ["none", "penalty"],
    ),
    *(["é" * 80], ["é" * 81], ["𝄞" * 80], [""], ["x"] * 21),
)
MEMBERS = (
    "appeal_ms",
    "arbiter_call",
    "bot",
    "branch_of",
    "case",
    "clock",
    "data",
    "draws",
    "file_ms",
    "no_show_ms",
    "note",
    "opened",
    "origin",
    "points",
    "text",
    "x_a",
)
PLACES = ("/origin", "/command/body", "/draws/0/result", "/facts/0/cards/0", "/facts/0/card", "/command", "/draws/", "")
OPENED: Sequence[Any] = ("hand", "prepared", {}, 0, [0], "x", None)
VIEWERS = ("all", "spectator", "seat:0", "seat:1", "seat:0,seat:1", "seat:1,seat:0", "seat:0,", "seat:00", "seat:9", "")
OTHER_LINES: Sequence[Line] = (
    {"note": None},
    {"note": {"n": 1, "part": "/text", "salt": "A" * 22, "text": "x"}},
    {"checkpoint": 1},
    {"data": {"digest": "A" * 43, "text": ""}},
    {"x_a": 1},
)

Change = Callable[[list[Line], Random], object]


def mutants(seed: int) -> Iterator[bytes]:
    """Yield mutants of copies for every viewer, without end."""
    chance = Random(seed)
    plays = [make() for make in GOOD.values()]
    originals = [play.record(viewer) for play in plays for viewer in every_viewer(play.table.setup.seats)]
    while True:
        record = Copy(chance.choice(originals))
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            if record.entries:
                chance.choice(CHANGES)(record.lines, chance)
        yield fitted(record, chance)


def fitted(record: Copy, chance: Random) -> bytes:
    """Return the record, mostly with a chain, numbers and seals that fit, as far as they can."""
    if chance.random() < 0.15:
        return record.text()
    try:
        return record.chained(renumber=chance.random() < 0.5)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # what was changed has no such form any more
        return record.text()


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _paths(value[key], (*path, key))


def _somewhere(lines: list[Line], chance: Random) -> tuple[Any, Any]:
    """Return a list or an object of some line, and a key in it."""
    line = chance.choice(lines)
    *path, key = chance.choice([*_paths(line)])
    inside: Any = line
    for step in path:
        inside = inside[step]
    return inside, key


def _entry_line(lines: list[Line], chance: Random) -> Line:
    return chance.choice([line for line in lines if isinstance(line.get("entry"), dict)] or lines)


def value_varied(lines: list[Line], chance: Random) -> None:
    """Another value of the same form."""
    inside, key = _somewhere(lines, chance)
    value = inside[key]
    if type(value) is int:
        inside[key] = max(0, value + chance.choice((-1000, -1, 1, 2, 10**7)))
    elif isinstance(value, str):
        known = re.fullmatch("[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{43}", value)
        inside[key] = "A" * len(value) if known else value + "x"


def value_replaced(lines: list[Line], chance: Random) -> None:
    """Any other value."""
    inside, key = _somewhere(lines, chance)
    inside[key] = copy.deepcopy(chance.choice(VALUES))


def member_dropped(lines: list[Line], chance: Random) -> None:
    """A member or an item less."""
    inside, key = _somewhere(lines, chance)
    del inside[key]


def member_added(lines: list[Line], chance: Random) -> None:
    """A member or an item more."""
    inside, key = _somewhere(lines, chance)
    if isinstance(inside, dict):
        inside[chance.choice(MEMBERS)] = copy.deepcopy(chance.choice(VALUES))
    else:
        inside.insert(key, copy.deepcopy(inside[key]))


def opened_more(lines: list[Line], chance: Random) -> None:
    """A place opened in a line."""
    opened = _entry_line(lines, chance).setdefault("opened", {})
    if isinstance(opened, dict):
        opened[chance.choice(PLACES)] = [chance.choice(OPENED), "A" * 22]


def revealed_more(lines: list[Line], chance: Random) -> None:
    """A place revealed by an entry."""
    entry = _entry_line(lines, chance).get("entry")
    if isinstance(entry, dict) and isinstance(entry.setdefault("reveals", {}), dict):
        number = chance.choice((*range(12), "", "01", "999"))
        entry["reveals"][f"{number}{chance.choice(PLACES)}"] = [chance.choice(OPENED), b64(bytes(16))]


def viewer_changed(lines: list[Line], chance: Random) -> None:
    """A header of somebody else."""
    if isinstance(lines[0].get("header"), dict):
        lines[0]["header"]["viewer"] = chance.choice(VIEWERS)


def line_doubled(lines: list[Line], chance: Random) -> None:
    """A line twice."""
    lines.insert(chance.randrange(len(lines) + 1), copy.deepcopy(chance.choice(lines)))


def line_dropped(lines: list[Line], chance: Random) -> None:
    """A line less, the last one as often as all others."""
    del lines[chance.choice((-1, chance.randrange(len(lines))))]


def lines_exchanged(lines: list[Line], chance: Random) -> None:
    """Two neighbours in another order."""
    place = chance.randrange(len(lines))
    lines[place - 1], lines[place] = lines[place], lines[place - 1]


def line_added(lines: list[Line], chance: Random) -> None:
    """A line that is no entry."""
    lines.insert(chance.randrange(len(lines) + 1), copy.deepcopy(chance.choice(OTHER_LINES)))


CHANGES: Sequence[Change] = (
    *(value_varied, value_varied, value_varied, value_replaced, member_dropped, member_added),
    *(opened_more, revealed_more, viewer_changed, line_doubled, line_dropped, lines_exchanged, line_added),
)
