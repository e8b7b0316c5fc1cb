"""Reading a card set: one row a line, strictly; every complaint names file, line and reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

from domain.games.fightdrome.cards import SET_ASIDE, CardPrint, CardSet, Kind
from domain.games.fightdrome.cards.checks import Rows, check
from domain.kernel.cards.card_sets import CardSetError, card_set_digest

FIRST_LINE = "fightdrome cards\t1"  # what the file is, and the version of its form
LONGEST_TEXT = 50_000  # bytes; the shipped set has 3,000
PROVENANCE = frozenset(("rulebook", "reconstructed"))
CARD_CELLS = 11  # the word `card`, eight values, where strength and number of copies come from

CATEGORIES: Mapping[str, tuple[tuple[Kind, ...], bool]] = {  # its kinds, and whether its cards have a strength
    "attack": (("punch", "kick", "grapple"), True),
    "block": (("punch_block", "kick_block"), True),
    "neurochem,attack": (("punch", "kick", "grapple"), False),
    "neurochem": (("neurochem_block",), False),
    "miscellaneous": (("weave", "feint"), False),
}

_ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
_NAME = re.compile(r"[^\x00-\x20\x7f][^\x00-\x1f\x7f]{0,39}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")


def parse(text: bytes, name: str = "card set") -> CardSet:
    """Read a card set and check that it can be played with; raises `CardSetError`."""
    rows = Rows(name)
    for line, cells in enumerate(_cells(text, name), 2):
        _read(rows, line, cells)
    check(rows)
    return CardSet(card_set_digest(text), tuple(rows.prints.values()), rows.sleeves, rows.stacks)


def _cells(text: bytes, name: str) -> list[list[str]]:
    if len(text) > LONGEST_TEXT:
        raise CardSetError(f"{name}:1: {len(text)} bytes are more than {LONGEST_TEXT}")
    try:
        lines = text.decode().split("\n")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise CardSetError(f"{name}:{line}: the file is not UTF-8") from None
    if lines[0] != FIRST_LINE:
        raise CardSetError(f"{name}:1: the first line is {FIRST_LINE!r}")
    if lines.pop() != "":
        raise CardSetError(f"{name}:{len(lines) + 1}: the last line does not end")
    return [line.split("\t") for line in lines[1:]]


def _read(rows: Rows, line: int, cells: list[str]) -> None:
    match cells:
        case ["card", card, *_] if len(cells) == CARD_CELLS:
            _enter(rows, line, card)
            rows.prints[card] = _card(rows, line, cells)
        case ["sleeve", sleeve, _, *piles] if piles:
            _enter(rows, line, sleeve)
            _provenance(rows, line, cells[2:3])
            rows.sleeves[sleeve] = tuple(piles)
        case ["stack", stack, _, *numbers] if numbers:
            _enter(rows, line, stack)
            _provenance(rows, line, cells[2:3])
            rows.stacks[stack] = tuple([_number(rows, line, text, "a row", range(41)) for text in numbers])
        case _:
            raise rows.wrong(line, f"this is no card ({CARD_CELLS} cells), Sleeve or Stack")


def _card(rows: Rows, line: int, cells: list[str]) -> CardPrint:
    _, card, name, category, text, strength, copies, fame, pile, *provenance = cells
    if category not in CATEGORIES:
        raise rows.wrong(line, f"{category!r} is no category; there are {', '.join(map(repr, CATEGORIES))}")
    kinds, strong = CATEGORIES[category]
    kind = next((kind for kind in kinds if kind == text), None)
    if kind is None:
        raise rows.wrong(line, f"a card of category {category!r} is {' or '.join(kinds)}, not {text!r}")
    if (strength != "-") != strong:
        raise rows.wrong(line, f"a card of category {category!r} has {'a' if strong else 'no'} strength")
    if not _NAME.fullmatch(name):
        raise rows.wrong(line, f"{name!r} is no name of up to 40 characters")
    if not _ID.fullmatch(pile) or (pile == SET_ASIDE) != (category == "miscellaneous"):
        raise rows.wrong(line, f"{pile!r} is not the pile of such a card; Feints and Weaves alone are {SET_ASIDE}")
    _provenance(rows, line, provenance)
    number = _number(rows, line, copies, "the number of copies", range(1, 10))
    if pile == SET_ASIDE and number % 2:
        raise rows.wrong(line, "Feints and Weaves are shared evenly by two seats")
    worth = _number(rows, line, strength, "a strength", range(5, 1000, 5)) if strong else None
    spelt = _spelt(name, worth)
    if card != spelt:
        raise rows.wrong(line, f"{card} is not how an id spells {name!r} with its strength; {spelt or 'nothing'} is")
    return CardPrint(
        card=card,
        name=name,
        kind=kind,
        attack="attack" in category,
        neurochem="neurochem" in category,
        strength=worth,
        fame=_number(rows, line, fame, "Fame", range(0, 1000, 5)),
        copies=number,
        pile=pile,
    )


def _spelt(name: str, strength: int | None) -> str | None:
    """Return the id from which `narrate.spoken` reads this name and strength; nothing if none does."""
    words = name.split(" ")
    if any(word.isdigit() or word != word.capitalize() for word in words):
        return None
    return "_".join([*map(str.lower, words), *([] if strength is None else [str(strength)])])


def _enter(rows: Rows, line: int, name: str) -> None:
    if not _ID.fullmatch(name):
        raise rows.wrong(line, f"{name!r} is no name of up to 24 small letters, digits and _")
    if name in rows.lines:
        raise rows.wrong(line, f"{name} stands in line {rows.lines[name]} already")
    rows.lines[name] = line


def _number(rows: Rows, line: int, text: str, what: str, allowed: range) -> int:
    if not _NUMBER.fullmatch(text) or int(text) not in allowed:
        step = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        raise rows.wrong(line, f"{what} is a number from {allowed[0]} to {allowed[-1]}{step}, not {text!r}")
    return int(text)


def _provenance(rows: Rows, line: int, words: list[str]) -> None:
    for word in words:
        if word not in PROVENANCE:
            raise rows.wrong(line, f"a value is {' or '.join(sorted(PROVENANCE))}, not {word!r}")


SHIPPED_TEXT = (resources.files(__package__) / "cards.tsv").read_bytes()
SHIPPED = parse(SHIPPED_TEXT, "cards.tsv")
