"""What an active ability is: what keeps it from being used, and what it does (7.2, 7.4, type A)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.messages import UseAbility
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.kernel.offers import Offer
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


class Active(ABC):
    """An ability that its owner uses in the own turn.

    The engine has checked, in the order of 6.1, that the seat owns it, that uses are left, and the phase.
    """

    name: ClassVar[AbilityId]
    limit: ClassVar[int] = 0  # uses a turn; 0: any number (R46)
    phase: ClassVar[Literal["point_phase", "club_phase", "both"]] = "point_phase"

    @abstractmethod
    def refuse(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """Say why it cannot be used like this; points last."""

    @abstractmethod
    def use(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Pay what it costs, from left to right, and do what it does."""

    @abstractmethod
    def offer(self, state: State, seat: Seat) -> Offer | None:
        """Return how it may be used, if at all; never too little, `refuse` has the last word."""

    @abstractmethod
    def normal(self, command: UseAbility) -> UseAbility:
        """Return the stored form: cards of the hand as kinds, sets of them in the order of the pack."""
