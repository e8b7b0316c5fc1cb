"""`evolve` refuses facts that contradict the state, and runs on redacted ones."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.panzer_clash.messages import (
    CardSalvaged,
    EventDiscarded,
    FactoryDestroyed,
    FactoryPlayed,
    ItemResolved,
    ModifierDestroyed,
    ModifierPlaced,
    PanzerFact,
    PrefsChange,
    ResponsePrefsSet,
    TerrainRevealed,
    TriggerDeclined,
    TurnStarted,
    UnitDeployed,
    UnitMoved,
    UnitPlayed,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import question
from domain.games.panzer_clash.view import to_act
from domain.kernel.refusals import NotThereError
from tests.games.panzer_clash.given import given, opened

TABLE = given(
    hands={0: "sov_t34"},
    junkyards={0: "sov_conscripts"},
    stacks={"a0": "1 mod_bunker", "b0": "1 sov_winter"},
    units=["c1 0 ger_tiger"],
    modifiers={"c1": "mod_trenches 0"},
    down="e4",
)


@pytest.mark.parametrize(
    "fact",
    [
        UnitPlayed(seat=0, unit_id="u2", card="ger_tiger", space="a0"),
        FactoryDestroyed(space="a1", left=0),
        UnitMoved(unit_id="u9", from_="c1", to="c2", spent=1),
        EventDiscarded(seat=0, card="sov_winter", space="a0"),
        EventDiscarded(seat=0, card="sov_winter", space="c2"),
        ModifierPlaced(seat=0, card="mod_bunker", from_="b0", space="c1"),
        ModifierDestroyed(seat=1, card="mod_trenches", space="c1"),
        ModifierDestroyed(seat=0, card="mod_trenches", space="c2"),
        CardSalvaged(seat=0, card="sov_partisans"),
        TerrainRevealed(space="c1", terrain="ter_plains"),
        TerrainRevealed(space="e4", terrain="ter_road"),
        TerrainRevealed(space="a0", terrain="ter_road"),
        ItemResolved(item_id=1),
        TriggerDeclined(trigger_id="t1"),
        UnitDeployed(seat=0, unit_id="u2", card="sov_conscripts", space="a1", trigger_id="t1"),
    ],
)
def test_facts_that_contradict_the_state(fact: PanzerFact) -> None:
    """Architecture 3: what is not there cannot leave."""
    with pytest.raises(NotThereError):
        RULES.evolve(TABLE, fact)


def test_a_factory_is_played_on_an_industry_space() -> None:
    """A space that is none is a contradiction."""
    state = given(hands={0: "factory"})
    with pytest.raises(NotThereError):
        RULES.evolve(state, FactoryPlayed(seat=0, space="c3", size=1))


def test_preferences_stay_unknown_once_they_are() -> None:
    """Nobody else learns more by a later change, nor by a new turn."""
    hidden = RULES.evolve(TABLE, ResponsePrefsSet(seat=1, prefs=None))
    assert hidden.players[1].prefs is None
    assert RULES.evolve(hidden, ResponsePrefsSet(seat=1, prefs=PrefsChange())).players[1].prefs is None
    assert RULES.evolve(hidden, TurnStarted(turn=6, seat=1)).players[1].prefs is None


def test_nobody_is_asked_before_the_first_fact() -> None:
    """An empty table has no question."""
    state = replace(opened(), agenda=())
    assert question(state) is None
    assert to_act(state) == {}
