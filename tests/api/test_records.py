"""Entries, the record, the result and the verification: redacted for each viewer, byte for byte."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.service import EXTENSION, VERIFYING_AT_MOST
from domain.audit.checks import verify_bytes
from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.ledger.store import open_store
from domain.record.lines import copy_line, header_line
from domain.table.bots import chosen_by
from domain.table.play import take_action
from tests.api.world import DUEL, Opened, World, code
from tests.ledger.tables import change, move, started

NDJSON = {"Accept": "application/x-ndjson"}
HANDS = "H1 H2 D1 D2 C5  S1 S2 D3 D4 C4"


def expected(world: World, table: Opened, viewer: Viewer, after: int = 0, upto: int | None = None) -> list[bytes]:
    """Return the lines that this viewer must get."""
    salts = world.store.table(table.id).salts
    return [copy_line(sealed, viewer, salts) for sealed in world.store.entries(table.id, after, upto)]


def record(table: Opened, **more: Any) -> bytes:
    answer = table.get("/record", headers=NDJSON, **more)
    assert (answer.status_code, answer.content_type) == (200, "application/x-ndjson")
    return answer.data


def played(world: World, table: Opened | None = None, *, actions: int = 10_000) -> Opened:
    """Return a table that bots have played so far or to its end."""
    table = world.opened() if table is None else table
    bot = game("chanic_panic").bots["sensible"]
    chance = QuickChance(7)
    for _ in range(actions):
        now = world.store.table(table.id)
        if not now.decisions:
            break
        (seat,) = now.decisions
        world.clock.at += 10
        command = chosen_by(bot, now, seat, chance)
        world.store.perform(table.id, partial(take_action, seat=seat, command=command, at=world.clock.at))
    return table


def test_each_viewer_gets_its_own_copy(world: World) -> None:
    """Of the record, and of the entries as JSON and NDJSON: the bytes of `copy_line`."""
    table = played(world, actions=12)
    opened = world.store.table(table.id).book.opened
    for token, viewer in ((None, SPECTATOR), (table.tokens[0], seat_viewer(0)), (table.tokens[1], seat_viewer(1))):
        lines = expected(world, table, viewer)
        assert record(table, token=token).split(b"\n") == [header_line(opened, viewer), *lines, b""]
        assert b'"entries":[' + b",".join(lines) + b"]}" in table.get("/entries", token=token).data
        assert table.get("/entries", token=token, headers=NDJSON).data == b"".join(line + b"\n" for line in lines)


def test_copies_differ_where_hands_do(world: World) -> None:
    """A seat's copy opens what a spectator's does not, and the other way round never."""
    table = played(world, actions=6)
    spectator, seat = record(table), record(table, seat=0)
    assert len(seat) > len(spectator)
    assert spectator.count(b'"opened"') == 0
    assert seat.count(b'"opened"') > 0


def test_the_file_has_a_name(world: World) -> None:
    """Table and viewer."""
    table = world.rigged(HANDS)
    answer = table.get("/record", seat=1, headers=NDJSON)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{table.id}.seat1.ndjson"'


def test_after_the_opening_everybody_gets_everything(world: World) -> None:
    """And the whole record proves itself."""
    table = played(world)
    full = record(table)
    assert full == record(table, seat=0) == record(table, token=world.key("operator"))
    lines = expected(world, table, ARBITER)
    assert full.split(b"\n")[1:-1] == lines
    report = verify_bytes(full)
    assert report.failed == ()
    assert {check.number for check in report.checks if check.status == "not possible"} <= {12, 13}


def test_the_record_as_somebody_else_saw_it(world: World) -> None:
    """Once the secrets are open, anybody may ask for any copy."""
    table = played(world)
    assert record(table, token=None).split(b"\n")[1:-1] != expected(world, table, SPECTATOR)
    answer = table.get("/record?viewer=spectator", headers=NDJSON)
    assert answer.data.split(b"\n")[1:-1] == expected(world, table, SPECTATOR)


def test_a_closed_copy_is_what_its_viewer_had_before_the_secrets_opened(world: World) -> None:
    """Without `viewer` that of the caller's own seats, though everything is open to it now."""
    table = played(world)
    opened, head = world.store.table(table.id).book.opened, world.store.head(table.id)
    for token, viewer in ((None, SPECTATOR), (table.tokens[0], seat_viewer(0)), (world.key("operator"), SPECTATOR)):
        lines = expected(world, table, viewer, upto=head - 1)
        answer = table.get("/record?closed=true", token=token, headers=NDJSON)
        assert answer.data.split(b"\n") == [header_line(opened, viewer), *lines, b""]
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert b"secrets_opened" not in answer.data
        assert record(table, token=token).split(b"\n")[-2].count(b"secrets_opened") == 1
    asked = table.get("/record?closed=true&viewer=seat:1", headers=NDJSON)
    assert asked.data.split(b"\n")[1:-1] == expected(world, table, seat_viewer(1), upto=head - 1)
    assert asked.headers["Content-Disposition"] == f'attachment; filename="{table.id}.seat1.closed.ndjson"'


