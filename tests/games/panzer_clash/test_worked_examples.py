"""The worked examples W1 to W17 of the specification, one test each."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.messages import (
    CardsDrawn,
    ChooseDeck,
    DeckChosen,
    DrawSkipped,
    Main,
    SupplyDamaged,
    TerrainRevealed,
    TriggerQueued,
    UnitDamaged,
    UnitDestroyed,
)
from tests.games.panzer_clash.given import (
    AGAIN,
    END,
    KEEP,
    RESOLVE,
    after,
    asked,
    attack,
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
    put,
    raid,
    started,
    unit,
)

GERMAN = dict(SHIPPED.decks["deck_german_60"].cards)


def test_w1_legal_deck() -> None:
    """`deck_german_60`: accepted; 22 + 27 + 9 + 2 = 60."""
    acted = play(opened(), ChooseDeck(deck_id="deck_german_60"), seat=0)
    (chosen,) = facts_of(acted.facts, DeckChosen)
    assert (chosen.side, chosen.size, chosen.cards) == ("axis", 60, GERMAN)
    kinds: dict[str, int] = {}
    for card, copies in GERMAN.items():
        kinds[SHIPPED.cards[card].card_type] = kinds.get(SHIPPED.cards[card].card_type, 0) + copies
    assert kinds == {"factory": 22, "unit": 27, "event": 9, "modifier": 2}


def test_w2_too_many_copies() -> None:
    """Five Panthers are refused; thirty Factories are fine."""
    panthers = GERMAN | {"ger_panther": 5, "factory": 19}
    assert code(opened(), ChooseDeck(cards=panthers, side="axis")) == "too_many_copies"
    factories = {card: copies for card, copies in GERMAN.items() if card not in ("ger_panzer4", "ger_grenadiers")}
    factories["factory"] = 22 + 7
    assert code(opened(), ChooseDeck(cards=factories, side="axis")) is None


def test_w3_mixed_sides() -> None:
    """German and Japanese cards together are Axis; one T-34 among them is refused."""
    mixed = GERMAN | {"jpn_zero": 2, "factory": 20}
    assert code(opened(), ChooseDeck(cards=mixed, side="axis")) is None
    assert code(opened(), ChooseDeck(cards=mixed | {"sov_t34": 1, "factory": 19}, side="axis")) == "mixed_sides"


def test_w4_size() -> None:
    """A list of 59 at a table of 60."""
    assert code(opened(), ChooseDeck(cards=GERMAN | {"factory": 21}, side="axis")) == "wrong_deck_size"


def test_w5_mulligans() -> None:
    """Seat 0 takes three: hands of 7, 7, 6, 5; then it keeps and seat 1 decides."""
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat0")
    sizes = [len(state.players[0].hand)]
    for _ in range(3):
        state = play(state, AGAIN).state
        sizes.append(len(state.players[0].hand))
    assert sizes == [7, 7, 6, 5]
    state = play(state, KEEP).state
    assert asked(state) == (1, "mulligan")
    assert len(state.players[0].supply) == 55


def test_w6_first_draw() -> None:
    """Turn 1: no draw, seven cards; turn 2: a draw, eight cards."""
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat0")
    state = play(state, KEEP).state
    acted = play(state, KEEP)
    assert facts_of(acted.facts, DrawSkipped) == [DrawSkipped(seat=0)]
    assert len(acted.state.players[0].hand) == 7
    acted = play(acted.state, END)
    (drawn,) = facts_of(acted.facts, CardsDrawn)
    assert (drawn.seat, drawn.reason, len(acted.state.players[1].hand)) == (1, "turn", 8)


def test_w7_cost_three_needs_three_factories() -> None:
    """Stacks of 2, 3, 4, and 2 with the Armaments Ministry."""
    for stack, wanted in (("2", "stack_too_small"), ("3", None), ("4", None)):
        state = given(hands={0: "ger_panther"}, stacks={"a0": stack})
        assert code(state, unit("ger_panther", "a0")) == wanted
    state = given(hands={0: "ger_panther"}, stacks={"a0": "2", "b0": "2 ger_armaments"})
    assert names(play(state, unit("ger_panther", "a0")).facts) == ["UnitPlayed"]


def test_w8_blocked_stack() -> None:
    """A unit on the stack blocks it until it has moved."""
    state = given(
        hands={0: "ger_blitzkrieg"}, stacks={"a0": "2"}, units=["a0 0 ger_grenadiers", "b1 0 ger_panzer4"], ask=False
    )
    assert code(state, event("ger_blitzkrieg", "a0")) == "stack_blocked"
    state = play(state, move("u1", "a1")).state
    assert code(state, event("ger_blitzkrieg", "a0")) is None


def test_w9_factory_limit() -> None:
    """One Factory a turn; the Assembly Line allows one more."""
    state = given(hands={0: "factory factory usa_assembly_line"}, stacks={"b0": "1"})
    state = play(state, factory("a0")).state
    assert code(state, factory("a0")) == "factory_limit"
    state = play(state, event("usa_assembly_line", "b0")).state
    assert code(state, factory("a0")) is None


def test_w10_delay() -> None:
    """A unit played in turn 5 moves in turn 7, and may attack then."""
    state = given(hands={0: "ger_panzer4"}, stacks={"c0": "2"}, ask=False)
    state = play(state, unit("ger_panzer4", "c0")).state
    assert code(state, move("u1", "c1")) == "unit_fresh"
    state = after(state, END, END)
    assert state.turn == 7
    state = play(state, move("u1", "c1")).state
    moved = state.units["u1"]
    assert (moved.space, moved.spent, moved.attacks_left) == ("c1", 1, 1)
    assert state.players[0].stacks[2].unit is None


def test_w11_revealing() -> None:
    """Onto a face-down Swamp: revealed, moved, stopped; the attack stays."""
    state = given(units=["c1 0 ger_panzer4", "c3 1 sov_t34"], terrain={"c2": "swamp"}, down="c2")
    acted = play(state, move("u1", "c2"))
    assert names(acted.facts) == ["TerrainRevealed", "UnitMoved", "UnitStopped"]
    assert facts_of(acted.facts, TerrainRevealed)[0].terrain == "ter_swamp"
    assert acted.state.units["u1"].spent == 1
    assert code(acted.state, move("u1", "c1")) == "unit_stopped"
    assert code(acted.state, attack("u1", "u2")) is None


def test_w12_road() -> None:
    """Movement left counts where the unit is."""
    state = given(units=["a1 0 jpn_ha_go"], terrain={"b1": "road"})
    state = play(state, move("u1", "b1")).state
    assert (state.units["u1"].spent, values.movement(state, state.units["u1"])) == (1, 3)
    state = play(state, move("u1", "c1")).state
    assert (state.units["u1"].spent, values.movement(state, state.units["u1"])) == (2, 2)
    assert values.movement_left(state, state.units["u1"]) == 0
    assert code(state, move("u1", "d1")) == "not_enough_movement"


def test_w13_passing_a_friend() -> None:
    """A friend can be passed, an enemy cannot, and nobody ends on a unit."""
    state = given(units=["c1 0 ger_panzer4", "c2 0 ger_grenadiers"])
    assert code(state, move("u1", "c2")) == "destination_occupied"
    passed = play(state, move("u1", "c2", "c3")).state
    assert (passed.units["u1"].space, passed.units["u1"].spent) == ("c3", 2)
    assert passed.at == {"c2": "u2", "c3": "u1"}
    state = given(units=["c1 0 ger_panzer4", "c2 1 sov_t34"])
    assert code(state, move("u1", "c2")) == "destination_occupied"
    assert code(state, move("u1", "c2", "c3")) == "blocked_by_enemy"


def test_w14_battle() -> None:
    """4/3 against 3/4: 4 and 3 damage at once, both destroyed."""
    state = given(units=["c2 0 ger_panzer4", "c3 1 sov_t34"])
    acted = play(state, attack("u1", "u2"))
    assert [(hit.unit_id, hit.amount) for hit in facts_of(acted.facts, UnitDamaged)] == [("u2", 4), ("u1", 3)]
    assert [gone.unit_id for gone in facts_of(acted.facts, UnitDestroyed)] == ["u1", "u2"]


def test_w15_damage_stays() -> None:
    """KV-1: 2 damage, two turns later 5; Panzer III takes 2."""
    state = given(units=["c2 0 ger_grenadiers", "c3 1 sov_kv1", "b3 0 ger_panzer3"])
    state = play(state, attack("u1", "u2")).state
    assert "u1" not in state.units
    assert state.units["u2"].damage == 2
    state = after(state, END, END)
    state = play(state, attack("u3", "u2")).state
    assert (state.units["u2"].damage, values.defense(state, state.units["u2"])) == (5, 1)
    assert (state.units["u3"].damage, values.defense(state, state.units["u3"])) == (2, 1)


def test_w16_leaving_cover() -> None:
    """Defense 2 + 1 - 2 in the Forest, 0 on Plains: destroyed there."""
    state = given(units=["c1 0 usa_riflemen damage=2"], terrain={"c1": "forest"})
    assert values.defense(state, state.units["u1"]) == 1
    acted = play(state, move("u1", "c2"))
    assert names(acted.facts) == ["UnitMoved", "UnitDestroyed"]
    assert acted.state.players[0].junkyard == ("usa_riflemen",)


def test_w17_supply_attack_and_junkyard_triggers() -> None:
    """Five cards go; Conscripts may be deployed, then two cards may be drawn."""
    cards = "factory sov_conscripts allies_lend_lease sov_t34 factory"
    state = given(
        units=["b4 0 ger_panther"],
        supplies={1: f"{cards} factory factory factory"},
        stacks={"a5": "2", "b5": "1 sov_winter"},
        down="c4 d4 e4",
    )
    acted = play(state, raid("u1"))
    (damaged,) = facts_of(acted.facts, SupplyDamaged)
    assert damaged.discarded == tuple(cards.split())
    queued = facts_of(acted.facts, TriggerQueued)
    assert [(trigger.card, trigger.seat) for trigger in queued] == [("sov_conscripts", 1), ("allies_lend_lease", 1)]
    state = acted.state
    assert asked(state) == (1, "trigger_choice")
    for space, wanted in (("b5", "illegal_target"), ("b4", "illegal_target"), ("c4", "illegal_target")):
        assert code(state, deploy(space)) == wanted
    for space in ("a5", "c5", "d5", "e5", "a4"):
        assert code(state, deploy(space)) is None
    state = play(state, deploy("a4")).state
    assert (state.units["u2"].card, state.units["u2"].fresh) == ("sov_conscripts", True)
    assert asked(state) == (1, "trigger_choice")
    acted = play(state, RESOLVE)
    assert [len(fact.cards) for fact in facts_of(acted.facts, CardsDrawn)] == [2]
    assert asked(acted.state) == (0, "main")


def test_w22_events_block() -> None:
    """An event of turn 1 blocks its stack in turn 2 and leaves in the Standby of turn 3, before the draw."""
    state = given(
        turn=1,
        hands={0: "sov_mobilization sov_rasputitsa"},
        stacks={"a0": "1"},
        units=["c4 1 ger_tiger"],
        ask=False,
    )
    state = play(state, event("sov_mobilization", "a0")).state
    state = play(state, END).state
    assert state.turn == 2
    assert state.players[0].stacks[0].card == "sov_mobilization"
    acted = play(state, END)
    order = names(acted.facts)
    assert order.index("TurnStarted") < order.index("EventDiscarded") < order.index("CardsDrawn")
    assert acted.state.players[0].stacks[0].card is None


def test_w23_permanent_without_factories() -> None:
    """The last Factory goes; Winter stays until it is destroyed."""
    state = given(
        hands={0: "jpn_surprise_raid axis_saboteurs", 1: "factory"},
        stacks={"a0": "2", "b0": "1", "c5": "1 sov_winter"},
        ask=False,
    )
    state = play(state, event("jpn_surprise_raid", "a0", on("c5"))).state
    assert state.players[1].stacks[2].factories == 0
    assert state.permanents == ((1, "c5", "sov_winter"),)
    theirs = replace(state, agenda=(Main(seat=1),), seat=1)
    assert code(theirs, factory("c5"), seat=1) == "space_occupied"
    state = play(state, event("axis_saboteurs", "b0", on("c5"))).state
    assert state.permanents == ()
    assert state.players[1].stacks[2].card is None
    theirs = replace(state, agenda=(Main(seat=1),), seat=1)
    assert code(theirs, factory("c5"), seat=1) is None


def test_w24_unit_without_factories() -> None:
    """On a stack of 1 the B-17 is destroyed, and 2 damage come; on a stack of 2 nothing happens to it."""
    for factories, alive in ((1, False), (2, True)):
        state = given(
            hands={0: "jpn_surprise_raid"}, stacks={"a0": "2", "c5": str(factories)}, units=["c5 1 usa_b17 fresh"]
        )
        acted = play(state, event("jpn_surprise_raid", "a0", on("c5")))
        assert ("u1" in acted.state.units) is alive
        assert [(fact.seat, fact.amount) for fact in facts_of(acted.facts, SupplyDamaged)] == (
            [] if alive else [(0, 2)]
        )
        if not alive:
            assert acted.state.players[1].junkyard == ("usa_b17", "factory")


def test_w25_modifier() -> None:
    """A Bunker may go under an own unit, to the Back Line, or next to an own unit."""
    state = given(turn=3, hands={0: "mod_bunker"}, stacks={"b0": "2"}, units=["c4 0 ger_tiger"], down="a1 d4")
    state = after(state, modifier("mod_bunker", "b0"), END, END)
    assert (state.turn, asked(state)) == (5, (0, "modifier_placement"))
    for space in ("c4", "a1", "e1", "c3", "b4", "d4"):
        assert code(state, put("b0", space)) is None
    for space in ("b3", "a2", "c2"):
        assert code(state, put("b0", space)) == "illegal_placement"
    acted = play(state, put("b0", "d4"))
    assert "d4" not in acted.state.face_up
    assert acted.state.players[0].stacks[1].card is None
    assert asked(acted.state) == (0, "main")
    state = given(turn=3, hands={0: "mod_bunker"}, stacks={"b0": "2"})
    state = after(state, modifier("mod_bunker", "b0"), END, END)
    assert code(state, put("b0", "c3")) == "illegal_placement"
