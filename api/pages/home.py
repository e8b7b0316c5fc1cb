"""The page for people at `/`: what this is, three lines to start, the public tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources

from flask import request

from api.callers.auth import ANYBODY
from api.callers.visibility import tables_in_sight
from api.service import service
from api.wire import problems
from api.wire.responses import time_text
from domain.games import UnknownGameError, game, names
from domain.kernel.display.words import Words
from domain.ledger.listing import Listed
from domain.ledger.store import TableQuery
from domain.record.order import Status

SHOWN = 12  # tables of a kind
API = "/api/v1"
TRY_OUT = "matchledger simulate chanic_panic --seats 2 --seed 00ff --out game.ndjson && replay step game.ndjson"
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
    running, waiting = _tables("running"), _tables("open")
    ended = [*_tables("finished"), *_tables("confirmed")]
    nobody, none_yet = words.say("Nobody plays in public just now."), words.say("No public table has ended yet.")
    full = words.say("No public table has a free seat.")
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
        "free_seats": words.say("Seats free"),
        "how_to_sit": words.say("A seat is taken over the API, by its join code where it has one:"),
        "ended_before": words.say("Tables that have ended"),
        "where": words.say("Type them where Matchledger is installed; in a checkout the programs lie in .venv/bin."),
    }
    text = {name: escape(value) for name, value in places.items()}
    text["games"] = "\n".join([_game(name, words) for name in names()])
    text["lines"] = "\n".join(_lines([*running, *ended], words))
    text["running"] = _listed(running, nobody, words)
    text["waiting"] = _listed(waiting, full, words)
    text["ended"] = _listed(ended, none_yet, words)
    return (resources.files(__package__) / "home.html").read_text("utf-8").format(**text)


def _tables(status: Status) -> tuple[Listed, ...]:
    """Return the newest tables of a kind, one more than are shown: whether there are more is said."""
    wanted = TableQuery(status=status, visibility="public", limit=SHOWN + 1)
    return tables_in_sight(service(), ANYBODY, wanted).tables


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
    review = f"replay step {base}{API}/tables/{over.table}" if over is not None else TRY_OUT
    lines = (
        play,
        (words.say("Watch a table as it stands"), watch),
        (words.say("Review a game, step by step"), review),
    )
    return [f"<li><span>{escape(what)}</span><code>{escape(line)}</code></li>" for what, line in lines]


def _listed(rows: Sequence[Listed], empty: str, words: Words) -> str:
    if not rows:
        return f'<p class="note">{escape(empty)}</p>'
    names = service().store.people.names(seated.player for row in rows for seated in row.players)
    shown = '<ul class="tables">\n' + "\n".join([_row(row, names, words) for row in rows[:SHOWN]]) + "\n</ul>"
    if len(rows) <= SHOWN:
        return shown
    more = escape(words.say("All tables"))
    return f'{shown}\n<p class="note"><a href="{API}/tables?status={rows[0].status}">{more}</a></p>'


def _row(row: Listed, names: Mapping[str, str], words: Words) -> str:
    address = escape(f"{API}/tables/{row.table}")
    at = time_text(row.changed_at)
    day = words.say("{day} {time} UTC", day=at[:10], time=at[11:16])
    turn = " turn" if row.status == "running" else ""
    mark = f'<span class="mark{turn}">{escape(words.say(MARKS[row.status]))}</span>'
    name = escape(_title(row.game) if row.label is None else f"{_title(row.game)}: {row.label}")
    table, record = escape(words.say("Table (JSON)")), escape(words.say("Record (file)"))
    links = "".join(
        [
            f'<a href="{address}{path}" aria-label="{text}: {name}">{text}</a>'
            for path, text in (("", table), ("/record", record))
        ]
    )
    who = escape(" · ".join(_who(row, names, words)))
    about = f'{who} · <time datetime="{escape(at)}">{escape(day)}</time>'
    return f'<li><h3>{name}</h3><p class="links">{links}</p><p>{mark}{about}</p></li>'


def _who(row: Listed, names: Mapping[str, str], words: Words) -> list[str]:
    """Return who plays and who has won, as far as they have names, and how many seats are taken while some are free."""
    called = {seated.seat: names.get(seated.player) or seated.bot for seated in row.players}
    told = [", ".join([name for seat in range(row.seats) if (name := called.get(seat))])]
    if row.free:
        told.append(words.say("{taken} of {seats} seats taken", taken=row.seats - row.free, seats=row.seats))
    winners = row.outcome.places[0].seats if row.outcome is not None and row.outcome.places else ()
    if winners and all(called.get(seat) for seat in winners):
        told.append(words.say("won by {names}", names=", ".join([called[seat] or "" for seat in winners])))
    return [part for part in told if part]


def _title(name: str) -> str:
    try:
        title: str = game(name).rules.title
    except UnknownGameError:
        return name  # of another release
    return title
