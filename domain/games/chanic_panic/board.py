"""The table as a neutral picture, laid out as section 12.2 of the specification says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, RANK, SPADES, Card
from domain.games.chanic_panic.messages import PlayClub, PlayUtility
from domain.games.chanic_panic.narrate import card_name
from domain.games.chanic_panic.values import ATTACKS_FROM, BYPASS_FROM, MOST_ATTACKERS
from domain.games.chanic_panic.view import BoardCard, PlayerView, View
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal
from domain.kernel.seats import Seat

SIGNS = {HEARTS: "♥", DIAMONDS: "♦", SPADES: "♠", CLUBS: "♣"}
MOST_LARGE = 3  # opponents whose boards are drawn large; "With more than 3 opponents: compact tiles"

_SHARED: Mapping[str, str] = {
    "not_enough_points": "You have only {points} points left.",
    "value_too_high": "Your last Club allows {limit} at most.",
}


def picture(view: View, words: Words, may: May | None = None) -> Picture:
    """Return the table for one viewer: opponents above, the centre, the viewer's own board below.

    A viewer who holds no seat, or several, looks from the side of the first seat that is held, or of seat 0. `may` says
    why a card cannot be played; without it no card is lit.
    """
    held = [player.seat for player in view.players if player.hand is not None]
    near = held[0] if held else 0
    count = len(view.players)
    across = [view.players[(near + step) % count] for step in range(1, count)]
    compact = len(across) > MOST_LARGE
    panels = [_opponent(view, player, words, compact=compact) for player in across]
    panels.append(_centre(view, words))
    panels.append(_near(view, view.players[near], words, may, own=len(held) == 1))
    return Picture(
        headline=words.say("Chanic Panic, round {round}", round=view.round),
        banner=_banner(view, words),
        panels=tuple(panels),
        prompt=_prompt(view, words, held),
    )


def _banner(view: View, words: Words) -> tuple[str, ...]:
    if view.outcome is not None:
        winners = words.listed([words.seat(seat) for seat in view.outcome.winners])
        return (words.say("The game is over. Won by: {winners}", winners=winners),)
    if view.round < ATTACKS_FROM:
        return (
            words.say(
                "Spades and attacks from round {attacks}, bypass from {bypass}.",
                attacks=ATTACKS_FROM,
                bypass=BYPASS_FROM,
            ),
        )
    if view.round < BYPASS_FROM:
        return (words.say("Spades and attacks are open, bypass from round {bypass}.", bypass=BYPASS_FROM),)
    return ()


def _prompt(view: View, words: Words, held: list[Seat]) -> str | None:
    if view.outcome is not None or not view.awaited:  # in the middle of an entry nobody is awaited
        return None
    if len(held) != 1 or held[0] not in view.awaited:
        return words.say("Waiting for {seats}.", seats=words.listed([words.seat(seat) for seat in view.awaited]))
    choices = _choices(view, words)
    if view.phase == "point_phase":
        return words.count(
            "Your turn, one point left: {choices}.",
            "Your turn, {n} points left: {choices}.",
            view.points,
            choices=choices,
        )
    return words.say("Your turn, Club Phase: {choices}.", choices=choices)


def _choices(view: View, words: Words) -> str:
    """Name what the turn player may try, whatever the cards; at the action limit nothing but the end (R59)."""
    choices: list[str] = []
    end = words.say("end the turn")
    if view.actions >= view.options.turn_action_limit:
        return end
    if view.phase == "point_phase" or view.allowance:
        choices.append(words.say("play a card"))
    if view.round >= ATTACKS_FROM:
        choices.append(words.say("attack"))
    if view.options.trader:
        choices.append(words.say("trade"))
    if view.options.panic and not view.players[view.turn].panic_used:
        choices.append(words.say("panic"))
    return words.say("{first} or {last}", first=words.row(choices), last=end) if choices else end


def _allowance(view: View, words: Words) -> str:
    if view.allowance:
        return words.say("Last Club {value}: one card up to {value}", value=view.last_club)
    return words.say("Last Club {value}: used up", value=view.last_club)


def _centre(view: View, words: Words) -> Panel:
    badges: tuple[Badge, ...] = ()
    counters: tuple[Counter, ...] = ()
    if view.phase == "point_phase":
        badges = (Badge(words.say("Point Phase"), "turn"),)
        counters = (Counter(words.say("Points"), view.points),)
    elif view.phase == "club_phase":
        state = Badge(_allowance(view, words), "good" if view.allowance else "plain")
        badges = (Badge(words.say("Club Phase"), "turn"), state)
    top = tuple([card_picture(card, words) for card in view.discard])
    return Panel(
        label=words.say("Table"),
        role="centre",
        counters=(Counter(words.say("Round"), view.round, of=view.options.round_limit), *counters),
        badges=badges,
        zones=(
            Zone(words.say("Deck"), "pile", count=view.deck_count),
            Zone(words.say("Discard"), "pile", cards=top, count=len(view.discard)),
        ),
    )


def _opponent(view: View, player: PlayerView, words: Words, *, compact: bool) -> Panel:
    """A board across the table: mirrored, so that the Spades face the viewer's."""
    if player.standing != "in":
        return Panel(
            label=words.seat(player.seat),
            role="other",
            seat=player.seat,
            badges=_badges(view, player, words),
            compact=compact,
        )
    board = _board(player, words, compact=compact)
    return Panel(
        label=words.seat(player.seat),
        role="other",
        seat=player.seat,
        counters=_counters(player, words, compact=compact),
        badges=_badges(view, player, words),
        zones=(*_open_hand(player, words), *board),
        compact=compact,
    )


