"""The board that every page draws: room, targets, keys, states, and that what did not change keeps its nodes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import FloatRect, Page

from domain.audit.timeline import Address
from domain.kernel.display.words import words_in
from domain.kernel.seats import ARBITER
from tests.browser.conftest import Visits
from tests.browser.gallery import SIZES, gallery_assets, opened, page_of
from tests.browser.scenes import SCENES, STATES, Scene, shown, timeline
from tests.browser.site import Site
from tests.browser.visitor import Visitor, axe, resized
from web.assets import Assets

PHONE = dict(zip(("width", "height"), SIZES["360"], strict=True))
BY_NAME = {scene.name: scene for scene in SCENES}
SMALLEST, OVERLAPPED, SQUARE = 44, 24, 64  # px of a target: free, where cards lie close, on a map

# Every target that is shown: what it is, its box, and how much of its left edge no later sibling covers.
TARGETS = """() => [...document.querySelectorAll("[data-stop], .head-button, .button")]
  .filter((one) => one.checkVisibility() && one.closest(".rail") === null)
  .map((one) => {
    const drawn = one.closest(".tile, .label, .card") ?? one;
    const box = one.getBoundingClientRect();
    const next = drawn.parentElement?.nextElementSibling?.querySelector("[data-stop]")?.getBoundingClientRect();
    const beside = next && next.top === box.top && next.left > box.left;
    const free = beside ? Math.min(box.width, next.left - box.left) : box.width;
    return { kind: drawn.className.split(" ")[0], said: one.ariaLabel ?? one.textContent.trim(),
      width: box.width, height: box.height, free, left: box.left, right: box.right };
  })"""

PICK = """(number) => {
  gallery.now.picked = document.querySelectorAll(".hands [data-stop]")[number].pick.id;
  gallery.draw();
}"""
COVERED = """() => [...document.querySelectorAll(".hands [data-stop]")].filter((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [4, 16].some((x) => document.elementFromPoint(left + x, top + 12) !== one);
}).map((one) => one.ariaLabel)"""
# Cards at whose corners, one pixel within, no card at all is pressed.
DULL = """() => [...document.querySelectorAll("[data-stop]")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const corners = [[left + 1, top + 1], [right - 1, top + 1], [left + 1, bottom - 1], [right - 1, bottom - 1]];
  const met = corners.map(([x, y]) => document.elementFromPoint(x, y)).filter((one) => one?.closest(".place"));
  return met.some((found) => found.closest("[data-stop]") === null);
}).map((one) => one.ariaLabel)"""
# What lies just outside a card, where its ring is drawn.
BESIDE = """(one) => {
  const { left, top, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left - 3, top + height / 2).closest(".tile, .card").className;
}"""
# The box of a standing attack's zone, empty and taken, and of the place in it.
STANDING = """() => [[], [{ id: "x", face: "x", look: { rank: "40", title: "Kick", short: "Kick" } }]].map((cards) => {
  const { scene, draw } = gallery;
  const zones = [{ id: "centre/attack", label: "Standing attack", kind: "row", slots: 1, cards }];
  const panels = scene.picture.panels.map((panel) => panel.role === "centre" ? { ...panel, zones } : panel);
  scene.picture = { ...scene.picture, panels };
  draw();
  const zone = document.querySelector("[data-zone='centre/attack']");
  const drawn = zone.querySelector(".place.is-free, .place > .card").getBoundingClientRect();
  const box = ({ left, top, width, height }) => [left, top, width, height].map(Math.round);
  return [box(zone.getBoundingClientRect()), box(drawn)];
})"""
# Names of places that their own cards cover.
UNREAD = """() => [...document.querySelectorAll(".zone:has(.cards) > .zone-label > span")].filter((name) => {
  const box = name.getBoundingClientRect();
  const cards = name.closest(".zone").querySelector(".cards").getBoundingClientRect();
  const beside = box.right <= cards.left + 1 || box.left >= cards.right - 1;
  return name.checkVisibility() && !beside && box.bottom > cards.top + 1 && box.top < cards.bottom - 1;
}).map((name) => name.textContent)"""
WIDER = """() => [document.documentElement, document.querySelector(".board")]
  .map((one) => one.scrollWidth - one.clientWidth)"""
RAISED = """() => [...document.querySelectorAll("[data-zone]")]
  .filter((zone) => zone.querySelector("[data-stop]") !== null)
  .map((zone) => zone.querySelectorAll('[tabindex="0"]').length)"""
OPEN = """() => [...document.querySelectorAll(".across .zones")]
  .filter((one) => one.checkVisibility())
  .map((one) => one.closest("[data-panel]").dataset.panel)"""


@pytest.fixture(scope="module")
def assets() -> Assets:
    """All files of pages, and the gallery's own."""
    return gallery_assets()


