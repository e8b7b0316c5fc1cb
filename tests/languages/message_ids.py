"""The sentences that a package can say, read from its sources: the message ids that a catalogue has to translate.

Found are the first arguments of `words.say` and the first two of `words.count`, followed back to where they are
written: through names, tables, conditions, parameters and their callers; further the texts of refusals and problems
and the hints of offers and games. What cannot be followed is an error, so that no sentence is overlooked.

What `evolve` raises of a fact that cannot be is a form, whose places have names: a variable's or a member's own, and
that of its last argument for a call: `{fact.card}` is `{card}`, `{len(hand)}` is `{hand}`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

SAYS = {"say": 1, "count": 2}  # methods of `Words`: how many of their first arguments are message ids
TEXT_OF = {  # by name of a call: which of its arguments is a sentence
    "No": 1,
    "_no": 1,
    "Refusal": 2,
    "table_refusal": 1,
    "Kind": 2,
    "OnKey": 2,
    "Section": 0,
    "ProblemError": 1,
    "problem": 1,
}
ELSEWHERE = {
    "text",
    "hint",
    "english",
    "name",
    "title",
    "detail",
    "rules",
    "signs",
    "remedies",
    "purposes",
    "glossary",
}  # attributes whose values are found where they are made: see `_made`, card data
HINTS = ("rules", "signs", "remedies", "purposes", "glossary")  # what a game's `Hints` are made with that is said

Function: TypeAlias = ast.FunctionDef | ast.Lambda


class CannotFollowError(Exception):
    """A sentence comes from where this module does not look."""


class Module:
    """One source file with its functions and the places where each is called."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text())
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def enclosing(self, node: ast.AST) -> Iterator[Function]:
        """Yield the functions around a node, the innermost first."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                yield node


class Package:
    """All sources of a folder."""

    def __init__(self, *folders: Path) -> None:
        self.modules = [Module(path) for folder in folders for path in sorted(folder.rglob("*.py"))]

    def ids(self) -> set[str]:
        """Return every message id; raises `CannotFollowError`."""
        found: set[str] = set()
        for module in self.modules:
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call):
                    found |= self._said(module, node) | self._made(module, node)
        return found - {""}

    def contradictions(self) -> set[str]:
        """Return the form of every `NotThereError`; raises `CannotFollowError`."""
        return {
            _form(module, node.args[0])
            for module in self.modules
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "NotThereError"
        }

    def _said(self, module: Module, call: ast.Call) -> set[str]:
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in SAYS or not _is_words(call.func.value):
            return set()
        arguments = call.args[: SAYS[call.func.attr]]
        return set().union(*[self._texts(module, argument, frozenset()) for argument in arguments])

    def _made(self, module: Module, call: ast.Call) -> set[str]:
        """Return the sentence of a refusal, or the hint of an offer, that is made here."""
        name = call.func.id if isinstance(call.func, ast.Name) else None
        found: set[str] = set()
        if name in TEXT_OF and len(call.args) > TEXT_OF[name] and _is_text(call.args[TEXT_OF[name]]):
            found |= self._texts(module, call.args[TEXT_OF[name]], frozenset())
        if name == "Hints":
            for table in [word.value for word in call.keywords if word.arg in HINTS]:
                found |= self._texts(module, table, frozenset())
        if name == "Offer":
            for hint in [*call.args[2:3], *[word.value for word in call.keywords if word.arg == "hint"]]:
                found |= self._texts(module, hint, frozenset())
        return found

    def _texts(self, module: Module, node: ast.expr, seen: frozenset[ast.AST]) -> set[str]:
        """Return the texts that an expression may be."""
        if node in seen:
            return set()
        seen |= {node}
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.Constant():
                return set()
            case ast.IfExp(body=one, orelse=other):
                return self._texts(module, one, seen) | self._texts(module, other, seen)
            case ast.Dict(values=values):
                return self._all(module, values, seen)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.BoolOp(values=items):
                return self._all(module, items, seen)
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
                return self._texts(module, item, seen)
            case ast.Subscript(value=table):
                return self._texts(module, table, seen)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, default]):
                return self._texts(module, table, seen) | self._texts(module, default, seen)
            case ast.Call(func=ast.Attribute(value=table, attr="get" | "values" | "items")):
                return self._texts(module, table, seen)
            case ast.Call(func=ast.Name(id=name), args=args) if name in TEXT_OF:
                return self._texts(module, args[TEXT_OF[name]], seen)
            case ast.Attribute(attr=attr) if attr in ELSEWHERE:
                return set()
            case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join")):
                return set()  # a name put together from an id: the game's tests list the names of its cards
            case ast.Name(id=name):
                return self._named(module, node, name, seen)
            case _:
                raise CannotFollowError(f"{module.path}:{node.lineno}: {ast.unparse(node)}")

    def _all(self, module: Module, items: Sequence[ast.expr], seen: frozenset[ast.AST]) -> set[str]:
        return set().union(*[self._texts(module, item, seen) for item in items])

    def _named(self, module: Module, node: ast.AST, name: str, seen: frozenset[ast.AST]) -> set[str]:
        """Follow a name: to where the function or the module binds it, or to the callers of the function."""
        for function in module.enclosing(node):
            bound = list(_bound(function, name))
            if bound:
                return self._all(module, bound, seen)
            names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
            if isinstance(function, ast.FunctionDef) and name in names:
                return self._from_callers(module, function, names.index(name), seen)
        for other in [module, *self.modules]:  # what is not bound here is imported
            bound = [value for statement in other.tree.body for value in _assigned(statement, name)]
            if bound:
                return self._all(other, bound, seen)
        raise CannotFollowError(f"{module.path}: where does {name} come from?")

    def _from_callers(self, home: Module, function: ast.FunctionDef, place: int, seen: frozenset[ast.AST]) -> set[str]:
        name = function.args.args[place].arg
        found: set[str] = set()
        calls = 0
        for module in [home] if function.name.startswith("_") else self.modules:
            for node in ast.walk(module.tree):
                if not isinstance(node, ast.Call) or not _calls(node, function.name):
                    continue
                calls += 1
                here = place - isinstance(node.func, ast.Attribute)  # `self` is not written down
                given = [word.value for word in node.keywords if word.arg == name] or node.args[here : here + 1]
                found |= self._all(module, given, seen)
        if not calls:
            raise CannotFollowError(f"nobody calls {function.name}")
        return found


def _form(module: Module, node: ast.expr) -> str:
    """Return a text with named places."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join([_form(module, value) for value in values])
        case ast.FormattedValue(value=value):
            return f"{{{_place(module, value)}}}"
        case _:
            raise CannotFollowError(f"{module.path}:{node.lineno}: {ast.unparse(node)}")


