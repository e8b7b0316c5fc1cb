"""Where results go: a file, complete or not there at all, or the standard output."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from programs.files import FILE
from replay.console import say
from replay.errors import InputError

out_option = click.option(
    "--out", type=FILE, default="-", show_default=True, metavar="PATH", help="File to write; - is the standard output."
)


def write(out: str, content: bytes | Iterable[bytes]) -> None:
    """Write a result; raises `InputError` where that is not possible, and then leaves an older file as it was."""
    pieces = (content,) if isinstance(content, bytes) else content
    if out == "-":
        for piece in pieces:
            click.echo(piece, nl=False)
        return
    say(f"{out}: {write_quietly(out, pieces)} bytes written")


def write_quietly(out: str, pieces: Iterable[bytes]) -> int:
    """Write a file, whole or not at all, and say nothing of it; return its size. Raises `InputError`."""
    path = Path(out)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                return sum(map(file.write, pieces))
        return _replace(path, pieces)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{out}: {reason}") from None


def _replace(path: Path, pieces: Iterable[bytes]) -> int:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            written = sum(map(file.write, pieces))
        os.chmod(name, mode)
        os.replace(name, path)
        return written
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
