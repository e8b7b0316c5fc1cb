"""Leaks planted between a table and an answer; the law must find each of them in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec import structs

from api.callers import cases, visibility
from api.callers.visibility import AttemptsInSight, Sight
from api.requests import once, representations, scenes, waiting
from api.resources import acting, attempts, connections, play, records, results, seats, tables
from api.resources.desk import calling
from api.service import service
from api.wire import responses
from api.wire.problems import ProblemError
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER, Viewer
from domain.ledger import quietly
from domain.ledger.store import Store
from domain.record.blob import private_blob
from domain.record.canonical import sha256
from domain.record.lines import copy_line
from domain.table import play as table_play
from domain.table.table import Table
from tests.laws.tables import state_bytes

STEPS = 97  # by which a planted generation of a token may be too large
Wrap = Callable[[Any], Any]


class Hole(NamedTuple):
    """A leak: its name, and what makes it as long as it is entered."""

    name: str
    dug: Callable[[], AbstractContextManager[Any]]


def whole(table: Table) -> int:
    """Return a number that hangs on everything in a table's state, seen or not."""
    return 0 if table.live is None else int.from_bytes(sha256(state_bytes(table.live.state))[:4], "big")


def odd(table: Table) -> int:
    """Return one bit of it."""
    return whole(table) % 2


def refused(table: str) -> int:
    """Return how often anybody was refused at a table."""
    return service().store.attempts.count(table)


def _called(table: Table) -> int:
    return len(service().store.desk.calls.of(table.id))


def _wrapped(place: Any, name: str, wrap: Wrap) -> Callable[[], AbstractContextManager[Any]]:
    return lambda: patch.object(place, name, wrap(getattr(place, name)))


@contextmanager
def _all_of_the_desk() -> Iterator[None]:
    with ExitStack() as held:
        for place in (visibility, cases):
            held.enter_context(patch.object(place, "of_desk", lambda *_: True))
        yield


def _tagged(honest: Any) -> Any:
    def shape(table: Table, seat: int) -> Any:
        found = honest(table, seat)
        return found and {**found, "tag": f'"{found["tag"][1:-1]}-{whole(table)}"'}

    return shape


def _later(honest: Any) -> Any:
    def shape(table: Table, seat: int) -> Any:
        found = honest(table, seat)
        return found and {**found, "deadline": f"{whole(table)}"}

    return shape


def _since_by_state(honest: Any) -> Any:
    def shape(table: Table) -> Any:
        found = honest(table)
        return found and {**found, "since": f"{whole(table)}"}

    return shape


def _by_whole(**fields: str) -> Wrap:
    """Wrap what answers with a refusal at a table: the fields say more than the rules did."""

    def wrap(honest: Any) -> Any:
        def told(refusal: Refusal, table: Table) -> Any:
            changed = {name: text.format(whole(table)) for name, text in fields.items()}
            return honest(structs.replace(refusal, **changed), table)

        return told

    return wrap


def _next_seat(honest: Any) -> Any:
    return lambda table, seat, command: honest(table, (seat + 1) % table.setup.seats, command)


def _own_refusal(honest: Any) -> Any:
    def refusal_of(table: Table, seat: int, command: Any) -> Any:
        found = honest(table, seat, command)
        return structs.replace(found, rule=f"{found.rule} {whole(table)}") if found else None

    return refusal_of


def _telling_precondition(honest: Any) -> Any:
    def check(table: Table, *asked: Any) -> None:
        try:
            honest(table, *asked)
        except ProblemError as error:
            error.more["tag"] = str(whole(table))
            raise

    return check


def _odd_ones_missing(honest: Any) -> Any:
    def shapes(here: Any, rows: Any) -> Any:
        return honest(here, [row for row in rows if not odd(here.store.table(row.table))])

    return shapes


def _changed_when_refused(honest: Any) -> Any:
    return lambda here, rows: [{**row, "changed_at": refused(row["id"])} for row in honest(here, rows)]


def _woken_by_refusals(honest: Any) -> Any:
    def wait(store: Store, table: str, after: int, timeout: float) -> int:
        return max(int(honest(store, table, after, timeout)), after + bool(store.attempts.count(table)))

    return wait


def _woken_by_state(honest: Any) -> Any:
    def until(here: Any, table: Table, seconds: int, holds: Any, reader: Any) -> None:
        honest(here, table, seconds, lambda now: holds(now) or bool(odd(now)), reader)

    return until


def _padded(honest: Any) -> Any:
    return lambda sealed, viewer, salts: honest(sealed, viewer, salts) + b" " * len(private_blob(sealed))


def _next_hand(honest: Any) -> Any:
    return lambda sealed, viewer, salts: honest(sealed, Viewer(frozenset({*viewer.seats, 0, 1})), salts)


