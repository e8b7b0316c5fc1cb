"""Settings of the service: where things lie and what it allows, from options and environment."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Literal

import msgspec

from domain.ledger.opening import file_of, is_server, name_of

DATABASE = "matchledger.db"
HOST = "127.0.0.1"
PORT = 8000
THREADS = 8  # long things done at once beside the commands: records, verifications, tables opened
LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]
WhoOpens = Literal["anybody", "keys"]
WebhookTargets = Literal["public", "any"]
LONGEST_WAIT = 30.0  # seconds; the bound of `?wait=`, below the patience of common proxies (60)
BODY_BYTES = 64 * 1024  # the largest body of a request; no command comes near it
CARD_SET_BYTES = 2 * 1024 * 1024  # the largest body from an operator, who may bring card sets
SERVER_KEY_BYTES = 32
LIMIT_ADDRESS = "1200/minute"  # requests without credentials; a hall behind one address is many people
LIMIT_CALLER = "6000/minute"  # requests of one seat or key: a bot that plays fast is far below
LIMIT_OPENING = "120/hour"  # tables; whoever needs more has an organiser's key
LIMIT_GUESSES = "30/hour"  # join codes that fit nothing: at 50 bits nobody finds one
LIMIT_HINTS = "60/hour"  # what a bot would do: each keeps a processor busy for a moment
IDLE_SECONDS = 15  # for the head of a request, and for the next one on a connection that is idle
BODY_SECONDS = 20  # for the body of a request
WAITS_EACH = 8  # requests of one caller that wait at once
STREAMS_EACH = 8  # streams of one caller
LONGEST_STREAM = 3600.0  # seconds until a stream ends by itself and is asked for anew: credentials, settings, proxies
IDLE_OPEN_DAYS = 7  # without anybody sitting down or leaving, until a table that has not begun is given up
IDLE_RUNNING_DAYS = 90  # without any action, until a game without clock is given up
FIGURES = "PROMETHEUS_MULTIPROC_DIR"  # names the folder in which the library lets processes share their figures
COOKIE = "matchledger"  # name of the cookie that holds a browser's token
DESK_COOKIE = "matchledger_desk"  # name of the cookie that holds the key of whoever works at the desk
ORGANISER_COOKIE = "matchledger_organiser"  # that holds the key of whoever runs tournaments
PLAYER_COOKIE = "matchledger_player_"  # and a tournament's id: that holds the key of a player of it
SESSION, DESK = "Matchledger-Session", "desk"  # the header, and what it says, by which a request means that cookie
ORGANISER, PLAYER = "organiser", "player:"  # what it says likewise; the latter with the id of a tournament
SEAT = "Matchledger-Seat"  # name of the header that says for which seat a request is
PREFIX = "MATCHLEDGER"  # of every environment variable


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set; `server_key` makes the seat tokens and must outlive a restart."""

    server_key: bytes
    database: str = DATABASE
    host: str = HOST
    port: int = PORT
    threads: int = THREADS
    log_level: LogLevel = "info"
    log_format: LogFormat = "text"
    who_opens: WhoOpens = "anybody"  # who may open tables: anybody, or holders of a key
    longest_wait: float = LONGEST_WAIT
    body_bytes: int = BODY_BYTES
    card_set_bytes: int = CARD_SET_BYTES
    idle_seconds: int = IDLE_SECONDS
    body_seconds: int = BODY_SECONDS
    public_url: str | None = None  # how the outside calls the service, where a proxy stands before it
    workers: int = 1  # processes that share the budgets below, unless `limit_store` counts for all
    limit_address: str = LIMIT_ADDRESS  # "none" for no limit, here and below
    limit_caller: str = LIMIT_CALLER
    limit_opening: str = LIMIT_OPENING
    limit_guesses: str = LIMIT_GUESSES
    limit_hints: str = LIMIT_HINTS
    limit_store: str | None = None  # URL of a store that counts for all processes, such as Redis
    waits_each: int = WAITS_EACH
    streams_each: int = STREAMS_EACH
    longest_stream: float = LONGEST_STREAM
    idle_open_days: int = IDLE_OPEN_DAYS  # 0 for never, here and below
    idle_running_days: int = IDLE_RUNNING_DAYS
    cors_origins: str = ""  # origins whose pages may read answers, with spaces between them; `*` for all
    webhook_targets: WebhookTargets = "public"  # https and public addresses, or any
    metrics_port: int | None = None  # where figures are told without a key
    trusted_proxies: int = 0  # how many entries of X-Forwarded-For come from proxies of ours


class BadServerKeyError(ValueError):
    """The server key cannot be read or is not what it should be."""


def key_file_of(database: str) -> Path:
    """Return where the server key lies unless told otherwise: beside the file, or for a server's database by its name.

    Raises `StoreError` for a URL that names no database.
    """
    if is_server(database):
        return Path(f"{name_of(database)}.key")
    return Path(f"{file_of(database)}.key")


def read_server_key(*, text: str | None, file: Path) -> bytes:
    """Return the server key from its text, else from its file, which is made (mode 600) where there is none.

    Raises `BadServerKeyError`.
    """
    if text is None:
        text = _made(file) if not file.exists() else _kept(file)
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != SERVER_KEY_BYTES:
        raise BadServerKeyError(
            f"a server key is {SERVER_KEY_BYTES} bytes as {2 * SERVER_KEY_BYTES} hexadecimal digits"
        )
    return key


def _kept(file: Path) -> str:
    try:
        if file.stat().st_mode & 0o077:
            raise BadServerKeyError(f"{file} can be read by others: chmod 600 {file}")
        return file.read_text("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise BadServerKeyError(f"the server key {file} cannot be read: {error}") from None


def _made(file: Path) -> str:
    """Make a key; of two processes that start at once one makes it and both read the same."""
    fresh = Path(f"{file}.{secrets.token_hex(8)}")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(SERVER_KEY_BYTES) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    except OSError as error:
        raise BadServerKeyError(f"the server key {file} cannot be made: {error}") from None
    return _kept(file)
