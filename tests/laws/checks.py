"""The laws of hidden information over random play: copies, paired worlds, public commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from domain import games
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.game import Rules
from domain.kernel.marks import redact
from domain.kernel.messages import tag_of
from domain.kernel.seats import SPECTATOR, Seat
from domain.record.seals import Sealer, blind
from domain.table.codec import is_public
from tests.games import brought
from tests.laws.copies import Copy, LeakError, compare, shown, viewers
from tests.laws.counts import Counts
from tests.laws.luck import Luck
from tests.laws.probes import listed, probes, vocabulary, well_formed
from tests.laws.tables import Run, Step, cut_short, played, runs
from tests.laws.told import hidden_fields, kind, strings
from tests.laws.worlds import Pairing, check_open_draws

PROBES = 6  # well-formed commands whose refusals are compared at each step
PAIRED_VIEWERS = 3  # with a second world, at each step
MOST_PUBLIC = 40  # commands of one seat that law D compares in one state
SELDOM = 20  # times that a question came up until law D looks at every sixth state that puts it
RARE = 3  # times that a question, command and card came together until they are common
ONE_STEP_WORLDS = 12  # for a rare one
CUT_SHORT = 2  # times that a question is cut short by the clock, beside the run
WORLDS_CUT_SHORT = 6  # for each viewer then
ENTRIES_OF_A_DEAL = 60  # of each rigged deal, at least: what it is rigged for comes up after a while
SHORTEST = 20  # entries that a table counts for that ends sooner, so that three of them are enough
RUNS_OF_A_DEAL = 10  # where a plant has a deal of its own


def facts_of(step: Step) -> tuple[Any, ...]:
    """Return the full facts of a step's entry."""
    entry = step.after.codec.public(step.sealed.public)
    values = {secret.pointer: secret.value for secret in step.sealed.secrets}
    full: Any = step.after.codec.opened(entry, values)
    facts: tuple[Any, ...] = full.facts
    return facts


def watch(run: Run, rules: Rules, counts: Counts, *, sealer: Sealer = blind, after: int = 0) -> Iterator[Step]:
    """Play a run under laws A to D, and yield its steps; up to `after` its entries are read and no more.

    Raises `LeakError`.
    """
    quick = QuickChance(run.seed ^ 0x5EED)
    copies: list[Copy] = []
    pairings: list[Pairing] = []
    rewinds: dict[int, int] = {}
    for step in played(run, rules, sealer=sealer, rewinding=True, time_runs=True):
        if not copies:
            copies = [Copy(rules, step.before, viewer) for viewer in viewers(run.deal.seats, run.seed)]
            pairings = [Pairing(rules, copy, counts, quick, sealer=sealer) for copy in copies[:-1]]
        live = step.after.live
        assert live is not None
        counts.at = step.sealed.n
        check_hidden_places(step)
        check_reveals(step, rewinds)
        if step.sealed.n <= after:
            for copy in copies:
                copy.read(step)
            yield step
            continue
        asked = probes(rules, live.state, run.deal.seats, quick, PROBES)
        if step.goes_back:
            counts.taken_back += step.before.live is not None and step.before.live.unrevealed != live.unrevealed
            for pairing in pairings:
                pairing.forget()
            _read(rules, step, copies, asked)
            yield step
            continue
        check_open_draws(rules, step, quick)
        facts = facts_of(step)
        _pair_all(step, facts, asked, copies, pairings, counts, quick)
        _read(rules, step, copies, asked)
        counts.note(rules, step, facts)
        _pair_cut_short(rules, step, copies[:-1], counts, sealer)
        if _seldom_asked(rules, live.state, counts) or quick.pick(6) == 0:
            check_public_commands(rules, live.state, run.deal.seats, quick)
        yield step


def _read(rules: Rules, step: Step, copies: Sequence[Copy], asked: Sequence[Any]) -> None:
    """Law A: every copy reads the entry, and shows its viewer what the table shows."""
    assert step.after.live is not None
    for copy in copies:
        copy.read(step)
        mine = shown(rules, copy.state, copy.viewer, asked)
        where = f"{copy.viewer} after {step.sealed.n}"
        compare("A", where, mine, shown(rules, step.after.live.state, copy.viewer, asked))


