"""Rounds: paired, begun, played; results by ruling; standings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.tournaments import as_known_to, check_player, overseen_tournament, run_tournament, seen_tournament
from api.requests.tournaments.doing import do
from api.requests.tournaments.results import Where, rule_result
from api.requests.tournaments.shapes import entrant_shapes, names_of, round_shape, standings_shape
from api.requests.tournaments.tokens import tokens_shape
from api.resources.tournaments.tournaments import RUNNING
from api.service import Service, service
from api.wire.operations import Reply, body, operation, query
from api.wire.problems import ProblemError, words
from api.wire.responses import json_answer, list_answer
from api.wire.schemas.tournament_answers import (
    EntrantsAnswer,
    RoundAnswer,
    RoundsAnswer,
    SeatTokensAnswer,
    StandingsAnswer,
    WhyAnswer,
    WhyTheseAnswer,
)
from api.wire.schemas.tournament_queries import StandingsQuery
from api.wire.schemas.tournaments import ForbiddenBody, ResultBody, RoundBody
from api.wire.who import ITS_OFFICERS, ITS_ORGANISERS, WHO_MAY_SEE_IT
from domain.kernel.refusals import Refusal, RefusedError
from domain.ledger.tournaments.streams import Known
from domain.tournament.log.book import Book
from domain.tournament.log.entries import ByeSaid, PairForbidden, RoundPaired
from domain.tournament.log.explaining import BY_WORD, why_not
from domain.tournament.log.lines import entry_of
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.spoken import why_not_told, why_these

SEEING = ("unknown_tournament", "unknown_round")

rounds = Blueprint("rounds", __name__)


@rounds.get("/tournaments/<tournament>/rounds")
@operation(
    "listRounds",
    "tournaments",
    "List the rounds",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("Pairings and results of all rounds", RoundsAnswer)},
    problems=("unknown_tournament",),
)
def list_rounds(tournament: str) -> Response:
    """The pairings, the first player of each table first, and the results so far."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    numbers = range(1, len(known.book.rounds) + 1)
    return list_answer({"rounds": [round_shape(here, known, number) for number in numbers]})


@rounds.get("/tournaments/<tournament>/rounds/<number:round>")
@operation(
    "readRound",
    "tournaments",
    "Read a round",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("Pairings and results", RoundAnswer)},
    problems=SEEING,
)
def read_round(tournament: str, round: int) -> Response:
    """Each table with its players, places and points, and the entry of its own record that the result rests on."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    return list_answer(_round(here, known, round))


def _round(here: Service, known: Known, round: int) -> dict[str, Any]:
    """Return a round; raises `ProblemError` (`unknown_round`)."""
    if round > len(known.book.rounds):
        raise ProblemError("unknown_round", "Round {round} is not paired.", round=round)
    return round_shape(here, known, round)


@rounds.get("/tournaments/<tournament>/rounds/<number:round>/tokens")
@operation(
    "readSeatTokens",
    "tournaments",
    "Read the seat tokens of a round",
    callers=ITS_ORGANISERS,
    replies={200: Reply("The tokens of the tables that are open", SeatTokensAnswer)},
    problems=(*SEEING, "credentials_needed", "not_allowed", "refusal"),
)
def read_seat_tokens(tournament: str, round: int) -> Response:
    """Only of a tournament opened with `seat_tokens: organiser`, which each record says, and for nobody who plays
    there: 403 `player_links`, `organiser_plays`. `takeSeat` with such a token sits its player down."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    _round(here, known, round)
    return json_answer({"seats": tokens_shape(here, known, who, round)})


@rounds.post("/tournaments/<tournament>/rounds")
@operation(
    "beginRound",
    "tournaments",
    "Pair and begin a round",
    callers=ITS_ORGANISERS,
    body=RoundBody,
    replies={201: Reply("The round", RoundAnswer)},
    problems=(*RUNNING, "reason_needed", "unknown_round"),
    keyed=True,
    long=True,
)
def begin_round(tournament: str) -> Response:
    """It is safe to send again: a round that has begun stays as it is (`round_begun` where it would be paired anew).
    With `again` and the `reason` of a fault it is taken back, its tables are given up, and it is paired anew: only the
    last one, before a result of it counts (409 `results_counted`). Where all tables play the same deal the new attempt
    has another one.
    Its tables are opened beside the requests, one after the other. With `publish: false` it is paired only, and can be
    paired `again`; with `tables` and `byes` by the organiser. 409 `round_going_on` while a table is without a result,
    `rounds_played` once no round is left, `no_legal_pairing` where a constraint leaves none, `pair_again` where who is
    paired has left since, or two who meet are kept apart: then send `again`."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    said = body()
    if "tables" in said and "reason" not in said:
        raise ProblemError("reason_needed", "Say the `reason` of your own pairing.")
    done = do(here, who, known, _Beginning(here, who, said))
    return json_answer(_round(here, as_known_to(who, done.known), said["round"]), 201)


class _Beginning:
    """Pairs a round and lets it begin, as far as that is not done."""

    def __init__(self, here: Service, who: Caller, said: dict[str, Any]) -> None:
        self._here, self._who, self._said = here, who, said

    def __call__(self, organiser: Organiser) -> None:
        """Decide on the tournament as it stands."""
        said = self._said
        if said["again"] and "reason" in said and said["round"] == len(organiser.book.published):
            organiser.recall_round(self._here.clock(), said["round"], said["reason"], by=self._who.name)
        book = organiser.book
        if said["round"] < book.next_round:
            self._check_stays(book)
            return
        if said["round"] > book.next_round:
            raise ProblemError("unknown_round", "The round that comes next is {round}.", round=book.next_round)
        if not book.is_pairing or said["again"] or "tables" in said:
            self._pair(organiser)
        if said["publish"]:
            organiser.start_round(self._here.clock(), by=self._who.name)

    def _check_stays(self, book: Book) -> None:
        """Raise `RefusedError` (`round_begun`) where a round that has begun would be paired otherwise."""
        said, begun = self._said, book.rounds[self._said["round"] - 1]
        if said["again"] or [tuple(table) for table in said.get("tables", begun.tables)] != [*begun.tables]:
            text, values = (
                "Round {round} has begun: its pairing stays, but for a fault that you state as `reason`, with `again`.",
                {"round": said["round"]},
            )
            raise RefusedError(Refusal("round_begun", "rule", text, "tournament: rounds", values))

    def _pair(self, organiser: Organiser) -> None:
        said, book, at, by = self._said, organiser.book, self._here.clock(), self._who.name
        if "tables" not in said:
            organiser.pair(at, by=by)
            return
        organiser.tell(
            RoundPaired,
            at,
            by=by,
            round=book.next_round,
            attempt=book.attempt + 1,
            tables=tuple([tuple(table) for table in said["tables"]]),
            byes=tuple([ByeSaid(**bye) for bye in said.get("byes", ())]),
            reason=said["reason"],
        )


@rounds.get("/tournaments/<tournament>/rounds/<number:round>/why/<player>/<other>")
@operation(
    "explainPairing",
    "tournaments",
    "Ask why two players do not meet",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("The first criterion that is in the way", WhyAnswer)},
    problems=(*SEEING, "unknown_player"),
    long=True,
)
def explain_pairing(tournament: str, round: int, player: str, other: str) -> Response:
    """What the rules of the format count against it, with the results as they were before the pairing."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    check_player(known, player)
    check_player(known, other)
    _round(here, known, round)
    before, paired = _paired(here, known, round)
    because = why_not(before, paired, player, other)
    reason = paired.reason if because.criterion == BY_WORD else None
    return json_answer({**because._asdict(), "sentence": why_not_told(words(), because, reason)})


