"""Acting: offers, the decision in If-Match, idempotency, why not, refused attempts."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.resources import acting, play
from api.resources.acting import AskedAction, _read
from api.running import clocks
from api.running.clocks import call_time
from api.wire.operations import explained
from api.wire.problems import ProblemError
from api.wire.responses import time_text
from api.wire.schemas.bodies import ActionBody
from domain.kernel.seats import seat_viewer
from domain.ledger.store import open_store
from domain.record.canonical import b64, canonical
from domain.record.lines import copy_line
from domain.table.live import ASIDES_AT_MOST
from tests.api.world import DUEL, Opened, World, code

END = {"command": {"tag": "end_turn"}}
KEYED = {"Idempotency-Key": "one-action", "If-Match": "*"}
HANDS = "H1 H2 D1 D2 C5  S1 S2 D3 D4 C4"


def test_offers_belong_to_the_awaited_seat(world: World) -> None:
    """With the decision as ETag; the other seat has no offers and no tag."""
    table = world.rigged(HANDS)
    mine = table.get("/actions", seat=0)
    assert mine.headers["ETag"] == mine.json["awaited"]["tag"] == f'"{mine.json["n"]}"'
    assert mine.json["awaited"] == table.get("/view").json["awaited"][0]
    assert {offer["command"] for offer in mine.json["offers"]} == {
        "end_turn",
        "play_utility",
        "play_club",
        "use_trader",
    }
    assert mine.json["anytime"] == ["concede"]
    theirs = table.get("/actions", seat=1)
    assert (theirs.json["awaited"], theirs.json["offers"]) == (None, [])
    assert "ETag" not in theirs.headers


def test_offers_are_for_seats(world: World) -> None:
    """401 for somebody unknown, 403 for credentials without a seat here."""
    table = world.rigged(HANDS)
    assert code(table.get("/actions"), 401) == "credentials_needed"
    for token in (world.opened().tokens[0], world.key("operator")):
        assert code(table.get("/actions", token=token), 403) == "no_seat"


def test_expanded_offers_are_the_legal_commands(world: World) -> None:
    """Each of them is accepted by `dry_run`."""
    table = world.rigged(HANDS)
    answer = table.get("/actions?expand=true", seat=0).json
    assert answer["truncated"] is False
    assert len(answer["actions"]) == 1 + 4 + 1 + 10  # end, utilities, the Club, pairs for Trader
    for command in answer["actions"]:
        verdict = table.post("/actions", {"command": command, "dry_run": True}, seat=0)
        assert verdict.json == {"legal": True, "refusal": None}


def test_expanded_offers_are_cut_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit `truncated` says so; offers stay complete."""
    table = world.rigged(HANDS)
    assert play.ACTIONS_AT_MOST == 5_000
    monkeypatch.setattr(play, "ACTIONS_AT_MOST", 3)
    cut = table.get("/actions?expand=true", seat=0).json
    monkeypatch.setattr(play, "ACTIONS_AT_MOST", 16)
    whole = table.get("/actions?expand=true", seat=0).json
    assert (len(cut["actions"]), cut["truncated"]) == (3, True)
    assert (len(whole["actions"]), whole["truncated"]) == (16, False)
    assert cut["offers"] == whole["offers"]


def test_an_action_answers_with_its_entries_as_the_seat_sees_them(world: World) -> None:
    """The lines are those of the seat's record, byte for byte."""
    table = world.rigged(HANDS)
    answer = table.say(0, "play_utility", card="H1")
    said = answer.json
    stored = world.store.entries(table.id, said["first"] - 1)
    lines = [copy_line(sealed, seat_viewer(0), world.store.table(table.id).salts) for sealed in stored]
    assert b'"entries":[' + b",".join(lines) + b"]" in answer.data
    assert said["n"] == world.store.head(table.id)
    assert said["awaited"] == table.get("/view").json["awaited"]
    assert answer.headers["ETag"] == f'"{said["n"]}"'  # it has acted, and is asked again
    assert "ETag" not in table.say(0, "end_turn").headers
    assert world.bots.tables == [], "whoever holds the bots hears of tables where one is awaited, by the store"


def test_the_last_action_brings_the_end_with_it(world: World) -> None:
    """Result, confirmation and secrets follow in the same batch."""
    table = world.rigged(HANDS)
    answer = table.act(1, "concede")
    kinds = [line["entry"]["kind"] for line in answer["entries"]]
    assert kinds == ["action_taken", "game_finished", "result_confirmed", "secrets_opened"]
    assert (answer["status"], answer["awaited"]) == ("confirmed", [])


