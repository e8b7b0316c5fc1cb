"""Checks 8 and 10, for which the rules are needed: every action decided again, its time, and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.audit.ahead import Ahead
from domain.audit.branches import ParentError, difference
from domain.audit.opened import CONTRADICTIONS, OpenedEntry, card_set_of, contradiction
from domain.audit.report import Notes
from domain.audit.timeline import Timeline
from domain.kernel.acting import Acted, act, deal, reshuffle
from domain.kernel.codec import BadCommandError
from domain.kernel.game import Rules, State
from domain.kernel.messages import Command, TimeOut
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import SPECTATOR, Viewer, parse_viewer
from domain.record.canonical import canonical
from domain.record.desk import ResultAdjusted, RulingAccepted
from domain.record.draws import DrawMismatchError, RecordedChance
from domain.record.entries import (
    ACTIONS,
    CLOCK,
    TABLE,
    WITH_FACTS,
    ActionEntry,
    ActionForced,
    ActionTaken,
    Entry,
    EntryOfFacts,
    GameFinished,
    GameStarted,
    ResultAccepted,
    RewoundTo,
    TableOpened,
)
from domain.record.lines import Header
from domain.table.accepting import lets_stand
from domain.table.codec import codec_of
from domain.table.live import Live, opened_by, prepared, used_ms
from domain.table.play import NotDueError, time_out
from domain.table.refusals import check_no_show
from domain.table.results import accepts_itself
from domain.table.seating import edition_digest
from domain.table.table import Folding, Table, begin

MOST_SEATS = 1000  # more than any game has; only to read a header
NOT_FOLLOWED = "the entries cannot be followed past an earlier failure"


class WrongEntryError(Exception):
    """An entry that the rules do not give; the message says what differs, `code` how (of check 8)."""

    def __init__(self, message: str, code: str = "other_decision") -> None:
        super().__init__(message)
        self.code = code


class Line:
    """Follows the entries of a copy in their order; what checks 8 and 10 find is noted at the end."""

    def __init__(self, rules: Rules, header: Header, ahead: Ahead, parent: Timeline | None = None) -> None:
        self.rules = rules
        self._parent = parent
        self.codec = codec_of(rules)
        self.notes = Notes()
        self.owner = _owner(header)
        self.sealed = 0
        self.decided = 0
        self._ahead = ahead
        self._folding: Folding | None = None
        self._before: Live | None = None  # before the last action
        self._last = 0  # line
        self._lives: dict[int, Live | None] = {}  # after those entries only: fresh memory costs time
        self._stopped = False

    def look(self, opened: OpenedEntry) -> None:
        """Follow one more entry, as far as it can be."""
        if self._stopped:
            return
        line = self._last = opened.copied.line
        if self._folding is None:
            table = self._begin(opened)
            if table is None:
                self._stopped = True
            else:
                self._folding = Folding(table)
            return
        try:
            self._step(self._folding, opened)
        except WrongEntryError as error:
            self._stop(error.code, line, str(error))
            return
        except (RefusedError, *CONTRADICTIONS) as error:
            self._stop("impossible_entry", line, contradiction(error))
            return
        if opened.public.n in self._ahead.goals:
            self._lives[opened.public.n] = self._folding.live

    def end(self, notes: Notes) -> None:
        """Note what was found, after the last entry."""
        if self._folding is not None and not self._stopped:
            table = self._folding.table
            self._result(table)
            if self.sealed:
                in_all = self.sealed + self.decided
                reason = f"{self.sealed} of {in_all} deals and actions have sealed parts in this copy"
                self.notes.impossible(8, reason)
        notes.take(self.notes)

    def _stop(self, code: str, line: int, reason: str) -> None:
        self.notes.fail(code, line, reason)
        self.notes.impossible(10, NOT_FOLLOWED)
        self._stopped = True

    def _begin(self, opened: OpenedEntry) -> Table | None:
        entry = opened.public
        assert isinstance(entry, TableOpened)
        line = opened.copied.line
        if entry.version not in self.rules.editions:
            self._not_begun(f"this release has no rules version {entry.version} of {self.rules.name}")
            return None
        try:
            data = card_set_of(self.rules, self._ahead.card_sets, entry)
            table = begin(self.rules, entry, opened.copied.hash, data=data)
        except LookupError as error:
            self._not_begun(str(error))
            return None
        except ValueError as error:
            self.notes.fail("wrong_setup", line, str(error))
            self._not_begun(NOT_FOLLOWED)
            return None
        refusal = self.rules.refuse_setup(table.setup)
        if refusal is not None:
            self.notes.fail("wrong_setup", line, f"the rules refuse this setup: {refusal.code}: {refusal.message}")
        if entry.edition != edition_digest(table.setup.edition):
            self.notes.fail("other_edition", line, f"rules version {entry.version} of this release decides otherwise")
        return table

    def _not_begun(self, reason: str) -> None:
        for number in (8, 10):
            self.notes.impossible(number, reason)

    def _step(self, table: Folding, opened: OpenedEntry) -> None:
        entry, head, line = opened.full, opened.copied.hash, opened.copied.line
        if isinstance(entry, RewoundTo):
            if entry.order is not None:
                self._decided(self._reordered, table, opened)
            table.rewind(entry, head, self._lives)
            return
        live, state = table.live, None
        if live is not None and table.running:
            self._outcome(live, entry, line)
        if isinstance(entry, ACTIONS):
            assert live is not None, "the order of entries is checked before"
            self._before = live
            self._clock(table, live, entry, line)
            self._own(live, entry)
            state = self._decided(self._acted, table, opened)
        elif isinstance(entry, GameStarted):
            state = self._decided(self._dealt, table, opened)
        elif isinstance(entry, ResultAdjusted) and table.table.book.status == "running":
            self._before = live
        elif isinstance(entry, (ResultAccepted, RulingAccepted)) and entry.by == TABLE:
            self._accepted(table.table, entry, line)
        table.follow(entry, head, state)

    def _accepted(self, table: Table, entry: ResultAccepted | RulingAccepted, line: int) -> None:
        """8: a seat counts as accepting if it is a bot's, has conceded, or was out of the game before its end."""
        if self.sealed:
            return
        of_ruling = isinstance(entry, RulingAccepted)
        counts = lets_stand(table, entry.seat) if of_ruling else accepts_itself(table, entry.seat, self._before)
        if not counts:
            self.notes.fail("wrong_acceptance", line, f"seat {entry.seat} has still to accept by itself")

    def _decided(self, again: Callable[[Folding, OpenedEntry], State], table: Folding, opened: OpenedEntry) -> State:
        """Return the state that deciding again gives, or nothing where this copy does not know enough.

        Behind the first sealed value the state itself has unknown parts, so nothing can be decided any more.
        """
        if self.sealed or not opened.whole:
            self.sealed += 1
            return None
        self.decided += 1
        try:
            return again(table, opened)
        except (DrawMismatchError, BadCommandError) as error:
            raise WrongEntryError(str(error)) from None

    def _dealt(self, table: Folding, opened: OpenedEntry) -> State:
        entry = opened.full
        assert isinstance(entry, GameStarted)
        if table.table.book.opened.branch_of is not None:
            self._branched(table.table, entry)
            return None
        chance = RecordedChance(entry.draws, rewinds=0, use=0)
        return self._same(opened, deal(self.rules, table.table.setup, chance), chance)

    def _branched(self, table: Table, entry: GameStarted[Any]) -> None:
        """A branch begins with facts of its parent, which only the parent's record can tell."""
        try:
            wrong = difference(self._parent, table, entry.facts)
        except ParentError as error:
            self.notes.impossible(8, str(error))
            return
        if wrong is not None:
            raise WrongEntryError(wrong, "other_parent")

    def _acted(self, table: Folding, opened: OpenedEntry) -> State:
        entry, live, rules = opened.full, table.live, self.rules
        assert live is not None
        assert isinstance(entry, ACTIONS)
        seat = entry.seat
        command = self.codec.command(entry)
        if isinstance(command, TimeOut) is not (entry.by == CLOCK):
            raise WrongEntryError(f"{entry.by} cannot say {entry.command.tag} for seat {seat}")
        refusal = rules.refuse(live.state, seat, command)
        if refusal is not None:
            reason = f"the rules refuse {entry.command.tag}: {refusal.code}: {refusal.message} ({refusal.rule})"
            raise WrongEntryError(reason, "refused")
        if rules.normal(live.state, command) != command:
            raise WrongEntryError("the command is not in its normal form")
        if rules.prepares and isinstance(entry, ActionTaken):
            self._origin(live, entry, command)
        chance = RecordedChance(entry.draws, rewinds=table.rewinds, use=live.use)
        state = self._same(opened, act(rules, live.state, seat, command, chance), chance)
        expected = opened_by(rules, live, entry)
        if expected or entry.reveals:
            shown = {key: canonical(value) for key, (value, _) in entry.reveals.items()}  # lists there, tuples in facts
            if shown != {key: canonical(value) for key, value in expected}:
                raise WrongEntryError("the entry does not open exactly what its facts reveal")
        return state

    def _reordered(self, table: Folding, opened: OpenedEntry) -> State:
        """New orders come by the draws of this rewind, which go on from those of the entry that it goes back to."""
        entry = opened.full
        assert isinstance(entry, RewoundTo)
        live = self._lives[entry.to]
        assert live is not None, "the order of entries is checked before"
        chance = RecordedChance(entry.draws, rewinds=table.rewinds + 1, use=live.use)
        return self._same(opened, reshuffle(self.rules, live.state, chance), chance)

    def _own(self, live: Live, entry: ActionEntry) -> None:
        """A redacted copy still tells whether its own seats acted lawfully: refusals follow from the seat's view."""
        if entry.seat not in self.owner.seats or entry.command.body is None or not isinstance(entry, ActionTaken):
            return
        try:
            refusal = self.rules.refuse(live.state, entry.seat, self.codec.command(entry))
        except BadCommandError as error:
            raise WrongEntryError(str(error)) from None
        if refusal is not None:
            reason = f"the rules refuse {entry.command.tag}: {refusal.code} ({refusal.rule})"
            raise WrongEntryError(reason, "refused")

    def _origin(self, live: Live, entry: ActionTaken[Any], command: Command) -> None:
        """A prepared answer is the first one of the awaited seats in seat order; a hand moves only when none is due."""
        due = prepared(self.rules, live)
        if due is not None and (entry.origin != "prepared" or due != (entry.seat, command)):
            raise WrongEntryError(f"the prepared answer of seat {due[0]} comes first")
        if due is None and entry.origin == "prepared":
            raise WrongEntryError(f"seat {entry.seat} had prepared no such answer")

    def _same(self, opened: OpenedEntry, done: Acted[Any, Any], chance: RecordedChance) -> State:
        entry, public = opened.full, opened.public
        assert isinstance(entry, WITH_FACTS)
        assert isinstance(public, WITH_FACTS)
        if done.facts != entry.facts:
            place = next(
                (i for i, (a, b) in enumerate(zip(done.facts, entry.facts, strict=False)) if a != b),
                min(len(done.facts), len(entry.facts)),
            )
            raise WrongEntryError(f"the rules give another fact {entry.n}.{place}")
        if chance.drawn or entry.draws:
            _same_draws(chance, public)
        return done.state

    def _clock(self, table: Folding, live: Live, entry: ActionEntry, line: int) -> None:
        """8: the time used is that since the decision was put; the clock acts once time is up, rulers for a no-show."""
        used = used_ms(self.rules, live, entry.seat, entry.command.tag, entry.at)
        if entry.used_ms != used:
            reason = f"seat {entry.seat} used {used} ms, the entry says {entry.used_ms}"
            self.notes.fail("other_time", line, reason)
        if isinstance(entry, ActionForced) and entry.by != CLOCK:
            try:
                check_no_show(table.table, entry.seat, entry.at)
            except RefusedError as error:
                self.notes.fail("wrong_no_show", line, str(error))
        elif isinstance(entry, ActionForced):
            try:
                if self.codec.command(entry) != time_out(table.table, entry.seat, entry.at):
                    self.notes.fail("wrong_time_out", line, "the clock says something else at this time")
            except (NotDueError, BadCommandError) as error:
                self.notes.fail("wrong_time_out", line, str(error))

    def _outcome(self, live: Live, entry: Entry, line: int) -> None:
        """10: the result is the one the rules find, and comes as soon as they find it."""
        outcome = self.rules.outcome(live.state)
        if isinstance(entry, GameFinished):
            if outcome != entry.outcome:
                self.notes.fail("other_outcome", line, "the rules find another outcome")
        elif outcome is not None:
            self.notes.fail("already_over", line, "the game was over before this entry, and its result is due")

    def _result(self, table: Table) -> None:
        """10: a game that is over has its result."""
        if table.book.status == "running" and table.live is not None:
            if self.rules.outcome(table.live.state) is not None:
                reason = "the game is over, but its result is not recorded"
                self.notes.fail("no_result", self._last, reason)
            else:
                self.notes.impossible(10, "the game goes on")
        elif table.book.finished is None and table.book.adjusted is not None:
            self.notes.impossible(10, "a ruling ended the game, and the rules found no result")
        elif table.book.adjusted is not None:
            self.notes.remark(10, "a ruling has put another result in place of the one that the rules found")
        elif table.book.finished is None:
            self.notes.impossible(10, f"the table was {table.book.status} without a result")


def _same_draws(chance: RecordedChance, public: EntryOfFacts) -> None:
    if chance.left_over:
        raise WrongEntryError(f"{chance.left_over} draws are left over")
    for drawn, shown in zip(chance.drawn, public.draws, strict=True):
        if drawn.open is not (shown.result is not None):
            raise WrongEntryError(f"the draw {shown.label} must be {'open' if drawn.open else 'sealed'}")


def _owner(header: Header) -> Viewer:
    """Return whom the copy was made for, as far as its header says so in our words."""
    try:
        return parse_viewer(header.viewer, MOST_SEATS)
    except ValueError:
        return SPECTATOR
