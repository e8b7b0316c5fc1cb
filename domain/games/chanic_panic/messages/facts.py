"""What the rules say happened (6.6), each field with who may see it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from domain.games.chanic_panic.messages.options import ChanicOptions
from domain.games.chanic_panic.messages.steps import ChanicStep
from domain.games.chanic_panic.messages.words import (
    Ability,
    AbilityId,
    AllowanceSource,
    AttackKind,
    Card,
    DiscardReason,
    DrawReason,
    EndReason,
    PlaySource,
    QuestionKind,
    Slot,
    Suit,
    TurnEnd,
)
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Awaited, Discloses, Fact, UnseenReordered
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Place


class GameStarted(Fact, tag="game_started", frozen=True, kw_only=True):
    """The table as it was agreed."""

    options: ChanicOptions
    seats: int
    packs: int


class FirstSeatChosen(Fact, tag="first_seat_chosen", frozen=True, kw_only=True):
    """Who takes the first turn."""

    seat: Seat


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True, kw_only=True):
    """A new deck lies ready, the top first; when the old one was exhausted, the discard pile became it."""

    reason: Literal["setup", "exhausted", "purifier"]
    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class AbilitiesDealt(Fact, tag="abilities_dealt", frozen=True, kw_only=True):
    """A seat got special abilities to choose from."""

    seat: Seat
    abilities: Annotated[tuple[Ability, ...], SeenBy("seat")]


class AbilitiesKept(Fact, tag="abilities_kept", frozen=True, kw_only=True):
    """A seat chose which of its special abilities it keeps."""

    seat: Seat
    abilities: Annotated[tuple[Ability, ...], SeenBy("seat")]


class Keeping(msgspec.Struct, frozen=True):
    """The special abilities that a seat plays with."""

    seat: Seat
    abilities: tuple[AbilityId, ...]


class AbilitiesRevealed(Fact, tag="abilities_revealed", frozen=True, kw_only=True):
    """Every seat still in the game has chosen. What was kept is known, and in force for those; source: section 4."""

    reveals: ClassVar[tuple[str, ...]] = ("choose_abilities", "abilities_kept")
    kept: tuple[Keeping, ...]


class PresenceGained(Fact, tag="presence_gained", frozen=True, kw_only=True):
    """A seat gained Presence as its turn began."""

    seat: Seat
    amount: int
    total: int


class DrawPhaseSkipped(Fact, tag="draw_phase_skipped", frozen=True, kw_only=True):
    """A seat gave up its Draw Phase."""

    seat: Seat


class TurnStarted(Fact, tag="turn_started", frozen=True, kw_only=True):
    """A seat's turn began; who attacked it before is forgotten."""

    seat: Seat
    round: int


class CardsDrawn(Fact, tag="cards_drawn", frozen=True, kw_only=True):
    """Cards went from the top of the deck to a hand."""

    seat: Seat
    reason: DrawReason
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class DrawSkipped(Fact, tag="draw_skipped", frozen=True, kw_only=True):
    """The rest of a draw was lost."""

    seat: Seat
    missing: int
    reason: Literal["full_hand", "no_cards"]


class PointPart(msgspec.Struct, frozen=True):
    """Where some of a turn's points come from."""

    source: Literal["turn", "stack", AbilityId]
    points: int


class PointPhaseStarted(Fact, tag="point_phase_started", frozen=True, kw_only=True):
    """A seat may spend points."""

    seat: Seat
    points: int
    parts: tuple[PointPart, ...]


class PointsPaid(Fact, tag="points_paid", frozen=True, kw_only=True):
    """Points were spent; `left` remain."""

    seat: Seat
    amount: int
    reason: Literal["utility", "market", AbilityId]
    left: int


class PointsGained(Fact, tag="points_gained", frozen=True, kw_only=True):
    """An ability brought points; `left` can be spent now."""

    seat: Seat
    amount: int
    reason: AbilityId
    left: int


