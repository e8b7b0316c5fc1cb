"""Every card of the pool is played, and does what its text says."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.messages import (
    CardsDiscarded,
    CardsDrawn,
    Choice,
    FactoryDestroyed,
    SupplyDamaged,
    TerrainRevealed,
    UnitDamaged,
    UnitRepaired,
)
from domain.games.panzer_clash.state import State
from tests.games.panzer_clash.given import (
    DECLINE,
    END,
    RESOLVE,
    after,
    asked,
    at,
    attack,
    choose,
    code,
    deploy,
    event,
    facts_of,
    given,
    modifier,
    move,
    names,
    on,
    play,
    put,
    raid,
    resolve,
    shoot,
    unit,
)

UNITS = [kind.id for kind in SHIPPED.cards.values() if kind.card_type == "unit"]
MODIFIERS = [kind.id for kind in SHIPPED.cards.values() if kind.card_type == "modifier"]
TERRAIN = sorted(set(SHIPPED.terrain))


def attack_of(state: State, unit_id: str) -> int:
    return values.attack(state, state.units[unit_id])


def defense_of(state: State, unit_id: str) -> int:
    return values.defense(state, state.units[unit_id])


def left(state: State, unit_id: str) -> int:
    return values.movement_left(state, state.units[unit_id])


@pytest.mark.parametrize("card", UNITS)
def test_a_unit_is_played_for_its_cost_with_its_printed_values(card: str) -> None:
    """2.2 to 2.5: cost, attack, defense, movement."""
    kind = SHIPPED.cards[card]
    short = given(hands={0: card}, stacks={"a0": str(kind.cost - 1)} if kind.cost > 1 else {})
    assert code(short, unit(card, "a0")) == ("stack_too_small" if kind.cost > 1 else "no_stack")
    state = play(given(hands={0: card}, stacks={"a0": str(kind.cost)}), unit(card, "a0")).state
    played = state.units["u1"]
    assert (played.card, played.fresh, left(state, "u1")) == (card, True, 0)
    assert (attack_of(state, "u1"), defense_of(state, "u1")) == (kind.attack, kind.defense)
    assert values.movement(state, played) == kind.movement
    assert state.players[0].hand.cards == ()


@pytest.mark.parametrize("card", MODIFIERS)
def test_a_modifier_is_played_and_placed(card: str) -> None:
    """2.7."""
    state = given(hands={0: card}, stacks={"a0": str(SHIPPED.cards[card].cost)}, units=["c1 0 usa_riflemen"], ask=False)
    state = after(state, modifier(card, "a0"), END, END)
    state = play(state, put("a0", "c1")).state
    assert state.modifiers["c1"].card == card
    assert asked(state) == (0, "main")


@pytest.mark.parametrize(
    ("terrain", "infantry", "armor"),
    [
        ("plains", (2, 2, 1), (3, 4, 2)),
        ("forest", (2, 3, 1), (3, 4, 1)),
        ("hills", (2, 3, 1), (3, 4, 2)),
        ("city", (2, 4, 1), (2, 4, 2)),
        ("road", (2, 2, 2), (3, 4, 3)),
        ("river", (1, 2, 1), (2, 4, 2)),
        ("swamp", (2, 2, 1), (3, 4, 2)),
        ("jungle", (2, 2, 1), (3, 4, 2)),
        ("mountain", (2, 3, 1), (3, 5, 2)),
    ],
)
def test_terrain_changes_values(terrain: str, infantry: tuple[int, int, int], armor: tuple[int, int, int]) -> None:
    """2.7: attack, defense, movement of Riflemen and of a T-34; a Zero above does not care."""
    for card, wanted in (("usa_riflemen", infantry), ("sov_t34", armor), ("jpn_zero", (3, 2, 4))):
        state = given(units=[f"c2 0 {card}"], terrain={"c2": terrain})
        assert (attack_of(state, "u1"), defense_of(state, "u1"), left(state, "u1")) == wanted


@pytest.mark.parametrize("terrain", ["swamp", "mountain"])
def test_terrain_stops(terrain: str) -> None:
    """2.7: Swamp stops everybody, Mountain stops Armor; whatever flies goes on."""
    for card, stopped in (("sov_t34", True), ("sov_ski_troops", terrain == "swamp"), ("jpn_zero", False)):
        state = given(units=[f"c1 0 {card}"], terrain={"c2": terrain})
        state = play(state, move("u1", "c2")).state
        assert state.units["u1"].stopped is stopped


def test_all_terrain_is_there() -> None:
    """2.7: nine kinds."""
    assert len(TERRAIN) == 9


@pytest.mark.parametrize(
    ("card", "wanted"),
    [
        ("mod_bunker", (2, 4, 1)),
        ("mod_trenches", (2, 3, 1)),
        ("mod_supply_road", (2, 2, 2)),
        ("mod_fortress", (3, 5, 1)),
        ("mod_observation_post", (2, 2, 1)),
    ],
)
def test_modifiers_change_values_of_either_player(card: str, wanted: tuple[int, int, int]) -> None:
    """2.7, R39."""
    for owner in (0, 1):
        state = given(units=["c2 0 usa_riflemen"], modifiers={"c2": f"{card} {owner}"})
        assert (attack_of(state, "u1"), defense_of(state, "u1"), left(state, "u1")) == wanted


def test_minefield_hits_whoever_enters_or_passes() -> None:
    """`mod_minefield`; R32: passing counts as entering; aircraft fly over it."""
    state = given(units=["c1 0 ger_panzer4", "c2 0 ger_tiger"], modifiers={"c2": "mod_minefield 1"})
    acted = play(state, move("u1", "c2", "c3"))
    assert names(acted.facts) == ["UnitMoved", "UnitDamaged", "UnitMoved"]
    state = given(units=["c1 0 ger_grenadiers", "c2 0 ger_tiger"], modifiers={"c2": "mod_minefield 1"})
    state = given(units=["c1 0 sov_ski_troops", "c2 0 ger_tiger"], modifiers={"c2": "mod_minefield 1"})
    acted = play(state, move("u1", "c2", "c3"))
    assert names(acted.facts) == ["UnitMoved", "UnitDamaged", "UnitDestroyed"]
    assert acted.state.at == {"c2": "u2"}
    state = given(units=["c1 0 jpn_zero"], modifiers={"c2": "mod_minefield 1"})
    assert names(play(state, move("u1", "c2")).facts) == ["UnitMoved"]


def test_tank_traps_stop_armor() -> None:
    """`mod_tank_traps`."""
    for card, stopped in (("sov_t34", True), ("sov_ski_troops", False)):
        state = given(units=[f"c1 0 {card}"], modifiers={"c2": "mod_tank_traps 0"})
        assert play(state, move("u1", "c2")).state.units["u1"].stopped is stopped


def test_repair_depot_repairs_the_unit_of_its_owner() -> None:
    """`mod_repair_depot`; nothing is queued without a unit to repair (5.7), nor for aircraft (7.1)."""
    depot = {"c2": "mod_repair_depot 0"}
    state = given(units=["c2 0 sov_kv1 damage=3"], modifiers=depot)
    assert play(state, END).state.units["u1"].damage == 1
    for units in (["c2 0 sov_kv1"], ["c2 1 sov_kv1 damage=3"], ["c2 0 sov_il2 damage=1"], []):
        assert "TriggerQueued" not in names(play(given(units=units, modifiers=depot), END).facts)
    assert "TriggerQueued" not in names(
        play(given(seat=1, units=["c2 0 sov_kv1 damage=3"], modifiers=depot), END).facts
    )


def test_trenches_jungle_and_tiger_reduce_ranged_damage() -> None:
    """`damage_reduction` is cumulative; R65: a packet of 0 is recorded."""
    howitzer = "a1 0 jpn_howitzer"
    cases: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("usa_riflemen", {"modifiers": {"e4": "mod_trenches 1"}}, 1),
        ("usa_riflemen", {"modifiers": {"e4": "mod_trenches 1"}, "terrain": {"e4": "jungle"}}, 0),
        ("ger_tiger", {}, 1),
        ("sov_t34", {"modifiers": {"e4": "mod_trenches 1"}}, 2),
    )
    for target, place, wanted in cases:
        state = given(units=[howitzer, f"e4 1 {target}"], **place)
        acted = play(state, shoot("u1", "u2"))
        assert [hit.amount for hit in facts_of(acted.facts, UnitDamaged)] == [wanted]


def test_observation_post_and_hills_help_artillery() -> None:
    """`aura(ranged)`: the Betty flies and gains nothing."""
    state = given(
        units=["a1 0 jpn_howitzer", "b1 0 jpn_betty"],
        terrain={"a1": "hills", "b1": "hills"},
        modifiers={"a1": "mod_observation_post 0", "b1": "mod_observation_post 0"},
    )
    assert [values.ranged(state, unit) for unit in state.units.values()] == [4, 2]


def test_pioneers_destroy_a_modifier_or_not() -> None:
    """`ger_pioneers`: may destroy; without a modifier nothing happens."""
    state = given(
        hands={0: "ger_pioneers"}, stacks={"a0": "1"}, modifiers={"c4": "mod_bunker 1", "b4": "mod_trenches 1"}
    )
    state = play(state, unit("ger_pioneers", "a0")).state
    assert asked(state) == (0, "trigger_choice")
    state = play(state, resolve(on("c4"))).state
    assert (list(state.modifiers), state.players[1].junkyard) == (["b4"], ("mod_bunker",))
    state = given(hands={0: "ger_pioneers"}, stacks={"a0": "1"})
    assert names(play(state, unit("ger_pioneers", "a0")).facts) == ["UnitPlayed", "TriggerQueued", "TriggerSkipped"]


def test_a_unit_that_loses_its_bunker_may_be_destroyed() -> None:
    """7.3 `destroy_modifier`: state check."""
    state = given(
        hands={0: "ger_pioneers"},
        stacks={"a0": "1"},
        units=["c4 1 usa_riflemen damage=3"],
        modifiers={"c4": "mod_bunker 1"},
    )
    acted = play(play(state, unit("ger_pioneers", "a0")).state, resolve(on("c4")))
    assert names(acted.facts) == ["TriggerResolved", "ModifierDestroyed", "UnitDestroyed"]


@pytest.mark.parametrize("card", ["ger_scout_car", "usa_greyhound"])
def test_scouts_reveal(card: str) -> None:
    """`play: reveal(2)`: up to two, in the order of the field, skipped if none lies face down."""
    state = given(hands={0: card}, stacks={"a0": "1"}, down="a4 c2 e1")
    state = play(state, unit(card, "a0")).state
    for spaces in (("a4", "c2", "e1"), ("a4", "a4"), ("b1",)):
        assert code(state, resolve(Choice(spaces=spaces))) == "illegal_target"
    acted = play(state, resolve(Choice(spaces=("a4", "c2"))))
    assert [fact.space for fact in facts_of(acted.facts, TerrainRevealed)] == ["c2", "a4"]
    assert facts_of(play(state, resolve(Choice(spaces=()))).facts, TerrainRevealed) == []
    state = given(hands={0: card}, stacks={"a0": "1"})
    assert "TriggerSkipped" in names(play(state, unit(card, "a0")).facts)


@pytest.mark.parametrize("card", ["ger_panzergrenadiers", "usa_sherman", "sov_tank_riders"])
def test_adjacent_armor_helps(card: str) -> None:
    """`adjacent_bonus`: not cumulative, own Armor only, not itself."""
    printed = SHIPPED.cards[card].attack
    alone = given(units=[f"c2 0 {card}", "b2 0 usa_riflemen", "d2 1 sov_t34", "c4 0 sov_t34"])
    assert attack_of(alone, "u1") == printed
    helped = given(units=[f"c2 0 {card}", "b2 0 sov_t34", "d2 0 sov_t34"])
    assert attack_of(helped, "u1") == printed + 1


def test_paratroopers_drop() -> None:
    """`ger_paratroopers`: any free space of the own half; the space ahead may be passed like any other."""
    state = given(units=["a0 0 ger_paratroopers", "a1 0 sov_t34", "b2 0 sov_t34"], stacks={"a0": "2"})
    for space in ("b1", "e2", "c2"):
        assert code(state, move("u1", space)) is None
    for space in ("b2", "e3"):
        assert code(state, move("u1", space)) == "not_adjacent"
    assert code(state, move("u1", "a1")) == "destination_occupied"


@pytest.mark.parametrize("declines", [True, False])
def test_panzer_3_may_draw(declines: bool) -> None:
    """`ger_panzer3`: destroy: draw(1)?"""
    state = given(units=["c2 0 ger_panzer3", "c3 1 sov_t34"])
    state = play(state, attack("u1", "u2")).state
    assert asked(state) == (0, "trigger_choice")
    if declines:
        assert names(play(state, DECLINE).facts) == ["TriggerDeclined"]
    else:
        assert names(play(state, RESOLVE).facts) == ["TriggerResolved", "CardsDrawn"]


@pytest.mark.parametrize("card", ["ger_stug3", "jpn_ho_ni", "usa_hellcat", "sov_su85", "usa_mustang", "sov_il2"])
def test_bonus_in_battles(card: str) -> None:
    """`bonus_vs`: attacking and defending, against the matching types only."""
    kind = SHIPPED.cards[card]
    (word,) = kind.bonus_vs
    (wanted,) = word.filter.types
    enemy = {"Armor": "sov_kv1", "Aircraft": "jpn_betty"}[wanted]
    for other, bonus in ((enemy, word.attack), ("jpn_imperial_guard", 0)):
        state = given(units=[f"c2 0 {card}", f"c3 1 {other}"])
        acted = play(state, attack("u1", "u2"))
        assert facts_of(acted.facts, UnitDamaged)[0].amount == kind.attack + bonus
        state = given(seat=1, units=[f"c2 0 {card}", f"c3 1 {other}"])
        acted = play(state, attack("u2", "u1"))
        assert facts_of(acted.facts, UnitDamaged)[1].amount == kind.attack + bonus


def test_stuka_hits_armor_or_artillery() -> None:
    """`ger_stuka`: one enemy; a single one is taken without a question; none: skipped."""
    state = given(
        hands={0: "ger_stuka"}, stacks={"a0": "2"}, units=["e4 1 sov_kv1", "d4 1 usa_riflemen", "c0 0 ger_tiger"]
    )
    acted = play(state, unit("ger_stuka", "a0"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u1", 2)]
    state = given(hands={0: "ger_stuka"}, stacks={"a0": "2"}, units=["d4 1 usa_riflemen"])
    assert names(play(state, unit("ger_stuka", "a0")).facts)[-1] == "TriggerSkipped"


def test_snipers_cannot_be_shot_at() -> None:
    """`jpn_snipers`: immune, and a Ranged Attack of 1."""
    state = given(units=["a1 0 jpn_snipers", "e4 1 jpn_snipers"])
    assert code(state, shoot("u1", "u2")) == "illegal_target"
    acted = play(state, shoot("u1", 1))
    assert [(fact.seat, fact.amount) for fact in facts_of(acted.facts, SupplyDamaged)] == [(1, 1)]


@pytest.mark.parametrize(
    ("card", "terrain"),
    [
        ("jpn_jungle_infantry", ("jungle", "forest")),
        ("sov_guards_rifles", ("city", "forest")),
    ],
)
def test_terrain_bonus(card: str, terrain: tuple[str, str]) -> None:
    """`terrain_bonus`: attack and defense +1, besides what the terrain itself gives."""
    kind = SHIPPED.cards[card]
    for name in terrain:
        state = given(units=[f"c2 0 {card}"], terrain={"c2": name})
        given_by_terrain = {"jungle": 0, "forest": 1, "city": 2}[name]
        assert attack_of(state, "u1") == kind.attack + 1
        assert defense_of(state, "u1") == kind.defense + 1 + given_by_terrain
    assert attack_of(given(units=[f"c2 0 {card}"]), "u1") == kind.attack


def test_kamikaze_is_destroyed_after_its_attack() -> None:
    """`jpn_kamikaze`: after an attack on a unit or on the Supply, not after one that fizzled."""
    state = given(units=["c2 0 jpn_kamikaze", "c3 1 usa_howitzer"])
    acted = play(state, attack("u1", "u2"))
    assert list(acted.state.units) == []
    state = given(units=["c4 0 jpn_kamikaze"])
    acted = play(state, raid("u1"))
    assert names(acted.facts)[-1] == "UnitDestroyed"


def test_chi_ha_hits_back_when_destroyed() -> None:
    """`jpn_chi_ha`: destroy: damage_unit(1; one enemy); also in the Industry Zone (R20)."""
    state = given(
        hands={0: "jpn_surprise_raid"}, stacks={"a0": "2", "a5": "1"}, units=["a5 1 jpn_chi_ha fresh", "c2 0 sov_kv1"]
    )
    acted = play(state, event("jpn_surprise_raid", "a0", on("a5")))
    assert acted.state.units["u2"].damage == 1


@pytest.mark.parametrize("card", ["jpn_imperial_guard", "usa_b17"])
def test_some_hit_the_supply_when_destroyed(card: str) -> None:
    """`destroy: damage_supply(2; opponent)`."""
    state = given(units=["c2 0 ger_tiger", f"c3 1 {card} damage=2"])
    acted = play(state, attack("u1", "u2"))
    assert [(fact.seat, fact.amount, fact.source) for fact in facts_of(acted.facts, SupplyDamaged)] == [(0, 2, card)]


def test_engineers_repair() -> None:
    """`usa_engineers`: play: repair(2; one own damaged)."""
    state = given(
        hands={0: "usa_engineers"}, stacks={"a0": "1"}, units=["c2 0 sov_kv1 damage=1", "d2 1 sov_kv1 damage=1"]
    )
    acted = play(state, unit("usa_engineers", "a0"))
    assert [(fact.unit_id, fact.amount) for fact in facts_of(acted.facts, UnitRepaired)] == [("u1", 1)]


def test_ski_troops_damage_the_supply_more() -> None:
    """`sov_ski_troops`: supply_bonus(1)."""
    acted = play(given(units=["c4 0 sov_ski_troops"]), raid("u1"))
    assert [fact.amount for fact in facts_of(acted.facts, SupplyDamaged)] == [3]


def test_partisans_come_from_the_junkyard_and_strike() -> None:
    """`sov_partisans`: Junkyard-Trigger, and their Play-Effect then too."""
    state = given(units=["c4 0 jpn_ha_go"], supplies={1: "sov_partisans factory factory"})
    state = play(state, raid("u1")).state
    acted = play(state, deploy("a5"))
    assert names(acted.facts) == ["TriggerResolved", "UnitDeployed", "TriggerQueued", "TriggerResolved", "UnitDamaged"]
    assert acted.state.units["u1"].damage == 1
    assert acted.state.players[1].stacks[0].unit == "u2"


def test_rifle_squad_comes_from_the_junkyard() -> None:
    """`jpn_rifle_squad`: Junkyard-Trigger, declined or not."""
    state = given(units=["c4 0 jpn_ha_go"], supplies={1: "jpn_rifle_squad factory factory"})
    state = play(state, raid("u1")).state
    assert play(state, deploy("e4")).state.units["u2"].card == "jpn_rifle_squad"
    assert asked(after(state, DECLINE)) == (0, "main")


def test_bt_7_salvages_infantry() -> None:
    """`sov_bt7`: one card returns by itself, of two one is chosen, without one: skipped."""
    fight = ["c2 0 sov_bt7", "c3 1 sov_kv1"]
    state = play(given(units=fight, junkyards={0: "sov_conscripts sov_partisans"}), attack("u1", "u2")).state
    state = play(state, RESOLVE).state
    assert asked(state) == (0, "card_choice")
    state = play(state, choose("sov_partisans")).state
    assert state.players[0].hand.cards == ("sov_partisans",)
    state = play(given(units=fight, junkyards={0: "sov_conscripts"}), attack("u1", "u2")).state
    assert names(play(state, RESOLVE).facts) == ["TriggerResolved", "CardSalvaged"]
    assert names(play(given(units=fight), attack("u1", "u2")).facts)[-1] == "TriggerSkipped"


def test_katyusha_and_betty_shoot() -> None:
    """`ranged_attack` 3 and 2."""
    for card, amount in (("sov_katyusha", 3), ("jpn_betty", 2), ("usa_howitzer", 2), ("usa_b17", 2)):
        acted = play(given(units=[f"a1 0 {card}"]), shoot("u1", 1))
        assert [fact.amount for fact in facts_of(acted.facts, SupplyDamaged)] == [amount]


def played(card: str, *targets: Choice, **table: Any) -> State:
    """Play an event that is not answered."""
    table["stacks"] = {"a0": "3", **table.get("stacks", {})}
    return play(given(hands={0: card}, **table), event(card, "a0", *targets)).state


ARMY = ["c2 0 sov_t34 damage=1", "d2 0 usa_riflemen", "c0 0 sov_t34", "c3 1 sov_kv1 damage=2", "d3 1 jpn_ha_go"]


def test_ger_blitzkrieg() -> None:
    """All own Armor on the field: attack and movement +1 until end of turn; units that come later do not get it."""
    state = played("ger_blitzkrieg", units=ARMY)
    assert [(unit.attack, unit.movement) for unit in state.units.values()] == [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0)]
    assert left(state, "u1") == 3
    assert after(state, END).units["u1"].attack == 0


def test_ger_breakthrough() -> None:
    """A unit that has attacked may attack once more; it needs one."""
    state = given(hands={0: "ger_breakthrough"}, stacks={"a0": "1"}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"])
    assert code(state, event("ger_breakthrough", "a0", at("u1"))) == "no_legal_target"
    state = play(state, attack("u1", "u2")).state
    state = play(state, event("ger_breakthrough", "a0", at("u1"))).state
    assert code(state, attack("u1", "u2")) is None


def test_ger_field_workshop() -> None:
    """One own damaged Armor unit; from the Junkyard for nothing."""
    state = played("ger_field_workshop", at("u1"), units=ARMY)
    assert state.units["u1"].damage == 0
    shot = given(
        units=["c1 1 jpn_howitzer", "c2 0 sov_kv1 damage=4"], supplies={0: "ger_field_workshop factory"}, seat=1
    )
    state = play(shot, shoot("u1", 0)).state
    assert asked(state) == (0, "trigger_choice")
    state = play(state, resolve(at("u2"))).state
    assert (state.units["u2"].damage, state.players[0].junkyard[-1]) == (1, "ger_field_workshop")


def test_ger_panzerfaust() -> None:
    """3 damage to one enemy Armor unit."""
    assert played("ger_panzerfaust", at("u4"), units=ARMY).units["u4"].damage == 5


def test_ger_counterattack() -> None:
    """Attack +2 for one own unit."""
    assert attack_of(played("ger_counterattack", at("u2"), units=ARMY), "u2") == 4


def test_ger_armaments() -> None:
    """Stacks count one larger for own Armor; two add up (R11); not for Infantry."""
    state = played("ger_armaments")
    kind, guard = SHIPPED.cards["ger_tiger"], SHIPPED.cards["jpn_imperial_guard"]
    assert (values.power(state, 0, 2, kind), values.power(state, 0, 2, guard), values.power(state, 1, 2, kind)) == (
        3,
        2,
        2,
    )
    state = given(stacks={"a0": "1 ger_armaments", "b0": "1 ger_armaments"})
    assert values.power(state, 0, 1, kind) == 3


def test_jpn_banzai() -> None:
    """Attack +1 for all own Infantry."""
    assert [unit.attack for unit in played("jpn_banzai", units=ARMY).units.values()] == [0, 1, 0, 0, 0]


def test_jpn_ambush() -> None:
    """2 damage to one enemy unit."""
    assert list(played("jpn_ambush", at("u5"), units=ARMY).units) == ["u1", "u2", "u3", "u4"]


def test_jpn_surprise_raid() -> None:
    """One Factory from the top of an opposing stack; events on it stay (R19)."""
    state = given(hands={0: "jpn_surprise_raid"}, stacks={"a0": "2", "a5": "1 sov_winter", "b5": "2"})
    assert code(state, event("jpn_surprise_raid", "a0", on("c5"))) == "illegal_target"
    acted = play(state, event("jpn_surprise_raid", "a0", on("b5")))
    assert facts_of(acted.facts, FactoryDestroyed) == [FactoryDestroyed(space="b5", left=1)]
    assert acted.state.players[1].junkyard == ("factory",)


def test_jpn_tunnels() -> None:
    """An own Infantry unit goes to a free face-up space of the own half, and enters it."""
    state = given(
        hands={0: "jpn_tunnels"},
        stacks={"a0": "1"},
        units=["e4 0 usa_riflemen", "a1 1 sov_t34"],
        modifiers={"b1": "mod_minefield 1"},
        down="c1",
    )
    for space in ("c1", "a1", "e4", "a3"):
        assert code(state, event("jpn_tunnels", "a0", Choice(unit="u1", space=space))) == "illegal_target"
    acted = play(state, event("jpn_tunnels", "a0", Choice(unit="u1", space="d2")))
    assert (acted.state.units["u1"].space, acted.state.units["u1"].spent) == ("d2", 0)
    acted = play(state, event("jpn_tunnels", "a0", Choice(unit="u1", space="b1")))
    assert names(acted.facts)[-3:] == ["UnitRepositioned", "UnitDamaged", "UnitDestroyed"]


def test_jpn_espionage() -> None:
    """The opponent chooses two; a hand of two goes without a question, an empty one gives nothing."""
    state = given(hands={0: "jpn_espionage", 1: "factory ger_tiger sov_t34"}, stacks={"a0": "2"})
    state = play(state, event("jpn_espionage", "a0")).state
    assert asked(state) == (1, "card_choice")
    acted = play(state, choose("sov_t34 factory"))
    assert facts_of(acted.facts, CardsDiscarded)[0].cards == ("factory", "sov_t34")
    assert facts_of(acted.facts, CardsDiscarded)[0].by == "seat"
    small = given(hands={0: "jpn_espionage", 1: "sov_t34 factory"}, stacks={"a0": "2"})
    acted = play(small, event("jpn_espionage", "a0"))
    assert [(fact.cards, fact.by) for fact in facts_of(acted.facts, CardsDiscarded)] == [
        (("factory", "sov_t34"), "rule")
    ]
    none = given(hands={0: "jpn_espionage"}, stacks={"a0": "2"})
    assert names(play(none, event("jpn_espionage", "a0")).facts) == ["EventPlayed", "ItemResolved"]


def test_jpn_bushido() -> None:
    """1 Supply damage for each own Infantry unit that is destroyed, in the Industry Zone too (R62)."""
    state = given(units=["c2 0 usa_riflemen", "c3 1 sov_kv1"], stacks={"a0": "1 jpn_bushido", "b0": "1 jpn_bushido"})
    acted = play(state, attack("u1", "u2"))
    assert [fact.seat for fact in facts_of(acted.facts, SupplyDamaged)] == [1, 1]
    state = given(units=["c2 0 jpn_ha_go", "c3 1 sov_kv1"], stacks={"a0": "1 jpn_bushido"})
    assert facts_of(play(state, attack("u1", "u2")).facts, SupplyDamaged) == []
    state = given(
        hands={0: "jpn_surprise_raid"},
        stacks={"a0": "2", "a5": "1", "b5": "1 jpn_bushido"},
        units=["a5 1 jpn_rifle_squad"],
    )
    acted = play(state, event("jpn_surprise_raid", "a0", on("a5")))
    assert [fact.seat for fact in facts_of(acted.facts, SupplyDamaged)] == [0]


def test_usa_air_support() -> None:
    """3 damage to one enemy unit."""
    assert played("usa_air_support", at("u4"), units=ARMY).units["u4"].damage == 5


def test_usa_assembly_line() -> None:
    """One more Factory."""
    assert played("usa_assembly_line").factories_left == 2


def test_usa_code_breakers() -> None:
    """Only an opposing event directly below on the chain can be cancelled."""
    state = given(hands={0: "usa_code_breakers"}, stacks={"a0": "1"})
    assert code(state, event("usa_code_breakers", "a0")) == "nothing_to_cancel"


def test_usa_carpet_bombing() -> None:
    """2 damage to each enemy unit in a row; always playable (R45)."""
    state = played("usa_carpet_bombing", Choice(row=3), units=ARMY)
    assert (list(state.units), state.units["u4"].damage) == (["u1", "u2", "u3", "u4"], 4)
    assert played("usa_carpet_bombing", Choice(row=1)).units == {}


def test_usa_war_bonds() -> None:
    """Each packet of a unit's attack or Ranged Attack is one smaller, never below 0; effects are not."""
    for attacker, command, wanted in (
        ("c4 0 ger_tiger", raid("u1"), 4),
        ("c1 0 jpn_snipers", shoot("u1", 1), 0),
    ):
        acted = play(given(units=[attacker], stacks={"a5": "1 usa_war_bonds"}), command)
        assert [fact.amount for fact in facts_of(acted.facts, SupplyDamaged)] == [wanted]
    state = given(units=["c2 0 jpn_imperial_guard damage=4", "c3 1 sov_kv1"], stacks={"a5": "1 usa_war_bonds"})
    acted = play(state, attack("u1", "u2"))
    assert [fact.amount for fact in facts_of(acted.facts, SupplyDamaged)] == [2]


