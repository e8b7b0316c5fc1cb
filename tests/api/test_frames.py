"""Frames over HTTP: those of the viewer's own copy, byte for byte, in the caller's language, as far as it may know."""

from __future__ import annotations

import gzip
from functools import partial
from typing import Any

import msgspec
import pytest

from api.reels import KEPT, Reels
from api.service import EXTENSION, VERIFYING_AT_MOST, Service
from api.wire.responses import VARY
from domain.audit.frames.heading import header_of
from domain.audit.frames.reel import Reel
from domain.audit.frames.shapes import CHUNK, Header
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import SPECTATOR
from tests.api import test_records
from tests.api.casters import cast
from tests.api.world import DUEL, Answer, Opened, World, code

NAMES = ("Ada", "Bob")


def played(world: World, actions: int, table: Opened | None = None, **opening: Any) -> Opened:
    """Return a table on which bots have acted so many times."""
    return test_records.played(world, world.opened(**opening) if table is None else table, actions=actions)


def long_one(world: World) -> Opened:
    """Return a table of four with more entries than a chunk has, the same each time."""
    table = played(world, 64, world.rigged("H1 H2", seats=4))
    assert world.store.table(table.id).book.n > CHUNK
    return table


def here(world: World) -> Service:
    found: Service = world.app.extensions[EXTENSION]
    return found


def made(table: Opened, language: str = "en", **who: Any) -> Reel:
    """Return the reel of what a caller downloads."""
    timeline = Timeline(read_record(table.get("/record", **who).data))
    names = [seat["name"] for seat in table.get().json["seats"]]
    words = words_in(language, timeline.title.package, "api").calling(names)
    return Reel(timeline, (timeline.owner,), words)


@pytest.mark.parametrize("who", [{}, {"seat": 0}, {"seat": 1}])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.long
def test_frames_are_those_of_the_viewers_own_record(world: World, who: dict[str, Any], language: str) -> None:
    """Of a table that has gone on meanwhile too: what was filmed before stays as it is."""
    table = long_one(world)
    for goes_on in (True, False):
        reel = made(table, language, **who)
        asked = {"headers": {"Accept-Language": language}, **who}
        header = table.get("/frames", **asked)
        assert header.data == msgspec.json.encode(header_of(reel.timeline, reel.viewers, reel.words))
        assert header.headers["Content-Language"] == language
        chunks = [table.get(f"/frames/{number}", **asked).data for number in range(2)]
        assert chunks == list(reel.chunks())
        if goes_on:
            table.act(*_next(world, table))


def _next(world: World, table: Opened) -> tuple[int, str]:
    return min(world.store.table(table.id).decisions), "concede"


def test_a_table_that_has_ended_is_kept_by_browsers_under_a_strong_tag(world: World) -> None:
    table = played(world, 3)
    for path in ("/frames", "/frames/0"):
        running = table.get(path, seat=0)
        assert (running.headers["Cache-Control"], "ETag" in running.headers) == ("no-store", False)
    table.act(*_next(world, table))
    for path in ("/frames", "/frames/0"):
        ended = table.get(path, seat=0)
        assert (ended.headers["Cache-Control"], ended.headers["Vary"]) == ("private, no-cache", VARY)
        tag = ended.headers["ETag"]
        assert not tag.startswith("W/")
        again = ask_again(world, table, path, tag)
        assert (again.status_code, again.data) == (304, b"")
        assert ask_again(world, table, path, '"another"').data == ended.data


def ask_again(world: World, table: Opened, path: str, tag: str) -> Answer:
    headers = {"If-None-Match": tag, "Authorization": f"Bearer {table.tokens[0]}"}
    return Answer(world.app.test_client().get(f"/api/v1{table.path}{path}", headers=headers))


def test_frames_are_compressed_for_who_reads_gzip(world: World) -> None:
    table = played(world, 3)
    table.act(*_next(world, table))
    plain = table.get("/frames/0")
    packed = table.get("/frames/0", headers={"Accept-Encoding": "br, gzip"})
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.data)) == ("gzip", plain.data)
    assert packed.headers["ETag"] != plain.headers["ETag"], "a strong tag names bytes"
    assert "Content-Encoding" not in table.get("/frames/0", headers={"Accept-Encoding": "gzip;q=0"}).headers


def test_who_sees_later_gets_frames_of_then(world: World) -> None:
    """And whoever is not late may look as a spectator of now, without telling the late ones anything."""
    table = played(world, 6, delay_entries=4)
    n = world.store.table(table.id).book.n
    for _ in range(2):
        assert table.get("/frames").json["n"] == n - 4
        assert len(table.get("/frames/0").json["entries"]) == n - 4
        early = table.get("/frames?viewer=spectator", seat=0).json
        assert (early["n"], early["viewers"]) == (n, ["spectator"])
        assert len(table.get("/frames/0?viewer=spectator", seat=0).json["entries"]) == n
    assert table.get("/frames").data == msgspec.json.encode(header_of(made(table).timeline, (SPECTATOR,), words(table)))


def words(table: Opened) -> Any:
    return made(table).words


