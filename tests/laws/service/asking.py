"""Both tables of a scene in a service each, and everything that may be asked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from flask import Flask

from api.app import create_app
from api.callers.tokens import caster_token, opener_token, seat_token
from api.connections import Connections
from api.reels import Reels
from api.requests import cases
from api.service import EXTENSION
from api.settings import COOKIE, Settings
from api.sharing import Latest, Shared
from domain.audit.frames.shapes import CHUNK
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.messages import TimeOut, tag_of
from domain.kernel.seats import Seat
from domain.ledger import api_keys, people
from domain.ledger.api_keys import key_id
from domain.ledger.attempts import Attempt
from domain.ledger.desk import texts
from domain.ledger.listing import Listing
from domain.ledger.seat_tokens import OPENER, place_of_caster
from domain.ledger.store import Store, open_store
from domain.record.keys import Keyed
from domain.table import play as table_play
from domain.table.writing import Batch, Written
from tests.laws.copies import LeakError
from tests.laws.luck import Script
from tests.laws.service.calling import arbitrates, casts, others_call
from tests.laws.service.desk import decides
from tests.laws.service.question import TABLE, Question, get
from tests.laws.service.scenes import CASTER, KEY, Scene, Side, blind
from tests.laws.tables import AT

API = "/api/v1"
PAGES = ("/", "/t/law", "/t/law/review")
NDJSON = {"Accept": "application/x-ndjson"}
BY_CHANCE = ("x-request-id", "date")  # another one with every request, and with every second
WAITED_AT_MOST = 3  # times that one answer waits here; nothing comes that anybody could wait for


SITS_DOWN = Question("POST", f"{TABLE}/seats", {}, b'{"name": "Bob"}')


class Heard(NamedTuple):
    """All that a caller notices of an answer; `waits` is how often it was kept waiting."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    waits: int


class Served:
    """A service with one table, and the caller who looks as the scene's viewer."""

    def __init__(self, app: Flask, scene: Scene, side: Side) -> None:
        self.store = open_store(":memory:")
        written, secrets = Written(side.table, side.entries), side.table.secrets
        assert secrets is not None
        table = self.store.create(written, secrets, Listing(), card_set=scene.card_set)
        for seat in range(table.setup.seats):
            self.store.seats.put(table.id, seat, generation=1, token=seat_token(KEY, table.id, seat, 1))
        self.store.seats.put(table.id, OPENER, token=opener_token(KEY, table.id))
        self.store.seats.put(table.id, place_of_caster(CASTER), token=caster_token(KEY, table.id, CASTER, 0))
        for n in range(1, len(side.entries) + 1):
            self.store.hints.put(table.id, n % table.setup.seats, n)
        self._refused, self._dealt, self._waits = side.refused, side.dealt, 0
        self._others = [seat for seat in range(table.setup.seats) if seat not in scene.viewer.seats]
        connections = Connections()
        if table.book.opened.connection != "shown":
            for seat in self._others if side.refused else ():
                connections.note(table.id, seat, AT)
        app.extensions[EXTENSION] = replace(
            app.extensions[EXTENSION],
            store=self.store,
            clock=lambda: max(AT, *[side.table.book.at for side in (scene.first, scene.second)]),
            shared=Shared(),
            heard=Latest(),
            reels=Reels(),
            connections=connections,
        )
        self._client = app.test_client()
        self.credentials = _credentials(self.store, scene)
        self._others_are_refused(side.refused)
        key = self.credentials.get("Authorization", "").removeprefix("Bearer ")
        office = f"arbiter:{key_id(key)}" if arbitrates(scene) else None
        caller = self._others[0] if side.refused and self._others else None
        others_call(self.store, table, scene, office=office, caller=caller)
        self._look = self.store.wait

    def _kept(self, table: str, after: int, timeout: float) -> int:
        """Let others try something that is refused meanwhile, then look once more without waiting."""
        assert timeout > 0
        self._waits += 1
        self._others_are_refused(min(1, self._refused))
        now = self._look(table, after, 0)
        return now if self._waits < WAITED_AT_MOST else after

    def _others_are_refused(self, times: int) -> None:
        for seat in self._others:
            attempt = Attempt(at=AT, by=f"seat:{seat}", tag="nonsense", code="no", seen=1)
            for _ in range(times):
                self.store.attempts.note("law", attempt)

    def hear(self, question: Question) -> Heard:
        """Ask, and read the answer to its end."""
        self._waits = 0
        headers = {**self._sent(question), **question.headers}
        path = question.path if question.path in PAGES else API + question.path
        if question.body is not None:
            headers["Content-Type"] = "application/json"
        with patch.object(self.store, "wait", self._kept), self._dealing(), _naming():
            answer = self._client.open(path, method=question.method, headers=headers, data=question.body)
            headed = sorted(pair for pair in answer.headers.items() if pair[0].lower() not in BY_CHANCE)
            return Heard(answer.status_code, tuple(headed), answer.data, self._waits)

    def _sent(self, question: Question) -> dict[str, str]:
        """Return how the credentials come with a question."""
        if question.by == "header":
            return self.credentials
        token = self.credentials.get("Authorization", "").removeprefix("Bearer ")
        return {"Cookie": f"{COOKIE}={token}"} if question.by == "cookie" and token else {}

    @contextmanager
    def _dealing(self) -> Iterator[None]:
        """Deal as the scene says, if whoever left sits down again, with seals and ids that are alike in both services.

        By real ones a seat knows its cards, and who sits where; that they fit is for the record's tests.
        """
        if self._dealt is None:
            yield
            return
        with (
            patch.object(table_play, "DealChance", self._chance),
            patch.object(table_play, "Batch", partial(Batch, sealer=blind)),
            patch.object(people, "secrets", _SameKeys),
        ):
            yield

    def _chance(self, key: Keyed, *, rewinds: int, use: int) -> Script:
        dealt = self._dealt or ()
        results = [drawn.draw.result for drawn in dealt]
        return Script(dealt, results, QuickChance(use), use=use, rewinds=rewinds)


