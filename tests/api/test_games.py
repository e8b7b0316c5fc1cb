"""The games and their schemas."""

from __future__ import annotations

import jsonschema
import msgspec

from domain.games import game, names
from domain.kernel.codec import body_of_command
from domain.kernel.legal import legal_actions
from domain.kernel.messages import tag_of
from tests.api.world import World, code


def test_every_game_is_listed(world: World) -> None:
    """By name, with its seats."""
    listed = {shape["game"]: shape for shape in world.get("/games").json["games"]}
    assert tuple(sorted(listed)) == names()
    assert listed["chanic_panic"] == {
        "game": "chanic_panic",
        "title": "Chanic Panic",
        "least_seats": 2,
        "most_seats": 10,
        "versions": [1],
    }


def test_an_unknown_game_is_404(world: World) -> None:
    """With its own code."""
    assert code(world.get("/games/whist"), 404) == "unknown_game"


def test_every_games_schemas_are_valid_schemas(world: World) -> None:
    """Options, view and the body of every command, each complete in itself."""
    for name in names():
        shape = world.get(f"/games/{name}").json
        for schema in (shape["options"], shape["view"], *(command["schema"] for command in shape["commands"])):
            jsonschema.Draft202012Validator.check_schema(schema)
            resolved = jsonschema.Draft202012Validator(schema)
            assert list(resolved.iter_errors(5)) != []  # every reference inside can be followed
        assert shape["bots"] == sorted(game(name).bots)
        tags = [command["tag"] for command in shape["commands"]]
        assert tags == sorted(tags)
        assert "time_out" not in tags
        assert [command["tag"] for command in shape["commands"] if command["anytime"]].count("concede") == 1


def test_the_words_of_a_game_are_explained_in_every_language(world: World) -> None:
    """Abilities by the ids that commands and views have; a game without such words has none."""
    told = {word["id"]: word for word in world.get("/games/chanic_panic").json["glossary"]}
    assert told["wealth"]["names"]["en"] == "Wealth"
    assert "15" in told["wealth"]["texts"]["ja"]
    assert world.get("/games/harbour").json["glossary"] == []


def test_views_and_legal_commands_fit_the_schemas(world: World) -> None:
    """What the service sends and takes is what it describes."""
    shape = world.get("/games/chanic_panic").json
    view = jsonschema.Draft202012Validator(shape["view"])
    bodies = {command["tag"]: jsonschema.Draft202012Validator(command["schema"]) for command in shape["commands"]}
    table = world.rigged("C5 H1 H2 D1 S1", panic=True)
    for seat in (0, 1):
        view.validate(table.get("/view", seat=seat).json["view"])
    view.validate(table.get("/view").json["view"])
    live = world.store.table(table.id).live
    assert live is not None
    seen = set()
    for command in legal_actions(game("chanic_panic").rules, live.state, 0):
        bodies[tag_of(command)].validate(msgspec.json.decode(msgspec.json.encode(body_of_command(command))))
        seen.add(tag_of(command))
    assert seen == {"play_club", "play_utility", "use_trader", "use_panic", "end_turn"}


def test_options_at_their_defaults_fit_their_schema(world: World) -> None:
    """And wrong ones do not."""
    schema = jsonschema.Draft202012Validator(world.get("/games/chanic_panic").json["options"])
    schema.validate(world.opened().answer["table"]["options"])
    assert not schema.is_valid({"round_limit": "60"})
    assert not schema.is_valid({"teams": 2})


def test_a_game_with_card_sets_names_them(world: World) -> None:
    """By digest."""
    shape = world.get("/games/harbour").json
    assert shape["default_card_set"] in shape["card_sets"]
