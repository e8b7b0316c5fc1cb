"""Tournaments: opening, finding, starting and ending them."""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from flask import Blueprint, Response
from msgspec.structs import replace

from api.callers.auth import Caller, caller
from api.callers.limiting import check_opening
from api.callers.tournaments import SeenTournament, as_known_to, run_tournament, runs, seen_tournament
from api.requests.once import met_before
from api.requests.tournaments.configuring import check_configured, configured, dry_run, with_faults
from api.requests.tournaments.doing import do, request_at
from api.requests.tournaments.shapes import listed_shape, tournament_shape
from api.service import Service, service
from api.wire.operations import Reply, body, body_bytes, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.tournament_answers import DryRunAnswer, TournamentAnswer, TournamentsAnswer
from api.wire.schemas.tournament_queries import TournamentsQuery
from api.wire.schemas.tournaments import OpenTournamentBody, PrizesBody, WhyBody
from api.wire.who import ANYBODY, ITS_ORGANISERS, WHO_MAY_SEE_IT, Who
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import BadCursorError, TakenError, UnknownTournamentError
from domain.ledger.tournaments.rows import Query
from domain.ledger.tournaments.streams import Known
from domain.record.chain import Request
from domain.record.keys import SECRET_BYTES, Secrets
from domain.tournament.log.draws import commitment
from domain.tournament.log.entries import FORMAT, TournamentOpened, TournamentPaused, TournamentResumed
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refusing.reasons import BAD_PRIZES

ID_BYTES = 10
RUNNING = ("unknown_tournament", "credentials_needed", "not_allowed", "write_conflict", "refusal")

tournaments = Blueprint("tournaments", __name__)


@tournaments.get("/tournaments")
@operation(
    "listTournaments",
    "tournaments",
    "List tournaments",
    callers=ANYBODY,
    query=TournamentsQuery,
    replies={200: Reply("A page of tournaments", TournamentsAnswer)},
    problems=("invalid_cursor",),
)
def list_tournaments() -> Response:
    """Public ones, the newest first; a key also sees those that it opened or plays in, operators see all, arbiters
    those of their organiser, or all."""
    who = caller()
    organiser = who.scope.organiser
    wanted = Query(
        **query(),
        sees_all=who.kind == "operator" or (who.kind == "arbiter" and organiser is None),
        sees_opener=organiser if who.kind == "arbiter" else who.key,
        sees_player=who.player,
        only=who.scope.series,
        plays=who.scope.player,
    )
    try:
        page = service().store.tournaments.rows.find(wanted)
    except BadCursorError:
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.") from None
    return json_answer({"tournaments": [listed_shape(row) for row in page.tournaments], "next": page.cursor})


@tournaments.post("/tournaments")
@operation(
    "openTournament",
    "tournaments",
    "Open a tournament",
    callers=(Who("organiser"), Who("operator")),
    body=OpenTournamentBody,
    replies={
        201: Reply("The tournament", TournamentAnswer, headers={"Location": "where it is"}),
        200: Reply("With `dry_run`: what it would be", DryRunAnswer),
    },
    problems=("credentials_needed", "not_allowed", "no_such_game", "invalid_tournament"),
    keyed=True,
    example={
        "game": "fightdrome",
        "label": "Friday Open",
        "format": {"format": "swiss", "rounds": 5},
        "confirm_ms": 600_000,
        "players": 24,
        "dry_run": True,
    },
)
def open_tournament() -> Response:
    """It commits itself to the secret of its draws before anybody registers. With `dry_run` nothing is opened: all
    faults are told at once, and what so many `players` will meet. `invalid_tournament` has them in `faults` too."""
    here, who = service(), caller()
    if who.kind not in ("operator", "organiser"):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Tournaments are opened with an organiser's or operator's key.")
        raise ProblemError("not_allowed", "Tournaments are opened with an organiser's or operator's key.")
    asked, request = _asked(), request_at(here, who, "")
    if asked["dry_run"]:
        return json_answer(dry_run(configured(asked), asked.get("players")))
    check_opening(who)
    known = _met(here, request) or _opened(here, who, check_configured(configured(asked)), request)
    where = f"/api/v1/tournaments/{known.id}"
    shape = tournament_shape(here, SeenTournament(known, officer=True), shows_code=True)
    return json_answer(shape, 201, {"Location": where})


def _asked() -> dict[str, Any]:
    """Return the body; what does not fit hides nothing that is wrong with the rest."""
    try:
        return body()
    except ProblemError as error:
        raise with_faults(error, body_bytes()) from None


def _id(here: Service, request: Request | None) -> str:
    """Return a random id, or for a request with a key the one that the key leads to."""
    if request is None:
        return secrets.token_hex(ID_BYTES)
    return hmac.digest(here.settings.server_key, f"{FORMAT}/id/".encode() + request.key, "sha256")[:ID_BYTES].hex()


def _met(here: Service, request: Request | None) -> Known | None:
    """Return the tournament that the same request opened; raises `ProblemError` for the key of another request."""
    if request is None:
        return None
    try:
        known = here.store.tournaments.get(_id(here, request))
    except UnknownTournamentError:
        return None
    met_before(request, known.requests.get(request.key))
    return known


