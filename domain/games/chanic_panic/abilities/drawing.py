"""The active abilities that draw, sell and look: what goes from the own hand, and what comes from the deck."""

from __future__ import annotations

from typing import Any

from domain.games.chanic_panic.abilities.checks import no_card_of_hand, no_room, not_held
from domain.games.chanic_panic.abilities.questions import from_own_hand
from domain.games.chanic_panic.abilities.use import Choices, Use, discard_offered
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, KIND, SPADES, SUITS, Card
from domain.games.chanic_panic.decisions import ask
from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    CardsDiscarded,
    CardTaken,
    ClubPhaseStarted,
    DeckPeeked,
    PlayLocked,
    PointsGained,
    Question,
    UseAbility,
)
from domain.games.chanic_panic.playing import payable
from domain.games.chanic_panic.procedures import complete, discard_from_hand, draw, open_labels
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.games.chanic_panic.values import club_value, full_hand, row_limit
from domain.kernel.offers import OneOf, Subset
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

SEEN = 3  # cards of the deck that Wisdom looks at


def suited(state: State, seat: Seat, suits: str) -> tuple[Card, ...]:
    """Return the cards of these suits in a hand, in order of arrival."""
    return tuple([card for card in state.players[seat].hand.cards if card[0] in suits])


class Archaeologist(Use):
    name = "archaeologist"
    limit = 1
    points = 4
    others = ("suit",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        full = no_room(state, seat)
        if full is not None:
            return full
        if not state.deck.cards:
            return no("deck_empty")
        return no("wrong_suit", "none") if command.suit is None else None

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"suit": command.suit}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Dig until the suit lies open or the deck ends, and take the last card before any reshuffle (R57)."""
        deck = draft.state.deck.cards
        depth = next((at for at, card in enumerate(deck, start=1) if card[0] == command.suit), len(deck))
        dug = open_labels(draft.state, deck[:depth])
        draft.emit(CardsDiscarded(seat=seat, cards=dug, from_="deck", reason=self.name))
        draft.emit(CardTaken(seat=seat, card=dug[-1]))

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"suit": OneOf(tuple(SUITS))}


class Combiner(Use):
    name = "combiner"
    limit = 2
    phase = "both"
    from_hand = ("clubs",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        if len(command.clubs) != 2:
            return no("wrong_number_of_cards", "ability", count=len(command.clubs))
        missing = not_held(state, seat, command.clubs)
        if missing is not None:
            return missing
        other = next((KIND[card] for card in command.clubs if KIND[card][0] != CLUBS), None)
        return None if other is None else no("not_a_club", card=other)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """The Club Phase begins with the cost; the sum allows a card whatever was played before."""
        state = draft.state
        allowed = sum([club_value(state, seat, card) for card in command.clubs])
        discard_from_hand(draft, seat, command.clubs, self.name)
        if state.turn.phase == "point_phase":
            draft.emit(ClubPhaseStarted(seat=seat, points_lost=state.turn.points))
        complete(draft)
        draw(draft, seat, 3, self.name)
        draft.emit(AllowanceOpened(value=allowed, source="combined"))

    def choices(self, state: State, seat: Seat) -> Choices:
        clubs = suited(state, seat, CLUBS)
        return {"clubs": Subset(clubs, 2, 2)}


class Gambler(Use):
    name = "gambler"
    limit = 2
    phase = "both"
    from_hand = ("discard",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_card_of_hand(state, seat, command.discard) or (None if state.deck.cards else no("deck_empty"))

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Discard a card (R48), then the top of the deck, and draw two if that is lower (R53)."""
        assert command.discard is not None
        discard_from_hand(draft, seat, (command.discard,), self.name)
        complete(draft)
        top = draft.state.deck.cards[:1]
        if top:  # what an empty hand drew may have been the last
            draft.emit(CardsDiscarded(seat=seat, cards=open_labels(draft.state, top), from_="deck", reason=self.name))
            complete(draft)
            if BASE_VALUE[top[0]] < BASE_VALUE[command.discard]:
                draw(draft, seat, 2, self.name)

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"discard": OneOf(state.players[seat].hand.cards)}


