"""What stands in the letters of webhooks, and how they are queued.

A letter tells an entry of the tournament as everybody may read it, so it holds no name, no code and no hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from api.callers.delaying import delayed_at, is_delayed
from api.callers.tournaments import published_n
from api.callers.visibility import is_of_board
from api.wire.letters import OVERDUE, TEST
from api.wire.responses import time_text
from domain.ledger.store import Store
from domain.ledger.tournaments.letters import Letter, Overdue
from domain.ledger.tournaments.streams import Known
from domain.ledger.tournaments.webhooks import Webhook
from domain.record.canonical import b64
from domain.record.chain import SealedEntry
from domain.tournament.log.lines import entry_of

PAGE = 200  # letters in a transaction
TRIES = 8  # how often a letter is numbered again where others were faster

_encode = msgspec.json.Encoder(order="sorted").encode


def _body(type: str, at: int, known: Known, **said: Any) -> bytes:
    """Return a payload in the specification's form: what happened, when, and what belongs to it."""
    data = {"tournament": known.id, "sandbox": known.book.opened.sandbox, **said}
    return _encode({"type": type, "timestamp": time_text(at), "data": data})


def _of_entry(known: Known, webhook: Webhook, number: int, sealed: SealedEntry, at: int) -> Letter:
    type = f"tournament.{sealed.kind}"
    said = {"n": sealed.n, "entry": msgspec.Raw(sealed.public), "hash": b64(sealed.hash)}
    return Letter(
        webhook=webhook.id,
        number=number,
        about=f"entry:{sealed.n}",
        n=sealed.n,
        type=type,
        body=_body(type, entry_of(sealed.public).at, known, **said),
        created=at,
    )


def write_due(store: Store, at: int) -> int:
    """Queue a letter of every entry that everybody may read, and of every case that waits too long; return how many."""
    return sum(_write_entries(store, id, at) for id in store.tournaments.webhooks.behind()) + _write_overdue(store, at)


def _write_entries(store: Store, id: str, at: int) -> int:
    webhook = store.tournaments.webhooks.get(id)
    if webhook is None:
        return 0
    known = store.tournaments.get(webhook.tournament)
    upto = min(published_n(known), webhook.queued + PAGE)
    if upto <= webhook.queued:
        return 0
    entries = store.tournaments.entries(known.id, webhook.queued, upto)
    letters = [
        _of_entry(known, webhook, number, sealed, at) for number, sealed in enumerate(entries, webhook.letters + 1)
    ]
    with store.together():
        if not store.tournaments.webhooks.wrote(webhook, upto, webhook.letters + len(letters)):
            return 0
        store.tournaments.letters.put(letters)
    return len(letters)


def _write_overdue(store: Store, at: int) -> int:
    found = store.tournaments.letters.overdue(at)
    return sum(_write_case(store, case, at) for case in found if _may_be_told(store, case, at))


def _may_be_told(store: Store, case: Overdue, at: int) -> bool:
    """Say whether everybody may know of a case.

    Later where others may still play the same deal, and where whoever has no seat sees the table later.
    """
    found = store.table(case.table)
    if is_of_board(found) and not found.book.secrets_open:
        return False
    seen = delayed_at(store, found, at) if is_delayed(found) else found
    return case.case in seen.book.cases


def _write_case(store: Store, case: Overdue, at: int) -> bool:
    said = {"round": case.round, "pairing": case.pairing, "table": case.table, "case": case.case}

    def write(known: Known) -> bytes:
        return _body(OVERDUE, at, known, due=time_text(case.due), **said)

    return _write_one(store, case.webhook, OVERDUE, case.about, write, at) is not None


def write_test(store: Store, webhook: str, about: str, at: int) -> Letter | None:
    """Queue a letter that tells nothing but that letters arrive; nothing for a webhook that is there no more."""
    return _write_one(store, webhook, TEST, f"test:{about}", lambda known: _body(TEST, at, known), at)


def _write_one(store: Store, id: str, type: str, about: str, write: Callable[[Known], bytes], at: int) -> Letter | None:
    """Queue one letter unless there is one about the same, and return it; nothing where others kept being faster."""
    webhooks, letters = store.tournaments.webhooks, store.tournaments.letters
    for _ in range(TRIES):
        with store.together():
            webhook, before = webhooks.get(id), letters.about(id, about)
            if webhook is None or before is not None:
                return before
            known = store.tournaments.get(webhook.tournament)
            number = webhook.letters + 1
            letter = Letter(webhook=id, number=number, about=about, n=None, type=type, body=write(known), created=at)
            if webhooks.wrote(webhook, webhook.queued, number):
                letters.put([letter])
                return letter
    return None