def _opened(here: Service, who: Caller, opened: TournamentOpened, request: Request | None) -> Known:
    drawn = Secrets(secrets.token_bytes(SECRET_BYTES), secrets.token_bytes(SECRET_BYTES))
    id, committed = _id(here, request), commitment(drawn.deal)
    entry = replace(opened, tournament=id, at=here.clock(), by=who.name, commitment=committed)
    try:
        return here.store.tournaments.create(Organiser.begin(entry, drawn.deal, drawn.salt), drawn, who.key, request)
    except TakenError:  # the same request, sent twice at once, was faster
        met = _met(here, request)
        assert met is not None
        return met


@tournaments.get("/tournaments/<tournament>")
@operation(
    "readTournament",
    "tournaments",
    "Read a tournament",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=("unknown_tournament",),
)
def read_tournament(tournament: str) -> Response:
    """Its configuration, how far it is, and in `undecided` the tables that wait for the organiser's word."""
    here, who = service(), caller()
    seen = seen_tournament(here, tournament, who)
    return json_answer(tournament_shape(here, seen, shows_code=runs(who, seen.known)))


def changed(here: Service, known: Known) -> Response:
    """Answer whoever runs it with the tournament as it is now, as far as the caller sees it."""
    seen = SeenTournament(as_known_to(caller(), known), officer=True)
    return json_answer(tournament_shape(here, seen, shows_code=True))


@tournaments.post("/tournaments/<tournament>/start")
@operation(
    "startTournament",
    "tournaments",
    "Close the registration",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    example={},
)
def start_tournament(tournament: str) -> Response:
    """The initial order is by rating, then drawn. If anybody has checked in, only those play who have."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()
    return changed(here, do(here, who, known, lambda organiser: organiser.start(here.clock(), by=who.name)).known)


@tournaments.post("/tournaments/<tournament>/cut")
@operation(
    "cutTournament",
    "tournaments",
    "Make the cut",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    long=True,
)
def cut_tournament(tournament: str) -> Response:
    """After the last round: freezes the standings, and the first of them who are still in go on in the knock-out that
    was stated at the opening. The rounds after it are begun like those before."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()
    return changed(here, do(here, who, known, lambda organiser: organiser.cut(here.clock(), by=who.name)).known)


@tournaments.post("/tournaments/<tournament>/prizes")
@operation(
    "givePrizes",
    "tournaments",
    "Give the prizes",
    callers=ITS_ORGANISERS,
    body=PrizesBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    long=True,
)
def give_prizes(tournament: str) -> Response:
    """Once, before the end: freezes the standings, which part ties by lot, and says who gets what by them, each prize
    to a `place` or to a `player`."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    prizes = [(_winner(said), said["prize"]) for said in body()["prizes"]]
    done = do(here, who, known, lambda organiser: organiser.give_prizes(here.clock(), prizes, by=who.name))
    return changed(here, done.known)


def _winner(said: dict[str, Any]) -> int | str:
    """Return the place or the player that a prize names; raises `RefusedError` (`bad_prizes`)."""
    named = [said[name] for name in ("place", "player") if name in said]
    if len(named) != 1:
        raise RefusedError(BAD_PRIZES)
    winner: int | str = named[0]
    return winner


@tournaments.post("/tournaments/<tournament>/end")
@operation(
    "endTournament",
    "tournaments",
    "End a tournament",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    example={},
    long=True,
)
def end_tournament(tournament: str) -> Response:
    """Freezes the last standings, parts by lot who is tied to the end, and opens the secret of the draws. 409
    `round_going_on` while a table is without a result."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()
    return changed(here, do(here, who, known, lambda organiser: organiser.end(here.clock(), by=who.name)).known)


@tournaments.post("/tournaments/<tournament>/pause")
@operation(
    "pauseTournament",
    "tournaments",
    "Pause a tournament",
    callers=ITS_ORGANISERS,
    body=WhyBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    example={"reason": "Fire alarm."},
)
def pause_tournament(tournament: str) -> Response:
    """No round is paired or begins, no table is opened, and nobody loses by staying away, until it is resumed. Tables
    that are being played go on: to stop one is its own arbiter's matter."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    said = body()
    done = do(here, who, known, lambda organiser: organiser.tell(TournamentPaused, here.clock(), by=who.name, **said))
    return changed(here, done.known)


@tournaments.post("/tournaments/<tournament>/resume")
@operation(
    "resumeTournament",
    "tournaments",
    "Let a tournament go on",
    callers=ITS_ORGANISERS,
    body=NoBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
)
def resume_tournament(tournament: str) -> Response:
    """Whoever was awaited is awaited as much longer as it was paused."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    body()

    def go_on(organiser: Organiser) -> None:
        since = organiser.book.paused_at
        entry = organiser.tell(TournamentResumed, here.clock(), by=who.name)
        here.store.tournaments.rows.wait_longer(known.id, entry.at - (since or entry.at))

    with here.store.together():
        return changed(here, do(here, who, known, go_on).known)


@tournaments.post("/tournaments/<tournament>/cancel")
@operation(
    "cancelTournament",
    "tournaments",
    "Give a tournament up",
    callers=ITS_ORGANISERS,
    body=WhyBody,
    replies={200: Reply("The tournament", TournamentAnswer)},
    problems=RUNNING,
    keyed=True,
    example={"reason": "The hall is closed."},
)
def cancel_tournament(tournament: str) -> Response:
    """Nothing more is counted, and no table is opened. Tables that are being played go on by themselves."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    reason = body()["reason"]
    done = do(here, who, known, lambda organiser: organiser.cancel(here.clock(), reason, by=who.name))
    return changed(here, done.known)