def _longer(honest: Any) -> Any:
    def length(lines: Any, headers: Any = None) -> Any:
        found = service().store.entries("law")
        size = sum(len(copy_line(sealed, ARBITER, service().store.table("law").salts)) for sealed in found)
        return honest(lines, {**(headers or {}), "Content-Length": str(size)})

    return length


def _no_result(honest: Any) -> Any:
    def ended(here: Any, table: str, *asked: Any) -> None:
        honest(here, table, *asked)
        now = here.store.table(table)
        if now.book.outcome is None:
            raise ProblemError("no_result", f"The table has not ended, {whole(now)}.")

    return ended


def _counted(honest: Any) -> Any:
    def look(here: Any, table: str, *asked: Any, **more: Any) -> Any:
        try:
            return honest(here, table, *asked, **more)
        except ProblemError as error:
            error.detail += f" {refused(table)} were refused."
            raise

    return look


def _anybodys_key(honest: Any) -> Any:
    """Forget who sent an Idempotency-Key: every seat's is met."""

    def request_of(here: Any, who: Any, table: str, asking: Any = None) -> Any:
        now = here.store.table(table)
        others = [structs.replace(who, seat=seat) for seat in range(now.setup.seats)]
        known = now.book.requests
        asked = [honest(here, other, table, asking) for other in others]
        return next((one for one in asked if one is not None and one.key in known), asked[0])

    return request_of


def _shape_with(name: str, value: Callable[[Table], object]) -> Wrap:
    return lambda honest: lambda here, table: {**honest(here, table), name: value(table)}


def _secret(table: Table) -> str:
    assert table.secrets is not None
    return table.secrets.deal.hex()


def _arbiter_at_times(honest: Any) -> Any:
    return lambda table, caller: ARBITER if odd(table) else honest(table, caller)


def _covers_neighbours(honest: Any) -> Any:
    def covers(viewer: Viewer, other: Viewer) -> bool:
        return bool(honest(viewer, other)) or (bool(viewer.seats) and len(other.seats) == 1)

    return covers


def _with_header(honest: Any) -> Any:
    def answer(shape: Any, *more: Any, headers: Any = None, **rest: Any) -> Any:
        found = service().store.table("law")
        return honest(shape, *more, headers={**(headers or {}), "ETag": f'"{whole(found)}"'}, **rest)

    return answer


def _anew_by_state(honest: Any) -> Any:
    def renewed(here: Any, now: Table, seat: int) -> int:
        generation = honest(here, now, seat)
        generation += whole(now) % STEPS
        here.store.seats.put(now.id, seat, generation=generation)
        return int(generation)

    return renewed


def _seen_by_state(honest: Any) -> Any:
    return lambda here, table: honest(here, table) if odd(table) else frozenset()


def _counted_receipt(honest: Any) -> Any:
    return lambda here, table, case: f"{len(here.store.desk.calls.of(table)):043d}"


def _filed_later(honest: Any) -> Any:
    def opened(now: Table, *asked: Any, at: int, **more: Any) -> Any:
        return honest(now, *asked, at=at + _called(now), **more)

    return opened


def _open_with_the_result(honest: Any) -> Any:
    return lambda table, caller: honest(table, caller) if table.book.outcome is None else ARBITER


def _refused_at_the_end(table: Table) -> int:
    return table.book.n + (refused(table.id) if table.book.secrets_open else 0)


def _secret_once_dealt(table: Table) -> str:
    return "" if table.live is None else _secret(table)


def _titled(honest: Any) -> Any:
    def answer(page: Any, **more: Any) -> Any:
        return honest(page._replace(title=f"{page.title} {whole(service().store.table('law'))}"), **more)

    return answer


def _cut(state: Any) -> int:
    """Return how many commands are left out: one of several numbers, as few scenes ask a seat that has to decide."""
    return sha256(state_bytes(state))[0] % 7


def _cut_by_state(honest: Any) -> Any:
    def offered(title: Any, state: Any, *more: Any) -> Any:
        found = honest(title, state, *more)
        return structs.replace(found, commands=found.commands[_cut(state) :])

    return offered


