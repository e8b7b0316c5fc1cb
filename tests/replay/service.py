"""A service of a few lines, so that requests travel over a real connection."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Reply(NamedTuple):
    """An answer; `announce` is the Content-Length where it is not the true one."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = {}
    announce: int | None = None


class Asked(NamedTuple):
    """What came in."""

    path: str
    headers: Mapping[str, str]


@contextmanager
def serving(answer: Callable[[Asked], Reply]) -> Iterator[tuple[str, list[Asked]]]:
    """Serve on a free port; yields the address and the list of requests that came."""
    came: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = Asked(self.path, dict(self.headers.items()))
            came.append(asked)
            reply = answer(asked)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            length = len(reply.body) if reply.announce is None else reply.announce
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(reply.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
