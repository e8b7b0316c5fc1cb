"""`replay verify`: every numbered check of a record, and an exit code that says what came out."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from domain.audit.checks import verify_bytes
from domain.audit.report import TITLES, Check, Report
from domain.kernel.display.lines import Ink, Style, broken, plain
from replay.asked import json_option, source_argument, token_option
from replay.progress import Progress
from replay.reading.followed import text_of
from replay.terminal import columns, ink

WRONG = 1  # exit code: the record can be read, and something in it is wrong
_STYLES: dict[str, Style | None] = {"passed": "good", "failed": "warning", "not possible": "faint"}


@click.command()
@source_argument
@token_option
@json_option
@click.pass_context
def verify(context: click.Context, source: str, token_file: str | None, *, as_json: bool) -> None:
    """Check everything that a record proves.

    Format, chain, seals, secrets, every draw, every decision: each numbered check has passed, failed, or is not
    possible with this copy, and why. The exit code is 0 if nothing is wrong, 1 if something is, 2 if FILE is no
    record or cannot be read. FILE is a record, - for the standard input, or the URL of a table.
    """
    text = text_of(source, token_file)
    with Progress("verifying") as progress:
        report = verify_bytes(text, progress)
    click.echo(msgspec.json.encode(as_told(report)) if as_json else _text(report, columns(), ink()))
    context.exit(WRONG if report.failed else 0)


def as_told(report: Report) -> dict[str, Any]:
    """Return a report as JSON, with its result and the first wrong line."""
    told: dict[str, Any] = msgspec.to_builtins(report)
    return {"result": "failed" if report.failed else "passed", **told, "first_wrong_line": report.first_wrong_line}


def _text(report: Report, width: int, paint: Ink) -> str:
    lines = []
    for check in report.checks:
        lines += _check_lines(check, width, paint)
    lines.append("")
    line = report.first_wrong_line
    if report.failed:
        place = "" if line is None else f" The first wrong line is line {line}."
        lines += broken(f"Something is wrong: {_number(len(report.failed), 'check')} failed.{place}", width)
    else:
        missing = sum(check.status == "not possible" for check in report.checks)
        rest = f"; {_number(missing, 'check')} not possible with this copy" if missing else ""
        lines += broken(f"Nothing is wrong{rest}.", width)
    if report.table is not None:
        about = f"Table {report.table}, game {report.game}, {report.entries} entries, written by {report.release}."
        lines += broken(plain(about), width)
    return "\n".join(lines)


def _check_lines(check: Check, width: int, paint: Ink) -> list[str]:
    title = f"{check.number:>3}  {TITLES[check.number]:<36}"
    lines = [f"{title} {paint(_STYLES[check.status], check.status)}"]
    if check.reason is not None:
        lines += [f"     {piece}" for piece in broken(plain(f"{_where(check)}{check.reason}"), width - 5)]
    return lines


def _where(check: Check) -> str:
    """Return the line and the code of a failure, before its reason."""
    line = "" if check.line is None else f"line {check.line}"
    code = "" if check.code is None else f"({check.code})"
    return f"{line} {code}: ".lstrip() if line or code else ""


def _number(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"
