"""The screen of `replay step`, driven by Textual's pilot; what it shows is compared as text."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias

import msgspec
import pytest
from textual.pilot import Pilot

from domain.audit.timeline import Address
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.canonical import b64
from replay.notes.note import Note, header_of
from replay.stepped import Stepped
from terminal.panes.story import StoryPane
from terminal.panes.timeline_bar import TimelineBar
from terminal.stepping.app import StepApp
from terminal.stepping.keys import SECTIONS
from terminal.stepping.screen import StepScreen
from tests.audit.tables import unfinished
from tests.replay.records import RECORD
from tests.terminal.piloted import piloted, press, settle, text_of
from tests.terminal.records import seen_by, small, stepped

pytestmark = pytest.mark.long

Drive: TypeAlias = Callable[[StepApp, Pilot[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _settle_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StepScreen, "SETTLE", 0.001)


def at(n: int, fact: int | None = None, viewer: Viewer = ARBITER, replayed: Stepped | None = None) -> StepApp:
    return StepApp(replayed or small(), Address(n, fact), viewer, colours="many")


def json_line(part: msgspec.Struct) -> bytes:
    return msgspec.json.encode(part)


def place(app: StepApp) -> str:
    return str(app.stepping.standing.address)


def test_a_screen_has_the_board_the_story_what_could_be_done_and_what_was_known() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await settle(pilot)
        text = text_of(app)
        assert "Round “One” · entry 13 of 49 · as Seat 0 saw it · 2026-01-01T00:00:12.546Z" in text
        for said in (
            "── Seat 0 [turn]",
            "▸  13.2  Seat 0 draws 9 of Clubs, 5 of Diamonds",
            "(to a spectator: Seat 0 draws 5 cards.)",
            "What Seat 0 could do",
            "• end the turn",
            "What Seat 0 knew",
            "Seat 1, Hand: 4 cards",
            "  not there: 9 of Hearts, 5 of Diamonds",
        ):
            assert said in text, said

    piloted(at(13, viewer=seat_viewer(0)), drive, columns=160, rows=50)


def test_keys_go_on_and_back_by_entries_and_by_facts() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        for keys, address in [
            ("right n space f", "5.0"),
            ("f b b left p", "2"),
            ("end right", "49"),
            ("home left", "1"),
        ]:
            await press(pilot, *keys.split())
            assert place(app) == address
        await settle(pilot)
        assert "entry 1 of 49" in text_of(app)
        assert "The game has not begun." in text_of(app)

    piloted(at(1), drive)


def test_g_goes_somewhere_or_says_why_not() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await press(pilot, "g", *"26.1", "enter")
        assert place(app) == "26.1"
        await press(pilot, "g", *"t2", "escape")
        assert place(app) == "26.1"
        await press(pilot, "g", *"n999", "enter")
        await settle(pilot)
        assert place(app) == "26.1"
        assert "“n999” is no place in a record" in text_of(app)
        await press(pilot, "n")
        assert place(app) == "26"

    piloted(at(13), drive)


def test_search_goes_along_while_it_is_typed_and_escape_comes_back() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        hits = app.stepping.standing.story.found("draws")
        await press(pilot, "slash", *"draws")
        await settle(pilot)
        first = next(hit for hit in hits if hit >= (5, 0))
        assert place(app) == str(first)
        assert f"{hits.index(first) + 1} of {len(hits)}" in text_of(app)
        await press(pilot, "down")
        assert place(app) == str(hits[hits.index(first) + 1])
        await press(pilot, "up", "escape")
        assert place(app) == "5"
        await press(pilot, "slash", *"drawsx")
        await settle(pilot)
        assert "nothing found" in text_of(app)
        assert place(app) == "5"
        await press(pilot, "backspace", "enter", "right_square_bracket")
        assert place(app) == str(hits[hits.index(first) + 1])

    piloted(at(5), drive)


def test_jumps_find_turns_decisions_and_what_the_clock_did() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        for key, address in [("t", "17"), ("T", "13"), ("c", "20"), ("d", "25"), ("D", "19")]:
            await press(pilot, key)
            assert place(app) == address, key
        await press(pilot, "c", "c")
        await settle(pilot)
        assert "the clock did not act that way" in text_of(app)
        await press(pilot, "m")
        await settle(pilot)
        assert "no other note that way" in text_of(app)

    piloted(at(13, viewer=seat_viewer(1)), drive)


def test_eyes_change_as_far_as_the_copy_allows() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        for key, seen in [("v", "as a spectator saw it"), ("V", "as Seat 0, Seat 2 saw it"), ("0", "as Seat 2 saw it")]:
            await press(pilot, key)
            await settle(pilot)
            assert seen in text_of(app), key
        await press(pilot, "1")
        await settle(pilot)
        assert "this copy does not show the hand of seat 1" in text_of(app)

    caster = Viewer(frozenset((0, 2)))
    piloted(at(8, viewer=caster, replayed=seen_by(caster)), drive)


def test_the_mouse_goes_to_sentences_and_along_the_timeline() -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await settle(pilot)
        bar = app.stepping.query_one(TimelineBar)
        await pilot.click(bar, offset=(bar.outer_size.width - 3, 0))
        assert place(app) == "49"
        await settle(pilot)
        await pilot.click(StoryPane, offset=(14, 2))
        assert (43, 0) < app.stepping.standing.address < (49, 0)

    piloted(at(13), drive)


def test_a_held_key_moves_with_every_press_and_nothing_is_left_after_its_release() -> None:
    """Thirty presses at once: the place is the thirtieth as soon as they are heard, and few pictures were drawn."""

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        drawn: list[int] = []
        draw = app.stepping._draw

        def counted() -> None:
            drawn.append(app.stepping.standing.address.n)
            draw()

        app.stepping._draw = counted  # type: ignore[method-assign]
        for _ in range(30):
            app.simulate_key("right")
        await pilot.pause()
        assert place(app) == "31"
        await settle(pilot)
        assert "entry 31 of 49" in text_of(app)
        assert drawn[-1] == 31
        assert len(drawn) < 15, drawn

    piloted(at(1), drive)


def test_autoplay_goes_on_by_itself_and_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("terminal.stepping.screen.SPEEDS", (50.0, 2.0, 100.0))

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        app.stepping.speed = 0
        app.stepping.action_autoplay()
        assert "▶ 50/s" in text_of(app)
        for _ in range(20):
            await pilot.pause(0.05)
            if "▶" not in text_of(app):
                break
        assert place(app) == "49"
        assert "▶" not in text_of(app), "it has stopped"

    piloted(at(45), drive)


def test_entries_of_a_running_table_appear_and_who_stands_at_the_end_goes_along() -> None:
    text = unfinished().record()
    lines = text.splitlines(keepends=True)
    before, after = stepped(b"".join(lines[:-1])), stepped(text)
    come, seen = Event(), Event()

    def growing() -> Iterator[Stepped | str]:
        come.wait(30)
        yield after
        seen.wait(30)
        yield "the service ended the stream: damaged_table"

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        last = len(before.timeline)
        assert "● live" in text_of(app)
        come.set()
        for _ in range(100):
            await pilot.pause(0.02)
            if place(app) == str(last + 1):
                break
        assert place(app) == str(last + 1)
        await press(pilot, "left", "left")
        seen.set()
        for _ in range(100):
            await pilot.pause(0.02)
            if not app.stepping.live:
                break
        await settle(pilot)
        assert "the service ended the stream: damaged_table" in text_of(app)
        assert place(app) == str(last - 1), "who looks at what was before is left alone"

    app = StepApp(before, Address(len(before.timeline)), ARBITER, growing=growing, colours="many")
    piloted(app, drive)


def test_notes_beside_the_record_are_shown_to_whoever_may_read_them(tmp_path: Path) -> None:
    record = tmp_path / "game.ndjson"
    record.write_bytes(RECORD.read_bytes())
    timeline = small(source=record).timeline
    said = Note(
        id="0a1b2c3d4e5f",
        address="15.1",
        hash=b64(timeline.record.entries[14].hash),
        author="Ann",
        written="2026-01-01T00:00:00.000Z",
        changed="2026-01-01T00:00:00.000Z",
        text="Too early.",
        glyph="?",
        visibility="seat:1",
    )
    header = header_of(timeline.record)
    beside = tmp_path / "game.ndjson.notes.ndjson"
    beside.write_bytes(b"\n".join([json_line(header), json_line(said), b""]))

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await press(pilot, "m")
        assert place(app) == "15"
        await settle(pilot)
        text = text_of(app)
        assert "15.1  ✎ ? Ann: Too early." in text
        app.stepping.standing.viewer = SPECTATOR
        await press(pilot, "p", "n")
        await settle(pilot)
        assert "Too early" not in text_of(app)

    piloted(at(13, viewer=seat_viewer(1), replayed=small(source=record)), drive)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 40), (160, 50), (40, 15)])
def test_every_layout_shows_what_there_is_room_for(columns: int, rows: int) -> None:
    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await settle(pilot)
        text = text_of(app)
        assert len(text.split("\n")) <= rows + 1
        assert "Chanic Panic, round" in text
        assert "has 12 points to spend" in text
        assert ("What could be done" in text) is (columns >= 100)
        assert ("What Seat 0 knew" in text) is (columns >= 140)
        await press(pilot, "k")
        await settle(pilot)
        assert "What Seat 0 knew" in text_of(app)
        await press(pilot, "z")
        await settle(pilot)
        assert "What Seat 0 knew" not in text_of(app)
        assert "── Seat 0 [turn]" in text_of(app) or rows < 24

    piloted(at(13, viewer=seat_viewer(0)), drive, columns=columns, rows=rows)


def test_no_key_and_no_size_breaks_the_screen() -> None:
    """Every key of the screen in an order by chance, questions, help and palette among them."""
    chance = random.Random(7)
    keys = [key for section in SECTIONS for keyed in section.keyed for key in keyed.keys if keyed.action != "app.quit"]
    sizes = [(30, 10), (60, 16), (100, 30), (160, 50)]

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        for size in sizes:
            await pilot.resize_terminal(*size)
            await press(pilot, *chance.choices([*keys, "escape", "enter", "0", "up", "pagedown"], k=10))
        await press(pilot, "escape", "escape", "end")
        await settle(pilot)
        assert place(app) == "49"

    piloted(at(1), drive)


def test_in_a_terminal_that_became_too_small_no_key_does_anything_but_quit() -> None:
    """The palette closes: nobody sees it, and its list has no rows to turn pages of."""

    async def drive(app: StepApp, pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+p")
        assert app.screen is not app.stepping
        await pilot.resize_terminal(60, 3)
        await press(pilot, "pagedown", "right", "question_mark", "ctrl+p")
        assert app.screen is app.stepping
        await pilot.resize_terminal(100, 40)
        assert place(app) == "13"
        await press(pilot, "right")
        assert place(app) == "14"

    piloted(at(13), drive)


def test_a_narrow_heading_begins_with_where_we_are() -> None:
    replayed = small()
    wide, narrow = (replayed.heading(Address(13), ARBITER, columns)[0] for columns in (100, 40))
    assert wide.index("entry 13") > 0
    assert re.sub(r"\x1b\[[\d;]*m", "", narrow).startswith("entry 13 of 49")