def _near(view: View, player: PlayerView, words: Words, may: May | None, *, own: bool) -> Panel:
    """The board at the bottom: Spades farthest, Hearts nearest, the hand below them."""
    board = tuple(reversed(_board(player, words, compact=False)))
    asked = may if own and player.seat in view.awaited else None
    return Panel(
        label=words.seat(player.seat),
        role="own" if own else "other",
        seat=player.seat,
        counters=_counters(player, words, compact=False),
        badges=_badges(view, player, words),
        zones=(*board, *_open_hand(player, words, asked)),
    )


def _board(player: PlayerView, words: Words, *, compact: bool) -> tuple[Zone, ...]:
    rows = (
        (HEARTS, words.say("Hearts"), player.hearts),
        (DIAMONDS, words.say("Diamonds"), player.diamonds),
        (SPADES, words.say("Spades"), player.spades),
    )
    return tuple(
        [
            Zone(
                label=SIGNS[suit] if compact else name,
                kind="row",
                cards=tuple([_lying(card, words, compact=compact) for card in cards]),
                slots=player.row_limit,
            )
            for suit, name, cards in rows
        ]
    )


def _lying(lying: BoardCard, words: Words, *, compact: bool) -> CardPicture:
    """A card on a board; a compact row already bears the suit."""
    base = BASE_VALUE[lying.card]
    changed = () if lying.value == base else (f"={lying.value}",)
    face = _number(lying.card) if compact else _face(lying.card)
    return CardPicture(face=face, name=card_name(lying.card, words), id=lying.card, badges=changed)


def card_picture(card: Card, words: Words) -> CardPicture:
    """Return an open card that nobody can use where it lies."""
    return CardPicture(face=_face(card), name=card_name(card, words), id=card)


def _number(card: Card) -> str:
    return "A" if BASE_VALUE[card] == 1 else str(BASE_VALUE[card])


def _face(card: Card) -> str:
    return _number(card) + SIGNS[KIND[card][0]]


def _open_hand(player: PlayerView, words: Words, may: May | None = None) -> tuple[Zone, ...]:
    """A hand that the viewer may see, sorted by suit and value; each kind of card is asked about once."""
    if player.hand is None:
        return ()
    asked: dict[Card, Refusal | None] = {}
    if may is not None:
        asked = {kind: may(_play(kind)) for kind in dict.fromkeys(player.hand)}
    cards = [_held(kind, words, asked) for kind in in_order(player.hand)]
    return (Zone(label=words.say("Hand"), kind="hand", cards=tuple(cards)),)


def _held(kind: Card, words: Words, asked: dict[Card, Refusal | None]) -> CardPicture:
    if kind not in asked:
        return card_picture(kind, words)
    refusal = asked[kind]
    why_not = None if refusal is None else _why_not(refusal, words)
    return CardPicture(face=_face(kind), name=card_name(kind, words), id=kind, lit=refusal is None, why_not=why_not)


def _why_not(refusal: Refusal, words: Words) -> str:
    """Return a refusal's sentence; where it would only repeat what a card's face shows, one that several share."""
    return words.say(_SHARED.get(refusal.code, refusal.text), **refusal.values)


def in_order(hand: Iterable[Card]) -> list[Card]:
    """Return a hand sorted by suit and value."""
    return sorted(hand, key=lambda kind: RANK[kind])


def _play(kind: Card) -> PlayUtility | PlayClub:
    return PlayClub(card=kind) if kind[0] == CLUBS else PlayUtility(card=kind)


def _counters(player: PlayerView, words: Words, *, compact: bool) -> tuple[Counter, ...]:
    signs = (SIGNS[HEARTS], SIGNS[DIAMONDS], SIGNS[SPADES])
    names = signs if compact else (words.say("Health"), words.say("Shields"), words.say("Weapons"))
    sums = (player.health, player.shields, player.weapons)
    counters = [Counter(name, value) for name, value in zip(names, sums, strict=True)]
    return (*counters, Counter(words.say("Hand"), player.hand_count, of=None if compact else player.hand_limit))


def _badges(view: View, player: PlayerView, words: Words) -> tuple[Badge, ...]:
    if player.standing != "in":
        return (Badge(_gone(player, words)),)
    badges = []
    if player.seat in view.awaited:
        badges.append(Badge(words.say("turn"), "turn"))
    if player.protected_through is not None:
        badges.append(Badge(words.say("protected"), "good"))
    if player.attackers:
        attacked = words.say("attackers {n}/{most}", n=len(player.attackers), most=MOST_ATTACKERS)
        badges.append(Badge(attacked, "warning"))
    if view.options.panic and not player.panic_used:
        badges.append(Badge(words.say("Panic left")))
    return tuple(badges)


def _gone(player: PlayerView, words: Words) -> str:
    match player.standing:
        case "conceded":
            return words.say("conceded")
        case "timed_out":
            return words.say("out of time")
        case _:
            return words.say("out")
