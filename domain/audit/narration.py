"""What happened, in sentences: the game's own for its facts, and ours for everything else at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.audit.authors import author
from domain.audit.timeline import Address, Timeline
from domain.audit.told_cases import case_sentence
from domain.games import Title
from domain.kernel.display.words import Words
from domain.kernel.seats import SPECTATOR, Seat, Viewer
from domain.kernel.setup import Outcome
from domain.record.desk import ResultAdjusted, Verified
from domain.record.entries import (
    ACTIONS,
    CLOCK,
    TABLE,
    AbandonReason,
    ActionForced,
    ActionTaken,
    BranchOf,
    CasterAdmitted,
    CasterDismissed,
    ClockAdjusted,
    ClockReason,
    Entry,
    EvidenceViewed,
    GameFinished,
    GameStarted,
    Outage,
    Paused,
    PauseReason,
    ResultAccepted,
    ResultConfirmed,
    Resumed,
    RewindReason,
    RewoundTo,
    SeatLeft,
    SeatReplaced,
    SeatTaken,
    SecretsOpened,
    TableAbandoned,
    TableOpened,
)
from domain.record.pauses import OfClocks, Pause, case_of

PAUSE_REASONS: Mapping[PauseReason, str] = {
    "break": "a break",
    "dispute": "a dispute",
    "technical": "a technical fault",
    "conduct": "somebody's conduct",
    "emergency": "an emergency",
    "other": "another reason",
}
CLOCK_REASONS: Mapping[ClockReason, str] = {
    "penalty": "a penalty",
    "compensation": "compensation",
    "mistake": "a mistake",
    "agreement": "an agreement",
    "other": "another reason",
}
REWIND_REASONS: Mapping[RewindReason, str] = {
    "infraction": "an infraction",
    "mistake": "a mistake",
    "service_fault": "a fault of the service",
    "agreement": "an agreement",
    "other": "another reason",
}
ABANDON_REASONS: Mapping[AbandonReason, str] = {
    "cancelled": "it was cancelled",
    "no_show": "somebody did not come",
    "idle": "nobody has done anything for too long",
    "emergency": "an emergency",
    "agreement": "an agreement",
    "void": "it is declared void",
    "other": "another reason",
}
_SECOND = 1000  # milliseconds


class Told(NamedTuple):
    """A sentence and the fact it tells of; `others` is what a spectator heard instead, where that differs."""

    address: Address
    text: str
    others: str | None = None


def told(timeline: Timeline, n: int, viewer: Viewer, words: Words) -> list[Told]:
    """Return what happened in entry `n` as this viewer learnt it; every entry has at least one sentence."""
    moment, sentences = timeline.moment(n), timeline.sentences(n, viewer, words)
    heard = dict(timeline.sentences(n, SPECTATOR, words))
    found = narrated(timeline.title, moment.entry, sentences, words, heard, moment.table.book.pause)
    return [*hints_before(n, timeline.hints, words), *found]


def hints_before(n: int, hints: Mapping[int, Sequence[Seat]], words: Words) -> list[Told]:
    """Return who asked a bot before entry `n`, which is told with that entry: nobody can ask there any more."""
    return [
        Told(Address(n), words.say("{seat} asked the bot before entry {n}.", seat=words.seat(seat), n=n))
        for seat in hints.get(n - 1, ())
    ]


def narrated(
    title: Title,
    entry: Entry,
    sentences: Sequence[tuple[Address, str]],
    words: Words,
    heard: Mapping[Address, str] = {},
    pause: Pause | None = None,
) -> list[Told]:
    """Return what happened in an entry whose facts are told by these sentences.

    `heard` is what a spectator heard, `pause` what stops the play after it.
    """
    here = Address(entry.n)
    found = []
    if isinstance(entry, ActionForced):
        found.append(Told(here, _forced(entry, words)))
    for address, text in sentences:
        others = heard.get(address)
        found.append(Told(address, text, None if others == text else others))
    if isinstance(entry, ACTIONS) and entry.reveals:
        numbers = sorted({int(key.partition("/")[0]) for key in entry.reveals})
        listed = words.row([str(number) for number in numbers])
        found.append(Told(here, words.say("What was sealed in entry {entries} is opened for all.", entries=listed)))
    if isinstance(entry, RewoundTo) or not found:
        found.insert(0, Told(here, book_sentence(entry, title.rules.title, words)))
    if isinstance(entry, TableOpened) and entry.branch_of is not None:
        found.append(Told(here, branch_sentence(entry.branch_of, words)))
    if isinstance(entry, Resumed) and pause is not None:
        found.append(Told(here, words.say("The play is still stopped for something else.")))
    return found


def branch_sentence(branch_of: BranchOf, words: Words) -> str:
    """Return the sentence that calls a table a branch, and says of which."""
    return words.say(
        "This is a branch: it goes on from entry {n} of the table {table}, whose story until then is told first.",
        n=branch_of.n,
        table=branch_of.table,
    )


def _forced(entry: ActionForced[Any], words: Words) -> str:
    seat = words.seat(entry.seat)
    if entry.by == CLOCK:
        return words.say("The time of {seat} is up.", seat=seat)
    return words.say("{by} declares {seat} a no-show.", by=author(entry.by, words), seat=seat)


def book_sentence(entry: Entry, game: str, words: Words) -> str:
    """Return the sentence for an entry itself, whatever its facts say; `game` is the game's title."""
    match entry:
        case TableOpened(label=None):
            return words.count(
                "A table for {game} is opened, with one seat.",
                "A table for {game} is opened, with {n} seats.",
                entry.seats,
                game=game,
            )
        case TableOpened():
            return words.count(
                "The table “{label}” for {game} is opened, with one seat.",
                "The table “{label}” for {game} is opened, with {n} seats.",
                entry.seats,
                game=game,
                label=entry.label,
            )
        case SeatTaken() | SeatReplaced() | SeatLeft():
            return _seating(entry, words)
        case CasterAdmitted():
            return words.say(
                "From now on caster {caster} sees what these seats see: {seats}.",
                caster=entry.caster,
                seats=words.seats(entry.seats),
            )
        case CasterDismissed():
            return words.say("Caster {caster} sees no hands any more.", caster=entry.caster)
        case GameStarted():
            return words.say("The game begins.")
        case ActionTaken() | ActionForced():
            return words.say("{seat} acts.", seat=words.seat(entry.seat))
        case Paused() | Resumed() | ClockAdjusted() | Outage():
            return _stopping(entry, words)
        case RewoundTo():
            return words.say(
                "The table goes back to entry {to}: {why}.", to=entry.to, why=words.say(REWIND_REASONS[entry.reason])
            )
        case EvidenceViewed():
            return words.say(
                "{by} has looked at what was hidden in entries {first} to {last}.",
                by=author(entry.by, words),
                first=entry.first,
                last=entry.last,
            )
        case TableAbandoned():
            return words.say("The table is given up: {why}.", why=words.say(ABANDON_REASONS[entry.reason]))
        case GameFinished():
            return _result(entry.outcome, words)
        case ResultAccepted():
            return _accepting(entry, words)
        case ResultConfirmed():
            return words.say("The result is final.")
        case ResultAdjusted() | Verified():
            return _deciding(entry, words)
        case SecretsOpened():
            return words.say("Both secrets are opened: every draw can be computed again.")
        case _:
            return case_sentence(entry, words)