def test_usa_maintenance() -> None:
    """End of turn: 1 damage less on each own unit on the field."""
    state = given(units=ARMY, stacks={"a0": "1 usa_maintenance"})
    assert after(state, END).units["u1"].damage == 0
    assert played("usa_maintenance", units=ARMY).permanents == ((0, "a0", "usa_maintenance"),)


def test_sov_mass_assault() -> None:
    """Attack and movement +1 for all own Infantry."""
    state = played("sov_mass_assault", units=ARMY)
    assert [(unit.attack, unit.movement) for unit in state.units.values()][:2] == [(0, 0), (1, 1)]


def test_sov_mobilization() -> None:
    """3 damage to the own Supply, then an Infantry card returns; the player sees what was discarded (R57)."""
    state = given(
        hands={0: "sov_mobilization"},
        stacks={"a0": "1"},
        supplies={0: "usa_riflemen factory jpn_snipers factory factory"},
    )
    state = play(state, event("sov_mobilization", "a0")).state
    assert asked(state) == (0, "card_choice")
    state = play(state, choose("jpn_snipers")).state
    assert state.players[0].hand.cards == ("jpn_snipers",)
    acted = play(given(hands={0: "sov_mobilization"}, stacks={"a0": "1"}), event("sov_mobilization", "a0"))
    assert names(acted.facts) == ["EventPlayed", "ItemResolved", "SupplyDamaged"]


