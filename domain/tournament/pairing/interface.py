"""What every way of pairing is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.players import Pair, Player, PlayerId
from domain.tournament.points import TWO_SEATS, Points, Scoring, scores
from domain.tournament.results import History


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A round to be paired: who plays it, all that happened before, and what must not be."""

    players: tuple[Player, ...]  # who plays this round, in the initial order
    history: History
    rounds: int  # how many the tournament has
    scoring: Scoring = TWO_SEATS
    adjusted: Mapping[PlayerId, Points] = {}
    forbidden: frozenset[Pair] = frozenset()  # for this round; team-mates, for example

    @property
    def round(self) -> int:
        """The number of the round that is to be paired."""
        return len(self.history.rounds) + 1

    @property
    def present(self) -> frozenset[PlayerId]:
        """Who plays this round."""
        return frozenset([player.id for player in self.players])

    def scores(self) -> dict[PlayerId, Points]:
        """Return everybody's score before the round."""
        return scores(self.history, self.scoring, adjusted=self.adjusted)


class Pairing(msgspec.Struct, frozen=True):
    """A round as it is paired: its tables, the first player of each first, and who has the pairing bye."""

    tables: tuple[tuple[PlayerId, ...], ...]
    byes: tuple[PlayerId, ...] = ()


class Because(NamedTuple):
    """Why two players do not meet: the first criterion that is in the way, as it is and as it would be if they met.

    A way of pairing says what its criteria are called and what they count.
    """

    criterion: str
    here: int = 0
    otherwise: int = 0


class Pairer(Protocol):
    """One way of pairing. The same request and the same chance give the same answer, everywhere and always."""

    def pair(self, request: Request, chance: Chance) -> Pairing | Refusal:
        """Pair the round, or say which constraint leaves no legal pairing (`no_legal_pairing`)."""


def no_legal_pairing(constraint: str, text: str, rule: str, **values: str | int) -> Refusal:
    """Return that a round cannot be paired, and which constraint is in the way; the organiser decides by an entry."""
    return Refusal("no_legal_pairing", "rule", text, rule, {"constraint": constraint, **values})


def rounds_played(text: str, rule: str, **values: str | int) -> Refusal:
    """Return that no round is left: it has been played to its end."""
    return Refusal("rounds_played", "rule", text, rule, values)
