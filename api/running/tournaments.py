"""The tables of tournaments: opened beside the requests once a round begins, results counted as they become final.

Everything is found in the store again, so whoever comes after a kill goes on where it stood; several processes may.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from api.callers.tokens import join_code, seat_token
from api.requests.opening import FIRST_GENERATION, dealt_if_full, joined
from api.requests.tournaments.configuring import table_opening
from api.requests.tournaments.decks import with_decks
from api.requests.tournaments.results import SERVICE, count, count_absent
from api.running.repeating import Repeating
from api.running.resting import Resting
from api.running.sandboxes import Jumping
from api.service import Bots
from domain.games import Title, game
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.ledger.errors import DamagedError, StoreError, TableExistsError, TakenError, UnavailableError
from domain.ledger.listing import Listing
from domain.ledger.store import Store
from domain.ledger.tournaments.rows import Own
from domain.ledger.tournaments.streams import Known
from domain.record.entries import OfTournament, Series
from domain.record.keys import SECRET_BYTES, Secrets
from domain.table.results import open_secrets
from domain.table.seating import Sitting, abandon, name_hash, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written
from domain.tournament.log.book import Book
from domain.tournament.log.entries import TablesSaid
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refusing.rounds import refuse_round

LOOK = 0.25  # seconds between looks at the lists
REST_LOOKS = 240  # looks for which a tournament or a table of one rests where a fault was met
MOST = 100  # tables counted in one look
BY = "table"
SANDBOX = "SANDBOX"  # before the label of its tables, in every language
GOES_ON = ("open", "running")
OVER = ("confirmed", "abandoned")  # nothing is taken back there
LABEL_AT_MOST = 80  # characters

logger = logging.getLogger(__name__)


class Opening:
    """Opens the tables of a tournament's round that are not open yet."""

    def __init__(self, store: Store, key: bytes, bots: Bots, clock: Callable[[], int]) -> None:
        self._store = store
        self._key = key
        self._bots = bots
        self._clock = clock
        self._over: set[tuple[str, int]] = set()  # boards whose secrets are known to be open
        self._resting = Resting()

    def open_due(self) -> int:
        """Open every table that is due; return how many were opened. Commands go on between two of them.

        A fault at one tournament keeps no other one waiting.
        """
        self._resting.begin_look()
        opened = 0
        for tournament in self._store.tournaments.rows.due():
            if tournament in self._resting:
                continue
            try:
                opened += self._open(tournament)
            except UnavailableError:  # nor is any other one read
                raise
            except StoreError as error:
                logger.warning("the tables of %s could not be opened: %s", tournament, error)
                if isinstance(error, DamagedError):
                    self._resting.rest(tournament, REST_LOOKS)
            except Exception:  # a mistake of ours
                logger.exception("the tables of %s could not be opened", tournament)
                self._resting.rest(tournament, REST_LOOKS)
        return opened

    def _open(self, tournament: str) -> int:
        known = self._store.tournaments.get(tournament)
        self._end_recalled(known)
        if known.book.ended:
            return self._open_secrets(known)
        opened = 0
        for own in _missing(self._store, known):
            try:
                table = self._open_one(known, own)
            except (TableExistsError, TakenError):  # another process was faster
                continue
            opened += 1
            self._bots.wake(table.id)
        boards = self._open_boards(known)
        if not self._waits(known) and boards:
            self._store.tournaments.rows.done(tournament, known.book.n)
        return opened

    def _end_recalled(self, known: Known) -> None:
        """Give up the tables of attempts that were taken back, as far as they still go on."""
        recalled = [number for number, played in enumerate(known.book.rounds, 1) if played.recalled]
        for number in recalled:
            for own in self._store.tournaments.rows.of_round(known.id, number).values():
                if own.status in GOES_ON and known.book.game_of(own.table, number, own.pairing) is None:
                    with suppress(RefusedError):  # it was over faster: nothing of it counts
                        self._store.perform(own.table, self._given_up)

    def _given_up(self, table: Table) -> Written:
        return abandon(table, "cancelled", at=max(self._clock(), table.book.at), by=BY)

    def _open_secrets(self, known: Known) -> int:
        """Open the secrets of all tables of a tournament that has ended; one that still goes on is looked at again.

        Where rounds are boards its own secret, from which they follow, opens after the last of them.
        """
        rounds = [self._open_round(known, number) for number in range(1, len(known.book.rounds) + 1)]
        if all(over for _, over in rounds):
            if known.book.secret is None:
                at = max(self._clock(), known.book.at)
                self._store.tournaments.perform(known.id, lambda organiser: _open_last(organiser, at))
            self._store.tournaments.rows.done(known.id, self._store.tournaments.head(known.id))
        return sum(opened for opened, _ in rounds)

    def _open_round(self, known: Known, number: int) -> tuple[int, bool]:
        """Open the secrets of a round's tables that are over: of a board once all are, for they are dealt the same.

        Return how many were opened, and whether all tables are over.
        """
        tables = self._store.tournaments.rows.of_round(known.id, number).values()
        over = [own for own in tables if own.status in OVER]
        if known.book.opened.same_deal and len(over) < len(tables):
            return 0, False
        opened = [self._store.perform(own.table, lambda table: open_secrets(table, at=self._clock())) for own in over]
        return sum(bool(now.entries) for now in opened), len(over) == len(tables)

    def _open_boards(self, known: Known) -> bool:
        """Open the secrets of each board whose last table is over; say whether none is left that has its results."""
        said = known.book.opened
        if not said.same_deal or (said.tables is not None and said.tables.secrets_open_at is not None):
            return True
        for number, played in enumerate(known.book.rounds, 1):
            if played.done and (known.id, number) not in self._over and self._open_round(known, number)[1]:
                self._over.add((known.id, number))
        return all(
            (known.id, number) in self._over for number, played in enumerate(known.book.rounds, 1) if played.done
        )

    def _waits(self, known: Known) -> bool:
        """Begin the next round if it begins by itself and nothing is in the way; say whether to look again.

        What the rules refuse, as a round without a legal pairing, waits for the organiser's word.
        """
        due = known.book.next_round_due
        if due is None or refuse_round(known.book) is not None:
            return False
        at = max(self._clock(), due) if known.book.opened.sandbox else self._clock()  # nobody waits in a sandbox
        if at < due or self._has_open_cases(known):
            return True

        def begin(organiser: Organiser) -> None:
            if organiser.book.n == known.book.n:
                organiser.pair(at, by=SERVICE)
                organiser.start_round(at, by=SERVICE)

        try:
            self._store.tournaments.perform(known.id, begin)
        except RefusedError as error:
            logger.warning("the next round of %s waits for its organiser: %s", known.id, error.refusal.message)
            return False
        return True

    def _has_open_cases(self, known: Known) -> bool:
        """Say whether a case is undecided at a table whose result counts, not at one that a recall has given up."""
        tables = self._store.tournaments.rows.with_open_cases(known.id)
        return any(known.book.game_of(*table) is not None for table in tables)

    def _open_one(self, known: Known, own: Own) -> Table:
        """Open a table: its seats reserved by join codes, bots sitting, its place in the tournament noted."""
        book, at = known.book, max(self._clock(), known.book.at)  # the clock of a sandbox is ahead
        title = game(book.opened.game)
        played = book.rounds[own.round - 1]
        players = played.seated(own.pairing - 1, played.game(own.pairing - 1))
        deal = known.organiser().board_secret(own.round) if book.opened.same_deal else secrets.token_bytes(SECRET_BYTES)
        drawn = Secrets(deal, secrets.token_bytes(SECRET_BYTES))
        with self._store.together():
            written = _opened(title, book, own, drawn, at)
            for seat, player in enumerate(players):
                if (bot := book.players[player].bot) is not None:
                    sitting = _sitting(self._store, player, bot)
                    written = joined(written, take_seat(written.table, seat, sitting, at=at, by=BY))
            written = with_decks(self._store, dealt_if_full(written, at), at)
            owner = book.opened.by.partition(":")[2]
            self._store.create(written, drawn, Listing(opened_by=owner))
            for seat, player in enumerate(players):
                if book.players[player].bot is None:
                    self._reserve(book, own.table, seat)
            self._store.tournaments.rows.put_table(own, _deadline(book, at))
        return written.table

    def _reserve(self, book: Book, table: str, seat: Seat) -> None:
        """Keep a seat for its player, who takes it with a join code, or whoever runs the tournament with a token."""
        if (book.opened.tables or TablesSaid()).seat_tokens:
            token = seat_token(self._key, table, seat, FIRST_GENERATION)
            self._store.seats.put(table, seat, generation=FIRST_GENERATION, token=token)
        else:
            self._store.seats.put(table, seat, code=join_code(self._key, table, seat))


