"""An erased name is nowhere any more: not in a file, a log, a dump, a copy or an answer; every proof still holds."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.audit.checks import verify_bytes
from domain.ledger.store import open_store
from tests.api.casters import cast
from tests.api.test_cli import run
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import KEY, Opened, World
from tests.ledger import server
from tests.ledger.postgres import DATABASE, Postgres

NAMES = ("Rumpelstiltskin", "Schneewittchen", "Dornroeschen")  # at seats 0 and 1, and of a caster
KEPT = "Aschenputtel"


class Kept(NamedTuple):
    """A database by its URL, and all the bytes that are kept of it."""

    url: str
    owner: str
    everything: Callable[[], bytes]


def bytes_of(file: Path) -> bytes:
    """Return a database file with its log and everything else that lies beside it."""
    return b"".join(path.read_bytes() for path in sorted(file.parent.glob(f"{file.name}*")))


@pytest.fixture(params=["file", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Give a database of each kind."""
    if request.param == "file":
        file = tmp_path / "x.db"
        return Kept(str(file), str(file), lambda: bytes_of(file))
    postgres: Postgres = request.getfixturevalue("postgres")
    return Kept(postgres.service, postgres.owner, lambda: server.dump(postgres.folder, DATABASE))


@pytest.fixture
def world(kept: Kept) -> Iterator[World]:
    """A service over this database."""
    with closing(open_store(kept.url)) as store:
        yield World(store)


def ended_table(world: World) -> Opened:
    """Play a table whose players came in each way, with a refusal and a caster, to its end."""
    seats = [{"kind": "token", "name": NAMES[0]}, {"kind": "open"}, {"kind": "token", "name": KEPT}]
    table = world.opened(seats)
    joined = table.post("/seats", {"name": NAMES[1]}, headers={"Idempotency-Key": "0123456789abcdef"})
    assert joined.status_code == 201, joined.text
    cast(table, 0, name=NAMES[2])
    table.act(0, "end_turn")
    table.refused(0, "end_turn")
    for seat in (0, 2):
        table.act(seat, "concede")
    return table


def test_letters_of_a_webhook_hold_no_name(kept: Kept, world: World) -> None:
    """Whom an organiser registered is forgotten, whatever was sent to the organiser's site."""
    cup = Cup(world)
    (player,) = cup.register(NAMES[0])
    hooked = Hooked(cup)
    hooked.later(0)
    sent = b"".join(body for _, body, _ in hooked.inbox.attempts)
    assert player["player"].encode() in sent
    assert (traces(sent), traces(kept.everything())) == ([], [NAMES[0]])
    assert run("people", "erase", player["player"], "--database", kept.url).exit_code == 0
    assert traces(kept.everything() + cup.get(f"{hooked.path}/deliveries/2").data) == []


def test_what_is_kept_of_a_request_is_no_hash_of_its_body_alone(kept: Kept, world: World) -> None:
    """Else a list of names would tell which of them was erased; only whoever has the server's key can compute it."""
    table = world.opened([{"kind": "open"}, {"kind": "open"}])
    body = f'{{"name":"{NAMES[1]}"}}'.encode()
    path = f"/api/v1/tables/{table.id}/seats"
    assert table.post("/seats", text=body, headers={"Idempotency-Key": "0123456789abcdef"}).status_code == 201
    asked = b"POST " + path.encode() + b"\0" + body
    (kept_of_body,) = [of_body for of_body, _ in world.store.table(table.id).book.requests.values()]
    assert kept_of_body not in (hashlib.sha256(asked).digest()[:16], hashlib.sha256(b"request/" + asked).digest()[:16])
    assert kept_of_body == hmac.digest(KEY, b"request/" + asked, "sha256")[:16]


def answers(world: World, table: Opened) -> bytes:
    """Return everything that the service says of a table, to whom it says most."""
    operator = world.key("operator")
    paths = (
        "",
        "/entries",
        "/record",
        "/record?viewer=all",
        "/result",
        "/verification",
        "/attempts",
        "/view",
        "/casters",
    )
    said = [table.get(path, token=operator).data for path in paths]
    said.append(world.get("/tables", token=operator).data)
    return b"".join([*said, world.app.test_client().get("/").data])


def traces(told: bytes) -> list[str]:
    """Return the names that stand somewhere in these bytes."""
    return [name for name in (*NAMES, KEPT) if name.encode() in told]


def test_an_erased_name_leaves_no_trace(kept: Kept, world: World, tmp_path: Path) -> None:
    table = ended_table(world)
    before = table.get("/record", token=world.key("operator")).data
    early = tmp_path / "early"
    assert run("archive", "export", str(early), "--database", kept.url).exit_code == 0
    assert traces(b"".join(path.read_bytes() for path in early.rglob("*.*"))) == []
    assert traces(kept.everything()) == traces(answers(world, table)) == [*NAMES, KEPT]
    casters = table.get("/casters", token=table.opener).json["casters"]
    for person in (*table.get().json["seats"][:2], *casters):
        assert run("people", "erase", person["player"], "--database", kept.url).exit_code == 0
    assert traces(kept.everything()) == [KEPT]
    assert traces(answers(world, table)) == [KEPT]
    copy = tmp_path / "copy.db"
    assert run("database", "copy", kept.owner, str(copy)).exit_code == 0
    assert traces(bytes_of(copy)) == [KEPT]
    for folder, url in ((tmp_path / "archive", kept.url), (tmp_path / "again", str(copy))):  # names are never in one
        assert run("archive", "export", str(folder), "--database", url).exit_code == 0
        (archive,) = folder.iterdir()
        assert traces(b"".join(path.read_bytes() for path in archive.iterdir())) == []
    after = table.get("/record", token=world.key("operator")).data
    assert after.startswith(before)
    assert verify_bytes(after).failed == ()
    assert traces(before + after) == []
