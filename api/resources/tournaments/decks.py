"""The decks of a tournament where they are registered: sealed for everybody but their players until the end."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.tournaments import acting_for
from api.requests.tournaments.decks import checked_for, own_decks
from api.requests.tournaments.doing import do
from api.resources.tournaments.at_table import ONLY_ITSELF, own_entry
from api.resources.tournaments.entrants import ENTRANT, ITSELF, SPEAKING, entrant_answer
from api.service import service
from api.wire.operations import Reply, body, operation
from api.wire.responses import json_answer
from api.wire.schemas.bodies import DeckBody
from api.wire.schemas.tournament_answers import OwnDecksAnswer

entrant_decks = Blueprint("entrant_decks", __name__)


@entrant_decks.post("/tournaments/<tournament>/players/<player>/deck")
@operation(
    "registerDeck",
    "tournaments",
    "Register a deck",
    callers=ITSELF,
    body=DeckBody,
    replies=ENTRANT,
    problems=(*SPEAKING, "invalid_deck"),
    keyed=True,
    example={"ready": "deck_german_60"},
)
def register_deck(tournament: str, player: str) -> Response:
    """Where the tournament has `decks: registered`: before the start, or with `round` before that round is paired; the
    last one counts. The record holds a seal of it, and the service plays it at the player's tables. Until the end
    nobody reads it here but the player, not the organiser who may have brought it."""
    here, who = service(), caller()
    known, said = acting_for(here, tournament, player, who), body()
    deck, at = checked_for(known, said), here.clock()
    done = do(here, who, known, lambda by: by.register_deck(player, deck, at, round=said["round"], by=who.name))
    return entrant_answer(here, done.seen_by(who, player), player)


@entrant_decks.get("/tournaments/<tournament>/players/<player>/deck")
@operation(
    "readOwnDecks",
    "tournaments",
    "Read one's registered decks",
    callers=ONLY_ITSELF,
    replies={200: Reply("What is registered, with what opens its seals", OwnDecksAnswer)},
    problems=("unknown_tournament", "unknown_player", "credentials_needed", "not_allowed"),
)
def read_own_decks(tournament: str, player: str) -> Response:
    """For the player alone; at the end of the tournament everybody finds them in its record."""
    known = own_entry(service(), tournament, player, caller())
    return json_answer({"decks": own_decks(known, player)})
