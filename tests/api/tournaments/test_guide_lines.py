"""The lines of the organisers' guide over HTTP, as they are printed: each is parsed as a shell would, and sent."""

from __future__ import annotations

import shlex
from pathlib import Path
from string import Template
from typing import Any

from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.program.cli import main
from tests.api.tournaments.cup import Cup
from tests.api.world import World

GUIDE = Path(__file__).parents[3] / "docs" / "organisers.md"
OTHERS = ("Cyd", "Dan", "Eve", "Fay")  # a second round of the two in the guide would have no pairing


class Lines:
    """What a shell knows while it reads lines: its variables, and the last answer that `curl` got."""

    def __init__(self, world: World, folder: Path, **known: str) -> None:
        self.world = world
        self.folder = folder
        self.known = known
        self.said: Any = None  # the last answer

    def read(self, line: str) -> None:
        """Run one line: an assignment, `curl`, or our program after `&&`."""
        name, is_set, value = line.partition("=")
        if is_set and name.isupper():
            self.known.setdefault(name, Template(shlex.split(value, comments=True)[0]).substitute(self.known))
            return
        for command in line.split(" && "):
            words = [Template(word).substitute(self.known) for word in shlex.split(command, comments=True)]
            if words[0] == "curl":
                self.said = self.curl(words[1:]).json
            else:
                assert words.pop(0) == "matchledger"
                done = CliRunner().invoke(main, [*words[:-1], str(self.folder / words[-1])])
                assert done.exit_code == 0, done.output

    def curl(self, words: list[str]) -> TestResponse:
        """Send what `curl` would."""
        headers: dict[str, str] = {}
        method, body, out, address = "", None, None, ""
        while words:
            match words.pop(0):
                case "-s":
                    pass
                case "-X":
                    method = words.pop(0)
                case "-H":
                    field, _, value = words.pop(0).partition(": ")
                    headers[field] = value
                case "-d":
                    body = words.pop(0)
                case "-o":
                    out = words.pop(0)
                case address:
                    assert address.startswith("http://localhost:8000/api/v1/"), address
        asked = address.removeprefix("http://localhost:8000")
        found = self.world.app.test_client().open(
            asked, method=method or ("GET" if body is None else "POST"), headers=headers, data=body
        )
        assert found.status_code in (200, 201), (address, found.text)
        if out is not None:
            (self.folder / out).write_bytes(found.data)
        return found


def test_the_lines_over_http_work_as_printed(world: World, tmp_path: Path) -> None:
    _, _, after = GUIDE.read_text("utf-8").partition("The same over HTTP")
    printed = after.partition("```sh\n")[2].partition("```")[0].splitlines()
    assert sum(line.startswith("curl ") for line in printed) == 10
    cup = Cup(world)
    lines = Lines(world, tmp_path, KEY=f"Authorization: Bearer {cup.token}")
    for line in printed:
        if "/ID" in line:  # `id` of the answer
            cup.id = lines.said["id"]
            line = line.replace("/ID", f"/{cup.id}")
        if "-X POST $CUP/start" in line:
            cup.register(*OTHERS)
        lines.read(line)
        if '"round"' in line:  # results come in
            cup.runner.look()
            for pairing in range(1, 4):
                places = {"places": [1, 2], "reason": "played"}
                cup.do(f"/rounds/{lines.said['round']}/tables/{pairing}/result", places)
    assert cup.get().json["status"] == "ended"
    assert len(cup.get("/standings").json["rows"]) == 2 + len(OTHERS)
