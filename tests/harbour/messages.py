"""What is said in the harbour: commands, facts with who may see each field, and the steps of the agenda."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Awaited, Command, Concede, Discloses, Fact, Step, TimeOut, UnseenReordered
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Options, Place
from tests.harbour.cards import Card

Gifts: TypeAlias = Literal["ask", "always", "never"]
By: TypeAlias = Literal["seat", "clock"]


class HarbourOptions(Options, frozen=True, kw_only=True):
    """How long the harbour is open."""

    rounds: int = 3
    coins: int = 3


class Cargo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ware and the berth it goes to."""

    card: Card
    berth: int


class Load(Command, tag="load", frozen=True, kw_only=True):
    """Load one or two wares openly."""

    public: ClassVar[bool] = True
    cargo: Annotated[tuple[Cargo, ...], Meta(max_length=4)]


class Stow(Command, tag="stow", frozen=True, kw_only=True):
    """Lay a ware face down on the pile."""

    card: Card


class Give(Command, tag="give", frozen=True, kw_only=True):
    """Offer a ware to another seat in secret."""

    to: Seat
    card: Card


class Inspect(Command, tag="inspect", frozen=True, kw_only=True):
    """Ask a seat for a kind: it must show one if it has one."""

    public: ClassVar[bool] = True
    target: Seat
    kind: Card


class CallStorm(Command, tag="call_storm", frozen=True, kw_only=True):
    """Let every seat brace at the same time."""

    public: ClassVar[bool] = True


class Peek(Command, tag="peek", frozen=True, kw_only=True):
    """Pay a coin and look at the top of the deck."""

    public: ClassVar[bool] = True


class Buy(Command, tag="buy", frozen=True, kw_only=True):
    """Pay a coin and take an open ware of the quay, called by its label."""

    public: ClassVar[bool] = True
    card: Card


class Hail(Command, tag="hail", frozen=True, kw_only=True):
    """Call something across the water."""

    public: ClassVar[bool] = True
    words: Annotated[str, Meta(max_length=40)] = ""


class Answer(Command, tag="answer", frozen=True, kw_only=True):
    """Take a gift or send it back."""

    public: ClassVar[bool] = True
    accept: bool


class Choose(Command, tag="choose", frozen=True, kw_only=True):
    """Choose wares of the hand: to pay a toll in the open, or to bury under the deck."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=4)]


class Show(Command, tag="show", frozen=True, kw_only=True):
    """Show the ware that an inspection asks for."""

    public: ClassVar[bool] = True


class Deny(Command, tag="deny", frozen=True, kw_only=True):
    """Say that no such ware is in the hand."""

    public: ClassVar[bool] = True


class Brace(Command, tag="brace", frozen=True, kw_only=True):
    """Stake coins against the storm, in secret until all have done so."""

    stake: int


class Prefer(Command, tag="prefer", frozen=True, kw_only=True):
    """Say how gifts are answered from now on."""

    gifts: Gifts


HarbourCommand: TypeAlias = (
    Load
    | Stow
    | Give
    | Inspect
    | CallStorm
    | Peek
    | Buy
    | Hail
    | Answer
    | Choose
    | Show
    | Deny
    | Brace
    | Prefer
    | Concede
    | TimeOut
)


class Turn(Step, tag="turn", frozen=True, kw_only=True):
    """A seat does one thing."""

    seat: Seat


class Respond(Step, tag="respond", frozen=True, kw_only=True):
    """A seat answers: a gift, or an inspection for a kind."""

    seat: Seat
    item: Literal["gift", "inspection"]
    kind: Annotated[Card, Public()] = ""


class Cards(Step, tag="cards", frozen=True, kw_only=True):
    """A seat chooses n wares of its hand."""

    seat: Seat
    why: Literal["toll", "bury"]
    n: int


class Stakes(Step, tag="stakes", frozen=True, kw_only=True):
    """Every seat braces."""


class BreakStorm(Step, tag="break_storm", frozen=True, kw_only=True):
    """The storm breaks."""


class NextTurn(Step, tag="next_turn", frozen=True, kw_only=True):
    """The turn of a seat ends and the next begins."""

    seat: Seat


HarbourStep: TypeAlias = Turn | Respond | Cards | Stakes | BreakStorm | NextTurn


class HarbourOpened(Fact, tag="harbour_opened", frozen=True, kw_only=True):
    """The harbour is open; this seat begins."""

    first: Seat


class DeckStacked(Fact, tag="deck_stacked", frozen=True, kw_only=True):
    """A new deck, the top first; not the first one: the pile became it."""

    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class CardsDrawnBefore(Fact, tag="cards_drawn", frozen=True, kw_only=True):
    """The first form of `cards_drawn@2`."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class CardsDrawn(Fact, tag="cards_drawn@2", frozen=True, kw_only=True):
    """Wares went from the deck to a hand."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]
    why: Literal["deal", "turn"] = "turn"


class ManifestDrawn(Fact, tag="manifest_drawn", frozen=True, kw_only=True):
    """A seat knows which kinds pay a premium; nobody else knows even how many."""

    seat: Seat
    kinds: Annotated[tuple[Card, ...] | None, Sealed("seat")]


class QuayTurned(Fact, tag="quay_turned", frozen=True, kw_only=True):
    """The top of the deck lies open on the quay, with its label."""

    discloses: ClassVar[tuple[Discloses, ...]] = (Discloses("harbour 2: the quay is turned from the deck", "card", ""),)
    card: Annotated[Card, Public()]


class CardLoaded(Fact, tag="card_loaded", frozen=True, kw_only=True):
    """A ware went from a hand to a berth, where it bears a label."""

    seat: Seat
    card: Annotated[Card, Public()]
    berth: int


class CardStowed(Fact, tag="card_stowed", frozen=True, kw_only=True):
    """A ware went from a hand to the pile, face down."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class GiftOffered(Fact, tag="gift_offered", frozen=True, kw_only=True):
    """A ware of a hand lies between two seats, who both know it."""

    giver: Seat
    taker: Seat
    card: Annotated[Card, SeenBy("giver", "taker")]


