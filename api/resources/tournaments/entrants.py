"""The players of a tournament: registered, invited by a personal link, there or gone."""

from __future__ import annotations

import hmac
from typing import Any

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.limiting import check_guesses, note_guess
from api.callers.tokens import join_code, plain_code, registration_code
from api.callers.tournaments import (
    acting_for,
    check_player,
    known_tournament,
    own_player,
    run_tournament,
    runs,
    seen_tournament,
)
from api.requests.tournaments.doing import do
from api.requests.tournaments.registering import (
    BY_ORGANISER,
    Newcomer,
    claim,
    invited_shapes,
    let_in,
    new_key,
    players_of,
    register,
    renew,
)
from api.requests.tournaments.shapes import entrant_shape, entrant_shapes, names_of
from api.requests.tournaments.tokens import check_newcomer, gives_tokens
from api.resources.tournaments.tournaments import RUNNING
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, list_answer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.tournament_answers import (
    EntrantAnswer,
    EntrantsAnswer,
    KeyAnswer,
    LinkAnswer,
    OwnSeatAnswer,
    RegisteredAnswer,
)
from api.wire.schemas.tournaments import (
    ByeBody,
    CheckInBody,
    ClaimBody,
    PenaltyBody,
    PlayersBody,
    ReasonBody,
    RegisterBody,
)
from api.wire.who import ITS_ORGANISERS, OF_ITS_PLAYERS, OWN_ENTRY, WHO_MAY_SEE_IT, Who
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import UnknownTableError
from domain.ledger.tournaments.streams import Known
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    ByeRequested,
    PenaltyGiven,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerReturned,
    PlayerWithdrawn,
)

SPEAKING = (*RUNNING, "unknown_player")
ITSELF = (Who("player", OWN_ENTRY), *ITS_ORGANISERS)
ENTRANT = {200: Reply("The player", EntrantAnswer)}

entrants = Blueprint("entrants", __name__)


@entrants.get("/tournaments/<tournament>/players")
@operation(
    "listEntrants",
    "tournaments",
    "List the players",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("Everybody who has registered", EntrantsAnswer)},
    problems=("unknown_tournament",),
)
def list_entrants(tournament: str) -> Response:
    """In the order in which they came, those too who have left."""
    here = service()
    return list_answer({"players": entrant_shapes(here, seen_tournament(here, tournament, caller()).known)})


@entrants.post("/tournaments/<tournament>/players")
@operation(
    "registerPlayers",
    "tournaments",
    "Register players",
    callers=ITS_ORGANISERS,
    body=PlayersBody,
    replies={201: Reply("The players, each with the secret of a personal link", RegisteredAnswer)},
    problems=(*RUNNING, "unknown_bot"),
    keyed=True,
    example={"players": [{"name": "Ada", "rating": 1900}, {"name": "Bob"}, {"name": "Robot", "bot": "sensible"}]},
)
def register_players(tournament: str) -> Response:
    """All of them or nobody; once the tournament has started they come in late, with the `points` stated. Each `code`
    is for one player alone, who exchanges it for a key: whoever used it before them would be noticed."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    newcomers = [Newcomer(**said) for said in body()["players"]]
    return json_answer({"players": invited_shapes(here, who, register(here, who, known, newcomers))}, 201)


@entrants.post("/tournaments/<tournament>/registration")
@operation(
    "registerOneself",
    "tournaments",
    "Register with a code",
    callers=(Who("anybody", "with the registration code"),),
    body=RegisterBody,
    replies={201: Reply("The player", KeyAnswer)},
    problems=("unknown_tournament", "wrong_code", "name_needed", "write_conflict", "refusal"),
    keyed=True,
)
def register_oneself(tournament: str) -> Response:
    """Where the organiser has given a code out, before the start. With a player's key as that player; else the answer
    holds a new key, shown this once: a request that is sent again is answered without it. Without credentials an
    Idempotency-Key has 16 characters at least."""
    here, who, said = service(), caller(), body()
    check_guesses(who)
    known = known_tournament(here, tournament, None)
    right = registration_code(here.settings.server_key, known.id)
    if known.book.opened.registration != "code":
        known_tournament(here, tournament, who)
        raise RefusedError(BY_ORGANISER)
    if not hmac.compare_digest(right.encode(), plain_code(said["code"]).encode()):
        note_guess(who)
        known_tournament(here, tournament, who)
        raise ProblemError("wrong_code", "This code is not the right one.")
    if known.book.started:
        raise RefusedError(BY_ORGANISER)
    check_newcomer(here, known, who)
    person = None if who.player is None else here.store.people.get(who.player)
    name = said.get("name") if person is None else person.name
    if name is None:
        raise ProblemError("name_needed", "Say the `name` of whoever registers.")
    with here.store.together():
        before = known.book.n
        done = register(here, who, known, [Newcomer(name, entropy=said.get("entropy"))], as_player=who.player)
        (player,) = players_of(done)
        key = None
        if who.player is None and done.entries[0].n > before:
            made = new_key(here, known, player)
            key = made.text if here.store.tournaments.rows.claim(known.id, player, 0, made.key.id) else None
    return json_answer({"player": player, "key": key}, 201)


@entrants.get("/tournaments/<tournament>/players/<player>")
@operation(
    "readEntrant",
    "tournaments",
    "Read a player",
    callers=WHO_MAY_SEE_IT,
    replies=ENTRANT,
    problems=("unknown_tournament", "unknown_player"),
)
def read_entrant(tournament: str, player: str) -> Response:
    """Its name, number and rating, and whether it is still in."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    check_player(known, player)
    return entrant_answer(here, known.book, player)


