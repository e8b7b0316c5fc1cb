"""The short way of the one hot route: a good action of a seat or player, answered without Flask.

It calls what the view calls and adds what surrounds every request, each by the one function there is for it. It
answers nothing but a plain 200: whatever is unusual about a request, or goes wrong with it, sends it through Flask,
which says what and why. Nothing is stored by then, and a request that was counted is not counted again. Where the
database has not answered it may be stored or not: Flask says so and does not begin again.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from werkzeug.datastructures import ETags
from werkzeug.http import parse_etags

from api.callers import limiting, watching
from api.callers.auth import Credential, caller_of, presented
from api.callers.limiting import Admitted
from api.limits import Left
from api.logs import fresh_id
from api.requests.once import Sent
from api.resources.acting import Acted, acted, understood
from api.service import Service
from api.settings import SEAT
from api.wire.operations import JSON
from api.wire.problems import ProblemError
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import StoreError, UnavailableError

METHOD = "POST"
PATH = re.compile(r"/api/v1/tables/([a-z0-9_-]{1,64})/actions")
OPERATION = "act"
_SEAT = SEAT.lower()


KEPT_CHARACTERS = 64  # of a header that is kept; ours are far shorter
_kept_etags = lru_cache(1024)(parse_etags)  # the numbers of decisions, the same ones at every table


def _etags(if_match: str | None) -> ETags:
    is_ours = if_match is None or len(if_match) <= KEPT_CHARACTERS
    return _kept_etags(if_match) if is_ours else parse_etags(if_match)


class Plain(NamedTuple):
    """An answer with status 200: its header fields and its body."""

    fields: list[tuple[str, str]]
    text: bytes


_Done: TypeAlias = tuple[Acted | None, Admitted | ProblemError | None]


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
            or _SEAT in headers  # that it is for this seat is looked at there
            or not self._open
            or headers.get("content-type") != JSON
            or len(text) > self._here.settings.body_bytes
            or self._here.store.stopping
            or watching.requests.isEnabledFor(logging.DEBUG)
        ):
            return {}
        began = time.perf_counter()
        try:
            credential = presented(authorization)
        except ProblemError:
            return {}
        if credential is None:
            return {}
        sent = Sent(headers.get("idempotency-key"), method, path, text, credential)
        with self._here.store.supposing() as supposed:
            answer, admitted = self._done(credential, address[1], headers.get("if-match"), sent)
        in_doubt = isinstance(admitted, Admitted) and isinstance(admitted.failure, UnavailableError)
        if not in_doubt and not supposed.is_true():
            answer, admitted = None, self._anew(admitted)
        if answer is not None and isinstance(admitted, Admitted):
            return self._plain(answer, admitted.left, began)
        return {} if admitted is None else {limiting.ADMITTED: admitted}

    def _done(self, credential: Credential, table: str, if_match: str | None, sent: Sent) -> _Done:
        """Do what is asked; return the answer, unless Flask has to say what it is, and who was let in or why not."""
        try:
            who = caller_of(self._here, credential)
            if who is None:
                return None, None
            admitted = Admitted(credential, who, limiting.count_caller(self._here, who))
        except ProblemError as error:
            return None, error
        except Exception:  # noqa: BLE001 - Flask asks again, and says what it was
            return None, None
        try:
            asked = understood(self._here, who, table, sent.text)
            if not asked.dry_run:
                return acted(self._here, who, asked, _etags(if_match), sent), admitted
        except UnavailableError as error:  # where the answer to a COMMIT is lost it is stored, perhaps
            return None, admitted._replace(failure=error)
        except (ProblemError, RefusedError, StoreError):
            pass  # Flask says what it was
        except Exception as error:  # noqa: BLE001 - a mistake of ours, before or after it was stored: Flask says so
            return None, admitted._replace(failure=error)
        return None, admitted

    def _anew(self, before: Admitted | ProblemError | None) -> Admitted | ProblemError | None:
        """Look again who comes with a credential: another process may have taken it back. It stays counted."""
        if not isinstance(before, Admitted):
            return None
        try:
            who = caller_of(self._here, before.credential)
        except Exception as error:  # noqa: BLE001 - Flask says what it was, and counts nobody twice
            return before._replace(failure=error)
        return None if who is None else before._replace(caller=who, failure=None)

    def _plain(self, answer: Acted, left: Left | None, began: float) -> Plain:
        self._here.metrics.answered(OPERATION, 200, time.perf_counter() - began)
        added = watching.added(self._here, limiting.headers_of(left), fresh_id())
        return Plain([("content-type", JSON), *answer.headers.items(), *added.items()], answer.text)
