"""The book of a table: what all its entries say about seats, status and head, rewound ones included."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

import msgspec

from domain.kernel.setup import Outcome
from domain.record.canonical import unb64
from domain.record.case_faults import Around, case_fault, resuming_fault
from domain.record.case_times import is_settled, lasts_until
from domain.record.cases import Cases, cases_after
from domain.record.casters import Casters, casters_after, casting_fault
from domain.record.chain import Request
from domain.record.desk import OfCases, ResultAdjusted, Verified
from domain.record.entries import (
    ACTIONS,
    AbandonReason,
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
    Visibility,
)
from domain.record.keys import NO_ENTROPY
from domain.record.measures import Due, due_after, due_fault
from domain.record.order import MAY_COME, PLAY, Status, status_after
from domain.record.pauses import Pause, pause_after, pausing_fault
from domain.record.results import (
    Result,
    adjusting_fault,
    outcome_fault,
    result_after,
    result_fault,
    verifying_fault,
)
from domain.record.rewinds import Back, rewinding_fault


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat: a pseudonymous player, the salted hash of the name, entropy; a bot's name or a public key."""

    player: str
    name_hash: str
    entropy: str
    bot: str | None = None
    public_key: str | None = None


class Requests(Mapping[bytes, tuple[bytes, int]]):
    """Requests by the hash of their key: hash of the body, and entry. Never changes; one more is a new mapping.

    Layers of falling size share what was known: one more costs a few copied items instead of all of them.
    """

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[Mapping[bytes, tuple[bytes, int]], ...] = ()) -> None:
        self._layers = layers

    def __getitem__(self, key: bytes) -> tuple[bytes, int]:
        known = self.known(key)
        if known is None:
            raise KeyError(key)
        return known

    def known(self, key: bytes) -> tuple[bytes, int] | None:
        """Return a request if it is here; `get` takes twenty times as long for one that is not."""
        for layer in reversed(self._layers):
            known = layer.get(key)
            if known is not None:
                return known
        return None

    def whole(self) -> dict[bytes, tuple[bytes, int]]:
        """Return all of them, without a look at each: that is what `dict` takes."""
        found: dict[bytes, tuple[bytes, int]] = {}
        for layer in self._layers:
            found.update(layer)
        return found

    def __iter__(self) -> Iterator[bytes]:
        return itertools.chain.from_iterable(self._layers)

    def __len__(self) -> int:
        return sum(map(len, self._layers))

    def with_one(self, request: Request, n: int) -> Requests:
        """Return these and the request of entry `n`."""
        layers, newest = self._layers, {request.key: (request.body, n)}
        while layers and len(layers[-1]) <= len(newest):
            newest = {**layers[-1], **newest}
            layers = layers[:-1]
        return Requests((*layers, newest))