def _stopping(entry: OfClocks, words: Words) -> str:
    """Return the sentence for what stops the play, or changes a clock without an action."""
    if isinstance(entry, Outage):
        return words.count(
            "The service was down for one second, which no clock counts.",
            "The service was down for {n} seconds, which no clock counts.",
            (entry.until - entry.since) // _SECOND,
        )
    if isinstance(entry, Resumed) and entry.by == CLOCK:
        return words.say("The play goes on: it waits no longer for the case.")
    by = author(entry.by, words)
    if isinstance(entry, Resumed):
        return words.say("{by} lets the play go on.", by=by)
    if isinstance(entry, Paused):
        why = words.say(PAUSE_REASONS[entry.reason])
        case_id = case_of(entry.cause)
        if case_id is not None:
            return words.say("{by} stops the play for the case {case}: {why}.", by=by, case=case_id, why=why)
        return words.say("{by} stops the play: {why}.", by=by, why=why)
    ms, text = entry.move_ms, "{by} gives {seat} {time} for this decision: {why}."
    if entry.bank_ms is not None:
        ms, text = entry.bank_ms, "{by} sets what is left of {seat}'s time to {time}: {why}."
    minutes, seconds = divmod((ms or 0) // _SECOND, 60)
    time, why = f"{minutes}:{seconds:02}", words.say(CLOCK_REASONS[entry.reason])
    return words.say(text, by=by, seat=words.seat(entry.seat), time=time, why=why)


def _accepting(entry: ResultAccepted, words: Words) -> str:
    seat = words.seat(entry.seat)
    if entry.by == TABLE:
        return words.say("{seat} counts as accepting the result.", seat=seat)
    return words.say("{seat} accepts the result.", seat=seat)


def _deciding(entry: ResultAdjusted | Verified, words: Words) -> str:
    """Return the sentence for what an officer says of a result or of a record."""
    by = author(entry.by, words)
    if isinstance(entry, ResultAdjusted):
        places = _places(entry.outcome, words)
        return words.say("{by} decides the result by the case {case}: {places}.", by=by, case=entry.case, places=places)
    found = words.say("nothing is wrong" if entry.result == "good" else "something is wrong")
    return words.say("{by} has verified the full record up to entry {n}: {found}.", by=by, n=entry.head.n, found=found)


def _seating(entry: SeatTaken | SeatReplaced | SeatLeft, words: Words) -> str:
    seat = words.seat(entry.seat)
    if isinstance(entry, SeatLeft):
        return words.say("{seat} stands up.", seat=seat)
    if isinstance(entry, SeatTaken):
        text = "{seat} sits down." if entry.bot is None else "{seat} sits down: the bot “{bot}”."
    else:
        text = (
            "{seat} is handed on: somebody else may hold it now."
            if entry.bot is None
            else "The bot “{bot}” plays on for {seat}."
        )
    return words.say(text, seat=seat, bot=entry.bot)


def _result(outcome: Outcome, words: Words) -> str:
    places = _places(outcome, words)
    if outcome.points is None:
        return words.say("The game is over. {places}", places=places)
    points = words.row([f"{words.seat(seat)} {value}" for seat, value in enumerate(outcome.points)])
    return words.say("The game is over. {places}. Points: {points}", places=places, points=points)


def _places(outcome: Outcome, words: Words) -> str:
    return words.say("; ").join(
        words.say("{place}. {seats}", place=place.place, seats=words.seats(place.seats)) for place in outcome.places
    )
