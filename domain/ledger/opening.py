"""Which database a URL names."""

from __future__ import annotations

import sqlite3
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from domain.ledger.database import Database
from domain.ledger.errors import StoreError
from domain.ledger.sqlite import SqliteDatabase

SERVERS = ("postgresql", "postgres")  # both names are libpq's


def is_server(url: str) -> bool:
    """Say whether a URL names a database of a server, not a file."""
    scheme, separator, _ = url.partition("://")
    return bool(separator) and scheme in SERVERS


def name_of(url: str) -> str:
    """Return what a server calls the database that a URL names; raises `StoreError`."""
    name = unquote(_parts(url).path.removeprefix("/"))
    if not name or "/" in name:
        raise StoreError("the URL of the database says no name: postgresql://HOST/NAME")
    return name


def shown(url: str) -> str:
    """Return a URL as people may see it, without a password; raises `StoreError`."""
    if not is_server(url):
        return url
    parts = _parts(url)
    name, _, host = parts.netloc.rpartition("@")
    who = name.partition(":")[0]
    asked = urlencode([pair for pair in parse_qsl(parts.query) if pair[0] != "password"], safe="/")
    place = f"{who}@{host}" if who else host
    return f"{parts.scheme}://{place}{parts.path}{'?' if asked else ''}{asked}"


def _parts(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # whose message may show the password
        raise StoreError("the URL of the database cannot be read") from None


def file_of(url: str) -> str:
    """Return the file that a URL names, or `:memory:`; raises `StoreError`."""
    scheme, separator, path = url.partition("://")
    if not separator:
        path = url
    elif scheme == "sqlite":
        path = path.removeprefix("/")
    else:
        raise StoreError(
            f"a database of the kind {scheme!r} is not supported: use a file name, sqlite:///FILE or postgresql://…"
        )
    if not path:
        raise StoreError("the database has no file name")
    return path


def open_database(url: str) -> Database:
    """Open what a URL names; raises `StoreError`."""
    return _server(url) if is_server(url) else _file(file_of(url))


def _file(path: str) -> Database:
    try:
        return SqliteDatabase(path)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"the database {path} cannot be opened: {reason}") from None


def _server(url: str) -> Database:
    try:
        from domain.ledger.postgres import PostgresDatabase
    except ImportError as error:
        raise StoreError(f"PostgreSQL needs Matchledger installed with its extra `postgres`: {error}") from None
    return PostgresDatabase(url)