def test_sov_encirclement() -> None:
    """A damaged enemy unit is destroyed whatever its defense."""
    assert "u4" not in played("sov_encirclement", at("u4"), units=ARMY).units
    state = given(hands={0: "sov_encirclement"}, stacks={"a0": "2"}, units=ARMY)
    assert code(state, event("sov_encirclement", "a0", at("u5"))) == "illegal_target"


def test_sov_rasputitsa() -> None:
    """An enemy unit cannot move until end of turn; it may attack."""
    state = given(
        seat=1, hands={0: "sov_rasputitsa"}, stacks={"a0": "1"}, units=["c2 0 sov_kv1", "c3 1 sov_kv1"], ask=True
    )
    state = play(state, attack("u2", "u1")).state
    state = play(state, event("sov_rasputitsa", "a0", at("u2"))).state
    assert code(state, move("u2", "d3")) == "unit_stopped"
    assert state.units["u1"].damage == 2


def test_sov_maskirovka() -> None:
    """A Ranged Attack is cancelled like an attack."""
    state = given(seat=1, hands={0: "sov_maskirovka"}, stacks={"a0": "1"}, units=["c3 1 jpn_howitzer"])
    state = play(state, shoot("u1", 0)).state
    acted = play(state, event("sov_maskirovka", "a0"))
    assert facts_of(acted.facts, SupplyDamaged) == []
    assert acted.state.units["u1"].attacks_left == 0


