"""What a page loads, each kind in one file: its modules as one script, its styles as one sheet.

On a phone's line time is requests and bytes: sixty modules wait for each other at the few connections that a browser
opens, and one text compresses to half of what they do apart. The files stay what they are; packed pages join them in
the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from web.assets import Asset, Assets
from web.modules import ModuleError, in_order, joined

JOINED = "joined/"  # the folder of such files
AND = "+"  # between the paths of styles
REMEMBERED = 256  # files; more than pages and modules together
MOST = 12  # styles of a page

_ELSEWHERE = re.compile(r"@import|url\(\s*[\"']?(?!data:|#)", re.IGNORECASE)


@lru_cache(maxsize=REMEMBERED)
def script(assets: Assets, module: str) -> Asset:
    """Return a module and all it needs; raises `ModuleError`."""
    return Asset(f"{JOINED}{module}", f"{joined(in_order(assets, module))}\n".encode())


@lru_cache(maxsize=REMEMBERED)
def sheet(assets: Assets, styles: tuple[str, ...]) -> Asset:
    """Return styles in their order; raises `ModuleError` for one that says where something else lies."""
    for path in styles:
        if assets.find(path) is None:
            raise ModuleError(path, "there is no such file")
        if (found := _ELSEWHERE.search(assets.text(path))) is not None:
            raise ModuleError(path, f"{found[0]} would lead from another folder")
    return Asset(f"{JOINED}{AND.join(styles)}", "\n".join([assets.text(path) for path in styles]).encode())


def script_address(assets: Assets, module: str) -> str:
    """Return where a script is handed out; raises `ModuleError`."""
    return _address(assets, script(assets, module))


def sheet_address(assets: Assets, styles: Sequence[str]) -> str:
    """Return where a sheet is handed out; raises `ModuleError`."""
    return _address(assets, sheet(assets, tuple(styles)))


def _address(assets: Assets, made: Asset) -> str:
    """Return an address that never changes what it answers: its own digest says how the files were joined."""
    return f"{assets.prefix}{made.path}?{made.tag}"


def handed_out(assets: Assets, path: str) -> Asset | None:
    """Return a file, or files joined; nothing if there is none."""
    if not path.startswith(JOINED):
        return assets.find(path)
    parts = tuple(path.removeprefix(JOINED).split(AND))
    try:
        if all(part.endswith(".css") for part in parts) and len({*parts}) == len(parts) <= MOST:
            return sheet(assets, parts)
        return script(assets, parts[0]) if len(parts) == 1 and parts[0].endswith(".js") else None
    except ModuleError:
        return None
