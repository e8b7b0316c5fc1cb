"""What the service answers about tournaments."""

from __future__ import annotations

from marshmallow import fields

from api.wire.fields import Json
from api.wire.schemas.answers import FaultAnswer
from api.wire.schemas.play import LineAnswer
from api.wire.schemas.shapes import Answer
from api.wire.schemas.shapes import number as _number
from api.wire.schemas.shapes import text as _text
from api.wire.schemas.shapes import time as _time
from api.wire.schemas.shapes import truth as _truth
from api.wire.schemas.tournaments import STATUSES


class ExpectedAnswer(Answer):
    """What a number of players leads to."""

    players = _number("so many")
    rounds = _number("in all")
    tables = fields.List(fields.Integer(), required=True, metadata={"description": "seats of each, in round 1"})
    byes = _number("in round 1")


class DryRunAnswer(Answer):
    """What a tournament would be."""

    faults = fields.List(fields.Nested(FaultAnswer), required=True)
    expected = fields.Nested(ExpectedAnswer, required=True, allow_none=True)


class UndecidedAnswer(Answer):
    """A table that waits for the organiser's word: it was given up, and nothing says who won."""

    round = _number("its round")
    pairing = _number("its number in the round")
    table = _text("its id")


class CutMadeAnswer(Answer):
    """Who went on in the knock-out."""

    after = _number("so many rounds")
    players = fields.List(fields.String(), required=True, metadata={"description": "the best seed first"})


class PrizeAnswer(Answer):
    """What somebody got."""

    place = _number("in the standings that the prizes cite")
    player = _text("pseudonymous id")
    prize = _text("as it was said")


class TournamentAnswer(Answer):
    """A tournament."""

    id = _text("its id")
    label = _text("what it is called", null=True)
    game = _text("a game's name")
    version = _number("rules version of the game")
    status = fields.String(required=True, metadata={"enum": list(STATUSES)})
    visibility = _text("who finds and sees it and its tables")
    sandbox = _truth("whether it is only tried: bots play it on a clock that jumps")
    same_deal = _truth("whether all tables of a round are dealt the same, and compared")
    format = Json(required=True, metadata={"description": "as in its record"})
    points = Json(required=True, metadata={"description": "as in its record"})
    tie_breaks = fields.List(fields.String(), required=True)
    options = Json(required=True, metadata={"description": "the game's, at every table"})
    data = _text("digest of the card set, if one was said", null=True)
    at_rounds = fields.List(Json(), required=True, metadata={"description": "what is otherwise in single rounds"})
    best_of = _number("games of a match; 1 where a table is all")
    tables = Json(required=True, metadata={"description": "how its tables are opened"})
    registration = _text("`organiser` or `code`")
    registration_code = _text("for who runs it, where registration is by code", null=True)
    players = _number("who have registered")
    round = _number("the last round that has begun; 0 before the first")
    paired = _number("the last round that is paired; one more than `round` for who runs it, until it is published")
    rounds = _number("how many there will be; unknown before the start of some formats", null=True)
    draw_by_agreement = _text("`never`, `before_start` or `any_time`")
    own_byes = Json(required=True, allow_none=True, metadata={"description": "as in its record, if there are any"})
    cut = Json(required=True, allow_none=True, metadata={"description": "as in its record, if there is to be one"})
    cut_made = fields.Nested(CutMadeAnswer, required=True, allow_none=True)
    prizes = fields.List(fields.Nested(PrizeAnswer), required=True)
    paused_at = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    reason = _text("why it is paused or was given up, in the organiser's words", null=True)
    next_round_at = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "when it begins by itself, unless a case is undecided"},
    )
    time_zone = _text("of what is printed")
    decks = fields.String(required=True, metadata={"enum": ["at_table", "registered"]})
    deck_rounds = fields.List(
        fields.Integer(), required=True, metadata={"description": "from which rounds on decks are registered"}
    )
    groups = fields.List(
        fields.List(fields.String()),
        required=True,
        metadata={"description": "who plays in each, by the initial order; empty where there are none"},
    )
    playing = _truth("whether tables of that round are without a result")
    undecided = fields.List(fields.Nested(UndecidedAnswer), required=True)
    n = _number("the last entry")
    head = _text("its hash")
    commitment = _text("to the secret of its draws")
    opened_at = _time()
    changed_at = _time()


