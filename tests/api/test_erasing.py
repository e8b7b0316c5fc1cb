"""An erased name is nowhere any more: not in a file, a log, a dump, a copy or an answer; every proof still holds."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from domain.audit.checks import verify_bytes
from domain.ledger.store import open_store
from domain.tournament.log.check import check
from replay.cli import main as replay
from tests.api.erasing import KEPT, LEFT_OUT, NAMES, ROUTES, Scene, letters, traces
from tests.api.test_cli import run
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import KEY, World
from tests.ledger import server
from tests.ledger.postgres import DATABASE, Postgres


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


def test_every_address_is_scanned_or_left_out_for_a_reason() -> None:
    """Whoever adds one that answers has to say here whether it tells names."""
    addresses = {rule.endpoint for rule in World().app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert not ROUTES.keys() & LEFT_OUT.keys()
    assert addresses == ROUTES.keys() | LEFT_OUT.keys()
    assert all(LEFT_OUT.values())


def test_a_name_is_told_where_the_list_says_so() -> None:
    """Else the scan after an erasure would prove nothing of that address."""
    told = [(asked, traces(said) != []) for asked, said in Scene(World()).answers()]
    assert [asked for asked, tells in told if tells is not asked.names] == []


def whole(scene: Scene) -> bytes:
    """Return everything that the service answers, and all letters that it has sent."""
    return b"".join([*[said for _, said in scene.answers()], letters(scene)])


def files(folder: Path) -> bytes:
    """Return all bytes below a folder."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def statuses(record: bytes) -> dict[str, str]:
    """Return how a tournament's record fares, by check."""
    return {checked.name: checked.status for checked in check(record.splitlines())}


def test_an_erased_name_leaves_no_trace(kept: Kept, world: World, tmp_path: Path) -> None:
    scene = Scene(world)
    operator = scene.tokens["operator"]
    before = scene.table.get("/record", token=operator).data
    proofs = statuses(scene.cup.get("/record").data)
    assert set(proofs.values()) == {"passed", "not_possible"}, "it is not over"
    early = tmp_path / "early"
    assert run("archive", "export", str(early), "--database", kept.url).exit_code == 0
    assert traces(files(early)) == [NAMES[0]], "words to an arbiter, as in the record; names themselves are in none"
    assert traces(kept.everything()) == traces(whole(scene)) == [*NAMES, KEPT]
    for player in scene.persons():
        assert run("people", "erase", player, "--database", kept.url).exit_code == 0
    assert traces(kept.everything()) == [KEPT]
    assert traces(whole(scene)) == [KEPT]
    copy = tmp_path / "copy.db"
    assert run("database", "copy", kept.owner, str(copy)).exit_code == 0
    assert traces(bytes_of(copy)) == [KEPT]
    for folder, url in ((tmp_path / "archive", kept.url), (tmp_path / "again", str(copy))):
        assert run("archive", "export", str(folder), "--database", url).exit_code == 0
        assert traces(files(folder)) == []
    after = scene.table.get("/record", token=operator).data
    assert len(after) < len(before), "a text is gone"
    assert traces(after) == []
    assert statuses(scene.cup.get("/record").data) == proofs
    assert verify_bytes(after).failed == verify_bytes(before).failed == ()
    record, page = tmp_path / "after.jsonl", tmp_path / "after.html"
    record.write_bytes(after)
    assert CliRunner().invoke(replay, ["export", str(record), "--format", "html", "--out", str(page)]).exit_code == 0
    assert traces(page.read_bytes()) == []
