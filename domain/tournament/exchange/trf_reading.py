"""Reads a Tournament Report File (TRF16 or TRF26): who plays, what happened, and every fault with its line.

Nothing of a file with faults is to be taken over: an organiser mends it and sends it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.exchange.columns import (
    BYES,
    LONGEST,
    MOST_PLAYERS,
    NAME,
    NUMBER,
    RATING,
    ROUND_WIDTH,
    SCORE,
    code_of,
    colour_of,
    opponent_of,
)
from domain.tournament.players import Player
from domain.tournament.results import Bye, ByeKind, History, Result, Round

MOST_BYTES = 8 * 1024 * 1024  # 9,999 players over 80 rounds
MOST_ROUNDS = 99
PLACES: Mapping[tuple[str, str], tuple[int, int]] = {  # by the codes of white and black, in capitals
    ("1", "0"): (1, 2),
    ("0", "1"): (2, 1),
    ("=", "="): (1, 1),
    ("W", "L"): (1, 2),
    ("L", "W"): (2, 1),
    ("D", "D"): (1, 1),
    ("+", "-"): (1, 0),
    ("-", "+"): (0, 1),
    ("-", "-"): (0, 0),
}
KINDS: Mapping[str, ByeKind] = {code: kind for kind, code in BYES.items()}
ALONE = frozenset({*KINDS, "+", "-", ""})  # what may stand where nobody is met


class Fault(NamedTuple):
    """What is wrong in which line of a file, from 1."""

    line: int
    text: str


class Listed(NamedTuple):
    """A player as a file lists them; the score is what the file says."""

    number: int
    name: str
    rating: int | None
    score: Fraction | None


class Report(NamedTuple):
    """A file without faults: its name, who plays, the complete rounds, by number as the player's id."""

    name: str
    players: tuple[Listed, ...]
    history: History


class _Said(NamedTuple):
    """What a line says of a player in a round."""

    line: int
    opponent: int
    colour: str
    code: str


class _Line(NamedTuple):
    """A player's line."""

    line: int
    player: Listed
    rounds: tuple[_Said, ...]


def read(text: str) -> Report | tuple[Fault, ...]:
    """Return what a file says, or all its faults."""
    if len(text.encode()) > MOST_BYTES:
        return (Fault(1, f"the file has more than {MOST_BYTES} bytes"),)
    faults: list[Fault] = []
    name, lines = "", []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("012 "):
            name = line[4:].strip()
        elif line.startswith("001 "):
            said = _player(number, line, faults)
            if said is not None:
                lines.append(said)
    _check_numbers(lines, faults)
    if faults:
        return tuple(faults)
    rounds = _rounds(lines, faults)
    if faults:
        return tuple(sorted(faults))
    players = tuple([one.player for one in sorted(lines, key=lambda one: one.player.number)])
    listed = tuple([Player(id=str(one.number), number=one.number, rating=one.rating) for one in players])
    return Report(name, players, History(listed, rounds))


def _player(at: int, line: str, faults: list[Fault]) -> _Line | None:
    number, rating, score = NUMBER.of(line), RATING.of(line), SCORE.of(line)
    before = len(faults)
    if not number.isdecimal() or not 1 <= int(number) <= MOST_PLAYERS:
        faults.append(Fault(at, f"the number {number!r} in columns 5 to 8 is none from 1 to {MOST_PLAYERS}"))
    if not NAME.of(line):
        faults.append(Fault(at, "there is no name in columns 15 to 47"))
    if rating and not rating.isdecimal():
        faults.append(Fault(at, f"the rating {rating!r} in columns 49 to 52 is no number"))
    points = _score(score)
    if score and points is None:
        faults.append(Fault(at, f"the points {score!r} in columns 81 to 84 are not written as 11.5"))
    played = range(1, 1 + -(-max(0, len(line.rstrip()) - LONGEST) // ROUND_WIDTH))
    if len(played) > MOST_ROUNDS:
        faults.append(Fault(at, f"there are more than {MOST_ROUNDS} rounds"))
        return None
    rounds = [_round(at, line, one, faults) for one in played]
    if len(faults) > before:
        return None
    player = Listed(int(number), NAME.of(line), int(rating) or None if rating else None, points)
    return _Line(at, player, tuple(rounds))


def _score(text: str) -> Fraction | None:
    whole, _, tenth = text.partition(".")
    fits = whole.removeprefix("-").isdecimal() and (tenth == "" or (tenth.isdecimal() and len(tenth) == 1))
    return Fraction(text) if fits and not text.endswith(".") else None


def _round(at: int, line: str, number: int, faults: list[Fault]) -> _Said:
    opponent, colour, code = (column(number).of(line) for column in (opponent_of, colour_of, code_of))
    code = code.upper()
    met = int(opponent) if opponent.isdecimal() else 0
    if opponent and not opponent.isdecimal():
        faults.append(Fault(at, f"round {number}: the opponent {opponent!r} is no number"))
    elif met and colour not in ("w", "b"):
        faults.append(Fault(at, f"round {number}: the colour {colour!r} is neither w nor b"))
    elif met == 0 and code not in ALONE:
        faults.append(Fault(at, f"round {number}: the result {code!r} needs an opponent"))
    elif met and all(code not in codes for codes in PLACES):
        faults.append(Fault(at, f"round {number}: there is no result {code!r} against somebody"))
    return _Said(at, met, colour, code)


def _check_numbers(lines: Sequence[_Line], faults: list[Fault]) -> None:
    seen: dict[int, int] = {}
    for line in lines:
        first = seen.setdefault(line.player.number, line.line)
        if first != line.line:
            faults.append(Fault(line.line, f"the number {line.player.number} stands in line {first} already"))
    if not lines and not faults:
        faults.append(Fault(1, "no line begins with 001: there are no players"))


def _rounds(lines: Sequence[_Line], faults: list[Fault]) -> tuple[Round, ...]:
    by_number = {line.player.number: line for line in lines}
    count = max([len(line.rounds) for line in lines], default=0)
    return tuple([_whole(number, by_number, faults) for number in range(count)])


def _whole(index: int, by_number: Mapping[int, _Line], faults: list[Fault]) -> Round:
    """Return a round; what two players say of each other must agree."""
    tables, byes = [], []
    for number, line in sorted(by_number.items()):
        said = line.rounds[index] if index < len(line.rounds) else _Said(line.line, 0, "", "")
        if said.opponent == 0:
            byes.append(Bye(str(number), _bye(said.code)))
            continue
        other = by_number.get(said.opponent)
        answer = other.rounds[index] if other is not None and index < len(other.rounds) else None
        if answer is None or answer.opponent != number or number == said.opponent:
            faults.append(Fault(said.line, f"round {index + 1}: {said.opponent} does not say to have met {number}"))
        elif {said.colour, answer.colour} != {"w", "b"}:
            faults.append(Fault(said.line, f"round {index + 1}: {number} and {said.opponent} had the same colour"))
        elif said.colour == "w":
            places = PLACES.get((said.code, answer.code))
            if places is None:
                faults.append(
                    Fault(
                        said.line,
                        f"round {index + 1}: {said.code!r} and {answer.code!r} of line {answer.line} disagree",
                    )
                )
            else:
                tables.append(Result((str(number), str(said.opponent)), places))
    return Round(tuple(tables), tuple(byes))


def _bye(code: str) -> ByeKind:
    """Return the kind of bye: a win by forfeit against nobody is a full-point bye, as JaVaFo reads it."""
    return KINDS.get(code, "full" if code == "+" else "zero")
