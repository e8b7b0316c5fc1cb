"""What an ability may be given on the board: offers show it, `refuse` asks it, a time-out takes its first.

Source: 7.2, 7.3. An ability that needs no board choice has no `Given`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards import Kind
from domain.games.panzer_clash.field import FIELD, FIELD_ROWS, HALF, INDUSTRY, ORDER
from domain.games.panzer_clash.messages import Choice
from domain.games.panzer_clash.state import State
from domain.games.panzer_clash.vocabulary import (
    Ability,
    DestroyFactory,
    DestroyModifier,
    DestroyPermanent,
    Reposition,
    Reveal,
    Target,
)
from domain.kernel.offers import Domain, OneOf, Subset
from domain.kernel.seats import Seat


class Given(msgspec.Struct, frozen=True):
    """The legal answers for one ability: alternatives of units and spaces, rows, spaces, or a set of spaces."""

    pairs: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()  # units, and the spaces each of them may take
    units: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    most: int = 0  # of `some`

    def accepts(self, choice: Choice) -> bool:
        """Say whether a choice has exactly the fields asked, with legal values."""
        if self.most:
            chosen = choice.spaces
            return (
                chosen is not UNSET
                and choice == Choice(spaces=chosen)
                and len(chosen) <= self.most
                and len(set(chosen)) == len(chosen)
                and all(space in self.some for space in chosen)
            )
        if self.pairs:
            unit, space = choice.unit, choice.space
            return choice == Choice(unit=unit, space=space) and any(
                unit in units and space in spaces for units, spaces in self.pairs
            )
        if self.units:
            return choice.unit in self.units and choice == Choice(unit=choice.unit)
        if self.rows:
            return choice.row in self.rows and choice == Choice(row=choice.row)
        return choice.space in self.spaces and choice == Choice(space=choice.space)

    def every(self) -> Iterator[Choice]:
        """Yield the legal answers; the first is what a time-out takes."""
        for units, spaces in self.pairs:
            for unit, space in itertools.product(units, spaces):
                yield Choice(unit=unit, space=space)
        for unit in self.units:
            yield Choice(unit=unit)
        for row in self.rows:
            yield Choice(row=row)
        for space in self.spaces:
            yield Choice(space=space)
        for size in range(self.most + 1 if self.most else 0):
            for chosen in itertools.combinations(self.some, size):
                yield Choice(spaces=chosen)

    def domains(self, place: int) -> Iterator[dict[str, Domain]]:
        """Yield the alternatives as fields of an offer, for the record at this place of `targets`."""
        path = f"targets/{place}"
        for units, spaces in self.pairs:
            yield {f"{path}/unit": OneOf(units), f"{path}/space": OneOf(spaces)}
        if self.units:
            yield {f"{path}/unit": OneOf(self.units)}
        if self.rows:
            yield {f"{path}/row": OneOf(self.rows)}
        if self.spaces:
            yield {f"{path}/space": OneOf(self.spaces)}
        if self.most:
            yield {f"{path}/spaces": Subset(self.some, 0, self.most)}

    @property
    def possible(self) -> bool:
        """Whether there is a legal answer."""
        return bool(self.pairs or self.units or self.rows or self.spaces or self.most)

    @property
    def worthwhile(self) -> bool:
        """Whether there is an answer that does something: a set of nothing does not."""
        return self.possible and bool(self.some or not self.most)


def free_spaces(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the face-up spaces without a unit in a seat's half."""
    return tuple([space for space in HALF[seat] if space in state.face_up and space not in state.at])


def given(state: State, seat: Seat, word: Ability) -> Given | None:
    """Return what an ability of this controller may be given, or `None` if it needs no board choice."""
    given_to = GIVEN.get(type(word))
    if given_to is not None:
        return given_to(state, seat, word)
    target: Target | None = getattr(word, "target", None)
    if target is None or target.select not in ("one", "row"):
        return None
    if target.select == "row":
        return Given(rows=FIELD_ROWS)
    return Given(units=tuple([unit.id for unit in values.matching(state, target.filter, seat)]))


def _factories(state: State, seat: Seat, word: DestroyFactory) -> Given:
    enemy = 1 - seat
    stacks = zip(INDUSTRY[enemy], state.players[enemy].stacks, strict=True)
    return Given(spaces=tuple([space for space, stack in stacks if stack.factories]))


def _permanents(state: State, seat: Seat, word: DestroyPermanent) -> Given:
    return Given(spaces=tuple([space for _, space, _ in state.permanents]))


def _modifiers(state: State, seat: Seat, word: DestroyModifier) -> Given:
    return Given(spaces=tuple(sorted(state.modifiers, key=ORDER.__getitem__)))


def _face_down(state: State, seat: Seat, word: Reveal) -> Given:
    return Given(some=tuple([space for space in FIELD if space not in state.face_up]), most=word.count)


def _repositions(state: State, seat: Seat, word: Reposition) -> Given:
    """Return units and spaces that go together: each unit may take the free spaces of its controller's half."""
    units = values.matching(state, word.target.filter, seat)
    pairs = []
    for owner in (0, 1):
        mine, spaces = tuple([unit.id for unit in units if unit.owner == owner]), free_spaces(state, owner)
        if mine and spaces:
            pairs.append((mine, spaces))
    return Given(pairs=tuple(pairs))


GIVEN: Mapping[type[Any], Callable[[State, Seat, Any], Given]] = {  # what is not given by its target
    Reposition: _repositions,
    DestroyFactory: _factories,
    DestroyPermanent: _permanents,
    DestroyModifier: _modifiers,
    Reveal: _face_down,
}


def asked(state: State, seat: Seat, kind: Kind, abilities: Sequence[int]) -> tuple[Given, ...]:
    """Return what a card's abilities at these places are given, those without a board choice left out."""
    found = [given(state, seat, kind.abilities[place]) for place in abilities]
    return tuple([one for one in found if one is not None])


def accepted(wanted: tuple[Given, ...], targets: tuple[Choice, ...]) -> bool:
    """Say whether a list of choices has one legal record for each ability that needs one."""
    return len(wanted) == len(targets) and all(one.accepts(choice) for one, choice in zip(wanted, targets, strict=True))


def fields(wanted: tuple[Given, ...]) -> Iterator[dict[str, Domain]]:
    """Yield the alternatives for a whole list of choices as fields of an offer."""
    for alternatives in itertools.product(*[one.domains(place) for place, one in enumerate(wanted)]):
        merged: dict[str, Domain] = {}
        for alternative in alternatives:
            merged |= alternative
        yield merged


def answers(wanted: tuple[Given, ...]) -> Iterator[tuple[Choice, ...]]:
    """Yield every legal list of choices."""
    return itertools.product(*[one.every() for one in wanted])
