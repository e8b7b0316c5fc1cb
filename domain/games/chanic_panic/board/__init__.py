"""The table as a neutral picture, laid out as section 12.2 of the specification says."""

from __future__ import annotations

from domain.games.chanic_panic.board.cards import card_picture, hand_zones, in_order, market_zone, rows
from domain.games.chanic_panic.board.looks import COSTUME, MOTIFS
from domain.games.chanic_panic.board.prompt import banner, prompt
from domain.games.chanic_panic.board.teams import team_badge
from domain.games.chanic_panic.cards import DIAMONDS, HEARTS, SPADES
from domain.games.chanic_panic.naming import SIGNS, ability_name, face
from domain.games.chanic_panic.values import MOST_ATTACKERS
from domain.games.chanic_panic.view import PlayerView, View
from domain.kernel.display.board import Badge, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.words import Words
from domain.kernel.refusals import May

__all__ = ["COSTUME", "in_order", "picture"]

MOST_LARGE = 3  # opponents whose boards are drawn large; "With more than 3 opponents: compact tiles"


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: opponents above, the centre, the viewer's own board below.

    A viewer who holds no seat, or several, looks from the side of the first seat that is held, or of seat 0. `may` says
    why a card cannot be used; without it no card is lit.
    """
    held = [player.seat for player in view.players if player.hand is not None]
    near = view.players[held[0] if held else 0]
    count = len(view.players)
    across = [view.players[(near.seat + step) % count] for step in range(1, count)]
    compact = len(across) > MOST_LARGE
    me = near if len(held) == 1 else None
    asked = may if me is not None and me.seat in view.awaited else None
    panels = [_opponent(view, player, me, words, compact=compact) for player in across]
    panels.append(_centre(view, words, asked))
    panels.append(_near(view, near, me, words, asked))
    return Picture(
        headline=_headline(view, words),
        banner=banner(view, near, words),
        panels=tuple(panels),
        prompt=prompt(view, words, held),
    )


def _headline(view: View, words: Words) -> str:
    if view.round:
        return words.say("Chanic Panic, round {round}", round=view.round)
    return words.say("Chanic Panic, before the first turn")


def _centre(view: View, words: Words, may: May | None) -> Panel:
    top = tuple([card_picture(card, words) for card in view.discard])
    seen = () if view.deck_top is None else (card_picture(view.deck_top, words),)
    zones = [
        Zone(words.say("Deck"), "pile", cards=seen, count=view.deck_count, id=zone_id(None, "deck")),
        Zone(words.say("Discard"), "pile", cards=top, count=len(view.discard), id=zone_id(None, "discard")),
    ]
    if view.market and view.round:
        zones.append(market_zone(view, words, may))
    if view.deck_seen:
        looked = tuple([card_picture(card, words) for card in view.deck_seen])
        zones.append(Zone(words.say("Top of the deck"), "hand", looked, id=zone_id(None, "deck_seen")))
    counters = [Counter(words.say("Round"), view.round, of=view.options.round_limit, icon="turn")]
    if view.phase == "point_phase":
        counters.append(Counter(words.say("Points"), view.points, icon="spark"))
    return Panel(
        label=words.say("Table"),
        role="centre",
        counters=tuple(counters),
        badges=_phase(view, words),
        zones=tuple(zones),
        id=panel_id(None),
    )


def _phase(view: View, words: Words) -> tuple[Badge, ...]:
    """What the turn player may still do in this turn, as far as everybody knows it."""
    badges = []
    if view.phase == "point_phase":
        badges.append(Badge(words.say("Point Phase"), "turn"))
    elif view.phase == "club_phase":
        badges.append(Badge(words.say("Club Phase"), "turn"))
        badges.append(Badge(_allowance(view, words), "good" if view.allowance else "plain"))
    if view.locked:
        badges.append(Badge(words.say("no more cards in this turn"), "warning"))
    if view.boosted is not None:
        badges.append(Badge(words.say("only {card} attacks", card=face(view.boosted)), "warning"))
    elif view.bound:
        badges.append(Badge(words.say("no more attacks in this turn"), "warning"))
    if view.used:
        used = words.row([ability_name(ability, words) for ability in view.used])
        badges.append(Badge(words.say("used: {abilities}", abilities=used)))
    return tuple(badges)


def _allowance(view: View, words: Words) -> str:
    if view.allowance:
        return words.say("Last Club {value}: one card up to {value}", value=view.last_club)
    return words.say("Last Club {value}: used up", value=view.last_club)


def _opponent(view: View, player: PlayerView, me: PlayerView | None, words: Words, *, compact: bool) -> Panel:
    """A board across the table: mirrored, so that the Spades face the viewer's."""
    if player.standing != "in":
        return Panel(
            label=words.seat(player.seat),
            role="other",
            seat=player.seat,
            badges=_badges(view, player, me, words),
            compact=compact,
            id=panel_id(player.seat),
        )
    return Panel(
        label=words.seat(player.seat),
        role="other",
        seat=player.seat,
        counters=_counters(view, player, words, compact=compact),
        badges=_badges(view, player, me, words),
        zones=(*hand_zones(view, player, words), *rows(player, words, compact=compact)),
        compact=compact,
        id=panel_id(player.seat),
    )


