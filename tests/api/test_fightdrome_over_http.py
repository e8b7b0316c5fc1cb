"""Tables of Fightdrome in all modes over HTTP: two clients, a client against a bot, and a secret choice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.kernel.seats import every_viewer
from tests.api.matches import Match
from tests.api.server import Server
from tests.api.test_rules_codes_of_fightdrome import ATTACKS, FightLuck
from tests.api.world import Opened, World
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("fightdrome") / "x.db") as running:
        yield running


def facts(text: bytes, tag: str) -> list[tuple[int, Any]]:
    """Return the facts of this tag in a record, each with the number of its entry."""
    entries = [msgspec.json.decode(line)["entry"] for line in text.splitlines()[1:]]
    return [(entry["n"], fact) for entry in entries for fact in entry.get("facts", ()) if fact["tag"] == tag]


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        (("token", "token"), {"mode": "fame_match"}),
        (("token", "sensible"), {"mode": "fame_match"}),
        (("token", "token"), {"mode": "single_bout", "breathing_space": True, "last_gasp": True}),
        (("random", "token"), {"mode": "epic_tournament", "empty_hand": "when_staggered"}),
    ],
)
def test_a_table_played_over_http_is_replayed_bout_by_bout(
    server: Server, kinds: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Done when: a match to 300 by a script; the table after each `BoutStarted` is what the API showed then."""
    match = Match(server, server.open(*kinds, game="fightdrome", options=options))
    match.play(random.Random(3), "bout_started")
    text = match.record()
    own = copies(text, 2)
    match.check_replayed(text, own)
    bouts = facts(text, "bout_started")
    assert [fact["bout"] for _, fact in bouts] == list(range(1, len(bouts) + 1))
    if kinds == ("token", "token"):
        starts = {n for n, _ in bouts}
        for viewer in (viewer for viewer in map(str, every_viewer(2)) if viewer != "all"):
            assert {seen.n for seen in match.seen if seen.viewer == viewer} == starts
    if options["mode"] == "fame_match":
        assert max(fact["total"] for _, fact in facts(text, "fame_scored")) >= 300
    assert own["all"] == text
    assert sound(*own.values())


def chosen(sleeve: str) -> tuple[World, Opened]:
    """Return a tournament in which seat 1 has chosen this Sleeve and seat 0 is still asked."""
    world = World()
    table = world.dealt("fightdrome", FightLuck(ATTACKS, ATTACKS.replace("P", "K")), mode="epic_tournament")
    table.act(1, "choose_sleeve", sleeve_id=sleeve)
    return world, table


def blind(line: Any) -> Any:
    """Return a line without what differs for any two values: commitments, hashes, and who the people are."""
    entry = {**line["entry"], "seals": sorted(line["entry"].get("seals", ()))}
    for person in ("player", "name_hash"):
        entry.pop(person, None)
    return {**line, "entry": entry, "hash": None}


def headless(answer: Any) -> Any:
    """Return an answer without the head, which is the hash of the last entry."""
    return {name: value for name, value in answer.items() if name != "head"}


def told(table: Opened, seat: int | None) -> dict[str, Any]:
    """Return everything that a seat or a spectator is told of a table, without what differs for any two values."""
    head, *lines = map(msgspec.json.decode, table.get("/record", seat=seat, headers=NDJSON).text.splitlines())
    listed = [blind(line) for line in table.get("/entries", seat=seat).json["entries"]]
    assert len(lines) == len(listed) == table.world.store.head(table.id)
    asked = None if seat is None else table.get("/actions?expand=true", seat=seat)
    assert asked is None or asked.json["actions"] or seat == 1
    return {
        "record": [head, *map(blind, lines)],
        "entries": listed,
        "view": headless(table.get("/view", seat=seat).json),
        "actions": asked and (headless(asked.json), asked.headers.get("ETag")),
        "result": table.get("/result", seat=seat).text,
        "attempt": seat == 0 and table.say(0, "choose_sleeve", sleeve_id="sleeve_d").text,
    }


def test_nobody_is_told_a_secret_choice_before_the_reveal() -> None:
    """W24; R41: whichever Sleeve seat 1 has chosen, seat 0 and a spectator get the same bytes, seals aside."""
    (one, first), (other, second) = chosen("sleeve_d"), chosen("sleeve_e")
    for seat in (0, None):
        assert told(first, seat) == told(second, seat)
    assert told(first, 1) != told(second, 1), "the choice is the own seat's knowledge"
    for world in (one, other):
        world.store.close()


def test_a_reveal_opens_both_choices_for_all() -> None:
    """W24: after the second choice both are shown together, and the copies prove the first one."""
    world, table = chosen("sleeve_e")
    assert table.get("/view").json["view"]["fighters"][1]["sleeve"] is None
    done = table.act(0, "choose_sleeve", sleeve_id="sleeve_a")
    shown = table.get("/view").json["view"]
    assert [fighter["sleeve"] for fighter in shown["fighters"]] == ["sleeve_a", "sleeve_e"]
    assert shown["bout"] == 1
    revealed = [pointer for line in done["entries"] for pointer in line["entry"].get("reveals", {})]
    assert sum(pointer.endswith("/command/body") for pointer in revealed) == 2
    assert sound(*[table.get("/record", seat=seat, headers=NDJSON).data for seat in (None, 0, 1)])
    world.store.close()


def test_the_own_choice_cannot_be_taken_back() -> None:
    """R48: who has chosen is not asked any more, although the other still chooses."""
    world, table = chosen("sleeve_d")
    assert table.get("/actions", seat=1).json["awaited"] is None
    assert table.refused(1, "choose_sleeve", sleeve_id="sleeve_e") == "not_your_decision"
    world.store.close()
