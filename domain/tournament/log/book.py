"""What is known of a tournament after its entries so far: a fold over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import assert_never

import msgspec
from msgspec.structs import replace

from domain.record.canonical import unb64
from domain.tournament.decks import POINTER, Decks, Registered
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import (
    ByeRequested,
    ByeSaid,
    CutMade,
    DeckOpened,
    DeckRegistered,
    DrawOffered,
    Entry,
    KnockOutSaid,
    PairForbidden,
    PenaltyGiven,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    PlayerWithdrawn,
    PodsSaid,
    Prize,
    PrizesGiven,
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRecalled,
    RoundRobinSaid,
    RoundStarted,
    SecretOpened,
    StandingsFrozen,
    Started,
    SwissSaid,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.rounds import Played, later, with_entry
from domain.tournament.pairing.dutch.rules import Dutch
from domain.tournament.pairing.interface import Pairer, Request
from domain.tournament.pairing.knock_out import KnockOut
from domain.tournament.pairing.pods.rules import PodSwiss
from domain.tournament.pairing.round_robin import RoundRobin
from domain.tournament.players import Pair, Player, PlayerId, in_order, pair
from domain.tournament.points import NONE, Points, Scoring, exact
from domain.tournament.results import History
from domain.tournament.settings import deck_round, of_round
from domain.tournament.standings import Row, Standing, in_groups, standings


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """A player of the tournament. `number` is 0 until the start."""

    id: PlayerId
    rating: int | None
    entropy: bytes
    number: int = 0
    checked_in: bool = False
    bot: str | None = None
    withdrawn: bool = False
    disqualified: bool = False


class Cut(msgspec.Struct, frozen=True):
    """Who went on in the knock-out, the best seed first, and how many rounds came before it."""

    players: tuple[PlayerId, ...]
    after: int


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament after its entries so far."""

    opened: TournamentOpened
    n: int = 1
    at: int = 0
    players: Mapping[PlayerId, Entered] = {}
    started: bool = False
    initial: int = 0
    rounds: tuple[Played, ...] = ()
    byes: Mapping[tuple[PlayerId, int], ByeSaid] = {}
    forbidden: tuple[PairForbidden, ...] = ()
    decks: Decks = {}
    adjusted: Mapping[PlayerId, Points] = {}
    adjustments: tuple[tuple[PlayerId, int, Points], ...] = ()  # the same, each with the last round that had begun
    frozen: int | None = None  # the number of the entry that froze the standings last
    rows: tuple[Standing, ...] = ()  # and what it says
    cut: Cut | None = None
    prizes: tuple[Prize, ...] = ()
    standing: int | None = None  # the last entry up to which the frozen standings are those of now
    paused_at: int | None = None
    reason: str | None = None  # why it is paused, or was given up
    ended: bool = False
    cancelled: bool = False
    secret: bytes | None = None

    @property
    def scoring(self) -> Scoring:
        """How places become points."""
        return replace(self.opened.scoring.exact(), compared=self.opened.same_deal)

    @property
    def numbered(self) -> tuple[Player, ...]:
        """Everybody who has a number, in the initial order."""
        listed = [one for one in self.players.values() if one.number]
        return in_order([Player(id=one.id, number=one.number, rating=one.rating) for one in listed])

    @property
    def history(self) -> History:
        """The rounds that have all their results."""
        return History(self.numbered, tuple([played.history() for played in self.rounds if played.done]))

    @property
    def published(self) -> tuple[Played, ...]:
        """The rounds that have begun: what everybody may know of."""
        return tuple([played for played in self.rounds if played.started])

    def after_rounds(self, rounds: int) -> Book:
        """Return the book with its first rounds only; players, points and penalties are those of now."""
        cut = self.cut if self.cut is not None and rounds > self.cut.after else None
        return replace(self, rounds=self.rounds[:rounds], cut=cut)

    def before_cut(self) -> Book:
        """Return the book with the rounds before the cut only."""
        return self if self.cut is None else self.after_rounds(self.cut.after)

    @property
    def best_of(self) -> int:
        """How many games a match of the next round has at most: as said of the round, of the cut, or of all."""
        if isinstance(self.opened.method, PodsSaid) and self.cut is None:
            return 1
        after_cut = self.opened.cut.best_of if self.cut is not None and self.opened.cut is not None else None
        return of_round(self.opened.at_rounds, self.next_round).best_of or after_cut or self.opened.best_of

    @property
    def stage(self) -> History:
        """What the pairing of the next round looks back on: all of it, or the knock-out since the cut."""
        if self.cut is None:
            return self.history
        seeds = [Player(id=player, number=seed) for seed, player in enumerate(self.cut.players, 1)]
        return History(tuple(seeds), self.history.rounds[self.cut.after :])

    @property
    def next_round_due(self) -> int | None:
        """When the next round begins by itself: so long after the last result. The first round begins by word."""
        wait, done = self.opened.next_round_ms, bool(self.rounds) and self.rounds[-1].done
        if wait is None or not done or self.ended or self.paused_at is not None:
            return None
        return self.rounds[-1].decided_at + wait

    @property
    def is_pairing(self) -> bool:
        """Whether a round is paired and not published yet; an attempt that was taken back has been."""
        return bool(self.rounds) and not (self.rounds[-1].started or self.rounds[-1].is_recalled or self.ended)

    @property
    def is_board_played(self) -> bool:
        """Whether tables play the same deal now, so that nobody may learn of another one's play."""
        playing = bool(self.rounds) and self.rounds[-1].started and not self.rounds[-1].done
        return self.opened.same_deal and playing and self.secret is None

    @property
    def next_round(self) -> int:
        """The round that is to be paired: the one that is paired and not started, or the one after the last."""
        return len(self.rounds) + (0 if self.rounds and not self.rounds[-1].started else 1)

    @property
    def attempt(self) -> int:
        """How often the next round has been paired so far."""
        return self.rounds[-1].attempt if self.rounds and not self.rounds[-1].started else 0

    @property
    def pairer(self) -> Pairer:
        """The way of pairing that entry 1 states, for the rounds before the cut or after it."""
        if self.cut is not None and (said := self.opened.cut) is not None:
            return KnockOut(said.losses, said.drawn)
        match self.opened.method:
            case RoundRobinSaid(cycles=cycles, groups=groups):
                return RoundRobin(cycles, groups)
            case SwissSaid():
                return Dutch(1 if self.initial else 0)
            case PodsSaid(seats=seats):
                return PodSwiss(seats)
            case KnockOutSaid(losses=losses, drawn=drawn):
                return KnockOut(losses, drawn)
            case _ as never:
                assert_never(never)

    def requested_byes(self) -> tuple[ByeSaid, ...]:
        """Return who sits out the next round by request, or for want of a deck, in the initial order."""
        lacking = () if isinstance(self.pairer, KnockOut) else self.lacking_decks()
        there = [player.id for player in self.numbered if self.plays(player.id)]
        none = {player: ByeSaid(player=player, kind="zero") for player in lacking}
        asked = [self.byes.get((player, self.next_round), none.get(player)) for player in there]
        return tuple([bye for bye in asked if bye is not None])

    def deck_of(self, player: PlayerId, round: int) -> Registered | None:
        """Return the deck that a player has for a round."""
        return self.decks.get((player, deck_round(self.opened.at_rounds, round)))

    def lacking_decks(self) -> tuple[PlayerId, ...]:
        """Return who is not paired in the next round for want of a deck."""
        if self.opened.decks is None:
            return ()
        there = [player.id for player in self.stage.players if self.plays(player.id)]
        return tuple([player for player in there if self.deck_of(player, self.next_round) is None])

    def table_id(self, round: int, pairing: int, game: int = 1) -> str:
        """Return the id of a table of a round as it is paired last."""
        return table_id(self.opened.tournament, self.place_of(round), pairing, game)

    def place_of(self, round: int) -> str:
        """Return what a round is called in what derives from it: once it was taken back, with its last attempt."""
        anew = [played.attempt for played in self.rounds[round - 1 : round] if played.recalled]
        return f"{round}.{anew[0]}" if anew else str(round)

    def game_of(self, table: str, round: int, pairing: int) -> int | None:
        """Return which game of a pairing a table is; nothing for one of an attempt that was taken back."""
        played = self.rounds[round - 1]
        games = range(1, played.best_of + 1) if played.started else ()
        return next((game for game in games if self.table_id(round, pairing, game) == table), None)

    def plays(self, player: PlayerId) -> bool:
        """Say whether a player is still in."""
        entered = self.players[player]
        return not (entered.withdrawn or entered.disqualified)

    def request(self) -> Request:
        """Return what the pairing of the next round is asked."""
        out = {*[bye.player for bye in self.requested_byes()], *self.lacking_decks()}
        rounds = self.opened.method.rounds if isinstance(self.opened.method, SwissSaid | PodsSaid) else 0
        return Request(
            players=tuple([one for one in self.stage.players if self.plays(one.id) and one.id not in out]),
            history=self.stage,
            rounds=rounds,
            scoring=self.scoring,
            adjusted=self.adjusted,
            forbidden=self._forbidden(),
        )

    def _forbidden(self) -> frozenset[Pair]:
        now = self.next_round
        return frozenset([pair(*said.players) for said in self.forbidden if said.first <= now <= said.last])

    def standings(self, lots: Mapping[PlayerId, int] | None = None) -> tuple[Row, ...]:
        """Return the standings after the rounds that have all their results."""
        out = [one.id for one in self.players.values() if one.disqualified]
        return standings(
            self.before_cut().history,
            self.scoring,
            self.opened.tie_breaks,
            adjusted=self.adjusted,
            disqualified=out,
            lots=lots,
            ranked=self._ranked(),
            everybody_meets=isinstance(self.opened.method, RoundRobinSaid),
        )

    def _ranked(self) -> tuple[tuple[PlayerId, ...], ...] | None:
        """Return what comes before points, the best first: places in groups, or a bracket and then who missed it."""
        pairer = self.pairer
        if isinstance(pairer, RoundRobin) and pairer.groups > 1:
            out = [one.id for one in self.players.values() if one.disqualified]
            groups = pairer.groups_of(self.numbered)
            history = self.before_cut().history
            return in_groups(history, self.scoring, self.opened.tie_breaks, groups, self.adjusted, out)
        if not isinstance(pairer, KnockOut):
            return None
        seeded = {player.id for player in self.stage.players}
        others = tuple([player.id for player in self.numbered if player.id not in seeded])
        return (*pairer.progress(self.stage).places, others)

    @property
    def entropy(self) -> tuple[bytes, ...]:
        """What everybody registered gave last, in the order of their registration."""
        return tuple([one.entropy for one in self.players.values() if one.entropy])


