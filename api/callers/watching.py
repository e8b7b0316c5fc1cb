"""Around every request: its name in the log, its figures, and the headers that keep answers where they belong."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping

import structlog
from flask import Flask, Response, current_app, g, request

from api.callers.limiting import told_left
from api.logs import cautious, request_id
from api.service import Service, service
from api.settings import SEAT
from api.wire.operations import this_operation

PROTECTION = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
YEAR = 365 * 24 * 60 * 60  # seconds
DAY = 24 * 60 * 60
SHOWN = "Content-Disposition, Content-Language, ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
SENT = f"Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, {SEAT}"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

requests = logging.getLogger("matchledger.requests")


def install(app: Flask) -> None:
    """Watch every request of an application; comes first, so that what others refuse is seen too."""
    app.before_request(_begin)
    app.before_request(_answer_beforehand)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()


def _answer_beforehand() -> Response | None:
    """Tell a browser that a page of another origin may send its request, whatever becomes of that.

    Browsers ask so without credentials, again for each query, and hide from the page what is refused here. So nothing
    is read or counted yet: the request itself hears what is wrong with it, and counts for whoever sends it.
    """
    if not _asks_beforehand() or _sharer(service()) is None:
        return None
    return current_app.make_default_options_response()


def _asks_beforehand() -> bool:
    """Say whether a browser asks what another page may send (Fetch, "CORS-preflight request")."""
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _end(answer: Response) -> Response:
    here = service()
    _protect(here, answer)
    _share(here, answer)
    described = None if _asks_beforehand() else this_operation()
    operation = "other" if described is None else described.id
    seconds = time.perf_counter() - g.began
    here.metrics.answered(operation, answer.status_code, seconds)
    if requests.isEnabledFor(logging.DEBUG):
        structlog.stdlib.get_logger(requests.name).debug(
            "answered",
            method=request.method if request.method in METHODS else "other",
            path=request.path if answer.status_code < 400 else cautious(request.path),
            operation=operation,
            status=answer.status_code,
            ms=round(seconds * 1000, 1),
        )
    return answer


def _protect(here: Service, answer: Response) -> None:
    """Add the headers that keep answers out of caches, frames and guesses; pages have set theirs."""
    headers = answer.headers
    there = {name.lower() for name, _ in headers}
    for name, value in added(here, told_left(), request_id()).items():
        if name not in there:
            headers.add(name, value)


def added(here: Service, left: Mapping[str, str], name: str) -> dict[str, str]:
    """Return what every answer says, by small names: protection, what is `left` to its caller, its request's `name`."""
    told = {**PROTECTION, **left, "x-request-id": name}
    if (here.settings.public_url or "").startswith("https:"):
        told["strict-transport-security"] = f"max-age={YEAR}"
    return told


def _share(here: Service, answer: Response) -> None:
    """Let pages of the origins in the settings read answers (Fetch, "CORS protocol"); cookies never go with them."""
    if not here.settings.cors_origins or not _is_shared():
        return
    answer.vary.add("Origin")
    origin = _sharer(here)
    if origin is None:
        return
    headers = answer.headers
    headers["Access-Control-Allow-Origin"] = origin
    headers["Access-Control-Expose-Headers"] = SHOWN
    if _asks_beforehand():
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "GET")
        headers["Access-Control-Allow-Headers"] = SENT
        headers["Access-Control-Max-Age"] = str(DAY)


def _is_shared() -> bool:
    return request.path.startswith("/api/")


def _sharer(here: Service) -> str | None:
    """Return the origin of the page that asks, if it may read what the API answers."""
    allowed, origin = here.settings.cors_origins.split(), request.headers.get("Origin")
    return origin if _is_shared() and ("*" in allowed or origin in allowed) else None