@pytest.fixture(scope="module")
def site(assets: Assets) -> Iterator[Site]:
    """The pages of the gallery."""
    with Site(assets, {f"/{scene.name}": page_of(shown(scene)) for scene in SCENES}) as running:
        yield running


def at(visits: Visits, site: Site, name: str, theme: str = "light", **options: Any) -> Visitor:
    """Let somebody open a scene."""
    visitor = visits(site.url, **options)
    visitor.expected.append("404")  # a browser asks for an icon
    opened(visitor.page, f"{site.url}/{name}", theme)
    return visitor


def test_every_table_has_room_on_every_screen_and_a_phone_a_thumb_for_every_target(visits: Visits, site: Site) -> None:
    """The name of every place is read whole, also where ten open hands leave ten pixels beside their cards."""
    page = at(visits, site, SCENES[0].name, viewport=PHONE).page
    for scene in SCENES:
        opened(page, f"{site.url}/{scene.name}", "light")
        for width, height in SIZES.values():
            resized(page, width, height)
            assert page.evaluate(UNREAD) == [], (scene.name, width)
            if width == PHONE["width"]:
                thumbed(page, scene.name)


def thumbed(page: Page, name: str) -> None:
    """Check that nothing is wider than a phone, and that each target has room for a thumb."""
    assert page.evaluate(WIDER) == [0, 0], name
    targets = page.evaluate(TARGETS)
    assert targets
    for target in targets:
        told = (name, target)
        assert target["left"] >= 0, told
        assert target["right"] <= PHONE["width"], told
        least = {"tile": SQUARE, "label": OVERLAPPED - 1}.get(target["kind"], SMALLEST)
        assert target["height"] >= min(least, SMALLEST) - (10 if target["kind"] == "head-button" else 0), told
        assert target["width"] >= least - 0.5, told
        assert target["free"] >= OVERLAPPED - 0.5, told


def test_whatever_is_picked_the_free_edge_of_each_card_in_hand_is_its_own(visits: Visits, site: Site) -> None:
    page = at(visits, site, "fightdrome", viewport=PHONE).page
    stops = page.locator(".hands [data-stop]")
    assert stops.count() > 5
    for number in range(stops.count()):
        page.evaluate(PICK, number)
        assert page.locator(".hands .is-selected").count() >= 1
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("scene", ["inviter-duel-ja", "chanic-ten"])
def test_the_corners_of_a_card_are_pressed_too(visits: Visits, site: Site, scene: str) -> None:
    page = at(visits, site, scene).page
    assert page.locator("[data-stop]").count() > 10
    assert page.evaluate(DULL) == []


def test_the_ring_of_a_picked_piece_takes_no_tap_from_its_square(visits: Visits, site: Site) -> None:
    page = at(visits, site, "panzer-states").page
    assert page.locator(".k-piece.is-selected").count() == 1
    beside = page.locator(".k-piece.is-selected").evaluate(BESIDE)
    assert "k-piece" not in beside


def test_the_place_of_a_standing_attack_keeps_its_size_when_it_is_taken(visits: Visits, site: Site) -> None:
    page = at(visits, site, "fightdrome").page
    for width, height in SIZES.values():
        resized(page, width, height)
        empty, taken = page.evaluate(STANDING)
        assert empty == taken, (width, empty, taken)


def test_a_zone_is_one_stop_and_arrows_lead_through_it(visits: Visits, site: Site) -> None:
    page = at(visits, site, "chanic-four").page
    assert set(page.evaluate(RAISED)) == {1}
    focused = "document.activeElement.getAttribute('aria-label')"
    page.focus('[data-zone="seat/1/hand"] [data-stop]')
    assert page.evaluate(focused) == "3 of Hearts, Ben, Hand, can be chosen"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "5 of Hearts, Ben, Hand, can be chosen"
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "10 of Spades, Ben, Hand, can be chosen"
    page.keyboard.press("Enter")
    assert page.evaluate("gallery.now.presses") == ["S10"]
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "10 of Spades, Ben, Hand"
    assert set(page.evaluate(RAISED)) == {1}


def test_on_a_map_arrows_keep_to_rows_and_columns(visits: Visits, site: Site) -> None:
    page = at(visits, site, "panzer").page
    focused = "document.activeElement.ariaLabel"
    page.focus('[data-stop="tile c3"]')
    found = []
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "Home", "End"):
        page.keyboard.press(key)
        found.append(page.evaluate(focused).partition(",")[0])
    assert found == ["c2", "d2", "d3", "d4", "a4", "e4"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused).startswith("B-17 Flying Fortress (5)")


