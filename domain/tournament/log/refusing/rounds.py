"""What may not follow about the start and the pairing of rounds."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    KnockOutSaid,
    PodsSaid,
    RoundPaired,
    RoundRecalled,
    RoundRobinSaid,
    RoundStarted,
    Started,
    SwissSaid,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.refusing.reasons import (
    BAD_BOARD,
    BAD_ORDER,
    BAD_SEATING,
    DECK_NEEDED,
    DECKS_LACKING,
    HAS_STARTED,
    NO_PLAYER,
    NOT_PAUSED,
    NOT_STARTED,
    OVER,
    OWN_PAIRING,
    PAIR_AGAIN,
    PAUSED,
    RESULTS_COUNTED,
    TOO_FEW,
    TOO_FEW_FOR_GROUPS,
    stating,
)
from domain.tournament.log.rounds import Played
from domain.tournament.pairing.knock_out import KnockOut
from domain.tournament.pairing.round_robin import RoundRobin

MOST_NAMED = 10  # players in a reason


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
    """Return who plays if it starts now: those who are checked in, if anybody is, and have not withdrawn.

    Where decks are registered, only those who have one.
    """
    checks = any(one.checked_in for one in book.players.values())
    listed = [one.id for one in book.players.values() if one.checked_in or not checks]
    if book.opened.decks is not None:
        listed = [player for player in listed if book.deck_of(player, 1) is not None]
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
    is_bracket = isinstance(book.pairer, KnockOut)  # there somebody goes on by a walk-over
    return None if book.opened.decks is None or is_bracket or len(book.request().players) > 1 else _lacking(book)


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
    if entry.reason is not None:
        return _seating(book, entry)
    seated = [*chain.from_iterable(entry.tables), *[bye.player for bye in entry.byes]]
    return _without_tables(book, entry) if all(player in book.players for player in seated) else NO_PLAYER


def _without_tables(book: Book, entry: RoundPaired) -> Refusal | None:
    """Say who has no deck where no table comes about; in a knock-out somebody may go on by a walk-over."""
    is_walked_over = bool(entry.byes) and isinstance(book.pairer, KnockOut)
    return None if entry.tables or is_walked_over else _lacking(book)


def _lacking(book: Book) -> Refusal | None:
    """Say who has no deck for the next round, if anybody who asked for no bye has none."""
    lacking = [player for player in book.lacking_decks() if (player, book.next_round) not in book.byes]
    named = ", ".join(lacking[:MOST_NAMED]) + (", …" if len(lacking) > MOST_NAMED else "")
    return stating("decks_lacking", DECKS_LACKING, round=book.next_round, players=named) if lacking else None


def _seating(book: Book, entry: RoundPaired) -> Refusal | None:
    """Say what is wrong with an organiser's own pairing: everybody once, and no table of one or too many."""
    if isinstance(book.opened.method, RoundRobinSaid | KnockOutSaid) or book.cut is not None:
        return OWN_PAIRING
    seats = book.opened.method.seats if isinstance(book.opened.method, PodsSaid) else 2
    seated = Counter([player for table in entry.tables for player in table] + [bye.player for bye in entry.byes])
    playing = Counter([player.id for player in book.numbered if book.plays(player.id)])
    if seated != playing or any(not 2 <= len(table) <= seats for table in entry.tables):
        return BAD_SEATING
    lacking = book.lacking_decks()
    return DECK_NEEDED if any(player in lacking for table in entry.tables for player in table) else None


def round_started(book: Book, entry: RoundStarted) -> Refusal | None:
    """Say why not, if a round begins."""
    if book.paused_at is not None:
        return PAUSED
    is_there = bool(book.attempt) and not book.rounds[-1].is_recalled
    if not is_there or (entry.round, entry.attempt) != (book.next_round, book.attempt):
        return stating("not_paired", "Round {round} is not paired.", round=entry.round)
    if book.opened.same_deal is (entry.board is None):
        return BAD_BOARD
    return PAIR_AGAIN if _is_outdated(book, book.rounds[-1]) else None


def recalled(book: Book, entry: RoundRecalled) -> Refusal | None:
    """Say why not, if a round that has begun is taken back: it is the last, and nothing of it counts yet.

    Where all tables are dealt the same the next attempt is dealt from another secret: nobody meets that deal again.
    """
    last = book.rounds[-1] if book.rounds and book.rounds[-1].started else None
    if last is None or (entry.round, entry.attempt) != (len(book.rounds), last.attempt):
        return stating("not_begun", "Round {round} is not the one that is played now.", round=entry.round)
    return RESULTS_COUNTED if last.results or last.games or last.done else None


def _is_outdated(book: Book, paired: Played) -> bool:
    """Say whether somebody who is paired has left since, or two who meet are kept apart since.

    A schedule and a bracket leave no choice of who meets whom.
    """
    seated = [*chain.from_iterable(paired.tables), *[bye.player for bye in paired.byes]]
    if not all(book.plays(player) for player in seated):
        return True
    now = [one for one in book.forbidden if one.n > paired.last and one.first <= book.next_round <= one.last]
    has_choice = isinstance(book.opened.method, SwissSaid | PodsSaid) and book.cut is None
    return has_choice and any({*one.players} <= {*table} for one in now for table in paired.tables)


def paused(book: Book, entry: TournamentPaused) -> Refusal | None:
    """Say why not, if the tournament is paused."""
    if not book.started:
        return NOT_STARTED
    return None if book.paused_at is None else PAUSED


def resumed(book: Book, entry: TournamentResumed) -> Refusal | None:
    """Say why not, if the tournament goes on."""
    return NOT_PAUSED if book.paused_at is None else None