def test_an_awaited_seat_names_its_decision(world: World) -> None:
    """428 without If-Match, 412 with another one, both with the tag; `*` stands for any."""
    table = world.rigged(HANDS)
    tag = table.get("/actions", seat=0).json["awaited"]["tag"]
    missing = table.post("/actions", END, seat=0)
    stale = table.post("/actions", END, seat=0, headers={"If-Match": '"1"'})
    assert code(missing, 428) == "precondition_needed"
    assert code(stale, 412) == "stale_decision"
    for answer in (missing, stale):
        assert answer.json["tag"] == answer.headers["ETag"] == tag
    assert table.post("/actions", END, seat=0, headers={"If-Match": f'"1", {tag}'}).status_code == 200


def test_a_seat_that_is_not_awaited_needs_no_decision(world: World) -> None:
    """The rules say what is wrong."""
    table = world.rigged(HANDS)
    assert code(table.post("/actions", END, seat=1), 409) == "not_your_turn"


def test_what_is_legal_at_any_time_needs_no_decision(world: World) -> None:
    """A concession, on turn or not."""
    table = world.rigged(HANDS, seats=3)
    for seat in (1, 0):
        assert table.post("/actions", {"command": {"tag": "concede"}}, seat=seat).status_code == 200


def test_a_decision_stays_the_same_whatever_others_do(world: World) -> None:
    """A bystander leaves, an arbiter looks: the tag is still good."""
    table = world.rigged(HANDS, seats=3)
    tag = table.get("/actions", seat=0).json["awaited"]["tag"]
    table.act(2, "concede")
    table.get("/view?viewer=all", token=world.key("arbiter"))
    assert table.get("/actions", seat=0).json["awaited"]["tag"] == tag
    assert table.post("/actions", END, seat=0, headers={"If-Match": tag}).status_code == 200


def test_an_old_decision_is_refused_after_ones_own_action(world: World) -> None:
    """The same question put again is another decision."""
    table = world.rigged(HANDS)
    tag = table.get("/actions", seat=0).json["awaited"]["tag"]
    table.act(0, "play_utility", card="H1")
    assert code(table.post("/actions", END, seat=0, headers={"If-Match": tag}), 412) == "stale_decision"


def test_another_process_acts_before_a_stale_decision_is_refused(world: World) -> None:
    """The tail is read: a tag that this process has not seen yet is good."""
    table = world.rigged(HANDS)
    other = World(world.store)
    told = Opened(other, table.answer).act(0, "play_utility", card="H1")
    tag = f'"{told["n"]}"'
    assert table.post("/actions", END, seat=0, headers={"If-Match": tag}).status_code == 200


def test_who_acts_holds_a_taken_seat(world: World) -> None:
    """401 without credentials, 403 for everybody else, also with a token whose seat nobody has taken."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "token"}])
    assert code(table.post("/actions", END), 401) == "credentials_needed"
    for token in (table.opener, world.key("operator"), world.opened().tokens[0], table.tokens[1]):
        assert code(table.post("/actions", END, token=token), 403) == "no_seat"


def test_before_the_start_and_after_the_end(world: World) -> None:
    """The table refuses what the game cannot."""
    table = world.opened(DUEL, start="word")
    assert code(table.post("/actions", END, seat=0), 409) == "table_open"
    table.post("/cancel", token=table.opener)
    assert code(table.post("/actions", END, seat=0), 409) == "table_abandoned"


def test_only_the_clock_says_that_time_is_up(world: World) -> None:
    """`time_out` by a caller is 403."""
    table = world.rigged(HANDS)
    answer = table.say(0, "time_out")
    assert code(answer, 403) == "clock_only"
    assert answer.json["category"] == "caller"


def test_commands_that_the_game_does_not_have(world: World) -> None:
    """Unknown tags, unknown members, wrong types: 422 before any rule is asked."""
    table = world.rigged(HANDS)
    for command in (
        {"tag": "shout"},
        {"tag": ""},
        {"tag": "end_turn", "body": {"loudly": True}},
        {"tag": "play_utility", "body": {"card": 7}},
        {"tag": "play_utility", "body": {"card": "H1" * 20}},
        {"tag": "play_utility"},
    ):
        answer = table.post("/actions", {"command": command}, seat=0, headers={"If-Match": "*"})
        assert code(answer, 422) == "invalid_command"
    assert world.store.attempts.of(table.id) == ()


def test_dry_run_says_why_not_and_nothing_else(world: World) -> None:
    """Needs no decision, writes nothing, tells no fact."""
    table = world.rigged(HANDS)
    head = world.store.head(table.id)
    asked = {"command": {"tag": "play_club", "body": {"card": "H1"}}, "dry_run": True}
    answer = table.post("/actions", asked, seat=0)
    assert answer.json == {
        "legal": False,
        "refusal": {
            "code": "not_a_club",
            "category": "rule",
            "detail": "Ace of Hearts is no Club.",
            "rule": 'chanic_panic 6.2; rulebook "Clubs"',
        },
    }
    asked["command"] = {"tag": "play_club", "body": {"card": "C5"}}
    assert table.post("/actions", asked, seat=0).json == {"legal": True, "refusal": None}
    assert (world.store.head(table.id), world.store.attempts.of(table.id), world.bots.tables) == (head, (), [])


def test_a_repeated_action_acts_once(world: World) -> None:
    """And gives the same answer, byte for byte, however the game went on."""
    table = world.rigged(HANDS)
    sent = {"command": {"tag": "play_utility", "body": {"card": "H1"}}, "seen": 3}
    first = table.post("/actions", sent, seat=0, headers=KEYED)
    assert first.status_code == 200
    table.act(0, "end_turn")
    again = table.post("/actions", sent, seat=0, headers={**KEYED, "If-Match": '"1"'})
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert world.store.head(table.id) == first.json["n"] + 1


def test_a_repeated_last_action_gives_the_end_again(world: World) -> None:
    """Everything that followed by itself is in the answer, as the seat saw it then."""
    table = world.rigged(HANDS)
    sent = {"command": {"tag": "concede"}}
    first = table.post("/actions", sent, seat=0, headers=KEYED)
    assert table.post("/actions", sent, seat=0, headers=KEYED).data == first.data


def test_a_key_belongs_to_one_request_of_one_caller(world: World) -> None:
    """Another body is 422; another seat's key is another key."""
    table = world.rigged(HANDS)
    table.post("/actions", END, seat=0, headers=KEYED)
    other = {"command": {"tag": "concede"}}
    assert code(table.post("/actions", other, seat=0, headers=KEYED), 422) == "idempotency_key_reused"
    assert table.post("/actions", END, seat=1, headers=KEYED).status_code == 200


