"""What callers send."""

from __future__ import annotations

from typing import get_args

from marshmallow import RAISE, Schema, fields, validate

from api.wire.fields import SEEN, Choice, Json, Text, Truth, Whole
from api.wire.schemas.queries import LARGEST
from domain.record.entries import AbandonReason, ClockReason, PauseReason

SEATS_AT_MOST = 32  # far above any game of ours
DAY_MS = 24 * 60 * 60 * 1000
NAME = 40  # characters of a player's name
CASE_ID = r"[a-z0-9][a-z0-9_-]{0,63}"
B64_32 = r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]"  # 32 bytes in base64url without padding


class Body(Schema):
    """Base: unknown members are refused."""

    class Meta:
        unknown = RAISE


class ClockBody(Body):
    """Time to think: for each decision, in a bank a seat, or both."""

    move_ms = Whole(least=1000, most=30 * DAY_MS, metadata={"description": "milliseconds for each decision"})
    bank_ms = Whole(least=1000, most=30 * DAY_MS, metadata={"description": "milliseconds a seat has for the game"})
    increment_ms = Whole(least=0, most=DAY_MS, metadata={"description": "milliseconds the bank gains by each action"})
    delay_ms = Whole(least=0, most=DAY_MS, metadata={"description": "milliseconds of each decision that are free"})
    grace_ms = Whole(
        least=0,
        most=DAY_MS,
        metadata={"description": "milliseconds after a deadline in which an answer still counts, with its time"},
    )
    no_show_ms = Whole(
        least=1000,
        most=30 * DAY_MS,
        metadata={"description": "milliseconds without an action of an awaited seat; then it may be made to concede"},
    )


class ConfirmBody(Body):
    """When a result is final: once every seat has accepted it, or after this time; it is so at once without this."""

    window_ms = Whole(required=True, least=1000, most=30 * DAY_MS, metadata={"description": "milliseconds"})


class SeriesBody(Body):
    """A run of tables."""

    id = Text(required=True, most=80)
    number = Whole(required=True, least=1, most=100_000)
    previous = fields.Tuple(
        (Text(most=64), Text(most=43, pattern=B64_32)),
        metadata={
            "type": "array",
            "prefixItems": [
                {"type": "string", "maxLength": 64, "pattern": f"^(?:{SEEN})$"},
                {"type": "string", "pattern": f"^(?:{B64_32})$"},
            ],
            "items": {"type": "string", "pattern": f"^(?:{B64_32})$"},  # for readers that know no `prefixItems`
            "minItems": 2,
            "maxItems": 2,
            "description": "the table before, and the hash of its last entry",
        },
    )


class SeatBody(Body):
    """How one seat is taken."""

    kind = Choice(
        "token",
        "code",
        "open",
        "bot",
        required=True,
        metadata={
            "description": "`token`: whoever has the token in the answer; `code`: whoever has the join code in the "
            "answer; `open`: whoever comes first; `bot`: a bot of the game, at once"
        },
    )
    bot = Text(most=40, metadata={"description": "which bot; `sensible` if absent"})
    name = Text(most=NAME, metadata={"description": "with `token`: this player sits down at once"})
    entropy = Text(most=43, pattern=B64_32, metadata={"description": "32 bytes in base64url, mixed into the deal"})


class OpenTableBody(Body):
    """A table to open."""

    game = Text(required=True, most=64)
    seats = fields.List(fields.Nested(SeatBody), required=True, validate=validate.Length(min=1, max=SEATS_AT_MOST))
    options = Json(
        load_default=dict, metadata={"description": "the game's own options; their schema stands in /games/{game}"}
    )
    version = Whole(least=1, most=1_000_000, metadata={"description": "rules version; the newest if absent"})
    data = Text(most=43, pattern=B64_32, metadata={"description": "digest of a card set; the game's own if absent"})
    card_set = fields.String(
        validate=validate.Length(min=1), metadata={"description": "an operator's own card set, as text"}
    )
    clock = fields.Nested(ClockBody)
    label = Text(most=80)
    external_id = Text(most=128, metadata={"description": "what the opener calls the table"})
    series = fields.Nested(SeriesBody)
    start = Choice(
        "full", "word", load_default="full", metadata={"description": "deal when full, or on the opener's word"}
    )
    visibility = Choice(
        "public",
        "unlisted",
        "private",
        load_default="public",
        metadata={"description": "`public`: listed; `unlisted`: for whoever has the address; `private`: for seats"},
    )
    delay_entries = Whole(
        least=1, most=1_000, metadata={"description": "who has no seat sees the table as it was so many entries ago"}
    )
    delay_seconds = Whole(
        least=1, most=604_800, metadata={"description": "and as it was so many seconds ago, if that is earlier"}
    )
    connection = Choice(
        "hidden",
        "shown",
        load_default="hidden",
        metadata={"description": "whether …/connections says which seats are connected; `shown` stands in entry 1"},
    )
    confirm = fields.Nested(ConfirmBody)
    arbiter_call = Choice(
        "none",
        "quiet",
        "stop",
        load_default="quiet",
        metadata={"description": "how seats call an arbiter; `stop`: they may stop the play for it"},
    )
    file_ms = Whole(least=0, most=30 * DAY_MS, metadata={"description": "to call one after the end; a day if absent"})
    appeal_ms = Whole(least=0, most=30 * DAY_MS, metadata={"description": "to appeal a decision; a day if absent"})
    known_deal = Text(
        most=64,
        pattern=CASE_ID,
        metadata={
            "description": "a deal by its name, the same at every table, for lessons: everybody can compute all its "
            "cards, so one person at most sits among bots; a deal that nobody knows if absent"
        },
    )
    secrets_open_at = Choice("confirmed", "event_end", "never", load_default="confirmed")


