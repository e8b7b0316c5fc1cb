"""The questions that abilities, Stack Cards and lives may bend: values, costs, limits, power. Each is asked here only.

A player without abilities pays nothing for them: every question looks first whether anybody has an answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.cards import BASE_VALUE, DIAMONDS, SPADES, Card
from domain.games.chanic_panic.messages import PointPart
from domain.games.chanic_panic.state import Player, State, attachment
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

FULL_HAND = 8  # cards; "Additional Rules and Notes"
ROW = 3  # cards of one suit on a board; "The Board"
POINTS = 12  # a turn; "2. Point Phase"
OPENING_DRAW, REGULAR_DRAW = 5, 1  # cards; "1. Draw Phase"
COMEBACK_DRAW = 5  # cards; 7.7
LOW_CLUB = 5  # highest base value of a Club that draws two; "Club Mechanics"
MOST_ATTACKERS = 2  # different players between two turns of their victim; "Additional Rules"
SPADES_FROM = ATTACKS_FROM = 3  # round; "Fundamentals"
BYPASS_FROM = 4  # round; "The Shield Bypass"
DRAW_ABILITIES_FROM = 2  # round; 7.2, 3
ATTACHED_VALUE = 2  # of each active attachment; 7.5
STACK_CAP = 5  # Stack Cards owned; 7.5
_EVERY_TURN = (PointPart("turn", POINTS),)


def full_hand(state: State, seat: Seat) -> int:
    """Return how many cards a seat may hold; source: rulebook "Additional Rules and Notes"."""
    limit = FULL_HAND
    abilities = state.players[seat].abilities
    if abilities:
        for bend in folded(abilities).full_hand:
            limit = bend(limit, state, seat)
    return limit


def row_limit(state: State, seat: Seat) -> int:
    """Return how many cards each row of a seat's board takes; source: rulebook "The Board"."""
    limit = ROW
    abilities = state.players[seat].abilities
    if abilities:
        for bend in folded(abilities).row_limit:
            limit = bend(limit, state, seat)
    return limit


def cost(state: State, seat: Seat, card: Card) -> int:
    """Return the points a seat pays to play a utility card; source: rulebook "Cost"; 7.1."""
    points = BASE_VALUE[card]
    abilities = state.players[seat].abilities
    if abilities:
        for bend in folded(abilities).cost:
            points = bend(points, state, seat, card)
    return points


def value(state: State, owner: Seat, card: Card) -> int:
    """Return the value of a card on a board; source: rulebook "(Effective) Value"; 7.1."""
    player = state.players[owner]
    if player.abilities or player.attached:
        return _bent_value(state, owner, player, card)
    return BASE_VALUE[card]


def _bent_value(state: State, owner: Seat, player: Player, card: Card) -> int:
    """Multiplication first, then addition; source: 7.1."""
    worth = BASE_VALUE[card]
    if card == state.turn.boosted:
        worth *= 2
    for bend in folded(player.abilities).value:
        worth = bend(worth, state, owner, card)
    under = attachment(player, card)
    return worth + ATTACHED_VALUE * len(under.cards) if under is not None and under.active else worth


def total(state: State, owner: Seat, cards: Iterable[Card]) -> int:
    """Return the summed values of cards on a board: Health, shields, weapons or damage."""
    player = state.players[owner]
    if player.abilities or player.attached:
        return sum([_bent_value(state, owner, player, card) for card in cards])
    return sum([BASE_VALUE[card] for card in cards])


def club_value(state: State, seat: Seat, card: Card) -> int:
    """Return the value of a Club when played, chained or combined; source: rulebook "Club Mechanics"; 7.1."""
    worth = BASE_VALUE[card]
    abilities = state.players[seat].abilities
    if abilities:
        for bend in folded(abilities).club_value:
            worth = bend(worth, state, seat, card)
    return worth


def club_draw(state: State, seat: Seat, card: Card) -> int:
    """Return how many cards a Club draws, by its base value; source: rulebook "Club Mechanics"."""
    count = 2 if BASE_VALUE[card] <= LOW_CLUB else 1
    abilities = state.players[seat].abilities
    if abilities:
        for bend in folded(abilities).club_draw:
            count = bend(count, state, seat, card)
    return count


def allowance_left(state: State, seat: Seat, card: Card) -> int:
    """Return up to what value cards may follow a utility card on the same Club; 0: none (R11, R70)."""
    left = 0
    abilities = state.players[seat].abilities
    if abilities and state.turn.source == "played":
        for bend in folded(abilities).allowance_left:
            left = bend(left, state, seat, card)
    return left


def may_skip_draw(state: State, seat: Seat) -> bool:
    """Say whether a seat is asked to give up its Draw Phase; source: 5.3, 7.7."""
    player = state.players[seat]
    if not player.abilities or player.turns < DRAW_ABILITIES_FROM or player.comeback:
        return False
    return any(answer(state, seat) for answer in folded(player.abilities).may_skip_draw)


