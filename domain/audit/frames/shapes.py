"""The format `frames/1`: a header, and chunks of entries whose pictures are made of pooled parts."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.display.board import Badge, CardPicture, Counter
from domain.kernel.seats import Seat

FORMAT: Literal["frames/1"] = "frames/1"
CHUNK = 64  # entries

Text: TypeAlias = int  # a place in the pool's texts
Status = Literal["open", "running", "finished", "confirmed", "abandoned"]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is known before the first chunk.

    `n` is the last entry that these frames know and `head` its hash; `over` says that no other can come. `viewers` are
    those of the frames in each chunk, `allowed` all whom one may look as. `marks` names entries by what happened there,
    `decisions` those that put a decision to a viewer's seats, `taken_back` those that a rewind dropped.
    """

    format: Literal["frames/1"] = FORMAT
    table: str
    label: str | None
    game: str
    title: str
    costume: str
    release: str
    language: str
    seats: tuple[str, ...]
    status: Status
    over: bool
    n: int
    head: str
    chunk: int = CHUNK
    viewers: tuple[str, ...]
    allowed: tuple[str, ...]
    marks: dict[str, tuple[int, ...]]
    decisions: dict[str, tuple[int, ...]]
    taken_back: tuple[int, ...]


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that has to decide: what, since which entry and time, and until when; milliseconds since 1970."""

    seat: Seat
    kind: str
    n: int
    since: int
    deadline: int | None = None


class Stand(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is the same for every viewer after an entry: its time, how many facts it has, who is awaited, banks."""

    at: int
    facts: int = 0
    awaited: tuple[Awaited, ...] = ()
    bank: tuple[int, ...] | None = None


class Said(msgspec.Struct, frozen=True, array_like=True):
    """A sentence, by its place in the pool, and the fact of the entry that it tells of; none for the entry itself."""

    text: Text
    fact: int | None


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an awaited seat could do, a sentence each, and which of its cards it could not use, and why."""

    seat: Seat
    can: tuple[Text, ...] = ()
    cannot: tuple[Text, ...] = ()


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table after an entry, or within it after the fact `fact`, and what there is to say of it.

    Texts and panels are places in the pool; without panels there is no table yet. What could be done and what the entry
    taught the viewer stand in the frame of the whole entry, which comes last.
    """

    n: int
    fact: int | None = None
    headline: Text | None = None
    banner: tuple[Text, ...] = ()
    prompt: Text | None = None
    panels: tuple[int, ...] | None = None
    told: tuple[Said, ...] = ()
    could: tuple[Choices, ...] = ()
    taught: tuple[Said, ...] = ()


class PooledZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone of a picture, its cards by their places in the pool."""

    label: str
    kind: Literal["row", "hand", "pile", "grid"]
    cards: tuple[int, ...] = ()
    slots: int | None = None
    count: int | None = None
    size: tuple[int, int] | None = None
    note: str | None = None
    id: str = ""
    sign: str = ""


class PooledPanel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A panel of a picture, its zones by their places in the pool."""

    label: str
    role: Literal["own", "other", "centre"]
    seat: Seat | None = None
    counters: tuple[Counter, ...] = ()
    badges: tuple[Badge, ...] = ()
    zones: tuple[int, ...] = ()
    compact: bool = False
    id: str = ""
    sign: str = ""


class Parts(msgspec.Struct, frozen=True):
    """What comes to the pool with a chunk; its places go on counting where the chunk before ended."""

    texts: tuple[str, ...]
    cards: tuple[CardPicture, ...]
    zones: tuple[PooledZone, ...]
    panels: tuple[PooledPanel, ...]


class Chunk(msgspec.Struct, frozen=True, rename={"first": "from"}):
    """Some entries, the first one named: what they add to the pool, how each left the table, the frames of each viewer.

    `base` counts the texts, cards, zones and panels that the pool has before.
    """

    first: int
    base: tuple[int, int, int, int]
    pool: Parts
    entries: tuple[Stand, ...]
    frames: dict[str, tuple[Frame, ...]]


class Film(msgspec.Struct, frozen=True):
    """Header and all chunks in one document: what `replay export --format frames` writes."""

    header: Header
    chunks: tuple[Chunk, ...]


def frames_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a film; header and chunk, as the service answers, are parts of it."""
    (ref,), parts = msgspec.json.schema_components((Film,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:matchledger:frames:1",
        "title": "Frames of a Matchledger record",
        "description": "What a schema cannot say (places in the pool, order of frames) is in frames.md.",
        **ref,
        "$defs": parts,
    }
