"""What a report file says of rounds to come: byes (240), who must not meet (260, XXP); the rest is refused by its line.

Lines about the tournament itself (012 to 222, XXR, XXC) are what its opening says here. What was played is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.tournament.exchange.trf_reading import Fault

Asked: TypeAlias = Literal["full", "half", "zero"]
ASKED: Final[Mapping[str, Asked]] = {"F": "full", "H": "half", "Z": "zero"}
LAST_ROUND: Final = 999  # XXP: for the whole tournament
NUMBER: Final = re.compile("[1-9][0-9]{0,3}")
ROUND: Final = re.compile("[0-9]{3}")
REFUSED: Final = ("013", "250", "299", "310", "320", "XXA", "XXS")


class Bye(NamedTuple):
    """A player, by number, sits out a round."""

    player: int
    round: int
    kind: Asked


class Apart(NamedTuple):
    """Two players, by number and the lower one first, must not meet in these rounds."""

    players: tuple[int, int]
    first: int
    last: int


class Wishes(NamedTuple):
    """What is asked for in a file."""

    byes: tuple[Bye, ...] = ()
    apart: tuple[Apart, ...] = ()


def read_wishes(text: str, players: Container[int]) -> Wishes | tuple[Fault, ...]:
    """Return what a file asks for of these players, each thing once, or all the faults of such lines."""
    faults: list[Fault] = []
    byes: list[Bye] = []
    apart: list[Apart] = []
    for at, line in enumerate(text.splitlines(), 1):
        tag, said = line[:3], line[3:].split()
        if tag in REFUSED:
            faults.append(Fault(at, f"{tag} is not taken over: no teams, acceleration or points of the file's own"))
        elif tag in ("240", "260", "XXP"):
            before = {"240": 2, "260": 2, "XXP": 0}[tag]
            heading, numbers = said[:before], [int(one) for one in said[before:] if NUMBER.fullmatch(one)]
            if len(numbers) < len(said[before:]) or any(number not in players for number in numbers):
                faults.append(Fault(at, f"{tag}: somebody there is no player of the file"))
            elif tag == "240":
                byes += _byes(at, heading, numbers, faults)
            else:
                apart += _apart(at, tag, heading, numbers, faults)
    return tuple(faults) if faults else Wishes(tuple(dict.fromkeys(byes)), tuple(dict.fromkeys(apart)))


def _byes(at: int, heading: Sequence[str], numbers: Sequence[int], faults: list[Fault]) -> list[Bye]:
    kind, round = (*heading, "", "")[:2]
    if kind not in ASKED or not _is_round(round) or not numbers:
        faults.append(Fault(at, "240: a bye is F, H or Z, the round in three digits, and players"))
        return []
    return [Bye(number, int(round), ASKED[kind]) for number in numbers]


def _apart(at: int, tag: str, heading: Sequence[str], numbers: Sequence[int], faults: list[Fault]) -> list[Apart]:
    first, last = heading if tag == "260" and len(heading) > 1 else ("001", f"{LAST_ROUND}")
    are_rounds = len(heading) == (2 if tag == "260" else 0) and _is_round(first) and _is_round(last)
    if not are_rounds or int(first) > int(last) or len(set(numbers)) < max(2, len(numbers)):
        faults.append(Fault(at, f"{tag}: who must not meet are two players or more, in rounds from one to another"))
        return []
    return [Apart(two, int(first), int(last)) for two in combinations(sorted(numbers), 2)]


def _is_round(text: str) -> bool:
    return ROUND.fullmatch(text) is not None and int(text) > 0
