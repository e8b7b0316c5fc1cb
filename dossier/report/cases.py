"""A case in a report: what the call was about, what was decided by which rules, and what was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.audit.authors import author
from domain.audit.narration import told
from domain.audit.timeline import Timeline
from domain.audit.told_cases import about_in, finding_in, measures_in, penalty_in
from domain.audit.written import Written, written
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.record.cases import Case, CaseState
from domain.record.desk import RulingMade
from dossier.report.heading import Row
from dossier.report.times import stamp

STATES: Mapping[CaseState, str] = {
    "open": "nobody has claimed it",
    "claimed": "an officer has claimed it",
    "ruled": "it is decided, and may be appealed",
    "dismissed": "it is dismissed, and may be appealed",
    "appealed": "it is appealed, and nobody has claimed it",
    "reclaimed": "it is appealed, and another officer has claimed it",
    "closed": "it is closed",
}


class NoCaseError(LookupError):
    """A record does not have this case."""


class Text(NamedTuple):
    """What somebody wrote: a heading, and its paragraphs."""

    heading: str
    paragraphs: tuple[str, ...]


class Step(NamedTuple):
    """An entry about a case, in a sentence, and what was written with it."""

    n: int
    time: str
    sentence: str
    texts: tuple[Text, ...]


class CaseTold(NamedTuple):
    """A case as a report tells it; `grounds` are the rules that its rulings cite."""

    heading: str
    rows: tuple[Row, ...]
    grounds: tuple[str, ...]
    steps: tuple[Step, ...]


def case_of(timeline: Timeline, case: str, words: Words) -> CaseTold:
    """Return a case of a record as it stands at its end; raises `NoCaseError`."""
    found = timeline.moments[-1].table.book.cases.get(case)
    if found is None:
        raise NoCaseError(f"the record has no case {case}")
    return CaseTold(
        heading=words.say("Case {case}", case=case),
        rows=tuple(_rows(found, words)),
        grounds=tuple(dict.fromkeys(_grounds(timeline, case))),
        steps=tuple(_steps(timeline, case, words)),
    )


def _rows(case: Case, words: Words) -> Iterator[Row]:
    yield Row(words.say("About"), about_in(case.about, words))
    yield Row(words.say("Called by"), plain(author(case.opened_by, words)))
    yield Row(words.say("For"), words.say("entry {moment}", moment=case.moment))
    yield Row(words.say("Filed"), stamp(case.filed_at))
    yield Row(words.say("State"), words.say(STATES[case.state]))
    if case.ruled_by is not None:
        yield Row(words.say("Decided last by"), plain(author(case.ruled_by, words)))
    if case.finding is not None:
        yield Row(words.say("Found"), finding_in(case.finding, words))
        yield Row(words.say("Measures"), measures_in(case.measures, words))
    for given in case.penalties:
        yield Row(plain(words.seat(given.seat)), penalty_in(given.penalty, words))


def _grounds(timeline: Timeline, case: str) -> Iterator[str]:
    for moment in timeline.moments:
        if isinstance(moment.entry, RulingMade) and moment.entry.case == case:
            yield from map(plain, moment.entry.grounds)


def _steps(timeline: Timeline, case: str, words: Words) -> Iterator[Step]:
    texts = written(timeline, timeline.owner)
    for moment in timeline.moments:
        entry = moment.entry
        if getattr(entry, "case", None) == case or getattr(entry, "cause", None) == f"case:{case}":
            for item in told(timeline, entry.n, timeline.owner, words)[:1]:
                said = tuple([_text(one, words) for one in texts.get(entry.n, ())])
                yield Step(entry.n, stamp(entry.at), plain(item.text), said)


def _text(item: Written, words: Words) -> Text:
    by = plain(author(item.by, words))
    if item.text is None:
        return Text(words.say("{by} has written something that is not in this copy.", by=by), ())
    heading = words.say("{by}:", by=by)
    if item.part == "/sealed_text":
        heading = words.say("{by}, to be read after the end:", by=by)
    return Text(heading, tuple([plain(line) for line in item.text.splitlines() if line.strip()]))
