"""What the README of a game's folder names: functions by module, as the folder has them."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType


def functions_named(package: ModuleType) -> list[str]:
    """Return what the README names in a module of the folder, such as `ending.ranking` or `cards.checks.misplaced`."""
    (folder,) = package.__path__
    modules = {path.stem for path in Path(folder).iterdir() if path.suffix == ".py" or path.is_dir()}
    text = (Path(folder) / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+(?:\.\w+)+)`", text)
    return [name for name in named if name.partition(".")[0] in modules and not name.endswith((".py", ".tsv"))]


def is_there(package: ModuleType, name: str) -> bool:
    """Say whether a folder has what is named."""
    module, _, function = name.rpartition(".")
    return hasattr(importlib.import_module(f"{package.__name__}.{module}"), function)
