"""The table as a neutral picture, laid out as section 12 of the specification says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from domain.games.panic_clan_inviter.board.faces import EMBLEM, card_picture, rule_signs
from domain.games.panic_clan_inviter.board.hand import hand_zones
from domain.games.panic_clan_inviter.board.looks import COSTUME
from domain.games.panic_clan_inviter.messages import ChooseCard, ChoosePlayer, Direction, QuestionKind
from domain.games.panic_clan_inviter.naming import called, card_set, colour_name, named, rule_in_words
from domain.games.panic_clan_inviter.narrate import question
from domain.games.panic_clan_inviter.state import HAND_LIMIT
from domain.games.panic_clan_inviter.view import PlayerView, View
from domain.kernel.display.board import Badge, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.words import Words
from domain.kernel.refusals import May
from domain.kernel.seats import Seat

__all__ = ["COSTUME", "picture"]

MOST_LARGE = 2  # opponents whose lines are drawn large

Role: TypeAlias = Literal["own", "other"]

_DIRECTION: Mapping[Direction, str] = {
    "clockwise": "turns go clockwise",
    "counterclockwise": "turns go counterclockwise",
}

_ASKED: Mapping[QuestionKind, str] = {
    "choose_player": "Choose a player for {source}.",
    "choose_card_to_give": "Choose a card to part with because of {source}.",
    "choose_own_discard": "Choose a card to discard because of {source}.",
    "choose_from_discard": "Choose a card of the discard pile for {source}.",
    "choose_rule_from_hand": "Choose a rule card to put into force thanks to {source}, or decline.",
    "choose_number_from_hand": "Choose a number card to place thanks to {source}, or decline.",
    "choose_line_card": "Choose a card in a line for {source}.",
}
_OPTIONAL = "Choose a card of the discard pile for {source}, or decline."


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: opponents above, the centre, the viewer's own line and hand below.

    A viewer who holds no seat, or several, looks from the side of the first seat that is held, or of seat 0. `may` says
    what the awaited viewer can do; without it nothing is lit.
    """
    words = words.at_table(view.card_set.cards)
    held = [player.seat for player in view.players if player.hand is not None]
    near = view.players[held[0] if held else 0]
    asked = may if held == list(view.awaited) else None
    count = len(view.players)
    across = [view.players[(near.seat + step) % count] for step in range(1, count)]
    compact = len(across) > MOST_LARGE
    me = near if len(held) == 1 else None
    opponents = [_player(view, player, me, words, asked, role="other", compact=compact) for player in across]
    own = _player(view, near, me, words, asked, role="own" if me else "other", compact=False)
    return Picture(
        headline=words.say("Panic★Clan★Inviter, turn {turn}", turn=view.turn_no),
        banner=_banner(view, words),
        panels=(*opponents, _centre(view, words, asked), own),
        prompt=_prompt(view, words, held, asked),
    )


def _banner(view: View, words: Words) -> tuple[str, ...]:
    if view.outcome is not None:
        winners = words.listed([words.seat(seat) for seat in view.outcome.winners])
        return (words.say("The game is over. Won by: {winners}", winners=winners),)
    longest = max(len(player.line) for player in view.players)
    if not longest:
        return (words.say("{goal} cards in line win.", goal=view.goal),)
    leading = words.listed([words.seat(player.seat) for player in view.players if len(player.line) == longest])
    return (
        words.count(
            "{goal} cards in line win. Longest line: {seats}, one card.",
            "{goal} cards in line win. Longest line: {seats}, {n} cards.",
            longest,
            goal=view.goal,
            seats=leading,
        ),
    )


def _prompt(view: View, words: Words, held: Sequence[Seat], may: May | None) -> str | None:
    asked = view.question
    if view.outcome is not None or asked is None:  # in the middle of an entry nobody is awaited
        return None
    if held != [asked.seat]:
        told = question(asked.seat, asked.kind, asked.source, words, optional=asked.optional)
        return words.say("Waiting: {what}", what=told)
    if asked.kind == "choose_action":
        return words.say("Your turn: {choices}.", choices=_choices(view, words, may))
    if asked.kind == "discard_to_limit":
        excess = view.players[asked.seat].hand_count - HAND_LIMIT
        return words.count("Discard one card.", "Discard {n} cards.", excess)
    text = _OPTIONAL if asked.optional and asked.kind == "choose_from_discard" else _ASKED[asked.kind]
    return words.say(text, source=named(asked.source, words))


def _choices(view: View, words: Words, may: May | None) -> str:
    """Name the actions that the hand allows; where nobody can be asked, those of its types of cards."""
    zones = hand_zones(view, view.players[view.turn], words, may)
    usable = [card.id for zone in zones for card in zone.cards if card.lit is not False]
    cards = card_set(words)
    choices = []
    if any(card in cards.number for card in usable):
        choices.append(words.say("place a number card"))
    if any(card in cards.conditions for card in usable):
        choices.append(words.say("play a rule card"))
    if any(card in cards.cost for card in usable):
        choices.append(words.say("play a magic card"))
    if view.deck_count or view.discard:
        choices.append(words.say("draw two cards"))
    if not choices:
        return words.say("pass")
    *first, last = choices
    return words.say("{first} or {last}", first=words.row(first), last=last) if first else last


