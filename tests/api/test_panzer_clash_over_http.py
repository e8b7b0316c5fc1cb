"""Tables of Panzer Clash over HTTP: windows between two scripts, preferences, a secret deck, a script against bots."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.api.matches import Match
from tests.api.server import Server
from tests.api.test_rules_codes_of_panzer_clash import ClashLuck, build, rigged, turn
from tests.api.world import Opened, World
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

GAME = "panzer_clash"
NDJSON = {"Accept": "application/x-ndjson"}
SHORT = {"deck_size": 40}
ASK = dict.fromkeys(("attack", "ranged", "event", "main_start", "main_end"), True)
WINDOW = "response_opened"
LOOKS = 6  # at a game by each viewer, at least
DEALS = 10  # the service deals by chance that nobody can set, and a game may be over after a few turns


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("clash") / "x.db") as running:
        yield running


def entries(text: bytes) -> list[Any]:
    """Return the entries of a record."""
    return [msgspec.json.decode(line)["entry"] for line in text.splitlines()[1:]]


def tags(text: bytes) -> set[str]:
    """Return the tags of all facts of a record."""
    return {fact["tag"] for entry in entries(text) for fact in entry.get("facts", ())}


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        (("token", "token"), {"response_default": ASK}),
        (("token", "token"), {"opposing_sides": True, "response_default": dict.fromkeys(ASK, False)}),
        (("token", "sensible"), {}),
        (("random", "token"), {"deck_size": 60}),
    ],
)
def test_a_table_with_windows_is_played_replayed_and_verified(
    server: Server, kinds: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Done when: a game with windows played over HTTP by two scripts; every copy shows what the API showed."""
    match, text = with_windows(server, kinds, SHORT | options)
    own = copies(text, 2)
    match.check_replayed(text, own)
    assert own["all"] == text
    assert "game_ended" in tags(text)
    assert sound(*own.values())


def with_windows(server: Server, kinds: tuple[str, ...], options: dict[str, Any]) -> tuple[Match, bytes]:
    """Play tables until one had windows, and many turns that each viewer looked at; return it and its record."""
    for _ in range(DEALS):
        match = Match(server, server.open(*kinds, game=GAME, options=options)).play(random.Random(5), "turn_started")
        text = match.record()
        looks = Counter(viewer for _, viewer in {(seen.n, seen.viewer) for seen in match.seen} if viewer != "all")
        if {WINDOW, "response_passed"} <= tags(text) and min(looks.values()) >= LOOKS:
            return match, text
    raise AssertionError(f"{DEALS} tables, and none with windows and many turns")


def any_of(entry: Any, tag: str) -> bool:
    return any(fact["tag"] == tag for fact in entry.get("facts", ()))


def blind(line: Any) -> Any:
    """Return a line without what differs for any two values: commitments, hashes, times, and who the people are."""
    entry = {**line["entry"], "seals": sorted(line["entry"].get("seals", ()))}
    for changing in ("player", "name_hash"):
        entry.pop(changing, None)
    return {**line, "entry": entry, "hash": None}


def headless(answer: Any) -> Any:
    """Return an answer without the head, which is the hash of the last entry."""
    return {name: value for name, value in answer.items() if name != "head"}


def told(table: Opened, seat: int | None) -> dict[str, Any]:
    """Return everything that a seat or a spectator is told of a table, without what differs for any two values."""
    head, *lines = map(msgspec.json.decode, table.get("/record", seat=seat, headers=NDJSON).text.splitlines())
    return {
        "record": [head, *map(blind, lines)],
        "entries": [blind(line) for line in table.get("/entries", seat=seat).json["entries"]],
        "view": headless(table.get("/view", seat=seat).json),
        "actions": None if seat is None else headless(table.get("/actions?expand=true", seat=seat).json),
        "result": table.get("/result", seat=seat).text,
    }


def with_deck(north: dict[str, Any]) -> tuple[World, Opened]:
    """Return a table where seat 1 has chosen this deck and seat 0 is still asked."""
    world = World()
    table = world.dealt(GAME, ClashLuck(([], []), {}), deck_size=40)
    table.act(1, "choose_deck", **north)
    return world, table


def test_nobody_is_told_the_list_of_a_deck() -> None:
    """R2, 6.1: side and size are public at once; whatever the list, others get the same, seals aside."""
    ready = with_deck({"deck_id": "deck_soviet_40"})
    own = with_deck({"cards": {"factory": 36, "usa_b17": 4}, "side": "allies"})
    for seat in (0, None):
        assert told(ready[1], seat) == told(own[1], seat)
        assert "usa_b17" not in own[1].get("/record", seat=seat, headers=NDJSON).text
        player = own[1].get("/view", seat=seat).json["view"]["players"][1]
        assert (player["side"], player["deck"]) == ("allies", None)
    assert own[1].get("/view", seat=1).json["view"]["players"][1]["deck"] == {"factory": 36, "usa_b17": 4}
    for world, table in (ready, own):
        assert sound(*[table.get("/record", seat=viewer, headers=NDJSON).data for viewer in (None, 0, 1)])
        world.store.close()


