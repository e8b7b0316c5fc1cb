"""Which database a URL names, and what of it people may see."""

from __future__ import annotations

import pytest

from domain.ledger.errors import StoreError
from domain.ledger.opening import file_of, name_of, shown


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("x.db", "x.db"),
        ("postgresql://ann:geheim@host:1/db", "postgresql://ann@host:1/db"),
        ("postgresql:///db?host=/run/pg&password=geheim&user=ann", "postgresql:///db?host=/run/pg&user=ann"),
        ("postgres://host/db", "postgres://host/db"),
    ],
)
def test_a_password_is_never_shown(url: str, seen: str) -> None:
    assert shown(url) == seen


def test_a_database_of_a_server_has_one_name() -> None:
    assert name_of("postgresql://ann:geheim@host/my%20games?sslmode=require") == "my games"
    for url in ("postgresql://host", "postgresql://host/a/b"):
        with pytest.raises(StoreError, match="says no name"):
            name_of(url)


def test_a_url_that_cannot_be_read_is_not_repeated() -> None:
    """What `urlsplit` says of it may show the password."""
    with pytest.raises(StoreError) as caught:
        shown("postgresql://ann:geheim@[x/db")
    assert str(caught.value) == "the URL of the database cannot be read"
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("url", "file"),
    [("x.db", "x.db"), ("sqlite:///x.db", "x.db"), ("sqlite:////srv/x.db", "/srv/x.db"), (":memory:", ":memory:")],
)
def test_a_file_is_named_with_and_without_a_scheme(url: str, file: str) -> None:
    assert file_of(url) == file


@pytest.mark.parametrize(
    ("url", "reason"), [("mysql://host/db", "'mysql' is not supported"), ("sqlite:///", "no file")]
)
def test_what_names_no_file_is_refused(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        file_of(url)
