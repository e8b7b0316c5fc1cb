"""How a game starts: its options, the first seat, the deck."""

from __future__ import annotations

from domain.games.chanic_panic.cards import packs, whole_deck
from domain.games.chanic_panic.choice import deal_abilities, each, pool
from domain.games.chanic_panic.messages import ChanicOptions, DeckShuffled, FirstSeatChosen, GameStarted
from domain.games.chanic_panic.refusals import bad_options
from domain.games.chanic_panic.state import MARKET, ChanicDraft, Player, State, Turn
from domain.games.chanic_panic.turns import begin_play
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup

SEATS = range(2, 11)
LIMITS = {
    "specials": range(4),
    "specials_extra": range(3),
    "presence_target": range(50, 501),
    "lives": range(1, 6),
    "round_limit": range(10, 301),
    "turn_action_limit": range(50, 1001),
}


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this; source: 1.1."""
    options: ChanicOptions = setup.options
    seats = setup.seats
    if seats not in SEATS:
        return bad_options("seats", seats=seats)
    if not 0 <= options.first_seat < seats:
        return bad_options("first_seat", seat=options.first_seat, seats=seats)
    first_out = options.previous_first_out
    if isinstance(first_out, int) and not 0 <= first_out < seats:
        return bad_options("previous_first_out", seat=first_out, seats=seats)
    for name, allowed in LIMITS.items():
        value = getattr(options, name)
        if value not in allowed:
            return bad_options(name, limit=value)
    return _bad_teams(options, seats) or _too_many_abilities(options, seats)


def _bad_teams(options: ChanicOptions, seats: int) -> Refusal | None:
    """Source: 1.1, R37."""
    teams = options.team_count
    if teams and (not 2 <= teams <= seats // 2 or seats % teams):
        return bad_options("team_count", teams=teams, seats=seats)
    return bad_options("ally") if options.ally is True and not teams else None


def _too_many_abilities(options: ChanicOptions, seats: int) -> Refusal | None:
    """Source: 1.1: the pool holds one of each ability."""
    wanted, there = seats * each(options), len(pool(options))
    return bad_options("abilities", wanted=wanted, pool=there) if wanted > there else None


def empty(setup: Setup) -> State:
    """Return the table before its first fact."""
    return State(
        options=setup.options,
        edition=setup.edition,
        players=(Player(lives=setup.options.lives),) * setup.seats,
        turn=Turn(0, "setup"),
        market=(None,) * MARKET if setup.options.shop else (),
    )


def deal(draft: ChanicDraft, setup: Setup) -> None:
    """Choose the first seat, shuffle the deck, and deal abilities to choose from or begin; source: section 4, R3."""
    seats = setup.seats
    draft.emit(GameStarted(options=setup.options, seats=seats, packs=packs(seats)))
    first = _first_seat(draft, setup.options, seats)
    draft.emit(FirstSeatChosen(seat=first))
    cards = whole_deck(seats)
    order = in_order(cards, draft.chance.shuffle(len(cards), "deck"))
    draft.emit(DeckShuffled(reason="setup", count=len(cards), order=order))
    if setup.options.specials:
        deal_abilities(draft, setup.options, seats)
    else:
        begin_play(draft)


def _first_seat(draft: ChanicDraft, options: ChanicOptions, seats: int) -> Seat:
    """Return a given seat, a random one, or whoever left the previous game first; source: R1."""
    if options.first_player == "seat":
        return options.first_seat
    if options.first_player == "first_eliminated" and isinstance(options.previous_first_out, int):
        return options.previous_first_out
    return draft.chance.pick(seats, "first_seat", open=True)
