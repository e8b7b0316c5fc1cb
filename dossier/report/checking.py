"""What the checks find, the hashes that name the record, and how anybody may check all of it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.audit.report import Report
from domain.audit.spoken import reason_of, status_in, title_of
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.table.seating import RELEASE
from dossier.report.head import head_of
from dossier.report.heading import Row
from programs.verdicts import verdict

FILE = "RECORD.ndjson"  # in commands: what the reader has called it


class CheckRow(NamedTuple):
    """A numbered check and what came of it; `status` is the public word."""

    number: int
    title: str
    status: str
    result: str
    reason: str


def verdict_rows(report: Report, words: Words) -> tuple[CheckRow, ...]:
    """Return all checks of a record in words."""
    rows = []
    for check in verdict(report, words).checks:
        reason = plain(reason_of(check, words) or "")
        if check.line is not None:
            reason = words.row([words.say("line {line}", line=check.line), reason])
        rows.append(
            CheckRow(check.number, title_of(check, words), check.status, status_in(check.status, words), reason)
        )
    return tuple(rows)


def hashes_of(timeline: Timeline, address: Address, digest: str, words: Words) -> tuple[Row, ...]:
    """Return what names the record and its moment; `digest` is that of its file."""
    opening = timeline.opening
    found = [
        Row(words.say("The moment, entry {n}", n=address.n), head_of(timeline, address.n)),
        Row(words.say("The last entry, {n}", n=len(timeline)), head_of(timeline)),
        Row(words.say("The record's file, SHA-256"), digest),
        Row(words.say("Edition of the rules"), opening.edition),
        Row(words.say("Commitment to the deal"), opening.commitments.deal),
        Row(words.say("Commitment to the salts"), opening.commitments.salt),
    ]
    if opening.data is not None:
        found.append(Row(words.say("Card set"), opening.data))
    return tuple(found)


class Instruction(NamedTuple):
    """What to do, and how a shell does it."""

    text: str
    command: str


def how_to_check(timeline: Timeline, address: Address, case: str | None, words: Words) -> tuple[Instruction, ...]:
    """Return how whoever holds this paper and the record checks one by the other."""
    return tuple(_instructions(timeline, address, case, words))


def _instructions(timeline: Timeline, address: Address, case: str | None, words: Words) -> Iterator[Instruction]:
    yield Instruction(
        words.say("This paper proves nothing by itself: the record does. Is it the same file?"), f"sha256sum {FILE}"
    )
    yield Instruction(
        words.say("Does it verify, with the entries that this paper names?"),
        f"replay verify {FILE} --head {head_of(timeline, address.n)} --head {head_of(timeline)}",
    )
    yield Instruction(
        words.say("The same without any of our software but one file, in Python or JavaScript:"),
        f"python3 verify.py {FILE}\nnode verify.mjs {FILE}",
    )
    more = "" if case is None else f" --case {case}"
    yield Instruction(
        words.say("Was this paper made from it? {release} writes it again, byte for byte:", release=RELEASE),
        f"replay report {FILE} --at {address}{more} --lang {words.language} --out REPORT.html",
    )
