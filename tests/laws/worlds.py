"""Law B: a second world that a viewer cannot tell from the first, and the same entry in both.

The second world is `imagine`d from the viewer's copy and told only what `told.py` keeps. The same command, or a twin,
must give the viewer byte-equal lines, and all that the viewer's copies can show must be equal before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.acting import act, deal
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.marks import audience, plan, redact
from domain.kernel.messages import tag_of
from domain.kernel.seats import Viewer
from domain.record.chain import SealedEntry
from domain.record.draws import Drawn
from domain.record.lines import copy_line
from domain.record.seals import Sealer, blind
from domain.table.codec import is_public
from domain.table.play import write_action, write_deal
from domain.table.table import Table
from domain.table.writing import Batch
from tests.laws.copies import Copy, LeakError, compare, compare_lines, shown
from tests.laws.counts import Counts
from tests.laws.luck import Script, another, purpose_of
from tests.laws.probes import listed, vocabulary, well_formed
from tests.laws.tables import AT, Step
from tests.laws.told import Telling, unordered

ANEW = 4  # worlds are imagined anew about every fourth step
TWIN_TRIES = 6
OTHER_DRAWS = 6  # other results tried for an open draw


class Second(NamedTuple):
    """The same entry in the second world."""

    sealed: SealedEntry
    table: Table
    facts: tuple[Any, ...]
    drawn: tuple[Drawn, ...]


class UnpairedError(Exception):
    """A step for which no second world was found; counted."""


class Pairing:
    """One viewer's second world through a run."""

    def __init__(self, rules: Rules, copy: Copy, counts: Counts, quick: QuickChance, *, sealer: Sealer = blind) -> None:
        self.rules, self.copy, self.counts, self.quick, self.sealer = rules, copy, counts, quick, sealer
        self.viewer: Viewer = copy.viewer
        self.world: Any = None  # the second world's state, as far as it went along

    def forget(self) -> None:
        """Imagine anew at the next step."""
        self.world = None

    def pair(self, step: Step, facts: tuple[Any, ...], probes: Sequence[Any], line: bytes, after: Any) -> None:
        """Compare one entry; `copy` is still before it, `line` and `after` are the viewer's line and state after it.

        Raises `LeakError`.
        """
        tag = "deal" if step.command is None else tag_of(step.command)
        self.counts.tried[tag] += 1
        try:
            second = self._second(step, facts, probes)
        except UnpairedError as error:
            self.counts.unpaired[tag, str(error)] += 1
            self.world = None
            return
        self.counts.pairs += 1
        self._count(step, facts, second)
        where = f"{self.viewer} at {step.sealed.n} ({tag})"
        compare_lines("B", where, line, copy_line(second.sealed, self.viewer, second.table.salts))
        live = second.table.live
        assert live is not None
        mine = shown(self.rules, after, self.viewer, probes)
        compare("B, after", where, mine, shown(self.rules, live.state, self.viewer, probes))
        self.world = live.state

    def _second(self, step: Step, facts: tuple[Any, ...], probes: Sequence[Any]) -> Second:
        rules, viewer, before = self.rules, self.viewer, step.before
        if step.command is None:
            telling = Telling(rules, viewer, None, {})
            _, kept = telling.tell(facts)
            self.counts.disclosed.update(telling.disclosed)
            return self._same(step, rules.empty(before.setup), kept)
        carried = self.world is not None and self.quick.pick(ANEW) != 0
        telling = self._telling(step)
        told, kept = telling.tell(facts)
        self.counts.disclosed.update(telling.disclosed)
        if carried:
            try:
                return self._acted(step, self.world, kept)
            except UnpairedError:
                pass
        try:
            state = rules.imagine(self.copy.state, self.quick, told)
        except NoWorldError as error:
            raise UnpairedError(f"no world: {error}") from None
        self._look(step, state, probes)
        return self._acted(step, state, kept)

    def _telling(self, step: Step) -> Telling:
        return Telling(self.rules, self.viewer, step.command, self.rules.view(self.copy.state, self.viewer))

    def _look(self, step: Step, state: Any, probes: Sequence[Any]) -> None:
        """Compare before the entry, and count which hidden places of the state differ."""
        assert step.before.live is not None
        true = step.before.live.state
        where = f"{self.viewer} before {step.sealed.n}"
        compare(
            "B, before",
            where,
            shown(self.rules, self.copy.state, self.viewer, probes),
            shown(self.rules, state, self.viewer, probes),
        )
        if self.counts.pairs % 3 == 0:
            _differences(_plain(self.copy.state), _plain(true), _plain(state), "", self.counts)

    def _acted(self, step: Step, state: Any, kept: tuple[Any, ...]) -> Second:
        rules, seat = self.rules, step.seat
        assert seat is not None
        if rules.refuse(state, seat, step.command) is not None:
            raise UnpairedError("the command is refused there")
        same = self._same(step, state, kept)
        twin = self._twin(step, state, same)
        return same if twin is None else twin

    def _same(self, step: Step, state: Any, kept: tuple[Any, ...]) -> Second:
        results = self._results(step, state, kept)
        second = self._written(step, state, step.command, results)
        mine = self._kept(step, second.facts)
        if mine != kept and (unordered(mine) != unordered(kept) or _has_hidden_draws(step)):
            raise UnpairedError("what is told does not follow there")
        return second

    def _kept(self, step: Step, facts: tuple[Any, ...]) -> tuple[Any, ...]:
        if step.command is None:
            return Telling(self.rules, self.viewer, None, {}).tell(facts)[1]
        return self._telling(step).tell(facts)[1]

    def _results(self, step: Step, state: Any, kept: tuple[Any, ...]) -> list[Any]:
        """Return results for the draws: open ones agree, hidden ones are as fresh as what is kept allows.

        Hidden results are changed place by place; a change stays if at least as much of what is kept still follows.
        """
        results: list[Any] = [drawn.draw.result for drawn in step.drawn]
        hidden = [place for place, drawn in enumerate(step.drawn) if not drawn.open and drawn.draw.n > 1]
        if not hidden:
            return results
        best = self._agreement(step, state, results, kept)
        for place in hidden:
            draw = step.drawn[place].draw
            for i in range(draw.n if draw.kind == "shuffle" else 3):
                changed = list(results)
                changed[place] = another(draw, results[place], i, self.quick)
                agreement = self._agreement(step, state, changed, kept)
                if agreement >= best:
                    results, best = changed, agreement
        return results

    def _agreement(self, step: Step, state: Any, results: Sequence[Any], kept: tuple[Any, ...]) -> int:
        """Return how many of the kept values follow from these draws, in order; one more if they all and no others."""
        mine = self._kept(step, self.facts(step, state, step.command, results))
        for place, (one, other) in enumerate(zip(mine, kept, strict=False)):
            if one != other:
                return place
        return min(len(mine), len(kept)) + (len(mine) == len(kept))

    def facts(self, step: Step, state: Any, command: Any, results: Sequence[Any]) -> tuple[Any, ...]:
        """Return what a command does in a state with these results of its draws."""
        chance = Script(step.drawn, results, QuickChance(step.sealed.n), use=0)
        if command is None:
            return deal(self.rules, step.before.setup, chance).facts
        assert step.seat is not None
        return act(self.rules, state, step.seat, command, chance).facts

    def _written(self, step: Step, state: Any, command: Any, results: Sequence[Any]) -> Second:
        table = step.before
        if table.live is None:
            batch = Batch(table, AT, sealer=self.sealer)
            chance = Script(step.drawn, results, self.quick, use=0)
            write_deal(batch, chance, by="law")
        else:
            table = msgspec.structs.replace(table, live=msgspec.structs.replace(table.live, state=state))
            batch = Batch(table, AT, sealer=self.sealer)
            chance = Script(step.drawn, results, self.quick, use=step.before.live.use if step.before.live else 0)
            assert step.seat is not None
            write_action(batch, step.seat, command, origin=self._origin(step), chance=chance)
        facts = self.facts(step, state, command, results)
        return Second(batch.entries[0], batch.table, facts, tuple(chance.drawn))

    def _origin(self, step: Step) -> Any:
        """Return who acted: for those who may not know, sometimes the preference instead of the hand."""
        if (
            step.origin == "clock"
            or not self.rules.prepares
            or self.viewer.may_know((step.seat or 0,))
            or self.quick.pick(2)
        ):
            return step.origin
        self.counts.differed["action", "origin"] += 1
        return "prepared" if step.origin == "hand" else "hand"

    def _twin(self, step: Step, state: Any, same: Second) -> Second | None:
        """Return the entry with another sealed body that has the same public facts, if one is found."""
        rules, command, seat = self.rules, step.command, step.seat
        assert seat is not None
        tag = tag_of(command)
        if is_public(rules, tag) or seat in self.viewer.seats or self.quick.pick(2):
            return None
        others = [item for item in listed(rules, state, seat) if tag_of(item) == tag and item != command]
        if not others:
            words = vocabulary(rules, state)
            made = [well_formed(type(command), words, 2, self.quick) for _ in range(TWIN_TRIES)]
            others = [item for item in made if item != command and rules.refuse(state, seat, item) is None]
        results = [drawn.draw.result for drawn in same.drawn]
        mine = [redact(fact, self.viewer) for fact in same.facts]
        for _ in range(min(TWIN_TRIES, len(others))):
            other = self.quick.choice(others)
            if [redact(fact, self.viewer) for fact in self.facts(step, state, other, results)] == mine:
                self.counts.twins += 1
                self.counts.differed["command", tag] += 1
                return self._written(step, state, rules.normal(state, other), results)
        return None

    def _count(self, step: Step, facts: tuple[Any, ...], second: Second) -> None:
        counts = self.counts
        if step.command is not None and not self.viewer.may_know((step.seat or 0,)):
            counts.compared["action", "origin"] += self.rules.prepares and step.origin != "clock"
            if not is_public(self.rules, tag_of(step.command)):
                counts.compared["command", tag_of(step.command)] += 1
        for i, fact in enumerate(facts):
            for field in plan(type(fact)):
                if self.viewer.may_know(audience(fact, field.audience)):
                    continue
                place = tag_of(fact), field.name
                counts.compared[place] += 1
                other = second.facts[i] if i < len(second.facts) else None
                if type(other) is type(fact) and getattr(other, field.name) != getattr(fact, field.name):
                    counts.differed[place] += 1
        for drawn, again in zip(step.drawn, second.drawn, strict=False):
            if not drawn.open and drawn.draw.n > 1:
                counts.compared["draw", purpose_of(drawn.draw)] += 1
                counts.differed["draw", purpose_of(drawn.draw)] += drawn.draw.result != again.draw.result


