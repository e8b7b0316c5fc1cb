"""Who may call what: every operation, with every kind of credentials, against what the document says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple
from typing import cast as typed

import pytest

from api.callers.tokens import join_code, seat_token
from domain.ledger.api_keys import Role, Scope
from domain.table import cases as desk
from domain.table.seating import Sitting, name_hash, replace_seat
from tests.api.casters import cast
from tests.api.world import BEGIN, KEY, Answer, Opened, World, code

ADA, BOB = {"kind": "token", "name": "Ada"}, {"kind": "token", "name": "Bob"}
CODE, BOT = {"kind": "code"}, {"kind": "bot"}
MAY_NOT = {
    "credentials_needed",
    "bad_credentials",
    "not_allowed",
    "no_seat",
    "unknown_table",
    "wrong_join_code",
    "unknown_case",
}
ADDRESSES = {"game": "panzer_clash", "seat": "0", "caster": "1", "chunk": "0"}
OF_TOURNAMENTS = {
    "tournament": "cup",
    "player": "p",
    "other": "p",
    "round": "1",
    "pairing": "1",
    "sheet": "players.csv",
    "webhook": "w",
    "delivery": "1",
}


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
    """A kind of caller, and what ties it to the table called at: nothing, its token, having opened it, and so on."""

    kind: str
    tie: str = ""


CREDENTIALS = (
    Credentials("anybody"),
    *(Credentials(kind, tie) for kind in ("seat", "opener", "caster") for tie in ("its token", "")),
    *(Credentials("organiser", tie) for tie in ("opened", "")),
    *(Credentials("player", tie) for tie in ("sits", "opened", "")),
    *(Credentials("arbiter", tie) for tie in ("all", "plays", "organiser", "tournament", "another's", "another cup")),
    Credentials("operator", "all"),
)
NO_TIE = {"", "another's", "another cup"}
INVALID = ("nonsense", "empty", "wrong", "revoked", "expired", "rotated", "given anew", "another server's")


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
    return call.place.visibility != "private" or call.who.tie not in NO_TIE


def looks(call: Call) -> bool:
    """Say whether an arbiter may look at hidden values: not outside its scope, nor where it plays itself."""
    return call.who.tie not in {*NO_TIE, "plays"}


WHEN: dict[str | None, Callable[[Call], bool]] = {  # each condition of the document, as a fact about a call
    None: lambda call: True,
    "unless the table is private": lambda call: call.place.visibility != "private",
    "of this table": lambda call: call.who.tie == "its token",
    "that opened this table": lambda call: call.who.tie == "opened",
    "that sits at this table": lambda call: call.who.tie == "sits",
    "that sits at this table or opened it": lambda call: call.who.tie in ("sits", "opened"),
    "of all tables, or of this one's organiser or tournament": lambda call: call.who.tie not in NO_TIE,
    "of all tables, or of this one's organiser or tournament; not where its player sits": looks,
    "of this table, naming one of its seats with `viewer` if it has several": lambda call: call.who.tie == "its token",
    "of this table, for its own seat": lambda call: call.who.tie == "its token",
    "that sits at this table, for its own seat": lambda call: call.who.tie == "sits",
    "of this table, once somebody has taken it": lambda call: call.who.tie == "its token",
    "of this table, once it has ended": lambda call: call.who.tie == "its token" and call.place.stage == "ended",
    "that sits at this table, once it has ended": lambda call: call.who.tie == "sits" and call.place.stage == "ended",
    "of this table; once the game has begun, only if no other person sits there": lambda call: (
        call.who.tie == "its token" and (call.place.stage != "running" or alone(call))
    ),
    "that opened this table; once the game has begun, only if no other person sits there": lambda call: (
        call.who.tie == "opened" and (call.place.stage != "running" or alone(call))
    ),
    "of this table; only if no other person sits there": lambda call: call.who.tie == "its token" and alone(call),
    "that opened this table; only if no other person sits there": lambda call: call.who.tie == "opened" and alone(call),
    "with a join code of this table": lambda call: call.has_code,
    "naming one seat with `viewer`, which leaves an entry while the secrets are closed": lambda call: call.names_a_seat,
    "of all tables, or of this one's organiser or tournament; not where its player sits; "
    "naming one seat with `viewer`, which leaves an entry while the secrets are closed": lambda call: (
        looks(call) and call.names_a_seat
    ),
    "who may read this table, naming one seat with `viewer`, once the secrets are open": lambda call: (
        may_know(call) and call.names_a_seat and call.place.open_hands
    ),
    "unless only keys open tables here; not with an arbiter's key": lambda call: (
        call.place.opens == "anybody" and call.who.kind != "arbiter"
    ),
}


class Scene:
    """A service with tables as a place says, other ones, and everybody's credentials."""

    def __init__(self, place: Place) -> None:
        self.world = World(who_opens=place.opens)
        self._place = place
        self.player = self.world.store.people.add("Ada").player
        keys = self.world.store.keys
        organiser, other = (keys.add("organiser", "", at=0) for _ in range(2))
        own = organiser.key.id
        scopes: dict[Credentials, Scope] = {
            Credentials("operator", "all"): Scope(),
            Credentials("player", "sits"): Scope(player=self.player),
            Credentials("player", "opened"): Scope(player="p_opener"),
            Credentials("player"): Scope(player="p_stranger"),
            Credentials("arbiter", "all"): Scope(),
            Credentials("arbiter", "plays"): Scope(player=self.player),
            Credentials("arbiter", "organiser"): Scope(organiser=own),
            Credentials("arbiter", "tournament"): Scope(organiser=own, series="cup", player="p_somebody"),
            Credentials("arbiter", "another's"): Scope(organiser=other.key.id),
            Credentials("arbiter", "another cup"): Scope(organiser=own, series="shield"),
        }
        self._keys = {Credentials("organiser", "opened"): organiser.text, Credentials("organiser"): other.text}
        for who, scope in scopes.items():
            self._keys[who] = keys.add(typed(Role, who.kind), "", at=0, scope=scope).text
        self._other = self._opened((ADA, BOB), Credentials("organiser", "opened"))
        self._read: dict[str, Opened] = {}
        self._unchanged: dict[tuple[Credentials, bool], Opened] = {}
        self._casters: dict[str, str] = {}
        self._cases: dict[str, str] = {}

    def table(self, who: Credentials) -> Opened:
        """Open a table as the place says, for a caller who may have opened it or sit there."""
        visibility, seats, stage, secrets, _ = self._place
        start = "word" if stage == "open" else "full"
        opener = who if who == Credentials("player", "opened") else Credentials("organiser", "opened")
        table = self._opened(seats, opener, visibility=visibility, secrets_open_at=secrets, start=start)
        if who.tie in ("sits", "plays"):
            sitting = Sitting(player=self.player, name_hash=name_hash("Ada", b"salt"))
            self.world.store.perform(table.id, lambda now: replace_seat(now, 0, sitting, at=BEGIN, by="operator"))
        if stage == "ended":
            if who.kind == "caster":
                self._caster(table)
            table.act(0, "concede")
        return table

    def _opened(self, seats: tuple[dict[str, str], ...], opener: Credentials, **more: Any) -> Opened:
        series = {"id": "cup", "number": 1}
        return self.world.opened(seats, token=self._keys[opener], series=series, arbiter_call="stop", **more)

    def token(self, who: Credentials, table: Opened) -> str | None:
        """Return what somebody sends as credentials."""
        table = table if who.tie else self._other
        match who.kind:
            case "anybody":
                return None
            case "seat":
                return str(table.tokens[0])
            case "opener":
                return table.opener
            case "caster":
                return self._caster(table)
            case _:
                return self._keys[who]

    def _caster(self, table: Opened) -> str:
        """Return the token of a caster of seat 0, made where it is needed first."""
        if table.id not in self._casters:
            self._casters[table.id] = cast(table, 0)
        return self._casters[table.id]

    def send(self, operation: Operation, call: Call) -> Answer:
        """Call an operation in one of its ways; what may change the table meets one that nobody has changed yet."""
        if operation.method != "GET" or operation.at_case:
            unchanged = call.who, operation.at_case
            table = self._unchanged.pop(unchanged, None) or self.table(call.who)
            answer = self.ask(operation, call, table, self.token(call.who, table))
            if turned_away(answer):
                self._unchanged[unchanged] = table
            return answer
        tie = f"{call.who.kind} {call.who.tie}" if call.who.kind in ("player", "arbiter", "caster") else ""
        table = self._read.setdefault(tie, self._read.get(tie) or self.table(call.who))
        return self.ask(operation, call, table, self.token(call.who, table))

    def ask(self, operation: Operation, call: Call, table: Opened, token: str | None) -> Answer:
        """Call an operation at a table with credentials."""
        case = self.case(table) if operation.at_case else ""
        path = operation.path.format(table=table.id, case=case, **ADDRESSES, **OF_TOURNAMENTS)
        body = dict(operation.example) if operation.example is not None else None
        if call.has_code:
            assert body is not None
            body["join_code"] = join_code(KEY, table.id, 1)
        query = "?viewer=seat:0" if call.names_a_seat else ""
        return self.world.call(operation.method, path + query, body, token=token)

    def case(self, table: Opened) -> str:
        """Return a case in the record of a table, made where it is needed first; before the deal there is none."""
        if table.id not in self._cases:
            name = self._cases[table.id] = f"c-{len(self._cases)}"
            call = desk.Call("1", "rule", stops_play=self._place.stage == "running")
            opened = partial(desk.open_case, case=name, call=call, at=self.world.clock(), by="operator:tests")
            self.world.store.perform(table.id, opened)
        return self._cases[table.id]

    def invalid(self, table: Opened) -> dict[str, str]:
        """Return credentials that are worth nothing, by what is wrong with them."""
        keys, lost = self.world.store.keys, str(table.tokens[1])
        revoked, rotated = (keys.add("operator", "", at=0) for _ in range(2))
        keys.revoke(revoked.key.id, at=0)
        keys.rotate(rotated.key.id)
        assert table.post("/seats/1/token", {}, token=table.opener).status_code == 200
        return {
            "nonsense": "x" * 300,
            "empty": "",
            "wrong": f"{revoked.text}x",
            "revoked": revoked.text,
            "expired": keys.add("operator", "", at=0, expires=BEGIN).text,
            "rotated": rotated.text,
            "given anew": lost,
            "another server's": seat_token(b"another key of 32 bytes, exactly", table.id, 0, 0),
        }


