"""Matches of several bouts for Fame: scoring, targets, the cap, who begins (sections 4 and 8)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.fightdrome.ending import end_bout
from domain.games.fightdrome.messages import BoutStarted, FameScored, GameEnded
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State, cards_of
from domain.kernel.draft import Draft
from domain.kernel.seats import SPECTATOR
from tests.games.fightdrome.given import A, Rigged, S, asked, change, given, names, one, play, short


def ended(table: State, winner: int, **chance: Any) -> Draft[State, Any]:
    """Let the bout of a table end by a failure to rise, where both have cards."""
    draft = Draft(table, RULES.evolve, Rigged(1, chance))
    end_bout(draft, winner, "cannot_rise")
    return draft


def match(alice: str = "P20", simon: str = "P20", **more: Any) -> State:
    return given(alice=alice, simon=simon, **{"mode": "fame_match"} | more)


def test_r36_what_cards_are_worth() -> None:
    table = match("P20 K80 G50 PB40 KB80 NP NB W F", "F W")
    first, second, *_ = [fact for fact in ended(table, A).facts if isinstance(fact, FameScored)]
    assert first.points == 20 + 80 + 50 + 25 + 25 + 50 + 50
    assert (second.points, [short(card) for card in second.cards]) == (0, ["W", "F"])


def test_r33_both_score_where_both_have_cards() -> None:
    draft = ended(match("P20", "P80", fame=(10, 20)), A)
    assert [fighter.corner.fame for fighter in draft.state.fighters] == [30, 100]


def test_r34_the_higher_total_wins_where_both_reach_the_target() -> None:
    draft = ended(match("P20", "P80", fame=(300, 250)), A)
    assert draft.facts[-1] == GameEnded(winner=S, reason="fame_target", ended_by="play")
    draft = ended(match("P80", "P20", fame=(300, 310)), S)
    assert draft.facts[-1] == GameEnded(winner=A, reason="fame_target", ended_by="play")


def test_r34_equal_totals_at_the_target_call_for_another_bout() -> None:
    draft = ended(match("P20", "P20", fame=(290, 290)), A)
    assert draft.state.outcome is None
    assert draft.state.bout == 2


@pytest.mark.parametrize(
    ("alice", "simon", "fame", "won", "winner"),
    [
        ("P80", "P20", (0, 0), (2, 2), A),
        ("P20", "P20", (60, 60), (3, 1), A),
        ("P20", "P20", (60, 60), (1, 3), S),
        ("P20", "P20", (60, 60), (2, 1), S),
    ],
)
def test_r38_the_cap_is_decided_by_fame_then_bouts_won_then_the_last_bout(
    alice: str, simon: str, fame: tuple[int, int], won: tuple[int, int], winner: int
) -> None:
    """Simon wins the last bout, so his bouts won are one more at the end."""
    table = match(alice, simon, fame=fame, bout=5, bout_cap=5)
    for seat in (A, S):
        table = change(table, seat, corner=replace(table.fighters[seat].corner, bouts_won=won[seat]))
    draft = ended(table, S)
    assert draft.facts[-1] == GameEnded(winner=winner, reason="bout_cap", ended_by="limit")


def test_r47_the_target_is_tested_before_the_cap() -> None:
    draft = ended(match("P20", "P80", fame=(290, 0), bout=5, bout_cap=5), S)
    assert draft.facts[-1] == GameEnded(winner=A, reason="fame_target", ended_by="play")
    draft = ended(match("P20", "P20", fame=(290, 290), bout=5, bout_cap=5), S)
    assert draft.facts[-1] == GameEnded(winner=S, reason="bout_cap", ended_by="limit")


@pytest.mark.parametrize(("custom", "first"), [("alternate", S), ("winner", A), ("loser", S), ("random", A)])
def test_r06_who_starts_a_further_bout(custom: str, first: int) -> None:
    draft = ended(match(first_seat=A, later_first_player=custom), A, first_player=[first])
    assert one(draft.facts, BoutStarted) == BoutStarted(bout=2, first_seat=first)
    assert asked(draft.state) == ("choose_attack", first, "bout_start")


def test_r35_the_next_bout_is_fought_with_the_same_44_cards() -> None:
    table = given(
        alice="NK", simon="P20", standing="K60", asked=A, decks={A: 9}, face_down={A: "P40"}, mode="fame_match"
    )
    before = [sorted(cards_of(table, seat)) for seat in (A, S)]
    facts, after = play(table, "NK")
    assert "BoutStarted" in names(facts)
    assert [sorted(cards_of(after, seat)) for seat in (A, S)] == before
    assert [len(fighter.discard) for fighter in after.fighters] == [0, 0]
    assert (after.fight.counter, [fighter.staggers for fighter in after.fighters]) == (0, [0, 0])


def test_a_card_that_stands_when_the_bout_ends_is_shuffled_in() -> None:
    """Section 3: after an empty hand or the bell it stays there until the next bout."""
    table = match("NK", "P20", empty_hand="at_once")
    before = sorted(cards_of(table, A))
    facts, after = play(table, "NK")
    assert names(facts)[:2] == ["CardPlayed", "BoutEnded"]
    assert sorted(cards_of(after, A)) == before
    single = play(given(alice="NK", simon="P20"), "NK").state
    assert (single.fight.standing, single.fight.owner) == ("neurochem_kick_1", A)
    assert len(cards_of(single, A)) == 44


def test_counted_hands_lie_open_when_the_match_is_over() -> None:
    """Section 3: the end opens nothing but the hands in `FameScored`."""
    draft = ended(match("P20 W", "P80 K20", fame=(0, 300)), S)
    seen = RULES.view(draft.state, SPECTATOR)
    assert seen.laid_open
    assert [fighter.hand for fighter in seen.fighters] == [("punch_20", "weave"), ("punch_80", "kick_20")]
    further = RULES.view(ended(match("P20 W", "P80 K20"), S).state, SPECTATOR)
    assert not further.laid_open
    assert [fighter.hand for fighter in further.fighters] == [None, None]
