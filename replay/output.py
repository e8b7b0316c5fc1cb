"""Where results go: a file, complete or not there at all, or the standard output."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from replay.errors import InputError
from replay.paths import FILE
from replay.terminal import say

out_option = click.option(
    "--out", type=FILE, default="-", show_default=True, metavar="PATH", help="File to write; - is the standard output."
)


def write(out: str, content: bytes) -> None:
    """Write a result; raises `InputError` where that is not possible, and then leaves an older file as it was."""
    if out == "-":
        click.echo(content, nl=False)
        return
    write_quietly(out, content)
    say(f"{out}: {len(content)} bytes written")


def write_quietly(out: str, content: bytes) -> None:
    """Write a file, whole or not at all, and say nothing of it; raises `InputError`."""
    path = Path(out)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path, content)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{out}: {reason}") from None


def _replace(path: Path, content: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