def _centre(view: View, words: Words, may: May | None) -> Panel:
    badges = [Badge(words.say(_DIRECTION[view.direction]))]
    if view.resolving is not None:
        badges.append(Badge(words.say("in effect: {card}", card=named(view.resolving, words)), "good"))
    rule = card_picture(view.rule, words, badges=rule_signs(view.rule, words))
    deck = tuple([card_picture(card, words) for card in view.deck or ()])
    return Panel(
        label=words.say("Table"),
        role="centre",
        counters=(Counter(words.say("Turn"), view.turn_no, of=view.turn_limit, icon="turn"),),
        badges=tuple(badges),
        zones=(
            Zone(words.say("Rule"), "row", (rule,), note=rule_in_words(view.rule, words), id=zone_id(None, "rule")),
            Zone(words.say("Deck"), "pile", deck, count=view.deck_count, id=zone_id(None, "deck")),
            _discard(view, words, may),
        ),
        id=panel_id(None),
    )


def _discard(view: View, words: Words, may: May | None) -> Zone:
    """The discard pile by types; all of it lies open where a card of it is to be chosen."""
    cards = card_set(words)
    pile = cards.in_order(view.discard)
    label, place = words.say("Discard"), zone_id(None, "discard")
    if may is not None and view.question is not None and view.question.kind == "choose_from_discard":
        lit = [card_picture(card, words, lit=may(ChooseCard(card=card)) is None) for card in pile]
        return Zone(label, "row", tuple(lit), id=place)
    note = words.say(
        "(numbers {numbers}, rules {rules}, magic {magic})",
        numbers=sum([card in cards.number for card in pile]),
        rules=sum([card in cards.conditions for card in pile]),
        magic=sum([card in cards.cost for card in pile]),
    )
    shown = tuple([card_picture(card, words) for card in pile])
    return Zone(label, "pile", shown, count=len(pile), note=note if pile else None, id=place)


def _player(
    view: View, player: PlayerView, me: PlayerView | None, words: Words, may: May | None, *, role: Role, compact: bool
) -> Panel:
    """One seat with its line; the hand below it where the viewer may see it."""
    label = words.seat(player.seat)
    if player.standing != "in":
        gone = words.say("conceded") if player.standing == "conceded" else words.say("out of time")
        return Panel(
            label=label, role=role, seat=player.seat, badges=(Badge(gone),), compact=compact, id=panel_id(player.seat)
        )
    return Panel(
        label=label,
        role=role,
        seat=player.seat,
        counters=(
            Counter(words.say("Line"), len(player.line), of=view.goal, icon="deck"),
            Counter(words.say("Hand"), player.hand_count, icon="hand"),
        ),
        badges=() if view.outcome else (*_turns(view, player, words), *_place(view, player, me, words, may)),
        zones=(_line(view, player, words, may, compact=compact), *hand_zones(view, player, words, may)),
        compact=compact,
        id=panel_id(player.seat),
    )


def _line(view: View, player: PlayerView, words: Words, may: May | None, *, compact: bool) -> Zone:
    """A line from left to right with the places that are still empty; its last card is named behind them."""
    choosing = may is not None and view.question is not None and view.question.kind == "choose_line_card"
    cards = [
        card_picture(card, words, lit=may(ChooseCard(card=card)) is None if may and choosing else None)
        for card in player.line
    ]
    last = words.say("last: {card}", card=called(player.line[-1], words)) if player.line and not compact else None
    place = zone_id(player.seat, "line")
    return Zone(words.say("Line"), "row", tuple(cards), slots=view.goal, note=last, id=place)


def _turns(view: View, player: PlayerView, words: Words) -> list[Badge]:
    """Whose turn and whose decision it is, and what is to come."""
    badges = []
    if view.turn == player.seat:
        badges.append(Badge(words.say("turn"), "turn"))
    if player.seat in view.awaited and view.turn != player.seat:
        badges.append(Badge(words.say("decides"), "turn"))
    if view.extra_turns and view.turn == player.seat:
        badges.append(Badge(words.count("one more turn", "{n} more turns", view.extra_turns), "good"))
    if player.lost_turns:
        badges.append(Badge(words.count("loses a turn", "loses {n} turns", player.lost_turns), "warning"))
    return badges


def _place(view: View, player: PlayerView, me: PlayerView | None, words: Words, may: May | None) -> list[Badge]:
    """What matters about a seat now: close to winning, looked at by the rule, open for a choice, who may follow.

    Only who holds one seat has neighbours.
    """
    badges = []
    if view.goal - len(player.line) == 1:
        badges.append(Badge(words.say("one card short"), "warning"))
    looks = card_set(words).neighbours[view.rule]
    if me and "left_last" in looks and me.left_neighbour == player.seat:
        badges.append(Badge(words.say("left-hand neighbour")))
    if me and "right_last" in looks and me.right_neighbour == player.seat:
        badges.append(Badge(words.say("right-hand neighbour")))
    choosing = view.question is not None and view.question.kind == "choose_player"
    if may is not None and choosing and may(ChoosePlayer(seat=player.seat)) is None:
        badges.append(Badge(words.say("can be chosen"), "good"))
    return [*badges, *_following(player, words)]


def _following(player: PlayerView, words: Words) -> list[Badge]:
    """What may follow the last card whatever the rule says."""
    follow = card_set(words).follow.get(player.line[-1]) if player.line else None
    if follow is None:
        return []
    colours, only = follow
    text = "only {colour} may follow" if only else "{colour} may follow"
    return [Badge(words.say(text, colour=f"{EMBLEM[colours]} {colour_name(colours, words)}"), "good")]
