"""Tournaments in a real browser: a whole Swiss by the console, a player by its personal link, paper, and no script."""

from __future__ import annotations

import subprocess

import msgspec
import pytest
from playwright.sync_api import Page, Request, expect

from domain.tournament.log.check import check
from tests.browser.conftest import Visits
from tests.browser.hall import Hall, press, rule, sure
from tests.browser.test_everybody import WAYS, sound
from tests.browser.visitor import LATIN, PRESSED, axe, fits, latin, on_paper
from tests.node import NODE, ROOT

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
HOSTILE = "<img src=x onerror=alert(1)>"
NAMES = (HOSTILE, "الفيصل 12", "W" * 40, 'O\'Neil; "Ann"')
LABEL = "Ω" * 79 + "<"
QR = 'import { modules } from "./web/static/inviting/qr.js"; console.log(JSON.stringify(modules(process.argv[1])))'
DRAWN = """() => [...document.querySelectorAll('svg.qr')].map((one) => one.querySelector('path').getAttribute('d'))"""


def opened_by_form(page: Page, hall: Hall) -> str:
    """Open a tournament by the form, where a fault stands beside its field, and no careless press opens it."""
    before = hall.get("/tournaments?own=true")["tournaments"]  # other tests share the hall
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("link", name="Open a tournament").click()
    assert "key" not in page.url
    page.get_by_label("What it is called").fill(LABEL)
    page.locator("select[name=game]").select_option("fightdrome")
    for name, value in (("rounds", "99"), ("players", "4"), ("confirm", "0")):
        page.locator(f"input[name={name}]").fill(value)
    page.locator(".field", has_text="Rounds").locator(".wrong").wait_for()
    press(page, "Read what will be opened")
    assert not page.locator("dialog").is_visible()
    page.locator("input[name=rounds]").fill("2")
    page.get_by_text("With 4 players: 2 rounds, 2 tables in round 1, nobody sits out.").wait_for()
    assert axe(page) == []
    press(page, "Read what will be opened")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    assert hall.get("/tournaments?own=true")["tournaments"] == before, "whoever turns back has opened nothing"
    sure(page, "Read what will be opened", "Open it")
    page.get_by_role("heading", name="What comes next").wait_for()
    return page.url.rpartition("#")[2]


def paste(page: Page) -> None:
    page.get_by_text("Paste many").click()
    field = page.locator("main textarea")
    field.fill("Eve,none")
    page.get_by_text("Line 1:").wait_for()
    field.fill("\n".join(['"' + name.replace('"', '""') + '"' for name in NAMES]))
    sure(page, "Register 4 players …", "Register")
    page.get_by_text("Copy all 4 links, with names").wait_for()


def test_a_whole_swiss_is_run_in_the_console(hall: Hall, visits: Visits) -> None:
    """From the form to the end; a spectator sees it as it comes, nothing of what is not published, and no secret."""
    page, spectator = visits(hall.home).page, visits(hall.home, **PHONE).page
    heard: list[str] = []
    cup = opened_by_form(page, hall)
    spectator.on("response", lambda said: None if said.url.endswith("/stream") else heard.append(said.text()))
    spectator.goto(f"{hall.home}/tournaments/{cup}")
    paste(page)
    page.locator(".entrant summary").first.click()
    code = page.locator(".entrant-acts input[readonly]").input_value().partition("code=")[2]
    assert len(code) > 20
    sure(page, "Start …", "Start it")
    sure(page, "Pair round 1 …", "Pair it")
    page.get_by_text("Not published yet").wait_for()
    spectator.get_by_text("No round is paired yet.").wait_for()
    sure(page, "Publish round 1 …", "Publish it")
    spectator.get_by_role("heading", name="Round 1").wait_for()
    expect(spectator.locator(".pairing")).to_have_count(2)
    rule(page, 1, "1,2")
    rule(page, 2, "1,0")
    page.get_by_text("Round 1 has all its results.").wait_for()
    rule(page, 1, "2,1")
    sure(page, "Pair round 2 …", "Pair it")
    sure(page, "Pair anew …", "Pair anew")
    exchange(page)
    page.get_by_text("Paired by the organiser: They are sisters.").wait_for()
    fits(page)
    assert axe(page) == []
    sure(page, "Publish round 2 …", "Publish it")
    rule(page, 1, "1,1")
    rule(page, 2, "0,0")
    sure(page, "End the tournament …", "End it")
    spectator.get_by_text("has ended").wait_for()
    expect(spectator.locator(".standings tbody tr")).to_have_count(4)
    watched(spectator)
    printed(spectator, cup)
    seen = "\n".join([*heard, spectator.content()])
    assert not [secret for secret in (hall.key, code) if secret in seen], "nothing secret comes to a spectator"
    record = hall.server.call("GET", f"/tournaments/{cup}/record").body
    assert [found for found in check(record.splitlines()) if found.status != "passed"] == []


def exchange(page: Page) -> None:
    """Let the first players of both tables change places."""
    page.get_by_text("Exchange two players").click()
    page.get_by_label("One of them").first.select_option(index=1)
    page.get_by_label("The other one").first.select_option(index=3)
    page.locator(".next").get_by_label("Reason").fill("They are sisters.")
    sure(page, "Exchange …", "Exchange them")


