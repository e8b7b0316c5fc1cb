"""docs/new_game.md shows every line of the sample, says what it does, and is enough to make the game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from api.program.cli import main
from domain.audit.checks import verify_bytes
from domain.games import game
from replay.cli import main as replay
from tests.laws.checks import paired
from tests.laws.clean import PAIRS, SEED
from tests.laws.copies import LeakError
from tests.laws.counts import Counts
from tests.laws.holes import changed
from tests.sample import FOLDER, GUIDE, ROOT, written

MOST_LINES = 300  # of all files together: what the guide promises

PROGRAM = """
import sys
import domain.games
domain.games.__path__.append(sys.argv[1])  # as if the folder lay there
from api.program.cli import main
main(["simulate", "undercut", "--seats", "2", "--seed", "00ff", "--out", sys.argv[2]])
"""


def code(text: str) -> list[str]:
    """Return the lines of a file without the empty ones: a page sets them otherwise than the formatter."""
    return [line for line in text.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that section 7 plays."""
    file = tmp_path_factory.mktemp("sample") / "undercut.ndjson"
    done = CliRunner().invoke(main, ["simulate", "undercut", "--seats", "2", "--seed", "00ff", "--out", str(file)])
    assert done.exit_code == 0, done.output
    return file


def test_the_guide_shows_every_file_of_the_sample() -> None:
    assert set(written()) == {file.name for file in FOLDER.glob("*.py")}


@pytest.mark.parametrize("name", sorted(written()))
def test_the_blocks_of_the_guide_put_together_are_the_file(name: str) -> None:
    assert code(written()[name]) == code((FOLDER / name).read_text(encoding="utf-8"))


def test_the_sample_is_as_short_as_the_guide_says() -> None:
    assert sum([len(file.read_text(encoding="utf-8").splitlines()) for file in FOLDER.glob("*.py")]) <= MOST_LINES


def test_a_folder_typed_from_the_guide_is_found_and_plays_the_same_game(record: Path, tmp_path: Path) -> None:
    """Nothing else is needed: not a test, not a translation, no line outside the folder."""
    folder, out = tmp_path / "games" / "undercut", tmp_path / "typed.ndjson"
    folder.mkdir(parents=True)
    for name, text in written().items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder.parent), str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == record.read_bytes()
    assert verify_bytes(out.read_bytes()).failed == ()


def test_the_log_in_the_guide_is_what_the_program_says(record: Path) -> None:
    told = CliRunner().invoke(replay, ["log", str(record), "--viewer", "seat:0"]).output
    shown = re.findall(r"^```\n( +\d.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert len(shown) == 1
    assert shown[0] in told


def test_what_the_guide_links_to_is_there() -> None:
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)]+)\)", GUIDE)]
    assert targets
    assert [target for target in targets if not (ROOT / "docs" / target).exists()] == []


def test_the_leak_that_the_guide_plants_is_found_as_it_says() -> None:
    """Section 8: a hand of a single card is shown to everybody."""
    rules = game("undercut").rules

    def view(self: Any, state: Any, viewer: Any) -> Any:
        seen = rules.view(state, viewer)
        hands = [hand.cards if len(hand) == 1 else seen.hands[seat] for seat, hand in enumerate(state.hands)]
        return msgspec.structs.replace(seen, hands=tuple(hands))

    with pytest.raises(LeakError) as found:
        paired("undercut", SEED, PAIRS, changed(rules, view=view), Counts())
    for part in re.findall(r"^(B, after: .*?)…(.*?)… against …(.*?)…$", GUIDE, re.MULTILINE)[0]:
        assert part in str(found.value)
