"""What the service answers about what was: entries, results, refused attempts, verifications, frames."""

from __future__ import annotations

from marshmallow import fields

from api.wire.fields import Json
from api.wire.schemas.answers import OutcomeAnswer
from api.wire.schemas.play import LineAnswer
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import schema as _schema
from api.wire.schemas.shapes import status as _status
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from api.wire.schemas.shapes import truth as _truth


class FeedEntry(Answer):
    """An entry in the feed of a key."""

    table = _text("where it happened")
    n = _number("its number there")
    line = _schema("the line of the record, as a spectator reads it")


class FeedAnswer(Answer):
    """What happened at the tables of a key."""

    entries = fields.List(fields.Nested(FeedEntry), required=True)
    next = _text("the cursor to go on with; it stays the same until something happens")


class EntriesAnswer(Answer):
    """Entries as this viewer's record has them."""

    table = _text()
    viewer = _text()
    n = _number("the last entry in the answer; the next `after`")
    last = _number("the last entry of the table")
    entries = fields.List(fields.Nested(LineAnswer), required=True)


class RulingAnswer(Answer):
    """The last ruling that put another result there."""

    n = _number("its entry")
    case = _text()
    by = _text("an arbiter, or an operator")
    outcome = fields.Nested(OutcomeAnswer, required=True)


class WaitingAnswer(Answer):
    """What a result waits for until it is final."""

    accepted = fields.List(fields.Integer(), required=True, metadata={"description": "seats that have accepted it"})
    final_at = _time(null=True)


class ResultAnswer(Answer):
    """The result of a table."""

    table = _text()
    status = _status()
    confirmed = _truth("the result is final")
    n = _number("the last entry")
    head = _text("its hash")
    outcome = fields.Nested(OutcomeAnswer, required=True, metadata={"description": "in force"})
    found = fields.Nested(
        OutcomeAnswer, required=True, allow_none=True, metadata={"description": "what the rules found; null if nothing"}
    )
    ruling = fields.Nested(RulingAnswer, required=True, allow_none=True)
    waiting = fields.Nested(WaitingAnswer, required=True, allow_none=True)


class AttemptAnswer(Answer):
    """A command that was refused."""

    at = _time()
    seat = _number()
    tag = _text("of the command")
    body = Json(
        required=True, allow_none=True, metadata={"description": "of the command; null where it was too long to keep"}
    )
    code = _text("of the refusal")
    seen = _number("the table's last entry at that moment")


class AttemptsAnswer(Answer):
    """A page of refused attempts, the oldest first."""

    table = _text()
    seat = _number("whose attempts; null for everybody's", null=True)
    attempts = fields.List(fields.Nested(AttemptAnswer), required=True)
    next = _text("the cursor of the next page", null=True)


class CheckAnswer(Answer):
    """One check of a verification."""

    number = _number()
    name = _text()
    title = _text()
    status = fields.String(required=True, metadata={"enum": ["passed", "failed", "not possible"]})
    reason = _text(null=True)
    line = _number("the first wrong line of the copy", null=True)


class VerificationAnswer(Answer):
    """What the numbered checks find in the caller's copy."""

    table = _text()
    viewer = _text()
    n = _number("the last entry of the copy")
    failed = _truth()
    checks = fields.List(fields.Nested(CheckAnswer), required=True)


class FramesAnswer(Answer):
    """The header of `frames/1`, as docs/frames.md tells."""

    format = fields.String(required=True, metadata={"const": "frames/1"})
    table = _text()
    label = _text(null=True)
    game = _text()
    title = _text("of the game")
    costume = _text("how the game's table is dressed")
    release = _text("the program that opened the table")
    language = _text()
    seats = fields.List(fields.String(), required=True, metadata={"description": "what the seats are called"})
    status = _status()
    over = _truth("no entry follows")
    n = _number("the last entry so far")
    head = _text("its hash")
    chunk = _number("entries in a chunk")
    viewers = fields.List(fields.String(), required=True, metadata={"description": "of the frames in each chunk"})
    allowed = fields.List(fields.String(), required=True, metadata={"description": "as whom the caller may look"})
    marks = _schema("entries by what happened there")
    decisions = _schema("entries that put a decision to a viewer's seats, by viewer")
    taken_back = fields.List(fields.Integer(), required=True, metadata={"description": "dropped by a rewind"})


class FramesChunkAnswer(Answer):
    """A chunk of `frames/1`, whose parts docs/frames.schema.json describes."""

    from_ = fields.Integer(required=True, data_key="from", metadata={"description": "the first entry"})
    base = fields.List(fields.Integer(), required=True, metadata={"description": "how much the pool has before"})
    pool = _schema("the texts, cards, zones and panels that come to the pool")
    entries = fields.List(Json(), required=True, metadata={"description": "how each entry left the table"})
    frames = _schema("the frames of the viewer")
