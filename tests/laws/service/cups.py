"""Two services with a tournament each, which differ only in what a caller may not know.

`hands`: the secrets of the tables and of the tournament, and so every hand and deck. `work`: what the organiser has not
published, a pairing and its attempts, and which personal links were given anew. `play`: that a game has ended at a
table which is seen five minutes later. `decks`: which deck somebody has registered, and so its hand. `board`: how
another table of the same deal has gone, which is over in one of them and has a result. `field`: the same and its cases,
where who runs the tournament plays in it too. `halt`: that the tournament is paused while a board is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple, TypeAlias
from unittest.mock import patch

import msgspec

from api.requests.tournaments import decks as registered
from api.requests.webhooks import keeping
from api.requests.webhooks.writing import write_due
from api.resources.tournaments import tournaments as opening
from api.running import tournaments as running
from domain.kernel.messages import Concede
from domain.ledger import api_keys, people, tickets
from domain.ledger.tournaments.streams import Tournaments
from domain.record.canonical import b64, sha256
from domain.table import seating
from domain.table.cases import Call, open_case
from domain.table.pausing import pause, resume
from domain.table.play import take_action
from domain.table.results import confirm
from domain.table.writing import Batch
from domain.tournament.log import organiser
from tests.api.tournaments.cup import CONFIRM_MS, Cup
from tests.api.tournaments.receiver import URL
from tests.api.world import API, World
from tests.laws.copies import LeakError
from tests.laws.service.question import Question
from tests.laws.service.scenes import blind

Difference: TypeAlias = Literal["hands", "work", "play", "decks", "board", "field", "halt"]
Stage: TypeAlias = Literal["registration", "round 1", "round 2"]
BY_CHANCE = ("x-request-id", "date")
EXPIRES = re.compile(" Expires=[^;]*;")  # of a cookie: by the real time
NDJSON = {"Accept": "application/x-ndjson"}
ENTROPY = b64(bytes(32))
DECKS = ("deck_german_60", "deck_japanese_60")  # of one side and size
OWNER = "Bob"  # whose deck differs
PLAYERS = ("Ada", "Bob", "Cem", "Dee", "Eli", "Fay")  # Ada never uses her link
CASE = "c-7"
BOARDS = ("board", "field", "halt")
OVERDUE_MS = 20 * 60_000  # after which a case that nobody has claimed is overdue
ARGUMENTS = {"round": "1", "pairing": "1", "sheet": "pairings.csv", "delivery": "1"}


class Heard(NamedTuple):
    """All that a caller notices of an answer; `waits` is how often it was kept waiting."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    waits: int