class Book(msgspec.Struct, frozen=True):
    """All entries folded. `n` and `head` are number and hash of the last entry, `at` its time in milliseconds."""

    opened: TableOpened
    holders: tuple[Holder | None, ...]
    status: Status
    n: int
    head: bytes
    at: int
    backs: tuple[Back, ...] = ()  # every rewind
    requests: Requests = Requests()
    secrets_open: bool = False
    finished: GameFinished | None = None
    abandoned: AbandonReason | None = None  # why the table was given up
    started: int | None = None  # the entry of the deal
    dealt_with: tuple[str | None, ...] | None = None  # each seat's entropy at the deal
    casters: Casters = {}  # who sees what several seats see, by number
    pause: Pause | None = None  # what stops the play
    stood_ms: int = 0  # how long it was stopped before
    result: Result | None = None  # a result that is not final yet
    adjusted: ResultAdjusted | None = None  # the last ruling that gave another one
    cases: Cases = {}  # by id
    due: Due | None = None  # what comes next, because of a call or a ruling
    over_at: int | None = None  # when the table was over: confirmed, or given up
    sat: tuple[str, ...] = ()  # every player who has held a seat, now or before

    @property
    def full(self) -> bool:
        """Say whether every seat is taken."""
        return None not in self.holders

    @property
    def rewinds(self) -> int:
        """How often the table has gone back."""
        return len(self.backs)

    @property
    def is_over(self) -> bool:
        """Say whether the table has ended for good: the game cannot go on, and nothing is taken back."""
        return self.status in ("confirmed", "abandoned")

    @property
    def visibility(self) -> Visibility:
        """Who finds the table: only seats and officers while others of its board may play the same deal."""
        place = self.opened.tournament
        closed = place is not None and place.board is not None and not self.secrets_open
        return "private" if closed else self.opened.visibility

    @property
    def in_play(self) -> bool:
        """Say whether seats may act: the game runs, and nothing stops it."""
        return self.status == "running" and self.pause is None and self.due is None

    @property
    def unsettled(self) -> bool:
        """Say whether, at the time of the last entry, a case may still change the result."""
        return not is_settled(self.cases, self.at)

    @property
    def players(self) -> dict[int, str]:
        """Who holds each seat that is taken."""
        return {seat: holder.player for seat, holder in enumerate(self.holders) if holder is not None}

    @property
    def outcome(self) -> Outcome | None:
        """How the table ended: as its game or a ruling says, or given up for a reason; nothing before the end."""
        if self.abandoned is not None:
            return Outcome(places=(), ended_by="abandoned", reason=self.abandoned)
        if self.adjusted is not None:
            return self.adjusted.outcome
        return None if self.finished is None else self.finished.outcome

    @property
    def entropy_given(self) -> tuple[str | None, ...]:
        """Each seat's entropy as its entry says it."""
        if self.dealt_with is not None:
            return self.dealt_with
        return tuple(None if holder is None else holder.entropy for holder in self.holders)

    @property
    def entropy(self) -> tuple[bytes, ...]:
        """The entropy in force, in seat order: each seat's last before the deal, zeros for a seat that gave none."""
        return tuple(NO_ENTROPY if text is None else unb64(text) for text in self.entropy_given)


class BookError(ValueError):
    """An entry that cannot follow the ones before it."""


def first_page(entry: Entry, head: bytes, request: Request | None = None) -> Book:
    """Open the book with entry 1."""
    if not isinstance(entry, TableOpened) or entry.n != 1:
        raise BookError("a record begins with the table's opening as entry 1")
    requests = Requests() if request is None else Requests().with_one(request, 1)
    return Book(entry, (None,) * entry.seats, "open", 1, head, entry.at, requests=requests)


def check_place(entry: Entry, n: int, at: int) -> None:
    """Raise `BookError` unless an entry can follow entry `n` of this time."""
    if entry.n != n + 1:
        raise BookError(f"entry {entry.n} follows entry {n}")
    if entry.at < at:
        raise BookError(f"the time of entry {entry.n} lies before that of entry {n}")


def turn_page(book: Book, entry: Entry, head: bytes, request: Request | None = None) -> Book:
    """Return the book after one more entry; raises `BookError` for one that cannot come here."""
    check_place(entry, book.n, book.at)
    if book.status not in MAY_COME[type(entry)]:
        raise BookError(f"{entry.__struct_config__.tag} cannot come while the table is {book.status}")
    if book.pause is not None and isinstance(entry, PLAY):
        raise BookError(f"{entry.__struct_config__.tag} cannot come while the play is stopped")
    _refuse(due_fault(entry, book.due))
    requests = book.requests if request is None else book.requests.with_one(request, entry.n)
    if isinstance(entry, ACTIONS):  # comes while nothing stops the play and nothing is due, and changes neither
        return msgspec.structs.replace(book, n=entry.n, head=head, at=entry.at, requests=requests)
    changed = _changes(book, entry)
    if book.pause is not None and changed.get("pause", book.pause) is None:
        changed["stood_ms"] = book.stood_ms + entry.at - book.pause.since
    turned = msgspec.structs.replace(book, n=entry.n, head=head, at=entry.at, requests=requests, **changed)
    due = due_after(book.due, entry, turned.cases, turned.pause)
    return turned if due is book.due else msgspec.structs.replace(turned, due=due)


