"""Who may call what: every operation, with every kind of credentials, against what the document says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from api.callers.tokens import join_code
from tests.api.world import KEY, Answer, Opened, World

ADA, BOB = {"kind": "token", "name": "Ada"}, {"kind": "token", "name": "Bob"}
CODE, BOT = {"kind": "code"}, {"kind": "bot"}
MAY_NOT = {"credentials_needed", "bad_credentials", "not_allowed", "no_seat", "unknown_table", "wrong_join_code"}
ADDRESSES = {"game": "panzer_clash", "seat": "0"}


class Place(NamedTuple):
    """A table to call at: how it is found, who sits there, how far it has come, when its secrets open, who opens."""

    visibility: str = "public"
    seats: tuple[dict[str, str], ...] = (ADA, BOB)
    stage: str = "running"
    secrets: str = "confirmed"
    opens: str = "anybody"

    @property
    def open_hands(self) -> bool:
        """Say whether everybody may see everything here."""
        return self.stage == "ended" and self.secrets == "confirmed"


PLACES = {
    "a public table that runs": Place(),
    "a public table of one person and a bot that runs": Place(seats=(ADA, BOT)),
    "a public table that waits": Place(stage="open"),
    "a private table that waits for a join code": Place(visibility="private", seats=(ADA, CODE), stage="open"),
    "a private table that runs": Place(visibility="private"),
    "a private table that has ended": Place(visibility="private", stage="ended"),
    "a public table that has ended": Place(stage="ended"),
    "a public table whose secrets stay closed": Place(stage="ended", secrets="never"),
    "a service where only keys open tables": Place(opens="keys"),
}


class Credentials(NamedTuple):
    """A kind of caller, and whether the token or key is that of the table called at."""

    kind: str
    own: bool


CREDENTIALS = (
    Credentials("anybody", own=False),
    *(Credentials(kind, own) for kind in ("seat", "opener", "organiser") for own in (True, False)),
    Credentials("operator", own=False),
    Credentials("arbiter", own=False),
)


class Call(NamedTuple):
    """One way to call an operation at a place."""

    place: Place
    who: Credentials
    names_a_seat: bool = False
    has_code: bool = False


def alone(call: Call) -> bool:
    """Say whether no other person than the opener sits there, as far as anybody can know."""
    return all(seat in (ADA, BOT) for seat in call.place.seats)


def may_know(call: Call) -> bool:
    return call.place.visibility != "private" or call.who.own or call.who.kind in ("operator", "arbiter")


WHEN: dict[str | None, Callable[[Call], bool]] = {  # each condition of the document, as a fact about a call
    None: lambda call: True,
    "unless the table is private": lambda call: call.place.visibility != "private",
    "of this table": lambda call: call.who.own,
    "that opened this table": lambda call: call.who.own,
    "of this table, for its own seat": lambda call: call.who.own,
    "of this table, once somebody has taken it": lambda call: call.who.own,
    "of this table, once it has ended": lambda call: call.who.own and call.place.stage == "ended",
    "of this table; once the game has begun, only if no other person sits there": lambda call: (
        call.who.own and (call.place.stage != "running" or alone(call))
    ),
    "with a join code of this table": lambda call: call.has_code,
    "naming one seat with `viewer`, which leaves an entry while the secrets are closed": lambda call: call.names_a_seat,
    "who may read this table, naming one seat with `viewer`, once the secrets are open": lambda call: (
        may_know(call) and call.names_a_seat and call.place.open_hands
    ),
    "unless only keys open tables here; not with an arbiter's key": lambda call: (
        call.place.opens == "anybody" and call.who.kind != "arbiter"
    ),
}


class Scene:
    """A service with one table as a place says, another one, and everybody's credentials."""

    def __init__(self, place: Place) -> None:
        self.world = World(who_opens=place.opens)
        self._place = place
        self._keys = {kind: self.world.key(kind) for kind in ("organiser", "operator", "arbiter")}
        self._other = self._opened((ADA, BOB))
        self._table = self.table()

    def table(self) -> Opened:
        """Open a table as the place says."""
        visibility, seats, stage, secrets, _ = self._place
        start = "word" if stage == "open" else "full"
        table = self._opened(seats, visibility=visibility, secrets_open_at=secrets, start=start)
        if stage == "ended":
            table.act(0, "concede")
        return table

    def _opened(self, seats: tuple[dict[str, str], ...], **more: Any) -> Opened:
        return self.world.opened(seats, token=self._keys["organiser"], **more)

    def token(self, who: Credentials, table: Opened) -> str | None:
        """Return what somebody sends as credentials."""
        table = table if who.own else self._other
        match who.kind:
            case "anybody":
                return None
            case "seat":
                return str(table.tokens[0])
            case "opener":
                return table.opener
            case "organiser" if not who.own:
                return self.world.key("organiser")
            case kind:
                return self._keys[kind]

    def send(self, operation: Operation, call: Call) -> Answer:
        """Call an operation in one of its ways; what may change the table meets one of its own."""
        table = self._table if operation.method == "GET" else self.table()
        path = operation.path.format(table=table.id, **ADDRESSES)
        body = dict(operation.example) if operation.example is not None else None
        if call.has_code:
            assert body is not None
            body["join_code"] = join_code(KEY, table.id, 1)
        query = "?viewer=seat:0" if call.names_a_seat else ""
        return self.world.call(operation.method, path + query, body, token=self.token(call.who, table))


