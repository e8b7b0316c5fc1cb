"""A moment as a picture over HTTP: the board of the viewer's own copy, as far as the caller may know of it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import words_in
from tests.api.test_frames import played
from tests.api.world import Opened, World, code

TITLE = "{http://www.w3.org/2000/svg}title"


def texts(svg: bytes) -> str:
    """Return all that is written in a picture."""
    return " ".join(ElementTree.fromstring(svg).itertext())


def hand_of(table: Opened, seat: int) -> str:
    """Return the first card of a hand, as a board names it."""
    timeline = Timeline(read_record(table.get("/record", seat=seat).data))
    board = timeline.picture(Address(len(timeline)), timeline.owner, words_in("en", timeline.title.package))
    assert board is not None
    hands = [zone for panel in board.panels if panel.seat == seat for zone in panel.zones if zone.kind == "hand"]
    return hands[0].cards[0].name


def test_a_picture_shows_what_its_viewer_sees(world: World) -> None:
    table = played(world, 1)
    own = table.get("/picture", seat=0)
    assert own.status_code == 200
    assert own.content_type == "image/svg+xml; charset=utf-8"
    assert "as Ada saw it" in texts(own.data)
    name = hand_of(table, 0)
    assert name in texts(own.data)
    assert code(table.get("/picture?viewer=seat:1", seat=0), 403) == "not_allowed"
    assert "as a spectator saw it" in texts(table.get("/picture").data)


def test_a_moment_is_named_as_in_a_deep_link(world: World) -> None:
    table = played(world, 6)
    n = world.store.table(table.id).book.n
    assert table.get("/picture").data == table.get(f"/picture?at={n}").data
    dealt = world.store.table(table.id).book.started
    after, within = table.get(f"/picture?at={dealt}"), table.get(f"/picture?at={dealt}.0")
    assert f"entry {dealt} " in texts(after.data)
    assert f"entry {dealt}.0 " in texts(within.data)


@pytest.mark.parametrize(
    ("query", "status", "problem"),
    [
        ("at=9999", 404, "unknown_chunk"),
        ("at=0", 404, "unknown_chunk"),
        ("at=1", 404, "unknown_chunk"),
        ("at=4.99", 404, "unknown_chunk"),
        ("at=4.", 422, "invalid_query"),
        ("width=90", 422, "invalid_query"),
        ("theme=pink", 422, "invalid_query"),
        ("language=xx", 422, "invalid_query"),
    ],
)
def test_what_is_no_moment_is_said(world: World, query: str, status: int, problem: str) -> None:
    assert code(played(world, 2).get(f"/picture?{query}"), status) == problem


def test_a_picture_speaks_the_language_that_its_address_names(world: World) -> None:
    table = played(world, 1)
    said = table.get("/picture?language=ja&theme=dark&width=360")
    assert said.headers["Content-Language"] == "ja"
    assert 'width="360"' in said.text
    assert "観戦者の視点" in texts(said.data)


def test_a_picture_runs_nothing_and_is_kept_once_the_table_is_over(world: World) -> None:
    running = played(world, 1).get("/picture")
    assert running.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src")
    assert running.headers["Cache-Control"] == "no-store"
    over = played(world, 2000)
    tag = over.get("/picture").headers["ETag"]
    again = world.app.test_client().get(f"/api/v1/tables/{over.id}/picture", headers={"If-None-Match": tag})
    assert again.status_code == 304
