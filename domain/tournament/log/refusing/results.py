"""What may not follow about the results of tables."""

from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.tournament.log.book import Book
from domain.tournament.log.entries import DrawOffered, OfSeat, OfTable, ResultConceded, ResultCorrected, ResultCounted
from domain.tournament.log.refusing.reasons import (
    BAD_PLACES,
    COUNTED,
    GAME_NEEDED,
    NO_DRAWS,
    NO_TABLE_NAMED,
    NOT_AGREED,
    NOT_COUNTED,
    NOT_REDEALT,
    NOT_THEIR_TABLE,
    ONE_GAME,
    OTHER_TABLE,
    SAID_ALREADY,
    stating,
)
from domain.tournament.log.rounds import Played
from domain.tournament.results import is_ranking


def _table(book: Book, entry: OfTable) -> Played | Refusal:
    """Return the round of a result whose table and places can be."""
    text = "Round {round} has no table {table}."
    missing = stating("no_such_table", text, round=entry.round, table=entry.table)
    if not 1 <= entry.round <= len(book.rounds):
        return missing
    played = book.rounds[entry.round - 1]
    if not played.started or not 1 <= entry.table <= len(played.tables):
        return missing
    if len(entry.places) != len(played.tables[entry.table - 1]) or not is_ranking(entry.places):
        return BAD_PLACES
    if entry.redealt and not book.opened.same_deal:
        return NOT_REDEALT
    return played if _is_of_its_table(book, played, entry) else OTHER_TABLE


def _is_of_its_table(book: Book, played: Played, entry: OfTable) -> bool:
    """Say whether what a result rests on is the table that a service opens for it; of a match, of any game so far."""
    if entry.rests_on is None or book.opened.tables is None:
        return True
    games = range(1, played.game(entry.table - 1) + 1) if entry.game is None else [entry.game]
    return entry.rests_on.table in [book.table_id(entry.round, entry.table, game) for game in games]


def counted(book: Book, entry: ResultCounted) -> Refusal | None:
    """Say why not, if a result is counted."""
    played = _table(book, entry)
    if isinstance(played, Refusal):
        return played
    if entry.table - 1 in played.results:
        return COUNTED
    if book.opened.tables is not None and entry.rests_on is None and entry.reason is None and not entry.agreed:
        return NO_TABLE_NAMED
    if entry.agreed:
        return None if _is_agreed(book, played, entry) else NOT_AGREED
    if played.best_of == 1:
        return None if entry.game is None else ONE_GAME
    if entry.game is None:
        return None if entry.reason is not None else GAME_NEEDED
    due = played.game(entry.table - 1)
    return None if entry.game == due else stating("wrong_game", "The game that comes next is {game}.", game=due)


def _is_agreed(book: Book, played: Played, entry: ResultCounted) -> bool:
    everybody = sorted(played.tables[entry.table - 1])
    offered = sorted(played.offers.get(entry.table - 1, ())) == everybody and set(entry.places) == {1}
    return book.opened.draw_by_agreement != "never" and offered and entry.game is None and entry.reason is None


def _sits(book: Book, entry: OfSeat) -> Played | Refusal:
    """Return the round that is being played if the player sits at the table there and it has no result."""
    played = book.rounds[-1] if book.rounds and entry.round == len(book.rounds) else None
    if played is None or not played.started or not 1 <= entry.table <= len(played.tables):
        return NOT_THEIR_TABLE
    if entry.player not in played.tables[entry.table - 1]:
        return NOT_THEIR_TABLE
    return COUNTED if entry.table - 1 in played.results else played


def draw_offered(book: Book, entry: DrawOffered) -> Refusal | None:
    """Say why not, if a player offers a draw or takes the offer back."""
    if book.opened.draw_by_agreement == "never":
        return NO_DRAWS
    played = _sits(book, entry)
    if isinstance(played, Refusal):
        return played
    stands = entry.player in played.offers.get(entry.table - 1, ())
    return SAID_ALREADY if stands == entry.stands else None


def conceded(book: Book, entry: ResultConceded) -> Refusal | None:
    """Say why not, if a player concedes the game that has ended."""
    played = _sits(book, entry)
    if isinstance(played, Refusal):
        return played
    due = played.game(entry.table - 1) if played.best_of > 1 else None
    if entry.game != due:
        return stating("wrong_game", "The game that comes next is {game}.", game=due or 1)
    return SAID_ALREADY if entry.player in played.conceded.get(entry.table - 1, ()) else None


def corrected(book: Book, entry: ResultCorrected) -> Refusal | None:
    """Say why not, if a result is corrected."""
    played = _table(book, entry)
    if isinstance(played, Refusal):
        return played
    if entry.game is None:
        return None if entry.table - 1 in played.results else NOT_COUNTED
    return None if 1 <= entry.game <= len(played.games.get(entry.table - 1, ())) else NOT_COUNTED
