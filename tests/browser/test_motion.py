"""Cards move on the page of a table: what is drawn, not what is pressed; never for who asked for less."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import arrive, awaited, dealt, list_once, seat_link, shown

NOTING = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.moved.push({ drawn: this.matches('.card, .label'), ms: options.duration });
  return animate.call(this, frames, { ...options, duration: 60_000 });  // still there when it is looked for
};"""
MOVING = """() => document.querySelector('.is-flying') !== null
  || document.getAnimations().some((one) => !(one instanceof CSSTransition))"""
STILL = f"() => !({MOVING})()"
SLIDE = 240  # ms of one card


LASTING = """const later = globalThis.setTimeout;
globalThis.setTimeout = (then, ms, ...more) => later(then, ms === 600 ? 1e7 : ms, ...more);"""  # it waits for frames


def plays(actions: list[Any]) -> bool:
    """Tell whether a card goes from the hand to the table, whatever is chosen."""
    return len(actions) > 1 and {action["tag"] for action in actions} == {"play_card"}


def at_a_table(server: Server, visits: Visits, motion: str) -> Page:
    """Sit down against a bot and be asked for a card."""
    page = visits(server.url.removesuffix("/api/v1"), reduced_motion=motion).page
    page.add_init_script(NOTING)
    arrive(page, seat_link(server, dealt(server, "fightdrome", plays)))
    return page


def test_cards_move_as_they_are_played_and_any_input_ends_it(server: Server, visits: Visits) -> None:
    page = at_a_table(server, visits, "no-preference")
    awaited(page, -1)
    list_once(page, random.Random(0))
    page.wait_for_function("() => window.moved.length > 0")  # some time after the choice that is open next
    told = page.evaluate("window.moved")
    assert all(one["drawn"] and 0 < one["ms"] <= SLIDE for one in told), told
    page.keyboard.press("Shift")
    page.wait_for_function(STILL)


def test_who_asked_for_less_motion_sees_none(server: Server, visits: Visits) -> None:
    page = at_a_table(server, visits, "reduce")
    awaited(page, -1)
    after = shown(page)
    list_once(page, random.Random(1))
    awaited(page, after)
    assert page.evaluate("window.moved") == []


def test_what_is_pressed_while_things_move_keeps_its_place(server: Server, visits: Visits) -> None:
    """The table is shown as it is now once the press has become a click, and not under the finger."""
    page = at_a_table(server, visits, "no-preference")
    page.add_init_script(LASTING)
    page.route("**/frames*", lambda route: None)
    page.reload()
    awaited(page, -1)
    after = shown(page)
    list_once(page, random.Random(1))
    awaited(page, after)
    page.wait_for_function("() => document.querySelector('dialog[open]') === null")
    page.wait_for_selector("body[data-settled]")  # from then on nothing is drawn anew by itself
    page.get_by_role("button", name="All moves").hover()
    then = page.inner_html(".app")
    page.mouse.down()
    assert page.inner_html(".app") == then
    page.mouse.up()
    page.get_by_role("dialog", name="All moves").wait_for()
    assert page.inner_html(".app .board") not in then, "what had happened was still to be shown"
