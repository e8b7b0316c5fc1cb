"""What the sensible bot reads off its view: worth of units, battles and places on the field.

Source: section 12 of the specification. Figures are in points of a unit's worth: a Supply card counts one, a unit of
cost I about 5, of cost III about 11.5.
"""

from __future__ import annotations

from functools import cached_property

from domain.games.panzer_clash.cards import NO_BONUS, Bonus, Kind, fits
from domain.games.panzer_clash.field import ADJACENT, COLUMN, COLUMNS
from domain.games.panzer_clash.view import PlayerView, UnitView, View
from domain.kernel.seats import Seat

MOVEMENT, SHOT = 0.75, 2.0  # what a point of movement and of Ranged Attack is worth; section 12, 8
REACHED = (-2.0, 0.0, 1.5, 3.0, 4.5)  # worth of standing in the Industry Zone and in rows 1 to 4 seen from home
SIEGE = 0.9  # share of an attack that a place in the enemy's Back Line is worth: it counts every turn; section 12, 4
INTRUDER = (0.0, 0.0, 0.3, 0.9, 2.2)  # what a point of an enemy's attack adds to its worth by the row it has reached
WOUND = 0.5  # share of a unit's worth that damage short of destruction is worth
FEAR = 0.1  # share of a unit's worth that is feared for where the enemy could destroy it
SAFE_SUPPLY = 14  # cards; below that every card of a Supply is worth more; section 12, 1
LETHAL = 1000.0


