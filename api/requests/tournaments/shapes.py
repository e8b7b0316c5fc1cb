"""What a request tells of a tournament, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from api.callers.delaying import delayed, is_delayed
from api.callers.tokens import registration_code
from api.callers.tournaments import SeenTournament
from api.callers.visibility import readable
from api.requests.tournaments.configuring import format_shape
from api.requests.tournaments.standing import standings_of
from api.service import Service
from api.wire.responses import time_text
from domain.ledger.tournaments.rows import OfRound, Row
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import b64
from domain.table.book import Book as TableBook
from domain.tournament.log.book import Book, Entered
from domain.tournament.log.configuration import expected
from domain.tournament.log.entries import RoundRobinSaid, TablesSaid
from domain.tournament.log.refusing.decks import deck_rounds
from domain.tournament.log.rounds import Played
from domain.tournament.pairing.round_robin import RoundRobin
from domain.tournament.points import Points, rounded
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
        "sandbox": opened.sandbox,
        "same_deal": opened.same_deal,
        "format": format_shape(opened.method),
        "points": format_shape(opened.scoring),
        "tie_breaks": list(opened.tie_breaks),
        "options": opened.options,
        "data": opened.data,
        "at_rounds": format_shape(opened.at_rounds),
        "best_of": opened.best_of,
        "tables": format_shape(tables),
        "registration": opened.registration or "organiser",
        "registration_code": registration_code(here.settings.server_key, id) if coded and shows_code else None,
        "players": len(book.players),
        "round": begun,
        "paired": len(book.rounds),
        "rounds": _rounds(book),
        "draw_by_agreement": opened.draw_by_agreement,
        "own_byes": None if opened.own_byes is None else format_shape(opened.own_byes),
        "cut": None if opened.cut is None else format_shape(opened.cut),
        "cut_made": None if book.cut is None else format_shape(book.cut),
        "prizes": format_shape(book.prizes),
        "paused_at": None if book.paused_at is None else time_text(book.paused_at),
        "reason": book.reason,
        "next_round_at": None if book.next_round_due is None else time_text(book.next_round_due),
        "time_zone": opened.time_zone,
        "decks": opened.decks or "at_table",
        "deck_rounds": [] if opened.decks is None else list(deck_rounds(book)),
        "groups": _groups(book),
        "playing": begun > 0 and not book.published[-1].done and not book.ended,
        "undecided": _undecided(here, seen.known),
        "n": book.n,
        "head": b64(seen.known.head),
        "commitment": opened.commitment,
        "opened_at": time_text(opened.at),
        "changed_at": time_text(book.at),
    }


def _groups(book: Book) -> list[list[str]]:
    """Return who plays in each group, once there are groups."""
    said = book.opened.method
    if not isinstance(said, RoundRobinSaid) or said.groups == 1 or not book.started:
        return []
    return [list(group) for group in RoundRobin(said.cycles, said.groups).groups_of(book.numbered)]


def _rounds(book: Book) -> int | None:
    players = len(book.numbered) if book.started else 0
    told = expected(book.opened.method, max(players, 2), book.opened.cut).rounds
    return told if book.started or hasattr(book.opened.method, "rounds") else None


def _undecided(here: Service, known: Known) -> list[dict[str, Any]]:
    """Return tables that were given up and have no result, which only the organiser's word gives them."""
    if known.book.ended or known.cut:
        return []
    found = []
    for number, played in enumerate(known.book.published, 1):
        if played.done:
            continue
        for own in _in_sight(here, known, number).values():
            table = own.pairing - 1
            is_due = table not in played.results and own.table == _table(known, number, table, played.game(table))
            if own.status == "abandoned" and is_due:
                found.append({"round": number, "pairing": own.pairing, "table": own.table})
    return found


def _in_sight(here: Service, known: Known, round: int) -> Mapping[str, OfRound]:
    """Return the tables of a round that are open, each in the status that who has no seat there may know.

    Without those that others see later and that cannot be read: nobody can say how they were.
    """
    found, said = here.store.tournaments.rows.of_round(known.id, round), known.book.opened.tables or TablesSaid()
    if said.delay_entries is None and said.delay_seconds is None:
        return found
    return {id: own._replace(status=book.status) for id, own in found.items() if (book := _seen(here, id)) is not None}


def _seen(here: Service, id: str) -> TableBook | None:
    """Return a table's book as who has no seat there may know it, nothing where it cannot be read."""
    table = readable(here, id)
    if table is None:
        return None
    return (delayed(here, table) if is_delayed(table) else table).book


def listed_shape(row: Row) -> dict[str, Any]:
    """Return a tournament of the list."""
    return {
        "id": row.tournament_id,
        "label": row.label,
        "game": row.game,
        "status": row.status,
        "visibility": row.visibility,
        "sandbox": row.sandbox,
        "players": row.players,
        "round": row.rounds,
        "opened_at": time_text(row.opened_at),
        "changed_at": time_text(row.changed_at),
    }


def names_of(here: Service, players: Iterable[str]) -> Names:
    """Return the names that are known."""
    return here.store.people.names(players)


