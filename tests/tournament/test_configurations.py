"""Whatever configuration is accepted at its creation can be played to the end: random options, each played."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import QuickChance
from domain.tournament.decks import ChosenDeck
from domain.tournament.log.check import check
from domain.tournament.log.configuration import expected, faults, too_many_rounds
from domain.tournament.log.entries import (
    FORMAT,
    KnockOutSaid,
    Method,
    PodsSaid,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
    TournamentOpened,
)
from domain.tournament.log.simulation import Plan, drawn_places, scoring_for, simulate
from domain.tournament.pairing.knock_out import KnockOut
from domain.tournament.settings import CutSaid, OfRounds, OwnByes

TIES: tuple[Any, ...] = (
    "buchholz",
    "buchholz_cut_1",
    "sonneborn_berger",
    "direct_encounter",
    "wins",
    "opponents_average_place",
    "opponents_win_share",
)


class Drawn:
    """A configuration by chance: every option that says how a tournament is paired, played or counted."""

    def __init__(self, number: int) -> None:
        self.chance = QuickChance(number * 7_919 + 1)
        self.players = 4 + self.chance.pick(9)
        self.method = self._method()
        self.said: dict[str, Any] = {
            "best_of": self._rare(1, 3, 5),
            "cut": self._cut() if self._is_rare() else None,
            "at_rounds": self._of_rounds() if self._is_rare() else (),
            "draw_by_agreement": self._rare("never", "before_start", "any_time"),
            "own_byes": OwnByes(half=self._one_of(0, 1), zero=1, last=2) if self._is_rare() else None,
            "next_round_ms": self._rare(None, 0),
            "decks": self._rare(None, "registered"),
            "same_deal": self._is_rare(),
            "scoring": self._scoring() if self._is_rare() else scoring_for(self.method)[0],
            "tie_breaks": tuple([tie for tie in TIES if self._is_rare()]),
        }

    def _one_of(self, *values: Any) -> Any:
        return values[self.chance.pick(len(values))]

    def _is_rare(self) -> bool:
        return self.chance.pick(3) == 0

    def _rare(self, usual: Any, *others: Any) -> Any:
        return self._one_of(*others) if self._is_rare() else usual

    def _method(self) -> Method:
        seats = 3 + self.chance.pick(3)
        return (
            SwissSaid(rounds=1 + self.chance.pick(self.players // 2)),  # more may leave no legal pairing, by luck
            PodsSaid(rounds=1 + self.chance.pick(3), seats=seats),
            RoundRobinSaid(cycles=self._one_of(1, 2), groups=self._one_of(1, 1, 2)),
            KnockOutSaid(losses=self._one_of(1, 2), drawn=self._one_of("higher_seed", "replay")),
        )[self.chance.pick(4)]

    def _cut(self) -> CutSaid:
        drawn = self._one_of("higher_seed", "replay")
        best_of = self._rare(None, 1, 3)
        return CutSaid(players=2 + self.chance.pick(5), losses=self._one_of(1, 2), drawn=drawn, best_of=best_of)

    def _of_rounds(self) -> tuple[OfRounds, ...]:
        first = 1 + self.chance.pick(3)
        last = self._rare(None, first, first + 1)
        one = OfRounds(first=first, last=last, best_of=self._rare(None, 1, 3), decks=self._rare(None, "anew"))
        more = OfRounds(first=first + 2, decks=self._rare(None, "anew"), best_of=self._rare(None, 3))
        return (one, more) if self._is_rare() else (one,)

    def _scoring(self) -> ScoringSaid:
        by_place = tuple([str(points) for points in range(9, 9 - self._one_of(2, 5, 9), -1)])
        tie = self._one_of("share", "draw_points")
        bye = self._rare(None, "0", "2")
        return ScoringSaid(by_place=by_place, tie=tie, draw_points=self._one_of("0", "7/2"), pairing_bye=bye)

    def opening(self) -> TournamentOpened:
        return TournamentOpened(
            n=1, at=0, by="x", format=FORMAT, tournament="t", game="any", version=1, method=self.method,
            commitment="A" * 43, **self.said,
        )  # fmt: skip

    @property
    def is_accepted(self) -> bool:
        return not faults(self.opening()) and too_many_rounds(self.method, self.players) is None

    def plan(self) -> Plan:
        """Return it as a plan; with decks everybody brings those that are due."""
        decks = None if self.said["decks"] is None else lambda player, first: ChosenDeck(tag="deck", body={"of": first})
        of_plan = {name: self.said[name] for name in ("best_of", "cut", "at_rounds", "same_deal")}
        seed = self.players.to_bytes(2, "big") + str(self.said).encode()
        return Plan(self.method, self.players, seed, decks=decks, said=self.said, **of_plan)


def accepted(count: int, since: int = 0) -> list[Drawn]:
    """Return so many configurations that creation accepts, of numbers from `since` on."""
    found: list[Drawn] = []
    while len(found) < count:
        drawn, since = Drawn(since), since + 1
        found += [drawn] if drawn.is_accepted else []
    return found


def is_played_to_its_end(drawn: Drawn) -> None:
    plan = drawn.plan()
    organiser = simulate(plan, drawn_places(plan.seed))
    book = organiser.book
    assert {one.status for one in check(organiser.lines)} == {"passed"}, drawn.said
    assert book.ended
    assert all(played.tables for played in book.rounds), drawn.said
    assert (book.cut is None) is (drawn.said["cut"] is None), drawn.said
    if isinstance(book.pairer, KnockOut):
        assert not book.pairer.progress(book.stage).pending, drawn.said
    if not isinstance(drawn.method, KnockOutSaid):
        most = expected(drawn.method, drawn.players).rounds
        assert len(book.before_cut().rounds) == most, drawn.said


@pytest.mark.parametrize("number", range(10))
def test_ten_configurations_that_are_accepted_are_played(number: int) -> None:
    is_played_to_its_end(accepted(1, since=number * 1_000)[0])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_two_hundred_configurations_that_are_accepted_are_played(part: int) -> None:
    for drawn in accepted(20, since=100_000 + part * 10_000):
        is_played_to_its_end(drawn)


def test_what_is_refused_is_refused_with_all_reasons_at_once() -> None:
    """Boards and decks of one's own, and everything else that does not go together, in one answer."""
    said = {
        "same_deal": True,
        "decks": "registered",
        "best_of": 3,
        "cut": CutSaid(players=2),
        "own_byes": OwnByes(half=1),
    }
    drawn = Drawn(0)
    drawn.method, drawn.said = KnockOutSaid(), {"scoring": ScoringSaid(by_place=("1", "0")), "tie_breaks": (), **said}
    codes = [fault.code for fault in faults(drawn.opening())]
    assert codes == ["no_cut_here", "no_byes_here", "no_boards_here", "no_decks_on_boards"]
