"""The game itself: the deal, actions by hand, by preparation and by the clock, and the end."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.kernel.acting import act, deal
from domain.kernel.codec import body_of_command
from domain.kernel.game import Rules
from domain.kernel.marks import Secret
from domain.kernel.messages import Command, Concede, Fact, TimeOut, tag_of
from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat
from domain.record.chain import Request
from domain.record.draws import DealChance, Drawn
from domain.record.entries import (
    CLOCK,
    ActionEntry,
    ActionForced,
    ActionTaken,
    EvidenceViewed,
    GameStarted,
    Origin,
    RecordedCommand,
)
from domain.record.seals import Sealer
from domain.table.codec import hidden_draws, hidden_facts, is_public
from domain.table.live import FINAL_TIME_OUT, asides, opened_by, prepared, used_ms
from domain.table.refusals import ENDED, PAUSED, SEATS_FREE, TOO_MANY_ASIDES, check_no_show, check_open
from domain.table.results import write_result
from domain.table.table import Table
from domain.table.writing import Batch, Written

PREPARED_AT_MOST = 1000  # prepared answers in a row: more means a game that answers itself for ever


class NotDueError(ValueError):
    """The clock cannot act for a seat whose time is not up."""


def start(table: Table, *, at: int, by: str, request: Request | None = None) -> Written:
    """Deal; raises `RefusedError` (`table_not_open`, `seats_free`)."""
    check_open(table)
    if not table.book.full:
        raise RefusedError(SEATS_FREE)
    batch = Batch(table, at)
    chance = DealChance(table.deal_key, rewinds=0, use=0)
    write_deal(batch, chance, by=by, request=request)
    go_on(batch)
    return batch.done()


def write_deal(batch: Batch, chance: Any, *, by: str, request: Request | None = None) -> None:
    """Write the entry of the deal. `chance` notes its draws in `drawn`."""
    table = batch.table
    done = deal(table.rules, table.setup, chance)
    facts, secrets = hidden_facts(done.facts)
    draws, results = hidden_draws(chance.drawn)

    public = GameStarted(n=batch.n, at=batch.at, by=by, facts=facts, draws=draws)
    full = replace(public, facts=done.facts, draws=tuple([item.draw for item in chance.drawn]))
    batch.write(public, full=full, secrets=[*secrets, *results], state=done.state, request=request)


def refusal_of(table: Table, seat: Seat, command: Command) -> Refusal | None:
    """Say why a seat may not do this now: the table's own reasons first, then the rules'.

    The rules know nothing of a game that a ruling has ended: to them it would go on.
    """
    if table.book.status in ("open", "abandoned"):
        text = "The game has not started." if table.book.status == "open" else "The table was abandoned."
        return Refusal(f"table_{table.book.status}", "turn", text, "table: status")
    assert table.live is not None
    if table.book.pause is not None:
        return PAUSED
    if type(command) is TimeOut:
        return Refusal("clock_only", "caller", "Only the clock says that time is up.", "architecture 2")
    refusal = table.rules.refuse(table.live.state, seat, command)
    if table.book.status != "running" and (refusal is None or refusal.category != "over"):
        return ENDED
    if refusal is None and not table.live.may_speak_aside(seat) and tag_of(command) in asides(table.rules):
        return TOO_MANY_ASIDES
    return refusal


def take_action(
    table: Table,
    seat: Seat,
    command: Command,
    *,
    at: int,
    seen: int | None = None,
    request: Request | None = None,
    sealer: Sealer | None = None,
) -> Written:
    """Carry out a seat's command and everything that follows by itself; raises `RefusedError`."""
    refusal = refusal_of(table, seat, command)
    if refusal is not None:
        raise RefusedError(refusal)
    batch = Batch(table, at, sealer=sealer)
    assert table.live is not None
    normal = table.rules.normal(table.live.state, command)
    write_action(batch, seat, normal, origin="hand", seen=seen, request=request)
    go_on(batch)
    return batch.done()


def force_action(table: Table, seat: Seat, *, at: int, sealer: Sealer | None = None) -> Written:
    """Let the clock act for a seat whose time is up; raises `NotDueError`.

    The third time-out in a row, or an empty bank, is final: the seat forfeits.
    """
    batch = Batch(table, at, sealer=sealer)
    command = time_out(table, seat, batch.at)
    write_action(batch, seat, command, forced_by=CLOCK)
    go_on(batch)
    return batch.done()


def declare_no_show(table: Table, seat: Seat, *, at: int, by: str, request: Request | None = None) -> Written:
    """Let the table's ruler concede for a seat that does not show up; raises `RefusedError` as `check_no_show` does."""
    batch = Batch(table, at)
    check_no_show(table, seat, batch.at)
    write_action(batch, seat, Concede(), forced_by=by, request=request)
    go_on(batch)
    return batch.done()


