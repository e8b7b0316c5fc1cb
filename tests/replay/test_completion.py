"""Shells complete commands, options, files and names of both programs, by the script that the programs print."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from api.program.cli import main as matchledger
from replay.cli import main as replay

PROGRAMS: dict[str, click.Group] = {"replay": replay, "matchledger": matchledger}
SHELLS = ("bash", "zsh", "fish")
SCRIPTS = Path(sys.executable).parent
LINES: dict[tuple[str, ...], set[str]] = {  # what stands before the cursor, the last word begun
    ("replay", "ver"): {"verify"},
    ("replay", "show", "--vie"): {"--viewer"},
    ("replay", "show", "--viewer", "s"): {"spectator", "seat:"},
    ("replay", "find", "--game", "pan"): {"panic_clan_inviter", "panzer_clash"},
    ("replay", "list", "--status", "a"): {"abandoned"},
    ("matchledger", "archive", ""): {"export", "import"},
    ("matchledger", "simulate", "fi"): {"fightdrome"},
    ("matchledger", "completion", ""): {*SHELLS},
}
WANTS_FILE = {"replay": ("replay", "verify", "x"), "matchledger": ("matchledger", "decks", "check", "x")}
CALLED = ("FILE", "PATH", "PATH...", "NOTES...", "DIR", "DIR|URL", "FROM", "TO")  # arguments and options for files


def script(program: str, shell: str, *, called: str | None = None) -> str:
    made = CliRunner().invoke(PROGRAMS[program], ["completion", shell], prog_name=called or program)
    assert made.exit_code == 0
    return made.stdout


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_script_asks_the_program_itself(program: str, shell: str) -> None:
    """Whatever it is called by; no shell need be there to print it."""
    text = script(program, shell)
    assert f"_{program.upper()}_COMPLETE={shell}_complete" in text
    assert script(program, shell, called="python -m x") == text


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("words", LINES)
def test_a_program_answers_each_shell(words: tuple[str, ...], shell: str) -> None:
    """As the script asks it for what completes the last of the words."""
    begun = words[-1] if shell == "fish" else str(len(words) - 1)
    env: dict[str, str | None] = {
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": begun,
        f"_{words[0].upper()}_COMPLETE": f"{shell}_complete",
    }
    lines = CliRunner().invoke(PROGRAMS[words[0]], [], prog_name=words[0], env=env).stdout.splitlines()
    found = {
        "bash": [line.partition(",")[2] for line in lines],
        "zsh": lines[1::3],  # type, word and help in turn
        "fish": lines[1::3] if "plain" in lines else [line.partition(",")[2].partition("\t")[0] for line in lines],
    }[shell]
    assert set(found) == LINES[words]


@pytest.mark.parametrize("program", PROGRAMS)
def test_files_are_offered_where_a_file_is_wanted(program: str) -> None:
    """For every argument and option of every command that is called so."""
    commands: list[click.Command] = [PROGRAMS[program]]
    looked = 0
    for command in commands:
        if isinstance(command, click.Group):
            commands += command.commands.values()
        for parameter in command.params:
            if parameter.metavar in CALLED:
                offered = parameter.shell_complete(click.Context(command), "x")
                assert [item.type in ("file", "dir") for item in offered] == [True], (command.name, parameter.name)
                looked += 1
    assert looked > 4


def completed_by_bash(words: tuple[str, ...], source: Path) -> list[str]:
    """Let bash source the script and run what it would run for a tab."""
    function = f"_{words[0]}_completion"
    lines = (
        f". '{source}'",
        "compopt() { echo compopt $2; }",  # works in a real completion only
        "COMP_WORDS=(" + " ".join(f"'{word}'" for word in words) + ")",
        f"COMP_CWORD={len(words) - 1}",
        f"{function} {words[0]}",
        "printf '%s\\n' \"${COMPREPLY[@]}\"",
        f"complete -p {words[0]}",
    )
    env = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", "\n".join(lines)], env=env, capture_output=True, text=True, timeout=60, check=True
    )
    *found, registered = done.stdout.splitlines()
    assert registered == f"complete -o nosort -F {function} {words[0]}"
    return [word for word in found if word]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("words", [("replay", "ver"), ("matchledger", "archive", "")])
def test_bash_completes(words: tuple[str, ...], tmp_path: Path) -> None:
    source = tmp_path / "completion.sh"
    source.write_text(script(words[0], "bash"))
    assert set(completed_by_bash(words, source)) == LINES[words]
    assert completed_by_bash(WANTS_FILE[words[0]], source) == ["compopt default"]


@pytest.mark.long
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_script(shell: str, tmp_path: Path) -> None:
    """Where they are installed: they read it without a word."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    for program in PROGRAMS:
        file = tmp_path / program
        file.write_text(script(program, shell))
        done = subprocess.run([shell, "-n", str(file)], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
