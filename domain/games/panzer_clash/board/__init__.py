"""The table as a neutral picture, laid out as section 12 of the specification says."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panzer_clash.board.hand import card_picture, hand_zone, junkyard_zone
from domain.games.panzer_clash.board.looks import COSTUME, text_look
from domain.games.panzer_clash.board.map import Side, deadly_steps, map_zone
from domain.games.panzer_clash.messages import AnswerTrigger, ChooseDeck, Phase, PickCards, Prefs, Respond, Windows
from domain.games.panzer_clash.naming import SIDE_NAMES, effect_named, item_named, unit_called
from domain.games.panzer_clash.narrate.turns import WON, windows_asked
from domain.games.panzer_clash.state import Trigger
from domain.games.panzer_clash.view import PlayerView, View
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.look import Mark
from domain.kernel.display.words import Words
from domain.kernel.game import DecisionKind
from domain.kernel.refusals import May
from domain.kernel.seats import Seat

__all__ = ["COSTUME", "picture"]

_PHASE: Mapping[Phase | None, str] = {
    None: "Standby",
    "draw": "Draw phase",
    "main": "Main phase",
    "end": "End phase",
}
_ASKED: Mapping[DecisionKind, str] = {
    "deck_selection": "Choose a deck.",
    "mulligan": "Keep your hand, or take a mulligan.",
    "modifier_placement": "Put a waiting modifier on the field.",
    "main": "Your turn: play cards, move and attack, or end the Main phase.",
    "trigger_order": "Several effects come at once: choose which is next.",
}
_AWAITED: Mapping[DecisionKind, str] = {
    "deck_selection": "Waiting for {seats}: decks are chosen.",
    "mulligan": "Waiting for {seats}: keep the hand or take a mulligan.",
    "modifier_placement": "Waiting for {seats}: a modifier is placed.",
    "main": "Waiting for {seats}: Main phase.",
    "response": "Waiting for {seats}: a response is possible.",
    "trigger_order": "Waiting for {seats}: the order of effects.",
    "trigger_choice": "Waiting for {seats}: an effect.",
    "card_choice": "Waiting for {seats}: a choice of cards.",
    "hand_limit": "Waiting for {seats}: too many cards in hand.",
}


EVERY_WINDOW = Windows(attack=True, ranged=True, event=True, main_start=True, main_end=True)


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: the opponent above, the map, the viewer's own side below.

    A viewer who holds no seat, or several, looks from the side of the first seat that is held, or of seat 0. `may` says
    what the awaited viewer can do; without it nothing is lit.
    """
    words = words.at_table(view.pool.cards, words.before)
    held = [player.seat for player in view.players if player.hand is not None]
    near = held[0] if held else 0
    own = len(held) == 1
    asked = may if own and near in view.awaited else None
    side = Side(view, near, asked)
    return Picture(
        headline=words.say("Panzer Clash, turn {turn}", turn=view.turn),
        banner=_banner(side, words),
        panels=(
            _player(side, view.players[1 - near], words, own=False),
            _centre(side, words),
            _player(side, view.players[near], words, own=own),
        ),
        prompt=_prompt(view, words, near if own else None),
    )


def _banner(side: Side, words: Words) -> tuple[str, ...]:
    view = side.view
    if view.outcome is not None:
        (winner,) = view.outcome.winners
        text = WON[view.outcome.reason]
        return (words.say(text, winner=words.seat(winner), loser=words.seat(1 - winner)),)
    if side.may is None or view.awaited.get(side.near) != "main":
        return ()
    return tuple(
        [
            words.say(
                "{unit} would not survive a step to {spaces}: its cover keeps it alive.",
                unit=unit_called(unit.id, unit.card, words),
                spaces=words.row(spaces),
            )
            for unit, spaces in deadly_steps(side)
        ]
    )


def _prompt(view: View, words: Words, own: Seat | None) -> str | None:
    if view.outcome is not None or not view.awaited or _answered(view):  # in the middle of an entry nobody is awaited
        return None
    if own is None or own not in view.awaited:
        kind = next(iter(view.awaited.values()))
        return words.say(_AWAITED[kind], seats=words.listed([words.seat(seat) for seat in view.awaited]))
    step, kind = view.question, view.awaited[own]
    if isinstance(step, Respond):
        item = next(item for item in view.chain if item.id == step.item_id)
        return words.say("Respond to {item}: play a Flash event, or pass.", item=item_named(item, words, view))
    if isinstance(step, AnswerTrigger):
        effect = effect_named(_trigger(view, step.trigger_id), words)
        return words.say("Use {effect}, or decline if it allows that.", effect=effect)
    if isinstance(step, PickCards):
        return _pick(step, words)
    return words.say(_ASKED[kind])


def _answered(view: View) -> bool:
    """Say whether what was asked about lies on the table no longer: in the middle of an entry."""
    step = view.question
    if isinstance(step, Respond):
        return all(item.id != step.item_id for item in view.chain)
    return isinstance(step, AnswerTrigger) and all(trigger.id != step.trigger_id for trigger in view.triggers)


def _trigger(view: View, trigger_id: str) -> Trigger:
    return next(trigger for trigger in view.triggers if trigger.id == trigger_id)


