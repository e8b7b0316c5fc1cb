"""A Chromium to test in: one that is there, else one that can be had."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# It lays out and paints as the whole browser does, for half of its processor time: it has no window to draw.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
LONGEST = 300  # seconds that fetching may take
WITHOUT = "no browser: set CHROMIUM, or put one of these on the path: " + ", ".join(NAMES)


def installed() -> str | None:
    """Return the browser that `CHROMIUM` names, else the first on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def fetched(path: str) -> str | None:
    """Return Playwright's own browser, which lies at `path` once Playwright has fetched it; nothing if it cannot."""
    if not Path(path).is_file():
        _run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    return path if Path(path).is_file() else None


def packaged() -> str | None:
    """Return Debian's browser, which a build server may install; older releases have the whole one alone."""
    if os.environ.get("CI") and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _run("apt-get", "-qq", "update")
        for name in (SHELL, "chromium"):
            if installed() is None:
                _run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", name)
    return installed()


def _run(*command: str) -> None:
    """Run a command that may fail: whether it brought a browser is looked at afterwards."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, env=quiet, capture_output=True, check=False, timeout=LONGEST, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
