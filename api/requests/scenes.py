"""A scene: all that a page shows of a table at one moment, as one viewer sees it, in the caller's language."""

from __future__ import annotations

from functools import partial
from typing import Any

from api.callers.alone import gives_hints
from api.callers.auth import Caller
from api.callers.visibility import Sight
from api.requests.naming import seat_labels
from api.requests.representations import anytime_of, awaited_shape, everybody_awaited, pause_shape, seats_of
from api.service import Service
from api.wire.problems import language
from api.wire.responses import time_text
from domain.audit.heard import Heard
from domain.audit.offered import NOTHING_OFFERED, Offered, offered, settable
from domain.audit.timeline import picture_of
from domain.games import Title, game
from domain.kernel.display.board import Picture
from domain.kernel.display.helping import Asked
from domain.kernel.display.wording import capital
from domain.kernel.display.words import Words, words_in
from domain.kernel.legal import may_of
from domain.kernel.seats import Seat
from domain.ledger.parking import aside
from domain.record.canonical import b64
from domain.table.table import Table

STORY_AT_MOST = 200  # entries told in an answer
AT_ONCE = 10  # entries read or told while others wait, half a millisecond each; more are, where they can go on


def scene(service: Service, sight: Sight, who: Caller, after: int) -> dict[str, Any]:
    """Return the scene of a sight; the story is told from the entry after `after` on."""
    table, viewer = sight.table, sight.viewer
    title, book = game(table.rules.name), table.book
    seat = min(viewer.seats) if len(viewer.seats) == 1 else None
    words, on_board = _words(service, title, table, seat)
    drawn, chosen = _drawn(title, sight, seat, on_board)
    awaited = None if seat is None else awaited_shape(table, seat)
    return {
        "table": table.id,
        "game": title.rules.name,
        "title": title.rules.title,
        "n": book.n,
        "head": b64(book.head),
        "status": book.status,
        "paused": pause_shape(table),
        "viewer": str(viewer),
        "seat": seat,
        "acts": seat is not None and who.seat_at(table) == seat,
        "hints": seat is not None and who.seat_at(table) == seat and gives_hints(table, who),
        "language": language().replace("_", "-"),
        "names": [words.seat(place) for place in range(table.setup.seats)],
        "options": book.opened.options,
        "began": book.started,
        "now": time_text(service.clock()),
        "awaited": everybody_awaited(table),
        "clocks": _clocks(table),
        "picture": drawn,
        "decision": awaited,
        "commands": chosen.commands,
        "truncated": chosen.truncated,
        "offers": chosen.offers,
        "words": chosen.words,
        "anytime": [] if seat is None else _anytime(title, table, seat, words),
        "last": title.hints.last,
        "careful": title.hints.careful,
        "story": _story(service, title, sight, after, words),
    }


def in_words(service: Service, sight: Sight, seat: Seat, tag: str, body: dict[str, Any]) -> str:
    """Return a legal command as the sentence of the scene; where there are too many to list, its name."""
    title = game(sight.table.rules.name)
    words, on_board = _words(service, title, sight.table, seat)
    _, chosen = _drawn(title, sight, seat, on_board)
    said = [one.say for one in chosen.commands if (one.tag, one.body) == (tag, body)]
    return said[0] if said else capital(words.term(tag))


def _words(service: Service, title: Title, table: Table, seat: Seat | None) -> tuple[Words, Words]:
    """Return the words for a seat's eyes, and those of the board, which marks the own panel itself."""
    seats, spoken = seats_of(service, table), words_in(language(), title.package, "api")
    own, on_board = [spoken.calling(seat_labels(seats, own, spoken)).at_table(table.setup.data) for own in (seat, None)]
    return own, on_board


def _drawn(title: Title, sight: Sight, seat: Seat | None, words: Words) -> tuple[Picture | None, Offered]:
    """Return the picture, and what the viewer's one seat may choose if it is awaited."""
    table, viewer = sight.table, sight.viewer
    if table.live is None:
        return None, NOTHING_OFFERED
    view = table.rules.view(table.live.state, viewer)
    if seat is None or not table.book.in_play:
        return picture_of(title, table, view, words), NOTHING_OFFERED
    asked = Asked(may_of(table.rules, table.live.state, seat))
    drawn = title.picture(view, words, asked)
    chosen = NOTHING_OFFERED
    if seat in table.decisions:
        chosen = offered(title, table.live.state, seat, words, drawn)
    return asked.helped(drawn, title.hints, words), chosen


def _anytime(title: Title, table: Table, seat: Seat, words: Words) -> list[dict[str, Any]]:
    """Return what a seat may say out of turn, with the fields of what it may set."""
    tags, live = anytime_of(table, seat), table.live
    forms = {} if live is None else settable(title, live.state, seat, words)
    said = {tag: {"tag": tag, "label": capital(words.term(tag))} for tag in tags}
    return [{**said[tag], **({"form": forms[tag]} if tag in forms else {})} for tag in tags]


def _clocks(table: Table) -> list[dict[str, Any]]:
    """Return the time of each awaited seat whose clock runs: its deadline, and when the clock acts, a grace later."""
    live, clock = table.live, table.book.opened.clock
    found = []
    for seat in sorted(table.decisions):
        deadline = None if live is None else live.deadline(seat, clock)
        due = None if live is None else live.due(seat, clock)
        if deadline is not None and due is not None:
            found.append({"seat": seat, "deadline": time_text(deadline), "due": time_text(due)})
    return found


def _story(service: Service, title: Title, sight: Sight, after: int, words: Words) -> list[dict[str, Any]]:
    """Tell what happened after an entry, as the viewer learnt it: the last entries only, if there are many."""
    table, upto = sight.table, sight.n
    first = max(after, upto - STORY_AT_MOST)
    if first >= upto:
        return []
    heard = service.heard.get((table.id, str(sight.viewer)))
    if heard is None:
        heard = Heard(title, table.setup, sight.viewer)
    telling = partial(_told, service, heard, sight, first, words)
    return telling() if upto - min(len(heard.entries), first) <= AT_ONCE else aside(telling)


def _told(service: Service, heard: Heard, sight: Sight, first: int, words: Words) -> list[dict[str, Any]]:
    table, upto, known = sight.table.id, sight.n, len(heard.entries)
    if known < upto:
        heard = heard.going_on(service.store.entries(table, known, upto))
        service.heard.put((table, str(sight.viewer)), heard)
    return [
        {"at": str(one.address), "by": entry.by, "say": one.text}
        for entry, told in heard.story(first, upto, words, service.store.hints.of(table))
        for one in told
    ]
