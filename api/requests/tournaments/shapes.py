"""What a request tells of a tournament, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from api.callers.tokens import registration_code
from api.callers.tournaments import SeenTournament
from api.requests.tournaments.configuring import format_shape
from api.service import Service
from api.wire.responses import time_text
from domain.ledger.tournaments.rows import OfRound, Row
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import b64
from domain.tournament.log.book import Book, Entered
from domain.tournament.log.configuration import expected
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import TablesSaid
from domain.tournament.points import rounded
from domain.tournament.results import Result
from domain.tournament.standings import Row as Line
from domain.tournament.tie_breaks import Value

Names = Mapping[str, str]


def tournament_shape(here: Service, seen: SeenTournament, *, shows_code: bool) -> dict[str, Any]:
    """Return a tournament; `shows_code` to whom the registration code may be told."""
    book, id = seen.known.book, seen.known.id
    opened, begun = book.opened, len(book.published)
    tables = opened.tables or TablesSaid()
    coded = opened.registration == "code"
    return {
        "id": id,
        "label": opened.label,
        "game": opened.game,
        "version": opened.version,
        "status": seen.known.status,
        "visibility": tables.visibility,
        "format": format_shape(opened.method),
        "points": format_shape(opened.scoring),
        "tie_breaks": list(opened.tie_breaks),
        "options": opened.options,
        "tables": format_shape(tables),
        "registration": opened.registration or "organiser",
        "registration_code": registration_code(here.settings.server_key, id) if coded and shows_code else None,
        "players": len(book.players),
        "round": begun,
        "paired": len(book.rounds),
        "rounds": _rounds(book),
        "playing": begun > 0 and not book.published[-1].done and not book.ended,
        "undecided": _undecided(here, seen.known),
        "n": book.n,
        "head": b64(seen.known.head),
        "commitment": opened.commitment,
        "opened_at": time_text(opened.at),
        "changed_at": time_text(book.at),
    }


def _rounds(book: Book) -> int | None:
    players = len(book.numbered) if book.started else 0
    told = expected(book.opened.method, max(players, 2)).rounds
    return told if book.started or hasattr(book.opened.method, "rounds") else None


def _undecided(here: Service, known: Known) -> list[dict[str, Any]]:
    """Return tables that were given up and have no result, which only the organiser's word gives them."""
    if known.book.ended:
        return []
    found = []
    for number, played in enumerate(known.book.published, 1):
        if played.done:
            continue
        for pairing, own in here.store.tournaments.rows.of_round(known.id, number).items():
            if own.status == "abandoned" and pairing - 1 not in played.results:
                found.append({"round": number, "pairing": pairing, "table": own.table})
    return found


def listed_shape(row: Row) -> dict[str, Any]:
    """Return a tournament of the list."""
    return {
        "id": row.tournament_id,
        "label": row.label,
        "game": row.game,
        "status": row.status,
        "visibility": row.visibility,
        "players": row.players,
        "round": row.rounds,
        "opened_at": time_text(row.opened_at),
        "changed_at": time_text(row.changed_at),
    }


def names_of(here: Service, players: Iterable[str]) -> Names:
    """Return the names that are known."""
    return here.store.people.names(players)


def entrant_shape(one: Entered, names: Names) -> dict[str, Any]:
    """Return a player of a tournament."""
    status = "disqualified" if one.disqualified else "withdrawn" if one.withdrawn else "in"
    return {
        "player": one.id,
        "name": names.get(one.id),
        "number": one.number or None,
        "rating": one.rating,
        "bot": one.bot,
        "checked_in": one.checked_in,
        "status": status,
    }


def entrant_shapes(here: Service, known: Known) -> list[dict[str, Any]]:
    """Return everybody in the order in which they came."""
    names = names_of(here, known.book.players)
    return [entrant_shape(one, names) for one in known.book.players.values()]


def round_shape(here: Service, known: Known, round: int) -> dict[str, Any]:
    """Return a round that is paired."""
    played = known.book.rounds[round - 1]
    open = here.store.tournaments.rows.of_round(known.id, round) if played.started else {}
    names = names_of(
        here, [player for table in played.tables for player in table] + [bye.player for bye in played.byes]
    )
    return {
        "round": round,
        "status": "done" if played.done else "playing" if played.started else "paired",
        "attempt": played.attempt,
        "reason": played.reason,
        "tables": [
            _pairing_shape(known, round, pairing, names, open.get(pairing))
            for pairing in range(1, len(played.tables) + 1)
        ],
        "byes": [{"player": bye.player, "name": names.get(bye.player), "kind": bye.kind} for bye in played.byes],
    }


def _pairing_shape(known: Known, round: int, pairing: int, names: Names, own: OfRound | None) -> dict[str, Any]:
    played = known.book.rounds[round - 1]
    players, places = played.tables[pairing - 1], played.results.get(pairing - 1)
    points = {} if places is None else known.book.scoring.of(Result(players, places))
    status = "opening" if own is None else own.status
    rests_on = played.rests_on.get(pairing - 1)
    return {
        "pairing": pairing,
        "table": table_id(known.id, round, pairing) if played.started else None,
        "status": status if played.started else "paired",
        "players": [
            {
                "seat": seat,
                "player": player,
                "name": names.get(player),
                "place": None if places is None else places[seat],
                "points": str(points[player]) if player in points else None,
            }
            for seat, player in enumerate(players)
        ],
        "rests_on": None if rests_on is None else msgspec.to_builtins(rests_on),
    }


def standings_shape(here: Service, book: Book, round: int | None, *, explain: bool) -> dict[str, Any]:
    """Return the standings after a round, or after the last one that has all its results."""
    asked = book if round is None else book.after_rounds(round)
    rows = asked.standings()
    names = names_of(here, [row.player for row in rows])
    return {
        "round": len(asked.history.rounds),
        "rows": [_line_shape(row, names, book.opened.tie_breaks, explain=explain) for row in rows],
    }


def _line_shape(row: Line, names: Names, tie_breaks: Iterable[str], *, explain: bool) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "name": names.get(row.player),
        "score": str(row.score),
        "shown": rounded(row.score),
        "values": [
            _value_shape(name, value, explain=explain) for name, value in zip(tie_breaks, row.values, strict=True)
        ],
    }


def _value_shape(tie_break: str, value: Value, *, explain: bool) -> dict[str, Any]:
    return {
        "tie_break": tie_break,
        "amount": str(value.amount),
        "shown": rounded(value.amount),
        "terms": [
            {
                "round": term.round,
                "opponents": list(term.opponents),
                "amount": str(term.amount),
                "counts": term.counts,
            }
            for term in value.terms
        ]
        if explain
        else [],
    }
