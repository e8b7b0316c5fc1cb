"""Every line of `matchledger` and `replay` that a page shows is one that the program's own parser takes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from api.program.cli import main as matchledger
from api.settings import Settings
from replay.cli import main as replay

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
PROGRAMS: dict[str, click.Group] = {"matchledger": matchledger, "replay": replay}
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
CALLED = re.compile(r"(?:^|[\s(])(?:\S*/bin/)?((?:matchledger|replay) [a-z].*)")
ENDS = frozenset({"&", "&&", "|", ">", "…"})  # of what the program itself is given
MAYBE = re.compile(r"\[([^\[\]]*)\]")
EITHER = re.compile(r"(--[a-z-]+ [A-Z]+) \| (--[a-z-]+ [A-Z]+)")
ONE_OF = re.compile(r"(?<!\S)(\w+(?:\|\w+)+)(?!\S)")
VALUES = {"N": "1", "ROUND": "1", "TABLE": "1", "PLACE...": "1", "SEAT=DECK": "0=ID", "PATH…": "PATH"}


class Shown(NamedTuple):
    """A command as a page has it; a mention in a sentence may leave out what the command needs."""

    line: str
    mention: bool


def choices(line: str) -> Iterator[str]:
    """Yield the lines that one with `[maybe]`, `--x X | --y Y` and `this|that` stands for."""
    if found := MAYBE.search(line):
        parts = ["", found[1]]
    elif found := EITHER.search(line):
        parts = list(found.groups())
    elif found := ONE_OF.search(line):
        parts = found[1].split("|")
    else:
        yield line
        return
    for part in parts:
        yield from choices(line[: found.start()] + part + line[found.end() :])


def shown(page: Path) -> Iterator[Shown]:
    """Yield what a page's blocks and sentences show of the programs."""
    text = page.read_text("utf-8")
    for block in FENCED.findall(text):
        for line in block.splitlines():
            if "`" not in line and (found := CALLED.search(line)):
                inside = re.search(r"[$<]\(", line[: found.start(1)]) is not None  # what the line hands on
                yield Shown(found[1].partition(")")[0] if inside else found[1], mention=False)
    for quoted in QUOTED.findall(FENCED.sub("", text)):
        if found := CALLED.match(" ".join(quoted.split())):
            yield Shown(found[1], mention=True)


def parse(line: str, *, mention: bool) -> None:
    """Let the command itself read its line; raises click's error for one that is not taken."""
    program, *words = takewhile(lambda word: word not in ENDS, shlex.split(line, comments=True))
    words = [VALUES.get(word, word) for word in words]
    command: click.Command = PROGRAMS[program]
    while isinstance(command, click.Group) and words:
        context = click.Context(command, info_name=program)
        name, found, words = command.resolve_command(context, words)
        assert found is not None, name
        command = found
    try:
        command.make_context(command.name, words)
    except click.MissingParameter:
        if not mention:
            raise
    except click.exceptions.Exit as ended:  # of `--help` and the like, which have said what they say
        if ended.exit_code:
            raise


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_taken(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MATCHLEDGER_SERVICE", "http://127.0.0.1:9")
    monkeypatch.setenv("MATCHLEDGER_TOKEN", "a token")
    for line, mention in shown(page):
        for each in choices(line):
            try:
                parse(each, mention=mention)
            except click.UsageError as error:
                pytest.fail(f"{each}: {error.format_message()}")


DEPLOYED = (ROOT / "docs" / "deployment" / "matchledger.service", ROOT / "docs" / "deployment" / "Containerfile")
NAMED = re.compile(r"MATCHLEDGER_[A-Z_]+")
NOT_OPTIONS = {"MATCHLEDGER_SERVER_KEY"}  # read without an option
OF_EXAMPLES = {"MATCHLEDGER_TABLE", "MATCHLEDGER_KEY"}  # which the programs in docs/bots.md read


def variables(command: click.Command) -> Iterator[str]:
    """Yield the environment variables that a command and those below it take."""
    for option in command.params:
        taken = option.envvar
        yield from [taken] if isinstance(taken, str) else taken or ()
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from variables(below)


@pytest.mark.parametrize("page", [*PAGES, *DEPLOYED], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_setting_that_is_named_is_one(page: Path) -> None:
    known = {*variables(matchledger), *variables(replay), *NOT_OPTIONS, *OF_EXAMPLES}
    assert len(known) > 20
    assert {name for name in NAMED.findall(page.read_text("utf-8")) if not name.endswith("_")} <= known


def test_the_unit_and_the_container_start_what_the_service_takes() -> None:
    """The settings have values that it takes, in the folder that the unit makes and the container keeps."""
    unit, container = (path.read_text("utf-8") for path in DEPLOYED)
    (started,) = re.findall(r"^ExecStart=\S+/bin/(matchledger .*)$", unit, re.MULTILINE)
    entry, words = (re.search(rf"^{what} \[(.*)\]$", container, re.MULTILINE) for what in ("ENTRYPOINT", "CMD"))
    assert entry is not None
    assert words is not None
    for line in (started, f"{Path(shlex.split(entry[1])[0]).name} {' '.join(shlex.split(words[1]))}"):
        assert line == "matchledger serve"
    environments = (
        dict(re.findall(r"^Environment=(MATCHLEDGER_\w+)=(.*)$", unit, re.MULTILINE)),
        dict(re.findall(r"(MATCHLEDGER_\w+)=(\S+)", container)),
    )
    for said in environments:
        assert "MATCHLEDGER_DATABASE" in said
        words_of = [
            word for name, value in said.items() for word in (f"--{name[12:].lower().replace('_', '-')}", value)
        ]
        parse(shlex.join(["matchledger", "serve", *words_of]), mention=False)
    (folder,) = re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)
    assert environments[0]["MATCHLEDGER_DATABASE"].startswith(f"/var/lib/{folder}/")
    (kept,) = re.findall(r"^VOLUME (.*)$", container, re.MULTILINE)
    assert environments[1]["MATCHLEDGER_DATABASE"].startswith(f"{kept}/")


def test_the_proxy_waits_longer_than_the_service() -> None:
    """And leads where it listens, with a body as large as the largest that it takes."""
    proxy = (ROOT / "docs" / "deployment" / "nginx.conf").read_text("utf-8")
    own = Settings(server_key=b"")
    assert f"server 127.0.0.1:{own.port} " in proxy
    for name, least in (("proxy_read_timeout", own.longest_wait), ("client_max_body_size", own.card_set_bytes / 2**20)):
        (said,) = re.findall(rf"{name} (\d+)[sm];", proxy)
        assert int(said) > least, name
    (line,) = re.findall(r"# Beside it: (matchledger .*)", proxy)
    parse(line, mention=False)
