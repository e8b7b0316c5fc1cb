"""The real service is killed in mid-round, every POST is sent twice, and the receiver of its webhook is away for a day.

No table twice, no result lost, and whoever has the letters alone has the same standings.
"""

from __future__ import annotations

import random
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from freezegun import freeze_time
from standardwebhooks import Webhook

from domain.ledger.store import open_store
from domain.tournament.log import book as books
from domain.tournament.log.check import check
from domain.tournament.log.lines import entry_of
from tests.api.server import Server, free_port
from tests.api.tournaments.receiver import Site, listening

pytestmark = pytest.mark.long

ROUNDS, PLAYERS = 3, 6
HALF_A_DAY_MS = 12 * 3_600_000
LONG_WAIT = 600.0  # seconds until all letters have come
LONG_ENOUGH = 200  # waits for an entry; a machine that is so slow has other troubles


class Organiser:
    """A program that runs a tournament and trusts no answer: it sends everything twice."""

    def __init__(self, token: str, rounds: int) -> None:
        self.token = token
        self.rounds = rounds
        self.cup = self.secret = ""
        self.port = free_port()
        self.failures = 0
        self.sent = 0

    def post(self, server: Server, path: str, body: Any) -> Any:
        """Send a POST twice under one key; both answers must be the same."""
        self.sent += 1
        headers = {"Idempotency-Key": f"chaos-{self.sent}"}
        first, second = (server.call("POST", path, body, token=self.token, headers=headers) for _ in range(2))
        assert first.status in (200, 201), first
        assert second.status == first.status, second
        return second.body

    def get(self, server: Server, path: str = "") -> Any:
        """Send a GET below the tournament's address."""
        answer = server.call("GET", f"/tournaments/{self.cup}{path}", token=self.token)
        assert answer.status == 200, answer
        return answer.body

    def begin(self, server: Server) -> None:
        """Open the tournament, register bots and close the registration."""
        said = {"game": "chanic_panic", "format": {"format": "swiss", "rounds": self.rounds}, "confirm_ms": 0}
        self.cup = self.post(server, "/tournaments", said)["id"]
        url = f"http://localhost:{self.port}/"
        self.secret = self.post(server, f"/tournaments/{self.cup}/webhooks", {"url": url})["secret"]
        players = [{"name": f"Robot {number}", "bot": "sensible"} for number in range(PLAYERS)]
        self.post(server, f"/tournaments/{self.cup}/players", {"players": players})
        self.post(server, f"/tournaments/{self.cup}/start", {})

    def wait(self, server: Server, round: int, results: int) -> None:
        """Wait until so many tables of a round have a result."""
        for _ in range(LONG_ENOUGH):
            tables = self.get(server, f"/rounds/{round}")["tables"]
            if sum(table["rests_on"] is not None for table in tables) >= results:
                return
            n = self.get(server)["n"]
            self.get(server, f"/feed?after={n}&wait=5")
        raise AssertionError(f"round {round} does not come to its end")

    def miss_letters(self, server: Server) -> None:
        """Wait until the service has found once more that nobody takes its letters."""
        for _ in range(LONG_ENOUGH):
            (hook,) = self.get(server, "/webhooks")["webhooks"]
            if hook["failures"] > self.failures:
                self.failures = hook["failures"]
                return
            self.get(server, f"/feed?after={self.get(server)['n']}&wait=1")
        raise AssertionError("no letter goes out")


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 51))])
def test_a_tournament_survives_kills_in_mid_round(tmp_path: Path, seed: int) -> None:
    run_through(tmp_path / "tables.db", seed)


