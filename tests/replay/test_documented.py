"""Every command has help and is documented."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from domain.audit.decided import Decision
from replay.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "replay.md").read_text(encoding="utf-8")
COMMANDS = (
    "list", "find", "show", "picture", "log", "step", "open", "diff", "compare", "knowledge", "advise", "futures",
    "damage", "report", "branch", "stats", "verify", "redact", "export", "note", "completion",
)  # fmt: skip


def chapter(name: str) -> str:
    """Return what the document says of a command."""
    _, heading, rest = TEXT.partition(f"### `replay {name} ")
    assert heading, f"docs/replay.md has no chapter about {name}"
    return rest.partition("\n### ")[0].partition("\n## ")[0]


def test_these_are_the_commands() -> None:
    assert tuple(main.list_commands(click.Context(main))) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_for_itself_and_for_each_option(name: str) -> None:
    command = main.commands[name]
    assert command.help
    first = command.help.split("\n")[0]
    assert first.endswith(".")
    assert len(first) <= 60, "the list of commands shows it whole"
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith("."), parameter.help
    for asked in ("--help", "-h"):
        shown = CliRunner().invoke(main, [name, asked])
        assert shown.exit_code == 0
        assert shown.stdout.startswith(f"Usage: replay {name} ")
        assert first in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_its_options_are_documented(name: str) -> None:
    text = chapter(name)
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.opts[0] in text, f"{name} {parameter.opts[0]}"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "open"])
def test_a_command_has_an_example_that_is_run(name: str) -> None:
    """By `test_examples`, which runs every block of a console; `open` goes on until Ctrl-C, and `test_open` runs it."""
    assert f"```console\n$ replay {name} " in chapter(name)


@pytest.mark.parametrize("name", ["add", "list", "edit", "remove", "merge"])
def test_each_command_about_notes_has_help_and_is_documented(name: str) -> None:
    group = main.commands["note"]
    assert isinstance(group, click.Group)
    command = group.commands[name]
    assert command.help
    assert name in chapter("note")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.endswith("."), parameter.help
            assert parameter.opts[0] in chapter("note"), parameter.opts[0]


def test_the_document_names_no_command_that_is_not_there() -> None:
    named = {line.split()[2].strip("`") for line in TEXT.splitlines() if line.startswith("### `replay ")}
    assert named == set(COMMANDS)


def test_the_program_says_what_it_is() -> None:
    shown = CliRunner().invoke(main, ["--help"]).stdout
    assert "..." not in shown.partition("Commands:")[2], "no help is cut off"
    assert [line.split()[0] for line in shown.partition("Commands:\n")[2].splitlines()] == list(COMMANDS)
    assert CliRunner().invoke(main, ["--version"]).stdout.startswith("replay, version ")
    assert CliRunner().invoke(main, []).exit_code == 2


def test_each_member_of_a_decision_is_documented() -> None:
    text = chapter("export").replace("`", " ").replace(",", " ").split()
    assert set(Decision.__struct_fields__) <= set(text)
