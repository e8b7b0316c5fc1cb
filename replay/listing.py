"""`replay list`: the records in a folder, or the tables of a service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote, urlsplit

import click
import msgspec
from wcwidth import width as columns_of

from domain.kernel.lines import pad, plain
from domain.record.lines import RECORD_BYTES
from replay.asked import json_option, token_option
from replay.errors import InputError
from replay.progress import Progress
from replay.source import fetch, is_url
from replay.terminal import ink, say
from replay.times import stamp
from replay.verify import is_record

SUFFIXES = (".ndjson", ".jsonl", ".record")  # what a record's file may be called; others are not opened
MOST_PAGES = 200  # of a service's list; a service that never ends one is broken
API = "/api/v1"
HEADINGS = ("opened", "game", "seats", "status", "entries", "copy of", "label", "where")
UNKNOWN = "–"
ENDED = {
    "game_finished": "finished",
    "result_confirmed": "confirmed",
    "table_abandoned": "abandoned",
    "game_started": "running",
    "rewound_to": "running",
}


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One record or table: where it is, what it is."""

    place: str
    table: str
    game: str
    seats: int | None
    status: str
    entries: int | None
    viewer: str | None
    opened: str
    label: str | None


class _Entry(msgspec.Struct, frozen=True):
    kind: str = ""
    at: int = 0
    seats: int | None = None
    label: str | None = None


class _Header(msgspec.Struct, frozen=True):
    game: str = "?"
    table: str = "?"
    viewer: str = "?"


class _Line(msgspec.Struct, frozen=True):
    header: _Header | None = None
    entry: _Entry | None = None


class _Table(msgspec.Struct, frozen=True):
    id: str
    game: str
    status: str
    opened_at: str
    seats: int
    label: str | None = None


class _Page(msgspec.Struct, frozen=True):
    tables: tuple[_Table, ...]
    next: str | None = None


_page = msgspec.json.Decoder(_Page)
_line = msgspec.json.Decoder(_Line)


@click.command("list")
@click.argument("place", metavar="DIR|URL")
@token_option
@json_option
def list_records(place: str, token_file: str | None, *, as_json: bool) -> None:
    """List the records in a folder, or the tables of a service.

    Files of a folder count as records if they end in .ndjson, .jsonl or .record and begin with a header; others are
    passed over, and those that are broken are named on stderr. URL is the service's own (https://host) or that of its
    list of tables with whatever it is to be filtered by. With --json: one object a line.
    """
    rows = _from_service(place, token_file) if is_url(place) else _from_folder(place)
    found = []
    for row in rows:
        if as_json:
            click.echo(msgspec.json.encode(row))
        else:
            found.append(row)
    if found:
        for line in _table(found):
            click.echo(line)
    elif not as_json:
        say("There are no records here.")


def _from_folder(place: str) -> Iterator[Row]:
    try:
        paths = sorted(path for path in Path(place).iterdir() if path.name.endswith(SUFFIXES) and path.is_file())
    except (OSError, ValueError) as error:
        raise InputError(f"{place}: {getattr(error, 'strerror', None) or error}") from None
    with Progress("reading the folder") as progress:
        for done, path in enumerate(paths, 1):
            progress(done, len(paths))
            try:
                row = _row(path)
            except (OSError, ValueError, RecursionError, msgspec.DecodeError) as error:
                say(plain(f"{path}: {getattr(error, 'strerror', None) or error}"))
                continue
            if row is not None:
                yield row


def _row(path: Path) -> Row | None:
    """Read what the list tells of a file; `None` for one that is no record. Raises `ValueError` for a broken one."""
    if path.stat().st_size > RECORD_BYTES:
        raise ValueError("too large for a record")
    text = path.read_bytes()
    if not is_record(text):
        return None
    lines = [_line.decode(line) for line in text.split(b"\n") if line]
    header = lines[0].header or _Header()
    entries = [line.entry for line in lines if line.entry is not None]
    first = entries[0] if entries else _Entry()
    status = next((ENDED[entry.kind] for entry in reversed(entries) if entry.kind in ENDED), "open")
    return Row(
        place=str(path),
        table=header.table,
        game=header.game,
        seats=first.seats,
        status=status,
        entries=len(entries),
        viewer=header.viewer,
        opened=stamp(first.at),
        label=first.label,
    )


def _from_service(url: str, token_file: str | None) -> Iterator[Row]:
    address = _tables(url)
    following = address
    for _ in range(MOST_PAGES):
        text = fetch(following, token_file, accept="application/json")
        try:
            page = _page.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(f"{address} answers with something that is no list of tables: {error}") from None
        for table in page.tables:
            yield _listed(address, table)
        if page.next is None:
            return
        following = f"{address}{'&' if urlsplit(address).query else '?'}cursor={quote(page.next)}"
    raise InputError(f"{address}: the list does not end")


def _tables(url: str) -> str:
    """Return the address of a service's list of tables; a bare host means the present version of the API."""
    parts = urlsplit(url)
    return f"{url.rstrip('/')}{API}/tables" if parts.path in ("", "/") and not parts.query else url


def _listed(address: str, table: _Table) -> Row:
    parts = urlsplit(address)
    return Row(
        place=f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/{quote(table.id, safe='')}",
        table=table.id,
        game=table.game,
        seats=table.seats,
        status=table.status,
        entries=None,
        viewer=None,
        opened=table.opened_at,
        label=table.label,
    )


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """Set rows under headings, each column as wide as it must be; where a row is found comes last and is never cut.

    A column in which no row has anything is left out.
    """
    columns = [column for column in zip(HEADINGS, *map(_cells, rows), strict=True) if {*column[1:]} - {UNKNOWN, ""}]
    widths = [max(map(columns_of, column)) for column in columns]
    cells = list(zip(*columns, strict=True))
    paint = ink()
    for i, line in enumerate(cells):
        text = "  ".join([pad(cell, room) for cell, room in zip(line, widths, strict=True)]).rstrip()
        yield paint("strong", text) if i == 0 else text


def _cells(row: Row) -> tuple[str, ...]:
    seats, entries = (UNKNOWN if number is None else str(number) for number in (row.seats, row.entries))
    shown = (row.opened[:10], row.game, seats, row.status, entries, row.viewer or UNKNOWN, row.label or "", row.place)
    return tuple([plain(cell) for cell in shown])