class Side:
    """One of the two services, brought to a stage."""

    def __init__(self, difference: Difference, stage: Stage, *, is_second: bool) -> None:
        self.difference = difference
        self.differs = difference if is_second else None
        self._alike, self._drawn = _keys(b"alike"), _keys(b"second" if self.differs == "hands" else b"first")
        with self._by_rule():
            self.world = World()
            said: dict[str, Any] = {"delay_seconds": 300, "round_ms": 3_600_000} if difference == "play" else {}
            said |= {"decks": "registered"} if difference == "decks" else {}
            said |= {"same_deal": True} if difference in BOARDS else {"secrets_open_at": "event_end"}
            game = "panzer_clash" if difference == "decks" else "chanic_panic"
            self.cup = Cup(self.world, game=game, confirm_ms=600_000, **said)
            self.links = self.cup.register(*PLAYERS)
            self.hook = self.cup.do("/webhooks", {"url": URL})["id"]
            self.tokens = dict(self._tokens())
            for reached in ("registration", "round 1", "round 2"):
                getattr(self, f"_{reached.replace(' ', '_')}")()
                if reached == stage:
                    break

    def _tokens(self) -> Iterator[tuple[str, str | None]]:
        yield "anybody", None
        yield "organiser", self.cup.token
        yield "operator", self.world.key("operator")
        yield "another organiser", self.world.key("organiser")
        yield "stranger", self.world.player("Eve").token
        for link in self.links[1:]:
            answer = self.cup.do(f"/players/{link['player']}/claim", {"code": link["code"]}, token=None)
            yield link["name"], answer["key"]

    def _registration(self) -> None:
        if self.differs == "work":
            self.cup.do(f"/players/{self.links[0]['player']}/link")
        for link in self.links if self.difference == "decks" else ():
            deck = DECKS[self.differs == "decks" and link["name"] == OWNER]
            token = self.tokens.get(link["name"], self.cup.token)
            self.cup.do(f"/players/{link['player']}/deck", {"ready": deck}, token=token)

    def _round_1(self) -> None:
        self.cup.do("/start")
        self._sit(self.cup.round(1)["tables"])

    def _sit(self, tables: list[Any]) -> None:
        """Let everybody sit down with entropy: the games begin, but for Ada's, and the last of them is conceded."""
        for table in tables:
            for one in table["players"]:
                if (token := self.tokens.get(one["name"])) is None:
                    continue
                code = self.cup.get("/seat", token=token).json["join_code"]
                said = {"join_code": code, "entropy": ENTROPY}
                answer = self.world.post(f"/tables/{table['table']}/seats", said, token=token)
                assert answer.status_code == 201, answer.text
        begun = [table["table"] for table in tables if self.world.store.table(table["table"]).live is not None]
        if self.difference == "work" or self.differs == "play":  # who concedes shows a hand
            self.world.store.perform(begun[-1], lambda table: take_action(table, 0, Concede(), at=self.world.clock.at))
        if self.differs == "halt":
            self.cup.do("/pause", {"reason": "Lunch."})
        elif self.differs in BOARDS:
            self._play_on(begun[-1])
        if self.difference == "field":
            self.cup.plays_as(self.world.store.table(begun[0]).book.sat[0])
            self.world.clock.at += OVERDUE_MS

    def _play_on(self, table: str) -> None:
        """Let a table of the board go on, stop, end, and have a result, one after the other; others play still."""
        store, clock = self.world.store, self.world.clock
        store.perform(table, lambda now: pause(now, "ruler", reason="break", at=clock.at, by="operator"))
        if self.differs == "field":
            store.perform(table, lambda now: open_case(now, CASE, Call("1", "other"), at=clock.at, by="seat:0"))
        store.perform(table, lambda now: resume(now, "ruler", at=clock.at, by="operator"))
        if self.differs == "field":
            place = store.table(table).book.opened.tournament
            assert place is not None
            said = {"places": [1, 2], "reason": "They were away."}
            self.cup.do(f"/rounds/{place.round}/tables/{place.pairing}/result", said)
            (gone, *_) = [link for link in self.links if link["player"] in store.table(table).book.sat]
            self.cup.do(f"/players/{gone['player']}/withdraw", token=self.tokens[gone["name"]])
        else:
            store.perform(table, lambda now: take_action(now, 0, Concede(), at=clock.at))
            store.perform(table, lambda now: confirm(now, at=clock.at + CONFIRM_MS))
        self.cup.runner.look()

    def _round_2(self) -> None:
        for pairing in (1, 2, 3):
            self.cup.do(f"/rounds/1/tables/{pairing}/result", {"places": [1, 2], "reason": "They were away."})
        if self.differs == "work":
            self.cup.do("/rounds", {"round": 2, "publish": False})
            self.cup.do("/rounds", {"round": 2, "publish": False, "again": True})

    @contextmanager
    def _by_rule(self) -> Iterator[None]:
        """Let all chance be alike in both services, but for the secrets that differ; commitments tell their place."""
        keys, drawn = self._alike, self._drawn
        with ExitStack() as stack:
            for module in (api_keys, people, tickets, keeping):
                stack.enter_context(patch.object(module, "secrets", keys))
            stack.enter_context(patch.object(running, "secrets", drawn))
            drawn_id = SimpleNamespace(token_hex=keys.token_hex, token_bytes=drawn.token_bytes)
            stack.enter_context(patch.object(opening, "secrets", drawn_id))
            stack.enter_context(patch.object(opening, "commitment", lambda secret: b64(sha256(b"tournament"))))
            stack.enter_context(patch.object(seating, "commitment", lambda kind, secret: b64(sha256(kind.encode()))))
            stack.enter_context(patch.object(organiser, "draw_key", lambda *asked: sha256(b"public draws")))
            stack.enter_context(patch.object(Batch, "__init__", _blind(Batch.__init__)))
            stack.enter_context(patch.object(organiser, "salts", lambda *asked: lambda *place: b64(sha256(b"sealed"))))
            stack.enter_context(patch.object(registered, "opens", lambda *asked: True))
            yield

    def letters(self) -> list[Any]:
        """Return what webhooks would tell by now."""
        write_due(self.world.store, self.world.clock.at)
        return list(self.world.store.tournaments.letters.find(self.hook, after=0, most=1_000))

    def hear(self, question: Question, who: str) -> Heard:
        """Ask as somebody."""
        waits = count()
        headers = dict(question.headers)
        token = self.tokens[who]
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if question.body is not None:
            headers["Content-Type"] = "application/json"
        with patch.object(Tournaments, "wait", _looking(waits)), self._by_rule():
            client = self.world.app.test_client(use_cookies=False)
            answer = client.open(API + question.path, method=question.method, data=question.body, headers=headers)
            told = {name: value for name, value in answer.headers.items() if name.lower() not in BY_CHANCE}
            headed = sorted((name, EXPIRES.sub("", value)) for name, value in told.items())
            return Heard(answer.status_code, tuple(headed), answer.data, next(waits))