class GiftMoved(Fact, tag="gift_moved", frozen=True, kw_only=True):
    """The gift went to a hand: the taker's, or back to the giver's."""

    to: Seat
    giver: Seat
    taker: Seat
    card: Annotated[Card, SeenBy("giver", "taker")]


class CardsPaid(Fact, tag="cards_paid", frozen=True, kw_only=True):
    """Wares of a hand went to the pile, open."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("harbour 7: the clock pays with the oldest ware", "cards", "seat", ("by", "clock")),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    by: By


class CardsBuried(Fact, tag="cards_buried", frozen=True, kw_only=True):
    """Wares of a hand went under the deck, the last to the bottom."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class CardShown(Fact, tag="card_shown", frozen=True, kw_only=True):
    """An inspection found a ware: it went to the pile, open."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("harbour 5: what an inspection asks for must be shown", "card", "seat"),
    )
    seat: Seat
    card: Annotated[Card, Public()]


class Denied(Fact, tag="denied", frozen=True, kw_only=True):
    """An inspection found nothing of this kind."""

    discloses: ClassVar[tuple[Discloses, ...]] = (Discloses("harbour 5: only who has none may deny", "kind", "seat"),)
    seat: Seat
    kind: Annotated[Card, Public()]


class StormCalled(Fact, tag="storm_called", frozen=True, kw_only=True):
    """Everybody braces."""

    seat: Seat


class Braced(Fact, tag="braced", frozen=True, kw_only=True):
    """A seat has staked coins."""

    seat: Seat
    stake: Annotated[int | None, Sealed("seat")]


class StormBroke(Fact, tag="storm_broke", frozen=True, kw_only=True):
    """The stakes are known and paid; the lowest of them lose a coin more."""

    reveals: ClassVar[tuple[str, ...]] = ("brace", "braced")
    seats: tuple[Seat, ...]
    stakes: tuple[int, ...]
    losses: tuple[int, ...]


class TopSeen(Fact, tag="top_seen", frozen=True, kw_only=True):
    """A seat paid a coin and looked at the top of the deck."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class WareBought(Fact, tag="ware_bought", frozen=True, kw_only=True):
    """An open ware went from the quay to a hand for a coin."""

    seat: Seat
    card: Annotated[Card, Public()]


class Hailed(Fact, tag="hailed", frozen=True, kw_only=True):
    """Somebody called across the water."""

    seat: Seat
    words: str


class TurnPassed(Fact, tag="turn_passed", frozen=True, kw_only=True):
    """The clock took a turn away."""

    seat: Seat


class GiftsPreferred(Fact, tag="gifts_preferred", frozen=True, kw_only=True):
    """A seat said how it answers gifts."""

    seat: Seat
    gifts: Annotated[str, SeenBy("seat")]


class SeatLeft(Fact, tag="seat_left", frozen=True, kw_only=True):
    """A seat left; its hand went to the pile, open."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("harbour 8: who leaves lays down the hand", "cards", "seat"),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    why: Literal["conceded", "time"]


class TurnEnded(Fact, tag="turn_ended", frozen=True, kw_only=True):
    """It is another seat's turn."""

    seat: Seat
    next: Seat


class HarbourClosed(Fact, tag="harbour_closed", frozen=True, kw_only=True):
    """The game is over and every manifest is open."""

    reveals: ClassVar[tuple[str, ...]] = ("manifest_drawn",)
    manifests: Annotated[tuple[tuple[Card, ...], ...], Public()]
    points: tuple[int, ...]
    places: tuple[Place, ...]
    ended_by: EndedBy


HarbourFact: TypeAlias = (
    HarbourOpened
    | DeckStacked
    | CardsDrawnBefore
    | CardsDrawn
    | ManifestDrawn
    | QuayTurned
    | CardLoaded
    | CardStowed
    | GiftOffered
    | GiftMoved
    | CardsPaid
    | CardsBuried
    | CardShown
    | Denied
    | StormCalled
    | Braced
    | StormBroke
    | TopSeen
    | WareBought
    | Hailed
    | TurnPassed
    | GiftsPreferred
    | SeatLeft
    | TurnEnded
    | HarbourClosed
    | Awaited[HarbourStep]
    | UnseenReordered
)
