"""Play one seat of a table over HTTP to the end of the game, with the standard library alone.

    python example_client.py http://127.0.0.1:8000/api/v1/tables/TABLE      (the seat's token in MATCHLEDGER_SEAT)

It asks what the seat may do (which waits for the seat's turn), draws one of the offers, and acts. A real player would
look at `GET …/view` before; everything else is what any client has to do.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

WAIT = 20  # seconds that the service lets us wait for our turn in one request
PAUSE = 1.0  # seconds between two questions that nothing came of
TRIES = 8  # of a request that gets no answer
OVER = ("finished", "confirmed", "abandoned")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an error: the library would send the token on to wherever it leads."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


opener = urllib.request.build_opener(NoRedirect)


def call(
    url: str, token: str, body: Any = None, headers: dict[str, str] | None = None, read: Any = json.load
) -> tuple[int, Any]:
    """Return status and JSON of an answer; sends the same request again while nobody answers."""
    sent = {"Authorization": f"Bearer {token}", **(headers or {})}
    content = None
    if body is not None:
        content = json.dumps(body).encode()
        sent["Content-Type"] = "application/json"
    for attempt in range(TRIES):
        try:
            with opener.open(urllib.request.Request(url, content, sent), timeout=WAIT + 20) as answer:
                return answer.status, read(answer)
        except urllib.error.HTTPError as error:
            with error:
                problem = json.load(error)
            if error.code not in (429, 503):
                return error.code, problem
            time.sleep(float(error.headers.get("Retry-After", 0)))  # too many, or busy: it says how long
        except OSError:  # a restart, a lost connection: the idempotency key makes it safe to repeat
            if attempt == TRIES - 1:
                raise SystemExit(f"{url} does not answer") from None
        time.sleep(min(0.2 * 2**attempt, 5))
    raise SystemExit(f"{url} stays busy")


def draw(domain: dict[str, Any], chance: random.Random) -> Any:
    """Return a value of a domain; None leaves the field out."""
    match domain["domain"]:
        case "one_of":
            return chance.choice(domain["values"])
        case "subset":
            places = range(len(domain["values"]))
            chosen = chance.sample(places, chance.randint(domain["min"], min(domain["max"], len(places))))
            return [domain["values"][place] for place in sorted(chosen)]
        case "sequence":
            return chance.sample(domain["of"], chance.randint(domain["min"], min(domain["max"], len(domain["of"]))))
        case "range":
            return chance.randint(domain["min"], domain["max"])
        case "flag":
            return chance.random() < 0.5
        case other:
            raise ValueError(f"this client cannot choose from {other!r}")


def body_of(fields: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a command's body: a path such as `targets/0/unit` leads into lists and objects."""
    body: dict[str, Any] = {}
    for path, domain in fields.items():
        value = draw(domain, chance)
        if value is None:
            continue
        *steps, last = path.split("/")
        here: Any = body
        for step, following in zip(steps, [*steps, last][1:], strict=True):
            fresh: Any = [] if following.isdigit() else {}
            if isinstance(here, list):
                if int(step) == len(here):
                    here.append(fresh)
                here = here[int(step)]
            else:
                here = here.setdefault(step, fresh)
        if isinstance(here, list):
            here.append(value)
        else:
            here[last] = value
    return body


def check(table: str, token: str, n: int, head: str) -> None:
    """Download the record and compare the last hash that we were shown while we played; leaves with another one."""
    accept = {"Accept": "application/x-ndjson"}
    _, lines = call(f"{table}/record", token, headers=accept, read=lambda answer: [json.loads(line) for line in answer])
    hashes = [line["hash"] for line in lines if "entry" in line]
    if n > len(hashes) or hashes[n - 1] != head:
        raise SystemExit(f"this is not the record of the game that was played: entry {n} had the hash {head}")


def play(table: str, token: str, chance: random.Random) -> dict[str, Any]:
    """Act whenever the seat is awaited; return the result of the game once its record agrees with what we saw."""
    kept = None  # number and hash of the last entry that we were shown
    while True:
        asked = time.monotonic()
        status, now = call(f"{table}/actions?wait={WAIT}", token)
        if status != 200:
            raise SystemExit(f"{status}: {now['detail']}")
        if now["status"] in OVER:
            check(table, token, *(kept or (now["n"], now["head"])))
            return dict(call(f"{table}/result", token)[1])
        kept = now["n"], now["head"]
        if now["awaited"] is None:  # at once, where too many wait: asking again at once would make it worse
            time.sleep(max(0.0, PAUSE - (time.monotonic() - asked)))
            continue
        offer = chance.choice(now["offers"])
        command = {"tag": offer["command"], "body": body_of(offer.get("fields", {}), chance)}
        headers = {"If-Match": now["awaited"]["tag"], "Idempotency-Key": str(uuid.uuid4())}
        status, answer = call(f"{table}/actions", token, {"command": command, "seen": now["n"]}, headers)
        if status not in (200, 201, 409, 412):  # 409: offers may offer too much; 412: asked something else by now
            raise SystemExit(f"{status}: {answer['detail']}")


if __name__ == "__main__":
    if len(sys.argv) != 2 or "MATCHLEDGER_SEAT" not in os.environ:
        raise SystemExit(__doc__)
    print(json.dumps(play(sys.argv[1].rstrip("/"), os.environ["MATCHLEDGER_SEAT"], random.Random()), indent=2))
