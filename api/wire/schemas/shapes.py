"""The members that answers have, in the words that all of them use.

Imported under names that no member has: in the body of a schema `text = text(...)` would be the last of its kind.
"""

from __future__ import annotations

from marshmallow import RAISE, Schema, fields

from api.wire.fields import Json
from api.wire.schemas.queries import STATUSES


class Answer(Schema):
    """Base: an answer has exactly these members."""

    class Meta:
        unknown = RAISE


def text(description: str | None = None, *, null: bool = False, required: bool = True) -> fields.String:
    """Return a string."""
    metadata = {} if description is None else {"description": description}
    return fields.String(required=required, allow_none=null, metadata=metadata)


def time(description: str | None = None, *, null: bool = False) -> fields.String:
    """Return a moment."""
    told = {} if description is None else {"description": description}
    return fields.String(required=True, allow_none=null, metadata={"format": "date-time", **told})


def number(description: str | None = None, *, null: bool = False, required: bool = True) -> fields.Integer:
    """Return a whole number."""
    metadata = {} if description is None else {"description": description}
    return fields.Integer(required=required, allow_none=null, metadata=metadata)


def truth(description: str | None = None) -> fields.Boolean:
    """Return a truth."""
    return fields.Boolean(required=True, metadata={} if description is None else {"description": description})


def status() -> fields.String:
    """Return the status of a table."""
    return fields.String(required=True, metadata={"enum": list(STATUSES)})


def schema(description: str) -> Json:
    """Return a JSON Schema."""
    return Json(required=True, metadata={"description": description})
