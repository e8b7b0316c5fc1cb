"""The OpenAPI document: made from the descriptions of the operations, marshmallow's schemas and the games' own."""

from __future__ import annotations

import re
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from marshmallow import Schema
from werkzeug.routing import Rule

from api.settings import COOKIE, DESK_COOKIE, ORGANISER_COOKIE, PLAYER_COOKIE, SEAT
from api.wire.games import schemas_of
from api.wire.letters import described_letters
from api.wire.operations import MAY_BE_EMPTY, OPERATIONS, SSE, TABLES, Operation, Reply, is_command
from api.wire.problems import KINDS, PROBLEM_TYPE
from api.wire.schemas import answers
from api.wire.who import Who
from domain.games import names
from domain.table.seating import RELEASE

REFUSALS = {"refusal": ("403", "409"), "refused_setup": ("422",)}  # codes that tables and games add, by operation
EVERYWHERE = ("bad_credentials", "wrong_origin", "invalid_query", "too_many_requests", "internal_error", "unavailable")
WITH_BODY = ("bad_request", "malformed_json", "too_large", "unsupported_media_type", "invalid_body")
WITH_TABLE = ("damaged_table", "other_seat")
WITH_KEY = ("bad_header", "idempotency_key_reused")
TAGS = {
    "games": "The games, and what is said at their tables",
    "tables": "Opening, finding, starting and cancelling tables",
    "seats": "Sitting down and leaving",
    "players": "What a player with a key of its own has to do",
    "play": "Looking, asking what one may do, acting",
    "desk": "Calling an arbiter, cases and rulings, rewinds; stopping the play, setting clocks",
    "tournaments": "Tournaments: players, rounds, results, standings, and what proves them",
    "record": "Entries, results, records and their verification",
}
PRECONDITIONS = {  # by tag
    "play": "the decision this answers: the ETag of GET …/actions",
    "desk": "the table's last entry, as whoever decides has seen it: the ETag of the case",
}
PATHS: dict[str, dict[str, Any]] = {
    "game": {"type": "string", "description": "a game's name", "examples": ["chanic_panic"]},
    "table": {"type": "string", "description": "a table's id"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 999, "description": "a seat from 0"},
    "chunk": {"type": "integer", "minimum": 0, "maximum": 999, "description": "64 entries each, from 0"},
    "case": {"type": "string", "description": "a case's id"},
    "tournament": {"type": "string", "description": "a tournament's id"},
    "player": {"type": "string", "description": "a player's id"},
    "other": {"type": "string", "description": "another player's id"},
    "round": {"type": "integer", "minimum": 1, "maximum": 99_999, "description": "a round from 1"},
    "pairing": {"type": "integer", "minimum": 1, "maximum": 99_999, "description": "a table's number in the round"},
    "webhook": {"type": "string", "description": "a webhook's id"},
    "delivery": {"type": "integer", "minimum": 1, "maximum": 99_999, "description": "a letter's number, from 1"},
    "sheet": {
        "type": "string",
        "enum": ["players.csv", "pairings.csv", "results.csv", "standings.csv", "trf16.trf", "trf26.trf"],
        "description": "which sheet",
    },
    "caster": {
        "type": "integer",
        "minimum": 0,
        "maximum": 999,
        "description": "a caster's number at the table, from 1",
    },
}
EVENT: dict[str, Any] = {  # of a stream; readers of this document take the schema for that of each event
    "type": "object",
    "description": "a server-sent event; in `data` one JSON object",
    "properties": {
        "id": {"type": "string"},
        "event": {"enum": ["message", "opened", "closed"]},
        "data": {"type": "string"},
    },
    "required": ["data"],
}
INTRODUCTION = """Card games whose every action is stored as an entry of a hash chain, so that it can be proved later.

Credentials are `Authorization: Bearer` with a seat's, an opener's or a caster's token, or a key (player,
operator, organiser, arbiter).
In a browser, `beginSession` puts a token into a cookie.
A request without credentials is a spectator's. `x-callers` says who may call an operation: each of its members names
callers of one kind (`anybody`: with any credentials or none) and in `when`, if there, under which condition.

Every error is `application/problem+json` with a stable `code`. A POST with an `Idempotency-Key` can be sent again: it
acts once and gives the same answer.

`RateLimit` says how many requests are left to a caller and for how many seconds; 429 says in `Retry-After` when to come
back."""


