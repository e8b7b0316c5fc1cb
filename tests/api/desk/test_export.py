"""`matchledger desk export` against a service, and `replay verify` of what it has written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.record.lines import read, split
from dossier.archive.manifest import ATTEMPTS, README, RECORD, TEXTS
from replay.cli import main as replay
from tests.api.desk.shell import Shell
from tests.dossier.archives import members, repacked

WORDS = "He drew two."


@pytest.fixture
def case(shell: Shell) -> str:
    """Return a case that Anna has claimed and ruled on, with words for everybody, for later, and for the desk."""
    assert shell.desk.table.refused(0, "end_turn")
    case = shell.desk.call(stops_play=True, moment="5", text=WORDS)
    shell.desk.done(case, "claim")
    texts = {"text": "Play on.", "sealed_text": "It was one.", "private_text": "Watch him."}
    shell.desk.done(case, "rule", {"finding": "no_infraction", "grounds": ["rule 4.1"], **texts})
    shell.desk.done(case, "appeal", {}, key=shell.desk.table.tokens[0])
    shell.desk.done(case, "claim", key=shell.desk.otto)
    return case


def exported(shell: Shell, case: str, out: Path, *typed: str) -> dict[str, bytes]:
    """Export with Otto's key, who has the case, and return the members."""
    done = shell.run("export", case, "--out", str(out), *typed, MATCHLEDGER_TOKEN=shell.desk.otto)
    assert (done.exit_code, done.stdout) == (0, ""), done.output
    assert done.stderr == f"{out}: {out.stat().st_size} bytes written\n"
    assert [path.name for path in out.parent.iterdir()] == [out.name]
    return members(out.read_bytes())


def verified(out: Path, *asked: str) -> tuple[int, str]:
    done = CliRunner().invoke(replay, ["verify", str(out), *asked], env={"LC_ALL": "C"})
    return done.exit_code, done.stdout or done.stderr


@pytest.mark.parametrize(
    ("recipient", "texts", "tried", "notes"),
    [("arbiter", 3, 1, 1), ("all", 3, 1, 0), ("seat:0", 1, 1, 0), ("seat:1", 2, 0, 0), ("spectator", 1, 0, 0)],
)
def test_each_recipient_gets_what_it_may_read(
    shell: Shell, case: str, tmp_path: Path, recipient: str, texts: int, tried: int, notes: int
) -> None:
    out = tmp_path / "case.zip"
    found = exported(shell, case, out, "--for", recipient)
    viewer = "all" if recipient == "arbiter" else recipient
    assert read(split(found[RECORD])).header.viewer == viewer
    assert found[TEXTS].count(b'{"note"') == texts
    assert found[TEXTS].count(b"Watch him.") == notes
    assert found[ATTEMPTS].count(b"\n") == tried
    code, said = verified(out)
    assert code == 0, said
    assert "the archive and its members" in said
    assert "Nothing is wrong" in said


def test_it_is_written_in_a_language_and_told_for_programs(shell: Shell, case: str, tmp_path: Path) -> None:
    out = tmp_path / "case.zip"
    found = exported(shell, case, out, "--for", "all", "--lang", "ja")
    assert "確かめ方" in found[README].decode()
    code, said = verified(out, "--json")
    told = json.loads(said)
    assert (code, told["result"], told["record"]["result"]) == (0, "passed", "passed")
    out.write_bytes(repacked({**found, TEXTS: b""}))
    code, said = verified(out, "--json")
    assert (code, json.loads(said)["result"]) == (1, "failed")
    assert [one["because"][0]["code"] for one in json.loads(said)["parts"] if one["status"] == "failed"] == [
        "other_texts"
    ]
    assert "other_texts: texts.ndjson is not what the record holds of the case." in verified(out)[1]
    assert "texts.ndjson" in verified(out, "--lang", "ja")[1]


def test_what_cannot_be_exported_leaves_nothing(shell: Shell, case: str, tmp_path: Path) -> None:
    """Nor is a file replaced, or half of one left."""
    quiet = shell.desk.call(0)
    there = tmp_path / "there.zip"
    there.write_bytes(b"mine")
    for typed, why in (
        ((case, "--for", "seat:x", "--out", "a.zip"), "seat:x is nobody to export for"),
        ((case, "--for", "seat:9", "--out", "a.zip"), "(invalid_viewer)"),
        ((case, "--for", "all", "--out", "a.zip"), "(case_needed)"),
        ((case, "--for", "all", "--out", "there.zip"), "is there already: --force replaces files"),
        ((quiet, "--for", "spectator", "--out", "a.zip"), "(quiet_case)"),
        (("c-0", "--for", "spectator", "--out", "a.zip"), "(unknown_case)"),
        ((case, "--for", "spectator", "--out", "no/a.zip"), "No such file or directory"),
    ):
        *rest, name = typed
        said = shell.refused("export", *rest, str(tmp_path / name))
        assert why in said
        assert len(said.splitlines()) == 1
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("there.zip", b"mine")]
    exported(shell, case, there, "--for", "spectator", "--force")
    assert verified(there)[0] == 0


def test_an_archive_of_a_case_stands_alone(shell: Shell, case: str, tmp_path: Path) -> None:
    out = tmp_path / "case.zip"
    exported(shell, case, out, "--for", "spectator")
    for asked, why in (((str(out),), "stands alone"), (("--parent", str(out)), "--parent is for a branch")):
        code, said = verified(out, *asked)
        assert code == 2
        assert why in said
    out.write_bytes(out.read_bytes()[:-1])
    code, said = verified(out)
    assert code in (1, 2), "what is cut off is no archive any more"
