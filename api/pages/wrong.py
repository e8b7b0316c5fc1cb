"""What went wrong at the address of a page, as a page in the reader's language; programs get the problem."""

from __future__ import annotations

from html import escape

from flask import Response, request

from api.pages.bar import bar
from api.pages.browser import frame_texts, page_answer
from api.wire.problems import PROBLEM_TYPE, for_pages, language, words
from web.pages import Page

STYLES = ("styles/tokens.css", "styles/frame.css", "site/site.css")


def as_page(answer: Response) -> Response:
    """Return the page of a problem where a browser asks for one, else the answer as it is."""
    if answer.mimetype != PROBLEM_TYPE or not for_pages():
        return answer
    if request.accept_mimetypes.best_match([PROBLEM_TYPE, "text/html"]) != "text/html":
        return answer
    document = answer.get_json()
    own_words = words()
    start = f'<a class="button is-primary" href="/">{escape(own_words.say("To the start page"))}</a>'
    page = Page(
        title=f"{document['title']} · Matchledger",
        description=document["title"],
        language=language().replace("_", "-"),
        texts=frame_texts(),
        module=None,
        styles=STYLES,
        main=f'<section class="lead"><h1>{escape(document["title"])}</h1><p class="buttons">{start}</p></section>',
        icon="icon.svg",
        header=bar(""),
    )
    made = page_answer(page)
    made.status_code = answer.status_code
    for name in ("Allow", "Retry-After"):
        if name in answer.headers:
            made.headers[name] = answer.headers[name]
    return made
