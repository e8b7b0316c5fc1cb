"""What goes wrong, as problem documents (RFC 9457) with a stable code, a category and, for a refusal, its rule."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.logs import cautious
from domain.games import Title, game
from domain.kernel.display.words import ENGLISH, Words, spoken, words_in
from domain.kernel.refusals import Refusal, RefusedError
from domain.ledger.errors import ConflictError, DamagedError, ReadOnlyError, StoreError
from domain.table.book import BookError
from domain.table.refusals import OUT_OF_PLACE
from domain.table.table import Table

PROBLEM_TYPE = "application/problem+json"
DETAIL_AT_MOST = 500  # characters
LANGUAGE = "lang"  # the cookie that holds the language a reader has chosen for pages

logger = logging.getLogger("matchledger.api")

Category: TypeAlias = Literal["request", "caller", "state", "service", "setup", "turn", "over", "rule"]


class Kind(NamedTuple):
    """One kind of problem: status, category (the kernel's for refusals), title."""

    status: int
    category: Category
    title: str


KINDS: dict[str, Kind] = {
    "malformed_json": Kind(400, "request", "The body is no JSON"),
    "bad_request": Kind(400, "request", "The request cannot be understood"),
    "bad_header": Kind(400, "request", "A header cannot be understood"),
    "credentials_needed": Kind(401, "caller", "Credentials are needed"),
    "bad_credentials": Kind(401, "caller", "The credentials are not valid"),
    "not_live": Kind(403, "caller", "Nobody may look at this while it happens"),
    "case_needed": Kind(
        403, "caller", "Arbiters look at a game that goes on, and set its clocks, for a case that they have claimed"
    ),
    "not_allowed": Kind(403, "caller", "These credentials do not allow it"),
    "wrong_origin": Kind(403, "caller", "Another page's request cannot use the cookie"),
    "other_seat": Kind(403, "caller", "Whoever asks sits elsewhere at the table"),
    "no_seat": Kind(403, "caller", "The caller holds no such seat"),
    "wrong_code": Kind(403, "caller", "The code is not the right one"),
    "wrong_join_code": Kind(403, "caller", "The join code fits no seat of this table"),
    "not_found": Kind(404, "request", "There is nothing here"),
    "unknown_table": Kind(404, "request", "There is no such table"),
    "unknown_case": Kind(404, "request", "There is no such case"),
    "unknown_tournament": Kind(404, "request", "There is no such tournament"),
    "unknown_player": Kind(404, "request", "The tournament has no such player"),
    "unknown_round": Kind(404, "request", "The tournament has no such round"),
    "unknown_webhook": Kind(404, "request", "The tournament has no such webhook"),
    "unknown_delivery": Kind(404, "request", "The webhook has no such letter"),
    "unknown_game": Kind(404, "request", "There is no such game"),
    "no_decks": Kind(404, "request", "Nobody brings a deck to this game"),
    "unknown_seat_number": Kind(404, "request", "The table has no such seat"),
    "unknown_caster": Kind(404, "request", "The table has no such caster"),
    "unknown_chunk": Kind(404, "request", "The table has no such entries"),
    "no_result": Kind(404, "state", "There is no result yet"),
    "method_not_allowed": Kind(405, "request", "This method does not work here"),
    "not_acceptable": Kind(406, "request", "The answer has no such form"),
    "too_slow": Kind(408, "request", "The request came too slowly"),
    "write_conflict": Kind(409, "service", "Others kept writing to the table"),
    "too_many_webhooks": Kind(409, "state", "The tournament has as many webhooks as it may have"),
    "not_in_this_format": Kind(409, "state", "The format has no place for this tournament"),
    "imported_table": Kind(409, "state", "The table came from an archive"),
    "stale_decision": Kind(412, "state", "The seat is asked something else by now"),
    "stale_table": Kind(412, "state", "The table has gone on since"),
    "too_large": Kind(413, "request", "The body is too large"),
    "target_too_long": Kind(414, "request", "The address is too long"),
    "unsupported_media_type": Kind(415, "request", "The body must be application/json"),
    "invalid_body": Kind(422, "request", "The body does not fit"),
    "invalid_query": Kind(422, "request", "The query does not fit"),
    "invalid_cursor": Kind(422, "request", "The cursor is not one of ours"),
    "invalid_deck": Kind(422, "request", "The deck file cannot be read"),
    "invalid_command": Kind(422, "request", "The game has no such command"),
    "invalid_viewer": Kind(422, "request", "There is no such viewer"),
    "name_needed": Kind(422, "request", "A name is needed"),
    "reason_needed": Kind(422, "request", "A reason is needed"),
    "invalid_players": Kind(422, "request", "The file of players has faults"),
    "invalid_tournament": Kind(422, "setup", "The tournament cannot be played so"),
    "invalid_webhook": Kind(422, "request", "No letter can be sent there"),
    "one_clock_needed": Kind(422, "request", "One clock must be named"),
    "unknown_bot": Kind(422, "setup", "The game has no such bot"),
    "known_deal_alone": Kind(422, "setup", "A known deal is for one person among bots"),
    "no_such_game": Kind(422, "setup", "There is no such game to play"),
    "idempotency_key_reused": Kind(422, "request", "The idempotency key belongs to another request"),
    "precondition_needed": Kind(428, "request", "The decision must be named"),
    "too_many_requests": Kind(429, "caller", "Too many requests"),
    "head_too_large": Kind(431, "request", "The head of the request is too large"),
    "internal_error": Kind(500, "service", "Something went wrong here"),
    "damaged_table": Kind(500, "service", "What is stored of this table is damaged"),
    "unavailable": Kind(503, "service", "The service cannot answer now"),
}

REFUSED = {"setup": 422, "caller": 403, "turn": 409, "over": 409, "rule": 409}  # status by the refusal's category
REFUSED_TITLE = "The rules refuse this"
IMPORTED = "This table came from an archive: it can be read and never changed."

BY_STATUS = {
    400: "bad_request",
    401: "credentials_needed",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "too_slow",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid_body",
    429: "too_many_requests",
    503: "unavailable",
}


class ProblemError(Exception):
    """The request ends here with a problem document.

    `detail` is a sentence for the caller, the message id of the catalogues, its places filled from `values`; `more` are
    further members of the document.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
        **values: object,
    ) -> None:
        super().__init__(f"{code}: {detail.format(**values)}")
        self.code = code
        self.detail = detail
        self.values = values
        self.headers = dict(headers or {})
        self.more = dict(more or {})


class RefusedByGameError(Exception):
    """A game refuses a setup; a refusal of an action is answered where it is met."""

    def __init__(self, refusal: Refusal, title: Title) -> None:
        super().__init__(f"{refusal.code}: {refusal.message}")
        self.refusal = refusal
        self.title = title


def for_pages() -> bool:
    """Say whether this request is for a page, not for the API or a file of pages."""
    return not request.path.startswith(("/api/", "/web/"))


def language() -> str:
    """Return the language of this answer: the first that the caller asks for and we speak, else English.

    For pages what the reader has chosen on one comes first.
    """
    chosen = spoken(request.cookies.get(LANGUAGE, "")) if for_pages() else None
    if chosen is not None:
        return chosen
    asked = (spoken(tag) for tag, quality in request.accept_languages if quality)
    return next(filter(None, asked), ENGLISH)


def words(*packages: str) -> Words:
    """Return the words of this answer; the packages' own catalogues come before ours."""
    return words_in(language(), *packages, "api")


class RefusalBody(TypedDict):
    """What an answer says of a refusal."""

    code: str
    category: str
    detail: str
    rule: str


def refusal_body(refusal: Refusal, table: Table | None = None) -> RefusalBody:
    """Say a refusal: at a table in the words of its game, with its card set; else in ours."""
    if table is not None:
        return refusal_by(game(table.rules.name), refusal, table.setup.data)
    return _body(refusal, words().refusal(refusal))


def refusal_by(title: Title, refusal: Refusal, cards: Any = None) -> RefusalBody:
    """Say a refusal in the words of a game, for which there is no table yet."""
    return _body(refusal, title.refusal(refusal, words(title.package).at_table(cards)))


def _body(refusal: Refusal, detail: str) -> RefusalBody:
    return {"code": refusal.code, "category": refusal.category, "detail": detail, "rule": refusal.rule}


def _answer(status: int, title: str, anchor: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    document = {"type": f"/docs/problems#{anchor}", "title": words().say(title), "status": status, **body}
    if len(document["detail"]) > DETAIL_AT_MOST:  # it may repeat a name that the caller sent
        document["detail"] = f"{document['detail'][: DETAIL_AT_MOST - 2]}…."
    answer = Response(msgspec.json.encode(document), status=status, mimetype=PROBLEM_TYPE)
    answer.headers.update(headers)
    answer.headers["Content-Language"] = language()
    answer.vary.add("Accept-Language")
    return answer


def problem(
    code: str,
    detail: str,
    values: Mapping[str, object] = {},
    *,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] = {},
) -> Response:
    """Return the problem document of one of our own codes."""
    kind = KINDS[code]
    body = {"detail": words().say(detail, **values), "code": code, "category": kind.category, **more}
    challenge = {"WWW-Authenticate": 'Bearer realm="matchledger"'} if kind.status == 401 else {}
    return _answer(kind.status, kind.title, code, body, {**challenge, **(headers or {})})


def refused(refusal: Refusal, table: Table | None = None) -> Response:
    """Return the problem document of a refusal, said as `refusal_body` says it."""
    return _refused(refusal, refusal_body(refusal, table))


def _refused(refusal: Refusal, said: RefusalBody) -> Response:
    return _answer(REFUSED[refusal.category], REFUSED_TITLE, "refused", {**said}, {})


def _on_refusal(error: RefusedError) -> Response:
    return refused(error.refusal)


def _on_setup(error: RefusedByGameError) -> Response:
    return _refused(error.refusal, refusal_by(error.title, error.refusal))


def _on_http(error: HTTPException) -> Response:
    """Answer for what Flask and Werkzeug find; their texts are for people and say nothing of ours."""
    status = error.code or 500
    code = BY_STATUS.get(status, "bad_request" if 400 <= status < 500 else "internal_error")
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return problem(code, "{title}.", {"title": words().say(KINDS[code].title)}, headers=headers)


def _on_problem(error: ProblemError) -> Response:
    return problem(error.code, error.detail, error.values, headers=error.headers, more=error.more)


def _on_conflict(error: ConflictError) -> Response:
    return problem("write_conflict", "Others wrote first; send the request again.")


def _on_book(error: BookError) -> Response:
    """Refuse what the order of entries does not admit; nothing is stored, but a refusal should have said so before."""
    _log(error)
    return refused(OUT_OF_PLACE)


def _on_read_only(error: ReadOnlyError) -> Response:
    return problem("imported_table", IMPORTED)


def _on_damage(error: DamagedError) -> Response:
    _log(error)
    return problem("damaged_table", "What is stored of this table is not what was written to it.")


def _on_store(error: StoreError) -> Response:
    _log(error)
    return problem("unavailable", "The database does not answer now.", headers={"Retry-After": "1"})


def _log(error: Exception) -> None:
    """Write down what happened, without what somebody may have put into the address."""
    logger.error("%s %s failed", request.method, cautious(request.path), exc_info=error)


def _on_anything(error: Exception) -> Response:
    """Answer for our own mistakes: the log has the story, the caller a code."""
    _log(error)
    return problem("internal_error", "The request could not be answered. The mistake is ours.")


def install(app: Flask) -> None:
    """Make every error of the application a problem document."""
    app.register_error_handler(ProblemError, _on_problem)
    app.register_error_handler(RefusedError, _on_refusal)
    app.register_error_handler(RefusedByGameError, _on_setup)
    app.register_error_handler(HTTPException, _on_http)
    app.register_error_handler(ConflictError, _on_conflict)
    app.register_error_handler(BookError, _on_book)
    app.register_error_handler(ReadOnlyError, _on_read_only)
    app.register_error_handler(DamagedError, _on_damage)
    app.register_error_handler(StoreError, _on_store)
    app.register_error_handler(Exception, _on_anything)
