"""The page at `/verify`: a record is checked in the reader's own browser, and nothing of it is sent anywhere."""

from __future__ import annotations

from html import escape

from flask import Response

from api.pages.bar import bar
from api.pages.browser import assets, frame_texts, page_answer, spoken_catalogue
from api.wire.problems import language, words
from domain.games import game, names
from domain.kernel.display.words import Words
from web.pages import Page

STYLES = ("styles/tokens.css", "styles/frame.css", "site/site.css", "verify/verify.css")


def verifying() -> Response:
    """Answer with the page; its checks are those of `replay/standalone/verify.mjs`."""
    own_words = words()
    page = Page(
        title=own_words.say("Verify a record · {service}", service="Matchledger"),
        description=own_words.say("Checks of a Matchledger record, made in your own browser."),
        language=language().replace("_", "-"),
        texts=frame_texts()._replace(
            without_script=own_words.say(
                "This page needs JavaScript. Without it: {line}", line="node verify.mjs FILE, replay verify FILE"
            )
        ),
        module="verify/page.js",
        styles=STYLES,
        data={
            "words": spoken_catalogue(),
            "worker": assets().address("verify/worker.js"),
            "titles": {name: game(name).rules.title for name in names()},
        },
        main=_main(own_words),
        icon="icon.svg",
        header=bar("/verify"),
    )
    return page_answer(page)


def _main(own_words: Words) -> str:
    what = own_words.say(
        "Choose the record of a table or tournament, or drop it here. It is checked in this browser: nothing is "
        "uploaded, and it works without a network once the page is here."
    )
    cannot = own_words.say(
        "What the rules of a game have to say is not checked here, for they are not JavaScript: whether each action "
        "was legal, and the outcome; nor the pairings and standings of a tournament. These two check that too, and "
        "show the boards:"
    )
    title = escape(own_words.say("Is this record sound?"))
    return (
        f'<section class="lead"><h1>{title}</h1><p>{escape(what)}</p></section>\n'
        f'<section id="checking" class="site-panel" aria-label="{escape(own_words.say("The record"))}"></section>\n'
        f'<section class="site-panel"><h2>{escape(own_words.say("What this page cannot check"))}</h2>'
        f"<p>{escape(cannot)}</p>"
        "<ul><li><code>replay verify FILE</code></li><li><code>replay open FILE</code></li></ul></section>"
    )