class Operation(NamedTuple):
    """One operation as the document describes it."""

    id: str
    method: str
    path: str
    callers: tuple[tuple[str, str | None], ...]
    anonymous: bool
    example: Any

    def allows(self, call: Call) -> bool:
        """Say whether the document allows a call."""
        return any(kind in ("anybody", call.who.kind) and WHEN[when](call) for kind, when in self.callers)


@cache
def operations() -> tuple[Operation, ...]:
    """Return everything that the document describes."""
    document = World().get("/openapi.json").json
    return tuple(
        Operation(
            id=shape["operationId"],
            method=method.upper(),
            path=path.removeprefix("/api/v1"),
            callers=tuple((who["caller"], who.get("when")) for who in shape["x-callers"]),
            anonymous={} in shape["security"],
            example=shape.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example"),
        )
        for path, methods in document["paths"].items()
        for method, shape in methods.items()
    )


def ways(operation: Operation, place: Place, who: Credentials) -> Iterator[Call]:
    """Yield the ways to call that make a difference to who may."""
    yield Call(place, who)
    if operation.id == "readActions":
        yield Call(place, who, names_a_seat=True)
    if operation.id == "takeSeat" and CODE in place.seats:
        yield Call(place, who, has_code=True)


@pytest.mark.long
def test_every_operation_says_who_may_call_it() -> None:
    """Kinds of callers that there are, conditions that are tried here, and whether credentials are needed at all."""
    kinds = {who.kind for who in CREDENTIALS}
    for operation in operations():
        assert operation.callers, operation.id
        assert {kind for kind, _ in operation.callers} <= kinds, operation.id
        assert operation.anonymous == any(kind == "anybody" for kind, _ in operation.callers), operation.id
    assert {when for operation in operations() for _, when in operation.callers} == {*WHEN}


@pytest.mark.long
@pytest.mark.parametrize("name", PLACES)
def test_the_document_says_who_may_call(name: str) -> None:
    """Whoever it names is not turned away, and everybody else is."""
    place, wrong = PLACES[name], []
    scene = Scene(place)
    for operation in operations():
        for who in CREDENTIALS:
            for call in ways(operation, place, who):
                answer = scene.send(operation, call)
                refused = answer.status_code in (401, 403, 404) and answer.json["code"] in MAY_NOT
                if refused is operation.allows(call):
                    wrong.append((operation.id, call.who, call.names_a_seat, call.has_code, answer.text))
    assert wrong == []
