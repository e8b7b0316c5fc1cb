"""Seat tokens of a tournament's tables: whoever runs it holds them only where entry 1 says so, and does not play."""

from __future__ import annotations

from typing import Any

from api.callers.auth import Caller
from api.callers.tokens import seat_token
from api.requests.tournaments.shapes import names_of
from api.service import Service
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat
from domain.ledger.tournaments.streams import Known
from domain.table.table import Table
from domain.tournament.log.entries import TablesSaid
from domain.tournament.players import PlayerId

RULE = "tournament: seat tokens"
PLAYER_LINKS = Refusal(
    "player_links", "caller", "The players of this tournament hold their seats by links of their own.", RULE
)
ORGANISER_PLAYS = Refusal(
    "organiser_plays", "caller", "Whoever holds the seat tokens of a tournament does not play in it.", RULE
)


def gives_tokens(known: Known) -> bool:
    """Say whether whoever runs a tournament holds the tokens of its seats."""
    return (known.book.opened.tables or TablesSaid()).seat_tokens


def check_newcomer(here: Service, known: Known, who: Caller) -> None:
    """Raise `RefusedError` (`organiser_plays`) for who would play, and could see the hands of all the others."""
    if not gives_tokens(known):
        return
    opener = here.store.keys.one(known.book.opened.by.partition(":")[2])
    itself = opener is not None and who.player is not None and who.player == opener.player
    if itself or who.kind in ("organiser", "operator"):
        raise RefusedError(ORGANISER_PLAYS)


def check_gives_token(here: Service, table: Table, who: Caller) -> None:
    """Raise `RefusedError` where whoever rules over a tournament's table would come by the token of a seat there."""
    of = table.book.opened.tournament
    if of is None:
        return
    if not of.seat_tokens:
        raise RefusedError(PLAYER_LINKS)
    _check_plays_not(here.store.tournaments.get(of.id), who)


def _check_plays_not(known: Known, who: Caller) -> None:
    if who.scope.player in known.book.players:
        raise RefusedError(ORGANISER_PLAYS)


def player_of_seat(here: Service, table: Table, seat: Seat) -> PlayerId | None:
    """Return who sits down with a seat's token at a tournament's table; nothing at any other, or one taken back."""
    of = table.book.opened.tournament
    if of is None or not of.seat_tokens:
        return None
    book = here.store.tournaments.get(of.id).book
    game = book.game_of(table.id, of.round, of.pairing)
    return None if game is None else book.rounds[of.round - 1].seated(of.pairing - 1, game)[seat]


def tokens_shape(here: Service, known: Known, who: Caller, round: int) -> list[dict[str, Any]]:
    """Return the tokens of all seats of a round's tables that are open.

    Raises `RefusedError` (`player_links`, `organiser_plays`).
    """
    if not gives_tokens(known):
        raise RefusedError(PLAYER_LINKS)
    _check_plays_not(known, who)
    key, played = here.settings.server_key, known.book.rounds[round - 1]
    names = names_of(here, [player for table in played.tables for player in table])
    found = []
    for table, own in here.store.tournaments.rows.of_round(known.id, round).items():
        game = known.book.game_of(table, round, own.pairing)
        for seat, player in enumerate(() if game is None else played.seated(own.pairing - 1, game)):
            access = here.store.seats.get(table, seat)
            if access is not None and access.has_token:
                token = seat_token(key, table, seat, access.generation)
                said = {"pairing": own.pairing, "table": table, "seat": seat, "token": token}
                found.append({**said, "player": player, "name": names.get(player)})
    return found
