"""The table as a neutral picture, laid out as section 12 of the specification says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.games.fightdrome.board.cards import BACK, Faces, deck_of
from domain.games.fightdrome.board.looks import COSTUME, strip_look
from domain.games.fightdrome.cards import Card, Sleeve
from domain.games.fightdrome.messages import ChooseSleeve, DiscardCard, PlayCard
from domain.games.fightdrome.narrate import spoken
from domain.games.fightdrome.state import FULL_HAND
from domain.games.fightdrome.view import FighterView, StandingAttack, View
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.look import Icon, Mark
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal
from domain.kernel.seats import Seat

__all__ = ["COSTUME", "picture"]

BELL_IS_NEAR = 0.75  # share of the actions that the bell allows; section 12, "from 75 % on"


class Table(NamedTuple):
    """What every part of the picture needs: the language, the cards, whose side it is seen from."""

    words: Words
    faces: Faces
    own: Seat | None  # the one seat that the viewer holds


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: the opponent above, the standing attack, the viewer's own corner below.

    A viewer who holds no seat, or both, looks from the side of seat 0. `may` says why a card cannot be played; without
    it no card is lit.
    """
    held = [fighter.seat for fighter in view.fighters if fighter.held]
    own = held[0] if len(held) == 1 else None
    near = own or 0
    table = Table(words, Faces(view, words), own)
    return Picture(
        headline=_headline(view, words),
        banner=_banner(view, words),
        panels=(
            _corner(view, 1 - near, table, near=False),
            _centre(view, table),
            _corner(view, near, table, near=True, may=may if own in view.awaited else None),
        ),
        prompt=_prompt(view, table),
    )


def _headline(view: View, words: Words) -> str:
    match view.options.mode:
        case "single_bout":
            return words.say("Fightdrome, a single bout")
        case "fame_match":
            target = view.options.fame_target
            return words.say("Fightdrome, match to {target} Fame, bout {bout}", target=target, bout=view.bout)
        case "epic_tournament" if view.bout:
            return words.say("Fightdrome, Epic Tournament, bout {bout}", bout=view.bout)
        case _:
            return words.say("Fightdrome, Epic Tournament")


_PAUSES: Mapping[str, tuple[str, str]] = {  # who must attack; who may rest instead
    "bout_start": ("The bout begins: {seat} must attack.", ""),
    "after_pause": ("The fight is paused: {seat} must attack.", ""),
    "after_stagger": ("{other} is Staggered: {seat} must attack.", "{other} is Staggered: {seat} may attack or rest."),
    "after_rest": ("{other} has rested: {seat} must attack.", "{other} has rested: {seat} may attack or rest."),
}

_ASKED: Mapping[str, str] = {
    "choose_sleeve": "The fighters of the next bout are being chosen.",
    "follow_feint": "{seat} has feinted and must attack at once.",
    "stagger_discard": "{seat} is Staggered and must discard a card.",
}


def _banner(view: View, words: Words) -> tuple[str, ...]:
    if view.outcome is not None:
        winners = words.listed([words.seat(seat) for seat in view.outcome.winners])
        return (words.say("The game is over. Won by: {winners}", winners=winners),)
    if not view.awaited:
        return ()
    seat = min(view.awaited)
    if view.cause is not None:
        text = _PAUSES[view.cause][_may_rest(view, seat)]
        return (words.say(text, seat=words.seat(seat), other=words.seat(1 - seat)),)
    if view.phase in _ASKED:
        return (words.say(_ASKED[view.phase], seat=words.seat(seat)),)
    return ()


def _may_rest(view: View, seat: Seat) -> bool:
    """Say whether resting is open to who must attack, for all that everybody sees; the twin of `state.may_rest`."""
    granted = view.cause == "after_stagger" or (view.cause == "after_rest" and view.options.breathing_space)
    return granted and view.fighters[seat].hand_count < FULL_HAND


