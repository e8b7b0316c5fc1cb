"""How each fact changes the table, by its class; asks no rule and runs on redacted copies too.

Each function raises `NotThereError` if its fact takes a card from where it does not lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CardTakenFromDiscard,
    CostPaid,
    DecisionOpened,
    DeckReshuffled,
    DeckShuffled,
    DirectionReversed,
    EffectDeclined,
    EffectFizzled,
    ExtraTurnsGranted,
    GameEnded,
    GameStarted,
    HandDealt,
    HandsSwapped,
    LineCardRemoved,
    MagicPlayed,
    MagicResolved,
    NumberCardPlaced,
    PanicFact,
    PanicStep,
    PlayerConceded,
    RuleChanged,
    StartPlayerChosen,
    TargetChosen,
    TurnEnded,
    TurnLossMarked,
    TurnLost,
    TurnPassed,
    TurnStarted,
)
from domain.games.panic_clan_inviter.state import Player, State, Turn
from domain.kernel.cards.reordering import reordered
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, UnseenReordered
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat, at_seat
from domain.kernel.setup import Outcome


def evolve(state: State, fact: PanicFact) -> State:
    """Return the state after a fact; asks no rule."""
    return EVOLVE[type(fact)](state, fact)


def _kind(state: State, card: Card) -> Card:
    kind = state.cards.kind.get(card)
    if kind is None:
        raise NotThereError(f"{card} is no card of this game")
    return kind


def _out_of_hand(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[Player, ...]:
    """Return the players after open cards left a hand."""
    player = state.players[seat]
    return at_seat(
        state.players, seat, replace(player, hand=player.hand.take_all([_kind(state, card) for card in cards]))
    )


def _into_hand(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[Player, ...]:
    player = state.players[seat]
    return at_seat(state.players, seat, replace(player, hand=player.hand.add(cards)))


def _unchanged(state: State, fact: PanicFact) -> State:
    return state


def _game_started(state: State, fact: GameStarted) -> State:
    return replace(state, rule=fact.rule, goal=fact.line_goal, turn_limit=fact.turn_limit)


def _shuffled(state: State, fact: DeckShuffled | DeckReshuffled) -> State:
    order = unknown(fact.count) if fact.order is None else fact.order
    return replace(state, deck=Stack(order), discard=Stack())


def _new_order(state: State, fact: UnseenReordered) -> State:
    return replace(state, deck=Stack(reordered(state.deck.cards, fact)))


def _drawn(state: State, fact: HandDealt | CardsDrawn) -> State:
    players, seat = state.players, fact.seat
    player = players[seat]
    player = Player(Bag(player.hand.cards + fact.cards), player.line, player.lost_turns, player.standing)
    return replace(state, players=at_seat(players, seat, player), deck=state.deck.draw(fact.cards))


def _turn_started(state: State, fact: TurnStarted) -> State:
    extra = state.turn.extra - 1 if fact.extra else 0
    return replace(state, turn=Turn(fact.seat, fact.turn_no, extra))


def _placed(state: State, fact: NumberCardPlaced) -> State:
    player = state.players[fact.seat]
    line = (*player.line, fact.card)
    if fact.from_ == "hand":
        player = replace(player, hand=player.hand.take(_kind(state, fact.card)), line=line)
        return replace(state, players=at_seat(state.players, fact.seat, player))
    players = at_seat(state.players, fact.seat, replace(player, line=line))
    return replace(state, players=players, discard=state.discard.take(fact.card))


def _rule_changed(state: State, fact: RuleChanged) -> State:
    if fact.replaced != state.rule:
        raise NotThereError(f"{fact.replaced} is not in force, {state.rule} is")
    pile, players = state.discard, state.players
    if fact.from_ == "hand":
        players = _out_of_hand(state, fact.seat, (fact.card,))
    else:
        pile = pile.take(fact.card)
    return replace(state, players=players, rule=fact.card, discard=pile.put((fact.replaced,)))


def _magic_played(state: State, fact: MagicPlayed) -> State:
    return replace(state, players=_out_of_hand(state, fact.seat, (fact.card,)), resolving=fact.card)


def _magic_resolved(state: State, fact: MagicResolved) -> State:
    if fact.card != state.resolving:
        raise NotThereError(f"{fact.card} is not being carried out")
    return replace(state, resolving=None, discard=state.discard.put((fact.card,)))


def _discarded(state: State, fact: CostPaid | CardsDiscarded) -> State:
    return replace(state, players=_out_of_hand(state, fact.seat, fact.cards), discard=state.discard.put(fact.cards))


def _moved(state: State, fact: CardMovedBetweenHands) -> State:
    giver = state.players[fact.from_seat]
    state = replace(
        state, players=at_seat(state.players, fact.from_seat, replace(giver, hand=giver.hand.take(fact.card)))
    )
    return replace(state, players=_into_hand(state, fact.to_seat, (fact.card,)))


def _swapped(state: State, fact: HandsSwapped) -> State:
    """Exchange two hands; whoever does not see the cards still knows those that were open before."""
    one, other = state.players[fact.seat_a], state.players[fact.seat_b]
    given, taken = _given(one.hand, fact.cards_a), _given(other.hand, fact.cards_b)
    state = replace(state, players=at_seat(state.players, fact.seat_a, replace(one, hand=taken)))
    return replace(state, players=at_seat(state.players, fact.seat_b, replace(other, hand=given)))


def _given(hand: Bag, cards: tuple[Card, ...]) -> Bag:
    if len(hand.take_all(cards)):
        raise NotThereError(f"{len(hand)} cards are in a hand of which {len(cards)} are given away")
    return hand if HIDDEN in cards else Bag(cards)


def _taken(state: State, fact: CardTakenFromDiscard) -> State:
    players = _into_hand(state, fact.seat, (_kind(state, fact.card),))
    return replace(state, players=players, discard=state.discard.take(fact.card))


def _line_card_removed(state: State, fact: LineCardRemoved) -> State:
    player = state.players[fact.line_seat]
    line, index = player.line, fact.index
    if line[index : index + 1] != (fact.card,):
        raise NotThereError(f"{fact.card} does not lie at place {index} of the line")
    player = replace(player, line=line[:index] + line[index + 1 :])
    state = replace(state, players=at_seat(state.players, fact.line_seat, player))
    if fact.to_seat is None:
        return replace(state, discard=state.discard.put((fact.card,)))
    return replace(state, players=_into_hand(state, fact.to_seat, (_kind(state, fact.card),)))


def _reversed(state: State, fact: DirectionReversed) -> State:
    return replace(state, direction=fact.direction)


def _extra_turns(state: State, fact: ExtraTurnsGranted) -> State:
    return replace(state, turn=replace(state.turn, extra=fact.pending))


def _marked(state: State, fact: TurnLossMarked) -> State:
    player = state.players[fact.seat]
    return replace(state, players=at_seat(state.players, fact.seat, replace(player, lost_turns=player.lost_turns + 1)))


def _turn_lost(state: State, fact: TurnLost) -> State:
    player = state.players[fact.seat]
    return replace(state, players=at_seat(state.players, fact.seat, replace(player, lost_turns=player.lost_turns - 1)))


def _turn_ended(state: State, fact: TurnEnded) -> State:
    if fact.passed:
        return replace(state, passed=(*state.passed, fact.seat))
    return replace(state, passed=()) if state.passed else state


def _conceded(state: State, fact: PlayerConceded) -> State:
    """Note that a seat is out; its marks vanish and, in its own turn, its extra turns."""
    standing = "conceded" if fact.cause == "concession" else "timed_out"
    player = replace(state.players[fact.seat], standing=standing, lost_turns=0)
    turn = replace(state.turn, extra=0) if state.turn.seat == fact.seat else state.turn
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=turn, passed=())


def _game_ended(state: State, fact: GameEnded) -> State:
    return replace(state, outcome=Outcome(places=fact.ranking, ended_by=fact.ended_by, reason=fact.reason))


def _awaited(state: State, fact: Awaited[PanicStep]) -> State:
    return replace(state, agenda=fact.agenda)


EVOLVE: Mapping[type[PanicFact], Callable[[State, Any], State]] = {
    GameStarted: _game_started,
    DeckShuffled: _shuffled,
    HandDealt: _drawn,
    StartPlayerChosen: _unchanged,
    TurnStarted: _turn_started,
    CardsDrawn: _drawn,
    NumberCardPlaced: _placed,
    RuleChanged: _rule_changed,
    MagicPlayed: _magic_played,
    CostPaid: _discarded,
    MagicResolved: _magic_resolved,
    CardsDiscarded: _discarded,
    DecisionOpened: _unchanged,
    TargetChosen: _unchanged,
    CardMovedBetweenHands: _moved,
    HandsSwapped: _swapped,
    CardTakenFromDiscard: _taken,
    LineCardRemoved: _line_card_removed,
    DirectionReversed: _reversed,
    ExtraTurnsGranted: _extra_turns,
    TurnLossMarked: _marked,
    TurnLost: _turn_lost,
    EffectFizzled: _unchanged,
    EffectDeclined: _unchanged,
    DeckReshuffled: _shuffled,
    TurnPassed: _unchanged,
    TurnEnded: _turn_ended,
    PlayerConceded: _conceded,
    GameEnded: _game_ended,
    Awaited: _awaited,
    UnseenReordered: _new_order,
}
