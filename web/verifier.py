"""The standalone verifier as a module of pages: the part of the program that runs anywhere, byte for byte.

It is given: `web` imports nothing of ours. A page that loads it names it `PATH`.
"""

from __future__ import annotations

from typing import Final

PATH: Final = "verify/record.js"
PROGRAM: Final = b"\n// ---- The program:"  # begins what only node can run


def checks_of(program: bytes) -> bytes:
    """Return the checks in a verifier that also is a program; raises `ValueError`."""
    checks, mark, _ = program.partition(PROGRAM)
    if not mark:
        raise ValueError("the verifier does not say where its program begins")
    return checks + b"\n"