def opened_book(entry: TournamentOpened) -> Book:
    """Return the book after entry 1."""
    return Book(opened=entry, at=entry.at)


def book_of(entries: Sequence[Entry]) -> Book:
    """Return the book after entries that a checker has passed, the first of which opens the tournament."""
    first, *others = entries
    assert isinstance(first, TournamentOpened)
    return reduce(after, others, opened_book(first))


def after(book: Book, entry: Entry) -> Book:
    """Return the book after one more entry; asks no rule a second time."""
    return replace(_after(book, entry), n=entry.n, at=entry.at)


def _after(book: Book, entry: Entry) -> Book:
    match entry:
        case PlayerRegistered() | PlayerEnteredLate() | Started():
            return _with_players(book, entry)
        case PlayerCheckedIn(entropy=given):
            there = _changed(book, entry.player, checked_in=True)
            return there if given is None else _changed(there, entry.player, entropy=unb64(given))
        case PlayerWithdrawn() | PlayerReturned():
            return _changed(book, entry.player, withdrawn=isinstance(entry, PlayerWithdrawn))
        case PlayerDisqualified():
            return _changed(book, entry.player, disqualified=True)
        case PenaltyGiven():
            return _adjusted(book, entry.player, -exact(entry.points))
        case ByeRequested():
            bye = ByeSaid(player=entry.player, kind=entry.bye)
            return replace(book, byes={**book.byes, (entry.player, entry.round): bye})
        case DeckRegistered() | DeckOpened():
            return _with_deck(book, entry)
        case PairForbidden():
            return replace(book, forbidden=(*book.forbidden, entry))
        case RoundPaired() | RoundStarted() | RoundRecalled():
            return replace(book, rounds=with_entry(book.rounds, entry, book.best_of))
        case ResultCounted() | ResultCorrected() | DrawOffered() | ResultConceded():
            return replace(book, rounds=with_entry(book.rounds, entry, book.best_of))
        case TournamentPaused():
            return replace(book, paused_at=entry.at, reason=entry.reason)
        case TournamentResumed():
            since = entry.at if book.paused_at is None else book.paused_at
            return replace(book, paused_at=None, reason=None, rounds=later(book.rounds, entry.at - since))
        case StandingsFrozen():
            return replace(book, frozen=entry.n, rows=entry.rows, standing=entry.n)
        case CutMade():
            return replace(book, cut=Cut(entry.players, len(book.rounds)))
        case PrizesGiven():
            return replace(book, prizes=entry.prizes, standing=entry.n)
        case TournamentEnded():
            return replace(book, ended=True)
        case TournamentCancelled():
            return replace(book, ended=True, cancelled=True, reason=entry.reason)
        case SecretOpened():
            return replace(book, secret=unb64(entry.secret))
        case TournamentOpened():
            return opened_book(entry)
        case _ as never:
            assert_never(never)


