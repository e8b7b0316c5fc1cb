"""`replay report`: a moment of a table, and a case, as a document for print and for the file."""

from __future__ import annotations

import click

from domain.audit.timeline import Address, Timeline
from domain.record.desk import CaseOpened
from dossier.report import NoCaseError, report_of
from programs.commands import Command
from replay.asked import shared, words_for
from replay.errors import InputError
from replay.output import out_option, write
from replay.reading.followed import address_of, followed, text_of


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N[.F]", help="The moment, after entry N or its fact F; by default that of the case.")
@click.option("--case", metavar="ID", help="Tell of this case too: what was said, and how it was decided.")
@out_option
def report(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    case: str | None,
    out: str,
) -> None:
    """Write a report on a moment, for print.

    One HTML document that needs no network and no script: the table and who sat there, the board as each seat saw it,
    ten entries around the moment, what each could do, clocks, what going back would cost, the case, the thirteen
    checks, hashes, and how to check it. FILE is a record, - for the standard input, or the URL of a table.
    """
    text = text_of(source, token_file)
    timeline = followed(text)
    words = words_for(timeline, lang, names, "dossier", on_page=True)
    try:
        content = report_of(text, _moment(timeline, at, case), words, case, timeline=timeline)
    except NoCaseError as error:
        raise InputError(str(error.args[0])) from None
    write(out, content)


def _moment(timeline: Timeline, at: str | None, case: str | None) -> Address:
    """Return the moment asked for, else that of the case; raises `InputError` where nothing says one."""
    if at is not None:
        return address_of(timeline, at)
    for moment in timeline.moments if case is not None else ():
        if isinstance(moment.entry, CaseOpened) and moment.entry.case == case:
            return address_of(timeline, moment.entry.moment)
    raise InputError("which moment? --at N names an entry" if case is None else f"the record has no case {case}")