def test_a_refusal_is_not_remembered(world: World) -> None:
    """The same key serves again."""
    table = world.rigged(HANDS)
    assert code(table.post("/actions", END, seat=1, headers=KEYED), 409) == "not_your_turn"
    table.act(0, "end_turn")
    assert table.post("/actions", END, seat=1, headers=KEYED).status_code == 200


@pytest.mark.parametrize("key", ["", "a b", "x" * 201, "ключ"])
def test_a_key_is_short_and_visible(world: World, key: str) -> None:
    """1 to 200 visible ASCII characters."""
    table = world.rigged(HANDS)
    headers = {"If-Match": "*", "Idempotency-Key": key.encode().decode("latin-1")}
    assert code(table.post("/actions", END, seat=0, headers=headers), 400) == "bad_header"


def test_what_the_player_had_seen_stands_in_the_entry(world: World) -> None:
    """But nobody has seen what is not there yet."""
    table = world.rigged(HANDS)
    head = world.store.head(table.id)
    sent = {**END, "seen": head + 1}
    assert code(table.post("/actions", sent, seat=0, headers={"If-Match": "*"}), 422) == "invalid_body"
    answer = table.post("/actions", {**END, "seen": head}, seat=0, headers={"If-Match": "*"})
    assert answer.json["entries"][0]["entry"]["seen"] == head


def test_thinking_time_is_the_difference_of_the_entries(world: World) -> None:
    """By the service's clock."""
    table = world.rigged(HANDS)
    world.clock.at += 4_321
    assert table.act(0, "end_turn")["entries"][0]["entry"]["used_ms"] == 4_321


def test_refused_attempts_are_kept_beside_the_chain(world: World) -> None:
    """With what was asked; the chain says nothing of them."""
    table = world.rigged(HANDS)
    head = world.store.head(table.id)
    table.refused(0, "play_utility", card="H9")
    (attempt,) = world.store.attempts.of(table.id)
    assert (attempt.by, attempt.tag, attempt.code, attempt.seen) == ("seat:0", "play_utility", "card_not_in_hand", head)
    assert attempt.body is not None
    assert msgspec.json.decode(attempt.body) == {"card": "H9"}
    assert world.store.head(table.id) == head


def test_a_stubborn_caller_does_not_fill_the_disk(world: World) -> None:
    """Attempts are limited in number; answers stay the same."""
    table = world.rigged(HANDS)
    codes = {table.refused(0, "play_utility", card="H9") for _ in range(40)}
    assert codes == {"card_not_in_hand"}
    assert len(world.store.attempts.of(table.id)) == 30
    assert table.refused(1, "play_utility", card="H9") == "not_your_turn"
    assert len(world.store.attempts.of(table.id, "seat:1")) == 1  # whatever others do, one's own are kept


