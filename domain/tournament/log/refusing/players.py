"""What may not follow about players: who comes, stays, leaves, sits out, meets whom."""

from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import (
    ByeRequested,
    OfPlayer,
    PairForbidden,
    PenaltyGiven,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    PodsSaid,
    SwissSaid,
)
from domain.tournament.log.refusing.reasons import (
    BAD_POINTS,
    BOTS_ALONE,
    BYE_TOO_LATE,
    BYES_USED,
    DECK_NEEDED,
    HAS_STARTED,
    IS_IN,
    NO_LATE,
    NO_OWN_BYES,
    NO_PLAYER,
    NO_ROUNDS,
    NOT_IN,
    NOT_STARTED,
    ONE_PLAYER,
    REGISTERED,
    SAID_ALREADY,
    stating,
)
from domain.tournament.players import pair
from domain.tournament.points import exact


def registered(book: Book, entry: PlayerRegistered) -> Refusal | None:
    """Say why not, if a player registers."""
    if book.started:
        return HAS_STARTED
    if book.opened.sandbox and entry.bot is None:
        return BOTS_ALONE
    return REGISTERED if entry.player in book.players else None


def entered_late(book: Book, entry: PlayerEnteredLate) -> Refusal | None:
    """Say why not, if somebody comes in late, be it registered without having checked in, or not at all."""
    if not book.started:
        return NOT_STARTED
    if book.opened.sandbox and entry.bot is None:
        return BOTS_ALONE
    if not takes_late(book):
        return NO_LATE
    known = book.players.get(entry.player)
    if known is not None and known.number:
        return REGISTERED
    if known is not None and not book.plays(entry.player):
        return NOT_IN
    return None if _is_exact(entry.points) else BAD_POINTS


def takes_late(book: Book) -> bool:
    """Say whether anybody may come in after the start: a schedule and a bracket have no place for them."""
    return isinstance(book.opened.method, SwissSaid | PodsSaid) and book.cut is None


def _is_exact(text: str) -> bool:
    try:
        return exact(text) >= 0
    except ValueError:
        return False


def is_in(book: Book, entry: OfPlayer) -> Refusal | None:
    """Say why not, if something is said about a player who has to be in."""
    if entry.player not in book.players:
        return NO_PLAYER
    return None if book.plays(entry.player) else NOT_IN


def checked_in(book: Book, entry: PlayerCheckedIn) -> Refusal | None:
    """Say why not, if a player checks in."""
    if book.started:
        return HAS_STARTED
    lacks = book.opened.decks is not None and book.deck_of(entry.player, 1) is None
    return is_in(book, entry) or (DECK_NEEDED if lacks else None)


def returned(book: Book, entry: PlayerReturned) -> Refusal | None:
    """Say why not, if a player returns."""
    if entry.player not in book.players:
        return NO_PLAYER
    entered = book.players[entry.player]
    if entered.disqualified:
        return NOT_IN
    return None if entered.withdrawn else IS_IN


def disqualified(book: Book, entry: PlayerDisqualified) -> Refusal | None:
    """Say why not, if a player is disqualified."""
    if entry.player not in book.players:
        return NO_PLAYER
    return NOT_IN if book.players[entry.player].disqualified else None


def penalty(book: Book, entry: PenaltyGiven) -> Refusal | None:
    """Say why not, if points are subtracted."""
    if entry.player not in book.players:
        return NO_PLAYER
    return None if _is_exact(entry.points) else BAD_POINTS


def bye(book: Book, entry: ByeRequested) -> Refusal | None:
    """Say why not, if a bye is asked for."""
    if entry.round < book.next_round or book.attempt:
        return stating("round_paired", "Round {round} is paired already.", round=entry.round)
    refusal = is_in(book, entry) or (_own_bye(book, entry) if entry.own else None)
    said = book.byes.get((entry.player, entry.round))
    return SAID_ALREADY if refusal is None and said is not None and said.kind == entry.bye else refusal


def _own_bye(book: Book, entry: ByeRequested) -> Refusal | None:
    """Say why a player does not sit out a round by itself."""
    said = book.opened.own_byes
    most = {"half": said.half, "zero": said.zero}.get(entry.bye, 0) if said is not None and book.cut is None else 0
    if said is None or most == 0:
        return NO_OWN_BYES
    if said.last is not None and entry.round > said.last:
        return BYE_TOO_LATE
    asked = [bye for (player, round), bye in book.byes.items() if player == entry.player and round != entry.round]
    return BYES_USED if sum(bye.kind == entry.bye for bye in asked) >= most else None


def forbidden(book: Book, entry: PairForbidden) -> Refusal | None:
    """Say why not, if two players are kept apart."""
    if len(set(entry.players)) < 2:
        return ONE_PLAYER
    if entry.first > entry.last:
        return NO_ROUNDS
    if not all(player in book.players for player in entry.players):
        return NO_PLAYER
    said = [(pair(*one.players), one.first, one.last) for one in book.forbidden]
    return SAID_ALREADY if (pair(*entry.players), entry.first, entry.last) in said else None
