"""The settings as options of commands, each with its environment variable."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
import msgspec

from api.settings import (
    BODY_BYTES,
    BODY_SECONDS,
    CARD_SET_BYTES,
    DATABASE,
    HOST,
    IDLE_OPEN_DAYS,
    IDLE_RUNNING_DAYS,
    IDLE_SECONDS,
    LIMIT_ADDRESS,
    LIMIT_CALLER,
    LIMIT_GUESSES,
    LIMIT_HINTS,
    LIMIT_OPENING,
    LONGEST_STREAM,
    LONGEST_WAIT,
    PORT,
    PREFIX,
    STREAMS_EACH,
    THREADS,
    WAITS_EACH,
    BadServerKeyError,
    LogFormat,
    LogLevel,
    Settings,
    WebhookTargets,
    WhoOpens,
    key_file_of,
    read_server_key,
)
from domain.ledger.opening import file_of, is_server
from domain.ledger.store import Store, StoreError, open_store
from programs.files import FILE

F = TypeVar("F", bound=Callable[..., Any])
SERVER_KEY = f"{PREFIX}_SERVER_KEY"  # environment only: an option would be seen in the list of processes


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """Return an option that shows its default and its environment variable."""
    variable = f"{PREFIX}_{names[0].removeprefix('--').replace('-', '_').upper()}"
    return click.option(*names, envvar=variable, show_envvar=True, **{"show_default": True, **settings})


database = option(
    "--database",
    type=FILE,
    metavar="TEXT",
    default=DATABASE,
    help="File with everything the service keeps (or sqlite:///FILE), or postgresql://USER@HOST/NAME.",
)


class LimitOption(click.ParamType[str]):
    """`120/hour`, `10/second`, or `none`."""

    name = "limit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the limit as it was written."""
        from limits import parse  # takes long to import: only `serve` needs it

        try:
            if value != "none":
                parse(value)
        except ValueError:
            self.fail(f"{value!r} is no limit such as 120/hour, nor none", param, ctx)
        return str(value)


LIMIT = LimitOption()
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")  # RFC 6454, 6.2
LEFT_OUT = re.compile(r"http:.*:80|https:.*:443")  # ports that browsers do not say


def _is_origin(text: str) -> bool:
    return ORIGIN.fullmatch(text) is not None and LEFT_OUT.fullmatch(text) is None


class OriginsOption(click.ParamType[str]):
    """Origins as browsers send them, with spaces between them, or `*`."""

    name = "origins"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the origins as they were written; one that no browser sends would allow nobody anything."""
        for origin in str(value).split():
            if origin not in ("*", "null") and not _is_origin(origin):
                self.fail(f"{origin!r} is no origin as browsers send it, such as https://club.example", param, ctx)
        return str(value)


class PublicUrlOption(click.ParamType[str]):
    """How browsers call the service: an origin, perhaps with `/` behind it."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return it as it was written; with another one no browser's cookie would act."""
        origin = str(value).lower().removesuffix("/")
        if not (origin.startswith(("http:", "https:")) and _is_origin(origin)):
            self.fail(f"{value!r} is no address of a whole service, such as https://games.example", param, ctx)
        return str(value)


ORIGINS, PUBLIC_URL = OriginsOption(), PublicUrlOption()