def _seldom_asked(rules: Rules, state: Any, counts: Counts) -> bool:
    """Say whether a state puts a question that has not come up often yet."""
    asked = tuple(sorted(rules.to_act(state).values()))
    counts.asked[asked] += 1
    return counts.asked[asked] <= SELDOM


def _pair_all(
    step: Step,
    facts: tuple[Any, ...],
    asked: Sequence[Any],
    copies: Sequence[Copy],
    pairings: Sequence[Pairing],
    counts: Counts,
    quick: QuickChance,
) -> None:
    chosen = set(quick.shuffle(len(pairings))[:PAIRED_VIEWERS])
    key = _rare_key(step)
    counts.rare[key] += 1
    for place, pairing in enumerate(pairings):
        if place not in chosen:
            pairing.forget()
            continue
        after, line = _peeked(copies[place], step)
        times = ONE_STEP_WORLDS if counts.rare[key] <= RARE and place == min(chosen) else 1
        for _ in range(times):
            if times > 1:
                pairing.forget()
            pairing.pair(step, facts, asked, line, after)


def _pair_cut_short(rules: Rules, step: Step, copies: Sequence[Copy], counts: Counts, sealer: Sealer) -> None:
    """Pair an entry that does not happen: at a rare question the clock puts a seat out.

    So what a coming reveal would tell is hidden for once when a world is imagined.
    """
    short = cut_short(step.after, sealer=sealer)
    if short is None or step.after.live is None:
        return
    key = ("cut short", *sorted(decision.kind for decision in step.after.live.decisions.values()))
    counts.rare[key] += 1
    if counts.rare[key] > CUT_SHORT:
        return
    quick = QuickChance(step.sealed.n)
    facts = facts_of(short)
    pairs = counts.pairs
    for place in quick.shuffle(len(copies))[:PAIRED_VIEWERS]:
        pairing = Pairing(rules, copies[place], counts, quick, sealer=sealer)
        after, line = _peeked(copies[place], short)
        for _ in range(WORLDS_CUT_SHORT):
            pairing.forget()
            pairing.pair(short, facts, (), line, after)
    counts.pairs = pairs  # those of the run alone say how long it was


def _peeked(copy: Copy, step: Step) -> tuple[Any, bytes]:
    """Return a copy's state and line after the coming entry, without going there."""
    ahead = Copy(copy.rules, step.before, copy.viewer)
    ahead.state = copy.state
    ahead.read(step)
    return ahead.state, ahead.line


def _rare_key(step: Step) -> tuple[Any, ...]:
    if step.command is None or step.before.live is None:
        return ("deal",)
    decision = step.before.live.decisions.get(step.seat or 0)
    card = next(iter(strings({**msgspec.to_builtins(step.command), "tag": 0})), "")
    return (None if decision is None else decision.kind, tag_of(step.command), kind(card))


def check_hidden_places(step: Step) -> None:
    """Raise `LeakError` unless exactly the sealed places of a public entry are `"?"` or `null`."""
    entry = msgspec.json.decode(step.sealed.public)
    seals = entry.pop("seals", {})
    blank = set(_blank_places(entry, ""))
    if blank != set(seals):
        raise LeakError(f"entry {step.sealed.n} hides {sorted(blank ^ set(seals))} without or beyond a seal")


def check_reveals(step: Step, rewinds: dict[int, int]) -> None:
    """Raise `LeakError` if an entry opens for all what was taken back; `rewinds` has where each rewind went so far."""
    entry = msgspec.json.decode(step.sealed.public)
    if step.goes_back:
        rewinds[step.sealed.n] = entry["to"]
    opened = {int(key.partition("/")[0]) for key in entry.get("reveals", {})}
    n = step.sealed.n
    while opened and n >= min(opened):  # down the live line
        opened.discard(n)
        n = rewinds.get(n, n - 1)
    if opened:
        raise LeakError(f"entry {step.sealed.n} opens values of {sorted(opened)}, which were taken back")


