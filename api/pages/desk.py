"""The page `/desk`: cases are decided by arbiters and operators. The shell is the same for everybody.

A key comes in the fragment of a link, which no server sees, or is typed; what the page shows it asks the API for.
"""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import Any, Final

from flask import Blueprint, Response

from api.pages.bar import bar
from api.pages.browser import frame_texts, page_answer, signs, spoken_catalogue
from api.wire import problems
from api.wire.problems import words
from domain.games import game, shipped
from domain.kernel.display.words import words_in
from drawing.costumes import costume_marks
from web.pages import Page

MODULE: Final = "desk/page.js"
STYLES: Final = (
    "styles/tokens.css",
    "costumes.css",
    "styles/card.css",
    "styles/board.css",
    "styles/frame.css",
    "site/site.css",
    "desk/desk.css",
)
GROUND_AT_MOST: Final = 80  # characters of a rule in the record

desk = Blueprint("desk_page", __name__)


@desk.get("/desk")
def desk_page() -> Response:
    """The desk of arbiters."""
    own_words, spoken = words(), spoken_catalogue()
    page = Page(
        title=f"{own_words.say('The desk')} · Matchledger",
        description=own_words.say("Cases are decided here by arbiters and operators."),
        language=spoken["language"],
        texts=frame_texts()._replace(
            without_script=own_words.say("This page needs JavaScript. Without it: {line}", line="matchledger desk list")
        ),
        module=MODULE,
        styles=STYLES,
        data={"words": spoken, "desk": _given()},
        signs=signs(),
        icon="icon.svg",
        header=bar("/desk"),
    )
    return page_answer(page)


def _given() -> dict[str, Any]:
    """Return what the module knows of games: how they look, and the rules that may be cited."""
    names = sorted(shipped())
    return {
        "costumes": {name: costume_marks(name, game(name).costume) for name in names},
        "rules": {name: rules_of(name, problems.language()) for name in names},
    }


@cache
def rules_of(name: str, language: str) -> list[dict[str, str]]:
    """Return the rules that a game's refusals rest on, each with the first sentence that it says no with."""
    refusals, own_words = game(name).refusals, words_in(language, game(name).package)
    found: dict[str, str] = {}
    for refusal in () if refusals is None else refusals.listed:
        places = {place: "…" for _, place, _, _ in Formatter().parse(refusal.text) if place}
        found.setdefault(refusal.rule[:GROUND_AT_MOST], own_words.say(refusal.text, **places))
    return [{"rule": rule, "say": text} for rule, text in sorted(found.items())]
