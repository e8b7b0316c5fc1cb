"""What may follow what in a record of any game, and how the members of its entries agree: part of check 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias, get_args

from msgspec import UNSET

from domain.kernel.chance import Draw
from domain.kernel.messages import Concede, tag_of
from domain.kernel.seats import SPECTATOR, parse_viewer
from domain.record.case_faults import Around, case_fault, resuming_fault
from domain.record.case_times import lasts_until
from domain.record.cases import Cases, cases_after
from domain.record.casters import Casters, casters_after, casting_fault
from domain.record.desk import OfCases, ResultAdjusted, Verified
from domain.record.entries import (
    ACTIONS,
    CLOCK,
    WITH_FACTS,
    ActionEntry,
    ActionForced,
    ActionTaken,
    CasterAdmitted,
    CasterDismissed,
    ClockAdjusted,
    Entry,
    EvidenceViewed,
    GameFinished,
    GameStarted,
    Outage,
    Paused,
    ResultAccepted,
    ResultConfirmed,
    Resumed,
    RewoundTo,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SecretsOpened,
    TableAbandoned,
    TableOpened,
)
from domain.record.keys import BOARD, BRANCH, KNOWN, NO_SECRET, commitment
from domain.record.measures import Due, due_after, due_fault
from domain.record.pauses import OfClocks, Pause, pause_after, pausing_fault
from domain.record.results import (
    Result,
    adjusting_fault,
    outcome_fault,
    result_after,
    result_fault,
    verifying_fault,
)
from domain.record.rewinds import rewinding_fault

Status = Literal["open", "running", "finished", "confirmed", "abandoned"]
OF_CASES: tuple[type[OfCases], ...] = get_args(OfCases)  # they come after the secrets too
Openings: TypeAlias = Mapping[str, tuple[Any, str]]  # place to value and salt

MAY_COME: Mapping[type[Entry], frozenset[Status]] = {  # while the table is in one of these; a test proves it complete
    TableOpened: frozenset(),
    SeatTaken: frozenset({"open"}),
    SeatLeft: frozenset({"open"}),
    SeatReplaced: frozenset({"open", "running"}),
    CasterAdmitted: frozenset({"open", "running"}),
    CasterDismissed: frozenset({"open", "running"}),
    GameStarted: frozenset({"open"}),
    ActionTaken: frozenset({"running"}),
    ActionForced: frozenset({"running"}),
    Paused: frozenset({"running"}),
    Resumed: frozenset({"running"}),
    ClockAdjusted: frozenset({"running"}),
    Outage: frozenset({"running"}),
    **dict.fromkeys(OF_CASES, frozenset[Status]({"running", "finished", "confirmed", "abandoned"})),
    RewoundTo: frozenset({"running", "finished"}),
    EvidenceViewed: frozenset({"open", "running", "finished", "confirmed", "abandoned"}),
    TableAbandoned: frozenset({"open", "running"}),
    GameFinished: frozenset({"running"}),
    ResultAccepted: frozenset({"finished"}),
    ResultConfirmed: frozenset({"finished"}),
    ResultAdjusted: frozenset({"running", "finished", "confirmed"}),
    Verified: frozenset({"confirmed", "abandoned"}),
    SecretsOpened: frozenset({"confirmed", "abandoned"}),
}
BECOMES: Mapping[type[Entry], Status] = {
    GameStarted: "running",
    RewoundTo: "running",
    GameFinished: "finished",
    ResultConfirmed: "confirmed",
    TableAbandoned: "abandoned",
}


def status_after(status: Status, entry: Entry) -> Status:
    """Return what becomes of a table by an entry; a ruling ends a game that runs, and leaves one that has ended so."""
    if isinstance(entry, ResultAdjusted):
        return "finished" if status == "running" else status
    return BECOMES.get(type(entry), status)


PLAY = (*ACTIONS, GameFinished)  # what does not come while the play is stopped

CONCEDE = tag_of(Concede)
MOST_DRAWN = 2**24  # things in all draws of a record; bounds what a hostile one makes a verifier compute
_LABEL = re.compile(r"[0-9]+/[0-9]+/[\s\S]+").fullmatch
_RULER = re.compile(r"(opener|player|organiser|operator|arbiter)(:[\s\S]*)?").fullmatch
_DIGITS = "0123456789"


class Contradiction(ValueError):  # noqa: N818 - what an entry is, not what went wrong here
    """An entry that cannot stand where it stands; the message says why."""


class Order:
    """Looks at the entries in their order and keeps what the next one is compared with."""

    def __init__(self) -> None:
        self._opening: TableOpened | None = None
        self._status: Status = "open"
        self._players: dict[int, str] = {}  # who holds each seat that is taken
        self._sat: set[str] = set()  # who has held one, now or before
        self._casters: Casters = {}
        self._pause: Pause | None = None
        self._result: Result | None = None  # that waits to be final
        self._cases: Cases = {}
        self._due: Due | None = None  # what comes next
        self._at = 0  # ms since 1970, of the entry before
        self._deal = 0  # the number of its entry
        self._origins: bool | None = None  # whether actions have one
        self._closed = False  # the secrets are open: nothing follows
        self._drawn = 0  # things in all draws

    def look(self, entry: Entry, opened: Openings) -> None:
        """Take one more entry and what its line opens; raises `Contradiction`."""
        if self._opening is None:
            self._open(entry)
        elif isinstance(entry, ACTIONS) and self._in_play:
            self._act(entry, self._opening.seats)
        else:
            self._turn(entry, self._opening)
        if isinstance(entry, WITH_FACTS):
            self._draw(entry.draws, opened)
        if isinstance(entry, ACTIONS):
            _check_openings([(key, key.lstrip(_DIGITS)) for key in entry.reveals], entry.reveals)
        _check_openings(zip(opened, opened, strict=True), opened)
        self._at = entry.at

    @property
    def _in_play(self) -> bool:
        return self._status == "running" and self._pause is None and self._due is None

    def _draw(self, draws: tuple[Draw, ...], opened: Openings) -> None:
        _check_draws(draws, opened)
        self._drawn += sum([draw.n for draw in draws])
        if self._drawn > MOST_DRAWN:
            raise Contradiction(f"the draws of a record are of at most {MOST_DRAWN} things together")

    def _open(self, entry: Entry) -> None:
        if not isinstance(entry, TableOpened):
            raise Contradiction("entry 1 does not open a table")
        _check_deal(entry)
        if (entry.protocol == BRANCH) is not (entry.branch_of is not None):
            raise Contradiction(f"/branch_of stands under {BRANCH}, and under no other protocol")
        self._opening = entry

    def _act(self, entry: ActionEntry, seats: int) -> None:
        if entry.seat >= seats:
            raise Contradiction(f"the table has no seat {entry.seat}")
        if not _may_act(entry):
            raise Contradiction(f"{entry.by} cannot act for seat {entry.seat}")
        if entry.command.tag == "?":
            raise Contradiction("a tag is never hidden")
        if isinstance(entry, ActionForced):
            return
        has_origin = entry.origin is not UNSET
        if has_origin and entry.origin is not None:
            raise Contradiction("/origin stands open: it is always sealed")
        if self._origins is None:
            self._origins = has_origin
        elif self._origins is not has_origin:
            raise Contradiction("some actions have an origin and some have none")
        if entry.seen is not None and entry.seen >= entry.n:
            raise Contradiction(f"entry {entry.seen} cannot have been seen before entry {entry.n}")

    def _turn(self, entry: Entry, opening: TableOpened) -> None:
        kind = entry.__struct_config__.tag
        if isinstance(entry, TableOpened):
            raise Contradiction("entry 1, and no other, opens the table")
        if self._closed and not isinstance(entry, (*OF_CASES, ResultAdjusted)):
            raise Contradiction(f"{kind} cannot come after the secrets were opened")
        if self._status not in MAY_COME[type(entry)]:
            raise Contradiction(f"{kind} cannot come while the table is {self._status}")
        if self._pause is not None and isinstance(entry, PLAY):
            raise Contradiction(f"{kind} cannot come while the play is stopped")
        _refuse(due_fault(entry, self._due))
        match entry:
            case SeatTaken() | SeatReplaced() | SeatLeft():
                self._seat(entry, opening.seats)
            case CasterAdmitted() | CasterDismissed():
                self._cast(entry)
            case Paused() | Resumed() | ClockAdjusted() | Outage():
                self._stop(entry, opening)
            case _ if isinstance(entry, OF_CASES):
                self._hear(entry, opening)
            case GameStarted():
                if len(self._players) < opening.seats:
                    raise Contradiction("the deal comes when every seat is taken")
                if opening.branch_of is not None and entry.draws:
                    raise Contradiction("a branch begins with the facts of another table, and draws nothing for them")
                self._deal = entry.n
            case RewoundTo():
                _refuse(rewinding_fault(entry, opening, self._deal, self._cases))
            case EvidenceViewed():
                _check_evidence(entry, opening)
            case GameFinished():
                _refuse(outcome_fault(entry, opening.seats))
            case ResultAccepted() | ResultConfirmed():
                assert self._result is not None, "the table is finished"
                _refuse(result_fault(entry, self._result, opening))
            case ResultAdjusted():
                _refuse(adjusting_fault(entry, opening, self._cases))
                self._pause = pause_after(self._pause, entry)
            case Verified():
                _refuse(verifying_fault(entry, opening, self._sat))
            case SecretsOpened():
                if opening.secrets_open_at == "never":
                    raise Contradiction("the secrets of this table never open")
                self._closed = True
            case _:  # a table that is given up stands for nothing any more
                self._pause = pause_after(self._pause, entry)
        self._result = result_after(self._result, entry, over=self._status == "confirmed")
        self._status = status_after(self._status, entry)
        self._due = due_after(self._due, entry, self._cases, self._pause)

    def _seat(self, entry: SeatTaken | SeatReplaced | SeatLeft, seats: int) -> None:
        if entry.seat >= seats:
            raise Contradiction(f"the table has no seat {entry.seat}")
        free = isinstance(entry, SeatTaken)
        if (entry.seat not in self._players) is not free:
            raise Contradiction(f"seat {entry.seat} is not {'free' if free else 'taken'}")
        if isinstance(entry, SeatLeft):
            del self._players[entry.seat]
        else:
            self._players[entry.seat] = entry.player
            self._sat.add(entry.player)
        self._casters = casters_after(self._casters, entry)

    def _cast(self, entry: CasterAdmitted | CasterDismissed) -> None:
        _refuse(casting_fault(entry, self._casters, self._players.keys()))
        self._casters = casters_after(self._casters, entry)

    def _stop(self, entry: OfClocks, opening: TableOpened) -> None:
        _refuse(pausing_fault(entry, self._pause, opening, self._at) or resuming_fault(entry, self._cases))
        self._pause = pause_after(self._pause, entry, lasts_until(entry, self._cases))

    def _hear(self, entry: OfCases, opening: TableOpened) -> None:
        around = Around(self._cases, opening, self._players, self._sat, self._pause, in_play=self._in_play)
        _refuse(case_fault(entry, around))
        self._cases = cases_after(self._cases, entry, opening)
        self._pause = pause_after(self._pause, entry, lasts_until(entry, self._cases))


def _refuse(fault: str | None) -> None:
    if fault is not None:
        raise Contradiction(fault)


def _check_deal(entry: TableOpened) -> None:
    """Raise `Contradiction` unless the deal is called as its protocol wants, and has a secret or none."""
    board = None if entry.tournament is None else entry.tournament.deal_id
    if entry.protocol == KNOWN:
        if entry.commitments.deal != commitment("deal", NO_SECRET):
            raise Contradiction(f"/commitments/deal is not that of 32 zero bytes, as {KNOWN} wants")
    elif entry.deal_id != (board if entry.protocol == BOARD else entry.table):
        raise Contradiction("/deal_id is not the table, as this deal protocol wants")
    if (entry.protocol == BOARD) is (board is None):
        raise Contradiction(f"/tournament/board stands under {BOARD}, and under no other protocol")
    if entry.protocol == BOARD and entry.secrets_open_at == "confirmed":
        raise Contradiction("/secrets_open_at of a board is its end: other tables are dealt the same")


def _may_act(entry: ActionEntry) -> bool:
    """Say whether an action is by its seat; or forced: by the clock, or a concession by a ruler of the table."""
    if isinstance(entry, ActionTaken):
        return entry.by == f"seat:{entry.seat}"
    return _RULER(entry.by) is not None if entry.command.tag == CONCEDE else entry.by == CLOCK


def _check_evidence(entry: EvidenceViewed, opening: TableOpened) -> None:
    if not 1 <= entry.first <= entry.last < entry.n:
        raise Contradiction(f"entries {entry.first} to {entry.last} cannot have been seen before entry {entry.n}")
    if entry.looked_at is not None and not opening.at <= entry.looked_at <= entry.at:
        raise Contradiction("a look comes after the opening of the table, and before it is written down")
    try:
        viewer = parse_viewer(entry.viewer, opening.seats)
    except ValueError as error:
        raise Contradiction(str(error)) from None
    if viewer == SPECTATOR or str(viewer) != entry.viewer:
        raise Contradiction(f"{entry.viewer!r} is no viewer who sees anything hidden")


def _check_draws(draws: tuple[Draw, ...], opened: Openings) -> None:
    for i, draw in enumerate(draws):
        if not _LABEL(draw.label):
            raise Contradiction(f"{draw.label!r} is no label of a draw")
        if draw.kind == "pick" and not draw.n:
            raise Contradiction(f"the draw {draw.label} is of nothing")
        pointer = f"/draws/{i}/result"
        for value in _shown(draw, opened.get(pointer)):
            if not _could_give(draw, value):
                raise Contradiction(f"{pointer} is no result of a {draw.kind} of {draw.n}")


def _shown(draw: Draw, pair: tuple[Any, str] | None) -> Iterator[Any]:
    """Yield the result as it stands and as a line opens it."""
    if draw.result is not None:
        yield draw.result
    if pair is not None:
        yield pair[0]


def _could_give(draw: Draw, value: Any) -> bool:
    if draw.kind == "pick":
        return type(value) is int and 0 <= value < draw.n
    whole = isinstance(value, list | tuple) and all(type(place) is int for place in value)
    return whole and sorted(value) == list(range(draw.n))


def _check_openings(places: Iterable[tuple[str, str]], openings: Openings) -> None:
    """Raise `Contradiction` for a command's body or an origin that is opened, to whomever, to something else.

    Also where the entry has no such place: that nothing is sealed there is for another check.
    """
    for where, place in places:
        value = openings[where][0]
        if place == "/command/body" and not isinstance(value, dict):
            raise Contradiction(f"{where} is opened to what is no body of a command")
        if place == "/origin" and value not in ("hand", "prepared"):
            raise Contradiction(f"{where} is opened to what is no origin")
