"""Who may call what of tournaments: every operation, with every kind of credentials, against what the document says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from domain.ledger.api_keys import Scope
from tests.api.test_callers import Operation, every_operation
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import Answer, World

MAY_NOT = {"credentials_needed", "not_allowed", "unknown_tournament", "wrong_code"}
NO_TIE = {"", "another's", "another cup", "plays too"}


class Credentials(NamedTuple):
    """A kind of caller, and what ties it to the tournament called at."""

    kind: str
    tie: str = ""


class Call(NamedTuple):
    """One way to call an operation."""

    visibility: str
    who: Credentials
    has_code: bool = False


CREDENTIALS = (
    Credentials("anybody"),
    Credentials("organiser", "opened"),
    Credentials("organiser"),
    Credentials("operator", "all"),
    Credentials("player", "plays"),
    Credentials("player"),
    *(Credentials("arbiter", tie) for tie in ("all", "organiser", "tournament", *sorted(NO_TIE - {""}))),
)
WHEN: dict[str | None, Callable[[Call], bool]] = {
    None: lambda call: True,
    "unless the tournament is private": lambda call: call.visibility != "private",
    "that plays in this tournament": lambda call: call.who.tie == "plays",
    "of this tournament, for itself": lambda call: call.who.tie == "plays",
    "that opened this tournament": lambda call: call.who.tie == "opened",
    "of all tables, or of this tournament or its organiser; not where its player has entered": (
        lambda call: call.who.tie not in NO_TIE
    ),
    "with the registration code": lambda call: call.has_code,
    "with the code of the player's link": lambda call: call.has_code,
}


class Scene:
    """A tournament that has started, with a round that is played, and everybody's keys."""

    def __init__(self, visibility: str) -> None:
        self.visibility = visibility
        self.cup = self._cup()

    def _cup(self) -> Cup:
        world = World()
        cup = Cup(world, visibility=self.visibility, registration="code")
        self.code = cup.opened["registration_code"]
        self.link = cup.register("Ada")[0]
        self.ada = cup.do("/registration", {"code": self.code, "name": "Bob"}, token=None)
        cup.do("/start")
        cup.round(1)
        self.hooked = Hooked(cup)
        self.hooked.post.look()
        self.keys = dict(self._keys(world, cup))
        return cup

    def _keys(self, world: World, cup: Cup) -> Iterator[tuple[Credentials, str]]:
        own = cup.opened["id"]
        organiser = cup.token.split("_")[1]
        other = world.store.keys.add("organiser", "", at=0)
        yield Credentials("organiser", "opened"), cup.token
        yield Credentials("organiser"), other.text
        yield Credentials("operator", "all"), world.key("operator")
        yield Credentials("player", "plays"), self.ada["key"]
        yield Credentials("player"), world.player("Stranger").token
        scopes = {
            "all": Scope(),
            "organiser": Scope(organiser=organiser),
            "tournament": Scope(organiser=organiser, series=own),
            "another's": Scope(organiser=other.key.id),
            "another cup": Scope(organiser=organiser, series="shield"),
            "plays too": Scope(player=self.ada["player"]),
        }
        for tie, scope in scopes.items():
            yield Credentials("arbiter", tie), world.store.keys.add("arbiter", "", at=0, scope=scope).text

    def send(self, operation: Operation, call: Call) -> Answer:
        """Call an operation; one that was accepted and changed something leaves a new scene to the next."""
        player = self.link["player"] if operation.id == "claimLink" else self.ada["player"]
        path = operation.path.format(
            tournament=self.cup.id,
            player=player,
            round=1,
            pairing=1,
            sheet="players.csv",
            other=player,
            webhook=self.hooked.made["id"],
            delivery=1,
        )
        token = self.keys.get(call.who)
        answer = self.cup.world.call(operation.method, path, self._body(operation, call), token=token)
        if operation.method != "GET" and answer.status_code < 300:
            self.cup = self._cup()
        return answer

    def _body(self, operation: Operation, call: Call) -> Any:
        if operation.method != "POST":
            return None
        right = {"registerOneself": self.code, "claimLink": self.link["code"]}
        if operation.id in right:
            return {"code": right[operation.id] if call.has_code else "x" * 10}
        return dict(operation.example or {})


def ways(operation: Operation, visibility: str) -> Iterator[Call]:
    for who in CREDENTIALS:
        yield Call(visibility, who)
        if operation.id in ("registerOneself", "claimLink"):
            yield Call(visibility, who, has_code=True)


def of_tournaments() -> list[Operation]:
    return [operation for operation in every_operation() if operation.at_tournament]


def test_every_condition_of_the_document_is_tried() -> None:
    assert {when for operation in of_tournaments() for _, when in operation.callers} == {*WHEN}


@pytest.mark.long
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_the_document_says_who_may_call_at_tournaments(visibility: str) -> None:
    """Whoever it names is not turned away, and everybody else is; where nobody is private only reading differs."""
    scene, wrong = Scene(visibility), []
    for operation in of_tournaments():
        if visibility == "public" and operation.method != "GET":
            continue
        for call in ways(operation, visibility):
            answer = scene.send(operation, call)
            refused = answer.status_code in (401, 403, 404) and answer.json["code"] in MAY_NOT
            kinds = [(kind, when) for kind, when in operation.callers if kind in ("anybody", call.who.kind)]
            allowed = any(WHEN[when](call) for _, when in kinds)
            if refused is allowed:
                wrong.append((operation.id, call, answer.text))
    assert wrong == []
