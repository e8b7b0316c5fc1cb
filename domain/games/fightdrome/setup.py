"""How a game starts: its options, characters, first decks (section 4)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.fightdrome.bout import start_bout
from domain.games.fightdrome.messages import (
    Character,
    CharactersDealt,
    FightdromeOptions,
    GameStarted,
)
from domain.games.fightdrome.refusals import bad_options
from domain.games.fightdrome.stable import deal_decks, shuffled_piles
from domain.games.fightdrome.state import Fight, FightdromeDraft, Fighter, State
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup

SEATS = range(2, 3)
LIMITS = {"fame_target": range(50, 1001), "bell_limit": range(100, 2001), "bout_cap": range(5, 101)}
STABLE = 3  # Sleeves of a seat; "Epic Tournament"


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this; source: section 1."""
    if setup.seats not in SEATS:
        return bad_options("seats", seats=setup.seats)
    for name, allowed in LIMITS.items():
        value = getattr(setup.options, name)
        if value not in allowed:
            return bad_options(name, value=value)
    return None


def empty(setup: Setup) -> State:
    """Return the table before its first fact: all pile cards in the box."""
    cards = setup.data
    return State(
        options=setup.options,
        edition=setup.edition,
        cards=cards,
        fighters=(Fighter(), Fighter()),
        fight=Fight("setup"),
        box=tuple([cards.in_pile[pile] for pile in cards.piles]),
    )


def deal(draft: FightdromeDraft, setup: Setup) -> None:
    """Deal the characters; but for an Epic Tournament, where fighters are chosen first, build decks and start bout 1.

    Chance is used in the order S1 to S8.
    """
    options: FightdromeOptions = setup.options
    cards = draft.state.cards
    draft.emit(GameStarted(options=options, card_set=cards.digest))
    size = STABLE if options.mode == "epic_tournament" else 1
    sleeves = _shuffled(draft, tuple(cards.sleeves), "sleeves")
    stacks = _shuffled(draft, tuple(cards.stacks), "stacks")
    piles = shuffled_piles(draft, ()) if size == 1 else []
    characters = tuple([Character(sleeves[size * seat : size * (seat + 1)], stacks[seat]) for seat in (0, 1)])
    draft.emit(
        CharactersDealt(
            characters=characters,
            first_seat=_first_seat(draft, options),
            sleeves_left=_in_the_box(cards.sleeves, sleeves[2 * size :]),
            stacks_left=_in_the_box(cards.stacks, stacks[2:]),
        )
    )
    if size == 1:
        deal_decks(draft, (0, 1), piles)
        start_bout(draft)


def _shuffled(draft: FightdromeDraft, names: tuple[str, ...], purpose: str) -> tuple[str, ...]:
    return in_order(names, draft.chance.shuffle(len(names), purpose))


def _in_the_box(names: Iterable[str], left: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was dealt to nobody in table order: how it lies in the box is nobody's business (H2)."""
    return tuple([name for name in names if name in left])


def _first_seat(draft: FightdromeDraft, options: FightdromeOptions) -> Seat:
    """Source: R6."""
    if options.first_player == "random":
        return draft.chance.pick(2, "first_player", open=True)
    return 0 if options.first_player == "seat_0" else 1
