"""The sentences that pages can say, read from their modules by TypeScript's own parser (`tests/web/said.js`)."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import msgspec

from tests.languages.message_ids import CannotFollowError
from tests.node import NODE, ROOT

SCRIPT = ROOT / "tests" / "web" / "said.js"
MODULES = ROOT / "web" / "static"


class Said(msgspec.Struct, frozen=True):
    """Message ids, and the places where none is written out."""

    ids: frozenset[str]
    unclear: tuple[str, ...]


def ids_in(*files: Path) -> frozenset[str]:
    """Return the message ids in modules; raises `CannotFollowError`."""
    done = subprocess.run([NODE, SCRIPT, *files], cwd=ROOT, capture_output=True, check=True)
    said = msgspec.json.decode(done.stdout, type=Said)
    if said.unclear:
        raise CannotFollowError("\n".join(said.unclear))
    return said.ids


@cache
def page_ids() -> frozenset[str]:
    """Return the message ids of every module that we ship, the vendored aside."""
    return ids_in(*[path for path in sorted(MODULES.rglob("*.js")) if "vendor" not in path.parts])
