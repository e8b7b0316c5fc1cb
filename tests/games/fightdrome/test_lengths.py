"""How long bouts are and how they end (section 11, "Length"), with the sensible player on both seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.fightdrome.messages import BoutEnded, BoutStarted, CharactersDealt, FightdromeOptions
from tests.games.fightdrome.bot_games import played

pytestmark = pytest.mark.long


class Lengths:
    """Figures of games played by bots."""

    def __init__(self, games: int, bots: Sequence[str] = ("sensible", "sensible"), **options: Any) -> None:
        self.actions: list[int] = []  # of a game
        self.bouts: list[int] = []  # of a game
        self.ends: Counter[str] = Counter()  # reasons of bouts
        self.first_won = 0  # games
        for seed in range(games):
            self._play(seed, bots, FightdromeOptions(**options))

    def _play(self, seed: int, bots: Sequence[str], options: FightdromeOptions) -> None:
        steps = list(played(bots, seed, options))
        facts = [fact for step in steps for fact in step.facts]
        self.actions.append(len(steps) - 1)
        self.bouts.append(sum(isinstance(fact, BoutStarted) for fact in facts))
        self.ends.update(fact.reason for fact in facts if isinstance(fact, BoutEnded))
        first = next(fact.first_seat for fact in facts if isinstance(fact, CharactersDealt))
        outcome = steps[-1].state.outcome
        assert outcome is not None
        self.first_won += outcome.winners == (first,)

    @property
    def mean(self) -> float:
        return sum(self.actions) / len(self.actions)

    def share(self, reason: str) -> float:
        return self.ends[reason] / self.ends.total()

    def __str__(self) -> str:
        ranked = sorted(self.actions)
        games = len(ranked)
        ends = ", ".join(f"{reason} {100 * self.share(reason):.0f} %" for reason in sorted(self.ends))
        return (
            f"{games} games: {self.mean:.1f} actions (99 % up to {ranked[games * 99 // 100]}, most {ranked[-1]}), "
            f"{sum(self.bouts) / games:.2f} bouts (most {max(self.bouts)}), first seat wins "
            f"{100 * self.first_won / games:.0f} %; {ends}"
        )


@pytest.mark.soak
def test_the_length_of_bouts_and_how_they_end() -> None:
    """300 seeded bouts: 45 to 75 actions on average, 48 to 77 % knock-outs, none near the bell."""
    lengths = Lengths(300)
    assert 45 <= lengths.mean <= 75, lengths
    assert 0.48 <= lengths.share("knocked_out") <= 0.77, lengths
    assert max(lengths.actions) < 200, lengths
    assert lengths.ends["bell"] == 0
    assert 0.4 < lengths.first_won / 300 < 0.6, lengths


def test_a_match_to_300_takes_two_or_three_bouts() -> None:
    lengths = Lengths(40, mode="fame_match")
    assert 1.5 <= sum(lengths.bouts) / 40 <= 3.5, lengths


SOAKED: list[tuple[str, int, dict[str, Any]]] = [
    ("base bouts", 2000, {}),
    ("a match to 300", 400, {"mode": "fame_match"}),
    ("a tournament", 300, {"mode": "epic_tournament"}),
    ("Breathing Space and Last Gasp", 600, {"breathing_space": True, "last_gasp": True}),
]


@pytest.mark.soak
@pytest.mark.parametrize("bots", [("sensible", "sensible"), ("random", "random"), ("random", "sensible")], ids=str)
@pytest.mark.parametrize(("label", "games", "options"), SOAKED, ids=str)
def test_statistics(
    label: str, games: int, options: dict[str, Any], bots: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Section 11's other figures, reported; a match has 6 bouts at most there, a base bout 160 actions."""
    lengths = Lengths(games, bots, **options)
    with capsys.disabled():
        print(f"\nfightdrome, {label}, {' against '.join(bots)}: {lengths}")
    assert lengths.ends.total() == sum(lengths.bouts)
    if not options:
        assert max(lengths.actions) < 250
