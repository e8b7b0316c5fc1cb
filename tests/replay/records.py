"""The record that the screens show: small, with a time-out and a rewind; written anew by `pytest --golden`."""

from __future__ import annotations

from pathlib import Path

from domain.record.canonical import b64
from domain.record.entries import Clock
from domain.record.lines import Record, read, split
from replay.notes.note import Note, Notes, encode, header_of, new_id
from tests.audit.tables import Game, Played

HERE = Path(__file__).parent
RECORD = HERE / "table.ndjson"
OTHER = HERE / "other.ndjson"
SCREENS = HERE / "screens"


def played() -> Played:
    """Play it."""
    game = Game(
        "chanic_panic",
        3,
        seed=4,
        table="screens",
        label="Round “One”",
        clock=Clock(move_ms=60_000),
        options={"panic": True},
    )
    game.start().play(14)
    game.force(min(game.table.decisions), 60_500)
    game.play(16)
    game.rewind(game.table.book.n - 2)
    game.look()
    return game.play(9).abandon().done()


def played_otherwise() -> Played:
    """Play the same deal with other players."""
    clock = Clock(move_ms=60_000)
    game = Game("chanic_panic", 3, seed=4, table="screens", bot="random", clock=clock, options={"panic": True})
    return game.start().play(7).abandon().done()


def example_folder(folder: Path) -> None:
    """Put the records of the examples of `docs/replay.md` into a folder."""
    (folder / "game.ndjson").write_bytes(RECORD.read_bytes())
    (folder / "other.ndjson").write_bytes(OTHER.read_bytes())
    (folder / "game.ndjson.notes.ndjson").write_bytes(encode(_notes(read(split(RECORD.read_bytes())))))


def _notes(record: Record) -> Notes:
    """Return a note on entry 26."""
    written, text = "2026-01-02T10:00:00.000Z", "Why not the Club first?"
    note = Note(
        id=new_id("26", "Ben", written, text),
        address="26",
        hash=b64(record.entries[25].hash),
        author="Ben",
        written=written,
        changed=written,
        text=text,
        glyph="?!",
    )
    return Notes(header=header_of(record), notes=(note,))
