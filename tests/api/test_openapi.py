"""The OpenAPI document: valid, complete, and true of what the service answers."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.wire.letters import OVERDUE, TEST
from api.wire.operations import OPERATIONS
from domain.games import game, names
from domain.kernel.codec import command_types
from domain.tournament.log.entries import Entry
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import API, World

pytestmark = pytest.mark.long

WORLD = World()


def document() -> Any:
    return WORLD.get("/openapi.json").json


def test_the_document_is_valid() -> None:
    """OpenAPI 3.1, by a validator that is not ours."""
    assert document()["openapi"] == "3.1.0"
    validate(document())


def test_every_address_below_the_prefix_is_described() -> None:
    """Each with an id of its own; the document itself aside."""
    described = {
        (path, method) for path, methods in document()["paths"].items() for method in methods if method != "parameters"
    }
    rules = [
        rule for rule in WORLD.app.url_map.iter_rules() if rule.rule.startswith(API) and rule.endpoint != "openapi"
    ]
    assert len(rules) == len(described)
    assert all(WORLD.app.view_functions[rule.endpoint] in OPERATIONS for rule in rules)
    ids = [operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()]
    assert len(set(ids)) == len(described)


def test_every_operation_says_what_it_does_and_how_it_fails() -> None:
    """Summary, description, a good answer, and problem documents for everything else."""
    for methods in document()["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"].endswith(".")
            assert {"401", "422", "500", "503"} < set(operation["responses"])
            for status, answer in operation["responses"].items():
                if status >= "400":
                    schema = answer["content"]["application/problem+json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Problem"}
                else:
                    assert answer["content"]


def test_every_letter_of_a_webhook_is_described_and_true() -> None:
    """One for each kind of entry, an overdue case and the one to try; what is sent has the schema and the headers."""
    said = document()
    kinds = {f"tournament.{entry.__struct_config__.tag}" for entry in get_args(Entry)}
    assert said["webhooks"].keys() == {*kinds, OVERDUE, TEST}
    world = World()
    hooked = Hooked(Cup(world))
    hooked.cup.bots(4)
    hooked.cup.do("/start")
    hooked.cup.round(1)
    hooked.cup.play()
    hooked.cup.do(f"{hooked.path}/test")
    hooked.cup.do("/cancel", {"reason": "Rain."})
    hooked.later(0)
    assert {TEST, "tournament.round_paired", "tournament.result_counted"} < {one["type"] for one in hooked.inbox.told}
    for (_, body, headers), told in zip(hooked.inbox.attempts, hooked.inbox.told, strict=True):
        letter = said["webhooks"][told["type"]]["post"]
        content = letter["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator({**content, "components": said["components"]}).validate(msgspec.json.decode(body))
        wanted = {one["name"]: one["schema"]["pattern"] for one in letter["parameters"]}
        assert wanted.keys() == headers.keys()
        assert all(re.search(pattern, headers[name]) for name, pattern in wanted.items())


def test_the_games_schemas_are_components() -> None:
    """Options, view and the body of every command of every game."""
    components = document()["components"]["schemas"]
    for name in names():
        tags = set(command_types(game(name).rules)) - {"time_out"}
        assert {f"{name}.options", f"{name}.view", *(f"{name}.command.{tag}" for tag in tags)} <= set(components)


def test_every_example_is_accepted_by_its_schema() -> None:
    """And the one that opens a table opens one."""
    examples = {described.id: described for described in OPERATIONS.values() if described.example is not None}
    assert set(examples) == {
        "openTable",
        "cancelTable",
        "takeSeat",
        "act",
        "checkDeck",
        "askForCaster",
        "pauseTable",
        "resumeTable",
        "adjustClock",
        "openCase",
        "claimCase",
        "releaseCase",
        "closeCase",
        "dismissCase",
        "ruleOnCase",
        "appealCase",
        "appealCaseOfTable",
        "acceptRuling",
        "acceptRulingAtTable",
        "rewindTable",
        "adjustResult",
        "acceptResult",
        "substituteSeat",
        "openTournament",
        "cancelTournament",
        "startTournament",
        "endTournament",
        "pauseTournament",
        "registerPlayers",
        "importPlayers",
        "checkIn",
        "withdraw",
        "disqualify",
        "penalise",
        "requestBye",
        "offerDraw",
        "registerDeck",
        "concedeResult",
        "excludeArbiters",
        "makeWebhook",
        "rotateWebhookSecret",
        "testWebhook",
        "resumeWebhook",
    }
    for described in examples.values():
        assert described.body is not None
        described.body().load(described.example or {})
    assert World().post("/tables", examples["openTable"].example).status_code == 201
