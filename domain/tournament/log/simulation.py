"""Whole tournaments by chance: for tests, for rehearsals, and for whoever wants records to try a checker on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import RefusedError
from domain.record.canonical import b64, sha256
from domain.record.entries import OfTournament
from domain.tournament.decks import ChosenDeck
from domain.tournament.log.entries import (
    ByeRequested,
    Counted,
    DrawOffered,
    Method,
    PairForbidden,
    PenaltyGiven,
    Places,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    Players,
    PlayerWithdrawn,
    PodsSaid,
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    ScoringSaid,
    SwissSaid,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refusing.ends import refuse_cut
from domain.tournament.matches import BestOf
from domain.tournament.players import PlayerId
from domain.tournament.points import PODS
from domain.tournament.settings import CutSaid, OfRounds, OwnByes, deck_round
from domain.tournament.tie_breaks import TieBreak

MINUTE = 60_000  # milliseconds between two entries
TWO_SEATS_SAID = ScoringSaid(by_place=("1", "0"))
TWO_SEATS_TIES: tuple[TieBreak, ...] = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
PODS_TIES: tuple[TieBreak, ...] = ("opponents_average_place", "opponents_win_share", "wins")


class Ended(NamedTuple):
    """What came out at a table: the place of each in seat order, and the entry of its own record that says so."""

    places: Places
    rests_on: Counted | None = None


class Seating(NamedTuple):
    """Where a table is, and the secret that it is dealt from if the others of its round are dealt the same."""

    place: OfTournament
    secret: bytes | None = None


Play: TypeAlias = Callable[[Players, int, Seating], Ended]  # a table and its number in the tournament, from 1
Brings: TypeAlias = Callable[[PlayerId, int], ChosenDeck]  # a player, and the round from which it is played


class Plan(NamedTuple):
    """A tournament to be simulated. `troubles`: players come late, leave, stay away, are ruled upon.

    `decks` are registered before the start, and before the rounds where `at_rounds` says so. `said` is what else the
    opening says, in the place of what a simulation says of itself.
    """

    method: Method
    players: int
    seed: bytes
    game: str = "any"
    version: int = 1
    troubles: bool = False
    best_of: BestOf = 1
    cut: CutSaid | None = None
    decks: Brings | None = None
    at_rounds: tuple[OfRounds, ...] = ()
    same_deal: bool = False
    said: Mapping[str, Any] = {}


def drawn_places(seed: bytes) -> Play:
    """Return results by chance, one table in four with a tie for the first place."""

    def play(table: Players, number: int, seating: Seating | None = None) -> Ended:
        chance = _chance(seed, f"table/{number}")
        places = [place + 1 for place in chance.shuffle(len(table))]
        if chance.pick(4) == 0:
            places = [1 if place == 2 else place for place in places]
        return Ended(tuple(places))

    return play


def scoring_for(method: Method) -> tuple[ScoringSaid, tuple[TieBreak, ...]]:
    """Return the points and tie-breaks of a simulated tournament: 1, 1/2, 0, or in pods 5, 3, 2, 1 and so on."""
    if not isinstance(method, PodsSaid):
        return TWO_SEATS_SAID, TWO_SEATS_TIES
    by_place = [str(points) for points in PODS.by_place] + ["0"] * 6
    return ScoringSaid(by_place=tuple(by_place[: method.seats])), PODS_TIES


def simulate(plan: Plan, play: Play | None = None) -> Organiser:
    """Run a tournament to its end; the same plan and the same results give the same record."""
    return _Running(plan, play or drawn_places(plan.seed)).run()


def _chance(seed: bytes, purpose: str) -> QuickChance:
    return QuickChance(int.from_bytes(sha256(seed, purpose.encode())[:8], "big"))


class _Running:
    def __init__(self, plan: Plan, play: Play) -> None:
        scoring, tie_breaks = scoring_for(plan.method)
        self.plan = plan
        self.play = play
        self.chance = _chance(plan.seed, "troubles")
        self.late = _chance(plan.seed, "decks")  # who brings no deck in time
        self.at = 0
        self.tables = 0
        said: dict[str, Any] = {
            "game": plan.game,
            "version": plan.version,
            "method": plan.method,
            "scoring": scoring,
            "tie_breaks": tie_breaks,
            "best_of": plan.best_of,
            "cut": plan.cut,
            "decks": None if plan.decks is None else "registered",
            "at_rounds": plan.at_rounds,
            "draw_by_agreement": "any_time" if self._may_agree else "never",
            "same_deal": plan.same_deal,
            "own_byes": OwnByes(half=1, zero=1) if self._has_own_byes else None,
        }
        self.organiser = Organiser.open(
            "simulated-" + sha256(plan.seed).hex()[:12],
            secret=sha256(plan.seed, b"secret"),
            salt=sha256(plan.seed, b"salt"),
            at=self.at,
            **{**said, **plan.said},
        )

    @property
    def _may_agree(self) -> bool:
        return self.plan.troubles and not self.plan.same_deal

    @property
    def _has_own_byes(self) -> bool:
        return self.plan.troubles and isinstance(self.plan.method, SwissSaid | PodsSaid)

    def run(self) -> Organiser:
        self._register()
        self.organiser.start(self._now())
        self._rounds()
        if self.plan.cut is not None and refuse_cut(self.organiser.book) is None:
            self.organiser.cut(self._now())
            self._rounds()
            self.organiser.give_prizes(self._now(), [(1, "the cup"), (2, "flowers")])
        self.organiser.end(self._now())
        if self.organiser.book.secret is None:
            self.organiser.open_secret(self._now())
        return self.organiser

    def _rounds(self) -> None:
        while self._round():
            pass

    def _now(self) -> int:
        self.at += MINUTE
        return self.at

    def _register(self) -> None:
        for number in range(1, self.plan.players + 1):
            entropy = b64(sha256(self.plan.seed, f"entropy/{number}".encode()))
            rating = 2_000 - self.chance.pick(600) if self.chance.pick(4) else None
            self.organiser.tell(PlayerRegistered, self._now(), player=f"p{number}", rating=rating, entropy=entropy)
        self._bring(tuple(self.organiser.book.players), 1)
        if self.plan.troubles and self.plan.players > 6:
            there = range(1, self.plan.players)  # the last one does not come
            for number in [number for number in there if self._may_check_in(f"p{number}")]:
                last = b64(sha256(self.plan.seed, f"check-in/{number}".encode())) if number % 3 == 0 else None
                self.organiser.tell(PlayerCheckedIn, self._now(), player=f"p{number}", entropy=last)

    def _may_check_in(self, player: PlayerId) -> bool:
        return self.plan.decks is None or self.organiser.book.deck_of(player, 1) is not None

    def _bring(self, players: Sequence[PlayerId], round: int) -> None:
        """Register decks for a round; with troubles one in six comes too late, and some change their minds."""
        if self.plan.decks is None:
            return
        first = deck_round(self.plan.at_rounds, round)
        in_time = not self.organiser.book.started or round == first > 1
        for player in players:
            luck = self.late.pick(6) if self.plan.troubles and len(players) > 6 else 6
            for _ in range(0 if luck == 0 else 2 if luck == 1 and in_time else 1):
                deck = self.plan.decks(player, first)
                self.organiser.register_deck(player, deck, self._now(), round=first, by=player)

    def _round(self) -> bool:
        """Play a round; say whether there was one."""
        if self.plan.troubles:
            self._before()
        self._bring(self.organiser.book.lacking_decks(), self.organiser.book.next_round)
        try:
            self.organiser.pair(self._now())
        except RefusedError:
            return False
        self.organiser.start_round(self._now())
        number = len(self.organiser.book.rounds)
        recalls = self.plan.troubles and _chance(self.plan.seed, f"recall/{number}").pick(12) == 0
        if recalls and self.organiser.book.rounds[-1].tables:
            self._recall(number)
        for table in range(1, len(self.organiser.book.rounds[-1].tables) + 1):
            while table - 1 not in self.organiser.book.rounds[-1].results:
                self._play(number, table)
        if self.plan.troubles:
            self._after(number)
        return True

    def _recall(self, number: int) -> None:
        """Take the round back that has just begun, and pair it again."""
        self.organiser.recall_round(self._now(), number, "the hall was dark")
        self.organiser.pair(self._now())
        self.organiser.start_round(self._now())

    def _play(self, number: int, table: int) -> None:
        """Play a table of the round, or the next game of its match."""
        played = self.organiser.book.rounds[-1]
        game = played.game(table - 1)
        self.tables += 1
        luck = self.chance.pick(40) if self.plan.troubles else 40
        is_agreed = luck == 2 and self._may_agree
        play = drawn_places(self.plan.seed) if luck < 2 or is_agreed else self.play  # nobody begins such a table
        ended = play(played.seated(table - 1, game), self.tables, self._seating(number, table))
        ended = _with_forfeits(ended, luck)
        said: dict[str, Any] = {"round": number, "table": table}
        if is_agreed:
            players = played.tables[table - 1]
            for player in players:
                self.organiser.tell(DrawOffered, self._now(), player=player, **said)
            self.organiser.tell(ResultCounted, self._now(), agreed=True, places=(1,) * len(players), **said)
            return
        of_match = game if played.best_of > 1 else None
        if luck == 3:
            loser = played.tables[table - 1][0]
            self.organiser.tell(ResultConceded, self._now(), player=loser, game=of_match, **said)
        self.organiser.tell(
            ResultCounted,
            self._now(),
            game=of_match,
            places=ended.places,
            rests_on=ended.rests_on,
            redealt=luck == 4 and self.plan.same_deal,
            **said,
        )

    def _seating(self, number: int, table: int) -> Seating:
        place = OfTournament(id=self.organiser.book.opened.tournament, round=number, pairing=table)
        if not self.plan.same_deal:
            return Seating(place)
        return Seating(replace(place, board=number), self.organiser.board_secret(number))

    def _before(self) -> None:
        """What may happen before a round is paired."""
        book = self.organiser.book
        playing = [player.id for player in book.numbered if book.plays(player.id)]
        gone = [one.id for one in book.players.values() if one.withdrawn and one.number]
        luck = self.chance.pick(7)
        someone = self.chance.choice(playing)
        if luck == 0 and len(playing) > 5:
            self.organiser.tell(PlayerWithdrawn, self._now(), player=someone)
        elif luck == 1 and gone:
            self.organiser.tell(PlayerReturned, self._now(), player=gone[0])
        elif luck == 2 and len(playing) > 5:
            bye = ("half", "zero")[self.chance.pick(2)]
            own = self._has_own_byes and not any(player == someone for player, _ in book.byes) and book.cut is None
            asked: dict[str, Any] = {"player": someone, "round": book.next_round, "bye": bye, "own": own}
            self.organiser.tell(ByeRequested, self._now(), **asked)
        elif luck == 3 and isinstance(book.opened.method, SwissSaid | PodsSaid) and book.cut is None:
            name = f"late{len(book.players)}"
            self.organiser.tell(PlayerEnteredLate, self._now(), player=name, rating=1_500, points="1/2")
        elif luck == 5:
            self.organiser.tell(TournamentPaused, self._now(), reason="lunch")
            self.organiser.tell(TournamentResumed, self._now())
        elif luck == 4 and len(playing) > 5:
            two = playing[0], playing[-1]
            self.organiser.tell(PairForbidden, self._now(), players=two, first=1, last=book.next_round)

    def _after(self, number: int) -> None:
        """What may happen once a round is played: a correction, a penalty, now and then a disqualification."""
        book = self.organiser.book
        luck = self.chance.pick(8)
        tables = book.rounds[-1].tables
        if luck == 0 and tables:
            places = tuple(range(1, len(tables[0]) + 1))
            self.organiser.tell(
                ResultCorrected, self._now(), round=number, table=1, places=places, reason="they had it the wrong way"
            )
        playing = [player.id for player in book.numbered if book.plays(player.id)]
        if luck == 1:
            self.organiser.tell(PenaltyGiven, self._now(), player=playing[0], points="1/2", reason="late again")
        if luck == 2 and len(playing) > 6:
            self.organiser.tell(PlayerDisqualified, self._now(), player=playing[-1], reason="played for somebody else")


def _with_forfeits(ended: Ended, luck: int) -> Ended:
    """Now and then let the first of the table, or everybody, stay away."""
    if luck > 1:
        return ended
    places = ended.places
    return Ended((0,) * len(places) if luck == 0 else (0, *_closed_up(places[1:])))


def _closed_up(places: Sequence[int]) -> Places:
    """Return the places of those who came, as if the others had never been there."""
    return tuple([1 + sum(other < place for other in places) for place in places])
