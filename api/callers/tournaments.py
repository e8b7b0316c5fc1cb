"""Who may know of a tournament, who runs it, and up to which entry its rounds are published."""

from __future__ import annotations

from typing import NamedTuple

from api.callers.auth import Caller
from api.service import Service
from api.wire.problems import ProblemError
from domain.ledger.errors import UnknownTournamentError
from domain.ledger.tournaments.streams import Known
from domain.tournament.players import PlayerId

ID_AT_MOST = 64


class SeenTournament(NamedTuple):
    """A tournament as a caller sees it: without a pairing that is not published, unless it is its own work."""

    known: Known
    officer: bool

    @property
    def n(self) -> int:
        """The last entry in sight."""
        return self.known.book.n


def runs(who: Caller, known: Known) -> bool:
    """Say whether a caller runs a tournament: who opened it, and every operator."""
    return who.kind == "operator" or (who.kind == "organiser" and known.book.opened.by == who.name)


def oversees(who: Caller, known: Known) -> bool:
    """Say whether a caller may rule on its results: who runs it, and arbiters of it who do not play there."""
    if who.kind != "arbiter":
        return runs(who, known)
    if who.scope.player in known.book.players:
        return False
    organiser, tournament = who.scope.organiser, who.scope.series
    by = (f"organiser:{organiser}", f"operator:{organiser}")
    return organiser is None or (known.book.opened.by in by and tournament in (None, known.id))


def own_player(who: Caller, known: Known) -> PlayerId | None:
    """Return as whom a caller plays there."""
    return who.player if who.player in known.book.players else None


def known_tournament(here: Service, tournament: str, who: Caller | None) -> Known:
    """Return a tournament that a caller may know of; `None` asks for no permission, for who comes with a code.

    Raises `ProblemError` (`unknown_tournament`), the same for a private one and for none.
    """
    unknown = ProblemError("unknown_tournament", "No tournament that you may see has this id.")
    if len(tournament) > ID_AT_MOST:
        raise unknown
    try:
        known = here.store.tournaments.get(tournament)
    except UnknownTournamentError:
        raise unknown from None
    if who is not None and _is_private(known) and not (oversees(who, known) or own_player(who, known)):
        raise unknown
    return known


def _is_private(known: Known) -> bool:
    tables = known.book.opened.tables
    return tables is not None and tables.visibility == "private"


def seen_tournament(here: Service, tournament: str, who: Caller) -> SeenTournament:
    """Return a tournament as a caller sees it; raises `ProblemError` (`unknown_tournament`).

    While a round is paired and not published, whoever does not run it sees nothing that came after that; while a board
    is played nobody who plays in the tournament sees what came after its start, nor whoever does not run it.
    """
    known = known_tournament(here, tournament, who)
    return SeenTournament(as_known_to(who, known), oversees(who, known))


def as_known_to(who: Caller, known: Known) -> Known:
    """Return as much of a tournament as a caller sees of it, in answers to what it has written too."""
    return known if oversees(who, known) and not plays_board(who, known) else known.shown


def plays_board(who: Caller, known: Known) -> bool:
    """Say whether a caller plays in a tournament whose tables play the same deal now."""
    return known.book.is_board_played and who.scope.player in known.book.players


def published_n(known: Known) -> int:
    """Return the last entry that whoever does not run the tournament may see."""
    return known.shown.book.n


def run_tournament(here: Service, tournament: str, who: Caller) -> Known:
    """Return a tournament that the caller runs; raises `ProblemError`."""
    known = known_tournament(here, tournament, who)
    if not runs(who, known):
        raise _not_theirs(who)
    return known


def overseen_tournament(here: Service, tournament: str, who: Caller) -> Known:
    """Return a tournament on whose results the caller may rule; raises `ProblemError`."""
    known = known_tournament(here, tournament, who)
    if not oversees(who, known):
        raise _not_theirs(who)
    return known


def acting_for(here: Service, tournament: str, player: PlayerId, who: Caller) -> Known:
    """Return a tournament where the caller may speak for a player: its own, or anybody's for who runs it.

    Raises `ProblemError`.
    """
    known = known_tournament(here, tournament, who)
    if not runs(who, known) and own_player(who, known) != player:
        raise _not_theirs(who)
    check_player(known, player)
    return known


def check_player(known: Known, player: PlayerId) -> None:
    """Raise `ProblemError` (`unknown_player`) for somebody who does not play there."""
    if player not in known.book.players:
        raise ProblemError("unknown_player", "Nobody of this tournament has that id.")


def _not_theirs(who: Caller) -> ProblemError:
    if who.kind == "anybody":
        return ProblemError("credentials_needed", "Use the key that opened the tournament, or an operator's.")
    return ProblemError("not_allowed", "These credentials do not run this tournament.")