def entrant_answer(here: Service, book: Book, player: str) -> Response:
    """Answer with a player as a book tells of it."""
    return json_answer(entrant_shape(book.players[player], names_of(here, [player]), book))


@entrants.post("/tournaments/<tournament>/players/<player>/claim")
@operation(
    "claimLink",
    "tournaments",
    "Use a personal link",
    callers=(Who("anybody", "with the code of the player's link"),),
    body=ClaimBody,
    replies={201: Reply("The player's key", KeyAnswer)},
    problems=("unknown_tournament", "wrong_code", "refusal"),
)
def claim_link(tournament: str, player: str) -> Response:
    """Exchanges the code once for a key that acts for the player, in this tournament and everywhere. If the answer is
    lost, or somebody else was faster (409 `link_used`), the organiser gives the link anew."""
    here, who, said = service(), caller(), body()
    check_guesses(who)
    known = known_tournament(here, tournament, None)
    check_newcomer(here, known, who)
    key = claim(here, known, player, said["code"]) if player in known.book.players else None
    if key is None:
        note_guess(who)
        known_tournament(here, tournament, who)
        raise ProblemError("wrong_code", "This code is not the right one.")
    return json_answer({"player": player, "key": key}, 201)


@entrants.post("/tournaments/<tournament>/players/<player>/link")
@operation(
    "renewLink",
    "tournaments",
    "Give a personal link anew",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The new secret", LinkAnswer)},
    problems=("unknown_tournament", "unknown_player", "credentials_needed", "not_allowed", "no_seat", "refusal"),
)
def renew_link(tournament: str, player: str) -> Response:
    """For a link that was lost, or used by somebody else. The key that it was exchanged for is revoked, and tables at
    which the player sits say so: `seat_replaced`, by whom. Nobody gives a player a new link who came with a key of its
    own (403 `own_key`)."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()
    check_player(known, player)
    code = renew(here, who, known, player)
    if code is None:
        raise ProblemError("no_seat", "A bot has no link.")
    return json_answer({"player": player, "code": code})


@entrants.get("/tournaments/<tournament>/seat")
@operation(
    "readOwnSeat",
    "tournaments",
    "Find one's table",
    callers=(Who("player", OF_ITS_PLAYERS),),
    replies={200: Reply("Where the caller sits in the round that is being played", OwnSeatAnswer)},
    problems=("unknown_tournament", "credentials_needed", "not_allowed"),
)
def read_own_seat(tournament: str) -> Response:
    """With the join code of the seat: `takeSeat` takes it, and entropy for the deal. The game begins once everybody has
    come."""
    here, who = service(), caller()
    known = known_tournament(here, tournament, who)
    player = own_player(who, known)
    if player is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use the key of a player of this tournament.")
        raise ProblemError("not_allowed", "These credentials play nothing here.")
    return json_answer(_own_seat(here, known, player))


def _own_seat(here: Service, known: Known, player: str) -> dict[str, Any]:
    rounds = known.book.published
    nothing = {"player": player, "round": len(rounds), "table": None, "seat": None, "join_code": None, "seated": False}
    tables = enumerate(rounds[-1].tables, 1) if rounds else ()
    found = next(((pairing, players) for pairing, players in tables if player in players), None)
    if found is None:
        return nothing
    pairing, _ = found
    game = rounds[-1].game(pairing - 1)
    table = known.book.table_id(len(rounds), pairing, game)
    seat = rounds[-1].seated(pairing - 1, game).index(player)
    try:
        now = here.store.table(table)
    except UnknownTableError:
        return nothing
    seated = now.book.holders[seat] is not None
    is_given = seated or now.book.is_over or gives_tokens(known)
    code = None if is_given else join_code(here.settings.server_key, table, seat)
    return {**nothing, "table": table, "seat": seat, "join_code": code, "seated": seated}


def _said(kind: type[Any], tournament: str, player: str, *, itself: bool) -> Response:
    """Write an entry about one player and answer with them."""
    here, who = service(), caller()
    if itself:
        known = acting_for(here, tournament, player, who)
    else:
        known = run_tournament(here, tournament, who)
        check_player(known, player)
    said = body()
    if "entropy" in said and own_player(who, known) != player:
        raise ProblemError("not_allowed", "Players give entropy for themselves alone.")
    if kind is ByeRequested and not runs(who, known):
        said = {**said, "own": True}
    done = do(here, who, known, lambda by: by.tell(kind, here.clock(), by=who.name, player=player, **said))
    return entrant_answer(here, done.seen_by(who, player), player)


@entrants.post("/tournaments/<tournament>/players/<player>/check-in")
@operation(
    "checkIn",
    "tournaments",
    "Check a player in",
    callers=ITSELF,
    body=CheckInBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
    example={},
)
def check_in(tournament: str, player: str) -> Response:
    """Before the start. If anybody has checked in by then, only those play who have. `entropy` is the player's own to
    give, as often as it likes: who gives it last decides the draws together with the tournament's secret. After the
    start an organiser may let in late, with `points`, who was registered and is not in."""
    said = body()
    if "points" not in said:
        return _said(PlayerCheckedIn, tournament, player, itself=True)
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    check_player(known, player)
    return entrant_answer(here, let_in(here, who, known, player, **said).seen_by(who, player), player)


@entrants.post("/tournaments/<tournament>/players/<player>/withdraw")
@operation(
    "withdraw",
    "tournaments",
    "Withdraw a player",
    callers=ITSELF,
    body=NoBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
    example={},
)
def withdraw(tournament: str, player: str) -> Response:
    """They are paired no more; a table that is being played is not touched."""
    return _said(PlayerWithdrawn, tournament, player, itself=True)


@entrants.post("/tournaments/<tournament>/players/<player>/return")
@operation(
    "returnPlayer",
    "tournaments",
    "Let a player return",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
)
def return_player(tournament: str, player: str) -> Response:
    """Who withdrew is paired again; the rounds between give nothing."""
    return _said(PlayerReturned, tournament, player, itself=False)


@entrants.post("/tournaments/<tournament>/players/<player>/disqualify")
@operation(
    "disqualify",
    "tournaments",
    "Disqualify a player",
    callers=ITS_ORGANISERS,
    body=ReasonBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
    example={"reason": "Played for somebody else."},
)
def disqualify(tournament: str, player: str) -> Response:
    """Places close up; the tables that they have played stay. One that they still play is the organiser's to decide."""
    return _said(PlayerDisqualified, tournament, player, itself=False)


@entrants.post("/tournaments/<tournament>/players/<player>/penalty")
@operation(
    "penalise",
    "tournaments",
    "Subtract points",
    callers=ITS_ORGANISERS,
    body=PenaltyBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
    example={"points": "1/2", "reason": "Late again."},
)
def penalise(tournament: str, player: str) -> Response:
    """They count at once, in the standings and in the next pairing."""
    return _said(PenaltyGiven, tournament, player, itself=False)


@entrants.post("/tournaments/<tournament>/players/<player>/bye")
@operation(
    "requestBye",
    "tournaments",
    "Give a player a bye",
    callers=ITSELF,
    body=ByeBody,
    replies=ENTRANT,
    problems=SPEAKING,
    keyed=True,
    example={"round": 2, "bye": "half"},
)
def request_bye(tournament: str, player: str) -> Response:
    """For a round that is not paired yet. Players ask for themselves as far as the tournament's `own_byes` go."""
    return _said(ByeRequested, tournament, player, itself=True)
