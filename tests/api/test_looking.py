"""Who sees what: every kind of viewer at every kind of table, and the entry that evidence leaves."""

from __future__ import annotations

import itertools
from functools import partial

import pytest

from domain.kernel.refusals import RefusedError
from domain.ledger.api_keys import key_id
from domain.table.cases import dismiss
from tests.api.world import Opened, World, code
from tests.ledger.desk import claim_case, decide, stop_for

NDJSON = {"Accept": "application/x-ndjson"}


def hands(table: Opened, token: str | None, query: str = "") -> list[bool]:
    """Say of each seat whether this caller sees its hand."""
    answer = table.get(f"/view{query}", token=token)
    assert answer.status_code == 200, answer.text
    return [player["hand"] is not None for player in answer.json["view"]["players"]]


def test_each_caller_sees_its_own_hand_and_no_other(world: World) -> None:
    """A seat its own; a spectator, an opener, and keys that ask for nothing more, none."""
    table = world.rigged("H1 H2 H3 H4 H5", seats=3)
    other = world.opened()
    for seat in range(3):
        assert hands(table, table.tokens[seat]) == [seat == place for place in range(3)]
    nobody = [None, other.tokens[0], other.opener, *(world.key(role) for role in ("operator", "organiser", "arbiter"))]
    for token in nobody:
        assert hands(table, token) == [False] * 3
    assert table.get("/view").json["viewer"] == "spectator"
    assert table.get("/view", seat=2).json["viewer"] == "seat:2"


@pytest.mark.parametrize("asked", ["spectator", "seat:0"])
def test_a_seat_may_look_as_itself_and_as_a_spectator(world: World, asked: str) -> None:
    """Less than one's own is always allowed."""
    table = world.rigged("H1")
    assert hands(table, table.tokens[0], f"?viewer={asked}") == [asked == "seat:0", False]


@pytest.mark.parametrize("asked", ["all", "seat:1", "seat:0,seat:1"])
@pytest.mark.parametrize("path", ["/view", "/actions", "/entries", "/record", "/verification"])
def test_nobody_looks_into_other_hands(world: World, asked: str, path: str) -> None:
    """Not a seat, not a spectator, not an opener, not an organiser: nowhere, and it leaves no entry."""
    organiser = world.key("organiser")
    table = world.opened(token=organiser)
    before = world.store.head(table.id)
    for token in (table.tokens[0], None, table.opener, organiser):
        answer = table.get(f"{path}?viewer={asked}", token=token, headers=NDJSON if path == "/record" else {})
        assert code(answer, 403) == "not_allowed"
    assert world.store.head(table.id) == before


@pytest.mark.parametrize("asked", ["seat:2", "seat:99"])
def test_viewers_that_the_table_does_not_have(world: World, asked: str) -> None:
    """422 for a seat beyond the last."""
    assert code(world.rigged("H1").get(f"/view?viewer={asked}"), 422) == "invalid_viewer"


@pytest.mark.parametrize("role", ["operator", "arbiter"])
def test_evidence_leaves_its_entry_when_the_play_stops(world: World, role: str) -> None:
    """`EvidenceViewed` says who saw which entries as whom, when, and for which case. Until then nobody hears of it."""
    table = world.rigged("H1 H2 H3 H4 H5")
    key = world.key(role)
    n = world.store.head(table.id)
    case = world.case(table.id, key) if role == "arbiter" else "c-7"
    before = table.get("/entries", seat=0).data
    assert hands(table, key, f"?viewer=all&case={case}") == [True, True]
    world.clock.at += 5
    assert hands(table, key, f"?viewer=seat:1&case={case}") == [False, True]
    assert table.get("/entries", seat=0).data == before
    world.clock.at += 5
    assert table.post("/pause", {"reason": "break"}, token=world.key("operator")).status_code == 200
    if role == "arbiter":
        assert world.store.head(table.id) == n + 1  # nor that there is a case: the look enters with it
        stop_for(world.store, table.id, case, "dispute", at=world.clock.at, by="arbiter:a")
    entries = [line["entry"] for line in table.get(f"/entries?after={n}").json["entries"]]
    evidence = [entry for entry in entries if entry["kind"] == "evidence_viewed"]
    assert [(entry["kind"], entry["viewer"], entry["first"], entry["last"]) for entry in evidence] == [
        ("evidence_viewed", "all", 1, n),
        ("evidence_viewed", "seat:1", 1, n),
    ]
    assert [entry["at"] - entry["looked_at"] for entry in evidence] == [10, 5]
    assert {entry["case"] for entry in evidence} == {case}
    assert {entry["by"].partition(":")[0] for entry in evidence} == {role}
    n = world.store.head(table.id)
    assert hands(table, key, f"?viewer=all&case={case}") == [True, True]
    now = table.get(f"/entries?after={n}").json["entries"][0]["entry"]
    assert (now["kind"], now["last"], "looked_at" in now) == ("evidence_viewed", n, False)


