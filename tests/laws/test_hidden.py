"""The four laws of hidden information, for every game in the folder and the tests' own."""

from __future__ import annotations

import itertools

import pytest

from domain import games
from domain.kernel.game import Rules
from domain.kernel.messages import Discloses, tag_of
from domain.kernel.seats import SPECTATOR
from domain.table.live import fact_classes
from tests.games import brought
from tests.laws.checks import dealt, facts_of, paired
from tests.laws.clean import PAIRS, SEED, clean
from tests.laws.counts import Counts
from tests.laws.finds import found_in
from tests.laws.plants import found, found_again, missed_by_chance, planted, unreachable
from tests.laws.tables import played, runs
from tests.laws.told import used_disclosures

pytestmark = pytest.mark.long

# One worker has all tests of a game: they share its clean run.
GAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name=f"laws of {name}")) for name in games.names()]
GROUPS = 12  # of plants, so that the workers share them evenly
LONGEST_SEARCH = 60_000  # entries until every declared disclosure must have come up
ENOUGH_PAIRS = 30  # for each special kind of viewer
SCATTERED, SCATTERED_GROUPS = 200, 8  # plants by chance of a game
SOAKED = 50_000  # compared pairs


def declared(rules: Rules) -> set[tuple[str, Discloses]]:
    """Return every declared disclosure with the tag of its fact."""
    return {(tag_of(cls), item) for cls in fact_classes(rules) for item in cls.discloses}


@pytest.mark.parametrize("name", GAMES)
def test_no_viewer_can_tell_two_worlds_apart(name: str) -> None:
    """Laws A, B, C and D: any breach raises; what was seen shows that the run was not blind."""
    counts = clean(name)
    assert counts.pairs >= PAIRS >= 1000
    assert counts.zones, "no hidden place of a state was ever looked at"
    rules = games.game(name).rules
    sealed = [cls for cls in rules.command_types if not cls.public]
    assert bool(counts.twins) is bool(sealed), "a sealed command has twins"


@pytest.mark.parametrize("name", GAMES)
def test_every_declared_disclosure_is_needed(name: str) -> None:
    """Law C: the list is as short as the rulebook allows, so each line of it is used, sooner or later."""
    rules = games.game(name).rules
    wanted, used, entries = declared(rules), set(clean(name).disclosed), 0
    for run in runs(name, SEED + 2):
        if wanted <= used or entries > LONGEST_SEARCH:
            break
        for step in played(run, rules):
            entries += 1
            for fact in facts_of(step):
                used |= {(tag_of(fact), item) for item in used_disclosures(fact, SPECTATOR)}
    assert used == wanted


@pytest.mark.parametrize("name", GAMES)
def test_every_forced_difference_of_a_sealed_command_comes_up(name: str) -> None:
    """What a game's `FORCED` lists, and nothing else, may differ between two answers that are not told."""
    assert set(clean(name).forced) == getattr(brought(name, "leaks"), "FORCED", set())


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_viewer_takes_part(name: str) -> None:
    """Casters, tables that went back, and, where play goes on without it, a seat that has left."""
    counts = clean(name)
    wanted = {"several seats", "after a rewind"}
    if max(deal.seats for deal in games.game(name).law_deals) > 2:
        wanted.add("a seat that has left")
    assert {kind for kind, pairs in counts.viewers.items() if pairs >= ENOUGH_PAIRS} >= wanted


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("name", GAMES)
def test_planted_leaks_are_found(name: str, group: int) -> None:
    """ "What makes them bite": a plant that changes nothing is not found either, and fails here.

    Looked for first in the run of the same sequence in which it was found before.
    """
    plants = list(itertools.islice(planted(name, clean(name)), group, None, GROUPS))
    assert plants or group, "no leak is planted"
    before = found_in().get(name, {})
    missed = [
        plant.name
        for plant in plants
        if not (plant.name in before and found_again(plant, name, SEED, before[plant.name]))
        and not found(plant, name, SEED, PAIRS)
    ]
    assert missed == []


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_deals_of_rare_plants_tell_nothing_without_them(name: str) -> None:
    """Where a plant has a deal of its own, that deal is not what was found."""
    for label in sorted({plant.deal for plant in planted(name, clean(name)) if plant.deal}):
        dealt(name, SEED, label, games.game(name).rules, Counts())


@pytest.mark.parametrize("name", GAMES)
def test_every_way_out_is_planted(name: str) -> None:
    """ "What makes them bite": each hidden zone and each way out has its plant."""
    names = " / ".join(plant.name for plant in planted(name, clean(name)))
    for way in ("the view", "an offer", "a refusal's code", "what is asked", "an entry", "order", "parity", "unsalted"):
        assert way in names
    for path in clean(name).zones:
        assert f"content of {path} in an entry" in names


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SCATTERED_GROUPS))
@pytest.mark.parametrize("name", GAMES)
def test_leaks_planted_by_chance_are_found(name: str, seed: int) -> None:
    """200 a game, at random places; those that are missed are listed by name."""
    assert list(missed_by_chance(name, clean(name), SCATTERED // SCATTERED_GROUPS, seed, PAIRS)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 4))
@pytest.mark.parametrize("name", GAMES)
def test_no_viewer_can_tell_many_worlds_apart(name: str, seed: int) -> None:
    """The laws over twice 50,000 pairs, in which every command and every fact of the game comes up."""
    counts = Counts()
    rules = games.game(name).rules
    paired(name, seed, SOAKED, rules, counts)
    old = set(rules.upcasts)
    met, never = {*counts.tags, *counts.facts}, unreachable(name)
    assert not never & met
    assert {tag_of(cls) for cls in rules.command_types} <= met | never
    assert {tag_of(cls) for cls in fact_classes(rules) if cls not in old} <= met | never