def watched(page: Page) -> None:
    """Ask why, on a phone: pairings and tie-breaks explain themselves, whatever players are called."""
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    fits(page)
    assert axe(page) == []
    page.get_by_role("button", name="1", exact=True).or_(page.get_by_role("button", name="Round 1")).first.tap()
    page.get_by_role("heading", name="Round 1").wait_for()
    page.get_by_role("button", name="Table 1: why this pairing?").tap()
    page.locator("select[name=other]").select_option(index=1)
    expect(page.locator(".why-said")).not_to_be_empty()
    fits(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=f"{HOSTILE}: how this is counted").tap()
    page.locator(".why-values").wait_for()
    fits(page)
    page.keyboard.press("Escape")


def printed(page: Page, cup: str) -> None:
    """On paper stands who stands where, and nothing to press; nor in the list of tournaments, or of their organiser."""
    on_paper(page)
    assert page.locator(".standings tbody bdi:visible").all_inner_texts().count(HOSTILE) == 1
    page.goto(page.url.removesuffix(f"/{cup}"))
    page.locator(".cups a", has_text=LABEL).wait_for()
    page.emulate_media(media="print")
    assert page.locator(PRESSED).count() == 0


def test_a_player_comes_by_a_personal_link(hall: Hall, visits: Visits) -> None:
    """Once, on a phone: checks in, sits down at the table, and is still known after a reload."""
    cup, (ada, bob) = hall.cup("Ada", "Bob", visibility="private")
    visitor = visits(hall.home, **PHONE)
    visitor.expected = ["404"]  # a private tournament is none before one has come in
    page = visitor.page
    link = f"{hall.home}/tournaments/{cup}#player={ada['player']}&code={ada['code']}"
    page.goto(link)
    press(page, "That is me: come in")
    page.get_by_text("Check in when you are there.").wait_for()
    assert ada["code"] not in page.url
    assert "mlk_" not in page.content()
    press(page, "Check in")
    page.get_by_text("You are checked in. Your table stands here").wait_for()
    fits(page)
    assert axe(page) == []
    hall.do(f"/tournaments/{cup}/players/{bob['player']}/check-in")
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    press(page, "Sit down at my table")
    page.wait_for_url("**/t/*")
    page.locator(".board").wait_for()
    page.goto(f"{hall.home}/tournaments/{cup}")
    page.get_by_text("Round 1: you have sat down.").wait_for()
    assert page.evaluate("[sessionStorage.getItem('mlk'), document.cookie]") == [None, ""]
    second = visits(hall.home)
    second.expected = ["404", "409"]
    second.page.goto(link)
    press(second.page, "That is me: come in")
    second.page.get_by_text("This personal link has been used already.").wait_for()


def test_a_player_registers_a_deck(hall: Hall, visits: Visits) -> None:
    """On a phone: a ready-made one, then another one; before that nobody checks in."""
    cup, (ada,) = hall.cup("Ada", game="panzer_clash", decks="registered")
    page = visits(hall.home, **PHONE).page
    page.goto(f"{hall.home}/tournaments/{cup}#player={ada['player']}&code={ada['code']}")
    press(page, "That is me: come in")
    page.get_by_text("Register your deck, then check in.").wait_for()
    expect(page.get_by_role("button", name="Check in", exact=True)).to_have_attribute("aria-disabled", "true")
    for ready, label in (("deck_german_60", "Register this deck"), ("deck_soviet_60", "Register this one instead")):
        page.get_by_label("Ready-made decks").select_option(ready)
        press(page, label)
        page.get_by_text("Your deck is registered and sealed.").wait_for()
        page.get_by_text("Registered: 60 cards").wait_for()
        fits(page)
        assert axe(page) == []
    press(page, "Check in")
    page.get_by_text("You are checked in.").first.wait_for()
    page.get_by_text("Registered: 60 cards").click()
    page.locator(".mine-deck pre", has_text="side allies").wait_for()
    fits(page)


def test_what_is_printed_leads_to_public_pages(hall: Hall, visits: Visits) -> None:
    """Each QR code is that of an address without any secret; the sheets are pages of A4."""
    cup, _ = hall.cup("Ada", "Bob", "W" * 40)
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    page = visits(hall.home).page
    page.goto(f"{hall.home}/tournaments/{cup}/print")
    page.locator(".wall").wait_for()
    for part in ("Result slips", "Standings"):
        page.get_by_label(part, exact=True).first.check()
    page.locator(".slip").wait_for()
    assert axe(page) == []
    table = hall.get(f"/tournaments/{cup}/rounds/1")["tables"][0]["table"]
    public = [f"{hall.home}/tournaments/{cup}"] * 2 + [f"{hall.home}/t/{table}"]
    assert page.evaluate(DRAWN) == [path_of(address) for address in public]
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == 3, "pairings, standings and slips"