def _pick(step: PickCards, words: Words) -> str:
    if step.why == "salvage":
        return words.say("Choose a unit of your Junkyard to take back to your hand.")
    return words.count("Discard one card of your hand.", "Discard {n} cards of your hand.", step.n)


def _centre(side: Side, words: Words) -> Panel:
    view = side.view
    badges = []
    if view.turn and view.outcome is None:
        badges.append(Badge(words.say("{seat} is active", seat=words.seat(view.seat)), "turn"))
        badges.append(Badge(words.say(_PHASE[view.phase])))
        if view.phase == "main" and view.factories_left:
            playable = words.count("a Factory may be played", "{n} Factories may be played", view.factories_left)
            badges.append(Badge(playable, "good"))
    zones = [map_zone(side, words)] if view.first is not None else []
    if "deck_selection" in view.awaited.values():
        zones.append(_decks(side, words))
    if view.chain:
        items = [_waiting(item_named(item, words, view), item.seat, words) for item in reversed(view.chain)]
        zones.append(Zone(words.say("Chain"), "row", tuple(items), id=zone_id(None, "chain")))
    if view.triggers:
        effects = [_waiting(effect_named(trigger, words), trigger.seat, words) for trigger in view.triggers]
        zones.append(Zone(words.say("Effects to come"), "row", tuple(effects), id=zone_id(None, "triggers")))
    return Panel(
        label=words.say("Field"),
        role="centre",
        counters=(Counter(words.say("Turn"), view.turn, icon="turn"),),
        badges=tuple(badges),
        zones=tuple(zones),
        id=panel_id(None),
    )


def _decks(side: Side, words: Words) -> Zone:
    """The ready-made decks of the table's size; to whoever may choose, the first that fits is recommended."""
    decks = [deck for deck in side.view.pool.cards.decks.values() if deck.size == side.view.options.deck_size]
    cards: list[CardPicture] = []
    for deck in decks:
        lit = None if side.may is None else side.may(ChooseDeck(deck_id=deck.id)) is None
        best = lit and not any(card.lit for card in cards)
        of = words.say(SIDE_NAMES[deck.side])
        name = words.say(deck.name)
        praise = (words.say("recommended"),) if best else ()
        look = text_look(name, Mark("deck", of, of), *[Mark("check", text, text) for text in praise])
        cards.append(CardPicture(name, name, deck.id, lit=lit, badges=(of, *praise), kind="strip", look=look))
    return Zone(words.say("Ready-made decks"), "row", tuple(cards), id=zone_id(None, "decks"))


def _waiting(text: str, seat: Seat, words: Words) -> CardPicture:
    """Return what waits on the chain or among the effects, with whose it is."""
    return CardPicture(text, text, badges=(words.seat(seat),), kind="strip", owner=seat, look=text_look(text))


def _player(side: Side, player: PlayerView, words: Words, *, own: bool) -> Panel:
    """One seat's piles and hand; its Industry Zone is part of the map."""
    may = side.may if own else None
    piles = (_supply(side.view, player, words), junkyard_zone(side.view, player, words, may))
    hand = hand_zone(side.view, player, words, may)
    return Panel(
        label=words.seat(player.seat),
        role="own" if own else "other",
        seat=player.seat,
        counters=(
            Counter(words.say("Supply"), player.supply_count, of=side.view.options.deck_size, icon="deck"),
            Counter(words.say("Hand"), player.hand_count, icon="hand"),
        ),
        badges=_badges(side.view, player, words),
        zones=(*piles, hand) if own or player.seat == side.near else (hand, *piles),
        id=panel_id(player.seat),
        sign=side.mark(player.seat),
    )


def _supply(view: View, player: PlayerView, words: Words) -> Zone:
    cards = [card_picture(view, card, words) for card in player.supply or ()]
    return Zone(words.say("Supply"), "pile", tuple(cards), count=player.supply_count, id=zone_id(player.seat, "supply"))


def _badges(view: View, player: PlayerView, words: Words) -> tuple[Badge, ...]:
    badges = []
    if player.seat in view.awaited:
        badges.append(Badge(words.say("decides"), "turn"))
    if player.side is not None:
        badges.append(Badge(words.say(SIDE_NAMES[player.side])))
    if not view.turn and player.mulligans:
        badges.append(Badge(words.count("one mulligan", "{n} mulligans", player.mulligans)))
    if player.prefs not in (None, Prefs()) and view.outcome is None:
        badges.append(Badge(_preferences(player.prefs, words)))
    return tuple(badges)


def _preferences(prefs: Prefs, words: Words) -> str:
    """Return in which windows a seat is asked, or is not: whichever is the shorter list; source: 5.6."""
    if prefs.pass_rest_of_turn:
        return words.say("passes for the rest of this turn")
    asked = windows_asked(prefs.windows, words)
    others = [said for said in windows_asked(EVERY_WINDOW, words) if said not in asked]
    if not asked:
        return words.say("never asked to respond")
    if not others:
        return words.say("always asked to respond")
    if len(others) < len(asked):
        return words.say("not asked at: {windows}", windows=words.row(others))
    return words.say("asked at: {windows}", windows=words.row(asked))
