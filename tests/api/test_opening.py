"""Opening a table: what the opener is given, who may open, what a repeated request meets."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec
import pytest

from api.requests import opening
from domain.games import game, names
from domain.kernel.cards.card_sets import card_set_digest
from domain.record.keys import NO_SECRET, commitment
from tests.api.world import API, DUEL, Opened, World, code

KEYED = {"Idempotency-Key": "0123456789abcdef"}
EVERY_KIND = [
    {"kind": "token", "name": "Ada"},
    {"kind": "token"},
    {"kind": "code"},
    {"kind": "open"},
    {"kind": "bot", "bot": "random", "name": "Rusty"},
    {"kind": "bot"},
]


def body(seats: list[dict[str, Any]] = DUEL, **more: Any) -> dict[str, Any]:
    return {"game": "chanic_panic", "seats": seats, **more}


def test_every_way_to_take_a_seat_is_given_out(world: World) -> None:
    """A token, a join code, nothing for an open seat, a bot at once."""
    answer = world.post("/tables", body(EVERY_KIND, label="Friday", external_id="f-1", visibility="unlisted"))
    assert answer.status_code == 201
    opened, table = answer.json, answer.json["table"]
    assert answer.headers["Location"] == f"{API}/tables/{table['id']}"
    assert [seat["kind"] for seat in opened["seats"]] == [seat["kind"] for seat in EVERY_KIND]
    assert [bool(seat["token"]) for seat in opened["seats"]] == [True, True, False, False, False, False]
    assert [bool(seat["join_code"]) for seat in opened["seats"]] == [False, False, True, False, False, False]
    assert [(seat["taken"], seat["name"], seat["bot"]) for seat in table["seats"]] == [
        (True, "Ada", None),
        (False, None, None),
        (False, None, None),
        (False, None, None),
        (True, "Rusty", "random"),
        (True, "sensible", "sensible"),
    ]
    assert (table["label"], table["external_id"], table["visibility"]) == ("Friday", "f-1", "unlisted")
    assert (table["status"], table["n"]) == ("open", 4)
    assert world.bots.tables == [table["id"]]


def test_a_table_that_is_full_at_once_is_dealt_at_once(world: World) -> None:
    """Nobody has to say a word."""
    assert world.opened().answer["table"]["status"] == "running"


def test_a_table_that_waits_for_the_word_is_not_dealt(world: World) -> None:
    """`start: word`."""
    assert world.opened(start="word").answer["table"]["status"] == "open"


def test_the_commitments_are_those_of_the_secrets(world: World) -> None:
    """Architecture 6: committed before anybody sits down."""
    table = world.opened()
    secrets = world.store.table(table.id).secrets
    assert secrets is not None
    assert table.answer["table"]["commitments"] == {
        "deal": commitment("deal", secrets.deal),
        "salt": commitment("salt", secrets.salt),
    }


def test_entropy_given_at_opening_stands_in_the_entry(world: World) -> None:
    """Each seat may add to the deal."""
    table = world.opened([{"kind": "token", "name": "Ada", "entropy": "A" * 42 + "E"}, {"kind": "open"}])
    taken = table.get("/entries?after=1").json["entries"][0]["entry"]
    assert taken["entropy"] == "A" * 42 + "E"


def test_entropy_that_is_no_32_bytes_is_refused(world: World) -> None:
    """The last letter of 43 holds four bits only."""
    answer = world.post(
        "/tables", body([{"kind": "token", "name": "Ada", "entropy": "A" * 42 + "B"}, {"kind": "open"}])
    )
    assert code(answer, 422) == "invalid_body"


def test_clock_series_and_version_reach_entry_1(world: World) -> None:
    """What the opener decides is on record."""
    more: dict[str, Any] = {
        "clock": {"move_ms": 30_000, "bank_ms": 600_000, "increment_ms": 5_000},
        "series": {"id": "cup", "number": 2, "previous": ["t-1", "A" * 43]},
        "version": 1,
        "secrets_open_at": "never",
    }
    table = world.opened(**more)
    first = table.get("/entries?limit=1").json["entries"][0]["entry"]
    assert {name: first[name] for name in more} == more
    (awaited,) = table.get("/view").json["awaited"]
    assert awaited["deadline"] == "2027-01-15T08:00:30.000Z"
    assert awaited["since"] == "2027-01-15T08:00:00.000Z"


def test_a_repeated_request_meets_the_same_table_and_tokens(world: World) -> None:
    """Though others have sat down and played meanwhile."""
    seats = [{"kind": "token", "name": "Ada"}, {"kind": "code"}, {"kind": "bot"}]
    first = world.post("/tables", body(seats), headers=KEYED)
    opened = Opened(world, first.json)
    opened.post("/seats", {"name": "Bob", "join_code": opened.answer["seats"][1]["join_code"]})
    again = world.post("/tables", body(seats), headers=KEYED)
    assert again.status_code == 201
    assert again.json == first.json
    assert world.store.listings.count() == 1
    assert world.bots.tables == [opened.id, opened.id]  # by opening and by the join, not by the repeat


def test_a_repeated_request_meets_the_deal_of_a_full_table(world: World) -> None:
    """The whole batch is the answer: two seats and the deal."""
    first = world.post("/tables", body(), headers=KEYED)
    table = Opened(world, first.json)
    table.act(table.get("/view").json["awaited"][0]["seat"], "end_turn")
    assert world.post("/tables", body(), headers=KEYED).json == first.json
    assert first.json["table"]["status"] == "running"


def test_two_requests_at_once_open_one_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that comes second to the store meets the table of the first."""
    first = world.post("/tables", body(), headers=KEYED)
    meet = opening._met

    def looked_too_early(*_: Any) -> None:
        monkeypatch.setattr(opening, "_met", meet)

    monkeypatch.setattr(opening, "_met", looked_too_early)
    second = world.post("/tables", body(), headers=KEYED)
    assert (second.status_code, second.json) == (201, first.json)
    assert world.store.listings.count() == 1
    with world.store._database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (2,)