def _changes(book: Book, entry: Entry) -> dict[str, object]:
    match entry:
        case SeatTaken() | SeatReplaced():
            free = isinstance(entry, SeatTaken)
            if not 0 <= entry.seat < len(book.holders) or (book.holders[entry.seat] is None) is not free:
                raise BookError(f"seat {entry.seat} is not {'free' if free else 'taken'}")
            holder = Holder(entry.player, entry.name_hash, entry.entropy, entry.bot, entry.public_key)
            return {
                "holders": _seated(book, entry.seat, holder),
                "sat": book.sat if entry.player in book.sat else (*book.sat, entry.player),
                "casters": casters_after(book.casters, entry),
            }
        case SeatLeft():
            if not 0 <= entry.seat < len(book.holders) or book.holders[entry.seat] is None:
                raise BookError(f"seat {entry.seat} is not taken")
            return {"holders": _seated(book, entry.seat, None), "casters": casters_after(book.casters, entry)}
        case CasterAdmitted() | CasterDismissed():
            _refuse(casting_fault(entry, book.casters, book.players.keys()))
            return {"casters": casters_after(book.casters, entry)}
        case Paused() | Resumed() | ClockAdjusted() | Outage():
            _refuse(pausing_fault(entry, book.pause, book.opened, book.at) or resuming_fault(entry, book.cases))
            return {"pause": pause_after(book.pause, entry, lasts_until(entry, book.cases))}
        case GameStarted():
            if not book.full:
                raise BookError("the deal comes when every seat is taken")
            return {"status": "running", "started": entry.n, "dealt_with": book.entropy_given}
        case RewoundTo():
            _refuse(rewinding_fault(entry, book.opened, book.started, book.cases))
            backs = (*book.backs, Back(entry.n, entry.to))
            return {"status": "running", "finished": None, "result": None, "adjusted": None, "backs": backs}
        case TableAbandoned():
            return {"status": "abandoned", "abandoned": entry.reason, "pause": None, "over_at": entry.at}
        case GameFinished():
            _refuse(outcome_fault(entry, len(book.holders)))
            return {"status": "finished", "finished": entry, "result": _waiting(book, entry)}
        case ResultAccepted() | ResultConfirmed():
            assert book.result is not None, "the table is finished"
            _refuse(result_fault(entry, book.result, book.opened))
            if isinstance(entry, ResultAccepted):
                return {"result": _waiting(book, entry)}
            return {"status": "confirmed", "result": None, "over_at": entry.at}
        case ResultAdjusted():
            _refuse(adjusting_fault(entry, book.opened, book.cases))
            status, result = status_after(book.status, entry), _waiting(book, entry)
            return {"status": status, "adjusted": entry, "result": result, "pause": pause_after(book.pause, entry)}
        case Verified():
            _refuse(verifying_fault(entry, book.opened, book.sat))
            return {}
        case SecretsOpened():
            if book.secrets_open:
                raise BookError("the secrets are open already")
            return {"secrets_open": True}
        case TableOpened() | EvidenceViewed() | ActionTaken() | ActionForced():
            return {}
        case _:
            return _heard(book, entry)


def _waiting(book: Book, entry: Entry) -> Result | None:
    return result_after(book.result, entry, over=book.over_at is not None)


def _heard(book: Book, entry: OfCases) -> dict[str, object]:
    around = Around(book.cases, book.opened, book.players, book.sat, book.pause, in_play=book.in_play)
    _refuse(case_fault(entry, around))
    cases = cases_after(book.cases, entry, book.opened)
    return {"cases": cases, "pause": pause_after(book.pause, entry, lasts_until(entry, cases))}


def _refuse(fault: str | None) -> None:
    if fault is not None:
        raise BookError(fault)


def _seated(book: Book, seat: int, holder: Holder | None) -> tuple[Holder | None, ...]:
    return (*book.holders[:seat], holder, *book.holders[seat + 1 :])
