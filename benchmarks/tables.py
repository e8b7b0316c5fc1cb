"""The JSON document of `make bench` as the Markdown tables of `docs/benchmarks.md`, one table for each game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import click
import msgspec

from benchmarks.works import typical


class Cell(NamedTuple):
    """What one line of a table says of one row: in words, in which unit, beside the calibration."""

    text: str
    unit: str = ""
    ratio: str = ""


def cells(name: str, found: Any) -> Iterator[tuple[str, Cell]]:
    """Yield the lines of a measurement, whatever it consists of."""
    if not isinstance(found, Mapping):
        yield name, Cell(f"{found:,}" if isinstance(found, int | float) else str(found))
    elif "median" in found:
        text = f"{_short(found['median'])} ({_short(found['best'])})"
        yield name, Cell(text, found["unit"], _short(found["ratio"]))
    elif "public" in found:
        yield name, Cell(f"{found['public']:.0f} + {found['private']:.0f}", "bytes, public + private")
    else:
        for part, value in found.items():
            yield from cells(f"{name}, {part}", value)


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Mapping[str, Mapping[str, Any]], middle: str) -> Iterator[str]:
    """Yield the table of one game, by the labels of its rows; the ratios are those of the `middle` one."""
    found = {
        label: {title: cell for name, value in row.items() for title, cell in cells(name, value)}
        for label, row in rows.items()
    }
    names = list(dict.fromkeys([name for row in found.values() for name in row]))
    shown = middle if middle in found else next(iter(found))
    yield f"| | unit | {' | '.join(f'{label}: median (best)' for label in found)} | ratio, {shown} |"
    yield f"|---|---|{'---|' * len(found)}---|"
    for name in names:
        line = [row.get(name, Cell("")) for row in found.values()]
        unit = next((cell.unit for cell in line if cell.unit), "")
        measurement, comma, part = name.partition(", ")
        texts = " | ".join([cell.text for cell in line])
        yield f"| `{measurement}`{comma}{part} | {unit} | {texts} | {found[shown].get(name, Cell('')).ratio} |"


def tables(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield everything that a document says, game by game."""
    python = document["python"]
    speed = f"{document['million_hashes_a_second']:.2f} million hashes a second of one core"
    yield f"{python['implementation']} {python['version']} ({python['compiler']}), {document['cores']} cores, {speed},"
    yield f"{document['runs']} runs each."
    middles = {row.game: row.label for row in typical()}
    games: dict[str, dict[str, Mapping[str, Any]]] = {}
    for name, row in document["rows"].items():
        game, _, label = name.partition(": ")
        games.setdefault(game, {})[label] = row
    for game, rows in games.items():
        yield ""
        yield f"**{game}**"
        yield ""
        yield from table(rows, middles.get(game, ""))


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
def main(file: Any) -> None:
    """Print a document of the benchmarks as tables; without FILE that of the standard input."""
    click.echo("\n".join(tables(msgspec.json.decode(file.read()))))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.tables")
