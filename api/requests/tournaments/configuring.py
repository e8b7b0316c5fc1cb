"""A tournament as a body asks for it: its opening entry, and everything that is wrong with it at once."""

from __future__ import annotations

from typing import Any, NamedTuple
from zoneinfo import available_timezones

import msgspec
from marshmallow import ValidationError

from api.wire.problems import ProblemError, refusal_body, refusal_by
from api.wire.schemas.tournaments import OpenTournamentBody
from domain.games import Title, UnknownGameError, game, names
from domain.kernel.refusals import Refusal, RefusedError
from domain.record.entries import Clock, Confirm
from domain.table.seating import Opening, setup_for
from domain.tournament.log.configuration import expected, faults, table_sizes, too_many_rounds
from domain.tournament.log.draws import commitment
from domain.tournament.log.entries import (
    FORMAT,
    KnockOutSaid,
    Method,
    PodsSaid,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
    TablesSaid,
    TournamentOpened,
)
from domain.tournament.log.simulation import scoring_for
from domain.tournament.settings import CutSaid, OfRounds, OwnByes, of_round

RULE = "tournament: configuration"
NO_GAME, NO_SUCH_GAME = "no_such_game", "No game has this name; GET /api/v1/games lists them."
LOCAL_ZONES = {"localtime", "Factory", "posixrules"}  # names of a machine's own file, not of IANA's zones
MEMBERS = {  # of a format's body, beside its name
    "round_robin": {"cycles", "groups"},
    "swiss": {"rounds"},
    "pods": {"rounds", "seats"},
    "knock_out": {"losses", "drawn"},
}
NEEDED = {"swiss": {"rounds"}, "pods": {"rounds", "seats"}}


class Fault(NamedTuple):
    """One thing that is wrong with a configuration."""

    code: str
    detail: str


class Configured(NamedTuple):
    """What a body comes to: an opening whose id, secret, time and author are still to be said, and its faults."""

    opened: TournamentOpened | None
    faults: tuple[Fault, ...]


def configured(body: dict[str, Any]) -> Configured:
    """Return what a body comes to; of a game that nobody knows only what is wrong whatever the game."""
    title = _title(body["game"])
    found = [] if title is not None else [_told(_fault(NO_GAME, NO_SUCH_GAME))]
    of_format = [_told(fault) for fault in _of_format(body["format"])]
    if of_format:
        return Configured(None, (*found, *of_format))
    method = _method(body["format"])
    opened = _opened(body, title or game(names()[0]), method)
    found += [_told(fault) for fault in faults(opened)]
    if opened.time_zone not in available_timezones() - LOCAL_ZONES:
        found.append(_told(_fault("unknown_time_zone", "No time zone is called {zone}.", zone=opened.time_zone)))
    found += [] if title is None else _of_game(opened, title)
    more = too_many_rounds(method, body["players"]) if "players" in body else None
    found += [] if more is None else [_told(more)]
    return Configured(None if title is None else opened, tuple(found))


def _title(name: str) -> Title | None:
    try:
        return game(name)
    except UnknownGameError:
        return None


def with_faults(error: ProblemError, text: bytes) -> ProblemError:
    """Return the problem of a body that does not fit, with what is wrong too in the members that do, as `faults`."""
    if "errors" not in error.more:
        return error
    value = msgspec.json.decode(text)
    fitting = {name: said for name, said in value.items() if name not in error.more["errors"]}
    try:
        asked = OpenTournamentBody().load(fitting)
    except ValidationError:  # what everything else depends on does not fit
        return error
    error.more["faults"] = shapes(configured(asked).faults)
    return error


def check_configured(asked: Configured) -> TournamentOpened:
    """Return an opening that has no faults.

    Raises `ProblemError`: `no_such_game`, or `invalid_tournament` with all the faults.
    """
    if any(fault.code == NO_GAME for fault in asked.faults):
        raise ProblemError(NO_GAME, NO_SUCH_GAME)
    if asked.opened is None or asked.faults:
        text = "The tournament has {count} faults; `faults` names them."
        raise ProblemError("invalid_tournament", text, count=len(asked.faults), more={"faults": shapes(asked.faults)})
    return asked.opened


def shapes(found: tuple[Fault, ...]) -> list[dict[str, str]]:
    """Return faults as an answer has them."""
    return [fault._asdict() for fault in found]


def dry_run(asked: Configured, players: int | None) -> dict[str, Any]:
    """Return what a tournament would be."""
    told = None
    if players is not None and asked.opened is not None:
        found = expected(asked.opened.method, players, asked.opened.cut)
        told = {"players": players, "rounds": found.rounds, "tables": list(found.tables), "byes": found.byes}
    return {"faults": shapes(asked.faults), "expected": told}


def _told(refusal: Refusal) -> Fault:
    said = refusal_body(refusal)
    return Fault(said["code"], said["detail"])


def _fault(code: str, text: str, **values: str | int) -> Refusal:
    return Refusal(code, "setup", text, RULE, values)


def _of_format(body: dict[str, Any]) -> list[Refusal]:
    """Return which members a format lacks, or has although they are another's."""
    name = body["format"]
    given = body.keys() - {"format"}
    missing, unknown = NEEDED.get(name, set()) - given, given - MEMBERS[name]
    need, has_no = "The format {format} needs {member}.", "The format {format} has no {member}."
    return [
        *[_fault("format_member_missing", need, format=name, member=member) for member in sorted(missing)],
        *[_fault("format_member_unknown", has_no, format=name, member=member) for member in sorted(unknown)],
    ]


