"""Make the pictures of tables that are looked at: `python -m tests.browser.gallery FOLDER [PIECE-OF-A-NAME …]`.

Moments of real records of every game, drawn by the modules that pages use, at 360, 768 and 1440 px, light and dark.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as Tab

from tests.browser.finding import WITHOUT, fetched, installed
from tests.browser.scenes import SCENES, Scene, given_files, shown
from tests.browser.site import Site
from web.assets import Assets, all_files
from web.catalogues import catalogue
from web.pages import Page, Texts, sprite

SIZES: Final = {"360": (360, 740), "768": (768, 1024), "1440": (1440, 900)}
THEMES: Final = ("light", "dark", "contrast")
STYLES: Final = (
    "styles/tokens.css",
    "styles/card.css",
    "styles/board.css",
    "styles/frame.css",
    "costumes.css",
)
MODULE = Path(__file__).with_name("gallery.js")


class Order(NamedTuple):
    """A picture to make."""

    scene: Scene
    size: str
    theme: str

    @property
    def name(self) -> str:
        return f"{self.scene.name}-{self.size}-{self.theme}"


def gallery_assets() -> Assets:
    """Return all files of pages, and the gallery's own module."""
    return all_files({**given_files(), "gallery/gallery.js": MODULE.read_bytes()})


def page_of(given: dict[str, Any]) -> Page:
    """Return the page that shows what a scene gives."""
    return Page(
        title=str(given["picture"]["headline"]),
        description="A table",
        language=given["language"],
        texts=Texts(skip="Skip to the table", without_script="This page needs JavaScript."),
        module="gallery/gallery.js",
        styles=STYLES,
        data={"scene": given, "words": catalogue(given["language"])},
        signs=sprite(given_files()["signs.svg"].decode()),
        marks=given["marks"],
    )


def orders(pieces: Sequence[str]) -> list[Order]:
    """Return the pictures whose names have one of these pieces; all without any. High contrast is shown once a size."""
    found = [
        Order(scene, size, theme)
        for scene in SCENES
        for size in SIZES
        for theme in THEMES
        if theme != "contrast" or scene.name == "chanic-ten"
    ]
    return [order for order in found if not pieces or any(piece in order.name for piece in pieces)]


def opened(tab: Tab, address: str, theme: str) -> None:
    """Open a page of the gallery in a theme and wait until it is drawn."""
    tab.goto(address)
    tab.wait_for_selector("#main[data-drawn]")
    tab.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)


def make(browser: Browser, folder: Path, pieces: Sequence[str]) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = orders(pieces)
    pages = {f"/{scene.name}": page_of(shown(scene)) for scene in {order.scene for order in wanted}}
    with Site(gallery_assets(), pages) as site:
        for order in wanted:
            width, height = SIZES[order.size]
            tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=1)
            tab.on("console", lambda said: print(f"{said.type}: {said.text}", file=sys.stderr))
            tab.on("pageerror", lambda error: print(f"error: {error}", file=sys.stderr))
            opened(tab, f"{site.url}/{order.scene.name}", order.theme)
            tab.screenshot(path=str(folder / f"{order.name}.png"))
            tab.close()
            print(order.name)


def main(folder: str, pieces: Sequence[str]) -> None:
    """Find a browser and make the pictures."""
    with sync_playwright() as playwright:
        path = installed() or fetched(playwright.chromium.executable_path)
        if path is None:
            raise SystemExit(WITHOUT)
        browser = playwright.chromium.launch(executable_path=path)
        make(browser, Path(folder), pieces)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2:])
