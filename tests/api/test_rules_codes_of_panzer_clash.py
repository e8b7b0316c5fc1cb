"""Every refusal of Panzer Clash that a player can meet, over HTTP: code, category, rule, and nothing changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from domain.games.panzer_clash.cards import FACTORY
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.field import FIELD
from domain.games.panzer_clash.messages import ChooseDeck
from domain.games.panzer_clash.refusals import BAD_OPTIONS, CODES
from domain.kernel.chance import Draw
from domain.ledger.listing import TableQuery
from domain.record.draws import Drawn
from tests.api.world import DUEL, Opened, World, code

GAME = "panzer_clash"
SIZE = 40
PASS_ALL = dict.fromkeys(("attack", "ranged", "event", "main_start", "main_end"), False)


class ClashLuck:
    """Chance that puts the wanted cards on top of each Supply, and the wanted terrain on its space."""

    def __init__(self, supplies: Sequence[Sequence[str]], terrain: Mapping[str, str]) -> None:
        self.drawn: list[Drawn] = []
        self._supplies = [(sorted(deck_of(wanted).elements()), wanted) for wanted in supplies]
        self._laid = [f"ter_{terrain.get(space, 'plains')}" for space in FIELD]

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the order of the Terrain Deck or of a Supply."""
        if purpose == "terrain":
            order = _terrain(SHIPPED.terrain, self._laid)
        else:
            order = _order(*self._supplies[int(purpose.removeprefix("supply_"))])
        assert sorted(order) == list(range(n))
        draw = Draw(label=f"0/{len(self.drawn)}/{purpose}", kind="shuffle", n=n, result=order)
        self.drawn.append(Drawn(draw, open))
        return order

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Nothing is picked: the options say who begins."""
        raise AssertionError(purpose)


def deck_of(wanted: Sequence[str]) -> Counter[str]:
    """Return a deck with these cards, filled up with Factories."""
    deck = Counter(wanted)
    deck[FACTORY] += SIZE - len(wanted)
    return deck


def _order(lying: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...]:
    """Return the permutation that puts the wanted cards on top."""
    left = list(enumerate(lying))
    top = []
    for card in wanted:
        place = next(place for place, other in left if other == card)
        left.remove((place, card))
        top.append(place)
    return (*top, *[place for place, _ in left])


def _terrain(lying: Sequence[str], laid: Sequence[str]) -> tuple[int, ...]:
    """Return the permutation that lays the wanted terrain; Plains that run out are missing in the last columns."""
    left, order = list(range(len(lying))), []
    for place in sorted(range(len(laid)), key=lambda place: (laid[place] == "ter_plains", FIELD[place])):
        found = next((number for number in left if lying[number] == laid[place]), left[-1])
        left.remove(found)
        order.append((place, found))
    return (*[found for _, found in sorted(order)], *left)


def chosen(wanted: Sequence[str]) -> ChooseDeck:
    """Return the command that chooses this deck, of the side of its cards."""
    sides = [side for card in wanted if (side := SHIPPED.cards[card].side) is not None]
    deck = dict(sorted(deck_of(wanted).items()))
    return ChooseDeck(cards=deck, side=next(iter(sides), "axis"))


def rigged(world: World, south: str = "", north: str = "", *, keep: bool = True, **more: Any) -> Opened:
    """Return a table in its first Main phase: these cards on top of each Supply, then Factories; windows are passed.

    The first seven are a seat's hand.
    """
    supplies = south.split(), north.split()
    luck = ClashLuck(supplies, more.pop("terrain", {}))
    then = [(seat, chosen(wanted)) for seat, wanted in enumerate(supplies)]
    table = world.dealt(GAME, luck, then=then, **{"deck_size": SIZE, "response_default": PASS_ALL, **more})
    for seat in (0, 1) if keep else ():
        table.act(seat, "keep_hand")
    return table


def turn(table: Opened, seat: int, space: str, *cards: str) -> None:
    """Play a Factory to a space and then these cards, and end the turn."""
    build(table, seat, space, *cards)
    table.act(seat, "end_main")


def build(table: Opened, seat: int, space: str, *cards: str) -> None:
    """Play a Factory and then units or modifiers to its space."""
    table.act(seat, "play_factory", space=space)
    for card in cards:
        table.act(seat, f"play_{SHIPPED.cards[card].card_type}", card=card, space=space)


def choosing(world: World, seat: int = 0, options: Mapping[str, Any] | None = None, **body: Any) -> str:
    """Refuse a deck."""
    table = world.dealt(GAME, ClashLuck(([], []), {}), **(options or {}))
    if seat:
        table.act(0, "choose_deck", deck_id="deck_german_60")
    return table.refused(seat, "choose_deck", **body)


def unknown_deck(world: World) -> str:
    """6.1: neither an id nor a list."""
    return choosing(world)


def unknown_card(world: World) -> str:
    """6.1."""
    return choosing(world, cards={"ger_maus": 60}, side="axis")


def not_a_supply_card(world: World) -> str:
    """6.1: a terrain in a deck."""
    return choosing(world, cards={"ter_road": 4, FACTORY: 56}, side="axis")


def bad_copies(world: World) -> str:
    """6.1."""
    return choosing(world, cards={"ger_tiger": 0, FACTORY: 60}, side="axis")


def too_many_copies(world: World) -> str:
    """W2."""
    return choosing(world, cards={"ger_panther": 5, FACTORY: 55}, side="axis")


def wrong_deck_size(world: World) -> str:
    """W4."""
    return choosing(world, cards={FACTORY: 59}, side="axis")


def mixed_sides(world: World) -> str:
    """W3."""
    return choosing(world, cards={"sov_t34": 1, FACTORY: 59}, side="axis")


def side_taken(world: World) -> str:
    """R2: opposed sides."""
    return choosing(world, 1, {"opposing_sides": True}, deck_id="deck_japanese_60")


def mulligan_limit(world: World) -> str:
    """R6: seven mulligans leave one card."""
    table = rigged(world, keep=False)
    for _ in range(7):
        table.act(0, "mulligan")
    return table.refused(0, "mulligan")


def game_over(world: World) -> str:
    """W34: nothing is done after the end."""
    table = rigged(world)
    table.act(1, "concede")
    return table.refused(0, "end_main")


def not_your_decision(world: World) -> str:
    """5.1: the other seat's Main phase."""
    return rigged(world).refused(1, "end_main")


