"""Rulings of section 9 that no worked example shows, and the answers of the clock (section 8)."""

from __future__ import annotations

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards import Pool
from domain.games.panzer_clash.cards.card_file import SHIPPED_TEXT, parse
from domain.games.panzer_clash.messages import (
    CardsDiscarded,
    Choice,
    ChooseDeck,
    ChooseNextTrigger,
    FirstPlayerChosen,
    GameEnded,
    PlaceModifiers,
    SupplyDamaged,
    SupplyShuffled,
    TerrainLaid,
    TriggerQueued,
    UnitDamaged,
    UnitDestroyed,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import State
from domain.kernel.messages import TimeOut
from tests.games.panzer_clash.given import (
    DECLINE,
    END,
    KEEP,
    PASS,
    RESOLVE,
    after,
    asked,
    at,
    attack,
    choose,
    code,
    deploy,
    event,
    factory,
    facts_of,
    given,
    modifier,
    move,
    names,
    on,
    opened,
    play,
    raid,
    resolve,
    shoot,
    started,
    unit,
)

CLOCK = TimeOut()


def cheap(changes: dict[str, str]) -> Pool:
    """Return the pool with other abilities for some cards."""
    lines = SHIPPED_TEXT.decode("utf-8").splitlines()
    for number, line in enumerate(lines):
        cells = line.split("\t")
        if cells[1] in changes:
            cells[13] = changes[cells[1]]
            lines[number] = "\t".join(cells)
    return parse("\n".join([*lines, ""]).encode("utf-8"))


def test_r3_r5_setup_uses_chance_in_its_order() -> None:
    """Section 4: terrain, who begins, Supply of seat 0, Supply of seat 1; then hands of seven."""
    state = play(opened(), ChooseDeck(deck_id="deck_german_60"), seat=0).state
    assert sorted(RULES.to_act(state)) == [1]
    acted = play(state, ChooseDeck(deck_id="deck_soviet_60"), seat=1)
    kinds = (TerrainLaid, FirstPlayerChosen, SupplyShuffled)
    assert [type(fact) for fact in acted.facts if isinstance(fact, kinds)] == [
        TerrainLaid,
        FirstPlayerChosen,
        SupplyShuffled,
        SupplyShuffled,
    ]
    assert [len(player.hand) for player in acted.state.players] == [7, 7]
    first = acted.state.first
    assert first is not None
    assert asked(acted.state) == (first, "mulligan")
    assert asked(play(acted.state, KEEP).state) == (1 - first, "mulligan")
    for seat in (0, 1):
        assert started(("deck_german_60", "deck_soviet_60"), first_player=f"seat{seat}").first == seat


def test_r7_a_factory_slides_under_whatever_lies_on_its_stack() -> None:
    """R7, R8."""
    state = given(hands={0: "factory"}, stacks={"a0": "1 sov_winter"})
    state = play(state, factory("a0")).state
    assert (state.players[0].stacks[0].factories, state.players[0].stacks[0].card) == (2, "sov_winter")


def test_r13_an_enemy_in_front_blocks_the_industry_zone_unless_it_flies() -> None:
    """R12, R13, R14."""
    state = given(units=["c0 0 ger_tiger", "d0 0 jpn_zero", "c1 1 sov_kv1", "d1 1 sov_kv1"])
    assert code(state, move("u1", "c1", "c2")) == "blocked_by_enemy"
    assert code(state, move("u1", "b1")) == "not_adjacent"
    assert code(state, move("u2", "d1", "d2")) is None
    assert code(state, move("u2", "d1", "c1")) == "destination_occupied"


def test_r16_a_deployed_unit_is_fresh_until_its_owners_next_main_phase() -> None:
    """R16, R17: also on a space without Factories."""
    state = given(units=["c1 1 jpn_howitzer"], supplies={1: "sov_conscripts factory factory"}, seat=1)
    state = play(play(state, shoot("u1", 1)).state, deploy("b5")).state
    assert code(state, move("u2", "b4")) == "unit_fresh"
    state = after(state, END, END)
    assert code(state, move("u2", "b4")) is None
    assert state.players[1].stacks[1].factories == 0


def test_r18_a_unit_stays_on_a_stack_below_its_cost() -> None:
    """R18, R19."""
    state = given(hands={0: "jpn_surprise_raid"}, stacks={"a0": "2", "a5": "3"}, units=["a5 1 sov_is2 fresh"])
    assert "u1" in play(state, event("jpn_surprise_raid", "a0", on("a5"))).state.units


def test_r20_r54_targets_are_on_the_field() -> None:
    """Units in the Industry Zone are no targets."""
    state = given(hands={0: "usa_air_support"}, stacks={"a0": "2"}, units=["a5 1 sov_kv1"])
    assert code(state, event("usa_air_support", "a0", at("u1"))) == "no_legal_target"
    assert code(given(units=["a1 0 jpn_howitzer", "a5 1 sov_kv1"]), shoot("u1", "u2")) == "illegal_target"


def test_r23_a_ranged_attack_may_hit_friend_and_own_supply() -> None:
    """R23, R24."""
    state = given(units=["a1 0 jpn_howitzer", "c1 0 ger_tiger", "c3 1 jpn_howitzer"])
    acted = play(state, shoot("u1", "u2"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u2", 1)]
    assert [fact.seat for fact in facts_of(play(state, shoot("u1", 0)).facts, SupplyDamaged)] == [0]


def test_r28_a_unit_with_attack_0_may_attack() -> None:
    """It deals nothing; R65: a packet of 0 is recorded."""
    state = given(units=["c2 0 ger_scout_car", "c3 1 sov_kv1"], terrain={"c2": "river"})
    acted = play(state, attack("u1", "u2"))
    assert [hit.amount for hit in facts_of(acted.facts, UnitDamaged)] == [0, 2]


def test_r30_an_attack_fizzles_when_the_target_has_gone_away() -> None:
    """6.7: the units are no longer adjacent; the attack is used up."""
    state = given(
        hands={1: "jpn_tunnels factory"}, stacks={"a5": "1"}, units=["c3 0 ger_tiger", "c4 1 usa_riflemen"], terrain={}
    )
    state = play(state, attack("u1", "u2")).state
    acted = play(state, event("jpn_tunnels", "a5", Choice(unit="u2", space="e4")))
    assert names(acted.facts)[-1] == "ItemFizzled"
    assert acted.state.units["u1"].attacks_left == 0


def test_attacks_on_a_supply_and_shots_fizzle_without_their_unit() -> None:
    """6.7, 6.8: the attacker, or the target, is destroyed by the answer."""
    for units, command, answer in (
        (["c4 0 usa_riflemen"], raid("u1"), "u1"),
        (["c4 0 jpn_howitzer"], shoot("u1", 1), "u1"),
        (["c1 0 jpn_howitzer", "c3 0 jpn_zero"], shoot("u1", "u2"), "u2"),
    ):
        state = given(hands={1: "usa_air_support"}, stacks={"a5": "2"}, units=units)
        state = play(state, command).state
        acted = play(state, event("usa_air_support", "a5", at(answer)))
        assert names(acted.facts)[-1] == "ItemFizzled"


def test_r36_a_modifier_without_a_legal_space_waits_on() -> None:
    """R35, R36: every space of the Back Line has one, and there is no unit."""
    full = {f"{column}1": "mod_trenches 1" for column in "abcde"}
    state = given(hands={0: "mod_bunker"}, stacks={"a0": "2"}, modifiers=full)
    state = after(state, modifier("mod_bunker", "a0"), END, END)
    assert (asked(state), state.players[0].stacks[0].card) == ((0, "main"), "mod_bunker")


def test_a_single_placement_is_made_by_itself() -> None:
    """5.1: exactly one legal answer."""
    most = {f"{column}1": "mod_trenches 1" for column in "abcd"}
    state = given(hands={0: "mod_bunker"}, stacks={"a0": "2"}, modifiers=most)
    state = after(state, modifier("mod_bunker", "a0"), END, END)
    assert state.modifiers["e1"].card == "mod_bunker"


def test_r42_a_junkyard_event_is_no_chain_item() -> None:
    """R40 to R42, R56: no window, the card stays in the Junkyard; declined: nothing happens."""
    state = given(
        units=["c4 0 jpn_ha_go"],
        supplies={1: "jpn_ambush factory factory"},
        hands={0: "factory"},
        stacks={"a0": "1"},
    )
    state = play(state, raid("u1")).state
    declined = play(state, DECLINE)
    assert names(declined.facts) == ["TriggerDeclined"]
    acted = play(state, resolve(at("u1")))
    assert "ResponseOpened" not in names(acted.facts)
    assert acted.state.players[1].junkyard[-1] == "jpn_ambush"


def test_r41_discards_from_a_hand_set_nothing_off() -> None:
    """Only what comes straight from the Supply."""
    state = given(hands={0: "jpn_espionage", 1: "jpn_ambush sov_conscripts"}, stacks={"a0": "2"})
    assert facts_of(play(state, event("jpn_espionage", "a0")).facts, TriggerQueued) == []


def test_r43_a_flash_event_may_be_played_in_the_own_main_phase() -> None:
    """R43, R66."""
    state = given(hands={0: "ger_counterattack"}, stacks={"a0": "1"}, units=["c1 0 ger_tiger"])
    assert play(state, event("ger_counterattack", "a0", at("u1"))).state.units["u1"].attack == 2


def test_r57_a_target_that_no_longer_matches_is_left_out() -> None:
    """7.2: on resolution a chosen target must still match the filter."""
    state = given(
        hands={0: "sov_encirclement", 1: "usa_air_support"},
        stacks={"a0": "2", "a5": "2"},
        units=["c3 1 sov_kv1 damage=1", "c2 0 usa_riflemen"],
    )
    state = play(state, event("sov_encirclement", "a0", at("u1"))).state
    acted = play(state, event("usa_air_support", "a5", at("u2")))
    assert "u1" not in acted.state.units
    repaired = cheap({"usa_air_support": "resolve repair(amount=3, select=one, controller=own)"})
    state = given(
        pool=repaired,
        hands={0: "sov_encirclement", 1: "usa_air_support"},
        stacks={"a0": "2", "a5": "2"},
        units=["c3 1 sov_kv1 damage=1", "c2 0 usa_riflemen"],
    )
    state = play(state, event("sov_encirclement", "a0", at("u1"))).state
    acted = play(state, event("usa_air_support", "a5", at("u1")))
    assert acted.state.units["u1"].damage == 0


def test_r58_the_last_triggers_are_lost_when_copies_left_the_junkyard() -> None:
    """Two Conscripts are discarded, one returns to the hand: one trigger is left."""
    pool = cheap({"ger_breakthrough": "resolve damage_supply(amount=2, player=self); resolve salvage(types=Infantry)"})
    state = given(
        pool=pool,
        hands={0: "ger_breakthrough"},
        stacks={"a0": "1"},
        supplies={0: "sov_conscripts sov_conscripts factory factory"},
    )
    state = play(state, event("ger_breakthrough", "a0")).state
    assert asked(state) == (0, "card_choice")
    state = play(state, choose("sov_conscripts")).state
    assert asked(state) == (0, "trigger_choice")
    acted = play(state, deploy("b0"))
    assert names(acted.facts)[-1] == "TriggerSkipped"
    assert asked(acted.state) == (0, "main")


def test_r58_both_of_two_copies_may_be_deployed() -> None:
    """Copies that were deployed by the packet's triggers are not missing."""
    state = given(units=["c4 0 jpn_ha_go"], supplies={1: "sov_conscripts sov_conscripts factory"})
    state = play(state, raid("u1")).state
    state = play(play(state, deploy("a5")).state, deploy("b5")).state
    assert [unit.card for unit in state.units.values()][1:] == ["sov_conscripts", "sov_conscripts"]


def test_r63_destroyed_units_reach_the_junkyard_by_unit_id() -> None:
    """Carpet Bombing of a row."""
    state = given(
        hands={0: "usa_carpet_bombing"},
        stacks={"a0": "3"},
        units=["e3 1 usa_riflemen", "a3 1 jpn_ha_go", "b3 1 jpn_zero"],
    )
    acted = play(state, event("usa_carpet_bombing", "a0", Choice(row=3)))
    assert [gone.unit_id for gone in facts_of(acted.facts, UnitDestroyed)] == ["u1", "u2", "u3"]
    assert acted.state.players[1].junkyard == ("jpn_zero", "jpn_ha_go", "usa_riflemen")


def test_r63_cards_of_a_hand_reach_the_junkyard_by_card_id() -> None:
    """Chosen for the hand limit, or all gone by an effect: no order of holding or naming is shown."""
    ten = "sov_t34 ger_tiger factory jpn_zero factory factory factory factory factory factory"
    for hand, named in ((ten, "sov_t34 factory ger_tiger"), (ten[8:] + " sov_t34", "ger_tiger sov_t34 factory")):
        state = play(given(hands={0: hand}, ask=False), END).state
        acted = play(state, choose(named))
        assert facts_of(acted.facts, CardsDiscarded)[0].cards == ("factory", "ger_tiger", "sov_t34")
        assert acted.state.players[0].junkyard == ("sov_t34", "ger_tiger", "factory")
    for hand in ("sov_t34 factory", "factory sov_t34"):
        small = given(hands={0: "jpn_espionage", 1: hand}, stacks={"a0": "2"})
        acted = play(small, event("jpn_espionage", "a0"))
        assert facts_of(acted.facts, CardsDiscarded)[0].cards == ("factory", "sov_t34")


def test_r64_identical_triggers_follow_without_a_question() -> None:
    """Two Repair Depots are identical; a Depot and Maintenance are not."""
    depots = {"c1": "mod_repair_depot 0", "d1": "mod_repair_depot 0"}
    units = ["c1 0 sov_kv1 damage=3", "d1 0 sov_kv1 damage=3"]
    acted = play(given(units=units, modifiers=depots), END)
    assert names(acted.facts).count("TriggerResolved") == 2
    state = play(given(units=units, modifiers=depots, stacks={"a0": "1 usa_maintenance"}), END).state
    assert asked(state) == (0, "trigger_order")
    assert [trigger.space for trigger in state.triggers] == ["a0", "c1", "d1"]
    acted = play(state, ChooseNextTrigger(trigger_id="t1"))
    assert asked(acted.state)[1] == "main"


def test_r53_expiry_comes_before_end_effects() -> None:
    """5.5: boosts end, then "end" abilities."""
    state = given(units=["c1 0 sov_kv1 damage=1 attack=2 stopped"], stacks={"a0": "1 usa_maintenance"})
    order = names(play(state, END).facts)
    assert order.index("TurnEffectsEnded") < order.index("TriggerQueued")
    ended = play(state, END).state.units["u1"]
    assert (ended.attack, ended.stopped, ended.damage) == (0, False, 0)


def test_a_unit_that_enters_may_not_survive_what_destroys() -> None:
    """7.3 `destroy_unit` as an enter effect; several effects end when the unit is gone."""
    pool = cheap({"mod_minefield": "enter destroy_unit(select=entering); enter damage_unit(amount=1, select=entering)"})
    state = given(pool=pool, units=["c1 0 sov_kv1"], modifiers={"c2": "mod_minefield 1"})
    acted = play(state, move("u1", "c2"))
    assert names(acted.facts) == ["UnitMoved", "UnitDestroyed"]
    pool = cheap({"mod_minefield": "enter damage_unit(amount=1, select=all, controller=enemy)"})
    state = given(
        pool=pool, units=["c1 0 sov_kv1", "e1 1 sov_kv1", "a0 0 sov_kv1"], modifiers={"c2": "mod_minefield 1"}
    )
    acted = play(state, move("u1", "c2"))
    assert [hit.unit_id for hit in facts_of(acted.facts, UnitDamaged)] == ["u1"]


def test_an_aura_may_take_defense_away() -> None:
    """5.7: also a unit without damage is destroyed at defense 0."""
    pool = cheap({"sov_winter": "static aura(defense=-2, controller=enemy)"})
    state = given(
        pool=pool, hands={0: "sov_winter"}, stacks={"a0": "2"}, units=["c3 1 usa_riflemen", "c2 0 usa_riflemen"]
    )
    assert list(play(state, event("sov_winter", "a0")).state.units) == ["u2"]
    assert values.defense(state, state.units["u1"]) == 2


def test_an_effect_that_raises_the_factory_limit_is_for_the_active_player() -> None:
    """7.3 `extra_factory`: this turn."""
    pool = cheap({"jpn_ambush": "resolve extra_factory(count=1)"})
    state = given(pool=pool, units=["c4 0 jpn_ha_go"], supplies={1: "jpn_ambush factory factory"})
    state = play(state, raid("u1")).state
    assert names(play(state, RESOLVE).facts) == ["TriggerResolved"]


def test_a_factory_effect_stops_at_an_empty_stack() -> None:
    """7.3 `destroy_factory`: that many, as far as there are."""
    pool = cheap({"jpn_surprise_raid": "resolve destroy_factory(count=3)"})
    state = given(pool=pool, hands={0: "jpn_surprise_raid"}, stacks={"a0": "2", "a5": "2"})
    acted = play(state, event("jpn_surprise_raid", "a0", on("a5")))
    assert names(acted.facts).count("FactoryDestroyed") == 2


def test_a_trigger_of_repair_may_name_a_unit_or_a_row() -> None:
    """5.7: end triggers of `repair` with no unit to repair are not queued."""
    pool = cheap({"usa_maintenance": "end repair(amount=1, select=one, controller=own, damaged=yes)"})
    for units, queued in ((["c1 0 sov_kv1 damage=1"], 1), (["c1 0 sov_kv1"], 0)):
        state = given(pool=pool, units=units, stacks={"a0": "1 usa_maintenance"})
        assert names(play(state, END).facts).count("TriggerQueued") == queued
    pool = cheap({"usa_maintenance": "end draw(count=1)"})
    state = given(pool=pool, stacks={"a0": "1 usa_maintenance"})
    assert "CardsDrawn" in names(play(state, END).facts)


def test_a_self_effect_needs_the_unit_on_the_field() -> None:
    """R54: only units on the field are ever targets."""
    pool = cheap({"usa_riflemen": "play boost(attack=1, select=self)"})
    state = given(pool=pool, hands={0: "usa_riflemen"}, stacks={"a0": "1"})
    acted = play(state, unit("usa_riflemen", "a0"))
    assert names(acted.facts) == ["UnitPlayed", "TriggerQueued", "TriggerResolved"]


def test_after_attack_needs_the_attacker() -> None:
    """7.1: after its attack was carried out; a unit that fell in it does nothing more."""
    pool = cheap({"ger_tiger": "after_attack damage_supply(amount=1, player=opponent)"})
    for damage, packets in ((0, 1), (5, 0)):
        state = given(pool=pool, units=[f"c2 0 ger_tiger damage={damage}", "c3 1 sov_kv1"])
        assert len(facts_of(play(state, attack("u1", "u2")).facts, SupplyDamaged)) == packets


def test_the_clock_chooses_a_deck_or_gives_the_game_up() -> None:
    """Section 8: the first legal ready-made deck by id, without one the game is lost."""
    state = play(opened(), CLOCK, seat=1).state
    assert state.players[1].side == "allies"
    state = play(opened(opposing_sides=True), ChooseDeck(deck_id="deck_american_60"), seat=0).state
    assert play(state, CLOCK, seat=1).state.players[1].side == "axis"
    acted = play(opened(deck_size=50), CLOCK, seat=0)
    assert facts_of(acted.facts, GameEnded) == [GameEnded(winner=1, reason="concession", ended_by="time")]


def test_the_clock_answers_every_question() -> None:
    """Section 8: keep, pass, end, decline or the first target, lowest trigger, first space, cards by id."""
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat0")
    assert names(play(state, CLOCK).facts) == ["HandKept"]
    assert "PhaseItemPut" in names(play(given(), CLOCK).facts)
    fight = given(hands={1: "factory"}, stacks={"a5": "1"}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"])
    window = play(fight, attack("u1", "u2")).state
    assert names(play(window, CLOCK).facts) == names(play(window, PASS).facts)
    both = play(given(units=["c2 0 jpn_chi_ha damage=1", "c3 1 usa_b17", "e4 1 sov_kv1"]), attack("u1", "u2")).state
    assert play(both, CLOCK).facts == play(both, ChooseNextTrigger(trigger_id="t1")).facts
    optional = play(given(units=["c2 0 ger_panzer3", "c3 1 sov_t34"]), attack("u1", "u2")).state
    assert names(play(optional, CLOCK).facts) == ["TriggerDeclined"]
    stuka = given(hands={0: "ger_stuka"}, stacks={"a0": "2"}, units=["e4 1 sov_kv1", "d4 1 sov_kv1"])
    stuka = play(stuka, unit("ger_stuka", "a0")).state
    assert [hit.unit_id for hit in facts_of(play(stuka, CLOCK).facts, UnitDamaged)] == ["u1"]
    placing = given(stacks={"a0": "1 mod_bunker"}, agenda=[PlaceModifiers(seat=0)])
    assert play(placing, CLOCK).state.modifiers["a1"].card == "mod_bunker"


def test_the_clock_picks_cards_by_id() -> None:
    """Section 3, section 8."""
    state = given(hands={0: "ger_tiger " + "factory " * 4 + "allies_lend_lease axis_reserves sov_t34"}, ask=False)
    state = play(state, END).state
    (discarded,) = facts_of(play(state, CLOCK).facts, CardsDiscarded)
    assert (discarded.cards, discarded.by) == (("allies_lend_lease",), "clock")
    state = given(
        hands={0: "sov_mobilization"}, stacks={"a0": "1"}, supplies={0: "usa_riflemen jpn_snipers factory factory"}
    )
    state = play(state, event("sov_mobilization", "a0")).state
    assert play(state, CLOCK).state.players[0].hand.cards == ("jpn_snipers",)


def test_a_final_time_out_forfeits() -> None:
    """Section 8: repeated time-outs end the game."""
    acted = play(given(), TimeOut(final=True))
    assert facts_of(acted.facts, GameEnded) == [GameEnded(winner=1, reason="time_out", ended_by="time")]


def winter(state: State) -> int:
    return values.movement(state, state.units["u1"])


def test_r11_copies_of_a_permanent_event_add_up() -> None:
    """Two Winters: movement 4 becomes 2."""
    state = given(units=["c2 1 jpn_zero"], stacks={"a0": "1 sov_winter", "b0": "1 sov_winter"})
    assert winter(state) == 2


def test_r57_choices_that_were_overtaken_do_nothing() -> None:
    """7.3: a space that was taken, a modifier that is gone, a terrain that lies face up by now."""
    pool = cheap(
        {
            "jpn_tunnels": "resolve reposition(select=one, area=own_half)",
            "ger_panzerfaust": "resolve destroy_modifier",
            "sov_rasputitsa": "resolve reveal(count=2)",
        }
    )
    for card, choices, done in (
        ("jpn_tunnels", (Choice(unit="u1", space="a1"), Choice(unit="u2", space="a1")), "UnitRepositioned"),
        ("ger_panzerfaust", (on("c1"), on("c1")), "ModifierDestroyed"),
        ("sov_rasputitsa", (Choice(spaces=("e4",)), Choice(spaces=("e4",))), "TerrainRevealed"),
    ):
        state = given(
            pool=pool,
            hands={0: card, 1: card},
            stacks={"a0": "1", "a5": "1"},
            units=["c1 0 usa_riflemen", "c2 0 usa_riflemen"],
            modifiers={"c1": "mod_trenches 0"},
            down="e4",
        )
        state = play(state, event(card, "a0", choices[0])).state
        acted = play(state, event(card, "a5", choices[1]))
        assert names(acted.facts).count(done) == 1


def test_a_repair_of_all_leaves_sound_units_alone() -> None:
    """7.3 `repair`: never below 0 damage."""
    pool = cheap({"usa_engineers": "play repair(amount=2, select=all, controller=own)"})
    state = given(
        pool=pool, hands={0: "usa_engineers"}, stacks={"a0": "1"}, units=["c1 0 sov_kv1", "d1 0 sov_kv1 damage=1"]
    )
    assert names(play(state, unit("usa_engineers", "a0")).facts).count("UnitRepaired") == 1


def test_triggers_with_other_choices() -> None:
    """7.2: a trigger may ask for a unit with its space, or for a row."""
    pool = cheap(
        {
            "usa_riflemen": "play reposition(select=one, area=own_half, controller=own)",
            "usa_engineers": "play damage_unit(amount=1, select=row)",
            "usa_rangers": "play destroy_modifier",
        }
    )
    mined = given(
        pool=pool,
        hands={0: "usa_rangers"},
        stacks={"a0": "1"},
        modifiers={"e4": "mod_bunker 1", "a2": "mod_bunker 1"},
    )
    assert list(play(play(mined, unit("usa_rangers", "a0")).state, CLOCK).state.modifiers) == ["e4"]
    state = given(
        pool=pool, hands={0: "usa_riflemen usa_engineers"}, stacks={"a0": "1", "b0": "1"}, units=["c1 0 sov_kv1"]
    )
    reposition = play(state, unit("usa_riflemen", "a0")).state
    assert play(reposition, CLOCK).state.units["u1"].space == "a1"
    row = play(state, unit("usa_engineers", "a0")).state
    assert play(row, CLOCK).state.units["u1"].damage == 1