class Hopeful(Use):
    name = "hopeful"
    points = 4

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_room(state, seat)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Draw, and ask whatever was drawn (R71); no question with a full row of Hearts or under play lock."""
        held = len(draft.state.players[seat].hand)
        draw(draft, seat, 1, self.name)
        state = draft.state
        player = state.players[seat]
        if len(player.hand) > held and len(player.hearts) < row_limit(state, seat) and not state.turn.locked:
            ask(draft, Question(seat=seat, kind="choose_hopeful", source=self.name))


class Loaded(Use):
    name = "loaded"
    points = 12

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_room(state, seat)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        draw(draft, seat, full_hand(draft.state, seat) - len(draft.state.players[seat].hand), self.name)
        draft.emit(PlayLocked(seat=seat))


class Manipulator(Use):
    name = "manipulator"
    limit = 1
    points = 3

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_room(state, seat)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        draw(draft, seat, 1, self.name)
        from_own_hand(draft, seat, "choose_topdeck", self.name)


class Pacifist(Use):
    name = "pacifist"
    limit = 3
    phase = "both"
    from_hand = ("discard",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        refusal = no_card_of_hand(state, seat, command.discard)
        if refusal is None and command.discard is not None and KIND[command.discard][0] != SPADES:
            return no("wrong_suit", card=KIND[command.discard])
        return refusal

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        assert command.discard is not None
        discard_from_hand(draft, seat, (command.discard,), self.name)
        complete(draft)
        draw(draft, seat, 1, self.name)

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"discard": OneOf(suited(state, seat, SPADES))}


class Purifier(Use):
    name = "purifier"
    limit = 1  # R47
    phase = "both"

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return None if state.players[seat].hand.cards else no("wrong_number_of_cards", "ability", count=0)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        hand = draft.state.players[seat].hand.cards
        discard_from_hand(draft, seat, hand, self.name)
        complete(draft)
        draw(draft, seat, len(hand), self.name)
        if draft.state.discard.cards:
            ask(draft, Question(seat=seat, kind="choose_shuffle", source=self.name))


class Seller(Use):
    name = "seller"
    from_hand = ("cards",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        if not 1 <= len(command.cards) <= 3:
            return no("wrong_number_of_cards", "ability", count=len(command.cards))
        missing = not_held(state, seat, command.cards)
        if missing is not None:
            return missing
        club = next((KIND[card] for card in command.cards if KIND[card][0] == CLUBS), None)
        return None if club is None else no("not_a_utility_card", card=club)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Base values count (R53); one card is drawn for two or three."""
        discard_from_hand(draft, seat, command.cards, self.name)
        complete(draft)
        amount = sum([BASE_VALUE[card] for card in command.cards]) // 2
        left = draft.state.turn.points + amount
        draft.emit(PointsGained(seat=seat, amount=amount, reason=self.name, left=left))
        drawn = len(command.cards) // 2
        if drawn:
            draw(draft, seat, drawn, self.name)

    def choices(self, state: State, seat: Seat) -> Choices:
        cards = tuple([card for card in state.players[seat].hand.cards if card[0] != CLUBS])
        return {"cards": Subset(cards, 1, 3)}


class TradeMaster(Use):
    name = "trade_master"
    limit = 1
    phase = "both"
    from_hand = ("discard",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_card_of_hand(state, seat, command.discard, stack=True)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Discard a card of the hand or the Stack, draw two, discard another; the last step falls to an empty hand."""
        assert command.discard is not None
        discard_offered(draft, seat, command.discard, self)
        complete(draft)
        draw(draft, seat, 2, self.name)
        from_own_hand(draft, seat, "choose_discard", self.name)

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"discard": OneOf(payable(state.players[seat]))}


class Wisdom(Use):
    name = "wisdom"
    limit = 1
    phase = "both"

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return None if state.deck.cards else no("deck_empty")

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Look at the top cards; a single one has one order and is not asked about."""
        top = draft.state.deck.cards[:SEEN]
        draft.emit(DeckPeeked(seat=seat, count=len(top), cards=top))
        if len(top) > 1:
            ask(draft, Question(seat=seat, kind="choose_order", source=self.name, count=len(top)))


DRAWING: tuple[Use, ...] = (
    Archaeologist(),
    Combiner(),
    Gambler(),
    Hopeful(),
    Loaded(),
    Manipulator(),
    Pacifist(),
    Purifier(),
    Seller(),
    TradeMaster(),
    Wisdom(),
)