COOKIES = {  # of browsers' sessions: their names, and what they are
    "session": (COOKIE, "what `beginSession` sets"),
    "desk": (DESK_COOKIE, "what `beginDeskSession` sets; it acts in requests with `Matchledger-Session: desk`"),
    "organiser": (
        ORGANISER_COOKIE,
        "what `beginOrganiserSession` sets; it acts in requests with `Matchledger-Session: organiser`",
    ),
    "player": (
        f"{PLAYER_COOKIE}ID",
        "what `beginPlayerSession` sets at a tournament; it acts in requests with `Matchledger-Session: player:ID`",
    ),
}


def document(app: Flask) -> dict[str, Any]:
    """Return the document for the routes of an application."""
    plugin = MarshmallowPlugin(schema_name_resolver=_schema_name)
    spec = APISpec(
        title="Matchledger",
        version=RELEASE.rpartition(" ")[2],
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": INTRODUCTION, "license": {"name": "MIT", "identifier": "MIT"}},
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        servers=[{"url": "/", "description": "this service"}],
        security=[{}, {"bearer": []}],
    )
    converter = plugin.converter
    assert converter is not None
    spec.components.security_scheme(
        "bearer",
        {"type": "http", "scheme": "bearer", "description": "a seat's, an opener's or a caster's token, or a key"},
    )
    for name, (cookie, description) in COOKIES.items():
        scheme = {"type": "apiKey", "in": "cookie", "name": cookie, "description": description}
        spec.components.security_scheme(name, scheme)
    spec.components.schema("Problem", schema=answers.Problem)
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        described = OPERATIONS.get(app.view_functions[rule.endpoint])
        if described is not None:
            path = re.sub(r"<(?:seat:|chunk:|number:)?(\w+)>", r"{\1}", rule.rule)
            spec.path(path=path, operations={_method(rule): _operation(converter, rule, described)})
    made = dict(spec.to_dict())
    made["webhooks"], shared = described_letters()
    made["components"]["schemas"].update({**shared, **_game_schemas()})
    made["components"]["schemas"]["OpenTableBody"]["properties"]["game"]["enum"] = list(names())
    return made


def _schema_name(schema: Any) -> str:
    cls = schema if isinstance(schema, type) else type(schema)
    return str(cls.__name__)


def _game_schemas() -> dict[str, Any]:
    """Return each game's schemas as `<game>.<name>`, the bodies of its commands as `<game>.command.<tag>`."""
    made: dict[str, Any] = {}
    for name in names():
        schemas = schemas_of(name, f"#/components/schemas/{name}.{{name}}")
        made |= {f"{name}.{shared}": schema for shared, schema in schemas.shared.items()}
        made |= {f"{name}.command.{tag}": body for tag, body in schemas.commands.items()}
        made |= {f"{name}.options": schemas.options, f"{name}.view": schemas.view}
    return made


def _method(rule: Rule) -> str:
    return next(method.lower() for method in sorted(rule.methods or ()) if method not in ("HEAD", "OPTIONS"))