def path_of(text: str) -> str:
    """Return how a QR code of a text is drawn, from its modules alone."""
    done = subprocess.run([NODE, "--input-type=module", "-e", QR, text], cwd=ROOT, capture_output=True, check=True)
    rows: list[list[bool]] = msgspec.json.decode(done.stdout)
    dark = [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one]
    return "".join([f"M{x + 4} {y + 4}h1v1h-1z" for x, y in dark])


def test_whoever_has_no_script_reads_a_public_tournament(hall: Hall, visits: Visits) -> None:
    cup, _ = hall.cup(*NAMES, label=LABEL)
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    page = visits(hall.home, java_script_enabled=False, **PHONE).page
    page.goto(f"{hall.home}/tournaments")
    page.get_by_role("link", name=LABEL).first.click()
    text = page.locator(".as-text").inner_text()
    assert all(name in text for name in NAMES)
    assert "Round 1" in text
    private, _ = hall.cup("Ada", "Bob", label="Nobody sees this", visibility="private")
    page.goto(f"{hall.home}/tournaments/{private}")
    assert "Nobody sees this" not in page.content()
    page.goto(f"{hall.home}/tournaments")
    assert "Nobody sees this" not in page.content()


def test_who_reads_japanese_meets_no_english_at_tournaments(hall: Hall, visits: Visits) -> None:
    cup, _ = hall.cup(*NAMES, "Eve", label=LABEL)
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    page = visits(hall.home, locale="ja-JP", **PHONE).page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    labels = [one["label"] or "" for one in hall.get("/tournaments?own=true")["tournaments"]]
    written = LATIN.findall(f"{' '.join([*labels, *NAMES])} Eve Webhook CSV TRF")
    written += LATIN.findall("players.csv pairings.csv standings.csv results.csv trf26.trf")
    cups = ("/tournaments", f"/tournaments/{cup}", f"/tournaments/{cup}/print")
    for path in ("/organiser", "/organiser#new", f"/organiser#{cup}", *cups):
        page.goto("about:blank")
        page.goto(hall.home + path)
        page.locator("main :is(.cups, .pairing, .wall, .creating)").first.wait_for()
        assert latin(page, *written) == {}, path


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_the_pages_of_tournaments_are_for_everybody(hall: Hall, visits: Visits, way: str) -> None:
    """In the dark, at 200 %, in forced colours, in both languages: axe finds nothing serious, nothing is cut off."""
    cup, _ = hall.cup(*NAMES, "Eve", label=LABEL)
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    page = visits(hall.home, **WAYS[way]).page
    page.goto(f"{hall.home}/organiser")
    sound(page, ("door", way))
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    console = f"{hall.home}/organiser#{cup}"
    for path in ("/tournaments", f"/tournaments/{cup}", f"/tournaments/{cup}/print", "/organiser#new", console):
        for language in ("en", "ja"):
            address, _, hash = path.removeprefix(hall.home).partition("#")
            page.goto("about:blank")
            page.goto(f"{hall.home}{address}?lang={language}#{hash}")
            page.locator("main :is(.cups, .pairing, .wall, .creating)").first.wait_for()
            sound(page, (f"{path} {language}", way))


def test_try_again_asks_for_the_session_and_leaves_one_stream(hall: Hall, visits: Visits) -> None:
    """Whoever came by a key before is known after a reload, though the line fails and somebody presses often."""
    cup, players = hall.cup("Ada", "Bob")
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    page.goto(f"{hall.home}/tournaments/{cup}#key={hall.enters(cup, players[0])}")
    page.locator(".mine", has_text="Ada").wait_for()
    streams: list[str | None] = []

    def note(request: Request) -> None:
        if request.url.endswith("/stream"):
            streams.append(request.headers.get("matchledger-session"))

    page.on("request", note)
    page.clock.install()
    lost = [True]
    page.route("**/session", lambda route: route.abort() if lost else route.continue_())
    page.reload()
    again = page.get_by_role("button", name="Try again")
    for _ in range(2):
        with page.expect_event("requestfailed"):
            again.click()
    lost.clear()
    again.click()
    page.locator(".mine", has_text="Ada").wait_for()
    page.locator(".mark.is-live").wait_for()
    assert streams == [f"player:{cup}"]


def test_a_tournament_that_meets_a_busy_service_is_asked_for_again(hall: Hall, visits: Visits) -> None:
    cup, players = hall.cup("Ada", "Bob")
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    page.route(f"**/api/v1/tournaments/{cup}", lambda route: route.abort(), times=3)
    page.goto(f"{hall.home}/tournaments/{cup}#key={hall.enters(cup, players[0])}")
    page.get_by_role("alert").filter(has_text="The service does not answer.").wait_for()
    page.locator(".mine", has_text="Ada").wait_for()
    expect(page.get_by_text("The service does not answer.")).to_have_count(0)


def test_a_wrong_key_of_a_link_is_said(hall: Hall, visits: Visits) -> None:
    cup, _ = hall.cup("Ada", "Bob")
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource"]
    visitor.page.goto(f"{hall.home}/tournaments/{cup}#key=nobody")
    visitor.page.get_by_role("alert").filter(has_text="This key is not valid, or no longer.").wait_for()
    visitor.page.get_by_text("registration is open").wait_for()
