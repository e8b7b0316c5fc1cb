"""`replay open`: one page, on this machine, at an address that nobody guesses."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from replay.cli import main
from replay.commands.opening import Hand

RECORD = Path(__file__).with_name("table.ndjson")
PAGE = b"<!doctype html>"


@pytest.fixture
def hand() -> Iterator[Hand]:
    with Hand(PAGE, 0) as hand:
        thread = threading.Thread(target=hand.serve_forever, args=(0.01,))
        thread.start()
        yield hand
        hand.shutdown()
        thread.join()


def asked(hand: Hand, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", hand.server_port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def test_only_the_whole_address_leads_to_the_page(hand: Hand) -> None:
    path = "/" + hand.address.rpartition("/")[2]
    assert asked(hand, path) == (200, PAGE)
    for other in ("/", path[:-1], path + "x", path + "/"):
        assert asked(hand, other)[0] == 404
    with Hand(PAGE, 0) as another:
        assert another.address.rpartition("/")[2] != path[1:], "drawn anew each time"


@pytest.mark.parametrize("quiet", [True, False])
def test_the_browser_is_opened_unless_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(Hand, "serve_forever", lambda _: None)
    result = CliRunner().invoke(main, ["open", str(RECORD), *(["--no-browser"] if quiet else [])])
    assert result.exit_code == 0, result.output
    (line,) = result.stderr.splitlines()
    assert opened == ([] if quiet else [line.split()[4]])
    assert line.split()[4].startswith("http://127.0.0.1:")


def test_a_port_that_is_taken_is_said(hand: Hand) -> None:
    result = CliRunner().invoke(main, ["open", str(RECORD), "--no-browser", "--port", str(hand.server_port)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "in use" in result.stderr