def _near(view: View, player: PlayerView, me: PlayerView | None, words: Words, may: May | None) -> Panel:
    """The board at the bottom: Spades farthest, Hearts nearest, the hand below them."""
    sacrifice = may if view.awaited.get(player.seat) == "choose_sacrifice" else None
    board = tuple(reversed(rows(player, words, compact=False, may=sacrifice)))
    return Panel(
        label=words.seat(player.seat),
        role="own" if me is player else "other",
        seat=player.seat,
        counters=_counters(view, player, words, compact=False),
        badges=_badges(view, player, me, words),
        zones=(*board, *hand_zones(view, player, words, may)),
        id=panel_id(player.seat),
    )


def _counters(view: View, player: PlayerView, words: Words, *, compact: bool) -> tuple[Counter, ...]:
    options = view.options
    sums = (
        (words.say("Health"), player.health, HEARTS),
        (words.say("Shields"), player.shields, DIAMONDS),
        (words.say("Weapons"), player.weapons, SPADES),
    )
    counters = [Counter(name, value, sign=SIGNS[suit], icon=MOTIFS[suit]) for name, value, suit in sums]
    limit = None if compact else player.hand_limit
    counters.append(Counter(words.say("Hand"), player.hand_count, of=limit, icon="hand"))
    if options.stack:
        counters.append(Counter(words.say("Stack"), player.stack_count, icon="deck"))
    if options.presence:
        target = None if compact else options.presence_target
        counters.append(Counter(words.say("Presence"), player.presence, of=target, icon="crown"))
    if options.lives > 1:
        lives = None if compact else options.lives
        counters.append(Counter(words.say("Lives"), player.lives, of=lives, icon="life"))
    return tuple(counters)


def _badges(view: View, player: PlayerView, me: PlayerView | None, words: Words) -> tuple[Badge, ...]:
    team = team_badge(player, me, words)
    if player.standing != "in":
        return (Badge(_gone(player, words)), *team)
    badges = [*_turn(view, player, words), *team]
    if view.phase == "ability_choice" and player.has_chosen:
        badges.append(Badge(words.say("has chosen"), "good"))
    if player.protected_through is not None:
        badges.append(Badge(words.say("protected"), "good"))
    if player.attackers:
        attacked = words.say("attackers {n}/{most}", n=len(player.attackers), most=MOST_ATTACKERS)
        badges.append(Badge(attacked, "warning"))
    if player.seat in view.helped:
        badges.append(Badge(words.say("was given a card")))
    if view.options.panic and not player.panic_used:
        badges.append(Badge(words.say("Panic left")))
    return (*badges, *[Badge(ability_name(ability, words)) for ability in player.abilities])


def _turn(view: View, player: PlayerView, words: Words) -> list[Badge]:
    """Whose turn it is, and who decides something in the middle of it or chooses abilities."""
    kind = view.awaited.get(player.seat)
    on_turn = kind in ("point_phase", "club_phase") or (view.question is not None and view.turn == player.seat)
    badges = [Badge(words.say("turn"), "turn")] if on_turn else []
    if kind is not None and kind not in ("point_phase", "club_phase"):
        badges.append(Badge(words.say("decides"), "turn"))
    return badges


def _gone(player: PlayerView, words: Words) -> str:
    match player.standing:
        case "conceded":
            return words.say("conceded")
        case "timed_out":
            return words.say("out of time")
        case _:
            return words.say("out")
