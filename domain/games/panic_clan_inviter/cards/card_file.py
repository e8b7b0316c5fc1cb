"""Reading a card set: a table with one card a line, checked as 2.8 asks.

The first line names the set, the second the columns. A text is a list of clauses, separated by `;`: effects as in 2.3
(`draw(2)`, `enact_rule(hand, optional=yes)`), `static …`, `cost …`; a rule card has conditions and `starts active`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, get_args

import msgspec

from domain.games.panic_clan_inviter.cards import COLOURS, CardSet
from domain.games.panic_clan_inviter.vocabulary import (
    AllColours,
    CardDefinition,
    ColourCondition,
    Condition,
    DiscardFromHand,
    Effect,
    EnactRule,
    MagicCard,
    NumberCard,
    NumberCondition,
    PlaceNumber,
    RemoveFromLine,
    RuleCard,
    Static,
    Word,
)
from domain.kernel.cards.card_sets import CardSetError, card_set_digest

COLUMNS = ("kind", "type", "number", "colour", "copies", "japanese", "reading", "english", "text", "provenance")
ABSENT = "-"
TYPES = {"number": 52, "rule": 8, "magic": 12}  # cards of each type in the game, in master order [Components]
COPIES_OF_A_PAIR = 2  # of each colour and number but 4 [Components]
COPIES_OF_FOUR = 4
NUMBERS = (1, 2, 3, 5, 6, 7)
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CLAUSE = re.compile(r"(?:(static|cost) )?([a-z_]+)(?:\(([^()]*)\))?")
_CONDITION = re.compile(r"(colour|number) ([a-z]+) ([a-z_]+)(?: ([+-][0-9]))?")
_WORDS = {
    family: {str(word.__struct_config__.tag): word for word in words}
    for family, words in (("", get_args(Effect)), ("static", get_args(Static)), ("cost", (DiscardFromHand,)))
}


class _LineError(ValueError):
    """What is wrong with the line that is being read."""


def parse(text: bytes, name: str = "card set") -> CardSet:
    """Read a card set; `name` is its file in messages. Raises `CardSetError`."""
    lines = _lines(text, name)
    definitions: list[CardDefinition] = []
    warnings: list[str] = []
    place: dict[str, int] = {}  # kind -> line
    for number, line in enumerate(lines[2:], 3):
        try:
            card = _card(line)
            if card.kind in place:
                raise _LineError(f"the kind {card.kind} stands on line {place[card.kind]} already")
            if definitions and _type(card) < _type(definitions[-1]):
                raise _LineError("number cards come first, then rule cards, then magic cards")
        except (_LineError, msgspec.ValidationError) as error:
            raise CardSetError(f"{name}:{number}: {error}") from None
        place[card.kind] = number
        definitions.append(card)
        warnings += [f"{name}:{number}: {warning}" for warning in _warnings(card)]
    for line_of, reason in _sums(definitions):
        raise CardSetError(f"{name}:{place.get(line_of, len(lines))}: {reason}")
    return CardSet(lines[0].partition("\t")[2], card_set_digest(text), definitions, tuple(warnings))


def _lines(text: bytes, name: str) -> list[str]:
    try:
        lines = text.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise CardSetError(f"{name}:{line}: this is not UTF-8") from None
    head, _, id = lines[0].partition("\t")
    if head != "card_set" or not _ID.fullmatch(id):
        raise CardSetError(f"{name}:1: the first line is `card_set`, a tab, and the id of the set")
    if tuple(lines[1].split("\t") if len(lines) > 1 else ()) != COLUMNS:
        raise CardSetError(f"{name}:2: the second line names the columns {', '.join(COLUMNS)}")
    if lines.pop() != "":
        raise CardSetError(f"{name}:{len(lines) + 1}: the last line does not end")
    return lines


def _card(line: str) -> CardDefinition:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise _LineError(f"a card has {len(COLUMNS)} columns, not {len(cells)}")
    row = dict(zip(COLUMNS, cells, strict=True))
    if row["type"] not in TYPES:
        raise _LineError(f"{row['type']!r} is none of the types {', '.join(TYPES)}")
    clauses = [] if row["text"] == ABSENT else [clause.strip() for clause in row["text"].split(";")]
    common: dict[str, Any] = {
        "kind": row["kind"],
        "copies": _whole(row, "copies"),
        **{column: row[column] for column in ("japanese", "reading", "english", "provenance")},
    }
    if row["type"] == "number":
        return _number_card(common, row, clauses)
    for column in ("number", "colour"):
        if row[column] != ABSENT:
            raise _LineError(f"only number cards have a {column}: write {ABSENT}")
    if row["type"] == "rule":
        starts = "starts active" in clauses
        conditions = [_condition(clause) for clause in clauses if clause != "starts active"]
        return msgspec.convert({**common, "conditions": conditions, "starts": starts}, RuleCard, from_attributes=True)
    words = [_word(clause, "", "cost") for clause in clauses]
    costs = [word for word in words if isinstance(word, DiscardFromHand)]
    if len(costs) > 1 or costs != words[: len(costs)]:
        raise _LineError("a magic card has at most one cost, before its effects")
    cost = costs[0].count if costs else 0
    return msgspec.convert({**common, "cost": cost, "effects": words[len(costs) :]}, MagicCard, from_attributes=True)


def _number_card(common: dict[str, Any], row: dict[str, str], clauses: Sequence[str]) -> NumberCard:
    words = [_word(clause, "", "static") for clause in clauses]
    statics = [word for word in words if isinstance(word, get_args(Static))]
    if len(statics) > 1:
        raise _LineError("a number card has at most one static")
    static = statics[0] if statics else None
    if (row["colour"] == "all") is not isinstance(static, AllColours):
        raise _LineError("the colour `all` and `static all_colours` belong together")
    return msgspec.convert(
        {
            **common,
            "number": _whole(row, "number"),
            "colour": row["colour"],
            "static": static,
            "effects": [word for word in words if word is not static],
        },
        NumberCard,
        from_attributes=True,
    )


def _whole(row: dict[str, str], column: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", row[column]):
        raise _LineError(f"{row[column]!r} is no number of {column}")
    return int(row[column])


def _word(clause: str, *families: str) -> Word:
    """Read `family name(value, parameter=value)`; values stand in the order of the word's parameters."""
    match = _CLAUSE.fullmatch(clause)
    if match is None or (match[1] or "") not in families or match[2] not in _WORDS[match[1] or ""]:
        raise _LineError(f"{clause!r} is not in the vocabulary of this type of card")
    cls = _WORDS[match[1] or ""][match[2]]
    values: dict[str, Any] = {}
    for place, argument in enumerate((match[3] or "").split(",") if match[3] else ()):
        parameter, given, value = argument.strip().rpartition("=")
        if not given:
            if place >= len(cls.__struct_encode_fields__):
                raise _LineError(f"{clause!r} has too many parameters")
            parameter = cls.__struct_encode_fields__[place]
        if parameter in values:
            raise _LineError(f"{clause!r} gives {parameter} twice")
        values[parameter] = _value(value)
    try:
        word: Word = msgspec.convert(values, cls)
    except msgspec.ValidationError as error:
        raise _LineError(f"{clause!r}: {error}") from None
    if isinstance(word, EnactRule | PlaceNumber) and word.from_ == "hand" and not word.optional:
        raise _LineError(f"{clause!r}: nobody can check what a hidden hand could do, so write optional=yes (R26)")
    return word


