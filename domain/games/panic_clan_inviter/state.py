"""The table: players, deck, discard pile, the rule in force and the turn. Frozen; only `evolve` makes the next one."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.games.panic_clan_inviter.cards import Card, CardSet
from domain.games.panic_clan_inviter.editions import PanicEdition
from domain.games.panic_clan_inviter.messages import Direction, PanicFact, PanicOptions, PanicStep, Question
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.draft import Draft
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome

Standing: TypeAlias = Literal["in", "conceded", "timed_out"]

HAND_LIMIT = 7  # cards; [Flow]: a hand of eight or more is brought down to seven at the end of the turn


class Player(msgspec.Struct, frozen=True):
    """What belongs to one seat; the line holds labels, left to right, the hand holds kinds."""

    hand: Bag = Bag()
    line: tuple[Card, ...] = ()
    lost_turns: int = 0  # marks: turns still to be lost
    standing: Standing = "in"


class Turn(msgspec.Struct, frozen=True):
    """The turn in progress; between two turns, the one that ended last."""

    seat: Seat = 0
    number: int = 0  # from 1; extra turns count, lost ones do not
    extra: int = 0  # further turns that the seat takes after this one


class State(msgspec.Struct, frozen=True):
    """Everything about the game; deck and discard pile have their top first, the deck holds kinds, the pile labels."""

    options: PanicOptions
    edition: PanicEdition
    cards: CardSet
    players: tuple[Player, ...]
    turn: Turn = Turn()
    direction: Direction = "clockwise"
    rule: Card = ""  # the active rule card
    resolving: Card | None = None  # the magic card being carried out
    deck: Stack = Stack()
    discard: Stack = Stack()
    goal: int = 0  # cards in line that win
    turn_limit: int = 0
    passed: tuple[Seat, ...] = ()  # who passed in the turns since anybody did something else
    agenda: tuple[PanicStep, ...] = ()  # the last step first; at rest a question is the last
    outcome: Outcome | None = None


PanicDraft: TypeAlias = Draft[State, PanicFact]


def question(state: State) -> Question | None:
    """Return what is asked now; nothing once the game is over."""
    agenda = state.agenda
    return agenda[-1] if agenda and isinstance(agenda[-1], Question) else None


def still_in(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not left the game, in seat order."""
    return tuple([seat for seat, player in enumerate(state.players) if player.standing == "in"])


def _beyond(state: State, seat: Seat, step: int) -> Seat:
    players = state.players
    count = len(players)
    following = (seat + step) % count
    while players[following].standing != "in":
        following = (following + step) % count
    return following


def next_seat(state: State, seat: Seat) -> Seat:
    """Return the next remaining seat in the current direction; the seat itself if it is the only one."""
    return _beyond(state, seat, 1 if state.direction == "clockwise" else -1)


def left_neighbour(state: State, seat: Seat) -> Seat:
    """Return the next remaining seat clockwise, whatever the direction (R17)."""
    return _beyond(state, seat, 1)


def right_neighbour(state: State, seat: Seat) -> Seat:
    """Return the next remaining seat counterclockwise, whatever the direction (R17)."""
    return _beyond(state, seat, -1)