class Operation(NamedTuple):
    """One operation as the document describes it."""

    id: str
    method: str
    path: str
    callers: tuple[tuple[str, str | None], ...]
    anonymous: bool
    example: Any

    @property
    def at_tournament(self) -> bool:
        """Say whether it is about tournaments: `tests/api/tournaments` tries those."""
        return self.path.startswith("/tournaments")

    @property
    def at_case(self) -> bool:
        """Say whether its address names a case."""
        return "{case}" in self.path

    def allows(self, call: Call) -> bool:
        """Say whether the document allows a call."""
        return any(kind in ("anybody", call.who.kind) and WHEN[when](call) for kind, when in self.callers)


def operations() -> tuple[Operation, ...]:
    """Return everything that the document describes, tournaments aside."""
    return tuple(operation for operation in every_operation() if not operation.at_tournament)


@cache
def every_operation() -> tuple[Operation, ...]:
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


def turned_away(answer: Answer) -> bool:
    """Say whether somebody may not call what was called."""
    return answer.status_code in (401, 403, 404) and answer.json["code"] in MAY_NOT


def ways(operation: Operation, place: Place, who: Credentials) -> Iterator[Call]:
    """Yield the ways to call that make a difference to who may."""
    yield Call(place, who)
    if operation.id == "readActions":
        yield Call(place, who, names_a_seat=True)
    if operation.id == "takeSeat" and CODE in place.seats:
        yield Call(place, who, has_code=True)


