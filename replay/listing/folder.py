"""The records in a folder, each read as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from domain.audit.integrity import failed_at_sight
from domain.audit.opened import readable_record
from domain.audit.report import Check, first_of
from domain.kernel.display.lines import plain
from domain.record.lines import RECORD_BYTES, Readable
from replay.console import say
from replay.errors import InputError
from replay.listing.rows import Failure, Result, Row
from replay.progress import Progress
from replay.reading.followed import begins_as_record
from replay.reading.gathered import SUFFIXES, natural
from replay.reading.soundness import as_check
from replay.times import stamp

STATUS_AFTER = {
    "game_finished": "finished",
    "result_adjusted": "finished",
    "result_confirmed": "confirmed",
    "table_abandoned": "abandoned",
    "game_started": "running",
    "rewound_to": "running",
}
WITH_A_RESULT = ("finished", "confirmed")
ENDS = ("game_finished", "table_abandoned")  # of the play; a ruling may come long after it
RESULTS = ("game_finished", "result_adjusted")  # the last one holds


class _Entry(msgspec.Struct, frozen=True):
    kind: str = ""
    at: int = 0
    seats: int | None = None
    label: str | None = None
    seat: int = 0
    bot: str | None = None
    outcome: Result | None = None


_entry = msgspec.json.Decoder(_Entry)


def rows_of_folder(folder: str) -> Iterator[Row]:
    """Yield a row for each record in natural order; names files that cannot be read on stderr. Raises `InputError`."""
    try:
        paths = [path for path in Path(folder).iterdir() if path.name.endswith(SUFFIXES) and path.is_file()]
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: {getattr(error, 'strerror', None) or error}") from None
    paths.sort(key=lambda path: (natural(path.name), path.name))
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
    """Read what the list tells of a file; `None` for one that is no record. Raises `ValueError`."""
    if path.stat().st_size > RECORD_BYTES:
        raise ValueError("too large for a record")
    text = path.read_bytes()
    return row_of(str(path), readable_record(text)) if begins_as_record(text) else None


def row_of(place: str, readable: Readable) -> Row:
    """Return what the list tells of a record; raises `msgspec.DecodeError` for an entry of no known shape."""
    header = readable.record.header
    entries = [_entry.decode(copied.public) for copied in readable.record.entries]
    first = entries[0]
    status = _status(entries)
    return Row(
        place=place,
        table=header.table,
        game=header.game,
        seats=first.seats,
        status=status,
        entries=len(entries),
        viewer=header.viewer,
        opened=stamp(first.at),
        label=first.label,
        bots=_bots(entries),
        outcome=_last_outcome(entries) if status in WITH_A_RESULT else None,
        played_ms=_played_ms(entries),
        wrong=_failure(readable),
    )


def _status(entries: Sequence[_Entry]) -> str:
    """Return what became of a table; a ruling ends a game that runs, and leaves one that has ended so."""
    status = "open"
    for entry in entries:
        if entry.kind != "result_adjusted" or status == "running":
            status = STATUS_AFTER.get(entry.kind, status)
    return status


def _bots(entries: Sequence[_Entry]) -> tuple[str | None, ...]:
    """Return the name of each seat's bot, as the seats were held last; a person's name stands in no record."""
    bots: list[str | None] = [None] * (entries[0].seats or 0)
    for entry in entries:
        if entry.kind in ("seat_taken", "seat_replaced", "seat_left") and 0 <= entry.seat < len(bots):
            bots[entry.seat] = entry.bot
    return tuple(bots)


def _last_outcome(entries: Sequence[_Entry]) -> Result | None:
    return next((entry.outcome for entry in reversed(entries) if entry.kind in RESULTS), None)


def _played_ms(entries: Sequence[_Entry]) -> int | None:
    begun = next((entry.at for entry in entries if entry.kind == "game_started"), None)
    if begun is None:
        return None
    ended = next((entry.at for entry in reversed(entries) if entry.kind in ENDS), None)
    if ended is None:
        ended = next((entry.at for entry in entries if entry.kind == "result_adjusted"), entries[-1].at)
    return max(0, ended - begun)


def _failure(readable: Readable) -> Failure | None:
    failed: list[Check] = [*failed_at_sight(readable.record)]
    if readable.damage is not None:
        failed.append(as_check(readable.damage))
    wrong = first_of(failed)
    return None if wrong is None else Failure(check=wrong.name, code=wrong.code or "", line=wrong.line)
