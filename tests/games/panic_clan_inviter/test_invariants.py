"""Section 11's invariants over random play with 2 to 5 seats and all options, on full and on redacted copies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.panic_clan_inviter.cards.card_file import parse
from domain.games.panic_clan_inviter.evolve import EVOLVE
from domain.games.panic_clan_inviter.messages import (
    DirectionReversed,
    GameStarted,
    NumberCardPlaced,
    PanicCommand,
    PanicFact,
    PlayerConceded,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State, still_in
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, offers, sample
from domain.kernel.marks import redact
from domain.kernel.messages import Concede, TimeOut, UnseenReordered
from domain.kernel.seats import every_viewer, seat_viewer
from tests.games.panic_clan_inviter.given import awaited, every, setup_of, started, texts

CORRECTED = parse(
    texts(
        r2="lose_turn(any)",
        b2="move_from_hand(other, owner, discard)",
        y2="take_from_discard(any, optional=yes)",
        g2="discard_choice(2)",
        r3="swap_hands(any)",
        b3="enact_rule(discard, optional=yes)",
        y3="remove_from_line(other_any_card, owner_hand)",
        g3="remove_from_line(each_last, discard)",
        y7="static follow_only(yellow)",
        revive="place_number(hand, obey_rule=yes, optional=yes); draw(1)",
        menace="cost discard_from_hand(2); remove_from_line(chosen_other_last, owner_hand)",
        mutation="number ne own_last +1; colour different left_last",
    )
)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"reverse_with_two": "extra_turn", "missing_neighbour_line": "mimic_only"},
    {"line_goal": 8, "turn_limit": 60, "start_player": 1},
    {"line_goal": 3},
    {"cards": CORRECTED, "turn_limit": 120},
]
LEAST_LEFT = {2: 43, 3: 29, 4: 19, 5: 11}  # cards in deck and discard pile by seats (8.2)
TABLES = 6  # of each seat count and option
GAMES = [(seats, number) for seats in range(2, 6) for number in range(len(OPTIONS))]


def next_command(state: State, chance: QuickChance) -> tuple[int, PanicCommand]:
    """Return a random command, now and then a concession or a time-out."""
    seat, _ = awaited(state)
    match chance.pick(90):
        case 0:
            return chance.choice(still_in(state)), Concede()
        case 1 | 2 | 3:
            return seat, TimeOut(final=chance.pick(8) == 0)
        case _:
            return seat, sample(RULES, state, seat, chance)


def assert_conserved(state: State) -> None:
    """Invariants 1 and 2: every card lies in exactly one place, every label once."""
    labels = [*state.discard, state.rule, *[card for player in state.players for card in player.line]]
    labels += [] if state.resolving is None else [state.resolving]
    assert len(set(labels)) == len(labels)
    assert set(labels) <= set(state.cards.kind) - set(state.cards.kinds)
    cards = Counter([*state.deck, *[state.cards.kind[card] for card in labels]])
    for player in state.players:
        cards.update(player.hand)
    assert cards == Counter(state.cards.pack)
    assert state.rule in state.cards.conditions


def assert_within_limits(state: State) -> None:
    """Invariants 2 to 6 and 11."""
    over = state.outcome is not None
    for player in state.players:
        assert set(player.line) <= set(state.cards.number)
        assert len(player.line) < state.goal or over
        assert len(player.hand) <= (9 if state.cards is not CORRECTED else 20)
        assert player.lost_turns >= 0
        if player.standing != "in" and state.outcome is None:
            assert not player.hand.cards
            assert not player.line
    assert state.turn.extra >= 0
    if over:
        return
    _, kind = awaited(state)
    if kind in ("choose_action", "discard_to_limit"):
        assert state.resolving is None
    if kind == "choose_action":
        assert all(len(player.hand) <= 7 for player in state.players)
        least = LEAST_LEFT[len(state.players)] if state.options.line_goal == "by_seats" else 1
        assert len(state.deck) + len(state.discard) >= least
        assert RULES.refuse(state, awaited(state)[0], TimeOut()) is None


def assert_lawful(before: State, facts: tuple[PanicFact, ...], after: State) -> None:
    """Invariants 5, 7 and 11: lines grow at the right end only, turns follow each other, directions are said."""
    for seat, player in enumerate(after.players):
        old = [card for card in before.players[seat].line if card in player.line]
        assert list(player.line[: len(old)]) == old
    for fact in every(facts, NumberCardPlaced):
        assert fact.line_length <= after.goal
    begun, ended = every(facts, TurnStarted), every(facts, TurnEnded)
    assert [fact.turn_no for fact in begun] == [fact.turn_no + 1 for fact in ended][: len(begun)]
    assert len(ended) - len(begun) in ((0, 1) if after.outcome is not None else (0,))
    assert (before.direction != after.direction) is bool(len(every(facts, DirectionReversed)) % 2)


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_invariants_hold_over_random_play(seats: int, number: int) -> None:
    for game in range(TABLES):
        chance = QuickChance(seats + 10 * number + 100 * game)
        state = started(seats, chance.word(), **OPTIONS[number]).state
        while state.outcome is None:
            seat, command = next_command(state, chance)
            assert RULES.refuse(state, seat, command) is None
            before = msgspec.json.encode(_plain(state))
            facts, following = act(RULES, state, seat, command, chance)
            assert msgspec.json.encode(_plain(state)) == before, "a state never changes"
            assert_conserved(following)
            assert_within_limits(following)
            assert_lawful(state, facts, following)
            state = following
            assert (state.outcome is None) == bool(RULES.to_act(state))
        ranked = [seat for place in state.outcome.places for seat in place.seats]
        assert sorted(ranked) == list(range(seats))


def _plain(state: State) -> Any:
    return msgspec.to_builtins(state, enc_hook=lambda value: type(value).__name__)


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_redacted_copies_show_what_the_full_one_shows(seats: int, number: int) -> None:
    """Invariants 9 and 10: views, offers and refusals of a seat come from what it was told, and nothing else."""
    chance = QuickChance(seats * 7 + number)
    options = OPTIONS[number]
    facts, state = started(seats, chance.word(), **options)
    viewers = every_viewer(seats)
    copies = {viewer: RULES.empty(setup_of(seats, **options)) for viewer in viewers}
    replayed = RULES.empty(setup_of(seats, **options))
    for _ in range(90):
        for fact in facts:
            replayed = RULES.evolve(replayed, fact)
            for viewer in viewers:
                copies[viewer] = RULES.evolve(copies[viewer], redact(fact, viewer))
        assert replayed == state
        for viewer in viewers:
            assert RULES.view(copies[viewer], viewer) == RULES.view(state, viewer)
            assert RULES.to_act(copies[viewer]) == RULES.to_act(state)
            assert RULES.outcome(copies[viewer]) == RULES.outcome(state)
            for seat in viewer.seats:
                assert offers(RULES, copies[viewer], seat) == offers(RULES, state, seat)
        if state.outcome is not None:
            break
        seat, command = next_command(state, chance)
        assert RULES.refuse(copies[seat_viewer(seat)], seat, command) is None
        facts, state = act(RULES, state, seat, command, chance)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_listed_is_accepted_and_everything_else_is_refused(seats: int) -> None:
    """Invariant 8, with the commands of another table of the same game as those that may be refused."""
    chance = QuickChance(seats)
    here, there = started(seats, 21).state, started(seats, 22).state
    refused = 0
    while here.outcome is None and there.outcome is None:
        (seat, _), (other, _) = awaited(here), awaited(there)
        listed = list(legal_actions(RULES, here, seat))
        assert listed
        assert all(RULES.refuse(here, seat, command) is None for command in listed)
        for command in legal_actions(RULES, there, other):
            refusal = RULES.refuse(here, seat, command)
            assert (refusal is None) == (RULES.normal(here, command) in listed)
            refused += refusal is not None
            assert RULES.refuse(here, (seat + 1) % seats, command) is not None
        here = act(RULES, here, seat, chance.choice(listed), chance).state
        there = act(RULES, there, other, sample(RULES, there, other, chance), chance).state
    assert refused


def test_equal_chance_and_commands_give_equal_facts() -> None:
    """Invariant 10."""

    def facts(seed: int) -> list[PanicFact]:
        chance = QuickChance(seed)
        said, state = started(3, seed)
        told = list(said)
        while state.outcome is None:
            seat, _ = awaited(state)
            said, state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance)
            told += said
        return told

    assert facts(3) == facts(3)
    assert facts(3) != facts(4)


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_game_ends_at_its_turn_limit_or_before(seats: int) -> None:
    """8.2."""
    chance = QuickChance(seats)
    state = started(seats, seats, line_goal=8, turn_limit=20).state
    while state.outcome is None:
        seat, _ = awaited(state)
        state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance).state
    assert state.turn.number <= 20
    assert state.outcome.reason in ("turn_limit", "line_completed")


@pytest.mark.no_cover
def test_random_play_meets_every_fact_but_passing() -> None:
    """The games above would prove little if they never came to a swap, a reshuffle or a lost turn."""
    met: set[type] = set()
    for seats, number in GAMES:
        for game in range(TABLES):
            chance = QuickChance(seats + 10 * number + 100 * game)
            facts, state = started(seats, chance.word(), **OPTIONS[number])
            while state.outcome is None:
                met.update(type(fact) for fact in facts)
                seat, command = next_command(state, chance)
                facts, state = act(RULES, state, seat, command, chance)
            met.update(type(fact) for fact in facts)
    assert {GameStarted, PlayerConceded} <= met
    assert set(EVOLVE) - met == {TurnPassed, UnseenReordered}, "8.2: drawing is possible on every turn"
