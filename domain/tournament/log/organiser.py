"""The decider of a tournament: takes what people want, writes entries, and computes what follows by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.kernel.marks import Secret
from domain.kernel.refusals import Refusal, RefusedError
from domain.record.canonical import b64
from domain.record.chain import link
from domain.tournament.decks import POINTER, ChosenDeck, salts, sealed_value
from domain.tournament.log.book import Book, after, opened_book
from domain.tournament.log.deciding import LOTS, START, beginning, round_of, rows_of
from domain.tournament.log.draws import LiveChance, board_commitment, board_secret, commitment, draw_key, genesis
from domain.tournament.log.entries import (
    FORMAT,
    CutMade,
    DeckOpened,
    DeckRegistered,
    Entry,
    Method,
    Prize,
    PrizesGiven,
    RoundPaired,
    RoundRecalled,
    RoundStarted,
    ScoringSaid,
    SecretOpened,
    StandingsFrozen,
    Started,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)
from domain.tournament.log.lines import entry_bytes, entry_line
from domain.tournament.log.refuse import refuse, refuse_opening
from domain.tournament.log.refusing.ends import cut_of, refuse_cut, refuse_freezing
from domain.tournament.log.refusing.reasons import BAD_PRIZES
from domain.tournament.log.refusing.rounds import refuse_round
from domain.tournament.players import PlayerId
from domain.tournament.tie_breaks import TieBreak


class Written(NamedTuple):
    """An entry that was written: as it is, its canonical bytes, its hash, and the deck that it seals."""

    entry: Entry
    public: bytes
    hash: bytes
    secrets: tuple[Secret, ...] = ()


class Organiser:
    """A tournament that is being written. Everything raises `RefusedError` where `refuse` has a reason.

    `by` is who gives the word; the times come from the caller, and a time before the last entry's counts as that.
    """

    def __init__(
        self, book: Book, head: bytes, secret: bytes, salt: bytes = b"", decks: Mapping[int, ChosenDeck] = {}
    ) -> None:
        """Go on with a tournament after its entries so far; `head` is the hash of the last one.

        `salt` is the secret of the salts, and `decks` are those sealed so far, by their entries.
        """
        self._secret = secret
        self._salts = salts(salt, book.opened.tournament)
        self.decks = dict(decks)
        self.book = book
        self.head = head
        self.written: list[Written] = []

    @property
    def lines(self) -> list[bytes]:
        """The lines of what was written here."""
        return [entry_line(written.public, written.hash) for written in self.written]

    @classmethod
    def open(
        cls,
        tournament: str,
        *,
        secret: bytes,
        at: int,
        game: str,
        version: int,
        method: Method,
        scoring: ScoringSaid,
        tie_breaks: tuple[TieBreak, ...],
        by: str = "organiser",
        salt: bytes = b"",
        **more: Any,
    ) -> Organiser:
        """Open a tournament and commit to its secret."""
        entry = TournamentOpened(
            n=1,
            at=at,
            by=by,
            format=FORMAT,
            tournament=tournament,
            game=game,
            version=version,
            method=method,
            scoring=scoring,
            tie_breaks=tie_breaks,
            commitment=commitment(secret),
            **more,
        )
        return cls.begin(entry, secret, salt)

    @classmethod
    def begin(cls, opened: TournamentOpened, secret: bytes, salt: bytes = b"") -> Organiser:
        """Open a tournament by its first entry."""
        refusal = refuse_opening(opened)
        if refusal is not None:
            raise RefusedError(refusal)
        organiser = cls(opened_book(opened), genesis(opened.tournament), secret, salt)
        organiser._write(opened)
        return organiser

    def tell(self, kind: type[Any], at: int, *, by: str = "organiser", **said: Any) -> Entry:
        """Write an entry of what somebody says; the kinds that follow from rules have methods of their own."""
        return self._tell(kind(n=self.book.n + 1, at=max(at, self.book.at), by=by, **said))

    def _tell(self, entry: Entry, *secrets: Secret) -> Entry:
        refusal = refuse(self.book, entry)
        if refusal is not None:
            raise RefusedError(refusal)
        self.book = after(self.book, entry)
        self._write(entry, *secrets)
        return entry

    def register_deck(
        self, player: PlayerId, deck: ChosenDeck, at: int, *, round: int = 1, by: str = "organiser"
    ) -> Entry:
        """Seal a player's deck from a round on; the game has said that it is legal."""
        n, value = self.book.n + 1, sealed_value(deck)
        seals = {POINTER: self._salts(n, POINTER, value)}
        told = DeckRegistered(n=n, at=max(at, self.book.at), by=by, player=player, round=round, seals=seals)
        entry = self._tell(told, Secret(POINTER, value, ()))
        self.decks[n] = deck
        return entry

    def start(self, at: int, *, by: str = "organiser") -> Entry:
        """Close the registration and draw the initial order."""
        chance = self._chance(*START)
        order, initial = beginning(self.book, chance)
        return self.tell(Started, at, order=order, initial=initial, draws=tuple(chance.drawn), by=by)

    def pair(self, at: int, *, by: str = "organiser") -> Entry:
        """Pair the next round by the rules; raises `no_legal_pairing` where there is no such pairing."""
        if (refusal := refuse_round(self.book)) is not None:
            raise RefusedError(refusal)
        book = self.book
        chance = self._chance(book.next_round, book.attempt + 1)
        paired = round_of(book, chance)
        if isinstance(paired, Refusal):
            raise RefusedError(paired)
        return self.tell(
            RoundPaired,
            at,
            round=book.next_round,
            attempt=book.attempt + 1,
            tables=paired.tables,
            byes=paired.byes,
            draws=tuple(chance.drawn),
            by=by,
        )

    def start_round(self, at: int, *, by: str = "organiser") -> Entry:
        """Publish the round as it is paired last."""
        board = board_commitment(*self._board(self.book.next_round)) if self.book.opened.same_deal else None
        return self.tell(RoundStarted, at, round=self.book.next_round, attempt=self.book.attempt, board=board, by=by)

    def recall_round(self, at: int, round: int, reason: str, *, by: str = "organiser") -> Entry:
        """Take the round that has begun last back for a fault, as long as nothing of it counts."""
        attempt = self.book.rounds[round - 1].attempt
        return self.tell(RoundRecalled, at, round=round, attempt=attempt, reason=reason, by=by)

    def board_secret(self, round: int) -> bytes:
        """Return what all tables of a round are dealt from, where they are dealt the same."""
        return board_secret(*self._board(round))

    def _board(self, round: int) -> tuple[bytes, tuple[bytes, ...], str, str]:
        return self._secret, self.book.entropy, self.book.opened.tournament, self.book.place_of(round)

    def freeze(self, at: int, *, by: str = "organiser") -> Entry:
        """Freeze the standings."""
        if (refusal := refuse_freezing(self.book)) is not None:
            raise RefusedError(refusal)
        rounds = len(self.book.rounds)
        chance = self._chance(rounds, LOTS)
        rows = rows_of(self.book, chance)
        return self.tell(StandingsFrozen, at, rounds=rounds, rows=rows, draws=tuple(chance.drawn), by=by)

    def cut(self, at: int, *, by: str = "organiser") -> Entry:
        """Freeze the standings after the last round, and let the first of them go on in the knock-out."""
        if (refusal := refuse_cut(self.book)) is not None:
            raise RefusedError(refusal)
        frozen = self.freeze(at, by=by)
        return self.tell(CutMade, at, standings=frozen.n, players=cut_of(self.book), by=by)

    def give_prizes(self, at: int, prizes: Sequence[tuple[int | PlayerId, str]], *, by: str = "organiser") -> Entry:
        """Freeze the standings and give prizes by them, each to a place or to a player."""
        frozen = self.freeze(at, by=by)
        given = [
            Prize(place=row.place, player=row.player, prize=prize)
            for to, prize in prizes
            for row in self.book.rows
            if to in (row.place, row.player)
        ]
        if len(given) < len(prizes):
            raise RefusedError(BAD_PRIZES)
        return self.tell(PrizesGiven, at, standings=frozen.n, prizes=tuple(given), by=by)

    def end(self, at: int, *, by: str = "organiser") -> Entry:
        """Freeze the last standings unless they are, end the tournament, and open its secret as `cancel` does."""
        if self.book.standing != self.book.n:
            self.freeze(at, by=by)
        ended = self.tell(TournamentEnded, at, standings=self.book.frozen, by=by)
        return ended if self.book.opened.same_deal else self.open_secret(at, by=by)

    def cancel(self, at: int, reason: str, *, by: str = "organiser") -> Entry:
        """Give the tournament up and open its secret, from which boards follow: not before all tables are over."""
        given_up = self.tell(TournamentCancelled, at, reason=reason, by=by)
        return given_up if self.book.opened.same_deal else self.open_secret(at, by=by)

    def open_secret(self, at: int, *, by: str = "organiser") -> Entry:
        """Open the decks that counted, then the secret of the draws; of boards when the last table is over."""
        for (player, round), sealed in self.book.decks.items():
            salt = b64(self._salts.salt(sealed.n, POINTER))
            self.tell(DeckOpened, at, by=by, player=player, round=round, salt=salt, deck=self.decks[sealed.n])
        return self.tell(SecretOpened, at, secret=b64(self._secret), by=by)

    def _chance(self, round: int, attempt: int) -> LiveChance:
        opened = self.book.opened
        return LiveChance(draw_key(self._secret, self.book.entropy, opened.tournament), round, attempt)

    def _write(self, entry: Entry, *secrets: Secret) -> None:
        public = entry_bytes(entry)
        self.head = link(self.head, public)
        self.written.append(Written(entry, public, self.head, secrets))