def asked_of_north(world: World, hand: str, *, prefs: bool) -> Opened:
    """Return a table in turn 3 where seat 1, who holds this first, may or does pass the window of a Ranged Attack."""
    table = rigged(world, "jpn_snipers", hand)
    turn(table, 0, "a0", "jpn_snipers")
    turn(table, 1, "a5")
    table.act(1, "set_response_prefs", prefs={"ranged": not prefs})
    table.act(0, "move_unit", unit_id="u1", path=["a1"])
    table.world.clock.at += 5_000
    table.act(0, "ranged_attack", unit_id="u1", target=1)
    if not prefs:
        table.world.clock.at += 5_000
        table.act(1, "pass_response")
    return table


def shaped(value: Any) -> Any:
    """Return a value with its strings replaced by their lengths where they are hashes or seals."""
    if isinstance(value, dict):
        return {name: shaped(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shaped(inner) for inner in value]
    return len(value) if isinstance(value, str) and len(value) > 40 else value


def passed(table: Opened, seat: int | None) -> tuple[Any, int]:
    """Return the line of the only pass of the Ranged Attack as somebody sees it, and its size, its times aside."""
    lines = table.get("/entries", seat=seat).json["entries"]
    found = [line for line in lines if any_of(line["entry"], "response_passed")]
    (line,) = found[-1:]
    entry = line["entry"]
    timeless = {**line, "entry": {**entry, "at": 0, "used_ms": 0, "seen": 0}}
    return shaped(timeless), len(msgspec.json.encode(timeless))


HANDS = ("sov_maskirovka sov_maskirovka", "sov_kv1 sov_t34")


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("seat", [0, None])
def test_a_pass_by_preference_looks_like_one_by_hand(hand: str, seat: int | None) -> None:
    """R44; W30: the same entry kind, members and size for everybody else; only its time differs."""
    (one, by_hand), (other, prepared) = (
        (world := World(), asked_of_north(world, hand, prefs=prefs)) for prefs in (False, True)
    )
    assert passed(by_hand, seat) == passed(prepared, seat)
    own = [passed(table, 1)[0] for table in (by_hand, prepared)]
    assert own[0] != own[1], "the own seat knows which"
    for world, table in ((one, by_hand), (other, prepared)):
        assert sound(*[table.get("/record", seat=viewer, headers=NDJSON).data for viewer in (None, 0, 1)])
        world.store.close()


@pytest.mark.parametrize("prefs", [False, True])
def test_no_window_tells_whether_the_responder_could_answer(prefs: bool) -> None:
    """R44; W30: with a Flash event in hand and without, seat 0 and a spectator are told the same."""
    made = [(world := World(), asked_of_north(world, hand, prefs=prefs)) for hand in HANDS]
    for seat in (0, None):
        assert told(made[0][1], seat) == told(made[1][1], seat)
    assert told(made[0][1], 1) != told(made[1][1], 1), "the own hand differs"
    for world, _ in made:
        world.store.close()


def test_a_window_is_answered_and_the_answer_cancels_the_attack() -> None:
    """W19, W20: Maskirovka answers an attack; the responder to it is asked in turn and passes by hand."""
    world = World()
    table = rigged(world, "ger_grenadiers", "sov_bt7 sov_maskirovka")
    turn(table, 0, "a0", "ger_grenadiers")
    turn(table, 1, "a5", "sov_bt7")
    table.act(0, "move_unit", unit_id="u1", path=["a1"])
    turn(table, 0, "a0")
    for space in ("a4", "a3", "a2"):
        table.act(1, "move_unit", unit_id="u2", path=[space])
    turn(table, 1, "a5")
    table.act(1, "set_response_prefs", prefs={"attack": True})
    table.act(0, "set_response_prefs", prefs={"event": True})
    build(table, 0, "a0")
    table.act(0, "attack_unit", unit_id="u1", target_id="u2")
    assert table.get("/actions", seat=0).json["awaited"] is None
    assert table.get("/actions", seat=1).json["awaited"]["kind"] == "response"
    table.act(1, "play_event", card="sov_maskirovka", space="a5")
    assert table.get("/actions", seat=0).json["awaited"]["kind"] == "response"
    done = table.act(0, "pass_response")
    facts = [fact["tag"] for line in done["entries"] for fact in line["entry"].get("facts", ())]
    assert "item_cancelled" in facts
    assert "unit_damaged" not in facts
    assert table.refused(0, "attack_unit", unit_id="u1", target_id="u2") == "no_attack_left"
    assert sound(*[table.get("/record", seat=viewer, headers=NDJSON).data for viewer in (None, 0, 1)])
    world.store.close()
