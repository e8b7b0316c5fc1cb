"""What the log says and what it never says: one record a line, no token, no card, nothing that steers a terminal.

Every logger of the process ends here, ours, the ledger's and the server's. An exception is told by its kind and the
places it came through. Its message may name a card in somebody's hand, so it is told at the level `debug` only.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import structlog
from flask import current_app, g, has_request_context
from structlog.stdlib import ProcessorFormatter
from werkzeug.routing import Map

from api.settings import LogFormat
from domain.kernel.display.lines import steers

REDACTED = "[redacted]"
CREDENTIALS = re.compile(
    r"\b(?:seat|caster)\.[a-z0-9_-]{1,64}\.[0-9]{1,3}\.[\w-]{16,}|\bopener\.[a-z0-9_-]{1,64}\.[\w-]{16,}"
    r"|\bmlk_[0-9a-f]{12}_[\w-]+|\bmlt_[\w-]+|\bwhsec_[\w+/=-]+|(?i:\bbearer)\s+\S+"
)
OURS = re.compile(r"[0-9a-f]{18,20}|p_[0-9a-f]{16}|c-[0-9a-f]{20}|[0-9]{1,6}")  # ids that the service makes, numbers
WORDS = "matchledger.words"
FIRST = ("timestamp", "level", "logger", "event")  # of a line; the rest follows
PLAIN = re.compile(r"[^\s\"=]+")
HERE = f"{Path(__file__).parent.parent}{os.sep}"


def request_id() -> str:
    """Return what the log and the answer call this request."""
    if "request_id" not in g:
        g.request_id = fresh_id()
    found: str = g.request_id
    return found


def fresh_id() -> str:
    """Return a name for a request, made here and telling nothing of it."""
    return os.urandom(6).hex()


def clean(text: str) -> str:
    """Return a text without credentials, in which what would steer a terminal or break the line is a number."""
    said = CREDENTIALS.sub(REDACTED, text)
    return said if said.isprintable() else "".join([_shown(mark) for mark in said])


def _shown(mark: str) -> str:
    return f"\\u{ord(mark):04x}" if steers(mark) else mark


def cautious(path: str) -> str:
    """Return an address that was refused, without whatever is neither a word of ours nor written as our ids are.

    A secret that somebody put there would be kept in the log, and not all have a form to know them by.
    """
    words: frozenset[str] = current_app.extensions.setdefault(WORDS, _words(current_app.url_map))
    return "/".join([part if part in words or OURS.fullmatch(part) else "…" for part in path.split("/")])


def _words(rules: Map) -> frozenset[str]:
    """Return the words that addresses of the application are made of."""
    return frozenset([part for rule in rules.iter_rules() for part in rule.rule.split("/") if "<" not in part])


def _with_request(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if has_request_context():
        event.setdefault("request", request_id())
    return event


def _exceptions_told(
    _: object, __: str, event: MutableMapping[str, Any], *, messages: bool
) -> MutableMapping[str, Any]:
    """Replace an exception by its kind and places."""
    found = event.pop("exc_info", None)
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["exception"] = "; from ".join(_causes(error, messages=messages))
    return event


def _causes(error: BaseException | None, *, messages: bool) -> Iterator[str]:
    while error is not None:
        said = f": {error}" if messages else ""
        places = [_place(frame) for frame in traceback.extract_tb(error.__traceback__)]
        yield f"{type(error).__name__}{said} at {' < '.join(reversed(places)) or 'no place'}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _place(frame: traceback.FrameSummary) -> str:
    file = frame.filename.rpartition(f"site-packages{os.sep}")[2].removeprefix(HERE)
    return f"{file}:{frame.lineno} {frame.name}"


def _rendered(_: object, __: str, event: MutableMapping[str, Any], *, form: LogFormat) -> str:
    """Return the line of a record."""
    said = {name: event.pop(name) for name in FIRST if name in event} | dict(sorted(event.items()))
    plain = {name: value if isinstance(value, int | float) else clean(str(value)) for name, value in said.items()}
    if form == "json":
        return msgspec.json.encode(plain).decode()
    head = f"{plain.pop('timestamp')} {str(plain.pop('level')).upper()} {plain.pop('logger')}: {plain.pop('event')}"
    return " ".join([head, *[f"{name}={_quoted(str(value))}" for name, value in plain.items()]])


def _quoted(text: str) -> str:
    return text if PLAIN.fullmatch(text) else msgspec.json.encode(text).decode()


def formatter(form: LogFormat, *, messages: bool) -> ProcessorFormatter:
    """Return what makes lines of records; `messages` tells those of exceptions, which may name cards."""
    return ProcessorFormatter(
        foreign_pre_chain=_begun(),
        processors=[
            ProcessorFormatter.remove_processors_meta,
            partial(_exceptions_told, messages=messages),
            partial(_rendered, form=form),
        ],
    )


def _begun() -> list[Any]:
    """Return what is added where a record is made."""
    return [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _with_request,
    ]


LOGGING = {  # messages go to stderr: stdout belongs to what a command prints
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stderr",
            "formatter": "line",
        }
    },
}


def logging_config(level: str, form: LogFormat = "text") -> dict[str, Any]:
    """Return the configuration of all loggers for a level."""
    top = {"handlers": ["stderr"], "level": level.upper()}
    line = {"()": partial(formatter, form, messages=level == "debug")}
    return {
        **LOGGING,
        "formatters": {"line": line},
        "root": top,
    }


structlog.configure(
    processors=[structlog.stdlib.filter_by_level, *_begun(), ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
)
