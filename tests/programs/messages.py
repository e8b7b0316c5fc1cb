"""The messages that a person may read on the command line, read from the sources: texts with places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.audit.spoken import REASONS

ROOT = Path(__file__).parents[2]
SOURCES = (  # what can say something to a person at either program
    "replay",
    "api/program",
    "api/archives",
    "api/settings.py",
    "api/running/demonstrations.py",
    "domain/games/__init__.py",
    "drawing/board.py",
    "domain/kernel/seats.py",
    "domain/audit/branches.py",
    "domain/audit/futures.py",
    "domain/audit/heads.py",
    "domain/audit/manifest.py",
    "domain/audit/timeline.py",
    "domain/ledger/api_keys.py",
    "domain/ledger/copying.py",
    "domain/ledger/database.py",
    "domain/ledger/entries.py",
    "domain/ledger/errors.py",
    "domain/ledger/opening.py",
    "domain/ledger/postgres.py",
    "domain/ledger/sqlite.py",
    "domain/tournament/exchange",
)
VERIFIERS = (  # what says in a sentence what is wrong with a record
    *(f"domain/audit/{name}.py" for name in ("branches", "checks", "decisions", "fairness", "hidden", "integrity")),
    *(f"domain/audit/{name}.py" for name in ("opened", "timeline")),
    *(f"domain/record/{name}.py" for name in ("any_game", "canonical", "casters", "draws", "lines", "order")),
    *(f"domain/record/{name}.py" for name in ("case_faults", "case_times", "measures", "pauses", "places")),
    *(f"domain/record/{name}.py" for name in ("results", "rewinds")),
    "domain/kernel/cards/reordering.py",
    "domain/kernel/cards/zones.py",
    "domain/kernel/codec.py",
    "domain/kernel/seats.py",
    "domain/table/book.py",
    "domain/table/codec.py",
    "domain/table/play.py",
    "domain/table/table.py",
)
SAYS = ("say", "heard", "echo", "fail", "BadParameter", "UsageError", "ClickException", "__init__", "Progress", "Fault")
_PLACE = re.compile(r"\{\w*\}")


def places_unnamed(text: str) -> str:
    """Return a text whose places have no names: what a form of the catalogue and a text of the sources share."""
    return _PLACE.sub("{}", text)


def messages() -> dict[str, str]:
    """Return every message without names of its places, and where it is written."""
    return {text: where for source in SOURCES for text, where in _in(ROOT / source) if re.search("[a-z]", text)}


def details() -> dict[str, str]:
    """Return what the verifiers say of a damaged record, without names of its places, and where it is written."""
    found = {text: where for source in VERIFIERS for text, where in _said_of_records(ROOT / source)}
    known = {places_unnamed(reason) for reason in REASONS}  # in the words of the report
    return {text: where for text, where in found.items() if re.search("[a-z]", text) and text not in known}


def _said_of_records(path: Path) -> Iterator[tuple[str, str]]:
    """Yield texts of errors, of what is noted, of reasons under a name, and of functions that return one."""
    for node in ast.walk(ast.parse(path.read_text())):
        said: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Name(id=name)) if name.endswith("Error") or name == "Contradiction":
                said = node.args[:2]
            case ast.Call(func=ast.Name(id="Untimely")):
                said = node.args[1:]
            case ast.Call(func=ast.Attribute(attr="fail")):
                said = node.args[2:]
            case ast.Call(func=ast.Attribute(attr="impossible" | "_not_begun")):
                said = node.args
            case ast.Assign(targets=[ast.Name(id=name)]) if name == "reason" or name.lstrip("_").isupper():
                said = [node.value]
            case ast.FunctionDef(returns=ast.Name(id="str") | ast.BinOp(left=ast.Name(id="str"))):
                said = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value is not None]
            case _:
                continue
        for text in _texts(said):
            yield text, f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _in(source: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
        if "standalone" in path.parts:
            continue  # the verifiers of other people's machines speak English alone
        module = ast.parse(path.read_text())
        named = dict(_named(module))
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and _says(node.func):
                for text in _texts([named.get(ast.unparse(argument), argument) for argument in node.args]):
                    yield text, f"{path.relative_to(ROOT)}:{node.lineno}"


def _named(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the texts that a module keeps under a name."""
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str()) | ast.JoinedStr() as value):
                yield name, value
            case _:
                pass


def _says(function: ast.expr) -> bool:
    """Say whether a call hands on a message in English: an error is made, or something is said."""
    match function:
        case ast.Name(id=name):
            return name in SAYS or name.endswith("Error")
        case ast.Attribute(attr=name):
            return name != "say" and (name in SAYS or name.endswith("Error"))
        case _:
            return False


def _texts(arguments: list[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, ast.Constant | ast.JoinedStr | ast.IfExp):
            yield from _forms(argument)


def _forms(node: ast.expr) -> set[str]:
    """Return what an expression may say: a choice written within it gives a text for each."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.Constant():
            return set()
        case ast.IfExp(body=one, orelse=other):
            return _forms(one) | _forms(other)
        case ast.JoinedStr(values=values):
            said = {""}
            for value in values:
                parts = _forms(value.value) if isinstance(value, ast.FormattedValue) else _forms(value)
                said = {f"{text}{part}" for text in said for part in parts}
            return said
        case _:
            return {"{}"}