def entrant_shape(one: Entered, names: Names, book: Book) -> dict[str, Any]:
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
        "decks": [round for round in deck_rounds(book) if (one.id, round) in book.decks],
    }


def entrant_shapes(here: Service, known: Known) -> list[dict[str, Any]]:
    """Return everybody in the order in which they came."""
    names = names_of(here, known.book.players)
    return [entrant_shape(one, names, known.book) for one in known.book.players.values()]


def round_shape(here: Service, known: Known, round: int) -> dict[str, Any]:
    """Return a round that is paired; of tables that play the same deal nothing beside who sits there, if it is cut."""
    played = known.book.rounds[round - 1]
    is_closed = not played.started or (known.cut and not played.done)
    open = {} if is_closed else _in_sight(here, known, round)
    names = names_of(
        here, [player for table in played.tables for player in table] + [bye.player for bye in played.byes]
    )
    return {
        "round": round,
        "status": "done" if played.done else "playing" if played.started else "paired",
        "attempt": played.attempt,
        "reason": played.reason,
        "tables": [
            {**_pairing_shape(known, round, pairing, names, open), **_until(here, known, round, pairing - 1, open)}
            for pairing in range(1, len(played.tables) + 1)
        ],
        "byes": [{"player": bye.player, "name": names.get(bye.player), "kind": bye.kind} for bye in played.byes],
    }


def _pairing_shape(known: Known, round: int, pairing: int, names: Names, open: Mapping[str, OfRound]) -> dict[str, Any]:
    played = known.book.rounds[round - 1]
    players, places = played.tables[pairing - 1], played.results.get(pairing - 1)
    counts = known.book.cut is None or round <= known.book.cut.after
    points = {} if places is None or not counts else _points(known.book, played, Result(players, places))
    table = _table(known, round, pairing - 1, played.game(pairing - 1))
    unseen = "closed" if known.cut and places is None else "opening"
    status = open[table].status if table in open else unseen
    return {
        "pairing": pairing,
        "table": table if played.started else None,
        "status": status if played.started else "paired",
        "games": _game_shapes(known, round, pairing - 1, open) if played.started and played.best_of > 1 else [],
        "players": [
            {
                "seat": seat,
                "player": player,
                "name": names.get(player),
                "place": None if places is None else places[seat],
                "offers_draw": places is None and player in played.offers.get(pairing - 1, ()),
                "concedes": player in played.conceded.get(pairing - 1, ()),
                "points": str(points[player]) if player in points else None,
            }
            for seat, player in enumerate(players)
        ],
        "rests_on": msgspec.to_builtins(played.rests_on.get(pairing - 1)),
    }


def _points(book: Book, played: Played, result: Result) -> Mapping[str, Points]:
    """Return the points of a table that has a result; where it is compared, once all tables have theirs."""
    if not book.opened.same_deal:
        return book.scoring.of(result)
    return book.scoring.of_round(played.history()) if played.done else {}


def _until(here: Service, known: Known, round: int, table: int, open: Mapping[str, OfRound]) -> dict[str, Any]:
    """Return until when a table is to have played; a stop of its play, and a pause of all, gives it as much longer."""
    said, played = known.book.opened.tables, known.book.rounds[round - 1]
    if said is None or said.round_ms is None or not played.started or table in played.results:
        return {"until": None, "overdue": False}
    now = here.clock()
    until = played.started_at + said.round_ms + played.stood_ms
    if known.book.paused_at is not None:
        until += now - known.book.paused_at
    id = _table(known, round, table, played.game(table))
    book = _seen(here, id) if id in open else None
    if book is not None:
        until += book.stood_ms + (0 if book.pause is None else now - book.pause.since)
    return {"until": time_text(until), "overdue": now > until}


def _table(known: Known, round: int, table: int, game: int) -> str:
    """Return the id of a table of a round, counted from 0."""
    return known.book.table_id(round, table + 1, game)


def _game_shapes(known: Known, round: int, table: int, open: Mapping[str, OfRound]) -> list[dict[str, Any]]:
    """Return the games of a match, the one that is due too."""
    played = known.book.rounds[round - 1]
    games = played.games.get(table, ())
    shapes = []
    for number in range(1, played.game(table) + 1):
        id = _table(known, round, table, number)
        game = games[number - 1] if number <= len(games) else None
        if game is None and id not in open and table in played.results:
            continue  # a ruling came before it
        shapes.append(
            {
                "game": number,
                "table": id,
                "status": open[id].status if id in open else "opening",
                "places": [] if game is None else list(game.places),
                "rests_on": None if game is None else msgspec.to_builtins(game.rests_on),
            }
        )
    return shapes


def standings_shape(here: Service, book: Book, round: int | None, *, explain: bool) -> dict[str, Any]:
    """Return the standings after a round, or after the last one that has all its results."""
    after, rows = standings_of(book, round)
    names = names_of(here, [row.player for row in rows])
    return {
        "round": after,
        "sandbox": book.opened.sandbox,
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
