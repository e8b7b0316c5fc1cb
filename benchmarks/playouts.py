"""Random play without record and store: rules and offers alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.figures import Figure, measured, rate
from benchmarks.rows import Row
from domain.kernel.acting import act, deal
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.legal import legal_actions, sample

Choose = Callable[[Rules, Any, int, QuickChance], Any]

SEED = 2026


def _any_legal(rules: Rules, state: Any, seat: int, chance: QuickChance) -> Any:
    return chance.choice(list(legal_actions(rules, state, seat)))


def playout(row: Row, choose: Choose, actions: int, seed: int = SEED) -> int:
    """Play games at random, one after the other, for so many actions; return how many games ended."""
    rules, setup = row.rules, row.setup
    chance = QuickChance(seed)
    state = deal(rules, setup, chance).state
    ended = 0
    for _ in range(actions):
        seat = next(iter(rules.to_act(state)))
        state = act(rules, state, seat, choose(rules, state, seat, chance), chance).state
        if rules.outcome(state) is not None:
            ended += 1
            state = deal(rules, setup, chance).state
    return ended


def sampled(row: Row, *, runs: int, actions: int) -> Figure:
    """Measure play that draws a part of the menu first and evaluates only that."""
    return _measured(row, sample, runs, actions)


def expanded(row: Row, *, runs: int, actions: int) -> Figure:
    """Measure play that lists every legal action before each."""
    return _measured(row, _any_legal, runs, actions)


def _measured(row: Row, choose: Choose, runs: int, actions: int) -> Figure:
    games = playout(row, choose, actions)
    return measured(
        "actions/s",
        lambda: rate(actions, lambda: playout(row, choose, actions)),
        runs=runs,
        over={"actions": actions, "games_ended": games},
    )
