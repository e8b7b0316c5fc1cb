"""The manifest of an archive: which records lie in a folder, and the hash of each, so that damage is found.

It proves nothing by itself: whoever may change a record may change the manifest too. Each record proves what it proves,
and whoever kept the hash of the manifest finds any change.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Final, Literal

import msgspec

from domain.audit.heads import Head
from domain.record.lines import RECORD_BYTES
from domain.table.seating import TABLE_ID

FORMAT: Final = "matchledger-archive/1"
NAME: Final = "manifest.json"


class Filed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of an archive: `hash` is that of its last entry, `sha256` that of the file in hexadecimal digits."""

    table: str
    game: str
    viewer: Literal["all", "spectator"]
    entries: int
    hash: str
    size: int  # bytes
    sha256: str

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.table}.ndjson"

    @property
    def head(self) -> Head:
        """Its last entry."""
        return Head(self.entries, self.hash)

    def fits(self, text: bytes) -> bool:
        """Say whether these are the bytes of its file."""
        return hashlib.sha256(text).hexdigest() == self.sha256


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All records of an archive; `made_at` is a time in RFC 3339."""

    format: Literal["matchledger-archive/1"] = FORMAT
    release: str
    made_at: str
    records: tuple[Filed, ...]


_manifest = msgspec.json.Decoder(Manifest)


def manifest_text(manifest: Manifest) -> bytes:
    """Return a manifest as its file has it."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def parse_manifest(text: bytes) -> Manifest:
    """Read a manifest; raises `ValueError`."""
    manifest = _manifest.decode(text)
    tables = Counter([filed.table for filed in manifest.records])
    for table, count in tables.items():
        if not TABLE_ID.fullmatch(table):
            raise ValueError(f"{table!r} is the id of no table")
        if count > 1:
            raise ValueError(f"the table {table} stands there twice")
    if any(filed.size > RECORD_BYTES for filed in manifest.records):
        raise ValueError(f"a record has at most {RECORD_BYTES} bytes")
    return manifest
