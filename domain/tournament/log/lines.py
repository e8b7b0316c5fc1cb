"""The lines of a tournament's record: NDJSON, one canonical object a line: an entry and its hash."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain.record.canonical import NotCanonicalError, b64, canonical, decode, recoded
from domain.record.members import Bytes32
from domain.tournament.log.entries import Entry

LINE_BYTES = 4 * 1024 * 1024


_stored = msgspec.json.Decoder(Entry)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry, not yet of its type, and its hash."""

    entry: dict[str, Any]
    hash: Bytes32


msgspec.json.Decoder(Line)  # works the type out before two threads could do it at once, which crashes msgspec


class Read(NamedTuple):
    """A line of a record: the entry, its canonical bytes, the hash it claims."""

    entry: Entry
    public: bytes
    hash: str


class LineError(ValueError):
    """A line that is not of the format; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def entry_bytes(entry: Entry) -> bytes:
    """Return the canonical bytes of an entry that somebody wants to write.

    What equals its default is left out, though it be another object: msgspec compares by identity, and a text out of a
    request is no text of ours.
    """
    return canonical(_lean(entry))


def _lean(part: Any) -> Any:
    """Return a part of an entry in which whatever equals its default is that very object."""
    if isinstance(part, tuple):
        return tuple([_lean(one) for one in part])
    if not isinstance(part, msgspec.Struct):
        return part
    told = {name: _lean(getattr(part, name)) for name in part.__struct_fields__}
    return type(part)(**told | {name: usual for name, usual in _usual(type(part)) if told[name] == usual})


@cache
def _usual(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """Return the defaults of an entry, or of a part of one."""
    fields = msgspec.structs.fields(kind)
    return tuple([(field.name, field.default) for field in fields if field.default is not msgspec.NODEFAULT])


def entry_line(public: bytes, head: bytes) -> bytes:
    """Return the line of an entry, without its line end."""
    return canonical({"entry": msgspec.Raw(public), "hash": b64(head)})


def entry_of(public: bytes) -> Entry:
    """Return the entry of stored bytes; raises `msgspec.DecodeError`."""
    entry: Entry = _stored.decode(public)
    return entry


def is_tournament(text: bytes) -> bool:
    """Say whether a text begins as the record of a tournament, of any version of the format."""
    first = text.partition(b"\n")[0]
    return first.startswith(b'{"entry":') and b'"format":"matchledger/tournament/' in first


def read(lines: Iterable[bytes]) -> tuple[Read, ...]:
    """Return the entries of a record; raises `LineError` for the first line that is none."""
    return tuple([_read(number, line) for number, line in enumerate(lines, 1)])


def _read(number: int, text: bytes) -> Read:
    if len(text) > LINE_BYTES:
        raise LineError(number, f"the line has more than {LINE_BYTES} bytes")
    try:
        line = msgspec.convert(decode(text), Line)
        entry: Entry = msgspec.convert(line.entry, Entry)
    except (NotCanonicalError, msgspec.ValidationError) as error:
        raise LineError(number, str(error)) from None
    public = recoded(line.entry)
    if entry_bytes(entry) != public:
        raise LineError(number, "a member has its default value; it is to be left out")
    return Read(entry, public, line.hash)