def time_out(table: Table, seat: Seat, at: int) -> TimeOut:
    """Return what the clock says to a seat at this time; raises `NotDueError`."""
    live, clock = table.live, table.book.opened.clock
    due = None if live is None or seat not in table.decisions else live.due(seat, clock)
    if live is None or clock is None or due is None or at < due:
        raise NotDueError(f"the time of seat {seat} is not up")
    return TimeOut(final=live.is_bank_spent(seat, clock, at) or live.timeouts[seat] + 1 >= FINAL_TIME_OUT)


def write_action(
    batch: Batch,
    seat: Seat,
    command: Command,
    *,
    origin: Origin = "hand",
    forced_by: str | None = None,
    seen: int | None = None,
    request: Request | None = None,
    chance: Any = None,
) -> None:
    """Write the entry of one accepted command in its normal form; `forced_by` says who gave it instead of the seat.

    In a game that prepares answers `seen` always stands there: by its absence a prepared one could be told.
    """
    table = batch.table
    live, rules = table.live, table.rules
    assert live is not None
    if chance is None:
        chance = DealChance(table.deal_key, rewinds=table.book.rewinds, use=live.use)
    done = act(rules, live.state, seat, command, chance)
    used = used_ms(rules, live, seat, tag_of(command), batch.at)
    said = origin if rules.prepares else UNSET
    if seen is None and rules.prepares:
        seen = batch.n - 1
    full = full_action(
        batch, seat, command, done.facts, chance.drawn, origin=said, forced_by=forced_by, seen=seen, used_ms=used
    )
    public, secrets = public_action(rules, full, chance.drawn)
    opened = opened_by(rules, live, full)
    if opened:
        reveals = {}
        for key, value in opened:
            n, slash, pointer = key.partition("/")
            reveals[key] = table.salts.opening(int(n), slash + pointer, value)
        public, full = replace(public, reveals=reveals), replace(full, reveals=reveals)
    batch.write(public, full=full, secrets=secrets, state=done.state, request=request)


def full_action(
    batch: Batch,
    seat: Seat,
    command: Command,
    facts: tuple[Fact, ...],
    drawn: list[Drawn],
    *,
    origin: Origin | UnsetType,
    forced_by: str | None,
    seen: int | None,
    used_ms: int,
) -> ActionEntry:
    """Return the full form of an action's entry."""
    n, at = batch.n, batch.at
    said = RecordedCommand(tag=tag_of(command), body=body_of_command(command))
    draws = tuple([item.draw for item in drawn])
    if forced_by is not None:
        return ActionForced(
            n=n, at=at, by=forced_by, seat=seat, command=said, used_ms=used_ms, facts=facts, draws=draws
        )
    return ActionTaken(
        n=n,
        at=at,
        by=f"seat:{seat}",
        seat=seat,
        command=said,
        origin=origin,
        used_ms=used_ms,
        facts=facts,
        seen=seen,
        draws=draws,
    )


def public_action(rules: Rules, full: ActionEntry, drawn: list[Drawn]) -> tuple[ActionEntry, list[Secret]]:
    """Split an action's entry into its public form, unsealed, and its secrets."""
    changed: dict[str, Any] = {}
    facts, secrets = hidden_facts(full.facts)
    if secrets:
        changed["facts"] = facts
    if drawn:
        changed["draws"], results = hidden_draws(drawn)
        secrets += results
    if not is_public(rules, full.command.tag, full.command.body or {}):
        secrets.append(Secret("/command/body", full.command.body, (full.seat,)))
        changed["command"] = replace(full.command, body=None)
    if isinstance(full, ActionTaken) and full.origin is not UNSET:
        secrets.append(Secret("/origin", full.origin, (full.seat,)))
        changed["origin"] = None
    return replace(full, **changed) if changed else full, secrets


def go_on(batch: Batch) -> None:
    """Write what follows without anybody's hand: prepared answers, then the end if the game is over."""
    for _ in range(PREPARED_AT_MOST):
        if finish(batch) or not batch.table.rules.prepares or not _prepared(batch):
            return
    raise AssertionError(f"{batch.table.rules.name} answers itself without end")


def _prepared(batch: Batch) -> bool:
    """Perform the first prepared answer, if there is one."""
    live = batch.table.live
    assert live is not None
    answer = prepared(batch.table.rules, live)
    if answer is not None:
        write_action(batch, *answer, origin="prepared")
    return answer is not None


def finish(batch: Batch) -> bool:
    """Write the result once the game is over; say whether it is."""
    table = batch.table
    assert table.live is not None
    outcome = table.rules.outcome(table.live.state)
    if outcome is None:
        return False
    write_result(batch, outcome)
    return True


def note_evidence(
    table: Table, *, viewer: str, first: int, last: int, at: int, by: str, case: str | None = None
) -> Written:
    """Write down that somebody sees hidden values of entries `first` to `last`."""
    batch = Batch(table, at)
    batch.write(EvidenceViewed(n=batch.n, at=batch.at, by=by, viewer=viewer, first=first, last=last, case=case))
    return batch.done()
