"""A first start: tables that bots have played, one that waits for you, and lines to try out."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.bots import fresh_chance, play_out
from api.clock import now_ms
from api.service import NoBots
from api.settings import Settings
from domain.games import Title, game, names
from domain.kernel.codec import body_of_command
from domain.kernel.messages import tag_of
from domain.kernel.setup import Demonstration
from domain.ledger.store import Store, TableQuery, open_store
from domain.table.bots import chosen_by

SHOWN = 3  # finished tables that a later start names
API = "/api/v1"


def demonstrate(settings: Settings) -> list[str]:
    """Return the lines to print; fills an empty database first, and leaves one that holds a table as it is."""
    store = open_store(settings.database)
    try:
        if store.listings.count():
            return _as_before(settings, store)
        return _first_time(settings, store)
    finally:
        store.close()


def base_url(settings: Settings) -> str:
    """Return how the service is called from outside, or on this machine."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _first_time(settings: Settings, store: Store) -> list[str]:
    key = store.keys.add("operator", "made by --demo at the first start", at=now_ms()).text
    app = create_app(settings, store, clock=now_ms, bots=NoBots())
    base = base_url(settings)
    played = {f"{game(name).rules.title}: {plan.label}": _play(app, store, key, name, plan) for name, plan in _plans()}
    name, plan = next(_plans())
    opening = _opening(name, plan, own_seat=True)
    table, token = _own_table(app, store, key, opening)
    credentials = f" -H {shlex.quote(f'Authorization: Bearer {key}')}" if settings.who_opens == "keys" else ""
    lines = [
        *_where(base),
        "",
        "An operator's key, shown only now:",
        f"  {key}",
        "",
        "Open a table:",
        f"  curl -X POST {base}{API}/tables{credentials} {_json(opening)}",
        "",
        "Act at the table that waits for you, or play it in the terminal:",
        f"  {_act(store, base, table, token)}",
        f"  {called('matchledger')} play {base}{API}/tables/{table} --seat {token}",
    ]
    for label, finished in played.items():
        lines += ["", f"{label}, played by bots:", *_replays(base, finished)]
    return lines


def _as_before(settings: Settings, store: Store) -> list[str]:
    base = base_url(settings)
    finished = [
        row.table for row in store.find(TableQuery(status="confirmed", visibility="public", limit=SHOWN)).tables
    ]
    lines = [*_where(base), "", f"The database {settings.database} holds {store.listings.count()} tables."]
    keys = f"{called('matchledger')} keys add operator --database {shlex.quote(settings.database)}"
    lines.append(f"Another key: {keys}")
    if finished:
        lines += ["", "Tables that have ended:", *[line for table in finished for line in _replays(base, table)]]
    return lines


def _where(base: str) -> list[str]:
    return [f"The API and its documentation: {base}/docs", f"Tables: {base}{API}/tables"]


def called(program: str) -> str:
    """Return how a shell in this folder calls a program of ours: by its name alone only where that finds this one."""
    own = Path(sys.executable).parent / program
    found = shutil.which(program)
    if not own.exists() or (found is not None and Path(found).resolve() == own.resolve()):
        return program
    here = Path.cwd()
    return shlex.quote(str(own.relative_to(here) if own.is_relative_to(here) else own))


def _replays(base: str, table: str) -> list[str]:
    replay, address = called("replay"), f"{base}{API}/tables/{table}"
    return [
        f"  {replay} log {address}",
        f"  {replay} show {address} --viewer seat:0",
        f"  {replay} step {address}",
        f"  {replay} verify {address}",
    ]


def _plans() -> Iterator[tuple[str, Demonstration]]:
    for name in names():
        for plan in game(name).demonstrations:
            yield name, plan


def _opening(name: str, plan: Demonstration, *, own_seat: bool) -> dict[str, Any]:
    """Return the body that opens a table: all seats for bots, or the first one for a person."""
    seats: list[dict[str, str]] = [{"kind": "bot", "bot": bot} for bot in plan.bots]
    if own_seat:
        seats[0] = {"kind": "token", "name": "You"}
    return {"game": name, "label": "Your table" if own_seat else plan.label, "options": plan.options, "seats": seats}


def _play(app: Flask, store: Store, key: str, name: str, plan: Demonstration) -> str:
    opened = _open(app.test_client(), key, _opening(name, plan, own_seat=False))
    table = str(opened["table"]["id"])
    play_out(store, table, fresh_chance(), now_ms)
    return table


def _own_table(app: Flask, store: Store, key: str, opening: dict[str, Any]) -> tuple[str, str]:
    """Open the table that waits for a person; return its id and the token of seat 0."""
    opened = _open(app.test_client(), key, opening)
    table = str(opened["table"]["id"])
    play_out(store, table, fresh_chance(), now_ms)
    return table, str(opened["seats"][0]["token"])


def _open(client: FlaskClient, key: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(
        f"{API}/tables",
        data=msgspec.json.encode(body),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    if answer.status_code != 201:
        raise RuntimeError(f"the demonstration {body['label']!r} could not be opened: {answer.get_data(as_text=True)}")
    opened: dict[str, Any] = msgspec.json.decode(answer.get_data())
    return opened


def _act(store: Store, base: str, table: str, token: str) -> str:
    """Return the line that does something sensible for seat 0, which is awaited."""
    now = store.table(table)
    title: Title = game(now.book.opened.game)
    bot = title.bots.get("sensible") or next(iter(title.bots.values()))
    command = chosen_by(bot, now, 0, fresh_chance())
    body = {"command": {"tag": tag_of(command), "body": body_of_command(command)}, "seen": now.book.n}
    headers = (f"Authorization: Bearer {token}", f'If-Match: "{now.decisions[0].n}"')
    quoted = " ".join(f"-H {shlex.quote(header)}" for header in headers)
    return f"curl -X POST {base}{API}/tables/{table}/actions {quoted} {_json(body)}"


def _json(body: dict[str, Any]) -> str:
    text = shlex.quote(msgspec.json.encode(body).decode())
    return f"-H 'Content-Type: application/json' -d {text}"