def _place(module: Module, node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(args=[*_, last]):
            return _place(module, last)
        case _:
            raise CannotFollowError(f"{module.path}:{node.lineno}: what is {ast.unparse(node)} called?")


def _is_words(node: ast.expr) -> bool:
    """Say whether an expression is the words of a language: `words`, `self.words`, `self` inside `Words`."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    called = node.func if isinstance(node, ast.Call) else None
    return "words" in name or name == "self" or (isinstance(called, ast.Name) and "words" in called.id)


def _calls(call: ast.Call, name: str) -> bool:
    match call.func:
        case ast.Name(id=called) | ast.Attribute(value=ast.Name(id="self"), attr=called):
            return called == name
        case _:
            return False


def _is_text(node: ast.expr) -> bool:
    """Say whether a sentence stands here, not only a variable or a member of something made elsewhere."""
    return not isinstance(node, ast.Name | ast.Attribute) or (isinstance(node, ast.Name) and node.id == "text")


def _bound(function: Function, name: str) -> Iterator[ast.expr]:
    """Yield what a function binds to a name: by assignment, loop or comprehension."""
    for node in ast.walk(function):
        match node:
            case ast.Assign() | ast.AnnAssign():
                yield from _assigned(node, name)
            case ast.For(target=target, iter=source) | ast.comprehension(target=target, iter=source):
                if name in _names(target):
                    yield source
            case _:
                pass


def _assigned(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            for target, value in zip(targets, values, strict=True):
                if name in _names(target):
                    yield value
        case ast.Assign(targets=targets, value=value):
            if any(name in _names(target) for target in targets):
                yield value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            if name in _names(target):
                yield value
        case _:
            pass


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
