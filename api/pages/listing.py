"""Lists of public tables as HTML, which whoever has no script can read and follow."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from api.callers.auth import ANYBODY
from api.callers.visibility import tables_in_sight
from api.service import service
from api.wire.responses import time_text
from domain.games import UnknownGameError, game
from domain.kernel.display.words import Words
from domain.ledger.listed import Listed
from domain.ledger.store import TableQuery
from domain.record.order import Status

SHOWN = 12  # tables of a kind
API = "/api/v1"
MARKS: dict[Status, str] = {
    "open": "seats free",
    "running": "▸ running",
    "finished": "finished",
    "confirmed": "confirmed",
    "abandoned": "given up",
}


def public(status: Status) -> tuple[Listed, ...]:
    """Return the newest tables of a kind, one more than are shown: whether there are more is said."""
    wanted = TableQuery(status=status, visibility="public", limit=SHOWN + 1)
    return tables_in_sight(service(), ANYBODY, wanted).tables


def listed(rows: tuple[Listed, ...], empty: str, words: Words) -> str:
    """Return tables as a list, or what is said where there is none."""
    if not rows:
        return f'<p class="note">{escape(empty)}</p>'
    names = service().store.people.names(seated.player for row in rows for seated in row.players)
    shown = '<ul class="tables">\n' + "\n".join([_row(row, names, words) for row in rows[:SHOWN]]) + "\n</ul>"
    if len(rows) <= SHOWN:
        return shown
    more = escape(words.say("All tables"))
    return f'{shown}\n<p class="note"><a href="{API}/tables?status={rows[0].status}">{more}</a></p>'


def _row(row: Listed, names: Mapping[str, str], words: Words) -> str:
    at = time_text(row.changed_at)
    day = words.say("{day} {time} UTC", day=at[:10], time=at[11:16])
    turn = " is-turn" if row.status == "running" else ""
    mark = f'<span class="mark{turn}">{escape(words.say(MARKS[row.status]))}</span>'
    name = escape(_title(row.game) if row.label is None else f"{_title(row.game)}: {row.label}")
    ways = _ways(row, words)
    links = "".join([f'<a href="{address}" aria-label="{said}: {name}">{said}</a>' for address, said in ways])
    who = escape(" · ".join(_who(row, names, words)))
    about = f'{who} · <time datetime="{escape(at)}">{escape(day)}</time>'
    free = f' data-free="{row.free}" data-table="{escape(row.table)}"' if row.free else ""
    return f'<li{free}><h3>{name}</h3><p class="links">{links}</p><p class="who">{mark}{about}</p></li>'


def _ways(row: Listed, words: Words) -> list[tuple[str, str]]:
    """Return where a table can be seen, as HTML: watched, or reviewed and taken home once it has ended."""
    table = f"/t/{escape(row.table)}"
    if row.status in ("open", "running"):
        return [(table, escape(words.say("Watch")))]
    record = f"{API}/tables/{escape(row.table)}/record"
    return [(f"{table}/review", escape(words.say("Review"))), (record, escape(words.say("Record (file)")))]


def _who(row: Listed, names: Mapping[str, str], words: Words) -> list[str]:
    """Return who plays and who has won, as far as they have names, and how many seats are taken while some are free."""
    bots = words.bots([seated.seat for seated in row.players if seated.bot])
    called = {seated.seat: bots.get(seated.seat, names.get(seated.player)) for seated in row.players}
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
