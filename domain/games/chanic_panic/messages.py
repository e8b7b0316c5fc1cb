"""What is said at a table of Chanic Panic: commands, and facts with who may see each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.games.chanic_panic.cards import Card
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Command, Concede, Discloses, Fact, TimeOut
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Options, Place

Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=32)]  # a size limit only: no rule allows so many
AttackKind: TypeAlias = Literal["attack", "bypass"]
EndReason: TypeAlias = Literal["elimination", "bypass_elimination", "round_limit", "concession"]


class ChanicOptions(Options, frozen=True, kw_only=True):
    """How a table plays (1.1); limits are checked by `setup.refuse_setup`, the schema only tells them."""

    first_player: Annotated[
        Literal["seat", "random", "first_eliminated"], Meta(description="who takes the first turn")
    ] = "random"
    first_seat: Annotated[
        int, Meta(description="the seat that `seat` names", extra_json_schema={"minimum": 0, "maximum": 9})
    ] = 0
    previous_first_out: Annotated[
        int | UnsetType,
        Meta(
            description="who left the previous game first, for `first_eliminated`; left out: a random seat",
            extra_json_schema={"minimum": 0, "maximum": 9},
        ),
    ] = UNSET
    trader: Annotated[bool, Meta(description="base ability Trader for all")] = True
    panic: Annotated[bool, Meta(description="base ability Panic for all")] = False
    round_limit: Annotated[
        int,
        Meta(description="the game is scored after this round", extra_json_schema={"minimum": 10, "maximum": 300}),
    ] = 60
    turn_action_limit: Annotated[
        int,
        Meta(
            description="accepted commands in a turn, then it can only be ended",
            extra_json_schema={"minimum": 50, "maximum": 1000},
        ),
    ] = 200


class PlayUtility(Command, tag="play_utility", frozen=True, kw_only=True):
    """Lay a Heart, Diamond or Spade from the hand on the own board, for points or on a Club."""

    public: ClassVar[bool] = True
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
    """Base ability Trader: discard two cards from the hand and draw one."""

    public: ClassVar[bool] = True
    discards: Cards


class UsePanic(Command, tag="use_panic", frozen=True, kw_only=True):
    """Base ability Panic: give up the own Spades, clear the next opponent's, end the turn under protection."""

    public: ClassVar[bool] = True


class EndTurn(Command, tag="end_turn", frozen=True, kw_only=True):
    """End the own turn."""

    public: ClassVar[bool] = True


ChanicCommand: TypeAlias = PlayUtility | PlayClub | Attack | Bypass | UseTrader | UsePanic | EndTurn | Concede | TimeOut


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

    reason: Literal["setup", "exhausted"]
    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class TurnStarted(Fact, tag="turn_started", frozen=True, kw_only=True):
    """A seat's turn began; who attacked it before is forgotten."""

    seat: Seat
    round: int


class CardsDrawn(Fact, tag="cards_drawn", frozen=True, kw_only=True):
    """Cards went from the top of the deck to a hand."""

    seat: Seat
    reason: Literal["turn", "club", "trader"]
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class DrawSkipped(Fact, tag="draw_skipped", frozen=True, kw_only=True):
    """The rest of a draw was lost."""

    seat: Seat
    missing: int
    reason: Literal["full_hand", "no_cards"]


class PointPart(msgspec.Struct, frozen=True):
    """Where some of a turn's points come from."""

    source: Literal["turn"]
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
    reason: Literal["utility"]
    left: int


class UtilityPlayed(Fact, tag="utility_played", frozen=True, kw_only=True):
    """A card went from a hand to the end of its row."""

    seat: Seat
    card: Annotated[Card, Public()]
    source: Literal["points", "club"]


class ClubPlayed(Fact, tag="club_played", frozen=True, kw_only=True):
    """A Club went from a hand to the top of the discard pile."""

    seat: Seat
    card: Annotated[Card, Public()]
    value: int
    from_: Literal["hand"] = msgspec.field(name="from")


class ClubPhaseStarted(Fact, tag="club_phase_started", frozen=True, kw_only=True):
    """The points are lost for the rest of the turn."""

    seat: Seat
    points_lost: int


class AllowanceOpened(Fact, tag="allowance_opened", frozen=True, kw_only=True):
    """One more card may be played, up to this value."""

    value: int
    source: Literal["played"]


class AllowanceUsed(Fact, tag="allowance_used", frozen=True, kw_only=True):
    """The card that the last Club allowed is being played."""

    value: int
    source: Literal["played"]


class CardsDiscarded(Fact, tag="cards_discarded", frozen=True, kw_only=True):
    """Cards went to the discard pile one after the other, the last on top.

    `left`: the seat leaves the game and all its cards with it.
    """

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses(
            "chanic_panic 8.1, 8.3: the hand of a seat that leaves is laid down", "cards", "seat", ("reason", "left")
        ),
        Discloses("chanic_panic 7.3: Panic discards every Spade of the own hand", "cards", "seat", ("reason", "panic")),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    from_: Literal["hand", "board"] = msgspec.field(name="from")
    reason: Literal["attack", "trader", "panic", "left"]


class TraderUsed(Fact, tag="trader_used", frozen=True, kw_only=True):
    """A seat trades two cards for one."""

    seat: Seat


class PanicUsed(Fact, tag="panic_used", frozen=True, kw_only=True):
    """A seat panics, once a game; the target is its next opponent."""

    seat: Seat
    target: Seat


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


class PlayerConceded(Fact, tag="player_conceded", frozen=True, kw_only=True):
    """A seat left the game without being attacked: it gave up, or its time ran out for good."""

    seat: Seat
    why: Literal["conceded", "time"]


class TurnEnded(Fact, tag="turn_ended", frozen=True, kw_only=True):
    """A turn is over; points and allowance are gone."""

    seat: Seat
    reason: Literal["chosen", "panic", "timeout", "conceded"]


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
    | TurnStarted
    | CardsDrawn
    | DrawSkipped
    | PointPhaseStarted
    | PointsPaid
    | UtilityPlayed
    | ClubPlayed
    | ClubPhaseStarted
    | AllowanceOpened
    | AllowanceUsed
    | CardsDiscarded
    | TraderUsed
    | PanicUsed
    | ProtectionStarted
    | ProtectionEnded
    | AttackMade
    | CardsDestroyed
    | PlayerEliminated
    | PlayerConceded
    | TurnEnded
    | GameEnded
)