def test_every_operation_says_who_may_call_it() -> None:
    """Kinds of callers that there are, conditions that are tried here, and whether credentials are needed at all."""
    kinds = {who.kind for who in CREDENTIALS}
    for operation in operations():
        assert operation.callers, operation.id
        assert {kind for kind, _ in operation.callers} <= kinds, operation.id
        assert operation.anonymous == any(kind == "anybody" for kind, _ in operation.callers), operation.id
    assert {when for operation in operations() for _, when in operation.callers} == {*WHEN}


@pytest.mark.long
def test_credentials_that_are_not_valid_open_nothing() -> None:
    """401 at every address, also where none are needed: no, wrong, revoked, expired, rotated, given anew."""
    scene = Scene(Place())
    table = scene.table(CREDENTIALS[0])
    invalid = scene.invalid(table)
    assert set(invalid) == {*INVALID}
    assert scene.case(table)
    head = scene.world.store.head(table.id)
    for operation in every_operation():
        for what, token in invalid.items():
            answer = scene.ask(operation, Call(Place(), CREDENTIALS[0]), table, token)
            assert code(answer, 401) == "bad_credentials", (operation.id, what)
    assert scene.world.store.head(table.id) == head


@pytest.mark.long
@pytest.mark.parametrize("name", PLACES)
def test_the_document_says_who_may_call(name: str) -> None:
    """Whoever it names is not turned away, and everybody else is."""
    place, wrong = PLACES[name], []
    scene = Scene(place)
    for operation in operations():
        if operation.at_case and place.stage == "open":
            continue  # nobody calls an arbiter before the deal
        for who in CREDENTIALS:
            if place.opens == "keys" and who == Credentials("player", "opened"):
                continue  # nobody like this is there
            for call in ways(operation, place, who):
                answer = scene.send(operation, call)
                if turned_away(answer) is operation.allows(call):
                    wrong.append((operation.id, call.who, call.names_a_seat, call.has_code, answer.text))
    assert wrong == []
