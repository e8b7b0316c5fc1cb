"""The table: players, deck and discard pile, and the turn in progress. Frozen; only `evolve` makes the next one."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.chanic_panic.cards import DIAMONDS, HEARTS, SPADES, Card
from domain.games.chanic_panic.editions import ChanicEdition
from domain.games.chanic_panic.messages import (
    AbilityId,
    AllowanceSource,
    ChanicFact,
    ChanicOptions,
    ChanicStep,
    Question,
)
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.draft import Draft
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome

Phase: TypeAlias = Literal[
    "setup", "ability_choice", "draw_phase", "point_phase", "club_phase", "turn_end", "game_over"
]
Standing: TypeAlias = Literal["in", "eliminated", "conceded", "timed_out"]

ROWS = {HEARTS: "hearts", DIAMONDS: "diamonds", SPADES: "spades"}  # suit -> field of `Player`


MARKET = 3  # slots; 7.6


class Attachment(msgspec.Struct, frozen=True):
    """Stack Cards under a card of the board; they count from the end of the turn in which they came there (7.5)."""

    host: Card
    cards: tuple[Card, ...]  # kinds in the order of the pack
    active: bool = False


# `gc=False`: nothing in a state ever points back, and each action makes several of these anew
class Player(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat; the rows hold labels in order of arrival, hand and Stack hold kinds.

    Abilities may be unknown (`?`) until everybody has chosen: those dealt, and those kept. `abilities` are in force.
    """

    hand: Bag = Bag()
    hearts: tuple[Card, ...] = ()
    diamonds: tuple[Card, ...] = ()
    spades: tuple[Card, ...] = ()
    turns: int = 0  # turns begun; in the own turn the round
    standing: Standing = "in"
    attackers: tuple[Seat, ...] = ()  # who attacked since the last own turn, in order
    protected_through: int = 0  # number of the own turn whose end lifts the protection; 0: not protected
    panic_used: bool = False
    abilities: tuple[AbilityId, ...] = ()
    stack: Bag = Bag()
    fresh: int = 0  # Stack Cards added this turn; they lie last
    attached: tuple[Attachment, ...] = ()
    presence: int = 0
    lives: int = 1
    comeback: bool = False  # a life was lost since the last own turn: the next Draw Phase draws five
    dealt: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The turn in progress; between two turns, the one that ended last."""

    seat: Seat
    phase: Phase
    points: int = 0
    last_club: int = 0  # value of the last Club of this turn; 0: none yet
    allowance: bool = False  # one more card may be played on it
    actions: int = 0  # accepted commands
    source: AllowanceSource = "played"  # what opened the allowance
    used: tuple[AbilityId, ...] = ()  # abilities, once for each use
    locked: bool = False  # no card may be played any more (7.2, 9)
    skipped: bool = False  # the Draw Phase was given up
    boosted: Card | None = None  # Spade on the board whose value is doubled
    bound: bool = False  # nothing but that Spade may attack, even when it is gone
    free: tuple[Card, ...] = ()  # cards of the turn player that cost nothing: kinds in hand, labels where they lie open
    free_value: int = 0  # the base value that these cards have
    stack_added: bool = False
    bought: bool = False
    helped: tuple[Seat, ...] = ()  # teammates who were given a card
    gift: Card | None = None  # card of the turn player's hand that is on its way to a teammate
    top_seen: bool = False  # the turn player was shown the card that is on top of the deck


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about the game; deck and discard pile have their top first, the deck holds kinds, the pile labels."""

    options: ChanicOptions
    edition: ChanicEdition
    players: tuple[Player, ...]
    turn: Turn
    deck: Stack = Stack()
    discard: Stack = Stack()
    left: tuple[Seat, ...] = ()  # who left the game, the first first
    market: tuple[Card | None, ...] = ()  # labels by slot; empty without the Shop
    agenda: tuple[
        ChanicStep, ...
    ] = ()  # the last step first; between commands a question is the last, or there is none
    outcome: Outcome | None = None
    known: int = 0  # cards on top of the deck whose places some seat may know


ChanicDraft: TypeAlias = Draft[State, ChanicFact]


def still_in(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not left the game, in seat order."""
    return tuple([seat for seat, player in enumerate(state.players) if player.standing == "in"])


def after(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise that is still in; the seat itself if it is the only one."""
    players = state.players
    count = len(players)
    following = (seat + 1) % count
    while players[following].standing != "in":
        following = (following + 1) % count
    return following


def board(player: Player) -> tuple[Card, ...]:
    """Return the cards of a board: Hearts, Diamonds, Spades, each in row order."""
    return player.hearts + player.diamonds + player.spades


def question(state: State) -> Question | None:
    """Return the decision that is open in the middle of an effect, if there is one."""
    agenda = state.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], Question) else None


def choosing(state: State) -> tuple[Seat, ...]:
    """Return who has still to choose abilities."""
    if state.turn.phase != "ability_choice":
        return ()
    return tuple([seat for seat in still_in(state) if not state.players[seat].kept])


def attachment(player: Player, host: Card) -> Attachment | None:
    """Return what is attached to a card of a board."""
    return next((item for item in player.attached if item.host == host), None)


def stack_owned(player: Player) -> int:
    """Return how many Stack Cards a player owns: those in the Stack and those attached (7.5)."""
    return len(player.stack) + sum([len(item.cards) for item in player.attached])
