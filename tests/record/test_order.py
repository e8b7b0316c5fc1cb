"""What may follow what, without the rules of any game: each contradiction of an entry with those before it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.record.any_game import entry_of_any_game
from domain.record.canonical import NotCanonicalError, canonical
from domain.record.keys import NO_SECRET, commitment
from domain.record.order import Contradiction, Order
from tests.record.sample import GOOD, full_play

HASH = "A" * 43
SALT = "A" * 22
OPENING = {
    "kind": "table_opened",
    "format": "matchledger/1",
    "release": "r",
    "table": "t",
    "game": "whist",
    "version": 1,
    "edition": HASH,
    "options": {},
    "seats": 2,
    "protocol": "seed+seats/1",
    "deal_id": "t",
    "commitments": {"deal": HASH, "salt": HASH},
    "secrets_open_at": "confirmed",
    "start": "full",
    "visibility": "public",
}
SAT = {"player": "p", "name_hash": "h", "entropy": HASH}
SEATED: list[dict[str, Any]] = [OPENING, *[{"kind": "seat_taken", "seat": seat, **SAT} for seat in range(2)]]
DEAL = {"kind": "game_started", "facts": []}
RUNNING: list[dict[str, Any]] = [*SEATED, DEAL]
SAID = {"tag": "say", "body": {}}
ACTION = {"kind": "action_taken", "seat": 0, "by": "seat:0", "command": SAID, "used_ms": 0, "facts": []}
CONCEDED = {**ACTION, "kind": "action_forced", "by": "organiser:o", "command": {"tag": "concede", "body": {}}}
FORCED = {**ACTION, "kind": "action_forced", "by": "clock"}
REWIND = {"kind": "rewound_to", "to": 4, "reason": "other", "by": "arbiter:a"}
EARLY_LOOK = {"kind": "evidence_viewed", "viewer": "all", "first": 1, "last": 2, "looked_at": 0}
LOOK = {"kind": "evidence_viewed", "viewer": "seat:0,seat:1", "first": 1, "last": 2}
LATE = {**LOOK, "looked_at": 1, "at": 9}
CAST: dict[str, Any] = {"kind": "caster_admitted", "caster": 1, "player": "c", "name_hash": "h", "seats": [0, 1]}
DISMISSED = {"kind": "caster_dismissed", "caster": 1}
PAUSED = {"kind": "paused", "cause": "arbiter", "reason": "break", "by": "arbiter:a"}
RESUMED = {"kind": "resumed", "cause": "arbiter", "by": "arbiter:a"}
CALL: dict[str, Any] = {
    "kind": "case_opened",
    "case": "7",
    "moment": "4.1",
    "about": "rule",
    "stops_play": True,
    "filed_at": 1,
    "by": "seat:1",
}
CASE = {**PAUSED, "cause": "case:7", "by": "seat:1"}
CALLED: list[dict[str, Any]] = [{**OPENING, "arbiter_call": "stop"}, *RUNNING[1:], CALL]
ADJUSTED = {"kind": "clock_adjusted", "seat": 0, "reason": "other", "bank_ms": 1}
MOVED = {"kind": "clock_adjusted", "seat": 0, "reason": "other", "move_ms": 3}
OUTAGE = {"kind": "outage", "by": "table", "since": 1, "until": 5, "at": 5}
CLOCKED: list[dict[str, Any]] = [{**OPENING, "clock": {"bank_ms": 9}}, *RUNNING[1:]]
ABANDONED = {"kind": "table_abandoned", "reason": "other"}


def finished(places: list[Any], **more: Any) -> dict[str, Any]:
    """Return the entry of a result."""
    return {"kind": "game_finished", "outcome": {"places": places, "ended_by": "play", "reason": "r", **more}}


FINISHED = finished([])
BRANCH = {**OPENING, "protocol": "branch/1", "branch_of": {"table": "p", "n": 9, "hash": HASH}}
NOTHING = commitment("deal", NO_SECRET)
KNOWN = {**OPENING, "protocol": "known/1", "deal_id": "lesson", "commitments": {"deal": NOTHING, "salt": HASH}}
CUP = {"id": "cup", "round": 3, "pairing": 1, "board": 3}
BOARD = {**OPENING, "protocol": "board/1", "deal_id": "cup/3", "tournament": CUP, "secrets_open_at": "event_end"}
CONFIRMED = {"kind": "result_confirmed"}
SECRETS = {"kind": "secrets_opened", "deal_secret": HASH, "salt_secret": HASH}
PICK: dict[str, Any] = {"kind": "pick", "label": "0/0/who", "n": 2, "result": 1}
SHUFFLE: dict[str, Any] = {"kind": "shuffle", "label": "0/0/deck", "n": 3, "result": [2, 0, 1]}


def follow(entries: list[dict[str, Any]], opened: dict[str, Any] | None = None) -> None:
    """Let an order look at entries; what a line opens is that of the last one."""
    order = Order()
    for n, members in enumerate(entries, 1):
        entry = entry_of_any_game(canonical({"at": 1, "by": "operator", "n": n, **members}))
        order.look(entry, (opened or {}) if n == len(entries) else {})


@pytest.mark.parametrize("script", GOOD)
def test_real_tables_are_in_order_by_their_types_and_without(script: str) -> None:
    play = GOOD[script]()
    for decode in (play.table.codec.public, entry_of_any_game):
        order = Order()
        for sealed in play.entries:
            order.look(decode(sealed.public), {})


@pytest.mark.parametrize(
    "entries",
    [
        [*RUNNING, ACTION, REWIND, ACTION, FORCED, FINISHED, REWIND, FINISHED, CONFIRMED, LOOK, SECRETS],
        [*SEATED, {"kind": "seat_left", "seat": 1}, {**SEATED[1], "seat": 1}, {**SEATED[1], "kind": "seat_replaced"}],
        [*RUNNING, {**SEATED[1], "kind": "seat_replaced"}, ABANDONED, LOOK, SECRETS],
        [*RUNNING, CONCEDED, {**CONCEDED, "by": "opener"}],
        [*SEATED, CAST, CAST, DEAL, DISMISSED, {**CAST, "seats": [1]}, {**CAST, "caster": 2, "seats": [0]}],
        [*RUNNING, {**CAST, "seats": [1]}, {**SEATED[1], "kind": "seat_replaced"}, DISMISSED],
        [*RUNNING, PAUSED, {**PAUSED, "cause": "ruler", "by": "opener"}, RESUMED, REWIND, ABANDONED],
        [*RUNNING, PAUSED, {**RESUMED, "by": "operator:o"}, ACTION, {**PAUSED, "cause": "ruler", "by": "operator"}],
        [*CALLED, CASE, {**RESUMED, "cause": "case:7", "by": "clock"}, FINISHED],
        [*CLOCKED, PAUSED, ADJUSTED, {**ADJUSTED, "bank_ms": 0, "by": "arbiter"}, RESUMED, OUTAGE],
        [{**OPENING, "clock": {"move_ms": 9}}, *RUNNING[1:], {**MOVED, "seat": 1}],
        [*RUNNING, {**ACTION, "seen": 4}, {**LOOK, "viewer": "all", "last": 5}],
        [*RUNNING, LATE, {**LATE, "looked_at": 9}],
        [BRANCH, *SEATED[1:], DEAL, {**ACTION, "draws": [PICK]}],
        [KNOWN, *SEATED[1:], DEAL, ACTION],
        [BOARD, *SEATED[1:], DEAL, ACTION],
        [*SEATED, {**DEAL, "draws": [PICK, SHUFFLE, {**PICK, "result": None}, {**SHUFFLE, "n": 0, "result": []}]}],
    ],
)
def test_what_may_come_comes(entries: list[dict[str, Any]]) -> None:
    follow(entries)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([DEAL], "does not open a table"),
        ([{**OPENING, "deal_id": "other"}], "/deal_id is not the table"),
        ([{**KNOWN, "commitments": OPENING["commitments"]}], "/commitments/deal is not that of 32 zero bytes"),
        ([{**BRANCH, "protocol": OPENING["protocol"]}], "/branch_of stands under branch/1"),
        ([{**OPENING, "protocol": "branch/1"}], "/branch_of stands under branch/1"),
        ([BRANCH, *SEATED[1:], {**DEAL, "draws": [PICK]}], "draws nothing"),
        ([{**BOARD, "deal_id": OPENING["table"]}], "/deal_id is not the table, as this deal protocol"),
        ([{**BOARD, "secrets_open_at": "confirmed"}], "/secrets_open_at of a board"),
        ([{**BOARD, "protocol": OPENING["protocol"], "deal_id": OPENING["table"]}], "/tournament/board stands under"),
        ([{**OPENING, "protocol": "board/1", "secrets_open_at": "never"}], "/deal_id is not the table"),
        ([{**BOARD, "tournament": {**CUP, "board": 2}}], "/deal_id is not the table"),
        ([OPENING, OPENING], "no other, opens the table"),
        ([OPENING, {**SEATED[1], "seat": 2}], "no seat 2"),
        ([*SEATED, SEATED[1]], "seat 0 is not free"),
        ([OPENING, {"kind": "seat_left", "seat": 0}], "seat 0 is not taken"),
        ([OPENING, {**SEATED[1], "kind": "seat_replaced"}], "seat 0 is not taken"),
        ([*SEATED[:2], DEAL], "when every seat is taken"),
        ([*RUNNING, DEAL], "game_started cannot come while the table is running"),
        ([*RUNNING, SEATED[1]], "seat_taken cannot come while the table is running"),
        ([*RUNNING, {"kind": "seat_left", "seat": 0}], "seat_left cannot come while the table is running"),
        ([*SEATED, ACTION], "action_taken cannot come while the table is open"),
        ([*SEATED, PAUSED], "paused cannot come while the table is open"),
        ([*RUNNING, PAUSED, ACTION], "action_taken cannot come while the play is stopped"),
        ([*RUNNING, PAUSED, CONCEDED], "action_forced cannot come while the play is stopped"),
        ([*RUNNING, PAUSED, FINISHED], "game_finished cannot come while the play is stopped"),
        ([*RUNNING, {**PAUSED, "by": "operator"}], "operator cannot stop the play as arbiter"),
        ([*RUNNING, {**PAUSED, "cause": "ruler"}], "arbiter:a cannot stop the play as ruler"),
        ([*RUNNING, CASE], "nobody has called the arbiter just now for 7"),
        ([*CALLED, {**CASE, "by": "seat:0"}], "the case 7 stops the play, and nothing comes between"),
        ([*CALLED, {**CASE, "cause": "case:8"}], "nothing comes between"),
        ([*CALLED, ACTION], "nothing comes between"),
        ([*RUNNING, CALL], "no case stops the play of this table"),
        ([*RUNNING, PAUSED, PAUSED], "arbiter stops the play already"),
        ([*RUNNING, RESUMED], "arbiter does not stop the play"),
        ([*CALLED, CASE, RESUMED], "arbiter does not stop the play"),
        ([*RUNNING, PAUSED, {**RESUMED, "by": "clock"}], "clock cannot let the play go on for arbiter"),
        ([*RUNNING, PAUSED, {**RESUMED, "by": "opener"}], "opener cannot let the play go on for arbiter"),
        ([*CALLED, CASE, {**RESUMED, "cause": "case:7", "by": "seat:1"}], "cannot let the play go on for case:7"),
        ([*RUNNING, ADJUSTED], "no such clock"),
        ([*CLOCKED, {**ADJUSTED, "seat": 2}], "no seat 2"),
        ([*CLOCKED, {**ADJUSTED, "by": "seat:0"}], "seat:0 cannot adjust a clock"),
        ([*CLOCKED, {**ADJUSTED, "move_ms": 3}], "either a bank"),
        ([*CLOCKED, {"kind": "clock_adjusted", "seat": 0, "reason": "other"}], "either a bank"),
        ([*CLOCKED, MOVED], "no such clock"),
        ([*RUNNING, PAUSED, OUTAGE], "an outage takes no time"),
        ([*RUNNING, {**OUTAGE, "since": 0}], "between two entries"),
        ([*RUNNING, {**OUTAGE, "since": 5}], "between two entries"),
        ([*RUNNING, {**OUTAGE, "until": 6}], "between two entries"),
        ([*RUNNING, {**ACTION, "seat": 2, "by": "seat:2"}], "no seat 2"),
        ([*RUNNING, {**ACTION, "by": "seat:1"}], "seat:1 cannot act for seat 0"),
        ([*RUNNING, {**FORCED, "by": "seat:0"}], "seat:0 cannot act for seat 0"),
        ([*RUNNING, {**FORCED, "by": "operator"}], "operator cannot act for seat 0"),
        ([*RUNNING, {**CONCEDED, "by": "clock"}], "clock cannot act for seat 0"),
        ([*RUNNING, {**CONCEDED, "by": "seat:1"}], "seat:1 cannot act for seat 0"),
        ([*RUNNING, {**CONCEDED, "by": "organisers"}], "organisers cannot act for seat 0"),
        ([*RUNNING, {**ACTION, "command": {"tag": "?", "body": None}}], "a tag is never hidden"),
        ([*RUNNING, {**ACTION, "origin": "hand"}], "/origin stands open"),
        ([*RUNNING, ACTION, {**ACTION, "origin": None}], "some actions have an origin"),
        ([*RUNNING, {**ACTION, "seen": 5}], "entry 5 cannot have been seen before entry 5"),
        ([*SEATED[:2], CAST], "seat 1 is not taken"),
        ([*RUNNING, {**CAST, "seats": []}], "one at least"),
        ([*RUNNING, {**CAST, "seats": [1, 0]}], "in their order"),
        ([*RUNNING, {**CAST, "seats": [0, 0]}], "each named once"),
        ([*RUNNING, {**CAST, "seats": [0, 2]}], "seat 2 is not taken"),
        ([*RUNNING, FINISHED, CAST], "caster_admitted cannot come while the table is finished"),
        ([*RUNNING, ABANDONED, DISMISSED], "caster_dismissed cannot come while the table is abandoned"),
        ([*RUNNING, DISMISSED], "nobody casts here as caster 1"),
        ([*RUNNING, CAST, DISMISSED, DISMISSED], "nobody casts here as caster 1"),
        ([*RUNNING, CAST, {**SEATED[1], "kind": "seat_replaced"}, DISMISSED], "nobody casts here as caster 1"),
        ([*SEATED, CAST, {"kind": "seat_left", "seat": 0}, DISMISSED], "nobody casts here as caster 1"),
        ([*RUNNING, {**REWIND, "to": 3}], "entry 3 is no place to go on from"),
        ([*RUNNING, {**REWIND, "to": 5}], "entry 5 is no place to go on from"),
        ([*RUNNING, {**REWIND, "facts": [{"tag": "t"}]}], "a rewind that keeps the orders has facts"),
        ([*RUNNING, EARLY_LOOK], "a look comes after the opening"),
        ([*RUNNING, {**EARLY_LOOK, "looked_at": 2}], "a look comes after the opening"),
        ([*RUNNING, FINISHED, CONFIRMED, REWIND], "rewound_to cannot come while the table is confirmed"),
        ([*RUNNING, CONFIRMED], "result_confirmed cannot come while the table is running"),
        ([*RUNNING, FINISHED, CONFIRMED, CONFIRMED], "result_confirmed cannot come while the table is confirmed"),
        ([*RUNNING, FINISHED, ABANDONED], "table_abandoned cannot come while the table is finished"),
        ([*RUNNING, ABANDONED, ACTION], "action_taken cannot come while the table is abandoned"),
        ([*RUNNING, SECRETS], "secrets_opened cannot come while the table is running"),
        ([*RUNNING, ABANDONED, SECRETS, SECRETS], "secrets_opened cannot come after the secrets were opened"),
        ([{**OPENING, "secrets_open_at": "never"}, ABANDONED, SECRETS], "the secrets of this table never open"),
        ([*SEATED, {**LATE, "looked_at": 0}], "a look comes after the opening"),
        ([*SEATED, {**LATE, "looked_at": 10}], "a look comes after the opening"),
        ([OPENING, {**LOOK, "first": 0}], "entries 0 to 2 cannot have been seen"),
        ([*SEATED, {**LOOK, "first": 3}], "entries 3 to 2 cannot have been seen"),
        ([OPENING, {**LOOK, "last": 2}], "entries 1 to 2 cannot have been seen"),
        ([*SEATED, {**LOOK, "viewer": "seat:2"}], "is no viewer"),
        ([*SEATED, {**LOOK, "viewer": "spectator"}], "no viewer who sees anything hidden"),
        ([*SEATED, {**LOOK, "viewer": "seat:1,seat:0"}], "no viewer who sees anything hidden"),
        ([*RUNNING, finished([{"place": 1, "seats": [2]}])], "the places are not those of the seats"),
        ([*RUNNING, finished([{"place": 1, "seats": [1, 1]}])], "the places are not those of the seats"),
        ([*RUNNING, finished([], points=[1])], "the points are not those of the seats"),
        ([*SEATED, {**DEAL, "draws": [{**PICK, "label": "0/0/"}]}], "no label of a draw"),
        ([*SEATED, {**DEAL, "draws": [{**PICK, "n": 0, "result": None}]}], "is of nothing"),
        ([*SEATED, {**DEAL, "draws": [{**PICK, "result": 2}]}], "no result of a pick of 2"),
        ([*SEATED, {**DEAL, "draws": [{**PICK, "result": [1]}]}], "no result of a pick of 2"),
        ([*SEATED, {**DEAL, "draws": [{**SHUFFLE, "result": 1}]}], "no result of a shuffle of 3"),
        ([*SEATED, {**DEAL, "draws": [{**SHUFFLE, "result": [0, 1, 1]}]}], "no result of a shuffle of 3"),
    ],
)
def test_what_cannot_come_is_named(entries: list[dict[str, Any]], reason: str) -> None:
    follow(entries[:-1])
    with pytest.raises(Contradiction, match=reason):
        follow(entries)


def test_all_draws_of_a_record_are_of_so_many_things_at_most() -> None:
    """A short record could keep a verifier busy for days: each draw is of 65,536 things and costs its writer a line."""
    big = {**SHUFFLE, "n": 65_536, "result": None}
    follow([*SEATED, {**DEAL, "draws": [big] * 256}])
    with pytest.raises(Contradiction, match="at most 16777216 things together"):
        follow([*SEATED, {**DEAL, "draws": [big] * 256}, {**ACTION, "draws": [PICK]}])


SEALED = {**ACTION, "command": {"tag": "say", "body": None}, "origin": None, "draws": [{**PICK, "result": None}]}


@pytest.mark.parametrize(
    ("entry", "opened", "place"),
    [
        (SEALED, {"/command/body": [[], SALT]}, "/command/body"),
        (SEALED, {"/origin": ["foot", SALT]}, "/origin"),
        (SEALED, {"/draws/0/result": [2, SALT]}, "/draws/0/result"),
        (SEALED, {"/draws/0/result": [None, SALT]}, "/draws/0/result"),
        ({**ACTION, "reveals": {"3/command/body": [7, SALT]}}, {}, "3/command/body"),
        ({**ACTION, "reveals": {"/origin": [7, SALT]}}, {}, "/origin"),
        ({**ACTION, "reveals": {"3/origin": [7, SALT]}}, {"3/origin": ["x", SALT]}, "3/origin"),
        (LOOK, {"/command/body": [7, SALT]}, "/command/body"),
        (LOOK, {"/origin": [None, SALT]}, "/origin"),
    ],
)
def test_a_place_is_opened_to_what_can_stand_there(entry: dict[str, Any], opened: dict[str, Any], place: str) -> None:
    with pytest.raises(Contradiction, match=f"{place} is "):
        follow([*RUNNING, entry], opened)
    good = {"/command/body": [{}, SALT], "/origin": ["hand", SALT], "/draws/0/result": [0, SALT], "/facts/0": [7, SALT]}
    follow([*RUNNING, {**SEALED, "reveals": {"3/command/body": [{}, SALT], "x": [7, SALT]}}], good)


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"kind": "noted"}, "no entry of the kind 'noted' is known here; a newer release may have written it"),
        ({"kind": 7}, "no entry of the kind 7 is known here"),
        ({**OPENING, "format": "matchledger/2"}, "this release reads matchledger/1, not 'matchledger/2'"),
        ({**OPENING, "seats": 0}, "Expected `int` >= 1"),
        ({**DEAL, "facts": [{"tag": "?"}]}, "matching regex"),
    ],
)
def test_an_entry_that_is_none_is_told_in_words(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotCanonicalError, match=reason):
        entry_of_any_game(canonical({"at": 1, "by": "operator", "n": 1, **members}))


def test_facts_of_any_game_have_a_tag_and_nothing_else_is_asked() -> None:
    for tag in ("", "a", "??", "?\n", "a?"):
        entry_of_any_game(canonical({"at": 1, "by": "o", "n": 1, **DEAL, "facts": [{"tag": tag, "x": None}]}))
    assert msgspec.json.decode(full_play().entries[0].public)["seats"] == 3
