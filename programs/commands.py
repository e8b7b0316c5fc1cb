"""Commands and groups of commands whose help is in the person's language; see `hearing`."""

from __future__ import annotations

import inspect
import re
from collections import UserDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module

import click
from wcwidth import width

from domain.kernel.display.lines import broken, pad
from domain.kernel.display.words import ENGLISH
from programs.hearing import heard, lines
from programs.language import language, language_of

_EXTRAS = re.compile(r"(?P<help>.*?)(?:  )?\[(?P<extras>[^\[\]]+)\]", re.DOTALL)  # as click writes them behind a help
_FIRST_COLUMN = 30  # columns at most, as click has it
_ENDS = (".", "?", "?)", "。", "？")  # of a sentence


def told(error: click.ClickException) -> str:
    """Return the message of an error in one line; wrong usage names the help that says how."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    to = language() if context is None else language_of(context)
    text = heard(" ".join(error.format_message().split()), to)
    if context is None:
        return text
    end, gap = (".", " ") if to == ENGLISH else ("。", "")
    ended = text if text.endswith(_ENDS) else f"{text}{end}"
    return f"{ended}{gap}{heard(f'See `{context.command_path} --help`.', to)}"


class HelpFormatter(click.HelpFormatter):
    """Writes a page of help in the person's language; in English it is click's."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        if language() == ENGLISH:
            return super().write_usage(prog, args, prefix)
        words = [heard(word) for word in args.split()]
        line = f"{heard('Usage:')} {prog} {' '.join(words)}".rstrip()
        self._write_lines(broken(line, self.width, indent=len(prog) + 2))

    def write_heading(self, heading: str) -> None:
        """Write the name of a section."""
        super().write_heading(heard(heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        if language() == ENGLISH:
            return super().write_text(text)
        for number, paragraph in enumerate(paragraphs(text)):
            if number:
                self.write_paragraph()
            for line in heard(paragraph.removeprefix("\b\n")).split("\n"):
                margin = " " * self.current_indent
                self._write_lines([f"{margin}{part}" for part in broken(line, self.width - len(margin))])

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = _FIRST_COLUMN, col_spacing: int = 2) -> None:
        """Write a list of options or commands with what each is for."""
        if language() == ENGLISH:
            return super().write_dl(rows, col_max, col_spacing)
        rows = list(rows)
        first = min(max((width(name) for name, _ in rows), default=0), col_max) + col_spacing
        margin = " " * self.current_indent
        for name, text in rows:
            said = broken(_described(text), max(self.width - self.current_indent - first, 10)) if text else [""]
            begun = f"{margin}{name}"
            if width(name) > first - col_spacing:
                self._write_lines([begun])
                begun = ""
            self._write_lines([(pad(begun, self.current_indent + first) + said[0]).rstrip()])
            self._write_lines([" " * (self.current_indent + first) + line for line in said[1:]])

    def _write_lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.write(f"{line}\n")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each in one line; one that begins with `\\b` is kept as it is written."""
    parts = inspect.cleandoc(text).partition("\f")[0].split("\n\n")
    return [part if part.startswith("\b") else " ".join(part.split()) for part in parts]


def _described(text: str) -> str:
    """Return what an option or a command is for, with what click says behind it: a default, a range."""
    found = None if text in lines(language()) else _EXTRAS.fullmatch(text)
    if found is None:
        return heard(text)
    extras = "; ".join([heard(extra) for extra in found["extras"].split("; ")])
    return f"{heard(found['help'])} [{extras}]".lstrip()


class Context(click.Context):
    """Where a command runs; its help is written in the person's language."""

    formatter_class = HelpFormatter


class Command(click.Command):
    """A command whose help is in the person's language."""

    context_class = Context

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help."""
        return _short(self) or super().get_short_help_str(limit)


class Group(click.Group):
    """A group of commands whose help is in the person's language."""

    context_class = Context
    command_class = Command

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the help."""
        return _short(self) or super().get_short_help_str(limit)


class Modules(UserDict[str, click.Command]):
    """Commands by name, each imported when it is asked for: what it alone needs is no part of the start of others.

    `members` says for each its module in a package, and its name there; others may be added.
    """

    def __init__(self, package: str, members: Mapping[str, tuple[str, str]]) -> None:
        super().__init__()
        self._package, self._members = package, members

    def __getitem__(self, name: str) -> click.Command:
        if name not in self.data and name in self._members:
            module, member = self._members[name]
            self.data[name] = getattr(import_module(f"{self._package}.{module}"), member)
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in self._members or name in self.data

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._members, *self.data)))

    def __len__(self) -> int:
        return len({*self._members, *self.data})


def _short(command: click.Command) -> str | None:
    """Return the first sentence of a command's help in another language than English."""
    if language() == ENGLISH or not command.help:
        return None
    return f"{heard(paragraphs(command.help)[0]).partition('。')[0]}。"