def _looking(waits: count[int]) -> Any:
    """Return what looks instead of waiting, and counts where one would have been kept waiting."""

    def look(tournaments: Tournaments, tournament: str, after: int, timeout: float) -> int:
        head = tournaments.head(tournament)
        if head <= after:
            next(waits)
        return head

    return look


def _keys(of: bytes) -> Any:
    numbers = count()

    def drawn(size: int) -> bytes:
        return sha256(of, str(next(numbers)).encode())[:size]

    return SimpleNamespace(
        token_bytes=drawn, token_hex=lambda size: drawn(size).hex(), token_urlsafe=lambda size: b64(drawn(size))
    )


def _blind(honest: Any) -> Any:
    def begin(self: Any, table: Any, at: int, *, sealer: Any = None) -> None:
        honest(self, table, at, sealer=blind)

    return begin


class Pair:
    """The two services, and what each caller may ask of both."""

    def __init__(self, difference: Difference, stage: Stage) -> None:
        self.first = Side(difference, stage, is_second=False)
        self.second = Side(difference, stage, is_second=True)
        self.difference = difference

    def callers(self) -> tuple[str, ...]:
        """Return who must not notice the difference."""
        if self.difference == "field":
            return ("organiser",)
        officers = ("organiser", "operator") if self.difference in ("hands", "play") else ()
        return ("anybody", "another organiser", "stranger", *self._players(), *officers)

    def _players(self) -> Iterator[str]:
        """Yield those who do not sit where the difference is."""
        plays = self.difference in ("play", "board")
        tables = self.first.cup.get("/rounds/1").json["tables"] if plays else []
        begun = [one for one in tables if self.first.world.store.table(one["table"]).live is not None]
        there = {player["name"] for player in begun[-1]["players"]} if begun else set()
        there |= {OWNER} if self.difference == "decks" else set()
        yield from [name for name in PLAYERS[1:] if name not in there]

    def compare(self) -> Iterator[tuple[Question, Heard]]:
        """Ask both services everything as everybody and yield each answer; raises `LeakError` where they differ.

        The letters of webhooks come first: they hold what everybody may know.
        """
        if self.first.letters() != self.second.letters():
            raise LeakError("the letters of webhooks differ")
        for who in self.callers():
            for question in self.questions(who):
                one, other = self.first.hear(question, who), self.second.hear(question, who)
                if one != other:
                    raise LeakError(f"{who}: {question}: {one} against {other}"[:3000])
                yield question, one

    def questions(self, who: str) -> Iterator[Question]:
        """Yield every read of a tournament that the service knows, and what it asks about its tables."""
        cup = self.first.cup
        player = self.first.links[1 if self.difference == "decks" else 0]["player"]
        given = {"tournament": cup.id, "player": player, "other": self.first.links[1]["player"], **ARGUMENTS}
        given |= {"webhook": self.first.hook, "case": CASE}
        asked = "" if self.difference == "field" else "/tournaments"  # whose own feed, tables and cases count too
        for rule in self.first.world.app.url_map.iter_rules():
            if not rule.rule.startswith(f"{API}{asked}") or "<table>" in rule.rule:
                continue
            path = _filled(rule.rule.removeprefix(API), given)
            for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}):
                if method == "GET":
                    yield Question("GET", path, {})
                elif who not in ("organiser", "operator"):
                    yield Question(method, path, {}, msgspec.json.encode({}))
        yield from _more(cup.id, self.first.world.store.tournaments.get(cup.id).shown.book.n)
        for table in self._tables(who):
            yield from _of_table(table)
            for rule in self.first.world.app.url_map.iter_rules() if self.difference == "field" else ():
                if rule.rule.startswith(f"{API}/tables/<table>") and "GET" in (rule.methods or ()):
                    yield Question("GET", _filled(rule.rule.removeprefix(API), {"table": table, "chunk": "1-2"}), {})
        if self.difference == "field":
            yield from _deeds(cup.id, [link["player"] for link in self.first.links])

    def _tables(self, who: str) -> Iterator[str]:
        """Yield the tables where the caller holds no seat: its own hand lawfully differs."""
        if not self.first.cup.get().json["round"]:
            return
        for table in self.first.cup.get("/rounds/1").json["tables"]:
            if self.difference == "decks" or who not in {player["name"] for player in table["players"]}:
                yield table["table"]


