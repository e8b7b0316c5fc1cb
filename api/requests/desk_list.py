"""The list of cases as somebody who decides some of them finds it, asked for once or followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from api.callers.auth import Caller, Credential, reader_of
from api.callers.cases import desk_in_sight
from api.requests.streaming import joined
from api.service import Service
from api.wire.frames import Form
from api.wire.problems import ProblemError
from api.wire.responses import time_text
from domain.ledger.desk.cases import CaseQuery, CaseSigns, ListedCase
from domain.record.canonical import b64, sha256

DESK = "desk"
LOOKS_EVERY = 5.0  # seconds; what time alone changes, and what other processes write, is told so late at most
MARK_BYTES = 16


def check_officer(who: Caller) -> Caller:
    """Return a caller who may decide cases somewhere; raises `ProblemError`."""
    if who.kind not in ("operator", "arbiter"):
        code = "credentials_needed" if who.kind == "anybody" else "not_allowed"
        raise ProblemError(code, "Use the key of an operator or an arbiter.")
    return who


def page_of(here: Service, who: Caller, **asked: Any) -> dict[str, Any]:
    """Return a page of the cases that a caller finds; raises `BadCursorError`."""
    now = here.clock()
    page = here.store.desk.cases.find(CaseQuery(now=now, **asked, **desk_in_sight(who)))
    return {"cases": [_shape(row, now) for row in page.cases], "next": page.cursor}


def _shape(row: ListedCase, now: int) -> dict[str, Any]:
    return {
        "case": row.case,
        "table": row.table,
        "state": row.state,
        "since": time_text(row.since),
        "about": row.about,
        "moment": row.moment,
        "opened_by": row.opened_by,
        "filed_at": time_text(row.filed_at),
        "claimed_by": row.claimed_by,
        "decided_by": row.decided_by,
        "due": None if row.due is None else time_text(row.due),
        "overdue": row.due is not None and row.due <= now,
        "stops_play": row.stops_play,
        "quiet": row.quiet,
    }


class DeskFollowed:
    """The first page of the list, whenever it differs from what the reader knows by its mark."""

    def __init__(self, here: Service, form: Form, credential: Credential | None, mark: str | None) -> None:
        self._here, self._form, self._credential, self._mark = here, form, credential, mark
        self._signs: CaseSigns = (0, 0, 0, 0)  # of all cases, before they were looked at

    def opened(self) -> Mapping[str, Any]:
        """Say that it is this stream."""
        return {"stream": DESK}

    def pieces(self) -> Iterator[bytes]:
        """Yield the page, unless the reader knows it; raises `ProblemError` with its key's end."""
        who = check_officer(reader_of(self._here, self._credential))
        self._signs = self._here.store.desk.cases.signs()
        page = page_of(self._here, who)
        mark = b64(sha256(msgspec.json.encode(page))[:MARK_BYTES])
        if mark != self._mark:
            self._mark = mark
            yield joined(self._form, [(mark, msgspec.json.encode({"mark": mark, **page}))])

    def wait(self, seconds: float) -> None:
        """Wait until a case has changed, or may be overdue."""
        check_officer(reader_of(self._here, self._credential))
        self._here.store.desk.wait(self._signs, min(seconds, LOOKS_EVERY))
