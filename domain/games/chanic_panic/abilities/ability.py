"""What a special ability can bend: each method is a question that the rules ask of it."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.messages import PointPart
from domain.games.chanic_panic.state import State
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


class Layer(IntEnum):
    """The order in which abilities answer the same question; within a layer the one that was named first begins."""

    MULTIPLY = 1  # 7.1: multiplication first, then addition
    ADD = 2
    LAST = 3  # Draw Phase: Blessed after everything else (R52)


class Ability:
    """The default answer to each question changes nothing: an ability answers only those that it is about.

    Where a question has an answer so far, it comes first. `seat` owns the ability, unless a question says otherwise.
    Nothing here changes the table; the engine does what the answers say.
    """

    name: ClassVar[AbilityId]
    layer: ClassVar[Layer] = Layer.ADD

    # Values and costs (7.1)

    def value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        """Return what a card on the own board counts."""
        return value

    def cost(self, cost: int, state: State, seat: Seat, card: Card) -> int:
        """Return the points that a utility card of the own hand costs."""
        return cost

    def club_value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        """Return what an own Club counts when it is played, chained or combined."""
        return value

    # Limits

    def full_hand(self, limit: int, state: State, seat: Seat) -> int:
        """Return how many cards the hand may hold."""
        return limit

    def row_limit(self, limit: int, state: State, seat: Seat) -> int:
        """Return how many cards each row of the board takes."""
        return limit

    # Draws

    def club_draw(self, count: int, state: State, seat: Seat, card: Card) -> int:
        """Return how many cards a played Club draws."""
        return count

    def may_skip_draw(self, state: State, seat: Seat) -> bool:
        """Say whether the owner is asked to give up the Draw Phase (from round 2)."""
        return False

    def turn_draw(self, count: int, state: State, seat: Seat) -> int:
        """Return how many cards the regular draw gives (from round 2)."""
        return count

    def extra_draw(self, count: int, state: State, seat: Seat) -> int:
        """Return how many cards are drawn after the regular draw (from round 2); each ability has a draw of its own."""
        return count

    def draw_on_empty_hand(self, count: int, state: State, seat: Seat) -> int:
        """Return how many cards are drawn at once, once a turn, when the own hand is empty in the own turn."""
        return count

    # Points

    def points(self, points: int, state: State, seat: Seat) -> int:
        """Return the points that a turn begins with, before anything is added."""
        return points

    def point_parts(self, parts: tuple[PointPart, ...], state: State, seat: Seat) -> tuple[PointPart, ...]:
        """Return what a turn's points are made of."""
        return parts

    def trader_points(self, points: int, state: State, seat: Seat) -> int:
        """Return the points that a use of Trader brings in the Point Phase."""
        return points

    # Clubs

    def allowance_left(self, left: int, state: State, seat: Seat, card: Card) -> int:
        """Return up to what value more cards may follow a utility card on the same played Club; 0: none."""
        return left

    # Attacks: the attacker's abilities, then the target's

    def attack_suits(self, suits: str, state: State, seat: Seat) -> str:
        """Return the suits of the own board that may attack."""
        return suits

    def bypass_power(self, power: int, state: State, seat: Seat, target: Seat, raw: int) -> int:
        """Return the power of a bypass with this raw sum."""
        return power

    def cannot_attack(self, state: State, seat: Seat) -> Refusal | None:
        """Say why the owner cannot attack now."""
        return None

    def cannot_be_attacked(self, state: State, seat: Seat, attacker: Seat) -> Refusal | None:
        """Say why the owner cannot be attacked now."""
        return None

    def cannot_be_bypassed(self, state: State, seat: Seat) -> Refusal | None:
        """Say why the owner cannot be bypassed now."""
        return None

    # Triggers

    def must_sacrifice(self, state: State, seat: Seat) -> bool:
        """Say whether the owner must destroy a card of the own board as the turn starts."""
        return False

    def random_discards(self, count: int, state: State, seat: Seat, victim: Seat, hearts: int) -> int:
        """Return how many random cards an opponent discards who lost so many Hearts to the owner."""
        return count

    def may_replace_hearts(self, state: State, seat: Seat) -> bool:
        """Say whether the owner may play a Heart for each one that was destroyed."""
        return False

    # Sight

    def sees_top(self, state: State, seat: Seat) -> bool:
        """Say whether the owner sees the top card of the deck in the own turn."""
        return False


QUESTIONS: tuple[str, ...] = tuple(
    [name for name, member in vars(Ability).items() if callable(member) and name[0] != "_"]
)
