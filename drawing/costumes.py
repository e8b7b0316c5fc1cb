"""What a page needs of the looks: each game's costume as styles, the signs as one file.

Colours are custom properties by the names of their roles, for light and dark; a theme of high contrast keeps its own.
Radii and tints are properties too; what a style has to choose by (type, back, cut corners) are attributes of the place
where a game is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from domain.kernel.display.look import Costume, Shades

_DARK = ':root[data-theme="dark"]'
_LIGHT = ':root[data-theme="light"]'
_UNSAID = ":root:not([data-theme])"


def page_files(costumes: Mapping[str, Costume]) -> dict[str, bytes]:
    """Return the files that pages are given: styles of the games' costumes by their names, and the signs."""
    return {
        "costumes.css": costume_styles(costumes).encode(),
        "signs.svg": (resources.files("drawing") / "signs.svg").read_bytes(),
    }


def costume_marks(game: str, costume: Costume) -> dict[str, str]:
    """Return the attributes of the place where a game is shown: `data-game`, and what styles choose by."""
    told = {"data-game": game, "data-voice": costume.voice, "data-back": costume.back}
    return {**told, **({"data-cut": ""} if costume.cut else {}), **({"data-ghost": ""} if costume.ghost else {})}


def costume_styles(costumes: Mapping[str, Costume]) -> str:
    """Return the styles of all costumes.

    A theme is chosen on the root by `data-theme`, else by what the reader prefers; who prefers more contrast gets the
    colours of that theme, whatever a costume says.
    """
    light = {game: costume.light for game, costume in costumes.items()}
    dark = {game: costume.dark for game, costume in costumes.items()}
    quiet = "not (prefers-contrast: more)"
    return "".join(
        [
            "/* Made of the games' costumes: domain/games/<game>/board. */\n",
            *[f'[data-game="{game}"] {{ {_shape(costume)} }}\n' for game, costume in costumes.items()],
            # a role that the dark costume leaves as it is must not keep the colour of the light one
            f"@media (not (prefers-color-scheme: dark)) and ({quiet}) {{\n{_rules(_UNSAID, light)}}}\n",
            f"@media (prefers-color-scheme: dark) and ({quiet}) {{\n{_rules(_UNSAID, dark)}}}\n",
            _rules(_LIGHT, light),
            _rules(_DARK, dark),
        ]
    )


def _shape(costume: Costume) -> str:
    return f"--r-card: {costume.corner}px; --r-panel: {costume.frame}px; --tint: {costume.tint:.0%};"


def _rules(root: str, shades: Mapping[str, Shades]) -> str:
    """Return the colours of each game, wherever in the page it is shown."""
    return "".join([_rule(f'[data-game="{game}"]', root, own) for game, own in shades.items() if own])


def _rule(place: str, root: str, shades: Shades) -> str:
    colours = " ".join([f"--{role}: {colour};" for role, colour in shades.items()])
    return f"{root} {place}, {root}{place} {{ {colours} }}\n"
