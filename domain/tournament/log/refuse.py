"""What may not follow in a tournament: the one source of it, asked before an entry is written and when one is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.kernel.refusals import Category, Refusal
from domain.record.canonical import unb64
from domain.tournament.log.book import Book
from domain.tournament.log.draws import commitment
from domain.tournament.log.entries import (
    ByeRequested,
    CutMade,
    Entry,
    KnockOutSaid,
    OfPlayer,
    OfTable,
    PairForbidden,
    PenaltyGiven,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    PlayerWithdrawn,
    PodsSaid,
    PrizesGiven,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRobinSaid,
    RoundStarted,
    ScoringSaid,
    SecretOpened,
    StandingsFrozen,
    Started,
    SwissSaid,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)
from domain.tournament.log.rounds import Played
from domain.tournament.pairing.round_robin import RoundRobin
from domain.tournament.points import exact
from domain.tournament.results import is_ranking


def _always(code: str, category: Category, text: str) -> Refusal:
    return Refusal(code, category, text, "tournament: what may follow")


def _stating(code: str, text: str, **values: str | int) -> Refusal:
    return Refusal(code, "rule", text, "tournament: what may follow", values)


OVER = _always("tournament_over", "over", "The tournament has ended.")
OPENED_TWICE = _always("opened_twice", "setup", "A tournament is opened once, by its first entry.")
HAS_STARTED = _always("tournament_started", "turn", "The tournament has started already.")
NOT_STARTED = _always("tournament_not_started", "turn", "The tournament has not started.")
REGISTERED = _always("registered_already", "rule", "This player is registered already.")
BOTS_ALONE = _always("bots_alone", "rule", "In a sandbox bots alone play.")
NO_PLAYER = _always("no_such_player", "rule", "Nobody of this tournament has that id.")
NOT_IN = _always("player_out", "rule", "This player has withdrawn or is disqualified.")
IS_IN = _always("player_in", "rule", "This player has not withdrawn.")
NO_LATE = _always("no_late_entries", "rule", "This format takes nobody in after its start.")
BAD_POINTS = _always("bad_points", "rule", "Points are exact fractions in lowest terms, and here not below zero.")
ONE_PLAYER = _always("one_player", "rule", "A pair is two players.")
BAD_ORDER = _always("bad_order", "rule", "The initial order names everybody who plays, once.")
TOO_FEW = _always("too_few_players", "rule", "A tournament needs two players.")
BAD_SEATING = _always("bad_seating", "rule", "Everybody who plays the round sits at one table or has a bye.")
OWN_PAIRING = _always("own_pairing", "rule", "This format has no other pairings than its own.")
BAD_PLACES = _always("bad_places", "rule", "These places are no ranking of the table's players.")
COUNTED = _always("counted_already", "rule", "This table has a result; what changes it is a ruling.")
NOT_COUNTED = _always("not_counted", "rule", "This table has no result to correct.")
ONE_GAME = _always("one_game", "rule", "A pairing is one game here.")
GAME_NEEDED = _always("game_needed", "rule", "A match is decided by its games, or by a ruling with its reason.")
NO_MATCHES = _always("no_matches", "setup", "A match of several games is for tables of two.")
NO_CUT = _always("no_cut", "rule", "This tournament has stated no cut, or made it.")
NO_CUT_HERE = _always("no_cut_here", "setup", "A knock-out has no cut.")
BAD_CUT = _always("bad_cut", "rule", "The cut takes the first of its frozen standings who are still in, two at least.")
BAD_PRIZES = _always("bad_prizes", "rule", "A prize names a player and the player's place in the frozen standings.")
PRIZES_GIVEN = _always("prizes_given", "rule", "The prizes have been given.")
NOT_FROZEN = _always("not_frozen", "turn", "The tournament ends with its frozen standings.")
NOT_ENDED = _always("not_ended", "turn", "The secret opens when the tournament has ended.")
OPEN_ALREADY = _always("secret_open", "over", "The secret is open already.")
WRONG_SECRET = _always("wrong_secret", "rule", "The secret does not match its commitment.")

AnyRule: TypeAlias = Callable[[Book, Any], Refusal | None]


def refuse_opening(entry: TournamentOpened) -> Refusal | None:
    """Say what is wrong with the first entry."""
    scoring: ScoringSaid = entry.scoring
    try:
        scoring.exact()
    except ValueError:
        return BAD_POINTS
    if entry.cut is not None and isinstance(entry.method, KnockOutSaid):
        return NO_CUT_HERE
    return NO_MATCHES if entry.best_of > 1 and isinstance(entry.method, PodsSaid) else None


def refuse(book: Book, entry: Entry) -> Refusal | None:
    """Say why an entry may not follow, or nothing."""
    if book.ended and not isinstance(entry, SecretOpened):
        return OVER
    return RULES[type(entry)](book, entry)


def _opened(book: Book, entry: TournamentOpened) -> Refusal | None:
    return OPENED_TWICE


def _registered(book: Book, entry: PlayerRegistered) -> Refusal | None:
    if book.started:
        return HAS_STARTED
    if book.opened.sandbox and entry.bot is None:
        return BOTS_ALONE
    return REGISTERED if entry.player in book.players else None


def _late(book: Book, entry: PlayerEnteredLate) -> Refusal | None:
    if not book.started:
        return NOT_STARTED
    if book.opened.sandbox and entry.bot is None:
        return BOTS_ALONE
    if isinstance(book.opened.method, RoundRobinSaid | KnockOutSaid) or book.cut is not None:
        return NO_LATE
    if entry.player in book.players:
        return REGISTERED
    return None if _is_exact(entry.points) else BAD_POINTS


def _is_exact(text: str) -> bool:
    try:
        return exact(text) >= 0
    except ValueError:
        return False


def _in(book: Book, entry: OfPlayer) -> Refusal | None:
    if entry.player not in book.players:
        return NO_PLAYER
    return None if book.plays(entry.player) else NOT_IN


def _checked_in(book: Book, entry: PlayerCheckedIn) -> Refusal | None:
    return HAS_STARTED if book.started else _in(book, entry)


def _returned(book: Book, entry: PlayerReturned) -> Refusal | None:
    if entry.player not in book.players:
        return NO_PLAYER
    entered = book.players[entry.player]
    if entered.disqualified:
        return NOT_IN
    return None if entered.withdrawn else IS_IN


def _disqualified(book: Book, entry: PlayerDisqualified) -> Refusal | None:
    if entry.player not in book.players:
        return NO_PLAYER
    return NOT_IN if book.players[entry.player].disqualified else None


def _penalty(book: Book, entry: PenaltyGiven) -> Refusal | None:
    if entry.player not in book.players:
        return NO_PLAYER
    return None if _is_exact(entry.points) else BAD_POINTS


def _bye(book: Book, entry: ByeRequested) -> Refusal | None:
    if entry.round < book.next_round or book.attempt:
        return _stating("round_paired", "Round {round} is paired already.", round=entry.round)
    return _in(book, entry)


def _forbidden(book: Book, entry: PairForbidden) -> Refusal | None:
    if len(set(entry.players)) < 2:
        return ONE_PLAYER
    return None if all(player in book.players for player in entry.players) else NO_PLAYER


def _started(book: Book, entry: Started) -> Refusal | None:
    if book.started:
        return HAS_STARTED
    playing = who_plays(book)
    if len(playing) < 2:
        return TOO_FEW
    return None if sorted(entry.order) == sorted(playing) else BAD_ORDER


def who_plays(book: Book) -> tuple[str, ...]:
    """Return who plays if it starts now: those who are checked in, if anybody is, and have not withdrawn."""
    checks = any(one.checked_in for one in book.players.values())
    listed = [one.id for one in book.players.values() if one.checked_in or not checks]
    return tuple([player for player in listed if book.plays(player)])


def refuse_round(book: Book) -> Refusal | None:
    """Say why no round can be paired now."""
    if book.ended:
        return OVER
    if not book.started:
        return NOT_STARTED
    if book.next_round > 1 and not book.rounds[book.next_round - 2].done:
        text = "Round {round} still has tables without a result."
        return _stating("round_going_on", text, round=book.next_round - 1)
    rounds = rounds_of(book)
    if book.cut is None and rounds is not None and book.next_round > rounds:
        return _stating("rounds_played", "All {rounds} rounds have been played.", rounds=rounds)
    return None


def rounds_of(book: Book) -> int | None:
    """Return how many rounds come before a cut or the end; nothing for a knock-out, whose bracket says it."""
    match book.opened.method:
        case SwissSaid(rounds=rounds) | PodsSaid(rounds=rounds):
            return rounds
        case RoundRobinSaid(cycles=cycles):
            return RoundRobin(cycles).rounds(len(book.numbered))
        case _:
            return None


def _paired(book: Book, entry: RoundPaired) -> Refusal | None:
    if (refusal := refuse_round(book)) is not None:
        return refusal
    if (entry.round, entry.attempt) != (book.next_round, book.attempt + 1):
        text = "What is paired next is round {round}, attempt {attempt}."
        return _stating("wrong_round", text, round=book.next_round, attempt=book.attempt + 1)
    return None if entry.reason is None else _seating(book, entry)


def _seating(book: Book, entry: RoundPaired) -> Refusal | None:
    """Say what is wrong with an organiser's own pairing: everybody once, and no table of one or too many."""
    if isinstance(book.opened.method, RoundRobinSaid | KnockOutSaid) or book.cut is not None:
        return OWN_PAIRING
    seats = book.opened.method.seats if isinstance(book.opened.method, PodsSaid) else 2
    seated = Counter([player for table in entry.tables for player in table] + [bye.player for bye in entry.byes])
    playing = Counter([player.id for player in book.numbered if book.plays(player.id)])
    if seated != playing or any(not 2 <= len(table) <= seats for table in entry.tables):
        return BAD_SEATING
    return None


