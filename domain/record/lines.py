"""The lines of a record: NDJSON, one canonical JSON object a line, the same lines as the live feed.

A line has exactly one of `header`, `entry`, `data`, `checkpoint`, `note`. An entry's line also has its `hash` and, in
`opened`, the values that the copy's viewer may see: pointer to value and salt; a note has a text whose hash an entry
holds. Members that begin with `x_` are allowed on a line and protected by nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.kernel.seats import Viewer
from domain.record.any_game import other_format
from domain.record.canonical import NotCanonicalError, b64, canonical, decode, is_suspect, raw64, recoded, unb64
from domain.record.chain import SealedEntry
from domain.record.entries import Entry, Format, TableOpened
from domain.record.members import Bytes32
from domain.record.places import misplaced
from domain.record.seals import Salts
from domain.record.texts import NOTES_AT_MOST, Note

E = TypeVar("E")

_BYTES32 = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]").fullmatch  # in base64url
_SALT = re.compile("[A-Za-z0-9_-]{21}[AQgw]").fullmatch  # 16 bytes in base64url

LINE_BYTES = 4 * 1024 * 1024  # a card set or the deal of a large table stays far below
RECORD_BYTES = 256 * 1024 * 1024
KINDS = ("header", "entry", "data", "checkpoint", "note")
_ENTRY_LINES = ({"entry", "hash"}, {"entry", "hash", "opened"})  # what nearly all lines are
UNREAD = 100  # reserved lines that are named
EMPTY = "the record is empty"  # no entry, perhaps not even a header
MEMBERS = {"entry": {"hash", "opened"}, "header": set(), "data": set(), "checkpoint": set(), "note": set()}


class LineError(ValueError):
    """A line that is not of the format; `line` counts from 1, `code` is one of check 1."""

    def __init__(self, line: int, reason: str, code: str = "bad_line") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.code = code


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A convenience for readers; a check compares it with entry 1."""

    format: Format
    game: str
    release: str
    table: str
    viewer: str


class CardSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A data set that no release ships, named by its digest."""

    digest: Bytes32
    text: str


class Copied(msgspec.Struct, frozen=True, gc=False):
    """An entry as a copy holds it: line number, public bytes, the hash it claims, what it opens.

    `entry` is its public form where it was read by the types of its game.
    """

    line: int
    public: bytes
    hash: bytes
    opened: Mapping[str, tuple[Any, str]]
    entry: Entry | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The opened values by pointer."""
        return {pointer: value for pointer, (value, _) in self.opened.items()}


class Record(NamedTuple):
    """A parsed copy. `unread` names the first reserved lines (checkpoints) by number."""

    header: Header
    entries: tuple[Copied, ...]
    card_sets: tuple[CardSet, ...]
    unread: tuple[tuple[int, str], ...]
    card_set_lines: tuple[int, ...] = ()  # where each of the card sets stands
    notes: tuple[tuple[int, Note], ...] = ()  # texts that are not in the chain, and where each stands


class Readable(NamedTuple):
    """A copy as far as it can be read, entry 1 at least, and what ends it early."""

    record: Record
    damage: LineError | None


def header_line(opened: TableOpened, viewer: Viewer) -> bytes:
    """Return the first line of a copy."""
    header = Header(
        format=opened.format, game=opened.game, release=opened.release, table=opened.table, viewer=str(viewer)
    )
    return canonical({"header": msgspec.to_builtins(header)})


def data_line(digest: str, text: str) -> bytes:
    """Return the line that carries a card set."""
    return canonical({"data": {"digest": digest, "text": text}})


def entry_line(public: bytes, head: bytes, opened: Mapping[str, tuple[Any, str]]) -> bytes:
    """Return an entry's line."""
    return _joined(public, b64(head), opened)


def _joined(public: bytes, head: str, opened: Mapping[str, tuple[Any, str]]) -> bytes:
    tail = b',"opened":' + recoded(opened) + b"}" if opened else b"}"
    return b'{"entry":' + public + b',"hash":"' + head.encode() + b'"' + tail


