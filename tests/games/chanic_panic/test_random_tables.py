"""Section 11 over tables of 2 to 10 seats with any legal options: invariants, redacted copies, listings."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.chanic_panic.rules import RULES
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, offers
from domain.kernel.marks import redact
from domain.kernel.seats import every_viewer
from tests.games.chanic_panic.given import setup_of
from tests.games.chanic_panic.random_tables import check, played, random_options

ACTIONS = 5000  # of a run, over as many tables as it takes
SOAKED = 20_000
SEATS = range(2, 11)
LISTED = 300  # actions of one state that are tried


def run(seats: int, seed: int, actions: int) -> None:
    """Play tables with so many seats until that many commands were checked."""
    chance = QuickChance(seed)
    done = 0
    while done < actions:
        options = random_options(seats, chance)
        for step in played(seats, options, chance):
            try:
                check(step)
            except AssertionError as error:
                error.add_note(f"{options}: {step.command} of {step.seat}: {step.facts}")
                raise
            done += 1
            if done >= actions:
                break


@pytest.mark.parametrize("seats", SEATS)
def test_invariants_hold_at_tables_with_any_options(seats: int) -> None:
    run(seats, seats, 150)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_invariants_hold_over_many_tables(seed: int) -> None:
    for seats in SEATS:
        run(seats, 100 * seats + seed, ACTIONS // len(SEATS))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", SEATS)
def test_invariants_hold_over_very_many_tables(seats: int, seed: int) -> None:
    run(seats, 1000 * seats + seed, SOAKED)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_redacted_copies_show_what_the_full_one_shows(seats: int) -> None:
    """Invariants 12 and 13."""
    chance = QuickChance(seats + 70)
    viewers = every_viewer(seats)
    for _ in range(2):
        options = random_options(seats, chance)
        copies = {viewer: RULES.empty(setup_of(seats, **options)) for viewer in viewers}
        replayed = RULES.empty(setup_of(seats, **options))
        for number, step in enumerate(played(seats, options, chance)):
            for fact in step.facts:
                replayed = RULES.evolve(replayed, fact)
                for viewer in viewers:
                    copies[viewer] = RULES.evolve(copies[viewer], redact(fact, viewer))
            assert replayed == step.after
            for viewer in viewers:
                copy = copies[viewer]
                assert RULES.view(copy, viewer) == RULES.view(step.after, viewer), (options, step.command)
                assert RULES.to_act(copy) == RULES.to_act(step.after)
                for seat in viewer.seats:
                    assert offers(RULES, copy, seat) == offers(RULES, step.after, seat), (options, step.command)
            if number > 60:
                break


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_what_is_listed_is_accepted_and_nothing_changes_a_state(seats: int) -> None:
    """Invariant 14."""
    chance = QuickChance(seats + 90)
    options = random_options(seats, chance)
    for number, step in enumerate(played(seats, options, chance)):
        before = msgspec.json.encode(step.after)
        for seat in RULES.to_act(step.after):
            for place, command in enumerate(legal_actions(RULES, step.after, seat)):
                assert RULES.refuse(step.after, seat, command) is None
                if place > LISTED:
                    break
        assert msgspec.json.encode(step.after) == before
        if number > 40:
            break
