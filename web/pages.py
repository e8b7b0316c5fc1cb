"""The frame of a page in HTML: title, ways in for keys and screen readers, styles, data, and the module that draws it.

What stands in it before any script runs is given: a page of a finished table, say, brings its story as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

import msgspec

from web.assets import Assets
from web.joining import script_address, sheet_address

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {  # of every answer that is a page
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Texts(NamedTuple):
    """What the frame itself says, in the language of the page."""

    skip: str
    without_script: str


class Page(NamedTuple):
    """A page: its texts, the module that draws it, its styles, and data by the ids of the blocks that hold them.

    `module`, `styles` and `icon` are paths of files; without a module nothing is drawn. `header`, `main` and `signs`
    are HTML that is trusted as it is; `marks` are attributes of the root, such as `data-game`.
    """

    title: str
    description: str
    language: str
    texts: Texts
    module: str | None
    styles: Sequence[str]
    data: Mapping[str, object] = {}
    main: str = ""
    signs: str = ""
    marks: Mapping[str, str] = {}
    icon: str | None = None
    header: str = ""


def served(page: Page, assets: Assets) -> str:
    """Return a page whose files come from `assets`; raises `ModuleError`.

    Its modules come as one script, which is named in the head so that a browser fetches it beside the styles.
    """
    styles = [f'<link rel="stylesheet" href="{sheet_address(assets, page.styles)}">'] if page.styles else []
    icon = [] if page.icon is None else [icon_at(assets.address(page.icon))]
    if page.module is None:
        return framed(page, head=[*icon, *styles], foot=[])
    address = script_address(assets, page.module)
    early = f'<link rel="modulepreload" href="{address}">'
    script = f'<script type="module" src="{address}"></script>'
    return framed(page, head=[early, *icon, *styles], foot=[script])


def framed(page: Page, *, head: Sequence[str], foot: Sequence[str]) -> str:
    """Return a page around what loads its styles and its script."""
    marks = "".join([f' {name}="{escape(value)}"' for name, value in page.marks.items()])
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(page.language)}"{marks}>',
        "<head>",
        '<meta charset="utf-8">',
        *head_of(page),
        *head,
        "</head>",
        "<body>",
        f'<a class="skip" href="#main">{escape(page.texts.skip)}</a>',
        *([page.signs] if page.signs else []),
        *([page.header] if page.header else []),
        f'<main id="main" tabindex="-1">{page.main}</main>',
        *([] if page.module is None else [f"<noscript><p>{escape(page.texts.without_script)}</p></noscript>"]),
        *[block(name, value) for name, value in page.data.items()],
        *foot,
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines)


def head_of(page: Page) -> list[str]:
    """Return what every page says of itself."""
    return [
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(page.title)}</title>",
        f'<meta name="description" content="{escape(page.description)}">',
    ]


def icon_at(address: str) -> str:
    """Return what names the icon of a page."""
    return f'<link rel="icon" href="{escape(address)}">'


def block(name: str, value: object) -> str:
    """Return data as a block that a script reads by its id and nothing executes.

    `<` is written as an escape of JSON, so that no text of a player ends the block.
    """
    text = msgspec.json.encode(value, order="deterministic").decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{escape(name)}">{text}</script>'


def sprite(svg: str) -> str:
    """Return a file of symbols as it stands hidden in a page, where `<use href="#name">` finds them."""
    start, close = svg.index("<svg"), svg.rindex("</svg>")
    inside = svg[svg.index(">", start) + 1 : close].strip()
    return f'<svg class="signs" aria-hidden="true" width="0" height="0" hidden>\n{inside}\n</svg>'
