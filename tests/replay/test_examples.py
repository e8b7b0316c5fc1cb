"""The examples of `docs/replay.md` print what stands there; `pytest --golden` writes it anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from replay.cli import main
from tests.replay.records import OTHER, example_folder, played_otherwise

DOCUMENT = Path(__file__).parents[2] / "docs" / "replay.md"
BLOCK = re.compile(r"```console\n\$ replay (?P<command>[^\n]+)\n(?P<output>.*?)```", re.DOTALL)


def printed(command: str) -> str:
    result = CliRunner().invoke(main, shlex.split(command))
    assert result.exit_code in (0, 1), result.output
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


@pytest.mark.long
def test_examples_print_what_the_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    if request.config.getoption("--golden"):
        OTHER.write_bytes(played_otherwise().record())
    example_folder(tmp_path)
    text = DOCUMENT.read_text(encoding="utf-8")
    said = {found["command"]: found["output"] for found in BLOCK.finditer(text)}
    assert len(said) >= 1
    prints = {command: printed(command) for command in said}
    if request.config.getoption("--golden"):
        text = BLOCK.sub(lambda found: f"```console\n$ replay {found['command']}\n{prints[found['command']]}```", text)
        DOCUMENT.write_text(text, encoding="utf-8")
    else:
        assert prints == said
