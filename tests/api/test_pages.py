"""Pages for people, from files of ours."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from werkzeug.datastructures import Headers

from api.pages import browser
from api.requests.naming import seat_labels
from api.wire.problems import KINDS
from api.wire.schemas.bodies import (
    ActionBody,
    AdjustBody,
    CasterBody,
    CheckDeckBody,
    JoinBody,
    OpenTableBody,
    PauseBody,
)
from api.wire.schemas.desk import CallBody, RewindBody, RulingBody
from api.wire.schemas.tournaments import OpenTournamentBody, PlayersBody, RoundBody
from api.wire.schemas.webhooks import WebhookBody
from domain.games import game, names
from domain.kernel.display.words import words_in
from domain.kernel.offers import Domain
from tests.api.world import World


def page(world: World, path: str) -> tuple[str, Headers]:
    answer = world.app.test_client().get(path)
    assert answer.status_code == 200
    return answer.text, answer.headers


@pytest.mark.parametrize(
    "path", ["/verify", "/docs", "/docs/problems", "/docs/docs.js", "/docs/docs.css", "/docs/icon.svg"]
)
def test_pages_load_nothing_from_elsewhere(world: World, path: str) -> None:
    """No other origin, no inline script or style, and a policy that would forbid them."""
    text, headers = page(world, path)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    elsewhere = set(re.findall(r"https?://[^\s\"'<)]+", text)) - {"http://www.w3.org/2000/svg"}
    assert elsewhere == set()
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script>|javascript:", text)


def inert(text: str) -> str:
    """Return a page without its data and the module that draws it."""
    return re.sub(r'<script type="(?:application/json" id="\w+|module" src="/web/v/[^"]+)">.*?</script>', "", text)


def test_every_file_a_page_names_is_there(world: World) -> None:
    """Scripts, styles, pictures, links."""
    world.opened()
    for start in ("/", "/verify", "/docs", "/docs/problems"):
        text, _ = page(world, start)
        for address in re.findall(r'(?:href|src)="(/[^"#]*)', text):
            assert world.app.test_client().get(address).status_code == 200, address


def test_the_start_is_a_page_for_people(world: World) -> None:
    """What this is, every game with its rule in short, lines for a terminal, and where the reference is."""
    text, headers = page(world, "/")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script|javascript:", inert(text))
    assert re.findall(r"<h1>", text) == ["<h1>"]
    assert len(re.findall(r"<code>", text)) == 3
    assert 'href="/docs"' in text
    for name in names():
        assert f"<h2>{game(name).rules.title.replace('★', '★<wbr>')}</h2>" in text
        assert all(rule in unescape(text) for rule in game(name).hints.rules)
    assert "No public table has ended yet." in text


def test_the_start_names_tables_that_can_be_watched_and_reviewed(world: World) -> None:
    """Public ones alone, running apart from ended; the lines lead to the newest of each."""
    running, hidden, over = world.opened(), world.opened(visibility="unlisted"), world.opened()
    over.act(0, "concede")
    text, _ = page(world, "/")
    now, _, ended = text.partition("Tables that have ended")
    assert f'href="/t/{running.id}"' in now
    assert f'href="/t/{over.id}/review"' in ended
    assert f"/api/v1/tables/{over.id}/record" in ended
    assert f"replay show http://localhost/api/v1/tables/{running.id}<" in text
    assert f"replay step http://localhost/api/v1/tables/{over.id}<" in text
    assert "matchledger play http://localhost --game chanic_panic<" in text
    assert hidden.id not in text
    for address in re.findall(r'href="(/api[^"]+)"', text):
        assert world.app.test_client().get(address).status_code == 200


def test_who_needs_a_key_to_open_tables_is_told_to_use_a_token() -> None:
    world = World(who_opens="keys", public_url="https://cards.example/")
    text, _ = page(world, "/")
    assert "--game" not in text
    assert "matchledger play https://cards.example/api/v1/tables/… --seat …" in text


def test_what_players_type_stands_on_the_start_as_text(world: World) -> None:
    """A label is the opener's own."""
    world.opened(label='<script src="x">&{0}')
    text, _ = page(world, "/")
    assert "<script" not in inert(text)
    assert "Chanic Panic: &lt;script src=&quot;x&quot;&gt;&amp;{0}" in text


def test_the_start_speaks_the_callers_language(world: World) -> None:
    world.opened()
    answer = world.app.test_client().get("/", headers={"Accept-Language": "ja, en;q=0.5"})
    assert answer.headers["Content-Language"] == "ja"
    assert '<html lang="ja">' in answer.text
    assert "ターミナルで" in answer.text
    assert "In the terminal" not in inert(answer.text)