def _open_last(organiser: Organiser, at: int) -> None:
    """Open the secret of a tournament that has ended, unless somebody was faster."""
    if organiser.book.secret is None:
        organiser.open_secret(at, by=SERVICE)


def _missing(store: Store, known: Known) -> list[Own]:
    """Return the tables of the round that is being played which are neither open nor decided."""
    rounds = known.book.published
    if known.book.ended or known.book.paused_at is not None or not rounds:
        return []
    number, played = len(rounds), rounds[-1]
    there = store.tournaments.rows.of_round(known.id, number)
    going_on = [table for table in range(len(played.tables)) if table not in played.results]
    due = [(known.book.table_id(number, table + 1, played.game(table)), table + 1) for table in going_on]
    return [Own(id, known.id, number, pairing, 0, 0) for id, pairing in due if id not in there]


def _opened(title: Title, book: Book, own: Own, drawn: Secrets, at: int) -> Written:
    played = book.rounds[own.round - 1]
    games_before = sum(len(before.tables) * before.best_of for before in book.rounds[: own.round - 1])
    games_before += (own.pairing - 1) * played.best_of
    game = played.game(own.pairing - 1)
    players = played.seated(own.pairing - 1, game)
    opening = replace(
        table_opening(book.opened, title, len(players), own.round),
        label=_label(book),
        series=Series(id=own.tournament, number=games_before + game),
        tournament=OfTournament(
            id=own.tournament,
            round=own.round,
            pairing=own.pairing,
            board=own.round if book.opened.same_deal else None,
            sandbox=book.opened.sandbox,
            seat_tokens=(book.opened.tables or TablesSaid()).seat_tokens,
        ),
    )
    return open_table(title.rules, opening, table=own.table, secrets=drawn, at=at, by=book.opened.by)


