"""Frames say what the timeline says, step by step, in every game and for every viewer; docs/frames.md is the format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from domain.audit.choices import Choosing
from domain.audit.frames.heading import header_of
from domain.audit.frames.reel import Reel, film
from domain.audit.frames.shapes import CHUNK, Awaited, Choices, Chunk, Frame, Header, Parts, Stand, frames_schema
from domain.audit.knowing import known
from domain.audit.knowledge import knowledge
from domain.audit.narration import told
from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.games import shipped
from domain.kernel.display.words import ENGLISH, Words, words_in
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.entries import Clock, RewoundTo
from domain.record.lines import Record
from tests.audit.film import Projector, Shown, projected
from tests.audit.tables import OTHERS, OTHERS_BEGUN, Game, Played, duel, four, given_up, harbour, unfinished, went_back

DOCUMENT = Path(__file__).parents[2] / "docs" / "frames.md"
STORED = Path(__file__).parents[2] / "docs" / "frames.schema.json"
TIMED = Clock(bank_ms=60_000, increment_ms=500)


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read_record(played.record(viewer)))


def words_of(line: Timeline, language: str = ENGLISH) -> Words:
    return words_in(language, line.title.package)


def shown(line: Timeline, viewer: Viewer, words: Words | None = None) -> Projector:
    projector = Projector(str(viewer))
    for chunk in Reel(line, (viewer,), words or words_of(line)).chunks():
        projector.take(chunk)
    return projector


def every_step(line: Timeline, viewer: Viewer) -> None:
    """Compare every address of a record with its frame."""
    words = words_of(line)
    projector, choosing = shown(line, viewer, words), Choosing(line, words)
    assert [one.frame.n for one in projector.frames if one.frame.fact is None] == list(range(1, len(line) + 1))
    stands = list(chain.from_iterable(chunk.entries for chunk in projector.chunks))
    for moment in line.moments:
        n = moment.entry.n
        frames = projector.entry(n)
        for place in (*[Address(n, fact) for fact in range(len(moment.facts))], Address(n)):
            assert projector.at(place).picture == line.picture(place, viewer, words), place
        assert _told(frames) == [(item.address, item.text) for item in told(line, n, viewer, words)]
        assert all(one.told or one.picture != before.picture for before, one in _within(projector, frames))
        asked = [seat for seat in sorted(moment.table.decisions) if viewer.may_know((seat,))]
        assert frames[-1].could == [
            (seat, choosing.possible(Address(n), seat), list(choosing.refused(Address(n), seat))) for seat in asked
        ]
        stand = stands[n - 1]
        assert (stand.at, [one.seat for one in stand.awaited]) == (moment.entry.at, sorted(moment.table.decisions))


def _told(frames: list[Shown]) -> list[tuple[Address, str]]:
    return [said for one in frames for said in one.told]


def _within(projector: Projector, frames: list[Shown]) -> list[tuple[Shown, Shown]]:
    """Return the frames of facts, each behind the frame before it."""
    begin = projector.frames.index(frames[0])
    return [(projector.frames[begin + i - 1], one) for i, one in enumerate(frames[:-1])]


@pytest.mark.parametrize("played", [harbour, went_back, given_up, unfinished, *OTHERS_BEGUN])
def test_frames_are_the_pictures_and_sentences_of_every_step(played: Callable[[], Played]) -> None:
    """With time-outs, looks, rewinds, a table given up, and everything before the deal."""
    for viewer in (ARBITER, seat_viewer(1)):
        every_step(timeline(played(), viewer), viewer)


@pytest.mark.long
@pytest.mark.parametrize("played", [duel, four, *OTHERS])
def test_frames_are_the_pictures_and_sentences_of_every_step_of_whole_games(played: Callable[[], Played]) -> None:
    for viewer in (SPECTATOR, seat_viewer(0)):
        every_step(timeline(played(), viewer), viewer)


@pytest.mark.parametrize("played", [harbour, went_back, *OTHERS_BEGUN])
def test_a_fuller_copy_tells_a_viewer_no_more_than_its_own(played: Callable[[], Played]) -> None:
    """Frames for a viewer made from the full record are, byte for byte, those made from the viewer's own copy."""
    full = timeline(played())
    for viewer in every_viewer(full.opening.seats)[:2]:
        own = timeline(played(), viewer)
        chunks = [list(Reel(line, (viewer,), words_of(line)).chunks()) for line in (full, own)]
        assert chunks[0] == chunks[1]


def test_what_an_entry_taught_is_told_to_a_seat_alone() -> None:
    line = timeline(unfinished())
    words = words_of(line)
    whole = knowledge(line, 0, Address(len(line)), words)
    assert whole is not None
    taught = [said for one in shown(line, seat_viewer(0)).frames for said in one.taught]
    assert [place for place, _ in taught] == [item.address for item in whole.learnt]
    assert any("cards" in place.title for place in known(line, 0, Address(len(line)), words))
    for viewer in (SPECTATOR, ARBITER, Viewer(frozenset({0, 1}))):
        assert not any(one.taught for one in shown(line, viewer).frames)


def test_a_game_that_does_not_say_where_its_cards_lie_teaches_nothing() -> None:
    line = timeline(harbour())
    assert line.title.circuits is None
    assert not any(one.taught for one in shown(line, seat_viewer(0)).frames)