class UtilityPlayed(Fact, tag="utility_played", frozen=True, kw_only=True):
    """A card went from a hand, or by Recycler from the discard pile, to the end of its row, Stack Cards under it."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.4, hopeful: the Heart drawn may be played", "card", "seat", ("source", "hopeful")),
        Discloses("chanic_panic 6.4, resilient: the default is the highest", "card", "seat", ("source", "resilient")),
    )
    seat: Seat
    card: Annotated[Card, Public()]
    source: PlaySource
    from_: Literal["hand", "discard"] = msgspec.field(name="from", default="hand")
    attached: Annotated[tuple[Card, ...], SeenBy("seat")] = ()


class ClubPlayed(Fact, tag="club_played", frozen=True, kw_only=True):
    """A Club went from a hand to the top of the discard pile, or was played from the pile itself."""

    seat: Seat
    card: Annotated[Card, Public()]
    value: int
    from_: Literal["hand", "discard"] = msgspec.field(name="from")


class ClubPhaseStarted(Fact, tag="club_phase_started", frozen=True, kw_only=True):
    """The points are lost for the rest of the turn."""

    seat: Seat
    points_lost: int


class AllowanceOpened(Fact, tag="allowance_opened", frozen=True, kw_only=True):
    """One more card may be played, up to this value."""

    value: int
    source: AllowanceSource


class AllowanceUsed(Fact, tag="allowance_used", frozen=True, kw_only=True):
    """The card that the last Club allowed is being played."""

    value: int
    source: AllowanceSource


class CardsDiscarded(Fact, tag="cards_discarded", frozen=True, kw_only=True):
    """Cards went to the discard pile one after the other, the last on top.

    `left`: the seat leaves the game and all its cards with it; `life`: it loses a life instead.
    """

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses(
            "chanic_panic 8.1, 8.3: the hand of a seat that leaves is laid down", "cards", "seat", ("reason", "left")
        ),
        Discloses("chanic_panic 7.3: Panic discards every Spade of the own hand", "cards", "seat", ("reason", "panic")),
        Discloses("chanic_panic 7.7: who loses a life lays down the hand", "cards", "seat", ("reason", "life")),
        Discloses("chanic_panic 7.4: cards of the deck are discarded openly", "cards", "", ("from_", "deck")),
        Discloses("chanic_panic 7.4, deadly: chance picks a card of the hand", "cards", "", ("reason", "deadly")),
        Discloses("chanic_panic 7.4, purifier: the whole hand", "cards", "seat", ("reason", "purifier")),
        Discloses("chanic_panic 6.4, limiter: a single card, a default", "cards", "seat", ("reason", "limiter")),
        Discloses("chanic_panic 6.4, trade_master: as limiter", "cards", "seat", ("reason", "trade_master")),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    from_: Literal["hand", "board", "stack", "deck"] = msgspec.field(name="from")
    reason: DiscardReason


class AttachmentsDiscarded(Fact, tag="attachments_discarded", frozen=True, kw_only=True):
    """The Stack Cards under a card that went to the discard pile followed it there."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.5: attached cards are discarded with their host", "cards", "seat"),
    )
    seat: Seat
    host: Annotated[Card, Public()]
    cards: Annotated[tuple[Card, ...], Public()]


class TraderUsed(Fact, tag="trader_used", frozen=True, kw_only=True):
    """A seat trades two cards for one."""

    seat: Seat


class PanicUsed(Fact, tag="panic_used", frozen=True, kw_only=True):
    """A seat panics, once a game; the target is its next opponent."""

    seat: Seat
    target: Seat


class AllyUsed(Fact, tag="ally_used", frozen=True, kw_only=True):
    """A seat is about to give a card of its hand to a teammate."""

    seat: Seat
    teammate: Seat
    card: Annotated[Card, SeenBy("seat")]


class CardGiven(Fact, tag="card_given", frozen=True, kw_only=True):
    """A card went from a hand to another player's hand or Stack."""

    from_: Seat = msgspec.field(name="from")
    to: Seat
    card: Annotated[Card, SeenBy("from_", "to")]
    into: Literal["hand", "stack"]


