"""Why a round is paired as it is: by whom or by which rules, and why not with somebody else."""

from __future__ import annotations

from domain.tournament.log.book import Book
from domain.tournament.log.entries import RoundPaired
from domain.tournament.pairing.dutch.rules import Dutch
from domain.tournament.pairing.interface import Because, Pairing
from domain.tournament.pairing.pods.rules import PodSwiss
from domain.tournament.players import PlayerId

BY_WORD = "organiser"  # the organiser paired the round
SCHEDULE = "schedule"  # Berger tables and brackets leave no choice
TOGETHER = "together"  # the two do meet
AWAY = "away"  # one of them does not play the round, or has a bye


def why_not(before: Book, paired: RoundPaired, one: PlayerId, other: PlayerId) -> Because:
    """Return why two players do not sit at one table in a round; `before` is the book before its entry."""
    if any(one in table and other in table for table in paired.tables):
        return Because(TOGETHER)
    if paired.reason is not None:
        return Because(BY_WORD)
    request, pairer = before.request(), before.pairer
    if not {one, other} <= request.present:
        return Because(AWAY)
    match pairer:
        case Dutch():
            return pairer.why_not(request, one, other)
        case PodSwiss():
            byes = tuple([bye.player for bye in paired.byes if bye.kind == "pairing"])
            return pairer.why_not(request, Pairing(paired.tables, byes), one, other)
        case _:
            return Because(SCHEDULE)
