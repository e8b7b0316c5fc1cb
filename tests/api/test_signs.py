"""What `?` says in `matchledger play`: whatever stands on a board and is no word is explained."""

from __future__ import annotations

import itertools
import unicodedata

import pytest

from domain.games import game, names
from domain.kernel.display.hints import NOTHING
from domain.kernel.display.text import render
from domain.kernel.display.words import languages, words_in
from domain.kernel.seats import SPECTATOR, seat_viewer
from terminal.playing.explaining import explained
from tests.laws.tables import played, runs

pytestmark = pytest.mark.long

TABLES, ACTIONS, EVERY = 12, 120, 4  # looked at: tables of a game, actions of each, every so many
PROMPT, NOTICE, TITLE = "> ", "· ", "★"  # what is before a sentence, and in the name of a game
SPAN = "～"  # between two numbers, in Japanese
FRAMES = range(0x2500, 0x2580)  # Unicode's box drawing
MARKS = "*#…·"  # punctuation that says something by itself


def signs(board: str) -> set[str]:
    """Return what stands on a board beside letters, numbers and punctuation."""
    lines = [line.removeprefix(PROMPT).removeprefix(NOTICE) for line in board.splitlines()]
    found = {mark for mark in "".join(lines) if unicodedata.category(mark).startswith("S") or mark in MARKS}
    return {mark for mark in found if ord(mark) not in FRAMES and mark not in (TITLE, SPAN)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [name for name in names() if game(name).hints is not NOTHING])
def test_every_sign_on_a_board_is_explained(name: str, language: str) -> None:
    """Of random games with few and many seats; by a line that begins with it, or with signs that hold it."""
    title = game(name)
    words = words_in(language, title.package, "terminal")
    seen: set[str] = set()
    for run in itertools.islice(runs(name, 7), TABLES):
        for step in itertools.islice(played(run, title.rules), 0, ACTIONS, EVERY):
            live = step.after.live
            assert live is not None
            for viewer in (seat_viewer(0), SPECTATOR):
                picture = title.picture(title.rules.view(live.state, viewer), words, None)
                board = render(picture, columns=80)
                parts = explained(title, picture, words, drawn=board)
                told = {mark for part in parts for what, _ in part.items for mark in what}
                drawn = signs(board)
                assert drawn <= told, board
                seen |= drawn
    assert set("".join(title.hints.signs)) & seen
