"""`matchledger desk export`: the file of a case as one archive, for whoever is to check it outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from api.archives.files import write
from api.program.asking import at_service
from api.program.desk import ask, called, case_id
from domain.audit.timeline import TimelineError
from domain.kernel.display.words import languages
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.lines import LineError
from dossier.archive.attempts import attempts_text
from dossier.archive.making import DESK, Beside, archive_of, viewer_for
from dossier.archive.manifest import VERIFIERS
from dossier.archive.texts import Private
from dossier.report import NoCaseError
from programs.commands import Command
from programs.language import language

PAGES_AT_MOST = 1_000  # of refused attempts: every seat of the largest table at its limit
QUIET = "the case is not in the record yet: stop the play for it, or wait for the end"
SEATS_AT_MOST = 64  # more than any table has: the service says how many there are


@click.command("export", cls=Command)
@click.argument("case")
@click.option(
    "--for", "recipient", required=True, metavar="WHO",
    help="Whose eyes it is cut down for: seat:0, seat:0,seat:1, spectator, all, or arbiter for the desk's own.",
)  # fmt: skip
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE.zip",
    help="The archive to write.",
)
@click.option("--lang", "tongue", type=click.Choice(languages()), help="Its language; by default yours.")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@at_service
def export(case: str, recipient: str, out: Path, tongue: str | None, service: str, token: str, *, force: bool) -> None:
    """Write the file of a case: its record, what was said, a report, and what checks them.

    One zip archive, cut down for its recipient, that `replay verify` checks without any service. Of a game that goes on
    you need the case claimed, and your look is written down. A quiet call is no part of the record yet.
    """
    viewer = _viewer(recipient)
    if out.exists() and not force:
        raise click.UsageError(f"{out} is there already: --force replaces files")
    found = ask(service, token, "GET", f"/cases/{case_id(case)}")
    if found["quiet"]:
        raise click.ClickException(
            "the case is not in the record yet: stop the play for it, or wait for the end (quiet_case)"
        )
    table, chosen = found["table"], tongue or language()
    attempts = list(_attempts(service, token, table, case, viewer))
    private = [Private(text["at"], text["by"], text["text"]) for text in found["texts"] if text["readers"] == "private"]
    path = f"/tables/{table}/record?viewer={viewer}&case={case}"
    record = called(service, token, lambda client: client.fetch(path))
    beside = Beside(attempts_text(attempts), tuple(private) if recipient == DESK else ())
    try:
        content = archive_of(record, case, recipient, chosen, verifiers(), beside)
    except (LineError, NoCaseError, TimelineError, ValueError) as error:
        raise click.ClickException(f"the service's record cannot be used: {error}") from None
    _written(out, content)


def _viewer(recipient: str) -> Viewer:
    """Return whose eyes are named; raises `UsageError`."""
    try:
        return viewer_for(recipient, SEATS_AT_MOST)
    except ValueError:
        raise click.UsageError(f"{recipient} is nobody to export for: seat:0, spectator, all or arbiter") from None


def _attempts(service: str, token: str, table: str, case: str, viewer: Viewer) -> Iterator[Mapping[str, Any]]:
    """Yield the refused attempts that the viewer may read, in their order."""
    if viewer == SPECTATOR:
        return
    asked = [""] if viewer == ARBITER else [f"&seat={seat}" for seat in sorted(viewer.seats)]
    found = [
        attempt for seat in asked for attempt in _pages(service, token, f"/tables/{table}/attempts?case={case}{seat}")
    ]
    yield from sorted(found, key=lambda attempt: str(attempt["at"]))


def _pages(service: str, token: str, path: str) -> Iterator[dict[str, Any]]:
    cursor = ""
    for _ in range(PAGES_AT_MOST):
        page = ask(service, token, "GET", f"{path}{cursor}")
        yield from page["attempts"]
        if page["next"] is None:
            return
        cursor = f"&cursor={quote(page['next'])}"
    raise click.ClickException("the list of refused attempts does not end")


def verifiers() -> dict[str, bytes]:
    """Return both standalone verifiers, as files: nothing of ours imports them."""
    folder = resources.files("replay.standalone")
    return {name: (folder / name).read_bytes() for name in VERIFIERS}


def _written(out: Path, content: bytes) -> None:
    """Write the archive, whole or not at all; raises `ClickException`."""
    try:
        write(out, content)
    except OSError as error:
        out.with_name(f".{out.name}").unlink(missing_ok=True)
        raise click.ClickException(f"{out}: {error.strerror}") from None
    click.echo(f"{out}: {len(content)} bytes written", err=True)
