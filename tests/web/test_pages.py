"""The frame of a page, served and packed: nothing from elsewhere, nothing executed that is data."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from web.assets import Assets
from web.catalogues import catalogue
from web.joining import script_address
from web.modules import ModuleError
from web.packing import packed
from web.pages import Page, Texts, served, sprite

FILES = {
    "page.js": b'import { a } from "./lib/a.js";\nconsole.log(a, "caf\xc3\xa9");',
    "lib/a.js": b"/* <script> in a note is no harm */ export const a = 1;",
    "icon.svg": b"<svg/>",
    "lib/LICENSE": b"Free -- for all",
    "page.css": b".card { color: var(--ink); background: url(data:image/gif;base64,AA) }",
}
PAGE = Page(
    title='A <b> & "c"',
    description="What it is",
    language="ja",
    texts=Texts(skip="Skip to the page", without_script="It needs a script."),
    module="page.js",
    styles=("page.css",),
    data={"words": {"said": "</script><script>alert(1)</script><!--"}},
    marks={"data-game": "chanic_panic"},
    icon="icon.svg",
)


class Read(HTMLParser):
    """The elements of a page with their attributes, and the text of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.append("")
        self.open = True

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.open = False

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        """Return the elements of a kind, each with its text."""
        pairs = zip(self.elements, self.texts, strict=True)
        return [(attributes, text) for (name, attributes), text in pairs if name == tag]


def test_a_served_page_names_its_script_early_and_runs_it() -> None:
    assets = Assets(FILES)
    page = Read(served(PAGE, assets))
    scripts = [attributes for attributes, _ in page.all("script") if attributes["type"] == "module"]
    (address,) = [attributes["src"] for attributes in scripts]
    assert address == script_address(assets, "page.js")
    early = [attributes["href"] for attributes, _ in page.all("link") if attributes["rel"] == "modulepreload"]
    assert [assets.address("icon.svg")] == [a["href"] for a, _ in page.all("link") if a["rel"] == "icon"]
    assert early == [address]
    ((root, _),) = page.all("html")
    assert root == {"lang": "ja", "data-game": "chanic_panic"}
    assert page.all("title")[0][1] == PAGE.title
    assert not [attributes for _, attributes in page.elements if "style" in attributes]
    assert page.elements[page.elements.index(("body", {})) + 1] == ("a", {"class": "skip", "href": "#main"})


@pytest.mark.parametrize("text", [served(PAGE, Assets(FILES)), packed(PAGE, Assets(FILES)).decode()])
def test_data_says_what_it_was_and_ends_no_block(text: str) -> None:
    page = Read(text)
    ((_, block),) = [found for found in page.all("script") if found[0].get("id") == "words"]
    assert msgspec.json.decode(block) == PAGE.data["words"]
    assert "<" not in block


def test_a_packed_page_allows_its_own_script_and_style_by_their_hashes() -> None:
    page = Read(packed(PAGE, Assets(FILES)).decode())
    ((meta, _),) = [found for found in page.all("meta") if found[0].get("http-equiv") == "Content-Security-Policy"]
    ((_, script),) = [found for found in page.all("script") if found[0]["type"] == "module"]
    ((_, style),) = page.all("style")
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (script, style)]
    assert meta["content"] == (
        f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    assert "console.log" in script
    assert ".card" in style


def test_a_packed_page_asks_nobody_for_anything() -> None:
    """No address stands in it, and no element that would fetch one."""
    text = packed(PAGE, Assets(FILES), {"frames": ["<"]}).decode()
    page = Read(text)
    assert not re.findall(r"https?://|/web/v/", text)
    assert not [attributes for _, attributes in page.elements if "src" in attributes]
    links = [attributes["href"] for _, attributes in page.elements if "href" in attributes]
    assert links == ["data:image/svg+xml;base64,PHN2Zy8+", "#main"]
    assert '<link rel="icon" href="data:,">' in packed(PAGE._replace(icon=None), Assets(FILES)).decode()


def test_a_packed_page_is_the_same_each_time_and_brings_licences() -> None:
    one, other = [packed(PAGE, Assets(FILES), {"frames": [1]}) for _ in range(2)]
    assert one == other
    assert b"<!-- lib\nFree - - for all-->" in one


def test_large_data_is_compressed() -> None:
    page = Read(packed(PAGE, Assets(FILES), {"chunk-0": {"pool": ["a" * 1000]}}).decode())
    ((attributes, text),) = [found for found in page.all("script") if found[0].get("id") == "chunk-0"]
    assert attributes["type"] == "application/gzip;base64"
    assert len(text) < 100
    assert msgspec.json.decode(gzip.decompress(b64decode(text))) == {"pool": ["a" * 1000]}


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("page.js", 'const a = "</script>";', "page.js: </script cannot stand"),
        ("page.js", "const a = `<!-- x`;", "page.js: <!-- cannot stand"),
        ("page.css", '@import "other.css";', "page.css: @import is not"),
        ("page.css", "a { background: url('/x.png') }", r"page.css: url\("),
    ],
)
def test_what_would_not_work_in_one_file_is_named(path: str, text: str, why: str) -> None:
    with pytest.raises(ModuleError, match=why):
        packed(PAGE, Assets({**FILES, path: text.encode()}))


def test_signs_stand_hidden_in_a_page() -> None:
    """The symbols alone: a file's own declarations stay behind."""
    found = sprite('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a"/></svg>\n')
    assert found.startswith('<svg class="signs" aria-hidden="true"')
    assert '<symbol id="a"/>' in found
    assert "http" not in found


def test_a_catalogue_has_the_forms_of_each_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the singular; the header of the file is none of them."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "pl.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n!=1);\\n"\n\nmsgid "a"\nmsgstr "A"\n\n'
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"\n'
    )
    monkeypatch.setattr(resources, "files", lambda package: tmp_path)
    assert catalogue("pl") == {"language": "pl", "messages": {"a": ["A"], "{n} card": ["x", "y", "z"]}}
    assert catalogue("en_GB") == {"language": "en-GB", "messages": {}}
