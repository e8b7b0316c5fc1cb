"""What a bot would have done at a decision, and how imagined worlds end for the best few actions: an estimate.

It rests on the seat's own copy up to that moment: the worlds are imagined from it, then bots play them to their ends.
Each action is tried in the same worlds, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from domain.audit.futures import played_on, refuse_running
from domain.audit.knowledge import told_states
from domain.audit.timeline import Address, Timeline
from domain.kernel.acting import act
from domain.kernel.bots import Bot, chosen
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.game import AnyCommand, Rules, State
from domain.kernel.legal import legal_actions
from domain.kernel.seats import Seat, seat_viewer
from domain.record.entries import ActionTaken

BEST = 5  # actions that are told of
LOOKED_AT = 32  # legal actions that a first look compares; of more, so many by chance
FIRST_LOOK = 4  # worlds of the first look at each
Progress = Callable[[int, int], None]


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """One action: in how many of the worlds that ended its seat came first, alone or not; whose choice it is."""

    command: AnyCommand
    worlds: int
    won: int
    by_bot: bool
    played: bool


def advise(
    timeline: Timeline, n: int, seat: Seat, *, bot: Bot, worlds: int, seed: int, progress: Progress
) -> list[Advised]:
    """Return the best few actions of a seat after entry `n`, the best first; none where it has nothing to decide.

    Raises `RunningError` for a table that has not ended.
    """
    refuse_running(timeline)
    moment = timeline.moment(n)
    if seat not in moment.table.decisions:
        return []
    rules = timeline.title.rules
    *_, (_, state) = told_states(timeline, seat_viewer(seat), Address(n))
    trial = _Trial(rules, state, seat, bot, seed)
    choice = rules.normal(state, chosen(bot, rules, state, seat, QuickChance(seed)))
    commands = _candidates(trial, choice)
    played = _played(timeline, n, seat)
    found = []
    for done, command in enumerate(commands, 1):
        ended, won = trial.results(command, range(worlds))
        by_bot, was = command == choice, played is not None and _body(command) == played
        found.append(Advised(command=command, worlds=ended, won=won, by_bot=by_bot, played=was))
        progress(done, len(commands))
    return sorted(found, key=lambda one: -one.won / max(one.worlds, 1))


def suggested(timeline: Timeline, seat: Seat, *, bot: Bot, seed: int) -> AnyCommand:
    """Return what a bot would do for a seat that is awaited at the end of its own copy.

    It knows what that copy tells and no more, so that a game that goes on may ask it.
    """
    n, rules = len(timeline), timeline.title.rules
    *_, (_, state) = told_states(timeline, seat_viewer(seat), Address(n))
    command: AnyCommand = rules.normal(state, chosen(bot, rules, state, seat, QuickChance(seed)))
    return command


def _candidates(trial: _Trial, choice: AnyCommand) -> list[AnyCommand]:
    """Return the bot's choice and the best others by a first look at a few worlds."""
    others = [command for command in legal_actions(trial.rules, trial.state, trial.seat) if command != choice]
    if len(others) >= BEST:
        quick = QuickChance(trial.seed)
        looked_at = [others[place] for place in quick.shuffle(len(others))[:LOOKED_AT]]
        others = sorted(looked_at, key=lambda command: -trial.results(command, range(FIRST_LOOK))[1])
    return [choice, *others[: BEST - 1]]


def _played(timeline: Timeline, n: int, seat: Seat) -> bytes | None:
    """Return what the seat did next, as a body with its tag."""
    for moment in timeline.moments[n:]:
        if isinstance(moment.entry, ActionTaken) and moment.entry.seat == seat:
            command = moment.entry.command
            return msgspec.json.encode({**(command.body or {}), "tag": command.tag}, order="sorted")
    return None


def _body(command: AnyCommand) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(command), order="sorted")


class _Trial:
    """One decision, tried in imagined worlds."""

    def __init__(self, rules: Rules, state: State, seat: Seat, bot: Bot, seed: int) -> None:
        self.rules, self.state, self.seat, self.bot, self.seed = rules, state, seat, bot, seed

    def results(self, command: AnyCommand, numbers: Sequence[int]) -> tuple[int, int]:
        """Return in how many worlds the game ended after an action, and in how many of them the seat came first."""
        ended = won = 0
        for number in numbers:
            winners = self._winners(command, QuickChance(self.seed + number))
            ended += winners is not None
            won += winners is not None and self.seat in winners
        return ended, won

    def _winners(self, command: AnyCommand, chance: QuickChance) -> tuple[Seat, ...] | None:
        try:
            world = self.rules.imagine(self.state, chance)
        except NoWorldError:
            return None
        world = act(self.rules, world, self.seat, command, chance).state
        outcome = played_on(self.rules, world, lambda _: self.bot, chance)
        return None if outcome is None else outcome.winners
