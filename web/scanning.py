"""What of a module is code: comments, texts, templates and regular expressions found, as far as joining needs it.

No parser: just enough of the lexical grammar of ECMAScript (ECMA-262, 12) to know where a statement may stand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_WORD = re.compile(r"[\w$]+")
_SPACE = re.compile(r"\s+")
_SIGN = re.compile(r"[^\w$\\#@]")  # of code: nothing has to part it from a word
_LICENCE = re.compile(r"@licen[cs]e|@preserve")
_OPEN = frozenset("{([,;=?:&|")  # no statement ends behind these
_BEFORE_REGEX = frozenset(
    "(,=:[!&|?{};+-*%~^<>"
)  # after these a slash begins a regular expression; after `)` it divides
_WORDS_BEFORE_REGEX = frozenset(
    ("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield")
)


class ScanError(ValueError):
    """A module that does not end where its texts, templates or brackets end."""


class Scanned(NamedTuple):
    """A module without comments and needless space, and the same with what is no code blanked, each sign in its place.

    `depth` says how many brackets are open before each character.
    """

    source: str
    code: str
    depth: list[int]


def scan(source: str) -> Scanned:
    """Find what is code; raises `ScanError`."""
    kept, code = _Scanner(source).parts()
    return Scanned(kept, code, _depth(code))


class _Scanner:
    """Goes through a source once; `braces` remembers for each open brace whether a template goes on behind it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.braces: list[bool] = []
        self.kept: list[str] = []
        self.code: list[str] = []
        self.last = ";"  # the word or sign before, which says what a slash means

    def parts(self) -> tuple[str, str]:
        while self.at < len(self.source):
            self._step(self.source[self.at])
        if self.braces:
            raise ScanError("a brace is never closed")
        return "".join(self.kept), "".join(self.code)

    def _step(self, sign: str) -> None:
        if sign.isspace() or (sign == "/" and _COMMENT.match(self.source, self.at) is not None):
            self._gap()
        elif sign in "'\"":
            self._blank(self._matched(_TEXT), "text")
        elif sign == "/" and self._may_be_regex():
            self._blank(self._matched(_REGEX), "text")
        elif sign == "`":
            self._template()
        elif sign == "}" and self.braces and self.braces[-1]:
            self.braces.pop()
            self._template()
        elif (word := _WORD.match(self.source, self.at)) is not None:
            self._keep(word[0], word[0])
        else:
            if sign == "{":
                self.braces.append(False)
            elif sign == "}":
                self._close()
            self._keep(sign, sign)

    def _may_be_regex(self) -> bool:
        return self.last in _BEFORE_REGEX or self.last in _WORDS_BEFORE_REGEX

    def _close(self) -> None:
        if not self.braces:
            raise ScanError("a brace is closed that was never opened")
        self.braces.pop()

    def _matched(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.source, self.at)
        if found is None:
            line = self.source.count("\n", 0, self.at) + 1
            raise ScanError(f"line {line}: a text or a regular expression does not end")
        return found[0]

    def _template(self) -> None:
        """Take a piece of a template: from its start or a closed brace to its end or the next open one."""
        found = _TEMPLATE.match(self.source, self.at + 1)
        end = self.at + 1 if found is None else found.end()
        piece = self.source[self.at : end]
        if self.source.startswith("`", end):
            self._blank(f"{piece}`", "text")
        elif self.source.startswith("${", end):
            self._blank(f"{piece}${{", "{")
            self.code[-1] = f"{' ' * (len(piece) + 1)}{{" if piece[0] != "}" else f"}}{' ' * len(piece)}{{"
            self.braces.append(True)
            return
        else:
            raise ScanError("a template does not end")
        if piece[0] == "}":
            self.code[-1] = "}" + " " * len(piece)

    def _gap(self) -> None:
        """Leave of space and comments only what parts two words or ends a line; a comment with a licence stays."""
        start, licence = self.at, None
        while licence is None and (found := self._idle()) is not None:
            if _LICENCE.search(found):
                licence = found
            else:
                self.at += len(found)
        gap = _parting(
            self.kept[-1][-1:] if self.kept else "", self.source[start : self.at], self.source[self.at :][:1]
        )
        self.kept.append(gap)
        self.code.append(gap)
        if licence is not None:
            self._blank(licence, self.last)

    def _idle(self) -> str | None:
        """Return the space or the comment that is next."""
        found = _SPACE.match(self.source, self.at) or _COMMENT.match(self.source, self.at)
        return None if found is None else found[0]

    def _blank(self, text: str, last: str) -> None:
        self._take(text, re.sub(r"[^\n]", " ", text), last)

    def _keep(self, text: str, last: str) -> None:
        self._take(text, text, last)

    def _take(self, text: str, code: str, last: str) -> None:
        self.kept.append(text)
        self.code.append(code)
        self.at += len(text)
        self.last = last


def _parting(before: str, gap: str, after: str) -> str:
    """Return what has to stand in a gap: a line's end may end a statement, and a space part two words or signs."""
    if before == "" or before in _OPEN:
        return ""
    if "\n" in gap:
        return "\n"
    apart = (before == "/" or after in "./") or (before == after and after in "+-")
    return " " if gap and (apart or not (_SIGN.match(before) or _SIGN.match(after))) else ""


def _depth(code: str) -> list[int]:
    depth, found = 0, []
    for sign in code:
        depth -= sign in ")]}"
        found.append(depth)
        depth += sign in "([{"
    return found
