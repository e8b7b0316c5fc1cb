"""Records for the screens: the small one with a time-out and a rewind, and games of bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.kernel.display.words import ENGLISH, words_in
from domain.kernel.seats import ARBITER, Viewer
from replay.reading.followed import followed
from replay.reading.growing import Followed
from replay.stepped import Stepped
from tests.audit.tables import Game
from tests.replay.records import RECORD

GAMES = {"chanic_panic": 4, "fightdrome": 2, "panic_clan_inviter": 4, "panzer_clash": 2}  # seats of their pictures


@cache
def text_of_game(name: str) -> bytes:
    """Return the whole record of a game that bots played."""
    return Game(name, GAMES[name], table=f"{name}-pictures", label="Quarter-final").start().play().done().record()


def stepped(text: bytes, source: str = "-", language: str = ENGLISH) -> Stepped:
    """Return a record as the screens are given it."""
    timeline = followed(text)
    words = words_in(language, timeline.title.package, "replay", "terminal")
    return Stepped(source, Followed(timeline), words)


def replayed_game(name: str, language: str = ENGLISH) -> Stepped:
    """Return the whole record of a game that bots played."""
    return stepped(text_of_game(name), language=language)


def small(language: str = ENGLISH, source: Path = RECORD) -> Stepped:
    """Return the small record, with the notes that lie beside it."""
    return stepped(source.read_bytes(), str(source), language)


def seen_by(viewer: Viewer = ARBITER) -> Stepped:
    """Return a viewer's copy of a game in its middle."""
    return stepped(Game("chanic_panic", 3, seed=4, table="copy").start().play(12).done().record(viewer))
