"""Places in a record without any screen: where keys lead, what can be asked for."""

from __future__ import annotations

import pytest

from domain.audit.marks import Marks
from domain.audit.timeline import Address
from domain.kernel.display.words import ENGLISH, words_in
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from terminal.stepping.asked import NotThereError, place_of
from terminal.stepping.moves import MOVES, beside, earlier
from terminal.stepping.standing import Standing
from tests.terminal.records import seen_by, small

WORDS = words_in(ENGLISH, "terminal")


def test_facts_are_gone_through_one_by_one_there_and_back() -> None:
    timeline = small().timeline
    here, way = Address(1), [Address(1)]
    while here != Address(len(timeline)):
        here = MOVES["next fact"](timeline, here)
        way.append(here)
    every = [
        place
        for moment in timeline.moments
        for place in [*(Address(moment.entry.n, fact) for fact in range(len(moment.facts))), Address(moment.entry.n)]
    ]
    assert way == every
    assert MOVES["next fact"](timeline, here) == here
    back = [here]
    while here != Address(1):
        here = MOVES["previous fact"](timeline, here)
        back.append(here)
    assert back == every[::-1]
    assert MOVES["previous fact"](timeline, here) == here


def test_entries_end_where_the_record_ends() -> None:
    timeline = small().timeline
    assert MOVES["next"](timeline, Address(49)) == Address(49)
    assert MOVES["next"](timeline, Address(13, 0)) == Address(13)
    assert MOVES["previous"](timeline, Address(13, 0)) == Address(12)
    assert MOVES["previous"](timeline, Address(1)) == Address(1)
    assert MOVES["first"](timeline, Address(9)) == Address(1)
    assert MOVES["last"](timeline, Address(9)) == Address(49)


def test_the_nearest_of_some_entries_lies_after_a_place_or_before_it() -> None:
    assert [beside([5, 9], Address(n)) for n in (4, 5, 9)] == [Address(5), Address(9), None]
    assert [beside([5, 9], Address(n), back=True) for n in (5, 9, 10)] == [None, Address(5), Address(9)]
    assert beside([5, 9], Address(5, 0)) == Address(5), "within an entry its end is yet to come"


def test_a_place_is_earlier_by_its_entry_or_its_fact() -> None:
    """The end of an entry, which has no fact, stands in a story where its first fact would."""
    assert earlier(Address(4, 7), Address(5))
    assert earlier(Address(5, 0), Address(5, 1))
    assert not earlier(Address(5), Address(5, 0))
    assert not earlier(Address(5, 3), Address(5))


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("26.1", Address(26, 1)),
        (" 30 ", Address(30)),
        ("End", Address(49)),
        ("turn 2", Address(10)),
        ("t1", Address(5)),
        ("seat 1", Address(17)),
        ("0:00:10", Address(11)),
        ("00:00", Address(19)),
        ("23:59", Address(49)),
    ],
)
def test_places_are_asked_for_in_many_ways(asked: str, there: Address) -> None:
    marks = Marks(small().timeline)
    assert place_of(marks, Address(13), asked, WORDS) == there


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("999", "the record has entries 1 to 49, not 999"),
        ("0", "the record has entries 1 to 49, not 0"),
        ("13.99", "entry 13 has 4 facts, counted from 0"),
        ("non\x1b[2Jsense", "“non[2Jsense” is no place in a record"),
        ("t0", "the record has 14 turns, counted from 1"),
        ("t15", "the record has 14 turns, counted from 1"),
        ("s9", "the table has seats 0 to 2, not 9"),
        ("25:00", "there is no such time of day"),
        ("-1", "“-1” is no place in a record"),
        ("٤١", "“٤١” is no place in a record"),
    ],
)
def test_a_place_that_is_not_there_is_said(asked: str, says: str) -> None:
    with pytest.raises(NotThereError) as error:
        place_of(Marks(small().timeline), Address(13), asked, WORDS)
    assert str(error.value).startswith(says)


def test_a_seat_that_decides_nothing_more_is_said() -> None:
    with pytest.raises(NotThereError, match="Seat 1 decides nothing after this"):
        place_of(Marks(small().timeline), Address(48), "seat 1", WORDS)


def test_eyes_are_those_that_the_copy_allows() -> None:
    """Of the full copy everybody's; of a caster's copy its seats alone and all of them together."""
    full = Standing(small(), Address(13), ARBITER)
    assert [str(viewer) for viewer in full.viewers] == ["spectator", "seat:0", "seat:1", "seat:2", "all"]
    caster = Viewer(frozenset((0, 2)))
    standing = Standing(seen_by(caster), Address(8), caster)
    assert [str(viewer) for viewer in standing.viewers] == ["spectator", "seat:0", "seat:2", "seat:0,seat:2"]
    standing.view(1)
    assert standing.viewer == SPECTATOR
    standing.view(-1)
    assert standing.viewer == caster
    assert not standing.hold(1), "the copy does not show it"
    assert not standing.hold(7), "there is no such seat"
    assert standing.hold(0)
    assert standing.viewer == seat_viewer(2)


def test_hands_that_were_put_together_are_met_again() -> None:
    standing = Standing(small(), Address(13), ARBITER)
    assert standing.hold(0)
    assert standing.hold(1)
    both = standing.viewer
    assert both == Viewer(frozenset((0, 1)))
    assert standing.knower == 0
    standing.view(1)
    standing.view(-1)
    assert standing.viewer == both
    assert [standing.hold(0), standing.hold(1)] == [True, True]
    assert standing.knower is None, "a spectator"
    assert {choices.title for choices in standing.replayed.possible(standing.address, both)} == {"What Seat 0 could do"}


def test_the_story_is_told_up_to_the_place_and_searched_whole() -> None:
    standing = Standing(small(), Address(13, 1), seat_viewer(0))
    told = standing.story.up_to(standing.address)
    assert told[-1].address <= (13, 1)
    assert [sentence.kind for sentence in told].count("now") == 1
    assert standing.story.up_to(Address(36))[-1].kind == "now"
    assert {sentence.kind for sentence in standing.story.up_to(Address(40)) if sentence.address.n in (35, 36)} == {
        "gone"
    }
    found = standing.story.found("  DRAWS   9 of clubs ")
    assert found
    assert all(place.n > 1 for place in found)
    assert standing.story.found("  ") == []
    assert standing.story.found("no such words") == []
