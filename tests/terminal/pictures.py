"""Pictures of the screens, to be looked at: `python -m tests.terminal.pictures [FOLDER]` makes them for every game.

Each is an SVG by Textual's own export, and a PNG beside it where `rsvg-convert` is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from domain.audit.timeline import Address
from domain.kernel.display.words import ENGLISH
from domain.kernel.seats import seat_viewer
from terminal.stepping.app import StepApp
from terminal.stepping.screen import StepScreen
from tests.terminal.piloted import piloted, settle
from tests.terminal.records import GAMES, replayed_game

SIZES = ((80, 24), (100, 40), (160, 50))


def picture_of(
    folder: Path,
    name: str,
    game: str,
    columns: int,
    rows: int,
    *keys: str,
    language: str = ENGLISH,
    light: bool = False,
) -> None:
    """Write the picture of the stepping screen in the middle of a game, after some keys."""
    replayed = replayed_game(game, language=language)
    app = StepApp(replayed, Address(len(replayed.timeline) * 2 // 3), seat_viewer(0), light=light, colours="many")

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await pilot.press(*keys)
        await settle(pilot)
        drawn = app.export_screenshot(title="replay step").replace("<svg ", '<svg xml:space="preserve" ', 1)
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")

    StepScreen.SETTLE = 0.001
    piloted(app, drive, columns=columns, rows=rows)
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", "-o", folder / f"{name}.png", folder / f"{name}.svg"], check=True)


def main(folder: Path) -> None:
    """Write the pictures of all games in all sizes, then a few of help, palette, questions and languages."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for columns, rows in SIZES:
            picture_of(folder, f"{game}-{columns}x{rows}", game, columns, rows)
    picture_of(folder, "day", "chanic_panic", 160, 50, light=True)
    picture_of(folder, "japanese", "chanic_panic", 100, 40, language="ja")
    picture_of(folder, "help", "chanic_panic", 100, 40, "question_mark")
    picture_of(folder, "palette", "chanic_panic", 100, 40, "ctrl+p")
    picture_of(folder, "search", "chanic_panic", 80, 24, "slash", *"hearts")
    picture_of(folder, "knowledge", "chanic_panic", 80, 24, "k")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures"))
