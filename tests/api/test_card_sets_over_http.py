"""A corrected card set of an operator, for every game that has cards as data: it travels in the record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from api.running.bots import fresh_chance, play_out
from domain import games
from domain.games.fightdrome.cards.card_file import SHIPPED_TEXT as FIGHTDROME
from domain.games.panzer_clash.cards.card_file import SHIPPED_TEXT as PANZER_CLASH
from domain.kernel.cards.card_sets import card_set_digest
from domain.record.lines import read, split
from tests.api.world import DUEL, World, code
from tests.games.fightdrome.test_cards import stronger
from tests.games.panic_clan_inviter.given import texts
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

NDJSON = {"Accept": "application/x-ndjson"}
CORRECTED: Mapping[str, bytes] = {  # one number of the shipped set is another
    "fightdrome": stronger(FIGHTDROME),
    "panic_clan_inviter": texts(g6="draw(2)"),
    "panzer_clash": PANZER_CLASH.replace(b"\tMedium Tank\tgerman\t2\t4\t3\t", b"\tMedium Tank\tgerman\t2\t5\t3\t"),
}
NAMED: Mapping[str, Any] = {"panic_clan_inviter": {"card_set": "corrected"}}  # options that say so too
BOTS = [{"kind": "bot", "bot": "random"}] * 2


def played(world: World, name: str, *, card_set: bytes | None = None) -> bytes:
    """Return the record of a table that bots have played, opened with an operator's key."""
    body: dict[str, Any] = {"game": name, "seats": BOTS}
    if card_set is not None:
        body |= {"card_set": card_set.decode(), "options": NAMED.get(name, {})}
    answer = world.post("/tables", body, token=world.key("operator"))
    assert answer.status_code == 201, answer.text
    table = answer.json["table"]
    assert table["card_set"] == (games.game(name).rules.default_data if card_set is None else card_set_digest(card_set))
    play_out(world.store, table["id"], fresh_chance(), world.clock)
    return world.get(f"/tables/{table['id']}/record", headers=NDJSON).data


@pytest.mark.parametrize("name", CORRECTED)
def test_a_corrected_set_is_played_and_verified_and_old_records_keep_theirs(world: World, name: str) -> None:
    """Done when of issue 4: the set travels in the record, and a record from before still verifies with the old one."""
    assert card_set_digest(CORRECTED[name]) != games.game(name).rules.default_data
    old, new = played(world, name), played(world, name, card_set=CORRECTED[name])
    (travelling,) = read(split(new)).card_sets
    assert travelling.text.encode() == CORRECTED[name]
    assert read(split(old)).card_sets == ()
    assert sound(*[copy for text in (old, new) for copy in copies(text, 2).values()])


@pytest.mark.parametrize("name", CORRECTED)
def test_a_card_set_needs_an_operators_key(world: World, name: str) -> None:
    asked = {"game": name, "seats": DUEL, "card_set": CORRECTED[name].decode(), "options": NAMED.get(name, {})}
    assert code(world.post("/tables", asked), 403) == "not_allowed"
    assert code(world.post("/tables", asked, token=world.key("organiser")), 403) == "not_allowed"
    assert world.store.listings.count() == 0


@pytest.mark.parametrize("name", CORRECTED)
def test_a_card_set_that_cannot_be_played_is_refused_with_its_line(world: World, name: str) -> None:
    lines = CORRECTED[name].decode().split("\n")
    broken = "\n".join([*lines[:2], lines[2].rpartition("\t")[0], *lines[3:]])
    asked = {"game": name, "seats": DUEL, "card_set": broken, "options": NAMED.get(name, {})}
    answer = world.post("/tables", asked, token=world.key("operator"))
    assert code(answer, 422) == games.game(name).rules.bad_options
    assert re.search(r"(:|line )3: ", answer.json["detail"])


def test_every_game_with_cards_as_data_is_here() -> None:
    having = {name for name in games.shipped() if games.game(name).rules.default_data is not None}
    assert set(CORRECTED) == having
