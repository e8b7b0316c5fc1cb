"""A tournament of two seats as a Tournament Report File, for rating offices, pairing programs and tie-break checkers.

The player who begins has white. TRF26 says everything that pairing needs; TRF16 has no place for byes to come and for
points beside the results, and says in comments what it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import groupby

from domain.tournament.exchange.columns import (
    BYES,
    END,
    LONGEST,
    MOST_PLAYERS,
    NAME,
    NUMBER,
    RANK,
    RATING,
    SCORE,
    SCORE_LIMIT,
    TIE_BREAKS,
    Column,
    Edition,
    code_of,
    colour_of,
    opponent_of,
)
from domain.tournament.log.book import Book
from domain.tournament.log.entries import PodsSaid, RoundRobinSaid, SwissSaid
from domain.tournament.pairing.round_robin import RoundRobin
from domain.tournament.players import Player, PlayerId
from domain.tournament.points import NONE, Points, scores
from domain.tournament.results import ABSENT, Bye, Result, Round
from domain.tournament.standings import Row, Standing

COLOURS = ("w", "b")  # of the first seat and the second
RATED = 10_000  # a rating has four digits


class NotInThisFormatError(ValueError):
    """A tournament that the format has no place for; the message says what."""


def report(
    book: Book, *, edition: Edition = "trf26", names: Mapping[PlayerId, str] | None = None, zone: tzinfo = UTC
) -> str:
    """Return the file after the rounds that are complete, those before a cut to a knock-out; players are called by
    `names`, or by their ids, and days are those of `zone`.

    Raises `NotInThisFormatError` for pods, for tables that are compared, and for points that are no tenths or are
    beyond 99.9.
    """
    if isinstance(book.opened.method, PodsSaid):
        raise NotInThisFormatError("the format is for tables of two players")
    if book.opened.same_deal:
        raise NotInThisFormatError("in the format points follow from one table, not from all that were dealt the same")
    if not book.started or len(book.numbered) > MOST_PLAYERS:
        raise NotInThisFormatError(
            f"the format is for tournaments that have started, of at most {MOST_PLAYERS} players"
        )
    ranks, book = _ranks(book), book.before_cut()
    lines = [*_heading(book, edition, zone), *_players(book, edition, names or {}, ranks), *_pairing(book, edition)]
    return "".join([line + END for line in lines])


def _heading(book: Book, edition: Edition, zone: tzinfo) -> Iterator[str]:
    opened = book.opened
    yield f"012 {'SANDBOX ' if opened.sandbox else ''}{_plain(opened.label or opened.tournament)}"
    yield f"042 {datetime.fromtimestamp(opened.at / 1000, zone):%Y/%m/%d}"
    yield f"052 {datetime.fromtimestamp(book.at / 1000, zone):%Y/%m/%d}"
    yield f"062 {len(book.numbered)}"
    yield f"072 {sum(player.rating is not None for player in book.numbered)}"
    yield f"092 {_kind(book)}"
    if edition == "trf16":
        yield from _extensions(book)
        return
    yield f"142 {_rounds(book)}"
    yield f"152 {'B' if book.initial else 'W'}"
    yield from _scoring(book)
    yield "182 Matchledger"
    yield f"192 {_code(book)}"
    codes = [TIE_BREAKS[name] for name in opened.tie_breaks if name in TIE_BREAKS]
    yield f"202 {','.join(codes)}"
    yield f"212 {','.join(['PTS', *codes])}"
    others = [name for name in opened.tie_breaks if name not in TIE_BREAKS]
    if others:
        yield f"### tie-breaks without a code of FIDE: {', '.join(others)}"


def _kind(book: Book) -> str:
    """Return the type of tournament in words (092)."""
    match book.opened.method:
        case SwissSaid(edition=rules):
            return f"Individual: Swiss-System (Dutch, {rules})"
        case RoundRobinSaid(cycles=cycles):
            return "Individual: Round-Robin" if cycles == 1 else "Individual: Double-Round-Robin"
        case _:
            return "Individual: Knock-Out"


def _code(book: Book) -> str:
    """Return the type of tournament by FIDE's table of codes (192); what has none there is said to be our own."""
    match book.opened.method:
        case SwissSaid():
            return "FIDE_DUTCH"
        case RoundRobinSaid(cycles=cycles, groups=groups):
            return f"BERGER_ROUNDROBIN_G{cycles}" if groups == 1 else "CUSTOM_GROUPS"
        case _:
            return "CUSTOM_KNOCKOUT"


def _rounds(book: Book) -> int:
    """Return how many rounds there will be; of a knock-out, how many there have been."""
    method = book.opened.method
    if isinstance(method, SwissSaid):
        return method.rounds
    if isinstance(method, RoundRobinSaid):
        return RoundRobin(method.cycles, method.groups).rounds(len(book.numbered))
    return len(book.history.rounds)