def card_not_in_hand(world: World) -> str:
    """6.3."""
    return rigged(world).refused(0, "play_unit", card="ger_tiger", space="a0")


def wrong_card_type(world: World) -> str:
    """6.3: a Factory is no unit."""
    return rigged(world).refused(0, "play_unit", card=FACTORY, space="a0")


def not_own_industry(world: World) -> str:
    """6.3."""
    return rigged(world).refused(0, "play_factory", space="a5")


def factory_limit(world: World) -> str:
    """W9."""
    table = rigged(world)
    build(table, 0, "a0")
    return table.refused(0, "play_factory", space="b0")


def space_occupied(world: World) -> str:
    """W23: a raid took the last Factory under a permanent event."""
    table = rigged(world, "jpn_surprise_raid", "jpn_bushido")
    turn(table, 0, "a0")
    build(table, 1, "a5")
    table.act(1, "play_event", card="jpn_bushido", space="a5")
    table.act(1, "end_main")
    build(table, 0, "a0")
    table.act(0, "play_event", card="jpn_surprise_raid", space="a0", targets=[{"space": "a5"}])
    table.act(0, "end_main")
    return table.refused(1, "play_factory", space="a5")


def no_stack(world: World) -> str:
    """6.3: no Factory there."""
    return rigged(world, "ger_grenadiers").refused(0, "play_unit", card="ger_grenadiers", space="a0")


