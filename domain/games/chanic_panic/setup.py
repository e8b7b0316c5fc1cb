"""How a game starts: its options, the first seat, the deck."""

from __future__ import annotations

from domain.games.chanic_panic.cards import packs, whole_deck
from domain.games.chanic_panic.messages import ChanicOptions, DeckShuffled, FirstSeatChosen, GameStarted
from domain.games.chanic_panic.refusals import bad_options
from domain.games.chanic_panic.state import ChanicDraft, Player, State, Turn
from domain.games.chanic_panic.turns import start_turn
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup

SEATS = range(2, 11)
ROUND_LIMITS = range(10, 301)
TURN_ACTION_LIMITS = range(50, 1001)


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
    if options.round_limit not in ROUND_LIMITS:
        return bad_options("round_limit", limit=options.round_limit)
    if options.turn_action_limit not in TURN_ACTION_LIMITS:
        return bad_options("turn_action_limit", limit=options.turn_action_limit)
    return None


def empty(setup: Setup) -> State:
    """Return the table before its first fact."""
    return State(
        options=setup.options,
        edition=setup.edition,
        players=(Player(),) * setup.seats,
        turn=Turn(0, "setup"),
    )


def deal(draft: ChanicDraft, setup: Setup) -> None:
    """Choose the first seat, shuffle the deck and begin the first turn; source: section 4, R3."""
    seats = setup.seats
    draft.emit(GameStarted(options=setup.options, seats=seats, packs=packs(seats)))
    first = _first_seat(draft, setup.options, seats)
    draft.emit(FirstSeatChosen(seat=first))
    cards = whole_deck(seats)
    order = in_order(cards, draft.chance.shuffle(len(cards), "deck"))
    draft.emit(DeckShuffled(reason="setup", count=len(cards), order=order))
    start_turn(draft, first)


def _first_seat(draft: ChanicDraft, options: ChanicOptions, seats: int) -> Seat:
    """Return a given seat, a random one, or whoever left the previous game first; source: R1."""
    if options.first_player == "seat":
        return options.first_seat
    if options.first_player == "first_eliminated" and isinstance(options.previous_first_out, int):
        return options.previous_first_out
    return draft.chance.pick(seats, "first_seat", open=True)
