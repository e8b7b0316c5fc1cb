"""`matchledger play` as a process: what is typed into it, and what it prints."""

from __future__ import annotations

import os
import subprocess

from tests.api.server import Server, environment, program


def typed(
    server: Server, table: str, token: str, text: str, *options: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Play by typing this."""
    return run_play(f"{server.url}/tables/{table}", text, *options, **{"MATCHLEDGER_SEAT": token, **variables})


def run_play(url: str, text: str, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program at an address by typing this."""
    return subprocess.run(
        program("play", url, *options),
        input=text,
        env=environment(**{"COLUMNS": "100", **variables}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def until(playing: subprocess.Popen[bytes], text: str) -> str:
    """Read what is printed until this stands there, or to the end for no text."""
    assert playing.stdout is not None
    read = b""
    while byte := os.read(playing.stdout.fileno(), 1):  # no further: what comes after it is waited for next
        read += byte
        if text and read.endswith(text.encode()):
            return read.decode(errors="replace")
    assert not text, f"{text!r} is not printed: {read.decode()}"
    return read.decode()