def _prompt(view: View, table: Table) -> str | None:
    words, faces, own = table
    if not view.awaited:
        return None
    if own is None or own not in view.awaited:
        return words.say("Waiting for {seats}.", seats=words.listed([words.seat(seat) for seat in view.awaited]))
    match view.phase:
        case "choose_sleeve":
            return words.say("Choose the fighter for the next bout.")
        case "stagger_discard":
            return words.say("You are Staggered: choose a card to discard.")
        case "follow_feint":
            return words.say("Your turn: follow the Feint up with an Attack card.")
        case "choose_attack":
            return _attack_prompt(view, own, words)
        case "respond" if view.standing is not None:
            return words.say("Your turn: answer {attack}.", attack=faces.title(view.standing.card))
        case _:  # between two facts of one entry
            return None


def _attack_prompt(view: View, own: Seat, words: Words) -> str:
    if not _may_rest(view, own):
        return words.say("Your turn: attack.")
    attacks = {printed.card for printed in view.cards if printed.attack}
    if attacks.isdisjoint(view.fighters[own].hand or ()):
        return words.say("Your turn: without an Attack card you can only rest.")
    return words.say("Your turn: attack or rest.")


def _centre(view: View, table: Table) -> Panel:
    """The attack that must be answered, or was not; from 75 % on how near the bell is."""
    words, limit = table.words, view.options.bell_limit
    if view.unmet is not None:
        zones = _attack(words.say("Not answered"), view.unmet, words.say("could be answered by"), table)
    elif view.standing is not None:
        asked = view.phase == "respond"  # an attack also stands when the bell, an empty hand or a seat ended the bout
        answers = words.say("must be answered by") if asked else words.say("could be answered by")
        zones = _attack(words.say("Standing attack"), view.standing, answers, table)
    else:
        zones = (Zone(words.say("Standing attack"), "row", slots=1, id=zone_id(None, "attack")),)
    near = view.counter >= BELL_IS_NEAR * limit
    return Panel(
        label=words.say("Arena"),
        role="centre",
        counters=(Counter(words.say("Actions until the bell"), view.counter, of=limit, icon="bell"),) if near else (),
        zones=zones,
        id=panel_id(None),
    )


def _attack(label: str, attack: StandingAttack, answers: str, table: Table) -> tuple[Zone, ...]:
    by = table.words.say("by {seat}", seat=table.words.seat(attack.owner))
    return (
        Zone(label, "row", cards=(table.faces.open(attack.card, by, owner=attack.owner),), id=zone_id(None, "attack")),
        Zone(answers, "hand", cards=table.faces.answers(attack.answers), id=zone_id(None, "answers")),
    )


def _corner(view: View, seat: Seat, table: Table, *, near: bool, may: May | None = None) -> Panel:
    """A seat's fighters, piles and hand; the hand lies at the edge of the table."""
    fighter, words = view.fighters[seat], table.words
    zones = (*_stable(view, fighter, words, may), *_piles(fighter, table), _hand(view, fighter, table, may))
    return Panel(
        label=words.seat(seat),
        role="own" if seat == table.own else "other",
        seat=seat,
        counters=_counters(view, fighter, words),
        badges=_badges(view, fighter, words),
        zones=zones if near else (zones[-1], *zones[:-1]),
        id=panel_id(seat),
    )


def _piles(fighter: FighterView, table: Table) -> tuple[Zone, ...]:
    deck = tuple([table.faces.open(card) for card in fighter.deck or ()])
    discard = tuple([table.faces.lying(card) for card in fighter.discard])
    return (
        Zone(table.words.say("Deck"), "pile", cards=deck, count=fighter.deck_count, id=zone_id(fighter.seat, "deck")),
        Zone(
            table.words.say("Discard"), "pile", cards=discard, count=len(discard), id=zone_id(fighter.seat, "discard")
        ),
    )


