"""What the OpenAPI document says against what the service does: generated requests, every check, every caller."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from tests.api.test_callers import Operation, every_operation
from tests.api.world import API, World, code

SOAKED = 50_000  # requests in `make soak`
# One worker makes what stands behind them.
GROUPED = pytest.mark.xdist_group(name="generated requests")


@pytest.fixture(scope="session")
def generated() -> Any:
    """Give `tests.api.generated`, which is slow to import."""
    return import_module("tests.api.generated")


def labelled(*, at_tournament: bool) -> list[Any]:
    """Return the operations about tournaments, or the others, by their labels."""
    return [
        pytest.param(operation, id=f"{operation.method} {operation.path}", marks=GROUPED)
        for operation in every_operation()
        if operation.at_tournament is at_tournament
    ]


@pytest.mark.long
@pytest.mark.parametrize("operation", labelled(at_tournament=False))
def test_the_document_is_true_of_every_answer(generated: Any, operation: Operation) -> None:
    """Whatever is sent, by whomever: what fits is accepted, what does not is refused, every answer is described."""
    assert generated.try_limits(API + operation.path, operation.method)


@pytest.mark.soak  # it takes as long as all the others together
@pytest.mark.parametrize("operation", labelled(at_tournament=True))
def test_the_document_is_true_of_every_answer_about_tournaments(generated: Any, operation: Operation) -> None:
    """The same, at a tournament whose first round is played."""
    assert generated.try_limits(API + operation.path, operation.method)


@pytest.mark.long
def test_what_no_schema_can_say_are_codes_of_ours(generated: Any) -> None:
    """So that a code that is gone does not stay in the table."""
    document = World().get("/openapi.json").text
    assert all(code in document for code in generated.UNSAYABLE)


def test_a_whole_number_may_be_written_with_a_point() -> None:
    """`4.0` is a whole number for JSON Schema, `4.5` is none."""
    body = {"command": {"tag": "end_turn"}, "dry_run": True}
    table = World().opened()
    assert table.post("/actions", {**body, "seen": 4.0}, seat=0).status_code == 200
    assert code(table.post("/actions", {**body, "seen": 4.5}, seat=0), 422) == "invalid_body"


def test_whoever_may_not_read_attempts_hears_nothing_of_cursors() -> None:
    """401 comes first."""
    assert code(World().opened().get("/attempts?cursor=0"), 401) == "credentials_needed"


@pytest.mark.soak
def test_the_document_is_true_of_very_many_answers(generated: Any) -> None:
    """50,000 requests, valid and not."""
    sent = 0
    for more in generated.try_more():
        sent += more
        if sent >= SOAKED:
            return
