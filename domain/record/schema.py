"""The JSON Schema (2020-12) of a record's lines, made from the types that write them."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args

import msgspec

from domain.record.entries import CLOCK, TABLE, WITH_FACTS, BookEntry
from domain.record.keys import BRANCH
from domain.record.lines import CardSet, Header
from domain.record.order import CONCEDE
from domain.record.texts import Note

ID = "urn:matchledger:record:1"
SALT = {"type": "string", "pattern": "^[A-Za-z0-9_-]{21}[AQgw]$", "description": "16 bytes in base64url"}
DIGEST = {"type": "string", "pattern": "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$", "maxLength": 43}
FACT = {
    "type": "object",
    "description": 'A fact of the game; a hidden card is "?", a hidden whole value null.',
    "properties": {"tag": {"type": "string", "not": {"const": "?"}}},
    "required": ["tag"],
}
SEATS_OR = "seat:(0|[1-9][0-9]?)(,seat:(0|[1-9][0-9]?))*"
OPENING = {
    "type": "array",
    "description": "A value and the salt of its seal.",
    "prefixItems": [True, SALT],
    "items": False,
    "minItems": 2,
}
BODY_OPENED = {**OPENING, "prefixItems": [{"type": "object"}, SALT]}
ORIGIN_OPENED = {**OPENING, "prefixItems": [{"enum": ["hand", "prepared"]}, SALT]}
OPENED = {
    "type": "object",
    "properties": {"/command/body": BODY_OPENED, "/origin": ORIGIN_OPENED},
    "additionalProperties": OPENING,
    "minProperties": 1,
}
REVEALED = {
    "type": "object",
    "propertyNames": {"pattern": "^[1-9][0-9]*/"},
    "patternProperties": {"^[0-9]+/command/body$": BODY_OPENED},
    "additionalProperties": OPENING,
    "minProperties": 1,
}
_OF_FACTS = re.compile(rb"_dict_str__[A-Za-z.]+__")  # what msgspec adds to the name of a generic type
PATCHES: dict[str, Any] = {
    "facts": {"type": "array", "items": FACT},
    "seals": {
        "type": "object",
        "propertyNames": {"pattern": "^/"},
        "additionalProperties": DIGEST,
        "minProperties": 1,
    },
    "reveals": REVEALED,
    "origin": {"type": "null", "description": "hand or prepared, sealed for the seat; in games that prepare answers"},
}


OFFICER = r"(operator|arbiter)(:[\s\S]*)?"
ONE_SEAT = "seat:(0|[1-9][0-9]?)"
BY_AN_OFFICER = {"pattern": f"^{OFFICER}$"}
ADDED: dict[tuple[str, str], dict[str, Any]] = {  # what the types leave to the checks, by part and member
    ("ActionTaken", "by"): {"pattern": "^seat:(0|[1-9][0-9]?)$"},
    ("ActionTaken", "draws"): {"minItems": 1},
    ("ActionForced", "draws"): {"minItems": 1},
    ("GameStarted", "draws"): {"minItems": 1},
    ("RecordedCommand", "tag"): {"not": {"const": "?"}},
    ("Draw", "label"): {"pattern": "^[0-9]+/[0-9]+/[\\s\\S]"},
    ("Draw", "result"): {"uniqueItems": True},
    ("EvidenceViewed", "viewer"): {"pattern": f"^(all|{SEATS_OR})$"},
    ("EvidenceViewed", "first"): {"minimum": 1},
    ("EvidenceViewed", "last"): {"minimum": 1},
    ("CasterAdmitted", "seats"): {"minItems": 1, "uniqueItems": True},
    ("CaseOpened", "by"): {"pattern": rf"^({ONE_SEAT}|{OFFICER}|(opener|player|organiser)(:[\s\S]*)?)$"},
    ("CaseClaimed", "by"): BY_AN_OFFICER,
    ("CaseReleased", "by"): BY_AN_OFFICER,
    ("CaseDismissed", "by"): BY_AN_OFFICER,
    ("RulingMade", "by"): BY_AN_OFFICER,
    ("RulingMade", "measures"): {"uniqueItems": True},
    ("CaseAppealed", "by"): {"pattern": f"^{ONE_SEAT}$"},
    ("RulingAccepted", "by"): {"pattern": f"^({ONE_SEAT}|{TABLE})$"},
    ("CaseClosed", "by"): {"pattern": f"^({CLOCK}|{OFFICER})$"},
    ("Penalty", "by"): BY_AN_OFFICER,
    ("RewoundTo", "to"): {"minimum": 1},
    ("RewoundTo", "facts"): {"minItems": 1},
    ("RewoundTo", "draws"): {"minItems": 1},
    ("Header", "viewer"): {"pattern": f"^(all|spectator|{SEATS_OR})$"},
}
A_PICK = {"properties": {"kind": {"const": "pick"}}}
PICKED = {"properties": {"n": {"minimum": 1}, "result": {"type": ["integer", "null"]}}}
SHUFFLED = {"properties": {"result": {"type": ["array", "null"]}}}
A_CONCESSION = {"properties": {"command": {"properties": {"tag": {"const": CONCEDE}}}}}
BY_A_RULER = {"properties": {"by": {"pattern": r"^(opener|player|organiser|operator|arbiter)(:[\s\S]*)?$"}}}
BY_THE_CLOCK = {"properties": {"by": {"const": CLOCK}}}
NEW_ORDERS = {"required": ["order"]}
FACTS_THERE = {"required": ["facts"]}
DRAWS_THERE = {"required": ["draws"]}
A_BRANCH = {"properties": {"protocol": {"const": BRANCH}}}
WITH_PARENT = {"required": ["branch_of"]}
EITHER: dict[str, dict[str, Any]] = {  # what one member says of another, by part
    "ClockAdjusted": {"oneOf": [{"required": ["bank_ms"]}, {"required": ["move_ms"]}]},
    "ActionForced": {"if": A_CONCESSION, "then": BY_A_RULER, "else": BY_THE_CLOCK},
    "Draw": {"if": A_PICK, "then": PICKED, "else": SHUFFLED},
    "RewoundTo": {"if": {"not": NEW_ORDERS}, "then": {"not": {"anyOf": [FACTS_THERE, DRAWS_THERE]}}},
    "TableOpened": {"if": A_BRANCH, "then": WITH_PARENT, "else": {"not": WITH_PARENT}},
}


def record_schema() -> dict[str, Any]:
    """Return the schema that each line of a record fits."""
    with_facts: tuple[Any, ...] = WITH_FACTS
    entries = (*[cls[dict[str, Any]] for cls in with_facts], *get_args(BookEntry))
    refs, parts = msgspec.json.schema_components((Header, CardSet, Note, *entries), ref_template="#/$defs/{name}")
    header, card_set, note, *kinds = refs
    for name, part in parts.items():
        of = _OF_FACTS.sub(b"", name.encode()).decode()
        _tidy(of, part)
        part |= EITHER.get(of, {})
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "A line of a Matchledger record",
        "description": "What a schema cannot say (canonical bytes, order, hashes, seals) is in record-format.md.",
        "oneOf": [
            _line("header", header),
            _line("entry", {"oneOf": kinds}, {"hash": DIGEST, "opened": OPENED}, ["hash"]),
            _line("data", card_set),
            _line("checkpoint", {}),
            _line("note", note),
        ],
        "$defs": parts,
    }
    plain: dict[str, Any] = msgspec.json.decode(_OF_FACTS.sub(b"", msgspec.json.encode(schema)))
    return plain


def _line(kind: str, schema: Any, more: dict[str, Any] | None = None, required: list[str] | None = None) -> Any:
    return {
        "type": "object",
        "properties": {kind: schema, **(more or {})},
        "required": [kind, *(required or [])],
        "patternProperties": {"^x_": True},
        "additionalProperties": False,
    }


def _tidy(of: str, part: dict[str, Any]) -> None:
    """Give a part its public form: no defaults, no `null` for a member that may be left out, what is always checked."""
    required = part.get("required", [])
    part["description"] = inspect.cleandoc(part["description"])
    for name, schema in part.get("properties", {}).items():
        if name in PATCHES:
            schema.clear()
            schema.update(PATCHES[name])
        schema.update(ADDED.get((of, name), {}))
        schema.pop("default", None)
        choices = [choice for choice in schema.get("anyOf", []) if choice != {"type": "null"}]
        if choices and name not in required:
            del schema["anyOf"]
            schema.update(choices[0] if len(choices) == 1 else {"anyOf": choices})
