"""How a game starts: its options, characters, first decks (section 4)."""

from __future__ import annotations

from domain.games.fightdrome.bout import start_bout
from domain.games.fightdrome.messages import (
    Character,
    CharactersDealt,
    FightdromeFact,
    FightdromeOptions,
    GameStarted,
)
from domain.games.fightdrome.refusals import invalid_option
from domain.games.fightdrome.stable import deal_decks, shuffled_piles
from domain.games.fightdrome.state import Fight, Fighter, State
from domain.kernel.draft import Draft
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup
from domain.kernel.zones import in_order

SEATS = range(2, 3)
LIMITS = {"fame_target": range(50, 1001), "bell_limit": range(100, 2001), "bout_cap": range(5, 101)}
STABLE = 3  # Sleeves of a seat; "Epic Tournament"


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this; source: section 1."""
    if setup.seats not in SEATS:
        return invalid_option("seats", seats=setup.seats)
    for name, allowed in LIMITS.items():
        value = getattr(setup.options, name)
        if value not in allowed:
            return invalid_option(name, value=value)
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


def deal(draft: Draft[State, FightdromeFact], setup: Setup) -> None:
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
            sleeves_left=sleeves[2 * size :],
            stacks_left=stacks[2:],
        )
    )
    if size == 1:
        deal_decks(draft, (0, 1), piles)
        start_bout(draft)


def _shuffled(draft: Draft[State, FightdromeFact], names: tuple[str, ...], purpose: str) -> tuple[str, ...]:
    """Shuffle in the open: what is dealt to nobody is shown, so the order tells nothing else."""
    return in_order(names, draft.chance.shuffle(len(names), purpose, open=True))


def _first_seat(draft: Draft[State, FightdromeFact], options: FightdromeOptions) -> Seat:
    """Source: R6."""
    if options.first_player == "random":
        return draft.chance.pick(2, "first_player", open=True)
    return 0 if options.first_player == "seat_0" else 1
