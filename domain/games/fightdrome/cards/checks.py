"""The checks that make a box of cards playable: totals, rows, and decks that can always be supplied (2.3, 2.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product

from domain.games.fightdrome.cards import SET_ASIDE, CardPrint, Kind, Sleeve, Stack
from domain.kernel.cards.card_sets import CardSetError

PILE_CARDS = 40  # of a deck ("Setup"); two Feints and two Weaves come to them
SLEEVES, STACKS = 6, 11  # in the box ("Components")
TOTALS: Mapping[tuple[Kind, bool], int] = {  # copies in the box by kind, Neurochems apart ("Components")
    ("punch", False): 21,
    ("kick", False): 21,
    ("grapple", False): 21,
    ("punch_block", False): 9,
    ("kick_block", False): 9,
    ("punch", True): 3,
    ("kick", True): 3,
    ("grapple", True): 3,
    ("neurochem_block", True): 3,
    ("weave", False): 4,
    ("feint", False): 4,
}


class Rows:
    """The rows of one file as they were read, and the line where each stands."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.prints: dict[str, CardPrint] = {}
        self.sleeves: dict[Sleeve, tuple[str, ...]] = {}
        self.stacks: dict[Stack, tuple[int, ...]] = {}
        self.lines: dict[str, int] = {}

    def wrong(self, line: int, reason: str) -> CardSetError:
        """Return the complaint about a line."""
        return CardSetError(f"{self.name}:{line}: {reason}")


def check(rows: Rows) -> None:
    """Raise `CardSetError` unless every two characters of the set can be dealt and played."""
    _check_labels(rows)
    _check_rows(rows)
    _check_attacks(rows)
    _check_totals(rows)
    _check_supply(rows)


def _check_totals(rows: Rows) -> None:
    """The box holds as many cards of each kind as the rulebook lists."""
    found: Counter[tuple[Kind, bool]] = Counter()
    for printed in rows.prints.values():
        found[printed.kind, printed.neurochem] += printed.copies
    last = len(rows.lines) + 1
    for (kind, neurochem), wanted in TOTALS.items():
        if found[kind, neurochem] != wanted:
            what = f"neurochem {kind}" if neurochem else kind
            raise rows.wrong(last, f"the box has {wanted} {what} cards, the file {found[kind, neurochem]}")


def _check_labels(rows: Rows) -> None:
    """No card may be called like a copy of another one."""
    labels = {f"{card}_{copy}" for card, printed in rows.prints.items() for copy in range(1, printed.copies + 1)}
    for name, line in rows.lines.items():
        if name in labels:
            raise rows.wrong(line, f"{name} is what a copy of another card is called")


def _check_rows(rows: Rows) -> None:
    for what, found, wanted in (("Sleeves", len(rows.sleeves), SLEEVES), ("Stacks", len(rows.stacks), STACKS)):
        if found != wanted:
            raise rows.wrong(len(rows.lines) + 1, f"the box has {wanted} {what}, the file {found}")
    piles = {printed.pile for printed in rows.prints.values()} - {SET_ASIDE}
    many = len(next(iter(rows.sleeves.values())))
    for name, row in (*rows.sleeves.items(), *rows.stacks.items()):
        if len(row) != many:
            raise rows.wrong(rows.lines[name], f"{name} has {len(row)} rows, others have {many}")
    for sleeve, names in rows.sleeves.items():
        strangers = set(names) - piles
        if strangers:
            raise rows.wrong(rows.lines[sleeve], f"{sleeve} names no pile: {', '.join(sorted(strangers))}")
    for stack, numbers in rows.stacks.items():
        if sum(numbers) != PILE_CARDS:
            raise rows.wrong(rows.lines[stack], f"{stack} makes {sum(numbers)} cards, not {PILE_CARDS}")


def _check_attacks(rows: Rows) -> None:
    """Every deck holds an Attack, whichever cards its piles give."""
    others: Counter[str] = Counter()
    for printed in rows.prints.values():
        others[printed.pile] += 0 if printed.attack else printed.copies
    for sleeve, stack in product(rows.sleeves, rows.stacks):
        if all(number <= others[pile] for pile, number in _needs(rows, sleeve, stack).items()):
            raise rows.wrong(rows.lines[stack], f"{stack} with {sleeve} may make a deck without an Attack")


def _check_supply(rows: Rows) -> None:
    """All deals of two Sleeves and two Stacks come out of one box; seats do not matter, so half of them are tried."""
    have: Counter[str] = Counter()
    for printed in rows.prints.values():
        have[printed.pile] += printed.copies
    for first, second, one, other in _deals(rows):
        mine, yours = _needs(rows, first, one), _needs(rows, second, other)
        for pile, many in have.items():
            need = mine[pile] + yours[pile]
            if need > many:
                reason = f"{first} + {one} against {second} + {other} need {need} cards of {pile}, the box has {many}"
                raise rows.wrong(rows.lines[other], reason)


def _deals(rows: Rows) -> Iterator[tuple[Sleeve, Sleeve, Stack, Stack]]:
    for (first, second), (one, other) in product(combinations(rows.sleeves, 2), combinations(rows.stacks, 2)):
        yield first, second, one, other
        yield first, second, other, one


def _needs(rows: Rows, sleeve: Sleeve, stack: Stack) -> Counter[str]:
    needs: Counter[str] = Counter()
    for pile, number in zip(rows.sleeves[sleeve], rows.stacks[stack], strict=True):
        needs[pile] += number
    return needs
