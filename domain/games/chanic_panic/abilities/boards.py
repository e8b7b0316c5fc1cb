"""The active abilities that lay, take back, destroy and strengthen cards of boards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.games.chanic_panic.abilities.checks import (
    no_card_of_hand,
    no_room,
    not_an_opponent,
    not_on_board,
    owner_of,
)
from domain.games.chanic_panic.abilities.use import Choices, Use, discard_offered
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, SPADES, Card, by_rank, stacked
from domain.games.chanic_panic.clubs import play_club, play_on_club
from domain.games.chanic_panic.messages import CardReturned, PlayLocked, SpadeBoosted, UseAbility
from domain.games.chanic_panic.playing import beyond_allowance, lay, payable, unattachable, unplaceable
from domain.games.chanic_panic.procedures import complete, destroy, discard_from_hand, open_labels
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State, attachment, board, still_in
from domain.games.chanic_panic.triggers import attachable, hearts_lost
from domain.games.chanic_panic.values import club_value, cost, full_hand, value
from domain.kernel.offers import OneOf
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

COST_GAP = 3  # points that the card played by Maximizer may cost beyond the one returned


def give_back(draft: ChanicDraft, owner: Seat, card: Card) -> None:
    """Return a card of a board to its owner's hand, the Stack Cards under it to the owner's Stack (R66)."""
    under = attachment(draft.state.players[owner], card)
    draft.emit(CardReturned(owner=owner, card=card, attached=0 if under is None else len(under.cards)))


class Illusionist(Use):
    name = "illusionist"
    others = ("target_card",)

    def price(self, state: State, seat: Seat, command: UseAbility) -> int:
        owner = owner_of(state, command.target_card)
        assert command.target_card is not None
        assert owner is not None
        return value(state, owner, command.target_card)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        owner = owner_of(state, command.target_card)
        if owner is None:
            return not_on_board(command.target_card)
        full = len(state.players[owner].hand) >= full_hand(state, owner)
        return no("target_hand_full") if full else None

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"target": owner_of(state, command.target_card), "card": command.target_card}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """No attack: protection and attack limit do not matter, and nobody is eliminated (R30, R35)."""
        owner = owner_of(draft.state, command.target_card)
        assert command.target_card is not None
        assert owner is not None
        give_back(draft, owner, command.target_card)

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"target_card": OneOf(tuple([card for player in state.players for card in board(player)]))}


class Indebted(Use):
    name = "indebted"
    limit = 1
    points = 4
    from_hand = ("card",)
    others = ("attach",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        refusal = no_card_of_hand(state, seat, command.card)
        if refusal is not None or command.card is None:
            return refusal
        return unplaceable(state, seat, KIND[command.card]) or unattachable(state, seat, command.attach)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        assert command.card is not None
        lay(draft, seat, KIND[command.card], self.name, command.attach)
        draft.emit(PlayLocked(seat=seat))

    def choices(self, state: State, seat: Seat) -> Choices:
        hand = state.players[seat].hand.cards
        return {
            "card": OneOf(tuple([card for card in hand if unplaceable(state, seat, card) is None])),
            **attachable(state, seat),
        }


class Maximizer(Use):
    name = "maximizer"
    points = 3
    from_hand = ("play_card",)
    others = (
        "return_card",
        "attach",
    )

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """The cards are compared as held in hand (R56); the returned one leaves its place to the other."""
        if state.turn.locked:
            return no("play_locked")
        full = no_room(state, seat)
        if full is not None:
            return full
        if command.return_card is None or owner_of(state, command.return_card) != seat:
            return not_on_board(command.return_card)
        refusal = no_card_of_hand(state, seat, command.play_card)
        if refusal is not None or command.play_card is None:
            return refusal
        kind = KIND[command.play_card]
        if kind[0] != command.return_card[0]:
            return no("wrong_suit", card=kind)
        gap = cost(state, seat, kind) - cost(state, seat, command.return_card)
        if gap > COST_GAP:
            return no("cost_gap_too_large", card=kind, gap=gap)
        return unattachable(state, seat, command.attach)

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"card": command.return_card}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        assert command.return_card is not None
        assert command.play_card is not None
        give_back(draft, seat, command.return_card)
        lay(draft, seat, KIND[command.play_card], self.name, command.attach)

    def choices(self, state: State, seat: Seat) -> Choices:
        player = state.players[seat]
        suits = {card[0] for card in board(player)}
        cards = tuple([card for card in player.hand.cards if card[0] in suits])
        return {"return_card": OneOf(board(player)), "play_card": OneOf(cards), **attachable(state, seat)}


class Neutralizer(Use):
    name = "neutralizer"
    phase = "both"
    others = ("diamond", "target_card")

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """Base values are compared: Toughness and attachments do not matter."""
        if command.diamond is None or owner_of(state, command.diamond) != seat:
            return not_on_board(command.diamond)
        if command.diamond[0] != DIAMONDS:
            return no("wrong_suit", card=command.diamond)
        owner = owner_of(state, command.target_card)
        if command.target_card is None or owner is None:
            return not_on_board(command.target_card)
        if not_an_opponent(state, seat, owner) is not None:
            return no("target_is_not_opponent")
        if command.target_card[0] != SPADES:
            return no("wrong_suit", card=command.target_card)
        limit = BASE_VALUE[command.diamond]
        if BASE_VALUE[command.target_card] > limit:
            return no("value_too_high", "diamond", card=command.target_card, limit=limit)
        return None

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"target": owner_of(state, command.target_card), "card": command.target_card}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        owner = owner_of(draft.state, command.target_card)
        assert command.diamond is not None
        assert command.target_card is not None
        assert owner is not None
        destroy(draft, seat, (command.diamond,), seat)
        complete(draft)
        destroy(draft, owner, (command.target_card,), seat)

    def choices(self, state: State, seat: Seat) -> Choices:
        diamonds = state.players[seat].diamonds
        opponents = [other for other in still_in(state) if not_an_opponent(state, seat, other) is None]
        spades = tuple([card for other in opponents for card in state.players[other].spades])
        return {"diamond": OneOf(diamonds), "target_card": OneOf(spades)}


class Plagued(Use):
    name = "plagued"
    limit = 1
    points = 4
    from_hand = ("discard",)

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        return no_card_of_hand(state, seat, command.discard)

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Destroy every card of the value on all boards (R49), in turn order, each board by rows (R68)."""
        assert command.discard is not None
        discard_from_hand(draft, seat, (command.discard,), self.name)
        complete(draft)
        lost: Counter[Seat] = Counter()
        count = len(draft.state.players)
        for owner in [(seat + step) % count for step in range(count)]:
            hit = [
                card for card in board(draft.state.players[owner]) if BASE_VALUE[card] == BASE_VALUE[command.discard]
            ]
            if hit:
                destroy(draft, owner, tuple(hit), seat)
                lost[owner] = len([card for card in hit if card[0] == HEARTS])
        hearts_lost(draft, seat, lost)

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"discard": OneOf(state.players[seat].hand.cards)}


