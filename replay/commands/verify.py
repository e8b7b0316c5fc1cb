"""`replay verify`: every numbered check of a record or of many, and an exit code that says what came out."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Generator, Mapping
from contextlib import closing
from functools import partial

import click
import msgspec

from domain.audit.checks import verify_bytes
from domain.audit.heads import KeptHead, parse_head
from domain.audit.manifest import Filed
from domain.audit.many import UNREADABLE, WRONG, Finding, Tally, as_told, said
from domain.audit.report import Check, Report
from domain.audit.spoken import reason_of, status_in, title_of
from domain.audit.timeline import Timeline
from domain.kernel.display.lines import Ink, Style, broken, pad, plain
from domain.kernel.display.words import ENGLISH, Words, spoken, words_in
from domain.record.lines import EMPTY
from domain.tournament.log.check import check as checks_of
from domain.tournament.log.lines import is_tournament
from processes.pool import Failed, cores, done, in_order
from programs.commands import Command
from programs.files import FILE
from programs.tournaments import exit_code, told
from programs.verdicts import told_in, verdict
from replay.asked import json_option, lang_option, token_option
from replay.commands.verify_case import case_document, case_lines, check_case, is_case
from replay.console import columns, ink, say
from replay.errors import InputError
from replay.interpreter import interpreter
from replay.progress import Progress
from replay.reading.archived import named_in
from replay.reading.followed import NO_RECORD, branch_in, is_record, parsed, text_of
from replay.reading.gathered import Place, gathered, is_alone
from replay.reading.packed import ERRORS, why
from replay.reading.source import is_url, text_at
from replay.tournaments.reading import followed as followed_tournament
from replay.tournaments.resting import UNCOMPARED, check_tables

DECISIONS = 8  # where a branch is compared with its parent
MISSING = "the manifest of the archive names it, and it is not there"
OTHER = "it is not what the manifest of the archive says"
SIGNATURES = 13  # no record holds any yet: no other copy would help
_STYLES: dict[str, Style | None] = {"passed": "good", "failed": "warning", "not possible": "faint"}


def _heads(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[KeptHead, ...]:
    try:
        return tuple(map(parse_head, value))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command(cls=Command)
@click.argument("paths", type=FILE, metavar="PATH...", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(1, 512), help="Processes for many records; by default one a processor.")
@click.option("--fail-fast", is_flag=True, help="Stop after the first record in which something is wrong.")
@click.option(
    "--head", "heads", multiple=True, metavar="N:HASH", callback=_heads, help="A head that you kept, to be compared."
)
@click.option("--parent", type=FILE, metavar="FILE", help="The record that a branch leaves from, to be compared.")
@click.option(
    "--tables", type=FILE, metavar="DIR", help="Records of a tournament's tables, from which its results follow."
)
@token_option
@lang_option
@json_option
@click.pass_context
def verify(
    context: click.Context,
    paths: tuple[str, ...],
    jobs: int | None,
    token_file: str | None,
    lang: str,
    heads: tuple[KeptHead, ...],
    parent: str | None,
    tables: str | None,
    *,
    fail_fast: bool,
    as_json: bool,
) -> None:
    """Check everything that records prove.

    Format, chain, seals, secrets, every draw, every decision: each numbered check has passed, failed, or is not
    possible with this copy, and why. The exit code is 0 if nothing is wrong, 1 if something is, 2 if something is no
    record or cannot be read. PATH is a record, - for the standard input, or the URL of a table; several records,
    folders and zip archives are told in one line for each record, in the order of their names. Records packed by gzip,
    bzip2 or xz are unpacked. The archive of a case stands alone: everything in it is checked, then its record.

    The head, the number and hash of the last entry, stands for everything up to it. With --head, once or more often,
    one that you kept is compared; with several records it is written TABLE@N:HASH. What a branch begins with is
    compared with the record that --parent names; without it check 8 is not possible.
    """
    words = words_in(spoken(lang) or ENGLISH, "replay")
    if len(paths) == 1 and is_case(paths[0]):
        if parent is not None:
            raise InputError("--parent is for a branch, and this is the archive of a case")
        context.exit(_case(paths[0], heads, lang, as_json=as_json))
    if tables is not None and not is_alone(paths):
        raise InputError("--tables is for one record, a tournament's")
    if is_alone(paths):
        context.exit(_one(paths[0], token_file, heads, parent, None if as_json else words, tables))
    if parent is not None:
        raise InputError("--parent is for one record, a branch: several have several parents")
    if strange := [path for path in paths if path == "-" or is_url(path) or is_case(path)]:
        raise InputError(f"{strange[0]} stands alone: several records are files, folders or archives")
    if nameless := [kept for kept in heads if kept.table is None]:
        raise InputError(f"of which record is the head {nameless[0].head}? With several it is written TABLE@N:HASH")
    context.exit(_many(paths, jobs or cores(), heads, None if as_json else words, fail_fast=fail_fast))


def _case(path: str, heads: tuple[KeptHead, ...], lang: str, *, as_json: bool) -> int:
    """Verify the archive of a case, and then tell the checks of its record."""
    words = words_in(spoken(lang) or ENGLISH, "replay", "dossier")
    checked = check_case(path, heads)
    if as_json:
        click.echo(msgspec.json.encode(case_document(checked)))
    else:
        click.echo("\n".join(case_lines(checked, columns(), ink(), words)))
        if checked.report is not None:
            click.echo(f"\n{_text(verdict(checked.report, words), columns(), ink(), words)}")
    return WRONG if checked.is_wrong else 0


def _one(
    source: str,
    token_file: str | None,
    heads: tuple[KeptHead, ...],
    parent: str | None,
    words: Words | None,
    tables: str | None,
) -> int:
    """Verify one record and tell it, as JSON without words."""
    text = text_of(source, token_file)
    if is_tournament(text):
        return _tournament(text, tables, is_asked_more=bool(heads or parent), as_json=words is None)
    if tables is not None:
        raise InputError("--tables is for the record of a tournament")
    leaves_from = None if parent is None else _parent(text, parent, token_file)
    with Progress("verifying") as progress:
        report = verify_bytes(text, progress, heads, leaves_from)
    told = {**as_told(report), "python": interpreter()}
    click.echo(msgspec.json.encode(told) if words is None else _text(verdict(report, words), columns(), ink(), words))
    left = _not_compared(heads, {report.table})
    left |= leaves_from is not None and report.checks[DECISIONS - 1].status == "not possible"
    return WRONG if report.is_wrong else UNREADABLE if left else 0


def _tournament(text: bytes, tables: str | None, *, is_asked_more: bool, as_json: bool) -> int:
    """Check the record of a tournament and tell it."""
    if is_asked_more:
        raise InputError("--head and --parent are for records of tables")
    checks, left = checks_of(text.splitlines()), False
    if tables is not None:
        more = UNCOMPARED if exit_code(checks) else check_tables(followed_tournament(text), tables)
        checks, left = (*checks, more), more.status == "not_possible"
    if as_json:
        click.echo(msgspec.json.encode({"checks": [each._asdict() for each in checks]}))
    else:
        click.echo("\n".join(told(checks)))
    return exit_code(checks) or (UNREADABLE if left else 0)


def _parent(branch: bytes, source: str, token_file: str | None) -> Timeline:
    """Return the parent of a branch, followed; raises `InputError` for another record, or one that does not verify."""
    said = branch_in(branch)
    if said is None:
        raise InputError("the record is no branch: it has no parent")
    text = text_of(source, token_file)
    record = parsed(text)
    if record.header.table != said.table:
        raise InputError(f"{source} is the record of table {record.header.table}; the parent is table {said.table}")
    if verify_bytes(text).is_wrong:
        raise InputError(f"{source} does not verify: it proves nothing of a branch")
    return Timeline(record)


def _many(
    paths: tuple[str, ...], jobs: int, heads: tuple[KeptHead, ...], words: Words | None, *, fail_fast: bool
) -> int:
    """Verify many records and tell each as soon as all before it are told, as JSON without words."""
    tally, paint, python = Tally(), ink(), interpreter()
    tables: set[str | None] = set()
    in_all = sum(1 for _ in gathered(paths)) if sys.stderr.isatty() else 0  # only a bar asks
    with Progress("verifying") as progress, closing(_findings(paths, jobs, heads)) as findings:
        for number, finding in enumerate(findings, 1):
            tally.add(finding)
            tables.add(None if finding.report is None else finding.report.table)
            progress.clear()
            click.echo(
                msgspec.json.encode({**finding.as_told(), "python": python})
                if words is None
                else told_in(finding, words).line(paint, words)
            )
            progress(min(number, in_all), in_all)
            if fail_fast and finding.result == "failed":
                break
    say(str(tally) if words is None else tally.told(words))
    return tally.exit_code or (UNREADABLE if _not_compared(heads, tables) else 0)


def _findings(paths: tuple[str, ...], jobs: int, heads: tuple[KeptHead, ...]) -> Generator[Finding]:
    """Yield what is found at each place in order, and then what a manifest names and is nowhere."""
    named = named_in(paths)
    work = partial(finding_of, heads=heads, named=named)
    with closing(in_order(done(work, gathered(paths), jobs=jobs, preload=(__name__,)))) as ended:
        for _, place, result in ended:
            yield Finding(place=str(place), reason=result.reason) if isinstance(result, Failed) else result
    for path in sorted(named):
        if not os.path.exists(path):
            yield Finding(place=path, reason=MISSING, code="missing_record", is_other=True)


def _not_compared(heads: tuple[KeptHead, ...], tables: Container[str | None]) -> bool:
    """Say of which heads no record was there, and whether there are such."""
    left = [kept for kept in heads if kept.table is not None and kept.table not in tables]
    for kept in left:
        say(f"No record of table {kept.table} is here: its head {kept.head} was not compared.")
    return bool(left)


def finding_of(place: Place, heads: tuple[KeptHead, ...] = (), named: Mapping[str, Filed] = {}) -> Finding:
    """Verify the record at a place, or say why it cannot be read; `named` is what manifests say of some files."""
    where = str(place)
    try:
        text = text_at(place)
    except ERRORS as error:
        return Finding(place=where, reason=why(error))
    if not text:
        return Finding(place=where, reason=EMPTY, code="empty_record")
    if not is_record(text):
        return Finding(place=where, reason=NO_RECORD, code="not_a_record")
    if is_tournament(text):
        return Finding(place=where, checks=checks_of(text.splitlines()))
    report, filed = verify_bytes(text, heads=heads), named.get(place.path)
    if filed is not None and not report.is_wrong and not filed.fits(text):
        return Finding(place=where, reason=OTHER, code="other_record", is_other=True)
    return Finding(place=where, report=report)


def _text(report: Report, width: int, paint: Ink, words: Words) -> str:
    lines = []
    for check in report.checks:
        lines += _check_lines(check, width, paint, words)
    lines.append("")
    for compared in report.heads:
        told = said(compared, report, words)
        lines += broken(words.say("{sentence}.", sentence=f"{told[0].upper()}{told[1:]}"), width)
    lines += broken(_came_out(report, words), width)
    if report.table is not None:
        about = words.say(
            "Table {table}, game {game}, {entries} entries, written by {release}.",
            table=report.table,
            game=report.game,
            entries=report.entries,
            release=report.release,
        )
        lines += broken(plain(about), width)
    if report.head is not None:
        lines += [words.say("Head, worth keeping:"), f"  {report.head}"]
    return "\n".join(lines)


def _came_out(report: Report, words: Words) -> str:
    """Return what came out of all checks."""
    if report.failed:
        one, many = "Something is wrong: {n} check failed.", "Something is wrong: {n} checks failed."
        told = words.count(one, many, len(report.failed))
        line = report.first_wrong_line
        if line is None:
            return told
        return words.say("{one} {other}", one=told, other=words.say("The first wrong line is line {line}.", line=line))
    if report.is_wrong:
        return words.say("Nothing is wrong with the record itself, but it is not the one that was kept.")
    missing = sum(check.status == "not possible" and check.number != SIGNATURES for check in report.checks)
    if not missing:
        return words.say("Nothing is wrong.")
    return words.count(
        "Nothing is wrong; {n} check not possible with this copy.",
        "Nothing is wrong; {n} checks not possible with this copy.",
        missing,
    )


def _check_lines(check: Check, width: int, paint: Ink, words: Words) -> list[str]:
    title = f"{check.number:>3}  {pad(title_of(check, words), 36)}"
    lines = [f"{title} {paint(_STYLES[check.status], status_in(check.status, words))}"]
    reason = reason_of(check, words)
    if reason is not None:
        lines += [f"     {piece}" for piece in broken(plain(f"{_where(check, words)}{reason}"), width - 5)]
    return lines


def _where(check: Check, words: Words) -> str:
    """Return the line and the code of a failure, before its reason."""
    line = "" if check.line is None else words.say("line {line}", line=check.line)
    code = "" if check.code is None else f"({check.code})"
    return f"{line} {code}: ".lstrip() if line or code else ""
