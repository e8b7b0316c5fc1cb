"""What may not follow in a tournament: the one source of it, asked before an entry is written and when one is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    ByeRequested,
    CutMade,
    DrawOffered,
    Entry,
    KnockOutSaid,
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
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundStarted,
    SecretOpened,
    StandingsFrozen,
    Started,
    SwissSaid,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.refusing import ends, players, results, rounds
from domain.tournament.log.refusing.reasons import (
    BAD_POINTS,
    NO_BYES_HERE,
    NO_CUT_HERE,
    NO_MATCHES,
    OPENED_TWICE,
    OVER,
    ROUNDS_TWICE,
)
from domain.tournament.settings import are_apart

AnyRule: TypeAlias = Callable[[Book, Any], Refusal | None]


def refuse_opening(entry: TournamentOpened) -> Refusal | None:
    """Say what is wrong with the first entry."""
    try:
        entry.scoring.exact()
    except ValueError:
        return BAD_POINTS
    return next(iter(unfit(entry)), None)


def unfit(entry: TournamentOpened) -> tuple[Refusal, ...]:
    """Return what of an opening does not go with its format, all of it."""
    games = [entry.best_of] if entry.cut is not None else [entry.best_of, *[one.best_of for one in entry.at_rounds]]
    asked = (
        (isinstance(entry.method, PodsSaid) and max(said or 1 for said in games) > 1, NO_MATCHES),
        (not are_apart(entry.at_rounds), ROUNDS_TWICE),
        (entry.cut is not None and isinstance(entry.method, KnockOutSaid), NO_CUT_HERE),
        (entry.own_byes is not None and not isinstance(entry.method, SwissSaid | PodsSaid), NO_BYES_HERE),
    )
    return tuple([reason for is_so, reason in asked if is_so])


def refuse(book: Book, entry: Entry) -> Refusal | None:
    """Say why an entry may not follow, or nothing."""
    if book.ended and not isinstance(entry, SecretOpened):
        return OVER
    return RULES[type(entry)](book, entry)


def _opened(book: Book, entry: TournamentOpened) -> Refusal | None:
    return OPENED_TWICE


RULES: Mapping[type[Any], AnyRule] = {
    TournamentOpened: _opened,
    PlayerRegistered: players.registered,
    PlayerEnteredLate: players.entered_late,
    PlayerCheckedIn: players.checked_in,
    PlayerWithdrawn: players.is_in,
    PlayerReturned: players.returned,
    PlayerDisqualified: players.disqualified,
    PenaltyGiven: players.penalty,
    ByeRequested: players.bye,
    PairForbidden: players.forbidden,
    Started: rounds.started,
    TournamentPaused: rounds.paused,
    TournamentResumed: rounds.resumed,
    RoundPaired: rounds.paired,
    RoundStarted: rounds.round_started,
    ResultCounted: results.counted,
    ResultCorrected: results.corrected,
    ResultConceded: results.conceded,
    DrawOffered: results.draw_offered,
    StandingsFrozen: ends.frozen,
    CutMade: ends.cut,
    PrizesGiven: ends.prizes,
    TournamentEnded: ends.ended,
    TournamentCancelled: ends.cancelled,
    SecretOpened: ends.secret,
}
