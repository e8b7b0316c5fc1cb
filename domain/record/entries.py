"""The entries of a table: one for each thing that happened, with all its consequences.

An entry's public form has the same shape as its full form: a hidden card is `"?"`, a hidden whole value `null`, and
`seals` maps each hidden place (a JSON Pointer into the entry) to its commitment. Nothing else is ever `"?"` or `null`:
a member without a value is left out.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel.chance import Draw
from domain.kernel.messages import Fact
from domain.kernel.setup import Outcome
from domain.record.desk import CaseId, OfCases, ResultAdjusted, Verified
from domain.record.members import Bytes16, Bytes32, Count, EntryHead, Part, Seats

F = TypeVar("F")

Connection = Literal["shown"]
Visibility = Literal["public", "unlisted", "private"]
StartMode = Literal["full", "word"]
OpenAt = Literal["confirmed", "event_end", "never"]
Origin = Literal["hand", "prepared"]
NewOrder = Literal["reshuffle"]
PauseReason = Literal["break", "dispute", "technical", "conduct", "emergency", "other"]
ClockReason = Literal["penalty", "compensation", "mistake", "agreement", "other"]
RewindReason = Literal["infraction", "mistake", "service_fault", "agreement", "other"]
AbandonReason = Literal["cancelled", "no_show", "idle", "emergency", "agreement", "void", "other"]
ArbiterCall = Literal["none", "stop"]
Format = Literal["matchledger/1"]
Protocol = Literal["seed+seats/1", "board/1", "branch/1", "known/1"]
Cause: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(arbiter|ruler|case:[a-z0-9][a-z0-9_-]{0,63})$")]


class Clock(Part, frozen=True, kw_only=True):
    """Time to think in milliseconds: for each decision, and (or) in a bank a seat, refilled after each own action.

    The first `delay_ms` of each decision count for nothing. Once time is up the clock acts `grace_ms` later; an answer
    that comes before is taken, and the time until then counts. A seat that is awaited and has done nothing for
    `no_show_ms` may be made to concede by whoever rules over the table.
    """

    move_ms: Count | None = None
    bank_ms: Count | None = None
    increment_ms: Count | None = None
    delay_ms: Count | None = None
    grace_ms: Count | None = None
    no_show_ms: Count | None = None


class Confirm(Part, frozen=True, kw_only=True):
    """When a result is final: once every seat has accepted it, or so many milliseconds after it."""

    window_ms: Count


class OfTournament(Part, frozen=True, kw_only=True):
    """The tournament that a table belongs to: its id, the round and the pairing there, both from 1, and the board.

    All tables of a board are dealt the same, under `board/1`.

    That of a `sandbox` is nobody's game: bots play it, on a clock that jumps. With `seat_tokens` whoever runs the
    tournament holds the tokens of all seats, and so could see every hand.
    """

    id: str
    round: Count
    pairing: Count
    board: Count | None = None
    sandbox: bool = False
    seat_tokens: bool = False

    @property
    def deal_id(self) -> str | None:
        """What the deal is called that all tables of the board share."""
        return None if self.board is None else f"{self.id}/{self.board}"


class Commitments(Part, frozen=True, kw_only=True):
    """Commitments to the two secrets."""

    deal: Bytes32
    salt: Bytes32


class Series(Part, frozen=True, kw_only=True):
    """A run of tables: its id, this table's number in it, the table before and the hash of its last entry."""

    id: str
    number: Count
    previous: tuple[str, Bytes32] | None = None


class BranchOf(Part, frozen=True, kw_only=True):
    """The entry of another table, the parent, that this one leaves from to ask "what if"; only under `branch/1`."""

    table: str
    n: Count
    hash: Bytes32


class RecordedCommand(Part, frozen=True, kw_only=True):
    """A command as an entry holds it: the tag public, the body one value for the acting seat."""

    tag: str
    body: dict[str, Any] | None


