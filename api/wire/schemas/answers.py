"""What the service answers about tables, who sits there, sessions and tickets: `api.requests.representations`."""

from __future__ import annotations

from typing import get_args

from marshmallow import RAISE, Schema, fields

from api.wire.fields import Json
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import status as _status
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from api.wire.schemas.shapes import truth as _truth
from domain.record.entries import ClockReason, PauseReason


class FaultAnswer(Answer):
    """One thing that is wrong."""

    code = _text("stable")
    detail = _text("as a sentence")
    line = fields.Integer(required=False, metadata={"description": "of a file, from 1"})


class Problem(Schema):
    """A problem document (RFC 9457)."""

    class Meta:
        unknown = RAISE

    type = _text("an address that explains the code")
    title = _text("the kind of problem")
    status = _number("the HTTP status")
    detail = _text("this problem, as a sentence")
    code = _text("stable; what a program decides by")
    category = fields.String(
        required=True,
        metadata={"enum": ["request", "caller", "state", "service", "setup", "turn", "over", "rule"]},
    )
    rule = _text("for a refusal: the rule it rests on", required=False)
    tag = _text("with `stale_decision`: the decision now, for If-Match", null=True, required=False)
    faults = fields.List(
        fields.Nested(FaultAnswer),
        required=False,
        metadata={"description": "with `invalid_tournament` and `invalid_players`: all that is wrong"},
    )
    seat = fields.Integer(
        required=False, allow_none=True, metadata={"description": "with `other_seat`: the seat of whoever asks, if any"}
    )
    errors = Json(required=False, metadata={"description": "what does not fit, by member"})


class SeatAnswer(Answer):
    """A seat of a table."""

    seat = _number()
    taken = _truth()
    joins = fields.String(
        required=True,
        metadata={"enum": ["token", "code", "open", "bot"], "description": "how it is, or was, taken"},
    )
    name = _text(null=True)
    player = _text("pseudonym in the record", null=True)
    bot = _text(null=True)


class PlaceAnswer(Answer):
    """A rank and who shares it."""

    place = _number("from 1")
    seats = fields.List(fields.Integer(), required=True)


class OutcomeAnswer(Answer):
    """How a game ended."""

    places = fields.List(fields.Nested(PlaceAnswer), required=True)
    points = fields.List(fields.Integer(), required=True, allow_none=True, metadata={"description": "by seat"})
    ended_by = fields.String(
        required=True, metadata={"enum": ["play", "concession", "time", "limit", "abandoned", "ruling"]}
    )
    reason = _text("the game's own reason")


class CommitmentsAnswer(Answer):
    """What the table has bound itself to."""

    deal = _text()
    salt = _text()


class SeriesAnswer(Answer):
    """The run of tables that a table belongs to, as its opener said."""

    id = _text()
    number = _number("this table's, from 1")
    previous = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={"minItems": 2, "maxItems": 2, "description": "the table before, and the hash of its last entry"},
    )


class CauseAnswer(Answer):
    """What stops the play: an office, or a case."""

    cause = _text("`arbiter`, `ruler`, or `case:` and its id")
    reason = fields.String(required=True, metadata={"enum": list(get_args(PauseReason))})
    since = _time()


class PausedAnswer(Answer):
    """A pause: it ends when no cause is left."""

    since = _time()
    causes = fields.List(fields.Nested(CauseAnswer), required=True)


def paused_member() -> fields.Nested:
    """Return what stops the play, as a member."""
    return fields.Nested(
        PausedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "while the play is stopped nobody is awaited, and no clock runs"},
    )


class PauseAnswer(Answer):
    """Whether the play of a table is stopped."""

    table = _text()
    paused = paused_member()


class AdjustedAnswer(Answer):
    """A clock as it was set."""

    table = _text()
    seat = _number()
    reason = fields.String(required=True, metadata={"enum": list(get_args(ClockReason))})
    bank_ms = _number("what is left in its bank", null=True)
    move_ms = _number("what is left for the decision that it is asked", null=True)


class ConfirmAnswer(Answer):
    """When a result is final; null where it is so at once."""

    window_ms = _number("or once every seat has accepted it, if that is earlier")


