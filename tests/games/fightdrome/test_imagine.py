"""Imagined worlds: they agree with what a viewer knows, keep the rules, and let what is told follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.fightdrome.bout import overstimulated
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.imagine.tracing import Traced
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutStarted,
    CardDiscardedFaceDown,
    CardDrawn,
    CardPlayed,
    DecksBuilt,
    FameScored,
    FightdromeFact,
    FighterStaggered,
    HandDrawn,
    PileCount,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State, cards_of
from domain.kernel.acting import act
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.marks import HIDDEN, redact
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.fightdrome.given import REST, A, S, card, choose, discard, given, kind, kinds, play, setup_of, started


def blank(state: State, viewer: Viewer) -> State:
    """Return the state as this viewer's copy has it."""
    if viewer.everything:
        return state
    fighters = []
    for seat, fighter in enumerate(state.fighters):
        mine = viewer.may_know((seat,))
        pile = [lying if mine or lying in SHIPPED.open else HIDDEN for lying in fighter.discard]
        corner = fighter.corner
        if corner.chosen is not None and not mine:
            corner = replace(corner, chosen=HIDDEN)
        fighters.append(
            replace(
                fighter,
                hand=fighter.hand if mine else Bag(unknown(len(fighter.hand))),
                deck=Stack(unknown(len(fighter.deck))),
                discard=Stack(tuple(pile)),
                corner=corner,
            )
        )
    box = tuple([unknown(len(pile)) for pile in state.box]) if state.bout else state.box
    return replace(state, fighters=(fighters[0], fighters[1]), box=box)


def assert_possible(world: State, seen: State, viewer: Viewer) -> None:
    """The world has every card once, decks as the characters say, and looks to the viewer as the table does."""
    everything = [*cards_of(world, A), *cards_of(world, S), *[name for pile in world.box for name in pile]]
    assert sorted(everything) == sorted(SHIPPED.every_card())
    for seat, fighter in enumerate(world.fighters):
        piles = Counter([SHIPPED.pile_of[name] for name in cards_of(world, seat)])
        assert tuple([piles[pile] for pile in SHIPPED.piles]) == fighter.corner.counts
        assert not Counter(fighter.corner.seen) - Counter(cards_of(world, seat))
    assert RULES.view(world, viewer) == RULES.view(seen, viewer)
    fight = world.fight
    hand = world.fighters[fight.seat].hand
    if fight.phase == "respond" and fight.standing is not None:
        assert not SHIPPED.answers[fight.standing].isdisjoint(hand)
    if fight.phase == "stagger_discard":
        assert (SHIPPED.attacks if fight.unmet is None else SHIPPED.answers[fight.unmet]).isdisjoint(hand)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "fame_match", "breathing_space": True, "last_gasp": True, "bell_limit": 100},
        {"mode": "epic_tournament", "empty_hand": "when_staggered"},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, 2])
def test_imagined_worlds_agree_with_the_viewer_and_with_what_follows(seed: int, options: dict[str, Any]) -> None:
    chance = QuickChance(seed)
    facts, state = started(seed, **options)
    copies = {viewer: RULES.empty(setup_of(**options)) for viewer in every_viewer(2)}
    different = 0
    for step in range(260):
        for viewer, copy in copies.items():
            for fact in facts:
                copy = RULES.evolve(copy, redact(fact, viewer))
            copies[viewer] = copy
        if state.outcome is not None:
            break
        seat = chance.choice(tuple(RULES.to_act(state)))
        command = sample(RULES, state, seat, chance)
        facts, following = act(RULES, state, seat, command, chance)
        for viewer, seen in copies.items():
            if state.bout == 0:
                continue
            assert_possible(RULES.imagine(seen, QuickChance(step)), seen, viewer)
            world = RULES.imagine(seen, QuickChance(step), told(facts, viewer, command))
            assert_possible(world, seen, viewer)
            assert RULES.refuse(world, seat, command) is None
            assert public(act(RULES, world, seat, command, QuickChance(99)).facts) == public(facts)
            different += world != state
        state = following
    assert different


def told(facts: Sequence[FightdromeFact], viewer: Viewer, command: Any) -> list[FightdromeFact]:
    """Return what the viewer learns, and what the command says of a card face down."""
    heard = []
    for fact in facts:
        fact = redact(fact, viewer)
        if isinstance(fact, CardDiscardedFaceDown) and not fact.last:
            fact = replace(fact, card=command.card_id)
        heard.append(fact)
    return heard


def public(facts: Sequence[FightdromeFact]) -> list[FightdromeFact]:
    """Return what a spectator learns, up to the shuffled decks of another bout or a new discard pile."""
    heard: list[FightdromeFact] = []
    for fact in facts:
        if type(fact).__name__ in ("BoutStarted", "DiscardReshuffled", "FightersRevealed"):
            break
        heard.append(redact(fact, SPECTATOR))
    return heard


