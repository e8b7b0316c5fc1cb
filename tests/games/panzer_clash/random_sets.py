"""Random legal card sets: cards made of every word of the vocabulary, and ready-made decks, neutral ones among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from msgspec import inspect

from domain.games.panzer_clash.cards import SIDES, TERRAIN_CARDS
from domain.games.panzer_clash.cards.card_file import ABSENT, COLUMNS, parse
from domain.games.panzer_clash.vocabulary import Ability, Filter, Kinds, Target
from domain.kernel.cards.card_sets import CardSetError
from domain.kernel.chance import QuickChance

SIZE = 40  # cards of a deck
FACTORIES = 14  # of a deck at least
TERRAINS = 8  # kinds
DECKS = 6
WORDS: tuple[type[Any], ...] = get_args(Ability)
WHENS: Mapping[str, tuple[str, ...]] = {  # when words may work, by the role of a card
    "unit": ("static", "static", "play", "destroy", "after_attack"),
    "normal": ("resolve",),
    "flash": ("resolve",),
    "permanent": ("static", "end", "ally_destroyed"),
    "modifier": ("static", "enter", "end"),
    "terrain": ("static", "enter"),
}
TRIGGERS = ("play", "destroy", "end", "ally_destroyed")
TRIES = 60  # of a clause, until the loader takes it


def card_set(chance: QuickChance) -> bytes:
    """Return the text of a card file that the loader takes."""
    cards = []
    for number in range(20 + chance.pick(20)):
        card_type = chance.choice(("unit", "unit", "unit", "event", "event", "modifier"))
        cards.append(_card(card_type, f"c{number}", chance))
    copies = Counter([chance.pick(TERRAINS) for _ in range(TERRAIN_CARDS)])
    terrain = [_terrain(f"ter_{number}", many, chance) for number, many in sorted(copies.items())]
    decks = [_deck(cards, number, chance) for number in range(DECKS)]
    return _file(*[_row(cells) for cells in (*cards, *terrain)], *decks)


def options(chance: QuickChance) -> tuple[int, dict[str, Any]]:
    """Return a number of seats and options to play such a set with."""
    kinds = ("attack", "ranged", "event", "main_start", "main_end")
    asked = {kind: chance.pick(3) == 0 for kind in kinds}
    return 2, {"deck_size": SIZE, "opposing_sides": chance.pick(4) == 0, "response_default": asked}


def _row(cells: Mapping[str, str]) -> str:
    """Return a line of the card file; what is not given is absent."""
    known = {"name": f"Card {cells['id']}", "type": "Some", "text": "By chance.", "provenance": "reconstructed"}
    return "\t".join((dict.fromkeys(COLUMNS, ABSENT) | known | dict(cells)).values())


def _file(*lines: str) -> bytes:
    """Return a card file of these lines and the Factory."""
    factory = _row({"card_type": "factory", "id": "factory"})
    return "\n".join(["pool\trandom", "\t".join(COLUMNS), factory, *lines, ""]).encode()


def _card(card_type: str, card: str, chance: QuickChance) -> dict[str, str]:
    """Return the cells of a card for the hand."""
    cells = {"card_type": card_type, "id": card, "cost": str(1 + chance.pick(3))}
    role = card_type
    if card_type != "modifier":
        side = chance.choice(("axis", "allies"))
        cells["factions"] = "/".join([faction for faction in SIDES if SIDES[faction] == side][: 1 + chance.pick(2)])
    if card_type == "event":
        role = cells["subtype"] = chance.choice(("normal", "flash", "permanent"))
    if card_type == "unit":
        cells["type"], cells["subtype"] = chance.choice(("Infantry", "Armor", "Artillery", "Aircraft")), "Some"
        cells |= {name: str(1 + chance.pick(5)) for name in ("attack", "defense", "movement")}
        cells["ranged_attack"] = chance.choice((ABSENT, ABSENT, "1", "3"))
    if card_type == "unit" or role in ("normal", "flash"):
        cells["junkyard_trigger"] = chance.choice(("yes", ABSENT, ABSENT))
    return cells | {"abilities": _abilities(cells, role, chance)}


def _terrain(card: str, copies: int, chance: QuickChance) -> dict[str, str]:
    cells = {"card_type": "terrain", "id": card, "copies": str(copies)}
    return cells | {"abilities": _abilities(cells, "terrain", chance)}


def _abilities(cells: Mapping[str, str], role: str, chance: QuickChance) -> str:
    """Return up to three clauses, each of which the loader takes on this card."""
    clauses = []
    for _ in range(chance.pick(4)):
        tried = (_clause(role, chance) for _ in range(TRIES))
        clauses += [next((clause for clause in tried if _is_legal({**cells, "abilities": clause})), "")]
    return "; ".join(filter(None, clauses)) or ABSENT


def _is_legal(cells: Mapping[str, str]) -> bool:
    """Say whether the loader takes a card, in a file of its own."""
    copies = TERRAIN_CARDS - int(cells.get("copies", "0"))
    rest = [_row({"card_type": "terrain", "id": "ter_rest", "copies": str(copies)})] if copies else []
    try:
        parse(_file(_row(cells), *rest))
    except CardSetError:
        return False
    return True


def _clause(role: str, chance: QuickChance) -> str:
    """Return `when word(parameter=value, …)?` with parameters of the word's types; the card may not have it."""
    word, when = chance.choice(WORDS), chance.choice(WHENS[role])
    given: dict[str, str] = {}
    for field in msgspec.structs.fields(word):
        if field.name in ("when", "optional", "by"):
            continue
        if field.type in (Target, Filter, Kinds):
            given |= _filter(chance, now=field.type is Target)
        elif field.required or chance.pick(2):
            given[field.name] = _value(inspect.type_info(field.type), chance)
        if field.type is Target:
            given["select"] = chance.choice(("one", "one", "all", "row", "self", "entering", "here"))
    if when == "ally_destroyed":
        given |= {"by_controller": "own"} | {f"by_{name}": value for name, value in _filter(chance, now=False).items()}
    listed = ", ".join([f"{name}={value}" for name, value in given.items()])
    declined = "?" if when in TRIGGERS and chance.pick(2) else ""
    return f"{when} {word.__struct_config__.tag}" + (f"({listed})" if listed else "") + declined


