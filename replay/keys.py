"""Keys as terminals send them, and what they are for."""

from __future__ import annotations

from collections.abc import Mapping

RESIZED = ""  # no key: the terminal has another size
ESCAPE = "\x1b"
ENDS, LEAVES, RUBS_OUT, RUBS_ALL = ("\r", "\n"), (ESCAPE, "\x04"), ("\x7f", "\b"), ("\x15",)  # at a prompt
KEYS: Mapping[str, str] = {
    "n": "next",
    " ": "next",
    "\x1b[C": "next",
    "\x1bOC": "next",
    "p": "previous",
    "\x1b[D": "previous",
    "\x1bOD": "previous",
    "f": "next fact",
    "b": "previous fact",
    "\x1b[H": "first",
    "\x1bOH": "first",
    "\x1b[1~": "first",
    "\x1b[7~": "first",
    "\x1b[F": "last",
    "\x1bOF": "last",
    "\x1b[4~": "last",
    "\x1b[8~": "last",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "j": "down",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "k": "up",
    "\x1b[6~": "page down",
    "\x1b[5~": "page up",
    "v": "viewer",
    "g": "go to",
    "q": "quit",
    "\x04": "quit",
}
