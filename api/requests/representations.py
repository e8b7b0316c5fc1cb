"""What a request tells of a table: itself, its seats, who is awaited, its result; as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from api.callers.tokens import joins
from api.service import Service
from api.wire.games import anytime_tags
from api.wire.responses import time_text
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from domain.ledger.listed import Listed
from domain.record.canonical import b64
from domain.record.cases import appeal_ms, file_ms
from domain.record.entries import Series
from domain.table.live import asides
from domain.table.results import confirm_due
from domain.table.table import Table


def seats_of(service: Service, table: Table) -> list[dict[str, Any]]:
    """Return every seat of a table."""
    holders = table.book.holders
    names = service.store.people.names([holder.player for holder in holders if holder is not None])
    return [
        {
            "seat": seat,
            "taken": holder is not None,
            "joins": joins(service, table, seat),
            "name": None if holder is None else names.get(holder.player),
            "player": None if holder is None else holder.player,
            "bot": None if holder is None else holder.bot,
        }
        for seat, holder in enumerate(holders)
    ]


def outcome_shape(outcome: Outcome) -> dict[str, Any]:
    """Return a result."""
    return {
        "places": [{"place": place.place, "seats": place.seats} for place in outcome.places],
        "points": outcome.points,
        "ended_by": outcome.ended_by,
        "reason": outcome.reason,
    }


def series_shape(series: Series) -> dict[str, Any]:
    """Return the run of tables that a table belongs to."""
    return {"id": series.id, "number": series.number, "previous": series.previous}


def pause_shape(table: Table) -> dict[str, Any] | None:
    """Return what stops the play of a table: since when, and every cause."""
    pause = table.book.pause
    if pause is None:
        return None
    causes = [
        {"cause": cause, "reason": stop.reason, "since": time_text(stop.at)} for cause, stop in pause.causes.items()
    ]
    return {"since": time_text(pause.since), "causes": causes}


def result_shape(table: Table) -> dict[str, Any]:
    """Return the result of a table that has one: in force, by its rules, by a ruling; and what it waits for."""
    book = table.book
    return {
        "table": table.id,
        "status": book.status,
        "confirmed": book.status == "confirmed",
        "n": book.n,
        "head": b64(book.head),
        "outcome": None if book.outcome is None else outcome_shape(book.outcome),
        "found": None if book.finished is None else outcome_shape(book.finished.outcome),
        "ruling": _ruling_shape(table),
        "waiting": _waiting_shape(table),
    }


def _ruling_shape(table: Table) -> dict[str, Any] | None:
    adjusted = table.book.adjusted
    if adjusted is None:
        return None
    return {"n": adjusted.n, "case": adjusted.case, "by": adjusted.by, "outcome": outcome_shape(adjusted.outcome)}


def _waiting_shape(table: Table) -> dict[str, Any] | None:
    result, due = table.book.result, confirm_due(table)
    if result is None:
        return None
    return {"accepted": sorted(result.accepted), "final_at": None if due is None else time_text(due)}


def table_shape(service: Service, table: Table) -> dict[str, Any]:
    """Return a table without its game."""
    book = table.book
    opened = book.opened
    return {
        "id": table.id,
        "game": opened.game,
        "version": opened.version,
        "status": book.status,
        "paused": pause_shape(table),
        "visibility": table.book.visibility,
        "delay_entries": opened.delay_entries,
        "delay_seconds": opened.delay_seconds,
        "label": opened.label,
        "external_id": opened.external_id,
        "start": opened.start,
        "options": opened.options,
        "card_set": opened.data,
        "clock": None if opened.clock is None else msgspec.to_builtins(opened.clock),
        "confirm": None if opened.confirm is None else msgspec.to_builtins(opened.confirm),
        "arbiter_call": "quiet" if opened.arbiter_call is None else opened.arbiter_call,
        "file_ms": file_ms(opened),
        "appeal_ms": appeal_ms(opened),
        "connection": "hidden" if opened.connection is None else opened.connection,
        "series": None if opened.series is None else series_shape(opened.series),
        "seats": seats_of(service, table),
        "n": book.n,
        "head": b64(book.head),
        "opened_at": time_text(opened.at),
        "changed_at": time_text(book.at),
        "commitments": {"deal": opened.commitments.deal, "salt": opened.commitments.salt},
        "secrets_open_at": opened.secrets_open_at,
        "secrets_open": book.secrets_open,
        "imported": book.is_over and service.store.listings.is_imported(table.id),
        "outcome": None if book.outcome is None else outcome_shape(book.outcome),
    }


def listed_shapes(service: Service, rows: Sequence[Listed]) -> list[dict[str, Any]]:
    """Return tables of the list; the names of everybody who sits at them are asked for once."""
    names = service.store.people.names(seated.player for listed in rows for seated in listed.players)
    return [_listed_shape(listed, names) for listed in rows]


def _listed_shape(listed: Listed, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": listed.table,
        "game": listed.game,
        "status": listed.status,
        "visibility": listed.visibility,
        "label": listed.label,
        "external_id": listed.external_id,
        "n": listed.head,
        "head": None if listed.hash is None else b64(listed.hash),
        "seats": listed.seats,
        "taken": listed.seats - listed.free,
        "players": [
            {"seat": seated.seat, "name": names.get(seated.player), "player": seated.player, "bot": seated.bot}
            for seated in listed.players
        ],
        "series": None if listed.series is None else series_shape(listed.series),
        "outcome": None if listed.outcome is None else outcome_shape(listed.outcome),
        "imported": listed.imported,
        "paused": listed.paused,
        "opened_at": time_text(listed.opened_at),
        "changed_at": time_text(listed.changed_at),
    }


def awaited_shape(table: Table, seat: Seat) -> dict[str, Any] | None:
    """Return what a seat has to decide now."""
    decision = table.decisions.get(seat)
    if decision is None or table.live is None:
        return None
    clock = table.book.opened.clock
    deadline = None if clock is None else table.live.deadline(seat, clock)
    return {
        "seat": seat,
        "kind": decision.kind,
        "tag": f'"{decision.n}"',
        "since": time_text(decision.at),
        "deadline": None if deadline is None else time_text(deadline),
    }


def anytime_of(table: Table, seat: Seat) -> list[str]:
    """Return what a seat may say out of turn; preferences only as long as there are not too many in a row."""
    if not table.book.in_play:
        return []
    spent = table.live is not None and not table.live.may_speak_aside(seat)
    return [tag for tag in anytime_tags(table.rules) if not (spent and tag in asides(table.rules))]


def everybody_awaited(table: Table) -> list[dict[str, Any]]:
    """Return everybody who has to decide now, in seat order."""
    return [shape for seat in sorted(table.decisions) if (shape := awaited_shape(table, seat)) is not None]
