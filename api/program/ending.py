"""After the end of a table: the line that shows it again, and another one against the same bots."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping
from typing import Any

from api.running.commands import called
from domain.kernel.seats import Seat
from domain.record.canonical import b64

ENTROPY_BYTES = 32

TOKEN_VARIABLE = "MATCHLEDGER_TOKEN"  # where `replay` reads a token; a command line is no place for one
KEPT = ("game", "options", "label", "clock", "visibility", "secrets_open_at")  # of a table that is opened again


def watched_again(address: str, table: Mapping[str, Any]) -> str:
    """Return the line that steps through a table that has ended."""
    line = f"{called('replay')} step {shlex.quote(address)}"
    return f"{TOKEN_VARIABLE}=… {line}" if table["visibility"] == "private" else line


def verified(address: str, table: Mapping[str, Any], head: str) -> str:
    """Return the line that verifies the record and compares the head that was seen last."""
    line = f"{called('replay')} verify {shlex.quote(address)} --head {head}"
    return f"{TOKEN_VARIABLE}=… {line}" if table["visibility"] == "private" else line


def come_back(address: str, token: str) -> str:
    """Return the line that plays this seat."""
    return f"{called('matchledger')} play {shlex.quote(address)} --seat {shlex.quote(token)}"


def own_seat(name: str) -> dict[str, Any]:
    """Return the seat of whoever opens a table here, who mixes randomness into the deal that nobody else chose."""
    return {"kind": "token", "name": name, "entropy": b64(secrets.token_bytes(ENTROPY_BYTES))}


def another(table: Mapping[str, Any], seat: Seat) -> dict[str, Any] | None:
    """Return the body that opens the same table again for this seat; nothing where a person sat on another one."""
    if any(place["bot"] is None for place in table["seats"] if place["seat"] != seat):
        return None
    seats: list[dict[str, Any]] = [{"kind": "bot", "bot": place["bot"]} for place in table["seats"]]
    seats[seat] = own_seat(table["seats"][seat]["name"] or "?")
    body = {name: table[name] for name in KEPT if table[name] is not None}
    if "clock" in body:
        body["clock"] = {name: value for name, value in body["clock"].items() if value is not None}
    if table["card_set"] is not None:
        body["data"] = table["card_set"]
    return {**body, "seats": seats}
