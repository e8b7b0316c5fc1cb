"""Steps through a packed review in a real browser: how long script, styles and layout of each one take; prints JSON.

    python -m benchmarks.stepping --steps 200

A game of sensible bots of each kind, and one of ten seats, is exported as one file and opened from disk; nothing moves
(`prefers-reduced-motion`), so that a step is what it is for whoever holds the key down. The aim: p95 under 16 ms.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import click
import msgspec
from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.figures import million_hashes_a_second
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.games import game, shipped
from domain.kernel.display.words import ENGLISH, words_in
from domain.kernel.seats import ARBITER
from domain.table.seating import Opening
from domain.table.simulation import simulate
from replay.packing import page_of

MANY = ("chanic_panic", 10)  # the table with the most seats
WORK = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")  # seconds so far, of DevTools' Performance domain
CLOCKS = {"wall": "timeTicks", "processor": "threadTicks"}  # the second one is not disturbed by other programs
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@click.command()
@click.option("--steps", default=200, show_default=True, type=click.IntRange(2), help="Steps in each game.")
@click.option("--browser", default="/usr/bin/chromium", show_default=True, help="Chromium.")
@click.option("--width", default=1440, show_default=True, help="Of the window, in px.")
@click.option("--clock", type=click.Choice(CLOCKS), default="wall", show_default=True, help="Of the page's thread.")
@click.option("--row", default="", help="Only games whose name contains this.")
def main(steps: int, browser: str, width: int, clock: str, row: str) -> None:
    """Step through a game of each kind, entry by entry, back from the end when it is reached."""
    document: dict[str, Any] = {
        "million_hashes_a_second": round(million_hashes_a_second(), 3),
        "clock": clock,
        "games": [],
    }
    tables = [*((name, min(game(name).rules.seat_counts)) for name in sorted(shipped())), MANY]
    with tempfile.TemporaryDirectory() as folder:
        for name, seats in tables:
            if row not in name:
                continue
            click.echo(f"{name}, {seats} seats …", err=True)
            file = Path(folder) / f"{name}-{seats}.html"
            file.write_bytes(_packed(name, seats))
            with _opened(browser, file, width, CLOCKS[clock]) as (page, session):
                found = [_stepped(page, session) for _ in range(steps)]
            document["games"].append({"game": name, "seats": seats, **_figures(found)})
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def _packed(name: str, seats: int) -> bytes:
    title = game(name)
    done = simulate(title.rules, Opening(seats=seats), title.bots, ["sensible"] * seats, seed=b"film")
    timeline = Timeline(read_record(b"".join([line + b"\n" for line in done.lines()])))
    return page_of(timeline, ARBITER, words_in(ENGLISH, title.package), {})


@contextmanager
def _opened(browser: str, file: Path, width: int, ticks: str) -> Iterator[tuple[Page, CDPSession]]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser)
        page = running.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce").new_page()
        page.goto(f"{file.resolve().as_uri()}#1/all")
        page.wait_for_selector(".dock.is-review")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": ticks})
        yield page, session
        running.close()


def _stepped(page: Page, session: CDPSession) -> float:
    """Return the milliseconds of work that one step takes; at the end the steps begin again."""
    before = _work(session)
    here = page.evaluate("location.hash")
    page.keyboard.press("ArrowRight")
    page.evaluate(DRAWN)
    if page.evaluate("location.hash") == here:
        page.keyboard.press("Home")
        page.evaluate(DRAWN)
        return _stepped(page, session)
    return (_work(session) - before) * 1000


def _work(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(sum(one["value"] for one in metrics if one["name"] in WORK))


def _figures(found: list[float]) -> dict[str, float]:
    return {
        "steps": len(found),
        "median_ms": round(median(found), 2),
        "p95_ms": round(quantiles(found, n=20)[-1], 2),
        "most_ms": round(max(found), 2),
    }


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.stepping")