class ListedTournamentAnswer(Answer):
    """A tournament of the list."""

    id = _text("its id")
    label = _text("what it is called", null=True)
    game = _text("a game's name")
    status = fields.String(required=True, metadata={"enum": list(STATUSES)})
    visibility = _text("who finds it")
    sandbox = _truth("whether it is only tried")
    players = _number("who have registered")
    round = _number("the last round that is paired")
    opened_at = _time()
    changed_at = _time()


class TournamentsAnswer(Answer):
    """A page of tournaments."""

    tournaments = fields.List(fields.Nested(ListedTournamentAnswer), required=True)
    next = _text("where the list goes on", null=True)


class EntrantAnswer(Answer):
    """A player of a tournament."""

    player = _text("pseudonymous id")
    name = _text("as it was given; nothing once it is erased", null=True)
    number = _number("in the initial order; nothing before the start", null=True)
    rating = _number("as it was given", null=True)
    bot = _text("which bot plays", null=True)
    checked_in = _truth("whether they are there")
    status = fields.String(required=True, metadata={"enum": ["in", "withdrawn", "disqualified"]})
    decks = fields.List(fields.Integer(), required=True, metadata={"description": "from which rounds on there is one"})


class OwnDeckAnswer(Answer):
    """A registered deck, for its player alone."""

    round = _number("from which it is played")
    text = _text("as a deck file")
    command = Json(required=True, metadata={"description": "what is sealed: the command that chooses it"})
    n = _number("of the entry that seals it")
    seal = _text("base64url(SHA-256(salt || canonical command))")
    salt = _text("of the seal, 16 bytes in base64url")


class OwnDecksAnswer(Answer):
    """The decks that a player has registered."""

    decks = fields.List(fields.Nested(OwnDeckAnswer), required=True)


class EntrantsAnswer(Answer):
    """The players of a tournament, in the order in which they came."""

    players = fields.List(fields.Nested(EntrantAnswer), required=True)


class InvitedAnswer(EntrantAnswer):
    """A player who was registered, and the secret to pass on."""

    code = _text("of the personal link: exchanged once for a key at `…/claim`; nothing for bots", null=True)


class RegisteredAnswer(Answer):
    """Players who were registered."""

    players = fields.List(fields.Nested(InvitedAnswer), required=True)


class ListedPlayerAnswer(Answer):
    """A player of a file."""

    name = _text("as it stands there")
    rating = _number("as it stands there", null=True)
    bot = _text("which bot is to play", null=True)


class PlayersFileAnswer(Answer):
    """What a file has."""

    players = fields.List(fields.Nested(ListedPlayerAnswer), required=True)


class KeyAnswer(Answer):
    """A player's key."""

    player = _text("pseudonymous id")
    key = _text("shown this once; nothing for who came with a key", null=True)


class LinkAnswer(Answer):
    """A personal link that was given anew."""

    player = _text("pseudonymous id")
    code = _text("the one before, and the key it was exchanged for, are worthless")


class PairedAnswer(Answer):
    """A player at a table."""

    seat = _number("from 0, who begins")
    player = _text("pseudonymous id")
    name = _text("nothing once it is erased", null=True)
    place = _number("0 for who did not come; nothing before the result", null=True)
    points = _text("an exact fraction; nothing before the result, and after a cut", null=True)
    offers_draw = _truth("whether they would have a draw")
    concedes = _truth("whether they concede the game that has ended, until its result is counted")


class RestsOnAnswer(Answer):
    """The entry of a table's own record that a result rests on."""

    table = _text("its id")
    n = _number("the entry")
    hash = _text("its hash")
    kind = _text("its kind")


class MatchGameAnswer(Answer):
    """A game of a match."""

    game = _number("from 1; in even ones the other player begins")
    table = _text("its id")
    status = _text("`opening` until it is open, then the table's")
    places = fields.List(
        fields.Integer(), required=True, metadata={"description": "as in `players`; empty before its result"}
    )
    rests_on = fields.Nested(RestsOnAnswer, required=True, allow_none=True)


class PairingAnswer(Answer):
    """A table of a round."""

    pairing = _number("its number in the round; 1 has the best score")
    table = _text("its id, in a match that of its last game; nothing before the round begins", null=True)
    status = _text("`opening` until it is open, then the table's; `closed` while others play the same deal")
    until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "when it should be over, where rounds have a length"},
    )
    overdue = _truth("whether that has passed without a result")
    games = fields.List(fields.Nested(MatchGameAnswer), required=True, metadata={"description": "of a match so far"})
    players = fields.List(fields.Nested(PairedAnswer), required=True)
    rests_on = fields.Nested(RestsOnAnswer, required=True, allow_none=True)


