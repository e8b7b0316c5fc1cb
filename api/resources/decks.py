"""Decks that players bring: those that come with a game as files, and what is wrong with one's own."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.requests.checked_decks import check_deck, command_shape, least_seats
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError, RefusedByGameError, refusal_by
from api.wire.responses import json_answer
from api.wire.schemas.bodies import CheckDeckBody
from api.wire.schemas.games import DeckAnswer, DecksAnswer
from api.wire.who import ANYBODY
from domain.games import Title, UnknownGameError, game
from domain.kernel.cards.decks import DeckFileError, Decks
from domain.kernel.refusals import RefusedError
from domain.kernel.setup import Setup
from domain.table.seating import Opening, setup_for

NO_DECKS = ("unknown_game", "no_decks")

decks = Blueprint("decks", __name__)


@decks.get("/games/<game>/decks")
@operation(
    "listDecks",
    "games",
    "List the decks that come with a game",
    callers=ANYBODY,
    replies={200: Reply("Every ready-made deck of the game's own card set", DecksAnswer)},
    problems=NO_DECKS,
)
def list_decks(game: str) -> Response:
    """Each with its id and its deck file, which one may change and bring to a table."""
    title, own = _decks_of(game)
    default = title.rules.default_data
    ready = own.ready(None if default is None else title.rules.data_sets[default])
    return json_answer(
        {"decks": [{"id": id, "name": deck.name, "text": own.written(deck).decode()} for id, deck in ready.items()]}
    )


@decks.post("/games/<game>/decks")
@operation(
    "checkDeck",
    "games",
    "Check a deck",
    callers=ANYBODY,
    body=CheckDeckBody,
    replies={200: Reply("Whether it is legal, every reason if not, and the command that chooses it", DeckAnswer)},
    problems=(*NO_DECKS, "invalid_deck", "refused_setup"),
    example={"text": "deck Steel Wall\nside axis\n56 factory\n4 ger_tiger\n", "options": {"deck_size": 60}},
    long=True,
)
def check(game: str) -> Response:
    """A deck file is read and checked for a table with these options; nothing is kept of it."""
    title, own = _decks_of(game)
    asked = body()
    setup = _setup(title, asked)
    try:
        found = check_deck(own, asked["text"].encode(), setup)
    except DeckFileError as error:
        raise ProblemError("invalid_deck", "The deck file cannot be read: {reason}.", reason=str(error)) from None
    return json_answer(
        {
            "name": found.name,
            "legal": not found.faults,
            "faults": [refusal_by(title, fault, setup.data) for fault in found.faults],
            "text": found.text.decode(),
            "command": None if found.faults else command_shape(found.command),
        }
    )


def _decks_of(name: str) -> tuple[Title, Decks]:
    """Return a game whose players bring decks; raises `ProblemError`."""
    try:
        title = game(name)
    except UnknownGameError:
        raise ProblemError("unknown_game", "No game has this name; GET /api/v1/games lists them.") from None
    if title.decks is None:
        raise ProblemError("no_decks", "Nobody brings a deck to this game.")
    return title, title.decks


def _setup(title: Title, asked: dict[str, Any]) -> Setup:
    """Return the setup of the table that is asked about; raises `RefusedByGameError`."""
    data = asked.get("data")
    stored = None if data is None or data in title.rules.data_sets else service().store.card_sets.get(data)
    opening = Opening(seats=least_seats(title), options=asked["options"], version=asked.get("version"), data=data)
    try:
        return setup_for(title.rules, opening, card_set=stored)
    except RefusedError as error:
        raise RefusedByGameError(error.refusal, title) from None
