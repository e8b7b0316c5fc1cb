"""The entries of cases as sentences: who calls the arbiter for what, and what is decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.audit.authors import author
from domain.kernel.display.words import Words
from domain.record.desk import (
    About,
    CaseAppealed,
    CaseClaimed,
    CaseClosed,
    CaseDismissed,
    CaseOpened,
    CaseReleased,
    DismissalCode,
    Finding,
    Measure,
    OfCases,
    PenaltyKind,
    RulingAccepted,
    RulingMade,
)
from domain.record.entries import TABLE

ABOUT: Mapping[About, str] = {
    "rule": "a question of the rules",
    "clock": "the clock",
    "connection": "the connection",
    "conduct": "somebody's conduct",
    "software": "the software",
    "other": "something else",
}
DISMISSALS: Mapping[DismissalCode, str] = {
    "unfounded": "there is nothing in it",
    "too_late": "it comes too late",
    "duplicate": "it is another case already",
    "withdrawn": "whoever called has withdrawn it",
    "not_for_us": "it is not for arbiters to decide",
    "other": "another reason",
}
FINDINGS: Mapping[Finding, str] = {
    "infraction": "a rule was broken",
    "no_infraction": "no rule was broken",
    "service_fault": "the service was at fault",
    "undecided": "it cannot be found out",
}
MEASURES: Mapping[Measure, str] = {
    "none": "none",
    "rewind": "the table goes back to an earlier entry",
    "clock": "a clock is set",
    "result": "the result is adjusted",
    "penalty": "a penalty",
    "void": "the table ends without a result",
    "words": "words of the arbiter",
}
PENALTIES: Mapping[PenaltyKind, str] = {
    "warning": "a warning",
    "time": "less time",
    "game_loss": "the loss of the game",
    "match_loss": "the loss of the match",
    "disqualification": "disqualification",
}


def about_in(about: About, words: Words) -> str:
    """Say what a call is about."""
    return words.say(ABOUT[about])


def finding_in(finding: Finding, words: Words) -> str:
    """Say what was found."""
    return words.say(FINDINGS[finding])


def measures_in(measures: Iterable[Measure], words: Words) -> str:
    """Say what was done."""
    return words.row([words.say(MEASURES[measure]) for measure in measures])


def penalty_in(penalty: PenaltyKind, words: Words) -> str:
    """Say what a penalty is called."""
    return words.say(PENALTIES[penalty])


def case_sentence(entry: OfCases, words: Words) -> str:
    """Return the sentence for an entry about a case."""
    case, by = entry.case, author(entry.by, words)
    match entry:
        case CaseOpened():
            text = "{by} calls the arbiter for what happened at entry {moment}: {about} (case {case})."
            return words.say(text, by=by, moment=entry.moment, about=about_in(entry.about, words), case=case)
        case CaseClaimed():
            return words.say("{by} takes the case {case} over.", by=by, case=case)
        case CaseReleased():
            return words.say("{by} gives the case {case} out of hand.", by=by, case=case)
        case CaseDismissed():
            why = words.say(DISMISSALS[entry.code])
            return words.say("{by} dismisses the case {case}: {why}.", by=by, case=case, why=why)
        case RulingMade():
            return _ruling(entry, by, words)
        case CaseAppealed():
            return words.say("{by} appeals against what was decided in the case {case}.", by=by, case=case)
        case RulingAccepted():
            seat, counts = words.seat(entry.seat), "{seat} counts as accepting what was decided in the case {case}."
            text = counts if entry.by == TABLE else "{seat} accepts what was decided in the case {case}."
            return words.say(text, seat=seat, case=case)
        case CaseClosed():
            return words.say("The case {case} is closed.", case=case)
        case _:
            penalty, seat = penalty_in(entry.penalty, words), words.seat(entry.seat)
            if entry.points is None:
                return words.say("{seat} is penalised: {penalty} (case {case}).", seat=seat, penalty=penalty, case=case)
            text = "{seat} is penalised: {penalty}, points: {points} (case {case})."
            return words.say(text, seat=seat, penalty=penalty, points=entry.points, case=case)


def _ruling(entry: RulingMade, by: str, words: Words) -> str:
    finding, measures = finding_in(entry.finding, words), measures_in(entry.measures, words)
    if not entry.grounds:
        text = "{by} rules on the case {case}: {finding}. Measures: {measures}."
        return words.say(text, by=by, case=entry.case, finding=finding, measures=measures)
    text = "{by} rules on the case {case}: {finding}. Rules: {grounds}. Measures: {measures}."
    grounds = words.row(list(entry.grounds))
    return words.say(text, by=by, case=entry.case, finding=finding, grounds=grounds, measures=measures)