def test_a_key_with_another_body_is_refused(world: World) -> None:
    """The key belongs to the first request."""
    world.post("/tables", body(), headers=KEYED)
    answer = world.post("/tables", body(label="other"), headers=KEYED)
    assert code(answer, 422) == "idempotency_key_reused"


def test_keys_of_different_callers_are_different(world: World) -> None:
    """The key belongs to its caller."""
    tables = {
        world.post("/tables", body(), token=token, headers=KEYED).json["table"]["id"]
        for token in (None, world.key("organiser"), world.key("organiser"), world.key("operator"))
    }
    assert len(tables) == 4


def test_a_refused_opening_is_not_remembered(world: World) -> None:
    """The same key may be used again after a refusal."""
    assert code(world.post("/tables", body(options={"round_limit": 1}), headers=KEYED), 422) == "bad_options"
    assert world.post("/tables", body(), headers=KEYED).status_code == 201


def test_somebody_unknown_needs_a_key_that_nobody_guesses(world: World) -> None:
    """The tokens in the repeated answer hang on it."""
    assert code(world.post("/tables", body(), headers={"Idempotency-Key": "1"}), 400) == "bad_header"
    organiser = world.key("organiser")
    assert world.post("/tables", body(), headers={"Idempotency-Key": "1"}, token=organiser).status_code == 201


def test_where_keys_are_needed_nobody_else_opens() -> None:
    """`who_opens = keys`."""
    world = World(who_opens="keys")
    assert code(world.post("/tables", body()), 401) == "credentials_needed"
    assert code(world.post("/tables", body(), token=world.key("arbiter")), 403) == "not_allowed"
    table = world.opened(token=world.key("organiser"))
    assert code(world.post("/tables", body(), token=table.tokens[0]), 403) == "not_allowed"
    world.store.close()


def test_an_arbiter_opens_no_tables(world: World) -> None:
    """Who judges does not organise."""
    assert code(world.post("/tables", body(), token=world.key("arbiter")), 403) == "not_allowed"


def test_a_seat_token_counts_for_nothing_at_another_opening(world: World) -> None:
    """Entry 1 says that anybody opened it."""
    table = world.opened(token=world.opened().tokens[1])
    assert table.get("/entries?limit=1").json["entries"][0]["entry"]["by"] == "anybody"


def test_unknown_games_and_bots_are_refused(world: World) -> None:
    """By name."""
    assert code(world.post("/tables", {"game": "whist", "seats": DUEL}), 422) == "no_such_game"
    answer = world.post("/tables", body([{"kind": "bot", "bot": "genius"}, {"kind": "open"}]))
    assert code(answer, 422) == "unknown_bot"
    assert "sensible" in answer.json["detail"]
    assert world.store.listings.count() == 0
    assert world.store.people.names(["p"]) == {}


