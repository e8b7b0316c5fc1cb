"""The results of a tournament's tables: counted from their own entries, or said by a ruling."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from api.callers.auth import Caller
from api.callers.tournaments import plays_board
from api.requests.tournaments.boards import is_redealt
from api.requests.tournaments.doing import Done, before, request_at
from api.service import Service
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.setup import Outcome
from domain.ledger.errors import UnknownTableError
from domain.ledger.store import Store
from domain.ledger.tournaments.rows import Own
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import b64
from domain.record.chain import SealedEntry
from domain.table.seating import abandon
from domain.table.table import Table
from domain.tournament.log.entries import Counted, DrawOffered, Places, ResultConceded, ResultCorrected, ResultCounted
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refusing.reasons import NOT_THEIR_TABLE
from domain.tournament.log.rounds import Played
from domain.tournament.matches import turned
from domain.tournament.players import PlayerId

FINAL: Final = ("result_confirmed", "result_adjusted")
SERVICE = "service"  # who counts: no person's word
ADJUSTED = "the table's result was adjusted by a ruling"


NOTHING_TO_CONCEDE = Refusal(
    "nothing_to_concede", "rule", "No game has ended there whose result waits to be final.", "tournament: results"
)
NOTHING_CHANGES = Refusal("nothing_changes", "rule", "The result is this already.", "tournament: results")
PLAYS_THERE = Refusal(
    "conflict_of_interest",
    "rule",
    "Whoever plays here rules on no result while others play the same deal.",
    "tournament: results",
)
TOO_LATE_TO_DRAW = Refusal("too_late_to_draw", "rule", "It is too late to agree on a draw.", "tournament: results")


class Where(NamedTuple):
    """A table of a tournament: its round, its number there, and the game if only that is meant."""

    round: int
    pairing: int
    game: int | None = None


def places_of(outcome: Outcome, seats: int) -> Places:
    """Return the place of each seat."""
    places = [0] * seats
    for group in outcome.places:
        for seat in group.seats:
            places[seat] = group.place
    return tuple(places)


def counted(sealed: SealedEntry, table: str) -> Counted:
    """Return an entry of a table as a result names it."""
    return msgspec.convert(
        {"table": table, "n": sealed.n, "hash": b64(sealed.hash), "kind": sealed.kind},
        Counted,
    )


def count(store: Store, own: Own, at: int) -> None:
    """Count the final result of a table, once; one that a ruling at the table changed is corrected.

    A result that was ruled on in the tournament stays, unless a later ruling at the table says otherwise.
    """
    table = store.table(own.table)
    head, at = table.book.n, max(at, table.book.at)  # the clock of a sandbox is ahead
    (n, *_) = reversed(store.numbers_of(own.table, FINAL, head))
    (sealed,) = store.entries(own.table, n - 1, n)
    assert table.book.outcome is not None, "its result is final"
    places = places_of(table.book.outcome, table.book.opened.seats)
    rests_on, redealt = counted(sealed, own.table), is_redealt(store, own.table)
    with store.together():
        store.tournaments.perform(
            own.tournament, lambda organiser: _count(organiser, own, places, rests_on, at, redealt=redealt)
        )
        store.tournaments.rows.looked(own.table, head, n)


def _count(
    organiser: Organiser, own: Own, places: Places, rests_on: Counted, at: int, *, redealt: bool = False
) -> None:
    book = organiser.book
    game = book.game_of(own.table, own.round, own.pairing)
    if book.ended or game is None:  # nothing counts any more: of all, or of an attempt that was taken back
        return
    said = {
        "round": own.round,
        "table": own.pairing,
        "places": places,
        "rests_on": rests_on,
        "redealt": redealt,
    }
    played = book.rounds[own.round - 1]
    has_result = own.pairing - 1 in played.results
    if played.best_of > 1:
        is_counted = game <= len(played.games.get(own.pairing - 1, ()))
        if has_result and not is_counted:  # a ruling decided the match without this game
            return
        said, has_result = {**said, "game": game}, is_counted
    if not has_result:
        organiser.tell(ResultCounted, at, by=SERVICE, **said)
    elif rests_on.kind == "result_adjusted" and rests_on.n > own.counted:
        organiser.tell(ResultCorrected, at, by=SERVICE, reason=ADJUSTED, **said)


def count_absent(store: Store, own: Own, at: int) -> bool:
    """Count the forfeit of whoever has not come in time, if at most one has; say whether it was.

    Where several have come nothing says how they rank: the organiser decides.
    """
    with store.together():
        now = store.table(own.table)
        came = [holder is not None for holder in now.book.holders]
        if now.book.status != "open" or sum(came) > 1:
            store.tournaments.rows.wait_no_more(own.table)
            return False
        written = store.perform(own.table, lambda table: abandon(table, "no_show", at=at, by="table"))
        rests_on = counted(written.entries[0], own.table)
        places = tuple([1 if here else 0 for here in came])
        store.tournaments.perform(own.tournament, lambda organiser: _count(organiser, own, places, rests_on, at))
        store.tournaments.rows.looked(own.table, written.table.book.n, written.entries[0].n)
    return True


def rule_result(here: Service, who: Caller, known: Known, where: Where, places: Places, reason: str) -> Done:
    """Give a table of a tournament a result by ruling; a game that goes on there is given up in the same moment.

    Whoever plays in a tournament does not while a board is played: even that nothing changes would tell a result.
    Raises `RefusedError` (`conflict_of_interest` then, `nothing_changes` where the result is this one already),
    `ProblemError`.
    """
    round, pairing, game = where
    request = request_at(here, who, known.id)
    at = here.clock()
    with here.store.together():
        now = here.store.tournaments.get(known.id)
        done = before(here, now, request)
        if done is not None:
            return done
        if plays_board(who, now):
            raise RefusedError(PLAYS_THERE)

        def action(organiser: Organiser) -> None:
            redealt = is_redealt(here.store, now.book.table_id(round, pairing))
            said = {"round": round, "table": pairing, "game": game, "places": places, "redealt": redealt}
            played = now.book.rounds[round - 1] if round <= len(now.book.rounds) else None
            if played is not None and _is_counted(played, pairing - 1, game):
                if _places_now(played, pairing - 1, game) == places:
                    raise RefusedError(NOTHING_CHANGES)
                organiser.tell(ResultCorrected, at, by=who.name, reason=reason, **said)
                return
            due = 1 if played is None else played.game(pairing - 1)
            rests_on = _given_up(here.store, now.book.table_id(round, pairing, due), at, who.name)
            organiser.tell(ResultCounted, at, by=who.name, reason=reason, rests_on=rests_on, **said)

        performed = here.store.tournaments.perform(known.id, action, request)
    return Done(performed.known, performed.entries)


def offer_draw(here: Service, who: Caller, known: Known, player: PlayerId, round: int, *, stands: bool) -> Done:
    """Offer a draw at the player's table, or take the offer back; once everybody there has offered it is counted.

    Its game is given up in the same moment. Raises `RefusedError`, `ProblemError`.
    """
    request, at = request_at(here, who, known.id), here.clock()
    with here.store.together():
        now = here.store.tournaments.get(known.id)
        done = before(here, now, request)
        if done is not None:
            return done
        where = _own_table(now, player, round)
        _check_can_draw(here.store, now, where)

        def action(organiser: Organiser) -> None:
            said = {"round": where.round, "table": where.pairing}
            organiser.tell(DrawOffered, at, by=who.name, player=player, stands=stands, **said)
            played = organiser.book.rounds[-1]
            players = played.tables[where.pairing - 1]
            if len(played.offers[where.pairing - 1]) == len(players):
                rests_on = _given_up(here.store, _table_now(now, where), at, who.name)
                places = (1,) * len(players)
                organiser.tell(ResultCounted, at, by=SERVICE, agreed=True, places=places, rests_on=rests_on, **said)

        performed = here.store.tournaments.perform(known.id, action, request)
    return Done(performed.known, performed.entries)


def concede(here: Service, who: Caller, known: Known, player: PlayerId, round: int) -> Done:
    """Concede the game that has ended at the player's table, while its result waits to be final.

    Raises `RefusedError`, `ProblemError`.
    """
    request = request_at(here, who, known.id)
    with here.store.together():
        now = here.store.tournaments.get(known.id)
        done = before(here, now, request)
        if done is not None:
            return done
        where = _own_table(now, player, round)
        if _status(here.store, _table_now(now, where)) != "finished":
            raise RefusedError(NOTHING_TO_CONCEDE)
        game = where.game if now.book.rounds[-1].best_of > 1 else None
        said = {"player": player, "round": round, "table": where.pairing, "game": game}
        performed = here.store.tournaments.perform(
            known.id, lambda organiser: organiser.tell(ResultConceded, here.clock(), by=who.name, **said), request
        )
    return Done(performed.known, performed.entries)


def _own_table(known: Known, player: PlayerId, round: int) -> Where:
    """Return where a player sits in the round that is being played; raises `RefusedError` (`not_their_table`)."""
    rounds = known.book.published
    if round == len(rounds):
        played = rounds[-1]
        for table, players in enumerate(played.tables):
            if player in players:
                return Where(round, table + 1, played.game(table))
    raise RefusedError(NOT_THEIR_TABLE)


def _table_now(known: Known, where: Where) -> str:
    return known.book.table_id(where.round, where.pairing, where.game or 1)


def _status(store: Store, table: str) -> str | None:
    try:
        return store.table(table).book.status
    except UnknownTableError:
        return None


def _check_can_draw(store: Store, known: Known, where: Where) -> None:
    """Raise `RefusedError` (`too_late_to_draw`) once the game, or with `before_start` its start, has come."""
    early = known.book.opened.draw_by_agreement == "before_start"
    status = _status(store, _table_now(known, where))
    if status not in ((None, "open") if early else (None, "open", "running")) or (early and (where.game or 1) > 1):
        raise RefusedError(TOO_LATE_TO_DRAW)


def _is_counted(played: Played, table: int, game: int | None) -> bool:
    return table in played.results if game is None else game <= len(played.games.get(table, ()))


def _places_now(played: Played, table: int, game: int | None) -> Places:
    """Return what is counted, of a game in the order of its own seats."""
    return played.results[table] if game is None else turned(played.games[table][game - 1].places, game)


def _given_up(store: Store, table: str, at: int, by: str) -> Counted | None:
    """Give a table up that goes on; return the entry by which it ended, if it did so without a result."""
    try:
        now = store.table(table)
    except UnknownTableError:
        return None
    if now.book.status in ("open", "running"):
        now = store.perform(table, lambda going: abandon(going, "other", at=at, by=by)).table
    return _abandoned(store, now)


def _abandoned(store: Store, table: Table) -> Counted | None:
    numbers = store.numbers_of(table.id, ("table_abandoned",), table.book.n)
    if not numbers:
        return None
    (sealed,) = store.entries(table.id, numbers[-1] - 1, numbers[-1])
    return counted(sealed, table.id)
