"""What the archive of a case holds: its members by name, and the manifest that says of which case and for whom.

The manifest proves nothing by itself. The record proves what it proves; report, texts and instructions follow from it,
and are made anew to be compared.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec

from domain.record.desk import CaseId, FactAddress
from domain.record.members import Count
from domain.table.seating import TABLE_ID

FORMAT: Final = "matchledger-case/1"

MANIFEST: Final = "case.json"
RECORD: Final = "record.ndjson"
TEXTS: Final = "texts.ndjson"
ATTEMPTS: Final = "attempts.ndjson"
REPORT: Final = "report.html"
README: Final = "README.txt"
VERIFIERS: Final = ("verify.mjs", "verify.py")
MEMBERS: Final = tuple(sorted((MANIFEST, RECORD, TEXTS, ATTEMPTS, REPORT, README, *VERIFIERS)))

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member: its size in bytes, and its SHA-256 in hexadecimal digits."""

    size: Count
    sha256: Digest


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which case, for whose eyes, in which language; `recipient` is a viewer of records, or `arbiter`.

    `head` is the last entry of the record, `moment` what the report is about.
    """

    format: Literal["matchledger-case/1"] = FORMAT
    release: str
    case: CaseId
    table: str
    recipient: str
    language: str
    moment: FactAddress
    head: str
    members: dict[str, Filed]


_manifest = msgspec.json.Decoder(Manifest)


def filed(content: bytes) -> Filed:
    """Return what a manifest says of a member."""
    return Filed(len(content), sha256(content).hexdigest())


def manifest_text(manifest: Manifest) -> bytes:
    """Return a manifest as its file has it."""
    return msgspec.json.format(msgspec.json.encode(manifest, order="deterministic"), indent=1) + b"\n"


def parse_manifest(text: bytes) -> Manifest:
    """Read a manifest; raises `ValueError` for any other text than one that we write."""
    manifest = _manifest.decode(text)
    if manifest_text(manifest) != text:
        raise ValueError("it is not written as we write it")
    if not TABLE_ID.fullmatch(manifest.table):
        raise ValueError(f"{manifest.table!r} is the id of no table")
    return manifest
