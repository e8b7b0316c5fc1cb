"""Names on cards are read to the end: whatever a hand of full size holds, on the smallest screens, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from domain import games
from domain.audit.timeline import Address
from domain.kernel.display.words import words_in
from domain.kernel.seats import ARBITER
from tests.browser.conftest import Visits
from tests.browser.gallery import gallery_assets, opened, page_of
from tests.browser.scenes import GOLDEN, SCENES, shown, timeline
from tests.browser.site import Site

FULL = 7  # cards with names in a full hand: the limit of Fightdrome and of Panzer Clash
MORE = 11  # as many as may come together for a while; where a card has no room its name is not shown at all
WIDTHS = (320, 360, 768, 1440)
PARTS = 5  # of each record from which cards are taken
HELD = {  # scenes with a hand, by game and language; the cards of Chanic Panic have no names
    ("fightdrome", "en"): "fightdrome",
    ("fightdrome", "ja"): "fightdrome-ja",
    ("panic_clan_inviter", "en"): "inviter",
    ("panic_clan_inviter", "ja"): "inviter-duel-ja",
    ("panzer_clash", "en"): "panzer",
    ("panzer_clash", "ja"): "panzer-ja",
}

DEAL = """(cards) => {
  const { scene, draw } = gallery;
  const open = (panel) => panel.zones.filter((zone) => zone.kind !== "hand");
  const hand = { id: "hand", label: "", kind: "hand", cards };
  const panels = scene.picture.panels.map((panel) => panel.role === "own"
    ? { ...panel, zones: [...open(panel), hand] } : panel);
  scene.picture = { ...scene.picture, panels };
  draw();
}"""
# Names of a hand that run out of their card or below the next one.
CUT = """() => {
  const cards = [...document.querySelectorAll(".hands .card")];
  const boxes = cards.map((one) => one.getBoundingClientRect());
  return cards.flatMap((card, place) => {
    const own = boxes[place];
    const next = boxes[place + 1];
    const beside = next && next.top < own.bottom && next.left > own.left ? next.left : own.right;
    const right = Math.min(own.right, beside);
    return [...card.querySelectorAll(".short, .title")].filter((one) => one.checkVisibility()).flatMap((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      const out = [...range.getClientRects()].some((line) => line.left < own.left - 0.5 || line.right > right + 0.5
        || line.top < own.top || line.bottom > own.bottom + 0.5);
      const wide = name.scrollWidth > name.clientWidth + 1;
      return out || wide ? [`${name.textContent} ${Math.round(right - own.left)}`] : [];
    });
  });
}"""
NAMED = """() => [...document.querySelectorAll(".hands .card")]
  .every((card) => [...card.querySelectorAll(".short, .title")].some((one) => one.checkVisibility()))"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The pages of the gallery that show a hand."""
    pages = {f"/{scene.name}": page_of(shown(scene)) for scene in SCENES if scene.name in HELD.values()}
    with Site(gallery_assets(), pages) as running:
        yield running


@cache
def named(game: str, language: str) -> tuple[dict[str, Any], ...]:
    """Return every card with a name that any golden record of a game shows, in a language."""
    title = games.game(game)
    found: dict[str, dict[str, Any]] = {}
    for record in sorted((GOLDEN / game).glob("*.ndjson")):
        line = timeline(f"{game}/{record.stem}")
        words = words_in(language, title.package).calling([f"P{seat}" for seat in range(line.opening.seats)])
        for part in range(1, PARTS):
            picture = line.picture(Address(len(line) * part // PARTS), ARBITER, words, None)
            panels = () if picture is None else picture.panels  # before the deal
            for card in [card for panel in panels for zone in panel.zones for card in zone.cards]:
                if card.kind == "card" and card.look is not None and (card.look.title or card.look.short):
                    found.setdefault(repr(card.look), msgspec.to_builtins(card))
    return tuple(found.values())


@pytest.mark.long
@pytest.mark.parametrize(("game", "language"), HELD)
def test_no_name_is_cut_in_a_full_hand(visits: Visits, site: Site, game: str, language: str) -> None:
    cards = named(game, language)
    visitor = visits(site.url, viewport={"width": 360, "height": 740})
    visitor.expected.append("404")  # a browser asks for an icon
    page = visitor.page
    opened(page, f"{site.url}/{HELD[game, language]}", "light")
    cut: dict[int, list[str]] = {}
    for first in range(0, len(cards), FULL):
        for number in (FULL, MORE):
            some = (cards[first:] + cards)[:number]
            page.evaluate(DEAL, [{**card, "id": f"x{place}"} for place, card in enumerate(some)])
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 740})
                assert number > FULL or page.evaluate(NAMED)
                cut.setdefault(width, []).extend(page.evaluate(CUT))
    assert cut == {width: [] for width in WIDTHS}
