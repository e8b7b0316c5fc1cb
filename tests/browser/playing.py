"""Somebody who plays on the page of a table: by taps, by keys, or by the list of all moves; never by the API."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.visitor import fits


class Names(NamedTuple):
    """What the list of all moves and its button are called."""

    moves: str
    do: str


ENGLISH = Names("All moves", "Do it: {move}")
JAPANESE = Names("すべての手", "実行：{move}")

DONE = "(n) => document.body.dataset.status !== 'running' || (Number(document.body.dataset.n) > n && "
READY = "['idle', 'ready'].includes(document.body.dataset.state))"
TAPS = 40  # on one decision; more is a way that leads nowhere
TABLES = 200  # opened in search of a deal: what a test asks for comes at nearly every table


def dealt(server: Server, game: str, fits: Callable[[list[Any]], bool] = bool) -> dict[str, Any]:
    """Open a table against a bot whose deal gives the first seat a first decision that fits.

    The service deals by chance that nobody can set, so tables are opened until one is right. Any decision fits if
    nothing is said, and the bot has acted before it if it was first.
    """
    for _ in range(TABLES):
        table = server.open("token", "sensible", game=game)
        address = f"/tables/{table['table']['id']}/actions?expand=true&wait=30"
        if fits(server.call("GET", address, token=table["seats"][0]["token"]).body["actions"]):
            return table
    raise AssertionError(f"{TABLES} tables of {game}, and no deal fits")


def offers(*tags: str) -> Callable[[list[Any]], bool]:
    """Return what fits: there is a choice, and all of these are in it."""
    return lambda actions: len(actions) > 1 and {*tags} <= {action["tag"] for action in actions}


def seat_link(server: Server, opened: dict[str, Any], seat: int = 0) -> str:
    """Return the link that brings a seat's token."""
    home = server.url.removesuffix("/api/v1")
    return f"{home}/t/{opened['table']['id']}#seat={opened['seats'][seat]['token']}"


def arrive(page: Page, link: str) -> None:
    """Open a table and wait until it is drawn."""
    page.goto(link)
    page.wait_for_selector("body[data-n]")


def awaited(page: Page, after: int) -> bool:
    """Wait until the seat is asked for something after an entry, or the game is over; returns whether it goes on."""
    page.wait_for_function(f"{DONE}{READY}", arg=after)
    going_on: bool = page.evaluate("document.body.dataset.status === 'running'")
    return going_on


def shown(page: Page) -> int:
    """Return the entry that the page shows."""
    return int(page.evaluate("Number(document.body.dataset.n)"))


def tap_through(page: Page, chance: random.Random, most: int = 10_000) -> int:
    """Play by taps alone until the game is over or so many decisions are made; returns how many.

    Before each of them nothing scrolls sideways and every target is large enough for a thumb.
    """
    after, made = -1, 0
    while made < most and awaited(page, after):
        after = shown(page)
        fits(page)
        _tap(page, chance)
        made += 1
    return made


