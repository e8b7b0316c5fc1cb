"""Generated requests to the whole service, sent by every kind of caller, every answer held against its document.

Schemathesis and the requests that go through every limit of the document take seconds to make: only who runs these
tests imports this module, and pytest does without its plugin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seed_of
from hypothesis.errors import Unsatisfiable
from schemathesis import Case
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.api.casters import cast
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import API, World

EXAMPLES = 3  # for each operation, beside those that go through every limit in the document
FIRST = 4  # requests to each operation that every kind of caller sends
ASKED = 1  # kind of caller who sends a further one, in turn, of those whom the operation lets in; all do in `make soak`
TURNED_AWAY = (401, 403)
BEGUN = 5  # entries of a table then: opened, two seats taken, dealt, a caster admitted
ALIKE = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)

UNSAYABLE = {  # refused though the schema allows it: what no schema can say
    "name_needed": "a name is needed unless a player's key says whose it is",
    "bad_header": "how long a key has to be hangs on the credentials",
    "idempotency_key_reused": "the key came before, with another body",
    "invalid_command": "tags and bodies are those of the table's game",
    "invalid_cursor": "only the service writes cursors",
    "invalid_deck": "a deck file has a grammar of its own",
    "invalid_players": "files of players have grammars of their own",
    "invalid_viewer": "how many seats there are hangs on the table",
    "precondition_needed": "whether a decision must be named hangs on who is awaited",
    "stale_decision": "decisions pass",
    "stale_table": "so do entries",
    "invalid_webhook": "which addresses are public no pattern says",
    "one_clock_needed": "either a bank is set or the time for a decision",
    "reason_needed": "a reason is needed once the game has begun",
}
UNSEEN = "Must hold something that can be seen."  # a pattern would have to list every mark that only joins


class Callers:
    """Every kind of caller at a table that runs; a new one is opened once a request has changed it."""

    def __init__(self) -> None:
        self.world = World(longest_wait=0.0)
        keys = self.world.store.keys
        revoked = keys.add("operator", "revoked", at=0)
        keys.revoke(revoked.key.id, at=0)
        self._other = self.world.opened()
        self._keys = {kind: self.world.key(kind) for kind in ("organiser", "operator", "arbiter")}
        self._others = {
            "a player": self.world.player("Eve").token,
            "another organiser": self.world.key("organiser"),
            "a seat elsewhere": str(self._other.tokens[0]),
            "a revoked key": revoked.text,
        }
        self._open()
        self._begin()

    def _open(self) -> None:
        self.table = self.world.opened(token=self._keys["organiser"])
        self._caster = cast(self.table, 0)
        self._case = str(self.table.post("/cases", {"about": "other"}, seat=0).json["case"])  # quietly: no entry

    def _begin(self) -> None:
        self._cup = Cup(self.world, "operator", registration="code")
        self._players = [one["player"] for one in self._cup.register("Ann", "Ben", "Cid")]
        self._cup.do("/start")
        self._cup.round(1)
        self._n = self._cup.get().json["n"]
        self._hooked = Hooked(self._cup)
        self._hooked.post.look()

    def renew(self) -> None:
        """Open another table if something was written to this one, another caster asked for, or a case claimed."""
        store = self.world.store
        case = store.desk.cases.one(self.table.id, self._case)
        changed = store.head(self.table.id) != BEGUN or len(store.castings.of(self.table.id)) > 1
        if changed or case is None or case.state != "open":
            self._open()
        hooks = store.tournaments.webhooks.of(self._cup.id)
        if store.tournaments.head(self._cup.id) != self._n or len(hooks) != 1:
            self._begin()

    def tokens(self) -> dict[str, str | None]:
        """Return what each kind of caller sends."""
        own = {"a seat": str(self.table.tokens[0]), "the opener": self.table.opener, "a caster": self._caster}
        return {"nobody": None, **own, **self._keys, **self._others}

    def addresses(self) -> dict[str, Any]:
        """Return what stands in addresses that lead somewhere."""
        at_table = {"table": self.table.id, "seat": 0, "caster": 1, "chunk": 0, "case": self._case}
        player = self._players[0]
        at_cup = {"tournament": self._cup.id, "player": player, "other": self._players[1], "round": 1, "pairing": 1}
        at_hook = {"webhook": self._hooked.made["id"], "delivery": 1}
        return {"game": "chanic_panic", **at_table, **at_cup, **at_hook, "sheet": "players.csv"}


CALLERS = Callers()
SCHEMA = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", CALLERS.world.app)
FEEDBACK = FeedbackSources(constants_value_source=make_constants_value_source(SCHEMA))


def accepts_what_the_schema_allows(ctx: Any, response: Any, case: Case[Any]) -> bool | None:
    """Check as schemathesis does, unless the answer says why no schema could have said no."""
    if response.status_code in (400, 412, 422, 428):
        problem = response.json()
        if problem["code"] in UNSAYABLE or problem["category"] in ("setup", "rule"):
            return None
        if {*_texts(problem.get("errors"))} == {UNSEEN}:
            return None
    return bool(positive_data_acceptance(ctx, response, case))


def _texts(errors: Any) -> Iterator[str]:
    if isinstance(errors, str):
        yield errors
    for inner in errors.values() if isinstance(errors, dict) else errors if isinstance(errors, list) else ():
        yield from _texts(inner)


EVERY_CHECK: list[Any] = [
    accepts_what_the_schema_allows,
    *[check for check in CHECKS.get_all() if check is not positive_data_acceptance],
]


def send(case: Case[Any], callers: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Send a request as each of these kinds of callers and check the answers; yield who got which status."""
    drawn = dict(case.path_parameters or {})
    for who in callers:
        if case.meta is None or case.meta.generation.mode.is_positive:
            known = CALLERS.addresses()
            case.path_parameters = {name: known[name] for name in drawn}
        token = CALLERS.tokens()[who]
        headers = {"Accept-Encoding": "identity"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        yield who, case.call_and_validate(headers=headers, checks=EVERY_CHECK).status_code
        CALLERS.renew()


class Turns:
    """Who sends the requests to an operation: everybody the first ones, then a few in turn of those it lets in.

    Whoever was turned away whatever the request was, hears the same of every further one: one of them asks, in turn.
    """

    def __init__(self) -> None:
        self.sent = 0
        self._requests = 0
        self._let_in: set[str] = set()

    def take(self, case: Case[Any]) -> None:
        """Send a request."""
        kinds = tuple(CALLERS.tokens())
        if (n := self._requests) >= FIRST:
            inside = [who for who in kinds if who in self._let_in]
            outside = [who for who in kinds if who not in self._let_in]
            kinds = (*_in_turn(inside, n, ASKED), *_in_turn(outside, n, 1))
        self._requests += 1
        for who, status in send(case, kinds):
            self.sent += 1
            if status not in TURNED_AWAY:
                self._let_in.add(who)


def _in_turn(callers: Sequence[str], n: int, number: int) -> tuple[str, ...]:
    begin = n * number % max(1, len(callers))
    return tuple([*callers, *callers][begin : begin + min(number, len(callers))])


def try_limits(path: str, method: str) -> int:
    """Send what goes through every limit of an operation, and a few more requests; return how many answers came."""
    turns = Turns()

    @settings(ALIKE, max_examples=EXAMPLES, derandomize=True)
    def one(case: Case[Any]) -> None:
        turns.take(case)

    test = build_operation_test(
        config=SCHEMA.config,
        operation=SCHEMA[path][method],
        test_func=one,
        given_kwargs={},
        feedback=FEEDBACK,
    )
    test()
    return turns.sent


def try_more() -> Iterator[int]:
    """Send requests to every operation, valid and not, from every kind of caller, without end; yield how many."""
    for seed in count():
        for result in SCHEMA.get_all_operations():
            assert isinstance(result, Ok)
            for mode in schemathesis.GenerationMode:
                yield _generated(result.ok(), mode, seed)


def _generated(operation: Any, mode: Any, seed: int) -> int:
    sent = [0]

    @seed_of(seed)
    @settings(ALIKE, max_examples=20)
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Case[Any]) -> None:
        sent[0] += len([*send(case, tuple(CALLERS.tokens()))])

    with suppress(Unsatisfiable):  # there is nothing in it that could be wrong
        one()
    return sent[0]
