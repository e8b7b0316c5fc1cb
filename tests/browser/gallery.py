"""Make the pictures that are looked at: `python -m tests.browser.gallery FOLDER [PIECE-OF-A-NAME …]`.

Every page of the service, a table's in each state of choosing and for every game, as `views.py` names them, in English
and in the language that `--lang` names; and moments of real records (`scenes.py`) as the modules of pages draw them.
All at 360, 768 and 1440 px, light and dark, and each with a sheet that shows its pictures side by side.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import Page as Tab

from tests.browser.finding import WITHOUT, fetched, installed
from tests.browser.scenes import SCENES, Scene, given_files, shown
from tests.browser.site import Site
from tests.browser.views import everything, housed, views
from web.assets import Assets, all_files
from web.catalogues import catalogue
from web.pages import Page, Texts, sprite

SIZES: Final = {"360": (360, 740), "768": (768, 1024), "1440": (1440, 900)}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
THEMES: Final = (*SCHEMES, "contrast")
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
        return f"scene-{self.scene.name}-{self.size}-{self.theme}"


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


def scenes(browser: Browser, folder: Path, pieces: Sequence[str]) -> None:
    """Write the pictures of moments of records."""
    wanted = orders(pieces)
    pages = {f"/{scene.name}": page_of(shown(scene)) for scene in {order.scene for order in wanted}}
    with Site(gallery_assets(), pages) as site:
        for order in wanted:
            width, height = SIZES[order.size]
            tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=1)
            _listened(tab)
            opened(tab, f"{site.url}/{order.scene.name}", order.theme)
            tab.screenshot(path=str(folder / f"{order.name}.png"))
            tab.close()
            print(order.name)


def _listened(tab: Tab) -> None:
    """Say what a page complains of."""
    tab.on("console", lambda said: print(f"{said.type}: {said.text}", file=sys.stderr))
    tab.on("pageerror", lambda error: print(f"error: {error}", file=sys.stderr))


def pages(browser: Browser, folder: Path, pieces: Sequence[str], language: str) -> None:
    """Write the pictures of the service's pages; the state of a page stays while its width and its colours change."""
    wanted = [view for view in views() if not pieces or any(piece in view.name for piece in pieces)]
    if not wanted:
        return
    with TemporaryDirectory() as place, housed(Path(place), everything()) as home:
        for view in wanted:
            context = browser.new_context(viewport=_viewport("1440"), locale=language)
            tab = context.new_page()
            _listened(tab)
            view.reach(tab, home)
            for size in SIZES:
                tab.set_viewport_size(_viewport(size))
                for theme in SCHEMES:
                    tab.emulate_media(color_scheme=theme)
                    path = folder / f"{view.name}-{size}-{theme}.png"
                    tab.screenshot(path=path, animations="disabled", full_page=True)
            context.close()
            print(view.name)


def _viewport(size: str) -> ViewportSize:
    width, height = SIZES[size]
    return {"width": width, "height": height}


def sheets(browser: Browser, folder: Path) -> None:
    """Write a sheet for all pictures whose names differ in size and theme alone: `NAME.sheet.png`."""
    last = {f"-{size}-{theme}.png" for size in SIZES for theme in THEMES}
    tab = browser.new_page(viewport={"width": 2600, "height": 1000})
    for name in sorted(
        {path.name.removesuffix(end) for path in folder.glob("*.png") for end in last if path.name.endswith(end)}
    ):
        shown_here = [
            path for size in SIZES for theme in THEMES if (path := folder / f"{name}-{size}-{theme}.png").exists()
        ]
        page = folder / f"{name}.html"
        images = "".join([f'<img src="{path.name}" alt="{path.stem}" height="900"> ' for path in shown_here])
        page.write_text(f"<!doctype html><title>{name}</title>{images}", "utf-8")
        tab.goto(page.resolve().as_uri())
        tab.screenshot(path=folder / f"{name}.sheet.png", full_page=True)
        page.unlink()
    tab.close()


def main(arguments: Sequence[str]) -> None:
    """Find a browser and make the pictures."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("pieces", nargs="*", help="pieces of names; all pictures without any")
    asked.add_argument("--lang", default="en", help="the language of the pages; that of a moment stands in its name")
    told = asked.parse_intermixed_args(arguments)
    told.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        path = installed() or fetched(playwright.chromium.executable_path)
        if path is None:
            raise SystemExit(WITHOUT)
        browser = playwright.chromium.launch(executable_path=path)
        pages(browser, told.folder, told.pieces, told.lang)
        scenes(browser, told.folder, told.pieces)
        sheets(browser, told.folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
