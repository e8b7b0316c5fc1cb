"""Revisions are laid out, measured in turns, and entered into the history."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import compare, history, revisions
from benchmarks.compare import Measured, measured, table
from benchmarks.figures import Figure, figure
from benchmarks.history import entered, line
from benchmarks.instructions import HERE, NotCountedError
from benchmarks.revisions import RevisionError, Side, day_of, here, interleaved, revision, worker
from benchmarks.rows import rows
from benchmarks.works import WORKS, Size

pytestmark = pytest.mark.long

SMALL = Size(entries=12, actions=4)
ROW = rows("chanic_panic: 2")[0].name
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org")
DAY = {"GIT_AUTHOR_DATE": "2026-01-02T12:00:00Z", "GIT_COMMITTER_DATE": "2026-01-02T12:00:00Z"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that holds what this one holds, and as `own` a revision's own benchmarks."""
    place = tmp_path / "tree"
    place.mkdir()
    for name in ("domain", "replay", "processes"):
        (place / name).symlink_to(HERE / name)
    for name in ("benchmarks", "own"):
        shutil.copytree(HERE / "benchmarks", place / name)
    return place


@pytest.fixture
def repository(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with that tree as its only revision."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    for name, value in DAY.items():
        monkeypatch.setenv(name, value)
    shutil.rmtree(tree / "own")
    (tree / "benchmarks" / "old.py").touch()
    for command in (("init", "-q"), ("add", "."), (*IDENTITY, "commit", "-q", "-m", "all")):
        subprocess.run(["git", "-C", str(tree), *command], check=True)
    (tree / "benchmarks" / "old.py").unlink()
    monkeypatch.setattr(revisions, "HERE", tree)
    return tree


@pytest.fixture
def _uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(*_: object) -> dict[str, int]:
        raise NotCountedError("not here")

    monkeypatch.setattr(compare, "counted", counted)


def test_a_revision_is_laid_out_with_the_benchmarks_of_this_one(repository: Path) -> None:
    with revision("HEAD") as side:
        assert len(side.name) >= 7
        assert (side.tree / "domain").exists()
        assert not (side.tree / "benchmarks" / "old.py").exists()
        assert (side.tree / "own" / "old.py").exists()
    assert not side.tree.exists()
    assert day_of("HEAD") == "2026-01-02"


def test_a_revision_that_is_not_there_is_said(repository: Path) -> None:
    with pytest.raises(RevisionError, match="Needed a single revision"), revision("nowhere"):
        pass


def test_two_sides_take_turns(tree: Path) -> None:
    found = interleaved([here(), Side("there", tree)], ROW, SMALL, rounds=3)
    assert tuple(found) == WORKS
    for figures in found.values():
        assert [len(one.runs) for one in figures] == [3, 3]
        assert all(one.minimum > 0 and one.ratio > 0 for one in figures)


def test_a_revision_that_these_benchmarks_do_not_fit_is_measured_by_its_own(tree: Path) -> None:
    (tree / "benchmarks" / "played.py").write_text("import nowhere\n")
    (tree / "own" / "works.py").unlink()  # no older revision has it
    (tree / "own" / "worker.py").unlink()
    ready = worker(Side("old", tree), ROW, SMALL)
    assert ready.turn("verify").rate > 0
    ready.end()
    assert (tree / "benchmarks" / "works.py").exists()
    (tree / "benchmarks" / "played.py").write_text("import nowhere\n")
    with pytest.raises(RevisionError, match=f"old, {ROW}: ModuleNotFoundError: No module named 'nowhere'"):
        worker(Side("old", tree), ROW, SMALL)


def test_a_worker_that_ends_in_a_turn_is_said() -> None:
    ready = worker(here(), ROW, SMALL)
    with pytest.raises(RevisionError, match="the worker ended in sing"):
        ready.turn("sing")
    ready.end()


def rates(*runs: float) -> Figure:
    return figure("actions/s", runs, [4.0] * len(runs))


def one(name: str, *runs: float, times: float, **instructions: int) -> Measured:
    return Measured(
        Side(name, HERE),
        dict.fromkeys(WORKS, rates(*runs)),
        dict.fromkeys(WORKS, times),
        instructions,
    )


OLD = one("abc1234", 1_000.0, 2_000.0, 3_000.0, times=1.0, sample=200_000)
NEW = one("here", 2_000.0, 4_000.0, 9_000.0, times=2.0, sample=150_000, verify=7_000)


def test_a_table_sets_two_sides_beside_each_other() -> None:
    lines = list(table("a row", OLD, NEW))
    assert lines[0] == "**a row**"
    assert lines[2].startswith("| | abc1234: median (best) | here: median (best) | times as fast |")
    assert (
        lines[4] == "| `sample`, actions/s | 2,000 (3,000) | 4,000 (9,000) | 2.00 | 500 → 1,000 | 200k → 150k | 0.75 |"
    )
    assert lines[6] == "| `verify`, actions/s | 2,000 (3,000) | 4,000 (9,000) | 2.00 | 500 → 1,000 | – → 7k | – |"


@pytest.mark.usefixtures("_uncounted")
def test_times_are_those_of_turns_side_by_side() -> None:
    first, second = measured([here(), here()], ROW, rounds=3, quick=True)
    assert set(first.times.values()) == {1.0}
    for work in WORKS:
        pairs = zip(first.figures[work].runs, second.figures[work].runs, strict=True)
        assert second.times[work] == sorted(after / before for before, after in pairs)[1]
    assert first.instructions == {}


def test_the_history_has_a_line_for_each_revision() -> None:
    entry = line(NEW, "2026-01-02")
    assert entry.startswith("| here | 2026-01-02 | 1,000 · 2.00 · 150k | 1,000 · 2.00 · – | 1,000 · 2.00 · 7k |")
    first, again = "| abc1234 | 2026-01-01 | x |", "| abc1234 | 2026-01-01 | y |"
    text = entered("# History\n", "one game", [first])
    head = "| revision | day | `sample` | `rebuild` | `verify` | `write` |\n|---|---|---|---|---|---|\n"
    assert text == f"# History\n\n## one game\n\n{head}{first}\n"
    text = entered(text, "another", [first])
    text = entered(text, "one game", [entry])
    assert text == f"# History\n\n## one game\n\n{head}{first}\n{entry}\n\n## another\n\n{head}{first}\n"
    assert entered(text, "one game", [again]) == text.replace(f"{first}\n{entry}", f"{entry}\n{again}")


@pytest.mark.usefixtures("_uncounted", "repository")
def test_the_commands_print_and_enter_what_they_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(compare.main, ["HEAD", "--row", ROW, "--quick", "--rounds", "1"])
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"**{ROW}**\n\n| | ")
    file = tmp_path / "history.md"
    file.write_text("# History\n")
    monkeypatch.setattr(history, "FIRST", "HEAD")
    monkeypatch.setattr(history, "typical", lambda: rows(ROW))
    done = CliRunner().invoke(history.main, ["HEAD", "--quick", "--rounds", "1", "--file", str(file)])
    assert done.exit_code == 0, done.output
    assert file.read_text().count("2026-01-02") == 1
    assert done.stdout.splitlines() == [ROW, file.read_text().splitlines()[-1]]


@pytest.mark.parametrize("arguments", [[], ["HEAD", "--python", "python3"], ["HEAD", "--row", "no such row"]])
def test_a_comparison_has_one_other_side(arguments: list[str]) -> None:
    assert CliRunner().invoke(compare.main, arguments).exit_code == 2


@pytest.mark.usefixtures("repository")
def test_a_revision_that_is_not_there_ends_a_command_in_one_line() -> None:
    for command in (compare.main, history.main):
        done = CliRunner().invoke(command, ["nowhere"])
        assert done.exit_code == 1
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1
