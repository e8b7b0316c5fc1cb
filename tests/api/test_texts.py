"""Texts of cases in the copies that a service gives: who reads which, until the end and after it."""

from __future__ import annotations

from typing import Any

import pytest

from api.copies.pieces import Page
from domain.audit.checks import verify_bytes
from domain.audit.copies import copy_for
from domain.audit.opened import read_record
from domain.kernel.seats import Viewer, every_viewer
from domain.record.desk import CaseClaimed, CaseOpened, RulingMade
from domain.table.pausing import pause
from domain.table.table import Table
from domain.table.writing import Batch, Written
from tests.api.casters import cast
from tests.api.world import Opened, World

NDJSON = {"Accept": "application/x-ndjson"}
SAID = {"/text": "He saw my card.", "ruling": "Nobody saw anything.", "/sealed_text": "It was H7."}


def kept(world: World, table: Opened, text: str, by: str, readers: Any) -> str:
    """Keep a text and return its hash; words of a seat are those of who holds it."""
    office, _, seat = by.partition(":")
    holder = world.store.table(table.id).book.holders[int(seat)] if office == "seat" else None
    player = None if holder is None else holder.player
    texts = world.store.desk.texts
    return texts.add(table.id, text, case="c7", at=world.clock.at, by=by, readers=readers, player=player).hash


@pytest.fixture
def table(world: World) -> Opened:
    """Return a table whose seat 1 has called an arbiter, who has ruled."""
    table = world.opened()
    arbiter: dict[str, Any] = {"case": "c7", "by": "arbiter:a"}
    call = kept(world, table, SAID["/text"], "seat:1", "officers")
    words = kept(world, table, SAID["ruling"], "arbiter:a", "public")
    held = kept(world, table, SAID["/sealed_text"], "arbiter:a", "officers")
    kept(world, table, "He is always like that.", "arbiter:a", "private")

    def stop(now: Table) -> Written:
        return pause(now, "arbiter", "dispute", at=world.clock.at, by="arbiter:a")

    def rule(now: Table) -> Written:
        batch = Batch(now, world.clock.at)
        called: dict[str, Any] = {"moment": "4", "about": "rule", "stops_play": False, "filed_at": batch.at}
        batch.write(CaseOpened(n=batch.n, at=batch.at, case="c7", by="seat:1", text=call, **called))
        batch.write(CaseClaimed(n=batch.n, at=batch.at, **arbiter))
        found: dict[str, Any] = {"finding": "undecided", "grounds": (), "measures": ("none",)}
        batch.write(RulingMade(n=batch.n, at=batch.at, **arbiter, **found, text=words, sealed_text=held))
        return batch.done()

    world.store.perform(table.id, stop)
    world.store.perform(table.id, rule)
    return table


def texts(table: Opened, token: str | None, query: str = "") -> list[str]:
    """Return the texts in a caller's copy, which is good."""
    answer = table.get(f"/record{query}", token=token, headers=NDJSON)
    assert answer.status_code == 200, answer.text
    assert verify_bytes(answer.data).failed == ()
    return [note.text for _, note in read_record(answer.data).notes]


def test_a_copy_carries_the_texts_that_its_viewer_may_read(world: World, table: Opened) -> None:
    """What an arbiter says to all; one's own; all of them in a full copy. Private notes never."""
    call, ruling, held = SAID.values()
    assert texts(table, None) == [ruling]
    assert texts(table, table.tokens[0]) == [ruling]
    assert texts(table, table.tokens[1]) == [call, ruling]
    operator = world.key("operator")
    assert texts(table, operator) == [ruling]
    assert texts(table, operator, "?viewer=seat:1") == [call, ruling]
    assert texts(table, operator, "?viewer=all") == [call, ruling, held]


@pytest.mark.parametrize("seats", [(1,), (0, 1)])
def test_a_caster_does_not_read_what_its_seats_wrote_to_an_arbiter(
    world: World, table: Opened, seats: tuple[int, ...]
) -> None:
    """They have agreed to show what they see; nor as one of them, nor by a process beside the service."""
    call, ruling, held = SAID.values()
    token = cast(table, *seats)
    for query in ("", "?viewer=seat:1", "?closed=true"):
        assert texts(table, token, query) == [ruling]
    lines = table.get("/record", token=token, headers=NDJSON).data
    piece = Page(table.id, str(Viewer(frozenset(seats))), world.store.head(table.id), casts=True, closed=False, after=0)
    assert piece.done(world.store) == lines
    table.post("/cancel", {"reason": "emergency"}, token=world.key("operator"))
    assert texts(table, token) == [call, ruling, held]


def test_everybody_reads_every_text_once_the_table_has_ended(world: World, table: Opened) -> None:
    table.post("/cancel", {"reason": "emergency"}, token=world.key("operator"))
    for query in ("", "?closed=true", "?viewer=seat:0&closed=true"):
        assert texts(table, table.tokens[0], query) == [*SAID.values()]


def test_an_erased_text_is_in_no_copy_any_more(world: World, table: Opened) -> None:
    """Its hash stays in the chain: the copy says that it is not possible to say anything of it."""
    (call,) = [text for text in world.store.desk.texts.of(table.id) if text.text == SAID["/text"]]
    assert world.store.desk.texts.erase(table.id, call.hash)
    assert texts(table, table.tokens[1]) == [SAID["ruling"]]
    answer = table.get("/verification", token=table.tokens[1])
    assert answer.json["checks"][4]["reason"] == ("texts that are not in this copy, for which it is not possible: 2")


def test_a_copy_cut_down_offline_carries_the_same_texts(world: World, table: Opened) -> None:
    """`replay redact` knows who reads what by the kinds of the entries."""
    whole = table.get("/record?viewer=all", token=world.key("operator"), headers=NDJSON).data
    n = world.store.head(table.id)
    for viewer, token in zip(every_viewer(2), (None, *table.tokens), strict=False):
        cut = b"".join(line + b"\n" for line in copy_for(read_record(whole), viewer))
        assert cut == table.get("/record", token=token, headers=NDJSON).data, viewer
    assert world.store.head(table.id) == n
