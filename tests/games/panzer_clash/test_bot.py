"""The bots: legal, blind to what their seat does not see, and the sensible one worth its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.panzer_clash import vocabulary as word
from domain.games.panzer_clash.bot import BOTS
from domain.games.panzer_clash.bot.events import ability_worth, attack_worth, event_worth
from domain.games.panzer_clash.bot.sight import LETHAL, Sight
from domain.games.panzer_clash.bot.worth import cards_kept, command_worth, wanted_stack
from domain.games.panzer_clash.cards import FACTORY
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    AttackSupply,
    AttackUnit,
    Choice,
    ChooseCards,
    DecideMulligan,
    EndMain,
    KeepHand,
    MoveUnit,
    Mulligan,
    OrderTriggers,
    Packet,
    PanzerCommand,
    PanzerOptions,
    PassResponse,
    PickCards,
    PlaceModifier,
    PlaceModifiers,
    PlayEvent,
    PlayFactory,
    PlayModifier,
    PlayUnit,
    Prefs,
    RangedAttack,
    ResolveTrigger,
    Respond,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import Item, State, Trigger
from domain.games.panzer_clash.view import StackView, view
from domain.games.panzer_clash.vocabulary import Filter, Kinds, Target
from domain.kernel.chance import QuickChance
from domain.kernel.legal import may_of, offers
from domain.kernel.seats import seat_viewer
from tests.games.panzer_clash.bot_games import choice, last, played
from tests.games.panzer_clash.given import at, given, opened, play

GAMES = 100  # of the duel against the random bot
PLENTY = {0: f"{FACTORY} " * 40, 1: f"{FACTORY} " * 40}  # Supplies that nobody fears for


def table(**how: Any) -> State:
    """Return the Main phase of seat 0 with large Supplies and no Factory to play, unless said otherwise."""
    return given(**{"supplies": PLENTY, "factories_left": 0, **how})


def sight(state: State, seat: int = 0) -> Sight:
    return Sight(view(state, seat_viewer(seat)), seat)


def answering(item: Item, state: State, seat: int = 0) -> State:
    """Return the table while a seat is asked to answer an item."""
    return replace(state, agenda=(Respond(seat=seat, item_id=item.id),), chain=(item,), seat=1 - seat)


@pytest.mark.long
def test_the_sensible_bot_beats_the_random_one() -> None:
    """40-card decks, seats alternating, fixed seeds: at least 80 of 100 games."""
    won = 0
    for seed in range(GAMES):
        bots = ("sensible", "random") if seed % 2 else ("random", "sensible")
        outcome = last(bots, seed, PanzerOptions(deck_size=40)).state.outcome
        assert outcome is not None
        won += outcome.winners == (bots.index("sensible"),)
    assert won >= 0.8 * GAMES


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [40, 60])
def test_games_of_sensible_bots_come_to_an_end(size: int) -> None:
    """Every command on the way was accepted, or `played` would have said so."""
    for seed in range(3):
        outcome = last(("sensible", "sensible"), seed, PanzerOptions(deck_size=size, opposing_sides=True)).state.outcome
        assert outcome is not None
        assert outcome.ended_by == "play"


def test_the_same_whims_choose_the_same() -> None:
    first = [step.command for step in played(("random", "sensible"), 3)]
    assert first == [step.command for step in played(("random", "sensible"), 3)]
    assert first != [step.command for step in played(("random", "sensible"), 4)]


def test_a_bot_chooses_from_its_view_alone() -> None:
    """What the other holds, its deck and what lies in a Supply or face down is not in it."""
    for step in played(("sensible", "random"), 11, PanzerOptions(deck_size=40)):
        for seat in RULES.to_act(step.state):
            seen = view(step.state, seat_viewer(seat))
            other = seen.players[1 - seat]
            assert (other.hand, other.deck, other.prefs, other.supply, seen.terrain) == (None,) * 5
            command = BOTS["sensible"](
                seen, offers(RULES, step.state, seat), may_of(RULES, step.state, seat), QuickChance(0)
            )
            assert RULES.refuse(step.state, seat, command) is None


@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_decks_are_chosen_by_chance_and_never_of_a_side_that_is_taken(bot: str) -> None:
    chosen = set()
    for seed in range(30):
        state = last((bot, bot), seed, PanzerOptions(deck_size=40, opposing_sides=True)).state if seed < 2 else None
        if state is not None:
            assert {player.side for player in state.players} == {"axis", "allies"}
        first = [step for step, _ in zip(played((bot, bot), seed), range(2), strict=False)][1]
        chosen.add(getattr(first.command, "deck_id", None))
    assert chosen == {f"deck_{nation}_60" for nation in ("german", "japanese", "american", "soviet")}


@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_where_no_deck_is_ready_made_a_legal_one_is_made_by_chance(bot: str) -> None:
    sides = set()
    for seed in range(12):
        steps = played((bot, bot), seed, PanzerOptions(deck_size=50, opposing_sides=True))
        _, one, other = (step for step, _ in zip(steps, range(3), strict=False))
        sides.add(one.state.players[0].side)
        assert sorted(str(player.side) for player in other.state.players) == ["allies", "axis"]
    assert sides == {"axis", "allies"}


# What a unit does


def test_a_factory_is_played_before_anything_else() -> None:
    state = table(hands={0: "factory ger_panther"}, stacks={"c0": "3"}, factories_left=1)
    assert choice(state) == PlayFactory(space="b0")


def test_the_supply_is_attacked_from_the_enemys_back_line() -> None:
    """Section 12, 1."""
    assert choice(table(units=["c4 0 ger_panzer4"])) == AttackSupply(unit_id="u1")


def test_an_attack_that_empties_the_supply_comes_before_a_kill() -> None:
    state = given(units=["c4 0 ger_panzer4", "d4 1 sov_partisans"], supplies={1: "factory " * 4}, factories_left=0)
    assert choice(state) == AttackSupply(unit_id="u1")
    assert sight(state).card(1, 4) == LETHAL
    assert sight(state, 1).card(1, 4) == LETHAL / 2


def test_a_unit_marches_on_the_enemys_supply() -> None:
    """Section 12, 4: one more step and it strikes."""
    assert choice(table(units=["c3 0 ger_panther"])) == MoveUnit(unit_id="u1", path=("c4",))


def test_a_unit_leaves_its_stack() -> None:
    assert choice(table(units=["c0 0 ger_panzer4"], stacks={"c0": "2"})) == MoveUnit(unit_id="u1", path=("c1",))


def test_a_kill_without_loss_comes_by_ranged_attack_first() -> None:
    """Section 12, 3."""
    state = table(units=["c2 0 ger_panzer4", "a1 0 ger_flak88", "c3 1 usa_hellcat"])
    assert choice(state) == RangedAttack(unit_id="u2", target="u3")


def test_a_battle_that_would_only_lose_the_own_unit_is_not_fought() -> None:
    state = table(units=["c2 0 ger_grenadiers spent=1", "c3 1 sov_is2"])
    assert choice(state) == EndMain()


def test_a_battle_is_fought_where_the_enemy_falls() -> None:
    state = table(units=["c2 0 ger_tiger spent=1", "c3 1 sov_t34"])
    assert choice(state) == AttackUnit(unit_id="u1", target_id="u2")


def test_first_strike_settles_a_battle_before_the_answer() -> None:
    """W32."""
    seen = sight(table(units=["c2 0 usa_rangers", "c3 1 jpn_assault_troops", "d2 1 jpn_imperial_guard"]))
    rangers, troops, guard = seen.units.values()
    assert seen.battle(rangers, troops) == seen.worth(troops)
    assert seen.battle(rangers, guard) < 0
    assert seen.battle(troops, rangers) == -seen.worth(troops)


def test_an_intruder_is_worth_killing_first() -> None:
    """Section 12, 2."""
    seen = sight(table(units=["a1 1 sov_t34", "a4 1 sov_t34"]))
    near, far = seen.units.values()
    assert seen.worth(near) > seen.worth(far)


def test_guns_stay_at_home_and_out_of_the_jungle() -> None:
    """Section 12, 6."""
    seen = sight(table(units=["c1 0 ger_flak88"], terrain={"b1": "hills", "d1": "jungle", "c2": "plains"}))
    (gun,) = seen.units.values()
    assert seen.place(gun, "b1") > seen.place(gun, "c1") > seen.place(gun, "c2")
    assert seen.place(gun, "c1") > seen.place(gun, "d1")
    assert seen.strike(gun, "d1") == 0


def test_cover_that_keeps_a_unit_alive_is_not_left() -> None:
    """R26, W16."""
    state = table(units=["c2 0 usa_riflemen damage=2"], terrain={"c2": "forest"})
    assert choice(state) == EndMain()


def test_mines_are_gone_around() -> None:
    mined = table(units=["c2 0 ger_grenadiers"], modifiers={"c3": "mod_minefield 1"}, terrain={"b2": "swamp"})
    seen = sight(mined)
    into, beside = MoveUnit(unit_id="u1", path=("c3",)), MoveUnit(unit_id="u1", path=("b2",))
    assert command_worth(seen, into) < 0 < command_worth(seen, MoveUnit(unit_id="u1", path=("d3",))) + 10
    assert command_worth(seen, beside) > command_worth(seen, into)
    flown = sight(table(units=["c2 0 jpn_zero"], modifiers={"c3": "mod_minefield 1"}))
    assert command_worth(flown, MoveUnit(unit_id="u1", path=("c3",))) > 0


def test_a_unit_that_has_attacked_moves_only_for_its_place() -> None:
    state = table(units=["c4 0 ger_panzer4 attacks_left=0 attacked"])
    assert choice(state) == EndMain()


def test_terrain_of_its_own_counts_for_a_unit() -> None:
    seen = sight(table(units=["c2 0 sov_guards_rifles"], terrain={"c3": "city"}, down="c4"))
    (guards,) = seen.units.values()
    assert seen.fight(guards, "c3") == (4, 7)
    assert seen.fight(guards, "c4") == (3, 4)


def test_war_bonds_make_an_attack_on_the_supply_worth_less() -> None:
    open_ = sight(table(units=["c4 0 ger_panzer4"]))
    armoured = sight(table(units=["c4 0 ger_panzer4"], stacks={"a5": "2 usa_war_bonds"}))
    assert open_.siege(open_.units["u1"]) == armoured.siege(armoured.units["u1"]) + 1


def test_nobody_fires_at_the_own_supply_or_unit() -> None:
    seen = sight(table(units=["c1 0 ger_flak88", "c2 0 ger_panzer4"]))
    assert command_worth(seen, RangedAttack(unit_id="u1", target=0)) < 0
    assert command_worth(seen, RangedAttack(unit_id="u1", target="u2")) < 0
    assert command_worth(seen, RangedAttack(unit_id="u1", target=1)) == 2


# What is played


@pytest.mark.parametrize(
    ("stacks", "space"),
    [
        ({}, "c0"),
        ({"c0": "1"}, "c0"),
        ({"c0": "2"}, "b0"),
        ({"c0": "2", "b0": "1"}, "c0"),
        ({"c0": "3", "b0": "3"}, "d0"),
        ({"c0": "3", "b0": "3", "d0": "2", "a0": "1"}, None),
    ],
)
def test_factories_make_two_stacks_of_three_and_small_ones(stacks: Mapping[str, str], space: str | None) -> None:
    """Section 12, 5."""
    assert wanted_stack(sight(table(stacks=stacks)).me.stacks.values()) == space


def test_a_space_with_a_card_and_no_factory_takes_none() -> None:
    blocked = [StackView(f"{column}0", 0, "u1", None, active=False) for column in "abcde"]
    assert wanted_stack(blocked) is None


def test_a_factory_is_played_somewhere_even_where_none_is_wanted() -> None:
    state = table(
        hands={0: "factory"}, stacks={"c0": "3", "b0": "3", "d0": "2", "a0": "1"}, units=["e0 0 ger_tiger fresh"]
    )
    assert isinstance(choice(replace(state, factories_left=1)), PlayFactory)


def test_the_dearest_unit_goes_to_the_stack_that_just_powers_it() -> None:
    state = table(hands={0: "ger_panther ger_grenadiers"}, stacks={"c0": "3", "b0": "1"})
    assert choice(state) == PlayUnit(card="ger_panther", space="c0")
    small = table(hands={0: "ger_grenadiers"}, stacks={"c0": "3", "b0": "1"})
    assert choice(small) == PlayUnit(card="ger_grenadiers", space="b0")


def test_a_unit_is_not_played_behind_an_enemy_if_another_lane_is_open() -> None:
    state = table(hands={0: "ger_grenadiers"}, stacks={"c0": "1", "b0": "1"}, units=["c1 1 sov_kv1", "c2 1 sov_kv1"])
    assert choice(state) == PlayUnit(card="ger_grenadiers", space="b0")
    queue = table(hands={0: "ger_grenadiers"}, stacks={"c0": "1", "b0": "1"}, units=["c1 0 ger_tiger fresh"])
    assert choice(queue) == PlayUnit(card="ger_grenadiers", space="b0")
    assert command_worth(sight(queue), PlayUnit(card="ger_paratroopers", space="c0")) == command_worth(
        sight(queue), PlayUnit(card="ger_paratroopers", space="b0")
    )


def test_a_modifier_is_played_and_goes_under_a_unit_at_the_front() -> None:
    state = table(hands={0: "mod_bunker"}, stacks={"c0": "2"})
    assert choice(state) == PlayModifier(card="mod_bunker", space="c0")
    waiting = table(stacks={"c0": "2 mod_bunker"}, units=["c1 0 ger_panzer4", "d2 0 ger_panzer4"])
    assert choice(replace(waiting, agenda=(PlaceModifiers(seat=0),))) == PlaceModifier(from_="c0", space="d2")


@pytest.mark.parametrize(
    ("modifier", "units", "better", "worse"),
    [
        ("mod_minefield", ["c1 0 ger_panzer4"], "b1", "c1"),
        ("mod_bunker", ["c1 0 jpn_zero", "d1 0 ger_tiger"], "d1", "c1"),
        ("mod_observation_post", ["c1 0 ger_flak88", "d1 0 ger_tiger"], "c1", "d1"),
        ("mod_repair_depot", ["c1 0 ger_tiger damage=3", "d1 0 ger_tiger"], "c1", "d1"),
        ("mod_bunker", ["c1 0 ger_tiger"], "c1", "a1"),
    ],
)
def test_where_a_modifier_helps(modifier: str, units: list[str], better: str, worse: str) -> None:
    seen = sight(table(stacks={"a0": f"2 {modifier}"}, units=units))
    values = [command_worth(seen, PlaceModifier(from_="a0", space=space)) for space in (better, worse)]
    assert values[0] > values[1]


def test_an_event_that_kills_is_played() -> None:
    state = table(hands={0: "sov_encirclement"}, stacks={"c0": "2"}, units=["c3 1 ger_tiger damage=1"])
    assert choice(state) == PlayEvent(card="sov_encirclement", space="c0", targets=(at("u1"),))


def test_an_event_that_does_little_is_kept() -> None:
    state = table(hands={0: "jpn_banzai"}, stacks={"c0": "2"}, units=["c1 0 jpn_snipers attacks_left=0"])
    assert choice(state) == EndMain()


def test_a_permanent_event_waits_for_a_stack_to_spare() -> None:
    hand = {0: "ger_armaments"}
    one, two = table(hands=hand, stacks={"c0": "2"}), table(hands=hand, stacks={"c0": "2", "b0": "1"})
    played_ = PlayEvent(card="ger_armaments", space="c0")
    assert choice(two) == played_
    assert command_worth(sight(two), played_) > command_worth(sight(one), played_)


# What is answered


def test_an_attack_that_would_kill_is_cancelled() -> None:
    state = table(hands={0: "sov_maskirovka"}, stacks={"c0": "1"}, units=["c2 0 sov_t34", "c3 1 ger_tiger"])
    state = answering(Item(4, "attack", 1, unit="u2", target="u1"), state)
    assert choice(state) == PlayEvent(card="sov_maskirovka", space="c0")


def test_a_harmless_attack_is_let_through() -> None:
    state = table(hands={0: "sov_maskirovka"}, stacks={"c0": "1"}, units=["c2 0 sov_kv1", "c3 1 jpn_snipers"])
    assert choice(answering(Item(4, "attack", 1, unit="u2", target="u1"), state)) == PassResponse()


def test_an_attacker_is_shot_down_before_it_strikes() -> None:
    state = table(hands={0: "usa_air_support"}, stacks={"c0": "2"}, units=["c1 0 usa_riflemen", "c2 1 ger_panzer4"])
    state = answering(Item(4, "attack", 1, unit="u2", target="u1"), state)
    command = PlayEvent(card="usa_air_support", space="c0", targets=(at("u2"),))
    assert choice(state) == command
    quiet = replace(state, chain=(Item(4, "main_end", 1),))
    assert command_worth(sight(state), command) > command_worth(sight(quiet), command)


def test_a_counterattack_is_played_where_it_turns_a_battle() -> None:
    state = table(
        hands={0: "ger_counterattack"}, stacks={"c0": "1"}, units=["c1 0 ger_stug3", "c2 1 sov_guards_rifles"]
    )
    attack = Item(4, "attack", 1, unit="u2", target="u1")
    command = PlayEvent(card="ger_counterattack", space="c0", targets=(at("u1"),))
    assert choice(answering(attack, state)) == command
    elsewhere = answering(replace(attack, target=0), state)
    assert choice(elsewhere) == PassResponse()
    gone = answering(replace(attack, unit="u9"), state)
    assert choice(gone) == PassResponse()


def test_dear_events_are_cancelled() -> None:
    state = table(hands={0: "usa_code_breakers"}, stacks={"c0": "1"}, units=["c1 0 usa_sherman"])
    item = Item(4, "event", 1, card="usa_carpet_bombing", space="a5", subtype="normal", targets=(Choice(row=1),))
    assert choice(answering(item, state)) == PlayEvent(card="usa_code_breakers", space="c0")


@pytest.mark.parametrize(
    ("item", "value"),
    [
        (Item(4, "attack", 1, unit="u9", target="u1"), 0.0),
        (Item(4, "attack", 1, unit="u2", target="u9"), 0.0),
        (Item(4, "ranged", 1, unit="u3", target=0), 2.0),
        (Item(4, "attack", 1, unit="u2", target=0), 3.0),
    ],
)
def test_what_a_declared_attack_is_worth(item: Item, value: float) -> None:
    state = table(units=["c2 0 ger_grenadiers", "a1 1 sov_t34", "e4 1 usa_howitzer"])
    assert attack_worth(sight(state), item) == value


def test_a_declared_ranged_attack_on_a_unit_is_worth_what_it_destroys() -> None:
    state = table(units=["c2 0 ger_grenadiers", "e4 1 usa_howitzer"])
    seen = sight(state)
    assert attack_worth(seen, Item(4, "ranged", 1, unit="u2", target="u1")) == seen.worth(seen.units["u1"])


# Triggers, hands, cards


def answering_trigger(trigger: Trigger, state: State) -> State:
    return replace(state, agenda=(AnswerTrigger(seat=trigger.seat, trigger_id=trigger.id),), triggers=(trigger,))


def test_a_play_effect_hits_the_best_target() -> None:
    state = table(units=["c1 0 ger_stuka", "c3 1 sov_t34", "d3 1 usa_howitzer"])
    trigger = Trigger("t1", 1, 0, "ger_stuka", 1, "play", unit="u1")
    assert choice(answering_trigger(trigger, state)) == ResolveTrigger(targets=(at("u3"),))


@pytest.mark.parametrize(("supply", "draws"), [(30, True), (6, False)])
def test_cards_are_drawn_only_while_the_supply_is_large(supply: int, draws: bool) -> None:
    """Section 12, 7."""
    state = given(supplies={0: f"{FACTORY} " * supply}, junkyards={0: "ger_panzer3"})
    command = choice(answering_trigger(Trigger("t1", 1, 0, "ger_panzer3", 0, "destroy"), state))
    assert isinstance(command, ResolveTrigger) is draws


def test_a_unit_out_of_the_junkyard_blocks_no_stack_if_it_can_help_it() -> None:
    state = table(junkyards={0: "jpn_rifle_squad"}, stacks={"a0": "1", "b0": "1"}, down="a1 b1 c1 d1 e1")
    trigger = Trigger("t1", 1, 0, "jpn_rifle_squad", 0, "junkyard", packet=Packet(number=1, copy=1, copies=1))
    command = choice(answering_trigger(trigger, state))
    assert isinstance(command, ResolveTrigger)
    assert command.space in ("c0", "d0", "e0")
    open_field = replace(state, face_up={"c1": "ter_plains"})
    assert choice(answering_trigger(trigger, open_field)) == ResolveTrigger(space="c1")


def test_an_event_set_off_from_the_junkyard_is_used_if_it_helps() -> None:
    state = table(junkyards={0: "jpn_ambush"}, units=["c3 1 usa_hellcat", "d3 1 sov_kv1"])
    trigger = Trigger("t1", 1, 0, "jpn_ambush", 0, "junkyard", packet=Packet(number=1, copy=1, copies=1))
    assert choice(answering_trigger(trigger, state)) == ResolveTrigger(targets=(at("u1"),))


def test_simultaneous_triggers_are_taken_in_their_order() -> None:
    triggers = (Trigger("t1", 1, 0, "ger_panzer3", 0, "destroy"), Trigger("t2", 1, 1, "usa_b17", 1, "destroy"))
    state = replace(table(), agenda=(OrderTriggers(seat=0),), triggers=triggers)
    assert getattr(choice(state), "trigger_id", None) == "t1"


@pytest.mark.parametrize(
    ("hand", "mulligans", "command"),
    [
        ("factory factory factory ger_grenadiers ger_tiger ger_panther ger_panther", 0, KeepHand()),
        ("factory ger_grenadiers ger_grenadiers ger_tiger ger_tiger ger_panther ger_panther", 0, Mulligan()),
        ("factory factory factory factory factory factory ger_grenadiers", 0, Mulligan()),
        ("factory factory factory ger_tiger ger_tiger ger_panther ger_panther", 0, Mulligan()),
        ("factory factory factory ger_tiger ger_tiger ger_panther", 2, KeepHand()),
    ],
)
def test_which_opening_hands_are_kept(hand: str, mulligans: int, command: PanzerCommand) -> None:
    state = table(hands={0: hand})
    ann, bea = state.players
    state = replace(state, agenda=(DecideMulligan(seat=0),), players=(replace(ann, mulligans=mulligans), bea), turn=0)
    assert choice(state) == command


def test_spare_factories_and_weak_cards_are_given_away_first() -> None:
    hand = ("factory", "factory", "ger_tiger", "ger_blitzkrieg", "ger_grenadiers")
    late = sight(table(hands={0: " ".join(hand)}, stacks={"c0": "3", "b0": "3", "d0": "2"}))
    assert cards_kept(late, hand) == ["factory", "ger_grenadiers", "factory", "ger_blitzkrieg", "ger_tiger"]
    early = sight(table(hands={0: " ".join(hand)}))
    assert cards_kept(early, hand)[-1] == "ger_tiger"
    state = replace(
        table(hands={0: " ".join(hand)}, stacks={"c0": "3"}), agenda=(PickCards(seat=0, why="hand_limit", n=2),)
    )
    command = choice(state)
    assert isinstance(command, ChooseCards)
    assert "ger_tiger" not in command.cards


@pytest.mark.parametrize(("types", "card"), [(("Infantry",), "sov_guards_rifles"), ((), "sov_is2")])
def test_the_best_unit_is_salvaged(types: tuple[str, ...], card: str) -> None:
    state = table(junkyards={0: "sov_conscripts sov_is2 sov_guards_rifles factory"})
    state = replace(state, agenda=(PickCards(seat=0, why="salvage", n=1, types=types),))
    assert choice(state) == ChooseCards(cards=(card,))


# What effects are worth

ENEMY, OWN = Filter(controller="enemy"), Filter(controller="own")
FIELD = table(
    units=["c2 0 ger_panzer4", "c3 1 sov_t34 damage=1", "d3 1 sov_conscripts", "c1 0 ger_grenadiers damage=1"],
    stacks={"a0": "2 ger_armaments", "a5": "2 sov_winter", "b5": "1", "c5": "2"},
    modifiers={"c2": "mod_bunker 0", "c3": "mod_trenches 1"},
    hands={0: "factory factory", 1: "factory"},
    junkyards={0: "ger_tiger ger_grenadiers"},
)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (
            (word.DamageUnit(when="resolve", amount=2, target=Target(select="row", filter=ENEMY)), Choice(row=3)),
            (word.DamageUnit(when="resolve", amount=2, target=Target(select="row", filter=ENEMY)), Choice(row=4)),
        ),
        (
            (word.DamageUnit(when="resolve", amount=2, target=Target(select="one")), Choice(unit="u2")),
            (word.DamageUnit(when="resolve", amount=2, target=Target(select="one")), Choice(unit="u1")),
        ),
        (
            (word.DestroyUnit(when="resolve", target=Target(select="one")), Choice(unit="u2")),
            (word.DestroyUnit(when="resolve", target=Target(select="one")), Choice(unit="u9")),
        ),
        (
            (word.DamageSupply(when="resolve", amount=2, player="opponent"), Choice()),
            (word.DamageSupply(when="resolve", amount=2, player="self"), Choice()),
        ),
        (
            (word.Repair(when="resolve", amount=2, target=Target(select="one", filter=OWN)), Choice(unit="u4")),
            (word.Repair(when="resolve", amount=2, target=Target(select="one", filter=OWN)), Choice(unit="u1")),
        ),
        (
            (word.DestroyPermanent(when="resolve"), Choice(space="a5")),
            (word.DestroyPermanent(when="resolve"), Choice(space="a0")),
        ),
        (
            (word.DestroyModifier(when="play"), Choice(space="c3")),
            (word.DestroyModifier(when="play"), Choice(space="c2")),
        ),
        ((word.DestroyModifier(when="play"), Choice(space="c3")), (word.DestroyModifier(when="play"), Choice())),
        (
            (word.Salvage(when="resolve", filter=Kinds(types=("Armor",))), Choice()),
            (word.Salvage(when="resolve", filter=Kinds(types=("Aircraft",))), Choice()),
        ),
        ((word.ExtraFactory(when="resolve", count=1), Choice()), (word.Fly(when="static"), Choice())),
        ((word.DiscardHand(when="resolve", count=2), Choice()), (word.Fly(when="static"), Choice())),
        (
            (word.Reveal(when="play", count=2), Choice(spaces=("a2", "b2"))),
            (word.Reveal(when="play", count=2), Choice(spaces=())),
        ),
        ((word.Reveal(when="play", count=2), Choice(spaces=("a2",))), (word.Reveal(when="play", count=2), Choice())),
        (
            (
                word.Reposition(when="resolve", target=Target(select="one", filter=OWN), area="own_half"),
                Choice(unit="u4", space="d2"),
            ),
            (
                word.Reposition(when="resolve", target=Target(select="one", filter=OWN), area="own_half"),
                Choice(unit="u4", space="a1"),
            ),
        ),
        (
            (word.Immobilize(when="resolve", target=Target(select="one", filter=ENEMY)), Choice(unit="u2")),
            (word.Immobilize(when="resolve", target=Target(select="one", filter=ENEMY)), Choice(unit="u1")),
        ),
        (
            (word.Boost(when="resolve", attack=1, movement=1, target=Target(select="all", filter=OWN)), Choice()),
            (word.Boost(when="resolve", attack=1, movement=1, target=Target(select="all", filter=ENEMY)), Choice()),
        ),
    ],
)
def test_what_an_effect_is_worth(better: tuple[word.Ability, Choice], worse: tuple[word.Ability, Choice]) -> None:
    seen = sight(FIELD)
    assert ability_worth(seen, *better) > ability_worth(seen, *worse)


def test_what_an_effect_without_a_choice_is_worth() -> None:
    reposition = word.Reposition(when="resolve", target=Target(select="one"), area="own_half")
    assert ability_worth(sight(FIELD), reposition, Choice()) == 0
    assert ability_worth(sight(FIELD), word.CancelAttack(when="resolve"), Choice()) == 0
    assert ability_worth(sight(FIELD), word.CancelEvent(when="resolve"), Choice()) == 0


def test_a_boost_is_worth_most_for_units_that_can_strike() -> None:
    boost = word.Boost(when="resolve", attack=1, target=Target(select="all", filter=Filter(types=("Armor",))))
    far = sight(table(units=["c1 0 ger_panzer4", "d1 0 ger_grenadiers"]))
    near = sight(table(units=["c4 0 ger_panzer4", "d1 0 ger_grenadiers"]))
    assert ability_worth(near, boost, Choice()) > ability_worth(far, boost, Choice())


def test_a_unit_on_the_last_factory_makes_that_factory_a_target() -> None:
    """W24."""
    raid = word.DestroyFactory(when="resolve", count=1)
    seen = sight(table(units=["b5 1 usa_b17"], stacks={"b5": "1", "c5": "2"}))
    assert ability_worth(seen, raid, Choice(space="b5")) > ability_worth(seen, raid, Choice(space="c5"))
    assert ability_worth(seen, raid, Choice(space="a1")) == 0


def test_a_second_attack_is_worth_what_it_strikes() -> None:
    ready = word.Ready(when="resolve", target=Target(select="one", filter=Filter(controller="own", attacked=True)))
    seen = sight(table(units=["c4 0 ger_panzer4 attacked attacks_left=0"]))
    assert ability_worth(seen, ready, Choice(unit="u1")) == 4


def test_an_extra_factory_is_worth_nothing_without_one_to_play() -> None:
    extra = word.ExtraFactory(when="resolve", count=1)
    assert ability_worth(sight(table()), extra, Choice()) == 0


def test_abilities_take_their_choices_in_turn() -> None:
    seen = sight(table(junkyards={0: "sov_conscripts"}))
    mobilization = seen.pool.cards["sov_mobilization"]
    assert event_worth(seen, mobilization, ()) != 0


def test_preferences_are_none_of_a_bots_business() -> None:
    """It answers what it is asked, whatever its seat prefers."""
    state = table(hands={0: "sov_maskirovka"}, stacks={"c0": "1"}, units=["c2 0 sov_t34", "c3 1 ger_tiger"])
    ann, bea = state.players
    state = answering(Item(4, "attack", 1, unit="u2", target="u1"), state)
    changed = replace(state, players=(replace(ann, prefs=Prefs(pass_rest_of_turn=True)), bea))
    assert choice(state) == choice(changed)


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize("size", [50, 80, 100])
def test_a_bot_brings_a_legal_deck_where_none_is_ready(bot: str, size: int) -> None:
    """Ready-made decks have 60 and 40 cards; the second bot takes the side that is left."""
    state = opened(deck_size=size, opposing_sides=True)
    chosen = choice(state, 0, bot, QuickChance(size))
    state = play(state, chosen, seat=0).state
    other = choice(state, 1, bot, QuickChance(size))
    state = play(state, other, seat=1).state
    assert {player.side for player in state.players} == {"axis", "allies"}
    assert [sum((player.deck or {}).values()) for player in state.players] == [size, size]
