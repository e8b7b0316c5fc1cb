"""The pictures in `docs/pictures` are what the program draws now; `pytest --golden` draws them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from replay.cli import main
from tests.drawing.moments import SHOWN, options

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("game", sorted(SHOWN))
def test_a_picture_of_the_documents_is_drawn_so(game: str, request: pytest.FixtureRequest) -> None:
    result = CliRunner().invoke(main, [*options(SHOWN[game]), "--size", "page"])
    assert (result.exit_code, result.stderr) == (0, "")
    shown = FOLDER / f"{game}.svg"
    if request.config.getoption("--golden"):
        FOLDER.mkdir(exist_ok=True)
        shown.write_text(result.stdout, encoding="utf-8")
    assert result.stdout == shown.read_text(encoding="utf-8")
