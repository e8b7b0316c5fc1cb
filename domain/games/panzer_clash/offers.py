"""What the awaited seat may do, as lazy offers by card and by unit, and the form in which a command is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.games.panzer_clash import triggers, values
from domain.games.panzer_clash.cards import SIDES
from domain.games.panzer_clash.effects import salvageable
from domain.games.panzer_clash.field import ADJACENT, BACK_LINE, COLUMN, INDUSTRY, ORDER
from domain.games.panzer_clash.given import Given, asked, fields
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    Choice,
    ChooseCards,
    ChooseDeck,
    ChooseDecks,
    DecideMulligan,
    Main,
    OrderTriggers,
    PanzerCommand,
    PassResponse,
    PickCards,
    PlaceModifiers,
    PlayEvent,
    ResolveTrigger,
    Respond,
)
from domain.games.panzer_clash.modifiers import placeable, waiting
from domain.games.panzer_clash.moving import paths
from domain.games.panzer_clash.refuse import MOST_MULLIGANS, pointless, shootable
from domain.games.panzer_clash.state import State, Unit, question
from domain.games.panzer_clash.view import to_act
from domain.kernel.offers import Domain, Free, Offer, OneOf, Part, Subset
from domain.kernel.seats import Seat

_END_MAIN = Offer("end_main")
_PASS = Offer("pass_response")
_KEEP = Offer("keep_hand")
_MULLIGAN = Offer("mulligan")
_DECLINE = Offer("decline_trigger")
_CARDS = Free(
    {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}, "description": "id -> copies"}
)


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the lazy parts of what a seat may do."""
    if seat not in to_act(state):
        return ()
    step = state.agenda[-1]
    return MENU[type(step)](state, seat, step)


def _decks(state: State, seat: Seat, step: ChooseDecks) -> tuple[Part, ...]:
    taken = state.players[1 - seat].side if state.options.opposing_sides else None
    return (partial(_ready_decks, state, taken), partial(_own_deck, taken))


def _own_deck(taken: str | None) -> Offer:
    sides = [side for side in dict.fromkeys(SIDES.values()) if side != taken]
    return Offer("choose_deck", {"side": OneOf(tuple(sides)), "cards": _CARDS}, "a deck of your own")


def _ready_decks(state: State, taken: str | None) -> Offer | None:
    size = state.options.deck_size
    decks = [deck.id for deck in state.pool.decks.values() if deck.size == size and deck.side != taken]
    return Offer("choose_deck", {"deck_id": OneOf(tuple(decks))}) if decks else None


def _mulligan(state: State, seat: Seat, step: DecideMulligan) -> tuple[Part, ...]:
    again = state.players[seat].mulligans < MOST_MULLIGANS
    return (lambda: _KEEP, lambda: _MULLIGAN if again else None)


def _placements(state: State, seat: Seat, step: PlaceModifiers) -> tuple[Part, ...]:
    offer = {"from": OneOf(waiting(state, seat)), "space": OneOf(placeable(state, seat))}
    return (lambda: Offer("place_modifier", {**offer}),)


def _main(state: State, seat: Seat, step: Main) -> tuple[Part, ...]:
    """Return one part for the end, for Factories, for units, for modifiers, for each event, and three for each unit."""
    cards = state.pool.cards
    hand: dict[str, list[str]] = {"factory": [], "unit": [], "modifier": [], "event": []}
    for card in dict.fromkeys(state.players[seat].hand.cards):
        hand[cards[card].card_type].append(card)
    parts: list[Part] = [_end_main]
    if state.factories_left and hand["factory"]:
        parts.append(partial(_factory, state, seat))
    free = _free_stacks(state, seat)
    if free:
        if hand["unit"]:
            parts.append(partial(_cards, state, seat, "play_unit", hand["unit"], free))
        if hand["modifier"]:
            parts.append(partial(_cards, state, seat, "play_modifier", hand["modifier"], free))
        if hand["event"]:
            parts += _events(state, seat, hand["event"], free)
    for unit in state.units.values():
        if unit.owner == seat and not unit.fresh:
            parts += _unit(state, unit)
    return tuple(parts)


