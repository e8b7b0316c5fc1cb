"""What a module imports and exports, and the order in which the modules of a page are evaluated.

The house style keeps this small: relative static imports, named exports, nothing that is exported changes later. What
is outside of it is a `ModuleError` that names the module, for a packed file would not do what the served one does.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from web.assets import Assets
from web.scanning import ScanError, Scanned, scan

REMEMBERED = 256  # modules of one release and more: whoever asks for all of them has none read anew

_START = re.compile(r"(?<![\w$.])(?:import|export)\b")
_AWAIT = re.compile(r"(?<![\w$.])await\b")
_NAME = r"[A-Za-z_$][\w$]*"
_LIST = re.compile(rf"\{{\s*((?:{_NAME}(?:\s+as\s+{_NAME})?\s*,?\s*)*)\}}")
_PAIR = re.compile(rf"({_NAME})(?:\s+as\s+({_NAME}))?")
_FROM = re.compile(r"\s*(?:from\s*)?")
_SPECIFIER = re.compile(r"[\"']([^\"'\\]*)[\"']\s*;?")
_ALL_AS = re.compile(rf"\*\s*as\s+({_NAME})")
_DECLARED = re.compile(rf"(?:const|class|(?:async\s+)?function\s*\*?)\s*({_NAME})")


class ModuleError(ValueError):
    """A module that cannot be joined with others, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")


class Import(NamedTuple):
    """A statement that imports from another module: the names as here by the names there, or all under one name."""

    path: str
    names: dict[str, str]
    whole: str | None = None


class Module(NamedTuple):
    """A module: its text without imports and the word `export`, and its names here by the names it exports."""

    path: str
    text: str
    imports: tuple[Import, ...]
    exports: dict[str, str]


@lru_cache(maxsize=REMEMBERED)
def in_order(assets: Assets, *starts: str) -> tuple[Module, ...]:
    """Return the modules that these need, each after those it imports; raises `ModuleError`.

    They are read once: each answer of a served page names them.
    """
    found: dict[str, Module] = {}
    for start in starts:
        _visit(assets, start, (), found)
    for module in found.values():
        for wanted in module.imports:
            for name in wanted.names.values():
                if name not in found[wanted.path].exports:
                    raise ModuleError(module.path, f"{wanted.path} exports no {name}")
    return tuple(found.values())


def _visit(assets: Assets, path: str, above: tuple[str, ...], found: dict[str, Module]) -> None:
    if path in above:
        raise ModuleError(path, f"modules import in a circle: {' → '.join([*above[above.index(path) :], path])}")
    if path in found:
        return
    if assets.find(path) is None:
        raise ModuleError(above[-1] if above else path, f"there is no module {path}")
    module = read(path, assets.text(path))
    for wanted in module.imports:
        _visit(assets, wanted.path, (*above, path), found)
    found[path] = module


def read(path: str, source: str) -> Module:
    """Read a module; raises `ModuleError`."""
    try:
        scanned = scan(source)
    except ScanError as error:
        raise ModuleError(path, str(error)) from error
    return _Reader(path, scanned).module()