def test_nobody_sees_more_than_its_own(world: World) -> None:
    table = played(world, 3)
    assert table.get("/frames", seat=0).json["allowed"] == ["spectator", "seat:0"]
    assert table.get("/frames", token=cast(table, 0)).json["viewers"] == ["seat:0"]
    for path in ("/frames", "/frames/0"):
        assert code(table.get(f"{path}?viewer=seat:1", seat=0), 403) == "not_allowed"
        assert code(table.get(f"{path}?viewer=seat:7", seat=0), 422) == "invalid_viewer"


def test_whoever_looks_through_narrower_eyes_may_still_look_through_its_own(world: World) -> None:
    """A link leads through some eyes, and nobody is caught behind them."""
    table = played(world, 3)
    seat = ["spectator", "seat:0"]
    assert table.get("/frames?viewer=spectator", seat=0).json["allowed"] == seat
    assert table.get("/frames?viewer=spectator").json["allowed"] == ["spectator"]
    table.act(*_next(world, table))
    for viewer in ("spectator", "seat:1", "all"):
        assert table.get(f"/frames?viewer={viewer}").json["allowed"] == ["spectator", "seat:0", "seat:1", "all"]


def test_an_arbiter_leaves_an_entry_for_what_it_sees(world: World) -> None:
    """The header shows nothing hidden; a chunk shows what came before its entries as well."""
    table = long_one(world)
    n, arbiter = world.store.table(table.id).book.n, world.key("arbiter")
    assert table.get("/frames?viewer=all", token=arbiter).json["n"] == n
    case = world.case(table.id, arbiter)
    chunk = table.get(f"/frames/1?viewer=all&case={case}", token=arbiter).json
    assert len(chunk["entries"]) == n - CHUNK
    (look,) = world.store.desk.looks.waiting(table.id)
    assert (look.first, look.last, look.case) == (1, n, case)


def test_a_chunk_that_is_not_there_is_a_problem(world: World) -> None:
    table = played(world, 3)
    assert code(table.get("/frames/1"), 404) == "unknown_chunk"
    assert code(table.get("/frames/01"), 404) == "not_found"


def test_before_the_deal_there_are_frames_without_a_table(world: World) -> None:
    table = world.opened([{"kind": "open"}, {"kind": "open"}])
    header = msgspec.json.decode(table.get("/frames").data, type=Header)
    assert (header.n, header.status, header.seats) == (1, "open", ("Seat 1", "Seat 2"))
    (frame,) = table.get("/frames/0").json["frames"]["spectator"]
    assert "panels" not in frame


def test_a_reel_goes_on_and_is_shared_by_all_who_see_alike(world: World) -> None:
    table = played(world, 5)
    table.get("/frames/0")
    (slot,) = here(world).reels._slots.values()
    reel = slot.reel
    table.get("/frames/0", token=world.key("organiser"))
    table.act(*_next(world, table))
    n = len(table.get("/frames/0?viewer=spectator").json["entries"])
    assert slot.reel is reel
    assert reel is not None
    assert (len(reel.timeline), reel.filmed, slot.size) == (n, n, reel.size)


def test_reels_that_nobody_wanted_for_longest_go() -> None:
    reels = Reels(most=2)
    for key in ("a", "b", "a", "c"):
        with reels.slot(key):
            pass
    assert list(reels._slots) == ["a", "c"]
    small = Reels(most_bytes=10)
    for key in ("a", "b"):
        with small.slot(key) as slot:
            assert slot.reel is None
    assert list(small._slots) == ["a", "b"]
    small._slots["a"].size = 11
    with small.slot("b"):
        pass
    assert list(small._slots) == ["b"]
    assert KEPT > 1


def test_another_story_under_the_same_name_is_filmed_anew() -> None:
    """As after a backup was brought in: a reel goes on with its own table alone."""
    reels = Reels()
    with reels.slot("a") as slot:
        for actions in (3, 6):
            line = Timeline(read_record(played(World(), actions).get("/record").data))
            reel = slot.up_to(len(line), partial(_given, line), partial(Reel, viewers=(SPECTATOR,), words=Words()))
            assert reel.timeline is line
            assert reel.filmed == 0
            reel.chunk(0)


def _given(line: Timeline, before: Timeline | None) -> Timeline:
    return line


def test_no_more_than_a_few_film_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.resources.frames.VERIFYING_SECONDS", 0.01)
    table = played(world, 3)
    table.get("/frames")
    for _ in range(VERIFYING_AT_MOST):
        assert here(world).verifying.acquire(blocking=False)
    answer = table.get("/frames/0")
    assert code(answer, 503) == "unavailable"
    assert answer.headers["Retry-After"] == "1"
    here(world).verifying.release()
    assert table.get("/frames/0").status_code == 200
    assert here(world).verifying.acquire(blocking=False)
    assert table.get("/frames/0").status_code == 200, "it is there already"


def test_names_are_in_the_sentences(world: World) -> None:
    table = world.opened(DUEL)
    names = table.get("/frames").json["seats"]
    assert tuple(names) == NAMES
    assert any("Bob" in text for text in table.get("/frames/0").json["pool"]["texts"])


def test_a_bot_is_called_as_on_the_board(world: World) -> None:
    """A look back over a running game goes on with the names that stood there."""
    table = world.opened([DUEL[0], {"kind": "bot", "bot": "sensible"}])
    panels = table.get("/scene").json["picture"]["panels"]
    named = {panel.get("seat"): panel["label"] for panel in panels}
    assert table.get("/frames").json["seats"] == [named[0], named[1]] == ["Ada", "Bot 1"]
