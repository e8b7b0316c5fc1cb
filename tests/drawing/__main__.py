"""Make the set of pictures that are looked at: `python -m tests.drawing FOLDER`, SVG, and PNG where resvg has fonts.

Two moments of each game, as a seat saw them, in every theme at every width: 72 pictures, named by game, moment, theme
and width.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from drawing import SIZES, THEMES
from replay.cli import main
from tests.drawing.moments import MOMENTS, Moment, options


class Order(NamedTuple):
    """One picture to make."""

    moment: Moment
    theme: str
    size: str

    @property
    def name(self) -> str:
        return f"{self.moment.name}-{self.theme}-{self.size}"


def orders() -> Iterator[Order]:
    """Yield every picture of the set."""
    for moment in MOMENTS:
        for theme in THEMES:
            for size in SIZES:
                yield Order(moment, theme, size)


def make(folder: Path) -> None:
    """Write the set."""
    folder.mkdir(parents=True, exist_ok=True)
    endings = [".svg", ".png"] if find_spec("resvg_py") is not None else [".svg"]
    for order in orders():
        for ending in endings:
            out = folder / f"{order.name}{ending}"
            asked = [*options(order.moment), "--theme", order.theme, "--size", order.size, "--out", str(out)]
            result = CliRunner().invoke(main, asked)
            print(result.stderr.strip())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    make(Path(sys.argv[1]))