def _scoring(book: Book) -> Iterator[str]:
    """Yield the points of results, if they are not 1, 1/2 and 0 (162)."""
    scoring = book.scoring
    drawn = scoring.of(Result(("1", "2"), (1, 1)))["1"]
    lost = scoring.of(Result(("1", "2"), (1, 2)))["2"]
    if scoring.bye("half") != drawn:
        raise NotInThisFormatError("in the format a half-point bye is worth as much as a draw")
    if scoring.forfeit_loss != scoring.bye("zero"):
        raise NotInThisFormatError("in the format a loss by forfeit is worth as much as a zero-point bye")
    said = {"W": scoring.win, "D": drawn, "L": lost, "A": scoring.forfeit_loss, "P": scoring.bye("pairing")}
    if said != {"W": 1, "D": Points(1, 2), "L": 0, "A": 0, "P": 1}:
        pairs = [f"{code}{_points(points):>4}" for code, points in said.items()]
        yield "162  " + "    ".join(pairs)


def _extensions(book: Book) -> Iterator[str]:
    """Yield what pairing programs read beside TRF16, and what stays out."""
    yield f"XXR {_rounds(book)}"
    yield f"XXC {'black1' if book.initial else 'white1'}"
    for said in book.forbidden:
        if said.first == 1 and said.last >= _rounds(book):
            yield "XXP " + " ".join([str(_number(book, player)) for player in said.players])
        else:
            yield f"### not said: two may not meet in the rounds {said.first} to {said.last}"
    for player, _, points in book.adjustments:
        yield f"### neither said nor counted: {points} points of {_number(book, player)} beside the results"


def _ranks(book: Book) -> Mapping[PlayerId, int]:
    """Return everybody's place: that of the last frozen standings, lots included, or as it stands, or before a cut.

    Who is disqualified has none there, and stands behind everybody else in the initial order.
    """
    is_frozen = (
        book.cut is None and bool(book.rows) and (book.standing == book.n or (book.ended and not book.cancelled))
    )
    rows: Sequence[Standing | Row] = book.rows if is_frozen else book.before_cut().standings()
    places = {row.player: row.place for row in rows}
    out = [player.id for player in book.numbered if player.id not in places]
    return {**places, **{player: place for place, player in enumerate(out, len(places) + 1)}}


def _players(
    book: Book, edition: Edition, names: Mapping[PlayerId, str], ranks: Mapping[PlayerId, int]
) -> Iterator[str]:
    total = scores(book.history, book.scoring, adjusted=book.adjusted if edition == "trf26" else None)
    for player in book.numbered:
        line = [" "] * LONGEST
        _put(line, Column(1, 3), "001")
        _put(line, NUMBER, f"{player.number:>4}")
        _put(line, NAME, _plain(names.get(player.id, player.id))[: NAME.width])
        if player.rating is not None and player.rating < RATED:
            _put(line, RATING, f"{player.rating:>4}")
        _put(line, SCORE, f"{_points(total[player.id]):>4}")
        _put(line, RANK, f"{ranks[player.id]:>4}")
        for number, played in enumerate(book.history.rounds, 1):
            opponent, colour, code = _in_round(book, player, played)
            line += " " * (code_of(number).last - len(line))
            _put(line, opponent_of(number), opponent)
            _put(line, colour_of(number), colour)
            _put(line, code_of(number), code)
        yield "".join(line)


def _in_round(book: Book, player: Player, played: Round) -> tuple[str, str, str]:
    """Return what a round says of a player: the opponent's number, the colour, the result."""
    for table in played.tables:
        if player.id in table.players:
            seat = table.players.index(player.id)
            opponent = _number(book, table.players[1 - seat])
            return f"{opponent:>4}", COLOURS[seat], _result(table, seat)
    byes: Sequence[Bye] = [bye for bye in played.byes if bye.player == player.id]
    return "0000", "-", BYES[byes[0].kind if byes else "zero"]


def _result(table: Result, seat: int) -> str:
    """Return the code of a result: 1 = 0 for who met, + and - where somebody did not come."""
    mine, other = table.places[seat], table.places[1 - seat]
    if ABSENT in (mine, other):
        return "-" if mine == ABSENT else "+"
    return "=" if mine == other else "1" if mine < other else "0"


def _pairing(book: Book, edition: Edition) -> Iterator[str]:
    """Yield what pairing still needs in TRF26: byes to come (240), who may not meet (260), other points (299)."""
    if edition == "trf16":
        return
    to_come = sorted((round, bye.kind, _number(book, player)) for (player, round), bye in book.byes.items())
    for (round, kind), byes in groupby(to_come, key=lambda one: one[:2]):
        if round > len(book.history.rounds):
            yield f"240 {BYES[kind]} {round:03}" + "".join([f" {number:4}" for *_, number in byes])
    for said in book.forbidden:
        numbers = "".join([f" {_number(book, player):4}" for player in said.players])
        yield f"260 {said.first:03} {min(said.last, 999):03}{numbers}"
    for player, round, points in book.adjustments:
        if points != NONE:
            yield f"299{'':10}{_points(points):>4}  {round:03} {_number(book, player):4}"


def _number(book: Book, player: PlayerId) -> int:
    return book.players[player].number


def _points(points: Points) -> str:
    tenths = points * 10
    if tenths.denominator != 1 or abs(points) >= SCORE_LIMIT:
        raise NotInThisFormatError(f"the format writes points as 11.5; {points} do not fit")
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths.numerator) // 10}.{abs(tenths.numerator) % 10}"


def _plain(text: str) -> str:
    """Return a text without line ends and other control characters."""
    return "".join([char if char.isprintable() else " " for char in text])


def _put(line: list[str], column: Column, text: str) -> None:
    line[column.first - 1 : column.last] = text.ljust(column.width)
