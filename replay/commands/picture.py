"""`replay picture`: the board of a moment as a picture, SVG or PNG."""

from __future__ import annotations

import math
from pathlib import PurePath

import click

from domain.audit.timeline import Address
from domain.kernel.display.words import Words
from drawing import NARROWEST, SIZES, THEMES, WIDEST, Caption, Saying, Theme, TooLongError, svg
from programs.commands import Command
from programs.files import FILE
from replay.asked import shared, viewer_option, words_for
from replay.console import ink
from replay.errors import InputError
from replay.output import write
from replay.raster import png
from replay.reading.followed import address_of, followed_to_damage
from replay.reading.sight import viewer_of
from replay.rendering import Screen, seen_as

_FORMATS = (".svg", ".png")
SCALE = 2.0


def _width(_: click.Context, __: click.Parameter, value: str) -> int:
    if value in SIZES:
        return SIZES[value]
    if not (value.isascii() and value.isdigit() and NARROWEST <= int(value) <= WIDEST):
        raise click.BadParameter(f"a size is {', '.join(SIZES)}, or {NARROWEST} to {WIDEST} px")
    return int(value)


def _number(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):  # in no range, and out of none
        raise click.BadParameter("nan is no number of times")
    return value


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N[.F]", help="After entry N, or after its fact F; by default after the last entry.")
@viewer_option
@click.option("--out", type=FILE, default="-", show_default=True, metavar="PATH", help="X.svg or X.png; - writes SVG.")
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True, help="What it is looked at on.")
@click.option(
    "--size", "width", default="wide", show_default=True, callback=_width, metavar="SIZE",
    help="phone, page, wide, or a width in px.",
)  # fmt: skip
@click.option("--scale", type=click.FloatRange(1, 4), callback=_number, help="Of a PNG: times its size, by default 2.")
def picture(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    viewer: str | None,
    out: str,
    theme: Theme,
    width: int,
    scale: float | None,
) -> None:
    """Draw the board after an entry as an SVG or a PNG.

    SVG needs nothing else; PNG needs the extra: pip install 'matchledger[pictures]'. FILE is a record, - for the
    standard input, or the URL of a table.
    """
    kind = _kind(out)
    if kind == ".svg" and scale is not None:
        raise InputError("--scale is of a PNG; an SVG has any size")
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    address = address_of(timeline, at)
    words = words_for(timeline, lang, names, on_page=True)
    screen = Screen(timeline, seen_by, words, columns=100, ink=ink(), mark=followed.mark(words))
    drawn = _drawn(screen, address, theme, width)
    write(out, drawn.encode() if kind == ".svg" else png(drawn, SCALE if scale is None else scale))


def _kind(out: str) -> str:
    kind = ".svg" if out == "-" else PurePath(out).suffix.lower()
    if kind not in _FORMATS:
        raise InputError(f"{out}: a picture is written as .svg or .png")
    return kind


def _drawn(screen: Screen, address: Address, theme: Theme, width: int) -> str:
    board = screen.picture(address)
    if board is None:
        raise InputError(f"at {address} the game has not begun: there is no board to draw")
    words = screen.words
    try:
        return svg(
            board,
            theme=theme,
            costume=screen.timeline.title.costume,
            width=width,
            caption=_caption(screen, address),
            saying=_saying(words),
            language=words.language,
        )
    except TooLongError as error:
        raise InputError(f"{error}: choose a larger --size") from None


def _saying(words: Words) -> Saying:
    return Saying(face_down=words.say("face down"), empty=words.say("empty"), you=words.say("you"))


def _caption(screen: Screen, address: Address) -> Caption:
    """Say which table this is, where it stands, and through whose eyes it is seen."""
    opening, words = screen.timeline.opening, screen.words
    place = words.say("entry {address} of {last}", address=address, last=len(screen.timeline))
    left = [opening.label or opening.table, place]
    right = [seen_as(screen.viewer, words), *([screen.mark] if screen.mark else [])]
    return Caption(" · ".join(left), " · ".join(right))
