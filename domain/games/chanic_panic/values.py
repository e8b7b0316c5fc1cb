"""The questions that abilities may bend one day: values, costs, limits, power. Each is asked here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chanic_panic.cards import BASE_VALUE, Card
from domain.games.chanic_panic.messages import PointPart
from domain.games.chanic_panic.state import Player, State
from domain.kernel.seats import Seat

FULL_HAND = 8  # cards; "Additional Rules and Notes"
ROW = 3  # cards of one suit on a board; "The Board"
POINTS = 12  # a turn; "2. Point Phase"
OPENING_DRAW, REGULAR_DRAW = 5, 1  # cards; "1. Draw Phase"
LOW_CLUB = 5  # highest base value of a Club that draws two; "Club Mechanics"
MOST_ATTACKERS = 2  # different players between two turns of their victim; "Additional Rules"
SPADES_FROM = ATTACKS_FROM = 3  # round; "Fundamentals"
BYPASS_FROM = 4  # round; "The Shield Bypass"
_EVERY_TURN = (PointPart("turn", POINTS),)


def full_hand(state: State, seat: Seat) -> int:
    """Return how many cards a seat may hold; source: rulebook "Additional Rules and Notes"."""
    return FULL_HAND


def row_limit(state: State, seat: Seat) -> int:
    """Return how many cards each row of a seat's board takes; source: rulebook "The Board"."""
    return ROW


def cost(state: State, seat: Seat, card: Card) -> int:
    """Return the points a seat pays to play a utility card; source: rulebook "Cost"."""
    return BASE_VALUE[card]


def value(state: State, owner: Seat, card: Card) -> int:
    """Return the value of a card on a board; source: rulebook "(Effective) Value"."""
    return BASE_VALUE[card]


def total(state: State, owner: Seat, cards: Iterable[Card]) -> int:
    """Return the summed values of cards on a board: Health, shields, weapons or damage."""
    return sum([value(state, owner, card) for card in cards])


def club_value(state: State, seat: Seat, card: Card) -> int:
    """Return the value of a Club when played or chained; source: rulebook "Club Mechanics"."""
    return BASE_VALUE[card]


def club_draw(state: State, seat: Seat, card: Card) -> int:
    """Return how many cards a Club draws, by its base value; source: rulebook "Club Mechanics"."""
    return 2 if BASE_VALUE[card] <= LOW_CLUB else 1


def turn_draw(state: State, seat: Seat) -> int:
    """Return how many cards the Draw Phase gives; source: rulebook "1. Draw Phase"; ruling R3."""
    return OPENING_DRAW if state.players[seat].turns == 1 else REGULAR_DRAW


def point_parts(state: State, seat: Seat) -> tuple[PointPart, ...]:
    """Return what a turn's points are made of; source: rulebook "2. Point Phase"."""
    return _EVERY_TURN


def raw_power(state: State, attacker: Seat, cards: Iterable[Card]) -> int:
    """Return the summed values of attack cards; source: rulebook "Fundamentals"."""
    return total(state, attacker, cards)


def attack_power(state: State, attacker: Seat, raw: int) -> int:
    """Return the power of an attack; source: rulebook "Fundamentals"."""
    return raw


def bypass_power(state: State, attacker: Seat, target: Seat, raw: int) -> int:
    """Return the power of a Shield Bypass: half the sum, rounded down once (R25)."""
    return raw // 2


def may_arm(state: State, player: Player) -> bool:
    """Say whether a player's round allows Spades on the board; source: rulebook "Spades"."""
    return player.turns >= SPADES_FROM
