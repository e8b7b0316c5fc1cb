"""Runs of the laws: real tables, dealt and played entry by entry with rigged chance and the blind sealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain import games
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.messages import TimeOut, tag_of
from domain.kernel.seats import Seat
from domain.record.chain import SealedEntry
from domain.record.draws import Drawn
from domain.record.entries import CLOCK, Clock
from domain.record.keys import Secrets
from domain.record.seals import Sealer, blind
from domain.table.live import Live, prepared
from domain.table.play import go_on, write_action, write_deal
from domain.table.rewinding import go_back
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Batch
from tests.laws.luck import Luck, orders_of
from tests.laws.probes import any_command, choose

AT = 1_700_000_000_000  # when a table is opened; unless its time runs, every entry has this one
ELAPSED = (0, 1, 900)  # milliseconds from one entry to the next where time runs
SECRETS = Secrets(bytes(32), bytes(range(32)))
MOST_ENTRIES = 3000  # of a table; more means a game without end
REWINDS = 2  # of a table, at most
SELDOM_BACK = 60  # about every so many-th action a table goes back
ODD_SHARE = 10  # about every 10th action is a concession, a preference or a time-out


class Run(NamedTuple):
    """One table to play: which deal, by which edition, with which chance."""

    game: str
    deal: LawDeal
    version: int
    seed: int
    rotating: bool
    shunned: frozenset[str]

    def __str__(self) -> str:
        return f"{self.game} {self.deal.label!r} version {self.version} seed {self.seed}"


class Step(NamedTuple):
    """One entry of a run: the table before and after, who did what, and the draws."""

    before: Table
    after: Table
    sealed: SealedEntry
    seat: Seat | None  # nobody at the deal and at a rewind
    command: Any
    origin: Any
    drawn: tuple[Drawn, ...]
    at: int = AT

    @property
    def goes_back(self) -> bool:
        """Say whether the entry is a rewind."""
        return self.command is None and self.before.live is not None

    @property
    def kind(self) -> str:
        """What was asked, and which command answered it."""
        if self.command is None:
            return "deal"
        live = self.before.live
        decision = None if live is None or self.seat is None else live.decisions.get(self.seat)
        return f"{'unasked' if decision is None else decision.kind}: {tag_of(self.command)}"


def runs(name: str, seed: int, rules: Rules | None = None) -> Iterator[Run]:
    """Yield tables to play without end: the game's deals in turn, each rigged and plain by turns, in every version."""
    title = games.game(name)
    rules = title.rules if rules is None else rules
    tags = [tag_of(cls) for cls in title.rules.command_types]
    chance = QuickChance(seed)
    deals = tuple(title.law_deals)
    versions = sorted(rules.editions)
    for number in range(1 << 30):
        lap, place = divmod(number, len(deals))
        deal = deals[place]
        if (lap + place) % 2:
            deal = deal._replace(label=f"{deal.label}, plain", orders={})
        yield Run(
            name,
            deal,
            versions[(lap // 2 + place) % len(versions)],
            chance.word(),
            chance.pick(4) == 0,
            deal.shunned | {tag for tag in tags if chance.pick(4) == 0},
        )


def opened(run: Run, rules: Rules) -> Table:
    """Return the run's table with every seat taken."""
    card_set = run.deal.card_set
    opening = Opening(
        seats=run.deal.seats,
        options=run.deal.options,
        version=run.version,
        clock=Clock(move_ms=1000),
        data=None if card_set is None else card_set_digest(card_set),
    )
    table = open_table(rules, opening, table="law", secrets=SECRETS, at=AT, by="law", card_set=card_set).table
    for seat in range(run.deal.seats):
        table = take_seat(table, seat, Sitting(player=f"p{seat}", name_hash="x"), at=AT, by="law").table
    return table


def played(
    run: Run, rules: Rules, *, sealer: Sealer = blind, rewinding: bool = False, time_runs: bool = False
) -> Iterator[Step]:
    """Play a run to its end; the entries are those that the table itself writes.

    With `rewinding` the table goes back to an earlier entry now and then, at the end too, and goes on from there. Where
    `time_runs` some entries come later than those before them.
    """
    quick, back, clock = QuickChance(run.seed), QuickChance(run.seed ^ 0xBAC), QuickChance(run.seed ^ 0xC10C)
    at = AT
    orders = orders_of(run.deal.orders)
    table = opened(run, rules)
    batch = Batch(table, AT, sealer=sealer)
    luck = Luck(quick, orders, rotating=run.rotating, use=0)
    write_deal(batch, luck, by="law")
    yield Step(table, batch.table, batch.entries[0], None, None, None, tuple(luck.drawn))
    table = batch.table
    lives = {table.book.n: table.live}
    for _ in range(MOST_ENTRIES):
        live = table.live
        assert live is not None
        over = rules.outcome(live.state) is not None
        at += clock.choice(ELAPSED) if time_runs else 0
        if rewinding and table.book.rewinds < REWINDS and back.pick(2 if over else SELDOM_BACK) == 0:
            yield (step := _gone_back(table, back.choice(sorted(lives)), at, lives, sealer))
            table = step.after
            lives[table.book.n] = table.live
            continue
        if over:
            return
        seat, command, origin = _next(rules, table, run, quick)
        batch = Batch(table, at, sealer=sealer)
        luck = Luck(quick, orders, rotating=run.rotating, use=live.use, rewinds=table.book.rewinds)
        write_acted(batch, seat, command, origin, luck)
        yield Step(table, batch.table, batch.entries[0], seat, command, origin, tuple(luck.drawn), at)
        table = batch.table
        lives[table.book.n] = table.live
    raise AssertionError(f"{run} does not end")


def _gone_back(table: Table, to: int, at: int, lives: Mapping[int, Live | None], sealer: Sealer) -> Step:
    """Return the entry that takes the table back to an earlier one."""
    back = go_back(table, to, lives, at=at, by="arbiter:law", reason="mistake", sealer=sealer)
    return Step(table, back.table, back.entries[0], None, None, None, (), at)


def cut_short(table: Table, *, sealer: Sealer = blind) -> Step | None:
    """Return the entry in which an awaited seat forfeits by time, if there is one; the run does not go there."""
    live = table.live
    if live is None or not live.decisions:
        return None
    seat, command = min(live.decisions), TimeOut(final=True)
    batch = Batch(table, table.book.at, sealer=sealer)
    luck = Luck(QuickChance(live.use), {}, rotating=False, use=live.use, rewinds=table.book.rewinds)
    write_action(batch, seat, command, forced_by="clock", chance=luck)
    return Step(table, batch.table, batch.entries[0], seat, command, "clock", tuple(luck.drawn), table.book.at)


def _next(rules: Rules, table: Table, run: Run, quick: QuickChance) -> tuple[Seat, Any, Any]:
    """Return what happens next: a prepared answer first, as the table does it."""
    live = table.live
    assert live is not None
    awaited = sorted(live.decisions)
    assert awaited, f"{run}: the game is not over and nobody can act"
    due = prepared(rules, live)
    if due is not None:
        assert rules.prepares, f"{run}: {due} in a game that says it prepares nothing"
        assert rules.refuse(live.state, *due) is None, f"{run}: {due} is prepared but refused"
        return *due, "prepared"
    if quick.pick(ODD_SHARE) == 0:
        odd = any_command(rules, live.state, run.deal.seats, awaited, quick)
        if odd is not None:
            return odd
    seat = quick.choice(awaited)
    return seat, choose(rules, live.state, seat, run.shunned, quick), "hand"


def write_acted(batch: Batch, seat: Seat, command: Any, origin: Any, chance: Any) -> None:
    """Write a seat's action, or what the clock does in its place."""
    if origin == "clock":
        write_action(batch, seat, command, forced_by=CLOCK, chance=chance)
    else:
        write_action(batch, seat, command, origin=origin, chance=chance)


def finished(table: Table) -> Table:
    """Write what follows without anybody's hand, as the table does after each action."""
    batch = Batch(table, AT)
    go_on(batch)
    return batch.table


def state_bytes(state: Any) -> bytes:
    """Return a state's bytes; indexed card sets stand as the name of their class."""
    return msgspec.json.encode(state, enc_hook=lambda value: type(value).__name__)
