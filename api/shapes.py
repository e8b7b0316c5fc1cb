"""Answers: a table, its seats, who is awaited, entries and results as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from flask import Response

from api.operations import JSON, NDJSON
from api.service import Service
from api.tokens import ROTATIONS
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome
from domain.ledger.listing import Listed
from domain.record.canonical import b64
from domain.record.chain import SealedEntry
from domain.record.lines import copy_line
from domain.table.table import Table

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_encode = msgspec.json.Encoder().encode


def time_text(at: int) -> str:
    """Return a time in milliseconds since 1970 as RFC 3339 in UTC."""
    moment = _EPOCH + timedelta(milliseconds=at)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def json_answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    return Response(_encode(value), status=status, mimetype=JSON, headers=headers)


def ndjson_answer(lines: Iterable[bytes], headers: Mapping[str, str] | None = None) -> Response:
    """Return lines as they come."""
    return Response((line + b"\n" for line in lines), mimetype=NDJSON, headers=dict(headers or {}))


def lines_of(table: Table, viewer: Viewer, entries: Iterable[SealedEntry]) -> Iterator[bytes]:
    """Yield the lines of entries as this viewer's copy has them."""
    salts = table.salts
    for sealed in entries:
        yield copy_line(sealed, viewer, salts)


def raw_lines(table: Table, viewer: Viewer, entries: Iterable[SealedEntry]) -> list[msgspec.Raw]:
    """Return those lines for a JSON answer, bytes untouched."""
    return [msgspec.Raw(line) for line in lines_of(table, viewer, entries)]


def joins(service: Service, table: Table, seat: Seat) -> str:
    """Return how a seat is taken: by token, join code, whoever comes, or a bot."""
    holder = table.book.holders[seat]
    if holder is not None and holder.bot is not None:
        return "bot"
    access = service.store.seats.get(table.id, seat)
    if access is None:
        return "open"
    if access.has_code:
        return "code"
    return "token" if access.generation < ROTATIONS else "open"


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


def table_shape(service: Service, table: Table) -> dict[str, Any]:
    """Return a table without its game."""
    book = table.book
    opened = book.opened
    return {
        "id": table.id,
        "game": opened.game,
        "version": opened.version,
        "status": book.status,
        "visibility": opened.visibility,
        "label": opened.label,
        "external_id": opened.external_id,
        "start": opened.start,
        "options": opened.options,
        "card_set": opened.data,
        "clock": None if opened.clock is None else msgspec.to_builtins(opened.clock),
        "seats": seats_of(service, table),
        "n": book.n,
        "head": b64(book.head),
        "opened_at": time_text(opened.at),
        "changed_at": time_text(book.at),
        "commitments": {"deal": opened.commitments.deal, "salt": opened.commitments.salt},
        "secrets_open_at": opened.secrets_open_at,
        "secrets_open": book.secrets_open,
        "outcome": None if book.finished is None else outcome_shape(book.finished.outcome),
    }


def listed_shape(listed: Listed) -> dict[str, Any]:
    """Return a table of the list."""
    return {
        "id": listed.table,
        "game": listed.game,
        "status": listed.status,
        "visibility": listed.visibility,
        "label": listed.label,
        "external_id": listed.external_id,
        "seats": listed.seats,
        "taken": listed.seats - listed.free,
        "opened_at": time_text(listed.opened_at),
        "changed_at": time_text(listed.changed_at),
    }


def awaited_shape(table: Table, seat: Seat) -> dict[str, Any] | None:
    """Return what a seat has to decide now."""
    decision = table.decisions.get(seat)
    if decision is None or table.live is None:
        return None
    deadline = table.live.deadline(seat, table.book.opened.clock)
    return {
        "seat": seat,
        "kind": decision.kind,
        "tag": f'"{decision.n}"',
        "since": time_text(decision.at),
        "deadline": None if deadline is None else time_text(deadline),
    }


def everybody_awaited(table: Table) -> list[dict[str, Any]]:
    """Return everybody who has to decide now, in seat order."""
    shapes = (awaited_shape(table, seat) for seat in sorted(table.decisions))
    return [shape for shape in shapes if shape is not None]
