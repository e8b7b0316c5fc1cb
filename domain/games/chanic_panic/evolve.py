"""How each fact changes the table, by its class; asks no rule and runs on redacted copies too.

Each function raises `NotThereError` if its fact takes a card from where it does not lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, Card
from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    AllowanceUsed,
    AttackMade,
    CardsDestroyed,
    CardsDiscarded,
    CardsDrawn,
    ChanicFact,
    ClubPhaseStarted,
    ClubPlayed,
    DeckShuffled,
    DrawSkipped,
    FirstSeatChosen,
    GameEnded,
    GameStarted,
    PanicUsed,
    PlayerConceded,
    PlayerEliminated,
    PointPhaseStarted,
    PointsPaid,
    ProtectionEnded,
    ProtectionStarted,
    TraderUsed,
    TurnEnded,
    TurnStarted,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import ROWS, Player, Standing, State, Turn
from domain.kernel.cards.zones import Stack, unknown
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat, at_seat
from domain.kernel.setup import Outcome


def evolve(state: State, fact: ChanicFact) -> State:
    """Return the state after a fact; asks no rule."""
    return EVOLVE[type(fact)](state, fact)


def _kind(card: Card) -> Card:
    kind = KIND.get(card)
    if kind is None:
        raise NotThereError(f"{card} is no card of this game")
    return kind


def _off_board(player: Player, cards: tuple[Card, ...]) -> Player:
    hearts = tuple([card for card in player.hearts if card not in cards])
    diamonds = tuple([card for card in player.diamonds if card not in cards])
    spades = tuple([card for card in player.spades if card not in cards])
    gone = len(player.hearts) + len(player.diamonds) + len(player.spades) - len(hearts) - len(diamonds) - len(spades)
    if gone != len(cards):
        raise NotThereError(f"not all of {', '.join(cards)} lie on the board")
    return replace(player, hearts=hearts, diamonds=diamonds, spades=spades)


def _acted(turn: Turn) -> Turn:
    return replace(turn, actions=turn.actions + 1)


def _unchanged(state: State, fact: GameStarted | DrawSkipped) -> State:
    return state


def _first_seat(state: State, fact: FirstSeatChosen) -> State:
    return replace(state, turn=Turn(fact.seat, "setup"))


def _shuffled(state: State, fact: DeckShuffled) -> State:
    order = unknown(fact.count) if fact.order is None else fact.order
    return replace(state, deck=Stack(order), discard=Stack())


def _turn_started(state: State, fact: TurnStarted) -> State:
    player = replace(state.players[fact.seat], turns=fact.round, attackers=())
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=Turn(fact.seat, "draw_phase"))


def _drawn(state: State, fact: CardsDrawn) -> State:
    player = state.players[fact.seat]
    player = replace(player, hand=player.hand.add(fact.cards))
    return replace(state, players=at_seat(state.players, fact.seat, player), deck=state.deck.draw(fact.cards))


def _point_phase(state: State, fact: PointPhaseStarted) -> State:
    return replace(state, turn=Turn(fact.seat, "point_phase", fact.points))


def _paid(state: State, fact: PointsPaid) -> State:
    return replace(state, turn=replace(state.turn, points=fact.left))


def _utility_played(state: State, fact: UtilityPlayed) -> State:
    player = state.players[fact.seat]
    kind = _kind(fact.card)
    row = ROWS.get(kind[0])
    if row is None:
        raise NotThereError(f"no row of a board holds {kind}")
    changes: dict[str, Any] = {row: (*getattr(player, row), fact.card)}
    player = replace(player, hand=player.hand.take(kind), **changes)
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=_acted(state.turn))


def _club_played(state: State, fact: ClubPlayed) -> State:
    player = state.players[fact.seat]
    player = replace(player, hand=player.hand.take(_kind(fact.card)))
    return replace(
        state,
        players=at_seat(state.players, fact.seat, player),
        discard=state.discard.put((fact.card,)),
        turn=_acted(state.turn),
    )


def _club_phase(state: State, fact: ClubPhaseStarted) -> State:
    return replace(state, turn=replace(state.turn, phase="club_phase", points=0))


def _allowance_opened(state: State, fact: AllowanceOpened) -> State:
    return replace(state, turn=replace(state.turn, last_club=fact.value, allowance=True))


def _allowance_used(state: State, fact: AllowanceUsed) -> State:
    return replace(state, turn=replace(state.turn, allowance=False))


def _discarded(state: State, fact: CardsDiscarded) -> State:
    player = state.players[fact.seat]
    if fact.from_ == "hand":
        player = replace(player, hand=player.hand.take_all([_kind(card) for card in fact.cards]))
    else:
        player = _off_board(player, fact.cards)
    return replace(state, players=at_seat(state.players, fact.seat, player), discard=state.discard.put(fact.cards))


def _destroyed(state: State, fact: CardsDestroyed) -> State:
    player = _off_board(state.players[fact.owner], fact.cards)
    return replace(state, players=at_seat(state.players, fact.owner, player), discard=state.discard.put(fact.cards))


def _trader_used(state: State, fact: TraderUsed) -> State:
    return replace(state, turn=_acted(state.turn))


def _panic_used(state: State, fact: PanicUsed) -> State:
    player = replace(state.players[fact.seat], panic_used=True)
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=_acted(state.turn))


def _protected(state: State, fact: ProtectionStarted) -> State:
    player = replace(state.players[fact.seat], protected_through=fact.through_turn)
    return replace(state, players=at_seat(state.players, fact.seat, player))


def _exposed(state: State, fact: ProtectionEnded) -> State:
    player = replace(state.players[fact.seat], protected_through=0)
    return replace(state, players=at_seat(state.players, fact.seat, player))


def _attacked(state: State, fact: AttackMade) -> State:
    target = state.players[fact.target]
    players = state.players
    if fact.attacker not in target.attackers:
        players = at_seat(state.players, fact.target, replace(target, attackers=(*target.attackers, fact.attacker)))
    return replace(state, players=players, turn=_acted(state.turn))


def _gone(state: State, seat: Seat, standing: Standing) -> State:
    player = replace(state.players[seat], standing=standing, protected_through=0)
    return replace(state, players=at_seat(state.players, seat, player), left=(*state.left, seat))


def _eliminated(state: State, fact: PlayerEliminated) -> State:
    return _gone(state, fact.seat, "eliminated")


def _conceded(state: State, fact: PlayerConceded) -> State:
    return _gone(state, fact.seat, "conceded" if fact.why == "conceded" else "timed_out")


def _turn_ended(state: State, fact: TurnEnded) -> State:
    return replace(state, turn=replace(state.turn, phase="turn_end", points=0, allowance=False))


def _game_ended(state: State, fact: GameEnded) -> State:
    return replace(
        state,
        turn=replace(state.turn, phase="game_over", points=0, allowance=False),
        outcome=Outcome(places=fact.ranking, ended_by=fact.ended_by, reason=fact.reason),
    )


EVOLVE: Mapping[type[ChanicFact], Callable[[State, Any], State]] = {
    GameStarted: _unchanged,
    FirstSeatChosen: _first_seat,
    DeckShuffled: _shuffled,
    TurnStarted: _turn_started,
    CardsDrawn: _drawn,
    DrawSkipped: _unchanged,
    PointPhaseStarted: _point_phase,
    PointsPaid: _paid,
    UtilityPlayed: _utility_played,
    ClubPlayed: _club_played,
    ClubPhaseStarted: _club_phase,
    AllowanceOpened: _allowance_opened,
    AllowanceUsed: _allowance_used,
    CardsDiscarded: _discarded,
    TraderUsed: _trader_used,
    PanicUsed: _panic_used,
    ProtectionStarted: _protected,
    ProtectionEnded: _exposed,
    AttackMade: _attacked,
    CardsDestroyed: _destroyed,
    PlayerEliminated: _eliminated,
    PlayerConceded: _conceded,
    TurnEnded: _turn_ended,
    GameEnded: _game_ended,
}
