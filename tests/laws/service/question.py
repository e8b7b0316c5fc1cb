"""A request that is sent to both tables of a scene."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

TABLE = "/tables/law"


class Question(NamedTuple):
    """A request, the credentials aside: sent in a header, by a browser in the cookie of its session, or not at all."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None
    by: Literal["header", "cookie", "nobody"] = "header"

    def __str__(self) -> str:
        said = "" if self.body is None else f" {self.body.decode()}"
        return f"{self.method} {self.path} {self.headers} by {self.by}{said}"


def get(path: str, headers: dict[str, str] | None = None, method: str = "GET") -> Question:
    """Ask for something of the table."""
    return Question(method, TABLE + path, headers or {})


def post(path: str, said: Any, headers: dict[str, str] | None = None) -> Question:
    """Ask that something be done."""
    return Question("POST", path, headers or {}, msgspec.json.encode(said))