def _filled(rule: str, given: dict[str, str]) -> str:
    """Return the path of a rule with its places filled; a place that is new here is no tournament's."""
    for name, value in given.items():
        for place in (f"<{name}>", f"<number:{name}>", f"<int:{name}>"):
            rule = rule.replace(place, value)
    return rule


def _more(cup: str, last: int) -> Iterator[Question]:
    """Yield what hangs on queries and headers; `last` is the last entry that everybody sees."""
    path = f"/tournaments/{cup}"
    for number in (1, 2, 3):
        yield Question("GET", f"{path}/rounds/{number}", {})
        yield Question("GET", f"{path}/standings?round={number}&explain=true", {})
        yield Question("GET", f"{path}/rounds/{number}/tables/1/why", {})
        yield Question("GET", f"{path}/rounds/{number}/tokens", {})
    for sheet in ("players", "results", "standings"):
        yield Question("GET", f"{path}/sheets/{sheet}.csv", {})
    for after in (0, last - 1, last, last + 1, last + 30):
        yield Question("GET", f"{path}/feed?after={after}&wait=1", {})
        yield Question("GET", f"{path}/feed?after={after}&limit=2", NDJSON)
        yield Question("GET", f"{path}/stream?after={after}", NDJSON)
        yield Question("GET", f"{path}/stream", {"Last-Event-ID": str(after)})
    yield Question("GET", f"{path}/record", NDJSON)
    for asked in ("", "?status=running", "?game=fightdrome", "?limit=1"):
        yield Question("GET", f"/tournaments{asked}", {})
    yield Question("GET", f"/tables?series={cup}", {})


def _deeds(cup: str, players: Sequence[str]) -> Iterator[Question]:
    """Yield what who runs a tournament does in both services: the answers hold what it has done, and nothing else."""
    path, one = f"/tournaments/{cup}", players[0]
    for asked, said in (
        ("/players", {"players": [{"name": "Late", "rating": 1500}]}),
        ("/players/import", {"form": "csv", "text": "name\nLater\n"}),
        *((f"/players/{player}/penalty", {"points": "1/2", "reason": "Late."}) for player in players),
        (f"/players/{one}/withdraw", {}),
        (f"/players/{one}/return", {}),
        (f"/players/{one}/bye", {"round": 2, "bye": "half"}),
        (f"/players/{one}/link", {}),
        ("/forbidden-pairs", {"players": [*players[:2]]}),
        ("/rounds", {"round": 1}),
        ("/pause", {"reason": "Lunch."}),
        ("/resume", {}),
        ("/webhooks", {"url": URL}),
        (f"/players/{one}/disqualify", {"reason": "Played for somebody else."}),
        ("/cancel", {"reason": "Rain."}),
    ):
        yield Question("POST", path + asked, {}, msgspec.json.encode(said))
    yield Question("GET", path, {})
    yield Question("GET", "/tournaments", {})


def _of_table(table: str) -> Iterator[Question]:
    """Yield ways to look at a table of the tournament."""
    path = f"/tables/{table}"
    for what in ("", "/view", "/entries", "/record", "/result", "/scene", "/actions", "/attempts", "/stream"):
        yield Question("GET", path + what, {})
