"""The pages of tournaments: their list, a tournament, what of it is printed, and the organiser's console.

The list and a public tournament stand in the HTML for whoever has no script. The shells are the same for everybody;
keys and personal links come in the fragment of an address, which no server sees, or are typed.
"""

from __future__ import annotations

from html import escape
from typing import Any, Final

import msgspec
from flask import Blueprint, Response

from api.callers.tournaments import ID_AT_MOST
from api.pages.bar import bar
from api.pages.browser import frame_texts, page_answer, spoken_catalogue
from api.pages.option_words import option_words
from api.pages.tournaments.story import SANDBOX, STATUSES, called, story_of
from api.service import service
from api.wire.games import game_shape
from api.wire.problems import words
from api.wire.responses import time_text
from domain.games import game, names, shipped
from domain.kernel.display.words import Words
from domain.ledger.tournaments.rows import Query, Row
from web.pages import Page

STYLES: Final = (
    "styles/tokens.css",
    "styles/frame.css",
    "site/site.css",
    "site/marks.css",
    "tournaments/tournaments.css",
)
LIST: Final = "/tournaments"
SHOWN = 50

tournaments = Blueprint("tournament_pages", __name__)


@tournaments.get(LIST)
def tournaments_page() -> Response:
    """The public tournaments."""
    own_words = words()
    title = own_words.say("Tournaments")
    page = _page(title, own_words.say("Tournaments whose every pairing can be computed again."))
    return page_answer(page._replace(module=None, data={}, main=_list(own_words), header=bar(LIST)))


@tournaments.get(f"{LIST}/<tournament>")
def tournament_page(tournament: str) -> Response:
    """A tournament to follow, and for its players to play in."""
    own_words = words()
    story = story_of(service(), tournament, own_words)
    texts = frame_texts()
    if story:
        needed = "Without JavaScript this page stands still: load it again to see what is new."
        texts = texts._replace(without_script=own_words.say(needed))
    page = _page(own_words.say("A tournament"), own_words.say("Rounds, pairings and standings, as they come."))
    page = page._replace(module="tournaments/page.js", texts=texts, main=story)
    return page_answer(page._replace(data={**page.data, "tournament": _given(tournament)}))


@tournaments.get(f"{LIST}/<tournament>/print")
def print_page(tournament: str) -> Response:
    """Pairings, standings and result slips for paper."""
    own_words = words()
    page = _page(own_words.say("For print"), own_words.say("Pairings, standings and result slips for paper."))
    page = page._replace(module="tournaments/print.js", styles=(*STYLES, "tournaments/print.css"))
    return page_answer(page._replace(data={**page.data, "tournament": _given(tournament)}))


@tournaments.get("/organiser")
def organiser_page() -> Response:
    """The console of whoever runs tournaments."""
    own_words = words()
    page = _page(own_words.say("The organiser’s console"), own_words.say("Tournaments are opened and run here."))
    without = own_words.say(
        "This page needs JavaScript. Without it: {line}", line="matchledger tournament create --service URL"
    )
    page = page._replace(
        module="organiser/page.js",
        styles=(*STYLES, "organiser/organiser.css"),
        texts=frame_texts()._replace(without_script=without),
        header=bar("/organiser"),
    )
    return page_answer(page._replace(data={**page.data, "organiser": {"games": [_game(name) for name in names()]}}))


def _page(title: str, description: str) -> Page:
    spoken = spoken_catalogue()
    return Page(
        title=f"{title} · Matchledger",
        description=description,
        language=spoken["language"],
        texts=frame_texts(),
        module=None,
        styles=STYLES,
        data={"words": spoken},
        icon="icon.svg",
        header=bar(LIST),
    )


def _given(tournament: str) -> dict[str, Any]:
    return {"id": tournament[:ID_AT_MOST], "games": {name: game(name).rules.title for name in sorted(shipped())}}


def _game(name: str) -> dict[str, Any]:
    """Return what the console needs to know of a game: who may play it, and the options of its tables."""
    return {
        "game": name,
        "title": game(name).rules.title,
        "seats": sorted(game(name).rules.seat_counts),
        "bots": sorted(game(name).bots),
        "schema": msgspec.json.encode(game_shape(name)["options"]).decode(),  # text: in the game's own order
        "decks": game(name).decks is not None,
        "begins": sorted(game(name).rules.first_seat_begins),  # options that the pairing decides
        "words": option_words(name),
    }


def _list(own_words: Words) -> str:
    rows = service().store.tournaments.rows.find(Query(limit=SHOWN + 1)).tournaments
    what = own_words.say(
        "Every pairing and every line of the standings can be computed again from a tournament’s record."
    )
    run = own_words.say("Run a tournament")
    none = f'<p class="note">{escape(own_words.say("There is no public tournament yet."))}</p>'
    listed = "\n".join([_row(row, own_words) for row in rows[:SHOWN]])
    more = f'<p class="note"><a href="/api/v1/tournaments">{escape(own_words.say("All tournaments"))}</a></p>'
    return (
        f'<section class="lead"><h1>{escape(own_words.say("Tournaments"))}</h1><p>{escape(what)}</p>'
        f'<p class="buttons"><a class="button" href="/organiser">{escape(run)}</a></p></section>'
        + (f'<ul class="cups">\n{listed}\n</ul>' if rows else none)
        + (more if len(rows) > SHOWN else "")
    )


def _row(row: Row, own_words: Words) -> str:
    at = time_text(row.changed_at)
    day = own_words.say("{day} {time} UTC", day=at[:10], time=at[11:16])
    about = [own_words.count("{n} player", "{n} players", row.players)]
    if row.rounds:
        about.append(own_words.say("round {round}", round=row.rounds))
    tried = f'<span class="mark is-warning">{escape(own_words.say(SANDBOX))}</span>' if row.sandbox else ""
    turn = " is-turn" if row.status == "running" else ""
    title = game(row.game).rules.title if row.game in names() else row.game
    return (
        f'<li class="site-panel"><h2><a href="{LIST}/{escape(row.tournament_id)}"><bdi>'
        f"{escape(called(row.label, title, own_words, sandbox=row.sandbox))}</bdi></a></h2>"
        f'<p><span class="mark{turn}">{escape(own_words.say(STATUSES[row.status]))}</span>{tried}'
        f"{escape(' · '.join([title, *about]))} · "
        f'<time datetime="{escape(at)}">{escape(day)}</time></p></li>'
    )
