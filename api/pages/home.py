"""The page for people at `/`: what this is, play at once, open a table, sit down, the public tables.

Everything that can be read is in the HTML; `web/static/lobby` adds what acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import msgspec
from flask import Response, request

from api.pages.bar import bar
from api.pages.browser import frame_texts, made_aside, page_answer, spoken_catalogue
from api.pages.listing import API, listed, public
from api.pages.option_words import option_words
from api.service import service
from api.wire import problems
from api.wire.games import game_shape
from domain.games import game, names
from domain.kernel.display.words import Words
from domain.ledger.listed import Listed
from drawing.costumes import costume_marks
from web.pages import Page

STYLES = ("styles/tokens.css", "styles/frame.css", "costumes.css", "site/site.css", "site/marks.css", "lobby/lobby.css")
TRY_OUT = "matchledger simulate chanic_panic --seats 2 --seed 00ff --out game.ndjson && replay step game.ndjson"
ALONE = ("sensible",)  # who sits opposite where a game demonstrates nothing


def home() -> Response:
    """Answer with the page in the caller's language; what players have typed stands in it as text."""
    words = problems.words()
    page = Page(
        title="Matchledger",
        description=words.say("Card games whose every move can be proved"),
        language=problems.language().replace("_", "-"),
        texts=frame_texts()._replace(
            without_script=words.say("To play, to open a table and to sit down, this page needs JavaScript.")
        ),
        module="lobby/page.js",
        styles=STYLES,
        data={"words": spoken_catalogue(), "lobby": made_aside("lobby", _lobby)},  # bots are imported for it
        main=_main(words),
        icon="icon.svg",
        header=bar("/"),
    )
    return page_answer(page)


def _lobby() -> dict[str, Any]:
    """Return what the module needs to open tables."""
    here = service()
    return {
        "opens": here.settings.who_opens == "anybody",
        "games": [
            {
                "game": name,
                "title": game(name).rules.title,
                "seats": sorted(game(name).rules.seat_counts),
                "bots": sorted(game(name).bots),
                "first": {
                    "options": _first_options(name),
                    "bots": _opponents(name),
                    "deal": game(name).hints.first_deal,
                },
                "schema": msgspec.json.encode(game_shape(name)["options"]).decode(),  # text: in the game's own order
                "words": option_words(name),
            }
            for name in names()
        ],
    }


def _opponents(name: str) -> list[str]:
    """Return who sits at a first table of a game besides the newcomer, as in its first demonstration."""
    shown = game(name).demonstrations
    return list(shown[0].bots[1:] if shown else ALONE)


def _first_options(name: str) -> dict[str, Any]:
    shown = game(name).demonstrations
    return dict(shown[0].options) if shown else {}


def _main(words: Words) -> str:
    running, waiting = public("running"), public("open")
    ended = (*public("finished"), *public("confirmed"))
    what = words.say(
        "Matchledger keeps every action at a table as an entry that nobody can change unnoticed. Play against "
        "others or bots, watch, step through past games as each seat saw them, and check that the deal was fair."
    )
    games = "\n".join([_game(name, words) for name in names()])
    nobody, none_yet = words.say("Nobody plays in public just now."), words.say("No public table has ended yet.")
    full = words.say("No public table has a free seat.")
    headline = words.say("Card games whose every move can be proved")
    parts = [
        f'<section class="lead"><h1>{escape(headline)}</h1><p>{escape(what)}</p></section>',
        '<div id="mine"></div>',
        (
            f'<section class="play" aria-label="{escape(words.say("Play"))}"><div id="name"></div>\n'
            f'<ul class="games">\n{games}\n</ul></section>'
        ),
        '<div id="open" class="site-panel" hidden></div>',
        '<div id="sit" class="site-panel" hidden></div>',
        _panel(words.say("Played now"), listed(running, nobody, words)),
        _panel(words.say("Seats free"), listed(waiting, full, words)),
        _panel(words.say("Tables that have ended"), listed(ended, none_yet, words), "ended"),
        _terminal([*running, *ended], words),
    ]
    return "\n".join(parts)


def _panel(title: str, inside: str, kind: str = "") -> str:
    return f'<section class="{f"site-panel {kind}".strip()}"><h2>{escape(title)}</h2>\n{inside}\n</section>'


def _game(name: str, words: Words) -> str:
    """Return a game in its costume: who can play it, how, and where its button comes."""
    title, counts = game(name), game(name).rules.seat_counts
    least, most = min(counts), max(counts)
    seats = (
        words.count("{n} player", "{n} players", least)
        if least == most
        else words.say("{least} to {most} players", least=least, most=most)
    )
    marks = "".join([f' {key}="{escape(value)}"' for key, value in costume_marks(name, title.costume).items()])
    rules = title.hints.in_short(problems.words(title.package))
    told = "".join([f"<li>{escape(rule)}</li>" for rule in rules])
    how = f"<details><summary>{escape(words.say('How to play'))}</summary><ul>{told}</ul></details>" if told else ""
    called = escape(title.rules.title).replace("★", "★<wbr>")
    return (
        f'<li class="game"{marks} data-play="{escape(name)}"><span class="game-back" aria-hidden="true"></span>'
        f'<h2>{called}</h2><p>{escape(seats)}</p>{how}<div class="go"></div></li>'
    )


def _terminal(tables: Sequence[Listed], words: Words) -> str:
    """Return the lines for whoever would rather sit in a terminal."""
    lines = "\n".join(_lines(tables, words))
    where = words.say("Type them where Matchledger is installed; in a checkout the programs lie in .venv/bin.")
    return (
        f'<details class="site-panel terminal"><summary><h2>{escape(words.say("In the terminal"))}</h2></summary>\n'
        f'<ol class="lines">\n{lines}\n</ol>\n<p class="note">{escape(where)}</p></details>'
    )


def _lines(tables: Sequence[Listed], words: Words) -> list[str]:
    """Return the lines that play, watch and review, with a table of this service where there is one."""
    settings = service().settings
    base = (settings.public_url or request.host_url).rstrip("/")
    now = next((row for row in tables if row.status == "running"), None)
    over = next((row for row in tables if row.status == "confirmed"), None)
    if settings.who_opens == "anybody":
        play = words.say("Play against a bot, in the terminal"), f"matchledger play {base} --game {names()[0]}"
    else:
        play = words.say("Play with the token you were given"), f"matchledger play {base}{API}/tables/… --seat …"
    watch = f"replay list {base}" if now is None else f"replay show {base}{API}/tables/{now.table}"
    review = f"replay step {base}{API}/tables/{over.table}" if over is not None else TRY_OUT
    lines = (
        play,
        (words.say("Watch a table as it stands"), watch),
        (words.say("Review a game, step by step"), review),
    )
    return [f"<li><span>{escape(what)}</span><code>{escape(line)}</code></li>" for what, line in lines]
