"""An organiser's own site, as far as letters of webhooks concern it: one in the test's hands, and one that listens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any

import msgspec

from api.running.webhooks.post import Post
from api.running.webhooks.sending import Told
from domain.record.canonical import canonical
from tests.api.tournaments.cup import Cup

URL = "https://organiser.example/hook"


class Inbox:
    """Takes letters, or does what it was told to do with them; keeps every attempt."""

    def __init__(self) -> None:
        self.attempts: list[tuple[str, bytes, Mapping[str, str]]] = []
        self.answers: list[Told] = []
        self.otherwise = Told(200)

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Told:
        """Take a letter; the answers that were prepared come first."""
        self.attempts.append((url, body, headers))
        return self.answers.pop(0) if self.answers else self.otherwise

    @property
    def told(self) -> list[Any]:
        """What stood in the letters of all attempts."""
        return [msgspec.json.decode(body) for _, body, _ in self.attempts]

    @property
    def entries(self) -> list[int]:
        """The entries that the attempts told."""
        return [letter["data"]["n"] for letter in self.told]


class Hooked:
    """A tournament with a webhook and its receiver."""

    def __init__(self, cup: Cup, **said: Any) -> None:
        self.cup = cup
        self.inbox = Inbox()
        self.post = Post(cup.world.store, cup.world.settings, cup.world.clock, send=self.inbox)
        self.made = cup.do("/webhooks", {"url": URL, **said})
        self.path = f"/webhooks/{self.made['id']}"

    def now(self) -> Any:
        """Return the webhook as it is listed."""
        return self.cup.get(self.path).json

    def deliveries(self, query: str = "") -> Any:
        """Return its letters."""
        return self.cup.get(f"{self.path}/deliveries{query}").json["deliveries"]

    def later(self, milliseconds: int) -> int:
        """Let time pass and the post look; return how many attempts that were."""
        self.cup.world.clock.at += milliseconds
        return self.post.look()


class Site(ThreadingHTTPServer):
    """A receiver that listens at a port of this machine."""

    daemon_threads = True

    def __init__(self, answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n", port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.answer = answer
        self.letters: list[tuple[str, bytes, dict[str, str]]] = []
        self.news = Condition()

    @property
    def url(self) -> str:
        """Its address, by name."""
        return f"http://localhost:{self.server_port}/hook?of=cup"

    @property
    def lines(self) -> dict[int, bytes]:
        """The lines of the tournament's record that letters have told, by number."""
        told = [msgspec.json.decode(body)["data"] for _, body, _ in self.letters]
        return {one["n"]: canonical({"entry": one["entry"], "hash": one["hash"]}) for one in told}

    def wait(self, n: int, seconds: float) -> None:
        """Wait until letters have told all entries up to one."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.lines) >= n, seconds)


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_POST(self) -> None:
        """Keep the letter and answer."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.news:
            self.server.letters.append((self.path, body, dict(self.headers)))
            self.server.news.notify_all()
        self.wfile.write(self.server.answer)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def listening(site: Site) -> Iterator[Site]:
    """Let a site listen until the end of the block."""
    thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        site.shutdown()
        thread.join()
        site.server_close()
