"""Every command shows the same of a viewer's own copy as of the full record seen as that viewer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from domain.kernel.display.lines import plain
from domain.kernel.seats import every_viewer
from replay.cli import main
from replay.commands.redact import OPEN
from tests.audit.tables import OTHERS_BEGUN, Played, duel, harbour, unfinished, went_back

pytestmark = pytest.mark.long

TABLES = [duel, harbour, went_back, unfinished, *OTHERS_BEGUN]


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_copy_shows_what_the_full_record_shows_of_its_viewer(table: Callable[[], Played], tmp_path: Path) -> None:
    played = table()
    full = tmp_path / "full.ndjson"
    full.write_bytes(played.record())
    last = len(played.entries)
    for viewer in every_viewer(played.table.setup.seats):
        own = tmp_path / "own.ndjson"
        own.write_bytes(played.record(viewer))
        asked = ("--viewer", str(viewer))
        for command in (
            ("log", "--json"),
            ("show", "--json", "--at", str(last // 2)),
            ("show", "--at", str(last - 5)),
            ("diff", "--json", "--at", str(last // 2)),
            ("diff", "--at", str(last // 3)),
            ("export", "--format", "csv"),
            ("export", "--format", "text"),
            ("export", "--format", "markdown"),
        ):
            name, *options = command
            assert output(name, str(full), *options, *asked) == output(name, str(own), *options)
        one, other = (
            msgspec.json.decode(output("export", str(file), "--format", "json", *asked)) for file in (full, own)
        )
        assert (one.pop("copy_of"), other.pop("copy_of")) == ("all", str(viewer))
        assert one == other
        one, other = (
            msgspec.json.decode(output("export", str(file), "--format", "frames", *asked)) for file in (full, own)
        )
        assert "all" in one["header"].pop("allowed")
        assert str(viewer) in other["header"].pop("allowed")
        assert one == other


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_redacted_file_is_the_copy_of_the_service(table: Callable[[], Played], tmp_path: Path) -> None:
    played = table()
    full = tmp_path / "full.ndjson"
    full.write_bytes(played.record())
    for viewer in every_viewer(played.table.setup.seats):
        out = tmp_path / "copy.ndjson"
        result = CliRunner().invoke(main, ["redact", str(full), "--viewer", str(viewer), "--out", str(out)])
        assert (result.exit_code, result.stdout) == (0, "")
        warned = played.table.book.secrets_open and not viewer.everything
        written = f"{out}: {len(played.record(viewer))} bytes written\n"
        assert result.stderr == (f"{OPEN}\n{written}" if warned else written)
        assert out.read_bytes() == played.record(viewer)
        piped = CliRunner().invoke(main, ["redact", "-", "--viewer", str(viewer)], input=played.record())
        assert piped.stdout_bytes == played.record(viewer)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_closed_copy_is_what_the_viewer_had_before_the_secrets_opened(table: Callable[[], Played]) -> None:
    """Closing a copy whose secrets are closed, or that was closed before, changes nothing."""
    played = table()
    before = played._replace(entries=tuple(entry for entry in played.entries if entry.kind != "secrets_opened"))
    for viewer in every_viewer(played.table.setup.seats):
        asked = ["redact", "-", "--viewer", str(viewer), "--closed"]
        for source in (played.record(), before.record(), before.record(viewer)):
            result = CliRunner().invoke(main, asked, input=source)
            assert (result.exit_code, result.stderr) == (0, "")
            assert result.stdout_bytes == before.record(viewer)
        assert CliRunner().invoke(main, ["verify", "-"], input=before.record(viewer)).exit_code == 0


@pytest.mark.parametrize(("owner", "viewer"), [("seat:0", "all"), ("seat:0", "seat:1"), ("spectator", "seat:0")])
def test_a_copy_cannot_grow(owner: str, viewer: str, tmp_path: Path) -> None:
    from domain.kernel.seats import parse_viewer

    out = tmp_path / "copy.ndjson"
    out.write_text("as it was")
    asked = ["redact", "-", "--viewer", viewer, "--out", str(out)]
    result = CliRunner().invoke(main, asked, input=duel().record(parse_viewer(owner, 2)))
    assert result.exit_code == 2
    assert f"this copy was made for {owner}: it does not hold what {viewer} may see" in result.stderr
    assert out.read_text() == "as it was"


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    out = tmp_path / "copy.ndjson"
    out.write_text("old")
    out.chmod(0o640)
    assert (
        CliRunner().invoke(main, ["redact", "-", "--viewer", "all", "--out", str(out)], input=duel().record()).exit_code
        == 0
    )
    assert out.stat().st_mode & 0o777 == 0o640
    assert out.read_bytes() == duel().record()
    assert [path.name for path in tmp_path.iterdir()] == ["copy.ndjson"]


def test_what_people_write_is_no_sign_in_markdown() -> None:
    """The board is a block of code whose fence is longer than any in it."""
    asked = ["export", "-", "--format", "markdown", "--name", "0=*A* <b>_1_ ```` [x](y)", "--lang", "en"]
    result = CliRunner().invoke(main, asked, input=duel().record())
    told, _, board = result.stdout.partition("\n`````\n")
    assert told.startswith("# A duel · entry ")
    assert "\n## 2026-01-01 (UTC)\n\n- `1` 00:00:00.000 " in told
    assert r"\*A\* \<b\>\_1\_ \`\`\`\` \[x\](y)" in told
    assert "*A* <b>_1_ ````" in board
    assert board.endswith("\n`````\n")


def test_an_export_can_be_written_to_a_device() -> None:
    asked = ["export", "-", "--format", "csv", "--out", "/dev/null"]
    assert CliRunner().invoke(main, asked, input=duel().record()).exit_code == 0


@pytest.mark.parametrize("begins", ["=1+1", "\u200b=1+1", "\ufeff@1", "\uff1d1+1"])
def test_a_spreadsheet_runs_nothing_of_a_record(begins: str) -> None:
    """Nor what becomes a formula when what nobody sees is left out, nor a wide sign, which Japanese ones take too."""
    asked = ["export", "-", "--format", "csv", "--name", f"0={begins}"]
    result = CliRunner().invoke(main, asked, input=duel().record())
    assert f",'{plain(begins)} sits down." in result.stdout
    assert f",{plain(begins)}" not in result.stdout
