"""What every test stands on: the tests' own game is known."""

import os

import pytest

from domain import games

games.add("tests.harbour")

os.environ["LC_ALL"] = "C.UTF-8"  # the programs speak the language of the environment; the tests read English


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one flag that writes golden records anew."""
    parser.addoption("--golden", action="store_true", help="write the golden records anew")
