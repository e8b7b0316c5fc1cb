"""A service to call: a store in memory, a clock that stands still, and a client that checks every answer.

Each answer must be one that the OpenAPI document describes: its status, its media type, its schema.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from flask import Flask
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule

from api.app import create_app
from api.callers.tokens import seat_token
from api.settings import Settings
from domain.games import game, names
from domain.games.chanic_panic.cards import whole_deck
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED
from domain.kernel.chance import Draw
from domain.ledger.api_keys import Scope, key_id
from domain.ledger.listing import Listing
from domain.ledger.quietly import call_quietly
from domain.ledger.store import Store, open_store
from domain.record.draws import Drawn
from domain.record.keys import Secrets
from domain.table.cases import Call, open_case
from domain.table.play import go_on, write_action, write_deal
from domain.table.seating import Opening, Sitting, name_hash, open_table, take_seat
from domain.table.writing import Batch
from tests.ledger.desk import claim_case

API = "/api/v1"
DOCUMENT = "urn:matchledger:openapi"
BEGIN = 1_800_000_000_000  # milliseconds since 1970
KEY = b"server key of the tests, 32 byte"
DUEL: list[dict[str, Any]] = [{"kind": "token", "name": "Ada"}, {"kind": "token", "name": "Bob"}]

LIMITS = ("address", "caller", "opening", "guesses", "hints")
UNLIMITED: dict[str, Any] = {f"limit_{budget}": "none" for budget in LIMITS}
AT_ONCE = {"longest_stream": 0.0}  # streams tell what is there, and end

SEAT_0_BEGINS: Mapping[str, Mapping[str, Any]] = {
    "chanic_panic": {"first_player": "seat"},
    "fightdrome": {"first_player": "seat_0"},
    "panic_clan_inviter": {"start_player": 0},
    "panzer_clash": {"first_player": "seat0"},
}
BUILT: Mapping[str, Callable[[int], Sequence[str]]] = {  # the deck before its first shuffle, by seats
    "chanic_panic": whole_deck,
    "panic_clan_inviter": lambda seats: SHIPPED.deck,
}


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> int:
        return self.at


class Woken:
    """Bots that only write down where they were called."""

    def __init__(self) -> None:
        self.tables: list[str] = []

    def wake(self, table: str) -> None:
        """Note the call."""
        self.tables.append(table)


class Answer:
    """What came back, read to its end."""

    def __init__(self, answer: Any) -> None:
        self.status_code: int = answer.status_code
        self.headers: Headers = answer.headers
        self.content_type: str = answer.content_type
        self.data: bytes = answer.data

    @property
    def text(self) -> str:
        """The body as text."""
        return self.data.decode()

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return msgspec.json.decode(self.data)


class World:
    """A service and everything a test says to it."""

    def __init__(self, store: Store | None = None, **settings: Any) -> None:
        self.store = open_store(":memory:") if store is None else store
        self.clock = Clock()
        self.bots = Woken()
        self.settings = Settings(server_key=KEY, **{**UNLIMITED, **AT_ONCE, **settings})
        self.app = create_app(self.settings, self.store, clock=self.clock, bots=self.bots)

    def serve_again(self) -> None:
        """Let those wait again whom a stop has sent away."""
        waiting = self.store._waiting
        waiting.stopped = False
        waiting._ended.clear()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        text: bytes | None = None,
    ) -> Answer:
        """Send a request below /api/v1 and check that the answer is documented."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            text = msgspec.json.encode(body)
        if text is not None:
            sent.setdefault("Content-Type", "application/json")
        answer = Answer(
            self.app.test_client(use_cookies=False).open(API + path, method=method, data=text, headers=sent)
        )
        check_documented(self.app, method, API + path, answer)
        return answer

    def get(self, path: str, **more: Any) -> Answer:
        """Send a GET."""
        return self.call("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        """Send a POST."""
        return self.call("POST", path, body, **more)

    def key(self, role: Any) -> str:
        """Return the text of a new key."""
        return self.store.keys.add(role, f"{role} of the tests", at=self.clock.at).text

    def case(self, table: str, key: str | None, case: str = "c-7") -> str:
        """Return the id of a quiet case that the arbiter with this key has claimed at a table whose game has begun."""
        call = partial(open_case, case=case, call=Call("1", "other"), at=self.clock.at, by="operator:tests")
        assert call_quietly(self.store, table, case, call) is not None
        claim_case(self.store, table, case, at=self.clock.at, by=f"arbiter:{key_id(key or '')}")
        return case

    def player(self, name: str) -> Player:
        """Return somebody new with a player's key."""
        player = self.store.people.add(name).player
        made = self.store.keys.add("player", "", at=self.clock.at, scope=Scope(player=player))
        return Player(player, made.key.id, made.text)

    def opened(self, seats: Sequence[Mapping[str, Any]] = DUEL, *, token: str | None = None, **more: Any) -> Opened:
        """Open a table of Chanic Panic whose seat 0 begins."""
        options = {"first_player": "seat", **more.pop("options", {})}
        body = {"game": "chanic_panic", "seats": list(seats), "options": options, **more}
        answer = self.post("/tables", body, token=token)
        assert answer.status_code == 201, answer.text
        return Opened(self, answer.json)

    def rigged(self, deck: str, *, seats: int = 2, title: str = "chanic_panic", **options: Any) -> Opened:
        """Store a running table whose deck has these kinds on top and whose seat 0 begins, and everybody's tokens."""
        return self.dealt(title, Rigged(deck.split(), BUILT[title](seats)), seats=seats, **options)

    def dealt(
        self,
        title: str,
        chance: Any,
        *,
        seats: int = 2,
        then: Sequence[tuple[int, Any]] = (),
        opening: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Opened:
        """Store a running table that this chance dealt and whose seat 0 begins, and everybody's tokens.

        `then` are commands of seats that belong to the deal: they meet the same chance. `opening` says more of entry 1.
        """
        rules = game(title).rules
        table = f"rigged-{self.store.listings.count()}"
        secrets = Secrets(bytes(range(32)), bytes(range(32, 64)))
        asked = Opening(seats=seats, options={**SEAT_0_BEGINS[title], **options}, **(opening or {}))
        written = open_table(rules, asked, table=table, secrets=secrets, at=self.clock(), by="anybody")
        entries = list(written.entries)
        for seat in range(seats):
            person = self.store.people.add(f"Player {seat}")
            sitting = Sitting(player=person.player, name_hash=name_hash(person.name, person.salt))
            written = take_seat(written.table, seat, sitting, at=self.clock(), by="anybody")
            entries += written.entries
        batch = Batch(written.table, self.clock())
        write_deal(batch, chance, by="table")
        for seat, command in then:
            chance.drawn = []
            write_action(batch, seat, command, origin="hand", chance=chance)
        go_on(batch)
        done = batch.done()
        self.store.create(done._replace(entries=(*entries, *done.entries)), secrets, Listing())
        for seat in range(seats):
            self.store.seats.put(table, seat, generation=1, token=seat_token(KEY, table, seat, 1))
        tokens = [{"token": seat_token(KEY, table, seat, 1)} for seat in range(seats)]
        return Opened(self, {"table": {"id": table}, "opener_token": "", "seats": tokens})


class Player(NamedTuple):
    """A player with a key: pseudonym, id of the key, its text."""

    id: str
    key: str
    token: str


class Rigged:
    """Chance that puts the wanted cards on top of the deck and leaves everything else as it was built."""

    def __init__(self, wanted: Sequence[str], built: Sequence[str]) -> None:
        self.drawn: list[Drawn] = []
        self._wanted = wanted
        self._built = built

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the order of the deck."""
        left = list(enumerate(self._built))
        top = []
        for kind in self._wanted:
            place = next(place for place, other in left if other == kind)
            left.remove((place, kind))
            top.append(place)
        order = (*top, *[place for place, _ in left])
        assert len(order) == n
        draw = Draw(label=f"0/{len(self.drawn)}/{purpose}", kind="shuffle", n=n, result=order)
        self.drawn.append(Drawn(draw, open))
        return order

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Nothing is picked: the options say who begins."""
        raise AssertionError(purpose)


class Opened:
    """A table that was opened, with the tokens of its seats."""

    def __init__(self, world: World, answer: Any) -> None:
        self.world = world
        self.answer = answer
        self.id: str = answer["table"]["id"]
        self.opener: str = answer["opener_token"]
        self.tokens: list[Any] = [seat["token"] for seat in answer["seats"]]

    @property
    def path(self) -> str:
        """The address below /api/v1."""
        return f"/tables/{self.id}"

    def get(self, path: str = "", *, seat: int | None = None, **more: Any) -> Answer:
        """Send a GET below the table's address, with a seat's token if one is named."""
        token = more.pop("token", None) if seat is None else self.tokens[seat]
        return self.world.get(self.path + path, token=token, **more)

    def post(self, path: str, body: Any = None, *, seat: int | None = None, **more: Any) -> Answer:
        """Send a POST likewise."""
        token = more.pop("token", None) if seat is None else self.tokens[seat]
        return self.world.post(self.path + path, body, token=token, **more)

    def say(self, seat: int, tag: str, **body: Any) -> Answer:
        """Send a command to whatever decision there is."""
        command = {"tag": tag, "body": {name.rstrip("_"): value for name, value in body.items()}}
        return self.post("/actions", {"command": command}, seat=seat, headers={"If-Match": "*"})

    def act(self, seat: int, tag: str, **body: Any) -> Any:
        """Send a command that must be accepted; return the answer."""
        answer = self.say(seat, tag, **body)
        assert answer.status_code == 200, answer.text
        return answer.json

    def refused(self, seat: int, tag: str, **body: Any) -> str:
        """Send a command that the rules must refuse; return the code."""
        answer = self.say(seat, tag, **body)
        assert answer.status_code == 409, answer.text
        assert answer.json["rule"]
        assert answer.json["category"] in ("turn", "over", "rule")
        return str(answer.json["code"])

    def hand(self, seat: int) -> list[str]:
        """Return what a seat holds, by its own view."""
        view = self.get("/view", seat=seat).json["view"]
        return list(view["players"][seat]["hand"])


def code(answer: Answer, status: int) -> str:
    """Return the code of a problem document of this status."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    assert answer.json["status"] == status
    return str(answer.json["code"])


@cache
def _document(known: tuple[str, ...]) -> Any:
    """Return what a service with the known games describes; nothing else makes two services' documents differ."""
    app = create_app(Settings(server_key=KEY), open_store(":memory:"))
    return msgspec.json.decode(app.test_client().get(f"{API}/openapi.json").data)


@cache
def _validator(known: tuple[str, ...], path: str, method: str, status: str, media: str) -> Draft202012Validator:
    document = _document(known)
    described = document["paths"][path][method]["responses"]
    assert status in described, f"{method} {path} does not describe {status}"
    content = described[status]["content"]
    assert media in content, f"{method} {path} does not describe {media} with {status}"
    place = ("paths", path, method, "responses", status, "content", media, "schema")
    pointer = "/".join([quote(part.replace("~", "~0").replace("/", "~1"), safe="~") for part in place])
    return Draft202012Validator({"$ref": f"{DOCUMENT}#/{pointer}"}, registry=_registry(known), validate_formats=False)


@cache
def _registry(known: tuple[str, ...]) -> Registry:
    return Registry([(DOCUMENT, _document(known))])


def _rule(app: Flask, method: str, path: str) -> tuple[Rule | None, int | None]:
    try:
        return app.url_map.bind("").match(path, method, return_rule=True)[0], None
    except HTTPException as error:
        return None, error.code


def check_documented(app: Flask, method: str, path: str, answer: Answer) -> None:
    """Fail unless the OpenAPI document describes this answer; what no address describes is 404 or 405."""
    kept = {"private, no-cache"} if "ETag" in answer.headers and not path.endswith("/actions") else set()
    assert answer.headers["Cache-Control"] in {"no-store", *kept}
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    rule, missing = _rule(app, method, path.partition("?")[0])
    if rule is None:
        assert answer.status_code == missing
        return
    if method in ("HEAD", "OPTIONS") or rule.endpoint == "openapi":
        return
    template = re.sub(r"<(?:seat:|chunk:|number:)?(\w+)>", r"{\1}", rule.rule)
    media = answer.content_type.partition(";")[0]
    validator = _validator(names(), template, method.lower(), str(answer.status_code), media)
    if media.endswith("json") and not media.endswith("ndjson"):
        packed = answer.headers.get("Content-Encoding") == "gzip"
        validator.validate(msgspec.json.decode(gzip.decompress(answer.data) if packed else answer.data))
