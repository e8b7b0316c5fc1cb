"""How a game starts: its options, the deck, the hands, the start player (sections 1 and 4)."""

from __future__ import annotations

from domain.games.panic_clan_inviter.cards import CardSet
from domain.games.panic_clan_inviter.messages import (
    DeckShuffled,
    GameStarted,
    HandDealt,
    PanicOptions,
    StartPlayerChosen,
)
from domain.games.panic_clan_inviter.procedures import open_labels
from domain.games.panic_clan_inviter.refusals import bad_options
from domain.games.panic_clan_inviter.state import PanicDraft, Player, State
from domain.games.panic_clan_inviter.turns import start_turn
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.setup import Setup

SEATS = range(2, 6)
GOALS = {2: 8, 3: 8, 4: 7, 5: 6}  # cards in line by seats [Goal]
LINE_GOALS = range(3, 9)
LEAST_TURN_LIMIT = 20
TURNS_OF_A_SEAT = 60  # turn limit by seats; R13
HAND = 5  # cards dealt [Setup]


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this; source: section 1."""
    options: PanicOptions = setup.options
    seats, start, goal, limit = setup.seats, options.start_player, options.line_goal, options.turn_limit
    if seats not in SEATS:
        return bad_options("seats", seats=seats)
    if isinstance(start, int) and not 0 <= start < seats:
        return bad_options("start_player", seat=start, seats=seats)
    if isinstance(goal, int) and goal not in LINE_GOALS:
        return bad_options("line_goal", goal=goal)
    if isinstance(limit, int) and limit < LEAST_TURN_LIMIT:
        return bad_options("turn_limit", limit=limit)
    cards: CardSet = setup.data
    if options.card_set != cards.id:
        return bad_options("card_set", named=options.card_set, present=cards.id)
    return None


def empty(setup: Setup) -> State:
    """Return the table before its first fact."""
    return State(options=setup.options, edition=setup.edition, cards=setup.data, players=(Player(),) * setup.seats)


def deal(draft: PanicDraft, setup: Setup) -> None:
    """Lay out the first rule, shuffle, deal the hands, choose the start player; source: section 4."""
    state, seats = draft.state, setup.seats
    options, cards = state.options, state.cards
    draft.emit(
        GameStarted(
            seats=seats,
            options=options,
            line_goal=options.line_goal if isinstance(options.line_goal, int) else GOALS[seats],
            turn_limit=options.turn_limit if isinstance(options.turn_limit, int) else TURNS_OF_A_SEAT * seats,
            card_set=cards.id,
            rule=open_labels(state, (cards.start,))[0],
        )
    )
    order = in_order(cards.deck, draft.chance.shuffle(len(cards.deck), "deck"))
    draft.emit(DeckShuffled(count=len(order), order=order))
    for seat in range(seats):
        draft.emit(HandDealt(seat=seat, cards=draft.state.deck.cards[:HAND]))
    first = options.start_player
    drawn = not isinstance(first, int)
    if not isinstance(first, int):
        first = draft.chance.pick(seats, "start_player", open=True)
    draft.emit(StartPlayerChosen(seat=first, random=drawn))
    start_turn(draft, first)
