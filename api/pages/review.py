"""The page `/t/<table>/review`: the frames of a table, stepped through; as text for whoever has no script."""

from __future__ import annotations

from flask import Blueprint, Response

from api.pages.browser import assets, page_answer, signs, spoken_catalogue
from api.pages.story import story_of, story_texts
from api.service import service
from api.wire.problems import words
from domain.games import game, shipped
from drawing.costumes import costume_marks
from web.review import review_page

review = Blueprint("review", __name__)


@review.get("/t/<table>/review")
def review_of(table: str) -> Response:
    """The review of a table: the page itself is the same for everybody, what it shows it asks the API for."""
    own_words = words()
    title = own_words.say("Review of a table")
    page = review_page(
        f"{title} · Matchledger",
        own_words.say("Step through a game, as each seat saw it."),
        story_texts(),
        spoken_catalogue(),
        signs(),
        {name: costume_marks(name, game(name).costume) for name in sorted(shipped())},
        {"review": {"address": f"/api/v1/tables/{table}"}, "worker": assets().address("verify/worker.js")},
        main=story_of(service(), table),
        icon="icon.svg",
    )
    return page_answer(page)
