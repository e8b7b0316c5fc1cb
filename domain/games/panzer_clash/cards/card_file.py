"""Reading a card file: a table with one card a line, then the ready-made decks, all of it checked.

The first line names the pool, the second the columns. Abilities are clauses separated by `;`, such as
`play damage_unit(amount=2, select=one, controller=enemy, types=Armor/Artillery)?`: when, word, parameters, and `?` if
the controller may decline. `by_` before a filter says which units set off an `ally_destroyed`.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any, get_args

import msgspec

from domain.games.panzer_clash.cards import SIDES, TERRAIN_CARDS, Definition, Pool, ReadyDeck
from domain.games.panzer_clash.cards.checks import misplaced
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.vocabulary import Ability, Word
from domain.kernel.cards.card_sets import CardSetError, card_set_digest

COLUMNS = (
    "card_type",
    "id",
    "name",
    "type",
    "subtype",
    "factions",
    "cost",
    "attack",
    "defense",
    "movement",
    "copies",
    "ranged_attack",
    "junkyard_trigger",
    "abilities",
    "text",
    "provenance",
)
DECK_COLUMNS = ("deck", "id", "name", "side", "cards", "provenance")
ABSENT = "-"
_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_CLAUSE = re.compile(r"([a-z_]+) ([a-z_]+)(?:\(([^()]*)\))?(\?)?")
_COUNT = re.compile(r"([a-z][a-z0-9_]{0,31}) ([0-9]{1,3})")
_NUMBER = re.compile(r"-?[0-9]{1,2}")
_FILTER = ("controller", "types", "damaged", "attacked")
_LISTS = ("types", "terrain")
_WORDS: dict[str, type[Word]] = {str(word.__struct_config__.tag): word for word in get_args(Ability)}
_NEEDED: dict[str, tuple[str, ...]] = {  # columns that a type of card has; all else is absent
    "factory": (),
    "unit": ("subtype", "factions", "cost", "attack", "defense", "movement"),
    "event": ("subtype", "factions", "cost"),
    "modifier": ("cost",),
    "terrain": ("copies",),
}
_ALLOWED: dict[str, tuple[str, ...]] = {
    "factory": (),
    "unit": ("ranged_attack", "junkyard_trigger", "abilities"),
    "event": ("junkyard_trigger", "abilities"),
    "modifier": ("abilities",),
    "terrain": ("abilities",),
}
_LIMITS = {"cost": (1, 9), "attack": (0, 20), "defense": (1, 20), "movement": (1, 9), "copies": (1, 40)}


class _FieldError(ValueError):
    """What is wrong with a field of the line that is being read."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")


def parse(text: bytes, name: str = "card file") -> Pool:
    """Read a card file; `name` stands for the file in messages. Raises `CardSetError`."""
    lines = _lines(text, name)
    definitions: dict[str, Definition] = {}
    decks: list[tuple[int, ReadyDeck]] = []
    for number, line in enumerate(lines[2:], 3):
        cells = line.split("\t")
        try:
            if cells[0] == "deck":
                decks.append((number, _deck(cells)))
                continue
            card = _card(cells)
            if card.id in definitions:
                raise _FieldError("id", "another line has it")
            definitions[card.id] = card
        except _FieldError as error:
            card_id = cells[1] if len(cells) > 1 else "?"
            raise CardSetError(f"{name}:{number}: {card_id}: {error}") from None
    terrain = sum([card.copies for card in definitions.values()])
    if terrain != TERRAIN_CARDS:
        raise CardSetError(f"{name}:{len(lines)}: copies: {terrain} terrain cards instead of {TERRAIN_CARDS}")
    if "factory" not in definitions:
        raise CardSetError(f"{name}:{len(lines)}: id: there is no card `factory`")
    pool = Pool(lines[0].partition("\t")[2], card_set_digest(text), definitions.values(), [deck for _, deck in decks])
    for number, deck in decks:
        for fault in faults(pool, deck.cards, deck.side, deck.size):
            raise CardSetError(f"{name}:{number}: {deck.id}: cards: {fault.message}")
    return pool


def _lines(text: bytes, name: str) -> list[str]:
    try:
        lines = text.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise CardSetError(f"{name}:{line}: this is not UTF-8") from None
    head, _, pool = lines[0].partition("\t")
    if head != "pool" or not _ID.fullmatch(pool):
        raise CardSetError(f"{name}:1: the first line is `pool`, a tab, and the id of the pool")
    if len(lines) < 2 or tuple(lines[1].split("\t")) != COLUMNS:
        raise CardSetError(f"{name}:2: the second line names the columns {', '.join(COLUMNS)}")
    if lines.pop() != "":
        raise CardSetError(f"{name}:{len(lines) + 1}: the last line does not end")
    return lines


