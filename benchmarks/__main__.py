"""The command: choose rows and measurements, print one JSON document."""

from __future__ import annotations

import os
import platform
import sys
from typing import Any

import click
import msgspec

from benchmarks.figures import million_hashes_a_second
from benchmarks.measure import FULL, MEASUREMENTS, QUICK, measure
from benchmarks.rows import rows
from replay.interpreter import interpreter


@click.command()
@click.option(
    "--row", "wanted", default="", help="Only rows whose name contains this, for example `chanic` or `4 seats`."
)
@click.option(
    "--only", multiple=True, type=click.Choice(MEASUREMENTS), help="Only this measurement; may be given several times."
)
@click.option("--runs", default=5, type=click.IntRange(1, 99), show_default=True, help="Runs of each measurement.")
@click.option("--quick", is_flag=True, help="Tiny counts: shows that everything works, measures nothing.")
@click.option(
    "--database", help="PostgreSQL by URL for the commands over HTTP; by default a new SQLite file each time."
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Of the service, over HTTP.")
@click.option("--list", "listed", is_flag=True, help="Print the names of the rows and stop.")
def main(
    *, wanted: str, only: tuple[str, ...], runs: int, quick: bool, database: str | None, workers: int, listed: bool
) -> None:
    """Measure Matchledger and print one JSON document; progress goes to stderr."""
    chosen = rows(wanted)
    if listed:
        click.echo("\n".join([row.name for row in chosen]))
        return
    if not chosen:
        raise click.UsageError(f"no row contains {wanted!r}; --list names them")
    document: dict[str, Any] = {
        "python": interpreter(),
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "million_hashes_a_second": round(million_hashes_a_second(), 3),
        "runs": runs,
        "workers": workers,
        "database": "sqlite" if database is None else database.partition(":")[0],
        "rows": {},
    }
    for row in chosen:
        click.echo(f"{row.name} …", err=True)
        document["rows"][row.name] = measure(
            row, only or MEASUREMENTS, QUICK if quick else FULL, runs=runs, workers=workers, database=database
        )
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