class Recycler(Use):
    name = "recycler"
    limit = 1
    phase = "club_phase"
    from_hand = ("discard",)
    others = (
        "play_card",
        "attach",
    )

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """The card just discarded may be the one played: it is called by the label that it will bear."""
        if not state.turn.allowance or state.turn.source != "played":
            return no("no_allowance", "recycler")
        if state.turn.locked:
            return no("play_locked")
        refusal = no_card_of_hand(state, seat, command.discard, stack=True)
        if refusal is not None or command.discard is None:
            return refusal
        if command.play_card is None:
            return no("wrong_number_of_cards", "ability", count=0)
        if command.play_card not in (*state.discard.cards, *self._discarded(state, command.discard)):
            return no("card_not_in_discard", card=command.play_card)
        return self._unplayable(state, seat, KIND[command.play_card]) or self._unattachable(state, seat, command)

    def _unattachable(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        """A Stack Card that is discarded cannot be attached too, and a Club has nothing under it."""
        if not command.attach:
            return None
        if command.play_card is not None and command.play_card[0] == CLUBS:
            return no("wrong_number_of_cards", "attached")
        paid = stacked(command.discard or "")
        return unattachable(state, seat, command.attach if paid is None else (paid, *command.attach))

    def _discarded(self, state: State, discard: Card) -> tuple[Card, ...]:
        return open_labels(state, (stacked(discard) or KIND[discard],))

    def _unplayable(self, state: State, seat: Seat, kind: Card) -> Refusal | None:
        if kind[0] == CLUBS:
            return beyond_allowance(state, kind, club_value(state, seat, kind))
        return unplaceable(state, seat, kind) or beyond_allowance(state, kind, BASE_VALUE[kind])

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"card": command.play_card}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Discard a card, then play one of the pile; a reshuffle in between takes it away (R65)."""
        assert command.discard is not None
        assert command.play_card is not None
        discard_offered(draft, seat, command.discard, self)
        complete(draft)
        if command.play_card not in draft.state.discard.cards:
            return
        if command.play_card[0] == CLUBS:
            play_club(draft, seat, command.play_card, "discard")
        else:
            play_on_club(draft, seat, command.play_card, self.name, by_rank(command.attach), "discard")

    def choices(self, state: State, seat: Seat) -> Choices:
        costs = payable(state.players[seat])
        soon = [label for card in costs for label in self._discarded(state, card)]
        fitting = [card for card in (*state.discard.cards, *soon) if self._unplayable(state, seat, KIND[card]) is None]
        return {
            "discard": OneOf(costs),
            "play_card": OneOf(tuple(dict.fromkeys(fitting))),
            **attachable(state, seat),
        }


class Sorcerer(Use):
    name = "sorcerer"
    limit = 1
    others = ("spade",)

    def price(self, state: State, seat: Seat, command: UseAbility) -> int:
        assert command.spade is not None
        return BASE_VALUE[command.spade]

    def obstacle(self, state: State, seat: Seat, command: UseAbility) -> Refusal | None:
        if command.spade is None or owner_of(state, command.spade) != seat:
            return not_on_board(command.spade)
        return None if command.spade[0] == SPADES else no("wrong_suit", card=command.spade)

    def shown(self, state: State, command: UseAbility) -> dict[str, Any]:
        return {"card": command.spade}

    def perform(self, draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
        """Double a Spade before anything is added to it (7.1); no other card attacks this turn."""
        assert command.spade is not None
        worth = value(draft.state, seat, command.spade) + BASE_VALUE[command.spade]
        draft.emit(SpadeBoosted(seat=seat, card=command.spade, value=worth))

    def choices(self, state: State, seat: Seat) -> Choices:
        return {"spade": OneOf(state.players[seat].spades)}


BOARDS: tuple[Use, ...] = (
    Illusionist(),
    Indebted(),
    Maximizer(),
    Neutralizer(),
    Plagued(),
    Recycler(),
    Sorcerer(),
)