def _hand(view: View, fighter: FighterView, table: Table, may: May | None) -> Zone:
    """Cards where the viewer may look, else backs; each kind of card is asked about once."""
    label, place = table.words.say("Hand"), zone_id(fighter.seat, "hand")
    if fighter.hand is None:
        return Zone(label, "hand", cards=(BACK,) * fighter.hand_count, id=place)
    asked: dict[Card, Refusal | None] = {}
    if may is not None and view.phase != "choose_sleeve":
        asked = {kind: may(_use(view, kind)) for kind in dict.fromkeys(fighter.hand)}
    return Zone(label, "hand", cards=table.faces.held(fighter.hand, asked), id=place)


def _use(view: View, kind: Card) -> DiscardCard | PlayCard:
    return DiscardCard(card_id=kind) if view.phase == "stagger_discard" else PlayCard(card_id=kind)


def _stable(view: View, fighter: FighterView, words: Words, may: May | None) -> tuple[Zone, ...]:
    """The Sleeves with the Stack, and the deck that they make; a line for each Sleeve while one is to be chosen."""
    if not fighter.stable:
        return ()
    name = spoken(fighter.stack, words)
    stack = CardPicture(face=name, id=fighter.stack, kind="strip", look=strip_look(name))

    def line(label: str, sleeves: tuple[Sleeve, ...], deck: Sleeve | None, place: str) -> Zone:
        pictures = [_sleeve(view, fighter, sleeve, words, may) for sleeve in sleeves]
        note = None if deck is None else deck_of(view, deck, fighter.stack, words)
        return Zone(label, "row", cards=(*pictures, stack), note=note, id=zone_id(fighter.seat, place))

    if not fighter.choosing:
        several = words.say("Fighters") if len(fighter.stable) > 1 else words.say("Fighter")
        return (line(several, fighter.stable, fighter.sleeve, "fighters"),)
    return tuple(
        [
            line(words.say("Fighter {number}", number=number), (sleeve,), sleeve, f"fighter/{number}")
            for number, sleeve in enumerate(fighter.stable, 1)
        ]
    )


def _sleeve(view: View, fighter: FighterView, sleeve: Sleeve, words: Words, may: May | None) -> CardPicture:
    """A Sleeve: in a stable with what became of it, and lit while it can be chosen."""
    marks: tuple[Mark, ...] = ()
    if sleeve in fighter.eliminated:
        marks = (_mark("stop", words.say("out")),)
    elif sleeve == fighter.chosen:
        marks = (_mark("check", words.say("chosen")),)
    elif sleeve == fighter.sleeve and len(fighter.stable) > 1:
        marks = (_mark("attack", words.say("fights")),)
    asked = view.phase == "choose_sleeve" and may is not None
    lit = may is not None and may(ChooseSleeve(sleeve_id=sleeve)) is None if asked else None
    name = spoken(sleeve, words)
    return CardPicture(
        face=name,
        id=sleeve,
        lit=lit,
        badges=tuple([mark.text for mark in marks]),
        kind="strip",
        look=strip_look(name, *marks),
    )


def _mark(icon: Icon, text: str) -> Mark:
    return Mark(icon, text, text)


def _counters(view: View, fighter: FighterView, words: Words) -> tuple[Counter, ...]:
    """The hand is the health."""
    counters = [Counter(words.say("Hand"), fighter.hand_count, of=FULL_HAND, icon="hand")]
    if view.options.mode == "fame_match":
        counters.append(Counter(words.say("Bouts won"), fighter.bouts_won, icon="check"))
        counters.append(Counter(words.say("Fame"), fighter.fame, of=view.options.fame_target, icon="crown"))
    return tuple(counters)


def _badges(view: View, fighter: FighterView, words: Words) -> tuple[Badge, ...]:
    badges = []
    if fighter.seat in view.awaited:
        badges.append(Badge(words.say("turn"), "turn"))
    if fighter.staggered:
        badges.append(Badge(words.say("Staggered"), "warning"))
    if fighter.has_chosen:
        badges.append(Badge(words.say("has chosen"), "good"))
    return tuple(badges)