def test_a_known_deal_is_for_one_person_among_bots(world: World) -> None:
    """Everybody can compute it, so nobody else may have cards to look into; entry 1 says it."""
    bot = {"kind": "bot"}
    assert code(world.post("/tables", body(DUEL, known_deal="lesson")), 422) == "known_deal_alone"
    assert world.store.listings.count() == 0
    answer = world.post("/tables", body([{"kind": "token", "name": "Ada"}, bot], known_deal="lesson"))
    entry = world.get(f"/tables/{answer.json['table']['id']}/entries?limit=1").json["entries"][0]["entry"]
    assert (entry["protocol"], entry["deal_id"]) == ("known/1", "lesson")
    assert entry["commitments"]["deal"] == commitment("deal", NO_SECRET)
    assert world.post("/tables", body([bot, bot], known_deal="Lesson")).status_code == 422


@pytest.mark.parametrize("version", [2, 1_000_000])
def test_unknown_rules_versions_are_refused(world: World, version: int) -> None:
    """Only editions that exist."""
    assert code(world.post("/tables", body(version=version)), 422) == "bad_options"


@pytest.mark.parametrize("name", names())
def test_numbers_that_no_record_holds_are_bad_options(world: World, name: str) -> None:
    """From 2^53 on an entry cannot be written; the game's code for bad options says so, whatever else it allows."""
    rules = game(name).rules
    numbers = [field.name for field in msgspec.structs.fields(rules.options) if takes_numbers(field.type)]
    assert numbers
    for option in numbers:
        for number in (2**53, -(2**53), 2**64 - 1, 2**64, 10**40):
            asked = {"game": name, "seats": DUEL[:1] * min(rules.seat_counts), "options": {option: number}}
            answer = world.post("/tables", text=json.dumps(asked).encode())  # msgspec writes nothing from 2^64 on
            assert code(answer, 422) == rules.bad_options, (option, number)
    assert world.store.listings.count() == 0


def takes_numbers(kind: Any) -> bool:
    """Say whether an option of this type may be a whole number."""
    try:
        msgspec.convert(5, kind)
    except msgspec.ValidationError:
        return False
    return True


def test_secrets_at_an_events_end_need_an_event(world: World) -> None:
    """Refused until events exist."""
    assert code(world.post("/tables", body(secrets_open_at="event_end")), 422) == "no_event"


def card_set() -> str:
    return (resources.files("tests.harbour.cards") / "cards.tsv").read_text("utf-8").replace("gold\t5", "gold\t4")


def test_an_operator_brings_a_card_set(world: World) -> None:
    """It travels with the record, and the table can be read again from the store."""
    text = card_set()
    asked = {"game": "harbour", "seats": [{"kind": "token", "name": "Ada"}, {"kind": "bot"}], "card_set": text}
    answer = world.post("/tables", asked, token=world.key("operator"))
    assert answer.status_code == 201, answer.text
    assert answer.json["table"]["card_set"] == card_set_digest(text.encode())
    record = world.get(f"/tables/{answer.json['table']['id']}/record", headers={"Accept": "application/x-ndjson"})
    assert record.text.splitlines()[1].startswith('{"data":')


def test_nobody_else_brings_a_card_set(world: World) -> None:
    """403 for whoever is no operator."""
    asked = {"game": "harbour", "seats": DUEL, "card_set": card_set()}
    assert code(world.post("/tables", asked), 403) == "not_allowed"


def test_a_card_set_that_cannot_be_read_is_a_bad_setup(world: World) -> None:
    """The game's loader says line and reason."""
    asked = {"game": "harbour", "seats": DUEL, "card_set": "nonsense"}
    answer = world.post("/tables", asked, token=world.key("operator"))
    assert answer.status_code == 422
    assert answer.json["category"] == "setup"


def test_an_operators_body_may_be_larger(world: World) -> None:
    """The limit of 64 KiB is for everybody else."""
    asked = {"game": "harbour", "seats": DUEL, "card_set": "x" * 100_000}
    assert code(world.post("/tables", asked), 413) == "too_large"
    assert world.post("/tables", asked, token=world.key("operator")).status_code == 422