def test_the_focus_stays_where_a_card_was(visits: Visits, site: Site) -> None:
    """When the card that has it is gone, its neighbour has it; never the page."""
    page = at(visits, site, "chanic-four").page
    page.focus('[data-zone="seat/1/hand"] [data-stop="card H5 0"]')
    page.evaluate("""() => {
      const own = gallery.scene.picture.panels.at(-1);
      const left = (zone) => (zone.cards ?? []).filter((card) => card.id !== "H5");
      const zones = own.zones.map((zone) => ({ ...zone, cards: left(zone) }));
      gallery.scene.picture.panels[gallery.scene.picture.panels.length - 1] = { ...own, zones };
      gallery.draw();
    }""")
    page.wait_for_function("document.activeElement !== document.body")
    assert page.evaluate("document.activeElement.dataset.stop") == "card H10 0"


def test_what_did_not_change_keeps_its_nodes(visits: Visits, site: Site) -> None:
    page = at(visits, site, "chanic-ten").page
    written = """(change) => {
      const seen = [];
      const watch = new MutationObserver((records) => seen.push(...records));
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      watch.observe(document.querySelector(".board"), all);
      change();
      seen.push(...watch.takeRecords());
      watch.disconnect();
      return [...new Set(seen.map(({ target }) => {
        const element = target.nodeType === 1 ? target : target.parentElement;
        return element.closest("[data-panel]")?.dataset.panel ?? element.className;
      }))];
    }"""
    assert page.evaluate(f"({written})(() => gallery.draw())") == []
    changed = page.evaluate(f"""({written})(() => {{
      const {{ panels }} = gallery.scene.picture;
      const place = panels.findIndex((panel) => panel.id === "seat/4");
      panels[place] = {{ ...panels[place], counters: [{{ label: "Health", value: 99 }}] }};
      gallery.draw();
    }})""")
    assert changed == ["seat/4"]
    reads = page.evaluate("""() => {
      const { panels } = gallery.scene.picture;
      const place = panels.findIndex((panel) => panel.id === "seat/4");
      let count = 0;
      panels[place] = { ...panels[place], get badges() { count += 1; return []; } };
      gallery.draw();
      const first = count;
      gallery.draw();
      return [first > 0, count - first];
    }""")
    assert reads == [True, 0], "the same panel is not even looked at again"


def test_every_state_differs_without_colour(visits: Visits, site: Site) -> None:
    """In grey, in forced colours and to the ear; a card as it is beside each of them."""
    changed = """([id, state]) => {
      const before = gallery.now.states[id];
      gallery.now.states[id] = state;
      gallery.draw();
      return before;
    }"""
    for options in ({}, {"forced_colors": "active"}):
        page = at(visits, site, "chanic-states", **options).page
        page.evaluate("document.documentElement.style.setProperty('filter', 'grayscale(1)')")
        seen = set()
        for card in ("S10", "H3", "D6-2", "D8-1", "D6-1", "H4-1"):
            box = page.locator(f'[data-stop="card {card} 0"]').bounding_box()
            assert box is not None
            clip = FloatRect(x=box["x"] - 8, y=box["y"] - 16, width=box["width"] + 16, height=box["height"] + 32)
            stated = page.screenshot(clip=clip)
            state = page.evaluate(changed, [card, {}])
            assert page.screenshot(clip=clip) != stated, (options, card)
            page.evaluate(changed, [card, state])
            seen.add(stated)
        assert len(seen) == 6
    grey = at(visits, site, "chanic-states")
    names = [grey.page.locator(f'[data-stop="card {card} 0"]').get_attribute("aria-label") for card in ("D6-1", "D8-1")]
    assert names == ["6 of Diamonds, Dara, Diamonds, target", "8 of Diamonds, Ben, Diamonds, has to be chosen"]
    why = grey.page.locator('[data-stop="card D1-1 0"]')
    assert why.get_attribute("aria-label") == "Ace of Diamonds, Ben, Diamonds, It is too weak."
    assert why.get_attribute("aria-disabled") == "true"


def looks_of(record: str) -> dict[str, Any]:
    """Return every card that a record shows open, by its name."""
    line = timeline(record)
    words = words_in("en", line.title.package)
    found: dict[str, Any] = {}
    for n in range(line.started or 1, len(line) + 1, 9):
        picture = line.picture(Address(n), ARBITER, words)
        for panel in () if picture is None else picture.panels:
            for zone in panel.zones:
                for card in zone.cards:
                    if card.kind == "card" and card.look is not None and not card.back:
                        found.setdefault(card.name, msgspec.to_builtins(card))
    return found