def stack_blocked(world: World) -> str:
    """W8."""
    table = rigged(world, "ger_grenadiers ger_grenadiers")
    build(table, 0, "a0", "ger_grenadiers")
    return table.refused(0, "play_unit", card="ger_grenadiers", space="a0")


def stack_too_small(world: World) -> str:
    """W7."""
    table = rigged(world, "ger_panther")
    build(table, 0, "a0")
    return table.refused(0, "play_unit", card="ger_panther", space="a0")


def placing(world: World) -> Opened:
    """Return a table where seat 0 places a Minefield, in turn 3."""
    table = rigged(world, "mod_minefield")
    turn(table, 0, "a0", "mod_minefield")
    turn(table, 1, "a5")
    return table


def no_waiting_modifier(world: World) -> str:
    """6.4."""
    return placing(world).refused(0, "place_modifier", from_="b0", space="a1")


def space_has_modifier(world: World) -> str:
    """6.4: no field space."""
    return placing(world).refused(0, "place_modifier", from_="a0", space="b0")


def illegal_placement(world: World) -> str:
    """W25."""
    return placing(world).refused(0, "place_modifier", from_="a0", space="c3")


def wrong_timing(world: World) -> str:
    """R43: only Flash events answer."""
    table = rigged(world, "", "axis_reserves")
    turn(table, 0, "a0")
    turn(table, 1, "a5")
    table.act(1, "set_response_prefs", prefs={"main_end": True})
    turn(table, 0, "a0")
    return table.refused(1, "play_event", card="axis_reserves", space="a5")


def nothing_to_cancel(world: World) -> str:
    """6.5: the chain is empty."""
    table = rigged(world, "usa_code_breakers")
    build(table, 0, "a0")
    return table.refused(0, "play_event", card="usa_code_breakers", space="a0")


def no_legal_target(world: World) -> str:
    """R45: no enemy Armor."""
    table = rigged(world, "ger_panzerfaust")
    build(table, 0, "a0")
    return table.refused(0, "play_event", card="ger_panzerfaust", space="a0")


def ready(world: World, south: str = "ger_grenadiers ger_grenadiers", terrain: str = "plains") -> Opened:
    """Return a table in turn 3 whose unit u1 on a0 may act; a1 is this terrain."""
    table = rigged(world, south, "jpn_kamikaze", terrain={"a1": terrain})
    turn(table, 0, "a0", south.split(maxsplit=1)[0])
    turn(table, 1, "a5", "jpn_kamikaze")
    return table


def moved(world: World, **more: str) -> Opened:
    """Return the same table after u1 went to a1."""
    table = ready(world, **more)
    table.act(0, "move_unit", unit_id="u1", path=["a1"])
    return table


def met(world: World) -> Opened:
    """Return a table in turn 5: u1 on a1, the enemy's u2 before it on a2."""
    table = moved(world)
    turn(table, 0, "a0")
    for space in ("a4", "a3", "a2"):
        table.act(1, "move_unit", unit_id="u2", path=[space])
    turn(table, 1, "a5")
    return table


def illegal_target(world: World) -> str:
    """6.7: an own unit."""
    return moved(world).refused(0, "attack_unit", unit_id="u1", target_id="u1")


def not_your_unit(world: World) -> str:
    """6.6."""
    return ready(world).refused(0, "move_unit", unit_id="u2", path=["a4"])


def unit_fresh(world: World) -> str:
    """W10."""
    table = rigged(world, "ger_grenadiers")
    build(table, 0, "a0", "ger_grenadiers")
    return table.refused(0, "move_unit", unit_id="u1", path=["a1"])


def unit_stopped(world: World) -> str:
    """W11: Swamp."""
    return moved(world, terrain="swamp").refused(0, "move_unit", unit_id="u1", path=["a2"])


def bad_path(world: World) -> str:
    """6.6."""
    return ready(world).refused(0, "move_unit", unit_id="u1", path=[])