class SeatTokenAnswer(Answer):
    """What acts for a seat, and sees its hand."""

    pairing = _number("the table's number in the round")
    table = _text("its id")
    seat = _number("from 0")
    player = _text("who sits down with it")
    name = _text("their name", null=True)
    token = _text("acts for that seat, sees its hand")


class SeatTokensAnswer(Answer):
    """The tokens of a round's tables that are open."""

    seats = fields.List(fields.Nested(SeatTokenAnswer), required=True)


class ByeAnswer(Answer):
    """Who sits out a round."""

    player = _text("pseudonymous id")
    name = _text("nothing once it is erased", null=True)
    kind = fields.String(required=True, metadata={"enum": ["pairing", "full", "half", "zero"]})


class RoundAnswer(Answer):
    """A round."""

    round = _number("from 1")
    status = fields.String(required=True, metadata={"enum": ["paired", "playing", "done"]})
    attempt = _number("how often it was paired")
    reason = _text("the organiser's, who paired it by hand", null=True)
    tables = fields.List(fields.Nested(PairingAnswer), required=True)
    byes = fields.List(fields.Nested(ByeAnswer), required=True)


class RoundsAnswer(Answer):
    """All rounds so far."""

    rounds = fields.List(fields.Nested(RoundAnswer), required=True)


class WhyAnswer(Answer):
    """Why two players do not meet in a round."""

    criterion = _text("of docs/pairings.md; `together`, `away`, `schedule`, `organiser`")
    here = _number("what it counts as the round is paired")
    otherwise = _number("what it would count if they met")
    sentence = _text("the same for people, in the reader's language")


class WhyTheseAnswer(Answer):
    """Why these sit at a table."""

    sentences = fields.List(
        fields.String(), required=True, metadata={"description": "for people, in the reader's language"}
    )


class TermAnswer(Answer):
    """A part of a tie-break's value."""

    round = _number("from 1")
    opponents = fields.List(fields.String(), required=True)
    amount = _text("an exact fraction")
    counts = _truth("false for what a cut left out")


class ValueAnswer(Answer):
    """The value of a tie-break."""

    tie_break = _text("which one")
    amount = _text("an exact fraction")
    shown = _text("rounded, for display")
    terms = fields.List(
        fields.Nested(TermAnswer), required=True, metadata={"description": "with `explain`; empty otherwise"}
    )


class RowAnswer(Answer):
    """A line of the standings."""

    place = _number("shared by who is tied to the end")
    player = _text("pseudonymous id")
    name = _text("nothing once it is erased", null=True)
    score = _text("an exact fraction")
    shown = _text("rounded, for display")
    values = fields.List(fields.Nested(ValueAnswer), required=True)


class StandingsAnswer(Answer):
    """The standings."""

    round = _number("after this round; 0 before the first has all its results")
    sandbox = _truth("whether they are nobody's: the tournament is only tried")
    rows = fields.List(fields.Nested(RowAnswer), required=True)


class OwnSeatAnswer(Answer):
    """Where a player has to sit."""

    player = _text("pseudonymous id")
    round = _number("the last round that has begun")
    table = _text("its id; nothing for who has a bye, or whose table is not open yet", null=True)
    seat = _number("from 0", null=True)
    join_code = _text("to take the seat with, unless it is taken", null=True)
    seated = _truth("whether the seat is taken")


class TournamentFeedAnswer(Answer):
    """Entries of a tournament, as its record has them."""

    tournament = _text("its id")
    n = _number("the last entry in the answer; the next `after`")
    last = _number("the last entry in sight")
    entries = fields.List(fields.Nested(LineAnswer), required=True)


class OrganiserSessionAnswer(Answer):
    """A browser's session of whoever runs tournaments."""

    caller = fields.String(required=True, allow_none=True, metadata={"enum": ["operator", "organiser", None]})
    name = _text("what entries call the holder of the key", null=True)


class PlayerSessionAnswer(Answer):
    """A browser's session of a player in a tournament."""

    player = _text("pseudonymous id", null=True)
