"""The files of an archive: written whole or not at all, for their owner alone."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from domain.audit.manifest import NAME, Filed

UNFINISHED = "unfinished.log"  # the records written so far, a line each: an archive has this or a manifest
DATED = "archive-*"


class ArchiveError(Exception):
    """What is wrong with an archive, in one line."""


class NoArchiveError(ArchiveError):
    """No archive is there, or none that was written to its end."""


_filed = msgspec.json.Decoder(Filed)


def folder_for(parent: Path, day: str) -> Path:
    """Return the folder to export to: one that an interrupted export left, else a new one named after the day."""
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    left = [folder for folder in parent.glob(DATED) if (folder / UNFINISHED).exists() and not (folder / NAME).exists()]
    if left:
        return max(left)
    folder, number = parent / f"archive-{day}", 1
    while folder.exists():
        number += 1
        folder = parent / f"archive-{day}-{number}"
    folder.mkdir(mode=0o700)
    return folder


def write(path: Path, text: bytes) -> None:
    """Write a file, durable when this returns; an interruption leaves the one before."""
    beside = path.with_name(f".{path.name}")
    with open(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def note(folder: Path, filed: Filed) -> None:
    """Note that a record has been written."""
    with open(os.open(folder / UNFINISHED, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab") as file:
        file.write(msgspec.json.encode(filed) + b"\n")


def noted(folder: Path) -> dict[str, Filed]:
    """Return the records that an interrupted export has written, by table; a line that was cut off counts for none."""
    path, found = folder / UNFINISHED, {}
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            filed = _filed.decode(line)
        except msgspec.DecodeError:
            continue
        if (folder / filed.file).is_file() and (folder / filed.file).stat().st_size == filed.size:
            found[filed.table] = filed
    return found
