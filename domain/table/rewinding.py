"""Going back: the entry by which the live line goes on from an earlier one, with the orders kept or new ones."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kernel.acting import reshuffle
from domain.kernel.marks import Secret
from domain.kernel.messages import Fact
from domain.kernel.refusals import RefusedError
from domain.record.chain import Request, seal_entry
from domain.record.draws import DealChance
from domain.record.entries import NewOrder, Paused, RewindReason, RewoundTo
from domain.record.pauses import cause_of
from domain.record.seals import Sealer
from domain.table.book import BookError
from domain.table.codec import hidden_draws, hidden_facts
from domain.table.live import Live
from domain.table.pausing import NO_SUCH_CLOCK
from domain.table.refusals import table_refusal
from domain.table.table import Table, rewound
from domain.table.writing import Batch, Written

REWINDS = "table: rewinds"
NO_WAY_BACK = table_refusal(
    "no_way_back", "The game was not played at this entry: nothing goes on from there.", REWINDS
)
OTHER_BANKS = table_refusal("other_banks", "One bank for each seat of the table.", REWINDS)


def check_goal(table: Table, goal: Table | None, clocks: tuple[int, ...] | None) -> None:
    """Raise `RefusedError` (`no_way_back`, `no_such_clock`, `other_banks`) unless a table can go back like this.

    `goal` is the table as it stood there, nothing for an entry that it does not have.
    """
    if goal is None or goal.book.status != "running":
        raise RefusedError(NO_WAY_BACK)
    if clocks is None:
        return
    clock = table.book.opened.clock
    if clock is None or clock.bank_ms is None:
        raise RefusedError(NO_SUCH_CLOCK)
    if len(clocks) != table.setup.seats:
        raise RefusedError(OTHER_BANKS)


def go_back(
    table: Table,
    to: int,
    lives: Mapping[int, Live | None],
    *,
    at: int,
    by: str,
    reason: RewindReason,
    order: NewOrder | None = None,
    case: str | None = None,
    clocks: tuple[int, ...] | None = None,
    request: Request | None = None,
    sealer: Sealer | None = None,
) -> Written:
    """Go on from entry `to`; `lives` holds the live line after each earlier entry. Raises `BookError`.

    `clocks` are what each seat then has in its bank; without them, what it had after that entry. With `order` what lies
    face down for everybody gets a new one. The labels of its draws count this rewind, and go on from those up to `to`.
    Play that goes back by the ruling of a case stops for it while an appeal may come.
    """
    live = lives.get(to)
    if live is None:
        raise BookError(f"entry {to} is no place to go on from")
    full: RewoundTo[Fact] = RewoundTo(
        n=table.book.n + 1,
        at=max(at, table.book.at),
        by=by,
        to=to,
        reason=reason,
        order=order,
        case=case,
        clocks=clocks,
    )
    public, secrets = full, list[Secret]()
    if order is not None:
        chance = DealChance(table.deal_key, rewinds=table.book.rewinds + 1, use=live.use)
        done = reshuffle(table.rules, live.state, chance)
        full = replace(full, facts=done.facts, draws=tuple([item.draw for item in chance.drawn]))
        facts, secrets = hidden_facts(done.facts)
        draws, results = hidden_draws(chance.drawn)
        public, secrets = replace(full, facts=facts, draws=draws), [*secrets, *results]
    sealer = table.salts if sealer is None else sealer
    sealed = seal_entry(public, secrets, previous=table.book.head, sealer=sealer, request=request)
    back = rewound(table, full, sealed, lives)
    return _stopped(Written(replace(back, beside=table.beside) if table.beside else back, (sealed,)), full)


def _stopped(written: Written, back: RewoundTo[Fact]) -> Written:
    """Stop the play for the case that took it back, where nothing does and an appeal against that may come."""
    due = written.table.book.due
    if due is None or not due.pauses:
        return written
    batch = Batch(written.table, back.at)
    batch.write(Paused(n=batch.n, at=batch.at, by=back.by, cause=cause_of(due.case), reason="dispute"))
    paused = batch.done()
    return Written(paused.table, (*written.entries, *paused.entries))
