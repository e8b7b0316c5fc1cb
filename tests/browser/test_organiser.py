"""Tournaments beside a plain Swiss in a real browser: webhooks, pause, draws, concessions, matches, a cut, prizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from domain.ledger.store import open_store
from tests.api.tournaments.receiver import Site, listening
from tests.browser.conftest import Visits
from tests.browser.hall import Hall, meant, press, rule, sure
from tests.browser.visitor import axe, fits, until

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LATER = 2**52  # ms


def test_webhooks_are_led_in_the_console(hall: Hall, visits: Visits) -> None:
    """A letter is tried and read; what nobody takes is told, tried again, given up and read; a webhook is removed."""
    cup, _ = hall.cup("Ada", "Bob")
    page = visits(hall.home, **PHONE).page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    page.goto(f"{hall.home}/organiser#{cup}")
    page.get_by_text("Arbiters", exact=True).click()
    page.get_by_text(f"--organiser {hall.key.split('_')[1]} --tournament {cup}").wait_for()
    page.get_by_text("Webhooks").click()
    panel, asked = page.locator(".webhooks"), page.get_by_label("Address of your site")
    with listening(Site()) as site:
        asked.fill(site.url)
        sure(page, "Have letters sent …", "Send them there")
        secret = panel.get_by_label("Secret of this webhook").input_value()
        assert secret.startswith("whsec_")
        sure(page, "Try it …", "Send it")
        press(page, "Show the letters")
        expect(panel.locator(".letter", has_text="webhook.test").locator(".is-good")).to_have_text("was taken")
        press(page, "Read letter 1")
        assert '"type": "tournament.tournament_opened"' in page.locator(".payload").inner_text()
        assert axe(page) == []
        page.keyboard.press("Escape")
    sure(page, "New secret …", "Give a new secret")
    expect(panel.get_by_label("Secret of this webhook")).not_to_have_value(secret)
    sure(page, "Try it …", "Send it")
    panel.get_by_text("Nobody answered there").wait_for()
    sure(page, "Try again at once …", "Try now")
    fits(page)
    (hook,) = hall.get(f"/tournaments/{cup}/webhooks")["webhooks"]
    store = open_store(str(hall.database))
    store.tournaments.letters.give_up(hook["id"], LATER)
    store.close()
    panel.get_by_label("Which letters").select_option("dead")
    expect(panel.locator(".letter .is-warning")).to_have_text("not delivered, given up")
    assert axe(page) == []
    press(page, "Remove …")
    page.locator("dialog[data-settled]").wait_for()
    page.locator(".sheet-foot").get_by_role("button", name="Remove it").click()
    panel.get_by_text("There are none yet.").wait_for()
    assert hall.get(f"/tournaments/{cup}/webhooks")["webhooks"] == []


def test_players_agree_and_concede_and_a_cut_has_matches_and_prizes(hall: Hall, visits: Visits) -> None:
    """What a player says of the own table on its page, and on the console a pause, the cut, prizes and the end."""
    said = {"draw_by_agreement": "any_time", "confirm_ms": 600_000, "cut": {"players": 2, "best_of": 3}}
    cup, players = hall.cup("Ada", "Bob", "Cyd", "Dan", **said)
    for step, body in (("start", {}), ("rounds", {"round": 1})):
        hall.do(f"/tournaments/{cup}/{step}", body)
    mine, page = visits(hall.home, **PHONE).page, visits(hall.home).page
    keys = {one["player"]: hall.enters(cup, one) for one in players}
    ada = players[0]["player"]
    mine.goto(f"{hall.home}/tournaments/{cup}#key={keys[ada]}")
    agreed(hall, cup, mine, keys, ada)
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    page.goto(f"{hall.home}/organiser#{cup}")
    page.get_by_text("Pause, end early, or give up").click()
    page.get_by_label("Reason, for everybody to read").last.fill("Lunch.")
    sure(page, "Pause …", "Pause it")
    mine.get_by_text("paused", exact=True).wait_for()
    sure(page, "Go on …", "Go on now")
    rule(page, 3 - hall.table_of(cup, 1, ada), "1,2")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 2})
    conceded(hall, cup, mine, keys, ada)
    page.get_by_role("heading", name="Round 2").wait_for()
    rule(page, 3 - hall.table_of(cup, 2, ada), "1,2")
    sure(page, "Make the cut …", "Make it")
    sure(page, "Pair round 3 …", "Pair it")
    sure(page, "Publish round 3 …", "Publish it")
    page.get_by_text("It was published with a fault").click()
    page.get_by_label("Reason, for everybody to read").first.fill("The hall was dark.")
    sure(page, "Take the round back …", "Take it back")
    sure(page, "Publish round 3 …", "Publish it")
    hall.do(f"/tournaments/{cup}/rounds/3/tables/1/result", {"places": [1, 2], "game": 1, "reason": "A fact."})
    mine.get_by_role("heading", name="Round 3").wait_for()
    mine.get_by_role("link", name="Table 1, game 2").wait_for()
    rule(page, 1, "1,2")
    page.get_by_text("Pause, end early, or give up").wait_for()
    page.locator("summary", has_text="Prizes").click()
    page.get_by_role("textbox", name="Prizes").fill("1 A cup\n2 A book")
    sure(page, "Give the prizes …", "Give them")
    mine.get_by_text("A book").wait_for()
    sure(page, "End the tournament …", "End it")
    mine.get_by_text("has ended").first.wait_for()
    fits(mine)
    assert axe(mine) == []


def agreed(hall: Hall, cup: str, page: Page, keys: dict[str, str], ada: str) -> None:
    """Round 1: whoever sits with Ada offers a draw, and so does she."""
    other = next(one for table in hall.tables(cup, 1) if ada in table for one in table if one != ada)
    hall.do(f"/tournaments/{cup}/players/{other}/draw", {"round": 1}, keys[other])
    page.get_by_text("a draw is offered").wait_for()
    meant(page, "Offer a draw …", "Offer it")
    expect(page.locator(".pairing.is-mine .pairing-result")).to_have_text(["½", "½"])


def conceded(hall: Hall, cup: str, page: Page, keys: dict[str, str], ada: str) -> None:
    """Round 2: whoever sits with Ada concedes the game, and then she the result; what counts is what she said last."""
    other = next(one for table in hall.tables(cup, 2) if ada in table for one in table if one != ada)
    table = hall.sit_down(cup, keys[ada])
    hall.sit_down(cup, keys[other])
    hall.do(f"/tables/{table}/actions", {"command": {"tag": "concede", "body": {}}}, keys[other])
    page.reload()  # sitting down and playing leave no entry in the tournament
    meant(page, "Concede …", "Concede the result")
    page.get_by_text("You have conceded.").wait_for()
    hall.do(f"/tables/{table}/result/accept", {}, keys[ada])  # who conceded the game has accepted it
    row = page.locator(".pairing.is-mine .is-first")
    expect(row).not_to_contain_text("Ada")


def test_what_is_rarely_said_is_said_in_the_form_and_faults_stand_beside_it(hall: Hall, visits: Visits) -> None:
    """The same deal, tokens, a delay, byes for nothing, tie-breaks and rounds that are otherwise, on a phone."""
    page = visits(hall.home, **PHONE).page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    page.goto(f"{hall.home}/organiser#new")
    form = page.get_by_role("form", name="A new tournament")
    form.get_by_label("What it is called").fill("Friday")
    form.get_by_text("More of this tournament").click()
    form.get_by_label("All tables of a round are dealt the same").check()
    form.get_by_label("Draws by agreement").select_option("any_time")
    form.locator(".wrong", has_text="The same deal for all").wait_for()
    form.get_by_label("Draws by agreement").select_option("never")
    form.get_by_label("Rounds that players may sit out for nothing").fill("2")
    form.get_by_label("The last round that they may sit out").fill("3")
    form.get_by_label("Tie-break 1").select_option("wins")
    form.get_by_label("Tie-break 2").select_option("wins")
    form.locator("label", has_text="Tie-break 3").locator(".wrong").wait_for()
    form.get_by_label("Tie-break 2").select_option("")
    form.get_by_label("Seconds after which").fill("60")
    form.get_by_label("My own site plays").check()
    press(page, "Add rounds that are otherwise")
    span = form.get_by_role("group", name="Rounds that are otherwise, 1")
    span.get_by_label("Clock").select_option("steady")
    expect(form.locator(".wrong")).to_have_count(0)
    assert axe(page) == []
    fits(page)
    sure(page, "Read what will be opened", "Open it")
    page.get_by_role("heading", name="What comes next").wait_for()
    page.get_by_text("Nobody is registered yet.").wait_for()
    (cup,) = [one["id"] for one in hall.get("/tournaments?own=true")["tournaments"] if one["label"] == "Friday"]
    told = hall.get(f"/tournaments/{cup}")
    assert (told["same_deal"], told["tie_breaks"], told["own_byes"]["zero"]) == (True, ["wins"], 2)
    assert (told["tables"]["delay_seconds"], told["tables"]["seat_tokens"]) == (60, True)
    assert [(one["first"], one["last"], one["clock"]["move_ms"]) for one in told["at_rounds"]] == [(1, 1, 60_000)]
    page.goto(f"{hall.home}/tournaments/{cup}")
    page.get_by_text("Nobody is registered yet.").wait_for()


REASON = "</p><script>alert(1)</script> The hall & its roof leak"


def test_who_missed_the_check_in_is_let_in_late_and_a_reason_is_read_by_all(hall: Hall, visits: Visits) -> None:
    """A reason is text, whatever stands in it, for whoever has no script too."""
    cup, players = hall.cup("Ada", "Bob", "Cid", format={"format": "swiss", "rounds": 3})
    for one in players[:2]:
        hall.do(f"/tournaments/{cup}/players/{one['player']}/check-in")
    hall.do(f"/tournaments/{cup}/start")
    hall.do(f"/tournaments/{cup}/rounds", {"round": 1})
    page = visits(hall.home, **PHONE).page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    page.goto(f"{hall.home}/organiser#{cup}")
    page.get_by_label("Points that they come in with").fill("1/2")
    assert page.get_by_role("button", name="late").count() == 1
    sure(page, "Let Cid in late", "Let in late")
    page.locator(".entrant").first.wait_for()
    expect(page.get_by_role("button", name="late")).to_have_count(0)
    late = hall.get(f"/tournaments/{cup}/players")["players"][-1]
    assert (late["name"], late["number"], late["status"]) == ("Cid", 3, "in")
    watching = visits(hall.home, **PHONE).page
    watching.goto(f"{hall.home}/tournaments/{cup}")
    watching.locator(".cup-facts").wait_for()
    assert watching.locator(".cup-reason").count() == 0
    hall.do(f"/tournaments/{cup}/pause", {"reason": REASON})
    expect(watching.locator(".cup-reason")).to_have_text(REASON)
    page.get_by_text("The tournament is paused").locator("bdi", has_text="its roof leak").wait_for()
    hall.do(f"/tournaments/{cup}/resume")
    expect(watching.locator(".cup-reason")).to_have_count(0)
    hall.do(f"/tournaments/{cup}/cancel", {"reason": REASON})
    expect(watching.locator(".cup-reason")).to_have_text(REASON)
    page.get_by_text("The tournament was given up.").locator("bdi", has_text="its roof leak").wait_for()
    plain = visits(hall.home, java_script_enabled=False, **PHONE).page
    plain.goto(f"{hall.home}/tournaments/{cup}")
    assert plain.locator(".as-text bdi", has_text="its roof leak").inner_text() == REASON
    assert "was given up" in plain.locator(".as-text .mark").first.inner_text()


def test_a_link_with_a_key_is_enough_though_its_first_request_is_lost(hall: Hall, visits: Visits) -> None:
    """It is wiped out of the address: a page that is loaded anew would know nobody."""
    cup, players = hall.cup("Ada", "Bob")
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    ada = hall.enters(cup, players[0])
    for link, there in (
        (f"organiser#key={hall.key}", page.get_by_role("button", name="Leave the console")),
        (f"tournaments/{cup}#key={ada}", page.locator(".mine", has_text="Ada")),
    ):
        page.route("**/session", lambda route: route.abort(), times=1)
        page.goto(f"{hall.home}/{link}")
        page.get_by_role("alert").filter(has_text="The service does not answer.").wait_for()
        there.wait_for()
        expect(page.get_by_text("The service does not answer.")).to_have_count(0)
        assert "key" not in page.url


@pytest.mark.parametrize("link", ["organiser", "organiser#key=nobody"])
def test_who_types_a_key_stays_on_the_console_though_it_waited_for_an_answer(
    hall: Hall, visits: Visits, link: str
) -> None:
    """What was waited for would say that nobody works here, or that the key of the link is wrong."""
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/session") else None)
    page.clock.install()
    page.route("**/organiser/session", lambda route: route.abort(), times=1)
    page.goto(f"{hall.home}/{link}")
    page.get_by_text("The service does not answer.").wait_for()
    page.get_by_label("Key of an organiser or operator").fill(hall.key)
    page.get_by_role("button", name="Come in").click()
    inside = page.get_by_role("button", name="Leave the console")
    inside.wait_for()
    page.clock.run_for(5_000)
    page.get_by_role("link", name="Open a tournament").click()
    page.get_by_role("heading", name="A new tournament").wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(asked) == 3, "the one that was lost, the one that was typed, and that of the list"


def test_a_tournament_is_shown_though_what_was_asked_first_is_lost(hall: Hall, visits: Visits) -> None:
    """The list too; what another address names is shown instead of what still waits."""
    first, second = (hall.cup("Ada", "Bob")[0] for _ in range(2))
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource", "net::ERR"]
    page = visitor.page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    silent = page.get_by_text("The service does not answer.")
    for asked, address in ((f"**/tournaments/{first}", f"#{first}"), ("**/tournaments?own=true*", "#")):
        page.route(asked, lambda route: route.abort(), times=1)
        page.evaluate("(hash) => { location.hash = hash; }", address)
        silent.wait_for()
        expect(silent).to_have_count(0)
        page.locator(f".back, a[href='#{first}']").first.wait_for()
    page.route(f"**/tournaments/{first}", lambda route: route.abort())
    page.evaluate("(hash) => { location.hash = hash; }", f"#{first}")
    silent.wait_for()
    page.evaluate("(hash) => { location.hash = hash; }", f"#{second}")
    page.get_by_text(f"--tournament {second}").wait_for(state="attached")
    expect(silent).to_have_count(0)


def test_a_tournament_that_is_not_given_leaves_a_way_back_and_a_session_that_is_over_leads_to_the_door(
    hall: Hall, visits: Visits
) -> None:
    cup, _ = hall.cup("Ada", "Bob")
    visitor = visits(hall.home)
    visitor.expected = ["Failed to load resource"]
    page = visitor.page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    page.evaluate("() => { location.hash = '#nowhere'; }")
    page.get_by_role("alert").get_by_text("no such tournament").wait_for()
    page.get_by_role("link", name="All my tournaments").click()
    page.locator(f"a[href='#{cup}']").wait_for()
    visitor.context.clear_cookies()
    page.evaluate("() => { location.hash = '#new'; }")
    page.get_by_role("link", name="All my tournaments").click()
    page.get_by_label("Key of an organiser or operator").wait_for()


def test_whoever_leaves_a_tournament_while_it_is_read_hears_of_it_no_more(hall: Hall, visits: Visits) -> None:
    """A stream of each would soon take every connection that a browser opens."""
    cups = [hall.cup("Ada", "Bob")[0] for _ in range(3)]
    visitor = visits(hall.home)
    page = visitor.page
    page.goto(f"{hall.home}/organiser#key={hall.key}")
    page.get_by_role("button", name="Leave the console").wait_for()
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/stream" in request.url else None)
    page.evaluate("""() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        await new Promise((done) => setTimeout(done, 300));
        return answer;
      };
    }""")
    for cup in cups:
        page.evaluate("(hash) => { location.hash = hash; }", f"#{cup}")
    page.get_by_text(f"--tournament {cups[-1]}").wait_for(state="attached")
    page.wait_for_function("() => document.body.dataset.n > 0")
    until(page, lambda: len(streams) > 0)
    assert [url for url in streams if cups[-1] not in url] == []