def _label(book: Book) -> str | None:
    """Return what a table is called: as the tournament, and that it is nobody's game if it is one of a sandbox."""
    label = book.opened.label
    return f"{SANDBOX} {label or ''}".strip()[:LABEL_AT_MOST] if book.opened.sandbox else label


def _sitting(store: Store, player: str, bot: str) -> Sitting:
    person = store.people.add(bot, player=player)  # who is known keeps the name
    return Sitting(player=player, name_hash=name_hash(person.name, person.salt), bot=bot)


def _deadline(book: Book, at: int) -> int | None:
    tables = book.opened.tables or TablesSaid()
    return None if tables.no_show_ms is None else at + tables.no_show_ms


class Counting:
    """Counts results that have become final, and the forfeits of those who did not come."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._resting = Resting()

    def count_due(self) -> int:
        """Count what is due; return how many tables were looked at.

        Nobody is absent before the heartbeat has given back the time in which nobody could come.
        """
        rows, at = self._store.tournaments.rows, self._clock()
        self._resting.begin_look()
        settled = [own for own in rows.settled(MOST) if self._tried(own, lambda own: count(self._store, own, at))]
        late = rows.absent(at, MOST) if self._store.heartbeats.lives(at) else ()
        absent = [own for own in late if self._tried(own, lambda own: count_absent(self._store, own, at))]
        return len(settled) + len(absent)

    def _tried(self, own: Own, do: Callable[[Own], object]) -> bool:
        """Do something with a table; a fault at one does not keep the others waiting."""
        if own.table in self._resting:
            return False
        try:
            do(own)
        except StoreError as error:
            logger.warning("table %s of %s could not be counted: %s", own.table, own.tournament, error)
            if isinstance(error, DamagedError):
                self._resting.rest(own.table, REST_LOOKS)
            return False
        except Exception:  # a mistake of ours
            logger.exception("table %s of %s could not be counted", own.table, own.tournament)
            self._resting.rest(own.table, REST_LOOKS)
            return False
        return True


class TournamentRunner:
    """Looks four times a second; several processes may, for whoever comes second finds nothing due."""

    def __init__(self, store: Store, key: bytes, bots: Bots, clock: Callable[[], int]) -> None:
        self._opening = Opening(store, key, bots, clock)
        self._counting = Counting(store, clock)
        self._jumping = Jumping(store)
        self._looking = Repeating("tournaments", LOOK, self._look, at_once=True)

    def start(self) -> None:
        """Begin; what a process before left undone comes first."""
        self._looking.start()

    def stop(self) -> None:
        """End."""
        self._looking.stop()

    def look(self) -> int:
        """Do what is due; return how much that was."""
        return self._jumping.jump_due() + self._counting.count_due() + self._opening.open_due()

    def _look(self) -> None:
        try:
            self.look()
        except Exception:  # a fault must not end the looks for good
            logger.exception("the tables of tournaments could not be looked after")
