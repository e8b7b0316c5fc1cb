"""Somebody who plays on the page of a table: by taps, by keys, or by the list of all moves; never by the API."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

from tests.api.server import Server

DONE = "(n) => document.body.dataset.status !== 'running' || (Number(document.body.dataset.n) > n && "
READY = "['idle', 'ready'].includes(document.body.dataset.state))"
TAPS = 40  # on one decision; more is a way that leads nowhere
SECONDS = 60_000  # ms


def seat_link(server: Server, opened: dict[str, Any], seat: int = 0) -> str:
    """Return the link that brings a seat's token."""
    home = server.url.removesuffix("/api/v1")
    return f"{home}/t/{opened['table']['id']}#seat={opened['seats'][seat]['token']}"


def arrive(page: Page, link: str) -> None:
    """Open a table and wait until it is drawn."""
    page.goto(link)
    page.wait_for_selector("body[data-n]")


def awaited(page: Page, after: int) -> bool:
    """Wait until the seat is asked for something newer than an entry, or the game is over; returns whether it is not."""
    page.wait_for_function(f"{DONE}{READY}", arg=after, timeout=SECONDS)
    return page.evaluate("document.body.dataset.status === 'running'") is True


def shown(page: Page) -> int:
    """Return the entry that the page shows."""
    return int(page.evaluate("Number(document.body.dataset.n)"))


def tap_through(page: Page, chance: random.Random, most: int = 10_000) -> int:
    """Play by taps alone until the game is over or so many decisions are made; returns how many."""
    after, made = -1, 0
    while made < most and awaited(page, after):
        after = shown(page)
        _tap(page, chance)
        made += 1
    return made


TAPPABLE = """() => {
  document.querySelectorAll('[data-tap]').forEach((one) => delete one.dataset.tap);
  const seen = (one) => { const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility !== 'hidden'; };
  const of = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const all = [...of('.board .is-lit:is([data-stop], .head-button), .hands .is-lit[data-stop]'),
    ...of('.choice .chip[aria-pressed=false]'), ...of('.head-button[aria-expanded=false]'),
    ...of('.actions .button:not(.is-quiet, .is-primary)')];
  all.forEach((one, place) => { one.dataset.tap = place; });
  const kind = (one) => one.matches('.head-button:not(.is-lit)') ? 'tab' : one.matches('.actions .button') ? 'button'
    : 'card';
  return all.map((one) => kind(one));
}"""


def _tap(page: Page, chance: random.Random) -> None:
    """Make one decision: tap what may be tapped until a command is ready, then its button."""
    for _ in range(TAPS):
        primary = page.locator(".actions .is-primary")
        if primary.count():
            primary.tap()
            return
        kinds = page.evaluate(TAPPABLE)
        cards = [place for place, kind in enumerate(kinds) if kind == "card"]
        others = [place for place, kind in enumerate(kinds) if kind != "card"]
        chosen = chance.choice(cards) if cards and chance.random() < 0.85 else chance.choice(others or cards)
        page.locator(f"[data-tap='{chosen}']").first.tap()
    raise AssertionError("so many taps, and nothing to send: " + page.inner_text(".prompt"))
