"""The letters of webhooks in the OpenAPI document: each type of event with its schema, its headers, its answers."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from domain.tournament.log.entries import Entry

OVERDUE: Final = "case.overdue"
TEST: Final = "webhook.test"
PLACE: Final = "#/components/schemas/tournament.{name}"

_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer", "minimum": 1}
_ALWAYS: dict[str, Any] = {
    "tournament": {**_TEXT, "description": "the id of the tournament"},
    "sandbox": {"type": "boolean", "description": "whether it is only tried"},
}
_CASE: dict[str, Any] = {
    "round": _NUMBER,
    "pairing": {**_NUMBER, "description": "the table's number in the round"},
    "table": {**_TEXT, "description": "its id"},
    "case": {**_TEXT, "description": "the case that waits"},
    "due": {**_TEXT, "format": "date-time", "description": "until when somebody should have claimed it"},
}
_HEADERS: dict[str, tuple[str, str]] = {
    "webhook-id": ("the same in every attempt: who has taken it needs no other", r"^msg_[0-9a-f]+_[0-9]+$"),
    "webhook-timestamp": ("of this attempt, in seconds since 1970", "^[0-9]+$"),
    "webhook-signature": (
        "`v1,` and HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64; after a space that of the old secret too",
        r"^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$",
    ),
}
_ANSWERS: dict[str, str] = {
    "2XX": "taken",
    "410": "nothing more is sent until the webhook is resumed",
    "4XX": "refused: this letter is tried again later, the others go on; after 408 and 429 all wait",
    "5XX": "all letters wait, and are tried again for three days",
}


def described_letters() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the `webhooks` of the document, by the types of events, and the schemas that they need."""
    entries = get_args(Entry)
    refs, schemas = msgspec.json.schema_components(entries, ref_template=PLACE)
    told = {}
    for entry, ref in zip(entries, refs, strict=True):
        said = {
            "n": {**_NUMBER, "description": "its number in the feed and in the record"},
            "entry": ref,
            "hash": {**_TEXT, "description": "of the chain after it, in base64url"},
        }
        type = f"tournament.{entry.__struct_config__.tag}"
        told[type] = _letter(type, _summary(entry.__doc__ or ""), said)
    told[OVERDUE] = _letter(OVERDUE, "A case at one of the tables waits too long.", _CASE)
    told[TEST] = _letter(TEST, "A letter to try the webhook, sent by `testWebhook`.", {})
    return told, {f"tournament.{name}": schema for name, schema in schemas.items()}


def _summary(text: str) -> str:
    return text.partition("\n")[0].strip()


def _letter(type: str, summary: str, said: dict[str, Any]) -> dict[str, Any]:
    data = {**_ALWAYS, **said}
    schema = _object(
        {
            "type": {"const": type},
            "timestamp": {**_TEXT, "format": "date-time", "description": "when it happened"},
            "data": _object(data),
        }
    )
    headers = [
        {"name": name, "in": "header", "required": True, "description": text, "schema": {**_TEXT, "pattern": pattern}}
        for name, (text, pattern) in _HEADERS.items()
    ]
    return {
        "post": {
            "tags": ["tournaments"],
            "summary": summary,
            "description": "To each webhook of the tournament, signed as the Standard Webhooks specification says.",
            "security": [],
            "parameters": headers,
            "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
            "responses": {status: {"description": text} for status, text in _ANSWERS.items()},
        }
    }


def _object(members: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": list(members)}
