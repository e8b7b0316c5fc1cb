"""The invariants of section 11 as laws over seeded random play, with ready-made and random legal decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.panzer_clash import decks, values
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.field import COLUMN, FIELD
from domain.games.panzer_clash.messages import (
    ChooseDeck,
    FactoryAllowanceRaised,
    FactoryPlayed,
    GameEnded,
    PanzerCommand,
    PanzerFact,
    PanzerOptions,
    ResponseOpened,
    TerrainRevealed,
    TurnEnded,
    TurnStarted,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.messages import Awaited, TimeOut
from tests.games.panzer_clash.given import asked, cards_of, opened, play

READY: list[tuple[int, tuple[str, str], dict[str, Any]]] = [
    (40, ("deck_german_40", "deck_soviet_40"), {"opposing_sides": True}),
    (40, ("deck_japanese_40", "deck_american_40"), {"first_player": "seat1"}),
    (
        60,
        ("deck_soviet_60", "deck_american_60"),
        {"response_default": {"attack": True, "ranged": True, "main_start": True}},
    ),
    (60, ("deck_german_60", "deck_japanese_60"), {"first_player": "seat0"}),
]
RANDOM_SIZES = (40, 50, 80, 100)
TURN_FACTOR = 2  # a game has at most so many turns for each card of a deck


class Step(NamedTuple):
    """What one action did."""

    before: State
    facts: tuple[PanzerFact, ...]
    after: State


def table(number: int) -> State:
    """Return a table whose seats have their decks: ready-made ones first, then random legal ones."""
    if number < len(READY):
        size, names, options = READY[number]
        state = _opened(size, options)
        chosen = [SHIPPED.decks[name] for name in names]
        files = [decks.DeckFile(name=deck.name, side=deck.side, cards=deck.cards) for deck in chosen]
    else:
        state = _opened(RANDOM_SIZES[number % len(RANDOM_SIZES)], {})
        chance = QuickChance(number)
        size = state.options.deck_size
        files = [decks.random_deck(SHIPPED, chance.choice(("axis", "allies")), size, chance) for _ in (0, 1)]
    for seat, file in enumerate(files):
        state = play(state, decks.command(file), seat=seat, seed=number).state
    return state


def _opened(size: int, options: dict[str, Any]) -> State:
    chosen = msgspec.convert({"deck_size": size, **options}, PanzerOptions)
    return opened(**{name: getattr(chosen, name) for name in PanzerOptions.__struct_fields__})


def steps(number: int) -> Iterator[Step]:
    """Play a table to its end by chance, now and then by the clock, passes by preference included."""
    chance = QuickChance(number)
    state = table(number)
    while RULES.outcome(state) is None:
        ((seat, _),) = RULES.to_act(state).items()
        command: PanzerCommand | None = RULES.prepared_answer(state, seat)
        if command is None:
            command = TimeOut() if chance.pick(40) == 0 else sample(RULES, state, seat, chance)
        acted = act(RULES, state, seat, command, chance)
        yield Step(state, acted.facts, acted.state)
        state = acted.state


@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(12))
def test_invariants_hold(number: int) -> None:
    """1 to 7, 9, 11, 12, 14 after every action of a whole game."""
    factories = allowed = 0
    supplies = [1000, 1000]
    for before, facts, state in steps(number):
        check_cards(state)
        check_field(state)
        for seat in (0, 1):
            assert len(state.players[seat].supply) <= supplies[seat] or state.turn == 0
            supplies[seat] = len(state.players[seat].supply) if state.turn else 1000
        for fact in facts:
            if isinstance(fact, TurnStarted):
                factories, allowed = 0, 1
            elif isinstance(fact, FactoryPlayed):
                factories += 1
            elif isinstance(fact, FactoryAllowanceRaised):
                allowed += fact.count
            elif isinstance(fact, TurnEnded) and state.outcome is None:
                assert len(before.players[fact.seat].hand) <= 7 or len(state.players[fact.seat].hand) <= 7
            elif isinstance(fact, TerrainRevealed):
                assert fact.space not in before.face_up
        assert factories <= allowed
        if state.outcome is None:
            check_chain(state, facts)
    ended = [fact for fact in facts if not isinstance(fact, Awaited)]
    assert isinstance(ended[-1], GameEnded)
    assert sum(isinstance(fact, GameEnded) for fact in facts) == 1
    assert state.turn <= TURN_FACTOR * state.options.deck_size
    assert RULES.to_act(state) == {}


def check_cards(state: State) -> None:
    """1, 2: every card of a deck lies somewhere; 20 terrain cards on the field, 20 aside."""
    for seat, player in enumerate(state.players):
        assert player.deck is not None
        assert sum(player.deck.values()) == state.options.deck_size
        found: dict[str, int] = {}
        for card in cards_of(state, seat, player):
            found[card] = found.get(card, 0) + 1
        assert found == player.deck
    assert sorted([*state.laid, *state.aside]) == sorted(SHIPPED.terrain)
    assert len(state.laid) == len(state.aside) == len(FIELD)


def check_field(state: State) -> None:
    """3, 4, 9: one unit a space, none on face-down terrain, all alive; `fresh` ones have no attack."""
    spaces = [unit.space for unit in state.units.values()]
    assert len(set(spaces)) == len(spaces)
    assert state.at == {unit.space: unit.id for unit in state.units.values()}
    for unit in state.units.values():
        assert unit.damage >= 0
        if unit.space in COLUMN:
            assert state.players[unit.owner].stacks[COLUMN[unit.space]].unit == unit.id
            assert unit.damage == 0
        else:
            assert unit.space in state.face_up
            assert state.outcome is not None or values.defense(state, unit) >= 1
        assert not (unit.fresh and (unit.attacks_left or unit.attacked))
    for player in state.players:
        assert all(stack.unit is None or stack.card is None for stack in player.stacks)


def check_chain(state: State, facts: tuple[PanzerFact, ...]) -> None:
    """11, 12: a window is for an eligible seat; without one the chain is empty, triggers at work aside."""
    seat, kind = asked(state)
    player = state.players[seat]
    if kind == "response":
        assert len(player.hand)
        assert any(stack.factories and stack.unit is None and stack.card is None for stack in player.stacks)
        assert state.chain[-1].seat != seat
        assert any(isinstance(fact, ResponseOpened) for fact in facts) or facts == ()
    elif kind in ("main", "mulligan", "modifier_placement", "hand_limit"):
        assert state.chain == ()
        assert state.triggers == ()


@pytest.mark.parametrize("number", [0, 4])
def test_nothing_is_random_after_the_last_mulligan(number: int) -> None:
    """10: the same state and actions give the same facts, whatever chance says."""
    turns = 0
    for before, _facts, _after in steps(number):
        if before.turn:
            turns = before.turn
            ((seat, _),) = RULES.to_act(before).items()
            for seed in (1, 2):
                assert act(RULES, before, seat, TimeOut(), QuickChance(seed)).facts == (
                    act(RULES, before, seat, TimeOut(), QuickChance(0)).facts
                )
    assert turns > 1


@pytest.mark.no_cover
@pytest.mark.parametrize(("size", "least", "most"), [(40, 30, 80), (60, 45, 120)])
def test_mean_length_of_games_by_chance(size: int, least: int, most: int) -> None:
    """Section 11: never more turns than cards of both decks; aimless play takes longer than greedy bots do."""
    names = [deck.id for deck in SHIPPED.decks.values() if deck.size == size]
    turns = []
    for number in range(8):
        chance = QuickChance(number)
        state = opened(deck_size=size)
        for seat in (0, 1):
            state = play(state, ChooseDeck(deck_id=names[(number + seat) % 4]), seat=seat, seed=number).state
        while RULES.outcome(state) is None:
            ((seat, _),) = RULES.to_act(state).items()
            command: PanzerCommand = RULES.prepared_answer(state, seat) or sample(RULES, state, seat, chance)
            state = act(RULES, state, seat, command, chance).state
        turns.append(state.turn)
    assert max(turns) <= TURN_FACTOR * size
    assert least <= sum(turns) / len(turns) <= most
