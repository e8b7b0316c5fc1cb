"""A caller of the service over HTTP, with the standard library: one table, one token."""

from __future__ import annotations

import email.utils
import http.client
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from domain.kernel.display.lines import plain
from domain.kernel.display.words import ENGLISH
from domain.record.lines import RECORD_BYTES

T = TypeVar("T")

WAIT = 20  # seconds that one request waits for the turn
PATIENCE = 15  # seconds that an answer may take beyond its wait
SILENCE = 60  # seconds without a line after which a stream is taken for broken; the service sends one every 15
RETRIES = 5  # of the first request; once the service has answered it is waited for as long as it takes
PROBLEM_BYTES = 16 * 1024  # of an error's body; problem documents are far shorter
PAUSE = 0.5  # seconds before the first repetition; doubled each time
LONGEST_PAUSE = 4.0  # seconds
KEY = "Idempotency-Key"
AWAY = (429, 502, 503, 504)  # HTTP statuses: too many requests, a busy service, a proxy before one that starts again


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
        self.faults = [plain(str(fault["detail"])) for fault in problem.get("faults", ())]


class NoAnswerError(Exception):
    """Nobody answers at this address, or not as the service would."""


class _NotNowError(Exception):
    """No answer this time; `final` where nobody is there who could answer a second request."""

    def __init__(self, reason: str, *, final: bool = False) -> None:
        super().__init__(reason)
        self.final = final


class Offered(NamedTuple):
    """What a seat may do now; `tag` names the decision and is `None` while others are awaited."""

    seat: int
    n: int
    status: str
    tag: str | None
    offers: list[dict[str, Any]]
    deadline: str | None = None  # RFC 3339 in UTC


class _Awaited(msgspec.Struct, frozen=True):
    tag: str
    deadline: str | None = None


class _Offers(msgspec.Struct, frozen=True):
    """What is read of the answer of `GET …/actions`."""

    seat: int
    n: int
    status: str
    awaited: _Awaited | None
    offers: list[dict[str, Any]]


