"""Reading refused attempts: who may, when, the entry that looking leaves, pages."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.ledger.attempts import BODY_AT_MOST, Attempt
from domain.record.canonical import b64, unb64
from tests.api.world import Answer, Opened, World, code

HANDS = "H1 H2 H3 H4 H5"


def disputed(world: World, **more: Any) -> Opened:
    """Return a running table at which both seats were refused something."""
    table = world.rigged(HANDS, **more)
    table.refused(0, "play_utility", card="H9")
    world.clock.at += 1_000
    table.refused(1, "play_utility", card="H8")
    table.refused(0, "play_utility", card="H7")
    return table


def cards(answer: Answer) -> list[tuple[int, str]]:
    """Return who tried to play which card."""
    assert answer.status_code == 200, answer.text
    return [(attempt["seat"], attempt["body"]["card"]) for attempt in answer.json["attempts"]]


def new_entries(table: Opened, after: int) -> list[Any]:
    return [line["entry"] for line in table.get(f"/entries?after={after}").json["entries"]]


def test_an_attempt_says_what_was_refused_and_when(world: World) -> None:
    """Issue 8, mend 8: the command, the code, and how far the table had come."""
    table = disputed(world)
    head = world.store.head(table.id)
    table.act(0, "concede")
    answer = table.get("/attempts?limit=1", seat=0).json
    assert answer["attempts"] == [
        {
            "at": "2027-01-15T08:00:00.000Z",
            "seat": 0,
            "tag": "play_utility",
            "body": {"card": "H9"},
            "code": "card_not_in_hand",
            "seen": head,
        }
    ]
    assert (answer["table"], answer["seat"]) == (table.id, 0)


def test_a_seat_reads_its_own_attempts_once_the_table_has_ended(world: World) -> None:
    """Nobody else's, and not before: `own seat afterwards`."""
    table = disputed(world)
    for query in ("", "?seat=0", "?seat=1"):
        assert code(table.get(f"/attempts{query}", seat=0), 403) == "not_allowed"
    table.act(0, "concede")
    n = world.store.head(table.id)
    for query in ("", "?seat=0"):
        assert cards(table.get(f"/attempts{query}", seat=0)) == [(0, "H9"), (0, "H7")]
    assert cards(table.get("/attempts", seat=1)) == [(1, "H8")]
    assert code(table.get("/attempts?seat=1", seat=0), 403) == "not_allowed"
    assert code(table.get("/attempts?seat=2", seat=0), 422) == "invalid_viewer"
    assert world.store.head(table.id) == n


def test_a_seat_reads_its_own_attempts_where_the_secrets_stay_closed(world: World) -> None:
    """It knows its hand; the others' stays theirs."""
    table = world.opened(secrets_open_at="never")
    table.refused(1, "end_turn")
    table.act(0, "concede")
    assert [attempt["seat"] for attempt in table.get("/attempts", seat=1).json["attempts"]] == [1]
    assert table.get("/attempts", seat=0).json["attempts"] == []
    assert code(table.get("/attempts?seat=1", seat=0), 403) == "not_allowed"


@pytest.mark.parametrize("ended", [False, True])
def test_nobody_else_reads_attempts(world: World, ended: bool) -> None:
    """Not a spectator, not who opened the table, no other seat; whatever they ask for, the answer is the same."""
    organiser = world.key("organiser")
    table, other = world.opened(token=organiser), world.opened()
    quiet = world.opened(token=organiser)
    table.refused(1, "end_turn")
    if ended:
        for one in (table, quiet):
            one.act(0, "concede")
    n = world.store.head(table.id)
    for query in ("", "?seat=0", "?seat=9", "?limit=1"):
        for where in (table, quiet):
            assert code(where.get(f"/attempts{query}"), 401) == "credentials_needed"
            for token in (where.opener, organiser, world.key("organiser"), other.tokens[0], other.opener):
                assert code(where.get(f"/attempts{query}", token=token), 403) == "not_allowed"
    assert world.store.head(table.id) == n


@pytest.mark.parametrize("role", ["operator", "arbiter"])
def test_looking_at_attempts_is_evidence_while_the_secrets_are_closed(world: World, role: str) -> None:
    """A refused command tells of a hand (architecture 4: who looks with `everything` leaves an entry)."""
    table, key = disputed(world), world.key(role)
    n = world.store.head(table.id)
    case = world.case(table.id, key) if role == "arbiter" else "c-7"
    assert cards(table.get(f"/attempts?case={case}", token=key)) == [(0, "H9"), (1, "H8"), (0, "H7")]
    assert cards(table.get(f"/attempts?seat=1&case={case}", token=key)) == [(1, "H8")]
    assert world.store.head(table.id) == n
    table.act(0, "concede")
    seen = [one for one in new_entries(table, n) if one["kind"] == "evidence_viewed"]
    assert [(one["viewer"], one["first"], one["last"], one.get("case")) for one in seen] == [
        ("all", 1, n, "c-7"),
        ("seat:1", 1, n, "c-7"),
    ]
    assert {one["by"].partition(":")[0] for one in seen} == {role}
    n = world.store.head(table.id)
    assert len(cards(table.get("/attempts", token=key))) == 3
    assert world.store.head(table.id) == n


