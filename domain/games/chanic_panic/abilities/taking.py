"""The active abilities that take cards: from other hands, and from the discard pile."""

from __future__ import annotations

from typing import Any

from domain.games.chanic_panic.abilities.checks import (
    no_card_of_hand,
    no_room,
    not_an_opponent,
    not_another,
)
from domain.games.chanic_panic.abilities.questions import from_own_hand
from domain.games.chanic_panic.abilities.use import Choices, Use
from domain.games.chanic_panic.cards import BASE_VALUE, KIND, SUITS
from domain.games.chanic_panic.decisions import ask
from domain.games.chanic_panic.messages import (
    CardCompared,
    CardRevealed,
    CardTaken,
    CostZeroed,
    HandChecked,
    Question,
    UseAbility,
)
from domain.games.chanic_panic.procedures import draw
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State, still_in
from domain.games.chanic_panic.teams import teammates
from domain.kernel.offers import OneOf
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


class Fisher(Use):
    name = "fisher"
    limit = 1
    points = 4
    from_hand = ("reveal",)
    others = ("target",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return (
            no_room(state, seat)
            or not_another(state, seat, command.target)
            or no_card_of_hand(state, seat, command.reveal)
        )

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"target": command.target}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Show a card; who was named gives one of its value if it has one (R71), else the owner draws (R61)."""
        assert command.reveal is not None
        assert command.target is not None
        shown = KIND[command.reveal]
        value = BASE_VALUE[shown]
        draft.emit(CardRevealed(seat=seat, card=shown))
        found = any(BASE_VALUE[card] == value for card in draft.state.players[command.target].hand.cards)
        draft.emit(HandChecked(seat=command.target, value=value, found=found))
        if found:
            ask(
                draft,
                Question(seat=command.target, kind="choose_gift", source=self.name, by=seat, value=value, shown=shown),
            )
        else:
            self._draw(draft, seat, value, shown)

    def _draw(self, draft: ChanicDraft, seat: Seat, value: int, shown: str) -> None:
        """Draw instead; whether the card matches is known to all, the card itself only if it does."""
        held = len(draft.state.players[seat].hand)
        draw(draft, seat, 1, self.name)
        hand = draft.state.players[seat].hand.cards
        if len(hand) > held:
            gained = hand[-1]
            equal = BASE_VALUE[gained] == value
            draft.emit(CardCompared(seat=seat, value=value, equal=equal))
            if equal:
                draft.emit(CardRevealed(seat=seat, card=gained, drawn=True))
                draft.emit(CostZeroed(seat=seat, giver=seat, shown=shown, gained=gained))

    def choices(self, state: State, seat: Seat) -> Choices:
        targets = tuple([other for other in still_in(state) if other != seat])
        return {"target": OneOf(targets), "reveal": OneOf(state.players[seat].hand.cards)}


class GraveRobber(Use):
    name = "grave_robber"
    limit = 1
    others = ("card",)

    def price(self, state: State, seat: Seat, command: UseAbility) -> int:
        assert command.card is not None
        return BASE_VALUE[command.card]  # not a play: nothing lowers it

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        full = no_room(state, seat)
        if full is not None:
            return full
        if command.card is None:
            return no("wrong_number_of_cards", "ability", count=0)
        return None if command.card in state.discard.cards else no("card_not_in_discard", card=command.card)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        assert command.card is not None
        draft.emit(CardTaken(seat=seat, card=command.card))

    def choices(self, state: State, seat: Seat) -> Choices:
        points = state.turn.points
        return {"card": OneOf(tuple([card for card in state.discard.cards if BASE_VALUE[card] <= points]))}


class Limiter(Use):
    name = "limiter"
    points = 4
    others = ("target", "suit")

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        refusal = not_an_opponent(state, seat, command.target)
        if refusal is None and command.suit is None:
            return no("wrong_suit", "none")
        return refusal

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"target": command.target, "suit": command.suit}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Who holds the suit discards a card of any suit; who does not loses nothing (R61)."""
        assert command.target is not None
        found = any(card[0] == command.suit for card in draft.state.players[command.target].hand.cards)
        draft.emit(HandChecked(seat=command.target, suit=command.suit, found=found))
        if found:
            from_own_hand(draft, command.target, "choose_discard", self.name, command.suit)

    def choices(self, state: State, seat: Seat) -> Choices:
        opponents = tuple([other for other in still_in(state) if other != seat and not teammates(state, seat, other)])
        return {"target": OneOf(opponents), "suit": OneOf(tuple(SUITS))}


TAKING: tuple[Use, ...] = (Fisher(), GraveRobber(), Limiter())
