"""The damage report: what each seat learned and decided since an entry, and what each way out would cost (issue 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.audit.damage import damage
from domain.audit.damage.report import GRADES, Damage, Isolation, LearnedCards, Reason, RevealedChoice, Spot
from domain.audit.damage.telling import Teller, runs
from domain.audit.timeline import Timeline
from domain.games.fightdrome.messages import ChooseSleeve
from domain.kernel.cards.circuits import Circuit
from domain.kernel.display.words import Words
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.entries import Clock
from domain.record.lines import read, split
from tests.audit.tables import OTHERS_BEGUN, Game, Played, duel, given_up, harbour, unfinished, went_back

WORDS = Words(("Anna", "Ben", "Cleo"))


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def report(played: Played, to: int, viewer: Viewer = ARBITER) -> Damage:
    return damage(timeline(played, viewer), to, WORDS)


def text(played: Played, to: int, viewer: Viewer = ARBITER, seats: tuple[int, ...] = (0, 1)) -> str:
    lines = timeline(played, viewer)
    found = damage(lines, to, WORDS)
    teller = Teller(lines, WORDS, str, lambda ms: f"{ms} ms")
    said = [*teller.told(found, seats), *teller.ways(found)]
    return "\n".join([line for part in said for line in (part.heading, *part.sentences)])


def codes(reasons: tuple[Reason, ...]) -> list[tuple[str, str]]:
    return [(reason.code, reason.grade) for reason in reasons]


def no_circuits(state: Any, words: Words) -> tuple[Circuit, ...]:
    """Return the places of a game that does not say where its cards lie."""
    return ()


@cache
def epic() -> Played:
    """Return an Epic Tournament after both first choices: the deal is entry 4, the choices are entries 5 and 6."""
    game = Game("fightdrome", 2, seed=2, options={"mode": "epic_tournament"}).start()
    for seat in (0, 1):
        state = game.table.live
        assert state is not None
        game.say(seat, ChooseSleeve(sleeve_id=state.state.fighters[seat].corner.stable[seat]))
    return game.done()


@cache
def begun() -> Played:
    """Return a duel in which seat 0 has acted a few times."""
    return Game("chanic_panic", 2, seed=3).start().play(2).done()


def test_section_5_an_epic_tournament_goes_back_to_before_the_choices() -> None:
    """Each choice is listed as learned by the other, and the grade is at least serious with either order."""
    found = report(epic(), 4)
    assert found.revealed == (
        RevealedChoice(0, 5, "6.1", "choose_sleeve", ("sleeve_f",), learned_by=(1,), anew=True),
        RevealedChoice(1, 6, "6.1", "choose_sleeve", ("sleeve_d",), learned_by=(0,), anew=True),
    )
    for order in ("keep", "reshuffle"):
        way = found.way(order)
        assert way.grade in ("serious", "irreparable")
        assert ("choices", "serious") in codes(way.reasons)
        assert way.obstacle is None
    said = text(epic(), 4)
    assert "6.1: Anna sends Sleeve F and Ben sends Sleeve D into the fight." in said
    assert "Anna chose under seal in entry 5; Ben learned it in 6.1. It would be chosen anew." in said
    assert "Ben chose under seal in entry 6; Anna learned it in 6.1. It would be chosen anew." in said


def test_a_choice_made_before_the_goal_stays() -> None:
    found = report(epic(), 5)
    assert [choice.anew for choice in found.revealed] == [False, True]
    assert "Ben learned it in 6.1. The choice stays." in text(epic(), 5)


def test_everybody_knows_what_was_revealed_whoever_reads_the_copy() -> None:
    for viewer in (seat_viewer(0), SPECTATOR):
        found = report(epic(), 4, viewer)
        assert [choice.command for choice in found.revealed] == ["choose_sleeve", "choose_sleeve"]
        assert found.way("keep").grade == "serious"


def test_chance_decides_anew_about_a_deck_that_was_not_there_yet() -> None:
    """At the goal the cards lay open in the box: that one was drawn tells nothing about the next draw."""
    found = report(epic(), 4)
    assert {learned.lay for seat in found.seats for learned in seat.learned} == {"open"}
    assert sum(learned.count for learned in found.seats[0].learned) == 7  # the opening hand
    assert {learned.hidden_from for learned in found.seats[0].learned} == {(1,)}
    assert "Going back: of no use. Still hidden from Ben." in text(epic(), 4)


def test_the_last_entry_costs_nothing() -> None:
    last = len(timeline(begun()))
    found = report(begun(), last)
    assert (found.taken_back, found.isolation) == ((), Isolation(None, ()))
    assert found.isolation.isolated
    assert [found.way(order).obstacle for order in ("keep", "reshuffle")] == ["nothing_after", "nothing_after"]
    assert found.way("keep").grade == "clean"
    assert "Nothing: nobody has acted" in text(begun(), last)
    assert "Nothing would be taken back." in text(begun(), last)


def test_a_card_played_is_known_to_the_others_when_it_is_in_hand_again() -> None:
    """Ben plays S2 and D1 in entry 6, and C4; the H1 that he plays in entry 8 he drew after the goal."""
    found = report(unfinished(), 5)
    hand, table = Spot("Hand", 1), Spot("Table", None)
    played = [item for item in found.seats[0].learned if item.origin == hand]
    assert played[:4] == [
        LearnedCards("S2", 1, "6.1", hand, table, "held", ()),
        LearnedCards("D1", 1, "6.1", hand, table, "held", ()),
        LearnedCards("C4", 1, "7.0", hand, table, "held", ()),
        LearnedCards("H1", 1, "8.1", hand, table, "unseen", ()),
    ]
    assert Reason("held", "serious", count=3, seat=0, place=Spot("Hand", 1)) in found.way("reshuffle").reasons
    assert all(item.origin != hand for item in found.seats[1].learned)


def test_a_card_drawn_is_known_when_it_is_in_the_deck_again() -> None:
    found = report(unfinished(), 5)
    drawn = [item for seat in found.seats for item in seat.learned if item.origin == Spot("Deck", None)]
    assert drawn
    assert {item.lay for item in drawn} == {"unseen"}
    assert {item.place.seat for item in drawn if item.place is not None and item.hidden_from} == {0, 1}
    coming = sum(item.count for item in found.seats[0].learned if item.lay == "unseen")
    assert Reason("coming", "serious", count=coming, seat=0) in found.way("keep").reasons
    assert "coming" not in dict(codes(found.way("reshuffle").reasons))
    assert ("new_order", "slight") in codes(found.way("reshuffle").reasons)


def test_where_nothing_lies_face_down_both_ways_back_are_alike() -> None:
    """In front of the first choices of an Epic Tournament there is no deck."""
    found = report(epic(), 4)
    assert found.way("keep").reasons == found.way("reshuffle").reasons


def test_time_and_decisions_are_counted_by_seat() -> None:
    lines = timeline(unfinished())
    found = damage(lines, 5, WORDS)
    decided = {decision.n for seat in found.seats for decision in seat.decisions}
    assert decided == set(found.taken_back)
    assert found.way("keep").used_ms == sum(seat.used_ms for seat in found.seats) > 0
    assert found.way("keep").decisions == len(found.taken_back)
    assert found.isolation == Isolation(found.taken_back[0], found.taken_back[1:])
    assert not found.isolation.isolated


def test_an_action_that_nobody_has_answered_stands_alone() -> None:
    last = len(timeline(begun()))
    found = report(begun(), last - 1)
    assert found.isolation == Isolation(last, ())
    assert f"Entry {last} stands alone" in text(begun(), last - 1)
    assert "One decision is taken back" in text(begun(), last - 1)


def test_a_rewind_takes_nothing_out_of_a_head() -> None:
    """What was told on a branch that was taken back counts; the entries of it are no longer to be taken back."""
    game = Game("chanic_panic", 2, seed=3).start().play(6)
    goal = game.table.book.started
    assert goal is not None
    seen = report(game.done(), goal)
    game.rewind(goal)
    found = report(game.done(), goal)
    assert found.taken_back == ()
    assert found.seats[0].learned == seen.seats[0].learned
    assert all(decision.undone for seat in found.seats for decision in seat.decisions)
    assert found.seats[0].used_ms == 0
    assert "more decisions were taken back before." in text(game.done(), goal)


def test_a_card_that_two_branches_told_of_is_told_once() -> None:
    game = Game("chanic_panic", 2, seed=3).start().play(3)
    goal = game.table.book.started
    assert goal is not None
    seen = report(game.done(), goal)
    game.rewind(goal)
    game.whims = type(game.whims)(3)
    game.play(3)
    assert report(game.done(), goal).seats[0].learned == seen.seats[0].learned


def test_an_abandoned_branch_may_be_taken_up_again() -> None:
    game = Game("chanic_panic", 2, seed=3).start().play(6)
    goal = game.table.book.started
    assert goal is not None
    game.rewind(goal)
    game.play(2)
    last = game.table.book.n
    found = report(game.done(), goal + 4)
    assert found.restored == tuple(range(goal + 1, goal + 5))
    assert found.taken_back == (last - 1, last)
    assert found.way("keep").restored == 4
    assert f"Taken up again, though taken back before: {goal + 1}–{goal + 4}." in text(game.done(), goal + 4)
    game.rewind(goal)
    found = report(game.done(), goal + 1)
    assert (found.taken_back, found.restored) == ((), (goal + 1,))
    assert found.way("keep").obstacle is None
    assert "decision is taken back" not in text(game.done(), goal + 1)


def test_nothing_goes_back_to_before_the_deal() -> None:
    found = report(begun(), 2)
    assert found.way("keep").obstacle == "not_dealt"
    assert found.way("adjust").obstacle is None
    assert {item.lay for seat in found.seats for item in seat.learned} <= {"open"}
    assert "Not possible: nothing was dealt there yet." in text(begun(), 2)
    fresh = Game("chanic_panic", 2, seed=3).done()
    assert [way.obstacle for way in report(fresh, 1).ways] == [None, *["not_dealt"] * 4]


def test_a_table_that_has_ended_is_graded_all_the_same() -> None:
    lines = timeline(duel())
    started = lines.started
    assert started is not None
    found = damage(lines, started + 3, WORDS)
    assert found.secrets_opened
    assert [way.obstacle for way in found.ways] == [None, "ended", "ended", None, None]
    assert found.way("keep").grade == found.way("reshuffle").grade == "irreparable"
    assert ("long", "serious") in codes(found.way("keep").reasons)
    said = text(duel(), started + 3)
    assert "Go back, with the orders kept: irreparable\nNot possible: the table has ended for good." in said
    assert "The secrets of the table are open" in said


def test_a_table_that_was_given_up_has_no_result_to_adjust() -> None:
    assert report(given_up(), 6).way("adjust").obstacle == "ended"
    assert report(given_up(), 6).way("void").obstacle is None


def test_a_hand_that_is_known_to_the_last_card_cannot_be_held_again() -> None:
    """A hand laid open as its seat concedes, or played out: nobody can forget it."""
    game = Game("fightdrome", 2, seed=2, options={"mode": "fame_match"}).start()
    started = game.table.book.started
    assert started is not None
    game.play(400)
    lines = timeline(game.done())
    found = damage(lines, started, WORDS)
    known = [reason for reason in found.way("keep").reasons if reason.code == "hand_known"]
    assert {reason.grade for reason in known} == {"irreparable"}
    assert (0, Spot("Hand", 1)) in {(reason.seat, reason.place) for reason in known}
    assert "Anna knows every card that would be in Hand of Ben again." in text(game.done(), started)


@pytest.mark.parametrize("viewer", [seat_viewer(0), seat_viewer(1), SPECTATOR], ids=str)
def test_a_copy_says_what_it_cannot_know(viewer: Viewer) -> None:
    """What a copy knows is never worse than the truth, and whatever it hides is counted."""
    whole, part = report(unfinished(), 5), report(unfinished(), 5, viewer)
    assert not whole.at_least
    assert part.at_least
    for seat in (0, 1):
        told = sum(item.count for item in whole.seats[seat].learned)
        known = sum(item.count for item in part.seats[seat].learned)
        assert part.seats[seat].told == whole.seats[seat].told
        assert part.seats[seat].withheld == (0 if viewer.seats == {seat} else told - known)
        assert known <= told
    said = text(unfinished(), 5, viewer)
    assert "This copy hides what others learned" in said
    assert "At least: this copy hides some of it." in said


def test_a_seat_learns_nothing_of_its_own_hand_from_what_a_copy_hides() -> None:
    for item in report(unfinished(), 5, SPECTATOR).seats[0].learned:
        assert item.origin != Spot("Hand", 0)


def test_a_game_that_does_not_say_where_its_cards_lie_tells_which_facts_told_a_seat_more() -> None:
    lines = timeline(harbour())
    started = lines.started
    assert started is not None
    found = damage(lines, started, WORDS)
    assert not found.placed
    assert {seat.learned for seat in found.seats} == {()}
    assert any(seat.told for seat in found.seats)
    assert "unplaced" in dict(codes(found.way("keep").reasons))
    said = text(harbour(), started, seats=(0, 1, 2))
    assert "the game does not say where cards lie" in said
    assert "nobody can say of which cards" in said


@pytest.mark.parametrize("played", OTHERS_BEGUN)
def test_what_a_seat_learns_was_hidden_from_it(played: Callable[[], Played]) -> None:
    """What comes from nowhere, such as a Factory, or was seen on its way is not learned."""
    lines = timeline(played())
    assert lines.started is not None
    found = damage(lines, lines.started, WORDS)
    assert [seat.withheld for seat in found.seats] == [0] * len(found.seats)
    for seat in found.seats:
        for item in seat.learned:
            assert item.origin.seat != seat.seat or item.origin.label in ("Deck", "Supply")


@pytest.mark.parametrize("played", [unfinished, *OTHERS_BEGUN])
def test_what_is_said_of_the_goal_was_so_there(played: Callable[[], Played]) -> None:
    """Cards that are held lay in that hand, cards that are unseen lay face down, and never more than there were."""
    lines = timeline(played())
    circuits = lines.title.circuits or no_circuits
    assert lines.started is not None
    for to in range(lines.started, len(lines)):
        lying = {
            Spot(place.label, place.seat): place
            for circuit in circuits(lines.moment(to).state, WORDS)
            for place in circuit.places
        }
        face_down = Counter([card for place in lying.values() if place.face_down for card in place.cards])
        for seat in damage(lines, to, WORDS).seats:
            held: dict[Spot, Counter[str]] = {}
            unseen: Counter[str] = Counter()
            for item in seat.learned:
                if item.lay == "held":
                    held.setdefault(item.origin, Counter())[item.card] += item.count
                elif item.lay == "unseen":
                    unseen[item.card] += item.count
            assert unseen <= face_down
            for spot, cards in held.items():
                assert cards <= Counter(lying[spot].cards)
                assert spot.seat != seat.seat
                assert not lying[spot].face_down


def test_every_entry_of_a_table_that_went_back_has_a_report() -> None:
    lines = timeline(went_back())
    for n in range(1, len(lines) + 1):
        found = damage(lines, n, WORDS)
        assert found.to == n
        assert set(found.taken_back).isdisjoint(found.restored)
        assert found.way("keep").grade in GRADES
    with pytest.raises(IndexError):
        damage(lines, len(lines) + 1, WORDS)


def test_what_the_clock_did_is_a_decision_too() -> None:
    game = Game("chanic_panic", 2, seed=3, clock=Clock(move_ms=60_000)).start()
    started = game.table.book.n
    game.force(min(game.table.decisions), 60_500)
    (decision,) = [item for seat in report(game.done(), started).seats for item in seat.decisions]
    assert decision.forced
    assert decision.used_ms >= 60_000


def test_a_concession_is_taken_back_with_the_end_of_the_game() -> None:
    game = Game("chanic_panic", 2, seed=3).start()
    started = game.table.book.n
    game.say(0, Concede())
    found = report(game.done(), started)
    assert found.taken_back == (started + 1, started + 2)
    assert found.way("keep").decisions == 1


@pytest.mark.parametrize(
    ("numbers", "text"), [((), ""), ((3,), "3"), ((3, 4), "3, 4"), ((3, 5, 6, 7, 9), "3, 5–7, 9"), ((1, 2, 3), "1–3")]
)
def test_numbers_in_a_row_are_drawn_together(numbers: tuple[int, ...], text: str) -> None:
    assert runs(numbers) == text


def test_cards_that_came_the_same_way_are_told_together() -> None:
    teller = Teller(timeline(epic()), WORDS, str, str)
    deck, hand = Spot("Deck", 1), Spot("Hand", 1)
    drawn = [
        LearnedCards("Weave", 2, "6.6", deck, hand, "unseen", (0,)),
        LearnedCards("Kick", 1, "7.1", deck, hand, "unseen", (0,)),
    ]
    assert teller._learned(drawn, at_least=False) == (
        "From Deck of Ben to Hand of Ben: Weave ×2 (6.6), Kick (7.1). Going back: perhaps face down again. "
        "Still hidden from Anna."
    )
    nowhere = LearnedCards("Weave", 1, "6.6", hand, None, "held", ())
    assert teller._learned([nowhere], at_least=True) == (
        "From Hand of Ben: Weave (6.6). Going back: perhaps in that hand again."
    )
    assert text(epic(), 4).count("From Deck of Anna to Hand of Anna:") == 1
