"""The abilities that answer questions: every passive one (7.4, type P), and what active ones change while they last."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.ability import Ability, Layer
from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.cards import BASE_VALUE, DIAMONDS, HEARTS, SPADES, Card
from domain.games.chanic_panic.messages import PointPart
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import Player, State
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

CARDS_PER_ASSET = 2  # cards in hand for one point
BARGAIN = 2  # points with each use of Trader
BLESSED_BELOW = 2  # Hearts on the board
SHIELDS_TO_HIT = 2  # Diamonds of the target from which a bypass keeps three quarters of its power
FULFILLED = 5  # cards in hand after the regular draw
OPEN_TO_IMPENETRABLE = 4  # round of the attacker from which attacks are allowed
FULL_ROW = 3  # cards; the glossary's full board, whatever a row takes (R55)
INVESTMENT = 2  # points for each Diamond and Spade
ESTATE = 4  # cards in a row
CAPACITY, CARDS_PER_DRAW = 16, 4  # cards in hand; cards in hand for one more draw
RESOURCE = 2  # value added to each Club
CLUB_DRAWS = 2  # cards, whatever the Club
WEALTH = 15  # points instead of those of every turn
SKIPPED_DRAW = 6  # points for the Draw Phase
REPLENISHMENT = 2  # cards


def full_board(player: Player) -> bool:
    """Say whether each row holds three cards; source: R55."""
    return min(len(player.hearts), len(player.diamonds), len(player.spades)) >= FULL_ROW


class Assets(Ability):
    name = "assets"

    def point_parts(self, parts: tuple[PointPart, ...], state: State, seat: Seat) -> tuple[PointPart, ...]:
        return (*parts, PointPart(self.name, len(state.players[seat].hand) // CARDS_PER_ASSET))


class Bargainer(Ability):
    name = "bargainer"

    def trader_points(self, points: int, state: State, seat: Seat) -> int:
        return points + BARGAIN


class Blessed(Ability):
    name = "blessed"
    layer = Layer.LAST

    def extra_draw(self, count: int, state: State, seat: Seat) -> int:
        return count + (len(state.players[seat].hearts) < BLESSED_BELOW)


class Deadly(Ability):
    name = "deadly"

    def random_discards(self, count: int, state: State, seat: Seat, victim: Seat, hearts: int) -> int:
        return count + hearts


class DirectHitter(Ability):
    name = "direct_hitter"

    def bypass_power(self, power: int, state: State, seat: Seat, target: Seat, raw: int) -> int:
        return raw * 3 // 4 if len(state.players[target].diamonds) >= SHIELDS_TO_HIT else power


class Fisher(Ability):
    """What is left of a use: two cards cost nothing until the end of the turn."""

    name = "fisher"
    layer = Layer.LAST

    def cost(self, cost: int, state: State, seat: Seat, card: Card) -> int:
        return 0 if seat == state.turn.seat and card in state.turn.free else cost


class Fulfilled(Ability):
    name = "fulfilled"

    def turn_draw(self, count: int, state: State, seat: Seat) -> int:
        return max(0, FULFILLED - len(state.players[seat].hand))


class Haggler(Ability):
    name = "haggler"

    def cost(self, cost: int, state: State, seat: Seat, card: Card) -> int:
        return max(0, cost - 1)


class Healthy(Ability):
    """The lowest Heart, of equal ones the one that has lain longest (R54)."""

    name = "healthy"
    layer = Layer.MULTIPLY

    def value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        if card[0] != HEARTS:
            return value
        return value * 2 if card == min(state.players[seat].hearts, key=BASE_VALUE.__getitem__) else value


class Impenetrable(Ability):
    name = "impenetrable"

    def cannot_attack(self, state: State, seat: Seat) -> Refusal | None:
        return no("attacker_impenetrable") if state.players[seat].turns < OPEN_TO_IMPENETRABLE else None

    def cannot_be_attacked(self, state: State, seat: Seat, attacker: Seat) -> Refusal | None:
        early = state.players[attacker].turns < OPEN_TO_IMPENETRABLE
        return no("target_impenetrable") if early or full_board(state.players[seat]) else None

    def must_sacrifice(self, state: State, seat: Seat) -> bool:
        return full_board(state.players[seat])


class Innovator(Ability):
    name = "innovator"

    def attack_suits(self, suits: str, state: State, seat: Seat) -> str:
        return DIAMONDS + suits


class Investor(Ability):
    name = "investor"

    def point_parts(self, parts: tuple[PointPart, ...], state: State, seat: Seat) -> tuple[PointPart, ...]:
        player = state.players[seat]
        return (*parts, PointPart(self.name, INVESTMENT * (len(player.diamonds) + len(player.spades))))


class Landowner(Ability):
    name = "landowner"

    def row_limit(self, limit: int, state: State, seat: Seat) -> int:
        return ESTATE


class LargeCapacity(Ability):
    name = "large_capacity"

    def full_hand(self, limit: int, state: State, seat: Seat) -> int:
        return CAPACITY

    def extra_draw(self, count: int, state: State, seat: Seat) -> int:
        return count + len(state.players[seat].hand) // CARDS_PER_DRAW


class Lifeline(Ability):
    name = "lifeline"

    def cannot_be_bypassed(self, state: State, seat: Seat) -> Refusal | None:
        return no("lifeline") if len(state.players[seat].hearts) == 1 else None


class OptionsAbility(Ability):
    """Asked before the Draw Phase; the points come with the Point Phase."""

    name = "options"

    def may_skip_draw(self, state: State, seat: Seat) -> bool:
        return True

    def point_parts(self, parts: tuple[PointPart, ...], state: State, seat: Seat) -> tuple[PointPart, ...]:
        return (*parts, PointPart(self.name, SKIPPED_DRAW)) if state.turn.skipped else parts


class Replenished(Ability):
    """Uses itself, by the first moment at which the hand is empty."""

    name = "replenished"

    def draw_on_empty_hand(self, count: int, state: State, seat: Seat) -> int:
        return count + REPLENISHMENT


class Resilient(Ability):
    name = "resilient"

    def may_replace_hearts(self, state: State, seat: Seat) -> bool:
        return True


class Resourceful(Ability):
    name = "resourceful"

    def club_value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        return value + RESOURCE


class Seer(Ability):
    name = "seer"

    def sees_top(self, state: State, seat: Seat) -> bool:
        return True


class Standardization(Ability):
    name = "standardization"

    def club_draw(self, count: int, state: State, seat: Seat, card: Card) -> int:
        return CLUB_DRAWS


class Toughness(Ability):
    name = "toughness"

    def value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        return value + 1 if card[0] == DIAMONDS else value


class Warrior(Ability):
    name = "warrior"

    def value(self, value: int, state: State, seat: Seat, card: Card) -> int:
        return value + 1 if card[0] == SPADES else value


class Wealth(Ability):
    name = "wealth"

    def points(self, points: int, state: State, seat: Seat) -> int:
        return WEALTH


class ClubMember(Ability):
    name = "club_member"

    def allowance_left(self, left: int, state: State, seat: Seat, card: Card) -> int:
        return state.turn.last_club - BASE_VALUE[card]


PIECES: tuple[Ability, ...] = (
    Assets(),
    Bargainer(),
    Blessed(),
    Deadly(),
    DirectHitter(),
    Fisher(),
    Fulfilled(),
    Haggler(),
    Healthy(),
    Impenetrable(),
    Innovator(),
    Investor(),
    Landowner(),
    LargeCapacity(),
    Lifeline(),
    OptionsAbility(),
    Replenished(),
    Resilient(),
    Resourceful(),
    Seer(),
    Standardization(),
    Toughness(),
    Warrior(),
    Wealth(),
    ClubMember(),
)

PASSIVE: Mapping[AbilityId, Ability] = {piece.name: piece for piece in PIECES}
