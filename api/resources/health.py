"""For whatever watches over the service: does it live, can it serve, how much does it do."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.metrics import MEDIA
from api.service import service
from api.wire.problems import ProblemError
from api.wire.responses import json_answer

health = Blueprint("health", __name__)


@health.get("/healthz")
def alive() -> Response:
    """The process answers; nothing else is asked."""
    return json_answer({"status": "alive"})


@health.get("/readyz")
def ready() -> Response:
    """The database answers and the service does not stop: send requests here. Otherwise 503."""
    here = service()
    here.store.ping()
    if here.store.stopping:
        raise ProblemError("unavailable", "The service stops.")
    return json_answer({"status": "ready"})


@health.get("/metrics")
def metrics() -> Response:
    """Figures for Prometheus, with an operator's key; at `--metrics-port` they need none."""
    who = caller()
    if who.kind != "operator":
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use an operator's key.")
        raise ProblemError("not_allowed", "Only operators read the figures of the service.")
    return Response(service().metrics.text(), content_type=MEDIA)
