"""What may not follow about frozen standings, the cut, prizes, and the end."""

from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.record.canonical import unb64
from domain.tournament.log.book import Book
from domain.tournament.log.draws import commitment
from domain.tournament.log.entries import (
    CutMade,
    PrizesGiven,
    SecretOpened,
    StandingsFrozen,
    TournamentCancelled,
    TournamentEnded,
)
from domain.tournament.log.refusing.reasons import (
    BAD_CUT,
    BAD_PRIZES,
    DECKS_CLOSED,
    NO_CUT,
    NO_PLAYER,
    NOT_ENDED,
    NOT_FROZEN,
    NOT_STARTED,
    OPEN_ALREADY,
    OVER,
    PRIZES_GIVEN,
    WRONG_SECRET,
    stating,
)
from domain.tournament.log.refusing.rounds import rounds_of


def refuse_freezing(book: Book) -> Refusal | None:
    """Say why the standings cannot be frozen now."""
    if book.ended:
        return OVER
    if not book.started:
        return NOT_STARTED
    if book.rounds and not book.rounds[-1].done:
        text = "Round {round} still has tables without a result."
        return stating("round_going_on", text, round=len(book.rounds))
    return None


def frozen(book: Book, entry: StandingsFrozen) -> Refusal | None:
    """Say why not, if standings are frozen."""
    known = all(row.player in book.players for row in entry.rows)
    return refuse_freezing(book) or (None if known else NO_PLAYER)


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
    return stating("rounds_left", "{left} rounds are still to be played.", left=left) if left > 0 else None


def cut_of(book: Book) -> tuple[str, ...]:
    """Return who goes on by the frozen standings."""
    most = 0 if book.opened.cut is None else book.opened.cut.players
    return tuple([row.player for row in book.rows if book.plays(row.player)][:most])


def cut(book: Book, entry: CutMade) -> Refusal | None:
    """Say why not, if the cut is made."""
    if (refusal := refuse_cut(book)) is not None:
        return refusal
    if not _is_cited(book, entry):
        return NOT_FROZEN
    return None if entry.players == cut_of(book) and len(entry.players) > 1 else BAD_CUT


def prizes(book: Book, entry: PrizesGiven) -> Refusal | None:
    """Say why not, if prizes are given."""
    if book.prizes:
        return PRIZES_GIVEN
    if not _is_cited(book, entry):
        return NOT_FROZEN
    places = {row.player: row.place for row in book.rows}
    return None if all(places.get(one.player) == one.place for one in entry.prizes) else BAD_PRIZES


def ended(book: Book, entry: TournamentEnded) -> Refusal | None:
    """Say why not, if the tournament ends."""
    return None if _is_cited(book, entry) else NOT_FROZEN


def cancelled(book: Book, entry: TournamentCancelled) -> Refusal | None:
    """Say why not, if the tournament is given up."""
    return None


def secret(book: Book, entry: SecretOpened) -> Refusal | None:
    """Say why not, if the secret opens."""
    if not book.ended:
        return NOT_ENDED
    if book.secret is not None:
        return OPEN_ALREADY
    if any(registered.deck is None for registered in book.decks.values()):
        return DECKS_CLOSED
    return None if commitment(unb64(entry.secret)) == book.opened.commitment else WRONG_SECRET
