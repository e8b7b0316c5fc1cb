"""The `replay` program: everything about records of finished and unfinished tables."""

from __future__ import annotations

import errno
import io
import os
import sys
from importlib.metadata import version
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from domain.audit.timeline import TimelineError
from replay.commands.advise import what_to_do
from replay.commands.branch import branch
from replay.commands.compare import compare
from replay.commands.completion import completion
from replay.commands.damage import what_it_costs
from replay.commands.diff import diff
from replay.commands.export import export
from replay.commands.find import find
from replay.commands.futures import what_might_come
from replay.commands.knowledge import what_is_known
from replay.commands.listing import list_records
from replay.commands.log import log
from replay.commands.note import note
from replay.commands.picture import picture
from replay.commands.redact import redact
from replay.commands.show import show
from replay.commands.stats import stats
from replay.commands.step import step
from replay.commands.verify import verify
from replay.errors import InputError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # of a disk
BROKEN_PIPE = 141  # 128 + SIGPIPE, as any program ends whose reader has gone
INTERRUPTED = 130  # 128 + SIGINT


class Commands(click.Group):
    """Commands in the order in which a newcomer needs them; a reader that goes away ends them quietly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
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
            raise _one_line(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what the encoding of the output lacks becomes a question mark."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _one_line(error) from None
        except TimelineError as error:
            raise InputError(f"{error}; `replay verify` says more") from None
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


def _one_line(error: click.UsageError) -> InputError:
    path = "replay" if error.ctx is None else error.ctx.command_path
    said = " ".join(error.format_message().split())
    return InputError(f"{said}{'' if said.endswith(('.', '?', '?)')) else '.'} See `{path} --help`.")


@click.group("replay", cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("matchledger"), prog_name="replay")
def main() -> None:
    """Read records of Matchledger: show, step through, compare, verify, cut down.

    FILE is a record, - for the standard input, or the URL of a table
    (https://host/api/v1/tables/ID). The token for a URL comes from the
    environment (MATCHLEDGER_TOKEN) or from --token-file, never from the URL.
    """


for command in (
    list_records,
    find,
    show,
    picture,
    log,
    step,
    diff,
    compare,
    what_is_known,
    what_to_do,
    what_might_come,
    what_it_costs,
    branch,
    stats,
    verify,
    redact,
    export,
    note,
    completion,
):
    main.add_command(command)


if __name__ == "__main__":
    main()
