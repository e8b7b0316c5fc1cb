"""Tables that keep their secrets until their tournament has ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from domain.audit.checks import verify_bytes
from domain.ledger.store import Store
from domain.tournament.log.entries import ResultCounted
from replay.tournaments.reading import followed
from replay.tournaments.resting import check_tables, resting
from tests.api.tournaments.cup import Cup
from tests.api.world import World

SEALED: dict[str, Any] = {"game": "chanic_panic", "secrets_open_at": "event_end", "confirm_ms": 0}
NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture
def cup(world: World) -> Cup:
    """A tournament of one round that has been played."""
    cup = Cup(world, **SEALED, format={"format": "swiss", "rounds": 1})
    cup.bots(4)
    cup.do("/start")
    cup.round(1)
    cup.play()
    return cup


def tables(cup: Cup) -> list[Any]:
    return [table["table"] for table in cup.get("/rounds/1").json["tables"]]


def are_open(cup: Cup) -> list[bool]:
    return [cup.world.store.table(table).book.secrets_open for table in tables(cup)]


def test_secrets_open_when_the_tournament_has_ended(cup: Cup) -> None:
    assert cup.get().json["tables"]["secrets_open_at"] == "event_end"
    statuses = [cup.world.store.table(table).book.status for table in tables(cup)]
    assert statuses == ["confirmed", "confirmed"]
    cup.runner.look()
    assert are_open(cup) == [False, False]
    cup.do("/end")
    assert are_open(cup) == [False, False]
    cup.runner.look()
    assert are_open(cup) == [True, True]
    for table in tables(cup):
        record = cup.world.get(f"/tables/{table}/record", headers=NDJSON).data
        checked = [check.status for check in verify_bytes(record).checks]
        assert checked[:12] == ["passed"] * 11 + ["not possible"], "bots give no entropy"
    assert cup.world.store.tournaments.rows.due() == ()


def test_its_results_follow_from_the_records_of_its_tables(cup: Cup, tmp_path: Path) -> None:
    """What `replay verify --tables` says of records as a service gives them out, and of one result that was changed."""
    cup.do("/end")
    cup.runner.look()
    for table in tables(cup):
        record = cup.world.get(f"/tables/{table}/record", headers=NDJSON).data
        (tmp_path / f"{table}.ndjson").write_bytes(record)
    found = followed(cup.get("/record", headers=NDJSON).data)
    assert sorted(result.entry.table for result in resting(found)) == [1, 2]
    assert check_tables(found, str(tmp_path)).status == "passed"
    first: Any = next(step for step in found.steps if isinstance(step.entry, ResultCounted))
    for changed, why in (
        (replace(first.entry, places=first.entry.places[::-1]), "follow from its entry"),
        (replace(first.entry, table=3 - first.entry.table), "it belongs to round 1, table"),
    ):
        steps = [step._replace(entry=changed) if step is first else step for step in found.steps]
        checked = check_tables(found._replace(steps=tuple(steps)), str(tmp_path))
        assert (checked.status, why in checked.why) == ("failed", True), checked


def test_who_is_killed_in_between_goes_on_where_it_stood(cup: Cup) -> None:
    cup.do("/end")
    honest, tried = Store.perform, []

    def once(store: Store, table: str, *asked: Any, **more: Any) -> Any:
        tried.append(table)
        if len(tried) > 1:
            raise KeyboardInterrupt
        return honest(store, table, *asked, **more)

    with patch.object(Store, "perform", once), pytest.raises(KeyboardInterrupt):
        cup.runner.look()
    assert sorted(are_open(cup)) == [False, True]
    cup.runner.look()
    assert are_open(cup) == [True, True]


def test_a_table_that_goes_on_after_the_end_opens_its_secrets_later(world: World) -> None:
    cup = Cup(world, **SEALED)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    cup.do("/cancel", {"reason": "Rain."})
    cup.runner.look()
    assert are_open(cup) == [False]
    cup.play()
    assert are_open(cup) == [True]
