"""The log of the real process: whole games with every kind of secret under way, and none of it written down."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.api.server import Server, next_move, program

MOVES = 12  # of a game before somebody gives up
GAMES: dict[str, dict[str, Any]] = {
    "chanic_panic": {"round_limit": 10},
    "panic_clan_inviter": {},
    "fightdrome": {},
    "panzer_clash": {},
}
WORD = re.compile(r"[A-Za-z0-9_#-]+")


class Everybody:
    """Who calls the service; what nobody but its owner may know is collected in `secrets`, by what it is."""

    def __init__(self, server: Server, organiser: str) -> None:
        self.server = server
        self.secrets: dict[str, str] = {"an organiser's key": organiser}
        self.hidden: set[str] = set()

    def call(self, method: str, path: str, body: Any = None, *, right: bool = True, **more: Any) -> Any:
        """Send a request that has to be answered well, or refused; return the body."""
        answer = self.server.call(method, path, body, **more)
        assert (answer.status < 400) is right, (method, path, answer)
        return answer.body

    def know(self, what: str, secret: str) -> str:
        """Note a secret."""
        assert len(secret) >= 10, what
        self.secrets[what] = secret
        return secret

    def misplace(self, table: str, secret: str) -> None:
        """Send a secret wherever it does not belong."""
        lost = {"User-Agent": f"me/{secret}", "Referer": f"http://127.0.0.1/{secret}", "X-Request-ID": secret}
        for headers in (
            lost,
            {"Authorization": secret},
            {"Authorization": f"Basic {secret}"},
            {"Cookie": f"a={secret}"},
        ):
            self.server.call("GET", f"/tables/{table}", headers=headers)
        for path in (
            f"/tables/{secret}",
            f"/{secret}",
            f"/tables/{table}/view?{secret}={secret}",
            f"/tables?token={secret}",
        ):
            self.server.call("GET", path)
        for body in ({secret: secret}, [secret], {"command": {"tag": secret}}):
            self.server.call(
                "POST", f"/tables/{table}/actions", body, token=secret, headers={"Idempotency-Key": secret}
            )
        self.server.call(secret if secret.isalnum() else "BREW", f"/tables/{table}")

    def look(self, table: str, tokens: list[str]) -> None:
        """Collect the cards that one seat sees and no spectator."""

        def seen(token: str | None) -> set[str]:
            return _cards(self.call("GET", f"/tables/{table}/scene", token=token))

        everybody = seen(None)
        for token in tokens:
            self.hidden |= seen(token) - everybody

    def play(self, game: str, options: dict[str, Any]) -> None:
        """Play a table with a caster, sessions, tickets and a join code, until somebody gives up."""
        seats = [{"kind": "token", "name": "Ada"}, {"kind": "code", "name": "Bob"}]
        opened = self.call(
            "POST",
            "/tables",
            {"game": game, "seats": seats, "options": options, "delay_entries": 1},
            token=self.secrets["an organiser's key"],
        )
        table, first = opened["table"]["id"], self.know(f"a seat of {game}", opened["seats"][0]["token"])
        code = self.know(f"a join code of {game}", opened["seats"][1]["join_code"])
        opener = self.know(f"the opener of {game}", opened["opener_token"])
        self.call("POST", f"/tables/{table}/seats", {"name": "Bob", "join_code": code[::-1]}, right=False)
        second = self.know(
            f"a taken seat of {game}",
            self.call("POST", f"/tables/{table}/seats", {"name": "Bob", "join_code": code})["token"],
        )
        caster = self.call("POST", f"/tables/{table}/casters", {"name": "Cass", "seats": [0]}, token=opener)
        self.know(f"a caster of {game}", caster["token"])
        self.call("POST", f"/tables/{table}/casters/1/consent", {}, token=first)
        self.call("GET", f"/tables/{table}/view", token=caster["token"])
        cookie = self.server.call(
            "POST", f"/tables/{table}/session", {}, token=first, headers={"Origin": self.server.url[:-7]}
        )
        assert first in cookie.headers["set-cookie"]
        self.call("GET", f"/tables/{table}/view", headers={"Cookie": f"matchledger={first}"})
        ticket = self.know(
            f"a ticket to {game}", self.call("POST", f"/tables/{table}/ticket", {}, token=second)["ticket"]
        )
        with self.server.connection() as connection:
            connection.request("GET", f"/api/v1/tables/{table}/stream?ticket={ticket}")
            assert connection.getresponse().status == 200
        self.call("GET", f"/tables/{table}/stream?ticket={ticket}", right=False)

        chance = random.Random(1)
        for _ in range(MOVES):
            self.look(table, [first, second])
            moves = [move for token in (first, second) if (move := next_move(self.server, table, token, wait=0))]
            if not moves:
                break
            move = chance.choice(moves)
            asked = self.call("GET", f"/tables/{table}/actions?expand=true", token=move.token)
            sent = move._replace(body={**move.body, "command": chance.choice(asked["actions"])})
            answers = [sent.send(self.server), sent.send(self.server)]
            assert [answer.status for answer in answers] == [200, 200], answers
            card = min(self.hidden, default="none")
            self.server.call(
                "POST", f"/tables/{table}/actions", {"command": {"tag": "play", "card": card}}, token=first
            )
        self.server.call(
            "POST", f"/tables/{table}/actions", {"command": {"tag": "concede"}}, token=first, headers={"If-Match": "*"}
        )
        for what, secret in list(self.secrets.items()):
            if what.endswith(game):
                self.misplace(table, secret)

    def organise(self) -> None:
        """Run a tournament up to its first round, with personal links, webhooks and codes."""
        key = self.secrets["an organiser's key"]
        cup = self.call(
            "POST",
            "/tournaments",
            {"game": "fightdrome", "format": {"format": "swiss", "rounds": 1}, "registration": "code"},
            token=key,
        )
        path = f"/tournaments/{cup['id']}"
        if code := cup.get("registration_code"):
            self.know("a code to register with", code)
        players = self.call("POST", f"{path}/players", {"players": [{"name": "Ada"}, {"name": "Bob"}]}, token=key)[
            "players"
        ]
        link = self.know("a personal link", players[0]["code"])
        own = self.call("POST", f"{path}/players/{players[0]['player']}/claim", {"code": link})
        self.know("a player's key", own["key"])
        self.call("POST", f"{path}/players/{players[0]['player']}/claim", {"code": link}, right=False)
        hook = self.call("POST", f"{path}/webhooks", {"url": "https://127.0.0.1:9/hook"}, token=key)
        self.know("a webhook's secret", hook["secret"])
        self.know("a ticket to the feed", self.call("POST", "/feed/ticket", {}, token=own["key"])["ticket"])
        self.call("POST", f"{path}/start", {}, token=key)
        for what in (
            "an organiser's key",
            "a personal link",
            "a player's key",
            "a webhook's secret",
            "a ticket to the feed",
        ):
            self.misplace(cup["id"], self.secrets[what])


def _cards(picture: Any) -> set[str]:
    """Return the ids of the cards in a picture, wherever they lie."""
    if isinstance(picture, list):
        return set().union(*map(_cards, picture))
    if not isinstance(picture, dict):
        return set()
    own = {picture["id"]} if picture.get("face") and picture.get("id") else set()
    return own | _cards(list(picture.values()))


@pytest.mark.long
def test_the_log_of_four_whole_games_holds_no_secret(tmp_path: Path) -> None:
    """Nor a hidden card, at the level that says most, also where somebody sends a secret where it does not belong."""
    database = tmp_path / "all.db"
    made = subprocess.run(
        program("keys", "add", "organiser", "--database", str(database)), capture_output=True, text=True, check=True
    )
    with Server(database, "--log-level", "debug", "--webhook-targets", "any") as server:
        people = Everybody(server, made.stdout.split()[-1])
        people.organise()
        for game, options in GAMES.items():
            people.play(game, options)
        log = server.log.read_text("utf-8")
    assert log.count("operation=act") > 4 * MOVES
    assert len(people.secrets) >= 4 * 6 + 5
    assert [what for what, secret in people.secrets.items() if secret in log] == []
    assert len(people.hidden) > 40
    assert people.hidden & set(WORD.findall(log)) == set()