_SERVICE = (
    database,
    option("--host", default=HOST, help="Address to listen at."),
    option("--port", default=PORT, type=click.IntRange(0, 65535), help="Port to listen at; 0 for a free one."),
    option("--workers", default=1, type=click.IntRange(1, 64), help="Processes that serve the one database."),
    option("--threads", default=THREADS, type=click.IntRange(2, 1024), help="Long requests at once, beside play."),
    option(
        "--server-key-file",
        type=click.Path(path_type=Path, dir_okay=False),
        show_default="DATABASE.key, or NAME.key here",
        help="File with the key that makes seat tokens; made with mode 600 at the first start. "
        f"The key itself may stand in {SERVER_KEY} instead.",
    ),
    option("--log-level", default="info", type=click.Choice(get_args(LogLevel)), help="What is logged to stderr."),
    option(
        "--log-format", default="text", type=click.Choice(get_args(LogFormat)), help="Lines for people or programs."
    ),
    option("--who-opens", default="anybody", type=click.Choice(get_args(WhoOpens)), help="Who may open tables."),
    option("--longest-wait", default=LONGEST_WAIT, type=click.FloatRange(0, 300), help="Bound of ?wait= in seconds."),
    option("--body-bytes", default=BODY_BYTES, type=click.IntRange(1024), help="Largest body of a request."),
    option("--card-set-bytes", default=CARD_SET_BYTES, type=click.IntRange(1024), help="Largest card set."),
    option(
        "--idle-seconds",
        default=IDLE_SECONDS,
        type=click.IntRange(1, 3600),
        help="After which a connection is closed on which nothing is asked.",
    ),
    option(
        "--body-seconds", default=BODY_SECONDS, type=click.IntRange(1, 3600), help="In which a body must have come."
    ),
    option("--public-url", type=PUBLIC_URL, help="How the outside calls the service, where a proxy stands before it."),
    option(
        "--trusted-proxies",
        default=0,
        type=click.IntRange(0, 8),
        help="Proxies of yours before the service, each adding to X-Forwarded-For and X-Forwarded-Proto.",
    ),
    option("--limit-address", default=LIMIT_ADDRESS, type=LIMIT, help="Requests without credentials, by address."),
    option("--limit-caller", default=LIMIT_CALLER, type=LIMIT, help="Requests of one seat or key."),
    option("--limit-opening", default=LIMIT_OPENING, type=LIMIT, help="Tables opened, by address or player."),
    option("--limit-guesses", default=LIMIT_GUESSES, type=LIMIT, help="Join codes that fit nothing, by address."),
    option("--limit-hints", default=LIMIT_HINTS, type=LIMIT, help="Hints of a bot, by seat."),
    option("--limit-store", help="Store that counts for all processes, such as redis://HOST:6379."),
    option(
        "--idle-open-days",
        default=IDLE_OPEN_DAYS,
        type=click.IntRange(0, 3650),
        help="Days after which a table that has not begun is given up; 0 for never.",
    ),
    option(
        "--idle-running-days",
        default=IDLE_RUNNING_DAYS,
        type=click.IntRange(0, 3650),
        help="Days without an action after which a game without clock is given up; 0 for never.",
    ),
    option(
        "--cors-origins",
        default="",
        type=ORIGINS,
        help="Origins whose pages may read answers, with spaces between; * for all.",
    ),
    option(
        "--webhook-targets",
        default="public",
        type=click.Choice(get_args(WebhookTargets)),
        help="Where webhooks may lead: by https to public addresses, or anywhere, also into your own network.",
    ),
    option(
        "--metrics-port",
        type=click.IntRange(1, 65535),
        help="Port of --host for /metrics without a key; only your own network may reach it.",
    ),
    option("--waits-each", default=WAITS_EACH, type=click.IntRange(1, 4096), help="Requests of one caller that wait."),
    option("--streams-each", default=STREAMS_EACH, type=click.IntRange(1, 4096), help="Streams of one caller."),
    option(
        "--longest-stream",
        default=LONGEST_STREAM,
        type=click.FloatRange(0, 86_400),
        help="Seconds after which a stream ends by itself.",
    ),
)


class GameOption(click.ParamType[tuple[str, Any]]):
    """`key=json`; a value that is no JSON is taken as text."""

    name = "key=json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Return key and value."""
        key, equals, text = value.partition("=")
        if not equals or not key:
            self.fail(f"{value!r} has no = between key and value", param, ctx)
        try:
            return key, msgspec.json.decode(text.encode())
        except (msgspec.DecodeError, RecursionError):
            return key, text


def once(options: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
    """Return the options of a game by name; raises `UsageError` for one that is given twice."""
    chosen = dict(options)
    if len(chosen) < len(options):
        raise click.UsageError("an option is given twice")
    return chosen


def service_options(command: F) -> F:
    """Give a command all settings of the service."""
    for add in reversed(_SERVICE):
        command = add(command)
    return command


def settings_from(*, database: str, server_key_file: Path | None, **rest: Any) -> Settings:
    """Return the settings that the options say; makes the server key if there is none."""
    try:
        file = server_key_file or key_file_of(database)
        key = read_server_key(text=os.environ.get(SERVER_KEY), file=file)
    except (BadServerKeyError, StoreError) as error:
        raise click.ClickException(str(error)) from None
    return Settings(server_key=key, database=database, **rest)


def opened(database: str, *, there: bool = False) -> Store:
    """Open the store that an option names; makes its file unless it must be there."""
    try:
        if there and not is_server(database) and not Path(file_of(database)).exists():
            raise click.ClickException(f"there is no database {file_of(database)}")
        return open_store(database)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
