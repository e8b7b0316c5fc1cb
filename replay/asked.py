"""What a person asks for on the command line: viewer, address, language, names of seats."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from domain.audit.timeline import Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words, catalogue, spoken, spoken_by, words_in
from programs.files import FILE
from programs.language import choose
from replay.console import say
from replay.errors import InputError
from replay.paths import viewers
from replay.reading.names import Names

F = TypeVar("F", bound=Callable[..., Any])

_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z]{2,4})?")


def _language(context: click.Context, _: click.Parameter, value: str | None) -> str:
    if value is None:
        return spoken_by(os.environ)
    if not _LANGUAGE.fullmatch(value):
        raise click.BadParameter("a language is written like en or pt_BR")
    choose(context, value)
    return value


def _names(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> dict[int, str]:
    names = {}
    for item in value:
        seat, equals, name = item.partition("=")
        if not (equals and seat.isascii() and seat.isdigit() and name.strip()):
            raise click.BadParameter(f"{item!r} is no name of a seat: use 0=Anna")
        names[int(seat)] = plain(name).strip()
    return names


def bots_by_seat(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> dict[int, str]:
    """Return the names of bots by the seats that they are given to."""
    bots = {}
    for item in value:
        seat, _equals, name = item.partition("=")
        if not (seat.isascii() and seat.isdigit() and name):
            raise click.BadParameter(f"{item!r} is no bot of a seat: use 0=random")
        bots[int(seat)] = name
    return bots


source_argument = click.argument("source", metavar="FILE", type=FILE)
token_option = click.option("--token-file", type=FILE, metavar="PATH", help="File with the token for a URL.")
viewer_option = click.option(
    "--viewer",
    metavar="WHO",
    shell_complete=viewers,
    help="seat:0, a player's name, spectator or all; by default the copy's own.",
)
lang_option = click.option(
    "--lang",
    is_eager=True,
    callback=_language,
    help="Language of the sentences: en or ja; by default that of the environment (LANG).",
)
name_option = click.option(
    "--name", "names", multiple=True, metavar="SEAT=NAME", callback=_names, help="What to call a seat: 0=Anna."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def shared(command: F) -> F:
    """Give a command what all of them read: a source, a token, a language, names of seats.

    The names that the service of a URL knows are among them, and a viewer may be asked for by name.
    """

    @wraps(command)
    def named(*, source: str, token_file: str | None, names: dict[int, str], **rest: Any) -> Any:
        known = Names(names, source, token_file)
        if rest.get("viewer") is not None:
            rest["viewer"] = known.viewer(rest["viewer"])
        return command(source=source, token_file=token_file, names=known, **rest)

    found: Any = named
    for option in (name_option, lang_option, token_option, source_argument):
        found = option(found)
    return cast(F, found)


def words_for(timeline: Timeline, lang: str, names: dict[int, str], *packages: str, on_page: bool = False) -> Words:
    """Return the language of the sentences, the game's, ours and those of more packages, and the names of the seats.

    Seats without a name are called by their number as the commands take it; on a page as the service's pages call them.
    """
    seats = timeline.opening.seats
    if isinstance(names, Names):
        names = names.learnt()
    strangers = [seat for seat in names if seat >= seats]
    if strangers:
        raise InputError(f"the table has seats 0 to {seats - 1}, not {strangers[0]}")
    package = timeline.title.package
    language = spoken(lang) or lang.replace("-", "_")
    if spoken(lang) is None and not isinstance(catalogue(package, language), gettext.GNUTranslations):
        say(f"There are no sentences in {lang!r} yet: English.")
    words, labels = words_in(language, package, "replay", *packages), [names.get(seat, "") for seat in range(seats)]
    if not on_page:
        return words.calling(labels)
    holders = timeline.moments[-1].table.book.holders
    return words.on_page(labels, [seat for seat, one in enumerate(holders) if one is not None and one.bot is not None])