@contextmanager
def _naming() -> Iterator[None]:
    """Give calls ids, and their words salts, that are alike in both services."""
    with patch.object(cases, "secrets", _SameKeys), patch.object(texts, "secrets", _SameKeys):
        yield


@cache
def app_of(which: str) -> Flask:
    """Return an application; what it serves is put into it for each scene."""
    # how much is left of a limit hangs on the real time
    return create_app(
        Settings(server_key=KEY, limit_address="none", limit_caller="none", longest_stream=0.0),
        open_store(":memory:"),
        clock=lambda: AT,
    )


class _SameKeys:
    """Keys that are alike in both services."""

    @staticmethod
    def token_hex(size: int) -> str:
        return "ab" * size

    @staticmethod
    def token_bytes(size: int) -> bytes:
        return b"s" * size

    @staticmethod
    def token_urlsafe(size: int) -> str:
        return "z" * size


def _credentials(store: Store, scene: Scene) -> dict[str, str]:
    """Return what the viewer sends: a seat's token, for several a caster's or a key, an opener's token, nothing."""
    seats = scene.viewer.seats
    if casts(scene):
        token = caster_token(KEY, "law", CASTER, 0)
    elif len(seats) > 1:
        with patch.object(api_keys, "secrets", _SameKeys):
            token = store.keys.add("arbiter", "of the laws", at=AT).text
    elif seats:
        token = seat_token(KEY, "law", min(seats), 1)
    elif scene.first.table.book.n % 2:
        token = opener_token(KEY, "law")
    else:
        return {}
    return {"Authorization": f"Bearer {token}"}


def compare(
    scene: Scene, asked: Callable[[Scene], Iterable[Question]] | None = None
) -> Iterator[tuple[Question, Heard]]:
    """Ask both tables everything, or what is `asked`, and yield each answer.

    Raises `LeakError` for the first that differs.
    """
    first, second = Served(app_of("first"), scene, scene.first), Served(app_of("second"), scene, scene.second)
    try:
        everything = (*questions(scene), *_sits(scene), *_stops(scene), *decides(scene))
        for question in everything if asked is None else asked(scene):
            one, other = first.hear(question), second.hear(question)
            if one != other:
                raise LeakError(f"{scene}: {question}: {_difference(one, other)}")
            yield question, one
        for served in (first, second) if asked is None else ():
            _act_again(scene, served)
    finally:
        first.store.close()
        second.store.close()


