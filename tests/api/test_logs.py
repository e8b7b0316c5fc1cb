"""What the log says, and what it never says: tokens, cards, anything that steers a terminal or forges a line."""

from __future__ import annotations

import io
import logging
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from api.callers.tokens import join_code
from api.logs import REDACTED, clean, formatter, logging_config
from api.settings import LogFormat
from tests.api.world import API, KEY, Opened, World, code

logger = logging.getLogger("tests.logs")


@contextmanager
def logged(form: LogFormat = "text", level: int = logging.DEBUG, *, messages: bool = False) -> Iterator[io.StringIO]:
    """Give what the service would write to stderr while the block runs."""
    stream, top = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(form, messages=messages))
    before = top.level
    top.addHandler(handler)
    top.setLevel(level)
    try:
        yield stream
    finally:
        top.removeHandler(handler)
        top.setLevel(before)


def fault(world: World, table: Opened, card: str) -> None:
    """Let the service fail in mid-request with a message that names a card."""

    def fail(*_: Any, **__: Any) -> Any:
        raise LookupError(f"{card} is in nobody's hand")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.store, "perform", fail)
        assert code(table.say(0, "concede"), 500) == "internal_error"


def played(world: World) -> tuple[Opened, set[str]]:
    """Play a game by chance to its end, with refusals and faults; return it and every card that was in a hand."""
    table, chance = world.opened(options={"round_limit": 10}), random.Random(1)
    hidden: set[str] = set()
    fault(world, table, table.hand(0)[0])
    for _ in range(500):
        for seat in (0, 1):
            hidden |= {*table.hand(seat)}
            asked = table.get("/actions?expand=true", seat=seat)
            if asked.json["status"] != "running":
                return table, hidden
            if asked.json["awaited"] is None:
                table.say(seat, "play_utility", card=min(hidden))  # refused: it is not this seat's turn
                continue
            command = chance.choice(asked.json["actions"])
            done = table.post("/actions", {"command": command}, seat=seat, headers={"If-Match": asked.headers["ETag"]})
            assert done.status_code == 200, done.text
    raise AssertionError("the game does not end")


def test_the_log_of_a_whole_game_holds_no_token_and_no_hidden_card(world: World) -> None:
    """With every request in it, refusals and faults that name cards."""
    with logged() as stream:
        key = world.key("operator")
        table, hidden = played(world)
        table.get("/view", token=key)
        coded = world.opened([{"kind": "code"}, {"kind": "open"}])
        world.call("GET", f"/tables/{table.tokens[0]}/view", token="mlk_000000000000_wrong-but-well-formed-text")
        coded.post("/seats", {"name": "Eve", "join_code": "0000000000"})
    text = stream.getvalue()
    assert text.count("operation=act ") > 5  # a game by chance may be short
    assert "exception=" in text
    assert len(hidden) >= 5
    secrets = [*table.tokens, table.opener, key, join_code(KEY, coded.id, 0), "wrong-but-well-formed-text"]
    assert [secret for secret in secrets if secret in text] == []
    assert [card for card in hidden if re.search(rf"\b{card}\b", text)] == []


def test_messages_of_exceptions_are_told_at_the_level_debug_only(world: World) -> None:
    """They may name a card; kind and place help without it."""
    table = world.opened()
    for messages in (False, True):
        with logged(messages=messages) as stream:
            fault(world, table, "H7")
        assert ("H7 is in nobody's hand" in stream.getvalue()) is messages
        assert re.search(r"LookupError.* at tests/api/test_logs\.py:\d+ fail < ", stream.getvalue())


def test_an_exception_is_told_with_those_it_came_from() -> None:
    try:
        try:
            raise KeyError("a")
        except KeyError as error:
            raise ValueError("b") from error
    except ValueError:
        with logged(messages=True) as stream:
            logger.exception("failed")
    assert re.search(r'exception="ValueError: b at .*; from KeyError: \'a\' at ', stream.getvalue())
    with logged() as stream:
        logger.error("failed", exc_info=OSError())
    assert 'exception="OSError at no place"' in stream.getvalue()


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("mark", ["\n", "\r", "\x1b", "\x9b", "\u2028", "\u202e"])
def test_nothing_in_a_record_breaks_its_line_or_steers_a_terminal(form: LogFormat, mark: str) -> None:
    """Neither in a message, nor in an exception; of an address only what is ours is told."""
    world = World()
    with logged(form, messages=True) as stream:
        logger.warning("said %s", f"a{mark}b")
        logger.warning("failed", exc_info=ValueError(f"a{mark}b"))
        world.app.test_client().get(f"{API}/tables/a%{mark.encode().hex('%')}b")
    lines = stream.getvalue().split("\n")
    assert (len(lines), lines[-1]) == (4, "")
    for line in lines[:2]:
        assert mark not in line
        assert f"u{ord(mark):04x}b" in line
    assert "/tables/…" in lines[2]


@pytest.mark.parametrize(
    "token",
    [
        "seat.9f2c.0.abcdefghijklmnopqrstuvwxyz012345",
        "caster.9f2c.1.abcdefghijklmnopqrstuvwxyz012345",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/==",
        "mlt_0123456789abcdef",
        "opener.9f2c-x_1.abcdefghijklmnopqrstuvwxyz012345",
        "mlk_0123456789ab_abc-DEF_ghi",
        "Bearer something",
    ],
)
def test_credentials_are_taken_out_of_whatever_is_said(token: str) -> None:
    assert clean(f"sent {token}, twice") in (f"sent {REDACTED}, twice", f"sent {REDACTED} twice")


def test_a_line_of_json_is_for_programs(world: World) -> None:
    """With the request that the answer names."""
    with logged("json") as stream:
        answer = world.app.test_client().get(f"{API}/games", headers={"X-Request-Id": "forged"})
    (line,) = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    assert list(line)[:4] == ["timestamp", "level", "logger", "event"]
    assert (line["operation"], line["status"], line["request"]) == ("listGames", 200, answer.headers["X-Request-Id"])


def test_the_process_logs_like_this(capsys: pytest.CaptureFixture[str]) -> None:
    """Loggers of libraries too."""
    import logging.config

    before = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        logging.config.dictConfig(logging_config("info", "json"))
        logging.getLogger("asyncio").warning("a line\nand %s", "Bearer abc")
        logging.getLogger("asyncio").debug("nothing")
    finally:
        logging.getLogger().handlers[:], level = before
        logging.getLogger().setLevel(level)
    (line,) = capsys.readouterr().err.splitlines()
    assert msgspec.json.decode(line)["event"] == f"a line\\u000aand {REDACTED}"
