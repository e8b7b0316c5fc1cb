"""Files as they lie on a disk, packed or not: how each is opened, told by its first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import IO, TypeAlias, cast

Stream: TypeAlias = IO[bytes] | io.BufferedIOBase

PACKED: Mapping[bytes, Callable[[io.BufferedReader], Stream]] = {  # by how such a file begins
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06")  # with members and without
# What a file raises that cannot be read; a member with a password is a `RuntimeError`, a cut one an `EOFError`.
ERRORS = (OSError, ValueError, EOFError, MemoryError, RuntimeError, lzma.LZMAError, zlib.error, zipfile.BadZipFile)


def opened(file: io.BufferedReader) -> Stream:
    """Return a stream of what a file holds, unpacked while it is read: no more of it is made than is asked for."""
    head = file.peek(8)
    return next((unpack(file) for magic, unpack in PACKED.items() if head.startswith(magic)), file)


def is_archive(path: str) -> bool:
    """Say whether a file is a zip archive, which holds other files; what cannot be read is none."""
    if not os.path.isfile(path):  # what a pipe has given is gone
        return False
    try:
        with open(path, "rb") as file:
            return file.read(4) in ARCHIVES
    except OSError:
        return False


@lru_cache(maxsize=1)
def archive(path: str) -> zipfile.ZipFile:
    """Return a zip archive; the last one asked for stays open, since its list of members is read at opening."""
    return zipfile.ZipFile(path)


def member(path: str, index: int) -> Stream:
    """Return a stream of one member of an archive, by its place in the list: two may have one name.

    A packed member is unpacked like a packed file.
    """
    inside = archive(path)
    return opened(io.BufferedReader(cast(zipfile.ZipExtFile, inside.open(inside.infolist()[index]))))


def why(error: BaseException) -> str:
    """Return why a file cannot be read."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
