"""What the service answers, for the document at /api/v1/openapi.json; made by `api.requests.representations`."""

from __future__ import annotations

from typing import get_args

from marshmallow import RAISE, Schema, fields

from api.wire.fields import Json
from api.wire.schemas.queries import STATUSES
from domain.record.entries import ClockReason, PauseReason


class Answer(Schema):
    """Base: an answer has exactly these members."""

    class Meta:
        unknown = RAISE


def _text(description: str | None = None, *, null: bool = False, required: bool = True) -> fields.String:
    metadata = {} if description is None else {"description": description}
    return fields.String(required=required, allow_none=null, metadata=metadata)


def _time(*, null: bool = False) -> fields.String:
    return fields.String(required=True, allow_none=null, metadata={"format": "date-time"})


def _number(description: str | None = None, *, null: bool = False, required: bool = True) -> fields.Integer:
    metadata = {} if description is None else {"description": description}
    return fields.Integer(required=required, allow_none=null, metadata=metadata)


def _truth(description: str | None = None) -> fields.Boolean:
    return fields.Boolean(required=True, metadata={} if description is None else {"description": description})


def _status() -> fields.String:
    return fields.String(required=True, metadata={"enum": list(STATUSES)})


def _schema(description: str) -> Json:
    return Json(required=True, metadata={"description": description})


class FaultAnswer(Answer):
    """One thing that is wrong."""

    code = _text("stable")
    detail = _text("as a sentence")


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
        metadata={"description": "with `invalid_tournament`: all that is wrong with it"},
    )
    seat = fields.Integer(
        required=False, allow_none=True, metadata={"description": "with `other_seat`: the seat of whoever asks, if any"}
    )
    errors = Json(required=False, metadata={"description": "what does not fit, by member"})


class GameShort(Answer):
    """A game in the list."""

    game = _text("the name in addresses and records")
    title = _text("the name for people")
    least_seats = _number()
    most_seats = _number()
    versions = fields.List(fields.Integer(), required=True)


class GamesAnswer(Answer):
    """The games of this service."""

    games = fields.List(fields.Nested(GameShort), required=True)


class CommandShape(Answer):
    """A command of a game."""

    tag = _text()
    anytime = _truth("legal out of turn, never offered")
    public = _truth("all of its body becomes known")
    description = _text()
    schema = _schema("JSON Schema of its body")


class Explained(Answer):
    """A word of a game, such as an ability, in every language by its code."""

    id = _text("as commands and views have it")
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    texts = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class GameAnswer(GameShort):
    """A game with the schemas of what is said at its tables."""

    options = _schema("JSON Schema of the options")
    commands = fields.List(fields.Nested(CommandShape), required=True)
    view = _schema("JSON Schema of the view")
    bots = fields.List(fields.String(), required=True)
    glossary = fields.List(
        fields.Nested(Explained), required=True, metadata={"description": "the words that the game explains"}
    )
    card_sets = fields.List(fields.String(), required=True, metadata={"description": "digests"})
    default_card_set = _text(null=True)


class ReadyDeck(Answer):
    """A deck that comes with a game."""

    id = _text("what the command that chooses it calls it")
    name = _text()
    text = _text("as a deck file")


class DecksAnswer(Answer):
    """The decks that come with a game."""

    decks = fields.List(fields.Nested(ReadyDeck), required=True)


class DeckFault(Answer):
    """One reason against a deck."""

    code = _text("stable; the same as the refusal of the command")
    category = fields.String(required=True, metadata={"enum": ["setup", "caller", "turn", "over", "rule"]})
    detail = _text("as a sentence")
    rule = _text("what it rests on")


class DeckCommand(Answer):
    """What chooses a deck at a table."""

    tag = _text()
    body = _schema("as the game's schema for this tag says")


class DeckAnswer(Answer):
    """What is to be said of a deck."""

    name = _text("the deck's")
    legal = _truth("such a table takes it")
    faults = fields.List(fields.Nested(DeckFault), required=True, metadata={"description": "every reason against it"})
    text = _text("the deck file in its plain form")
    command = fields.Nested(
        DeckCommand, required=True, allow_none=True, metadata={"description": "chooses the deck; null if it is refused"}
    )


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


def _paused() -> fields.Nested:
    return fields.Nested(
        PausedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "while the play is stopped nobody is awaited, and no clock runs"},
    )


class PauseAnswer(Answer):
    """Whether the play of a table is stopped."""

    table = _text()
    paused = _paused()


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
    paused = _paused()
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
    """A session at the desk that is no more."""

    ended = fields.Boolean(required=True)


class TicketAnswer(Answer):
    """A ticket to a stream."""

    ticket = _text("once, for this stream, with the credentials that asked for it")
    expires_at = _time()


class FeedEntry(Answer):
    """An entry in the feed of a key."""

    table = _text("where it happened")
    n = _number("its number there")
    line = _schema("the line of the record, as a spectator reads it")


class FeedAnswer(Answer):
    """What happened at the tables of a key."""

    entries = fields.List(fields.Nested(FeedEntry), required=True)
    next = _text("the cursor to go on with; it stays the same until something happens")


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
    paused = _paused()
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
    paused = _paused()
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
    paused = _paused()
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