def test_sov_winter() -> None:
    """Enemy units have movement -1, never below 1; aircraft too."""
    state = played("sov_winter", units=["c2 1 jpn_zero", "d2 1 sov_kv1", "e2 0 sov_t34", "a5 1 jpn_zero"])
    assert [values.movement(state, unit) for unit in state.units.values()] == [3, 1, 2, 4]


@pytest.mark.parametrize("card", ["axis_reserves", "allies_lend_lease"])
def test_reserves_draw_two(card: str) -> None:
    """Two cards; from the Junkyard for nothing, in either player's turn (R42)."""
    state = given(hands={0: card}, stacks={"a0": "1"})
    assert [len(fact.cards) for fact in facts_of(play(state, event(card, "a0")).facts, CardsDrawn)] == [2]
    state = play(given(units=["c4 0 jpn_ha_go"], supplies={1: f"{card} factory factory factory"}), raid("u1")).state
    acted = play(state, RESOLVE)
    assert [(fact.seat, len(fact.cards)) for fact in facts_of(acted.facts, CardsDrawn)] == [(1, 2)]


@pytest.mark.parametrize("card", ["axis_saboteurs", "allies_commando_raid"])
def test_saboteurs_end_a_permanent_event_of_either_player(card: str) -> None:
    """It goes to its owner's Junkyard; its effect ends."""
    for space, owner in (("a5", 1), ("b0", 0)):
        state = played(card, on(space), stacks={"a5": "1 sov_winter", "b0": "1 ger_armaments"})
        assert space not in [where for _, where, _ in state.permanents]
        assert len(state.players[owner].junkyard) == 1


def test_every_event_is_played_by_a_test_of_its_name() -> None:
    """Issue: each card played at least once in a test that names it."""
    events = [kind.id for kind in SHIPPED.cards.values() if kind.card_type == "event"]
    shared = ["axis_reserves", "allies_lend_lease", "axis_saboteurs", "allies_commando_raid"]
    assert [card for card in events if card not in shared and f"test_{card}" not in globals()] == []