def check_open_draws(rules: Rules, step: Step, quick: QuickChance) -> None:
    """Raise `LeakError` if an open draw says more than the facts that everybody sees."""
    if not any(drawn.open and drawn.draw.n > 1 for drawn in step.drawn):
        return
    world = Pairing(rules, Copy(rules, step.before, Viewer()), Counts(), quick)
    state = rules.empty(step.before.setup) if step.before.live is None else step.before.live.state
    results = [drawn.draw.result for drawn in step.drawn]
    mine = [redact(fact, Viewer()) for fact in world.facts(step, state, step.command, results)]
    for place, drawn in enumerate(step.drawn):
        for _ in range(OTHER_DRAWS if drawn.open and drawn.draw.n > 1 else 0):
            changed = list(results)
            changed[place] = another(drawn.draw, results[place], quick.pick(drawn.draw.n), quick)
            if changed[place] == results[place]:
                continue
            other = [redact(fact, Viewer()) for fact in world.facts(step, state, step.command, changed)]
            if other == mine:
                raise LeakError(f"B: the open draw {drawn.draw.label} says more than the public facts do")


def _has_hidden_draws(step: Step) -> bool:
    """Say whether chance may have laid cards in another order; where it had no part, an order is the fact's own."""
    return any(not drawn.open and drawn.draw.n > 1 for drawn in step.drawn)


def _plain(state: Any) -> Any:
    return msgspec.to_builtins(state, enc_hook=lambda value: type(value).__name__)


def _differences(red: Any, true: Any, other: Any, path: str, counts: Counts) -> None:
    """Count the hidden places of a redacted state, and those where the imagined one differs from the true one."""
    if red in ("?", None):
        if true is not None and true != "?":
            counts.zones[path] += 1
            if isinstance(true, list | tuple):
                counts.lists.add(path)
            counts.zones_differed[path] += other != true
        return
    if isinstance(red, dict) and isinstance(true, dict) and isinstance(other, dict):
        for name, value in red.items():
            _differences(value, true.get(name), other.get(name), f"{path}/{name}", counts)
    elif isinstance(red, list | tuple):
        if sum([one in ("?", None) and two is not None for one, two in zip(red, true, strict=False)]) > 1:
            counts.rows.add(f"{path}/*")
        for one, two, three in zip(red, true, other, strict=False):
            _differences(one, two, three, f"{path}/*", counts)
