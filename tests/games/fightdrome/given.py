"""Tables to test with: every card of the box lies somewhere, and commands are put to them.

Cards are written as the specification does: `P20 K30 G40 PB60 KB80 NP NK NG NB W F`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.games.fightdrome.cards import CardSet
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.editions import EDITIONS
from domain.games.fightdrome.messages import (
    CardDrawn,
    ChooseSleeve,
    DiscardCard,
    FightdromeCommand,
    FightdromeFact,
    FightdromeOptions,
    PlayCard,
    Rest,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import DECK, NOBODY, Cause, Corner, Fight, Fighter, Phase, State
from domain.kernel.acting import Acted, act, deal
from domain.kernel.cards.zones import Bag, Stack, free_label
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from domain.kernel.setup import Setup

F = TypeVar("F")

A, S = 0, 1  # Alice and Simon

WORDS = {
    "P": "punch_",
    "K": "kick_",
    "G": "grapple_",
    "PB": "punch_block_",
    "KB": "kick_block_",
    "NP": "neurochem_punch",
    "NK": "neurochem_kick",
    "NG": "neurochem_grapple",
    "NB": "neurochem_block",
    "W": "weave",
    "F": "feint",
}


def kind(word: str) -> str:
    """Return the kind that a word of the specification means."""
    letters = re.sub(r"\d", "", word)
    return WORDS[letters] + word[len(letters) :]


def kinds(words: str) -> tuple[str, ...]:
    return tuple([kind(word) for word in words.split()])


_WORD_OF = {kind: word for word, kind in WORDS.items() if not kind.endswith("_")} | {
    f"{start}{strength}": f"{word}{strength}"
    for word, start in WORDS.items()
    if start.endswith("_")
    for strength in range(20, 90, 10)
}


def short(card: str) -> str:
    """Return the specification's word for a kind or a label."""
    return _WORD_OF[SHIPPED.kind_of[card]]


def setup_of(data: CardSet = SHIPPED, **options: Any) -> Setup:
    """Return a setup of the newest edition."""
    return Setup(seats=2, options=FightdromeOptions(**options), edition=EDITIONS[max(EDITIONS)], data=data)


class Rigged(QuickChance):
    """Chance whose first shuffles and picks of a purpose are given."""

    __slots__ = ("given",)

    def __init__(self, seed: int, given: Mapping[str, Sequence[Any]] = {}) -> None:
        super().__init__(seed)
        self.given = {purpose: list(results) for purpose, results in given.items()}

    def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
        results = self.given.get(purpose)
        return tuple(results.pop(0)) if results else super().shuffle(n, purpose, open=open)

    def pick(self, n: int, purpose: str = "", *, open: bool = False) -> int:
        results = self.given.get(purpose)
        return int(results.pop(0)) if results else super().pick(n, purpose, open=open)


def started(seed: int, **options: Any) -> Acted[State, FightdromeFact]:
    """Return a freshly dealt table."""
    return deal(RULES, setup_of(**options), QuickChance(seed))


def given(
    *,
    alice: str,
    simon: str,
    standing: str = "",
    asked: int | None = None,
    phase: Phase | None = None,
    cause: Cause = "after_pause",
    staggered: int = NOBODY,
    unmet: str = "",
    tops: Mapping[int, str] = {},
    decks: Mapping[int, int] = {},
    face_down: Mapping[int, str] = {},
    fame: tuple[int, int] = (0, 0),
    staggers: tuple[int, int] = (0, 0),
    counter: int = 0,
    bout: int = 1,
    first_seat: int = A,
    **options: Any,
) -> State:
    """Return a table in mid-bout.

    `tops` are the first cards of a deck; beyond `decks` cards the rest of a fighter's 44 lies open on its discard
    pile, above `face_down`. A standing attack belongs to who is not asked. Without a phase an attack is answered where
    one stands, and chosen where none does.
    """
    asked = (S if standing else A) if asked is None else asked
    phase = phase or ("respond" if standing else "choose_attack")
    owner = 1 - asked
    box = Counter(SHIPPED.every_card())
    wanted = []
    for seat, hand in ((A, alice), (S, simon)):
        mine = [*kinds(hand), *kinds(tops.get(seat, "")), *kinds(face_down.get(seat, ""))]
        mine += [kind(word) for word in (standing, unmet) if word and owner == seat]
        wanted.append(mine)
        box.subtract(mine)
    assert min(box.values()) >= 0, f"more {min(box, key=box.__getitem__)} than there are"
    labels: list[str] = []
    lying = _label(standing or unmet, labels) if standing or unmet else None
    fighters = []
    for seat, hand in ((A, alice), (S, simon)):
        rest = _rest(wanted[seat], box)
        deck = (*kinds(tops.get(seat, "")), *rest)
        keep = decks.get(seat, len(deck))
        pile = [_label(short(card), labels) for card in deck[keep:]]
        if unmet and owner == seat and lying is not None:
            pile.append(lying)
        fighters.append(
            Fighter(
                hand=Bag(kinds(hand)),
                deck=Stack(deck[:keep]),
                discard=Stack((*pile, *kinds(face_down.get(seat, "")))),
                staggers=staggers[seat],
                corner=_corner(seat, [*wanted[seat], *rest], fame[seat]),
            )
        )
    one, other = fighters
    fight = Fight(
        phase,
        asked,
        cause if phase == "choose_attack" else None,
        staggered,
        lying if standing else None,
        owner if standing else NOBODY,
        lying if unmet else None,
        counter,
    )
    return State(
        FightdromeOptions(**options),
        EDITIONS[1],
        SHIPPED,
        (one, other),
        fight,
        _box(box),
        bout,
        first_seat,
    )


