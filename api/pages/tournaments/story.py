"""A public tournament as HTML, for whoever has no script: the standings, and every round.

It is told aside: of many players in many rounds it takes long.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any, Final

from api.callers.auth import ANYBODY
from api.callers.tournaments import seen_tournament
from api.requests.tournaments.shapes import round_shape, standings_shape
from api.requests.tournaments.tokens import gives_tokens
from api.service import Service
from api.wire.problems import ProblemError
from domain.games import UnknownGameError, game
from domain.kernel.display.words import Words
from domain.ledger.errors import StoreError
from domain.ledger.parking import aside
from domain.ledger.tournaments.rows import Status
from domain.ledger.tournaments.streams import Known

STATUSES: Final[Mapping[Status, str]] = {
    "registration": "registration is open",
    "running": "▸ running",
    "paused": "paused",
    "ended": "has ended",
    "cancelled": "was given up",
}
SANDBOX: Final = "only tried: bots play, on a clock that jumps"
TOKENS: Final = "its organiser can see every hand"


def called(label: str | None, title: str, own_words: Words, *, sandbox: bool) -> str:
    """Return what a tournament is called; one that is only tried says so."""
    told = own_words.say("A tournament of {game}", game=title) if label is None else label
    return own_words.say("Sandbox: {title}", title=told) if sandbox else told


def story_of(here: Service, tournament: str, own_words: Words) -> str:
    """Return a tournament that everybody may know of, as text; nothing for any other."""
    try:
        known = seen_tournament(here, tournament, ANYBODY).known
        return f"<noscript>{aside(partial(_told, here, known, own_words))}</noscript>"
    except (ProblemError, StoreError):  # whoever has a script is told why
        return ""


def _told(here: Service, known: Known, own_words: Words) -> str:
    opened = known.book.opened
    title = called(opened.label, _title(opened.game), own_words, sandbox=opened.sandbox)
    players = own_words.count("{n} player", "{n} players", len(known.book.players))
    mark = f'<span class="mark">{escape(own_words.say(STATUSES[known.status]))}</span>'
    mark += _warning(own_words.say(SANDBOX)) if opened.sandbox else ""
    mark += _warning(own_words.say(TOKENS)) if gives_tokens(known) else ""
    parts = [f"<h1><bdi>{escape(title)}</bdi></h1>", f"<p>{mark}{escape(players)}</p>"]
    if known.book.reason is not None:
        parts.append(f"<p><bdi>{escape(known.book.reason)}</bdi></p>")
    rounds = len(known.book.published)
    if rounds:
        parts.append(_standings(standings_shape(here, known.book, None, explain=False), own_words))
        parts += [_round(round_shape(here, known, number), own_words) for number in range(rounds, 0, -1)]
    record = f"/api/v1/tournaments/{escape(known.id)}/record"
    parts.append(f'<p><a href="{record}">{escape(own_words.say("Download the record"))}</a></p>')
    return f'<section class="as-text">{"".join(parts)}</section>'


def _warning(text: str) -> str:
    return f'<span class="mark is-warning">{escape(text)}</span>'


def _title(name: str) -> str:
    try:
        title: str = game(name).rules.title
    except UnknownGameError:
        return name  # of another release
    return title


def _standings(shape: dict[str, Any], own_words: Words) -> str:
    heads = "".join(
        [f'<th scope="col">{escape(own_words.say(text))}</th>' for text in ("Place", "Player", "Points")],
    )
    rows = "".join([_row(row, own_words) for row in shape["rows"]])
    return (
        f"<h2>{escape(own_words.say('Standings'))}</h2>"
        f'<table class="standings"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _row(row: dict[str, Any], own_words: Words) -> str:
    name, points = _name(row, own_words), escape(row["shown"])
    return f'<tr><td>{row["place"]}</td><th scope="row">{name}</th><td>{points}</td></tr>'


def _round(shape: dict[str, Any], own_words: Words) -> str:
    tables = "".join([f"<li>{_table(table, own_words)}</li>" for table in shape["tables"]])
    byes = "".join([f"<p>{escape(own_words.say('Sits out:'))} {_name(bye, own_words)}</p>" for bye in shape["byes"]])
    title = own_words.say("Round {round}", round=shape["round"])
    return f"<h2>{escape(title)}</h2><ol>{tables}</ol>{byes}"


def _table(table: dict[str, Any], own_words: Words) -> str:
    who = [
        _name(one, own_words) + ("" if one["points"] is None else f" <b>{escape(one['points'])}</b>")
        for one in table["players"]
    ]
    way = (
        "" if table["table"] is None else f' <a href="/t/{escape(table["table"])}">{escape(own_words.say("Watch"))}</a>'
    )
    return " – ".join(who) + way


def _name(one: dict[str, Any], own_words: Words) -> str:
    return f"<bdi>{escape(one['name'] or own_words.say('A player whose name is forgotten'))}</bdi>"