@pytest.mark.parametrize(
    ("record", "scene"),
    [
        ("chanic_panic/panic", "chanic"),
        ("fightdrome/epic", "fightdrome"),
        ("panic_clan_inviter/four", "inviter"),
        ("panzer_clash/american_soviet", "panzer"),
    ],
)
def test_in_grey_at_44_px_different_looks_differ(visits: Visits, site: Site, record: str, scene: str) -> None:
    """In pixels, all tones made one colour; and in names."""
    cards = looks_of(record)
    assert len(cards) > 12
    page = at(visits, site, scene, viewport={"width": 360, "height": 2400}).page
    page.evaluate(
        """(cards) => {
          const zone = { label: "", kind: "pile", count: 1 };
          const zones = cards.map((card, place) => ({ ...zone, id: `all/${place}`, cards: [card] }));
          gallery.scene.picture = { headline: "", panels: [{ label: "All", role: "other", id: "all", zones }] };
          gallery.scene.awaited = [];
          const root = document.documentElement.style;
          for (const tone of ["red", "orange", "yellow", "green", "teal", "blue", "violet", "slate"])
            root.setProperty(`--${tone}`, "#555555", "important");
          root.setProperty("--tint", "0%", "important");
          gallery.draw();
          document.querySelector(".zones").style.setProperty("flex-wrap", "wrap");
        }""",
        list(cards.values()),
    )
    boxes = page.evaluate("""() => [...document.querySelectorAll(".zones .card")].map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    })""")
    assert len(boxes) == len(cards)
    assert {width for _, _, width, _ in boxes} == {44}
    drawn: dict[str, str] = {}
    for name, pixels in zip(cards, cut(page, boxes), strict=True):
        assert drawn.setdefault(pixels, name) == name
    said = page.evaluate("[...document.querySelectorAll('.zones .card .stop')].map((one) => one.ariaLabel)")
    assert len(set(said)) == len(cards)


def cut(page: Page, boxes: list[list[int]]) -> list[str]:
    """Return the pixels of parts of a page as words, the same for the same pixels; from one picture of all."""
    blank = page.context.new_page()
    found: list[str] = blank.evaluate(
        """async ([png, boxes]) => {
          const bytes = Uint8Array.from(atob(png), (mark) => mark.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const ink = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
          ink.drawImage(bitmap, 0, 0);
          return boxes.map(([x, y, width, height]) => {
            const { data } = ink.getImageData(x, y, width, height);
            return `${data.reduce((sum, value, place) => (Math.imul(sum, 31) + value * (place % 251)) | 0, 7)}`;
          });
        }""",
        [b64encode(page.screenshot()).decode(), boxes],
    )
    blank.close()
    return found


def test_a_tab_opens_a_board_and_keeps_the_others_closed(visits: Visits, site: Site) -> None:
    page = at(visits, site, "chanic-ten", viewport=PHONE).page
    assert page.evaluate(OPEN) == ["seat/4"]
    page.click('[data-opens="seat/3"]')
    assert page.evaluate(OPEN) == ["seat/3"]
    assert page.get_attribute('[data-opens="seat/3"]', "aria-expanded") == "true"
    assert page.evaluate("gallery.now.presses") == []


def test_a_card_is_read_by_hovering_by_a_key_and_by_a_long_press(visits: Visits, site: Site) -> None:
    page = at(visits, site, "fightdrome", viewport={"width": 1440, "height": 900}, has_touch=True).page
    page.hover('[data-zone="centre/attack"] [data-stop]')
    assert page.inner_text(".reader h3") == "Kick 70"
    page.focus('[data-zone="seat/1/hand"] [data-stop]')
    page.keyboard.press("i")
    assert page.inner_text(".reader h3") == "Kick 60"
    assert page.inner_text(".reader .why") != ""


@pytest.mark.parametrize("scene", ["chanic-ten", "fightdrome-ja", "panzer-states", "inviter"])
def test_no_serious_finding_of_axe(visits: Visits, site: Site, scene: str) -> None:
    visitor = at(visits, site, scene)
    assert axe(visitor.page) == []
    visitor.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    resized(visitor.page, *SIZES["360"])
    assert axe(visitor.page) == []


def test_every_state_is_shown_in_a_scene() -> None:
    """What the tests above look at is all there is."""
    told = {name for state in STATES.values() for name in state}
    assert told == {"lit", "dim", "selected", "must", "target", "way", "fresh", "why"}
    assert all(isinstance(scene, Scene) for scene in SCENES)


def test_the_squares_of_a_map_are_told_apart_on_paper(visits: Visits, site: Site) -> None:
    """Their lines are the ground of the map, and paper prints no grounds unless it is told to."""
    page = at(visits, site, "panzer").page
    page.emulate_media(media="print")
    assert page.locator(".map").evaluate("(one) => getComputedStyle(one).printColorAdjust") == "exact"
