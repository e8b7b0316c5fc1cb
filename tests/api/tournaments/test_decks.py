"""Registered decks over HTTP: sealed for everybody but their players, played by the service, open at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from api.requests.tournaments import decks
from domain.audit.checks import verify_bytes
from domain.games import game
from domain.kernel.cards.decks import Decks
from domain.kernel.refusals import RefusedError
from domain.tournament.log.check import check
from replay.tournaments.reading import followed
from replay.tournaments.resting import check_tables
from tests.api.tournaments.cup import Cup
from tests.api.world import World

SEALED: dict[str, Any] = {"game": "panzer_clash", "decks": "registered", "confirm_ms": 0}
ONE_ROUND = {"format": {"format": "swiss", "rounds": 1}}
NDJSON = {"Accept": "application/x-ndjson"}
GERMAN, SOVIET = "deck_german_60", "deck_soviet_60"


def files() -> Decks:
    found = game("panzer_clash").decks
    assert found is not None
    return found


class Two:
    """A tournament of two players with keys of their own."""

    def __init__(self, world: World, **said: Any) -> None:
        self.cup = Cup(world, **{**SEALED, **ONE_ROUND, **said})
        self.world = world
        links = self.cup.register("Ada", "Bob")
        self.ids = [link["player"] for link in links]
        claimed = [
            self.cup.do(f"/players/{link['player']}/claim", {"code": link["code"]}, token=None) for link in links
        ]
        self.keys = [one["key"] for one in claimed]

    def bring(self, who: int, token: str | None = None, **said: Any) -> Any:
        """Register a deck; the player itself does it unless another token is given."""
        return self.cup.post(f"/players/{self.ids[who]}/deck", said, token=token or self.keys[who])

    def sit(self, round: int = 1) -> str:
        """Let both sit down; return the table."""
        table = self.cup.round(round)["tables"][0]["table"]
        for key in self.keys:
            seat = self.cup.get("/seat", token=key).json
            taken = self.world.post(f"/tables/{seat['table']}/seats", {"join_code": seat["join_code"]}, token=key)
            assert taken.status_code == 201, taken.text
        return str(table)


@pytest.fixture
def two(world: World) -> Two:
    return Two(world)


def test_the_tables_keep_their_secrets_until_the_end(two: Two) -> None:
    told = two.cup.get().json
    assert (told["decks"], told["deck_rounds"]) == ("registered", [1])
    assert told["tables"]["secrets_open_at"] == "event_end"


def test_what_does_not_go_with_registered_decks_is_refused(world: World) -> None:
    token = world.key("organiser")
    told = []
    for said in (
        {"game": "fightdrome"},
        {"secrets_open_at": "confirmed"},
        {"options": {"opposing_sides": True}},
        {"decks": "at_table", "at_rounds": [{"first": 1, "decks": "anew"}]},
    ):
        answer = world.post("/tournaments", {**SEALED, **ONE_ROUND, **said}, token=token)
        assert answer.status_code == 422, answer.text
        told.append([fault["code"] for fault in answer.json["faults"]])
    assert told == [["no_decks_brought"], ["decks_seen_early"], ["decks_depend"], ["no_deck_registration"]]


def test_a_deck_is_legal_by_the_rules_of_the_game(two: Two) -> None:
    short = two.bring(0, ready="deck_german_40")
    assert (short.status_code, short.json["code"]) == (409, "wrong_deck_size")
    for said in ({}, {"text": "nonsense"}, {"ready": "none"}, {"ready": GERMAN, "text": "both"}):
        assert two.bring(0, **said).json["code"] == "invalid_deck"
    late = two.bring(0, ready=GERMAN, round=2)
    assert late.json["code"] == "no_decks_then"
    assert two.bring(0, ready=GERMAN).json["decks"] == [1]


def test_nobody_reads_a_deck_but_its_player(two: Two) -> None:
    two.bring(0, ready=GERMAN)
    two.bring(1, token=two.cup.token, ready=SOVIET)
    own = two.cup.get(f"/players/{two.ids[0]}/deck", token=two.keys[0]).json["decks"]
    data = game("panzer_clash").rules.data_sets[str(game("panzer_clash").rules.default_data)]
    assert files().read(own[0]["text"].encode()).cards == files().ready(data)[GERMAN].cards
    for token in (None, two.keys[1], two.cup.token, two.world.key("operator")):
        assert two.cup.get(f"/players/{two.ids[0]}/deck", token=token).status_code in (401, 403)
    assert two.cup.get(f"/players/{two.ids[1]}/deck").status_code == 403, "not the organiser who brought it either"
    record = two.cup.get("/record", headers=NDJSON).data
    assert b"factory" not in record
    assert own[0]["seal"].encode() in record


def test_the_service_plays_the_registered_decks_and_no_other(two: Two) -> None:
    two.bring(0, ready=SOVIET)
    two.bring(0, ready=GERMAN)
    two.bring(1, ready=SOVIET)
    two.cup.do("/start")
    late = two.bring(0, ready=SOVIET)
    assert (late.status_code, late.json["code"]) == (409, "deck_too_late")
    table = two.world.store.table(two.sit())
    seats = {holder.player: seat for seat, holder in enumerate(table.book.holders) if holder is not None}
    assert table.live is not None
    state: Any = table.live.state
    assert [state.players[seats[player]].side for player in two.ids] == ["axis", "allies"]
    assert not any("choose_deck" in str(step) for step in state.agenda)
    command = {"tag": "choose_deck", "body": {"deck_id": GERMAN}}
    said, ours = {"command": command}, {"If-Match": "*"}
    answer = two.world.post(f"/tables/{table.id}/actions", said, token=two.keys[0], headers=ours)
    assert (answer.status_code, answer.json["code"]) == (409, "deck_registered")
    assert answer.json["rule"] == "tournament: registered decks"


def test_no_ruling_goes_back_to_before_the_decks(two: Two) -> None:
    two.bring(0, ready=GERMAN)
    two.bring(1, ready=SOVIET)
    two.cup.do("/start")
    table = two.sit()
    last = two.world.store.table(table).book.n
    for entry, stands in ((last, False), (last - 1, True), (last - 2, True), (1, False)):
        if stands:
            with pytest.raises(RefusedError, match="nothing goes on from before them"):
                decks.check_keeps_decks(two.world.store, two.world.store.table_at(table, entry))
        else:
            decks.check_keeps_decks(two.world.store, two.world.store.table_at(table, entry))


def test_a_table_whose_deck_is_not_the_sealed_one_does_not_start(two: Two) -> None:
    two.bring(0, ready=GERMAN)
    two.bring(1, ready=SOVIET)
    two.cup.do("/start")
    two.cup.round(1)
    told = []
    for key in two.keys:
        seat = two.cup.get("/seat", token=key).json
        with patch.object(decks, "opens", lambda *asked: False):
            said = {"join_code": seat["join_code"]}
            taken = two.world.post(f"/tables/{seat['table']}/seats", said, token=key)
        told.append((taken.status_code, taken.json.get("code")))
        assert two.world.store.table(seat["table"]).book.status == "open"
    assert told == [(201, None), (409, "wrong_deck")]


@pytest.mark.long
def test_decks_open_at_the_end_and_were_played(world: World, tmp_path: Path) -> None:
    """Bots bring ready-made decks; the store is read anew, and the records are compared with each other."""
    cup = Cup(world, **{**SEALED, **ONE_ROUND})
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    world.store.tournaments._kept.clear()
    cup.play()
    table = cup.get("/rounds/1").json["tables"][0]["table"]

    def copied() -> None:
        record = world.get(f"/tables/{table}/record", headers=NDJSON).data
        assert not verify_bytes(record).is_wrong
        (tmp_path / "table.ndjson").write_bytes(record)

    copied()
    cup.do("/end")
    text = cup.get("/record", headers=NDJSON).data
    assert {one.status for one in check(text.splitlines())} == {"passed"}
    assert text.count(b'"kind":"deck_opened"') == 2
    assert check_tables(followed(text), str(tmp_path)).status == "not_possible", "the table was still closed"
    cup.runner.look()
    copied()
    assert check_tables(followed(text), str(tmp_path)).status == "passed"
