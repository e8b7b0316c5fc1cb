"""`replay verify` over many records: every one is told, in order, whatever is wrong with it or with its file."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.audit.checks import verify_bytes
from domain.audit.report import Report
from domain.record.canonical import b64
from replay.cli import main
from replay.commands import verify
from replay.reading import source
from replay.reading.gathered import gathered
from replay.reading.packed import archive
from tests.audit.tables import duel, unfinished
from tests.replay.pty_screen import Terminal

pytestmark = pytest.mark.long

GOOD = duel().record()
BAD = GOOD.replace(b'"used_ms":', b'"used_ms":1', 1)
NO_LINK = "the hash does not follow from the entry and the one before it"
JOBS = ("1", "2")
PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}

by_any_number = pytest.mark.parametrize("jobs", JOBS)


def ask(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def told(result: Result, below: Path) -> dict[str, str]:
    """Return what each line says, by the name of its record."""
    lines = [line.removeprefix(f"{below}/").partition(": ") for line in result.stdout.splitlines()]
    return {name: said for name, _, said in lines}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with everything that may lie in one."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "file10.ndjson").write_bytes(GOOD)
    (tmp_path / "file9.ndjson").write_bytes(BAD)
    (tmp_path / "deep" / "er" / "a.jsonl").write_bytes(unfinished().record())
    (tmp_path / "deep" / "b.record").write_bytes(b"")
    (tmp_path / "other.ndjson").write_text('{"hello":1}\n')
    (tmp_path / "notes.txt").write_text("no record")
    (tmp_path / "gone.ndjson").symlink_to("nowhere")
    (tmp_path / "deep" / "round").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.ndjson")
    (tmp_path / "link.ndjson").symlink_to("pipe.ndjson")
    return tmp_path


@by_any_number
def test_every_record_is_told_in_natural_order_and_nothing_stops_the_others(folder: Path, jobs: str) -> None:
    result = ask(folder, "--jobs", jobs)
    assert list(told(result, folder).items()) == [
        ("deep/b.record", "unreadable, the record is empty (empty_record)"),
        ("deep/er/a.jsonl", "passed"),
        (
            "file9.ndjson",
            f"failed, line 6, chain of hashes (broken_chain): {NO_LINK}",
        ),
        ("file10.ndjson", "passed"),
        ("gone.ndjson", "unreadable, No such file or directory"),
        ("other.ndjson", "unreadable, no line of it is a header or an entry (not_a_record)"),
    ]
    assert (result.exit_code, result.stderr) == (1, "6 records: 2 passed, 1 failed, 3 unreadable.\n")


@by_any_number
def test_the_exit_code_tells_wrong_from_unreadable_from_good(folder: Path, jobs: str) -> None:
    good, bad, gone = folder / "file10.ndjson", folder / "file9.ndjson", folder / "gone.ndjson"
    for paths, code in (((good, good), 0), ((good, gone), 2), ((gone, bad, good), 1)):
        assert ask(*paths, "--jobs", jobs).exit_code == code


@by_any_number
def test_json_is_the_report_of_each_record_on_a_line_of_its_own(folder: Path, jobs: str) -> None:
    result = ask(folder / "file9.ndjson", folder / "file10.ndjson", folder / "gone.ndjson", "--json", "--jobs", jobs)
    bad, good, gone = map(json.loads, result.stdout.splitlines())
    assert good == {"place": str(folder / "file10.ndjson"), **json.loads(ask(good["place"], "--json").stdout)}
    assert (good["result"], bad["result"], bad["first_wrong_line"]) == ("passed", "failed", 6)
    assert gone == {
        "place": str(folder / "gone.ndjson"),
        "result": "unreadable",
        "reason": "No such file or directory",
        "python": good["python"],
    }
    assert good["python"]["version"] == ".".join(map(str, sys.version_info[:3]))


@by_any_number
def test_fail_fast_stops_after_the_first_wrong_record(folder: Path, jobs: str) -> None:
    result = ask(folder, "--fail-fast", "--jobs", jobs)
    assert list(told(result, folder)) == ["deep/b.record", "deep/er/a.jsonl", "file9.ndjson"]
    assert (result.exit_code, result.stderr) == (1, "3 records: 1 passed, 1 failed, 1 unreadable.\n")


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_packed_record_is_read_like_any_other(suffix: str, tmp_path: Path) -> None:
    packed = tmp_path / f"a.ndjson{suffix}"
    packed.write_bytes(PACKERS[suffix](GOOD))
    (tmp_path / "b.ndjson").write_bytes(GOOD)
    assert ask(packed).stdout == ask(tmp_path / "b.ndjson").stdout
    assert told(ask(tmp_path), tmp_path) == {f"a.ndjson{suffix}": "passed", "b.ndjson": "passed"}
    packed.write_bytes(PACKERS[suffix](GOOD)[:-20])
    assert ask(packed).exit_code == 2
    assert told(ask(tmp_path), tmp_path)[packed.name].startswith("unreadable, ")


@pytest.mark.parametrize("suffix", [*PACKERS, ".zip"])
def test_what_grows_too_large_when_it_is_unpacked_is_left(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "RECORD_BYTES", 2**20)
    bomb, packed = b"0" * 2**24, tmp_path / f"a.ndjson{suffix}"
    if suffix == ".zip":
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("a.ndjson", bomb)
    else:
        packed.write_bytes(PACKERS[suffix](bomb))
    assert set(told(ask(tmp_path, "--jobs", "1"), tmp_path).values()) == {"unreadable, a record has at most 1 MiB"}


def test_an_archive_is_a_folder_in_a_file(tmp_path: Path) -> None:
    """Also one whose members bear the same name, or no name that a file could have."""
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("deep/10.ndjson", GOOD)
        file.writestr("deep/9.ndjson", BAD)
        file.writestr("readme.txt", "no record")
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr("deep/9.ndjson", GOOD)
    for asked in (path, tmp_path):
        places = [line.partition(", ")[0] for line in ask(asked).stdout.splitlines()]
        assert places == [
            f"{path}/deep/9.ndjson: failed",
            f"{path}/deep/9.ndjson: passed",
            f"{path}/deep/10.ndjson: passed",
        ]


def test_an_archive_that_is_broken_is_told(tmp_path: Path) -> None:
    archive.cache_clear()
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04 and no more")
    locked = bytearray(zipped(tmp_path / "locked.zip"))
    locked[6] |= 1  # says that a password is needed, as its twin in the list does
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "locked.zip").write_bytes(locked)
    found = told(ask(tmp_path, "--jobs", "1"), tmp_path)
    assert found["cut.zip"] == "unreadable, File is not a zip file"
    assert "password required" in found["locked.zip/a.ndjson"]
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    assert ask(tmp_path / "empty.zip").exit_code == 2


def zipped(path: Path) -> bytes:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a.ndjson", GOOD)
    return path.read_bytes()


def test_a_packed_member_is_read_and_names_may_be_strange(tmp_path: Path) -> None:
    """Packed inside an archive; a number of more digits than Python turns into one."""
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("b.ndjson.gz", gzip.compress(GOOD))
        file.writestr(f"a{'9' * 5_000}.ndjson", GOOD)
        file.writestr("a10.ndjson", GOOD)
        file.writestr("a9.ndjson", BAD)
    lines = ask(path).stdout.splitlines()
    assert [line[len(str(path)) + 1 :][:6] for line in lines] == ["a9.ndj", "a10.nd", "a99999", "b.ndjs"]
    assert [": passed" in line for line in lines] == [False, True, True, True]


def test_a_link_to_itself_hides_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(GOOD)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "loop.ndjson").symlink_to(tmp_path / "loop.ndjson")
    found = told(ask(tmp_path), tmp_path)
    assert found["a.ndjson"] == "passed"
    assert found["loop.ndjson"].startswith("unreadable, ")
    assert len(found) == 2


def test_folders_that_link_each_other_name_each_record_once(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.ndjson").write_bytes(GOOD)
        for other in names:
            (tmp_path / name / f"to_{other}").symlink_to(tmp_path / other)
    assert len(list(gathered([str(tmp_path)]))) == len(names)


def test_a_closed_output_says_nothing_of_the_record(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(GOOD)
    command = f"{sys.executable} -m replay.cli verify {tmp_path / 'a.ndjson'} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_folder_without_records_is_no_success(tmp_path: Path) -> None:
    assert (ask(tmp_path).exit_code, ask(tmp_path).stderr) == (2, "0 records: 0 passed.\n")


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "a.ndjson").write_bytes(GOOD)
    scandir = os.scandir

    def refused(path: str) -> object:
        if path == str(closed):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    assert told(ask(tmp_path), tmp_path) == {"a.ndjson": "passed", "closed": "unreadable, Permission denied"}


def test_folders_may_lie_deeper_than_python_calls(tmp_path: Path) -> None:
    (tmp_path / "b.ndjson").touch()
    deep = os.path.join(tmp_path, *["d"] * 1_200)
    os.makedirs(os.path.join(tmp_path, *["d"] * 600))
    os.makedirs(deep)
    Path(deep, "a.ndjson").touch()
    try:
        assert [place.path for place in gathered([str(tmp_path)])] == [f"{tmp_path}/b.ndjson", f"{deep}/a.ndjson"]
    finally:
        os.remove(f"{deep}/a.ndjson")
        os.removedirs(deep)  # up to the folder that is not empty; pytest's own way back is a call for each


def test_a_name_that_is_no_text_is_shown_as_its_bytes(tmp_path: Path) -> None:
    for name in (b"a\xff.ndjson", b"b\n\x1b[1m.ndjson"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(GOOD)
    assert list(told(ask(tmp_path), tmp_path)) == ["a\\xff.ndjson", "b [1m.ndjson"]
    places = [json.loads(line)["place"] for line in ask(tmp_path, "--json").stdout.splitlines()]
    assert places == [f"{tmp_path}/a\\xff.ndjson", f"{tmp_path}/b\n\x1b[1m.ndjson"]


@pytest.mark.parametrize("other", ["-", "https://nowhere.example/api/v1/tables/t"])
def test_what_is_no_file_stands_alone(other: str, tmp_path: Path) -> None:
    result = ask(tmp_path, other)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "stands alone" in result.stderr


def test_a_record_that_breaks_the_verifier_ends_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: bytes, **_: object) -> Report:
        assert text != BAD, "a check is broken"
        return verify_bytes(text)

    monkeypatch.setattr(verify, "verify_bytes", broken)
    found = told(ask(folder, "--jobs", "1"), folder)
    assert found["file9.ndjson"].startswith("unreadable, AssertionError: a check is broken")
    assert found["file10.ndjson"] == "passed"


def started(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start the program in a session of its own, so that the interrupt key reaches all of its processes alone."""
    return subprocess.Popen(
        [sys.executable, "-m", "replay.cli", "verify", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@by_any_number
def test_the_interrupt_key_leaves_no_process_and_no_traceback(jobs: str, tmp_path: Path) -> None:
    """Every process holds the standard error open: that it ends says that all are gone."""
    for number in range(2_000):
        (tmp_path / f"{number}.ndjson").symlink_to("good.record")
    (tmp_path / "good.record").write_bytes(GOOD)
    with started(tmp_path, "--jobs", jobs) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=60)
        assert (program.returncode, errors.strip()) == (130, b"")


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    for number in range(2_000):
        (tmp_path / f"{number}.ndjson").symlink_to("good.record")
    (tmp_path / "good.record").write_bytes(GOOD)
    with started(tmp_path, "--jobs", "2") as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 141


def test_a_terminal_shows_colours_and_whole_lines(folder: Path) -> None:
    with Terminal(["verify", str(folder), "--jobs", "2"], columns=200) as terminal:
        assert terminal.end() == 1
        assert "\x1b[1;32mpassed\x1b[0m" in terminal.output
        assert "6 records: 2 passed, 1 failed, 3 unreadable." in terminal.output


HEAD = f"{len(duel().entries)}:{b64(duel().entries[-1].hash)}"
OTHER_HEAD = f"9:{'B' * 42}A"


def test_a_single_record_is_compared_with_heads_that_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.ndjson"
    file.write_bytes(GOOD)
    good = ask(file, "--head", HEAD, "--head", f"duel-1@{HEAD}")
    assert (good.exit_code, good.stdout.count("agrees: all")) == (0, 2)
    assert f"Head, worth keeping:\n  {HEAD}\n" in good.stdout
    bad = ask(file, "--head", OTHER_HEAD)
    assert bad.exit_code == 1
    assert "it is not the one that was kept" in bad.stdout
    assert json.loads(ask(file, "--json", "--head", OTHER_HEAD).stdout)["heads"][0]["agreement"] == "differs"
    assert ask(file, "--head", "9:x").exit_code == 2


@by_any_number
def test_many_records_are_compared_with_heads_that_name_their_table(folder: Path, jobs: str) -> None:
    good = folder / "file10.ndjson"
    result = ask(good, folder / "deep" / "er" / "a.jsonl", "--jobs", jobs, "--head", f"duel-1@{HEAD}")
    assert result.exit_code == 0, result.stdout
    result = ask(good, good, "--jobs", jobs, "--head", f"duel-1@{OTHER_HEAD}")
    assert (result.exit_code, result.stdout.count("differs: this is not the record")) == (1, 2)
    result = ask(good, good, "--jobs", jobs, "--head", f"nowhere@{HEAD}")
    assert result.exit_code == 2
    assert f"No record of table nowhere is here: its head {HEAD} was not compared." in result.stderr
    assert "of which record is the head" in ask(good, good, "--head", HEAD).stderr


@pytest.mark.parametrize("suffix", PACKERS)
def test_the_standard_input_may_be_packed(suffix: str) -> None:
    result = CliRunner().invoke(main, ["verify", "-"], input=PACKERS[suffix](GOOD))
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_pipe_among_several_is_not_waited_for(folder: Path) -> None:
    result = ask(folder / "file10.ndjson", folder / "pipe.ndjson")
    assert "pipe.ndjson: unreadable, no file: what is no file, such as a pipe, is verified alone" in result.stdout
    assert result.exit_code == 2
