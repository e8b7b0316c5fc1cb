"""0, 1 or 2: all three verifiers end alike, whatever is wrong with a header, and whether or not they know the game.

Source: docs/record-format.md, chapter 9, "Exit code".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.record.canonical import canonical
from replay.cli import main
from tests.record.sample import GOOD
from tests.replay.records import RECORD
from tests.standalone.damage import DAMAGES
from tests.standalone.verifiers import commands, run

pytestmark = pytest.mark.long

SAMPLE = GOOD["short"]().record()  # of a game that no release has
KNOWN = RECORD.read_bytes()
HEADER, REST = SAMPLE.split(b"\n", 1)
ELSEWHERE = [8, 10]  # the checks that need the rules


def _header(**changed: object) -> bytes:
    """Return the record with another header; `None` strikes a member out."""
    said = {**json.loads(HEADER)["header"], **changed}
    return canonical({"header": {name: value for name, value in said.items() if value is not None}}) + b"\n" + REST


HASH_ALTERED = next(damage.change for damage in DAMAGES if damage.name == "hash_altered")
ENDS: Mapping[str, tuple[int, bytes]] = {
    "a good record of a game that nobody knows": (0, SAMPLE),
    "a good record of a game that one of them knows": (0, KNOWN),
    "a hash changed, in a game that nobody knows": (1, HASH_ALTERED(SAMPLE)),
    "another game in the header": (1, _header(game="chess")),
    "a known game in the header": (1, _header(game="chanic_panic")),
    "a header of nobody": (1, _header(viewer="seat:7")),
    "a header of another format": (1, _header(format="matchledger/2")),
    "a header without a viewer": (1, _header(viewer=None)),
    "a header with a member more": (1, _header(more=1)),
    "a header that is no object": (1, b'{"header":[]}\n' + REST),
    "half a header": (1, HEADER[:40] + b"\n" + REST),
    "a header with a space": (1, HEADER.replace(b":", b": ", 1) + b"\n" + REST),
    "a header that is no text": (1, b"\xff" + HEADER + b"\n" + REST),
    "no header": (1, REST),
    "an empty line for a header": (1, b"\n" + REST),
    "two headers": (1, HEADER + b"\n" + SAMPLE),
    "a header alone": (1, HEADER + b"\n"),
    "a header alone, cut off": (1, HEADER),
    "an entry alone, cut off": (1, REST.split(b"\n")[0]),
    "half a header alone": (2, HEADER[:40]),
    "a note alone": (2, b'{"note":{"entry":1}}\n'),
    "a list": (2, b'["header","entry"]\n'),
    "a text": (2, b'"header" and "entry"\n'),
    "a line feed": (2, b"\n"),
    "nothing": (2, b""),
}


def _replay(*arguments: str) -> tuple[int, bytes]:
    done = CliRunner().invoke(main, ["verify", *arguments])
    return done.exit_code, done.stdout_bytes


def _stranger(name: str) -> Callable[..., tuple[int, bytes]]:
    def ended(*arguments: str) -> tuple[int, bytes]:
        done = run(commands()[name], *arguments)
        return done.returncode, done.stdout

    return ended


VERIFIERS = {"replay": _replay, **{name: _stranger(name) for name in commands()}}


@pytest.mark.parametrize("case", ENDS)
def test_all_three_end_alike_and_say_the_same(case: str, tmp_path: Path) -> None:
    """Check by check; 8 and 10 aside, which need the rules. After a failed check 1 none has passed."""
    code, text = ENDS[case]
    file = tmp_path / "table.ndjson"
    file.write_bytes(text)
    answers = {who: verify("--json", str(file)) for who, verify in VERIFIERS.items()}
    assert {who: ended for who, (ended, _) in answers.items()} == dict.fromkeys(VERIFIERS, code)
    if code == 2:
        assert {printed for _, printed in answers.values()} == {b""}
        return
    said = [_checks(printed) for _, printed in answers.values()]
    assert said[0] == said[1] == said[2]
    assert ("failed" in said[0].values()) is (code == 1)
    if said[0][1] == "failed":
        assert {status for number, status in said[0].items() if number > 1} == {"not possible"}


def _checks(printed: bytes) -> dict[int, str]:
    checks = json.loads(printed)["checks"]
    return {check["number"]: check["status"] for check in checks if check["number"] not in ELSEWHERE}


@pytest.mark.parametrize("name", VERIFIERS)
@pytest.mark.parametrize(
    ("cases", "code"),
    [
        (("no header", "nothing"), 1),
        (("nothing", "no header"), 1),
        (("a good record of a game that nobody knows", "a note alone"), 2),
    ],
)
def test_of_several_records_one_that_is_wrong_counts_most(
    name: str, cases: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.ndjson" for number in range(len(cases))]
    for file, case in zip(files, cases, strict=True):
        file.write_bytes(ENDS[case][1])
    assert VERIFIERS[name](*map(str, files))[0] == code
