"""What callers send about tournaments."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from api.wire.fields import Choice, Json, Prose, Text, Truth, Whole
from api.wire.schemas.bodies import B64_32, DAY_MS, NAME, Body, ClockBody
from domain.tournament.tie_breaks import TieBreak

STATUSES = ("registration", "running", "paused", "ended", "cancelled")
FRACTION = r"(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?"
PLAYER = r"[A-Za-z0-9_.-]{1,64}"
AT_ONCE = 200  # players in one request
PLAYERS_AT_MOST = 10_000
CONFIRM_MS = 600_000  # until a result of a tournament's table is final


def _fraction(description: str) -> Text:
    return Text(most=24, pattern=FRACTION, metadata={"description": description})


def _why() -> Prose:
    return Prose(most=500, required=True, metadata={"description": "stands in the record"})


def _player(description: str) -> Text:
    return Text(most=64, pattern=PLAYER, required=True, metadata={"description": description})


class FormatBody(Body):
    """How rounds are paired."""

    format = Choice("round_robin", "swiss", "pods", "knock_out", required=True)
    rounds = Whole(least=1, most=999, metadata={"description": "with `swiss` and `pods`, and needed there"})
    seats = Whole(least=3, most=10, metadata={"description": "with `pods`, and needed there: of a whole table"})
    cycles = Whole(least=1, most=2, metadata={"description": "with `round_robin`; 1 if absent"})
    groups = Whole(
        least=1, most=99, metadata={"description": "with `round_robin`: everybody meets everybody of the own group"}
    )
    losses = Whole(
        least=1, most=2, metadata={"description": "with `knock_out`: how many put a player out; 1 if absent"}
    )
    drawn = Choice("higher_seed", "replay", metadata={"description": "with `knock_out`: who goes on after a draw"})


class CutBody(Body):
    """A cut: the first so many of the standings go on in a knock-out."""

    players = Whole(least=2, most=999, required=True)
    losses = Whole(least=1, most=2, metadata={"description": "how many put a player out; 1 if absent"})
    drawn = Choice("higher_seed", "replay", metadata={"description": "who goes on after a draw"})
    best_of = Whole(least=1, most=9, metadata={"description": "games of a match there; as before if absent"})


class OwnByesBody(Body):
    """How many rounds a player may sit out by its own request."""

    half = Whole(least=0, most=99, metadata={"description": "for half the points of a win; none if absent"})
    zero = Whole(least=0, most=99, metadata={"description": "for no points; none if absent"})
    last = Whole(least=1, most=999, metadata={"description": "the last round that they may sit out; any if absent"})


class RoundsOtherwiseBody(Body):
    """What is otherwise in some rounds."""

    first = Whole(least=1, most=999, required=True)
    last = Whole(least=1, most=999, metadata={"description": "to the end if absent"})
    options = Json(load_default=dict, metadata={"description": "of the game; those of the tournament otherwise"})
    data = Text(most=43, pattern=B64_32, metadata={"description": "digest of a card set"})
    clock = fields.Nested(ClockBody)
    best_of = Whole(least=1, most=9, metadata={"description": "games of a match, an odd number"})
    decks = Choice("anew", metadata={"description": "decks are registered anew, until the first of these is paired"})


class PointsBody(Body):
    """How places become points, as exact fractions: `10/3`."""

    by_place = fields.List(_fraction("of this place"), required=True, validate=validate.Length(min=1, max=10))
    tie = Choice("share", "draw_points", metadata={"description": "what players who share a place get"})
    draw_points = _fraction("with `tie: draw_points`, for each player of a tie for the first place")
    pairing_bye = _fraction("a win's if absent")
    forfeit_loss = _fraction("0 if absent")


class OpenTournamentBody(Body):
    """A tournament to open."""

    game = Text(required=True, most=64)
    version = Whole(
        least=1, most=1_000_000, metadata={"description": "rules version of the game; the newest if absent"}
    )
    label = Text(most=80, metadata={"description": "what it is called"})
    format = fields.Nested(FormatBody, required=True)
    points = fields.Nested(PointsBody, metadata={"description": "if absent: 1, 0; in pods 5, 3, 2, 1, 0, …"})
    tie_breaks = fields.List(
        Choice(*get_args(TieBreak)),
        validate=validate.Length(max=10),
        metadata={"description": "in their order; those usual for the format if absent"},
    )
    options = Json(
        load_default=dict,
        metadata={"description": "the game's, at every table; seat 0 begins, whatever the game would draw"},
    )
    data = Text(
        most=43,
        pattern=B64_32,
        metadata={"description": "digest of a card set that a release ships; the newest if absent"},
    )
    at_rounds = fields.List(
        fields.Nested(RoundsOtherwiseBody),
        validate=validate.Length(max=50),
        metadata={"description": "what is otherwise in single rounds"},
    )
    best_of = Whole(
        least=1,
        most=9,
        load_default=1,
        metadata={"description": "games of a match, an odd number; each has a table, and who begins alternates"},
    )
    cut = fields.Nested(CutBody, metadata={"description": "after all rounds; not with `knock_out`"})
    draw_by_agreement = Choice(
        "never", "before_start", "any_time", load_default="never", metadata={"description": "of everybody at a table"}
    )
    own_byes = fields.Nested(OwnByesBody, metadata={"description": "none if absent; with `swiss` and `pods`"})
    clock = fields.Nested(ClockBody)
    confirm_ms = Whole(
        least=0,
        most=30 * DAY_MS,
        load_default=CONFIRM_MS,
        metadata={"description": "milliseconds until a result is final; 0: at once"},
    )
    visibility = Choice("public", "unlisted", "private", load_default="public")
    no_show_ms = Whole(
        least=1_000,
        most=30 * DAY_MS,
        metadata={"description": "whoever has not sat down so long after a table's opening has lost by forfeit"},
    )
    secrets_open_at = Choice(
        "confirmed", "event_end", metadata={"description": "`event_end`: hands and decks stay closed until the end"}
    )
    decks = Choice(
        "at_table",
        "registered",
        load_default="at_table",
        metadata={"description": "`registered`: sealed before the start, played at every table, open at the end"},
    )
    delay_entries = Whole(
        least=1, most=1_000, metadata={"description": "as of a table: who has no seat sees each so many entries later"}
    )
    delay_seconds = Whole(
        least=1, most=604_800, metadata={"description": "and so many seconds later; casters need one of the two"}
    )
    seat_tokens = Choice(
        "players",
        "organiser",
        load_default="players",
        metadata={
            "description": "`organiser`: who runs it holds those of all seats and does not play; stands in records"
        },
    )
    round_ms = Whole(
        least=1_000,
        most=30 * DAY_MS,
        metadata={"description": "a round is to take no longer: tables tell their `until`, and nobody loses by it"},
    )
    next_round_ms = Whole(
        least=0,
        most=30 * DAY_MS,
        metadata={"description": "so long after the last result the next round begins by itself; by word if absent"},
    )
    time_zone = Text(
        most=64, load_default="UTC", metadata={"description": "of what is printed; a name of the IANA, `Asia/Tokyo`"}
    )
    registration = Choice(
        "organiser", "code", load_default="organiser", metadata={"description": "`code`: who has it may register too"}
    )
    same_deal = Truth(
        load_default=False,
        metadata={
            "description": "deal all tables of a round the same and compare their results; they are private until then"
        },
    )
    sandbox = Truth(
        load_default=False,
        metadata={"description": "try it: bots play for all who are registered, on a clock that jumps; so for good"},
    )
    players = Whole(
        least=2, most=PLAYERS_AT_MOST, metadata={"description": "how many are expected, for the answer of a dry run"}
    )
    dry_run = Truth(
        load_default=False, metadata={"description": "say what is wrong and what it leads to; open nothing"}
    )


class WhyBody(Body):
    """Why a tournament is paused, or given up."""

    reason = _why()


class PrizeBody(Body):
    """What somebody gets: whoever has a place, or a player."""

    prize = Prose(most=500, required=True)
    place = Whole(least=1, most=PLAYERS_AT_MOST)
    player = Text(most=64, pattern=PLAYER, metadata={"description": "instead of `place`"})


class PrizesBody(Body):
    """Who gets what."""

    prizes = fields.List(fields.Nested(PrizeBody), required=True, validate=validate.Length(min=1, max=200))


class NewPlayerBody(Body):
    """Somebody who will play."""

    name = Text(required=True, most=NAME)
    rating = Whole(least=0, most=100_000)
    entropy = Text(most=43, pattern=B64_32, metadata={"description": "32 bytes in base64url, mixed into the draws"})
    bot = Text(most=40, metadata={"description": "a bot of the game that plays for it"})
    points = _fraction("after the start: what they come in with; 0 if absent")


class PlayersBody(Body):
    """Players to register."""

    players = fields.List(fields.Nested(NewPlayerBody), required=True, validate=validate.Length(min=1, max=AT_ONCE))


class PlayersFileBody(Body):
    """A file of players."""

    form = Choice(
        "csv",
        "trf",
        required=True,
        metadata={"description": "CSV with the heading name, rating, bot, points; or a Tournament Report File of FIDE"},
    )
    text = fields.String(required=True, validate=validate.Length(min=1, max=60_000))
    dry_run = Truth(load_default=False, metadata={"description": "say what is in it; register nobody"})


class RegisterBody(Body):
    """Somebody registers with the code of the tournament."""

    code = Text(required=True, most=40)
    name = Text(most=NAME, metadata={"description": "not needed with a player's key"})
    entropy = Text(most=43, pattern=B64_32, metadata={"description": "32 bytes in base64url, mixed into the draws"})


class CheckInBody(Body):
    """A player is there."""

    entropy = Text(
        most=43,
        pattern=B64_32,
        metadata={"description": "32 bytes in base64url, mixed into the draws instead of those given before"},
    )
    points = _fraction("after the start, by the organiser: what they come in with, late")


class ClaimBody(Body):
    """The secret of a personal link."""

    code = Text(required=True, most=64)


class ReasonBody(Body):
    """Why a player is disqualified."""

    reason = _why()


class PenaltyBody(Body):
    """Points that are subtracted."""

    points = Text(most=24, pattern=FRACTION, required=True)
    reason = _why()


class ByeBody(Body):
    """A round that a player sits out."""

    round = Whole(required=True, least=1, most=999)
    bye = Choice("full", "half", "zero", required=True, metadata={"description": "what it is worth"})


class DrawBody(Body):
    """An offer to share the first place with the whole table."""

    round = Whole(required=True, least=1, most=999, metadata={"description": "the one that is being played"})
    stands = Truth(load_default=True, metadata={"description": "`false` takes the offer back"})


class ConcedeBody(Body):
    """Whoever sends it stands behind the others, whatever the game that has ended says."""

    round = Whole(required=True, least=1, most=999, metadata={"description": "the one that is being played"})


class ForbiddenBody(Body):
    """Two players who must not meet in some rounds, such as team-mates."""

    players = fields.List(_player("its id"), required=True, validate=validate.Length(equal=2))
    first = Whole(least=1, most=999, load_default=1)
    last = Whole(least=1, most=999, load_default=999)


class ByeOfRoundBody(Body):
    """A bye in an organiser's own pairing."""

    player = _player("its id")
    kind = Choice("pairing", "full", "half", "zero", required=True)


