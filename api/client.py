"""A caller of the service over HTTP, with the standard library: one table, one token."""

from __future__ import annotations

import http.client
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, NamedTuple

import msgspec

from domain.kernel.lines import plain
from domain.kernel.words import ENGLISH
from domain.record.lines import RECORD_BYTES

WAIT = 20  # seconds that one request waits for the turn
PATIENCE = 15  # seconds that an answer may take beyond its wait
RETRIES = 5  # of a request that got no answer; with its idempotency key an action cannot happen twice
PROBLEM_BYTES = 16 * 1024  # of an error's body; problem documents are far shorter
PAUSE = 0.5  # seconds before the first repetition; doubled each time


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an error here: the library would send the token on to wherever it leads."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


_opener = urllib.request.build_opener(_NoRedirect)


class ProblemError(Exception):
    """The service said no: the HTTP status and the problem document."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(plain(str(problem.get("detail") or problem.get("title") or f"status {status}")))
        self.status = status
        self.code = str(problem.get("code", ""))
        self.rule = problem.get("rule")


class NoAnswerError(Exception):
    """Nobody answers at this address, or not as the service would."""


class Offered(NamedTuple):
    """What a seat may do now; `tag` names the decision and is `None` while others are awaited."""

    seat: int
    n: int
    status: str
    tag: str | None
    offers: list[dict[str, Any]]
    deadline: str | None = None  # RFC 3339 in UTC


def table_address(url: str) -> str:
    """Return the address of a table in the API from the one given or from `…/tables/<id>` without `/api/v1`.

    Raises `ValueError` for anything else, and for an address with a query, where a token could end up in a log.
    """
    parts = urllib.parse.urlsplit(url)
    path = parts.path.rstrip("/")
    before, slash, table = path.rpartition("/tables/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not slash or not table or "/" in table:
        raise ValueError(f"{url!r} is no address of a table: http://HOST:PORT/api/v1/tables/ID")
    if parts.query or parts.fragment or parts.username:
        raise ValueError("the address of a table has neither query nor user: a token belongs in --seat")
    return f"{parts.scheme}://{parts.netloc}{before or '/api/v1'}/tables/{table}"


class TableClient:
    """Calls the service for one table with one token."""

    def __init__(self, address: str, token: str, language: str = ENGLISH) -> None:
        self.address = address
        self._token = token
        self._language = language
        self._answered = False  # ever; a service that never did is not waited for

    def record(self) -> bytes:
        """Return this seat's copy of the record."""
        return self._call("GET", "/record", accept="application/x-ndjson")

    def offers(self, wait: int = 0) -> Offered:
        """Return what this seat may do; waits so many seconds for its turn."""
        query = f"?wait={wait}" if wait else ""
        answer = msgspec.json.decode(self._call("GET", f"/actions{query}", patience=wait + PATIENCE))
        awaited = answer["awaited"]
        tag, deadline = (None, None) if awaited is None else (awaited["tag"], awaited.get("deadline"))
        return Offered(answer["seat"], answer["n"], answer["status"], tag, answer["offers"], deadline)

    def act(self, command: dict[str, Any], *, tag: str | None, seen: int) -> None:
        """Carry out a command once, however often it has to be sent; raises `ProblemError`."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        if tag is not None:
            headers["If-Match"] = tag
        self._call("POST", "/actions", body={"command": command, "seen": seen}, headers=headers)

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        headers: dict[str, str] | None = None,
        accept: str = "application/json",
        patience: float = PATIENCE,
    ) -> bytes:
        sent = {
            "Authorization": f"Bearer {self._token}",
            "Accept": accept,
            "Accept-Language": self._language.replace("_", "-"),
            **(headers or {}),
        }
        encoded = None if body is None else msgspec.json.encode(body)
        if encoded is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, encoded, sent, method=method)
        pause, last = PAUSE, ""
        for _ in range(RETRIES):
            try:
                with _opener.open(request, timeout=patience) as answer:
                    text: bytes = answer.read(RECORD_BYTES + 1)
                    self._answered = True
                    if len(text) > RECORD_BYTES:
                        raise NoAnswerError(f"{self.address} sends more than a record can hold")
                    return text
            except urllib.error.HTTPError as error:
                problem = _problem(error)
                if error.code != 503:  # busy: the same request again
                    raise problem from None
                last = str(problem)
            except (OSError, http.client.HTTPException) as error:
                reason = getattr(error, "reason", error)
                last = getattr(reason, "strerror", None) or str(reason)
                if isinstance(reason, ConnectionRefusedError | socket.gaierror) and not self._answered:
                    break
            time.sleep(pause)
            pause *= 2
        raise NoAnswerError(f"{self.address} does not answer: {last}")


def _problem(error: urllib.error.HTTPError) -> ProblemError:
    with error:
        try:
            problem = msgspec.json.decode(error.read(PROBLEM_BYTES), type=dict[str, Any])
        except (msgspec.DecodeError, OSError, http.client.HTTPException):
            problem = {}
    return ProblemError(error.code, problem)
