"""Records from a file, the standard input, and the URL of a table; the tables of a folder and of a service."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from domain.kernel.seats import SPECTATOR
from replay.cli import main
from replay.reading import source
from tests.audit.tables import Game, duel, harbour, unfinished
from tests.replay.service import Asked, Reply, serving

TABLE = "/api/v1/tables/duel-1"


def ask(*arguments: str, token: str | None = None, text: bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=text, env={"MATCHLEDGER_TOKEN": token})


def record(asked: Asked) -> Reply:
    return Reply(duel().record()) if asked.path.startswith(f"{TABLE}/record") else Reply(b"", 404)


def problem(status: int, **members: object) -> Reply:
    return Reply(json.dumps(members).encode(), status, {"Content-Type": "application/problem+json"})


@pytest.mark.parametrize("path", [TABLE, f"{TABLE}/", f"{TABLE}/record", f"{TABLE}?viewer=seat:0"])
def test_the_url_of_a_table_stands_for_its_record(path: str) -> None:
    with serving(record) as (address, came):
        result = ask("verify", f"{address}{path}")
    assert (result.exit_code, result.stderr) == (0, "")
    assert came[0].path == f"{TABLE}/record" + ("?viewer=seat:0" if "?" in path else "")
    assert came[0].headers["Accept"].startswith("application/x-ndjson")
    assert "Authorization" not in came[0].headers


def test_the_token_comes_from_the_environment_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("from-file\n")
    with serving(record) as (address, came):
        assert ask("stats", address + TABLE, token="from-environment").exit_code == 0
        asked = ("stats", address + TABLE, "--token-file", str(file))
        assert ask(*asked, token="from-environment").exit_code == 0
    read = [one for one in came if one.path.endswith("/record")]
    assert [one.headers["Authorization"] for one in read] == ["Bearer from-environment", "Bearer from-file"]
    assert not any("from-" in one.path for one in came)


@pytest.mark.parametrize("text", ["two words", "naïve", "", "x" * 600])
def test_a_file_without_a_token_is_said_and_nothing_is_asked(text: str, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(text)
    with serving(record) as (address, came):
        result = ask("stats", address + TABLE, "--token-file", str(file))
    assert result.exit_code == 2
    assert "holds no token" in result.stderr
    assert text not in result.stderr or not text
    assert came == []


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (problem(404, title="Unknown", detail="No table has this id."), "answers 404: No table has this id."),
        (problem(401, title="Credentials needed"), "answers 401: Credentials needed"),
        (problem(403, detail=7), "answers 403: Forbidden"),
        (problem(404, detail="No table.", code="unknown_table"), "answers 404: No table. (unknown_table)"),
        (Reply(b"<html>", 500), "answers 500: Internal Server Error"),
        (Reply(b"[1]", 503), "answers 503: Service Unavailable"),
        (
            Reply(b"", 302, {"Location": "http://elsewhere.example/"}),
            "a redirect to http://elsewhere.example/, which is",
        ),
        (Reply(b"", 301), "a redirect to nowhere, which is not followed"),
        (Reply(b"abc", announce=9), "the answer ends after 3 of 9 bytes"),
    ],
)
def test_any_other_answer_is_told_in_one_line(reply: Reply, message: str) -> None:
    with serving(lambda asked: reply) as (address, came):
        result = ask("show", address + TABLE, token="t")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("replay: 127.0.0.1")
    assert message in result.stderr
    assert len(came) == 1, "a token travels to nobody else"


def test_a_service_that_is_not_there_is_said() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        result = ask("show", f"http://{address}{TABLE}")
    assert result.exit_code == 2
    assert result.stderr == f"replay: {address} cannot be reached: Connection refused\n"


def test_what_is_too_large_for_a_record_is_not_read_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(source, "RECORD_BYTES", 2**20)
    large = b"x" * (2**20 + 1)
    with serving(lambda asked: Reply(large)) as (address, _):
        host = address.removeprefix("http://")
        assert f"{host}: a record has at most 1 MiB" in ask("show", address + TABLE).stderr
    file = tmp_path / "large"
    file.write_bytes(large)
    assert f"{file}: a record has at most 1 MiB" in ask("show", str(file)).stderr
    assert "the standard input: a record has at most 1 MiB" in ask("show", "-", text=large).stderr


def test_the_tables_of_a_service_are_listed_page_by_page() -> None:
    def tables(asked: Asked) -> Reply:
        last = "cursor=" in asked.path
        table: dict[str, object] = {
            "seats": 4,
            "taken": 3,
            "opened_at": "2026-01-01T00:00:00.000Z",
            "visibility": "public",
        }
        table |= {"id": "t2" if last else "t1", "game": "chanic_panic", "status": "running", "label": "Evening"}
        return Reply(json.dumps({"tables": [table], "next": None if last else "a+b"}).encode())

    with serving(tables) as (address, came):
        result = ask("list", address, "--json")
        filtered = ask("list", f"{address}/api/v1/tables?status=running", token="t")
    assert [json.loads(line)["place"] for line in result.stdout.splitlines()] == [
        f"{address}/api/v1/tables/t1",
        f"{address}/api/v1/tables/t2",
    ]
    assert [one.path for one in came] == [
        "/api/v1/tables",
        "/api/v1/tables?cursor=a%2Bb",
        "/api/v1/tables?status=running",
        "/api/v1/tables?status=running&cursor=a%2Bb",
    ]
    assert came[-1].headers["Authorization"] == "Bearer t"
    assert "running" in filtered.stdout
    assert filtered.stdout.split("\n")[0].split() == ["opened", "game", "seats", "status", "label", "where"]
    assert "Evening" in filtered.stdout


@pytest.mark.parametrize("body", [b"hello", b"{}", b'{"tables":[{}]}', b"[" * 99_999])
def test_an_answer_that_is_no_list_is_said(body: bytes) -> None:
    with serving(lambda asked: Reply(body)) as (address, _):
        result = ask("list", address)
    assert result.exit_code == 2
    assert "that is no list of tables" in result.stderr


def test_a_list_without_end_is_left() -> None:
    with serving(lambda asked: Reply(b'{"tables":[],"next":"again"}')) as (address, came):
        result = ask("list", address)
    assert result.exit_code == 2
    assert "the list does not end" in result.stderr
    assert 100 <= len(came) <= 1_000


def test_the_records_of_a_folder_are_listed(tmp_path: Path) -> None:
    tables = {"a": duel(), "b": unfinished(), "c": harbour(), "d": Game("chanic_panic", 2).abandon().done()}
    for name, played in tables.items():
        (tmp_path / f"{name}.ndjson").write_bytes(played.record())
    (tmp_path / "notes.txt").write_text("no record")
    (tmp_path / "other.jsonl").write_text('{"hello":1}\n')
    (tmp_path / "broken.record").write_bytes(duel().record()[:90])
    (tmp_path / "folder.ndjson").mkdir()
    result = ask("list", str(tmp_path), "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(Path(row["place"]).name, row["status"], row["seats"]) for row in rows] == [
        ("a.ndjson", "confirmed", 2),
        ("b.ndjson", "running", 2),
        ("c.ndjson", "confirmed", 3),
        ("d.ndjson", "abandoned", 2),
    ]
    assert [row["entries"] for row in rows] == [len(played.entries) for played in tables.values()]
    assert result.stderr.count("\n") == 1
    assert "broken.record: " in result.stderr
    text = ask("list", str(tmp_path)).stdout.splitlines()
    assert text[0].split() == (
        ["opened", "game", "seats", "players", "result", "time", "status", "entries", "copy", "of", "label", "where"]
    )
    assert "A duel" in text[1]
    assert len(text) == 5


def test_a_folders_list_tells_who_played_who_won_and_how_long_it_took(tmp_path: Path) -> None:
    """Names of people stand in no record: only bots have names there."""
    played = duel()
    (tmp_path / "a.ndjson").write_bytes(played.record(SPECTATOR))
    row = json.loads(ask("list", str(tmp_path), "--json").stdout)
    finished = played.table.book.finished
    assert finished is not None
    begun = next(json.loads(entry.public)["at"] for entry in played.entries if entry.kind == "game_started")
    assert row["outcome"]["places"] == json.loads(msgspec.json.encode(finished.outcome.places))
    assert row["played_ms"] == finished.at - begun
    assert row["bots"] == [None if holder is None else holder.bot for holder in played.table.book.holders]
    assert row["players"] == []
    assert row["wrong"] is None
    text = ask("list", str(tmp_path)).stdout
    winner = finished.outcome.winners[0]
    assert f"seat {winner} won" in text


def test_a_list_marks_what_does_not_verify_and_reads_half_a_download(tmp_path: Path) -> None:
    good = duel().record()
    (tmp_path / "good.ndjson").write_bytes(good)
    (tmp_path / "half.ndjson").write_bytes(good[:-9])
    (tmp_path / "wrong.ndjson").write_bytes(good.replace(b'"used_ms":', b'"used_ms":1', 1))
    rows = {
        Path(row["place"]).stem: row
        for row in map(json.loads, ask("list", str(tmp_path), "--json").stdout.splitlines())
    }
    assert rows["good"]["wrong"] is None
    assert rows["half"]["wrong"] == {"check": "format", "code": "cut_off", "line": good.count(b"\n")}
    assert rows["half"]["entries"] == rows["good"]["entries"] - 1
    assert rows["wrong"]["wrong"]["check"] == "chain"
    text = ask("list", str(tmp_path)).stdout.splitlines()
    assert [("broken_chain, line" in line, "cut_off, line" in line) for line in text[1:]] == [
        (False, False),
        (False, True),
        (True, False),
    ]
    only = ask("list", str(tmp_path), "--wrong", "--json").stdout.splitlines()
    assert [Path(json.loads(line)["place"]).stem for line in only] == ["half", "wrong"]


def listed(folder: Path, *options: str) -> list[str]:
    """Return the names of the listed files in order."""
    result = ask("list", str(folder), "--json", *options)
    assert result.exit_code == 0, result.stderr
    return [Path(json.loads(line)["place"]).stem for line in result.stdout.splitlines()]


def test_files_are_listed_in_the_order_in_which_people_count(tmp_path: Path) -> None:
    for name in ("file10", "file9", "File1", "file9b", "2", "10"):
        (tmp_path / f"{name}.ndjson").write_bytes(duel().record())
    assert listed(tmp_path) == ["2", "10", "File1", "file9", "file9b", "file10"]
    assert listed(tmp_path, "--reverse") == ["file10", "file9b", "file9", "File1", "10", "2"]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("--game", "chanic_panic"), ["duel", "given_up", "running"]),
        (("--game", "whist"), []),
        (("--status", "confirmed"), ["duel", "three"]),
        (("--status", "abandoned"), ["given_up"]),
        (("--seats", "3"), ["three"]),
        (("--label", "DUEL"), ["duel"]),
        (("--player", "SENS"), ["duel", "given_up", "running"]),
        (("--player", "nobody"), []),
        (("--sort", "entries"), ["given_up", "running", "three", "duel"]),
        (("--sort", "status"), ["running", "duel", "three", "given_up"]),
        (("--sort", "seats", "--reverse"), ["three", "duel", "given_up", "running"]),
        (("--sort", "label"), ["duel", "given_up", "running", "three"]),
    ],
)
def test_a_list_is_narrowed_and_ordered(options: tuple[str, ...], names: list[str], tmp_path: Path) -> None:
    """What has nothing to be ordered by comes last."""
    tables = {
        "duel": duel(),
        "running": unfinished(),
        "three": harbour(),
        "given_up": Game("chanic_panic", 2).start().abandon().done(),
    }
    for name, played in tables.items():
        (tmp_path / f"{name}.ndjson").write_bytes(played.record())
    assert listed(tmp_path, *options) == names


def test_what_is_not_there_is_said_of_a_narrowed_list_too(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(duel().record())
    assert ask("list", str(tmp_path), "--game", "whist").stderr == "There are no such records here.\n"


def test_a_service_is_asked_for_what_is_wanted_and_tells_names_and_results() -> None:
    def tables(asked: Asked) -> Reply:
        table = {
            "id": "t1",
            "game": "chanic_panic",
            "status": "confirmed",
            "opened_at": "2026-01-01T00:00:00.000Z",
            "seats": 2,
            "players": [{"seat": 0, "name": "Anna", "player": "p1", "bot": None}],
            "outcome": {"places": [{"place": 1, "seats": [0]}], "points": None, "ended_by": "time", "reason": "x"},
        }
        seated = [{"seat": seat, "name": name, "bot": None} for seat, name in enumerate(("Ben", "Cleo"))]
        return Reply(json.dumps({"tables": [table, {**table, "id": "t2", "players": seated}]}).encode())

    with serving(tables) as (address, came):
        text = ask("list", address, "--game", "chanic_panic", "--status", "confirmed").stdout
        one = ask(
            "list", f"{address}/api/v1/tables?status=running", "--status", "confirmed", "--player", "cle", "--json"
        )
    assert [asked.path for asked in came] == [
        "/api/v1/tables?game=chanic_panic&status=confirmed",
        "/api/v1/tables?status=running",
    ]
    assert "Anna, –" in text
    assert "Anna won (time)" in text
    assert "Ben won (time)" in text
    assert [json.loads(line)["table"] for line in one.stdout.splitlines()] == ["t2"]


def test_a_folder_without_records_says_so(tmp_path: Path) -> None:
    result = ask("list", str(tmp_path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "There are no records here.\n")
    assert ask("list", str(tmp_path), "--json").stderr == ""


@pytest.mark.parametrize(
    "body",
    [b'{"detail":"\xff"}', b'{"detail":' + b"[" * 50_000, b'{"tables":[{"id":"\xff"}],"next":null}', b"[" * 50_000],
)
@pytest.mark.parametrize("status", [200, 404])
@pytest.mark.parametrize("command", ["list", "find", "show", "verify"])
def test_whatever_a_service_answers_is_said_in_one_line(command: str, status: int, body: bytes) -> None:
    """Bytes that are no text, and values nested deeper than anybody reads."""
    with serving(lambda asked: Reply(body, status)) as (address, _):
        result = ask(command, address if command in ("list", "find") else address + TABLE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("replay: ")
    assert result.stderr.count("\n") == 1
