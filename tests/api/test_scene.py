"""The scene of a table: one answer with all that a page shows."""

from __future__ import annotations

from unittest.mock import patch

from api.requests import scenes
from api.sharing import Latest
from tests.api.world import DUEL, Opened, World, code

HAND = "H1 H2 D3 S4 C5"


def test_a_seat_gets_its_picture_and_its_commands_of_one_moment(world: World) -> None:
    table = world.rigged(HAND)
    scene = table.get("/scene", seat=0).json
    offers, view = table.get("/actions?expand=true", seat=0).json, table.get("/view", seat=0).json
    assert (scene["n"], scene["head"], scene["status"]) == (view["n"], view["head"], view["status"])
    assert (scene["viewer"], scene["seat"], scene["acts"]) == ("seat:0", 0, True)
    assert scene["decision"] == offers["awaited"]
    assert scene["awaited"] == view["awaited"]
    assert [{"tag": one["tag"], "body": one["body"]} for one in scene["commands"]] == offers["actions"]
    assert [offer["command"] for offer in scene["offers"]] == [offer["command"] for offer in offers["offers"]]
    assert [one["tag"] for one in scene["anytime"]] == offers["anytime"]
    assert scene["names"] == ["Player 0 (you)", "Player 1"]
    hand = next(zone for zone in scene["picture"]["panels"][-1]["zones"] if zone["kind"] == "hand")
    assert {scene["words"][card["id"]]["kind"] for card in hand["cards"] if card["lit"]} == {"card"}
    told = {one["tag"]: one["say"] for one in scene["commands"]}
    assert told["end_turn"] == "End your turn."


def test_why_a_card_cannot_be_used_stands_in_the_picture_with_what_helps(world: World) -> None:
    scene = world.rigged("S1 S2 S3 S4 S5").get("/scene", seat=0).json
    reasons = [card["why_not"] for zone in scene["picture"]["panels"][-1]["zones"] for card in zone.get("cards", ())]
    assert reasons[0].endswith("Keep them, or give them to the Trader.")


def test_what_a_seat_may_set_at_any_time_comes_with_its_form(world: World) -> None:
    opened = world.post("/tables", {"game": "panzer_clash", "seats": DUEL})
    table = Opened(world, opened.json)
    (form,) = [one["form"] for one in table.get("/scene", seat=1).json["anytime"] if "form" in one]
    assert form["label"] == "Set when to be asked"
    assert form["fields"]["prefs/main_end"]["label"] == "end of a Main phase"
    assert form["fields"]["prefs/main_end"]["values"] == [True, False]
    assert table.get("/scene").json["anytime"] == []


def test_a_spectator_gets_no_commands(world: World) -> None:
    table = world.rigged(HAND)
    scene = table.get("/scene").json
    assert (scene["viewer"], scene["seat"], scene["acts"], scene["decision"]) == ("spectator", None, False, None)
    assert scene["commands"] == scene["offers"] == scene["anytime"] == []
    assert scene["words"] == {}
    assert scene["picture"]["panels"]
    assert table.get("/scene?viewer=spectator", seat=0).json["commands"] == []
    assert table.get("/scene", seat=1).json["commands"] == []
    assert code(table.get("/scene?viewer=seat:1", seat=0), 403) == "not_allowed"


def test_an_arbiter_sees_what_a_seat_may_do_and_does_not_act_for_it(world: World) -> None:
    table, arbiter = world.rigged(HAND), world.key("arbiter")
    scene = table.get(f"/scene?viewer=seat:0&case={world.case(table.id, arbiter)}", token=arbiter).json
    assert (scene["seat"], scene["acts"]) == (0, False)
    assert scene["commands"]
    assert not any("Arbiter" in told["say"] for told in scene["story"])


def test_a_long_story_is_told_where_others_can_go_on(world: World) -> None:
    """Also a short one of a long table that nobody has read for this viewer; what one entry brings is told at once."""
    table = world.rigged(HAND)
    for turn in range(scenes.AT_ONCE):
        table.act(turn % 2, "end_turn")
    n = table.get("").json["n"]
    with patch("api.requests.scenes.aside", side_effect=lambda call: call()) as aside:
        told = [table.get(f"/scene?after={after}", seat=0).json["story"] for after in (n - 1, n - 1, 0, n)]
        assert aside.call_count == 2, "the first time, and for all of it"
    assert told[0] == told[1] == told[2][-len(told[0]) :] != told[3] == []


def test_the_story_is_told_as_the_viewer_heard_it(world: World) -> None:
    table = world.rigged(HAND)
    began = table.get("/scene").json["began"]
    table.act(0, "play_utility", card="H1")
    own, other = table.get(f"/scene?after={began - 1}", seat=0).json, table.get(f"/scene?after={began - 1}").json
    assert any("draws Ace of Hearts" in one["say"] for one in own["story"])
    assert not any("draws Ace of Hearts" in one["say"] for one in other["story"])
    (played,) = [one for one in other["story"] if one["by"] == "seat:0" and "Ace of Hearts" in one["say"]]
    assert played["at"].startswith(f"{began + 1}.")
    assert table.get(f"/scene?after={began + 1}").json["story"] == []
    assert table.get("/scene?after=99").json["story"] == []
    with patch.object(scenes, "STORY_AT_MOST", 1):
        assert {one["at"].partition(".")[0] for one in table.get("/scene").json["story"]} == {str(began + 1)}


def test_the_scene_speaks_the_callers_language(world: World) -> None:
    answer = world.rigged(HAND).get("/scene", seat=0, headers={"Accept-Language": "ja"})
    assert answer.json["language"] == answer.headers["Content-Language"] == "ja"
    assert "Accept-Language" in answer.headers["Vary"]
    assert "手番を終える。" in [one["say"] for one in answer.json["commands"]]


def test_before_the_deal_there_is_no_picture(world: World) -> None:
    scene = world.opened([{"kind": "open"}, {"kind": "open"}]).get("/scene").json
    assert scene["picture"] is None
    assert scene["began"] is None
    assert [one["say"] for one in scene["story"]] == ["A table for Chanic Panic is opened, with 2 seats."]


def test_clocks_of_awaited_seats_are_told(world: World) -> None:
    table = world.opened(clock={"move_ms": 60_000, "grace_ms": 2_000})
    scene = table.get("/scene", seat=1).json
    (clock,) = scene["clocks"]
    assert clock["seat"] == 0
    assert scene["now"] < clock["deadline"] < clock["due"]


def test_a_seat_keeps_its_own_eyes_once_the_secrets_are_open(world: World) -> None:
    """The page of a player does not turn into an arbiter's when the game ends; `viewer=all` asks for that."""
    table = world.rigged(HAND)
    table.act(0, "concede")
    scene = table.get("/scene", seat=0).json
    assert scene["status"] == "confirmed"
    assert scene["viewer"] == "seat:0"
    assert scene["commands"] == scene["anytime"] == []
    assert table.get("/scene?viewer=all").json["viewer"] == "all"


def test_copies_used_longest_ago_are_forgotten() -> None:
    kept: Latest[str, int] = Latest(2)
    for key in ("a", "b"):
        kept.put(key, 1)
    assert kept.get("a") == 1
    kept.put("c", 2)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 2)
