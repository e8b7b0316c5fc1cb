"""What the program says when an input cannot be used: one line on stderr and exit code 2, as `replay` does."""

from __future__ import annotations

import os
import sys
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from domain.ledger.errors import StoreError
from programs.commands import Group, told
from programs.hearing import heard

UNUSABLE = 2  # exit code of everything that ends before its work is done
INTERRUPTED = 130  # 128 + SIGINT


class OneLine(Group):
    """A program whose errors, those of usage too, are one line."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; click would show the usage above a wrong option."""
        if not extra.get("standalone_mode", True):
            return super().main(*args, **extra)
        try:
            return super().main(*args, **{**extra, "standalone_mode": False})
        except NoArgsIsHelpError as error:
            error.show()
        except click.ClickException as error:
            click.echo(f"{self.name}: {told(error)}", err=True)
        except StoreError as error:
            click.echo(f"{self.name}: {heard(str(error))}", err=True)
        except click.Abort:
            raise SystemExit(INTERRUPTED) from None
        except OSError as error:  # what reads and writes files names them itself
            with open(os.devnull, "wb") as nowhere:  # what is left unwritten would be tried once more at the end
                os.dup2(nowhere.fileno(), sys.stdout.fileno())
            click.echo(f"{self.name}: {heard(error.strerror or str(error))}", err=True)
        raise SystemExit(UNUSABLE)