def _put_away(page: Page) -> None:
    """Close the form that a button opened: what is written there is a test of its own."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


TAPPABLE = """() => {
  document.querySelectorAll('[data-tap]').forEach((one) => delete one.dataset.tap);
  const seen = (one) => { const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility !== 'hidden'; };
  const of = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const all = [...of('.is-lit > [data-stop], .head-button.is-lit'),
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
        _put_away(page)
        primary = page.locator(".actions .is-primary")
        if primary.count():
            primary.tap()
            return
        kinds = page.evaluate(TAPPABLE)
        cards = [place for place, kind in enumerate(kinds) if kind == "card"]
        others = [place for place, kind in enumerate(kinds) if kind != "card"]
        chosen = chance.choice(cards) if cards and chance.random() < 0.85 else chance.choice(others or cards)
        found = page.locator(f"[data-tap='{chosen}']")
        # a piece covers the middle of its square, and in a full hand the next card that of each
        corner = found.evaluate("(one) => one.matches('[data-stop]')")
        found.tap(position={"x": 6, "y": 6} if corner else None)
    raise AssertionError("so many taps, and nothing to send: " + page.inner_text(".prompt"))


def list_through(page: Page, chance: random.Random, names: Names = ENGLISH, most: int = 10_000) -> int:
    """Play from the list of all moves, by accessible names alone, to the end or so many decisions; returns how many."""
    after, made = -1, 0
    while made < most and awaited(page, after):
        after = shown(page)
        list_once(page, chance, names)
        made += 1
    return made


def list_once(page: Page, chance: random.Random, names: Names = ENGLISH) -> None:
    """Make one decision from the list of all moves."""
    page.get_by_role("button", name=names.moves).click()
    sheet = page.get_by_role("dialog", name=names.moves)
    moves = sheet.get_by_role("listitem").get_by_role("button")
    said = chance.choice(moves.all_inner_texts())
    sheet.get_by_role("button", name=said, exact=True).first.click()
    sheet.get_by_role("button", name=names.do.replace("{move}", said), exact=True).click()


WAY = """() => {
  const stops = [...document.querySelectorAll('.is-lit > [data-stop], .chip[aria-pressed=false], .head-button.is-lit')]
    .filter((one) => one.getBoundingClientRect().width > 0);
  return stops.length;
}"""
CHOSEN = """(place) => {
  const stops = [...document.querySelectorAll('.is-lit > [data-stop], .chip[aria-pressed=false], .head-button.is-lit')]
    .filter((one) => one.getBoundingClientRect().width > 0);
  document.querySelectorAll('[data-goal]').forEach((one) => delete one.dataset.goal);
  stops[place].dataset.goal = '';
}"""
NEAR = """() => { const goal = document.querySelector('[data-goal]'); const here = document.activeElement;
  if (goal === here) return 'there';
  const zone = goal.closest('[data-zone]');
  return zone && zone.contains(here) && here.matches('[data-stop]') ? 'zone' : 'away'; }"""
LOST = """(frames) => new Promise((done) => {
  const lost = () => [null, document.body, document.documentElement].includes(document.activeElement);
  const next = () => requestAnimationFrame(() => setTimeout(look));
  const look = () => { if (!lost() || frames-- <= 0) done(lost()); else next(); };
  setTimeout(look); })"""
FRAMES = 3  # a browser takes the focus from what is hidden or disabled when it draws, not before
STEPS = 120  # keys on the way to one thing; more is a trap


def key_through(page: Page, chance: random.Random, most: int = 10_000) -> int:
    """Play by the keyboard alone; the focus is never lost. Returns how many decisions it took."""
    after, made = -1, 0
    while made < most and awaited(page, after):
        after = shown(page)
        landed(page)
        _by_keys(page, chance)
        made += 1
    landed(page)
    return made


def landed(page: Page) -> None:
    """Check that the focus is on something of the page; raises `AssertionError`.

    The page puts it back when the browser has finished with what took it away, some frames later at most.
    """
    assert not page.evaluate(LOST, FRAMES), "the focus is on the page itself: " + page.inner_text("body")[:200]


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other; the focus is never lost."""
    for key in keys:
        page.keyboard.press(key)
        landed(page)


def _by_keys(page: Page, chance: random.Random) -> None:
    """Make one decision: go to what may be chosen and press Enter, then the same with the button that sends."""
    for _ in range(TAPS):
        _put_away(page)
        if page.locator(".actions .is-primary").count():
            page.evaluate("document.querySelectorAll('[data-goal]').forEach((one) => delete one.dataset.goal)")
            page.evaluate("document.querySelector('.actions .is-primary').dataset.goal = ''")
            _go(page)
            page.wait_for_selector("body[data-settled]")
            press(page, "Enter")
            return
        stops = page.evaluate(WAY)
        buttons = page.locator(".actions .button:not(.is-quiet)")
        if stops and (chance.random() < 0.85 or not buttons.count()):
            page.evaluate(CHOSEN, chance.randrange(stops))
        else:
            buttons.nth(chance.randrange(buttons.count())).evaluate(
                "(one) => { document.querySelectorAll('[data-goal]').forEach((old) => delete old.dataset.goal);"
                " one.dataset.goal = ''; }"
            )
        _go(page)
        press(page, "Enter")
    raise AssertionError("so many keys, and nothing to send: " + page.inner_text(".prompt"))


def _go(page: Page) -> None:
    """Go to the goal: by Tab from place to place, by arrows inside one. Only Tab at the end leads out of the page."""
    for step in range(STEPS):
        where = page.evaluate(NEAR)
        if where == "there":
            return
        if where == "zone":
            page.keyboard.press("Home" if step % 2 == 0 else "ArrowRight")
            _along(page)
            return
        press(page, "Tab")
    raise AssertionError("no key leads to " + page.locator("[data-goal]").first.evaluate("(one) => one.outerHTML"))


def _along(page: Page) -> None:
    """Go to the goal inside its zone, from its first place on."""
    page.keyboard.press("Home")
    if page.locator("[data-goal][data-cell]").count():
        for _ in range(8):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Home")
    for _ in range(STEPS):
        if page.evaluate(NEAR) == "there":
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("no arrow leads there")
