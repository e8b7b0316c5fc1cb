"""What a start of the demonstration prints: one link, and all else on request; the first one makes its tables."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.callers.tokens import seat_token
from api.requests.opening import FIRST_GENERATION
from api.running.bots import fresh_chance, play_out
from api.running.commands import called
from api.service import NoBots, now_ms
from api.settings import Settings
from domain.games import Title, game, names
from domain.kernel.codec import body_of_command
from domain.kernel.display.lines import plain
from domain.kernel.messages import tag_of
from domain.kernel.setup import Demonstration
from domain.ledger.listed import Listed
from domain.ledger.opening import shown
from domain.ledger.store import Store, TableQuery, open_store
from domain.table.bots import chosen_by

SHOWN = 3  # finished tables that a later start names
API = "/api/v1"
KEY_LABEL = "made by --demo at the first start"
OWN_LABEL = "A table to try"
OWN_ID = "made by --demo"  # external id of the table that waits for a person; with the key above it is ours alone


def demonstrate(settings: Settings, *, verbose: bool, wait: Callable[[], None]) -> list[str]:
    """Return the lines to print; fills an empty database first, and leaves one that holds a table as it is.

    `wait` is called before the first one's tables are played, which takes seconds. Only verbose lines have the key that
    opened those: otherwise nobody has seen it, and it is revoked.
    """
    store = open_store(settings.database)
    try:
        if store.listings.count():
            lines = _as_before(settings, store) if verbose else []
        else:
            wait()
            lines = _first_time(settings, store)
            if not verbose:
                _revoke_ours(store)
                lines = []
    finally:
        store.close()
    return lines + _for_people(base_url(settings))


def base_url(settings: Settings) -> str:
    """Return how the service is called from outside, or on this machine."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _first_time(settings: Settings, store: Store) -> list[str]:
    key = store.keys.add("operator", KEY_LABEL, at=now_ms()).text
    app = create_app(settings, store, clock=now_ms, bots=NoBots())
    base = base_url(settings)
    played = {f"{game(name).rules.title}: {plan.label}": _play(app, store, key, name, plan) for name, plan in _plans()}
    name, plan = next(_plans())
    opening = _opening(name, plan, own_seat=True)
    table, token = _own_table(app, store, key, {**opening, "external_id": OWN_ID})
    credentials = f" -H {shlex.quote(f'Authorization: Bearer {key}')}" if settings.who_opens == "keys" else ""
    lines = [
        *_where(base),
        "",
        "An operator's key, shown only now:",
        f"  {key}",
        "",
        *_playing(settings, table, token),
        "",
        "The same by hand: open a table, and act at the one that waits for you:",
        f"  curl -X POST {base}{API}/tables{credentials} {_json(opening)}",
        f"  {_act(store, base, table, token)}",
        "",
        *_watching(base, table),
    ]
    for label, finished in played.items():
        lines += ["", f"{label}, played by bots:", *_replays(base, finished)]
    return lines


def _as_before(settings: Settings, store: Store) -> list[str]:
    base = base_url(settings)
    ended = store.find(TableQuery(status="confirmed", visibility="public", limit=SHOWN)).tables
    running = store.find(TableQuery(status="running", visibility="public", limit=1)).tables
    keys = f"{called('matchledger')} keys add operator --database {shlex.quote(shown(settings.database))}"
    lines = [
        *_where(base),
        "",
        f"The database {shown(settings.database)} holds {store.listings.count()} tables.",
        f"Another key: {keys}",
        "",
        *_playing(settings, *_waiting(settings, store)),
    ]
    if running:
        lines += ["", *_watching(base, running[0].table)]
    for row in ended:
        lines += ["", f"{_named(row)}, which has ended:", *_replays(base, row.table)]
    return lines


def _named(row: Listed) -> str:
    """Return what a table is called: by its game and, where it has one, its label."""
    title = game(row.game).rules.title if row.game in names() else row.game
    return title if row.label is None else f"{title}: {plain(row.label)}"


def _waiting(settings: Settings, store: Store) -> tuple[str | None, str | None]:
    """Return the table of the first start that waits for a person, and the token of its first seat, if it still does.

    Only while the token that the server key leads to is the valid one: nobody else's token is ever printed.
    """
    for key in _ours(store):
        for row in store.find(TableQuery(status="running", opened_by=key, external_id=OWN_ID)).tables:
            token = seat_token(settings.server_key, row.table, 0, FIRST_GENERATION)
            if store.seats.seat_of_token(row.table, token) == 0:
                return row.table, token
    return None, None


def _ours(store: Store) -> list[str]:
    """Return the ids of the keys that first starts made, revoked or not."""
    return [key.id for key in store.keys.list() if key.label == KEY_LABEL]


def _revoke_ours(store: Store) -> None:
    for key in _ours(store):
        store.keys.revoke(key, at=now_ms())


def _playing(settings: Settings, table: str | None, token: str | None) -> list[str]:
    """Return how to play: on where a table waits, and at a new one of each game."""
    base, play = base_url(settings), f"{called('matchledger')} play"
    lines = ["Play in the terminal:"]
    if table is not None:
        lines.append(f"  {play} {base}{API}/tables/{table} --seat {token}")
    if settings.who_opens == "anybody":
        lines += [f"  {play} {base} --game {name}" for name in names() if game(name).demonstrations]
    elif table is None:
        lines.append(f"  open a table with a key ({base}/docs), then: {play} TABLE --seat TOKEN")
    return lines


def _watching(base: str, table: str) -> list[str]:
    return ["Watch a game as it is played:", f"  {called('replay')} show {base}{API}/tables/{table}"]


def _where(base: str) -> list[str]:
    return [f"The API and its documentation: {base}/docs", f"Tables: {base}{API}/tables"]


def _for_people(base: str) -> list[str]:
    """Return the last lines, set apart: the one link that most readers look for."""
    return ["", "Play, watch and review in a browser (Ctrl-C ends the service):", "", f"  {base}/", ""]


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
        seats[0] = {"kind": "token", "name": "Player"}
    return {"game": name, "label": OWN_LABEL if own_seat else plan.label, "options": plan.options, "seats": seats}


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
