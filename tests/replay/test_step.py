"""`replay step` in a real terminal: it begins, hears keys, and leaves the terminal as it was.

What its screen shows and does is tested in `tests/terminal`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.replay.pty_screen import Terminal
from tests.replay.records import RECORD

SEAT = ("--viewer", "seat:0", "--name", "0=Anna", "--name", "1=Ben")
PAINTED = re.compile("\x1b\\[[0-9;]*\\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])\\b[0-9;]*m")  # a colour by its SGR code
LIGHT_COMMANDS = "import sys, replay.cli; print(sorted(name for name in sys.modules if name in ('textual', 'rich')))"


def wait(terminal: Terminal, text: str) -> None:
    """Wait until something was written, whatever codes stand between its words."""
    terminal.wait(lambda _: text in re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", terminal.output))


@pytest.mark.long
@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_terminal_is_left_as_it_was(key: str, code: int) -> None:
    with Terminal(["step", str(RECORD), *SEAT, "--at", "13"]) as terminal:
        wait(terminal, "entry 13 of 49 · as Anna saw it")
        terminal.press("\x1b[C")
        wait(terminal, "entry 14 of 49")
        terminal.press(key)
        assert terminal.end() == code
        assert terminal.output.rindex("\x1b[?1049l") > terminal.output.rindex("\x1b[?1049h")
        assert "Traceback" not in terminal.output
        assert PAINTED.search(terminal.output)


@pytest.mark.long
def test_half_a_download_is_stepped_through_to_its_damage_and_without_colour(tmp_path: Path) -> None:
    half = tmp_path / "half.ndjson"
    half.write_bytes(RECORD.read_bytes()[:-9])
    with Terminal(["step", str(half), "--at", "48"], env={"NO_COLOR": "1"}) as terminal:
        wait(terminal, "the record is damaged from line 50 on")
        terminal.press("nq")
        assert terminal.end() == 0
        assert terminal.output.count("This record does not verify: line 50, ") == 1
        assert not PAINTED.search(terminal.output)


def test_the_other_commands_begin_without_textual() -> None:
    """It takes half a second to load, which `replay show` need not."""
    listed = subprocess.run([sys.executable, "-c", LIGHT_COMMANDS], capture_output=True, check=True, timeout=60)
    assert listed.stdout.decode().strip() == "[]"
