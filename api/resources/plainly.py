"""The short way of the one hot route: a good action of a seat or player, answered without Flask.

It calls what the view calls and adds what surrounds every request, each by the one function there is for it. It
answers nothing but a plain 200: whatever is unusual about a request, or goes wrong with it, sends it through Flask,
which says what and why. Nothing is stored by then, and a request that was counted is not counted again.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from werkzeug.http import parse_etags

from api.callers import limiting, watching
from api.callers.auth import bearer, caller_of, credential_of
from api.callers.limiting import Admitted
from api.limits import Left
from api.logs import fresh_id
from api.requests.once import Sent
from api.resources.acting import Acted, acted, understood
from api.service import Service
from api.wire.operations import JSON
from api.wire.problems import ProblemError
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import StoreError

METHOD = "POST"
PATH = re.compile(r"/api/v1/tables/([a-z0-9_-]{1,64})/actions")
OPERATION = "act"


_etags = lru_cache(1024)(parse_etags)  # the numbers of decisions, the same ones at every table


class Plain(NamedTuple):
    """An answer with status 200: its header fields and its body."""

    fields: list[tuple[str, str]]
    text: bytes


class Plainly:
    """The short way of a service."""

    def __init__(self, here: Service) -> None:
        self._here = here
        self._open = not here.settings.cors_origins  # answers to other origins say more

    def __call__(
        self, method: str, path: str, query: str, headers: Mapping[str, str], text: bytes
    ) -> Plain | dict[str, Any]:
        """Answer a request, or return what Flask is told of it, as members of its environment.

        `headers` have names in small letters, and each name once.
        """
        address = PATH.fullmatch(path)
        authorization = headers.get("authorization")
        if (
            address is None
            or method != METHOD
            or query
            or authorization is None
            or not self._open
            or headers.get("content-type") != JSON
            or len(text) > self._here.settings.body_bytes
            or self._here.store.stopping
            or watching.requests.isEnabledFor(logging.DEBUG)
        ):
            return {}
        began = time.perf_counter()
        try:
            credential = credential_of(bearer(authorization))
        except ProblemError:
            return {}
        who = None if credential is None else caller_of(self._here, credential)
        if credential is None or who is None:
            return {}
        try:
            left = limiting.count_caller(self._here, who)
        except ProblemError as error:
            return {limiting.ADMITTED: error}
        try:
            asked = understood(self._here, who, address[1], text)
            if not asked.dry_run:
                sent = Sent(headers.get("idempotency-key"), method, path, text)
                answer = acted(self._here, who, asked, _etags(headers.get("if-match")), sent)
                return self._plain(answer, left, began)
        except (ProblemError, RefusedError, StoreError):
            pass  # Flask says what it was
        return {limiting.ADMITTED: Admitted(credential, who, left)}

    def _plain(self, answer: Acted, left: Left | None, began: float) -> Plain:
        self._here.metrics.answered(OPERATION, 200, time.perf_counter() - began)
        added = watching.added(self._here, limiting.headers_of(left), fresh_id())
        return Plain([("content-type", JSON), *answer.headers.items(), *added.items()], answer.text)