def _rest(wanted: list[str], box: Counter[str]) -> tuple[str, ...]:
    """Take what makes 44 cards out of the box: two Feints and two Weaves with those named, the rest spread evenly."""
    taken: list[str] = []
    for aside in ("weave", "feint"):
        missing = 2 - wanted.count(aside)
        taken += [aside] * missing
        box[aside] -= missing
    spread = [card for step in range(7) for card in list(SHIPPED.print_of)[step::7] if card in _PILE_CARDS]
    while len(wanted) + len(taken) < DECK:
        for card in spread:
            if box[card] > 0 and len(wanted) + len(taken) < DECK:
                box[card] -= 1
                taken.append(card)
    return tuple(taken)


_PILE_CARDS = frozenset(card for cards in SHIPPED.in_pile.values() for card in cards)


def _box(box: Counter[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        [SHIPPED.in_order([card for card in box.elements() if SHIPPED.pile_of[card] == pile]) for pile in SHIPPED.piles]
    )


def _corner(seat: int, cards: list[str], fame: int) -> Corner:
    counts = tuple([sum(SHIPPED.pile_of[card] == pile for card in cards) for pile in SHIPPED.piles])
    sleeve = ("sleeve_a", "sleeve_b")[seat]
    return Corner(stable=(sleeve,), stack=("stack_01", "stack_02")[seat], sleeve=sleeve, counts=counts, fame=fame)


def _label(word: str, labels: list[str]) -> str:
    labels.append(free_label(kind(word), labels, "_"))
    return labels[-1]


def change(state: State, seat: int, **fields: Any) -> State:
    """Return the table with other fields of one fighter."""
    fighters = list(state.fighters)
    fighters[seat] = replace(fighters[seat], **fields)
    return replace(state, fighters=(fighters[0], fighters[1]))


def play(
    state: State, *commands: FightdromeCommand | str, seat: int | None = None, seed: int = 0
) -> Acted[State, FightdromeFact]:
    """Carry out commands of whoever is asked, or of `seat`, which must be legal; a word plays that card.

    The facts are those of the last command.
    """
    done: Acted[State, FightdromeFact] = Acted((), state)
    for command in commands:
        if isinstance(command, str):
            command = card(command)
        by = done.state.fight.seat if seat is None else seat
        refusal = RULES.refuse(done.state, by, command)
        assert refusal is None, refusal
        done = act(RULES, done.state, by, command, QuickChance(seed))
    return done


def code(state: State, command: FightdromeCommand | str, *, seat: int | None = None) -> str | None:
    """Return the code of the refusal, whose sentence must have all its places filled."""
    if isinstance(command, str):
        command = card(command)
    refusal = RULES.refuse(state, state.fight.seat if seat is None else seat, command)
    if refusal is None:
        return None
    assert "{" not in refusal.message
    assert refusal.rule.startswith("fightdrome")
    return refusal.code


def card(word: str) -> PlayCard:
    return PlayCard(card_id=kind(word))


def discard(word: str) -> DiscardCard:
    return DiscardCard(card_id=kind(word))


def choose(sleeve: str) -> ChooseSleeve:
    return ChooseSleeve(sleeve_id=sleeve)


REST = Rest()


def legal(state: State) -> set[str]:
    """Return what whoever is asked may do: the words of cards, `rest`, `discard …`, or Sleeves."""
    (seat,) = RULES.to_act(state)
    found = set()
    for command in legal_actions(RULES, state, seat):
        match command:
            case PlayCard(card_id=name):
                found.add(short(name))
            case DiscardCard(card_id=name):
                found.add(f"discard {short(name)}")
            case ChooseSleeve(sleeve_id=name):
                found.add(name)
            case _:
                found.add("rest")
    return found


def names(facts: Sequence[FightdromeFact]) -> list[str]:
    """Return the class names of facts, in their order."""
    return [type(fact).__name__ for fact in facts]


def drawn(facts: Sequence[FightdromeFact]) -> list[str]:
    """Return the cards drawn, as words."""
    return [short(fact.card) for fact in facts if isinstance(fact, CardDrawn)]


def one(facts: Sequence[FightdromeFact], wanted: type[F]) -> F:
    """Return the only fact of a class."""
    (found,) = [fact for fact in facts if isinstance(fact, wanted)]
    return found


def hand(state: State, seat: int) -> str:
    """Return a hand in order of arrival, as words."""
    return " ".join([short(name) for name in state.fighters[seat].hand])


def sizes(state: State) -> tuple[int, int]:
    """Return the sizes of both hands."""
    first, second = state.fighters
    return len(first.hand), len(second.hand)


def asked(state: State) -> tuple[str, int, str | None]:
    """Return what is asked, of whom, and the cause of an attack."""
    fight = state.fight
    return fight.phase, fight.seat, fight.cause


def standing(state: State) -> str | None:
    """Return the standing attack as a word."""
    return None if state.fight.standing is None else short(state.fight.standing)


def with_options(state: State, **options: Any) -> State:
    """Return the table with other options."""
    return replace(state, options=FightdromeOptions(**options))
