"""What may not follow in a tournament: the one source of it, asked before an entry is written and when one is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    ByeRequested,
    CutMade,
    DeckOpened,
    DeckRegistered,
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
    RoundRecalled,
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
from domain.tournament.log.refusing import decks, ends, players, results, rounds
from domain.tournament.log.refusing.reasons import (
    BAD_POINTS,
    DECKS_SEEN_EARLY,
    DECKS_SHOWN,
    NO_BOARDS_HERE,
    NO_BYES_HERE,
    NO_CUT_HERE,
    NO_DECKS,
    NO_DECKS_ON_BOARDS,
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
    anew = any(one.decks is not None for one in entry.at_rounds)
    opens_early = entry.tables is not None and entry.tables.secrets_open_at != "event_end"
    asked = (
        (isinstance(entry.method, PodsSaid) and max(said or 1 for said in games) > 1, NO_MATCHES),
        (not are_apart(entry.at_rounds), ROUNDS_TWICE),
        (entry.cut is not None and isinstance(entry.method, KnockOutSaid), NO_CUT_HERE),
        (entry.own_byes is not None and not isinstance(entry.method, SwissSaid | PodsSaid), NO_BYES_HERE),
        (entry.decks is None and anew, NO_DECKS),
        (entry.decks is not None and opens_early, DECKS_SEEN_EARLY),
        (entry.decks is not None and entry.tables is not None and entry.tables.seat_tokens, DECKS_SHOWN),
        (entry.same_deal and not _may_be_compared(entry), NO_BOARDS_HERE),
        (entry.same_deal and entry.decks is not None, NO_DECKS_ON_BOARDS),
    )
    return tuple([reason for is_so, reason in asked if is_so])


def _may_be_compared(entry: TournamentOpened) -> bool:
    """Say whether all that counts is how a seat does against the same seat elsewhere: one game, its places, points."""
    games = [entry.best_of, *[one.best_of or 1 for one in entry.at_rounds]]
    ranked = isinstance(entry.method, KnockOutSaid) or entry.cut is not None
    return not ranked and max(games) == 1 and entry.draw_by_agreement == "never"


def refuse(book: Book, entry: Entry) -> Refusal | None:
    """Say why an entry may not follow, or nothing."""
    if book.ended and not isinstance(entry, DeckOpened | SecretOpened):
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
    DeckRegistered: decks.registered,
    PairForbidden: players.forbidden,
    Started: rounds.started,
    TournamentPaused: rounds.paused,
    TournamentResumed: rounds.resumed,
    RoundPaired: rounds.paired,
    RoundStarted: rounds.round_started,
    RoundRecalled: rounds.recalled,
    ResultCounted: results.counted,
    ResultCorrected: results.corrected,
    ResultConceded: results.conceded,
    DrawOffered: results.draw_offered,
    StandingsFrozen: ends.frozen,
    CutMade: ends.cut,
    PrizesGiven: ends.prizes,
    TournamentEnded: ends.ended,
    TournamentCancelled: ends.cancelled,
    DeckOpened: decks.opened,
    SecretOpened: ends.secret,
}