def _round_started(book: Book, entry: RoundStarted) -> Refusal | None:
    if not book.attempt or (entry.round, entry.attempt) != (book.next_round, book.attempt):
        return _stating("not_paired", "Round {round} is not paired.", round=entry.round)
    return None


def _table(book: Book, entry: OfTable) -> Played | Refusal:
    """Return the round of a result whose table and places can be."""
    text = "Round {round} has no table {table}."
    missing = _stating("no_such_table", text, round=entry.round, table=entry.table)
    if not 1 <= entry.round <= len(book.rounds):
        return missing
    played = book.rounds[entry.round - 1]
    if not played.started or not 1 <= entry.table <= len(played.tables):
        return missing
    if len(entry.places) != len(played.tables[entry.table - 1]) or not is_ranking(entry.places):
        return BAD_PLACES
    return played


def _counted(book: Book, entry: ResultCounted) -> Refusal | None:
    played = _table(book, entry)
    if isinstance(played, Refusal):
        return played
    if entry.table - 1 in played.results:
        return COUNTED
    if played.best_of == 1:
        return None if entry.game is None else ONE_GAME
    if entry.game is None:
        return None if entry.reason is not None else GAME_NEEDED
    due = played.game(entry.table - 1)
    return None if entry.game == due else _stating("wrong_game", "The game that comes next is {game}.", game=due)