def turn_draw(state: State, seat: Seat) -> int:
    """Return how many cards the regular draw gives; source: rulebook "1. Draw Phase"; rulings R3, R52; 7.7."""
    player = state.players[seat]
    if player.turns < DRAW_ABILITIES_FROM:
        return OPENING_DRAW
    if player.comeback:
        return COMEBACK_DRAW
    count = REGULAR_DRAW
    if player.abilities:
        for bend in folded(player.abilities).turn_draw:
            count = bend(count, state, seat)
    return count


def point_parts(state: State, seat: Seat) -> tuple[PointPart, ...]:
    """Return what a turn's points are made of; source: rulebook "2. Point Phase"; 5.4."""
    player = state.players[seat]
    parts: tuple[PointPart, ...] = _EVERY_TURN
    if player.abilities:
        answers = folded(player.abilities)
        points = POINTS
        for bend in answers.points:
            points = bend(points, state, seat)
        parts = (PointPart("turn", points),)
        for bend in answers.point_parts:
            parts = bend(parts, state, seat)
    if player.stack.cards:
        parts = (*parts, PointPart("stack", len(player.stack)))
    return parts


def attack_suits(state: State, seat: Seat) -> str:
    """Return the suits of a seat's board that may attack; source: rulebook "Fundamentals"."""
    suits = SPADES
    for bend in folded(state.players[seat].abilities).attack_suits:
        suits = bend(suits, state, seat)
    return suits


def weapons(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of a seat's board that may attack: Spades, and Diamonds where an ability says so."""
    player = state.players[seat]
    if player.abilities and DIAMONDS in attack_suits(state, seat):
        return player.diamonds + player.spades
    return player.spades


def raw_power(state: State, attacker: Seat, cards: tuple[Card, ...]) -> int:
    """Return what attack cards bring: the values of Spades, and half the sum of Diamonds, rounded down once.

    Source: rulebook "Fundamentals"; 6.3.
    """
    raw = total(state, attacker, cards)
    if state.players[attacker].abilities:
        halved = total(state, attacker, [card for card in cards if card[0] == DIAMONDS])
        raw -= halved - halved // 2
    return raw


def attack_power(state: State, attacker: Seat, raw: int) -> int:
    """Return the power of an attack; source: rulebook "Fundamentals"."""
    return raw


def bypass_power(state: State, attacker: Seat, target: Seat, raw: int) -> int:
    """Return the power of a Shield Bypass: half the sum, rounded down once (R25)."""
    power = raw // 2
    abilities = state.players[attacker].abilities
    if abilities:
        for bend in folded(abilities).bypass_power:
            power = bend(power, state, attacker, target, raw)
    return power


def cannot_attack(state: State, seat: Seat) -> Refusal | None:
    """Say which ability of its own keeps a seat from attacking; check 4 of 6.3."""
    answers = folded(state.players[seat].abilities).cannot_attack
    return next((no for answer in answers if (no := answer(state, seat)) is not None), None)


def cannot_be_attacked(state: State, seat: Seat, attacker: Seat) -> Refusal | None:
    """Say which ability of its own keeps a seat from being attacked; check 6 of 6.3."""
    answers = folded(state.players[seat].abilities).cannot_be_attacked
    return next((no for answer in answers if (no := answer(state, seat, attacker)) is not None), None)


def cannot_be_bypassed(state: State, seat: Seat) -> Refusal | None:
    """Say which ability of its own keeps a seat from being bypassed; check 12 of 6.3."""
    answers = folded(state.players[seat].abilities).cannot_be_bypassed
    return next((no for answer in answers if (no := answer(state, seat)) is not None), None)


def must_sacrifice(state: State, seat: Seat) -> bool:
    """Say whether a seat must destroy a card of its own board as its turn starts; source: 5.2."""
    return any(answer(state, seat) for answer in folded(state.players[seat].abilities).must_sacrifice)


def may_replace_hearts(state: State, seat: Seat) -> bool:
    """Say whether a seat may play a Heart for each one it loses; source: 7.4, R63."""
    return any(answer(state, seat) for answer in folded(state.players[seat].abilities).may_replace_hearts)


def sees_top(state: State, seat: Seat) -> bool:
    """Say whether a seat that is in the game sees the top card of the deck in its own turn; source: section 3."""
    player = state.players[seat]
    return player.standing == "in" and any(answer(state, seat) for answer in folded(player.abilities).sees_top)


def may_arm(state: State, player: Player) -> bool:
    """Say whether a player's round allows Spades on the board; source: rulebook "Spades"."""
    return player.turns >= SPADES_FROM
