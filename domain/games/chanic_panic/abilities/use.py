"""What all active abilities share: points, the facts of a use, how it is offered and stored (7.2, 7.4)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from domain.games.chanic_panic.abilities.active import Active
from domain.games.chanic_panic.cards import KIND, STACKED, Card, by_rank
from domain.games.chanic_panic.messages import AbilityUsed, PointsPaid, UseAbility
from domain.games.chanic_panic.procedures import complete, discard_from_hand, discard_from_stack
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.kernel.offers import Offer, OneOf, Subset
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

Choices: TypeAlias = Mapping[str, OneOf | Subset]


class Use(Active):
    """An active ability whose use costs points first; it remembers nothing.

    `from_hand` names the parameters that are cards of the hand, `others` the rest; what else a command says is dropped.
    """

    points: ClassVar[int] = 0
    from_hand: ClassVar[tuple[str, ...]] = ()
    others: ClassVar[tuple[str, ...]] = ()

    def price(self, state: State, seat: Seat, command: UseAbility) -> int:
        """Return the points to pay; asked when nothing else stands in the way."""
        return self.points

    @abstractmethod
    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """Say what stands in the way beside points."""

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        """Return the fields of `AbilityUsed` that everybody learns."""
        return {}

    @abstractmethod
    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Do what follows once the points are paid."""

    def choices(self, state: State, seat: Seat) -> Choices:
        """Return what may be chosen, by parameter. It may offer too much."""
        return {}

    def refuse(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """Say why it cannot be used like this; points last."""
        refusal = self.obstacle(state, seat, command)
        if refusal is not None:
            return refusal
        price = self.price(state, seat, command)
        if price > state.turn.points:
            return no("not_enough_points", "ability", cost=price, points=state.turn.points)
        return None

    def use(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Say that it is used, pay its points, and do what it does."""
        state = draft.state
        price = self.price(state, seat, command)
        draft.emit(AbilityUsed(seat=seat, ability=self.name, **self.shown(state, command)))
        if price:
            draft.emit(PointsPaid(seat=seat, amount=price, reason=self.name, left=state.turn.points - price))
        self.perform(draft, seat, command)
        complete(draft)

    def offer(self, state: State, seat: Seat) -> Offer | None:
        """Return how it may be used, if at all; never too little, `refuse` has the last word."""
        if self.points > state.turn.points:
            return None
        choices = self.choices(state, seat)
        if not all(map(_possible, choices.values())):
            return None
        return Offer("use_ability", {"ability": OneOf((self.name,)), **choices})

    def normal(self, command: UseAbility) -> UseAbility:
        """Return the stored form: cards of the hand as kinds, sets of them in the order of the pack."""
        said: dict[str, Any] = {name: getattr(command, name) for name in self.others}
        for name in self.from_hand:
            said[name] = _kinds(getattr(command, name))
        if "attach" in said:
            said["attach"] = by_rank(said["attach"])
        return UseAbility(ability=self.name, **said)


def _possible(domain: OneOf | Subset) -> bool:
    """Say whether something can be chosen at all."""
    return bool(domain.values) if isinstance(domain, OneOf) else len(domain.values) >= domain.min


def _kinds(named: Card | tuple[Card, ...] | None) -> Card | tuple[Card, ...] | None:
    if named is None:
        return None
    if isinstance(named, tuple):
        return by_rank(named)
    star = STACKED if named[:1] == STACKED else ""
    return star + KIND.get(named.removeprefix(star), named.removeprefix(star))


def discard_offered(draft: ChanicDraft, seat: Seat, card: Card, use: Use) -> None:
    """Discard a card of the hand, or the Stack Card that is offered for it (7.5)."""
    if card[:1] == STACKED:
        discard_from_stack(draft, seat, (KIND[card[1:]],), use.name)
    else:
        discard_from_hand(draft, seat, (KIND[card],), use.name)
