"""Names on cards are read to the end: whatever a hand of full size holds, on the smallest screens, in each language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from tests.browser.visitor import resized

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
PILES = """(cards) => {
  const { scene, draw } = gallery;
  const zones = cards.map((card, place) => ({ id: `pile/${place}`, label: "Pile", kind: "pile", cards: [card] }));
  const panels = scene.picture.panels.map((panel) => panel.role === "own" ? { ...panel, zones } : panel);
  scene.picture = { ...scene.picture, panels };
  draw();
}"""
# Names that run out of their card, or in a hand below the next one.
CUT = """(where) => {
  const cards = [...document.querySelectorAll(`${where} .card`)];
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
# Deals hands one after the other; returns the names that are cut, and the places of hands in which a name is missing.
HANDS = f"""([hands, full]) => {{
  const found = {{ cut: [], nameless: [] }};
  for (const [place, cards] of hands.entries()) {{
    ({DEAL})(cards);
    if (cards.length <= full && !({NAMED})()) found.nameless.push(place);
    found.cut.push(...({CUT})(".hands"));
  }}
  return found;
}}"""

# Lets cards lie as piles, in some widths each, and returns those of which something is wrong.
LAY = """(cards, widths, isWrong) => {
  const { scene, draw } = gallery;
  const zones = cards.map((card, place) => ({ id: `x${place}`, label: "", kind: "pile", cards: [card] }));
  scene.picture = { ...scene.picture, panels: scene.picture.panels.map((panel) => ({ ...panel, zones })) };
  draw();
  return widths.flatMap((width) => {
    for (const one of document.querySelectorAll(".board > *")) one.style.setProperty("--w", `${width}px`);
    return [...document.querySelectorAll(".near .card")].filter(isWrong)
      .map((card) => `${card.querySelector(".short").textContent} ${width}`);
  });
}"""
# Whether a name lies upon the motif, which is empty at its lower edge.
MET = """(card) => {
  const range = document.createRange();
  range.selectNodeContents(card.querySelector(".short"));
  const top = Math.min(...[...range.getClientRects()].map((line) => line.top));
  return top < card.querySelector(".art .sign").getBoundingClientRect().bottom - 3;
}"""
# Whether marks run out of their card.
OUT = """(card) => {
  const { left, right } = card.getBoundingClientRect();
  const boxes = [...card.querySelectorAll(".marks > .mark")].map((mark) => mark.getBoundingClientRect());
  return boxes.some((box) => box.left < left + 1 || box.right > right - 1);
}"""


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
    firsts = range(0, len(cards), FULL)
    some = [(cards[first:] + cards)[:number] for first in firsts for number in (FULL, MORE)]
    hands = [[{**card, "id": f"x{place}"} for place, card in enumerate(hand)] for hand in some]
    for width in WIDTHS:
        resized(page, width, 740)
        assert page.evaluate(HANDS, [hands, FULL]) == {"cut": [], "nameless": []}, width


def wrong(visits: Visits, site: Site, cards: list[dict[str, Any]], widths: Sequence[int], how: str) -> list[str]:
    """Let cards of Panzer Clash lie in some widths each, and return those of which something is wrong."""
    assert len(cards) > 2
    visitor = visits(site.url)
    visitor.expected.append("404")  # a browser asks for an icon
    opened(visitor.page, f"{site.url}/panzer", "light")
    found: list[str] = visitor.page.evaluate(f"([cards, widths]) => ({LAY})(cards, widths, {how})", [cards, widths])
    return found


@pytest.mark.long
def test_a_name_of_two_words_lies_below_the_motif_of_a_small_card(visits: Visits, site: Site) -> None:
    cards = [card for card in named("panzer_clash", "en") if " " in card["look"].get("short", "")]
    assert wrong(visits, site, cards, (34, 40, 46, 54), MET) == []


@pytest.mark.long
def test_four_marks_stand_within_a_card_of_any_width(visits: Visits, site: Site) -> None:
    """A unit with a Ranged Attack has as many."""
    cards = [card for card in named("panzer_clash", "en") if len(card["look"].get("marks", ())) == 4]
    assert wrong(visits, site, cards, (60, 64, 72, 79, 80, 88, 96, 128), OUT) == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "language"), HELD)
def test_no_name_is_cut_on_a_card_that_lies_alone(visits: Visits, site: Site, game: str, language: str) -> None:
    """As a rule in force does, or the last card of a pile."""
    cards = named(game, language)
    visitor = visits(site.url, viewport={"width": 360, "height": 740})
    visitor.expected.append("404")  # a browser asks for an icon
    page = visitor.page
    opened(page, f"{site.url}/{HELD[game, language]}", "light")
    page.evaluate(PILES, [{**card, "id": f"x{place}"} for place, card in enumerate(cards)])
    for width in WIDTHS:
        resized(page, width, 740)
        assert page.locator(".near .card").count() == len(cards)
        assert page.evaluate(CUT, ".near") == [], width
