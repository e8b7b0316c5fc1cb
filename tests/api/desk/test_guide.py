"""The worked example of docs/arbiters.md, line by line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from tests.api.desk.calls import Desk
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
