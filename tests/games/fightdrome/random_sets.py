"""Random legal card sets: other strengths, copies, Fame and names, other piles, Sleeves and Stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.games.fightdrome.cards import SET_ASIDE
from domain.games.fightdrome.cards.card_file import FIRST_LINE, parse
from domain.games.fightdrome.cards.checks import PILE_CARDS, SLEEVES, STACKS
from domain.kernel.cards.card_sets import CardSetError
from domain.kernel.chance import QuickChance

NAMES: Mapping[str, tuple[str, ...]] = {  # of cards with a strength, by kind
    "punch": ("Punch", "Left Hook", "Jab"),
    "kick": ("Kick", "High Kick"),
    "grapple": ("Grapple", "Clinch"),
    "punch_block": ("Punch Block", "Guard"),
    "kick_block": ("Kick Block", "Shin Guard"),
}
ATTACKS, BLOCKS = ("punch", "kick", "grapple"), ("punch_block", "kick_block")
NEUROCHEMS = (*ATTACKS, "neurochem_block")
MOST_COPIES = 9  # of one card
PILES: tuple[Mapping[str, str], ...] = (  # by kind; Neurochems, under `neuro_…`, lie in `neuro` if not named
    {"punch_block": "block", "kick_block": "block"},
    {"punch": "fists", "grapple": "fists", "punch_block": "block", "kick_block": "block"},
    dict.fromkeys(ATTACKS, "blows")
    | dict.fromkeys(BLOCKS, "guard")
    | {f"neuro_{kind}": "guard" for kind in NEUROCHEMS},
    {f"neuro_{kind}": f"neuro_{kind}" for kind in NEUROCHEMS} | dict.fromkeys(BLOCKS, "block"),
    {f"neuro_{kind}": kind for kind in ATTACKS} | dict.fromkeys(BLOCKS, "block") | {"neuro_neurochem_block": "block"},
)
TRIES = 50  # of a whole set, until the loader takes it


def card_set(chance: QuickChance) -> bytes:
    """Return the text of a card set that the loader takes."""
    for _ in range(TRIES):
        text = "\n".join([FIRST_LINE, *_lines(chance), ""]).encode()
        try:
            parse(text, "random")
        except CardSetError:
            continue
        return text
    raise AssertionError(f"{TRIES} random sets are refused")


def options(chance: QuickChance) -> tuple[int, dict[str, Any]]:
    """Return a number of seats and options to play such a set with."""
    return 2, {
        "mode": chance.choice(("single_bout", "fame_match", "epic_tournament")),
        "fame_target": 50 + 50 * chance.pick(4),
        "breathing_space": chance.pick(2) == 0,
        "last_gasp": chance.pick(2) == 0,
        "empty_hand": chance.choice(("at_once", "when_staggered")),
        "later_first_player": chance.choice(("alternate", "winner", "loser", "random")),
        "bell_limit": 100 + chance.pick(50),
        "bout_cap": 5,
    }


def _lines(chance: QuickChance) -> Iterator[str]:
    piles = chance.choice(PILES)
    sizes: Counter[str] = Counter()
    for kind in (*ATTACKS, *BLOCKS):
        cards = 21 if kind in ATTACKS else 9
        pile = piles.get(kind, kind)
        sizes[pile] += cards
        yield from _strong(kind, cards, pile, chance)
    for kind in NEUROCHEMS:
        pile = piles.get(f"neuro_{kind}", "neuro")
        sizes[pile] += 3
        category = "neurochem,attack" if kind in ATTACKS else "neurochem"
        name = f"Neurochem {kind.removeprefix('neurochem_').title()}"
        yield _card(name, category, kind, None, 3, pile, chance)
    for kind in ("weave", "feint"):
        yield _card(kind.title(), "miscellaneous", kind, None, 4, SET_ASIDE, chance)
    for number in range(SLEEVES):
        yield "\t".join((f"sleeve\tsleeve_{number}\treconstructed", *_sleeve(sizes, chance)))
    for number in range(STACKS):
        yield "\t".join((f"stack\tstack_{number}\treconstructed", *_stack(sizes, chance)))


def _strong(kind: str, cards: int, pile: str, chance: QuickChance) -> Iterator[str]:
    """Yield cards of a kind with different strengths, so many in all."""
    category = "attack" if kind in ATTACKS else "block"
    strengths = [5 + 5 * place for place in chance.shuffle(30)]
    while cards:
        copies = 1 + chance.pick(min(MOST_COPIES, cards))
        cards -= copies
        yield _card(chance.choice(NAMES[kind]), category, kind, strengths.pop(), copies, pile, chance)


def _card(
    name: str, category: str, kind: str, strength: int | None, copies: int, pile: str, chance: QuickChance
) -> str:
    worth = "-" if strength is None else str(strength)
    card = "_".join([*name.lower().split(" "), *([] if strength is None else [worth])])
    fame = str(5 * chance.pick(20))
    provenance = ("reconstructed", "reconstructed")
    return "\t".join(("card", card, name, category, kind, worth, str(copies), fame, pile, *provenance))


def _sleeve(sizes: Mapping[str, int], chance: QuickChance) -> list[str]:
    """Return the pile of each row; piles of the same size change places."""
    shuffled = [list(sizes)[place] for place in chance.shuffle(len(sizes))]
    of_size = {size: iter([pile for pile in shuffled if sizes[pile] == size]) for size in sizes.values()}
    return [next(of_size[size]) for size in sizes.values()]


def _stack(sizes: Mapping[str, int], chance: QuickChance) -> list[str]:
    """Return the number of each row: half of its pile at most, so that the box supplies two decks."""
    numbers = [size // 2 for size in sizes.values()]
    while sum(numbers) > PILE_CARDS:
        row = chance.pick(len(numbers))
        numbers[row] -= 1 if numbers[row] else 0
    return [str(number) for number in numbers]
