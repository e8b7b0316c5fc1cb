"""The page `/t/<table>/review`: the frames of a table, stepped through; as text for whoever has no script."""

from __future__ import annotations

from html import escape

from flask import Blueprint, Response

from api.callers.auth import ANYBODY
from api.callers.visibility import look
from api.pages.browser import frame_texts, page_answer, signs, spoken_catalogue
from api.resources.frames import followed
from api.service import Service, service
from api.wire.problems import ProblemError, words
from domain.audit.narration import told
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
        frame_texts(),
        spoken_catalogue(),
        signs(),
        {name: costume_marks(name, game(name).costume) for name in sorted(shipped())},
        {"review": {"address": f"/api/v1/tables/{table}"}},
        main=_story(service(), table),
        icon="icon.svg",
    )
    return page_answer(page)


def _story(here: Service, table: str) -> str:
    """Return what everybody may know of a table that is over, as a list; nothing of any other."""
    try:
        sight = look(here, table, ANYBODY)
        if not sight.table.book.is_over:
            return ""
        with followed(here, sight) as (timeline, own_words):
            lines = [
                f"<li><b>{item.address}</b> {escape(item.text)}</li>"
                for n in range(1, sight.n + 1)
                for item in told(timeline, n, sight.viewer, own_words)
            ]
    except ProblemError:
        return ""
    heading, listed = escape(timeline.title.rules.title), "\n".join(lines)
    return f'<section class="as-text"><h1>{heading}</h1>\n<ol>\n{listed}\n</ol></section>'
