"""What is said at a table of Undercut, with who may see it; the table as it stands, and as a viewer sees it."""

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

from domain.kernel.cards.zones import Bag
from domain.kernel.marks import Public, SeenBy
from domain.kernel.messages import Command, Concede, Fact, TimeOut
from domain.kernel.seats import Seat
from domain.kernel.setup import Options, Outcome

Card: TypeAlias = Annotated[str, Meta(max_length=1)]
PACK: tuple[Card, ...] = tuple("123456" * 3)


class UndercutOptions(Options, frozen=True, kw_only=True):
    """How a table plays."""

    hand: Annotated[int, Meta(description="cards dealt to each seat, 3 to 8")] = 6


class Lay(Command, tag="lay", frozen=True, kw_only=True):
    """Lay a card of the hand face down."""

    card: Card


class HandDealt(Fact, tag="hand_dealt", frozen=True, kw_only=True):
    """A seat got its hand; the other sees how many cards."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class CardLaid(Fact, tag="card_laid", frozen=True, kw_only=True):
    """A card of a hand lies face down."""

    seat: Seat
    card: Annotated[Card, SeenBy("seat")]


class CardsTurned(Fact, tag="cards_turned", frozen=True, kw_only=True):
    """Both laid cards are open and out of the game; `points` is what each seat has now."""

    reveals: ClassVar[tuple[str, ...]] = ("lay", "card_laid")
    cards: Annotated[tuple[Card, ...], Public()]
    points: tuple[int, ...]


class GameEnded(Fact, tag="game_ended", frozen=True, kw_only=True):
    """The game is over."""

    outcome: Outcome


UndercutCommand: TypeAlias = Lay | Concede | TimeOut
UndercutFact: TypeAlias = HandDealt | CardLaid | CardsTurned | GameEnded


class State(Struct, frozen=True):
    """The table as it stands; a tuple of two has one place for each seat."""

    hands: tuple[Bag, ...] = (Bag(), Bag())
    laid: tuple[Card | None, ...] = (None, None)
    turned: tuple[Card, ...] = ()
    points: tuple[int, ...] = (0, 0)
    outcome: Outcome | None = None


class View(Struct, frozen=True):
    """The table as one viewer sees it, with "?" for every card that the viewer may not see."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[Card | None, ...]
    turned: tuple[Card, ...]
    points: tuple[int, ...]
    awaited: dict[Seat, str]
    outcome: Outcome | None
