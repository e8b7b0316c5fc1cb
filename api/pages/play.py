"""The page `/t/<table>`: play and watch. The shell is the same for everybody; what it shows it asks the API for.

Where there is no script it is the story of a table that is over.
"""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response

from api.pages.browser import page_answer, signs, spoken_catalogue
from api.pages.story import story_of, story_texts
from api.service import service
from api.wire.problems import words
from domain.games import game, shipped
from domain.table.seating import TABLE_ID
from drawing.costumes import costume_marks
from web.pages import Page

MODULE: Final = "play/play.js"
STYLES: Final = (
    "styles/tokens.css",
    "costumes.css",
    "styles/card.css",
    "styles/board.css",
    "styles/frame.css",
    "styles/play.css",
)


def guides() -> dict[str, Any]:
    """Return what each game tells somebody who learns it, in the caller's language: its rule, what commands are for."""
    told = {}
    for name in sorted(shipped()):
        own_words = words(game(name).package)
        hints = game(name).hints
        told[name] = {"rules": hints.in_short(own_words), "purposes": hints.steps(own_words)}
    return told


play = Blueprint("play_page", __name__)


@play.get("/t/<table>")
def table_page(table: str) -> Response:
    """A table to play at and to watch. A seat's token comes in the fragment of the link, which no server sees."""
    own_words, spoken = words(), spoken_catalogue()
    costumes = {name: costume_marks(name, game(name).costume) for name in sorted(shipped())}
    title = own_words.say("A table")
    page = Page(
        title=f"{title} · Matchledger",
        description=own_words.say("Play or watch a game, each as its seat sees it."),
        language=spoken["language"],
        texts=story_texts(),
        module=MODULE,
        styles=STYLES,
        data={"words": spoken, "costumes": costumes, "guides": guides(), "play": {"table": table}},
        main=story_of(service(), table),
        signs=signs(),
        icon="icon.svg",
    )
    answer = page_answer(page)
    if not TABLE_ID.fullmatch(table):
        answer.status_code = 404  # any other address answers alike for a private table and for none
    return answer
