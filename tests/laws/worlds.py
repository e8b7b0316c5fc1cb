"""Law B: a second world that a viewer cannot tell from the first, and the same entry in both.

The second world is `imagine`d from the viewer's copy and told only what `told.py` keeps. The same command, or a twin,
must give the viewer byte-equal lines, and all that the viewer's copies can show must be equal before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.acting import act, deal
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.game import Rules
from domain.kernel.marks import plan, redact
from domain.kernel.messages import Concede, tag_of
from domain.kernel.seats import Viewer
from domain.record.chain import SealedEntry
from domain.record.draws import Drawn
from domain.record.lines import copy_line
from domain.record.seals import Sealer, blind
from domain.table.codec import is_public
from domain.table.play import write_deal
from domain.table.table import Table
from domain.table.writing import Batch
from tests.games import brought
from tests.laws.audiences import hidden_from
from tests.laws.copies import Copy, LeakError, compare, compare_lines, shown
from tests.laws.counts import HIDDEN_FROM_SEVERAL, Counts
from tests.laws.holes import idle_fields
from tests.laws.luck import Script, another, purpose_of
from tests.laws.probes import listed, vocabulary, well_formed
from tests.laws.tables import Step, state_bytes, write_acted
from tests.laws.told import Telling, card_fields, kind, strings, unordered

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
        self.forced: frozenset[tuple[str, str]] = getattr(brought(rules.name, "leaks"), "FORCED", frozenset())
        self._telling_of: tuple[Step, Telling] | None = None  # of the entry that is paired
        self.world: Any = None  # the second world's state, as far as it went along

    def forget(self) -> None:
        """Imagine anew at the next step."""
        self.world = None

    def pair(self, step: Step, facts: tuple[Any, ...], probes: Sequence[Any], line: bytes, after: Any) -> None:
        """Compare one entry; `copy` is still before it, `line` and `after` are the viewer's line and state after it.

        Raises `LeakError`.
        """
        kind_of_step = step.kind
        self.counts.tried[kind_of_step] += 1
        try:
            second = self.second(step, facts, probes)
        except UnpairedError as error:
            self.counts.unpaired[kind_of_step] += 1
            self.counts.why[kind_of_step, str(error)] += 1
            self.world = None
            return
        self.counts.pairs += 1
        self.counts.viewers.update(self._special(step))
        self._count(step, facts, second)
        where = f"{self.viewer} at {step.sealed.n} ({kind_of_step})"
        compare_lines("B", where, line, copy_line(second.sealed, self.viewer, second.table.salts))
        live = second.table.live
        assert live is not None
        mine = shown(self.rules, after, self.viewer, probes)
        compare("B, after", where, mine, shown(self.rules, live.state, self.viewer, probes))
        assert step.after.live is not None
        self._answers_alike(where, step.after.live.state, live.state)
        self.world = live.state

    def _answers_alike(self, where: str, true: Any, imagined: Any) -> None:
        """Raise `LeakError` if what answers for a seat looks at more than its preferences and what everybody sees."""
        if not self.rules.prepares:
            return
        leaks: Any = brought(self.rules.name, "leaks")
        alike = leaks.with_preferences(imagined, true)
        for seat in self.rules.to_act(true):
            one, other = self.rules.prepared_answer(true, seat), self.rules.prepared_answer(alike, seat)
            if one != other:
                raise LeakError(f"B: {one} or {other} is prepared for seat {seat}, for {where}")

    def _special(self, step: Step) -> Iterator[str]:
        """Yield what is special about the viewer: several seats, a seat that left, a table that went back."""
        live, seats = step.before.live, self.viewer.seats
        if step.before.book.rewinds:
            yield "after a rewind"
        if len(seats) > 1:
            yield "several seats"
            if live is not None and state_bytes(live.state) != state_bytes(self.copy.state):
                yield HIDDEN_FROM_SEVERAL
        if live is not None and any(self.rules.refuse(live.state, seat, Concede()) for seat in seats):
            yield "a seat that has left"

    def second(self, step: Step, facts: tuple[Any, ...], probes: Sequence[Any]) -> Second:
        """Return the entry in a second world; raises `UnpairedError` if none is found."""
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
                return self._acted(step, self.world, kept, carried=True)
            except UnpairedError:
                pass
        try:
            state = rules.imagine(self.copy.state, self.quick, told)
        except NoWorldError as error:
            raise UnpairedError(f"no world: {error}") from None
        self._look(step, state, probes)
        return self._acted(step, state, kept)

    def _telling(self, step: Step) -> Telling:
        """Return what tells of this entry: hundreds of worlds are asked, and what is in sight is looked at once."""
        if self._telling_of is None or self._telling_of[0] is not step:
            view = self.rules.view(self.copy.state, self.viewer)
            self._telling_of = step, Telling(self.rules, self.viewer, step.command, view)
        return self._telling_of[1].again()

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
        if self.counts.pairs % 3 == 0 or self.counts.same_zones():
            _differences(_plain(self.copy.state), _plain(true), _plain(state), "", self.counts)

    def _acted(self, step: Step, state: Any, kept: tuple[Any, ...], *, carried: bool = False) -> Second:
        rules, seat = self.rules, step.seat
        assert seat is not None
        if rules.refuse(state, seat, step.command) is not None:
            raise UnpairedError("the command is refused there")
        same = self._same(step, state, kept, carried=carried)
        twin = self._twin(step, state, same)
        return same if twin is None else twin

    def _same(self, step: Step, state: Any, kept: tuple[Any, ...], *, carried: bool = False) -> Second:
        """Return the same entry there.

        Raises `UnpairedError` if something else would be told; only the order of what was told may differ, unless the
        world was carried along: in such a one a deck may hold the same cards in another order by chance.
        """
        results = self._results(step, state, kept)
        second = self._written(step, state, step.command, results)
        mine = self._kept(step, second.facts)
        if mine != kept and (carried or unordered(mine) != unordered(kept) or _has_hidden_draws(step)):
            self._check_not_forced(step, state, results, kept)
            raise UnpairedError("what is told does not follow there")
        return second

    def _check_not_forced(self, step: Step, state: Any, results: Sequence[Any], kept: tuple[Any, ...]) -> None:
        """Raise `LeakError` if what is told would follow from another result of an open draw: then that tells more."""
        for place, drawn in enumerate(step.drawn):
            for _ in range(OTHER_DRAWS if drawn.open and drawn.draw.n > 1 else 0):
                changed = list(results)
                changed[place] = another(drawn.draw, results[place], self.quick.pick(drawn.draw.n), self.quick)
                if self._kept(step, self.facts(step, state, step.command, changed)) == kept:
                    raise LeakError(f"B: the open draw {drawn.draw.label} says more than {self.viewer} may know")

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
        mine, wanted = _atoms(self._kept(step, self.facts(step, state, step.command, results))), _atoms(kept)
        for place, (one, other) in enumerate(zip(mine, wanted, strict=False)):
            if one != other:
                return place
        return min(len(mine), len(wanted)) + (len(mine) == len(wanted))

    def facts(self, step: Step, state: Any, command: Any, results: Sequence[Any]) -> tuple[Any, ...]:
        """Return what a command does in a state with these results of its draws."""
        chance = Script(step.drawn, results, QuickChance(step.sealed.n), use=0, rewinds=step.before.book.rewinds)
        if command is None:
            return deal(self.rules, step.before.setup, chance).facts
        assert step.seat is not None
        return act(self.rules, state, step.seat, command, chance).facts

    def _written(self, step: Step, state: Any, command: Any, results: Sequence[Any]) -> Second:
        table = step.before
        if table.live is None:
            batch = Batch(table, step.at, sealer=self.sealer)
            chance = Script(step.drawn, results, self.quick, use=0, rewinds=0)
            write_deal(batch, chance, by="law")
        else:
            table = msgspec.structs.replace(table, live=msgspec.structs.replace(table.live, state=state))
            batch = Batch(table, step.at, sealer=self.sealer)
            assert step.seat is not None
            use, rewinds = step.before.live.use if step.before.live else 0, table.book.rewinds
            chance = Script(step.drawn, results, self.quick, use=use, rewinds=rewinds)
            write_acted(batch, step.seat, command, self._origin(step), chance)
        facts = self.facts(step, state, command, results)
        return Second(batch.entries[0], batch.table, facts, tuple(chance.drawn))

    def _origin(self, step: Step) -> Any:
        """Return who acted: for those who may not know, sometimes the preference instead of the hand.

        Only where no time has passed: a preference answers at once, and everybody may see a seat think.
        """
        live = step.before.live
        if (
            step.origin == "clock"
            or (live is not None and step.seat is not None and live.waited_ms(step.seat, step.at))
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
        if is_public(rules, tag, body_of_command(command)) or seat in self.viewer.seats:
            return None
        if not type(command).public and self.counts.differed["command", tag] and self.quick.pick(2):
            return None  # until there was one, every chance is taken
        others = [item for item in listed(rules, state, seat) if tag_of(item) == tag and item != command]
        there, open_part = state, self._open_part(command)
        if type(command).public:
            there = self._other_world(open_part, same, state)
            others = [item for item in listed(rules, there, seat) if item != command and _hides_as_much(item, command)]
        elif not others:
            words = vocabulary(rules, state)
            made = [well_formed(type(command), words, 2, self.quick) for _ in range(TWIN_TRIES)]
            others = [item for item in made if item != command and rules.refuse(state, seat, item) is None]
        results = [drawn.draw.result for drawn in same.drawn]
        mine = [redact(fact, self.viewer) for fact in same.facts]
        for _ in range(min(TWIN_TRIES, len(others))):
            other = self.quick.choice(others)
            theirs = [redact(fact, self.viewer) for fact in self.facts(step, there, other, results)]
            if theirs == mine:
                self.counts.twins += 1
                self.counts.differed["command", tag] += 1
                self.counts.idle.update([(tag, *found[:2]) for found in idle_fields(rules, state, same.facts)])
                return self._written(step, there, rules.normal(there, other), results)
            if (
                type(command).public
                and open_part.again().tell(same.facts)[1]
                != open_part.again().tell(self.facts(step, there, other, results))[1]
            ):
                continue  # what is told does not follow in that world
            places = {(tag, place) for place in differences(rules, self.viewer, command, mine, other, theirs)}
            self.counts.forced.update(places)
            if not places <= self.forced:
                where = sorted(places - self.forced)
                raise LeakError(f"B: {command} and {other} differ in {where} for {self.viewer}, which no rule forces")
        return None

    def _open_part(self, command: Any) -> Telling:
        """Return what tells of a public command without what it hides."""
        shown = msgspec.structs.replace(command, **dict.fromkeys(command.hides, ()))
        return Telling(self.rules, self.viewer, shown, self.rules.view(self.copy.state, self.viewer))

    def _other_world(self, telling: Telling, same: Second, state: Any) -> Any:
        """Return a world that was told nothing of what a public command hides; the same one if there is none."""
        try:
            return self.rules.imagine(self.copy.state, self.quick, telling.again().tell(same.facts)[0])
        except NoWorldError:
            return state

    def _count(self, step: Step, facts: tuple[Any, ...], second: Second) -> None:
        counts = self.counts
        if step.command is not None and not self.viewer.may_know((step.seat or 0,)):
            counts.compared["action", "origin"] += self.rules.prepares and step.origin != "clock"
            if not is_public(self.rules, tag_of(step.command), body_of_command(step.command)):
                counts.compared["command", tag_of(step.command)] += 1
        for i, fact in enumerate(facts):
            for field in plan(type(fact)):
                if not hidden_from(self.rules, self.viewer, fact, field.name):
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


def _hides_as_much(one: Any, other: Any) -> bool:
    """Say whether two public commands differ only in what they hide, and hide as many cards."""
    if type(one) is not type(other):
        return False
    shown = [name for name in one.__struct_fields__ if name not in other.hides]
    return all(getattr(one, name) == getattr(other, name) for name in shown) and all(
        len(getattr(one, name)) == len(getattr(other, name)) for name in other.hides
    )


def differences(
    rules: Rules, viewer: Viewer, command: Any, mine: Sequence[Any], other: Any, theirs: Sequence[Any]
) -> list[str]:
    """Return in what the first facts differ that are not the same for a viewer: tag and fields, or the two tags.

    Nothing is returned where they show the very cards that the two commands name in a field that the viewer may know:
    these lie open then, and all that follows may be another play.
    """
    for one, two in zip(mine, theirs, strict=False):
        if type(one) is not type(two):
            return [f"{tag_of(one)} or {tag_of(two)}"]
        if one != two:
            fields = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(two, name)]
            sealed = [name for name in fields if all(hidden_from(rules, viewer, fact, name) for fact in (one, two))]
            cards = [name for name in card_fields(type(one), rules.card_types) if name in fields and name not in sealed]
            if not sealed and any(
                _unnamed(getattr(one, name), command) == _unnamed(getattr(two, name), other) for name in cards
            ):
                return []
            return [f"{tag_of(one)}.{name}{' under seal' if name in sealed else ''}" for name in fields]
    return ["the number of facts"]


def _unnamed(value: Any, command: Any) -> tuple[int, Counter[str]]:
    """Return how many cards a field has, and which of them its command does not name."""
    cards = Counter([kind(card) for card in strings(msgspec.to_builtins(value))])
    named = Counter([kind(text) for text in strings(msgspec.to_builtins(command))])
    return cards.total(), cards - named


def _atoms(kept: Sequence[Any]) -> list[Any]:
    """Return what is kept, each card of several for itself."""
    atoms: list[Any] = []
    for item in kept:
        many = isinstance(item, tuple) and isinstance(item[2], tuple)
        atoms += [(*item[:2], part) for part in (len(item[2]), *item[2])] if many else [item]
    return atoms


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