def run_through(own: Path, seed: int, *, database: str = "", rounds: int = ROUNDS) -> None:
    """Run a tournament with kills on a file of its own, or on another database; its output lies beside the file."""
    database = database or str(own)
    with closing(open_store(database)) as store:
        organiser = Organiser(store.keys.add("organiser", "chaos", at=0).text, rounds)
    chance = random.Random(seed)
    tables = PLAYERS // 2
    kills = {round: chance.randrange(tables) for round in chance.sample(range(1, rounds + 1), 2)}
    round, begun = 1, False
    for after in (*sorted(kills), None):
        site = listening(Site(port=organiser.port)) if after is None else nullcontext()
        with site as letters, Server(own, "--database", database, "--webhook-targets", "any") as server:
            if not begun:
                organiser.begin(server)
                begun = True
            while round <= rounds:
                organiser.post(server, f"/tournaments/{organiser.cup}/rounds", {"round": round})
                organiser.wait(server, round, kills[round] if round == after else tables)
                if round == after:
                    organiser.miss_letters(server)
                    break  # leaving the block kills everything, in mid-round
                round += 1
            else:
                organiser.post(server, f"/tournaments/{organiser.cup}/end", {})
                check_end(server, organiser)
                assert letters is not None
                check_letters(server, organiser, letters)
        pass_by(database, HALF_A_DAY_MS)
        kills.pop(after or 0, None)


def pass_by(database: str, milliseconds: int) -> None:
    """Let time pass for the webhook and its letters while no service runs."""
    with closing(open_store(database)) as store, store._database.writing() as connection:
        for table, columns in (("webhooks", ("created", "due", "leased")), ("letters", ("created", "due", "tried"))):
            said = ", ".join(f"{column} = {column} - {milliseconds}" for column in columns)
            connection.execute(f"UPDATE {table} SET {said}")


def check_letters(server: Server, organiser: Organiser, site: Site) -> None:
    """Compare what letters have told with what the service tells: every line, and what follows from them."""
    n = organiser.get(server)["n"]
    site.wait(n, LONG_WAIT)
    record = server.call("GET", f"/tournaments/{organiser.cup}/record", headers={"Accept": "application/x-ndjson"})
    text = record.body if isinstance(record.body, bytes) else str(record.body).encode()
    assert [site.lines[number] for number in sorted(site.lines)] == text.splitlines()
    (hook,) = organiser.get(server, "/webhooks")["webhooks"]
    dead = organiser.get(server, f"/webhooks/{hook['id']}/deliveries?state=dead")["deliveries"]
    first = organiser.get(server, f"/webhooks/{hook['id']}/deliveries/1")
    assert (dead, first["attempts"] >= 2) == ([], True)
    for _, body, headers in site.letters:
        with freeze_time(datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)):
            Webhook(organiser.secret).verify(body, headers)
    read = [
        entry_of(msgspec.json.encode(msgspec.json.decode(site.lines[number])["entry"])) for number in sorted(site.lines)
    ]
    book = books.opened_book(read[0])  # type: ignore[arg-type]
    for entry in read[1:]:
        book = books.after(book, entry)
    rows = [(row.place, row.player, str(row.score)) for row in book.standings()]
    shown = organiser.get(server, "/standings")["rows"]
    assert rows == [(row["place"], row["player"], row["score"]) for row in shown]


def check_end(server: Server, organiser: Organiser) -> None:
    """Compare what the service tells with what its record proves."""
    record = server.call("GET", f"/tournaments/{organiser.cup}/record", headers={"Accept": "application/x-ndjson"})
    lines = record.body.splitlines() if isinstance(record.body, bytes) else str(record.body).encode().splitlines()
    assert {checked.status for checked in check(lines)} == {"passed"}
    entries = [msgspec.json.decode(line)["entry"] for line in lines]
    listed = server.call("GET", f"/tables?series={organiser.cup}&limit=200", token=organiser.token).body["tables"]
    counted = [entry["rests_on"]["table"] for entry in entries if entry["kind"] == "result_counted"]
    assert len(listed) == len(counted) == len({*counted}) == organiser.rounds * PLAYERS // 2
    assert {table["id"] for table in listed} == {*counted}
    (frozen,) = [entry["rows"] for entry in entries if entry["kind"] == "standings_frozen"]
    shown = organiser.get(server, "/standings")["rows"]
    scores = {row["player"]: row["score"] for row in shown}
    assert scores == {row["player"]: row["score"] for row in frozen}
