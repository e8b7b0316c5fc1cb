"""Why a round is paired as it is, in sentences."""

from __future__ import annotations

import pytest

from domain.kernel.display.words import Words, words_in
from domain.tournament.log.book import Book
from domain.tournament.log.entries import KnockOutSaid, Method, PodsSaid, RoundPaired, RoundRobinSaid, SwissSaid
from domain.tournament.log.explaining import why_not
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.spoken import WHY_NOT, why_not_told, why_these
from domain.tournament.pairing.interface import Because
from domain.tournament.pairing.pods.costs import CRITERIA
from tests.tournament.test_log import play, running

ENGLISH, JAPANESE = Words(), words_in("ja")


def paired(organiser: Organiser) -> tuple[Book, RoundPaired]:
    """Pair the next round; return the book before it, and the entry."""
    before = organiser.book
    entry = organiser.pair(8_000)
    assert isinstance(entry, RoundPaired)
    return before, entry


def told(method: Method, players: int, rounds: int = 0, table: int = 0) -> tuple[str, ...]:
    organiser = running(method, players)
    for _ in range(rounds):
        play(organiser)
    before, entry = paired(organiser)
    return why_these(ENGLISH, before, entry, entry.tables[table], {"p1": "Ada"})


def test_every_criterion_has_a_sentence_in_every_language() -> None:
    swiss = {f"C{number}" for number in range(6, 22)} | {"met", "forbidden", "colours", "completion", "order", "bye"}
    assert WHY_NOT.keys() == swiss | {*CRITERIA, "drawn", "together", "away", "organiser", "schedule"}
    for criterion in WHY_NOT:
        because = Because(criterion, 3, 4)
        english, japanese = why_not_told(ENGLISH, because), why_not_told(JAPANESE, because)
        assert english != japanese
        assert "{" not in english + japanese


def test_why_these_sit_at_a_table() -> None:
    assert told(SwissSaid(rounds=3), 4) == ("All at the table have the same score: 0.", told(SwissSaid(rounds=3), 4)[1])
    assert told(SwissSaid(rounds=3), 5, rounds=1)[0].startswith("All at the table have the same score: 1.")
    mixed = told(SwissSaid(rounds=3), 6, rounds=1, table=1)
    assert mixed[0].startswith("The scores are: ")
    assert mixed[1].startswith("Scores mix where")
    assert mixed[2].startswith("p") or mixed[2].startswith("Ada")
    assert told(PodsSaid(rounds=2, seats=4), 8)[0] == "All at the table have the same score: 0."
    bracket = told(KnockOutSaid(), 4)
    assert bracket[0] == "The bracket puts the seeds 1, 4 together."
    assert bracket[1].startswith("Ada begins. So often each has begun: Ada 0, p4 0.")
    berger = told(RoundRobinSaid(), 4)
    assert berger == ("The tables of Berger put the numbers 1, 4 together in round 1; the first one begins.",)


def test_the_organisers_own_pairing_is_told_with_its_reason() -> None:
    organiser = running(SwissSaid(rounds=3), 4)
    before, first = paired(organiser)
    own = organiser.tell(RoundPaired, 9_000, round=1, attempt=2, tables=first.tables, reason="So that it is quick.")
    assert isinstance(own, RoundPaired)
    assert why_these(ENGLISH, before, own, own.tables[0], {}) == (
        "The organiser paired this round.",
        "So that it is quick.",
    )
    one, other = own.tables[0][0], own.tables[1][0]
    because = why_not(before, own, one, other)
    assert why_not_told(ENGLISH, because, own.reason) == "The organiser paired this round. So that it is quick."


@pytest.mark.parametrize("method", [SwissSaid(rounds=4), PodsSaid(rounds=4, seats=3)])
def test_whatever_is_answered_can_be_said(method: Method) -> None:
    organiser = running(method, 7)
    play(organiser)
    before, entry = paired(organiser)
    for other in range(2, 8):
        assert why_not_told(ENGLISH, why_not(before, entry, "p1", f"p{other}"))
