"""What may not follow about registered decks: until when they come, and that what opens is what was sealed."""

from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.tournament.decks import opens
from domain.tournament.log.book import Book
from domain.tournament.log.entries import DeckOpened, DeckRegistered
from domain.tournament.log.refusing.players import is_in, takes_late
from domain.tournament.log.refusing.reasons import (
    DECK_TOO_LATE,
    NO_DECK,
    NO_DECKS,
    NO_DECKS_THEN,
    NO_LATE,
    NOT_ENDED,
    OPEN_ALREADY,
    WRONG_DECK,
)
from domain.tournament.settings import deck_round


def registered(book: Book, entry: DeckRegistered) -> Refusal | None:
    """Say why not, if a player registers a deck, or another one instead."""
    if book.opened.decks is None:
        return NO_DECKS
    if entry.round not in deck_rounds(book):
        return NO_DECKS_THEN
    if (refusal := is_in(book, entry)) is not None:
        return refusal
    if book.started and book.players[entry.player].number == 0 and not takes_late(book):
        return NO_LATE
    return DECK_TOO_LATE if _is_due(book, entry.round) and not _comes_in(book, entry) else None


def deck_rounds(book: Book) -> tuple[int, ...]:
    """Return from which rounds on decks are registered: all, and those where they are registered anew."""
    firsts = [one.first for one in book.opened.at_rounds]
    return tuple(sorted({1, *[deck_round(book.opened.at_rounds, first) for first in firsts]}))


def _is_due(book: Book, round: int) -> bool:
    """Say whether the decks of a round stand: since the start, or since that round was paired first."""
    if round == 1:
        return book.started
    return round < book.next_round or (round == book.next_round and book.attempt > 0)


def _comes_in(book: Book, entry: DeckRegistered) -> bool:
    """Say whether a player who has none comes in with it, while no round is paired that has not begun.

    Who was registered before the start and is in no order yet enters the tournament so.
    """
    return (entry.player, entry.round) not in book.decks and book.attempt == 0


def opened(book: Book, entry: DeckOpened) -> Refusal | None:
    """Say why not, if a deck opens."""
    if not book.ended:
        return NOT_ENDED
    sealed = book.decks.get((entry.player, entry.round))
    if sealed is None:
        return NO_DECK
    if sealed.deck is not None:
        return OPEN_ALREADY
    return None if opens(sealed, entry.salt, entry.deck) else WRONG_DECK
