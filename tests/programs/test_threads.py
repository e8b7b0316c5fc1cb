"""What the service's threads do at the same time, as far as that could end the process."""

from __future__ import annotations

import ast
import subprocess
import sys

from tests.programs.messages import ROOT

FRESH = """
import gc
import sys
from msgspec import Struct
import api.app

for named in sys.argv[1:]:
    place, _, name = named.rpartition(".")
    kind = getattr(sys.modules.get(place), name, None)
    if isinstance(kind, type) and issubclass(kind, Struct):
        if not any(type(known).__name__ == "StructInfo" for known in gc.get_referents(kind)):
            print(named)
"""


def converted() -> list[str]:
    """Name what the service's code converts values to, each by its module."""
    found = []
    for folder in ("api", "domain"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "msgspec.convert":
                    found += [f"{place}.{kind.id}" for kind in node.args[1:2] if isinstance(kind, ast.Name)]
    return found


def test_every_type_is_worked_out_before_there_are_threads() -> None:
    """msgspec keeps a type on its class before it is complete: whoever uses it meanwhile crashes the process."""
    names = converted()
    assert "domain.ledger.tournaments.rows.Row" in names
    fresh = [sys.executable, "-c", FRESH, *names]
    late = subprocess.run(fresh, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert late == ""