def _act_again(scene: Scene, served: Served) -> None:
    """Act for good, and again with the same Idempotency-Key; raises `LeakError` if the second answer says else."""
    rules, live, seat = scene.first.table.rules, scene.first.table.live, _one(scene)
    if live is None or seat is None or rules.outcome(live.state) is not None:
        return
    legal = [command for command in scene.commands if rules.refuse(live.state, seat, command) is None]
    for command in legal[:1]:
        question = _post(command, {"If-Match": "*", "Idempotency-Key": "again " * 3})
        one, again = served.hear(question), served.hear(question)
        if (one.status, one.body) != (again.status, again.body):
            raise LeakError(f"{scene}: {question}, once more: {_difference(one, again)}")


def _difference(one: Heard, other: Heard) -> str:
    for name, mine, theirs in zip(Heard._fields, one, other, strict=True):
        if mine != theirs:
            return f"{name}: {mine!r} against {theirs!r}"[:2000]
    raise AssertionError("they are the same")


def questions(scene: Scene) -> Iterator[Question]:
    """Yield what the viewer may ask, allowed or not, and what changes nothing."""
    seats = scene.viewer.seats
    yield from _of_the_list()
    if len(seats) > 1 and not casts(scene):
        yield from _looks(scene, f"viewer={scene.viewer}&case=d-7")
        return
    yield from _looks(scene, "")
    yield from _cases()
    for viewer in ("spectator", "all", *[f"seat:{seat}" for seat in range(scene.first.table.setup.seats)]):
        if viewer != str(scene.viewer):
            yield get(f"/view?viewer={viewer}")
            yield get(f"/scene?viewer={viewer}&after={scene.first.table.book.n - 1}")
            yield get(f"/actions?viewer={viewer}")
            yield get(f"/actions?viewer={viewer}&expand=true&wait=1")
            yield get(f"/record?viewer={viewer}&closed=true", NDJSON)
    yield get("/actions?expand=true")
    yield get("/verification")
    for asked in ("", "?limit=1", "?seat=0", "?seat=1"):
        yield get(f"/attempts{asked}")
    yield from _acts(scene)
    yield get("/attempts")


def _of_the_list() -> Iterator[Question]:
    for asked in ("", "?limit=1", "?status=running", "?status=confirmed"):
        yield Question("GET", f"/tables{asked}", {})