def not_adjacent(world: World) -> str:
    """6.6: another column."""
    return ready(world).refused(0, "move_unit", unit_id="u1", path=["b1"])


def path_not_minimal(world: World) -> str:
    """6.6."""
    return ready(world).refused(0, "move_unit", unit_id="u1", path=["a1", "a2"])


def blocked_by_enemy(world: World) -> str:
    """W13."""
    return met(world).refused(0, "move_unit", unit_id="u1", path=["a2", "a3"])


def destination_occupied(world: World) -> str:
    """W13."""
    return met(world).refused(0, "move_unit", unit_id="u1", path=["a2"])


def cannot_pass(world: World) -> str:
    """R31: a friend stands in the Swamp."""
    table = moved(world, terrain="swamp")
    turn(table, 0, "a0", "ger_grenadiers")
    turn(table, 1, "a5")
    return table.refused(0, "move_unit", unit_id="u3", path=["a1", "a2"])


def not_enough_movement(world: World) -> str:
    """W12."""
    return moved(world).refused(0, "move_unit", unit_id="u1", path=["a2"])


def not_on_field(world: World) -> str:
    """6.7: from the Industry Zone."""
    return ready(world).refused(0, "attack_supply", unit_id="u1")


def no_attack_left(world: World) -> str:
    """W18."""
    table = moved(world, south="jpn_snipers")
    table.act(0, "ranged_attack", unit_id="u1", target=1)
    return table.refused(0, "ranged_attack", unit_id="u1", target=1)


def not_in_enemy_back_line(world: World) -> str:
    """R27."""
    return moved(world).refused(0, "attack_supply", unit_id="u1")


def no_ranged_attack(world: World) -> str:
    """6.8."""
    return moved(world).refused(0, "ranged_attack", unit_id="u1", target="u2")


def unknown_trigger(world: World) -> str:
    """W26: two units destroyed each other; the active player orders their effects."""
    table = rigged(world, "sov_bt7", "sov_bt7")
    turn(table, 0, "a0", "sov_bt7")
    turn(table, 1, "a5", "sov_bt7")
    for space in ("a1", "a2", "a3"):
        table.act(0, "move_unit", unit_id="u1", path=[space])
    turn(table, 0, "a0")
    table.act(1, "move_unit", unit_id="u2", path=["a4"])
    table.act(1, "attack_unit", unit_id="u2", target_id="u1")
    return table.refused(1, "choose_next_trigger", trigger_id="t9")


def not_optional(world: World) -> str:
    """6.9: Partisans hit one of two."""
    table = rigged(world, "ger_grenadiers ger_grenadiers", "sov_partisans")
    turn(table, 0, "a0", "ger_grenadiers")
    turn(table, 1, "a5")
    table.act(0, "move_unit", unit_id="u1", path=["a1"])
    turn(table, 0, "a0", "ger_grenadiers")
    turn(table, 1, "a5")
    table.act(0, "move_unit", unit_id="u1", path=["b1"])
    table.act(0, "move_unit", unit_id="u2", path=["a1"])
    turn(table, 0, "a0")
    build(table, 1, "a5", "sov_partisans")
    return table.refused(1, "decline_trigger")


def discarding(world: World) -> Opened:
    """Return a table where seat 0 has eight cards in its End phase."""
    table = rigged(world, "ger_grenadiers")
    table.act(0, "end_main")
    turn(table, 1, "a5")
    table.act(0, "end_main")
    return table


def wrong_count(world: World) -> str:
    """W29."""
    return discarding(world).refused(0, "choose_cards", cards=[FACTORY, FACTORY])


def card_not_there(world: World) -> str:
    """6.9."""
    return discarding(world).refused(0, "choose_cards", cards=["ger_tiger"])