def test_clocks_stand_with_the_entries() -> None:
    played = Game("chanic_panic", 2, clock=TIMED).start().play(3).done()
    (chunk,) = shown(timeline(played), SPECTATOR).chunks
    last = chunk.entries[-1]
    assert played.table.live is not None
    assert last.bank == played.table.live.bank
    assert [one.deadline for one in last.awaited] == [
        played.table.live.deadline(seat, TIMED) for seat in sorted(played.table.decisions)
    ]
    assert chunk.entries[0].bank is None


def test_the_header_says_where_something_happened() -> None:
    line = timeline(went_back())
    viewers = (seat_viewer(0), SPECTATOR)
    header = header_of(line, viewers, words_of(line).calling(["Ann", "Ben"]))
    assert (header.format, header.n, header.status, header.over) == ("frames/1", len(line), "confirmed", True)
    assert (header.viewers, header.allowed) == (
        ("seat:0", "spectator"),
        ("spectator", "seat:0", "seat:1", "all"),
    )
    assert header.seats == ("Ann", "Ben")
    rewinds = [moment.entry.n for moment in line.moments if isinstance(moment.entry, RewoundTo)]
    assert list(header.marks["rewind"]) == rewinds
    assert set(header.taken_back) == line.taken_back
    assert set(header.decisions["seat:0"]) < set(header.decisions["spectator"])
    caster = Viewer(frozenset({0, 1}))
    copy = timeline(went_back(), caster)
    assert header_of(copy, (caster,), words_of(copy)).allowed[-1] == "seat:0,seat:1"


def test_a_running_table_says_how_far_it_has_come_and_no_more() -> None:
    header = header_of(timeline(unfinished()), (SPECTATOR,), Words())
    assert (header.status, header.over, "end" in header.marks) == ("running", False, False)


@pytest.mark.parametrize("played", [unfinished, went_back])
def test_a_reel_goes_on_with_its_record(played: Callable[[], Played]) -> None:
    """Also over a rewind: what was filmed stays as it is, and the same bytes come as if all had been there at once."""
    record = read_record(played().record())
    whole = Timeline(record)
    words, viewers = words_of(whole), (SPECTATOR, seat_viewer(0))
    line = _first(record, 3)
    reel = Reel(line, viewers, words)
    for n in range(3, len(whole) + 1, 4):
        line = _first(record, n, line)
        reel.grow(line)
        reel.chunk((n - 1) // CHUNK)
        assert reel.size > 0
    reel.grow(whole)
    once = Reel(whole, viewers, words)
    assert list(reel.chunks()) == list(once.chunks())
    assert reel.chunk(0, upto=7) == Reel(_first(record, 7), viewers, words).chunk(0)


def _first(record: Record, n: int, before: Timeline | None = None) -> Timeline:
    return Timeline(record._replace(entries=record.entries[:n]), before=before)


@pytest.mark.parametrize("number", [-1, 1, 99])
def test_a_chunk_that_is_not_there_is_an_error(number: int) -> None:
    line = timeline(unfinished())
    assert len(line) < CHUNK
    with pytest.raises(IndexError, match=rf"chunks 0 to 0, not {number}"):
        Reel(line, (SPECTATOR,), Words()).chunk(number)


def test_several_viewers_share_a_pool() -> None:
    line = timeline(unfinished())
    viewers, words = every_viewer(2), words_of(line)
    text = b"".join(film(line, viewers, words))
    for viewer in viewers:
        read, projector = projected(text, str(viewer))
        assert read.header == header_of(line, viewers, words)
        assert [one.picture for one in projector.frames] == [one.picture for one in shown(line, viewer).frames]
    alone = [len(b"".join(film(line, (viewer,), words))) for viewer in viewers]
    assert len(text) < sum(alone)


def test_frames_speak_the_readers_language() -> None:
    line = timeline(unfinished())
    japanese = shown(line, seat_viewer(0), words_of(line, "ja"))
    assert "テーブルが開かれました" in japanese.texts[0]


def test_the_stored_schema_is_current() -> None:
    """`python -m tests.audit.test_frames` writes it anew."""
    assert STORED.read_text(encoding="utf-8") == as_text()


@pytest.mark.no_cover
@pytest.mark.parametrize("name", sorted(shipped()))
def test_films_of_every_game_fit_the_schema(name: str) -> None:
    Draft202012Validator.check_schema(frames_schema())
    seats = max(count for count in Game(name, 2).table.rules.seat_counts if count <= 4)
    line = timeline(Game(name, seats, clock=TIMED).start().play(4).done())
    text = b"".join(film(line, every_viewer(seats)[:2], words_of(line)))
    Draft202012Validator(frames_schema()).validate(msgspec.json.decode(text))


def test_every_member_is_documented() -> None:
    text = re.sub(r"```.*?```", "", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    quoted = " ".join(re.findall(r"`([^`]+)`", text))
    said = set(re.findall(r"[a-z_]+", quoted))
    for shape in (Header, Chunk, Frame, Choices, Awaited, Stand, Parts):
        assert set(shape.__struct_encode_fields__) <= said, shape


def as_text() -> str:
    """Return the schema as it is stored."""
    return json.dumps(frames_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STORED.write_text(as_text(), encoding="utf-8")


def test_a_film_says_how_far_it_is() -> None:
    line = timeline(four())
    told: list[tuple[int, int]] = []
    silent = [*film(line, (SPECTATOR,), words_of(line))]
    assert [*film(line, (SPECTATOR,), words_of(line), lambda done, in_all: told.append((done, in_all)))] == silent
    assert told == [(n, len(line)) for n in range(1, len(line) + 1)]
