"""Lengths and times of many games as an SVG picture: two histograms for each game, in a light and a dark theme.

Tokens, sizes and type are those of the design (`ink` on `panel`, 20 / 14 / 12 px, spaces of 4 to 32); a bar bears its
number in words for who cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from domain.kernel.display.words import Words
from replay.tallies.played import Game

WIDTH, PLOT, ROW = 880, 380, 220  # px: of the picture, of one histogram with its margins, of one game's row
HIGH, LEFT, GAP = 120, 24, 32  # px: of the tallest bar, of the margin, between two histograms
BARS = 12  # at most, of a histogram
_STYLE = """
  .panel{fill:#f8faf8}.line{stroke:#c9d0cb}.ink{fill:#1a1f1c}.ink2{fill:#4d5751}.bar{fill:#17603a}
  text{font-family:"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,"Hiragino Sans",
  "Noto Sans CJK JP",Meiryo,sans-serif;font-variant-numeric:lining-nums tabular-nums}
  .title{font-size:20px;font-weight:650}.label{font-size:14px}.tick{font-size:12px}.middle{text-anchor:middle}
  @media (prefers-color-scheme:dark){.panel{fill:#1e2427}.line{stroke:#3a4348}.ink{fill:#eef2f0}.ink2{fill:#aab4b0}
  .bar{fill:#6fd49a}}
"""


def picture(games: Sequence[Game], words: Words, titles: dict[str, str]) -> str:
    """Return the picture as SVG; `titles` are what people call the games."""
    names = sorted({game.game for game in games})
    height = ROW * len(names) + GAP
    told = words.say("Length and time of games")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" width="{WIDTH}">',
        f"<title>{escape(told)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="panel" width="{WIDTH}" height="{height}"/>',
    ]
    for i, name in enumerate(names):
        lines += _row([game for game in games if game.game == name], titles.get(name, name), GAP + i * ROW, words)
    return "\n".join([*lines, "</svg>", ""])


def _row(games: Sequence[Game], title: str, top: int, words: Words) -> Iterator[str]:
    count = words.count("one record", "{n} records", len(games))
    yield f'<text class="ink title" x="{LEFT}" y="{top}">{escape(title)} · {escape(count)}</text>'
    minutes = [game.played_ms / 60_000 for game in games if game.played_ms is not None]
    lengths = [float(game.actions) for game in games]
    yield from _histogram(lengths, words.say("actions"), LEFT, top + GAP)
    yield from _histogram(minutes, words.say("minutes"), LEFT + PLOT + GAP, top + GAP)


def _histogram(values: Sequence[float], label: str, left: int, top: int) -> Iterator[str]:
    """Yield bars over a line with the first and the last bound of each bar; nothing but the label for no values."""
    base = top + HIGH
    yield f'<text class="ink2 label" x="{left}" y="{top - 8}">{escape(label)}</text>'
    yield f'<line class="line" x1="{left}" x2="{left + PLOT}" y1="{base}" y2="{base}"/>'
    bins = binned(values)
    most = max((count for _, _, count in bins), default=0)
    wide = PLOT / max(len(bins), 1)
    for i, (low, high, count) in enumerate(bins):
        x, tall = left + i * wide, HIGH * 0.9 * count / most
        told = f"{low:g}–{high:g}: {count}"
        if count:
            yield (
                f'<rect class="bar" x="{x + 1:.1f}" y="{base - tall:.1f}" width="{wide - 2:.1f}" '
                f'height="{tall:.1f}"><title>{escape(told)}</title></rect>'
            )
            middle = x + wide / 2
            yield f'<text class="ink tick middle" x="{middle:.1f}" y="{base - tall - 4:.1f}">{count}</text>'
        yield f'<text class="ink2 tick middle" x="{x:.1f}" y="{base + 16}">{low:g}</text>'
    if bins:
        yield f'<text class="ink2 tick" text-anchor="end" x="{left + PLOT}" y="{base + 16}">{bins[-1][1]:g}</text>'


def binned(values: Sequence[float]) -> list[tuple[float, float, int]]:
    """Return bounds and numbers of bars of one round width: 1, 2 or 5 times a power of ten, at most 12 of them."""
    if not values:
        return []
    step = _step((max(values) - min(values)) / (BARS - 1))
    first, last = floor(min(values) / step), floor(max(values) / step)
    counts = [0] * (last - first + 1)
    for value in values:
        counts[floor(value / step) - first] += 1
    return [(_round((first + i) * step), _round((first + i + 1) * step), count) for i, count in enumerate(counts)]


def _step(least: float) -> float:
    """Return the smallest round width that is no smaller."""
    if least <= 0:
        return 1.0
    power = 10.0 ** floor(log10(least))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)


def _round(value: float) -> float:
    """Return a bound without the dust of binary fractions."""
    return round(value, max(0, 3 - ceil(log10(abs(value) + 1))))
