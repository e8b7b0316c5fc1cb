"""What is wrong with a record at sight, said once to whoever reads it; `replay verify` alone says everything."""

from __future__ import annotations

from domain.audit.report import CODES, NAMES, Check
from domain.audit.spoken import reason_of, title_of
from domain.audit.timeline import TimelineError
from domain.kernel.display.words import ENGLISH, words_in
from domain.record.lines import LineError
from programs.language import language
from programs.verdicts import verdict_of
from replay.console import say
from replay.errors import one_line

MORE = "`replay verify` says more"


def as_check(damage: LineError | TimelineError) -> Check:
    """Return damage that ends a record early as the check that it fails."""
    code = damage.code if isinstance(damage, LineError) else "impossible_entry"
    number = CODES[code]
    return Check(number=number, name=NAMES[number], status="failed", reason=damage.reason, line=damage.line, code=code)


def tell(wrong: Check, game: str, *, readable_to: int | None = None) -> None:
    """Say that a record of a game does not verify, by which check and where.

    `readable_to` is the last entry before damage.
    """
    line = "" if wrong.line is None else f"line {wrong.line}, "
    end = "" if readable_to is None else f"It can be read up to entry {readable_to}; "
    words = words_in(language())
    if wrong.line is not None and words.language != ENGLISH:
        line = words.row([words.say("line {line}", line=wrong.line), ""])
    why = reason_of(verdict_of(wrong, words, game), words)
    reason = f"{line}{title_of(wrong, words)} ({wrong.code}): {why}"
    say(one_line(f"This record does not verify: {reason}. {end}{MORE}."))