def test_an_arbiter_looks_at_a_game_that_goes_on_for_a_claimed_case_only(world: World) -> None:
    """`case_needed`: also where another one has claimed it, and once it is decided. Then nothing is looked at."""
    table, key, other = world.rigged("H1 H2"), world.key("arbiter"), world.key("arbiter")
    case = world.case(table.id, other)
    for query in ("", "&case=c-8", f"&case={case}"):
        for path in ("/view", "/actions", "/entries", "/record", "/verification", "/frames/0", "/attempts"):
            asked = "?seat=0" if path == "/attempts" else "?viewer=seat:0"
            headers = NDJSON if path == "/record" else {}
            assert code(table.get(f"{path}{asked}{query}", token=key, headers=headers), 403) == "case_needed"
    assert world.store.desk.looks.of(table.id) == ()
    assert hands(table, other, f"?viewer=all&case={case}") == [True, True]
    by = f"arbiter:{key_id(other)}"
    decide(world.store, table.id, case, partial(dismiss, case=case, code="unfounded", at=world.clock.at, by=by))
    assert code(table.get(f"/view?viewer=all&case={case}", token=other), 403) == "case_needed"
    assert hands(table, world.key("operator"), "?viewer=all") == [True, True]


def test_an_arbiter_needs_no_case_once_the_game_is_over(world: World) -> None:
    table = world.opened(secrets_open_at="never")
    table.act(0, "concede")
    assert hands(table, world.key("arbiter"), "?viewer=all") == [True, True]


def test_who_is_excluded_or_plays_claims_no_case(world: World) -> None:
    """`conflict_of_interest`, beside the chain and in it."""
    table, key = world.rigged("H1"), world.key("arbiter")
    by = f"arbiter:{key_id(key)}"
    world.store.desk.excluded.set(table.id, [by], at=world.clock.at)
    with pytest.raises(RefusedError) as refused:
        world.case(table.id, key)
    assert refused.value.refusal.code == "conflict_of_interest"
    seated = world.store.table(table.id).book.players[0]
    world.store.desk.excluded.set(table.id, [], at=world.clock.at)
    with pytest.raises(RefusedError) as refused:
        claim_case(world.store, table.id, "c-7", at=world.clock.at, by=by, player=seated)
    assert refused.value.refusal.code == "conflict_of_interest"


def test_evidence_is_an_entry_before_the_secrets_open(world: World) -> None:
    """Whatever ends the table."""
    for path, body in (("/actions", {"command": {"tag": "concede"}}), ("/cancel", {"reason": "emergency"})):
        table = world.rigged("H1 H2 H3 H4 H5")
        key = world.key("arbiter")
        assert hands(table, key, f"?viewer=seat:1&case={world.case(table.id, key)}") == [False, True]
        token = world.key("operator") if path == "/cancel" else table.tokens[0]
        assert table.post(path, body, token=token).status_code == 200
        kinds = [line["entry"]["kind"] for line in table.get("/entries").json["entries"]]
        assert kinds.index("evidence_viewed") < kinds.index("secrets_opened")


def test_evidence_names_the_entries_that_were_shown(world: World) -> None:
    """A page of entries is a page of evidence; nothing shown leaves nothing behind."""
    table = world.rigged("H1")
    key = world.key("arbiter")
    head, case = world.store.head(table.id), world.case(table.id, key)
    assert table.get(f"/entries?viewer=all&after={head}", token=key).json["entries"] == []
    assert world.store.desk.looks.of(table.id) == ()
    shown = table.get(f"/entries?viewer=all&after=1&limit=2&case={case}", token=key).json
    assert [line["entry"]["n"] for line in shown["entries"]] == [2, 3]
    (look,) = world.store.desk.looks.waiting(table.id)
    assert (look.first, look.last) == (2, 3)
    assert world.store.head(table.id) == head


def test_evidence_changes_no_decision(world: World) -> None:
    """Whoever is awaited may answer as before."""
    table = world.rigged("H1")
    tag = table.get("/actions", seat=0).json["awaited"]["tag"]
    table.get("/view?viewer=all", token=world.key("operator"))
    command = {"command": {"tag": "end_turn"}}
    assert table.post("/actions", command, seat=0, headers={"If-Match": tag}).status_code == 200


