"""What a seat may ask for (6.2, 6.4).

A body is open where all of it becomes known by what it does; `hides` names the fields that seal it when they are given.
A Stack Card that is offered as a cost beside cards of the hand is called by its kind with a star before it: `*H7`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta

from domain.games.chanic_panic.messages.words import AbilityId, Card, Cards, Slot, Suit
from domain.kernel.messages import Command, Concede, TimeOut
from domain.kernel.seats import Seat

Abilities: TypeAlias = Annotated[tuple[AbilityId, ...], Meta(max_length=5)]  # a size limit only: three are kept at most


class PlayUtility(Command, tag="play_utility", frozen=True, kw_only=True):
    """Lay a Heart, Diamond or Spade from the hand on the own board, for points or on a Club."""

    public: ClassVar[bool] = True
    hides: ClassVar[tuple[str, ...]] = ("attach",)
    card: Card
    attach: Cards = ()


class PlayClub(Command, tag="play_club", frozen=True, kw_only=True):
    """Discard a Club from the hand to draw and to play one more card."""

    public: ClassVar[bool] = True
    card: Card


class Attack(Command, tag="attack", frozen=True, kw_only=True):
    """Destroy Diamonds, and Hearts once no Diamond stays, with Spades of the own board."""

    public: ClassVar[bool] = True
    target: Seat
    attack_cards: Cards
    diamonds: Cards = ()
    hearts: Cards = ()


class Bypass(Command, tag="bypass", frozen=True, kw_only=True):
    """Shield Bypass: destroy Hearts past the Diamonds with half the power."""

    public: ClassVar[bool] = True
    target: Seat
    attack_cards: Cards
    hearts: Cards = ()


class UseTrader(Command, tag="use_trader", frozen=True, kw_only=True):
    """Base ability Trader: discard two cards from the hand, or Stack Cards, and draw one."""

    public: ClassVar[bool] = True
    discards: Cards


class UsePanic(Command, tag="use_panic", frozen=True, kw_only=True):
    """Base ability Panic: give up the own Spades, clear the next opponent's, end the turn under protection."""

    public: ClassVar[bool] = True


class UseAlly(Command, tag="use_ally", frozen=True, kw_only=True):
    """Base ability Ally: give a card of the hand to a teammate."""

    teammate: Seat
    card: Card


class UseAbility(Command, tag="use_ability", frozen=True, kw_only=True):
    """Use an active special ability; each reads its own parameters (7.4) and no other may be given."""

    public: ClassVar[bool] = True
    hides: ClassVar[tuple[str, ...]] = ("attach",)
    ability: AbilityId
    suit: Suit | None = None
    target: Seat | None = None
    card: Card | None = None
    cards: Cards = ()
    clubs: Cards = ()
    discard: Card | None = None
    reveal: Card | None = None
    target_card: Card | None = None
    return_card: Card | None = None
    play_card: Card | None = None
    diamond: Card | None = None
    spade: Card | None = None
    attach: Cards = ()


class StackAdd(Command, tag="stack_add", frozen=True, kw_only=True):
    """Put a card of the hand into the own Stack, face down."""

    card: Card


class StackDraw(Command, tag="stack_draw", frozen=True, kw_only=True):
    """Discard a Stack Card to draw two, with fewer than two cards in hand."""

    public: ClassVar[bool] = True
    stack_card: Card


class BuyCard(Command, tag="buy_card", frozen=True, kw_only=True):
    """Buy a card of the market for half its number."""

    public: ClassVar[bool] = True
    slot: Slot


class EndTurn(Command, tag="end_turn", frozen=True, kw_only=True):
    """End the own turn."""

    public: ClassVar[bool] = True


class ChooseAbilities(Command, tag="choose_abilities", frozen=True, kw_only=True):
    """Choose which of the dealt special abilities to keep; hidden until everybody has chosen."""

    abilities: Abilities


class ChooseSacrifice(Command, tag="choose_sacrifice", frozen=True, kw_only=True):
    """Say which card of the own full board is destroyed."""

    public: ClassVar[bool] = True
    card: Card


class ChooseDraw(Command, tag="choose_draw", frozen=True, kw_only=True):
    """Say whether the Draw Phase is skipped for points."""

    public: ClassVar[bool] = True
    skip: bool


class ChooseGift(Command, tag="choose_gift", frozen=True, kw_only=True):
    """Say which card of the revealed value is given."""

    card: Card


class ChooseDiscard(Command, tag="choose_discard", frozen=True, kw_only=True):
    """Say which card of the own hand is discarded."""

    public: ClassVar[bool] = True
    card: Card


class ChooseTopdeck(Command, tag="choose_topdeck", frozen=True, kw_only=True):
    """Say which card of the own hand goes on top of the deck."""

    card: Card


class ChooseHopeful(Command, tag="choose_hopeful", frozen=True, kw_only=True):
    """Say whether the Heart just drawn is played at once."""

    public: ClassVar[bool] = True
    hides: ClassVar[tuple[str, ...]] = ("attach",)
    play: bool
    attach: Cards = ()


class ChooseResilient(Command, tag="choose_resilient", frozen=True, kw_only=True):
    """Play a Heart of the hand for one that was lost, or none."""

    public: ClassVar[bool] = True
    hides: ClassVar[tuple[str, ...]] = ("attach",)
    card: Card | None = None
    attach: Cards = ()


class ChooseShuffle(Command, tag="choose_shuffle", frozen=True, kw_only=True):
    """Say whether the discard pile is shuffled into the deck."""

    public: ClassVar[bool] = True
    shuffle: bool


class ChooseOrder(Command, tag="choose_order", frozen=True, kw_only=True):
    """Say in which order the cards looked at go back, the new top first."""

    cards: Cards


class ChooseAllyStack(Command, tag="choose_ally_stack", frozen=True, kw_only=True):
    """Say whether the card that a teammate gives goes into the own Stack."""

    public: ClassVar[bool] = True
    to_stack: bool


Answer: TypeAlias = (
    ChooseSacrifice
    | ChooseDraw
    | ChooseGift
    | ChooseDiscard
    | ChooseTopdeck
    | ChooseHopeful
    | ChooseResilient
    | ChooseShuffle
    | ChooseOrder
    | ChooseAllyStack
)

ChanicCommand: TypeAlias = (
    PlayUtility
    | PlayClub
    | Attack
    | Bypass
    | UseTrader
    | UsePanic
    | UseAlly
    | UseAbility
    | StackAdd
    | StackDraw
    | BuyCard
    | EndTurn
    | ChooseAbilities
    | Answer
    | Concede
    | TimeOut
)
