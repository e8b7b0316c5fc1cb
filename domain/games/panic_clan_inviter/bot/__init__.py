"""Players: one that does anything legal, and a sensible one that follows section 12 of the specification.

They see what a person in their seat sees. The sensible one gives everything that it could do a worth in points and does
the best of it; it knows the words of card texts and no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.games.panic_clan_inviter.bot.sight import Sight
from domain.games.panic_clan_inviter.bot.worth import PLACED, actions, effects, placed, removal, without
from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    ChoosePlayer,
    Decline,
    DiscardToLimit,
    PanicCommand,
    Question,
    QuestionKind,
)
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import HAND_LIMIT
from domain.games.panic_clan_inviter.view import View
from domain.games.panic_clan_inviter.vocabulary import (
    Effect,
    EnactRule,
    MoveFromHand,
    PlaceNumber,
    RemoveFromLine,
    SwapHands,
)
from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer, OneOf
from domain.kernel.refusals import May
from domain.kernel.seats import Seat


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> PanicCommand:
    """Return the legal command that promises most; of two equal ones the first."""
    asked = view.question
    assert asked is not None, "a bot is asked where it has to answer"
    sight = Sight(view, asked.seat)
    if asked.kind == "choose_action":
        return first_legal(actions(sight), may)
    return ANSWER[asked.kind](sight, asked, offers)


def first_legal(wishes: Iterable[tuple[float, PanicCommand]], may: May) -> PanicCommand:
    """Return the best of some wishes that is legal; one of drawing and passing always is."""
    best_first = sorted(wishes, key=lambda wish: -wish[0])
    return next(command for _, command in best_first if may(command) is None)


def _values(offers: Sequence[Offer], path: str) -> tuple[Any, ...]:
    """Return what is offered for a field of the one command with choices; nothing if there is only `decline`."""
    for offer in offers:
        domain = offer.fields.get(path)
        if isinstance(domain, OneOf):
            return domain.values
    return ()


def _effect(sight: Sight, asked: Question) -> Effect:
    return sight.cards.effects[asked.source][asked.at]


def _choose_player(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Section 12, 7: the largest hand for a swap, else the longest line, with cards where cards are picked."""
    effect = _effect(sight, asked)
    players = sight.view.players

    def worth(seat: Seat) -> tuple[float, ...]:
        player = players[seat]
        mine = seat == asked.seat
        if isinstance(effect, SwapHands):
            return not mine, player.hand_count
        if isinstance(effect, MoveFromHand):
            return not mine, bool(player.hand_count), len(player.line), player.hand_count
        return not mine, len(player.line)

    return ChoosePlayer(seat=max(_values(offers, "seat"), key=worth))


def _part_with(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Give away or discard the card that is missed least."""
    return ChooseCard(card=sight.cheapest(_values(offers, "card"), 1)[0])


def _discard_to_limit(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    dropped = sight.cheapest(sight.hand, len(sight.hand) - HAND_LIMIT)
    return DiscardToLimit(cards=sight.cards.in_order(dropped))


def _rule_from_hand(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Put a rule into force if it is better than the present one."""
    rules = _values(offers, "card")
    best = max(rules, key=lambda rule: sight.advantage(rule, sight.last, sight.hand), default=None)
    if best is None or sight.advantage(best, sight.last, sight.hand) <= 0:
        return Decline()
    return ChooseCard(card=best)


def _number_from_hand(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Place the card with the best prospects: a card in line is what counts."""
    numbers = _values(offers, "card")
    if not numbers:
        return Decline()
    return ChooseCard(card=max(numbers, key=lambda card: placed(sight, card, without(sight.hand, card))))


def _from_discard(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Take, enact or place the best of the open cards."""
    effect, kind = _effect(sight, asked), sight.cards.kind

    def worth(card: Card) -> float:
        if isinstance(effect, EnactRule):
            return sight.advantage(kind[card], sight.last, sight.hand)
        if isinstance(effect, PlaceNumber):
            return placed(sight, kind[card], sight.hand)
        return sight.keep(kind[card])

    return ChooseCard(card=max(_values(offers, "card"), key=worth))


def _line_card(sight: Sight, asked: Question, offers: Sequence[Offer]) -> PanicCommand:
    """Break the most dangerous line, at its end; a card that comes to the own hand should be of use."""
    effect = _effect(sight, asked)
    taken = isinstance(effect, RemoveFromLine) and effect.to == "actor_hand"
    owner = {card: player for player in sight.view.players for card in player.line}

    def worth(card: Card) -> float:
        player = owner[card]
        kind = sight.cards.kind[card]
        gain = sight.keep(kind) if taken else 0.0
        if player.seat == asked.seat:
            return gain - PLACED + min(effects(sight, kind, None, sight.hand), PLACED / 2)
        return gain + removal(sight, player) + (0.5 if card == player.line[-1] else 0.0)

    return ChooseCard(card=max(_values(offers, "card"), key=worth))


ANSWER: Mapping[QuestionKind, Callable[[Sight, Question, Sequence[Offer]], PanicCommand]] = {
    "choose_player": _choose_player,
    "choose_card_to_give": _part_with,
    "choose_own_discard": _part_with,
    "choose_from_discard": _from_discard,
    "choose_rule_from_hand": _rule_from_hand,
    "choose_number_from_hand": _number_from_hand,
    "choose_line_card": _line_card,
    "discard_to_limit": _discard_to_limit,
}

BOTS: dict[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
