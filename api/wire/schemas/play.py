"""What the service answers to whoever plays: views, scenes, offers, and what an action brought about."""

from __future__ import annotations

from marshmallow import fields

from api.wire.fields import Json
from api.wire.schemas.answers import TableShort, paused_member
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import status as _status
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from api.wire.schemas.shapes import truth as _truth


class Awaited(Answer):
    """A seat that has to decide."""

    seat = _number()
    kind = _text("what it is asked")
    tag = _text("the decision, for If-Match")
    since = _time()
    deadline = _time(null=True)


class PlayerTable(TableShort):
    """A table of a player."""

    seat = _number("the player's")
    awaited = fields.List(fields.Nested(Awaited), required=True, metadata={"description": "everybody who is awaited"})


class PlayerTablesAnswer(Answer):
    """The tables of a player."""

    player = _text("pseudonym in the record")
    name = _text("null once it is erased", null=True)
    tables = fields.List(fields.Nested(PlayerTable), required=True)
    next = _text("the cursor of the next page", null=True)
    mark = _text("what awaits the player now, for `mark` of a wait")


class ViewAnswer(Answer):
    """A table as one viewer sees it."""

    table = _text()
    n = _number("the last entry that went into it")
    head = _text("its hash: who keeps it can tell another record of this table (`replay verify --head n:hash`)")
    status = _status()
    paused = paused_member()
    viewer = _text()
    awaited = fields.List(fields.Nested(Awaited), required=True)
    view = Json(required=True, allow_none=True, metadata={"description": "the game's view; null before the deal"})


class SaidCommand(Answer):
    """A legal command as a sentence."""

    tag = _text()
    body = Json(required=True)
    say = _text("what it would do; no two commands of one answer say the same")


class ClockAnswer(Answer):
    """The time of an awaited seat."""

    seat = _number()
    deadline = _time()
    due = fields.String(
        required=True,
        metadata={"format": "date-time", "description": "when the clock acts: a grace after the deadline"},
    )


class TagAnswer(Answer):
    """A command that needs no turn."""

    tag = _text()
    label = _text("what people call it")
    form = Json(metadata={"description": "what it may say, as an offer; of each field what holds now comes first"})


class StoryAnswer(Answer):
    """A sentence of the story."""

    at = _text("the entry, or the fact in it: `51`, `51.2`")
    by = _text("who wrote the entry: `seat:1`, `clock`, …")
    say = _text()


class SceneAnswer(Answer):
    """A table as a page shows it."""

    table = _text()
    game = _text()
    title = _text("the game's name for people")
    n = _number("the last entry that went into any of it")
    head = _text("its hash")
    status = _status()
    paused = paused_member()
    viewer = _text()
    seat = _number("the one seat that the viewer is", null=True)
    acts = _truth("the caller may act for that seat")
    hints = _truth("the caller may ask what a bot would do, while it is awaited")
    language = _text("of all sentences")
    names = fields.List(fields.String(), required=True, metadata={"description": "what the seats are called"})
    options = Json(required=True)
    began = _number("the entry that dealt", null=True)
    now = fields.String(required=True, metadata={"format": "date-time", "description": "the service's time"})
    awaited = fields.List(fields.Nested(Awaited), required=True)
    clocks = fields.List(fields.Nested(ClockAnswer), required=True)
    picture = Json(
        required=True, allow_none=True, metadata={"description": "the neutral picture; null before the deal"}
    )
    decision = fields.Nested(Awaited, required=True, allow_none=True, metadata={"description": "the viewer's own"})
    commands = fields.List(
        fields.Nested(SaidCommand),
        required=True,
        metadata={
            "description": "the legal commands, if they are 2,000 at most; those with free fields are offers only"
        },
    )
    truncated = _truth("there are too many commands to list: choose by the offers and ask with `dry_run`")
    offers = fields.List(
        Json(),
        required=True,
        metadata={"description": "as `readActions` gives them, each with a `label`, as each of its fields"},
    )
    words = Json(
        required=True,
        metadata={"description": "by value: what it is called `short` and in `full`; `kind`: `card`, `seat` or `word`"},
    )
    anytime = fields.List(fields.Nested(TagAnswer), required=True)
    last = fields.List(
        fields.String(), required=True, metadata={"description": "tags that end something: offered last"}
    )
    careful = fields.List(
        fields.String(), required=True, metadata={"description": "tags that give something up: never with one tap"}
    )
    story = fields.List(
        fields.Nested(StoryAnswer),
        required=True,
        metadata={"description": "what happened after `after`, of the last 200 entries at most"},
    )


class CommandAnswer(Answer):
    """A command as POST takes it."""

    tag = _text()
    body = Json(required=True)


class HintAnswer(Answer):
    """What a bot would do."""

    table = _text()
    n = _number("the last entry that went into it")
    command = fields.Nested(CommandAnswer, required=True)
    say = _text("the command as a sentence, in the caller's language")


class OffersAnswer(Answer):
    """What a seat may do."""

    table = _text()
    n = _number("the last entry that went into it")
    head = _text("its hash")
    status = _status()
    paused = paused_member()
    seat = _number()
    awaited = fields.Nested(Awaited, required=True, allow_none=True)
    offers = fields.List(Json(), required=True, metadata={"description": "complete; they may offer too much"})
    anytime = fields.List(fields.String(), required=True, metadata={"description": "tags legal out of turn"})
    actions = fields.List(
        fields.Nested(CommandAnswer),
        required=False,
        metadata={"description": "with `expand`: the legal commands"},
    )
    truncated = fields.Boolean(required=False, metadata={"description": "there are more legal commands"})


class RefusalAnswer(Answer):
    """Why not."""

    code = _text()
    category = fields.String(required=True, metadata={"enum": ["setup", "caller", "turn", "over", "rule"]})
    detail = _text()
    rule = _text()


class LineAnswer(Answer):
    """A line of the record: the public entry, its hash, what the viewer may open."""

    entry = Json(required=True)
    hash = _text()
    opened = Json(required=False, metadata={"description": "pointer into the entry: value and salt"})


class ActedAnswer(Answer):
    """What an action did."""

    table = _text()
    first = _number("the action's own entry")
    n = _number("the last entry of what followed by itself")
    status = _status()
    awaited = fields.List(fields.Nested(Awaited), required=True)
    entries = fields.List(fields.Nested(LineAnswer), required=True)
    undone_by = _number("of a request that is sent again: the rewind that has taken its entries back since", null=True)


class LegalAnswer(Answer):
    """Whether a command is legal."""

    legal = _truth()
    refusal = fields.Nested(RefusalAnswer, required=True, allow_none=True)
