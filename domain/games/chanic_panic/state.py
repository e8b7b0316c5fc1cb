"""The table: players, deck and discard pile, and the turn in progress. Frozen; only `evolve` makes the next one."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.chanic_panic.cards import DIAMONDS, HEARTS, SPADES, Card
from domain.games.chanic_panic.editions import ChanicEdition
from domain.games.chanic_panic.messages import ChanicFact, ChanicOptions
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.draft import Draft
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome

Phase: TypeAlias = Literal["setup", "draw_phase", "point_phase", "club_phase", "turn_end", "game_over"]
Standing: TypeAlias = Literal["in", "eliminated", "conceded", "timed_out"]

ROWS = {HEARTS: "hearts", DIAMONDS: "diamonds", SPADES: "spades"}  # suit -> field of `Player`


class Player(msgspec.Struct, frozen=True):
    """What belongs to one seat; the rows hold labels in order of arrival, the hand holds kinds."""

    hand: Bag = Bag()
    hearts: tuple[Card, ...] = ()
    diamonds: tuple[Card, ...] = ()
    spades: tuple[Card, ...] = ()
    turns: int = 0  # turns begun; in the own turn the round
    standing: Standing = "in"
    attackers: tuple[Seat, ...] = ()  # who attacked since the last own turn, in order
    protected_through: int = 0  # number of the own turn whose end lifts the protection; 0: not protected
    panic_used: bool = False


class Turn(msgspec.Struct, frozen=True):
    """The turn in progress; between two turns, the one that ended last."""

    seat: Seat
    phase: Phase
    points: int = 0
    last_club: int = 0  # value of the last Club of this turn; 0: none yet
    allowance: bool = False  # one more card may be played on it
    actions: int = 0  # accepted commands


class State(msgspec.Struct, frozen=True):
    """Everything about the game; deck and discard pile have their top first, the deck holds kinds, the pile labels."""

    options: ChanicOptions
    edition: ChanicEdition
    players: tuple[Player, ...]
    turn: Turn
    deck: Stack = Stack()
    discard: Stack = Stack()
    left: tuple[Seat, ...] = ()  # who left the game, the first first
    outcome: Outcome | None = None


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
