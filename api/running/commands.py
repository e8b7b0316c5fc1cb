"""How a shell in this folder calls our programs."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path


def called(program: str) -> str:
    """Return what to type for a program of ours: its name alone only where that finds this one."""
    own = Path(sys.executable).parent / program
    found = shutil.which(program)
    if not own.exists() or (found is not None and Path(found).resolve() == own.resolve()):
        return program
    here = Path.cwd()
    return shlex.quote(str(own.relative_to(here) if own.is_relative_to(here) else own))
