"""How each fact changes the table, by its class; asks no rule and runs on redacted copies too.

Each function raises `NotThereError` if its fact takes a card from where it does not lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.games.chanic_panic.cards import BASE_VALUE, KIND, Card
from domain.games.chanic_panic.lasting import follow
from domain.games.chanic_panic.messages import (
    AbilitiesDealt,
    AbilitiesKept,
    AbilitiesRevealed,
    AbilityUsed,
    AllowanceOpened,
    AllowanceUsed,
    AllyUsed,
    AttachmentsActive,
    AttachmentsDiscarded,
    AttackMade,
    CardBought,
    CardCompared,
    CardGiven,
    CardPutOnDeck,
    CardReturned,
    CardRevealed,
    CardsDestroyed,
    CardsDiscarded,
    CardsDrawn,
    CardTaken,
    ChanicFact,
    ChanicStep,
    ClubPhaseStarted,
    ClubPlayed,
    CostZeroed,
    DecisionMade,
    DecisionOpened,
    DeckPeeked,
    DeckReordered,
    DeckShuffled,
    DrawPhaseSkipped,
    DrawSkipped,
    FirstSeatChosen,
    GameEnded,
    GameStarted,
    HandChecked,
    LifeLost,
    MarketFilled,
    PanicUsed,
    PlayerConceded,
    PlayerEliminated,
    PlayLocked,
    PointPhaseStarted,
    PointsGained,
    PointsPaid,
    PresenceGained,
    ProtectionEnded,
    ProtectionStarted,
    SpadeBoosted,
    StackAdded,
    TraderUsed,
    TurnEnded,
    TurnStarted,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import ROWS, Attachment, Player, Standing, State, Turn, attachment, still_in
from domain.kernel.cards.reordering import reordered
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, UnseenReordered
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat, at_seat
from domain.kernel.setup import Outcome

Telling: TypeAlias = (
    GameStarted | DrawSkipped | DecisionOpened | DecisionMade | HandChecked | CardCompared
)  # facts that only tell something
PAID = ("points", "club")  # how a card is played by a command of its own; the others belong to another command


def evolve(state: State, fact: ChanicFact) -> State:
    """Return the state after a fact; asks no rule."""
    if not state.options.specials:
        return EVOLVE[type(fact)](state, fact)
    following = EVOLVE[type(fact)](state, fact)
    turn = following.turn
    return follow(state, fact, following) if turn.free or turn.boosted else following


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
        raise NotThereError(f"the board does not hold all of {', '.join(cards)}")
    return replace(player, hearts=hearts, diamonds=diamonds, spades=spades)


def _acted(turn: Turn) -> Turn:
    return replace(turn, actions=turn.actions + 1)


def _unchanged(state: State, fact: Telling) -> State:
    return state


def _first_seat(state: State, fact: FirstSeatChosen) -> State:
    return replace(state, turn=Turn(fact.seat, "setup"))


def _shuffled(state: State, fact: DeckShuffled) -> State:
    order = unknown(fact.count) if fact.order is None else fact.order
    return replace(state, deck=Stack(order), discard=Stack(), turn=_top_unseen(state.turn), known=0)


def _new_order(state: State, fact: UnseenReordered) -> State:
    return replace(state, deck=Stack(reordered(state.deck.cards, fact)))


def _known_below(state: State, count: int) -> int:
    """Return of how many cards on top of the deck some seat may know the places once so many are gone."""
    return max(0, state.known - count)


def _top_unseen(turn: Turn) -> Turn:
    return replace(turn, top_seen=False) if turn.top_seen else turn


def _turn_started(state: State, fact: TurnStarted) -> State:
    player = replace(state.players[fact.seat], turns=fact.round, attackers=())
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=Turn(fact.seat, "draw_phase"))


def _drawn(state: State, fact: CardsDrawn) -> State:
    player = state.players[fact.seat]
    player = replace(player, hand=player.hand.add(fact.cards))
    return replace(
        state,
        players=at_seat(state.players, fact.seat, player),
        deck=state.deck.draw(fact.cards),
        turn=_top_unseen(state.turn) if state.turn.top_seen else state.turn,
        known=_known_below(state, len(fact.cards)),
    )


def _point_phase(state: State, fact: PointPhaseStarted) -> State:
    player = state.players[fact.seat]
    if player.comeback:
        state = replace(state, players=at_seat(state.players, fact.seat, replace(player, comeback=False)))
    return replace(state, turn=replace(state.turn, phase="point_phase", points=fact.points))


def _paid(state: State, fact: PointsPaid | PointsGained) -> State:
    return replace(state, turn=replace(state.turn, points=fact.left))


def _utility_played(state: State, fact: UtilityPlayed) -> State:
    player = state.players[fact.seat]
    kind = _kind(fact.card)
    row = ROWS.get(kind[0])
    if row is None:
        raise NotThereError(f"no row of a board holds {kind}")
    changes: dict[str, Any] = {row: (*getattr(player, row), fact.card)}
    if fact.from_ == "discard":
        state = replace(state, discard=state.discard.take(fact.card))
    else:
        changes["hand"] = player.hand.take(kind)
    if fact.attached:
        changes["stack"] = player.stack.take_all(fact.attached)
        changes["attached"] = (*player.attached, Attachment(fact.card, fact.attached))
    players = at_seat(state.players, fact.seat, replace(player, **changes))
    turn = _acted(state.turn) if fact.source in PAID else state.turn
    return replace(state, players=players, turn=turn)


def _club_played(state: State, fact: ClubPlayed) -> State:
    player = state.players[fact.seat]
    if fact.from_ == "discard":
        return replace(state, discard=state.discard.take(fact.card).put((fact.card,)))
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
    return replace(state, turn=replace(state.turn, last_club=fact.value, allowance=True, source=fact.source))


def _allowance_used(state: State, fact: AllowanceUsed) -> State:
    return replace(state, turn=replace(state.turn, allowance=False))


def _discarded(state: State, fact: CardsDiscarded) -> State:
    player = state.players[fact.seat]
    if fact.from_ == "deck":
        kinds = tuple([_kind(card) for card in fact.cards])
        deck, discard = state.deck.draw(kinds), state.discard.put(fact.cards)
        known = _known_below(state, len(kinds))
        return replace(state, deck=deck, discard=discard, turn=_top_unseen(state.turn), known=known)
    if fact.from_ == "hand":
        player = replace(player, hand=player.hand.take_all([_kind(card) for card in fact.cards]))
    elif fact.from_ == "stack":
        left = player.stack.take_all([_kind(card) for card in fact.cards])
        player = replace(player, stack=left, fresh=min(player.fresh, len(left)))
    else:
        player = _off_board(player, fact.cards)
    turn = _acted(state.turn) if fact.reason == "stack" else state.turn
    players = at_seat(state.players, fact.seat, player)
    return replace(state, players=players, discard=state.discard.put(fact.cards), turn=turn)


def _attachments_discarded(state: State, fact: AttachmentsDiscarded) -> State:
    player = _detached(state.players[fact.seat], fact.host)
    return replace(state, players=at_seat(state.players, fact.seat, player), discard=state.discard.put(fact.cards))


def _detached(player: Player, host: Card) -> Player:
    if attachment(player, host) is None:
        raise NotThereError(f"nothing is attached to {host}")
    return replace(player, attached=tuple([item for item in player.attached if item.host != host]))


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
    """Also ends what lasts until the end of a turn, and rests the Stacks (5.7)."""
    if state.options.stack:
        state = replace(state, players=tuple([_rested(player) for player in state.players]))
    turn = state.turn
    return replace(state, turn=Turn(turn.seat, "turn_end", last_club=turn.last_club, actions=turn.actions))


def _rested(player: Player) -> Player:
    return replace(player, fresh=0) if player.fresh else player


def _dealt(state: State, fact: AbilitiesDealt) -> State:
    player = replace(state.players[fact.seat], dealt=fact.abilities)
    turn = replace(state.turn, phase="ability_choice")
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=turn)


def _kept(state: State, fact: AbilitiesKept) -> State:
    player = replace(state.players[fact.seat], kept=fact.abilities)
    return replace(state, players=at_seat(state.players, fact.seat, player))


def _revealed(state: State, fact: AbilitiesRevealed) -> State:
    players, playing = state.players, still_in(state)
    for keeping in fact.kept:
        in_force = keeping.abilities if keeping.seat in playing else ()
        player = replace(players[keeping.seat], kept=keeping.abilities, abilities=in_force)
        players = at_seat(players, keeping.seat, player)
    return replace(state, players=players, turn=replace(state.turn, phase="setup"))


def _presence(state: State, fact: PresenceGained) -> State:
    player = replace(state.players[fact.seat], presence=fact.total)
    return replace(state, players=at_seat(state.players, fact.seat, player))


def _draw_skipped(state: State, fact: DrawPhaseSkipped) -> State:
    return replace(state, turn=replace(state.turn, skipped=True))


def _ability_used(state: State, fact: AbilityUsed) -> State:
    turn = replace(state.turn, used=(*state.turn.used, fact.ability))
    return replace(state, turn=turn if fact.automatic else _acted(turn))


def _ally_used(state: State, fact: AllyUsed) -> State:
    turn = replace(state.turn, helped=(*state.turn.helped, fact.teammate), gift=fact.card)
    return replace(state, turn=_acted(turn))


def _given(state: State, fact: CardGiven) -> State:
    giver, taker = state.players[fact.from_], state.players[fact.to]
    players = at_seat(state.players, fact.from_, replace(giver, hand=giver.hand.take(fact.card)))
    if fact.into == "hand":
        taker = replace(taker, hand=taker.hand.add((fact.card,)))
    else:
        taker = replace(taker, stack=taker.stack.add((fact.card,)), fresh=taker.fresh + 1)
    return replace(state, players=at_seat(players, fact.to, taker), turn=replace(state.turn, gift=None))


def _returned(state: State, fact: CardReturned) -> State:
    player = _off_board(state.players[fact.owner], (fact.card,))
    under = attachment(player, fact.card)
    if under is not None:
        older = len(player.stack) - player.fresh  # what comes back is not fresh (R66), and fresh cards lie last
        cards = player.stack.cards
        player = replace(_detached(player, fact.card), stack=Bag((*cards[:older], *under.cards, *cards[older:])))
    player = replace(player, hand=player.hand.add((_kind(fact.card),)))
    return replace(state, players=at_seat(state.players, fact.owner, player))


def _stack_added(state: State, fact: StackAdded) -> State:
    player = state.players[fact.seat]
    player = replace(
        player, hand=player.hand.take(fact.card), stack=player.stack.add((fact.card,)), fresh=player.fresh + 1
    )
    turn = _acted(replace(state.turn, stack_added=True))
    return replace(state, players=at_seat(state.players, fact.seat, player), turn=turn)


def _activated(state: State, fact: AttachmentsActive) -> State:
    players = state.players
    for seat in dict.fromkeys([host.seat for host in fact.hosts]):
        active = tuple([replace(item, active=True) for item in players[seat].attached])
        players = at_seat(players, seat, replace(players[seat], attached=active))
    return replace(state, players=players)


def _bought(state: State, fact: CardBought) -> State:
    if fact.card not in state.market:
        raise NotThereError(f"{fact.card} is not in the market")
    player = state.players[fact.seat]
    player = replace(player, hand=player.hand.add((_kind(fact.card),)))
    market = tuple([None if card == fact.card else card for card in state.market])
    turn = _acted(replace(state.turn, bought=True))
    return replace(state, players=at_seat(state.players, fact.seat, player), market=market, turn=turn)


def _market_filled(state: State, fact: MarketFilled) -> State:
    market = tuple([fact.card if place + 1 == fact.slot else card for place, card in enumerate(state.market)])
    deck = state.deck.draw((_kind(fact.card),))
    known = _known_below(state, 1)
    return replace(state, market=market, deck=deck, turn=_top_unseen(state.turn), known=known)


def _peeked(state: State, fact: DeckPeeked) -> State:
    known = state.deck.cards
    cards = [lying if card == HIDDEN else card for card, lying in zip(fact.cards, known, strict=False)]
    deck, told = Stack((*cards, *known[len(cards) :])), max(state.known, len(cards))
    return replace(state, deck=deck, turn=replace(state.turn, top_seen=True), known=told)


def _life_lost(state: State, fact: LifeLost) -> State:
    player = replace(state.players[fact.seat], lives=fact.left, comeback=True)
    return replace(state, players=at_seat(state.players, fact.seat, player))


def _taken(state: State, fact: CardTaken) -> State:
    player = state.players[fact.seat]
    player = replace(player, hand=player.hand.add((_kind(fact.card),)))
    players = at_seat(state.players, fact.seat, player)
    return replace(state, players=players, discard=state.discard.take(fact.card))


def _put_on_deck(state: State, fact: CardPutOnDeck) -> State:
    player = state.players[fact.seat]
    players = at_seat(state.players, fact.seat, replace(player, hand=player.hand.take(fact.card)))
    deck, known = state.deck.put((fact.card,)), state.known + 1
    return replace(state, players=players, deck=deck, turn=_top_unseen(state.turn), known=known)


def _reordered(state: State, fact: DeckReordered) -> State:
    deck = Stack((*fact.cards, *state.deck.cards[fact.count :]))
    return replace(state, deck=deck, turn=_top_unseen(state.turn), known=max(state.known, fact.count))


def _zeroed(state: State, fact: CostZeroed) -> State:
    free = (*state.turn.free, fact.shown, fact.gained)
    return replace(state, turn=replace(state.turn, free=free, free_value=BASE_VALUE[fact.shown]))


def _shown(state: State, fact: CardRevealed) -> State:
    """Everybody knows now that the hand holds the card; one that was just drawn lies last."""
    player = state.players[fact.seat]
    cards = player.hand.cards
    if fact.card in cards or HIDDEN not in cards:
        return state
    place = len(cards) - 1 if fact.drawn else cards.index(HIDDEN)
    hand = Bag((*cards[:place], fact.card, *cards[place + 1 :]))
    return replace(state, players=at_seat(state.players, fact.seat, replace(player, hand=hand)))


def _boosted(state: State, fact: SpadeBoosted) -> State:
    return replace(state, turn=replace(state.turn, boosted=fact.card, bound=True))


def _locked(state: State, fact: PlayLocked) -> State:
    return replace(state, turn=replace(state.turn, locked=True))


def _awaited(state: State, fact: Awaited[ChanicStep]) -> State:
    return replace(state, agenda=fact.agenda)


def _game_ended(state: State, fact: GameEnded) -> State:
    return replace(
        state,
        turn=replace(state.turn, phase="game_over", points=0, allowance=False),
        outcome=Outcome(places=fact.ranking, ended_by=fact.ended_by, reason=fact.reason),
    )


EVOLVE: Mapping[type[ChanicFact], Callable[[State, Any], State]] = {
    GameStarted: _unchanged,
    AbilitiesDealt: _dealt,
    AbilitiesKept: _kept,
    AbilitiesRevealed: _revealed,
    PresenceGained: _presence,
    DrawPhaseSkipped: _draw_skipped,
    PointsGained: _paid,
    AttachmentsDiscarded: _attachments_discarded,
    AllyUsed: _ally_used,
    CardGiven: _given,
    AbilityUsed: _ability_used,
    CardReturned: _returned,
    StackAdded: _stack_added,
    AttachmentsActive: _activated,
    CardBought: _bought,
    MarketFilled: _market_filled,
    DeckPeeked: _peeked,
    CardTaken: _taken,
    CardPutOnDeck: _put_on_deck,
    DeckReordered: _reordered,
    CostZeroed: _zeroed,
    SpadeBoosted: _boosted,
    PlayLocked: _locked,
    CardRevealed: _shown,
    HandChecked: _unchanged,
    CardCompared: _unchanged,
    DecisionOpened: _unchanged,
    DecisionMade: _unchanged,
    LifeLost: _life_lost,
    Awaited: _awaited,
    UnseenReordered: _new_order,
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