class TableAnswer(Answer):
    """A table."""

    id = _text()
    game = _text()
    version = _number("of the rules")
    status = _status()
    paused = paused_member()
    visibility = fields.String(required=True, metadata={"enum": ["public", "unlisted", "private"]})
    delay_entries = _number("who has no seat sees the table as it was so many entries ago", null=True)
    delay_seconds = _number("and as it was so many seconds ago, if that is earlier", null=True)
    label = _text(null=True)
    external_id = _text(null=True)
    start = fields.String(required=True, metadata={"enum": ["full", "word"]})
    options = Json(required=True)
    card_set = _text("digest", null=True)
    clock = Json(required=True, allow_none=True)
    confirm = fields.Nested(ConfirmAnswer, required=True, allow_none=True)
    arbiter_call = fields.String(required=True, metadata={"enum": ["none", "quiet", "stop"]})
    file_ms = _number("how long after the end an arbiter may be called")
    appeal_ms = _number("how long a decision may be appealed")
    connection = fields.String(required=True, metadata={"enum": ["hidden", "shown"]})
    series = fields.Nested(SeriesAnswer, required=True, allow_none=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    n = _number("the last entry")
    head = _text("its hash")
    opened_at = _time()
    changed_at = _time()
    commitments = fields.Nested(CommitmentsAnswer, required=True)
    secrets_open_at = fields.String(required=True, metadata={"enum": ["confirmed", "event_end", "never"]})
    secrets_open = _truth()
    imported = _truth("from an archive: it is read and never changed")
    outcome = fields.Nested(OutcomeAnswer, required=True, allow_none=True)


class ConnectionAnswer(Answer):
    """Whether a seat is connected."""

    seat = _number()
    connected = _truth()


class ConnectionsAnswer(Answer):
    """Who is connected."""

    table = _text()
    connection = fields.String(required=True, metadata={"enum": ["hidden", "shown"]})
    seats = fields.List(fields.Nested(ConnectionAnswer), required=True)


class SeatedAnswer(Answer):
    """Who sits at a table of the list."""

    seat = _number()
    name = _text("null once it is erased", null=True)
    player = _text("pseudonym in the record")
    bot = _text(null=True)


class TableShort(Answer):
    """A table in the list."""

    id = _text()
    game = _text()
    status = _status()
    visibility = fields.String(required=True, metadata={"enum": ["public", "unlisted", "private"]})
    label = _text(null=True)
    external_id = _text(null=True)
    n = _number("the last entry")
    head = _text("its hash")
    seats = _number()
    taken = _number("seats that are taken")
    players = fields.List(fields.Nested(SeatedAnswer), required=True, metadata={"description": "by seat, taken ones"})
    series = fields.Nested(SeriesAnswer, required=True, allow_none=True)
    outcome = fields.Nested(
        OutcomeAnswer, required=True, allow_none=True, metadata={"description": "null until the table has ended"}
    )
    imported = _truth("from an archive: it is read and never changed")
    paused = _truth("its play is stopped")
    opened_at = _time()
    changed_at = _time()


class TablesAnswer(Answer):
    """A page of tables, the newest first."""

    tables = fields.List(fields.Nested(TableShort), required=True)
    next = _text("the cursor of the next page", null=True)


class GivenSeat(Answer):
    """What the opener passes on for one seat."""

    seat = _number()
    kind = fields.String(required=True, metadata={"enum": ["token", "code", "open", "bot"]})
    token = _text("acts for this seat", null=True)
    join_code = _text("takes this seat", null=True)


class OpenedAnswer(Answer):
    """A table that was opened."""

    table = fields.Nested(TableAnswer, required=True)
    opener_token = _text("starts or cancels the table and gives seat tokens anew")
    seats = fields.List(fields.Nested(GivenSeat), required=True)


class JoinedAnswer(Answer):
    """A seat that was taken."""

    seat = _number()
    player = _text("pseudonym in the record")
    token = _text("acts for this seat; null for a player, whose key does", null=True)
    table = fields.Nested(TableAnswer, required=True)


class TokenAnswer(Answer):
    """A seat token given anew."""

    seat = _number()
    token = _text("acts for this seat; the one before no longer does")


class CasterAnswer(Answer):
    """A caster, who sees what several seats see once these have agreed."""

    caster = _number("its number at the table")
    player = _text("pseudonym in the record")
    name = _text("null once it was erased", null=True)
    seats = fields.List(fields.Integer(), required=True, metadata={"description": "what these see, it sees"})
    agreed = fields.List(fields.Integer(), required=True, metadata={"description": "seats that have agreed; bots do"})
    since = _number("the entry from which on it casts; null until all have agreed", null=True)


class NewCasterAnswer(CasterAnswer):
    """A caster that was asked for."""

    token = _text("shows what the caster may see, once it casts")


class CastersAnswer(Answer):
    """The casters of a table."""

    casters = fields.List(fields.Nested(CasterAnswer), required=True)


class CasterTokenAnswer(Answer):
    """A caster's token given anew."""

    caster = _number()
    token = _text("shows what the caster may see; the one before no longer does")


class NextTable(Answer):
    """The table of a rematch, for one who sat at the last one."""

    table = _text()
    seat = _number("the caller's")
    token = _text("acts for this seat; null for a player, whose key does", null=True)


class RematchAnswer(Answer):
    """How far a rematch has come."""

    table = _text("the table that has ended")
    consents = fields.List(fields.Integer(), required=True, metadata={"description": "seats that want to play again"})
    until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "when the consents lapse; null without any"},
    )
    commitments = fields.Nested(
        CommitmentsAnswer,
        required=True,
        metadata={"description": "of the next table, before anybody gives `entropy` to it"},
    )
    next = fields.Nested(
        NextTable, required=True, allow_none=True, metadata={"description": "null until everybody wants to"}
    )


class SessionAnswer(Answer):
    """A browser's session at a table."""

    table = _text()
    caller = fields.String(required=True, metadata={"enum": ["seat", "opener", "player"]})
    seat = _number("the seat that it acts for", null=True)


class SessionEndedAnswer(Answer):
    """A session that is no more."""

    table = _text()


class DeskSessionAnswer(Answer):
    """A browser's session at the desk."""

    caller = fields.String(required=True, allow_none=True, metadata={"enum": ["operator", "arbiter", None]})
    name = _text("what cases and entries call the holder of the key", null=True)


class DeskSessionEndedAnswer(Answer):
    """A session of a key that is no more."""

    ended = fields.Boolean(required=True)


class TicketAnswer(Answer):
    """A ticket to a stream."""

    ticket = _text("once, for this stream, with the credentials that asked for it")
    expires_at = _time()