SCALAR = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text(max_size=3)
NAMES = st.sampled_from(["tag", "body", "x"])
JSON = SCALAR | st.lists(SCALAR, max_size=2) | st.dictionaries(NAMES, SCALAR, max_size=3)
COMMAND = st.fixed_dictionaries(
    {},
    optional={"tag": st.text(max_size=70) | JSON, "body": st.dictionaries(st.text(max_size=3), JSON) | JSON, "y": JSON},
)
SAID = st.fixed_dictionaries(
    {},
    optional={
        "command": COMMAND | JSON,
        "seen": st.integers(-1, 9) | st.sampled_from([2**53 - 1, 2**53, 2**70]) | JSON,
        "dry_run": st.booleans() | JSON,
        "z": JSON,
    },
)


@given(SAID)
def test_the_fast_decoder_and_the_schema_accept_the_same(value: Any) -> None:
    """`msgspec` decodes, marshmallow explains: both take the same bodies and read them alike."""
    text = msgspec.json.encode(value)
    try:
        slow: AskedAction | None = msgspec.convert(explained(text, ActionBody()), AskedAction)
    except ProblemError:
        slow = None
    try:
        fast: AskedAction | None = _read(text)
    except ProblemError:
        fast = None
    assert fast == slow


def test_a_public_key_stands_in_the_entry(world: World) -> None:
    """For signatures to come."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    table.post("/seats", {"name": "Bob", "public_key": "ed25519:abc", "entropy": b64(bytes(31) + b"\1")})
    entry = table.get("/entries?after=2&limit=1").json["entries"][0]["entry"]
    assert (entry["public_key"], entry["entropy"]) == ("ed25519:abc", b64(bytes(31) + b"\1"))
    assert canonical(entry)


def test_a_prepared_answer_is_part_of_the_batch(world: World) -> None:
    """In the tests' own game: what a preference answers comes with the action, and again with its repetition."""
    table = Opened(world, world.post("/tables", {"game": "harbour", "seats": DUEL}).json)
    giver = table.get("/view").json["awaited"][0]["seat"]
    table.act(1 - giver, "prefer", gifts="always")
    gives = next(offer for offer in table.get("/actions", seat=giver).json["offers"] if offer["command"] == "give")
    ware = gives["fields"]["card"]["values"][0]
    sent = {"command": {"tag": "give", "body": {"to": 1 - giver, "card": ware}}}
    first = table.post("/actions", sent, seat=giver, headers=KEYED)
    assert [line["entry"]["command"]["tag"] for line in first.json["entries"]] == ["give", "answer"]
    table.act(giver, "prefer", gifts="never")
    assert table.post("/actions", sent, seat=giver, headers=KEYED).data == first.data


@pytest.mark.parametrize("clock_first", [True, False])
def test_of_a_late_move_and_the_clock_of_another_process_exactly_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, clock_first: bool
) -> None:
    """Both are decided on the same table; whoever is stored first is right. The move hears that its turn is over."""
    path = str(tmp_path / "x.db")
    with closing(open_store(path)) as store, closing(open_store(path)) as other:
        world = World(store)
        table = world.opened(clock={"move_ms": 1_000, "grace_ms": 500})
        world.clock.at += 1_500
        tag = table.get("/actions", seat=0).headers["ETag"]
        answers: list[int] = []

        def late() -> None:
            answers.append(table.post("/actions", END, seat=0, headers={"If-Match": tag}).status_code)

        def forced() -> None:
            call_time(other, table.id, world.clock.at)

        module, name, first = (acting, "take_action", forced) if clock_first else (clocks, "force_action", late)
        decide = getattr(module, name)

        def overtaken(*args: Any, **more: Any) -> Any:
            monkeypatch.setattr(module, name, decide)
            written = decide(*args, **more)
            first()
            return written

        monkeypatch.setattr(module, name, overtaken)
        late() if clock_first else forced()
        moves = [sealed.kind for sealed in store.entries(table.id, after=4)]
        assert (answers, moves) == (([409], ["action_forced"]) if clock_first else ([200], ["action_taken"]))


def test_preferences_are_offered_as_long_as_there_are_not_too_many(world: World) -> None:
    table = Opened(world, world.post("/tables", {"game": "harbour", "seats": DUEL}).json)
    for _ in range(ASIDES_AT_MOST):
        assert table.get("/actions", seat=0).json["anytime"] == ["concede", "prefer"]
        table.act(0, "prefer", gifts="always")
    assert table.refused(0, "prefer", gifts="always") == "too_many_preferences"
    assert table.get("/actions", seat=0).json["anytime"] == ["concede"]
    assert table.get("/actions", seat=1).json["anytime"] == ["concede", "prefer"]


@pytest.mark.parametrize(
    "at", [0, 1, 59_999, 60_000, 951_782_399_999, 951_782_400_000, 1_767_225_599_999, 253_402_300_799_999]
)
def test_times_are_told_as_the_calendar_has_them(at: int) -> None:
    """By RFC 3339: in milliseconds, at the ends of minutes, of a leap day and of years too."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    assert time_text(at) == moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