def _value(text: str) -> str | int | bool:
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else text


def _condition(clause: str) -> Condition:
    """Read `colour same own_last` or `number ge left_last +1`."""
    match = _CONDITION.fullmatch(clause)
    if match is None:
        raise _LineError(f"{clause!r} is no condition")
    values: dict[str, Any] = {"relation": match[2], "reference": match[3]}
    if match[4] is not None:
        values["offset"] = int(match[4])
    cls: type[Condition] = ColourCondition if match[1] == "colour" else NumberCondition
    try:
        return msgspec.convert(values, cls)
    except msgspec.ValidationError as error:
        raise _LineError(f"{clause!r}: {error}") from None


def _type(card: CardDefinition) -> int:
    return list(TYPES).index(str(card.__struct_config__.tag))


def _sums(definitions: Sequence[CardDefinition]) -> Iterable[tuple[str, str]]:
    """Yield what is wrong with the whole set, with the kind on whose line it shows (checks 1 and 2 of 2.8)."""
    copies: Counter[str] = Counter()
    pairs: Counter[tuple[str, int]] = Counter()
    for card in definitions:
        copies[str(card.__struct_config__.tag)] += card.copies
        if isinstance(card, NumberCard):
            pair: tuple[str, int] = ("any colour" if card.number == 4 else card.colour, card.number)
            pairs[pair] += card.copies
            if pairs[pair] > _copies_of(pair):
                yield (
                    card.kind,
                    f"there are more than {_copies_of(pair)} cards with the number {card.number}, {pair[0]}",
                )
    for pair in [("any colour", 4), *[(colour, number) for colour in COLOURS for number in NUMBERS]]:
        if pairs[pair] < _copies_of(pair):
            yield "", f"there are {pairs[pair]} of {_copies_of(pair)} cards with the number {pair[1]}, {pair[0]}"
    for type_of, wanted in TYPES.items():
        if copies[type_of] != wanted:
            yield "", f"there are {copies[type_of]} {type_of} cards instead of {wanted}"
    starting = [card.kind for card in definitions if isinstance(card, RuleCard) and card.starts]
    if len(starting) != 1:
        yield "".join(starting[1:2]), f"{len(starting)} rule cards start active instead of one"


def _copies_of(pair: tuple[str, int]) -> int:
    if pair[1] == 4:
        return COPIES_OF_FOUR
    return COPIES_OF_A_PAIR if pair[0] in COLOURS else 0


def _warnings(card: CardDefinition) -> Iterable[str]:
    """Yield what is allowed but deserves a second look (check 4 of 2.8)."""
    for effect in card.effects if isinstance(card, NumberCard) else ():
        if isinstance(effect, RemoveFromLine) and effect.to == "owner_hand":
            yield f"{card.kind} lets two players undo each other for ever; only the turn limit would end such a game"


SHIPPED_TEXT = (resources.files(__package__) / "cards.tsv").read_bytes()
SHIPPED = parse(SHIPPED_TEXT, "cards.tsv")
