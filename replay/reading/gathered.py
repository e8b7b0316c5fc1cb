"""Records in files, folders and archives: each named in turn, none opened before it is its turn to be read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from replay.reading.packed import ERRORS, archive, is_archive, why

SUFFIXES = (".ndjson", ".jsonl", ".record")  # what a record's file may be called; others are not opened
_PACKED_SUFFIXES = ("", ".gz", ".xz", ".bz2")
_NAMES = tuple([suffix + packed for suffix in SUFFIXES for packed in _PACKED_SUFFIXES])
_ARCHIVES = (".zip",)
NOTES = ".notes.ndjson"  # lies beside a record and is none


NO_FILE = "no file: what is no file, such as a pipe, is verified alone"


class Place(NamedTuple):
    """Where a record lies: in a file, or as a member of an archive; `problem` says why nothing is there to read."""

    path: str
    name: str = ""  # of the member
    member: int | None = None  # its place in the archive's list
    problem: str | None = None

    def __str__(self) -> str:
        """Return the place as people call it, also where a name is no text."""
        path = f"{self.path}/{self.name}" if self.name else self.path
        return os.fsencode(path).decode("utf-8", "backslashreplace")


def natural(text: str) -> list[str | tuple[int, str]]:
    """Return what texts are ordered by so that `file10` comes after `file9`, however many digits there are."""
    pieces = re.split(r"([0-9]+)", text.casefold())
    return [(len(piece.lstrip("0")), piece.lstrip("0")) if i % 2 else piece for i, piece in enumerate(pieces)]


def gathered(paths: Iterable[str]) -> Iterator[Place]:
    """Yield every record at these paths, in natural order of their names.

    A file is taken as it is; in folders and archives, at any depth, what is called like a record. What cannot be listed
    is a place with a problem.
    """
    for path in sorted(paths, key=_order):
        if os.path.isdir(path):
            yield from _in_folder(path)
        elif is_archive(path):
            yield from _in_archive(path)
        elif os.path.exists(path) and not os.path.isfile(path):
            yield Place(path, problem=NO_FILE)  # a pipe might never say anything, and another process cannot read it
        else:
            yield Place(path)


def is_alone(paths: Sequence[str]) -> bool:
    """Say whether these paths are a single source and neither folder nor archive."""
    return len(paths) == 1 and not os.path.isdir(paths[0]) and not is_archive(paths[0])


def _order(name: str) -> tuple[list[str | tuple[int, str]], str]:
    return natural(name), name


def _in_archive(path: str) -> Iterator[Place]:
    try:
        names = [member.filename for member in archive(path).infolist()]
    except ERRORS as error:
        yield Place(path, problem=why(error))
        return
    for name, member in sorted(((name, i) for i, name in enumerate(names)), key=lambda pair: _order(pair[0])):
        if name.endswith(_NAMES) and not name.endswith(NOTES):
            yield Place(path, name, member)


def _in_folder(folder: str) -> Iterator[Place]:
    """Walk a folder; one that is reached again, by a link, is passed over: all of it is named already."""
    waiting, walked = [folder], set[tuple[int, int]]()  # what comes next is last
    while waiting:
        path = waiting.pop()
        try:
            if not os.path.isdir(path):
                yield from _in_archive(path) if path.endswith(_ARCHIVES) else [Place(path)]
                continue
            status = os.stat(path)
            here = (status.st_dev, status.st_ino)
            if here not in walked:
                walked.add(here)
                waiting += [os.path.join(path, name) for name in sorted(_wanted(path), key=_order, reverse=True)]
        except OSError as error:
            yield Place(path, problem=why(error))


def _wanted(folder: str) -> list[str]:
    """Return the names of the folders in a folder, and of the files that are called like records."""
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries if _is_folder(entry) or (_is_called_so(entry.name) and _is_file(entry))]


def _is_called_so(name: str) -> bool:
    """Say whether a file is called like a record, or like an archive, which may hold some."""
    return name.endswith(_NAMES + _ARCHIVES) and not name.endswith(NOTES)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Say whether this is a folder, or a link to one; what is no link needs no look at the disk."""
    return os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir()


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Say whether this is a file, or a link to nothing or to itself, which is told like a file that is gone."""
    if not entry.is_symlink():
        return entry.is_file()
    return os.path.isfile(entry.path) or not os.path.exists(entry.path)
