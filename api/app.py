"""The Flask application."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
from flask import Flask, Response
from werkzeug.routing import IntegerConverter

from api.callers import auth
from api.pages import pages
from api.resources.acting import acting
from api.resources.attempts import attempts
from api.resources.cancelling import cancelling
from api.resources.decks import decks
from api.resources.games import games
from api.resources.play import play
from api.resources.players import players
from api.resources.records import records
from api.resources.seats import seats
from api.resources.sessions import sessions
from api.resources.tables import tables
from api.service import EXTENSION, Bots, NoBots, Service, now_ms
from api.settings import Settings
from api.wire import operations, problems
from api.wire.openapi import document
from domain.ledger.store import Store

PREFIX = "/api/v1"
API_POLICY = "default-src 'none'; frame-ancestors 'none'"


class SeatNumber(IntegerConverter):
    """A seat in an address: plain digits in their one form, no noughts before them."""

    regex = "(?:0|[1-9][0-9]{0,2})"


def create_app(
    settings: Settings, store: Store, *, clock: Callable[[], int] = now_ms, bots: Bots | None = None
) -> Flask:
    """Make the application around a store; `clock` gives milliseconds, `bots` hears of tables that changed."""
    app = Flask("api", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    app.extensions[EXTENSION] = Service(settings, store, clock, bots or NoBots())
    app.url_map.converters["seat"] = SeatNumber
    app.url_map.merge_slashes = False  # an address has one form; a redirect would be an answer nobody expects
    problems.install(app)
    for resource in (games, decks, tables, cancelling, seats, sessions, players, play, acting, attempts, records):
        app.register_blueprint(resource, url_prefix=PREFIX)
    app.register_blueprint(pages)
    app.before_request(operations.read_query)
    app.before_request(auth.identify)
    app.after_request(_safe)
    described = cache(lambda: msgspec.json.encode(document(app)))  # made when somebody asks for it first

    @app.get(f"{PREFIX}/openapi.json")
    def openapi() -> Response:
        return Response(described(), mimetype=operations.JSON)

    return app


def _safe(answer: Response) -> Response:
    """Add the headers that keep answers out of caches, frames and guesses; pages have set theirs."""
    headers = answer.headers
    headers.setdefault("Cache-Control", "no-store")
    headers.setdefault("Content-Security-Policy", API_POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "no-referrer")
    return answer