def test_a_game_can_be_played_on_from_an_imagined_world() -> None:
    chance = QuickChance(8)
    state = started(8, mode="epic_tournament").state
    for step in range(300):
        if state.outcome is not None:
            break
        seat = chance.choice(tuple(RULES.to_act(state)))
        state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance).state
        if step % 4 == 0:
            viewer = (SPECTATOR, seat_viewer(step % 3 % 2))[step % 2]
            state = RULES.imagine(blank(state, viewer), chance)
        if state.bout:
            assert_possible(state, state, ARBITER)


def test_worlds_differ_in_every_hidden_place() -> None:
    state = given(alice="P20 K30 G40", simon="P60 NK", standing="P20", face_down={S: "P40"})
    worlds = [RULES.imagine(blank(state, seat_viewer(A)), QuickChance(seed)) for seed in range(20)]
    assert {world.fighters[A].hand for world in worlds} == {state.fighters[A].hand}
    for field in ("hand", "deck", "discard"):
        assert len({getattr(world.fighters[S], field) for world in worlds}) > 10
    assert len({world.fighters[A].deck for world in worlds}) > 10
    assert len({world.box for world in worlds}) > 10


def test_a_secret_choice_may_be_any_of_the_stable_until_it_is_told() -> None:
    state = started(2, mode="epic_tournament").state
    stable = state.fighters[S].corner.stable
    state = play(state, choose(stable[0]), seat=S).state
    seen = blank(state, seat_viewer(A))
    worlds = [RULES.imagine(seen, QuickChance(seed)) for seed in range(20)]
    assert {world.fighters[S].corner.chosen for world in worlds} == set(stable)
    facts = play(state, choose(state.fighters[A].corner.stable[0]), seat=A).facts
    assert RULES.imagine(seen, QuickChance(1), facts).fighters[S].corner.chosen == stable[0]


def test_the_arbiter_knows_the_only_world() -> None:
    state = started(1).state
    assert RULES.imagine(state, QuickChance(1)) == state


def test_the_opening_hands_of_a_bout_need_not_be_shown() -> None:
    state = started(1).state
    for seed in range(60):
        world = RULES.imagine(blank(state, SPECTATOR), QuickChance(seed))
        assert [overstimulated(SHIPPED, fighter.hand.cards) for fighter in world.fighters] == [None, None]


def test_what_a_reshuffle_showed_is_not_forgotten() -> None:
    """A deck made of open cards holds them, wherever they lie afterwards."""
    state = given(alice="K40 P20 G20", simon="K60", decks={A: 1}, cause="bout_start")
    seen = blank(state, SPECTATOR)
    facts = play(state, "K40").facts
    for fact in facts:
        seen = RULES.evolve(seen, redact(fact, SPECTATOR))
    opened = Counter([SHIPPED.kind_of[name] for name in state.fighters[A].discard])
    for seed in range(10):
        world = RULES.imagine(seen, QuickChance(seed))
        assert not opened - Counter(cards_of(world, A))


def test_counted_hands_are_as_told() -> None:
    state = given(alice="G70 P30", simon="KB40 NB W", cause="after_stagger", staggered=S, mode="fame_match")
    facts = play(state, REST).facts
    for seed in range(10):
        world = RULES.imagine(blank(state, SPECTATOR), QuickChance(seed), facts)
        assert sorted(world.fighters[S].hand) == sorted(state.fighters[S].hand)
        assert sorted(world.fighters[A].hand.cards + world.fighters[A].deck.cards[:1]) == sorted(
            state.fighters[A].hand.cards + state.fighters[A].deck.cards[:1]
        )


def test_the_judges_prefer_the_same_seat_in_every_world() -> None:
    state = given(alice="P20 K20 W", simon="P80 G80 NB", tops={A: "F"}, counter=99, bell_limit=100)
    facts = [redact(fact, SPECTATOR) for fact in play(state, "P20").facts]
    assert any(isinstance(fact, BoutEnded) and fact.winner == S for fact in facts)
    for seed in range(30):
        world = RULES.imagine(blank(state, SPECTATOR), QuickChance(seed), facts)
        assert [
            fact for fact in act(RULES, world, A, card("P20"), QuickChance(1)).facts if isinstance(fact, BoutEnded)
        ] == [fact for fact in facts if isinstance(fact, BoutEnded)]