def copy_line(sealed: SealedEntry, viewer: Viewer, salts: Salts) -> bytes:
    """Return the line of an entry as this viewer's copy has it."""
    n = sealed.n
    opened = {
        pointer: salts.opening(n, pointer, value) for pointer, value, seats in sealed.secrets if viewer.may_know(seats)
    }
    return entry_line(sealed.public, sealed.hash, opened)


class EntryLine(msgspec.Struct, Generic[E], forbid_unknown_fields=True, gc=False):
    """The line of an entry, decoded by the types of its game."""

    entry: E
    hash: str
    opened: dict[str, tuple[Any, str]] = {}


Typed: TypeAlias = Callable[[bytes], EntryLine[Entry]]  # decodes a line by the types of a game or raises `ValueError`
Types: TypeAlias = Callable[[str], Typed | None]  # finds the types of a game by its name, if it is installed


def untyped(game: str) -> None:
    """Find no types: every line is read value by value."""


def read(lines: Iterable[bytes], types: Types = untyped) -> Record:
    """Parse a copy strictly; raises `LineError` at the first line that is not of the format.

    `types` finds the types of a game, if it is installed: an entry that they give back byte for byte is canonical.
    """
    record, damage = read_to_damage(lines, types)
    if damage is not None:
        raise damage
    return record


def read_to_damage(lines: Iterable[bytes], types: Types = untyped) -> Readable:
    """Parse a copy up to the first line that is not of the format; raises `LineError` if no entry comes before it."""
    return Reader(types).read_on((), lines)


class Reader:
    """Parses the lines of a copy one by one; keeps what is no entry: header, card sets, notes, reserved lines."""

    def __init__(self, types: Types = untyped) -> None:
        self.header: Header | None = None
        self.card_sets: list[CardSet] = []
        self.card_set_lines: list[int] = []
        self.notes: list[tuple[int, Note]] = []
        self.unread: list[tuple[int, str]] = []
        self._types = types
        self._typed: Typed | None = None  # of the header's game
        self._lines = 0  # read so far

    def read_on(self, entries: tuple[Copied, ...], lines: Iterable[bytes]) -> Readable:
        """Return the copy of the entries so far with the lines that come next, up to the first that is damaged.

        Raises `LineError` if there is no entry at all.
        """
        found, damage = [*entries], None
        try:
            found.extend(self.entries(lines))  # those before the damage stay
        except LineError as error:
            damage = error
        if self.header is None or not found:
            raise damage or LineError(1, EMPTY, "empty_record")
        card_sets, lines_of_sets = tuple(self.card_sets), tuple(self.card_set_lines)
        notes = tuple(self.notes)
        record = Record(self.header, tuple(found), card_sets, tuple(self.unread), lines_of_sets, notes)
        return Readable(record, damage)

    def entries(self, lines: Iterable[bytes]) -> Iterator[Copied]:
        """Yield the entries of the next lines; the header is known at the first of them. Raises `LineError`."""
        typed = self._typed
        for number, text in enumerate(lines, self._lines + 1):
            self._lines = number
            copied = (None if typed is None else _read_by(typed, number, text)) or self._read(number, text)
            if copied is not None:
                yield copied
            elif number == 1 and self.header is not None:
                typed = self._typed = self._types(self.header.game)

    def _read(self, number: int, text: bytes) -> Copied | None:
        kind, line = _line(number, text)
        if (kind == "header") is not (number == 1):
            raise LineError(number, "a record begins with its one header")
        if kind == "entry":
            return _copied(number, text, line)
        if kind == "header":
            self.header = _header(number, line["header"])
        elif kind == "data":
            self.card_sets.append(_convert(number, line["data"], CardSet))
            self.card_set_lines.append(number)
        elif kind == "note":
            self._note(number, line["note"])
        elif len(self.unread) < UNREAD:  # a record may hold millions
            self.unread.append((number, kind))
        return None

    def _note(self, number: int, said: Any) -> None:
        if len(self.notes) == NOTES_AT_MOST:
            raise LineError(number, f"a record has at most {NOTES_AT_MOST} notes", "too_large")
        self.notes.append((number, _convert(number, said, Note)))


