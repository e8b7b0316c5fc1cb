"""Architecture 8: nothing that stands in a record may disappear from the program or change its meaning."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.record.canonical import decode
from domain.table.seating import edition_digest
from tests.harbour.editions import HarbourEdition
from tests.harbour.recorded import RECORDS, SEEDS, golden
from tests.published.describe import lost, unreadable
from tests.published.files import OWN, PLACES, SHIPPED, current, kept, published

AGAIN = "run `python -m tests.published` and review the difference"
DECIDED_AGAIN = 8  # the number of that check


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.parent.name)
def test_nothing_of_the_catalogue_is_lost_and_nothing_is_missing(place: Path) -> None:
    assert lost(kept(place), current(place)) == []
    assert kept(place) == current(place), AGAIN


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.parent.name)
def test_old_samples_are_still_read(place: Path) -> None:
    for name, old in kept(place)["games"].items():
        assert unreadable(old, games.game(name).rules) == []


def test_the_published_games_and_the_tests_own_are_all_there() -> None:
    """A game that is only begun is not in it yet, one with golden records is (and the other way: see tests/golden)."""
    assert set(kept(SHIPPED)["games"]) == set(published()) <= games.shipped()
    assert set(kept(OWN)["games"]) == {"harbour"}


def drop_fact(game: Any) -> None:
    del game["facts"]["card_stowed"]


def drop_field(game: Any) -> None:
    del game["commands"]["stow"]["fields"]["card"]


def change_type(game: Any) -> None:
    game["commands"]["brace"]["fields"]["stake"]["type"] = "text"


def change_audience(game: Any) -> None:
    game["facts"]["card_stowed"]["audience"] = {}


def change_reveals(game: Any) -> None:
    game["facts"]["storm_broke"]["reveals"] = ["brace"]


def change_edition(game: Any) -> None:
    game["editions"]["1"] = game["editions"]["2"]


def drop_edition(game: Any) -> None:
    del game["editions"]["1"]


def drop_data(game: Any) -> None:
    game["data"] = []


def need_a_field(game: Any) -> None:
    game["commands"]["stow"]["fields"]["why"] = {"type": "text"}


def drop_value(game: Any) -> None:
    game["commands"]["prefer"]["fields"]["gifts"]["type"]["one_of"].remove("never")


def need_an_inner_field(game: Any) -> None:
    game["commands"]["load"]["fields"]["cargo"]["type"]["list_of"]["fields"]["why"] = {"type": "text"}


def drop_step(game: Any) -> None:
    del game["facts"]["awaited"]["fields"]["agenda"]["type"]["list_of"]["any_of"]["stakes"]


def drop_old_form(game: Any) -> None:
    del game["facts"]["cards_drawn"]


LOSSES = (
    drop_fact,
    drop_field,
    change_type,
    change_audience,
    change_reveals,
    change_edition,
    drop_edition,
    drop_data,
    need_a_field,
    drop_value,
    need_an_inner_field,
    drop_step,
    drop_old_form,
)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_a_loss_is_noticed(loss: Any) -> None:
    old = kept(OWN)
    new = copy.deepcopy(old)
    loss(new["games"]["harbour"])
    assert len(lost(old, new)) == 1


def test_what_is_new_is_no_loss() -> None:
    old = kept(OWN)
    new = copy.deepcopy(old)
    harbour = new["games"]["harbour"]
    harbour["commands"]["stow"]["fields"]["note"] = {"type": "text", "optional": True}
    harbour["commands"]["prefer"]["fields"]["gifts"]["type"]["one_of"].append("later")
    harbour["facts"]["brand_new"] = {}
    harbour["editions"]["3"] = "digest"
    harbour["data"].append("another")
    assert lost(old, new) == []


def test_a_sample_that_is_not_read_any_more_is_named() -> None:
    harbour = kept(OWN)["games"]["harbour"]
    harbour["commands"]["stow"]["sample"] = {"tag": "stow", "card": 7}
    harbour["facts"]["card_stowed"]["sample"] = {"tag": "card_stowed", "seat": 1}
    assert [line.partition(":")[0] for line in unreadable(harbour, games.game("harbour").rules)] == [
        "stow",
        "card_stowed",
    ]


@pytest.mark.parametrize("version", SEEDS)
def test_golden_records_of_every_edition_are_decided_again(version: int) -> None:
    """The old edition decides as ever, and its oldest facts are brought to their present form."""
    text = (RECORDS / f"edition_{version}.ndjson").read_bytes()
    report = verify_bytes(text)
    assert report.failed == ()
    assert next(check for check in report.checks if check.number == DECIDED_AGAIN).status == "passed"
    tags = {fact["tag"] for line in text.splitlines()[1:] for fact in decode(line)["entry"].get("facts", ())}
    assert ("cards_drawn" in tags) is (version == 1)
    assert ("cards_drawn@2" in tags) is (version != 1)


@pytest.mark.parametrize("version", SEEDS)
def test_golden_records_are_what_the_program_writes(version: int) -> None:
    """The same secrets and play give the same bytes; a difference is a change of the format or of the rules."""
    assert golden(version) == (RECORDS / f"edition_{version}.ndjson").read_bytes()


def test_an_edition_decided_otherwise_is_found() -> None:
    """Records of the first edition are wrong under the switches of the second."""
    text = (RECORDS / "edition_1.ndjson").read_bytes()
    rules = games.game("harbour").rules
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(rules), "editions", {1: HarbourEdition(version=1, deep_berths=True)})
        report = verify_bytes(text)
    assert next(check for check in report.checks if check.number == DECIDED_AGAIN).status == "failed"


def test_a_new_switch_changes_no_earlier_edition() -> None:
    """Its default is the old behaviour and is left out of the digest."""

    class Later(HarbourEdition, frozen=True, kw_only=True):
        fog: bool = False

    assert edition_digest(Later(version=1)) == edition_digest(HarbourEdition(version=1))
    assert edition_digest(Later(version=3, fog=True)) != edition_digest(Later(version=3))