class AbilityUsed(Fact, tag="ability_used", frozen=True, kw_only=True):
    """A seat uses a special ability, with the parameters that everybody learns."""

    seat: Seat
    ability: AbilityId
    suit: Suit | None = None
    target: Seat | None = None
    card: Annotated[Card | None, Public()] = None  # that lies open and that the ability is about
    automatic: bool = False  # it broke in by itself


class CardTaken(Fact, tag="card_taken", frozen=True, kw_only=True):
    """A card went from the discard pile to a hand."""

    seat: Seat
    card: Annotated[Card, Public()]


class CardRevealed(Fact, tag="card_revealed", frozen=True, kw_only=True):
    """A seat showed a card of its hand to all; `drawn`: it had just come from the deck."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.4, fisher: a matching drawn card is shown to all", "card", "seat", ("drawn", True)),
    )
    seat: Seat
    card: Annotated[Card, Public()]
    drawn: bool = False


class HandChecked(Fact, tag="hand_checked", frozen=True, kw_only=True):
    """The rules looked into a hand for a base value or a suit."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.4, fisher, limiter: who holds such a card cannot refuse", "found", "seat"),
    )
    seat: Seat
    value: int | None = None
    suit: Suit | None = None
    found: bool


class CardCompared(Fact, tag="card_compared", frozen=True, kw_only=True):
    """The card just drawn has the base value that was looked for, or not."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.4, fisher: a matching drawn card is shown to all", "equal", "seat"),
    )
    seat: Seat
    value: int
    equal: bool


class CostZeroed(Fact, tag="cost_zeroed", frozen=True, kw_only=True):
    """The card shown and the card gained cost nothing until the end of the turn."""

    seat: Seat
    giver: Seat  # the seat itself if it drew the card
    shown: Annotated[Card, Public()]
    gained: Annotated[Card, SeenBy("seat", "giver")]


class CardPutOnDeck(Fact, tag="card_put_on_deck", frozen=True, kw_only=True):
    """A card went from a hand to the top of the deck."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class DeckReordered(Fact, tag="deck_reordered", frozen=True, kw_only=True):
    """A seat put the top cards of the deck into this order, the top first."""

    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class SpadeBoosted(Fact, tag="spade_boosted", frozen=True, kw_only=True):
    """A Spade counts double until the end of the turn, and nothing else of its board may attack."""

    seat: Seat
    card: Annotated[Card, Public()]
    value: int


class PlayLocked(Fact, tag="play_locked", frozen=True, kw_only=True):
    """A seat may play no card for the rest of its turn."""

    seat: Seat


class CardReturned(Fact, tag="card_returned", frozen=True, kw_only=True):
    """A card went from a board to its owner's hand, the Stack Cards under it to the owner's Stack."""

    owner: Seat
    card: Annotated[Card, Public()]
    attached: int


class StackAdded(Fact, tag="stack_added", frozen=True, kw_only=True):
    """A card went from a hand to its owner's Stack."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class HostCount(msgspec.Struct, frozen=True):
    """How many Stack Cards lie under a card of a board."""

    seat: Seat
    host: Annotated[Card, Public()]
    count: int


class AttachmentsActive(Fact, tag="attachments_active", frozen=True, kw_only=True):
    """The Stack Cards that were attached in the turn now over count from now on."""

    hosts: Annotated[tuple[HostCount, ...], Public()]


class CardBought(Fact, tag="card_bought", frozen=True, kw_only=True):
    """A card went from the market to a hand."""

    seat: Seat
    slot: Slot
    card: Annotated[Card, Public()]
    price: int


class MarketFilled(Fact, tag="market_filled", frozen=True, kw_only=True):
    """The top card of the deck was laid open in the market."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("chanic_panic 7.6: a free slot of the market is filled from the deck", "card", ""),
    )
    slot: Slot
    card: Annotated[Card, Public()]


