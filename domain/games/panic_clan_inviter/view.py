"""What a viewer sees of the table, built up from nothing."""

from __future__ import annotations

import msgspec

from domain.games.panic_clan_inviter.cards import Card, CardSetName
from domain.games.panic_clan_inviter.messages import Direction, PanicOptions, Question
from domain.games.panic_clan_inviter.state import Standing, State, left_neighbour, question, right_neighbour
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome


class PlayerView(msgspec.Struct, frozen=True):
    """What a viewer sees of one seat; `hand` is `None` for everybody who may not look into it."""

    seat: Seat
    standing: Standing
    hand_count: int
    hand: tuple[Card, ...] | None  # kinds, in order of arrival
    line: tuple[Card, ...]  # labels, left to right
    lost_turns: int  # marks
    left_neighbour: Seat | None  # of those who remain; nobody for who left or is the last one
    right_neighbour: Seat | None


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it; `card_set.cards` tells what is printed on the cards."""

    options: PanicOptions
    card_set: CardSetName
    players: tuple[PlayerView, ...]
    turn: Seat  # whose turn it is, or was when the game ended
    turn_no: int
    turn_limit: int
    extra_turns: int  # that the same seat takes after this one
    direction: Direction
    goal: int  # cards in line that win
    rule: Card  # label of the active rule card
    resolving: Card | None  # label of the magic card being carried out
    deck_count: int
    deck: tuple[Card, ...] | None  # kinds, the top first; for the arbiter alone
    discard: tuple[Card, ...]  # labels, the top first
    question: Question | None  # what is asked now, of whom, and for which card's effect
    awaited: dict[Seat, DecisionKind]
    outcome: Outcome | None


def to_act(state: State) -> dict[Seat, DecisionKind]:
    """Return who is awaited, and for what; nobody once the game is over."""
    asked = question(state)
    return {} if asked is None else {asked.seat: asked.kind}


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees (section 3)."""
    turn = state.turn
    return View(
        options=state.options,
        card_set=state.cards.name,
        players=tuple([_player(state, seat, viewer) for seat in range(len(state.players))]),
        turn=turn.seat,
        turn_no=turn.number,
        turn_limit=state.turn_limit,
        extra_turns=turn.extra,
        direction=state.direction,
        goal=state.goal,
        rule=state.rule,
        resolving=state.resolving,
        deck_count=len(state.deck),
        deck=state.deck.cards if viewer.everything else None,
        discard=state.discard.cards,
        question=question(state),
        awaited=to_act(state),
        outcome=state.outcome,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> PlayerView:
    """Return what is seen of a seat; whoever left sees no hand, not even the own one that still lies there."""
    player = state.players[seat]
    remains = player.standing == "in"
    seated = remains and left_neighbour(state, seat) != seat
    return PlayerView(
        seat=seat,
        standing=player.standing,
        hand_count=len(player.hand),
        hand=player.hand.cards if viewer.everything or (remains and viewer.may_know((seat,))) else None,
        line=player.line,
        lost_turns=player.lost_turns,
        left_neighbour=left_neighbour(state, seat) if seated else None,
        right_neighbour=right_neighbour(state, seat) if seated else None,
    )
