"""What a viewer sees of the table, built up from nothing."""

from __future__ import annotations

import msgspec

from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.messages import ChanicOptions
from domain.games.chanic_panic.state import Phase, Player, Standing, State
from domain.games.chanic_panic.values import full_hand, row_limit, total, value
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome


class BoardCard(msgspec.Struct, frozen=True):
    """A card on a board: its label, and what it counts now."""

    card: Card
    value: int


class PlayerView(msgspec.Struct, frozen=True):
    """What a viewer sees of one seat; `hand` is `None` for everybody who may not look into it."""

    seat: Seat
    standing: Standing
    hand_count: int
    hand: tuple[Card, ...] | None  # kinds, in order of arrival
    hand_limit: int
    hearts: tuple[BoardCard, ...]
    diamonds: tuple[BoardCard, ...]
    spades: tuple[BoardCard, ...]
    row_limit: int
    health: int  # summed values of the Hearts
    shields: int  # of the Diamonds
    weapons: int  # of the Spades
    turns: int  # turns begun
    attackers: tuple[Seat, ...]  # since the last own turn
    protected_through: int | None  # number of the own turn whose end lifts the protection
    panic_used: bool


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    options: ChanicOptions
    players: tuple[PlayerView, ...]
    turn: Seat  # whose turn it is, or was when the game ended
    round: int
    phase: Phase
    points: int
    last_club: int | None  # value of the last Club of this turn
    allowance: bool  # one more card up to that value may be played
    actions: int  # accepted commands of this turn
    deck_count: int
    deck: tuple[Card, ...] | None  # kinds, the top first; for the arbiter alone
    discard: tuple[Card, ...]  # labels, the top first
    awaited: dict[Seat, DecisionKind]
    left: tuple[Seat, ...]  # who left the game, the first first
    outcome: Outcome | None


def to_act(state: State) -> dict[Seat, DecisionKind]:
    """Return who is awaited, and for what: the turn player, until the game is over."""
    turn = state.turn
    if turn.phase in ("point_phase", "club_phase"):
        return {turn.seat: turn.phase}
    return {}


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees (section 3)."""
    turn = state.turn
    return View(
        options=state.options,
        players=tuple([_player(state, seat, viewer) for seat in range(len(state.players))]),
        turn=turn.seat,
        round=state.players[turn.seat].turns,
        phase=turn.phase,
        points=turn.points,
        last_club=turn.last_club or None,
        allowance=turn.allowance,
        actions=turn.actions,
        deck_count=len(state.deck),
        deck=state.deck.cards if viewer.everything else None,
        discard=state.discard.cards,
        awaited=to_act(state),
        left=state.left,
        outcome=state.outcome,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> PlayerView:
    player: Player = state.players[seat]
    return PlayerView(
        seat=seat,
        standing=player.standing,
        hand_count=len(player.hand),
        hand=player.hand.cards if viewer.may_know((seat,)) else None,
        hand_limit=full_hand(state, seat),
        hearts=_row(state, seat, player.hearts),
        diamonds=_row(state, seat, player.diamonds),
        spades=_row(state, seat, player.spades),
        row_limit=row_limit(state, seat),
        health=total(state, seat, player.hearts),
        shields=total(state, seat, player.diamonds),
        weapons=total(state, seat, player.spades),
        turns=player.turns,
        attackers=player.attackers,
        protected_through=player.protected_through or None,
        panic_used=player.panic_used,
    )


def _row(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[BoardCard, ...]:
    return tuple([BoardCard(card, value(state, seat, card)) for card in cards])