def _looks(scene: Scene, asked: str) -> Iterator[Question]:
    """Yield every way to look as oneself, and to wait for something to see."""
    n = scene.first.table.book.n
    yield get("")
    for path in (f"/view?{asked}", f"/view?after={n}&wait=1&{asked}", f"/actions?{asked}"):
        yield get(path)
    yield get("/actions?wait=1", {"Accept-Language": "ja"})
    yield get(f"/scene?{asked}", {"Accept-Language": "ja"})
    yield get(f"/scene?after={n - 1}&wait=1&{asked}")
    yield get(f"/scene?after={n}&wait=1&{asked}")
    for path in (f"/entries?{asked}", f"/entries?after={n - 1}&wait=1&{asked}", f"/entries?after={n}&wait=1&{asked}"):
        yield get(path)
    yield get(f"/entries?after={n // 2}&limit=3&{asked}", NDJSON)
    yield get("/stream")
    yield get(f"/stream?after={n // 2}", NDJSON)
    yield get("/stream?viewer=spectator", {"Last-Event-ID": str(n // 2)})
    yield get(f"/stream?after={n + 1}")
    yield get(f"/record?{asked}", NDJSON)
    yield get(f"/record?closed=true&{asked}", NDJSON, "HEAD")
    yield get("/casters")
    yield get("/connections")
    yield get("/result")
    yield get("/result?wait=1")


def _cases() -> Iterator[Question]:
    """Yield what tells of cases: those of the table, the list, one's own and somebody else's, and a decision of it."""
    yield get("/cases")
    yield Question("GET", "/cases", {})
    for case in ("d-7", "quiet", "none"):
        yield Question("GET", f"/cases/{case}", {})
    for step in ("claim", "appeal"):
        yield Question("POST", f"/cases/quiet/{step}", {}, b"{}")


def films(scene: Scene) -> Iterator[Question]:
    """Yield what a page asks that steps through the table: header, last chunk, pictures, as oneself and as a spectator.

    Filming takes longer than all else that is asked together, so that not every scene has it asked.
    """
    last = (scene.first.table.book.n - 1) // CHUNK
    whole = f"viewer={scene.viewer}&case=d-7" if len(scene.viewer.seats) > 1 and not casts(scene) else ""
    yield get(f"/frames?{whole}")
    yield get(f"/frames/{last}?{whole}", {"Accept-Language": "ja"} if last % 2 else None)
    yield get(f"/frames/{last}?viewer=spectator")
    yield get(f"/picture?{whole}")
    yield get(f"/picture?viewer=spectator&width=360&language=ja&at={scene.first.table.book.n}.0")


def pages(scene: Scene) -> Iterator[Question]:
    """Yield the pages of HTML, and what a page asks in its session: a browser sends its cookie to the table alone."""
    for path in PAGES:
        yield Question("GET", path, {}, by="nobody")
        yield Question("GET", path, {"Accept-Language": "ja"}, by="cookie")
        yield Question("GET", path, {})
    n = scene.first.table.book.n
    for path in ("/scene", f"/scene?after={n - 1}&wait=1", "/stream", f"/stream?after={n // 2}"):
        yield get(path)._replace(by="cookie")


def _acts(scene: Scene) -> Iterator[Question]:
    """Yield commands: asked about, sent without a decision, for another one, and, if refused, for the present one."""
    rules, live, seat = scene.first.table.rules, scene.first.table.live, _one(scene)
    for command in scene.commands:
        yield _post(command, {}, dry_run=True)
        yield _post(command, {"If-Match": '"1"'}, seen=scene.first.table.book.n + 1)
        if live is not None and seat is not None and rules.refuse(live.state, seat, command) is not None:
            yield _post(command, {"If-Match": "*", "Idempotency-Key": "k" * 16})
            yield _post(command, {"If-Match": "*", "Accept-Language": "ja"})
        if type(command) not in rules.anytime:
            yield _post(command, {})
    yield _post(TimeOut(), {"If-Match": "*"})


def _sits(scene: Scene) -> Iterator[Question]:
    """Yield what changes who sits where, then a look at what came of it: a new token, leaving, sitting down.

    Before the deal the last one who sits down brings it about; later nobody can.
    """
    if len(scene.viewer.seats) > 1 and not casts(scene):
        return
    for seat in range(scene.first.table.setup.seats):
        yield Question("POST", f"{TABLE}/seats/{seat}/token", {}, b"{}")
        yield Question("DELETE", f"{TABLE}/seats/{seat}", {})
    if scene.first.table.live is not None or scene.first.dealt is not None:
        yield SITS_DOWN
    if scene.first.dealt is not None:
        yield from _looks(scene, "")
        yield get("/actions?expand=true")
    yield get("")
    yield get("/view")


def _stops(scene: Scene) -> Iterator[Question]:
    """Yield what stops the play and sets clocks, for whoever may, and looks at what came of it."""
    yield Question("POST", f"{TABLE}/pause", {}, b'{"reason": "break"}')
    yield get("")
    yield get("/view")
    yield get("/actions?wait=1&expand=true")
    for seat in range(scene.first.table.setup.seats):
        for limit in ("bank_ms", "move_ms"):
            said = {"seat": seat, limit: 5_000, "reason": "penalty"}
            yield Question("POST", f"{TABLE}/clock", {}, msgspec.json.encode(said))
    for cause in (b"{}", b'{"cause": "ruler"}'):
        yield Question("POST", f"{TABLE}/resume", {}, cause)
    yield get("/actions")


def _one(scene: Scene) -> Seat | None:
    return min(scene.viewer.seats, default=None)


def _post(command: Any, headers: dict[str, str], **more: Any) -> Question:
    said = {"command": {"tag": tag_of(command), "body": body_of_command(command)}, **more}
    return Question("POST", f"{TABLE}/actions", headers, msgspec.json.encode(said))