def _end_main() -> Offer:
    return _END_MAIN


def _factory(state: State, seat: Seat) -> Offer:
    stacks = zip(INDUSTRY[seat], state.players[seat].stacks, strict=True)
    spaces = [space for space, stack in stacks if stack.factories or (stack.unit is None and stack.card is None)]
    return Offer("play_factory", {"space": OneOf(tuple(spaces))})


def _free_stacks(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the own stacks with nothing on them."""
    stacks = zip(INDUSTRY[seat], state.players[seat].stacks, strict=True)
    return tuple([space for space, stack in stacks if stack.factories and stack.unit is None and stack.card is None])


def _powered(state: State, seat: Seat, card: str, free: tuple[str, ...]) -> tuple[str, ...]:
    """Return the free stacks that are large enough for a card."""
    kind, stacks = state.pool.cards[card], state.players[seat].stacks
    needed = kind.cost - values.power(state, seat, 0, kind)  # Factories
    return tuple([space for space in free if stacks[COLUMN[space]].factories >= needed])


def _cards(state: State, seat: Seat, command: str, cards: list[str], free: tuple[str, ...]) -> Offer | None:
    spaces = {card: _powered(state, seat, card, free) for card in cards}
    playable = tuple([card for card in cards if spaces[card]])
    if not playable:
        return None
    union = tuple([space for space in free if any(space in spaces[card] for card in playable)])
    return Offer(command, {"card": OneOf(playable), "space": OneOf(union)})


def _events(state: State, seat: Seat, hand: list[str], free: tuple[str, ...]) -> list[Part]:
    """Return the parts for each event of a hand, one for each way to combine its targets."""
    parts: list[Part] = []
    for card in hand:
        kind = state.pool.cards[card]
        spaces = _powered(state, seat, card, free)
        if not spaces or (kind.subtype != "flash" and state.chain):
            continue
        wanted = asked(state, seat, kind, kind.at.get("resolve", ()))
        if pointless(state, seat, kind, wanted) is None:
            parts += _targeted("play_event", {"card": OneOf((card,)), "space": OneOf(spaces)}, wanted)
    return parts


def _targeted(command: str, fixed: Mapping[str, Domain], wanted: tuple[Given, ...]) -> list[Part]:
    return [partial(Offer, command, {**fixed, **chosen}) for chosen in fields(wanted)]


def _unit(state: State, unit: Unit) -> list[Part]:
    """Return what a unit may do: move, attack, shoot."""
    parts: list[Part] = [] if unit.stopped else [partial(_moves, state, unit)]
    if unit.attacks_left and unit.space not in COLUMN:
        parts.append(partial(_attacks, state, unit))
        if unit.space in BACK_LINE[1 - unit.owner]:
            parts.append(partial(_raid, unit))
        if state.pool.cards[unit.card].ranged_attack:
            parts.append(partial(_shots, state, unit))
    return parts


def _moves(state: State, unit: Unit) -> Offer | None:
    ways = tuple(paths(state, unit))
    return Offer("move_unit", {"unit_id": OneOf((unit.id,)), "path": OneOf(ways)}) if ways else None


def _attacks(state: State, unit: Unit) -> Offer | None:
    at, units = state.at, state.units
    near = tuple([at[space] for space in ADJACENT[unit.space] if space in at])
    enemies = tuple([other for other in near if units[other].owner != unit.owner])
    return Offer("attack_unit", {"unit_id": OneOf((unit.id,)), "target_id": OneOf(enemies)}) if enemies else None


def _raid(unit: Unit) -> Offer:
    return Offer("attack_supply", {"unit_id": OneOf((unit.id,))})


def _shots(state: State, unit: Unit) -> Offer | None:
    if not values.may_shoot(state, unit):
        return None
    return Offer("ranged_attack", {"unit_id": OneOf((unit.id,)), "target": OneOf((*shootable(state, unit), 0, 1))})


def _responses(state: State, seat: Seat, step: Respond) -> tuple[Part, ...]:
    cards = state.pool.cards
    hand = [card for card in dict.fromkeys(state.players[seat].hand.cards) if cards[card].subtype == "flash"]
    return (_pass, *_events(state, seat, hand, _free_stacks(state, seat)))


def _pass() -> Offer:
    return _PASS


def _orders(state: State, seat: Seat, step: OrderTriggers) -> tuple[Part, ...]:
    ids = tuple([trigger.id for trigger in triggers.first_batch(state)])
    return (lambda: Offer("choose_next_trigger", {"trigger_id": OneOf(ids)}),)


def _trigger(state: State, seat: Seat, step: AnswerTrigger) -> tuple[Part, ...]:
    trigger = triggers.trigger_of(state, step.trigger_id)
    parts: list[Part] = [lambda: _DECLINE] if triggers.is_optional(state, trigger) else []
    if triggers.deploys(state, trigger):
        spaces = triggers.deploy_spaces(state, seat)
        parts.append(lambda: Offer("resolve_trigger", {"space": OneOf(spaces)}))
    else:
        parts += _targeted("resolve_trigger", {}, triggers.wanted(state, trigger))
    return tuple(parts)


def _picks(state: State, seat: Seat, step: PickCards) -> tuple[Part, ...]:
    cards = (
        salvageable(state, seat, step.types) if step.why == "salvage" else tuple(sorted(state.players[seat].hand.cards))
    )
    return (lambda: Offer("choose_cards", {"cards": Subset(cards, step.n, step.n)}),)


MENU: Mapping[type[Any], Callable[[State, Seat, Any], tuple[Part, ...]]] = {
    ChooseDecks: _decks,
    DecideMulligan: _mulligan,
    PlaceModifiers: _placements,
    Main: _main,
    Respond: _responses,
    OrderTriggers: _orders,
    AnswerTrigger: _trigger,
    PickCards: _picks,
}


def prepared_answer(state: State, seat: Seat) -> PassResponse | None:
    """Pass a window if the seat's preferences say so; they know the kind of window and nothing else; source: 5.6."""
    step = question(state)
    if not isinstance(step, Respond) or step.seat != seat or state.outcome is not None:
        return None
    prefs = state.players[seat].prefs
    if prefs is None or not (prefs.pass_rest_of_turn or not getattr(prefs.windows, state.chain[-1].kind)):
        return None
    return PassResponse()


def normal(state: State, command: PanzerCommand) -> PanzerCommand:
    """Return the stored form: sets in the order of their list, a deck by card id; a free order would say something."""
    form = NORMAL.get(type(command))
    return command if form is None else form(command)


def _choose_deck(command: ChooseDeck) -> ChooseDeck:
    if command.cards is UNSET:
        return ChooseDeck(deck_id=command.deck_id)
    return ChooseDeck(cards=dict(sorted(command.cards.items())), side=command.side)


def _choose_cards(command: ChooseCards) -> ChooseCards:
    return ChooseCards(cards=tuple(sorted(command.cards)))


def _with_targets(command: PlayEvent | ResolveTrigger) -> PanzerCommand:
    if not command.targets:
        return command
    return replace(command, targets=tuple([_sorted(choice) for choice in command.targets]))


def _sorted(choice: Choice) -> Choice:
    if choice.spaces is UNSET:
        return choice
    return replace(choice, spaces=tuple(sorted(choice.spaces, key=lambda space: ORDER.get(space, 0))))


NORMAL: Mapping[type[PanzerCommand], Callable[[Any], PanzerCommand]] = {
    ChooseDeck: _choose_deck,
    ChooseCards: _choose_cards,
    PlayEvent: _with_targets,
    ResolveTrigger: _with_targets,
}
