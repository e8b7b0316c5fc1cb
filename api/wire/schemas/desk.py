"""What is said at the desk of arbiters: what callers send about cases, and what the service answers."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from api.wire.fields import Choice, Json, Prose, Text, Truth, Whole
from api.wire.schemas.bodies import CASE_ID, DAY_MS, SEATS_AT_MOST, Body
from api.wire.schemas.queries import LARGEST, PAGE, PAGE_AT_MOST, Query
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from api.wire.schemas.shapes import truth as _truth
from domain.record.cases import MOST_PENALTIES, CaseState
from domain.record.desk import About, DismissalCode, Finding, Measure, PenaltyKind
from domain.record.entries import ClockReason, NewOrder, RewindReason
from domain.record.texts import TEXT_AT_MOST

MOMENT = r"[1-9][0-9]{0,8}(\.(0|[1-9][0-9]{0,5}))?"
ARBITER = r"arbiter:[A-Za-z0-9_-]{1,64}"
EXCLUDED_AT_MOST = 100
GROUNDS_AT_MOST = 20
BANK_MS = 30 * DAY_MS


def _prose(description: str) -> Prose:
    return Prose(most=TEXT_AT_MOST, metadata={"description": description})


def _case(description: str, *, required: bool = False) -> Text:
    return Text(most=64, pattern=CASE_ID, required=required, metadata={"description": description})


class CasesQuery(Query):
    """Which cases to list."""

    state = Choice(*get_args(CaseState), metadata={"description": "only cases in this state"})
    about = Choice(*get_args(About), metadata={"description": "only calls about this"})
    table = Text(most=64, metadata={"description": "only cases of this table"})
    mine = Truth(query=True, load_default=False, metadata={"description": "only cases that the caller has claimed"})
    overdue = Truth(query=True, load_default=False, metadata={"description": "only what waits too long"})
    closed = Truth(query=True, load_default=False, metadata={"description": "closed cases too"})
    limit = Whole(query=True, least=1, most=PAGE_AT_MOST, load_default=PAGE)
    cursor = Text(most=512, metadata={"description": "`next` of the page before, unchanged"})


class DeskQuery(Query):
    """From where on to follow the list."""

    mark = Text(most=43, metadata={"description": "what the reader knows: nothing is told until it has changed"})


class CallBody(Body):
    """A call for an arbiter."""

    about = Choice(*get_args(About), required=True)
    moment = Text(
        most=16,
        pattern=MOMENT,
        metadata={"description": "the entry, `41`, or the fact, `41.3`, that it is about; the last entry if absent"},
    )
    stops_play = Truth(load_default=False, metadata={"description": "stop the play, where the table allows it"})
    text = _prose("for the desk; everybody reads it after the end")


class ExcludedBody(Body):
    """Who decides nothing at a table."""

    arbiters = fields.List(
        Text(most=128, pattern=ARBITER),
        required=True,
        validate=validate.Length(max=EXCLUDED_AT_MOST),
        metadata={"description": "as entries name them: with a player's id, or that of the key"},
    )


class DismissBody(Body):
    """Why a case is not decided."""

    code = Choice(*get_args(DismissalCode), required=True, metadata={"description": "stands in the record"})
    text = _prose("for everybody")


class AppealBody(Body):
    """Why a seat appeals."""

    text = _prose("for the desk; everybody reads it after the end")


class RewindMeasure(Body):
    """Where a table goes back to."""

    to = Whole(required=True, least=1, most=LARGEST, metadata={"description": "go on from after this entry"})
    order = Choice("keep", *get_args(NewOrder), load_default="keep", metadata={"description": "of what lies face down"})
    reason = Choice(*get_args(RewindReason), required=True, metadata={"description": "stands in the record"})
    clocks = fields.List(
        Whole(least=0, most=BANK_MS),
        validate=validate.Length(min=1, max=SEATS_AT_MOST),
        metadata={"description": "milliseconds in each bank; as they were there if absent"},
    )


class ClockMeasure(Body):
    """What a seat has left: one of the two."""

    seat = Whole(required=True, least=0, most=SEATS_AT_MOST - 1)
    bank_ms = Whole(least=0, most=BANK_MS)
    move_ms = Whole(least=0, most=BANK_MS)
    reason = Choice(*get_args(ClockReason), required=True)


class ResultMeasure(Body):
    """Another result."""

    places = fields.List(
        fields.List(Whole(least=0, most=SEATS_AT_MOST - 1), validate=validate.Length(min=1, max=SEATS_AT_MOST)),
        required=True,
        validate=validate.Length(min=1, max=SEATS_AT_MOST),
        metadata={"description": "the seats of each place, the first place first"},
    )
    points = fields.List(
        Whole(least=0, most=LARGEST),
        validate=validate.Length(min=1, max=SEATS_AT_MOST),
        metadata={"description": "by seat"},
    )


class PenaltyMeasure(Body):
    """A penalty."""

    seat = Whole(required=True, least=0, most=SEATS_AT_MOST - 1)
    penalty = Choice(*get_args(PenaltyKind), required=True)
    points = Whole(least=0, most=LARGEST)


class Reasons(Body):
    """What was found, and why."""

    finding = Choice(*get_args(Finding), required=True, metadata={"description": "stands in the record"})
    grounds = fields.List(
        Text(most=80),
        load_default=list,
        validate=validate.Length(max=GROUNDS_AT_MOST),
        metadata={"description": "the rules cited; stand in the record"},
    )
    text = _prose("of the ruling, for everybody at once")
    sealed_text = _prose("of the ruling, which the players read after the end: what would tell of hidden cards")
    private_text = _prose("a note for the desk, that nobody else reads")
    resume = Truth(
        load_default=True,
        metadata={"description": "let play go on that the case has stopped; taken back it waits (`waits_until`)"},
    )


class RulingBody(Reasons):
    """A ruling with its measures."""

    rewind = fields.Nested(RewindMeasure)
    clocks = fields.List(fields.Nested(ClockMeasure), validate=validate.Length(min=1, max=SEATS_AT_MOST))
    penalties = fields.List(fields.Nested(PenaltyMeasure), validate=validate.Length(min=1, max=MOST_PENALTIES))
    result = fields.Nested(ResultMeasure)
    void = Truth(load_default=False, metadata={"description": "give the table up"})


class RewindBody(Reasons, RewindMeasure):
    """A ruling whose only measure is to go back; or, with `dry_run`, the question what that would cost."""

    case = _case("that the caller has claimed", required=True)
    finding = Choice(*get_args(Finding), load_default="undecided", metadata={"description": "stands in the record"})
    reason = Choice(*get_args(RewindReason), load_default="other", metadata={"description": "stands in the record"})
    dry_run = Truth(load_default=False, metadata={"description": "only say what it would cost, which is a look"})


class AdjustResultBody(Reasons, ResultMeasure):
    """A ruling whose only measure is another result."""

    case = _case("that the caller has claimed", required=True)


def _word(*words: str, null: bool = False) -> fields.String:
    listed: list[str | None] = [*words, None] if null else [*words]
    return fields.String(required=True, allow_none=null, metadata={"enum": listed})


class ListedCaseAnswer(Answer):
    """A case in the list."""

    case = _text()
    table = _text()
    state = _word(*get_args(CaseState))
    since = _time()
    about = _word(*get_args(About))
    moment = _text("an entry or a fact")
    opened_by = _text()
    filed_at = _time()
    claimed_by = _text(null=True)
    decided_by = _text(null=True)
    due = _time(null=True)
    overdue = _truth("it is listed first")
    stops_play = _truth("it was called for with the play stopped")
    quiet = _truth("beside the record: nobody else hears of it")


class CasesAnswer(Answer):
    """A page of cases, overdue ones first, then the oldest."""

    cases = fields.List(fields.Nested(ListedCaseAnswer), required=True)
    next = _text("cursor of the next page", null=True)


class GivenPenalty(Answer):
    """A penalty that a case brought."""

    seat = fields.Integer(required=True)
    penalty = _word(*get_args(PenaltyKind))
    points = fields.Integer(required=True, allow_none=True)


class EarlierPenalty(Answer):
    """A penalty of who holds a seat now, from a case of this table or of another one of its series."""

    seat = fields.Integer(required=True, metadata={"description": "at the table of this case"})
    table = _text()
    case = _text()
    penalty = _word(*get_args(PenaltyKind))
    points = fields.Integer(required=True, allow_none=True)


class SaidAnswer(Answer):
    """A text on a case."""

    hash = _text("that the entry holds")
    at = _time()
    by = _text()
    readers = _word("public", "officers", "private")
    text = _text()


class CaseAnswer(Answer):
    """A case with all that was said about it, as far as the caller may know it."""

    case = _text()
    table = _text()
    state = _word(*get_args(CaseState))
    about = _word(*get_args(About))
    moment = _text("an entry or a fact")
    opened_by = _text()
    filed_at = _time()
    stops_play = _truth("it was called for with the play stopped")
    quiet = _truth("beside the record: nobody else hears of it")
    claimed_by = _text(null=True)
    decided_by = _text(null=True)
    decided_at = _time(null=True)
    finding = _word(*get_args(Finding), null=True)
    measures = fields.List(_word(*get_args(Measure)), required=True)
    appeal_until = _time(null=True)
    final = _truth("decided after an appeal")
    accepted = fields.List(
        fields.Integer(), required=True, metadata={"description": "seats that let stand what was decided"}
    )
    waits_until = _time(
        "play that was taken back stays stopped so long, or until every seat has accepted that", null=True
    )
    penalties = fields.List(fields.Nested(GivenPenalty), required=True)
    penalties_of = fields.List(
        fields.Nested(EarlierPenalty),
        required=True,
        metadata={"description": "for the desk: all penalties of the table's players so far, in its series"},
    )
    history = fields.List(
        Json(), required=True, metadata={"description": "its entries; those beside the record have no number"}
    )
    texts = fields.List(fields.Nested(SaidAnswer), required=True)
    n = fields.Integer(required=True, metadata={"description": "the table's last entry in sight, for `If-Match`"})


class CasesOfTableAnswer(Answer):
    """The cases of a table that the caller may know of."""

    table = _text()
    cases = fields.List(fields.Nested(CaseAnswer), required=True)


class ExcludedAnswer(Answer):
    """Who decides nothing at a table."""

    table = _text()
    arbiters = fields.List(_text(), required=True)


class CalledAnswer(CaseAnswer):
    """A case that was opened, and what whoever called keeps of a quiet one."""

    receipt = _text("of a quiet call: a hash that its entry has to give again", null=True)


class DamageAnswer(Answer):
    """What going back would cost, beside the other ways out."""

    table = _text()
    case = _text()
    n = fields.Integer(required=True, metadata={"description": "the last entry that was looked at"})
    to = fields.Integer(required=True)
    told = fields.List(fields.Raw(), required=True, metadata={"description": "headings with their sentences"})
    damage = Json(
        required=True, metadata={"description": "as `replay damage --format json` says it, with the names of the seats"}
    )