class Sight:
    """The table as the bot in one seat looks at it."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.pool = view.pool.cards
        self.me: PlayerView = view.players[seat]
        self.foe: PlayerView = view.players[1 - seat]
        self.units = view.units
        self.at: dict[str, UnitView] = {unit.space: unit for unit in view.units.values()}
        self.field = view.field

    @cached_property
    def enemies(self) -> list[UnitView]:
        """Enemy units on the field."""
        return [unit for unit in self.units.values() if unit.owner != self.seat and unit.space not in COLUMN]

    def kind(self, unit: UnitView) -> Kind:
        """Return what is printed on a unit's card."""
        return self.pool.cards[unit.card]

    def reached(self, space: str, seat: Seat) -> int:
        """Return how far a space is from a seat's home: 0 in its Industry Zone, 4 in the enemy's Back Line."""
        row = int(space[1])
        return row if seat == 0 else 5 - row

    def worth(self, unit: UnitView) -> float:
        """Return what a unit is worth to its owner now; section 12, 2 and 8."""
        kind = self.kind(unit)
        printed = printed_worth(kind) - kind.defense * 0.4 + unit.defense * 0.4
        return printed + unit.attack * INTRUDER[min(self.reached(unit.space, unit.owner), 4)]

    def card(self, seat: Seat, points: int) -> float:
        """Return what so many cards of a Supply are worth to its owner; section 12, 1."""
        left = self.view.players[seat].supply_count
        if points >= left:
            return LETHAL if seat != self.seat else LETHAL / 2
        return points * (1.0 if left - points >= SAFE_SUPPLY else 1.0 + (SAFE_SUPPLY - left + points) / 10)

    def armor(self, seat: Seat) -> int:
        """Return by how much units' attacks on a Supply are smaller."""
        stacks = self.view.players[seat].stacks.values()
        return sum([self.pool.cards[stack.card].supply_armor for stack in stacks if stack.active and stack.card])

    def siege(self, unit: UnitView) -> float:
        """Return what an attack on the Supply from its Back Line is worth."""
        amount = unit.attack + self.kind(unit).supply_bonus - self.armor(1 - unit.owner)
        return self.card(1 - unit.owner, max(amount, 0))

    def local(self, unit: UnitView, space: str) -> Bonus:
        """Return what terrain and modifier of a field space add to a unit; nothing for what lies face down."""
        lying, kind = self.field[space], self.kind(unit)
        if kind.fly:
            return NO_BONUS
        terrain, modifier = NO_BONUS, NO_BONUS
        if lying.terrain is not None:
            terrain = self.pool.bonus(lying.terrain, unit.card, own=None)
        if lying.modifier is not None:
            modifier = self.pool.bonus(lying.modifier, unit.card, own=lying.modifier_seat == unit.owner)
        ground = NO_BONUS if lying.terrain is None else kind.terrain_bonus.get(lying.terrain, NO_BONUS)
        return Bonus(
            terrain.attack + modifier.attack + ground.attack,
            terrain.defense + modifier.defense + ground.defense,
            terrain.movement + modifier.movement,
            terrain.ranged + modifier.ranged,
            terrain.reduction + modifier.reduction,
            terrain.no_ranged or modifier.no_ranged,
        )

    def fight(self, unit: UnitView, space: str) -> tuple[int, int]:
        """Return attack and defense of a unit if it stood on a field space."""
        there = self.local(unit, space)
        here = NO_BONUS if unit.space in COLUMN else self.local(unit, unit.space)
        return max(0, unit.attack - here.attack + there.attack), unit.defense - here.defense + there.defense

    def battle(
        self, unit: UnitView, target: UnitView, *, attack: int | None = None, defense: int | None = None, more: int = 0
    ) -> float:
        """Return what a battle is worth to the attacker; `more` is a boost of the defender's attack; section 12, 3."""
        kind, other = self.kind(unit), self.kind(target)
        dealt = (unit.attack if attack is None else attack) + against(kind, other)
        taken = target.attack + more + against(other, kind)
        defended = unit.defense if defense is None else defense
        wins, dies = dealt >= target.defense, taken >= defended
        if kind.first_strike and not other.first_strike and wins:
            taken, dies = 0, False
        if other.first_strike and not kind.first_strike and dies:
            dealt, wins = 0, False
        gain = self.worth(target) * (1.0 if wins else WOUND * dealt / target.defense)
        loss = self.worth(unit) * (1.0 if dies else WOUND * taken / max(defended, 1))
        return gain - loss

    def shot(self, unit: UnitView, target: UnitView) -> float:
        """Return what a Ranged Attack on a unit is worth; section 12, 3."""
        kind, other = self.kind(unit), self.kind(target)
        amount = (unit.ranged or 0) + sum(
            [bonus.ranged for bonus in kind.bonus_vs if fits(bonus.filter, other, own=False)]
        )
        amount -= self.local(target, target.space).reduction
        amount -= sum([word.amount for word in other.reductions if fits(word.filter, other, own=True)])
        return self.damage(target, max(amount, 0))

    def damage(self, target: UnitView, amount: int) -> float:
        """Return what damage to an enemy unit is worth; to an own one it costs that."""
        value = self.worth(target) * (1.0 if amount >= target.defense else WOUND * amount / target.defense)
        return -value if target.owner == self.seat else value

    def strike(self, unit: UnitView, space: str) -> float:
        """Return the best that a unit's attack can do from a field space."""
        attack, defense = self.fight(unit, space)
        best = 0.0
        for near in ADJACENT[space]:
            target = self.at.get(near)
            if target is not None and target.owner != unit.owner:
                best = max(best, self.battle(unit, target, attack=attack, defense=defense))
        if self.reached(space, unit.owner) == 4:
            amount = attack + self.kind(unit).supply_bonus - self.armor(1 - unit.owner)
            best = max(best, self.card(1 - unit.owner, max(amount, 0)))
        shot = self.kind(unit).ranged_attack + self.local(unit, space).ranged
        if self.kind(unit).ranged_attack and not self.local(unit, space).no_ranged:
            best = max(best, self.card(1 - unit.owner, max(shot - self.armor(1 - unit.owner), 0)))
        return best

    def place(self, unit: UnitView, space: str) -> float:
        """Return what standing on a field space is worth to an own unit; section 12, 4 and 6."""
        attack, defense = self.fight(unit, space)
        if defense <= 0:
            return -self.worth(unit)
        reached = self.reached(space, unit.owner)
        value = REACHED[reached]
        if self.kind(unit).ranged_attack:  # stays at home, where it can shoot; section 12, 6
            there = self.local(unit, space)
            value = -0.5 * reached + 2.0 * there.ranged - (SHOT * 2 if there.no_ranged else 0.0)
        elif reached == 4:
            value += SIEGE * attack
        threat = self.threat(unit, space)
        if threat >= defense:
            value -= FEAR * self.worth(unit)
        elif threat:
            value -= FEAR * self.worth(unit) * 0.5 * threat / defense
        return value

    def threat(self, unit: UnitView, space: str) -> int:
        """Return the damage that enemies near a space could do to a unit there in their next turn."""
        kind = self.kind(unit)
        blows = [
            enemy.attack + against(self.kind(enemy), kind)
            for enemy in self.enemies
            if distance(enemy.space, space) <= enemy.movement + 1
        ]
        return max(blows, default=0)


def printed_worth(kind: Kind) -> float:
    """Return the value of a unit card; section 12, 8."""
    return kind.attack + kind.defense + MOVEMENT * kind.movement + SHOT * kind.ranged_attack


def against(kind: Kind, other: Kind) -> int:
    """Return what a unit's card adds to its attack against another's."""
    return sum([bonus.attack for bonus in kind.bonus_vs if fits(bonus.filter, other, own=False)])


def distance(one: str, other: str) -> int:
    """Return the steps between two spaces."""
    return abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) + abs(int(one[1]) - int(other[1]))