def test_a_closed_copy_while_the_secrets_are_closed_is_the_copy(world: World) -> None:
    """And it opens no more than the caller may see."""
    table = played(world, actions=12)
    for token in (None, table.tokens[0]):
        asked = table.get("/record?closed=true", token=token, headers=NDJSON)
        assert asked.data == record(table, token=token)
    refused = table.get("/record?closed=true&viewer=seat:1", token=table.tokens[0], headers=NDJSON)
    assert code(refused, 403) == "not_allowed"


@pytest.mark.parametrize("role", ["operator", "arbiter"])
def test_a_full_copy_before_the_opening_is_evidence(world: World, role: str) -> None:
    """Once the play stands it holds the entry that says so as its last line; before, it is as if nobody had looked.

    A look for a quiet call waits with the call, whatever else the play is stopped for.
    """
    table = played(world, actions=5)
    key = world.key(role)
    case = world.case(table.id, key) if role == "arbiter" else "c-7"
    looking = f"/record?viewer=all&case={case}"
    assert table.get(looking, token=key, headers=NDJSON).data.count(b"evidence") == 0
    table.post("/pause", {"reason": "break"}, token=world.key("operator"))
    head = world.store.head(table.id)
    answer = table.get(looking, token=key, headers=NDJSON)
    lines = answer.data.split(b"\n")[1:-1]
    assert lines == expected(world, table, ARBITER)
    told = role == "operator"
    assert len(lines) == head + told
    assert (b'"kind":"evidence_viewed"' in lines[-1]) is told
    assert verify_bytes(answer.data).failed == ()


def test_a_long_record_is_sent_in_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry once."""
    from api.copies import lines

    table = played(world, actions=20)
    whole = record(table)
    for page in (1, 7, 23):
        monkeypatch.setattr(lines, "PAGE", page)
        assert record(table) == whole


def test_a_record_is_sent_whole_or_not_at_all(tmp_path: Path) -> None:
    """Its length is said before; damage in the midst is an error, not a shorter record that looks like a whole one."""
    world = World(open_store(str(tmp_path / "x.db")))
    started(world.store)
    for _ in range(20):
        world.store.perform("t1", move)
    answer = world.get("/tables/t1/record")
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    change(str(tmp_path / "x.db"), 15, lambda state: b"\x07" + state[1:])
    assert code(world.get("/tables/t1/record"), 500) == "damaged_table"
    assert code(world.get("/tables/t1/verification"), 500) == "damaged_table"
    assert world.get("/tables/t1/entries?limit=5").status_code == 200
    world.store.close()


def test_only_so_many_records_are_verified_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for more does not keep the players from playing; one that failed gives its place back."""
    world = World()
    table = world.opened()
    monkeypatch.setattr("api.copies.helpers.VERIFYING_SECONDS", 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.store, "entries", lambda *_: 1 / 0)
        for _ in range(VERIFYING_AT_MOST + 1):
            assert code(table.get("/verification"), 500) == "internal_error"
    verifying = world.app.extensions[EXTENSION].verifying
    for _ in range(VERIFYING_AT_MOST):
        assert verifying.acquire(blocking=False)
    answer = table.get("/verification")
    assert (code(answer, 503), answer.headers["Retry-After"]) == ("unavailable", "1")
    verifying.release()
    assert table.get("/verification").status_code == 200
    world.store.close()