def _card(cells: list[str]) -> Definition:
    if len(cells) != len(COLUMNS):
        raise _FieldError("columns", f"a card has {len(COLUMNS)}, not {len(cells)}")
    row = dict(zip(COLUMNS, cells, strict=True))
    card_type = row["card_type"]
    if card_type not in _NEEDED:
        raise _FieldError("card_type", f"{card_type!r} is none of {', '.join(_NEEDED)}")
    if not _ID.fullmatch(row["id"]):
        raise _FieldError("id", "small letters, digits and `_`, at most 32")
    needed, allowed = _NEEDED[card_type], _ALLOWED[card_type]
    for column in COLUMNS[4:14]:
        if column in needed and row[column] == ABSENT:
            raise _FieldError(column, f"a card of the type {card_type} has one")
        if column not in needed and column not in allowed and row[column] != ABSENT:
            raise _FieldError(column, f"a card of the type {card_type} has none: write {ABSENT}")
    factions = () if row["factions"] == ABSENT else tuple(row["factions"].split("/"))
    if any(faction not in SIDES for faction in factions) or len({SIDES[faction] for faction in factions}) > 1:
        raise _FieldError("factions", f"{row['factions']!r} is not of {', '.join(SIDES)}, all of one side")
    abilities = [] if row["abilities"] == ABSENT else [_ability(clause) for clause in row["abilities"].split("; ")]
    values: dict[str, Any] = {
        **{column: row[column] for column in ("card_type", "id", "name", "type", "text", "provenance")},
        "subtype": None if row["subtype"] == ABSENT else row["subtype"],
        "factions": factions,
        **{column: _number(row, column, *limits) for column, limits in _LIMITS.items()},
        "ranged_attack": _number(row, "ranged_attack", 1, 9),
        "junkyard_trigger": _flag(row, "junkyard_trigger"),
        "abilities": tuple(abilities),
    }
    try:
        card = msgspec.convert(values, Definition)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise _FieldError(path.strip("`$.") or "card", reason) from None
    for field, reason in misplaced(card):
        raise _FieldError(field, reason)
    return card


def _number(row: dict[str, str], column: str, least: int, most: int) -> int:
    if row[column] == ABSENT:
        return 0
    if not _NUMBER.fullmatch(row[column]) or not least <= int(row[column]) <= most:
        raise _FieldError(column, f"{row[column]!r} is no number from {least} to {most}")
    return int(row[column])


def _flag(row: dict[str, str], column: str) -> bool:
    if row[column] not in ("yes", ABSENT):
        raise _FieldError(column, f"{row[column]!r} is neither `yes` nor {ABSENT}")
    return row[column] == "yes"


def _ability(clause: str) -> Word:
    """Read one clause; filters are put together from their parameters."""
    match = _CLAUSE.fullmatch(clause)
    if match is None:
        raise _FieldError("abilities", f"{clause!r} is no clause `when word(parameter=value, …)`")
    cls = _WORDS.get(match[2])
    if cls is None:
        raise _FieldError("abilities", f"{match[2]!r} is not in the vocabulary")
    values: dict[str, Any] = {"when": match[1], "optional": match[4] is not None}
    given: set[str] = set()
    for parameter in match[3].split(", ") if match[3] else ():
        name, equals, value = parameter.partition("=")
        if not equals or name in given or name in ("when", "optional", "by", "effect", "target", "filter"):
            raise _FieldError("abilities", f"{clause!r}: {parameter!r} is no parameter, or stands there twice")
        given.add(name)
        _put(values, cls, name, _value(name.removeprefix("by_"), value))
    try:
        return msgspec.convert(values, cls)
    except msgspec.ValidationError as error:
        raise _FieldError("abilities", f"{clause!r}: {error}") from None


def _put(values: dict[str, Any], cls: type[Word], name: str, value: Any) -> None:
    if name.startswith("by_"):
        values.setdefault("by", {})[name.removeprefix("by_")] = value
    elif "target" in cls.__struct_fields__ and name in ("select", *_FILTER):
        target = values.setdefault("target", {})
        (target if name == "select" else target.setdefault("filter", {}))[name] = value
    elif "filter" in cls.__struct_fields__ and name in _FILTER:
        values.setdefault("filter", {})[name] = value
    else:
        values[name] = value


def _value(name: str, text: str) -> Any:
    if name in _LISTS:
        return text.split("/")
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if _NUMBER.fullmatch(text) else text


def _deck(cells: list[str]) -> ReadyDeck:
    if len(cells) != len(DECK_COLUMNS):
        raise _FieldError("columns", f"a deck has {len(DECK_COLUMNS)}, not {len(cells)}")
    row = dict(zip(DECK_COLUMNS, cells, strict=True))
    if not _ID.fullmatch(row["id"]):
        raise _FieldError("id", "small letters, digits and `_`, at most 32")
    if row["side"] not in SIDES.values():
        raise _FieldError("side", f"{row['side']!r} is neither axis nor allies")
    cards: dict[str, int] = {}
    for part in row["cards"].split(", "):
        match = _COUNT.fullmatch(part)
        if match is None or match[1] in cards:
            raise _FieldError("cards", f"{part!r} is no card with its copies, or stands there twice")
        cards[match[1]] = int(match[2])
    return msgspec.convert({"id": row["id"], "name": row["name"], "side": row["side"], "cards": cards}, ReadyDeck)


SHIPPED_TEXT = (resources.files(__package__) / "cards.tsv").read_bytes()
SHIPPED = parse(SHIPPED_TEXT, "cards.tsv")
