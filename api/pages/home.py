"""The page for people at `/`: what this is, three lines to start, the public tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import resources

from flask import request

from api.service import service
from api.wire import problems
from api.wire.responses import time_text
from domain.games import UnknownGameError, game, names
from domain.kernel.display.words import Words
from domain.ledger.listing import Listed
from domain.ledger.store import TableQuery
from domain.table.book import Status

SHOWN = 12  # tables of a kind
API = "/api/v1"
MARKS: dict[Status, str] = {
    "open": "seats free",
    "running": "▸ running",
    "finished": "finished",
    "confirmed": "confirmed",
    "abandoned": "given up",
}


def home() -> str:
    """Return the page in the caller's language; what players have typed stands in it as text."""
    words = problems.words()
    running = [*_tables("running"), *_tables("open")]
    ended = [*_tables("finished"), *_tables("confirmed")][:SHOWN]
    nobody, none_yet = words.say("Nobody plays in public just now."), words.say("No public table has ended yet.")
    places = {
        "lang": problems.language().replace("_", "-"),
        "skip": words.say("Skip to the page"),
        "reference": words.say("API reference"),
        "headline": words.say("Card games whose every move can be proved"),
        "what": words.say(
            "Matchledger keeps every action at a table as an entry that nobody can change unnoticed. Play against "
            "others or bots, watch, step through past games as each seat saw them, and check that the deal was fair."
        ),
        "start": words.say("Three lines to start"),
        "running_now": words.say("Played now"),
        "ended_before": words.say("Tables that have ended"),
        "where": words.say("Type them where Matchledger is installed; nothing else is needed."),
    }
    text = {name: escape(value) for name, value in places.items()}
    text["games"] = "\n".join([_game(name, words) for name in names()])
    text["lines"] = "\n".join(_lines([*running, *ended], words))
    text["running"] = _listed(running, nobody, words)
    text["ended"] = _listed(ended, none_yet, words)
    return (resources.files(__package__) / "home.html").read_text("utf-8").format(**text)


def _tables(status: Status) -> tuple[Listed, ...]:
    return service().store.find(TableQuery(status=status, visibility="public", limit=SHOWN)).tables


def _game(name: str, words: Words) -> str:
    counts = game(name).rules.seat_counts
    least, most = min(counts), max(counts)
    seats = (
        words.count("{n} player", "{n} players", least)
        if least == most
        else words.say("{least} to {most} players", least=least, most=most)
    )
    title = escape(game(name).rules.title).replace("★", "★<wbr>")
    return f"<li><h3>{title}</h3><p>{escape(seats)}</p></li>"


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
    review = f"replay step {base}{API}/tables/{'…' if over is None else over.table}"
    lines = (
        play,
        (words.say("Watch a table as it stands"), watch),
        (words.say("Review a game, step by step"), review),
    )
    return [f"<li><span>{escape(what)}</span><code>{escape(line)}</code></li>" for what, line in lines]


def _listed(rows: Sequence[Listed], empty: str, words: Words) -> str:
    if not rows:
        return f'<p class="note">{escape(empty)}</p>'
    return '<ul class="tables">\n' + "\n".join([_row(row, words) for row in rows]) + "\n</ul>"


def _row(row: Listed, words: Words) -> str:
    address = escape(f"{API}/tables/{row.table}")
    at = time_text(row.changed_at)
    day = words.say("{day} {time} UTC", day=at[:10], time=at[11:16])
    seats = words.say("{taken} of {seats} seats taken", taken=row.seats - row.free, seats=row.seats)
    turn = " turn" if row.status == "running" else ""
    mark = f'<span class="mark{turn}">{escape(words.say(MARKS[row.status]))}</span>'
    name = escape(_title(row.game) if row.label is None else f"{_title(row.game)}: {row.label}")
    about = f'{escape(seats)} · <time datetime="{escape(at)}">{escape(day)}</time>'
    table, record = escape(words.say("Table")), escape(words.say("Record"))
    links = "".join(
        [
            f'<a href="{address}{path}" aria-label="{text}: {name}">{text}</a>'
            for path, text in (("", table), ("/record", record))
        ]
    )
    return f'<li><h3>{name}</h3><p class="links">{links}</p><p>{mark}{about}</p></li>'


def _title(name: str) -> str:
    try:
        title: str = game(name).rules.title
    except UnknownGameError:
        return name  # of another release
    return title