HOLES = (
    Hole(
        "who sits down last is told the secret of the deal",
        _wrapped(seats, "table_shape", _shape_with("head", _secret_once_dealt)),
    ),
    Hole(
        "a table that hides it tells who is connected",
        _wrapped(connections, "shows_connections", lambda honest: lambda table: True),
    ),
    Hole("who is connected hangs on the whole state", _wrapped(connections, "_there", _seen_by_state)),
    Hole(
        "a table counts refusals once its secrets are open",
        _wrapped(tables, "table_shape", _shape_with("n", _refused_at_the_end)),
    ),
    Hole("a new token hangs on the whole state", _wrapped(seats, "_renewed", _anew_by_state)),
    Hole("the ETag of the offers hashes the whole state", _wrapped(play, "awaited_shape", _tagged)),
    Hole("the decision in the view hashes the whole state", _wrapped(representations, "awaited_shape", _tagged)),
    Hole("the deadline hangs on the whole state", _wrapped(representations, "awaited_shape", _later)),
    Hole("the ETag of the view hashes the whole state", _wrapped(play, "json_answer", _with_header)),
    Hole("since when the play is stopped hangs on the whole state", _wrapped(play, "pause_shape", _since_by_state)),
    Hole(
        "who is awaited hangs on the whole state",
        _wrapped(play, "everybody_awaited", lambda honest: lambda table: honest(table)[odd(table) :]),
    ),
    Hole(
        "the number of the last entry in sight counts hidden things",
        lambda: patch.object(Sight, "n", property(lambda sight: sight.table.book.n - odd(sight.table))),
    ),
    Hole("the code of a refusal", _wrapped(acting, "refused", _by_whole(code="no_{}"))),
    Hole("the sentence of a refusal", _wrapped(acting, "refused", _by_whole(text="No: {}."))),
    Hole("the rule of an answer to dry_run", _wrapped(acting, "refusal_body", _by_whole(rule="rule {}"))),
    Hole("the table's own refusal", _wrapped(table_play, "refusal_of", _own_refusal)),
    Hole("dry_run is asked for the next seat", _wrapped(acting, "refusal_of", _next_seat)),
    Hole("the tag in a 412 and 428", _wrapped(acting, "check_precondition", _telling_precondition)),
    Hole("the size of the list", _wrapped(tables, "listed_shapes", _odd_ones_missing)),
    Hole(
        "a row of the list changes when somebody is refused", _wrapped(tables, "listed_shapes", _changed_when_refused)
    ),
    Hole("a wait returns when somebody else is refused", _wrapped(Store, "wait", _woken_by_refusals)),
    Hole("a wait returns by the whole state", _wrapped(waiting, "_until", _woken_by_state)),
    Hole("lines are padded by what is sealed in them", _wrapped(responses, "copy_line", _padded)),
    Hole("lines open what two seats may see", _wrapped(responses, "copy_line", _next_hand)),
    Hole("the Content-Length of a record is the full one's", _wrapped(records, "ndjson_answer", _longer)),
    Hole(
        "entries open everything",
        _wrapped(records, "raw_lines", lambda honest: lambda table, viewer, entries: honest(table, ARBITER, entries)),
    ),
    Hole("that there is no result yet", _wrapped(results, "ended", _no_result)),
    Hole(
        "the reason of a result",
        _wrapped(
            representations,
            "outcome_shape",
            lambda honest: lambda outcome: {**honest(outcome), "reason": refused("law")},
        ),
    ),
    Hole(
        "a seat reads everybody's refused attempts",
        lambda: patch.object(AttemptsInSight, "by", property(lambda _: None)),
    ),
    Hole("how many attempts one may not read", _wrapped(attempts, "table_of_attempts", _counted)),
    Hole("an Idempotency-Key is everybody's", _wrapped(once, "request_of", _anybodys_key)),
    Hole("the table tells its secret", _wrapped(tables, "table_shape", _shape_with("head", _secret))),
    Hole(
        "the table counts who sends an Idempotency-Key",
        _wrapped(tables, "table_shape", _shape_with("n", lambda table: len(table.book.requests))),
    ),
    Hole("a look is an entry at once", lambda: patch.object(quietly, "_lies_beside", lambda *_: False)),
    Hole("a look for a quiet call enters in any pause", lambda: patch.object(quietly, "_waits", lambda *_: False)),
    Hole("the table counts quiet calls", _wrapped(tables, "table_shape", _shape_with("n", _called))),
    Hole("everybody is of the desk", _all_of_the_desk),
    Hole("a receipt counts quiet calls", _wrapped(calling, "_receipt", _counted_receipt)),
    Hole("a call is filed later when somebody else has called", _wrapped(calling, "open_case", _filed_later)),
    Hole("results open early", _wrapped(visibility, "own_viewer", _open_with_the_result)),
    Hole("a look sees everything at times", _wrapped(visibility, "own_viewer", _arbiter_at_times)),
    Hole("a seat may look as any other", _wrapped(Viewer, "covers", _covers_neighbours)),
    Hole(
        "the list of legal commands is cut by the whole state",
        _wrapped(
            play,
            "legal_actions",
            lambda honest: lambda rules, state, seat: list(honest(rules, state, seat))[_cut(state) :],
        ),
    ),
    Hole("the commands of a scene are cut by the whole state", _wrapped(scenes, "offered", _cut_by_state)),
)

PAGE_HOLES = (
    *[
        Hole(f"the page of {name}", _wrapped(import_module(f"api.pages.{name}"), "page_answer", _titled))
        for name in ("home", "play", "review")  # the package has functions of these names
    ],
    Hole("the story of a table that has ended", lambda: patch.object(visibility, "own_viewer", lambda *_: ARBITER)),
)