class RoundBody(Body):
    """The round that is to begin."""

    round = Whole(
        required=True,
        least=1,
        most=999,
        metadata={"description": "its number: one that has begun is answered as it is"},
    )
    publish = Truth(
        load_default=True, metadata={"description": "`false`: pair it, and let it begin by another request"}
    )
    again = Truth(
        load_default=False,
        metadata={"description": "pair anew what is not published, or with a `reason` what has no result yet"},
    )
    tables = fields.List(
        fields.List(_player("its id"), validate=validate.Length(min=2, max=10)),
        metadata={"description": "the organiser's own pairing, the first player of each table first"},
    )
    byes = fields.List(fields.Nested(ByeOfRoundBody), metadata={"description": "with `tables`"})
    reason = Prose(
        most=500,
        metadata={
            "description": "with `tables`, and needed there, or of a round that is taken back: stands in the record"
        },
    )


class ResultBody(Body):
    """The result of a table by ruling."""

    places = fields.List(
        Whole(least=0, most=10),
        required=True,
        validate=validate.Length(min=2, max=10),
        metadata={"description": "of each seat from 0 on; 0 for who did not come"},
    )
    game = Whole(
        least=1, most=9, metadata={"description": "of a match, its seats then those of the game; the match if absent"}
    )
    reason = _why()