class TableOpened(EntryHead, tag="table_opened", frozen=True, kw_only=True):
    """A table is there; it has committed to both secrets."""

    format: Format
    release: str
    table: str
    game: str
    version: Count
    edition: Bytes32
    options: dict[str, Any]
    seats: Seats
    protocol: Protocol
    deal_id: str
    commitments: Commitments
    secrets_open_at: OpenAt
    start: StartMode
    visibility: Visibility
    delay_entries: Count | None = None
    delay_seconds: Count | None = None
    data: Bytes32 | None = None
    clock: Clock | None = None
    confirm: Confirm | None = None  # at once if absent
    connection: Connection | None = None  # whether it shows who is connected; hidden if absent
    label: str | None = None
    external_id: str | None = None
    series: Series | None = None
    tournament: OfTournament | None = None
    branch_of: BranchOf | None = None
    arbiter_call: ArbiterCall | None = None  # how seats call an arbiter; quietly if absent
    file_ms: Count | None = None  # for how long after the end a case may be filed; a day if absent
    appeal_ms: Count | None = None  # for how long what is decided may be appealed; a day if absent


class Sat(EntryHead, frozen=True, kw_only=True):
    """What both entries of somebody who holds a seat from now on say."""

    seat: Count
    player: str
    name_hash: str
    entropy: Bytes32
    bot: str | None = None
    public_key: str | None = None


class SeatTaken(Sat, tag="seat_taken", frozen=True, kw_only=True):
    """Somebody sits down and gives entropy (32 bytes, zeros if absent)."""


class SeatReplaced(Sat, tag="seat_replaced", frozen=True, kw_only=True):
    """Somebody else holds the seat from now on; with the same player, its token was given anew."""


class SeatLeft(EntryHead, tag="seat_left", frozen=True, kw_only=True):
    """A seat is free again; only before the start."""

    seat: Count


class CasterAdmitted(EntryHead, tag="caster_admitted", frozen=True, kw_only=True):
    """A caster sees from now on what these seats see, which all have agreed to; named again, its token was given anew.

    It ends with `caster_dismissed`, and once one of the seats is left or handed on.
    """

    caster: Count
    player: str
    name_hash: str
    seats: tuple[Count, ...]


class CasterDismissed(EntryHead, tag="caster_dismissed", frozen=True, kw_only=True):
    """A caster sees no more than everybody from now on."""

    caster: Count


class GameStarted(EntryHead, Generic[F], tag="game_started", frozen=True, kw_only=True):
    """The deal: its facts and draws. In a branch, the facts of its parent's live line up to where it leaves."""

    facts: tuple[F, ...]
    draws: tuple[Draw, ...] = ()


class ActionTaken(EntryHead, Generic[F], tag="action_taken", frozen=True, kw_only=True):
    """A seat's command and everything it did.

    `seen` is the last entry the player had seen, `used_ms` the time since the decision was put to the seat. `origin`,
    only in games that prepare answers and there sealed for the seat, says whether it came by hand; so that `seen` does
    not tell it, there the entry before stands for "not said" and in every prepared answer. `reveals` opens seals for
    everybody: "<n><pointer>" to value and salt.
    """

    seat: Count
    command: RecordedCommand
    used_ms: Count
    facts: tuple[F, ...]
    origin: Origin | UnsetType | None = UNSET
    seen: Count | None = None
    draws: tuple[Draw, ...] = ()
    reveals: dict[str, tuple[Any, Bytes16]] = {}


class ActionForced(EntryHead, Generic[F], tag="action_forced", frozen=True, kw_only=True):
    """What the clock did for a seat, or a concession that the table's ruler declares for one that does not show up."""

    seat: Count
    command: RecordedCommand
    used_ms: Count
    facts: tuple[F, ...]
    draws: tuple[Draw, ...] = ()
    reveals: dict[str, tuple[Any, Bytes16]] = {}


