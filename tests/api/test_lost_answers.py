"""An action whose COMMIT succeeds while its answer is lost is answered as unavailable, and never done again unasked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.resources.plainly import Plain
from domain.ledger.errors import UnavailableError
from domain.ledger.store import open_store
from tests.api.comparing import Sent, asked
from tests.api.test_plainly_on_postgres import Acting
from tests.ledger.lost import lose_answers


@pytest.fixture(params=["sqlite", "postgres"])
def acting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Acting]:
    """Give a table in a file and in PostgreSQL."""
    url = request.getfixturevalue("postgres").service if request.param == "postgres" else str(tmp_path / "tables.db")
    with closing(open_store(url)) as store:
        yield Acting(store)


def answered(acting: Acting, sent: Sent) -> tuple[int, bytes]:
    """Send a request as the server does: the short way first, then Flask with what that says."""
    told = acting.ask(sent)
    if isinstance(told, Plain):
        return 200, told.text
    flask = asked(acting.world, sent, told)
    return flask.status, flask.text


@pytest.mark.parametrize("if_match", [None, "*"])
def test_it_is_done_once_and_found_by_its_key(
    acting: Acting, monkeypatch: pytest.MonkeyPatch, if_match: str | None
) -> None:
    """With any decision in If-Match too, where the same could be done twice."""
    sent = acting.good("a")
    sent = sent if if_match is None else sent.but(if_match=if_match)
    before = acting.world.store.head(acting.table.id)
    with monkeypatch.context() as patch:
        lose_answers(acting.world.store, patch)
        status, text = answered(acting, sent)
    assert (status, msgspec.json.decode(text)["code"]) == (503, "unavailable")
    after = acting.world.store.head(acting.table.id)
    assert after > before
    assert acting.world.store.table(acting.table.id).book.n == after, "what is in memory does not lie behind"
    status, text = answered(acting, sent)
    assert (status, msgspec.json.decode(text)["first"]) == (200, before + 1)
    assert acting.world.store.head(acting.table.id) == after


def test_without_a_key_nothing_is_done_again_either(acting: Acting, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = acting.good("a").but(idempotency_key=None, if_match="*")
    performed: list[str] = []
    perform = acting.world.store.perform

    def noted(table: str, *rest: Any, **more: Any) -> Any:
        performed.append(table)
        return perform(table, *rest, **more)

    monkeypatch.setattr(acting.world.store, "perform", noted)
    with monkeypatch.context() as patch:
        lose_answers(acting.world.store, patch)
        assert answered(acting, sent)[0] == 503
    assert performed == [acting.table.id]


def test_a_token_taken_back_while_the_answer_is_lost_is_good_no_more(
    acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was remembered of it counts for nothing: the transaction may have become durable."""
    sent = acting.good("a")
    seat = 0 if sent.fields["authorization"].endswith(acting.table.tokens[0]) else 1
    assert isinstance(acting.ask(sent.but(if_match='"1"')), dict)  # which reads the token
    with monkeypatch.context() as patch:
        lose_answers(acting.world.store, patch)
        with pytest.raises(UnavailableError):
            acting.world.store.seats.put(acting.table.id, seat, generation=7, token="another")
    assert answered(acting, sent)[0] == 401


def test_a_caller_who_cannot_be_looked_up_is_asked_for_by_flask(
    acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that fails before anything is done fails nothing but the short way."""
    sent = acting.good("a")

    def failing(*_: Any) -> Any:
        raise UnavailableError("the disk does not answer")

    with monkeypatch.context() as patch:
        patch.setattr("api.resources.plainly.caller_of", failing)
        assert acting.ask(sent) == {}
    assert answered(acting, sent)[0] == 200


def test_flask_says_of_it_what_it_says_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The header fields that say what is left as well: it was counted once."""
    with closing(open_store(str(tmp_path / "one.db"))) as store:
        prepared = Acting(store)
        sent = prepared.good("a")
    shutil.copy(tmp_path / "one.db", tmp_path / "two.db")
    answers = []
    for name in ("one", "two"):
        with closing(open_store(str(tmp_path / f"{name}.db"))) as store, monkeypatch.context() as patch:
            acting = Acting(store, prepared.table, limit_caller="6/minute")
            lose_answers(store, patch)
            told = acting.ask(sent) if name == "two" else {}
            assert not isinstance(told, Plain)
            answers.append(asked(acting.world, sent, told))
    assert answers[0] == answers[1]
    assert answers[0].status == 503
    assert {"retry-after", "ratelimit"} <= answers[0].fields.keys()
