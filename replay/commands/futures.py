"""`replay futures`: how often each result comes when bots play on from a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import click
import msgspec

from domain.audit.futures import RunningError, futures
from domain.audit.timeline import Timeline
from domain.kernel.display.lines import broken
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat, Viewer
from programs.commands import Command
from replay.asked import bots_by_seat, json_option, shared, viewer_option, words_for
from replay.console import columns, ink
from replay.errors import InputError
from replay.progress import Progress
from replay.reading.followed import address_of, timeline_of
from replay.reading.sight import viewer_of
from replay.rendering import Screen
from replay.tallies.groups import wilson

BOT = "sensible"


@click.command("futures", cls=Command)
@shared
@click.option("--at", metavar="N", required=True, help="After which entry bots play on.")
@viewer_option
@click.option(
    "--bot", "bots", multiple=True, metavar="SEAT=BOT", callback=bots_by_seat, help="Who plays a seat: 0=random."
)
@click.option("--worlds", type=click.IntRange(1, 100_000), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, help="Other games for another number.")
@json_option
def what_might_come(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str,
    viewer: str | None,
    bots: dict[int, str],
    worlds: int,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Tell how often each result comes from a moment on.

    Bots play on: from the table as it was where everything is open, else from imagined worlds that agree with what the
    viewer knew. An estimate, for study: a table that still runs is refused. FILE is a record, - for the standard input,
    or the URL of a table.
    """
    timeline = timeline_of(source, token_file)
    seen_by = viewer_of(timeline, viewer)
    words = words_for(timeline, lang, names)
    tell(timeline, words, at, seen_by, bots, worlds=worlds, seed=seed, as_json=as_json)


def tell(
    timeline: Timeline,
    words: Words,
    at: str,
    seen_by: Viewer,
    bots: Mapping[int, str],
    *,
    worlds: int,
    seed: int,
    as_json: bool = False,
) -> None:
    """Tell how often each result comes; raises `InputError` for a moment or bots that cannot be."""
    address = address_of(timeline, at)
    if address.fact is not None:
        raise InputError(f"bots play on after a whole entry, not after {address}")
    now = timeline.moment(address.n).state
    if now is not None and timeline.title.rules.outcome(now) is not None:
        raise InputError(f"the game is over after entry {address.n}: there is nothing to estimate")
    seats = range(timeline.opening.seats)
    known = timeline.title.bots
    unknown = [f"{seat}={name}" for seat, name in bots.items() if seat not in seats or name not in known]
    if unknown:
        raise InputError(f"{unknown[0]}: the table has seats 0 to {seats[-1]}, and bots {', '.join(sorted(known))}")
    players = {seat: known[bots.get(seat, BOT)] for seat in seats}
    results: Counter[tuple[Seat, ...] | None] = Counter()
    with Progress("playing on") as progress:
        try:
            ends = futures(timeline, address.n, seen_by, bots=players, worlds=worlds, seed=seed)
            for done, outcome in enumerate(ends, 1):
                results[None if outcome is None else outcome.winners] += 1
                progress(done, worlds)
        except RunningError as error:
            raise InputError(str(error)) from None
    if not results:
        raise InputError(f"the game has not begun after entry {address.n}")
    if as_json:
        click.echo(msgspec.json.encode({"n": address.n, "viewer": str(seen_by), "results": _documents(results)}))
    else:
        screen = Screen(timeline, seen_by, words, columns=columns(), ink=ink())
        click.echo("\n".join([*screen.heading(address), "", *_text(results, words, columns())]))


def _documents(results: Counter[tuple[Seat, ...] | None]) -> list[dict[str, object]]:
    ended = results.total() - results[None]
    return [
        {"first": winners, "times": times, "interval": None if winners is None else wilson(times, ended)}
        for winners, times in results.most_common()
        if times
    ]


def _text(results: Counter[tuple[Seat, ...] | None], words: Words, width: int) -> Iterator[str]:
    ended = results.total() - results[None]
    yield words.say("An estimate: bots play on.")
    for winners, times in results.most_common():
        if winners is None or not times:
            continue
        interval = wilson(times, ended)
        assert interval is not None
        line = words.say(
            "{seats} first: {times} of {ended} games ({low} to {high})",
            seats=words.listed([words.seat(seat) for seat in winners]),
            times=times,
            ended=ended,
            low=f"{interval.low:.0%}",
            high=f"{interval.high:.0%}",
        )
        yield from broken(f"  {line}", width, indent=6)
    if results[None]:
        yield f"  {words.count('one game did not end', '{n} games did not end', results[None])}"
