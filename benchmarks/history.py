"""The table of `docs/benchmarks-history.md`: a line for each revision, measured beside the first one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from benchmarks.compare import Measured, measured, thousands
from benchmarks.instructions import HERE
from benchmarks.revisions import RevisionError, day_of, revision
from benchmarks.works import WORKS, typical

FILE = HERE / "docs" / "benchmarks-history.md"
FIRST = "8681f84"


def line(one: Measured, day: str) -> str:
    """Return the line of a revision: of each work the ratio, how many times as fast as the first, instructions."""
    cells = [
        f"{one.figures[work].ratio:,.0f} · {one.times[work]:.2f} · {thousands(one.instructions.get(work))}"
        for work in WORKS
    ]
    return f"| {one.side.name} | {day} | {' | '.join(cells)} |"


def entered(text: str, row: str, lines: Sequence[str]) -> str:
    """Return the file with lines at the end of a row's table; older lines of the same revisions go."""
    heading, names = f"## {row}\n", tuple([found.rpartition("| ")[0].split(" | ")[0] + " |" for found in lines])
    before, found, after = text.partition(heading)
    if not found:
        before, after = f"{text.rstrip()}\n\n", f"\n{_head()}\n"
    table, blank, rest = after.lstrip("\n").partition("\n\n")
    kept = [old for old in table.rstrip("\n").split("\n") if not old.startswith(names)]
    return f"{before}{heading}\n" + "\n".join([*kept, *lines]) + (f"\n\n{rest}" if blank else "\n")


def _head() -> str:
    return f"| revision | day | {' | '.join(f'`{work}`' for work in WORKS)} |\n|---|---|{'---|' * len(WORKS)}"


def history(names: Sequence[str], *, rounds: int, quick: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each row and the lines of these revisions; raises `RevisionError`."""
    with ExitStack() as stack:
        sides = [stack.enter_context(revision(name)) for name in dict.fromkeys([FIRST, *names])]
        for row in typical():
            click.echo(f"{row.name} …", err=True)
            found = measured(sides, row.name, rounds=rounds, quick=quick)
            wanted = found if FIRST in names else found[1:]
            yield row.name, [line(one, day_of(one.side.name)) for one in wanted]


@click.command()
@click.argument("names", metavar="REVISION...", nargs=-1, required=True)
@click.option("--rounds", default=21, type=click.IntRange(1, 99), show_default=True, help="Turns of each revision.")
@click.option("--quick", is_flag=True, help="Tiny counts: shows that everything works, measures nothing.")
@click.option("--file", default=str(FILE), type=click.Path(path_type=Path), help="Where the lines go.")
def main(*, names: tuple[str, ...], rounds: int, quick: bool, file: Path) -> None:
    """Measure revisions beside the first one, in turns, and enter a line for each into the history."""
    try:
        for row, lines in history(names, rounds=rounds, quick=quick):
            click.echo("\n".join([row, *lines]))
            file.write_text(entered(file.read_text(encoding="utf-8"), row, lines), encoding="utf-8")
    except RevisionError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.history")