def illegal_card(world: World) -> str:
    """7.3: only Infantry is salvaged."""
    hand = ["sov_mobilization", *[FACTORY] * 7]
    table = rigged(world, " ".join([*hand, "sov_tank_riders", "sov_kv1", "sov_ski_troops"]))
    turn(table, 0, "a0")
    turn(table, 1, "a5")
    build(table, 0, "a0")
    table.act(0, "play_event", card="sov_mobilization", space="a0")
    return table.refused(0, "choose_cards", cards=["sov_kv1"])


MADE: tuple[Callable[[World], str], ...] = (
    game_over,
    not_your_decision,
    unknown_deck,
    unknown_card,
    not_a_supply_card,
    bad_copies,
    too_many_copies,
    wrong_deck_size,
    mixed_sides,
    side_taken,
    mulligan_limit,
    card_not_in_hand,
    wrong_card_type,
    not_own_industry,
    factory_limit,
    space_occupied,
    no_stack,
    stack_blocked,
    stack_too_small,
    no_waiting_modifier,
    space_has_modifier,
    illegal_placement,
    wrong_timing,
    nothing_to_cancel,
    no_legal_target,
    illegal_target,
    not_your_unit,
    unit_fresh,
    unit_stopped,
    bad_path,
    not_adjacent,
    path_not_minimal,
    blocked_by_enemy,
    destination_occupied,
    cannot_pass,
    not_enough_movement,
    not_on_field,
    no_attack_left,
    not_in_enemy_back_line,
    no_ranged_attack,
    unknown_trigger,
    not_optional,
    wrong_count,
    card_not_there,
    illegal_card,
)
REACHED = {reach.__name__: reach for reach in MADE}


def test_no_code_of_the_rules_is_left_out() -> None:
    """Every code of section 6 but those for callers, which the API answers itself."""
    assert set(REACHED) == {name.partition(" ")[0] for name, no in CODES.items() if no.category != "caller"}


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_rules_refuse_over_http(world: World, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal has its code, cites its rule in words that people use, and leaves no entry behind."""
    heard = []
    say = Opened.say

    def listening(table: Opened, seat: int, tag: str, **body: Any) -> Any:
        before = table.world.store.head(table.id)
        heard.append((say(table, seat, tag, **body), table.world.store.head(table.id) - before))
        return heard[-1][0]

    monkeypatch.setattr(Opened, "say", listening)
    assert REACHED[name](world) == name
    (listed,) = world.store.find(TableQuery()).tables
    assert [attempt.code for attempt in world.store.attempts.of(listed.table)] == [name]
    answer, written = heard[-1]
    assert written == 0
    assert answer.json["rule"] == CODES[name].rule
    assert answer.json["category"] == CODES[name].category
    assert "{" not in answer.json["detail"]


OPTIONS: dict[str, tuple[dict[str, Any], int]] = {"seats": ({}, 3), "deck_size": ({"deck_size": 101}, 2)}


def test_every_invalid_option_has_a_case() -> None:
    """Section 1."""
    assert set(OPTIONS) == set(BAD_OPTIONS)


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_bad_setup_is_422(world: World, name: str) -> None:
    """`invalid_option` with the sentence of the option, and no table."""
    options, seats = OPTIONS[name]
    answer = world.post("/tables", {"game": GAME, "seats": DUEL[:1] * seats, "options": options})
    assert code(answer, 422) == "invalid_option"
    assert answer.json["category"] == "setup"
    assert answer.json["rule"] == BAD_OPTIONS[name].rule
    assert world.store.listings.count() == 0


@pytest.mark.parametrize(
    "options",
    [{"deck_size": "60"}, {"first_player": "seat_0"}, {"opposing_sides": 1}, {"response_default": {"x": True}}],
)
def test_options_of_wrong_types_are_invalid(world: World, options: dict[str, object]) -> None:
    """Section 1: an option value outside its type."""
    answer = world.post("/tables", {"game": GAME, "seats": DUEL, "options": options})
    assert code(answer, 422) == "invalid_option"