class _Place(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    bot: str | None


class _Table(msgspec.Struct, frozen=True):
    """What is read of a table."""

    id: str
    game: str
    seats: list[_Place]


class _Given(msgspec.Struct, frozen=True):
    token: str | None


class _Opened(msgspec.Struct, frozen=True):
    """What is read of the answer to an opening."""

    table: _Table
    seats: list[_Given]


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


def tables_address(url: str) -> str:
    """Return the address of a service's tables from the service's own; raises `ValueError` for anything else."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or "/tables" in parts.path:
        raise ValueError(f"{url!r} is no address of a service: http://HOST:PORT")
    if parts.query or parts.fragment or parts.username:
        raise ValueError("the address of a service has neither query nor user")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/').removesuffix('/api/v1')}/api/v1/tables"


def open_table(tables: str, body: dict[str, Any], language: str) -> dict[str, Any]:
    """Open a table as anybody may; raises `ProblemError` and `NoAnswerError`."""
    return TableClient(tables, None, language).open(body)


class TableClient:
    """Calls the service for one table with one token.

    A service that has answered once is waited for as long as it takes: `gone` is told the reason when it stops
    answering, `back` is called when it answers again.
    """

    def __init__(
        self,
        address: str,
        token: str | None,
        language: str = ENGLISH,
        *,
        gone: Callable[[str], None] = lambda _: None,
        back: Callable[[], None] = lambda: None,
    ) -> None:
        self.address = address
        self.language = language
        self.token = token
        self.gone = gone
        self.back = back
        self.ahead_ms = 0  # by how much the service's clock is ahead of the one here, as its last answer said
        self._answered = False  # ever

    def table(self) -> dict[str, Any]:
        """Return the table: its game, options, and who sits where."""
        return self._checked(self._call("GET", ""), _Table)

    def open(self, body: dict[str, Any]) -> dict[str, Any]:
        """Open a table at the address of a service's tables."""
        return self._checked(self._call("POST", "", body=body, headers={KEY: str(uuid.uuid4())}), _Opened)

    def record(self) -> bytes:
        """Return this seat's copy of the record."""
        return self._call("GET", "/record", accept="application/x-ndjson")

    def offers(self, wait: int = 0) -> Offered:
        """Return what this seat may do; waits so many seconds for its turn."""
        query = f"?wait={wait}" if wait else ""
        answer = self._read(self._call("GET", f"/actions{query}", patience=wait + PATIENCE), _Offers)
        tag, deadline = (None, None) if answer.awaited is None else (answer.awaited.tag, answer.awaited.deadline)
        return Offered(answer.seat, answer.n, answer.status, tag, answer.offers, deadline)

    def stream(self, after: int) -> http.client.HTTPResponse:
        """Open the stream of this seat's entries after one; raises `ProblemError`, and `OSError` if nobody is there."""
        headers = self._headers("application/x-ndjson")
        request = urllib.request.Request(f"{self.address}/stream?after={after}", headers=headers)
        try:
            found: http.client.HTTPResponse = _opener.open(request, timeout=SILENCE)
        except urllib.error.HTTPError as error:
            raise _problem(error) from None
        return found

    def _headers(self, accept: str) -> dict[str, str]:
        sent = {"Accept": accept, "Accept-Language": self.language.replace("_", "-")}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        return sent

    def act(self, command: Mapping[str, Any], *, tag: str | None, seen: int) -> None:
        """Carry out a command once, however often it has to be sent; raises `ProblemError`."""
        headers = {KEY: str(uuid.uuid4())}
        if tag is not None:
            headers["If-Match"] = tag
        self._call("POST", "/actions", body={"command": command, "seen": seen}, headers=headers)

    def fetch(self, path: str, accept: str = "application/x-ndjson") -> bytes:
        """Return what an address answers in one media type, by default a record's lines; raises `ProblemError` and
        `NoAnswerError`.
        """
        return self._call("GET", path, accept=accept)

    def ask(self, method: str, path: str, body: Any = None, *, tag: str | None = None) -> dict[str, Any]:
        """Return the answer to any request, which acts once; raises `ProblemError` and `NoAnswerError`."""
        headers = {} if method == "GET" else {KEY: str(uuid.uuid4())}
        if tag is not None:
            headers["If-Match"] = tag
        return self._read(self._call(method, path, body=body, headers=headers), dict[str, Any])

    def _checked(self, text: bytes, form: type[object]) -> dict[str, Any]:
        """Return an answer as it is, if it has all that is read of it; raises like `_read`."""
        self._read(text, form)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    def _read(self, text: bytes, form: type[T]) -> T:
        """Return an answer of this form; raises `NoAnswerError` for what is another one."""
        try:
            return msgspec.json.decode(text, type=form)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NoAnswerError(f"{self.address} is no address of Matchledger: {str(error)[:200]}") from None

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
        """Send a request until it is answered."""
        sent = self._headers(accept) | (headers or {})
        encoded = None if body is None else msgspec.json.encode(body)
        if encoded is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, encoded, sent, method=method)
        pause, tries = PAUSE, 0
        while True:
            try:
                text = self._once(request, patience)
            except _NotNowError as error:
                tries += 1
                if not self._answered and (error.final or tries == RETRIES):
                    raise NoAnswerError(f"{self.address} does not answer: {error}") from None
                if self._answered and tries == 1:
                    self.gone(str(error))
            else:
                if self._answered and tries:
                    self.back()
                self._answered = True
                return text
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _once(self, request: urllib.request.Request, patience: float) -> bytes:
        """Return the answer's body; raises `_NotNowError` for what is worth the same request again."""
        try:
            with _opener.open(request, timeout=patience) as answer:
                text: bytes = answer.read(RECORD_BYTES + 1)
                self._compare_clocks(answer.headers["Date"])
        except urllib.error.HTTPError as error:
            problem = _problem(error)
            if error.code not in AWAY:
                raise problem from None
            raise _NotNowError(str(problem)) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            said = getattr(reason, "strerror", None) or str(reason)
            raise _NotNowError(said, final=isinstance(reason, ConnectionRefusedError | socket.gaierror)) from None
        if len(text) > RECORD_BYTES:
            raise NoAnswerError(f"{self.address} sends more than a record can hold")
        return text

    def _compare_clocks(self, date: str | None) -> None:
        """Note what time it is at the service (RFC 9110, 6.6.1), if it says so."""
        try:
            told = None if date is None else email.utils.parsedate_to_datetime(date)
        except ValueError:
            return
        if told is not None:
            self.ahead_ms = int((told.timestamp() - time.time()) * 1000)


def _problem(error: urllib.error.HTTPError) -> ProblemError:
    with error:
        try:
            problem = msgspec.json.decode(error.read(PROBLEM_BYTES), type=dict[str, Any])
        except (msgspec.DecodeError, OSError, http.client.HTTPException):
            problem = {}
    return ProblemError(error.code, problem)
