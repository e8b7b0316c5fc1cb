"""A page of modules works served and packed, under its own policy, and asks nobody else for anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.server import Server
from tests.browser.conftest import Visits
from tests.browser.site import Site
from tests.browser.visitor import at_disk, axe, until
from web.assets import Assets, all_files
from web.catalogues import Catalogue
from web.packing import packed
from web.pages import Page, Texts, sprite

SIGNS = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="dot" viewBox="0 0 8 8"><circle r="4"/></symbol></svg>'
MODULE = """
import { data, has, opened } from "../base/data.js";
import { count, say } from "../base/words.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";

const item = (card) => html`<li>${say("Card {card}", { card })}</li>`;
const cards = (list) => html`<ul>${repeat(list, (card) => card, item)}</ul>`;
const main = document.getElementById("main");
render(html`<h1>${data("title")}</h1><svg class="sign" aria-hidden="true"><use href="#dot"></use></svg>
  ${cards(["a", "<b>"])}<p>${count("{n} card", "{n} cards", 2)}</p>`, main);
if (has("chunk-0")) opened("chunk-0").then((chunk) => main.setAttribute("data-chunk", chunk.pool.length));
"""
STYLE = ".sign { width: 10px; height: 10px; fill: rgb(1, 2, 3) } .skip { display: block }"
WORDS: Catalogue = {"language": "ja", "messages": {"Card {card}": ["札{card}"], "{n} card": ["{n}枚"]}}


@pytest.fixture
def assets() -> Assets:
    """What we ship, and a page of the test's own."""
    return all_files({"tried/page.js": MODULE.encode(), "tried/page.css": STYLE.encode(), "icon.svg": SIGNS.encode()})


PAGE = Page(
    title="Tried",
    description="A page of a test",
    language="ja",
    texts=Texts(skip="Skip to the page", without_script="This page needs JavaScript."),
    module="tried/page.js",
    styles=("tried/page.css",),
    data={"words": WORDS, "title": "</script><b>"},
    signs=sprite(SIGNS),
    icon="icon.svg",
)


def test_a_served_page_loads_its_modules(visits: Visits, assets: Assets) -> None:
    with Site(assets, {"/tried": PAGE}) as site:
        visitor = visits(site.url)
        visitor.page.goto(f"{site.url}/tried")
        visitor.page.wait_for_selector("li")
        assert visitor.page.inner_text("h1") == "</script><b>"
        assert visitor.page.locator("li").all_inner_texts() == ["札a", "札<b>"]
        assert visitor.page.inner_text("p") == "2枚"
        assert visitor.page.evaluate("getComputedStyle(document.querySelector('.sign')).fill") == "rgb(1, 2, 3)"
        assert axe(visitor.page) == []


def test_a_packed_page_works_from_disk_without_a_network(visits: Visits, assets: Assets, tmp_path: Path) -> None:
    file = tmp_path / "packed.html"
    file.write_bytes(packed(PAGE, assets, {"chunk-0": {"pool": [1, 2, 3]}}))
    visitor = visits(at_disk(file), offline=True)
    visitor.page.goto(at_disk(file))
    visitor.page.wait_for_selector("main[data-chunk='3']")
    assert visitor.page.locator("li").all_inner_texts() == ["札a", "札<b>"]
    assert visitor.page.evaluate("getComputedStyle(document.querySelector('.sign')).fill") == "rgb(1, 2, 3)"
    assert axe(visitor.page) == []


def test_a_packed_page_runs_nothing_but_its_own_script(visits: Visits, assets: Assets, tmp_path: Path) -> None:
    """Whoever adds a script or a style to the file adds nothing that runs."""
    file = tmp_path / "packed.html"
    text = packed(PAGE, assets).decode()
    file.write_text(text.replace("</body>", "<script>document.title = 'taken'</script></body>"))
    visitor = visits(at_disk(file), offline=True)
    visitor.expected = ["script-src"]
    visitor.page.goto(at_disk(file))
    visitor.page.wait_for_selector("li")
    assert visitor.page.title() == "Tried"
    assert [found for found in visitor.findings if found.startswith("policy: script-src")]


def test_a_visitor_finds_what_a_page_must_not_do(visits: Visits, assets: Assets) -> None:
    """The notes that every other test relies on."""
    module = (
        b'document.body.setAttribute("style", "color: red"); console.error("said"); '
        b'fetch("http://127.0.0.1:9/x").catch(() => 0); setTimeout(() => { throw new Error("thrown"); });'
    )
    with Site(
        Assets({"page.js": module, "icon.svg": SIGNS.encode()}), {"/": PAGE._replace(module="page.js", styles=())}
    ) as site:
        visitor = visits(site.url)
        visitor.expected = ["style-src", "connect-src", "said", "thrown", "Content Security Policy"]
        visitor.page.goto(f"{site.url}/")
        visitor.page.wait_for_function("document.body.hasAttribute('style')")
        until(visitor.page, lambda: all(map(visitor.has_found, visitor.expected)))


def test_axe_finds_a_picture_without_words(visits: Visits, assets: Assets) -> None:
    with Site(assets, {"/": PAGE._replace(main='<img src="/x.png">', module="base/words.js")}) as site:
        visitor = visits(site.url)
        visitor.expected = ["404"]
        visitor.page.goto(f"{site.url}/")
        assert [found for found in axe(visitor.page) if found.startswith("image-alt (critical)")]


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/problems"])
def test_pages_of_the_service_keep_their_policy(server: Server, visits: Visits, path: str) -> None:
    home = server.url.removesuffix("/api/v1")
    visitor = visits(home, viewport={"width": 360, "height": 740})
    visitor.page.goto(f"{home}{path}")
    visitor.page.wait_for_load_state("networkidle")
    assert axe(visitor.page) == []
