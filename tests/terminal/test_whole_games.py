"""A whole game of each kind in the plain mode, by a script that reads only the text."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from domain.games import names, shipped
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import words_in
from terminal.plain.play import play
from tests.terminal.in_process import seated

pytestmark = pytest.mark.long

TABLES: Mapping[str, tuple[int, Mapping[str, Any]]] = {  # bots and options of short games
    "chanic_panic": (2, {"round_limit": 10, "panic": True}),
    "fightdrome": (1, {}),
    "panic_clan_inviter": (1, {"line_goal": 6, "turn_limit": 60}),
    "panzer_clash": (1, {"deck_size": 40, "opposing_sides": True}),
}
CHOICE = re.compile(r"(\d+)\. (.+)")
HOW_MANY = re.compile(r", (\d+)(?: to (\d+))? of them:$")
BETWEEN = re.compile(r", (\d+) to (\d+):$")
OVER = "The table is over."
KEYS = ("?", "v", "w", "k", "t")  # each is asked once, at the first questions
ANSWERS = 3_000  # more than any of these games takes


class Reader:
    """Somebody who has nothing but the lines that were said."""

    live = False

    def __init__(self, seed: int) -> None:
        self.said: list[str] = []
        self._chance = QuickChance(seed)
        self._read = 0  # lines before the last answer
        self._keys = list(KEYS)
        self.answers = 0

    def say(self, line: str) -> None:
        """Hear a line."""
        assert "\x1b" not in line
        assert "\n" not in line
        self.said.append(line)

    def line(self) -> str:
        """Answer the question that was asked last."""
        self.answers += 1
        assert self.answers < ANSWERS, self.said[-20:]
        new, self._read = self.said[self._read :], len(self.said)
        prompt = new[-1]
        if prompt.startswith("Number") and self._keys:
            return self._keys.pop(0)
        if prompt == "Number, ? for help:":
            return str(1 + self._chance.pick(len(listed(new))))
        if prompt == "Numbers, with spaces between them:":
            least, most = counted(new)
            wanted = least + self._chance.pick(most - least + 1)
            numbers = [str(number) for number in range(1, len(listed(new)) + 1)]
            return " ".join([numbers.pop(self._chance.pick(len(numbers))) for _ in range(wanted)])
        if prompt == "Deck:":  # of one's own: there is none
            return "b"
        found = BETWEEN.search(prompt)
        if found is not None:
            return found[1]
        assert prompt.endswith("y or n:"), prompt
        return "n" if any(line.startswith(OVER) for line in new) else "y"

    def next(self, seconds: float) -> str | None:
        """Say nothing unasked."""
        return None

    def forget(self) -> None:
        """Nothing is typed ahead."""


def listed(lines: list[str]) -> list[str]:
    """Return the choices of the last question."""
    choices: list[str] = []
    for line in lines:
        found = CHOICE.fullmatch(line)
        if found is not None:
            choices = [found[2]] if found[1] == "1" else [*choices, found[2]]
    assert choices, lines
    return choices


def counted(lines: list[str]) -> tuple[int, int]:
    """Return how many of the choices may be taken."""
    found = next(found for line in reversed(lines) if (found := HOW_MANY.search(line)) is not None)
    return int(found[1]), min(int(found[2] or found[1]), len(listed(lines)))


@pytest.fixture(autouse=True)
def the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what the service draws from the operating system from a number instead."""
    numbers = itertools.count()
    monkeypatch.setattr("secrets.token_bytes", stretched(lambda: next(numbers)))


def stretched(number: Callable[[], int]) -> Callable[[int], bytes]:
    """Return bytes made from numbers, each other ones."""
    return lambda length: hashlib.shake_256(b"%d" % number()).digest(length)


@pytest.mark.parametrize("game", [name for name in names() if name in TABLES])
def test_a_whole_game_is_played_by_who_reads_only_the_text(game: str) -> None:
    bots, options = TABLES[game]
    session, reader = seated(game, bots, options, seed=7), Reader(5)
    play(session, reader, words_in("en", "terminal"))
    assert sum(line.startswith(OVER) for line in reader.said) == 1
    assert reader.said[-1] == "Another game with the same options? y or n:"
    assert session.look().over
    assert "The game in short:" in reader.said
    assert all(
        line.endswith((".", ":", "?", "!", "…")) or " step " in line or " verify " in line or line[0] == "("
        for line in reader.said
    )


def test_every_game_is_among_them() -> None:
    assert set(TABLES) == shipped()
