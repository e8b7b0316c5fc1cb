"""The story of a finished table as HTML, for whoever has no script: what everybody may know of it.

It is told once: beside the service where processes help it, and then kept as long as others read it too.
"""

from __future__ import annotations

from functools import partial
from html import escape

from api.callers.auth import ANYBODY
from api.callers.visibility import Sight, look
from api.copies import helpers
from api.pages.browser import frame_texts
from api.requests.naming import seat_labels
from api.requests.representations import seats_of
from api.service import Service
from api.wire.problems import ProblemError, language, words
from domain.games import game
from domain.ledger.errors import StoreError
from web.pages import Texts


def story_of(here: Service, table: str) -> str:
    """Return the story of a table that is over and that everybody may know of; nothing for any other."""
    try:
        sight = look(here, table, ANYBODY)
        if not sight.table.book.is_over:
            return ""
        names = tuple(seat_labels(seats_of(here, sight.table), None, words()))
        key = ("story", table, str(sight.viewer), sight.table.book.head, language(), names)
        return here.shared.get(key, partial(_told, here, sight, names)).decode()
    except (ProblemError, StoreError):  # whoever has a script is told why
        return ""


def story_texts() -> Texts:
    """Return what the frame of a table's page says; where there is no script, when there will be a story."""
    no_script = "This page needs JavaScript. Without it, the story of a public table stands here once it is over."
    return frame_texts()._replace(without_script=words().say(no_script))


def _told(here: Service, sight: Sight, names: tuple[str, ...]) -> bytes:
    lines = [
        f"<li><b>{address}</b> {escape(text)}</li>" for address, text in helpers.story(here, sight, language(), names)
    ]
    title, listed = escape(game(sight.table.rules.name).rules.title), "\n".join(lines)
    record = f'<a href="/api/v1/tables/{sight.table.id}/record">{escape(words().say("Download the record"))}</a>'
    story = f'<section class="as-text"><h1>{title}</h1>\n<ol>\n{listed}\n</ol>\n<p>{record}</p></section>'
    return f"<noscript>{story}</noscript>".encode()
