"""The worked examples W18 to W34 of the specification that are about fights, responses, triggers and the end."""

from __future__ import annotations

from domain.games.panzer_clash import values
from domain.games.panzer_clash.messages import (
    CardsDrawn,
    ChooseNextTrigger,
    GameEnded,
    PickCards,
    SetResponsePrefs,
    SupplyDamaged,
    TriggerQueued,
    UnitDamaged,
    WindowChanges,
)
from domain.games.panzer_clash.rules import RULES
from domain.kernel.messages import Concede
from tests.games.panzer_clash.given import (
    END,
    PASS,
    RESOLVE,
    after,
    asked,
    at,
    attack,
    choose,
    code,
    event,
    facts_of,
    given,
    move,
    names,
    play,
    raid,
    shoot,
)


def test_w18_ranged_attack() -> None:
    """From Hills 2 + 1 + 1 = 4, from Plains 3; nothing comes back; moving stays legal."""
    units = ["a1 0 ger_flak88", "e4 1 sov_t34"]
    acted = play(given(units=units, terrain={"a1": "hills"}), shoot("u1", "u2"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u2", 4)]
    assert "u2" not in acted.state.units
    acted = play(given(units=units), shoot("u1", "u2"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u2", 3)]
    assert code(acted.state, shoot("u1", "u2")) == "no_attack_left"
    assert code(acted.state, move("u1", "b1")) is None


def test_w19_chain() -> None:
    """Attack, Counterattack, Air Support: the answers come first, and the attack fizzles."""
    state = given(
        seat=1,
        hands={0: "ger_counterattack ger_grenadiers", 1: "usa_air_support factory"},
        stacks={"a0": "1", "a5": "2"},
        units=["c2 0 ger_panzer3", "c3 1 usa_sherman"],
    )
    state = play(state, attack("u2", "u1")).state
    assert asked(state) == (0, "response")
    state = play(state, event("ger_counterattack", "a0", at("u1"))).state
    assert asked(state) == (1, "response")
    acted = play(state, event("usa_air_support", "a5", at("u1")))
    assert names(acted.facts)[:4] == ["EventPlayed", "ItemResolved", "UnitDamaged", "UnitDestroyed"]
    state = acted.state
    assert asked(state) == (0, "trigger_choice")
    acted = play(state, RESOLVE)
    assert names(acted.facts) == ["TriggerResolved", "CardsDrawn", "ItemResolved", "ItemFizzled"]
    assert acted.state.units["u2"].attacks_left == 0
    assert asked(acted.state) == (1, "main")


def test_w20_cancelled_attack() -> None:
    """Maskirovka removes the attack; the Kamikaze lives and has no attack left."""
    state = given(
        hands={1: "sov_maskirovka"}, stacks={"a5": "1"}, units=["c2 0 jpn_kamikaze", "c3 1 sov_kv1"], ask=True
    )
    state = play(state, attack("u1", "u2")).state
    acted = play(state, event("sov_maskirovka", "a5"))
    assert names(acted.facts) == ["EventPlayed", "ItemResolved", "ItemCancelled"]
    assert (acted.state.units["u1"].attacks_left, acted.state.units["u2"].damage) == (0, 0)
    assert code(acted.state, attack("u1", "u2")) == "no_attack_left"


def test_w21_cancelled_event() -> None:
    """Blitzkrieg goes to the Junkyard and its stack is free at once; Code Breakers lies until its owner's Standby."""
    state = given(
        hands={0: "ger_blitzkrieg", 1: "usa_code_breakers factory"},
        stacks={"a0": "2", "a5": "1"},
        units=["b1 0 ger_panzer4"],
    )
    state = play(state, event("ger_blitzkrieg", "a0")).state
    acted = play(state, event("usa_code_breakers", "a5"))
    assert names(acted.facts) == ["EventPlayed", "ItemResolved", "ItemCancelled"]
    state = acted.state
    assert state.players[0].junkyard == ("ger_blitzkrieg",)
    assert state.players[0].stacks[0].card is None
    assert (asked(state), state.units["u1"].attack) == ((0, "main"), 0)
    assert state.players[1].stacks[0].card == "usa_code_breakers"
    state = play(state, END).state
    assert (state.turn, state.players[1].stacks[0].card) == (6, None)


def test_w26_simultaneous_effects() -> None:
    """Chi-Ha and B-17 destroy each other: two triggers, the active player picks the order."""
    state = given(units=["c2 0 jpn_chi_ha damage=1", "c3 1 usa_b17", "e4 1 sov_kv1"])
    acted = play(state, attack("u1", "u2"))
    queued = facts_of(acted.facts, TriggerQueued)
    assert [(item.seat, item.batch) for item in queued] == [(0, 1), (1, 1)]
    assert asked(acted.state) == (0, "trigger_order")
    assert code(acted.state, ChooseNextTrigger(trigger_id="t3")) == "unknown_trigger"
    acted = play(acted.state, ChooseNextTrigger(trigger_id="t2"))
    assert names(acted.facts) == [
        "TriggerResolved",
        "SupplyDamaged",
        "TriggerResolved",
        "UnitDamaged",
    ]
    assert [fact.seat for fact in facts_of(acted.facts, SupplyDamaged)] == [0]
    assert acted.state.units["u3"].damage == 1


def test_w27_loss_by_effect() -> None:
    """Lend-Lease with one card left: it is drawn, then the game is lost."""
    state = given(hands={0: "allies_lend_lease"}, stacks={"a0": "1"}, supplies={0: "factory"})
    acted = play(state, event("allies_lend_lease", "a0"))
    assert [len(fact.cards) for fact in facts_of(acted.facts, CardsDrawn)] == [1]
    assert facts_of(acted.facts, GameEnded) == [GameEnded(winner=1, reason="supply_exhausted", ended_by="play")]


def test_w28_no_loss_by_damage() -> None:
    """Three cards left, five damage: three go; the loss comes with the next Draw phase."""
    state = given(units=["b4 0 ger_panther"], supplies={1: "factory factory factory"}, ask=False)
    acted = play(state, raid("u1"))
    (damaged,) = facts_of(acted.facts, SupplyDamaged)
    assert (damaged.amount, len(damaged.discarded)) == (5, 3)
    assert acted.state.outcome is None
    outcome = play(acted.state, END).state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "supply_exhausted")


def test_w29_hand_limit() -> None:
    """Nine cards: exactly two are discarded."""
    state = given(hands={0: "factory " * 8 + "ger_tiger"}, ask=False)
    state = play(state, END).state
    assert asked(state) == (0, "hand_limit")
    assert state.agenda[-1] == PickCards(seat=0, why="hand_limit", n=2)
    assert code(state, choose("factory")) == "wrong_count"
    state = play(state, choose("ger_tiger factory")).state
    assert state.players[0].junkyard == ("ger_tiger", "factory")
    assert state.seat == 1


def test_w30_no_leak() -> None:
    """A window opens whatever the hand holds, passed by preference or not; without hand or stack none does."""
    for ask in (True, False):
        state = given(
            hands={1: "factory ger_tiger"}, stacks={"a5": "1"}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"], ask=ask
        )
        acted = play(state, attack("u1", "u2"))
        assert names(acted.facts) == ["AttackDeclared", "ResponseOpened"]
        prepared = RULES.prepared_answer(acted.state, 1)
        assert prepared == (None if ask else PASS)
        assert names(play(acted.state, PASS).facts)[0] == "ResponsePassed"
    for hand, stack in (("", "1"), ("factory", "1 sov_winter")):
        state = given(hands={1: hand}, stacks={"a5": stack}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"])
        assert "ResponseOpened" not in names(play(state, attack("u1", "u2")).facts)


def test_a_preference_set_in_an_open_window_acts_on_it() -> None:
    """6.9: set during an open window it acts on that window too; `pass_rest_of_turn` lasts until the next turn."""
    state = given(hands={1: "factory"}, stacks={"a5": "1"}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"])
    state = play(state, attack("u1", "u2")).state
    assert RULES.prepared_answer(state, 1) is None
    set_ = play(state, SetResponsePrefs(prefs=WindowChanges(attack=False)), seat=1).state
    assert RULES.prepared_answer(set_, 1) == PASS
    assert RULES.prepared_answer(set_, 0) is None
    rest = play(state, SetResponsePrefs(pass_rest_of_turn=True), seat=1).state
    assert RULES.prepared_answer(rest, 1) == PASS
    rest = after(rest, PASS, END, PASS)
    prefs = rest.players[1].prefs
    assert prefs is not None
    assert (rest.turn, prefs.pass_rest_of_turn, prefs.windows.attack) == (6, False, True)


def test_w31_paradrop() -> None:
    """From the Industry Zone to any free space of the own half, face down or not."""
    state = given(units=["a0 0 usa_paratroopers"], stacks={"a0": "2"}, down="d2 d3")
    assert code(state, move("u1", "d3")) == "not_adjacent"
    acted = play(state, move("u1", "d2"))
    assert names(acted.facts) == ["TerrainRevealed", "UnitMoved"]
    assert (acted.state.units["u1"].spent, acted.state.units["u1"].space) == (1, "d2")


def test_w32_first_strike() -> None:
    """Rangers strike first: unharmed if the other falls, destroyed if it does not."""
    state = given(units=["c2 0 usa_rangers", "c3 1 jpn_assault_troops"])
    acted = play(state, attack("u1", "u2"))
    assert names(acted.facts) == ["AttackDeclared", "ItemResolved", "UnitDamaged", "UnitDestroyed"]
    assert acted.state.units["u1"].damage == 0
    state = given(units=["c2 0 usa_rangers", "c3 1 jpn_imperial_guard"])
    acted = play(state, attack("u1", "u2"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u2", 2), ("u1", 5)]
    assert list(acted.state.units) == ["u2"]


def test_first_strike_helps_the_attacked_unit_too() -> None:
    """6.7: with `first_strike` on one side that side deals first."""
    state = given(units=["c2 0 jpn_assault_troops", "c3 1 usa_rangers"])
    acted = play(state, attack("u1", "u2"))
    assert [hit.unit_id for hit in facts_of(acted.facts, UnitDamaged)] == ["u1"]
    both = given(units=["c2 0 usa_rangers", "c3 1 usa_rangers"])
    acted = play(both, attack("u1", "u2"))
    assert [hit.unit_id for hit in facts_of(acted.facts, UnitDamaged)] == ["u2", "u1"]
    assert values.defense(both, both.units["u1"]) == 1


def test_w33_trigger_without_target() -> None:
    """Ambush goes to the Junkyard while no enemy unit is on the field: skipped; with one there its owner is asked."""
    state = given(units=["b4 0 jpn_howitzer", "a5 1 sov_kv1"], supplies={0: "jpn_ambush factory"}, stacks={"a5": "1"})
    acted = play(state, shoot("u1", 0))
    assert names(acted.facts)[-3:] == ["SupplyDamaged", "TriggerQueued", "TriggerSkipped"]
    assert asked(acted.state) == (0, "main")
    state = given(units=["b4 0 jpn_ha_go"], supplies={1: "jpn_ambush factory factory"})
    acted = play(state, raid("u1"))
    assert asked(acted.state) == (1, "trigger_choice")


def test_w34_concession() -> None:
    """By seat 1 in seat 0's turn; every later action is refused."""
    acted = play(given(), Concede(), seat=1)
    assert facts_of(acted.facts, GameEnded) == [GameEnded(winner=0, reason="concession", ended_by="concession")]
    for seat in (0, 1):
        assert code(acted.state, END, seat=seat) == "game_over"
        assert code(acted.state, Concede(), seat=seat) == "game_over"
