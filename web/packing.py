"""One page as one file: modules, styles, signs and data joined, so that it works from disk and without any network.

A browser imports no module from `file:`, so the modules become one script. The file's own policy allows that script
and that style by their hashes and nothing else; data blocks are read and never executed (HTML, 4.12.1).
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from posixpath import dirname, join

import msgspec

from web.assets import Assets, media
from web.modules import Module, ModuleError, in_order, joined
from web.pages import Page, framed, icon_at

_ENDS_SCRIPT = re.compile(r"</?script|<!--", re.IGNORECASE)  # HTML, "Restrictions for contents of script elements"
_ELSEWHERE = re.compile(r"@import|</style|url\(\s*[\"']?(?!data:|#)", re.IGNORECASE)


def packed(page: Page, assets: Assets, large: Mapping[str, object] | None = None) -> bytes:
    """Return a page as one file, the same bytes each time; raises `ModuleError`.

    `large` is data that only a packed file holds, compressed, by the ids that `base/data.js` opens it with.
    """
    modules = [] if page.module is None else in_order(assets, page.module)
    script = _script(modules)
    style = "\n".join([_style(path, assets.text(path)) for path in page.styles])
    policy = _policy(script, style)
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        icon_at("data:," if page.icon is None else _data(assets, page.icon)),  # nobody is asked for an icon
        f"<style>{style}</style>",
    ]
    foot = [
        *[_compressed(name, value) for name, value in (large or {}).items()],
        f'<script type="module">{script}</script>',
        *_licences(assets, [*[module.path for module in modules], *page.styles]),
    ]
    return framed(page, head=head, foot=foot).encode()


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    """Return what allows an inline element. Source: Content Security Policy 3, 2.3.1."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _script(modules: Sequence[Module]) -> str:
    for module in modules:
        if (found := _ENDS_SCRIPT.search(module.text)) is not None:
            raise ModuleError(module.path, f"{found[0]} cannot stand in a script inside a page")
    return joined(modules)


def _style(path: str, text: str) -> str:
    if (found := _ELSEWHERE.search(text)) is not None:
        raise ModuleError(path, f"{found[0]} is not in the packed file")
    return text


def _data(assets: Assets, path: str) -> str:
    return f"data:{media(path)};base64,{b64encode(assets.text(path).encode()).decode()}"


def _compressed(name: str, value: object) -> str:
    text = b64encode(gzip.compress(msgspec.json.encode(value, order="deterministic"), mtime=0)).decode()
    return f'<script type="application/gzip;base64" id="{escape(name)}">{text}</script>'


def _licences(assets: Assets, paths: Iterable[str]) -> list[str]:
    """Return the licences of what others wrote: a `LICENSE` beside a file or above it goes where the file goes."""
    found = {}
    for path in paths:
        folder = dirname(path)
        while folder:
            if (text := assets.find(join(folder, "LICENSE"))) is not None:
                found[text.path] = f"<!-- {dirname(text.path)}\n{text.content.decode().replace('--', '- -')}-->"
            folder = dirname(folder)
    return list(found.values())
