"""Decks that players bring: ready-made ones, and checks of deck files."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.errors import ProblemError, RefusedByGameError, refusal_body
from api.operations import Reply, body, operation
from api.schemas.answers import DeckAnswer, DecksAnswer
from api.schemas.bodies import DeckBody
from api.shapes import json_answer
from domain.games import Title, names
from domain.games import game as title_of
from domain.kernel.codec import body_of_command
from domain.kernel.decks import DeckFileError
from domain.kernel.messages import tag_of
from domain.table.table import BadOptionsError, setup_of

decks = Blueprint("decks", __name__)


def _with_decks(name: str) -> Title:
    if name not in names():
        raise ProblemError("unknown_game", "No game has this name; GET /api/v1/games lists them.")
    title = title_of(name)
    if title.decks is None:
        raise ProblemError("no_decks", "Nobody brings a deck to this game.")
    return title


@decks.get("/games/<game>/decks")
@operation(
    "listDecks",
    "games",
    "List a game's ready-made decks",
    replies={200: Reply("The decks", DecksAnswer)},
    problems=("unknown_game", "no_decks"),
)
def list_decks(game: str) -> Response:
    """The ready-made decks of the game's own card set, each as a deck file."""
    title = _with_decks(game)
    ready = title.decks.ready(title.rules.data_sets[title.rules.default_data])
    shown = [
        {"id": deck_id, "name": deck.name, "text": title.decks.written(deck).decode()}
        for deck_id, deck in ready.items()
    ]
    return json_answer({"decks": shown})


@decks.post("/games/<game>/decks")
@operation(
    "checkDeck",
    "games",
    "Check a deck file",
    replies={200: Reply("Whether it is legal, and if not, every reason", DeckAnswer)},
    problems=("unknown_game", "no_decks", "invalid_deck", "invalid_body", "refused_setup"),
    body=DeckBody,
    example={"text": "deck Steel Wall\nside axis\n56 factory\n4 ger_tiger\n", "options": {"deck_size": 60}},
)
def check_deck(game: str) -> Response:
    """Says every reason why a table with these options would refuse the deck; nothing is kept."""
    title = _with_decks(game)
    asked = body()
    setup = _setup(title, asked)
    try:
        deck = title.decks.read(asked["text"].encode())
    except DeckFileError as error:
        raise ProblemError("invalid_deck", "This is no deck file: {reason}.", reason=str(error)) from None
    faults = title.decks.faults(deck, setup.options, setup.data)
    command = title.decks.command(deck)
    return json_answer(
        {
            "name": deck.name,
            "legal": not faults,
            "faults": [refusal_body(fault, title, setup.data) for fault in faults],
            "command": {"tag": tag_of(command), "body": body_of_command(command)},
        }
    )


def _setup(title: Title, asked: dict[str, Any]) -> Any:
    rules = title.rules
    digest = asked.get("data") or rules.default_data
    if digest not in rules.data_sets:
        raise ProblemError("invalid_body", "No card set of this game has this digest.")
    try:
        setup = setup_of(
            rules,
            seats=rules.seat_counts[0],
            options=asked["options"],
            version=max(rules.editions),
            data=rules.data_sets[digest],
        )
    except BadOptionsError as error:
        raise ProblemError("invalid_body", "These options do not fit the game: {reason}.", reason=str(error)) from None
    refusal = rules.refuse_setup(setup)
    if refusal is not None:
        raise RefusedByGameError(refusal, title)
    return setup
