"""The `replay` program: everything about records of finished and unfinished tables."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from domain.audit.timeline import TimelineError
from domain.games import game, shipped
from domain.kernel.display.words import ENGLISH
from programs.commands import Group, Modules, told
from programs.hearing import heard
from programs.language import language_of
from replay.errors import InputError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # of a disk
BROKEN_PIPE = 141  # 128 + SIGPIPE, as any program ends whose reader has gone
INTERRUPTED = 130  # 128 + SIGINT


COMMANDS = {  # by name, in the order in which a newcomer needs them: the module of `replay.commands`, and its member
    "list": ("listing", "list_records"),
    "find": ("find", "find"),
    "show": ("show", "show"),
    "picture": ("picture", "picture"),
    "log": ("log", "log"),
    "step": ("step", "step"),
    "open": ("opening", "open_page"),
    "diff": ("diff", "diff"),
    "compare": ("compare", "compare"),
    "knowledge": ("knowledge", "what_is_known"),
    "advise": ("advise", "what_to_do"),
    "futures": ("futures", "what_might_come"),
    "damage": ("damage", "what_it_costs"),
    "report": ("report", "report"),
    "branch": ("branch", "branch"),
    "stats": ("stats", "stats"),
    "verify": ("verify", "verify"),
    "redact": ("redact", "redact"),
    "export": ("export", "export"),
    "note": ("note", "note"),
    "completion": ("completion", "completion"),
}


def in_some_game(error: TimelineError, to: str) -> str:
    """Return what is wrong with a record in a language; which game says so is not known here, so each is asked."""
    packages = [] if to == ENGLISH else [game(name).package for name in sorted(shipped())]
    told = (heard(error.reason, to, package) for package in packages)
    reason = next((text for text in told if text != error.reason), error.reason)
    return reason if error.line is None else f"line {error.line}: {reason}"


class Commands(Group):
    """Commands in the order in which a newcomer needs them; a reader that goes away ends them quietly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the options before the command."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise InputError(told(error)) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what the encoding of the output lacks becomes a question mark."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise InputError(told(error)) from None
        except TimelineError as error:
            raise InputError(f"{in_some_game(error, language_of(ctx))}; `replay verify` says more") from None
        except BrokenPipeError:
            _forget_output()
            ctx.exit(BROKEN_PIPE)
        except OSError as error:  # what reads names its files itself
            _forget_output()
            what = "the output cannot be written: " if error.errno in FULL else ""
            raise InputError(f"{what}{error.strerror or error}") from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


def _forget_output() -> None:
    """Let what is left unwritten go nowhere: the interpreter would try once more at its end, and say so."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


@click.group(
    "replay",
    cls=Commands,
    commands=Modules("replay.commands", COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="matchledger", prog_name="replay")
def main() -> None:
    """Read records of Matchledger: show, step through, compare, verify, cut down.

    FILE is a record, - for the standard input, or the URL of a table
    (https://host/api/v1/tables/ID). The token for a URL comes from the
    environment (MATCHLEDGER_TOKEN) or from --token-file, never from the URL.
    """


if __name__ == "__main__":
    main()
