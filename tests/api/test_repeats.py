"""A repeated request gives what it wrote and nothing else, whatever was written after it and however it is stored."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from domain.record.canonical import b64
from domain.record.entries import SecretsOpened
from domain.table.rewinding import go_back
from domain.table.table import Table
from domain.table.writing import Batch, Written
from tests.api.world import DUEL, Answer, Opened, World

KEYED = {"Idempotency-Key": "0123456789abcdef", "If-Match": "*"}
CONCEDE = {"command": {"tag": "concede"}}
CODED: list[dict[str, Any]] = [{"kind": "token", "name": "Ada"}, {"kind": "code"}]

Send = Callable[[], Answer]


def test_what_another_request_wrote_later_is_no_part_of_the_answer(world: World) -> None:
    """The secrets of a table whose game ended earlier, as the end of an event will open them."""
    table = world.opened(DUEL, secrets_open_at="never")
    first = table.post("/actions", CONCEDE, seat=0, headers=KEYED)
    assert [line["entry"]["kind"] for line in first.json["entries"]] == [
        "action_taken",
        "game_finished",
        "result_confirmed",
    ]
    world.store.perform(table.id, open_secrets)
    assert table.get().json["secrets_open"] is True
    assert table.post("/actions", CONCEDE, seat=0, headers=KEYED).data == first.data


def open_secrets(now: Table) -> Written:
    """Open both secrets in a batch of their own."""
    assert now.secrets is not None
    deal, salt = b64(now.secrets.deal), b64(now.secrets.salt)
    batch = Batch(now, now.book.at)
    batch.write(SecretsOpened(n=batch.n, at=batch.at, by="table", deal_secret=deal, salt_secret=salt))
    return batch.done()


def opening(world: World) -> Send:
    """Open a table at which everybody sits at once and that is dealt by itself; then somebody acts."""
    options = {"first_player": "seat"}
    body = {"game": "chanic_panic", "seats": DUEL, "options": options}
    Opened(world, world.post("/tables", body, headers=KEYED).json).act(0, "end_turn")
    return lambda: world.post("/tables", body, headers=KEYED)


def opening_with_a_free_seat(world: World) -> Send:
    """Open a table for one who sits and one who comes with a code, who then comes."""
    body = {"game": "chanic_panic", "seats": CODED}
    table = Opened(world, world.post("/tables", body, headers=KEYED).json)
    table.post("/seats", {"name": "Bob", "join_code": table.answer["seats"][1]["join_code"]})
    return lambda: world.post("/tables", body, headers=KEYED)


def joining(world: World) -> Send:
    """Take the last seat, which deals; then somebody acts."""
    table = world.opened([DUEL[0], {"kind": "open"}])
    table.post("/seats", {"name": "Bob"}, headers=KEYED)
    table.act(0, "end_turn")
    return lambda: table.post("/seats", {"name": "Bob"}, headers=KEYED)


def starting(world: World) -> Send:
    """Deal on the opener's word; then somebody acts."""
    table = world.opened(start="word")
    table.post("/start", token=table.opener, headers=KEYED)
    table.act(0, "end_turn")
    return lambda: table.post("/start", token=table.opener, headers=KEYED)


def cancelling(world: World) -> Send:
    """Give a table up, which opens its secrets."""
    table = world.opened(start="word")
    table.post("/cancel", {"reason": "emergency"}, token=table.opener, headers=KEYED)
    return lambda: table.post("/cancel", {"reason": "emergency"}, token=table.opener, headers=KEYED)


def ending(world: World) -> Send:
    """Concede a duel, which ends it."""
    table = world.opened()
    table.post("/actions", CONCEDE, seat=0, headers=KEYED)
    return lambda: table.post("/actions", CONCEDE, seat=0, headers=KEYED)


def answered_by_preference(world: World) -> Send:
    """Give something to somebody whose preference answers; then change a preference."""
    table = Opened(world, world.post("/tables", {"game": "harbour", "seats": DUEL}).json)
    giver = table.get("/view").json["awaited"][0]["seat"]
    table.act(1 - giver, "prefer", gifts="always")
    gives = next(offer for offer in table.get("/actions", seat=giver).json["offers"] if offer["command"] == "give")
    sent = {"command": {"tag": "give", "body": {"to": 1 - giver, "card": gives["fields"]["card"]["values"][0]}}}
    table.post("/actions", sent, seat=giver, headers=KEYED)
    table.act(giver, "prefer", gifts="never")
    return lambda: table.post("/actions", sent, seat=giver, headers=KEYED)


@pytest.mark.parametrize(
    "way",
    [
        opening,
        opening_with_a_free_seat,
        joining,
        starting,
        cancelling,
        ending,
        answered_by_preference,
    ],
)
def test_requests_stored_without_their_last_entry_are_answered_alike(
    world: World, way: Callable[[World], Send]
) -> None:
    """As the first databases kept them: what followed by itself is known from the entries."""
    send = way(world)
    first = send()
    assert first.status_code < 300
    assert forget_last_entries(world) >= 1
    again = send()
    for answer in (first, again):
        del answer.headers["X-Request-Id"]
    assert (again.data, again.headers) == (first.data, first.headers)


def forget_last_entries(world: World) -> int:
    """Take the last entry out of every private part; return how many had one."""
    with world.store._database.writing() as connection:
        connection.execute("DROP TRIGGER entries_stay")
        rows = connection.execute("SELECT rowid, state FROM stored_events").fetchall()
        changed = 0
        for row, state in rows:
            end = state.index(b"\0", 33)
            private, times = re.subn(rb',"last":\d+', b"", state[end:])
            connection.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (state[:end] + private, row))
            changed += times
    return changed


def test_a_repeat_says_that_a_rewind_has_undone_it(world: World) -> None:
    """Keys of undone actions stay spent: nothing is done again. Issue 15, section 3."""
    table = world.opened()
    n = world.store.head(table.id)
    sent = {"command": {"tag": "end_turn"}}
    first = table.post("/actions", sent, seat=0, headers=KEYED).json
    assert first["undone_by"] is None
    assert table.post("/actions", sent, seat=0, headers=KEYED).json == first

    def back(now: Table) -> Written:
        lives = {n: world.store.table_at(now.id, n).live}
        return go_back(now, n, lives, at=world.clock(), by="arbiter:a", reason="mistake")

    rewound = world.store.perform(table.id, back).table.book.n
    assert table.post("/actions", sent, seat=0, headers=KEYED).json == {**first, "undone_by": rewound}
    assert world.store.head(table.id) == rewound
