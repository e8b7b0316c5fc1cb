"""What happened in a tournament: its feed, its record, its sheets."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response

from api.callers.auth import caller, credential, reader_of
from api.callers.ticketing import LASTS_MS, redeemed, ticket
from api.callers.tournaments import known_tournament, seen_tournament
from api.requests import waiting
from api.requests.streaming import streamed
from api.requests.tournaments.following import TournamentFollowed, stream_name
from api.requests.tournaments.reports import EDITIONS, report_file
from api.requests.tournaments.sheets import CSV, SHEETS
from api.requests.tournaments.sheets import sheet as made
from api.resources.streams import cursor
from api.service import service
from api.wire.frames import FORMS
from api.wire.operations import JSON, NDJSON, SSE, Reply, body, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import json_answer, ndjson_answer, time_text, wanted
from api.wire.schemas.answers import TicketAnswer
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.tournament_answers import TournamentFeedAnswer
from api.wire.schemas.tournament_queries import TournamentFeedQuery, TournamentStreamQuery
from api.wire.who import WHO_MAY_SEE_IT
from domain.tournament.log.lines import entry_line

TEXT = "text/plain"
ALL_SHEETS = (*(f"{what}.csv" for what in SHEETS), *EDITIONS)

record = Blueprint("tournament_record", __name__)


@record.get("/tournaments/<tournament>/feed")
@operation(
    "readTournamentFeed",
    "tournaments",
    "Read what happened in a tournament",
    callers=WHO_MAY_SEE_IT,
    query=TournamentFeedQuery,
    replies={200: Reply("Entries after one number", TournamentFeedAnswer, media=(JSON, NDJSON))},
    problems=("unknown_tournament", "not_acceptable"),
)
def read_tournament_feed(tournament: str) -> Response:
    """The lines of the record, as JSON or, by `Accept`, as NDJSON. Go on with `after` = `n`. What follows a pairing
    that is not published is seen by those alone who run the tournament."""
    asked, here, who = query(), service(), caller()
    media = wanted(JSON, NDJSON)
    after = asked["after"]
    known_tournament(here, tournament, who)
    if asked["wait"]:
        waiting.tournament(here, tournament, who, after, asked["wait"])
    seen = seen_tournament(here, tournament, who)
    entries = here.store.tournaments.entries(tournament, after, min(after + asked["limit"], seen.n))
    lines = [entry_line(entry.public, entry.hash) for entry in entries]
    if media == NDJSON:
        return ndjson_answer(lines)
    last = entries[-1].n if entries else after
    return json_answer(
        {"tournament": tournament, "n": last, "last": seen.n, "entries": [msgspec.Raw(line) for line in lines]}
    )


@record.get("/tournaments/<tournament>/stream")
@operation(
    "streamTournament",
    "tournaments",
    "Follow a tournament",
    callers=WHO_MAY_SEE_IT,
    query=TournamentStreamQuery,
    replies={200: Reply("Entries as they come", media=(SSE, NDJSON))},
    problems=("unknown_tournament", "not_acceptable"),
)
def stream_tournament(tournament: str) -> Response:
    """What `readTournamentFeed` gives, as it is written: `id` is the entry's number. Event `opened` comes first; event
    `closed` comes last and says why, as in `streamTable`."""
    asked, here = query(), service()
    form = FORMS[wanted(SSE, NDJSON)]
    text = asked.get("ticket")
    reader = credential() if text is None else redeemed(here, stream_name(tournament), text)
    followed = TournamentFollowed(here, form, tournament, reader, cursor(asked["after"]))
    return streamed(here, form, followed, reader_of(here, reader))


@record.post("/tournaments/<tournament>/ticket")
@operation(
    "makeTournamentTicket",
    "tournaments",
    "Get a ticket to follow a tournament",
    callers=WHO_MAY_SEE_IT,
    body=NoBody,
    replies={201: Reply("The ticket", TicketAnswer)},
    problems=("unknown_tournament",),
)
def make_tournament_ticket(tournament: str) -> Response:
    """As `makeTicket`, for `streamTournament`."""
    here = service()
    known_tournament(here, tournament, caller())
    body()
    text = ticket(here, stream_name(tournament), credential())
    return json_answer({"ticket": text, "expires_at": time_text(here.clock() + LASTS_MS)}, 201)


@record.get("/tournaments/<tournament>/record")
@operation(
    "readTournamentRecord",
    "tournaments",
    "Download a tournament's record",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("The record", media=(NDJSON,), headers={"Content-Disposition": "a file name"})},
    problems=("unknown_tournament",),
)
def read_tournament_record(tournament: str) -> Response:
    """All entries in sight, one a line: `matchledger tournament check` computes every pairing, all frozen standings
    and, after the end, every draw again."""
    here = service()
    seen = seen_tournament(here, tournament, caller())
    entries = here.store.tournaments.entries(tournament, 0, seen.n)
    name = f'attachment; filename="{tournament}.ndjson"'
    return ndjson_answer((entry_line(entry.public, entry.hash) for entry in entries), {"Content-Disposition": name})


@record.get("/tournaments/<tournament>/sheets/<sheet>")
@operation(
    "readSheet",
    "tournaments",
    "Download a sheet",
    callers=WHO_MAY_SEE_IT,
    replies={200: Reply("The sheet", media=(CSV, TEXT), headers={"Content-Disposition": "a file name"})},
    problems=("unknown_tournament", "not_found", "not_in_this_format"),
    long=True,
)
def read_sheet(tournament: str, sheet: str) -> Response:
    """`players.csv`, `pairings.csv`, `results.csv` or `standings.csv`, as CSV with a heading, in UTF-8 with a byte
    order mark. A cell that a spreadsheet would compute stands behind an apostrophe. `trf26.trf` and `trf16.trf` are
    Tournament Report Files of FIDE, after the rounds that are complete, for tables of two seats."""
    here = service()
    known = seen_tournament(here, tournament, caller()).known
    what = sheet.removesuffix(".csv")
    if sheet not in ALL_SHEETS:
        raise ProblemError("not_found", "The sheets are {sheets}.", sheets=", ".join(ALL_SHEETS))
    report = sheet in EDITIONS
    text = report_file(here, known, EDITIONS[sheet]) if report else made(here, known, what)
    tried = "-sandbox" if known.book.opened.sandbox else ""
    name = f'attachment; filename="{tournament}{tried}-{sheet}"'
    return Response(text, mimetype=TEXT if report else CSV, headers={"Content-Disposition": name})
