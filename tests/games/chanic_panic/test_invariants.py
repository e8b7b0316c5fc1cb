"""Section 11's invariants over random play with 2 to 10 seats, on full and on redacted copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.messages import (
    AttackMade,
    CardsDestroyed,
    ChanicCommand,
    ChanicFact,
    FirstSeatChosen,
    GameStarted,
    PlayerEliminated,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State, board
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, offers, sample
from domain.kernel.marks import redact
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import every_viewer, seat_viewer
from tests.games.chanic_panic.given import setup_of, started

# (seats, seed, commands played): enough for the last rounds of a small table, and for several rounds of a large one
GAMES = [(seats, 10 * seats + game, 500 if seats < 6 else 300) for seats in range(2, 11) for game in range(10)]
FOLLOWED = 4  # of each ten games, whose copies `make test` follows; `make soak` follows the others too
COPIED = [
    pytest.param(*game, marks=pytest.mark.soak if place % 10 >= FOLLOWED else ()) for place, game in enumerate(GAMES)
]
OPTIONS = {"panic": True, "round_limit": 12}
BASE_GAME = {
    said.GameStarted,
    said.FirstSeatChosen,
    said.DeckShuffled,
    said.TurnStarted,
    said.CardsDrawn,
    said.DrawSkipped,
    said.PointPhaseStarted,
    said.PointsPaid,
    said.UtilityPlayed,
    said.ClubPlayed,
    said.ClubPhaseStarted,
    said.AllowanceOpened,
    said.AllowanceUsed,
    said.CardsDiscarded,
    said.TraderUsed,
    said.PanicUsed,
    said.ProtectionStarted,
    said.ProtectionEnded,
    said.AttackMade,
    said.CardsDestroyed,
    said.PlayerEliminated,
    said.PlayerConceded,
    said.TurnEnded,
    said.GameEnded,
}


def next_command(state: State, chance: QuickChance) -> tuple[int, ChanicCommand]:
    """Return a random command, now and then a concession or a time-out."""
    (seat,) = RULES.to_act(state)
    match chance.pick(120):
        case 0:
            return chance.choice([s for s, player in enumerate(state.players) if player.standing == "in"]), Concede()
        case 1:
            return seat, TimeOut(final=chance.pick(2) == 1)
        case _:
            return seat, sample(RULES, state, seat, chance)


def assert_conserved(state: State) -> None:
    """Invariant 1: every card lies in exactly one place, every label once."""
    labels = [*state.discard, *(card for player in state.players for card in board(player))]
    assert len(set(labels)) == len(labels)
    cards = Counter([*state.deck, *(KIND[card] for card in labels)])
    for player in state.players:
        cards.update(player.hand)
    assert cards == Counter(whole_deck(len(state.players)))


def assert_within_limits(state: State) -> None:
    """Invariants 2 to 7 and 10, 11."""
    turn = state.turn
    rounds = set()
    armed = max(player.turns for player in state.players) >= 3
    for seat, player in enumerate(state.players):
        assert len(player.hand) <= 8
        for row, suit in ((player.hearts, "H"), (player.diamonds, "D"), (player.spades, "S")):
            assert len(row) <= 3
            assert {card[0] for card in row} <= {suit}
        assert armed or not player.spades
        assert len(set(player.attackers)) == len(player.attackers) <= 2
        assert seat not in player.attackers
        if player.standing == "in":
            rounds.add(player.turns)
        else:
            assert not player.hand
            assert not board(player)
            assert seat in state.left
    assert state.deck or not state.discard
    assert len(state.deck) + len(state.discard) >= 6, "section 2: a draw never fails for want of cards"
    assert turn.points >= 0
    assert turn.points == 0 or turn.phase == "point_phase"
    assert state.outcome is not None or state.players[turn.seat].attackers == ()
    assert max(rounds) - min(rounds) <= 1


def assert_lawful(facts: Sequence[ChanicFact]) -> None:
    """Invariants 10 and 15: who leaves was attacked or withdrew; an attack is strong enough and has an effect."""
    attacked = next((fact for fact in facts if isinstance(fact, AttackMade)), None)
    for fact in facts:
        if isinstance(fact, PlayerEliminated):
            assert attacked is not None
            assert attacked.target == fact.seat
    if attacked is not None:
        assert attacked.damage <= attacked.power <= attacked.raw
        assert any(isinstance(fact, CardsDestroyed | PlayerEliminated) for fact in facts)


@pytest.mark.parametrize(("seats", "seed", "commands"), GAMES)
def test_invariants_hold_over_random_play(seats: int, seed: int, commands: int) -> None:
    chance = QuickChance(seed)
    state = started(seats, seed, **OPTIONS).state
    for _ in range(commands):
        if state.outcome is not None:
            break
        seat, command = next_command(state, chance)
        assert RULES.refuse(state, seat, command) is None
        before = msgspec.json.encode(state)
        facts, following = act(RULES, state, seat, command, chance)
        assert msgspec.json.encode(state) == before, "a state never changes"
        assert following != state
        assert_conserved(following)
        assert_within_limits(following)
        assert_lawful(facts)
        panicked = [player.panic_used for player in state.players]
        assert all(
            now or not once for once, now in zip(panicked, (p.panic_used for p in following.players), strict=True)
        )
        state = following
        assert (state.outcome is None) == bool(RULES.to_act(state))


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "seed", "commands"), COPIED)
@pytest.mark.long
def test_redacted_copies_show_what_the_full_one_shows(seats: int, seed: int, commands: int) -> None:
    """Invariants 12 and 13: views, offers and refusals of a seat come from what it was told, and nothing else."""
    chance = QuickChance(seed + 50)
    facts, state = started(seats, seed, **OPTIONS)
    viewers = every_viewer(seats)
    copies = {viewer: RULES.empty(setup_of(seats, **OPTIONS)) for viewer in viewers}
    replayed = RULES.empty(setup_of(seats, **OPTIONS))
    for _ in range(commands // 4):
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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_listed_is_accepted_and_what_is_refused_changes_nothing(seats: int) -> None:
    """Invariant 14, with the commands of another table of the same game as those that may be refused."""
    chance = QuickChance(seats)
    here, there = started(seats, 21, **OPTIONS).state, started(seats, 22, **OPTIONS).state
    refused = 0
    for _ in range(80):
        if here.outcome is not None or there.outcome is not None:
            break
        (seat,), (other,) = RULES.to_act(here), RULES.to_act(there)
        listed = list(legal_actions(RULES, here, seat))
        assert all(RULES.refuse(here, seat, command) is None for command in listed)
        for command in legal_actions(RULES, there, other):
            refusal = RULES.refuse(here, seat, command)
            assert (refusal is None) == (RULES.normal(here, command) in listed)
            refused += refusal is not None
            assert RULES.refuse(here, (seat + 1) % seats, command) is not None
        here = act(RULES, here, seat, chance.choice(listed), chance).state
        there = act(RULES, there, other, sample(RULES, there, other, chance), chance).state
    assert refused


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_equal_chance_and_commands_give_equal_facts(seats: int) -> None:
    """Invariant 12."""

    def facts(seed: int) -> list[ChanicFact]:
        chance = QuickChance(seed)
        said, state = started(seats, seed)
        every = list(said)
        for _ in range(60):
            if state.outcome is not None:
                break
            (seat,) = RULES.to_act(state)
            said, state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance)
            every += said
        return every

    assert facts(3) == facts(3)
    assert facts(3) != facts(4)


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_game_ends_at_its_round_limit_or_before(seats: int) -> None:
    """8.4: the bound on a game's length."""
    chance = QuickChance(seats)
    state = started(seats, seats, round_limit=10, turn_action_limit=50).state
    commands = 0
    while state.outcome is None:
        (seat,) = RULES.to_act(state)
        state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance).state
        commands += 1
    assert commands <= 10 * seats * 51
    assert max(player.turns for player in state.players) <= 10
    ranked = [seat for place in state.outcome.places for seat in place.seats]
    assert sorted(ranked) == list(range(seats))


@pytest.mark.no_cover
def test_random_play_meets_every_fact() -> None:
    """The games above would prove little if they never came to an elimination, a reshuffle or the end."""
    met: set[type] = set()
    for seats, seed, commands in GAMES:
        chance = QuickChance(seed)
        state = started(seats, seed, **OPTIONS).state
        for _ in range(commands):
            if state.outcome is not None:
                break
            seat, command = next_command(state, chance)
            facts, state = act(RULES, state, seat, command, chance)
            met.update(type(fact) for fact in facts)
    assert BASE_GAME - met == {GameStarted, FirstSeatChosen}, "only the facts of the start are missing"
    assert met <= BASE_GAME
