"""What is done about cases, in the chain or beside it, and what is told of them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from api.callers.auth import Caller
from api.callers.authors import has_written, holder_then, player_at
from api.callers.cases import SeenCase, case_in_sight
from api.requests.once import as_left, met_beside, request_of, written_before
from api.service import Service
from api.wire.responses import time_text
from domain.ledger.desk.texts import Text
from domain.ledger.picking import picked
from domain.ledger.quietly import call_quietly
from domain.record.chain import Request, SealedEntry
from domain.record.desk import KINDS
from domain.record.texts import Readers, may_read
from domain.table.table import Table
from domain.table.writing import Written

ID_BYTES = 10  # nobody finds a case by guessing


class Words(NamedTuple):
    """What somebody writes on a case, and who reads it."""

    text: str
    readers: Readers


Said: TypeAlias = Mapping[str, Words]  # by the member of the body
Hashes: TypeAlias = Mapping[str, str]  # of the texts that were said, by the same
Act: TypeAlias = Callable[[Table, Hashes, Request | None], Written]


class Deed(NamedTuple):
    """Something to be done about a case of a table, once, and what is said with it; `by` as entries call the caller."""

    table: Table
    case: str
    by: str
    said: Said
    act: Act


def new_case() -> str:
    """Return the id of a new case."""
    return f"c-{secrets.token_hex(ID_BYTES)}"


def perform(here: Service, who: Caller, deed: Deed, *, quietly: bool = True) -> str:
    """Do it, unless the same request did so before; return the id of the case.

    Where the case lies: beside the chain if it may, unless `quietly` says that it may not. Texts are kept in the same
    transaction as the entries that hold their hashes. Raises what the deed raises, and `ProblemError` (`bad_header`,
    `idempotency_key_reused`).
    """
    asked, table = request_of(here, who, deed.table.id), deed.table.id
    with here.store.together():
        met = _met(here, here.store.table(table), asked)
        if met is not None:
            return met
        hashes = {name: _kept(here, who, deed, words) for name, words in deed.said.items()}
        if not quietly or not _said_quietly(here, deed, hashes):
            here.perform(table, lambda now: deed.act(now, hashes, asked))
        elif asked is not None:
            here.store.remembered.put(table, asked.key, asked.body, len(here.store.desk.calls.of(table)))
    here.bots.wake(table)
    return deed.case


def _said_quietly(here: Service, deed: Deed, hashes: Hashes) -> bool:
    """Do it beside the chain, if the case lies there."""
    said = call_quietly(here.store, deed.table.id, deed.case, lambda now: deed.act(now, hashes, None))
    return said is not None


def _met(here: Service, now: Table, asked: Request | None) -> str | None:
    """Return the case that the same request was about when it came before."""
    first = written_before(asked, now)
    if first is not None:
        return _case_of(as_left(here, now, first).entries[0])
    number = met_beside(here, asked, now.id)
    return None if number is None else here.store.desk.calls.of(now.id)[number - 1].said.entry.case


def _case_of(entry: SealedEntry) -> str:
    return str(msgspec.json.decode(entry.public)["case"])


def _kept(here: Service, who: Caller, deed: Deed, words: Words) -> str:
    player = player_at(deed.table, who)
    texts, at = here.store.desk.texts, here.clock()
    kept = texts.add(deed.table.id, words.text, case=deed.case, at=at, by=deed.by, readers=words.readers, player=player)
    return kept.hash


def answer_of(here: Service, who: Caller, name: str) -> dict[str, Any]:
    """Return a case as it stands; raises `ProblemError` (`unknown_case`)."""
    return case_shape(here, case_in_sight(here, name, who))


def case_shape(here: Service, seen: SeenCase) -> dict[str, Any]:
    """Return a case with its entries and texts, as far as the caller may know them."""
    case = seen.case
    history = _history(here, seen)
    return {
        "case": seen.name,
        "table": seen.table.id,
        "state": case.state,
        "about": case.about,
        "moment": case.moment,
        "opened_by": case.opened_by,
        "filed_at": time_text(case.filed_at),
        "stops_play": case.stops_play,
        "quiet": seen.quiet,
        "claimed_by": case.claimed_by,
        "decided_by": case.ruled_by,
        "decided_at": _time(case.ruled_at),
        "finding": case.finding,
        "measures": list(case.measures),
        "appeal_until": _time(case.appeal_until),
        "final": case.final,
        "accepted": list(case.accepted),
        "waits_until": _waits_until(seen),
        "penalties": [msgspec.to_builtins(penalty) for penalty in case.penalties],
        "penalties_of": _penalties_so_far(here, seen.table) if seen.desk else [],
        "history": history,
        "texts": [_text_shape(text) for text in _texts(here, seen, history)],
        "n": seen.table.book.n,
    }


def _waits_until(seen: SeenCase) -> str | None:
    """Return how long play stays stopped that the case took back, unless every seat accepts that before."""
    pause = seen.table.book.pause
    wait = None if pause is None or not seen.case.goes_back else pause.waits.get(seen.name)
    return None if wait is None else _time(wait.until)


def _penalties_so_far(here: Service, table: Table) -> list[dict[str, Any]]:
    """Return what the players of a table were penalised with before, there and at other tables of its series.

    Of those only that the same key opened: whoever decides here may not know of others.
    """
    found: list[dict[str, Any]] = []
    for seat, holder in enumerate(table.book.holders):
        if holder is None or holder.bot is not None:
            continue
        for name in {table.id: None, **dict.fromkeys(here.store.listings.played_in_series(table.id, holder.player))}:
            other = here.store.table(name)
            if other.book.opened.by == table.book.opened.by:
                found += [{"seat": seat, **given} for given in _penalties_of(here, other, holder.player)]
    return found


def _penalties_of(here: Service, table: Table, player: str) -> Iterator[dict[str, Any]]:
    """Yield the penalties of a player at a table: of whoever held the seat when it was ruled so."""
    for name, case in table.book.cases.items():
        for given in case.penalties:
            if holder_then(here, table, given.seat, case.ruled_at or 0) == player:
                yield {"table": table.id, "case": name, "penalty": given.penalty, "points": given.points}


def _history(here: Service, seen: SeenCase) -> list[dict[str, Any]]:
    """Return the entries about a case, those beside the chain without a number."""
    table = seen.table.id
    if seen.quiet:
        said = [kept.said.entry for kept in here.store.desk.calls.of(table) if kept.said.entry.case == seen.name]
        found: list[dict[str, Any]] = [msgspec.to_builtins(entry) for entry in said]
        return [{name: value for name, value in entry.items() if name != "n"} for entry in found]
    numbers = here.store.numbers_of(table, KINDS, seen.table.book.n)
    entries = [msgspec.json.decode(entry.public) for entry in picked(here.store, table, numbers).values()]
    return [entry for entry in entries if entry["case"] == seen.name]


def _texts(here: Service, seen: SeenCase, history: list[dict[str, Any]]) -> list[Text]:
    """Return what the caller may read of what was said: of entries in sight, in their order, and notes of the desk."""
    held = [entry[name] for entry in history for name in ("text", "sealed_text") if name in entry]
    place = {hash: place for place, hash in enumerate(held)}
    is_over = seen.table.book.is_over
    found = [
        text
        for text in here.store.desk.texts.of(seen.table.id, seen.name)
        if (seen.desk or text.hash in place)
        and may_read(
            text.readers, is_author=has_written(text, seen.by, seen.player), is_officer=seen.desk, is_over=is_over
        )
    ]
    return sorted(found, key=lambda text: place.get(text.hash, len(place)))


def _text_shape(text: Text) -> dict[str, Any]:
    return {
        "hash": text.hash,
        "at": time_text(text.at),
        "by": text.by,
        "readers": text.readers,
        "text": text.text,
    }


def _time(at: int | None) -> str | None:
    return None if at is None else time_text(at)