def _with_players(book: Book, entry: PlayerRegistered | PlayerEnteredLate | Started) -> Book:
    match entry:
        case PlayerRegistered():
            new = Entered(id=entry.player, rating=entry.rating, entropy=unb64(entry.entropy), bot=entry.bot)
            return replace(book, players={**book.players, entry.player: new})
        case PlayerEnteredLate():
            who, number, bot = entry.player, len(book.numbered) + 1, entry.bot
            given = book.players[who].entropy if who in book.players else b""  # the draws have what was given in time
            late = Entered(id=who, rating=entry.rating, entropy=given, number=number, checked_in=True, bot=bot)
            return _adjusted(replace(book, players={**book.players, late.id: late}), late.id, exact(entry.points))
        case Started():
            numbers = {player: number for number, player in enumerate(entry.order, 1)}
            players = {one.id: replace(one, number=numbers.get(one.id, 0)) for one in book.players.values()}
            return replace(book, players=players, started=True, initial=entry.initial)
        case _ as never:
            assert_never(never)


def _with_deck(book: Book, entry: DeckRegistered | DeckOpened) -> Book:
    key = entry.player, entry.round
    if isinstance(entry, DeckOpened):
        return replace(book, decks={**book.decks, key: replace(book.decks[key], deck=entry.deck)})
    sealed = replace(book, decks={**book.decks, key: Registered(n=entry.n, seal=entry.seals[POINTER])})
    enters = book.started and not book.players[entry.player].number  # who had no deck at the start
    return _changed(sealed, entry.player, number=len(book.numbered) + 1) if enters else sealed


def _changed(book: Book, player: PlayerId, **changes: bool | bytes | int) -> Book:
    return replace(book, players={**book.players, player: replace(book.players[player], **changes)})


def _adjusted(book: Book, player: PlayerId, points: Points) -> Book:
    begun = sum(played.started for played in book.rounds)
    return replace(
        book,
        adjusted={**book.adjusted, player: book.adjusted.get(player, NONE) + points},
        adjustments=(*book.adjustments, (player, begun, points)),
    )
