"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import msgspec

from domain.games.panzer_clash import chain, decide, effects, moving, offers, refuse, setup, turns, view
from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.refusals import no
from domain.games.panzer_clash.rules import RULES, PanzerClash
from domain.games.panzer_clash.state import Player, State, Unit
from domain.games.panzer_clash.vocabulary import DiscardHand
from domain.kernel.seats import Seat
from tests.laws.plants import Plant

DEEP = 3  # items of a chain

Patch = Callable[[], AbstractContextManager[Any]]

_honest_window = chain.open_window
_honest_respond = chain.may_respond
_honest_paths = moving.paths
_honest_menu = offers.menu
_honest_player = view._player
_honest_mulligan = setup.mulligan


def _performing(step: type[Any], instead: Callable[..., None]) -> Patch:
    return lambda: patch.dict(decide.PERFORM, {step: instead})


def _window_only_with_flash(draft: Any, step: Any) -> None:
    """Ask the responder only if it holds an event for it (R44)."""
    top = draft.state.chain[-1:]
    cards = draft.state.pool.cards
    if top and not any(cards[card].subtype == "flash" for card in draft.state.players[1 - top[0].seat].hand):
        chain.resolve_top(draft, said.ResolveTop())
    else:
        _honest_window(draft, step)


def _deep_window_only_with_flash(draft: Any, step: Any) -> None:
    """Ask the responder of the third item of a chain, or a later one, only if it holds an event for it (R44)."""
    if len(draft.state.chain) < DEEP:
        _honest_window(draft, step)
    else:
        _window_only_with_flash(draft, step)


def _asked_about_playable(player: Player) -> bool:
    """Ask only a seat whose hand has something besides Factories."""
    return _honest_respond(player) and any(card != "factory" for card in player.hand)


def _preference_decides(draft: Any, step: Any) -> None:
    """Pass by preference in the entry of the other seat, without an entry of its own."""
    top = draft.state.chain[-1:]
    if top:
        prefs = draft.state.players[1 - top[0].seat].prefs
        if prefs is not None and not getattr(prefs.windows, top[0].kind):
            chain.resolve_top(draft, said.ResolveTop())
            return
    _honest_window(draft, step)


def _discard_without_question(draft: Any, source: Any, word: Any, choice: Any) -> None:
    """Discard by itself when all cards of the hand are alike: answers counted by kinds."""
    seat = 1 - source.seat
    hand = draft.state.players[seat].hand
    if len(set(hand)) == 1 or len(hand) <= word.count:
        cards = tuple(sorted(hand)[: word.count])
        if cards:
            draft.emit(said.CardsDiscarded(seat=seat, cards=cards, reason="effect", by="seat"))
    else:
        draft.push(said.PickCards(seat=seat, why="discard_hand", n=word.count))


def _limit_by_kinds(draft: Any, step: Any) -> None:
    """Ask for as many discards as there are different cards too many."""
    hand = draft.state.players[step.seat].hand
    draft.push(said.EndTurn(seat=step.seat))
    beyond = len(set(hand)) - 4
    if beyond > 0:
        draft.push(said.PickCards(seat=step.seat, why="hand_limit", n=beyond))


def _equal_cards_discarded(draft: Any, step: Any) -> None:
    """Discard down to the limit without a question where all cards are equal."""
    hand = draft.state.players[step.seat].hand.cards
    beyond = len(hand) - turns.HAND_LIMIT
    if beyond > 0 and len(set(hand)) == 1:
        draft.push(said.EndTurn(seat=step.seat))
        draft.emit(said.CardsDiscarded(seat=step.seat, cards=hand[:beyond], reason="hand_limit", by="rule"))
    else:
        turns.hand_limit(draft, step)


def _menu_knows_the_supply(state: State, seat: Seat) -> Any:
    """Leave the end of Main out when a Factory lies on top of the own Supply."""
    parts = _honest_menu(state, seat)
    top = state.players[seat].supply.cards[:1]
    return parts[::-1] if top == ("factory",) else parts