def test_a_hidden_discard_says_nothing_about_the_card() -> None:
    state = given(alice="P20", simon="P30 K20 W", phase="stagger_discard", asked=S, staggered=S, unmet="NP")
    facts = [redact(fact, SPECTATOR) for fact in play(state, discard("P30")).facts]
    world = RULES.imagine(blank(state, SPECTATOR), QuickChance(1), facts)
    assert_possible(world, blank(state, SPECTATOR), SPECTATOR)


def drawn(word: str, seat: int = A) -> CardDrawn:
    return CardDrawn(seat=seat, card=kind(word))


TABLE = given(alice="P20 K30", simon="P60", standing="P50", tops={A: "W"})
FINISHED = BoutEnded(bout=1, winner=A, loser=S, reason="bell", hand_counts=(2, 1))


@pytest.mark.parametrize(
    ("viewer", "facts"),
    [
        (SPECTATOR, [CardDrawn(seat=A, card=HIDDEN)] * 44),
        (SPECTATOR, [drawn("P20")] * 4),
        (SPECTATOR, [drawn("P20"), drawn("P20"), drawn("P20"), drawn("P20", S)]),
        (SPECTATOR, [drawn("NP"), drawn("NK"), drawn("NG"), drawn("NB")] * 3),
        (seat_viewer(A), [CardPlayed(seat=A, card="grapple_20_1", role="opening")]),
        (SPECTATOR, [FameScored(seat=S, cards=kinds("P20 P30"), points=50, total=50)]),
        (seat_viewer(S), [FameScored(seat=S, cards=kinds("P30"), points=30, total=30)]),
        (SPECTATOR, [CardDiscardedFaceDown(seat=S, card="punch_60"), drawn("P60"), *[drawn("P60")] * 3]),
        (seat_viewer(S), [replace(FINISHED, winner=S)]),
        (SPECTATOR, [CardPlayed(seat=S, card="kick_20_1", role="response")]),
    ],
)
def test_there_is_no_world_for_what_cannot_be(viewer: Viewer, facts: Sequence[FightdromeFact]) -> None:
    seen = blank(TABLE, viewer)
    with pytest.raises(NoWorldError):
        RULES.imagine(seen, QuickChance(1), facts)


def test_a_known_deck_gives_the_card_on_top() -> None:
    seen = blank(TABLE, seat_viewer(A))
    fighters = (TABLE.fighters[A], seen.fighters[S])
    with pytest.raises(NoWorldError):
        RULES.imagine(replace(seen, fighters=fighters), QuickChance(1), [drawn("P20")])


def test_every_card_answers_the_weakest_grapple() -> None:
    table = given(alice="P20", simon="P30 K20", phase="stagger_discard", asked=S, unmet="G20")
    with pytest.raises(NoWorldError):
        RULES.imagine(blank(table, SPECTATOR), QuickChance(1))


def test_own_counted_hands_are_told_to_nobody_and_need_not_be() -> None:
    hidden = FameScored(seat=S, cards=(HIDDEN,), points=60, total=60)
    world = RULES.imagine(blank(TABLE, seat_viewer(S)), QuickChance(1), [hidden])
    assert world.fighters[S].hand == TABLE.fighters[S].hand


def test_what_comes_from_a_deck_shuffled_later_proves_nothing_now() -> None:
    table = given(alice="K60 NB", simon="F KB40", standing="K40", decks={S: 0})
    facts = [redact(fact, SPECTATOR) for fact in play(table, "F").facts]
    assert "DiscardReshuffled" in [type(fact).__name__ for fact in facts]
    for seed in range(20):
        world = RULES.imagine(blank(table, SPECTATOR), QuickChance(seed), facts)
        assert RULES.refuse(world, S, card("F")) is None


def test_who_cannot_open_a_bout_proves_nothing_about_the_hand_of_the_bout_before() -> None:
    """R7: the cards of both seats went into their decks, and no attack stands any more."""
    seen = blank(given(alice="NK P50", simon="P20 K20", standing="NP"), SPECTATOR)
    told: list[FightdromeFact] = [
        BoutStarted(bout=2, first_seat=S),
        HandDrawn(seat=S, cards=unknown(7)),
        HandDrawn(seat=A, cards=unknown(7)),
        FighterStaggered(seat=S, cause="cannot_attack"),
    ]
    traced = Traced(seen, QuickChance(1))
    traced.follow(told)
    assert traced.without == {}
    assert RULES.imagine(seen, QuickChance(1), told).fight == seen.fight


def test_a_deck_is_not_built_of_cards_that_lie_elsewhere() -> None:
    state = started(1, mode="epic_tournament").state
    counts = (PileCount("punch", 4),)
    with pytest.raises(NotThereError):
        RULES.evolve(state, DecksBuilt(seat=A, counts=counts, cards=kinds("P20 P20 P20 P20 F F W W")))
