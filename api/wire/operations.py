"""What each operation of the API takes and answers: requests are read by it, the OpenAPI document is made from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from flask import current_app, g, has_request_context, request
from marshmallow import Schema, ValidationError

from api.wire.problems import ProblemError
from api.wire.schemas.bodies import CancelBody, NoBody, RematchBody, ResumeBody
from api.wire.who import Who
from domain.ledger import parking

View = TypeVar("View", bound=Callable[..., Any])

JSON = "application/json"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
TABLES = frozenset({"unknown_table", "unknown_case"})  # problems of operations at one table
MAY_BE_EMPTY = (CancelBody, NoBody, RematchBody, ResumeBody)  # bodies whose absence says the same as {}


class Reply(NamedTuple):
    """A good answer: what it means, its schema or several to choose from, media types, headers with their meaning."""

    description: str
    schema: type[Schema] | tuple[type[Schema], ...] | None = None
    media: tuple[str, ...] = (JSON,)
    headers: Mapping[str, str] = {}


class Operation(NamedTuple):
    """One method of one address."""

    id: str
    tag: str
    summary: str
    description: str
    callers: tuple[Who, ...]  # who may call
    replies: Mapping[int, Reply]
    problems: tuple[str, ...]  # codes
    query: type[Schema] | None
    body: type[Schema] | None
    keyed: bool  # honours Idempotency-Key
    conditional: bool  # reads If-Match
    example: Mapping[str, Any] | None  # of a body


OPERATIONS: dict[Any, Operation] = {}  # by view function


def operation(
    id: str,
    tag: str,
    summary: str,
    *,
    callers: tuple[Who, ...],
    replies: Mapping[int, Reply],
    problems: Sequence[str] = (),
    query: type[Schema] | None = None,
    body: type[Schema] | None = None,
    keyed: bool = False,
    conditional: bool = False,
    example: Mapping[str, Any] | None = None,
    long: bool = False,
    most: Callable[[], int] | None = None,
) -> Callable[[View], View]:
    """Describe a view function; its docstring says the rest. A `long` one is done aside, so that others can act.

    `most` says how many bytes a body may have, where that hangs on who calls.
    """

    def describe(view: View) -> View:
        if long:
            view = _aside(view)
        if body is not None and (long or most is not None):
            view = _having_read(view, most)
        OPERATIONS[view] = Operation(
            id=id,
            tag=tag,
            summary=summary,
            description=" ".join((view.__doc__ or "").split()),
            callers=callers,
            replies=replies,
            problems=tuple(problems),
            query=query,
            body=body,
            keyed=keyed,
            conditional=conditional,
            example=example,
        )
        return view

    return describe


def _aside(view: View) -> View:
    @wraps(view)
    def aside(*args: Any, **named: Any) -> Any:
        return parking.aside(partial(view, *args, **named))

    return cast(View, aside)


def _having_read(view: View, most: Callable[[], int] | None) -> View:
    """Read the body before anything else: whoever sends slowly holds none of the few threads for what takes long."""

    @wraps(view)
    def having_read(*args: Any, **named: Any) -> Any:
        if most is not None:
            request.max_content_length = most()
        request.get_data(cache=True)
        return view(*args, **named)

    return cast(View, having_read)


def this_operation() -> Operation | None:
    """Return the description of the operation that this request asks for."""
    return OPERATIONS.get(current_app.view_functions.get(request.endpoint or ""))


def is_command(described: Operation) -> bool:
    """Say whether an operation would change a table, so that one from an archive refuses it."""
    problems = described.problems
    return not TABLES.isdisjoint(problems) and (
        "write_conflict" in problems or (described.body is not None and "refusal" in problems)
    )


def asks_for_command() -> bool:
    """Say whether whoever runs this answers a request that would change a table."""
    described = this_operation() if has_request_context() else None
    return described is not None and is_command(described)


def read_query() -> None:
    """Check the query of this request; raises `ProblemError` (`invalid_query`)."""
    described = this_operation()
    schema = None if described is None else described.query
    if schema is None:
        if described is not None and request.args:
            raise ProblemError("invalid_query", "Nothing can be asked for behind a question mark here.")
        g.query = {}
        return
    given = request.args.to_dict(flat=False)
    twice = [name for name, values in given.items() if len(values) > 1]
    if twice:
        raise ProblemError("invalid_query", "A name stands in the query twice.", more={"errors": _named(twice)})
    try:
        g.query = schema().load({name: values[0] for name, values in given.items()})
    except ValidationError as error:
        raise ProblemError("invalid_query", "The query does not fit.", more={"errors": _messages(error)}) from None


def _named(names: Sequence[str]) -> dict[str, list[str]]:
    return {name[:64]: ["Given twice."] for name in names[:8]}


def _messages(error: ValidationError) -> dict[str, Any]:
    """Return what does not fit by member; unknown members are named, cut to a size that is worth sending."""
    return {str(name)[:64]: messages for name, messages in sorted(error.messages_dict.items())[:16]}


def query() -> dict[str, Any]:
    """Return the checked query of this request."""
    found: dict[str, Any] = g.query
    return found


def body_bytes() -> bytes:
    """Return the body, which must call itself JSON; raises `ProblemError` and, for one that is too large, 413."""
    text = request.get_data(cache=True)
    if request.content_length is None and len(text) >= (request.max_content_length or len(text) + 1):
        raise ProblemError(
            "too_large", "The body is too large."
        )  # sent in chunks, and cut off by Werkzeug at the limit
    if request.mimetype != JSON and (text or request.mimetype):
        raise ProblemError("unsupported_media_type", "Send the body as application/json.")
    return text


def body() -> dict[str, Any]:
    """Return the checked body of this request, with defaults for what is absent; raises `ProblemError`."""
    described = this_operation()
    assert described is not None
    assert described.body is not None
    text = body_bytes()
    if not text and described.body in MAY_BE_EMPTY:
        text = b"{}"
    return explained(text, described.body())


def _each_once(members: list[tuple[str, Any]]) -> None:
    """Raise `ValueError` for an object with one name twice, of which others would read another value."""
    if len({name for name, _ in members}) < len(members):
        raise ValueError("one name twice")


def explained(text: bytes, schema: Schema) -> dict[str, Any]:
    """Load a body by its schema; raises `ProblemError` (`malformed_json`, `invalid_body`) that says what is wrong."""
    try:
        value = msgspec.json.decode(text)
        json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise ProblemError("malformed_json", "The body is no JSON that this service reads.") from None
    if not isinstance(value, dict):
        raise ProblemError("invalid_body", "The body must be a JSON object.")
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        raise ProblemError("invalid_body", "The body does not fit.", more={"errors": _messages(error)}) from None
    return loaded