def _paths_know_terrain(state: State, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Offer no way onto plains, face down or up."""
    for path in _honest_paths(state, unit):
        if state.laid_on(path[-1]) != "ter_plains":
            yield path


def _preferences_in_the_view(player: Player, seat: Seat, viewer: Any) -> view.PlayerView:
    return msgspec.structs.replace(_honest_player(player, seat, viewer), prefs=player.prefs)


def _deck_in_the_view(player: Player, seat: Seat, viewer: Any) -> view.PlayerView:
    """Show everybody how many Factories a deck has."""
    shown = _honest_player(player, seat, viewer)
    factories = None if player.deck is None else {"factory": player.deck.get("factory", 0)}
    return msgspec.structs.replace(shown, deck=factories)


def _hidden_order_of_a_mulligan(draft: Any, seat: Seat) -> None:
    """Give one card less to a hand without Factories."""
    poor = "factory" not in draft.state.players[seat].hand
    _honest_mulligan(draft, seat)
    if poor and len(draft.state.players[seat].hand) > 1:
        draft.emit(said.CardsDrawn(seat=seat, reason="mulligan", cards=draft.state.players[seat].supply.cards[:1]))


def _eight_without_an_event(state: State, seat: Seat, command: Any) -> Any:
    """Refuse a mulligan to a hand that has a flash event."""
    cards = state.pool.cards
    if any(card in cards and cards[card].subtype == "flash" for card in state.players[1 - seat].hand):
        return no("mulligan_limit")
    return None


LEAKS = (
    Plant(
        "a window only for who holds a flash event",
        RULES,
        patched=_performing(said.Chain, _window_only_with_flash),
    ),
    Plant(
        "a window only for who holds a flash event, in a chain of three",
        RULES,
        patched=_performing(said.Chain, _deep_window_only_with_flash),
        deal="Flash events that always work: chains of three",
    ),
    Plant(
        "a window only for who holds more than Factories",
        RULES,
        patched=lambda: patch.object(chain, "may_respond", _asked_about_playable),
    ),
    Plant("a preference that decides", RULES, patched=_performing(said.Chain, _preference_decides)),
    Plant(
        "a discard without a question",
        RULES,
        patched=lambda: patch.dict(effects.RUN, {DiscardHand: _discard_without_question}),
    ),
    Plant("a hand limit that counts kinds", RULES, patched=_performing(said.HandLimit, _limit_by_kinds)),
    Plant(
        "a hand limit without a question where all cards are equal",
        RULES,
        patched=_performing(said.HandLimit, _equal_cards_discarded),
        deal="Factories first: hands of equal cards at their limit",
    ),
    Plant(
        "a menu that knows the Supply",
        RULES,
        patched=lambda: patch.object(PanzerClash, "menu", staticmethod(_menu_knows_the_supply)),
    ),
    Plant(
        "a move that knows face-down terrain",
        RULES,
        patched=lambda: patch.object(offers, "paths", _paths_know_terrain),
    ),
    Plant(
        "preferences in the view",
        RULES,
        patched=lambda: patch.object(view, "_player", _preferences_in_the_view),
    ),
    Plant(
        "a part of the deck list in the view",
        RULES,
        patched=lambda: patch.object(view, "_player", _deck_in_the_view),
    ),
    Plant(
        "a mulligan whose size the old hand decides",
        RULES,
        patched=lambda: patch.object(setup, "mulligan", _hidden_order_of_a_mulligan),
    ),
    Plant(
        "a refusal that knows the other hand",
        RULES,
        patched=lambda: patch.dict(
            refuse.REFUSE[said.DecideMulligan],
            {said.Mulligan: _eight_without_an_event},
        ),
    ),
)

# The side of a deck lies open, what is in it does not
FORCED = frozenset({("choose_deck", "deck_chosen.side")})


def with_preferences(state: State, of: State) -> State:
    """Return a state with the preferences of another: of these, and of what lies open, answers are prepared."""
    players = zip(state.players, of.players, strict=True)
    return msgspec.structs.replace(
        state, players=tuple([msgspec.structs.replace(player, prefs=other.prefs) for player, other in players])
    )