def split(text: bytes) -> Iterator[bytes]:
    """Yield the lines of a record; every line ends with a line feed, the last one too.

    Raises `LineError` for a line without one: the file was cut off.
    """
    if len(text) > RECORD_BYTES:
        raise LineError(1, f"a record has at most {RECORD_BYTES} bytes", "too_large")
    begin, number = 0, 1
    while (end := text.find(b"\n", begin)) >= 0:  # one line at a time stays in memory
        yield text[begin:end]
        begin, number = end + 1, number + 1
    if begin < len(text):
        raise LineError(number, "the line does not end: the record was cut off", "cut_off")


def _read_by(typed: Typed, number: int, text: bytes) -> Copied | None:
    """Return an entry whose line lies exactly as the types of its game write it; nothing for any other line.

    Such a line may be good all the same: then every value is looked at.
    """
    if len(text) > LINE_BYTES or is_suspect(text):
        return None
    try:
        line = typed(text)
    except (ValueError, RecursionError):
        return None
    entry, said, opened = line.entry, line.hash, line.opened
    public, seals = recoded(entry), entry.seals
    if _joined(public, said, opened) != text or not _BYTES32(said):
        return None
    if public.count(b"null") + public.count(b'"?"') != len(seals):  # else nothing is hidden but what has a seal
        return None
    if seals and not all(map(_BYTES32, seals.values())):
        return None
    if opened and not all(map(_SALT, [salt for _, salt in opened.values()])):
        return None
    return Copied(number, public, raw64(said), opened, entry)


def _line(number: int, text: bytes) -> tuple[str, dict[str, Any]]:
    if len(text) > LINE_BYTES:
        raise LineError(number, f"a line has at most {LINE_BYTES} bytes", "too_large")
    try:
        line = decode(text)
    except NotCanonicalError as error:
        raise LineError(number, str(error)) from None
    if not isinstance(line, dict):
        raise LineError(number, "a line is an object")
    if line.keys() in _ENTRY_LINES:
        return "entry", line
    kinds = [kind for kind in KINDS if kind in line]
    if len(kinds) != 1:
        raise LineError(number, f"a line has exactly one of {', '.join(KINDS)}")
    kind = kinds[0]
    strange = [name for name in line if name != kind and name not in MEMBERS[kind] and not name.startswith("x_")]
    if strange:
        raise LineError(number, f"the line has an unknown member {strange[0]!r}")
    return kind, line


def _copied(number: int, text: bytes, line: dict[str, Any]) -> Copied:
    opened = line.get("opened", {})
    if not isinstance(line["entry"], dict) or not isinstance(opened, dict):
        raise LineError(number, "entry and opened are objects")
    if "opened" in line and not opened:
        raise LineError(number, "an empty opened is left out")
    for pointer, pair in opened.items():
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], str) and _SALT(pair[1])):
            raise LineError(number, f"{pointer} is opened by a value and a salt")
    try:
        head = unb64(line["hash"])
    except (KeyError, AttributeError, ValueError):
        head = b""
    if len(head) != 32:
        raise LineError(number, "the hash is no base64url of 32 bytes")
    public = recoded(line["entry"])
    seals = line["entry"].get("seals", {})
    if not isinstance(seals, dict) or not all(type(seal) is str and _BYTES32(seal) for seal in seals.values()):
        raise LineError(number, "the seals of an entry are an object of commitments")
    empty = [name for name in ("seals", "draws", "reveals") if line["entry"].get(name) in ({}, [])]
    if empty:
        raise LineError(number, f"an empty {empty[0]} is left out")
    odd = misplaced(line["entry"])
    if odd is not None:
        raise LineError(number, odd)
    return Copied(number, public, head, {pointer: (pair[0], pair[1]) for pointer, pair in opened.items()})


msgspec.json.Decoder(Header)  # works the type out before two threads could do it at once, which crashes msgspec


def _header(number: int, said: Any) -> Header:
    other = other_format(said["format"]) if isinstance(said, dict) and "format" in said else None
    if other is not None:
        raise LineError(number, other)
    header: Header = _convert(number, said, Header)
    return header


def _convert(number: int, value: Any, cls: type[Any]) -> Any:
    try:
        return msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        raise LineError(number, str(error)) from None