class _Reader:
    """Takes the imports and exports out of one module."""

    def __init__(self, path: str, scanned: Scanned) -> None:
        self.path = path
        self.scanned = scanned
        self.imports: list[Import] = []
        self.exports: dict[str, str] = {}

    def module(self) -> Module:
        if any(self.scanned.depth[found.start()] == 0 for found in _AWAIT.finditer(self.scanned.code)):
            raise self._error("nothing is awaited outside of functions")
        pieces, at = [], 0
        for start in self._statements():
            pieces.append(self.scanned.source[at:start])
            at = self._import(start) if self.scanned.code.startswith("import", start) else self._export(start)
        pieces.append(self.scanned.source[at:])
        return Module(self.path, "".join(pieces).strip(), tuple(self.imports), self.exports)

    def _statements(self) -> Iterator[int]:
        for found in _START.finditer(self.scanned.code):
            after = self.scanned.code[found.end() :].lstrip()
            if found[0] == "import" and after[:1] in ("(", "."):
                raise self._error("only static imports are joined")
            if self.scanned.depth[found.start()] == 0 and after[:1] != ":":
                yield found.start()

    def _import(self, start: int) -> int:
        at = self._space(start + len("import"))
        if (whole := _ALL_AS.match(self.scanned.code, at)) is not None:
            path, end = self._from(whole.end())
            self.imports.append(Import(path, {}, whole[1]))
            return end
        if (listed := _LIST.match(self.scanned.code, at)) is not None:
            path, end = self._from(listed.end())
            self.imports.append(Import(path, {here: there for there, here in _pairs(listed[1])}))
            return end
        path, end = self._from(at)
        self.imports.append(Import(path, {}))
        return end

    def _export(self, start: int) -> int:
        at = self._space(start + len("export"))
        if (declared := _DECLARED.match(self.scanned.code, at)) is not None:
            self._exported(declared[1], declared[1])
            return at
        listed = _LIST.match(self.scanned.code, at)
        if listed is None:
            raise self._error("only names are exported: `export const`, `function`, `class` or a list of names")
        pairs = _pairs(listed[1])
        if re.compile(r"\s*from\b").match(self.scanned.code, listed.end()) is None:
            for here, out in pairs:
                self._exported(out, here)
            return listed.end()
        path, end = self._from(listed.end())
        passed = {f"__passed_{len(self.imports)}_{there}": there for there, _ in pairs}
        self.imports.append(Import(path, passed))
        for (_, out), here in zip(pairs, passed, strict=True):
            self._exported(out, here)
        return end

    def _exported(self, out: str, here: str) -> None:
        if out in self.exports:
            raise self._error(f"{out} is exported twice")
        self.exports[out] = here

    def _from(self, at: int) -> tuple[str, int]:
        """Return the path that is imported from, and where the statement ends."""
        space = _FROM.match(self.scanned.source, at)
        named = None if space is None else _SPECIFIER.match(self.scanned.source, space.end())
        if named is None:
            raise self._error("names are imported as `{ a, b as c }` or `* as all`, from a text")
        if not named[1].startswith(("./", "../")):
            raise self._error(f"{named[1]!r} is no relative address")
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), named[1])), named.end()

    def _space(self, at: int) -> int:
        while self.scanned.source[at : at + 1].isspace():
            at += 1
        return at

    def _error(self, why: str) -> ModuleError:
        return ModuleError(self.path, why)


def _pairs(listed: str) -> list[tuple[str, str]]:
    """Return the names of a list, each with the name behind its `as`."""
    return [(one, other or one) for one, other in _PAIR.findall(listed)]


def joined(modules: Sequence[Module]) -> str:
    """Return modules as one script: each a function of its own that returns what it exports; raises `ModuleError`."""
    names = {module.path: f"__module_{n}" for n, module in enumerate(modules)}
    return "\n".join([_wrapped(module, names) for module in modules])


def _wrapped(module: Module, names: dict[str, str]) -> str:
    if "__module_" in module.text:
        raise ModuleError(module.path, "names that begin with __module_ are the packer's")
    lines = [_bound(wanted, names[wanted.path]) for wanted in module.imports]
    out = ", ".join([f"{name}: {here}" for name, here in module.exports.items()])
    head = "".join([f"{line}\n" for line in lines if line])
    return f"const {names[module.path]} = (() => {{\n{head}{module.text}\nreturn {{ {out} }};\n}})();"


def _bound(wanted: Import, name: str) -> str:
    if wanted.whole is not None:
        return f"const {wanted.whole} = {name};"
    pairs = ", ".join([f"{there}: {here}" for here, there in wanted.names.items()])
    return f"const {{ {pairs} }} = {name};" if pairs else ""
