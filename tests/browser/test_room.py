"""Whatever can be acted on is in reach, on small screens, on their sides and much enlarged, in all four games.

At 360 by 740 px nothing has to be scrolled to act, nor to reach a map, or to see all of a review, on a telephone that
lies on its side; on less room each place scrolls by itself, never sideways.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.playing import ENGLISH, JAPANESE, arrive, awaited, dealt, list_once, seat_link, shown
from tests.browser.views import CLOSER, Home
from tests.browser.visitor import PATIENCE, SIDEWAYS, resized

ROOMY = (360, 740)
LYING = ((740, 360), (640, 360))
LOW = (1280, 800)
SIZES = (LOW, ROOMY, (360, 640), (320, 568), *LYING, (320, 256))  # the last two: 1280 px at 200, 400 %
STATES = 2  # of choosing that are looked at
LOOKS, MORE_LOOKS = 10, 60  # at entries of a review: of a run, and of the soak
DECISIONS = 25  # of each game of the soak
LONG = "W" * 40  # the longest name, of the widest letters
QUICK, MORE = ("panzer", "fightdrome"), ("chanic-ten", "inviter")  # reviews of a run, and of the soak
TABLES = (*QUICK, *MORE, *CLOSER)
PLACES = {  # that lie before a seat at each of the moments looked at
    "panzer": ("hand", "supply", "junkyard"),
    "fightdrome": ("hand",),
    "chanic-ten": ("hand",),
    "inviter": ("line",),
}

# What can be acted on, and what is wrong with it: out of sight, covered, or too small. A card in a full hand has 24 px
# of its own, a square under a piece its corner; what lies in a place that scrolls may be scrolled to, if `scrolled`.
WRONG = """(scrolled) => {
  const all = [...document.querySelectorAll(".is-lit > [data-stop], .is-must > [data-stop], .hands [data-stop], "
    + ".app-grid:has(.is-review) .board .zone:not(.z-grid) [data-stop], "
    + ".head-button, .dock button, .dock select, .dock a[href], .bar .button")];
  const told = [];
  const named = (one) => `${one?.localName}.${one?.getAttribute("class")}`;
  const at = (x, y) => document.elementFromPoint(x, y);
  for (const one of all.filter((one) => one.checkVisibility())) {
    if (scrolled) one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const square = one.parentElement.matches(".tile");
    const small = one.matches("[data-stop]") && one.closest(".label, .k-piece, .hands, .zone:not(.z-grid)");
    const ruled = one.closest(".lay-rows .label.k-strip.is-lit:not(.has-art)"); // as a deck is, by its name alone
    const least = small && !ruled ? 24 : 44;
    const over = (x, y) => (one.contains(at(left + x, top + y)) ? "" : named(at(left + x, top + y)));
    const free = square ? [[4, 4]] : [[4, height / 2], [20, height / 2]];
    const wrong = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 ? "out of sight"
      : free.some(([x, y]) => over(x, y)) ? `covered by ${free.map(([x, y]) => over(x, y))}`
      : Math.min(width, height) < least - 0.5 ? "too small" : "";
    const said = one.ariaLabel ?? one.textContent.trim();
    if (wrong) told.push(`${wrong}: ${said} ${[left, top, width, height].map(Math.round)}`);
  }
  return told;
}"""
# Signs of a head and names of squares that run off them, and titles that are not told to the end.
CUT = """() => [...document.querySelectorAll(".board .head .badge, .bar h1, .banner, .ground-name")].filter((one) => {
  const { left, right, bottom } = one.getBoundingClientRect();
  const around = one.closest(".head, .bar, .tile").getBoundingClientRect();
  const out = left < around.left - 1 || right > around.right + 1 || bottom > around.bottom + 2;
  return one.checkVisibility() && (out || one.scrollHeight > one.clientHeight + 2);
}).map((one) => one.textContent)"""
# Words of a head that lie over others of it.
OVER = """() => [...document.querySelectorAll(".panel .head")].flatMap((head) => {
  const parts = [...head.querySelectorAll("h3, .badge, .counter, .clock")].filter((one) => one.checkVisibility());
  const boxes = parts.map((one) => one.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const under = (a, place) => boxes.slice(place + 1).filter((b) => over(a, b));
  return boxes.flatMap(under).map(() => head.textContent.trim());
})"""
# Of some entries of a review: how many sentences it tells, and how many of them are in sight to their ends.
SENTENCES_SEEN = """async ([entries, patience]) => {
  const shows = (n) => document.querySelector(".tl-legend b")?.textContent === `#${n}`;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const seen = () => {
    const strip = document.querySelector(".told-here").getBoundingClientRect();
    const all = [...document.querySelectorAll(".told-here li")].map((one) => one.getBoundingClientRect());
    return [all.length, all.filter(({ top, bottom }) => top >= strip.top - 1 && bottom <= strip.bottom + 1).length];
  };
  const found = [];
  for (const n of entries) {
    const end = performance.now() + patience;
    location.hash = `#${n}/all`;
    while (!shows(n) && performance.now() < end) await frame();
    if (!shows(n)) throw new Error(`the review never goes to ${n}`);
    found.push([n, ...seen()]);
  }
  return found;
}"""
HIGHER = "() => [...document.querySelectorAll('.board, .dock')].some((one) => one.scrollHeight > one.clientHeight + 1)"
RENAME = (
    """(name) => document.querySelectorAll(".panel:not(.p-centre) h3").forEach((one) => { one.textContent = name; })"""
)
LOWERED = ((360, 568), (384, 512), (360, 640))  # telephones, and 768 px at 200 %: a map does not always fit
# Each square that can be picked lies between the heads of both sides and the dock, a thumb's edge of it at least,
# though nobody has scrolled.
SQUARES_SEEN = """() => {
  const squares = [...document.querySelectorAll(".map .is-lit > [data-stop]")];
  const dock = document.querySelector(".dock").getBoundingClientRect().top;
  const box = (one) => one.getBoundingClientRect();
  const heads = [...document.querySelectorAll(".panel:not(.p-centre) > .head")].map(box);
  const seen = heads.filter(({ left, top, height }) => document.elementFromPoint(left + 8, top + height / 2)
    ?.closest(".head"));
  const below = Math.max(...heads.map((one) => one.bottom));
  return squares.length > 0 && seen.length === 2 && squares.map(box)
    .every(({ bottom }) => bottom <= dock + 1 && bottom >= below + 24);
}"""
PILED = "[data-many] .card > [data-stop]"
# Of each card of a pile the left 24 px can be tapped, though nobody has scrolled.
PILE_SEEN = """(piled) => [...document.querySelectorAll(piled)].every((one) => {
  const { left, top, height } = one.getBoundingClientRect();
  return [4, 20].every((x) => one.contains(document.elementFromPoint(left + x, top + height / 2)));
})"""
TITLE_LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".bar h1"));
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
LINES = """() => Math.max(...[...document.querySelectorAll(".actions .button:not(.has-icon)")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one.querySelector('.text'));
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}))"""
TRIO = ("What happened?", "Use the Trader", "End the turn")
# Whether words do not end where their box ends; a line has 3 px more of its own where its letters are set close.
SPILT = "(one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 3"
OPENED = """() => document.querySelector(".near .zones .card").classList.add("is-lit")"""
LOWERED_BY = """(px) => { document.querySelector(".near .zones").style.marginTop = px + "px"; }"""
FIRST_SEEN = """() => {
  const { top, bottom } = document.querySelector(".near .zones .card").getBoundingClientRect();
  const board = document.querySelector(".board").getBoundingClientRect();
  const map = document.querySelector(".map").getBoundingClientRect();
  return top >= board.top && bottom <= board.bottom && Math.abs(map.top - board.top) <= 8;
}"""
LOWERED_AND_SEEN = (
    f"""(px) => {{ ({OPENED})(); ({LOWERED_BY})(px); return ({FIRST_SEEN})(); }}"""  # the page draws in between
)
SQUEEZED = """() => [...document.querySelectorAll(".board .label, .board .z-pile")]
  .filter((one) => one.checkVisibility() && one.closest(".map") === null && one.getBoundingClientRect().width < 24)
  .map((one) => one.textContent.trim())"""

# What is wrong with a page of a size, by kinds; then all lies as if nobody had scrolled.
FAULTS = f"""([scrolled, fits]) => {{
  const found = {{
    sideways: {SIDEWAYS},
    wrong: ({WRONG})(scrolled),
    higher: fits && ({HIGHER})(),
    over: ({OVER})(),
    cut: ({CUT})(),
    squeezed: ({SQUEEZED})(),
  }};
  for (const one of document.querySelectorAll(".board, .dock")) one.scrollTo(0, 0);
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one === true || one.length > 0));
}}"""


def in_reach(page: Page, about: Any) -> None:
    """Check a page at every size; raises `AssertionError`."""
    review = page.locator(".is-review").count() == 1
    map_seen = not review and page.locator(".map").count() == 1
    for width, height in SIZES:
        resized(page, width, height)
        lies = (width, height) in LYING
        whole = (width, height) == ROOMY or (map_seen and (lies or (width, height) == LOW)) or (review and lies)
        found = page.evaluate(FAULTS, [not whole, review and lies])
        assert found == {}, (about, width, height, page.inner_text(".dock"))


@pytest.mark.parametrize("name", TABLES)
def test_whatever_can_be_done_is_in_reach_on_a_small_screen(visits: Visits, home: Home, name: str) -> None:
    page = visits(home.url, viewport={"width": 360, "height": 740}).page
    page.goto(home.url + home.tables[name].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    for picks in range(STATES):
        in_reach(page, (name, picks))
        lit = page.locator(".board .is-lit > [data-stop]:visible, .hands .is-lit > [data-stop]:visible")
        if lit.count():
            lit.first.evaluate("(one) => one.click()")
    page.evaluate(RENAME, LONG)
    in_reach(page, (name, LONG))


def test_a_ready_made_deck_comes_before_one_of_ones_own(visits: Visits, home: Home) -> None:
    page = visits(home.url, viewport={"width": 360, "height": 740}).page
    page.goto(home.url + home.tables["panzer-first"].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    assert page.locator(".board .label.is-lit").count() > 1
    assert page.get_by_role("button", name="a deck of your own").is_visible()
    assert page.locator(".actions .button:not(.is-quiet)").count() == 0
    assert page.locator(".board .label.is-lit", has_text="recommended").count() == 1
    assert page.locator(".board .label", has_text="recommended").count() == 1
    heights = page.locator(".board .label").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 44, "those that cannot be chosen are read as easily"


def test_squares_that_can_be_picked_and_the_heads_are_in_sight_together(visits: Visits, home: Home) -> None:
    page = visits(home.url, viewport={"width": 384, "height": 512}).page
    for name in ("panzer", "panzer-late"):
        page.goto(home.url + home.tables[name].seat(0))
        page.wait_for_selector("body[data-state=idle]")
        for width, height in LOWERED:
            resized(page, width, height)
            page.wait_for_function(SQUARES_SEEN)
    page.evaluate(OPENED)  # as a place from which to choose, which lies before the map
    for width, height in LOWERED:
        resized(page, width, height)
        page.wait_for_function(SQUARES_SEEN)


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_many_commands_are_told_in_two_lines_each(visits: Visits, home: Home, locale: str) -> None:
    """In three where four stand beside each other on the narrowest phone, as long as they are whole."""
    page = visits(home.url, viewport={"width": 360, "height": 640}, locale=locale).page
    for name in ("panzer", "panzer-twin"):
        resized(page, 360, 640)
        page.goto(home.url + home.tables[name].seat(0))
        page.wait_for_selector("body[data-state=idle] .actions.is-many")
        assert page.evaluate(LINES) <= 2, name
        resized(page, 320, 640)
        assert page.evaluate(LINES) <= (2 if locale == "en" else 3), name
        assert page.locator(".actions .button").evaluate_all(
            "(all) => all.every((one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth)"
        ), name


def test_what_three_buttons_say_stays_in_them(visits: Visits, home: Home) -> None:
    page = visits(home.url, viewport={"width": 320, "height": 568}, locale="ja").page
    page.goto(home.url + home.tables["chanic-ten"].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    buttons = page.locator(".actions .button:not(.has-icon)")
    assert buttons.count() == len(TRIO)
    assert buttons.evaluate_all(f"(all) => all.map({SPILT})") == [False] * len(TRIO)


@pytest.mark.parametrize("size", [(320, 568), (320, 740), (384, 512)])
def test_the_name_that_a_person_has_at_first_is_whole_above_a_map(
    visits: Visits, home: Home, size: tuple[int, int]
) -> None:
    """And a long one has two lines."""
    page = visits(home.url, viewport={"width": size[0], "height": size[1]}, locale="ja").page
    page.goto(home.url + home.tables["panzer"].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    names = page.locator(".panel:not(.p-centre) h3")
    page.evaluate(RENAME, "プレーヤー")
    assert names.evaluate_all(f"(all) => all.map({SPILT})") == [False, False]
    lines = names.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    page.evaluate(RENAME, LONG)
    longer = names.evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert all(more >= line for more, line in zip(longer, lines, strict=True))
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("name", ["panzer", "inviter"])
def test_a_title_stays_on_one_line_where_there_is_room(visits: Visits, home: Home, name: str) -> None:
    page = visits(home.url, viewport={"width": 768, "height": 1024}).page
    page.goto(home.url + home.tables[name].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    assert page.evaluate(TITLE_LINES) == 1
    assert page.evaluate(CUT) == []


@pytest.mark.long
def test_beside_a_map_on_its_side_what_can_be_picked_comes_in_sight_and_the_map_stays(
    visits: Visits, home: Home
) -> None:
    page = visits(home.url, viewport={"width": 640, "height": 400}).page
    page.goto(home.url + home.tables["panzer-twin"].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    assert page.locator(".z-pile .is-lit, .zone[data-place$=junkyard] .is-lit").count() == 0, "its like in the hand is"
    assert not page.evaluate(LOWERED_AND_SEEN, 300), "as under many rows of cards"
    resized(page, 640, 360)
    page.wait_for_function(FIRST_SEEN)


@pytest.mark.parametrize("many", [26, 40])
def test_an_open_pile_of_many_cards_is_in_reach_without_scrolling(visits: Visits, home: Home, many: int) -> None:
    page = visits(home.url, viewport={"width": 360, "height": 740}).page
    page.route("**/scene?*", lambda route: route.fulfill(json=piled(route.fetch().json(), many)))
    page.goto(home.url + home.tables["inviter"].seat(0))
    page.wait_for_selector("body[data-state=idle]")
    assert page.locator(PILED).count() == many
    for width, height in (LOW, ROOMY, (360, 640), (384, 512), (768, 1024)):
        resized(page, width, height)
        page.wait_for_function(PILE_SEEN, arg=PILED)
        assert not page.evaluate(SIDEWAYS)
    for place in (0, many // 2, many - 1):
        page.locator(PILED).nth(place).click(position={"x": 6, "y": 12})
        page.wait_for_selector("[data-many] .is-selected")
        page.wait_for_function(PILE_SEEN, arg=PILED)


def piled(scene: dict[str, Any], many: int) -> dict[str, Any]:
    """Return a scene in which a card of the discard pile is to be chosen, one of many."""
    ids = [f"x{number}" for number in range(many)]
    places = [zone for panel in scene["picture"]["panels"] for zone in panel["zones"]]
    pile = next(zone for zone in places if zone["id"] == "centre/discard")
    pile["cards"] = [{**pile["cards"][number % len(pile["cards"])], "id": known} for number, known in enumerate(ids)]
    scene["commands"] = [{"tag": "choose_card", "body": {"card": known}, "say": known} for known in ids]
    scene["offers"][0]["fields"]["card"]["values"] = ids
    scene["words"] = {known: {"short": known, "full": known, "kind": "card"} for known in ids}
    return scene


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(name, marks=pytest.mark.soak) for name in MORE]])
def test_a_review_shows_hands_and_every_place_on_a_small_screen(visits: Visits, home: Home, name: str) -> None:
    table = home.tables[f"{name}-ended"]
    page = visits(home.url, viewport={"width": 360, "height": 740}).page
    for part, viewer in ((2, "all"), (3, "seat:0")):
        page.goto(f"{home.url}{table.path}/review#{table.n * part // 4}/{viewer}")
        page.wait_for_selector(".board [data-stop]:visible")
        in_reach(page, (name, part, viewer))
        resized(page, *ROOMY)
        places = page.locator(".board .near [data-zone]")
        seen = {place.get_attribute("data-zone") for place in places.all() if place.is_visible()}
        assert seen >= {f"seat/0/{place}" for place in PLACES[name]}


@pytest.mark.parametrize("looks", [LOOKS, pytest.param(MORE_LOOKS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", [*QUICK, *MORE])
def test_a_review_on_a_low_telephone_shows_two_sentences_of_an_entry(
    visits: Visits, home: Home, name: str, looks: int
) -> None:
    table = home.tables[f"{name}-ended"]
    page = visits(home.url, viewport={"width": 360, "height": 640}).page
    page.goto(f"{home.url}{table.path}/review#1/all")
    page.wait_for_selector(".dock.is-review")
    entries = [table.n * part // looks for part in range(1, looks + 1)]
    found = page.evaluate(SENTENCES_SEEN, [entries, PATIENCE])
    assert [(n, count, seen) for n, count, seen in found if seen < min(2, count)] == []
    assert any(count > 1 for _, count, _ in found), "an entry of several sentences is met"


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("game", ["chanic_panic", "fightdrome", "panic_clan_inviter", "panzer_clash"])
def test_whatever_is_dealt_it_is_in_reach(server: Server, visits: Visits, game: str, locale: str) -> None:
    page = visits(server.url.removesuffix("/api/v1"), locale=locale, viewport={"width": 360, "height": 740}).page
    arrive(page, seat_link(server, dealt(server, game)))
    chance, after, made = random.Random(7), -1, 0
    while made < DECISIONS and awaited(page, after):
        after = shown(page)
        in_reach(page, (game, made))
        resized(page, *ROOMY)
        lit = page.locator(".board .is-lit > [data-stop]:visible, .hands .is-lit > [data-stop]:visible")
        if lit.count():
            lit.nth(chance.randrange(lit.count())).evaluate("(one) => one.click()")
            in_reach(page, (game, made, "picked"))
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        list_once(page, chance, ENGLISH if locale == "en" else JAPANESE)
        made += 1
