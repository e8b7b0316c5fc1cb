"""What a person asks for on the command line: viewer, address, language, names of seats."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click
import msgspec

from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline, parse_address
from domain.kernel.lines import plain
from domain.kernel.seats import Viewer, parse_viewer
from domain.kernel.words import Words, catalogue, spoken, spoken_by, words_in
from domain.record.lines import LineError, Record
from replay.errors import InputError
from replay.progress import Progress
from replay.source import fetch_record
from replay.terminal import say

F = TypeVar("F", bound=Callable[..., Any])

_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z]{2,4})?")


def _language(_: click.Context, __: click.Parameter, value: str | None) -> str:
    if value is None:
        return spoken_by(os.environ)
    if not _LANGUAGE.fullmatch(value):
        raise click.BadParameter("a language is written like en or pt_BR")
    return value


def _names(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> dict[int, str]:
    names = {}
    for item in value:
        seat, equals, name = item.partition("=")
        if not (equals and seat.isascii() and seat.isdigit() and name.strip()):
            raise click.BadParameter(f"{item!r} is no name of a seat: use 0=Anna")
        names[int(seat)] = plain(name).strip()
    return names


source_argument = click.argument("source", metavar="FILE")
token_option = click.option("--token-file", metavar="PATH", help="File with the token for a URL.")
viewer_option = click.option("--viewer", metavar="WHO", help="seat:0, spectator or all; by default the copy's own.")
lang_option = click.option(
    "--lang", callback=_language, help="Language of the sentences: en or ja; by default that of the environment (LANG)."
)
name_option = click.option(
    "--name", "names", multiple=True, metavar="SEAT=NAME", callback=_names, help="What to call a seat: 0=Anna."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def shared(command: F) -> F:
    """Give a command what all of them read: a source, a token, a language, names of seats."""
    for option in (name_option, lang_option, token_option, source_argument):
        command = option(command)
    return command


def parsed(text: bytes) -> Record:
    """Parse a copy; raises `InputError`."""
    try:
        return read_record(text)
    except LineError as error:
        raise InputError(f"{error}; `replay verify` says more") from None


def timeline_of(source: str, token_file: str | None) -> Timeline:
    """Read a record and follow it; raises `InputError` and `TimelineError`."""
    return followed(fetch_record(source, token_file))


def followed(text: bytes) -> Timeline:
    """Follow a record as far as its copy goes; raises `InputError` and `TimelineError`."""
    record = parsed(text)
    with Progress("following the record") as progress:
        return Timeline(record, progress)


def viewer_of(timeline: Timeline, asked: str | None) -> Viewer:
    """Return whose eyes to look through: the copy's own viewer, or as much of the one asked for as the copy knows."""
    owner = owner_of(timeline)
    if asked is None:
        return owner
    viewer = parse(asked, timeline.opening.seats)
    if covers(owner, viewer):
        return viewer
    known = owner if viewer.everything else Viewer(viewer.seats & owner.seats)
    say(f"This copy was made for {owner}: shown as {known} saw it, not as {viewer}.")
    return known


def owner_of(timeline: Timeline) -> Viewer:
    """Return the viewer this copy was made for; raises `InputError` for a header that names none."""
    try:
        return timeline.owner
    except ValueError as error:
        raise InputError(f"line 1: {error}") from None


def parse(asked: str, seats: int) -> Viewer:
    """Parse a viewer; raises `InputError`."""
    try:
        return parse_viewer(asked, seats)
    except ValueError as error:
        raise InputError(str(error)) from None


class _First(msgspec.Struct, frozen=True):
    seats: int


def seats_of(record: Record) -> int:
    """Return how many seats a record's table has, as entry 1 says; raises `InputError`."""
    try:
        return msgspec.json.decode(record.entries[0].public, type=_First).seats
    except (IndexError, msgspec.DecodeError):
        raise InputError("the record does not begin with a table's opening; `replay verify` says more") from None


def covers(owner: Viewer, viewer: Viewer) -> bool:
    """Say whether a copy made for `owner` holds everything that `viewer` may see."""
    return owner.everything or (not viewer.everything and viewer.seats <= owner.seats)


def address_of(timeline: Timeline, asked: str | None) -> Address:
    """Return where to look, the last entry by default; raises `InputError` for a place that is not there."""
    if asked is None:
        return Address(len(timeline))
    try:
        address = parse_address(asked)
        timeline.state(address)
    except (ValueError, IndexError) as error:
        raise InputError(str(error)) from None
    return address


def words_for(timeline: Timeline, lang: str, names: dict[int, str]) -> Words:
    """Return the language of the sentences, the game's and ours, and what the seats are called."""
    seats = timeline.opening.seats
    strangers = [seat for seat in names if seat >= seats]
    if strangers:
        raise InputError(f"the table has seats 0 to {seats - 1}, not {strangers[0]}")
    package = timeline.title.package
    language = spoken(lang) or lang.replace("-", "_")
    if spoken(lang) is None and not isinstance(catalogue(package, language), gettext.GNUTranslations):
        say(f"There are no sentences in {lang!r} yet: English.")
    return words_in(language, package, "replay").calling([names.get(seat, "") for seat in range(seats)])
