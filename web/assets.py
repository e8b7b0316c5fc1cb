"""The files that pages are made of, handed out under an address that names what they all contain.

`/web/v/<digest>/<path>` never changes what it answers: the digest is that of every file together, so a page loads
modules of one release or none, and browsers and proxies may keep them for ever.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final

MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    "LICENSE": "text/plain; charset=utf-8",
}
KEPT_BACK = (".d.ts", ".md")  # types and notes are for those who write modules
DIGEST = 20  # characters: 80 bits
WORTH_PACKING = 0.9  # of its size: what hardly becomes smaller is sent as it is


class Asset:
    """One file with its media type and its strong entity tags (RFC 9110, 8.8.3)."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.content = content
        self.media = media(path)
        self.tag = sha256(content).hexdigest()[:DIGEST]

    @cached_property
    def gzipped(self) -> bytes | None:
        """The file compressed, the same bytes each time; nothing if it hardly becomes smaller."""
        packed = gzip.compress(self.content, mtime=0)
        return packed if len(packed) < WORTH_PACKING * len(self.content) else None


class Assets:
    """Files by their paths, such as `base/words.js`."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {path: Asset(path, content) for path, content in sorted(files.items())}
        told = "".join([f"{asset.path}\n{sha256(asset.content).hexdigest()}\n" for asset in self._files.values()])
        self.digest = sha256(told.encode()).hexdigest()[:DIGEST]

    @property
    def paths(self) -> tuple[str, ...]:
        """The path of every file."""
        return tuple(self._files)

    def find(self, path: str) -> Asset | None:
        """Return a file; nothing if there is none."""
        return self._files.get(path)

    def text(self, path: str) -> str:
        """Return a file's text; raises `KeyError`."""
        return self._files[path].content.decode()

    @property
    def prefix(self) -> str:
        """Where all files are handed out."""
        return f"/web/v/{self.digest}/"

    def address(self, path: str) -> str:
        """Return where a file is handed out; raises `KeyError`."""
        return f"{self.prefix}{self._files[path].path}"


def media(path: str) -> str:
    """Return the media type of a file; raises `ValueError` for one that pages have no use for."""
    name = PurePosixPath(path).name
    found = MEDIA.get(name) or MEDIA.get(PurePosixPath(path).suffix)
    if found is None:
        raise ValueError(f"{path}: no media type is known for such files")
    return found


def all_files(given: Mapping[str, bytes]) -> Assets:
    """Return our own files, and those that the caller makes: costumes, signs."""
    return Assets({**_files(resources.files("web") / "static", ""), **given})


def _files(folder: Traversable, before: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for item in folder.iterdir():
        path = f"{before}{item.name}"
        if item.is_dir():
            found |= _files(item, f"{path}/")
        elif not path.endswith(KEPT_BACK):
            found[path] = item.read_bytes()
    return found
