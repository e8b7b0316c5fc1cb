"""Another revision, or another Python, beside the working tree: `make bench COMPARE=REVISION`."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

import click

from benchmarks.figures import Figure
from benchmarks.instructions import COUNTED, NotCountedError, counted
from benchmarks.revisions import RevisionError, Side, here, interleaved, revision
from benchmarks.rows import rows
from benchmarks.works import WORKS, Size, typical

FULL, QUICK = Size(entries=1_000, actions=2_000), Size(entries=12, actions=4)
UNKNOWN = "–"


class Measured(NamedTuple):
    """What was measured of one side; `times` as fast as the first one, by work."""

    side: Side
    figures: Mapping[str, Figure]
    times: Mapping[str, float]
    instructions: Mapping[str, int]


def measured(sides: Sequence[Side], row: str, *, rounds: int, quick: bool) -> list[Measured]:
    """Measure sides in turns, and count their instructions where that is possible."""
    figures = interleaved(sides, row, QUICK if quick else FULL, rounds=rounds)
    counts = _instructions(sides, row, QUICK if quick else COUNTED)
    return [
        Measured(
            side,
            {work: figures[work][place] for work in WORKS},
            {work: _times(figures[work][0], figures[work][place]) for work in WORKS},
            counts[place],
        )
        for place, side in enumerate(sides)
    ]


def _times(before: Figure, after: Figure) -> float:
    """Return the median over the turns that lay side by side."""
    return statistics.median([new / old for old, new in zip(before.runs, after.runs, strict=True)])


def _instructions(sides: Sequence[Side], row: str, size: Size) -> list[Mapping[str, int]]:
    try:
        return [counted(row, size, side.tree, side.python) for side in sides]
    except NotCountedError as error:
        click.echo(f"no instructions: {error}", err=True)
        return [{} for _ in sides]


def thousands(count: int | None) -> str:
    """Return a count of instructions for people."""
    return UNKNOWN if count is None else f"{count / 1000:,.0f}k"


def table(row: str, before: Measured, after: Measured) -> Iterator[str]:
    """Yield what was measured of two sides as lines of Markdown."""
    sides = " | ".join([f"{one.side.name}: median (best)" for one in (before, after)])
    yield f"**{row}**"
    yield ""
    yield f"| | {sides} | times as fast | ratio | instructions | as many |"
    yield "|---|---|---|---|---|---|---|"
    for work in WORKS:
        old, new = before.figures[work], after.figures[work]
        few, many = before.instructions.get(work), after.instructions.get(work)
        cells = (
            f"`{work}`, {old.unit}",
            f"{old.median:,.0f} ({old.best:,.0f})",
            f"{new.median:,.0f} ({new.best:,.0f})",
            f"{after.times[work]:.2f}",
            f"{old.ratio:,.0f} → {new.ratio:,.0f}",
            f"{thousands(few)} → {thousands(many)}",
            UNKNOWN if few is None or many is None else f"{many / few:.2f}",
        )
        yield f"| {' | '.join(cells)} |"
    yield ""


@click.command()
@click.argument("name", metavar="[REVISION]", default="")
@click.option("--python", default="", help="Another Python to run the working tree, with all packages it needs.")
@click.option("--row", "wanted", default="", help="Rows whose name contains this; by default one of each game.")
@click.option("--rounds", default=21, type=click.IntRange(1, 99), show_default=True, help="Turns of each side.")
@click.option("--quick", is_flag=True, help="Tiny counts: shows that everything works, measures nothing.")
def main(*, name: str, python: str, wanted: str, rounds: int, quick: bool) -> None:
    """Measure a revision, or the working tree under another Python, and then the working tree, in turns."""
    if bool(name) == bool(python):
        raise click.UsageError("name a revision, or another Python by --python")
    chosen = rows(wanted) if wanted else typical()
    if not chosen:
        raise click.UsageError(f"no row contains {wanted!r}")
    try:
        with ExitStack() as stack:
            other = stack.enter_context(revision(name)) if name else here(python)
            for row in chosen:
                click.echo(f"{row.name} …", err=True)
                before, after = measured([other, here()], row.name, rounds=rounds, quick=quick)
                click.echo("\n".join(table(row.name, before, after)))
    except RevisionError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.compare")