@rounds.get("/tournaments/<tournament>/rounds/<number:round>/tables/<number:pairing>/why")
@operation(
    "explainTable",
    "tournaments",
    "Ask why these sit at a table",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("Why these, and why in this order", WhyTheseAnswer)},
    problems=SEEING,
    long=True,
)
def explain_table(tournament: str, round: int, pairing: int) -> Response:
    """In sentences, with scores and first seats as they were before the pairing."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    tables = _round(here, known, round)["tables"]
    if pairing > len(tables):
        raise ProblemError("unknown_round", "Round {round} has no table {pairing}.", round=round, pairing=pairing)
    before, paired = _paired(here, known, round)
    table = paired.tables[pairing - 1]
    return json_answer({"sentences": list(why_these(words(), before, paired, table, names_of(here, table)))})


def _paired(here: Service, known: Known, round: int) -> tuple[Book, RoundPaired]:
    """Return the entry by which a round is paired, and the book before it."""
    last = known.book.rounds[round - 1].last
    (sealed,) = here.store.tournaments.entries(known.id, last - 1, last)
    paired = entry_of(sealed.public)
    assert isinstance(paired, RoundPaired)
    return here.store.tournaments.at(known.id, last - 1).book, paired


@rounds.post("/tournaments/<tournament>/rounds/<number:round>/tables/<number:pairing>/result")
@operation(
    "ruleResult",
    "tournaments",
    "Rule on a result",
    callers=ITS_OFFICERS,
    body=ResultBody,
    replies={200: Reply("The round", RoundAnswer)},
    problems=(*RUNNING, "unknown_round"),
    keyed=True,
)
def rule_on_result(tournament: str, round: int, pairing: int) -> Response:
    """A result that is counted is corrected: standings follow, rounds that have begun stay. A table without one gets
    it, such as a forfeit (place 0 for who did not come); a game that goes on there is given up."""
    here, who = service(), caller()
    known = overseen_tournament(here, tournament, who)
    said = body()
    done = rule_result(here, who, known, Where(round, pairing, said.get("game")), tuple(said["places"]), said["reason"])
    return json_answer(_round(here, as_known_to(who, done.known), round))


@rounds.post("/tournaments/<tournament>/forbidden-pairs")
@operation(
    "forbidPair",
    "tournaments",
    "Keep two players apart",
    callers=ITS_ORGANISERS,
    body=ForbiddenBody,
    replies={200: Reply("The players", EntrantsAnswer)},
    problems=RUNNING,
    keyed=True,
)
def forbid_pair(tournament: str) -> Response:
    """Team-mates, for example: they do not meet in the rounds from `first` to `last`, where the format has a choice."""
    here, who = service(), caller()
    known = run_tournament(here, tournament, who)
    said = body()
    two = tuple(said.pop("players"))
    done = do(here, who, known, lambda by: by.tell(PairForbidden, here.clock(), by=who.name, players=two, **said))
    return json_answer({"players": entrant_shapes(here, as_known_to(who, done.known))})


@rounds.get("/tournaments/<tournament>/standings")
@operation(
    "readStandings",
    "tournaments",
    "Read the standings",
    callers=WHO_MAY_SEE_IT,
    query=StandingsQuery,
    replies={200: Reply("The standings", StandingsAnswer)},
    problems=SEEING,
    long=True,
)
def read_standings(tournament: str) -> Response:
    """After the rounds that have all their results, with later rulings; ties stay until the end parts them by lot."""
    here, asked = service(), query()
    book = seen_tournament(here, tournament, caller()).known.book
    if asked.get("round", 0) > len(book.history.rounds):
        raise ProblemError("unknown_round", "Round {round} is without some of its results.", round=asked["round"])
    return list_answer(standings_shape(here, book, asked.get("round"), explain=asked["explain"]))