def _method(body: dict[str, Any]) -> Method:
    said = {name: value for name, value in body.items() if name != "format"}
    match body["format"]:
        case "round_robin":
            return RoundRobinSaid(**said)
        case "swiss":
            return SwissSaid(**said)
        case "pods":
            return PodsSaid(**said)
        case _:
            return KnockOutSaid(**said)


def _opened(body: dict[str, Any], title: Title, method: Method) -> TournamentOpened:
    """Return the opening entry, its points and tie-breaks those usual for the format where none are stated."""
    scoring, tie_breaks = scoring_for(method)
    if "points" in body:
        said = dict(body["points"])
        scoring = ScoringSaid(by_place=tuple(said.pop("by_place")), **said)
    window, sealed = body["confirm_ms"], body["decks"] == "registered"
    opens = body.get("secrets_open_at", "event_end" if sealed else "confirmed")
    tables = TablesSaid(
        clock=Clock(**body["clock"]) if body.get("clock") else None,
        confirm=Confirm(window_ms=window) if window else None,
        visibility=body["visibility"],
        no_show_ms=body.get("no_show_ms"),
        secrets_open_at="event_end" if opens == "event_end" else None,
        round_ms=body.get("round_ms"),
        delay_entries=body.get("delay_entries"),
        delay_seconds=body.get("delay_seconds"),
        seat_tokens=body["seat_tokens"] == "organiser",
    )
    return TournamentOpened(
        n=1,
        at=0,
        by="",
        format=FORMAT,
        tournament="",
        game=title.rules.name,
        version=body.get("version") or max(title.rules.editions),
        method=method,
        scoring=scoring,
        tie_breaks=tuple(body["tie_breaks"]) if "tie_breaks" in body else tie_breaks,
        commitment=commitment(b""),
        label=body.get("label"),
        options=body["options"],
        data=body.get("data"),
        at_rounds=tuple([_of_rounds(said) for said in body.get("at_rounds", ())]),
        tables=tables,
        best_of=body["best_of"],
        cut=CutSaid(**body["cut"]) if body.get("cut") else None,
        draw_by_agreement=body["draw_by_agreement"],
        own_byes=OwnByes(**body["own_byes"]) if body.get("own_byes") else None,
        next_round_ms=body.get("next_round_ms"),
        time_zone=body["time_zone"],
        registration="code" if body["registration"] == "code" else None,
        sandbox=body["sandbox"],
        decks="registered" if sealed else None,
        same_deal=body["same_deal"],
    )


def _of_rounds(said: dict[str, Any]) -> OfRounds:
    clock = Clock(**said["clock"]) if said.get("clock") else None
    return OfRounds(**{**said, "clock": clock})


def _of_game(opened: TournamentOpened, title: Title) -> list[Fault]:
    """Return what the game says against it: seats, options, and whoever would begin by a draw."""
    found = []
    said = [opened.options, *[one.options for one in opened.at_rounds]]
    sizes = table_sizes(opened.method, opened.cut)
    for seats in [seats for seats in sizes if seats not in title.rules.seat_counts]:
        text = "{game} is not played by {seats}."
        found.append(_told(_fault("seats_not_played", text, game=title.rules.title, seats=seats)))
    for name, value in title.rules.first_seat_begins.items():
        if any(options.get(name, value) != value for options in said):
            text = "The pairing says who begins: leave the option {option} out."
            found.append(_told(_fault("first_player_option", text, option=name)))
    found += _of_decks(opened, title)
    if found:
        return found
    usual = 0  # no round of which something is said
    rounds = [usual, *[one.first for one in opened.at_rounds]]
    refused = [refused_setup(opened, title, max(sizes), round) for round in rounds]
    told = [refusal_by(title, refusal) for refusal in refused if refusal is not None]
    return [Fault(*one) for one in dict.fromkeys((each["code"], each["detail"]) for each in told)]


def _of_decks(opened: TournamentOpened, title: Title) -> list[Fault]:
    """Return what of registered decks does not go with the game."""
    if opened.decks is None:
        return []
    if title.decks is None:
        return [_told(_fault("no_decks_brought", "Nobody brings a deck to {game}.", game=title.rules.title))]
    said = [opened.options, *[one.options for one in opened.at_rounds]]
    text = "Registered decks do not depend on whom one meets: leave the option {option} out."
    return [
        _told(_fault("decks_depend", text, option=name))
        for name, value in title.decks.alone.items()
        if any(options.get(name, value) != value for options in said)
    ]


def refused_setup(opened: TournamentOpened, title: Title, seats: int, round: int) -> Refusal | None:
    """Return why the game refuses to open such a table in a round."""
    try:
        setup_for(title.rules, table_opening(opened, title, seats, round))
    except RefusedError as error:
        return error.refusal
    return None


def table_opening(opened: TournamentOpened, title: Title, seats: int, round: int) -> Opening:
    """Return how a table of the tournament is opened in a round, but for its place there."""
    tables, otherwise = opened.tables or TablesSaid(), of_round(opened.at_rounds, round)
    return Opening(
        seats=seats,
        options={**opened.options, **otherwise.options, **title.rules.first_seat_begins},
        version=opened.version,
        data=otherwise.data or opened.data,
        clock=otherwise.clock or tables.clock,
        confirm=tables.confirm,
        visibility=tables.visibility,
        delay_entries=tables.delay_entries,
        delay_seconds=tables.delay_seconds,
        secrets_open_at=tables.secrets_open_at or "confirmed",
    )


def format_shape(value: Any) -> Any:
    """Return a part of the opening as JSON."""
    return msgspec.to_builtins(value)