def test_an_arbiter_may_ask_what_a_seat_could_do(world: World) -> None:
    """With one seat named; not with several."""
    table, key = world.rigged("H1 H2 H3 H4 H5"), world.key("arbiter")
    own = table.get("/actions", seat=0).json["offers"]
    case = world.case(table.id, key)
    assert table.get(f"/actions?viewer=seat:0&case={case}", token=key).json["offers"] == own
    head = world.store.head(table.id)
    for asked in ("seat:0,seat:1", "all", "spectator"):
        assert code(table.get(f"/actions?viewer={asked}", token=key), 403) == "no_seat"
    assert world.store.head(table.id) == head  # nothing was seen


def test_once_the_secrets_are_open_everybody_sees_everything(world: World) -> None:
    """And may still look as somebody else did; nothing is evidence any more."""
    table = world.rigged("H1 H2 H3 H4 H5", seats=2)
    table.act(0, "concede")
    n = world.store.head(table.id)
    assert table.get("/view").json["viewer"] == "all"
    assert hands(table, None) == [True, True]
    assert hands(table, None, "?viewer=seat:1") == [False, True]
    assert hands(table, world.key("operator"), "?viewer=all") == [True, True]
    assert world.store.head(table.id) == n


def test_secrets_that_never_open_stay_closed(world: World) -> None:
    """`secrets_open_at: never`."""
    table = world.opened(secrets_open_at="never")
    table.act(0, "concede")
    assert table.get().json["secrets_open"] is False
    assert hands(table, None) == [False, False]


def test_a_private_table_exists_for_few(world: World) -> None:
    """Its seats, its opener, the key that opened it, operators and arbiters; 404 for all others, everywhere."""
    organiser, stranger = world.key("organiser"), world.key("organiser")
    table = world.opened(visibility="private", token=organiser)
    other = world.opened()
    inside = [table.tokens[0], table.tokens[1], table.opener, organiser, world.key("operator"), world.key("arbiter")]
    outside = [None, other.tokens[0], other.opener, stranger]
    gets = ["", "/view", "/actions", "/entries", "/result", "/record", "/verification", "/attempts"]
    posts = ["/start", "/cancel", "/seats", "/seats/0/token", "/actions"]
    for token in inside:
        assert table.get(token=token).status_code == 200
        assert table.get("/view", token=token).status_code == 200
    for token, path in itertools.product(outside, gets):
        assert code(table.get(path, token=token), 404) == "unknown_table"
    for token, path in itertools.product(outside, posts):
        sent = {"name": "Eve"} if path == "/seats" else {}
        assert code(table.post(path, sent, token=token), 404) == "unknown_table"
    for token in outside:
        assert code(world.call("DELETE", f"{table.path}/seats/0", token=token), 404) == "unknown_table"


def test_a_private_table_is_refused_in_the_words_for_one_that_is_not_there(world: World) -> None:
    """Byte for byte, its id and the request's own name aside."""

    def said(table: str, path: str) -> tuple[int, list[tuple[str, str]], str]:
        answer = world.get(f"/tables/{table}{path}")
        headers = [pair for pair in answer.headers.items() if pair[0].lower() not in ("x-request-id", "ratelimit")]
        return answer.status_code, headers, answer.text.replace(table, "ID")

    private = world.opened(visibility="private").id
    for path in ("", "/view", "/actions", "/entries", "/result", "/record", "/verification", "/attempts"):
        assert said(private, path) == said("0" * len(private), path)


def test_an_unlisted_table_is_watched_by_its_address(world: World) -> None:
    """But not found in the list."""
    table = world.opened(visibility="unlisted")
    assert table.get("/view").status_code == 200


def test_a_view_before_the_deal_is_empty(world: World) -> None:
    """Status and seats can be read, the game has no view yet."""
    table = world.opened(start="word")
    answer = table.get("/view", seat=0).json
    assert (answer["status"], answer["view"], answer["awaited"]) == ("open", None, [])
    actions = table.get("/actions?expand=true", seat=0).json
    assert (actions["awaited"], actions["offers"], actions["anytime"], actions["actions"]) == (None, [], [], [])


def test_the_head_stands_in_every_view_in_the_list_and_with_the_result(world: World) -> None:
    """Who keeps one can tell another record of this table: number and hash of the last entry in sight."""
    table = world.opened()
    table.act(table.get("/view").json["awaited"][0]["seat"], "end_turn")
    table.act(0, "concede")
    entries = table.get("/entries?limit=500").json["entries"]
    last = {"n": entries[-1]["entry"]["n"], "head": entries[-1]["hash"]}
    (listed,) = world.get("/tables").json["tables"]
    for shown in (listed, *[table.get(path).json for path in ("", "/view", "/result")]):
        assert {name: shown[name] for name in last} == last
    assert table.get("/actions", seat=0).json["head"] == last["head"]
