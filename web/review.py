"""The page that steps through a record, before anything of a record is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from web.catalogues import Catalogue
from web.pages import Page, Texts

SERVED: Final = "review/served.js"
PACKED: Final = "review/packed.js"  # with the checks, for no worker starts from a file
STYLES: Final = (
    "styles/tokens.css",
    "costumes.css",
    "styles/card.css",
    "styles/board.css",
    "styles/frame.css",
    "styles/review.css",
)


def review_page(
    title: str,
    description: str,
    texts: Texts,
    spoken: Catalogue,
    signs: str,
    costumes: Mapping[str, Mapping[str, str]],
    data: Mapping[str, object],
    *,
    module: str = SERVED,
    main: str = "",
    icon: str | None = None,
) -> Page:
    """Return the page; `costumes` are the attributes by which styles know a game, `data` says where frames come from.

    `main` is what stands there for whoever has no script: the story of a finished table, as trusted HTML.
    """
    return Page(
        title=title,
        description=description,
        language=spoken["language"],
        texts=texts,
        module=module,
        styles=STYLES,
        data={"words": spoken, "costumes": costumes, **data},
        main=main,
        signs=signs,
        icon=icon,
    )