def _blank_places(value: Any, path: str) -> Iterator[str]:
    if value is None or value == "?":
        yield path
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _blank_places(item, f"{path}/{name}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _blank_places(item, f"{path}/{i}")


def check_public_commands(rules: Rules, state: Any, seats: int, quick: QuickChance) -> None:
    """Law D: raise `LeakError` if two legal commands of a public type look alike to a spectator."""
    seen: dict[Any, Any] = {}
    for seat in range(seats):
        public = [
            command
            for command in listed(rules, state, seat)
            if is_public(rules, tag_of(command), body_of_command(command))
        ]
        for command in (*public[:MOST_PUBLIC], *_public_at_any_time(rules, state, seat, quick)):
            chance = Luck(QuickChance(1), {}, rotating=False, use=0)
            facts = act(rules, state, seat, command, chance).facts
            key = seat, tag_of(command), msgspec.json.encode([_kinds(redact(fact, SPECTATOR)) for fact in facts])
            body = _kinds(command)
            if seen.setdefault(key, body) != body:
                raise LeakError(f"D: {seen[key]} and {body} look alike, but {key[1]} is public")


def _public_at_any_time(rules: Rules, state: Any, seat: Seat, quick: QuickChance) -> Iterator[Any]:
    """Yield legal commands of the public types that no offer lists."""
    words = vocabulary(rules, state)
    for cls in sorted(rules.anytime, key=tag_of):
        for _ in range(3 if cls.public else 0):
            command = well_formed(cls, words, 2, quick)
            if rules.refuse(state, seat, command) is None:
                yield command


def _kinds(message: Any) -> Any:
    """Return a message with every label reduced to its kind."""
    return _reduced(msgspec.to_builtins(message))


def _reduced(value: Any) -> Any:
    if isinstance(value, str):
        return kind(value)
    if isinstance(value, list | tuple):
        return [_reduced(item) for item in value]
    if isinstance(value, dict):
        return {name: _reduced(item) for name, item in value.items()}
    return value


def paired(name: str, seed: int, pairs: int, rules: Rules, counts: Counts, *, sealer: Sealer = blind) -> None:
    """Play runs of a game until so many pairs were compared and each of its deals was played long as it is rigged.

    Raises `LeakError`, and `BlindError` after the last.
    """
    missing = dict.fromkeys([deal.label for deal in games.game(name).law_deals], ENTRIES_OF_A_DEAL)
    for number, run in enumerate(runs(name, seed, rules)):
        label = run.deal.label
        counts.run = (number, counts.pairs >= pairs)
        if counts.pairs >= pairs:
            run = run._replace(shunned=run.deal.shunned)  # what a deal is rigged for needs every other command
        if counts.pairs < pairs or label in missing:
            entries = sum([1 for _ in watch(run, rules, counts, sealer=sealer)])
            if label in missing:
                missing[label] -= max(entries, SHORTEST)
        if missing.get(label, 1) <= 0:
            del missing[label]
        if counts.pairs >= pairs and not missing:
            break
    counts.check_paired(getattr(brought(name, "leaks"), "UNPAIRED", {}))
    counts.check_coverage(hidden_fields(rules))


class Find(NamedTuple):
    """A run of those that `paired` plays, by what its counts say of it, and the entry after which it is looked at."""

    number: int
    whole: bool
    after: int = 0


def watched(
    name: str, seed: int, find: Find, rules: Rules, counts: Counts, *, label: str = "", sealer: Sealer = blind
) -> None:
    """Play one run of those that `paired` plays, or `dealt` of a label, under the laws from an entry on.

    Raises `LeakError`.
    """
    counts.run = find[:2]
    every = rigged(name, seed, label, rules) if label else runs(name, seed, rules)
    run = next(islice(every, find.number, None))
    if find.whole:
        run = run._replace(shunned=run.deal.shunned)
    for _ in watch(run, rules, counts, sealer=sealer, after=find.after):
        pass


def rigged(name: str, seed: int, label: str, rules: Rules) -> Iterator[Run]:
    """Yield runs of one deal of a game as it is rigged, with every command but those that it shuns."""
    deal = next(deal for deal in games.game(name).law_deals if deal.label == label)
    quick = QuickChance(seed)
    for _ in range(RUNS_OF_A_DEAL):
        yield Run(name, deal, max(rules.editions), quick.word(), rotating=False, shunned=deal.shunned)


def dealt(name: str, seed: int, label: str, rules: Rules, counts: Counts, *, sealer: Sealer = blind) -> None:
    """Play some runs of one deal of a game; raises as `paired` does."""
    for number, run in enumerate(rigged(name, seed, label, rules)):
        counts.run = (number, True)
        for _ in watch(run, rules, counts, sealer=sealer):
            pass
    counts.check_paired(getattr(brought(name, "leaks"), "UNPAIRED", {}))
