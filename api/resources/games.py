"""The games of this service, and what is said at their tables."""

from __future__ import annotations

from flask import Blueprint, Response

from api.wire.games import game_shape, short_shape
from api.wire.operations import Reply, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.games import GameAnswer, GamesAnswer
from api.wire.who import ANYBODY
from domain.games import names

games = Blueprint("games", __name__)


@games.get("/games")
@operation("listGames", "games", "List the games", callers=ANYBODY, replies={200: Reply("All games", GamesAnswer)})
def list_games() -> Response:
    """Every game with its seat counts and rules versions."""
    return json_answer({"games": [short_shape(name) for name in names()]})


@games.get("/games/<game>")
@operation(
    "readGame",
    "games",
    "Read a game's options, commands and view",
    callers=ANYBODY,
    replies={200: Reply("The game", GameAnswer)},
    problems=("unknown_game",),
)
def read_game(game: str) -> Response:
    """The options, the body of each command and the view as JSON Schemas; bots and card sets by name."""
    if game not in names():
        raise ProblemError("unknown_game", "No game has this name; GET /api/v1/games lists them.")
    return json_answer(game_shape(game))