def _corrected(book: Book, entry: ResultCorrected) -> Refusal | None:
    played = _table(book, entry)
    if isinstance(played, Refusal):
        return played
    if entry.game is None:
        return None if entry.table - 1 in played.results else NOT_COUNTED
    return None if 1 <= entry.game <= len(played.games.get(entry.table - 1, ())) else NOT_COUNTED


def refuse_freezing(book: Book) -> Refusal | None:
    """Say why the standings cannot be frozen now."""
    if book.ended:
        return OVER
    if not book.started:
        return NOT_STARTED
    if book.rounds and not book.rounds[-1].done:
        text = "Round {round} still has tables without a result."
        return _stating("round_going_on", text, round=len(book.rounds))
    return None


def _frozen(book: Book, entry: StandingsFrozen) -> Refusal | None:
    return refuse_freezing(book)


def _is_cited(book: Book, entry: CutMade | PrizesGiven | TournamentEnded) -> bool:
    """Say whether an entry cites the standings that are those of now."""
    return book.frozen == entry.standings and book.standing == book.n


def refuse_cut(book: Book) -> Refusal | None:
    """Say why no cut can be made now."""
    if (refusal := refuse_freezing(book)) is not None:
        return refusal
    if book.opened.cut is None or book.cut is not None:
        return NO_CUT
    left = (rounds_of(book) or 0) - len(book.rounds)
    return _stating("rounds_left", "{left} rounds are still to be played.", left=left) if left > 0 else None


def cut_of(book: Book) -> tuple[str, ...]:
    """Return who goes on by the frozen standings."""
    most = 0 if book.opened.cut is None else book.opened.cut.players
    return tuple([row.player for row in book.rows if book.plays(row.player)][:most])


def _cut(book: Book, entry: CutMade) -> Refusal | None:
    if (refusal := refuse_cut(book)) is not None:
        return refusal
    if not _is_cited(book, entry):
        return NOT_FROZEN
    return None if entry.players == cut_of(book) and len(entry.players) > 1 else BAD_CUT


def _prizes(book: Book, entry: PrizesGiven) -> Refusal | None:
    if book.prizes:
        return PRIZES_GIVEN
    if not _is_cited(book, entry):
        return NOT_FROZEN
    places = {row.player: row.place for row in book.rows}
    return None if all(places.get(one.player) == one.place for one in entry.prizes) else BAD_PRIZES


def _ended(book: Book, entry: TournamentEnded) -> Refusal | None:
    return None if _is_cited(book, entry) else NOT_FROZEN


def _cancelled(book: Book, entry: TournamentCancelled) -> Refusal | None:
    return None


def _secret(book: Book, entry: SecretOpened) -> Refusal | None:
    if not book.ended:
        return NOT_ENDED
    if book.secret is not None:
        return OPEN_ALREADY
    return None if commitment(unb64(entry.secret)) == book.opened.commitment else WRONG_SECRET


RULES: Mapping[type[Any], AnyRule] = {
    TournamentOpened: _opened,
    PlayerRegistered: _registered,
    PlayerEnteredLate: _late,
    PlayerCheckedIn: _checked_in,
    PlayerWithdrawn: _in,
    PlayerReturned: _returned,
    PlayerDisqualified: _disqualified,
    PenaltyGiven: _penalty,
    ByeRequested: _bye,
    PairForbidden: _forbidden,
    Started: _started,
    RoundPaired: _paired,
    RoundStarted: _round_started,
    ResultCounted: _counted,
    ResultCorrected: _corrected,
    StandingsFrozen: _frozen,
    CutMade: _cut,
    PrizesGiven: _prizes,
    TournamentEnded: _ended,
    TournamentCancelled: _cancelled,
    SecretOpened: _secret,
}
