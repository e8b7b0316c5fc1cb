"""Tables with any legal options, played at random under every invariant of section 11."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.messages import (
    AttackMade,
    CardsDestroyed,
    ChanicCommand,
    ChanicFact,
    LifeLost,
    PlayerConceded,
    PlayerEliminated,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.setup import refuse_setup
from domain.games.chanic_panic.state import Player, State, board, stack_owned
from domain.games.chanic_panic.teams import team
from domain.games.chanic_panic.values import STACK_CAP, full_hand, row_limit
from domain.kernel.acting import act, deal
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.messages import Concede, TimeOut
from tests.games.chanic_panic.given import setup_of

SELDOM = 150  # about every so many-th command is a concession, or a time-out


class Step(NamedTuple):
    """One command and what it did; at the deal nobody acts."""

    before: State | None
    seat: int | None
    command: ChanicCommand | None
    facts: tuple[ChanicFact, ...]
    after: State


def random_options(seats: int, chance: QuickChance) -> dict[str, Any]:
    """Return options that the rules accept, each one's whole range by chance."""
    while True:
        options = {
            "team_count": chance.choice((0, 0, 2, 2, 3, 4, 5)),
            "trader": chance.pick(4) > 0,
            "panic": chance.pick(2) == 1,
            "specials": chance.choice((0, 1, 2, 3, 3)),
            "specials_extra": chance.pick(3),
            "club_member": chance.pick(2) == 1,
            "presence": chance.pick(3) == 0,
            "presence_target": chance.choice((50, 200, 500)),
            "stack": chance.pick(3) > 0,
            "shop": chance.pick(2) == 1,
            "lives": chance.choice((1, 1, 2, 5)),
            "round_limit": chance.choice((10, 20, 60)),
            "turn_action_limit": chance.choice((50, 200)),
        }
        if options["team_count"] and chance.pick(4) == 0:
            options["ally"] = chance.pick(2) == 1
        if refuse_setup(setup_of(seats, **options)) is None:
            return options


def next_command(state: State, chance: QuickChance) -> tuple[int, ChanicCommand]:
    """Return a random command of an awaited seat, now and then a concession or a time-out."""
    awaited = sorted(RULES.to_act(state))
    seat = chance.choice(awaited)
    match chance.pick(SELDOM):
        case 0:
            return chance.choice([s for s, player in enumerate(state.players) if player.standing == "in"]), Concede()
        case 1 | 2 | 3:
            return seat, TimeOut(final=chance.pick(6) == 0)
        case _:
            return seat, sample(RULES, state, seat, chance)


def played(seats: int, options: dict[str, Any], chance: QuickChance) -> Iterator[Step]:
    """Play a table to its end."""
    facts, state = deal(RULES, setup_of(seats, **options), chance)
    yield Step(None, None, None, facts, state)
    while state.outcome is None:
        seat, command = next_command(state, chance)
        assert RULES.refuse(state, seat, command) is None
        facts, following = act(RULES, state, seat, command, chance)
        yield Step(state, seat, command, facts, following)
        state = following


def check(step: Step) -> None:
    """Raise `AssertionError` unless every invariant of section 11 holds after a command."""
    state = step.after
    assert_conserved(state)
    for seat in range(len(state.players)):
        _within_limits(state, seat)
    _turn(state)
    _lawful(step.facts)
    if step.before is not None:
        for before, after in zip(step.before.players, state.players, strict=True):
            assert after.presence >= before.presence, "9: Presence never falls"
            assert after.panic_used or not before.panic_used, "9: Panic at most once"
            assert after.lives <= before.lives
    assert (state.outcome is None) == bool(RULES.to_act(state))


def _owned(player: Player) -> Iterator[str]:
    yield from player.hand
    yield from player.stack
    for item in player.attached:
        yield from item.cards


def assert_conserved(state: State) -> None:
    """Invariant 1: every card lies in exactly one place, every label once."""
    labels = [*state.discard, *[card for player in state.players for card in board(player)]]
    labels += [card for card in state.market if card is not None]
    assert len(set(labels)) == len(labels)
    cards = Counter([*state.deck, *[KIND[card] for card in labels]])
    for player in state.players:
        cards.update(_owned(player))
    assert cards == Counter(whole_deck(len(state.players)))


def _within_limits(state: State, seat: int) -> None:
    """Invariants 2, 3, 4, 7, 8 and 10."""
    player = state.players[seat]
    assert len(player.hand) <= full_hand(state, seat)
    for row, suit in ((player.hearts, "H"), (player.diamonds, "D"), (player.spades, "S")):
        assert len(row) <= row_limit(state, seat)
        assert {card[0] for card in row} <= {suit}
    assert not player.spades or max(one.turns for one in state.players) >= 3
    assert len(set(player.attackers)) == len(player.attackers) <= 2
    assert all(team(state, one) != team(state, seat) for one in player.attackers)
    assert state.outcome is not None or seat != state.turn.seat or player.attackers == ()
    assert 0 <= player.fresh <= len(player.stack)
    assert stack_owned(player) <= STACK_CAP
    assert {item.host for item in player.attached} <= set(board(player))
    if player.standing != "in":
        assert not board(player)
        assert not list(_owned(player))
        assert seat in state.left


def _turn(state: State) -> None:
    """Invariants 5, 6 and 11."""
    turn = state.turn
    assert state.deck or not state.discard
    assert turn.points >= 0
    assert turn.points == 0 or turn.phase == "point_phase"
    rounds = {player.turns for player in state.players if player.standing == "in"}
    assert max(rounds) - min(rounds) <= 1
    assert not set(turn.free) - {*state.discard, *state.players[turn.seat].hand, *board(state.players[turn.seat])}


def _lawful(facts: Sequence[ChanicFact]) -> None:
    """Invariants 10 and 15: who leaves was attacked or withdrew; an attack is strong enough and has an effect."""
    attacked = next((fact for fact in facts if isinstance(fact, AttackMade)), None)
    for fact in facts:
        if isinstance(fact, PlayerEliminated | LifeLost):
            assert attacked is not None
            assert attacked.target == fact.seat
        if isinstance(fact, PlayerConceded):
            assert attacked is None
    if attacked is not None:
        assert attacked.damage <= attacked.power
        assert any(isinstance(fact, CardsDestroyed | PlayerEliminated | LifeLost) for fact in facts)
