"""The guide to a new game and its sample: the page is the game, and the game goes through the whole house."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "undercut"
GUIDE = (ROOT / "docs" / "new_game.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"^```python (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def written() -> dict[str, str]:
    """Return the files that the guide builds, by name: its blocks that bear this name, put together in order."""
    files: dict[str, str] = {}
    for name, text in _BLOCK.findall(GUIDE):
        files[name] = files.get(name, "") + text
    return files