def _filter(chance: QuickChance, *, now: bool) -> dict[str, str]:
    """Return conditions on units; `now`: on their present condition too."""
    found = {}
    if chance.pick(2):
        found["controller"] = chance.choice(("own", "enemy"))
    if chance.pick(3) == 0:
        found["types"] = chance.choice(("Infantry", "Armor", "Infantry/Armor", "Artillery/Aircraft"))
    if now and chance.pick(4) == 0:
        found[chance.choice(("damaged", "attacked"))] = "yes"
    return found


def _value(kind: Any, chance: QuickChance) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            return str(chance.choice(tuple(values)))
        case inspect.IntType(ge=least):
            return str(max(least or 0, -1) + chance.pick(4))
        case inspect.VarTupleType():
            return "ter_0/ter_1"
        case _:
            raise AssertionError(f"words have no parameters of this kind: {kind}")


def _deck(cards: list[dict[str, str]], number: int, chance: QuickChance) -> str:
    """Return a ready-made deck; every second is of neutral cards alone, and has a side all the same."""
    side = chance.choice(("axis", "allies"))
    copies: Counter[str] = Counter()
    for cells in cards:
        factions = cells.get("factions")
        of_side = number % 2 and factions is not None and SIDES[factions.partition("/")[0]] == side
        if (factions is None or of_side) and copies.total() <= SIZE - FACTORIES - 4:
            copies[cells["id"]] = 1 + chance.pick(4)
    copies["factory"] = SIZE - copies.total()
    listed = ", ".join([f"{card} {many}" for card, many in copies.items()])
    return f"deck\tdeck_{number}\tDeck {number}\t{side}\t{listed}\treconstructed"
