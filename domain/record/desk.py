"""The entries of the desk: the cases of a table, from the call to the ruling, the appeal and the end."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from domain.kernel.setup import Outcome
from domain.record.members import Bytes32, Count, EntryHead, Part

About = Literal["rule", "clock", "connection", "conduct", "software", "other"]
DismissalCode = Literal["unfounded", "too_late", "duplicate", "withdrawn", "not_for_us", "other"]
Finding = Literal["infraction", "no_infraction", "service_fault", "undecided"]
Measure = Literal["none", "rewind", "clock", "result", "penalty", "void", "words"]
PenaltyKind = Literal["warning", "time", "game_loss", "match_loss", "disqualification"]
CheckStatus = Literal["passed", "failed", "not_possible"]
Verdict = Literal["good", "wrong"]
CHECKS = 13  # of a record
CaseId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9_-]{0,63}$", max_length=64)]
FactAddress: TypeAlias = Annotated[  # an entry, or a fact of it
    str, msgspec.Meta(pattern=r"^[1-9][0-9]{0,8}(\.(0|[1-9][0-9]{0,5}))?$", max_length=16)
]
Ground: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]  # a rule that is cited


class CaseOpened(EntryHead, tag="case_opened", frozen=True, kw_only=True):
    """Somebody calls the arbiter for what happened at a moment; the play stops at once where `stops_play` says so.

    Filed at `filed_at`: a quiet call enters the chain only once nobody may act. `text` is the salted hash of its words.
    """

    case: CaseId
    moment: FactAddress
    about: About
    stops_play: bool
    filed_at: Count
    text: Bytes32 | None = None


class CaseClaimed(EntryHead, tag="case_claimed", frozen=True, kw_only=True):
    """An arbiter or operator takes a case over and decides it, or, once it was appealed, decides it finally."""

    case: CaseId


class CaseReleased(EntryHead, tag="case_released", frozen=True, kw_only=True):
    """Nobody has claimed the case any more."""

    case: CaseId


class CaseDismissed(EntryHead, tag="case_dismissed", frozen=True, kw_only=True):
    """Who claimed the case does not decide about it, and says why."""

    case: CaseId
    code: DismissalCode
    text: Bytes32 | None = None


class RulingMade(EntryHead, tag="ruling_made", frozen=True, kw_only=True):
    """Who claimed the case decides it: what was found, the rules cited, and the measures, whose entries follow.

    `text` is the salted hash of the words for everybody, `sealed_text` of those that wait for the end.
    """

    case: CaseId
    finding: Finding
    grounds: Annotated[tuple[Ground, ...], msgspec.Meta(max_length=20)]
    measures: Annotated[tuple[Measure, ...], msgspec.Meta(min_length=1, max_length=7)]
    text: Bytes32 | None = None
    sealed_text: Bytes32 | None = None


class CaseAppealed(EntryHead, tag="case_appealed", frozen=True, kw_only=True):
    """A seat asks another officer to decide the case once more, finally."""

    case: CaseId
    text: Bytes32 | None = None


class RulingAccepted(EntryHead, tag="ruling_accepted", frozen=True, kw_only=True):
    """A seat lets stand what was decided; the table does so for a seat that has no more to say: it could appeal.

    Once every seat does, nobody can appeal any more.
    """

    case: CaseId
    seat: Count


class CaseClosed(EntryHead, tag="case_closed", frozen=True, kw_only=True):
    """The case is over: decided finally, or nobody appealed in time."""

    case: CaseId


class Penalty(EntryHead, tag="penalty", frozen=True, kw_only=True):
    """A seat is penalised by the ruling of a case; what it loses by it other entries say."""

    seat: Count
    penalty: PenaltyKind
    case: CaseId
    points: Count | None = None


class ResultAdjusted(EntryHead, tag="result_adjusted", frozen=True, kw_only=True):
    """The result is another one by the ruling of a case; a game that runs ends with it."""

    outcome: Outcome
    case: CaseId


class VerifiedHead(Part, frozen=True, kw_only=True):
    """The last entry that was verified."""

    n: Count
    hash: Bytes32


class Verified(EntryHead, tag="verified", frozen=True, kw_only=True):
    """An officer has had the full record verified up to an entry, at a table whose secrets never open.

    `checks` are the thirteen checks in their order.
    """

    checks: Annotated[tuple[CheckStatus, ...], msgspec.Meta(min_length=CHECKS, max_length=CHECKS)]
    result: Verdict
    head: VerifiedHead


OfOpenCase: TypeAlias = (
    CaseClaimed | CaseReleased | CaseDismissed | RulingMade | CaseAppealed | RulingAccepted | CaseClosed | Penalty
)
OfCases: TypeAlias = CaseOpened | OfOpenCase
KINDS = frozenset([str(cls.__struct_config__.tag) for cls in get_args(OfCases)])
