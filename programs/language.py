"""Which language a program speaks: the one that a command was asked for with --lang, else the environment's."""

from __future__ import annotations

import os  # noqa: TID251 - a program speaks the language of its environment

import click

from domain.kernel.display.words import ENGLISH, spoken, spoken_by

_CHOSEN = f"{__name__}.chosen"


def choose(context: click.Context, locale: str) -> None:
    """Let what is said from now on, help and errors too, be in this language; one that we do not speak is English."""
    context.meta[_CHOSEN] = spoken(locale) or ENGLISH


def asked(context: click.Context, _: click.Parameter, locale: str | None) -> str | None:
    """Take the value of an option --lang that names a language we speak, or nothing."""
    if locale is not None:
        choose(context, locale)
    return locale


def language() -> str:
    """Return the language of help, errors and messages."""
    context = click.get_current_context(silent=True)
    return spoken_by(os.environ) if context is None else language_of(context)


def language_of(context: click.Context) -> str:
    """Return the language that a command is run in."""
    chosen: str | None = context.meta.get(_CHOSEN)
    return chosen or spoken_by(os.environ)
