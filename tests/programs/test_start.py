"""A program starts with what its command needs: thousands of records are listed in a second, the start included."""

from __future__ import annotations

import subprocess
import sys

from api.program.cli import COMMANDS as SERVICE
from api.program.cli import main as service
from api.program.desk import desk
from replay.cli import COMMANDS, main

NEEDED_BY_OTHERS = ("babel", "drawing", "textual", "flask", "resvg_py", "replay.commands.step")


def test_a_search_imports_nothing_of_other_commands() -> None:
    program = "import sys, replay.cli, replay.commands.find; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & set(NEEDED_BY_OTHERS) == set()


def test_every_command_is_called_as_it_is_listed() -> None:
    assert [command.name for command in main.commands.values()] == list(COMMANDS)


def test_a_player_imports_nothing_of_the_service() -> None:
    program = "import sys, api.program.cli, api.program.play; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & {"flask", "granian", "sqlite3", "dossier", "api.app", "api.settings"} == set()


def test_every_command_of_the_service_is_called_as_it_is_listed() -> None:
    assert [command.name for command in service.commands.values()] == list(SERVICE)
    assert {"list", "export"} <= {*desk.commands}
    assert desk.commands["export"].name == "export"
