"""Who may look as whom: each kind of caller, each viewer, each stage of a table, at `look` and at every address."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import pytest

from api.callers.auth import Caller
from api.callers.visibility import look
from api.service import EXTENSION, Service
from api.wire.problems import ProblemError
from domain.ledger.api_keys import Role, Scope, key_id
from domain.table.cases import Call, claim, open_case
from domain.table.seating import Sitting, name_hash, replace_seat
from tests.api.casters import cast
from tests.api.world import BEGIN, Answer, World, code
from tests.ledger.desk import decide

pytestmark = pytest.mark.long

# yes: allowed; entry: allowed, and an entry says so, at once or later; no: 403; none: 422, the table has no such
# viewer. Arbiters come with a case that they have claimed, which nobody can before the deal.
# The first column is as whom a caller looks who names nobody.
CLOSED = """
caller        unnamed    spectator  seat:0  seat:1  seat:2  seat:0,seat:1  seat:1,seat:2  seat:0,seat:2  all    seat:3
nobody        spectator  yes        no      no      no      no             no             no             no     none
seat 0        seat:0     yes        yes     no      no      no             no             no             no     none
seat 1        seat:1     yes        no      yes     no      no             no             no             no     none
seat 2        seat:2     yes        no      no      yes     no             no             no             no     none
other seat    spectator  yes        no      no      no      no             no             no             no     none
opener        spectator  yes        no      no      no      no             no             no             no     none
other opener  spectator  yes        no      no      no      no             no             no             no     none
organiser     spectator  yes        no      no      no      no             no             no             no     none
other key     spectator  yes        no      no      no      no             no             no             no     none
player 1      seat:1     yes        no      yes     no      no             no             no             no     none
other player  spectator  yes        no      no      no      no             no             no             no     none
caster        seat:0,seat:1  yes    yes     yes     no      yes            no             no             no     none
other caster  spectator  yes        no      no      no      no             no             no             no     none
own arbiter   spectator  yes        entry   entry   entry   entry          entry          entry          entry  none
other arbiter  spectator  yes       no      no      no      no             no             no             no     none
arbiter at 1  spectator  yes        no      no      no      no             no             no             no     none
operator      spectator  yes        entry   entry   entry   entry          entry          entry          entry  none
arbiter       spectator  yes        entry   entry   entry   entry          entry          entry          entry  none
"""
OPEN = """
caller     unnamed  spectator  seat:0  seat:1  seat:2  seat:0,seat:1  seat:1,seat:2  seat:0,seat:2  all  seat:3
everybody  all      yes        yes     yes     yes     yes            yes            yes            yes  none
"""
STAGES = {  # of a table: what it is opened with, whether it ends, and which of the two holds then
    "open": ({"start": "word"}, False, CLOSED),
    "running": ({}, False, CLOSED),
    "over, secrets closed": ({"secrets_open_at": "never"}, True, CLOSED),
    "over, secrets open": ({}, True, OPEN),
    "private": ({"visibility": "private"}, False, CLOSED),
}
OUTSIDE = {
    "nobody",
    "other seat",
    "other opener",
    "other key",
    "other player",
    "other caster",
    "other arbiter",
}  # who hears nothing of a private table
HOLDS = {"seat 0": "seat:0", "seat 1": "seat:1", "seat 2": "seat:2", "player 1": "seat:1", "caster": "seat:0,seat:1"}
LOOKS = ("operator", "arbiter", "own arbiter")
ADDRESSES = ("/view", "/entries", "/record", "/verification")
THREE = [{"kind": "token", "name": name} for name in ("Ada", "Bob", "Cy")]


class Cell(NamedTuple):
    """A caller who names a viewer or nobody (`None`), and what comes of it: a word, or as whom it looks."""

    caller: str
    asked: str | None
    outcome: str

    @property
    def viewer(self) -> str:
        """As whom the caller looks where it may."""
        return self.outcome if self.asked is None else self.asked


class Hall:
    """A service with one table at a stage, and every kind of caller."""

    def __init__(self, stage: str) -> None:
        more, ends, self._expected = STAGES[stage]
        self._private, self._open = stage == "private", stage == "open"
        self.world = World()
        keys = {kind: self.world.store.keys.add(kind, kind, at=0) for kind in ("organiser", "operator", "arbiter")}
        stranger = self.world.store.keys.add("organiser", "stranger", at=0)
        self.table = self.world.opened(THREE, token=keys["organiser"].text, **more)
        player = self.world.store.people.add("Bob").player
        sitting = Sitting(player=player, name_hash=name_hash("Bob", b"salt"))
        self.world.store.perform(self.table.id, lambda now: replace_seat(now, 1, sitting, at=BEGIN, by="operator"))
        own, another = keys["organiser"].key.id, stranger.key.id
        scoped: dict[str, tuple[Role, Scope]] = {
            "player 1": ("player", Scope(player=player)),
            "other player": ("player", Scope(player="p_stranger")),
            "own arbiter": ("arbiter", Scope(organiser=own)),
            "other arbiter": ("arbiter", Scope(organiser=another)),
            "arbiter at 1": ("arbiter", Scope(player=player)),
        }
        other = self.world.opened()
        casters = [cast(self.table, 0, 1), cast(other, 0)]
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            **{f"seat {seat}": str(token) for seat, token in enumerate(self.table.tokens)},
            "other seat": str(other.tokens[0]),
            "opener": self.table.opener,
            "other opener": other.opener,
            "caster": casters[0],
            "other caster": casters[1],
            "other key": stranger.text,
            **{kind: key.text for kind, key in keys.items()},
            **{
                name: self.world.store.keys.add(role, "", at=0, scope=scope).text
                for name, (role, scope) in scoped.items()
            },
        }
        self.callers = {
            "nobody": Caller("anybody"),
            **{f"seat {seat}": Caller("seat", self.table.id, seat) for seat in range(3)},
            "other seat": Caller("seat", other.id, 0),
            "opener": Caller("opener", self.table.id),
            "other opener": Caller("opener", other.id),
            "caster": Caller("caster", self.table.id, caster=1),
            "other caster": Caller("caster", other.id, caster=1),
            "other key": Caller("organiser", key=stranger.key.id),
            **{kind: Caller(key.key.role, key=key.key.id) for kind, key in keys.items()},
            **{
                name: Caller(role, key=key_id(self.tokens[name] or ""), scope=scope)
                for name, (role, scope) in scoped.items()
            },
        }
        if ends:
            for seat in (0, 1):
                self.table.act(seat, "concede")
        offices = ("arbiter", "own arbiter") if stage in ("running", "private") else ()
        self.cases = {name: self.case(f"c-{name[:3]}", name) for name in offices}

    def case(self, case: str, name: str) -> str:
        """Return a quiet case that an arbiter has claimed."""
        call = partial(open_case, case=case, call=Call("1", "other"), at=BEGIN, by="operator:tests")
        decide(self.world.store, self.table.id, case, call)
        decide(self.world.store, self.table.id, case, partial(claim, case=case, at=BEGIN, by=self.callers[name].name))
        return case

    @property
    def service(self) -> Service:
        """What `look` works with."""
        found: Service = self.world.app.extensions[EXTENSION]
        return found

    def cells(self) -> Iterator[Cell]:
        """Yield the table of this stage, cell by cell."""
        head, *rows = self._expected.strip().splitlines()
        viewers = head.split()[2:]
        for row in rows:
            name, first, *words = [word.strip() for word in row.split("  ") if word.strip()]
            for caller in self.callers if name == "everybody" else (name,):
                hidden = self._private and caller in OUTSIDE
                yield Cell(caller, None, "unknown" if hidden else first)
                for viewer, asked in zip(viewers, words, strict=True):
                    word = "case" if asked == "entry" and self._open and "arbiter" in caller else asked
                    yield Cell(caller, viewer, "unknown" if hidden else word)

    def get(self, path: str, cell: Cell) -> Answer:
        """Ask as the cell says."""
        case = f"&case={self.cases[cell.caller]}" if cell.caller in self.cases else ""
        query = "" if cell.asked is None else f"?viewer={cell.asked}{case}"
        return self.table.get(path + query, token=self.tokens[cell.caller])

    def looked(self, cell: Cell) -> str:
        """Ask the one function that decides; return as whom the caller looks, or the code of the refusal."""
        try:
            caller, case = self.callers[cell.caller], self.cases.get(cell.caller)
            return str(look(self.service, self.table.id, caller, cell.asked, case=case).viewer)
        except ProblemError as error:
            return error.code

    def told(self) -> int:
        """Return how many entries the table has, and how many looks beside them."""
        return self.world.store.head(self.table.id) + len(self.world.store.desk.looks.of(self.table.id))


REFUSED = {
    "case": (403, "case_needed"),
    "no": (403, "not_allowed"),
    "none": (422, "invalid_viewer"),
    "unknown": (404, "unknown_table"),
}


@pytest.mark.parametrize("stage", STAGES)
def test_one_function_decides_who_looks_as_whom(stage: str) -> None:
    """`look`, cell by cell; an entry is written where the table says so, and nowhere else."""
    hall = Hall(stage)
    cells = list(hall.cells())
    assert {cell.caller for cell in cells} == set(hall.callers) == set(hall.tokens)
    for cell in cells:
        before = hall.told()
        assert hall.looked(cell) == REFUSED.get(cell.outcome, (200, cell.viewer))[1], cell
        assert hall.told() - before == (cell.outcome == "entry"), cell


@pytest.mark.parametrize("stage", STAGES)
def test_a_closed_look_is_that_of_ones_own_seats(stage: str) -> None:
    """With `closed` whoever names nobody looks as before the secrets opened."""
    hall = Hall(stage)
    for name, caller in hall.callers.items():
        if stage != "private" or name not in OUTSIDE:
            seen = look(hall.service, hall.table.id, caller, closed=True).viewer
            assert str(seen) == HOLDS.get(name, "spectator")


@pytest.mark.long
@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("stage", STAGES)
def test_every_address_keeps_to_it(stage: str, path: str) -> None:
    """What may be asked for comes as this viewer has it."""
    hall = Hall(stage)
    for cell in hall.cells():
        before = hall.told()
        answer = hall.get(path, cell)
        if cell.outcome in REFUSED:
            status, said = REFUSED[cell.outcome]
            assert code(answer, status) == said, cell
        else:
            assert answer.status_code == 200, cell
            shown = answer.text.partition("\n")[0] if path == "/record" else answer.text
            assert f'"viewer":"{cell.viewer}"' in shown, cell
        assert hall.told() - before == (cell.outcome == "entry"), cell


@pytest.mark.long
@pytest.mark.parametrize("stage", STAGES)
def test_offers_are_those_of_one_seat(stage: str) -> None:
    """As everywhere else, and only for one seat: who holds one asks for its own without naming it."""
    hall = Hall(stage)
    for cell in hall.cells():
        before = hall.told()
        answer = hall.get("/actions", cell)
        viewer = cell.viewer if cell.asked is not None else HOLDS.get(cell.caller, cell.viewer)
        one = viewer.startswith("seat:") and "," not in viewer
        names_several = cell.asked is not None and not one and cell.caller in LOOKS
        if cell.outcome in REFUSED and not names_several:
            status, said = REFUSED[cell.outcome]
            assert code(answer, status) == said, cell
        elif one:
            assert answer.json["seat"] == int(viewer[5:]), cell
        elif cell.caller == "nobody":
            assert code(answer, 401) == "credentials_needed", cell
        else:
            assert code(answer, 403) == "no_seat", cell
        assert hall.told() - before == (one and cell.outcome == "entry"), cell


@pytest.mark.parametrize("path", [*ADDRESSES, "/actions"])
def test_credentials_that_were_taken_back_look_at_nothing(path: str) -> None:
    """A revoked key and a token that was given anew: 401, whatever is asked for."""
    hall = Hall("running")
    key = hall.world.store.keys.add("operator", "revoked", at=0)
    hall.world.store.keys.revoke(key.key.id, at=0)
    lost = hall.table.tokens[0]
    assert hall.table.post("/seats/0/token", {}, token=hall.table.opener).status_code == 200
    for token in (key.text, lost):
        for asked in ("", "?viewer=spectator", "?viewer=seat:0", "?viewer=all"):
            assert code(hall.table.get(path + asked, token=token), 401) == "bad_credentials"