def _operation(converter: OpenAPIConverter, rule: Rule, described: Operation) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": PATHS[name]} for name in sorted(rule.arguments)
    ]
    if described.query is not None:
        parameters.extend(_query_parameters(converter, described.query))
    if described.keyed:
        parameters.append(
            _header("Idempotency-Key", "makes it safe to send the request again", pattern="^[!-~]{1,200}$")
        )
    if described.conditional:
        parameters.append(_header("If-Match", PRECONDITIONS[described.tag]))
    if "table" in rule.arguments and not TABLES.isdisjoint(described.problems):
        parameters.append(_header(SEAT, "the seat for which the caller asks: refused unless it sits there"))
    shape: dict[str, Any] = {
        "operationId": described.id,
        "tags": [described.tag],
        "summary": described.summary,
        "description": described.description,
        "security": _security(rule, described),
        "x-callers": [_caller_shape(who) for who in described.callers],
        "parameters": parameters,
        "responses": {str(status): _reply(reply) for status, reply in described.replies.items()},
    }
    if described.body is not None:
        content: dict[str, Any] = {"schema": described.body}
        if described.example is not None:
            content["example"] = described.example
        required = described.body not in MAY_BE_EMPTY
        shape["requestBody"] = {"required": required, "content": {"application/json": content}}
    for status, codes in _problems(described).items():
        shape["responses"][status] = {
            "description": "; ".join(codes),
            "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return shape


def _security(rule: Rule, described: Operation) -> list[dict[str, list[str]]]:
    """Return what credentials an operation needs: any, or some of those that `x-callers` names."""
    needed: list[dict[str, list[str]]] = [{"bearer": []}]
    if "table" in rule.arguments:
        needed.append({"session": []})
    if any(who.caller in ("operator", "arbiter") for who in described.callers):
        needed.append({"desk": []})
    if any(who.caller in ("operator", "organiser") for who in described.callers):
        needed.append({"organiser": []})
    if any(who.caller == "player" for who in described.callers):
        needed.append({"player": []})
    return [{}, *needed] if any(who.caller == "anybody" for who in described.callers) else needed


def _caller_shape(who: Who) -> dict[str, str]:
    return {"caller": who.caller} if who.when is None else {"caller": who.caller, "when": who.when}


def _header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "header", "description": description, "schema": {"type": "string", **schema}}


def _query_parameters(converter: OpenAPIConverter, schema: type[Schema]) -> list[dict[str, Any]]:
    found = []
    for name, field in schema().fields.items():
        shape = converter.field2property(field)
        description = shape.pop("description", None)
        parameter = {"name": name, "in": "query", "schema": shape}
        found.append(parameter if description is None else {**parameter, "description": description})
    return found


def _reply(reply: Reply) -> dict[str, Any]:
    schema: Any = {"anyOf": list(reply.schema)} if isinstance(reply.schema, tuple) else reply.schema
    shape: dict[str, Any] = {
        "description": reply.description,
        "content": {
            media: {"schema": schema if media == "application/json" else _lines(media)} for media in reply.media
        },
    }
    if reply.headers:
        shape["headers"] = {
            name: {"description": text, "schema": {"type": "string"}} for name, text in reply.headers.items()
        }
    return shape


def _lines(media: str) -> dict[str, Any]:
    if media == SSE:
        return EVENT
    return {"type": "string", "description": "one JSON object a line, as docs/record-format.md says"}


def _codes(described: Operation) -> tuple[str, ...]:
    """Return the codes of an operation's problems."""
    sent = WITH_BODY if described.body is not None else ()
    stored = () if TABLES.isdisjoint(described.problems) else WITH_TABLE
    closed = ("imported_table",) if is_command(described) else ()
    return (*described.problems, *stored, *closed, *sent, *(WITH_KEY if described.keyed else ()), *EVERYWHERE)


def _problems(described: Operation) -> dict[str, list[str]]:
    """Return the codes of an operation's problems by status."""
    found: dict[str, list[str]] = {}
    for code in _codes(described):
        if code in REFUSALS:
            for status in REFUSALS[code]:
                found.setdefault(status, []).append("a refusal by the table or the game's rules")
        else:
            found.setdefault(str(KINDS[code].status), []).append(code)
    return dict(sorted(found.items()))