def test_entries_are_read_on_from_where_one_was(world: World) -> None:
    """`n` is the next `after`; the pages together are the record."""
    table = played(world, actions=15)
    after, lines = 0, []
    while True:
        answer = table.get(f"/entries?after={after}&limit=4", seat=0).json
        assert answer["last"] == world.store.head(table.id)
        if not answer["entries"]:
            break
        lines += [line["entry"]["n"] for line in answer["entries"]]
        assert answer["n"] == lines[-1]
        after = answer["n"]
    assert lines == list(range(1, after + 1))
    assert table.get(f"/entries?after={2**53 - 1}").json["entries"] == []


def test_media_types_are_chosen_by_accept(world: World) -> None:
    """JSON unless NDJSON is liked better; 406 for what there is not."""
    table = world.rigged(HANDS)
    cases = {
        "*/*": "application/json",
        "application/x-ndjson, */*;q=0.1": "application/x-ndjson",
        "application/json;q=0.2, application/x-ndjson": "application/x-ndjson",
    }
    for accept, media in cases.items():
        assert table.get("/entries", headers={"Accept": accept}).content_type == media
    for path in ("/entries", "/record"):
        assert code(table.get(path, headers={"Accept": "text/html"}), 406) == "not_acceptable"
    assert table.get("/record").content_type == "application/x-ndjson"


def test_the_result(world: World) -> None:
    """Places with ties, how it ended, and whether it is final."""
    table = world.rigged(HANDS, seats=3)
    assert code(table.get("/result"), 404) == "no_result"
    table.act(1, "concede")
    table.act(2, "concede")
    answer, here = table.get("/result").json, table.get().json
    outcome = {
        "places": [{"place": 1, "seats": [0]}, {"place": 2, "seats": [2]}, {"place": 3, "seats": [1]}],
        "points": None,
        "ended_by": "concession",
        "reason": "concession",
    }
    assert answer == {
        "table": table.id,
        "status": "confirmed",
        "confirmed": True,
        "n": here["n"],
        "head": here["head"],
        "outcome": outcome,
        "found": outcome,
        "ruling": None,
        "waiting": None,
    }
    assert table.get().json["outcome"] == answer["outcome"]


def test_a_table_that_was_given_up_has_a_result_too(world: World) -> None:
    """`abandoned`, with the reason."""
    table = world.opened(DUEL, start="word")
    table.post("/cancel", token=table.opener)
    answer = table.get("/result").json
    assert (answer["confirmed"], answer["outcome"]["ended_by"]) == (False, "abandoned")
    assert answer["outcome"]["reason"] == "cancelled"


def test_verification_of_each_copy(world: World) -> None:
    """Thirteen checks; a spectator's copy cannot show what the full one can."""
    table = played(world, actions=10)
    running = table.get("/verification").json
    assert (running["failed"], running["viewer"], len(running["checks"])) == (False, "spectator", 13)
    by_name = {check["name"]: check for check in running["checks"]}
    assert by_name["chain"]["status"] == "passed"
    assert by_name["secrets"]["status"] == "not possible"
    assert by_name["secrets"]["reason"]
    finished = played(world).get("/verification").json
    assert finished["viewer"] == "all"
    assert {check["name"] for check in finished["checks"] if check["status"] != "passed"} <= {"entropy", "signatures"}


def test_a_stacked_deck_is_found(world: World) -> None:
    """The deal of a rigged table does not follow from its secrets: check 7, at the line of the deal."""
    answer = played(world, world.rigged(HANDS)).get("/verification").json
    wrong = [(check["name"], check["line"]) for check in answer["checks"] if check["status"] == "failed"]
    assert wrong == [("draws", 5)]


def test_a_wrong_entry_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the store to say something else than it did, the verification says where."""
    table = played(world)
    entries = world.store.entries(table.id)
    place = random.Random(1).randrange(4, len(entries))
    told = entries[place]._replace(public=entries[place].public.replace(b'"at":18', b'"at":19', 1))
    assert told != entries[place]
    wrong = [*entries[:place], told, *entries[place + 1 :]]
    monkeypatch.setattr(world.store, "entries", lambda table, after=0, upto=None: wrong[after:upto])
    answer = table.get("/verification").json
    assert answer["failed"] is True
    assert [check["line"] for check in answer["checks"] if check["name"] == "chain"] == [place + 2]
