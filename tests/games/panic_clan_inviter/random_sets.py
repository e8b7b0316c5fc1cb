"""Random legal card sets: texts of every word of the vocabulary on all cards, kinds with other copies and colours."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import inspect

from domain.games.panic_clan_inviter.cards import COLOURS
from domain.games.panic_clan_inviter.cards.card_file import (
    ABSENT,
    COLUMNS,
    COPIES_OF_FOUR,
    NUMBERS,
    parse,
)
from domain.games.panic_clan_inviter.vocabulary import ColourCondition, Effect, NumberCondition, Static
from domain.kernel.cards.card_sets import CardSetError
from domain.kernel.chance import QuickChance
from tests.games.panic_clan_inviter.given import texts

EFFECTS: tuple[type[Any], ...] = get_args(Effect)
STATICS: tuple[type[Any], ...] = get_args(Static)
CONDITIONS: tuple[tuple[str, type[Any]], ...] = (("colour", ColourCondition), ("number", NumberCondition))
MOST = 3  # of a count: cards drawn, turns, a cost
TRIES = 20  # of a text, until the loader takes it
RULES, MAGIC = 8, 12  # cards


def card_set(chance: QuickChance) -> bytes:
    """Return the text of a card set that the loader takes."""
    lines = [
        _row(f"{colour[0]}{number}", "number", str(number), colour, 2, _number_text(chance))
        for colour in COLOURS
        for number in NUMBERS
    ]
    fours = 1 + chance.pick(COPIES_OF_FOUR - 1)
    for kind, copies in (("four", fours), ("quad", COPIES_OF_FOUR - fours)):
        colour = chance.choice(("all", *COLOURS))
        text = "static all_colours" if colour == "all" else ABSENT
        lines.append(_row(kind, "number", "4", colour, copies, text))
    for number, copies in enumerate(_parts(RULES - 1, chance)):
        lines.append(_row(f"rule{number}", "rule", ABSENT, ABSENT, copies, _conditions(chance)))
    lines.append(_row("first", "rule", ABSENT, ABSENT, 1, f"starts active; {_conditions(chance)}"))
    for number, copies in enumerate(_parts(MAGIC, chance)):
        lines.append(_row(f"magic{number}", "magic", ABSENT, ABSENT, copies, _magic_text(chance)))
    return "\n".join(["card_set\tby_chance", "\t".join(COLUMNS), *lines, ""]).encode()


def options(chance: QuickChance) -> tuple[int, dict[str, Any]]:
    """Return a number of seats and options to play such a set with."""
    return 2 + chance.pick(4), {
        "card_set": "by_chance",
        "turn_limit": 20 + chance.pick(40),
        "line_goal": 3 + chance.pick(6),
        "reverse_with_two": chance.choice(("no_effect", "extra_turn")),
        "missing_neighbour_line": chance.choice(("free", "mimic_only")),
    }


def _row(kind: str, type: str, number: str, colour: str, copies: int, text: str) -> str:
    names = (f"{kind}の札", f"{kind} no fuda", f"Card {kind}")
    return "\t".join((kind, type, number, colour, str(copies), *names, text, "reconstructed"))


def _parts(cards: int, chance: QuickChance) -> list[int]:
    """Divide cards among kinds of one to three copies."""
    parts: list[int] = []
    while cards:
        parts.append(1 + chance.pick(min(3, cards)))
        cards -= parts[-1]
    return parts


def _number_text(chance: QuickChance) -> str:
    clauses = [_legal("r2", EFFECTS, chance) for _ in range(chance.pick(3))]
    if chance.pick(6) == 0:
        clauses.append(f"static {_legal('r2', STATICS, chance, 'static ')}")
    return "; ".join(clauses) or ABSENT


def _magic_text(chance: QuickChance) -> str:
    cost = [f"cost discard_from_hand({1 + chance.pick(MOST)})"] if chance.pick(2) else []
    return "; ".join([*cost, *[_legal("fortune", EFFECTS, chance) for _ in range(1 + chance.pick(3))]])


def _conditions(chance: QuickChance) -> str:
    found = []
    for _ in range(1 + chance.pick(2)):
        name, cls = chance.choice(CONDITIONS)
        fields = {field.name: field.type for field in msgspec.structs.fields(cls)}
        words = [_value(inspect.type_info(fields[field]), chance) for field in ("relation", "reference")]
        offset = [f"{chance.pick(5) - 2:+d}"] if "offset" in fields and chance.pick(3) == 0 else []
        found.append(" ".join([name, *words, *offset]))
    return "; ".join(found)


def _legal(kind: str, words: tuple[type[Any], ...], chance: QuickChance, family: str = "") -> str:
    """Return a clause of these words that the loader takes on this kind of the shipped set."""
    for _ in range(TRIES):
        clause = _clause(chance.choice(words), chance)
        try:
            parse(texts(**{kind: family + clause}))
        except CardSetError:
            continue
        return clause
    raise AssertionError(f"{TRIES} random clauses are refused")


def _clause(word: type[Any], chance: QuickChance) -> str:
    """Return `word(parameter=value, …)` with parameters of the word's types."""
    given = [
        f"{field.encode_name}={_value(inspect.type_info(field.type), chance)}" for field in msgspec.structs.fields(word)
    ]
    return f"{word.__struct_config__.tag}({', '.join(given)})"


def _value(kind: Any, chance: QuickChance) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            return str(chance.choice(tuple(values)))
        case inspect.IntType():
            return str(1 + chance.pick(MOST))
        case inspect.BoolType():
            return chance.choice(("yes", "no"))
        case _:
            raise AssertionError(f"words have no parameters of this kind: {kind}")
