"""A picture as PNG, by resvg: a library of the optional extra `pictures`, asked for only when one is made.

The fonts are those of this machine. Where it has none, resvg draws no text at all and says nothing, so it is tried
first with one letter of each script that the picture writes.
"""

from __future__ import annotations

from importlib.util import find_spec

from wcwidth import width

from replay.errors import InputError

_PROBE = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><text y="20" {style}>{letter}</text></svg>'
_STYLE = "font-family=\"'DejaVu Sans','Noto Sans',Arial,sans-serif\" font-size=\"20\""
_NO_LETTER = "\U0010fffd"  # for private use, so that no font has it
_SCRIPTS = {"a": False, "あ": True}  # a letter of each, and whether its letters are wide


def png(svg: str, scale: float) -> bytes:
    """Return a picture as PNG, so many times its size; raises `InputError` where this machine cannot make one."""
    if find_spec("resvg_py") is None:
        raise InputError(
            "a PNG needs resvg, which is not installed: pip install 'matchledger[pictures]', or write .svg"
        )
    for letter, wide in _SCRIPTS.items():
        if any(width(mark) == 2 for mark in svg) >= wide and not _writes(letter):
            raise InputError(f"this machine has no font for letters such as {letter!r}: install one, or write .svg")
    return _rendered(svg, scale)


def _writes(letter: str) -> bool:
    """Say whether a letter is drawn: not as nothing, nor as the box that stands for what no font has."""
    written, blank, box = (_rendered(_PROBE.format(style=_STYLE, letter=text), 1) for text in (letter, "", _NO_LETTER))
    return written not in (blank, box)


def _rendered(svg: str, scale: float) -> bytes:
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Serif",
        monospace_family="DejaVu Sans Mono",
    )
