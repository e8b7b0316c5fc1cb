"""Run a tournament from its webhook alone, with the standard library: a program to begin your own from.

    python example_organiser.py TOURNAMENT 9000 secret.txt      (the service and your key: MATCHLEDGER_SERVICE, _TOKEN)

It listens at a port of this machine for the letters that `matchledger tournament webhooks add` has asked for, verifies
each with the secret, begins each next round once all tables of the one before have a result, and ends the tournament.
Then it prints scores that it computed from the letters and nothing else. A site of your own would answer the same way
behind https, and keep the letters in a database. Matches of several games and cuts are left out here.
"""

import base64
import hmac
import http.server
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

TOLERANCE = 300  # seconds that a letter may be old: one that somebody kept is not taken
TRIES = 8  # of a request that gets no answer
ROUNDS_PLAYED = "rounds_played"  # the service's code where no round is left
AT_WORK = (429, 502, 503, 504)  # statuses: too many requests, or a service that starts again


def verify(secret: str, headers: Mapping[str, str] | Message, body: bytes, now: float) -> bool:
    """Say whether a letter is the service's own and fresh, as the Standard Webhooks specification has it."""
    message, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not moment.isdigit() or abs(now - int(moment)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.digest(key, f"{message}.{moment}.".encode() + body, "sha256")
    signature = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(signature, one) for one in headers.get("webhook-signature", "").split(" "))


class Tournament:
    """What letters have told, in the order of their numbers, whatever order they came in."""

    def __init__(self) -> None:
        self.entries: list[Any] = []
        self._early: dict[int, Any] = {}

    def take(self, letter: Any) -> None:
        """Keep what a letter tells; one that came before changes nothing, one that came early waits."""
        n = letter["data"].get("n")
        if n is not None:  # a letter to try the webhook, or about a case, has none
            self._early[n] = letter["data"]["entry"]
        while len(self.entries) + 1 in self._early:
            self.entries.append(self._early[len(self.entries) + 1])

    def of(self, *kinds: str) -> list[Any]:
        """Return the entries of some kinds."""
        return [entry for entry in self.entries if entry["kind"] in kinds]

    @property
    def is_over(self) -> bool:
        """Say whether nothing more can change."""
        return bool(self.of("tournament_ended", "tournament_cancelled"))

    @property
    def rounds(self) -> dict[int, Any]:
        """Return the pairings of the rounds that have begun."""
        begun = {entry["round"] for entry in self.of("round_started")}
        return {entry["round"]: entry for entry in self.of("round_paired") if entry["round"] in begun}

    @property
    def places(self) -> dict[tuple[int, int], list[int]]:
        """Return the places at each table, by round and number; a correction takes the place of what it corrects."""
        told = self.of("result_counted", "result_corrected")
        return {(entry["round"], entry["table"]): entry["places"] for entry in told}

    @property
    def next_round(self) -> int | None:
        """Return the round to begin; nothing while one is played."""
        waiting = [
            (number, table)
            for number, paired in self.rounds.items()
            for table in range(1, len(paired["tables"]) + 1)
            if (number, table) not in self.places
        ]
        return None if waiting or self.is_over or not self.rounds else max(self.rounds) + 1

    def scores(self) -> dict[str, Fraction]:
        """Return everybody's points: of tables and byes, less penalties."""
        scoring = self.entries[0]["scoring"]
        by_place = [Fraction(points) for points in scoring["by_place"]]
        byes = {"full": by_place[0], "half": by_place[0] / 2, "zero": Fraction(0)}
        byes["pairing"] = Fraction(scoring.get("pairing_bye", by_place[0]))
        total = {entry["player"]: Fraction(0) for entry in self.of("player_registered")}
        total |= {entry["player"]: Fraction(entry["points"]) for entry in self.of("player_entered_late")}
        for number, paired in self.rounds.items():
            for bye in paired.get("byes", []):
                total[bye["player"]] += byes[bye["kind"]]
            for table, players in enumerate(paired["tables"], 1):
                places = self.places.get((number, table), [])
                for player, place in zip(players, places, strict=False):  # no places yet: no points
                    total[player] += points(scoring, by_place, places, place)
        for entry in self.of("penalty_given"):
            total[entry["player"]] -= Fraction(entry["points"])
        out = {entry["player"] for entry in self.of("player_disqualified")}
        return {player: score for player, score in total.items() if player not in out}


def points(scoring: Any, by_place: list[Fraction], places: list[int], place: int) -> Fraction:
    """Return what a place at a table is worth; who share one share the points of the places that they take."""
    if place == 0:  # did not come
        return Fraction(scoring.get("forfeit_loss", 0))
    tied = places.count(place)
    if tied > 1 and place == 1 and scoring.get("tie") == "draw_points":
        return Fraction(scoring["draw_points"])
    return sum(by_place[place - 1 : place - 1 + tied], Fraction(0)) / tied


def post(path: str, body: Any) -> str | None:
    """Ask something of the service; return the code of its refusal, if it refuses."""
    url = os.environ["MATCHLEDGER_SERVICE"].rstrip("/") + "/api/v1" + path
    headers = {"Authorization": "Bearer " + os.environ["MATCHLEDGER_TOKEN"], "Content-Type": "application/json"}
    for attempt in range(TRIES):
        try:
            urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers), timeout=60).close()
            return None
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in AT_WORK:
                    return str(json.load(error)["code"])
        except OSError:
            pass
        time.sleep(min(0.2 * 2**attempt, 5))  # a round has a number and an end comes once: it is safe to ask again
    raise SystemExit("the service does not answer")


class Site(http.server.ThreadingHTTPServer):
    """Takes letters, one at a time, and says when the tournament has gone on."""

    def __init__(self, port: int, secret: str) -> None:
        super().__init__(("127.0.0.1", port), Letterbox)
        self.secret = secret
        self.tournament = Tournament()
        self.news = threading.Condition()


class Letterbox(http.server.BaseHTTPRequestHandler):
    """Answers a letter at once: whoever does more before the answer gets the letter again."""

    server: Site

    def do_POST(self) -> None:
        """Take a letter that is the service's own."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_good = verify(self.server.secret, self.headers, body, time.time())
        if is_good:
            with self.server.news:
                self.server.tournament.take(json.loads(body))
                self.server.news.notify()
        self.send_response(204 if is_good else 401)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def goes_on(told: Tournament, asked: int) -> bool:
    """Say whether there is something to do after the round that was asked for last, or nothing any more."""
    return told.is_over or (told.next_round or 0) > asked


def run(tournament: str, site: Site) -> Tournament:
    """Begin each next round when it is time, until the tournament is over."""
    told, asked = site.tournament, 0
    while not told.is_over:
        with site.news:
            site.news.wait_for(partial(goes_on, told, asked))
            asked = told.next_round or asked
        if told.is_over:
            break
        refused = post(f"/tournaments/{tournament}/rounds", {"round": asked})
        if refused == ROUNDS_PLAYED:
            post(f"/tournaments/{tournament}/end", {})
        elif refused is not None:
            raise SystemExit(f"round {asked} does not begin: {refused}")
    return told


def main(tournament: str, port: str, secret: str) -> None:
    """Listen, run the tournament, print the scores."""
    site = Site(int(port), Path(secret).read_text("ascii").strip())
    threading.Thread(target=site.serve_forever, daemon=True).start()
    told = run(tournament, site)
    for player, score in sorted(told.scores().items(), key=lambda one: -one[1]):
        print(f"{score}  {player}", flush=True)
    site.shutdown()
    site.server_close()


if __name__ == "__main__":
    main(*sys.argv[1:])
