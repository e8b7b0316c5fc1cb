"""`knowledge` claims nothing that is not so: its claims hold at the true table and in every imagined world."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from domain import games
from domain.audit.knowledge import Known, known_of
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import seat_viewer
from tests.laws.copies import Copy
from tests.laws.tables import played, runs

pytestmark = pytest.mark.no_cover

GAMES = [name for name in games.names() if games.game(name).circuits is not None]
WORDS = Words()


def places(name: str, state: Any) -> dict[tuple[str, int | None], tuple[str, ...]]:
    """Return what lies where in a full state."""
    circuits = games.game(name).circuits
    assert circuits is not None
    return {(place.label, place.seat): place.cards for circuit in circuits(state, WORDS) for place in circuit.places}


def check(claims: list[Known], lying: dict[tuple[str, int | None], tuple[str, ...]]) -> int:
    """Compare claims with what lies where; return how many bounds really said something."""
    said = 0
    for known in claims:
        cards = lying[known.place.label, known.place.seat]
        assert HIDDEN not in cards
        assert len(cards) == known.size
        there = Counter(cards)
        assert Counter(known.certain) <= there, known
        assert known.whole is (Counter(known.certain) == there) or not known.whole
        assert not any(there[card] for card in known.ruled_out), known
        for card, (least, most) in (known.bounds or {}).items():
            assert least <= there[card] <= most, (known, card)
            said += least > 0 or most < known.size
        said += sum(known.certain.values())
    return said


def law(name: str, *, tables: int, moments: int, every: int, worlds: int) -> None:
    """Play, and compare what each seat knows at every so many-th moment with the table and with imagined worlds."""
    title = games.game(name)
    assert title.circuits is not None
    said = imagined = 0
    for number, run in enumerate(itertools.islice(runs(name, 77), tables)):
        quick = QuickChance(number)
        copies: list[Copy] = []
        for moment, step in enumerate(itertools.islice(played(run, title.rules), moments)):
            copies = copies or [Copy(title.rules, step.before, seat_viewer(seat)) for seat in range(run.deal.seats)]
            for copy in copies:
                copy.read(step)
            if moment % every:
                continue
            copy = quick.choice(copies)
            (seat,) = copy.viewer.seats
            claims = known_of(title.circuits(copy.state, WORDS), seat)
            assert step.after.live is not None
            said += check(claims, places(name, step.after.live.state))
            for _ in range(worlds):
                try:
                    world = title.rules.imagine(copy.state, quick)
                except NoWorldError:
                    continue
                imagined += 1
                check(claims, places(name, world))
    assert said
    assert imagined


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_is_so_in_every_imagined_world(name: str) -> None:
    law(name, tables=4, moments=60, every=6, worlds=2)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_is_so_in_two_hundred_worlds_a_moment(name: str) -> None:
    law(name, tables=12, moments=120, every=5, worlds=200)
