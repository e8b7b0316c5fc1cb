"""What may not follow about the start and the pairing of rounds."""

from __future__ import annotations

from collections import Counter

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    KnockOutSaid,
    PodsSaid,
    RoundPaired,
    RoundRobinSaid,
    RoundStarted,
    Started,
    SwissSaid,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.refusing.reasons import (
    BAD_ORDER,
    BAD_SEATING,
    HAS_STARTED,
    NOT_PAUSED,
    NOT_STARTED,
    OVER,
    OWN_PAIRING,
    PAUSED,
    TOO_FEW,
    TOO_FEW_FOR_GROUPS,
    stating,
)
from domain.tournament.pairing.round_robin import RoundRobin


def started(book: Book, entry: Started) -> Refusal | None:
    """Say why not, if the tournament starts."""
    if book.started:
        return HAS_STARTED
    playing = who_plays(book)
    if len(playing) < 2:
        return TOO_FEW
    method = book.opened.method
    if isinstance(method, RoundRobinSaid) and len(playing) < 2 * method.groups:
        return TOO_FEW_FOR_GROUPS
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
    if book.paused_at is not None:
        return PAUSED
    if book.next_round > 1 and not book.rounds[book.next_round - 2].done:
        text = "Round {round} still has tables without a result."
        return stating("round_going_on", text, round=book.next_round - 1)
    rounds = rounds_of(book)
    if book.cut is None and rounds is not None and book.next_round > rounds:
        return stating("rounds_played", "All {rounds} rounds have been played.", rounds=rounds)
    return None


def rounds_of(book: Book) -> int | None:
    """Return how many rounds come before a cut or the end; nothing for a knock-out, whose bracket says it."""
    match book.opened.method:
        case SwissSaid(rounds=rounds) | PodsSaid(rounds=rounds):
            return rounds
        case RoundRobinSaid(cycles=cycles, groups=groups):
            return RoundRobin(cycles, groups).rounds(len(book.numbered))
        case _:
            return None


def paired(book: Book, entry: RoundPaired) -> Refusal | None:
    """Say why not, if a round is paired."""
    if (refusal := refuse_round(book)) is not None:
        return refusal
    if (entry.round, entry.attempt) != (book.next_round, book.attempt + 1):
        text = "What is paired next is round {round}, attempt {attempt}."
        return stating("wrong_round", text, round=book.next_round, attempt=book.attempt + 1)
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


def round_started(book: Book, entry: RoundStarted) -> Refusal | None:
    """Say why not, if a round begins."""
    if book.paused_at is not None:
        return PAUSED
    if not book.attempt or (entry.round, entry.attempt) != (book.next_round, book.attempt):
        return stating("not_paired", "Round {round} is not paired.", round=entry.round)
    return None


def paused(book: Book, entry: TournamentPaused) -> Refusal | None:
    """Say why not, if the tournament is paused."""
    if not book.started:
        return NOT_STARTED
    return None if book.paused_at is None else PAUSED


def resumed(book: Book, entry: TournamentResumed) -> Refusal | None:
    """Say why not, if the tournament goes on."""
    return NOT_PAUSED if book.paused_at is None else None