def test_the_entry_does_not_tell_whether_anything_was_refused(world: World) -> None:
    """Else it would say to everybody what attempts are kept out of the chain for."""
    key = world.key("arbiter")
    traces = []
    for table in (disputed(world), world.rigged(HANDS)):
        case = world.case(table.id, key)
        page = table.get(f"/attempts?limit=1&case={case}", token=key).json
        while page["next"] is not None:
            page = table.get(f"/attempts?limit=1&cursor={page['next']}", token=key).json
        traces.append([replace(look, at=0) for look in world.store.desk.looks.waiting(table.id)])
    assert traces[0] == traces[1]
    assert len(traces[0]) == 1


def test_pages_hold_every_attempt_once(world: World) -> None:
    """The oldest first; one that comes meanwhile needs a look, and an entry, of its own."""
    table, key = disputed(world), world.key("operator")
    first = table.get("/attempts?limit=2", token=key)
    table.refused(1, "play_utility", card="H6")
    looked = len(world.store.desk.looks.of(table.id))
    second = table.get(f"/attempts?limit=2&cursor={first.json['next']}", token=key)
    assert cards(first) + cards(second) == [(0, "H9"), (1, "H8"), (0, "H7")]
    assert second.json["next"] is None
    assert len(world.store.desk.looks.of(table.id)) == looked
    assert len(cards(table.get("/attempts", token=key))) == 4
    assert len(world.store.desk.looks.of(table.id)) == looked + 1


def test_a_cursor_is_good_for_one_list_of_one_caller(world: World) -> None:
    """It stands for an entry: nobody reads on without one, at another table, of another seat, or as somebody else."""
    table, other = disputed(world), disputed(world)
    key, another = world.key("arbiter"), world.key("arbiter")
    case = world.case(table.id, key)
    cursor = table.get(f"/attempts?limit=1&case={case}", token=key).json["next"]
    heads = world.store.head(table.id), world.store.head(other.id)
    assert len(cards(table.get(f"/attempts?cursor={cursor}", token=key))) == 2
    changed = b64(unb64(cursor)[:-1] + b"9")  # ends later
    assert code(table.get(f"/attempts?cursor={changed}", token=key), 422) == "invalid_cursor"
    assert code(table.get(f"/attempts?cursor={cursor}", token=another), 422) == "invalid_cursor"
    assert code(table.get(f"/attempts?seat=1&cursor={cursor}", token=key), 422) == "invalid_cursor"
    assert code(other.get(f"/attempts?cursor={cursor}", token=key), 422) == "invalid_cursor"
    for nonsense in ("x", b64(b"1"), b64(bytes(40))):
        assert code(table.get(f"/attempts?cursor={nonsense}", token=key), 422) == "invalid_cursor"
    assert (world.store.head(table.id), world.store.head(other.id)) == heads


def test_a_seats_cursor_counts_its_own_attempts_only(world: World) -> None:
    """A cursor is opaque but no secret: what stands in it must tell nothing of the others."""
    cursors = []
    for others in (0, 5):
        table = world.opened(secrets_open_at="never")
        for _ in range(others):
            table.refused(1, "end_turn")
        for _ in range(3):
            table.refused(0, "play_utility", card="XX")
        table.act(0, "concede")
        cursors.append(unb64(table.get("/attempts?limit=1", seat=0).json["next"])[16:])
    assert cursors[0] == cursors[1]


def test_a_revoked_key_reads_nothing_and_leaves_nothing(world: World) -> None:
    """Not even with the cursor of a page before."""
    table, made = disputed(world), world.store.keys.add("arbiter", "for a day", at=0)
    case = world.case(table.id, made.text)
    cursor = table.get(f"/attempts?limit=1&case={case}", token=made.text).json["next"]
    n = world.store.head(table.id)
    world.store.keys.revoke(made.key.id, at=1)
    for query in ("", f"?cursor={cursor}"):
        assert code(table.get(f"/attempts{query}", token=made.text), 401) == "bad_credentials"
    assert world.store.head(table.id) == n


def test_a_body_too_long_to_keep_is_null(world: World) -> None:
    """The attempt itself is kept."""
    table = world.opened()
    body = f'{{"card": "{"H" * BODY_AT_MOST}"}}'
    long = Attempt(at=world.clock.at, by="seat:0", tag="play_utility", code="card_not_in_hand", seen=4, body=body)
    assert world.store.attempts.note(table.id, long)
    table.act(0, "concede")
    (attempt,) = table.get("/attempts", seat=0).json["attempts"]
    assert (attempt["tag"], attempt["body"]) == ("play_utility", None)
