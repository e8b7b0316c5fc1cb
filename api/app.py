"""The Flask application."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
from flask import Flask, Response
from werkzeug.routing import IntegerConverter

from api.callers import limiting, watching
from api.callers.proxies import Forwarded
from api.copies.pieces import Elsewhere
from api.limits import Limits
from api.pages import pages
from api.pages.browser import browser
from api.pages.desk import desk as desk_page
from api.pages.play import play as play_page
from api.pages.review import review
from api.pages.tournaments.shells import tournaments as tournament_pages
from api.resources.acting import acting
from api.resources.attempts import attempts
from api.resources.cancelling import cancelling
from api.resources.casters import casters
from api.resources.connections import connections
from api.resources.decks import decks
from api.resources.desk.calling import calling
from api.resources.desk.deciding import deciding
from api.resources.desk.excluding import excluding
from api.resources.desk.listing import listing
from api.resources.desk.measures import measures
from api.resources.feed import feed
from api.resources.frames import frames
from api.resources.games import games
from api.resources.health import health
from api.resources.hints import hints
from api.resources.no_shows import no_shows
from api.resources.pausing import pausing
from api.resources.pictures import pictures
from api.resources.play import play
from api.resources.players import players
from api.resources.records import records
from api.resources.rematches import rematches
from api.resources.results import results
from api.resources.scene import scenes
from api.resources.seats import seats
from api.resources.sessions import sessions
from api.resources.streams import streams
from api.resources.substitutes import substitutes
from api.resources.tables import tables
from api.resources.tournaments.at_table import at_table
from api.resources.tournaments.decks import entrant_decks
from api.resources.tournaments.entrants import entrants
from api.resources.tournaments.importing import importing
from api.resources.tournaments.record import record as tournament_record
from api.resources.tournaments.rounds import rounds
from api.resources.tournaments.sessions import sessions as tournament_sessions
from api.resources.tournaments.tournaments import tournaments
from api.resources.tournaments.webhooks import webhooks
from api.service import EXTENSION, Bots, NoBots, Service, now_ms
from api.settings import Settings
from api.wire import operations, problems
from api.wire.openapi import document
from api.wire.requests import SparingRequest
from domain import games as installed
from domain.ledger.store import Store
from domain.table.codec import codec_of
from processes.standing import Standing

PREFIX = "/api/v1"


class SeatNumber(IntegerConverter):
    """A seat in an address: plain digits in their one form, no noughts before them."""

    regex = "(?:0|[1-9][0-9]{0,2})"


class ChunkNumber(SeatNumber):
    """A chunk of entries in an address, written like a seat; a thousand are more than any table has."""


class CountedNumber(IntegerConverter):
    """A number from 1 in an address, such as a round's: plain digits in their one form."""

    regex = "[1-9][0-9]{0,4}"


def create_app(
    settings: Settings,
    store: Store,
    *,
    clock: Callable[[], int] = now_ms,
    bots: Bots | None = None,
    helpers: Standing[Elsewhere, object] | None = None,
) -> Flask:
    """Make the application around a store; `clock` gives milliseconds, `bots` hears of tables that changed.

    `helpers` are processes that do what takes long with a record.
    """
    for name in installed.names():  # now, in one thread: see `codec_of`
        codec_of(installed.game(name).rules)
    app = Flask("api", static_folder=None)
    app.request_class = SparingRequest
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    made = Service(settings, store, clock, bots or NoBots(), Limits(settings), helpers=helpers)
    app.extensions[EXTENSION] = made
    store.listen(made.metrics.wrote)
    app.url_map.converters["seat"] = SeatNumber
    app.url_map.converters["chunk"] = ChunkNumber
    app.url_map.converters["number"] = CountedNumber
    app.url_map.merge_slashes = False  # an address has one form; a redirect would be an answer nobody expects
    problems.install(app)
    watching.install(app)
    for resource in (
        games,
        decks,
        tables,
        cancelling,
        no_shows,
        pausing,
        listing,
        calling,
        deciding,
        excluding,
        measures,
        results,
        connections,
        seats,
        substitutes,
        rematches,
        hints,
        casters,
        sessions,
        players,
        play,
        scenes,
        acting,
        attempts,
        records,
        frames,
        pictures,
        streams,
        feed,
        tournaments,
        entrants,
        entrant_decks,
        at_table,
        importing,
        rounds,
        tournament_sessions,
        tournament_record,
        webhooks,
    ):
        app.register_blueprint(resource, url_prefix=PREFIX)
    app.register_blueprint(pages)
    app.register_blueprint(browser)
    app.register_blueprint(play_page)
    app.register_blueprint(review)
    app.register_blueprint(desk_page)
    app.register_blueprint(tournament_pages)
    app.register_blueprint(health)
    app.before_request(limiting.admit)
    app.before_request(operations.read_query)
    if settings.trusted_proxies:
        app.wsgi_app = Forwarded(app.wsgi_app, settings.trusted_proxies)  # type: ignore[method-assign]
    described = cache(lambda: msgspec.json.encode(document(app)))  # made when somebody asks for it first

    @app.get(f"{PREFIX}/openapi.json")
    def openapi() -> Response:
        return Response(described(), mimetype=operations.JSON)

    return app