class DeckPeeked(Fact, tag="deck_peeked", frozen=True, kw_only=True):
    """A seat looked at the top of the deck, the top first."""

    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class DecisionOpened(Fact, tag="decision_opened", frozen=True, kw_only=True):
    """A seat was asked something in the middle of an effect."""

    seat: Seat
    kind: QuestionKind


class DecisionMade(Fact, tag="decision_made", frozen=True, kw_only=True):
    """A seat answered, or the default did for it."""

    seat: Seat
    kind: QuestionKind
    by_default: bool = False


class ProtectionStarted(Fact, tag="protection_started", frozen=True, kw_only=True):
    """A seat may not be attacked until the end of its turn of that number."""

    seat: Seat
    through_turn: int


class ProtectionEnded(Fact, tag="protection_ended", frozen=True, kw_only=True):
    """A seat may be attacked again."""

    seat: Seat
    through_turn: int


class AttackMade(Fact, tag="attack_made", frozen=True, kw_only=True):
    """An attack was declared: raw sum of its cards, power after halving, damage of the chosen cards."""

    attacker: Seat
    target: Seat
    kind: AttackKind
    attack_cards: Annotated[tuple[Card, ...], Public()]
    raw: int
    power: int
    damage: int


class CardsDestroyed(Fact, tag="cards_destroyed", frozen=True, kw_only=True):
    """Cards of a board went to the discard pile by an attack, the last on top."""

    owner: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    by: Seat


class PlayerEliminated(Fact, tag="player_eliminated", frozen=True, kw_only=True):
    """An attack put a seat out of the game."""

    seat: Seat
    by: Seat
    kind: AttackKind


class LifeLost(Fact, tag="life_lost", frozen=True, kw_only=True):
    """An attack took a life instead of putting the seat out; its cards are laid down, and it plays on."""

    seat: Seat
    left: int


class PlayerConceded(Fact, tag="player_conceded", frozen=True, kw_only=True):
    """A seat left the game without being attacked: it gave up, or its time ran out for good."""

    seat: Seat
    why: Literal["conceded", "time"]


class TurnEnded(Fact, tag="turn_ended", frozen=True, kw_only=True):
    """A turn is over; points and allowance are gone."""

    seat: Seat
    reason: TurnEnd


class GameEnded(Fact, tag="game_ended", frozen=True, kw_only=True):
    """The game is over; the ranking holds every seat."""

    winners: tuple[Seat, ...]
    reason: EndReason
    ended_by: EndedBy
    ranking: tuple[Place, ...]


ChanicFact: TypeAlias = (
    GameStarted
    | FirstSeatChosen
    | DeckShuffled
    | AbilitiesDealt
    | AbilitiesKept
    | AbilitiesRevealed
    | PresenceGained
    | DrawPhaseSkipped
    | TurnStarted
    | CardsDrawn
    | DrawSkipped
    | PointPhaseStarted
    | PointsPaid
    | PointsGained
    | UtilityPlayed
    | ClubPlayed
    | ClubPhaseStarted
    | AllowanceOpened
    | AllowanceUsed
    | CardsDiscarded
    | AttachmentsDiscarded
    | TraderUsed
    | PanicUsed
    | AllyUsed
    | CardGiven
    | AbilityUsed
    | CardReturned
    | CardTaken
    | CardRevealed
    | HandChecked
    | CardCompared
    | CostZeroed
    | CardPutOnDeck
    | DeckReordered
    | SpadeBoosted
    | PlayLocked
    | StackAdded
    | AttachmentsActive
    | CardBought
    | MarketFilled
    | DeckPeeked
    | DecisionOpened
    | DecisionMade
    | ProtectionStarted
    | ProtectionEnded
    | AttackMade
    | CardsDestroyed
    | PlayerEliminated
    | LifeLost
    | PlayerConceded
    | TurnEnded
    | GameEnded
    | Awaited[ChanicStep]
    | UnseenReordered
)