class Paused(EntryHead, tag="paused", frozen=True, kw_only=True):
    """Nobody acts and every clock stands, until each cause of it has gone: an arbiter, a ruler of the table, a case."""

    cause: Cause
    reason: PauseReason


class Resumed(EntryHead, tag="resumed", frozen=True, kw_only=True):
    """A cause of a pause has gone; the clock ends that of a case which no arbiter has claimed for 15 minutes."""

    cause: Cause


class ClockAdjusted(EntryHead, tag="clock_adjusted", frozen=True, kw_only=True):
    """From now on a seat has so much time: left in its bank, or for the decision that it is asked. One of the two."""

    seat: Count
    reason: ClockReason
    bank_ms: Count | None = None
    move_ms: Count | None = None


class Outage(EntryHead, tag="outage", frozen=True, kw_only=True):
    """The service was down between these moments: no time to think is counted."""

    since: Count
    until: Count


class RewoundTo(EntryHead, Generic[F], tag="rewound_to", frozen=True, kw_only=True):
    """The live line goes on from entry `to`; what came after stays in the chain.

    Where `order` says so, what lies face down for everybody gets a new order: its facts and draws stand here. `clocks`
    are what each seat then has in its bank, in milliseconds.
    """

    to: Count
    reason: RewindReason
    case: CaseId | None = None
    clocks: tuple[Count, ...] | None = None
    order: NewOrder | None = None
    facts: tuple[F, ...] = ()
    draws: tuple[Draw, ...] = ()


class EvidenceViewed(EntryHead, tag="evidence_viewed", frozen=True, kw_only=True):
    """Somebody saw hidden values of entries `first` to `last` of a table whose secrets are closed.

    `looked_at` is when, where it was not told at once: a look tells the players during play whom one suspects.
    """

    viewer: str
    first: Count
    last: Count
    case: str | None = None
    looked_at: Count | None = None


class TableAbandoned(EntryHead, tag="table_abandoned", frozen=True, kw_only=True):
    """The table ends without a result."""

    reason: AbandonReason


class GameFinished(EntryHead, tag="game_finished", frozen=True, kw_only=True):
    """The result the rules found."""

    outcome: Outcome


class ResultAccepted(EntryHead, tag="result_accepted", frozen=True, kw_only=True):
    """A seat accepts the result; the table does so for a bot's seat, and for one that was out of the game."""

    seat: Count


class ResultConfirmed(EntryHead, tag="result_confirmed", frozen=True, kw_only=True):
    """The result is final."""


class SecretsOpened(EntryHead, tag="secrets_opened", frozen=True, kw_only=True):
    """Both secrets, for everybody: every salt and every draw can be computed from here on."""

    deal_secret: Bytes32
    salt_secret: Bytes32


BookEntry: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatReplaced
    | SeatLeft
    | CasterAdmitted
    | CasterDismissed
    | Paused
    | Resumed
    | ClockAdjusted
    | Outage
    | OfCases
    | EvidenceViewed
    | TableAbandoned
    | GameFinished
    | ResultAccepted
    | ResultConfirmed
    | ResultAdjusted
    | Verified
    | SecretsOpened
)
ActionEntry: TypeAlias = ActionTaken[Fact] | ActionForced[Fact]
PlayedEntry: TypeAlias = GameStarted[Fact] | ActionEntry  # with facts
EntryOfFacts: TypeAlias = PlayedEntry | RewoundTo[Fact]  # which may have some
Entry: TypeAlias = BookEntry | EntryOfFacts

CLOCK = "clock"  # who writes that a seat's time is up
TABLE = "table"  # who writes what no caller says, and accepts for a seat that has no more to say
ACTIONS = (ActionTaken, ActionForced)  # `isinstance` reads tuples fastest
PLAYED = (GameStarted, ActionTaken, ActionForced)
WITH_FACTS = (GameStarted, ActionTaken, ActionForced, RewoundTo)