def test_what_a_reader_has_chosen_comes_before_what_the_browser_asks_for(world: World) -> None:
    """By links that set cookies and lead to the page itself; the API is asked in its own way."""
    client = world.app.test_client()
    answer = client.get("/verify?lang=ja&theme=dark&x=1", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/verify?x=1")
    chosen = client.get("/verify", headers={"Accept-Language": "en"})
    assert '<html lang="ja" data-theme="dark">' in chosen.text
    assert b"No table that you may see has this id." in client.get("/api/v1/tables/none").data
    client.get("/?theme=auto&lang=en")
    assert '<html lang="en">' in client.get("/").text


@pytest.mark.parametrize("path", ["//elsewhere.example/?lang=ja", "/\\elsewhere.example?theme=dark"])
def test_a_choice_leads_to_no_other_host(world: World, path: str) -> None:
    answer = world.app.test_client().get(path)
    assert answer.status_code == 303
    assert re.match(r"/(?![/\\])", answer.headers["Location"])


@pytest.mark.parametrize("path", ["/?lang=xx", "/?theme=pink", "/?lang=", "/?lang=ja%00&theme="])
def test_what_cannot_be_chosen_changes_nothing(world: World, path: str) -> None:
    answer = world.app.test_client().get(path)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers


def test_problems_are_explained_where_their_type_points(world: World) -> None:
    """Every code, and the refusals of the games."""
    text, _ = page(world, "/docs/problems")
    assert set(re.findall(r'<tr id="(\w+)"', text)) == {*KINDS, "refused"}


@pytest.mark.parametrize(("guide", "count"), [("api.md", 16), ("organisers.md", 6)])
def test_the_guide_shows_bodies_that_are_accepted(guide: str, count: int) -> None:
    """Every body in a guide fits the schema of its operation."""
    text = (Path(__file__).parents[2] / "docs" / guide).read_text("utf-8")
    bodies = [msgspec.json.decode(found) for found in re.findall(r"-d '(\{.*?\})'", text, re.DOTALL)]
    schemas = {
        "game": OpenTableBody,
        "text": CheckDeckBody,
        "name": JoinBody,
        "seat": JoinBody,
        "seats": CasterBody,
        "command": ActionBody,
        "reason": PauseBody,
        "move_ms": AdjustBody,
        "about": CallBody,
        "case": RewindBody,
        "finding": RulingBody,
        "label": OpenTournamentBody,
        "players": PlayersBody,
        "round": RoundBody,
        "url": WebhookBody,
    }
    for shown in filter(None, bodies):  # `{}` fits whatever may be empty
        schemas[next(iter(shown))]().load(shown)
    assert len(bodies) == count


def test_the_guide_shows_what_a_seat_is_offered(world: World) -> None:
    """The answer in docs/api.md is what the service answers, names and times of the example aside."""
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    _, _, rest = text.partition("The answer of `GET $TABLE/actions`")
    shown = msgspec.json.decode(rest.partition("```json\n")[2].partition("```")[0])
    table = world.rigged("H1 H2 H3 H4 H5")
    answer = table.get("/actions", seat=0)
    real = answer.json
    assert shown["awaited"]["tag"] == f'"{shown["n"]}"'
    assert answer.headers["ETag"] == f'"{real["n"]}"'
    real |= {"table": shown["table"], "n": shown["n"], "head": shown["head"]}
    real["awaited"] |= {"tag": shown["awaited"]["tag"], "since": shown["awaited"]["since"]}
    assert shown == real
    (said,) = re.findall(r"So `(\{.*\})` is one of these commands", text)
    assert msgspec.json.decode(said) in table.get("/actions?expand=true", seat=0).json["actions"]


def test_the_guide_explains_every_domain_of_an_offer() -> None:
    """And no other; the tags are those of `domain.kernel.offers`."""
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    _, _, rest = text.partition("| `domain` |")
    explained = re.findall(r"^\| `(\w+)` \|", rest.partition("\n\n")[0], re.MULTILINE)
    assert explained == [cls.__struct_config__.tag for cls in get_args(Domain)]


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "ja"}


@pytest.mark.parametrize("path", ["/nowhere", "/docs/nothing", "/t/", "/t/a/b/c", "/verify/x"])
def test_an_address_without_a_page_is_said_in_the_readers_language(world: World, path: str) -> None:
    """With a way on, and nothing that loads; who asks for no page gets the problem document."""
    answer = world.app.test_client().get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert '<html lang="ja">' in answer.text
    assert 'class="button is-primary" href="/"' in answer.text
    assert "<script" not in answer.text
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        program = world.app.test_client().get(path, headers=headers)
        assert (program.status_code, program.mimetype) == (404, "application/problem+json")