class CheckDeckBody(Body):
    """A deck, and the table that it is for."""

    text = fields.String(required=True, metadata={"description": "of a deck file"})
    options = Json(load_default=dict, metadata={"description": "of the table, as for opening it"})
    version = Whole(least=1, most=1_000_000, metadata={"description": "rules version; the newest if absent"})
    data = Text(most=43, pattern=B64_32, metadata={"description": "digest of a card set; the game's own if absent"})


class DeckBody(Body):
    """A deck to register: a deck file, or one that comes with the game."""

    text = fields.String(validate=validate.Length(min=1, max=16_384), metadata={"description": "the deck file"})
    ready = Text(most=64, metadata={"description": "the id of a ready-made deck, instead of `text`"})
    round = Whole(
        least=1,
        most=999,
        load_default=1,
        metadata={"description": "the round from which it is played, where `at_rounds` has `decks: anew`"},
    )


class JoinBody(Body):
    """Somebody who sits down."""

    name = Text(most=NAME, metadata={"description": "needed unless a player's key says who sits down"})
    seat = Whole(least=0, most=SEATS_AT_MOST - 1, metadata={"description": "the first that fits if absent"})
    join_code = Text(most=16, metadata={"description": "the code of a seat"})
    entropy = Text(most=43, pattern=B64_32, metadata={"description": "32 bytes in base64url, mixed into the deal"})
    public_key = Text(most=256, metadata={"description": "kept in the entry for signatures to come"})


class RematchBody(Body):
    """Somebody who wants to play again."""

    entropy = Text(most=43, pattern=B64_32, metadata={"description": "32 bytes in base64url, for the next deal"})


class CasterBody(Body):
    """Somebody who is to see what several seats see."""

    name = Text(required=True, most=NAME)
    seats = fields.List(
        Whole(least=0, most=SEATS_AT_MOST - 1), required=True, validate=validate.Length(min=1, max=SEATS_AT_MOST)
    )


class CommandBody(Body):
    """A command of the game: its tag and its members."""

    tag = Text(required=True, most=64, least=0)
    body = Json(load_default=dict, metadata={"description": "as the game's schema for this tag says"})


class ActionBody(Body):
    """What a seat does."""

    command = fields.Nested(CommandBody, required=True)
    seen = Whole(
        least=0,
        most=LARGEST,
        allow_none=True,
        load_default=None,
        metadata={"description": "the last entry the player has seen"},
    )
    dry_run = Truth(load_default=False, metadata={"description": "only say whether it is legal, and if not, why not"})


class SubstituteBody(Body):
    """Who plays on for a seat."""

    name = Text(required=True, most=NAME)


class CancelBody(Body):
    """Why a table is given up."""

    reason = Choice(
        *get_args(AbandonReason),
        metadata={"description": "stands in the record; needed once the game has begun, `cancelled` if absent before"},
    )


class PauseBody(Body):
    """Why play is stopped."""

    reason = Choice(*get_args(PauseReason), required=True, metadata={"description": "stands in the record"})
    case = Text(
        most=64,
        pattern=CASE_ID,
        metadata={"description": "a quiet call that the caller has claimed: it enters the record, and all said of it"},
    )


class ResumeBody(Body):
    """For which office play goes on."""

    cause = Text(
        most=69,
        pattern=f"arbiter|ruler|case:{CASE_ID}",
        metadata={"description": "the caller's own if absent; `case:` and an id for a case that the caller decides"},
    )


class AdjustBody(Body):
    """What a seat has left from now on: in its bank, or for the decision that it is asked."""

    case = Text(
        most=64,
        pattern=CASE_ID,
        metadata={"description": "that the caller has claimed, and that is in the record: needed"},
    )
    seat = Whole(required=True, least=0, most=SEATS_AT_MOST - 1)
    bank_ms = Whole(least=0, most=30 * DAY_MS, metadata={"description": "one of the two"})
    move_ms = Whole(least=0, most=30 * DAY_MS, metadata={"description": "one of the two"})
    reason = Choice(*get_args(ClockReason), required=True, metadata={"description": "stands in the record"})


class NoBody(Body):
    """Nothing, or an empty object."""
