"""The worked example of docs/arbiters.md, line by line."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from replay.cli import main as replay
from tests.api.desk.calls import Desk
from tests.api.desk.shell import Shell
from tests.api.world import World

GUIDE = Path(__file__).parents[3] / "docs" / "arbiters.md"
ASKED = re.compile(
    r'(?P<who>seat \d|\w+)(, If-Match (?P<tag>"\d+"))?: (?P<method>GET|POST) (?P<path>\S+) ?(?P<body>.*)'
)
ANSWERED = re.compile(r"(?P<status>\d{3}) (?P<body>.*)")


def example() -> list[tuple[str, str]]:
    """Return requests and answers in their order."""
    blocks = re.findall(r"```example\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) % 2 == 0
    return list(zip(lines[::2], lines[1::2], strict=True))


def shows(answer: Any, said: Any) -> bool:
    """Say whether an answer has all that the guide says of it; lists have the same length."""
    if isinstance(said, dict):
        return isinstance(answer, dict) and all(name in answer and shows(answer[name], said[name]) for name in said)
    if isinstance(said, list):
        return len(answer) == len(said) and all(map(shows, answer, said))
    return bool(answer == said)


def test_the_worked_example_happens_as_the_guide_says(world: World) -> None:
    desk = Desk(world, clock={"bank_ms": 600_000})
    table = desk.table
    table.act(0, "end_turn")
    tokens = {"seat 0": table.tokens[0], "seat 1": table.tokens[1], "anna": desk.anna, "otto": desk.otto}
    case = "CASE"
    requests = example()
    assert len(requests) > 10
    for request, answer in requests:
        asked, told = ASKED.fullmatch(request), ANSWERED.fullmatch(answer)
        assert asked is not None, request
        assert told is not None, answer
        path = asked["path"].replace("TABLE", table.id).replace("CASE", case)
        body = msgspec.json.decode(asked["body"].replace("CASE", case)) if asked["body"] else None
        headers = {} if asked["tag"] is None else {"If-Match": asked["tag"]}
        got = world.call(asked["method"], path, body, token=tokens.get(asked["who"]), headers=headers)
        assert got.status_code == int(told["status"]), (request, got.text)
        case = got.json["case"] if case == "CASE" else case
        assert shows(got.json, msgspec.json.decode(told["body"].replace("CASE", case))), (request, got.text)


def typed() -> list[list[list[str]]]:
    """Return the commands of each block of a shell, without what is said about them."""
    blocks = re.findall(r"```bash\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    lines = [[shlex.split(line, comments=True) for line in block.splitlines()] for block in blocks]
    return [[line for line in block if line[0] in ("matchledger", "replay")] for block in lines]


def test_the_lines_of_the_shell_work_as_they_stand(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First what is done while the play stands, then, when the game has ended, the file of the case."""
    monkeypatch.chdir(tmp_path)
    case = shell.desk.call(stops_play=True, moment="5", text="He drew two cards.")
    decided, filed = typed()
    assert [line[2] for line in decided] == ["list", "show", "claim", "damage", "rewind"]
    for line in decided:
        shell.said(*[word.replace("c-1", case) for word in line[2:]])
    assert shell.desk.kinds()[-1] == "rewound_to"
    assert shell.desk.accept(case)["state"] == "closed"
    shell.desk.table.act(0, "concede")
    for line in filed:
        words = [word.replace("c-1", case) for word in line]
        done = shell.run(*words[2:]) if words[0] == "matchledger" else CliRunner().invoke(replay, words[1:])
        assert done.exit_code == 0, done.output
    assert [path.name for path in tmp_path.iterdir()] == ["for-seat-0.zip"]
