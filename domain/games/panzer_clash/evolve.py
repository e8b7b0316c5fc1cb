"""How each fact changes the table, by its class; asks no rule and runs on redacted copies too.

Each function raises `NotThereError` if its fact takes something from where it does not lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.games.panzer_clash.cards import FACTORY, Card
from domain.games.panzer_clash.field import COLUMN, FIELD, ORDER, OWNER, PLACE
from domain.games.panzer_clash.messages import (
    AttackDeclared,
    CardSalvaged,
    CardsDiscarded,
    CardsDrawn,
    DeckChosen,
    DrawSkipped,
    EventDiscarded,
    EventPlayed,
    FactoryAllowanceRaised,
    FactoryDestroyed,
    FactoryPlayed,
    FirstPlayerChosen,
    GameCreated,
    GameEnded,
    HandKept,
    ItemCancelled,
    ItemFizzled,
    ItemResolved,
    ModifierDestroyed,
    ModifierPlaced,
    ModifierPlayed,
    MulliganTaken,
    PanzerFact,
    PermanentDestroyed,
    PhaseBegan,
    PhaseItemPut,
    Prefs,
    RangedAttackDeclared,
    ResponseOpened,
    ResponsePassed,
    ResponsePrefsSet,
    SupplyDamaged,
    SupplyShuffled,
    TerrainLaid,
    TerrainRevealed,
    TriggerDeclined,
    TriggerQueued,
    TriggerResolved,
    TriggerSkipped,
    TurnEffectsEnded,
    TurnEnded,
    TurnStarted,
    UnitBoosted,
    UnitDamaged,
    UnitDeployed,
    UnitDestroyed,
    UnitMoved,
    UnitPlayed,
    UnitReadied,
    UnitRepaired,
    UnitRepositioned,
    UnitsRefreshed,
    UnitStopped,
    WindowChanges,
)
from domain.games.panzer_clash.state import Item, Placed, Player, State, Trigger, Unit, changed_player
from domain.kernel.cards.reordering import reordered
from domain.kernel.cards.zones import Bag, Stack, unknown
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, UnseenReordered
from domain.kernel.ranking import ranked
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome


def evolve(state: State, fact: PanzerFact) -> State:
    """Return the state after a fact; asks no rule."""
    return EVOLVE[type(fact)](state, fact)


def _unit(state: State, unit_id: str) -> Unit:
    unit = state.units.get(unit_id)
    if unit is None:
        raise NotThereError(f"no unit in play is called {unit_id}")
    return unit


def _with_unit(state: State, unit: Unit) -> State:
    units = state.units.copy()
    units[unit.id] = unit
    return replace(state, units=units)


def _stacked(player: Player, space: str, **changes: Any) -> Player:
    """Return a player with one Industry space changed."""
    column = COLUMN.get(space)
    if column is None:
        raise NotThereError(f"{space} is no Industry space")
    stacks = player.stacks
    return replace(player, stacks=(*stacks[:column], replace(stacks[column], **changes), *stacks[column + 1 :]))


def _off_stack(player: Player, space: str, card: Card) -> Player:
    """Return a player whose event or modifier left its stack."""
    column = COLUMN.get(space)
    if column is None or player.stacks[column].card != card:
        raise NotThereError(f"{card} does not lie on {space}")
    return _stacked(player, space, card=None, subtype=None, active=False)


def _buried(player: Player, cards: tuple[Card, ...]) -> Player:
    """Return a player with these cards on the Junkyard, the last on top."""
    return replace(player, junkyard=(*reversed(cards), *player.junkyard))


def _dug_out(player: Player, card: Card) -> Player:
    """Return a player without the topmost copy of a card in the Junkyard."""
    junkyard = player.junkyard
    if card not in junkyard:
        raise NotThereError(f"{card} does not lie in the Junkyard")
    place = junkyard.index(card)
    return replace(player, junkyard=junkyard[:place] + junkyard[place + 1 :])


def _unchanged(state: State, fact: Any) -> State:
    return state


def _deck_chosen(state: State, fact: DeckChosen) -> State:
    player = replace(state.players[fact.seat], side=fact.side, deck=fact.cards)
    return replace(state, players=changed_player(state, fact.seat, player))


def _terrain_laid(state: State, fact: TerrainLaid) -> State:
    order = unknown(2 * len(FIELD)) if fact.order is None else fact.order
    return replace(state, laid=order[: len(FIELD)], aside=order[len(FIELD) :])


def _first_player(state: State, fact: FirstPlayerChosen) -> State:
    return replace(state, first=fact.seat, seat=fact.seat)


def _shuffled(state: State, fact: SupplyShuffled) -> State:
    order = unknown(fact.count) if fact.order is None else fact.order
    player = replace(state.players[fact.seat], supply=Stack(order), hand=Bag())
    return replace(state, players=changed_player(state, fact.seat, player))


def _new_order(state: State, fact: UnseenReordered) -> State:
    """The terrain of the field that lies face down, row by row, and then the terrain set aside are one pile."""
    if fact.seat is not None:
        player = state.players[fact.seat]
        player = replace(player, supply=Stack(reordered(player.supply.cards, fact)))
        return replace(state, players=changed_player(state, fact.seat, player))
    places = state.face_down
    cards = reordered(state.unseen_terrain, fact)
    laid = list(state.laid)
    for place, card in zip(places, cards, strict=False):
        laid[place] = card
    return replace(state, laid=tuple(laid), aside=cards[len(places) :])


def _drawn(state: State, fact: CardsDrawn) -> State:
    player = state.players[fact.seat]
    player = replace(player, supply=player.supply.draw(fact.cards), hand=player.hand.add(fact.cards))
    return replace(state, players=changed_player(state, fact.seat, player))


def _mulligan(state: State, fact: MulliganTaken) -> State:
    player = replace(state.players[fact.seat], mulligans=fact.number)
    return replace(state, players=changed_player(state, fact.seat, player))


def _turn_started(state: State, fact: TurnStarted) -> State:
    players = tuple([_asked_again(player) for player in state.players])
    return replace(state, turn=fact.turn, seat=fact.seat, phase=None, factories_left=1, players=players)


def _asked_again(player: Player) -> Player:
    """Return a player whose `pass_rest_of_turn` is over."""
    prefs = player.prefs
    if prefs is None or not prefs.pass_rest_of_turn:
        return player
    return replace(player, prefs=replace(prefs, pass_rest_of_turn=False))


def _event_discarded(state: State, fact: EventDiscarded) -> State:
    player = _buried(_off_stack(state.players[fact.seat], fact.space, fact.card), (fact.card,))
    return replace(state, players=changed_player(state, fact.seat, player))


def _modifier_placed(state: State, fact: ModifierPlaced) -> State:
    player = _off_stack(state.players[fact.seat], fact.from_, fact.card)
    return replace(
        state,
        players=changed_player(state, fact.seat, player),
        modifiers={**state.modifiers, fact.space: Placed(fact.card, fact.seat)},
    )


def _phase_began(state: State, fact: PhaseBegan) -> State:
    return replace(state, phase=fact.phase)


def _refreshed(state: State, fact: UnitsRefreshed) -> State:
    units = {
        key: replace(unit, fresh=False, spent=0, attacks_left=1, attacked=False) if unit.owner == fact.seat else unit
        for key, unit in state.units.items()
    }
    return replace(state, units=units)


def _put(state: State, item: Item, **changes: Any) -> State:
    return replace(state, chain=(*state.chain, item), items=item.id, **changes)


def _phase_item(state: State, fact: PhaseItemPut) -> State:
    return _put(state, Item(fact.item_id, fact.kind, fact.seat))


def _top(state: State, item_id: int) -> Item:
    if not state.chain or state.chain[-1].id != item_id:
        raise NotThereError(f"item {item_id} does not lie on top of the chain")
    return state.chain[-1]


def _item_resolved(state: State, fact: ItemResolved) -> State:
    item = _top(state, fact.item_id)
    state = replace(state, chain=state.chain[:-1], resolved=item)
    if item.subtype != "permanent" or item.card is None or item.space is None:
        return state
    player = _stacked(state.players[item.seat], item.space, active=True)
    permanents = sorted(
        [*state.permanents, (item.seat, item.space, item.card)], key=lambda permanent: ORDER[permanent[1]]
    )
    return replace(state, players=changed_player(state, item.seat, player), permanents=tuple(permanents))


def _item_fizzled(state: State, fact: ItemFizzled) -> State:
    _top(state, fact.item_id)
    return replace(state, chain=state.chain[:-1])


def _item_cancelled(state: State, fact: ItemCancelled) -> State:
    item = _top(state, fact.item_id)
    players = state.players
    if item.card is not None and item.space is not None:
        player = _buried(_off_stack(players[item.seat], item.space, item.card), (item.card,))
        players = changed_player(state, item.seat, player)
    return replace(state, chain=state.chain[:-1], players=players)


def _from_hand(player: Player, card: Card) -> Player:
    return replace(player, hand=player.hand.take(card))


def _factory_played(state: State, fact: FactoryPlayed) -> State:
    player = _stacked(_from_hand(state.players[fact.seat], FACTORY), fact.space, factories=fact.size)
    return replace(state, players=changed_player(state, fact.seat, player), factories_left=state.factories_left - 1)


def _arrived(state: State, player: Player, unit: Unit) -> State:
    """Return the state with a new unit, on an Industry space or on the field."""
    if unit.space in COLUMN:
        player = _stacked(player, unit.space, unit=unit.id)
    return replace(
        state,
        players=changed_player(state, unit.owner, player),
        units={**state.units, unit.id: unit},
        at={**state.at, unit.space: unit.id},
        unit_count=state.unit_count + 1,
    )


def _unit_played(state: State, fact: UnitPlayed) -> State:
    player = _from_hand(state.players[fact.seat], fact.card)
    return _arrived(state, player, Unit(fact.unit_id, fact.card, fact.seat, fact.space))


def _modifier_played(state: State, fact: ModifierPlayed) -> State:
    player = _stacked(_from_hand(state.players[fact.seat], fact.card), fact.space, card=fact.card)
    return replace(state, players=changed_player(state, fact.seat, player))


def _event_played(state: State, fact: EventPlayed) -> State:
    player = _from_hand(state.players[fact.seat], fact.card)
    player = _stacked(player, fact.space, card=fact.card, subtype=fact.subtype)
    item = Item(
        fact.item_id,
        "event",
        fact.seat,
        card=fact.card,
        space=fact.space,
        subtype=fact.subtype,
        targets=fact.targets,
    )
    return _put(state, item, players=changed_player(state, fact.seat, player))


def _unit_deployed(state: State, fact: UnitDeployed) -> State:
    player = _dug_out(state.players[fact.seat], fact.card)
    state = _arrived(state, player, Unit(fact.unit_id, fact.card, fact.seat, fact.space))
    done = state.carried_out
    if done is None or done.packet is None:
        raise NotThereError(f"no Junkyard-Trigger deploys {fact.card}")
    number = done.packet.number
    triggers = tuple(
        [
            replace(trigger, deployed=trigger.deployed + 1)
            if trigger.packet is not None and trigger.packet.number == number and trigger.card == fact.card
            else trigger
            for trigger in state.triggers
        ]
    )
    return replace(state, triggers=triggers)


def _terrain_revealed(state: State, fact: TerrainRevealed) -> State:
    place = PLACE.get(fact.space)
    if place is None or fact.space in state.face_up or state.laid[place] not in (HIDDEN, fact.terrain):
        raise NotThereError(f"{fact.terrain} does not lie face down on {fact.space}")
    laid = (*state.laid[:place], fact.terrain, *state.laid[place + 1 :])
    return replace(state, laid=laid, face_up={**state.face_up, fact.space: fact.terrain})


def _moved_to(state: State, unit: Unit, to: str, **changes: Any) -> State:
    """Return the state with a unit elsewhere; one that passes over another is not found by that space."""
    units, at = state.units.copy(), state.at.copy()
    if at.get(unit.space) == unit.id:
        del at[unit.space]
    at.setdefault(to, unit.id)
    units[unit.id] = replace(unit, space=to, **changes)
    if unit.space not in COLUMN:
        return replace(state, units=units, at=at)
    player = _stacked(state.players[unit.owner], unit.space, unit=None)
    return replace(state, units=units, at=at, players=changed_player(state, unit.owner, player))


def _unit_moved(state: State, fact: UnitMoved) -> State:
    return _moved_to(state, _unit(state, fact.unit_id), fact.to, spent=fact.spent)


def _unit_repositioned(state: State, fact: UnitRepositioned) -> State:
    return _moved_to(state, _unit(state, fact.unit_id), fact.to)


def _unit_stopped(state: State, fact: UnitStopped) -> State:
    return _with_unit(state, replace(_unit(state, fact.unit_id), stopped=True))


def _declared(state: State, fact: AttackDeclared | RangedAttackDeclared) -> State:
    unit = _unit(state, fact.unit_id)
    state = _with_unit(state, replace(unit, attacks_left=unit.attacks_left - 1, attacked=True))
    kind: Any = "attack" if type(fact) is AttackDeclared else "ranged"
    return _put(state, Item(fact.item_id, kind, fact.seat, unit=fact.unit_id, target=fact.target))


def _unit_damaged(state: State, fact: UnitDamaged) -> State:
    unit = _unit(state, fact.unit_id)
    return _with_unit(state, replace(unit, damage=unit.damage + fact.amount))


def _unit_destroyed(state: State, fact: UnitDestroyed) -> State:
    unit = _unit(state, fact.unit_id)
    units, at = state.units.copy(), state.at.copy()
    del units[unit.id]
    if at.get(unit.space) == unit.id:
        del at[unit.space]
    player = _buried(state.players[unit.owner], (unit.card,))
    if unit.space in COLUMN:
        player = _stacked(player, unit.space, unit=None)
    return replace(state, units=units, at=at, players=changed_player(state, unit.owner, player))


def _unit_repaired(state: State, fact: UnitRepaired) -> State:
    unit = _unit(state, fact.unit_id)
    return _with_unit(state, replace(unit, damage=unit.damage - fact.amount))


def _unit_boosted(state: State, fact: UnitBoosted) -> State:
    unit = _unit(state, fact.unit_id)
    return _with_unit(state, replace(unit, attack=unit.attack + fact.attack, movement=unit.movement + fact.movement))


def _unit_readied(state: State, fact: UnitReadied) -> State:
    unit = _unit(state, fact.unit_id)
    return _with_unit(state, replace(unit, attacks_left=unit.attacks_left + 1))


def _supply_damaged(state: State, fact: SupplyDamaged) -> State:
    player = state.players[fact.seat]
    player = replace(_buried(player, fact.discarded), supply=player.supply.draw(fact.discarded))
    return replace(state, players=changed_player(state, fact.seat, player), packets=state.packets + 1)


def _factory_destroyed(state: State, fact: FactoryDestroyed) -> State:
    seat = _owner(fact.space)
    player = _buried(_stacked(state.players[seat], fact.space, factories=fact.left), (FACTORY,))
    return replace(state, players=changed_player(state, seat, player))


def _owner(space: str) -> Seat:
    seat = OWNER.get(space)
    if seat is None:
        raise NotThereError(f"{space} is no Industry space")
    return seat


def _permanent_destroyed(state: State, fact: PermanentDestroyed) -> State:
    gone = (fact.seat, fact.space, fact.card)
    player = _buried(_off_stack(state.players[fact.seat], fact.space, fact.card), (fact.card,))
    return replace(
        state,
        players=changed_player(state, fact.seat, player),
        permanents=tuple([permanent for permanent in state.permanents if permanent != gone]),
    )


def _modifier_destroyed(state: State, fact: ModifierDestroyed) -> State:
    modifiers = state.modifiers.copy()
    if modifiers.pop(fact.space, None) != Placed(fact.card, fact.seat):
        raise NotThereError(f"{fact.card} does not lie on {fact.space}")
    player = _buried(state.players[fact.seat], (fact.card,))
    return replace(state, players=changed_player(state, fact.seat, player), modifiers=modifiers)


def _trigger_queued(state: State, fact: TriggerQueued) -> State:
    trigger = Trigger(
        fact.trigger_id,
        fact.batch,
        fact.seat,
        fact.card,
        fact.ability,
        fact.when,
        unit=fact.unit_id,
        space=fact.space,
        packet=fact.packet,
    )
    return replace(
        state, triggers=(*state.triggers, trigger), trigger_count=state.trigger_count + 1, batches=fact.batch
    )


def _without(state: State, trigger_id: str) -> tuple[Trigger, tuple[Trigger, ...]]:
    for place, trigger in enumerate(state.triggers):
        if trigger.id == trigger_id:
            return trigger, state.triggers[:place] + state.triggers[place + 1 :]
    raise NotThereError(f"no waiting trigger is called {trigger_id}")


def _trigger_gone(state: State, fact: TriggerSkipped | TriggerDeclined) -> State:
    return replace(state, triggers=_without(state, fact.trigger_id)[1])


def _trigger_resolved(state: State, fact: TriggerResolved) -> State:
    trigger, left = _without(state, fact.trigger_id)
    return replace(state, triggers=left, carried_out=replace(trigger, targets=fact.targets))


def _allowance(state: State, fact: FactoryAllowanceRaised) -> State:
    return replace(state, factories_left=fact.left)


def _discarded(state: State, fact: CardsDiscarded) -> State:
    player = state.players[fact.seat]
    player = _buried(replace(player, hand=player.hand.take_all(fact.cards)), fact.cards)
    return replace(state, players=changed_player(state, fact.seat, player))


def _salvaged(state: State, fact: CardSalvaged) -> State:
    player = _dug_out(state.players[fact.seat], fact.card)
    player = replace(player, hand=player.hand.add((fact.card,)))
    return replace(state, players=changed_player(state, fact.seat, player))


def _effects_ended(state: State, fact: TurnEffectsEnded) -> State:
    ended = {
        key: replace(unit, stopped=False, attack=0, movement=0)
        for key, unit in state.units.items()
        if unit.stopped or unit.attack or unit.movement
    }
    return replace(state, units=state.units | ended) if ended else state


def _turn_ended(state: State, fact: TurnEnded) -> State:
    return replace(state, phase=None)


def _prefs_set(state: State, fact: ResponsePrefsSet) -> State:
    player = state.players[fact.seat]
    change, prefs = fact.prefs, player.prefs
    if change is None or prefs is None:
        prefs = None
    else:
        said = {kind: getattr(change.windows, kind) for kind in WindowChanges.__struct_fields__}
        windows = replace(prefs.windows, **{kind: asks for kind, asks in said.items() if asks is not UNSET})
        prefs = Prefs(windows, change.pass_rest_of_turn)
    return replace(state, players=changed_player(state, fact.seat, replace(player, prefs=prefs)))


def _game_ended(state: State, fact: GameEnded) -> State:
    places = ranked([(fact.winner,), (1 - fact.winner,)])
    outcome = Outcome(places=places, ended_by=fact.ended_by, reason=fact.reason)
    return replace(state, outcome=outcome, chain=(), triggers=())


def _awaited(state: State, fact: Awaited[Any]) -> State:
    return replace(state, agenda=fact.agenda)


EVOLVE: Mapping[type[PanzerFact], Callable[[State, Any], State]] = {
    GameCreated: _unchanged,
    DeckChosen: _deck_chosen,
    TerrainLaid: _terrain_laid,
    FirstPlayerChosen: _first_player,
    SupplyShuffled: _shuffled,
    CardsDrawn: _drawn,
    MulliganTaken: _mulligan,
    HandKept: _unchanged,
    TurnStarted: _turn_started,
    EventDiscarded: _event_discarded,
    ModifierPlaced: _modifier_placed,
    PhaseBegan: _phase_began,
    DrawSkipped: _unchanged,
    UnitsRefreshed: _refreshed,
    PhaseItemPut: _phase_item,
    ResponseOpened: _unchanged,
    ResponsePassed: _unchanged,
    ItemResolved: _item_resolved,
    ItemFizzled: _item_fizzled,
    ItemCancelled: _item_cancelled,
    FactoryPlayed: _factory_played,
    UnitPlayed: _unit_played,
    ModifierPlayed: _modifier_played,
    EventPlayed: _event_played,
    UnitDeployed: _unit_deployed,
    TerrainRevealed: _terrain_revealed,
    UnitMoved: _unit_moved,
    UnitStopped: _unit_stopped,
    AttackDeclared: _declared,
    RangedAttackDeclared: _declared,
    UnitDamaged: _unit_damaged,
    UnitDestroyed: _unit_destroyed,
    UnitRepaired: _unit_repaired,
    UnitBoosted: _unit_boosted,
    UnitReadied: _unit_readied,
    UnitRepositioned: _unit_repositioned,
    SupplyDamaged: _supply_damaged,
    FactoryDestroyed: _factory_destroyed,
    PermanentDestroyed: _permanent_destroyed,
    ModifierDestroyed: _modifier_destroyed,
    TriggerQueued: _trigger_queued,
    TriggerSkipped: _trigger_gone,
    TriggerResolved: _trigger_resolved,
    TriggerDeclined: _trigger_gone,
    FactoryAllowanceRaised: _allowance,
    CardsDiscarded: _discarded,
    CardSalvaged: _salvaged,
    TurnEffectsEnded: _effects_ended,
    TurnEnded: _turn_ended,
    ResponsePrefsSet: _prefs_set,
    GameEnded: _game_ended,
    Awaited: _awaited,
    UnseenReordered: _new_order,
}
