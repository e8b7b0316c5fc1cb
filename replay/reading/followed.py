"""A record read from its source and followed entry by entry, and places in it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import NoReturn

import msgspec

from domain.audit.integrity import failed_at_sight
from domain.audit.opened import read_record
from domain.audit.report import first_of
from domain.audit.timeline import Address, Timeline, parse_address
from domain.record.entries import BranchOf
from domain.record.keys import FORMAT
from domain.record.lines import EMPTY, LineError, Record, split
from domain.tournament.log.lines import is_tournament
from replay.errors import NOT_JSON, InputError
from replay.progress import Progress
from replay.reading.growing import Followed, Growing
from replay.reading.soundness import MORE, tell
from replay.reading.source import fetch_record
from replay.reading.streamed import entries_after

_FAMILY = b'"' + FORMAT.partition("/")[0].encode() + b"/"  # of every version of the format
NO_RECORD = "no line of it is a header or an entry"


def is_record(text: bytes) -> bool:
    """Say whether any line, however damaged the others are, is an object with a header or an entry."""
    return any(_is_ours(line) for line in _promising(text))


def begins_as_record(text: bytes) -> bool:
    """Say whether a text begins with a header of ours, however damaged that and the rest are."""
    first = text.partition(b"\n")[0]
    return b'"header"' in first and _FAMILY in first


def _promising(text: bytes) -> Iterator[bytes]:
    """Yield each line that may be a header or an entry."""
    return (line for line in io.BytesIO(text) if b'"header"' in line or b'"entry"' in line)


def _is_ours(line: bytes) -> bool:
    try:
        value = json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and not value.keys().isdisjoint(("header", "entry"))


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def text_of(source: str, token_file: str | None) -> bytes:
    """Return the bytes of a record, however damaged; raises `InputError` for what is no record of ours."""
    text = fetch_record(source, token_file)
    if not text:
        raise InputError(f"{source}: {EMPTY} (empty_record)")
    if not is_record(text):
        raise InputError(f"{source} is no record of Matchledger: {NO_RECORD} (not_a_record)")
    return text


def check_table(text: bytes) -> None:
    """Raise `InputError` for the record of a tournament, where a table's is needed."""
    if is_tournament(text):
        raise InputError("this is the record of a tournament: log, show, stats and verify read it")


def parsed(text: bytes) -> Record:
    """Parse a copy and tell what is wrong with it at sight; raises `InputError` for a damaged one."""
    check_table(text)
    try:
        record = read_record(text)
    except LineError as error:
        raise InputError(f"{error}; {MORE}") from None
    wrong = first_of(failed_at_sight(record))
    if wrong is not None:
        tell(wrong, record.header.game)
    return record


def timeline_of(source: str, token_file: str | None) -> Timeline:
    """Read a record and follow it to its end; raises `InputError` and `TimelineError`."""
    return followed(text_of(source, token_file))


def followed(text: bytes) -> Timeline:
    """Follow a record as far as its copy goes; raises `InputError` and `TimelineError`."""
    record = parsed(text)
    with Progress("following the record") as progress:
        return Timeline(record, progress)


def followed_to_damage(source: str, token_file: str | None) -> Followed:
    """Read a record and follow it up to its damage, if it has any, and tell what is wrong with it at sight.

    Raises `InputError` and `TimelineError` where nothing can be shown.
    """
    return to_damage(text_of(source, token_file))


def to_damage(text: bytes) -> Followed:
    """Follow the bytes of a record as `followed_to_damage` does."""
    check_table(text)
    return Growing().read_on(split(text))


def followed_live(source: str, token_file: str | None) -> Iterator[Followed]:
    """Follow the table at a URL: its record now, then the record with each entry more.

    It ends when nothing more can come, and with damage. Raises as `followed_to_damage`.
    """
    growing = Growing()
    found = growing.read_on(split(text_of(source, token_file)))
    yield found
    lines = entries_after(source, len(found.timeline), token_file)
    while found.damage is None and (line := next(lines, None)) is not None:
        found = growing.read_on([line])
        yield found


class _First(msgspec.Struct, frozen=True):
    seats: int


def seats_of(record: Record) -> int:
    """Return how many seats a record's table has, as entry 1 says; raises `InputError`."""
    try:
        return msgspec.json.decode(record.entries[0].public, type=_First).seats
    except NOT_JSON:
        raise InputError(f"the record does not begin with a table's opening; {MORE}") from None


class _Branch(msgspec.Struct, frozen=True):
    branch_of: BranchOf | None = None


class _Opened(msgspec.Struct, frozen=True):
    entry: _Branch


def branch_in(text: bytes) -> BranchOf | None:
    """Return where a branch leaves from; nothing for any other record, or where entry 1 does not say."""
    for line in _promising(text):
        try:
            return msgspec.json.decode(line, type=_Opened).entry.branch_of
        except NOT_JSON:
            continue  # a header, or a line that verifiers name
    return None


def address_of(timeline: Timeline, asked: str | None) -> Address:
    """Return where to look, the last entry by default; raises `InputError` for a place that is not there."""
    if asked is None:
        return Address(len(timeline))
    try:
        address = parse_address(asked)
        timeline.state(address)
    except (ValueError, IndexError) as error:
        raise InputError(str(error)) from None
    return address