def test_an_address_that_no_table_can_have_is_not_found_and_any_other_tells_nothing(world: World) -> None:
    """A private table and none answer alike; the page itself says why it shows no table."""
    answers = [world.app.test_client().get(f"/t/{table}", headers=BROWSER) for table in ("UNKNOWN", "unknown")]
    assert [answer.status_code for answer in answers] == [404, 200]
    assert all("<script" in answer.text for answer in answers)


def test_the_api_answers_browsers_with_problem_documents_too(world: World) -> None:
    for path in ("/api/v1/nowhere", "/api/v1/tables/none", "/web/x/y.js"):
        answer = world.app.test_client().get(path, headers=BROWSER)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_method_that_no_page_takes_names_those_it_does(world: World) -> None:
    answer = world.app.test_client().post("/verify", headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (405, "text/html")
    assert "GET" in answer.headers["Allow"]


def test_no_other_file_is_served(world: World) -> None:
    """Neither code nor templates."""
    for path in ("/docs/docs.html", "/docs/__init__.py", "/docs/..%2fapp.py", "/docs/x"):
        assert world.app.test_client().get(path).status_code == 404


def test_the_start_says_who_plays_who_won_and_where_a_seat_is_free(world: World) -> None:
    """Tables that wait for players stand apart; a list that is cut says where the rest is."""
    free = world.opened(seats=[{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    over = world.opened(seats=[{"kind": "token", "name": "Ben"}, {"kind": "bot", "bot": "random"}])
    over.act(0, "concede")
    now, _, rest = page(world, "/")[0].partition("<h2>Seats free</h2>")
    waiting, _, ended = rest.partition("Tables that have ended")
    assert free.id not in now
    assert free.id in waiting
    assert "Ada · 1 of 2 seats taken" in waiting
    assert f'data-free="1" data-table="{free.id}"' in waiting
    assert "Ben, Bot 1 · won by Bot 1" in ended
    assert "All tables" not in rest
    for _ in range(12):
        world.opened(seats=[{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    text, _ = page(world, "/")
    assert text.count("Ada · 1 of 2") == 12
    assert '<a href="/api/v1/tables?status=open">All tables</a>' in text


def test_bots_count_from_1_wherever_they_sit() -> None:
    seats = [{"seat": seat, "bot": seat != 1, "name": None} for seat in range(3)]
    assert seat_labels(seats, 1, words_in("en")) == ["Bot 1", "Seat 2 (you)", "Bot 2"]


def test_what_a_page_loads_is_made_aside_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read and join files takes long: whoever comes first after a start must not keep others from acting."""
    calls: list[Callable[[], object]] = []

    def counted(call: Callable[[], Any]) -> Any:
        calls.append(call)
        return call()

    monkeypatch.setattr(browser, "aside", counted)
    monkeypatch.setattr(browser, "_made", set())
    browser.assets.cache_clear()
    text, _ = page(world, "/verify")
    assert calls[0] is browser.assets
    assert len(calls) == 2
    of_another_release = text.replace(browser.assets().digest, "0" * 16)
    for file in re.findall(r'"(/web/[^"?]+\?[^"]+)"', of_another_release):
        assert world.app.test_client().get(file).status_code == 404
    calls[2:] = []  # they have made nothing of what follows
    files = re.findall(r'"(/web/[^"?]+\?[^"]+)"', text)
    for file in files:
        page(world, file)
    assert len(calls) == 2 + len(set(files)) > 2
    for again in ("/verify", *files):
        page(world, again)
    assert len(calls) == 2 + len(set(files))


def test_many_first_visitors_make_what_a_page_loads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others wait for it: each would take a thread, and all of them together the whole processor."""
    calls: list[Callable[[], object]] = []
    together = threading.Barrier(8)

    def counted(call: Callable[[], Any]) -> Any:
        calls.append(call)
        return call()

    def visit(_: int) -> str:
        together.wait()
        return browser.made_aside("what many want", lambda: "made")

    monkeypatch.setattr(browser, "aside", counted)
    monkeypatch.setattr(browser, "_made", set())
    with ThreadPoolExecutor(together.parties) as visitors:
        assert [*visitors.map(visit, range(together.parties))] == ["made"] * together.parties
    assert len(calls) == 1
