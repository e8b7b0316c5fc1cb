"""A sentence for every fact, as it was redacted for who hears it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.panic_clan_inviter import messages as said
from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.naming import called, cards_called, named
from domain.kernel.cards.reordering import reordering
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, Fact, UnseenReordered
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def sentence(fact: said.PanicFact, words: Words) -> str | None:
    """Return what is said of a fact; nothing where another fact tells it."""
    return SENTENCES[type(fact)](fact, words)


def refusal(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence with cards by their names; what names no card stays as it was said."""
    values = {
        key: called(value, words) if key in ("card", "rule") and isinstance(value, str) else value
        for key, value in refused.values.items()
    }
    return words.say(refused.text, **values)


def question(seat: Seat, kind: said.QuestionKind, source: Card, words: Words, *, optional: bool) -> str:
    """Return who has to decide what; source: section 5."""
    texts = MAY if optional and kind in MAY else MUST
    return words.say(texts[kind], seat=words.seat(seat), source=named(source, words))


MUST: Mapping[said.QuestionKind, str] = {
    "choose_action": "{seat} chooses an action.",
    "choose_player": "{seat} chooses a player for {source}.",
    "choose_card_to_give": "{seat} has to part with a card because of {source}.",
    "choose_own_discard": "{seat} has to discard a card because of {source}.",
    "choose_from_discard": "{seat} chooses a card of the discard pile for {source}.",
    "choose_rule_from_hand": "{seat} may put a rule card into force thanks to {source}.",
    "choose_number_from_hand": "{seat} may place a number card thanks to {source}.",
    "choose_line_card": "{seat} chooses a card in a line for {source}.",
    "discard_to_limit": "{seat} holds too many cards and has to discard.",
}
MAY: Mapping[said.QuestionKind, str] = {
    "choose_from_discard": "{seat} may choose a card of the discard pile for {source}.",
}


def _decision(fact: said.DecisionOpened, words: Words) -> str:
    return question(fact.seat, fact.kind, fact.source, words, optional=fact.optional)


def _game_started(fact: said.GameStarted, words: Words) -> str:
    return words.say(
        "A game for {seats} players begins: whoever has {goal} cards in line first wins. The rule {rule} is in force.",
        seats=fact.seats,
        goal=fact.line_goal,
        rule=called(fact.rule, words),
    )


def _deck_shuffled(fact: said.DeckShuffled, words: Words) -> str:
    return words.say("The deck of {count} cards is shuffled.", count=fact.count)


def _hand_dealt(fact: said.HandDealt, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count("{seat} is dealt one card.", "{seat} is dealt {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} is dealt {cards}.", seat=seat, cards=cards_called(fact.cards, words))


def _start_player(fact: said.StartPlayerChosen, words: Words) -> str:
    text = "Chance gives {seat} the first turn." if fact.random else "{seat} has the first turn."
    return words.say(text, seat=words.seat(fact.seat))


def _turn_started(fact: said.TurnStarted, words: Words) -> str:
    text = "Turn {turn}: {seat} plays once more." if fact.extra else "Turn {turn}: it is the turn of {seat}."
    return words.say(text, turn=fact.turn_no, seat=words.seat(fact.seat))


def _cards_drawn(fact: said.CardsDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count("{seat} draws one card.", "{seat} draws {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} draws {cards}.", seat=seat, cards=cards_called(fact.cards, words))


def _placed(fact: said.NumberCardPlaced, words: Words) -> str:
    seat, card = words.seat(fact.seat), called(fact.card, words)
    if fact.from_ == "hand":
        return words.count(
            "{seat} places {card}: one card in line.",
            "{seat} places {card}: {n} cards in line.",
            fact.line_length,
            seat=seat,
            card=card,
        )
    return words.count(
        "{seat} places {card} from the discard pile: one card in line.",
        "{seat} places {card} from the discard pile: {n} cards in line.",
        fact.line_length,
        seat=seat,
        card=card,
    )


_RULE: Mapping[str, str] = {
    "hand": "{seat} puts the rule {card} into force; {replaced} goes to the discard pile.",
    "discard": "{seat} takes the rule {card} out of the discard pile and puts it into force; {replaced} goes there.",
}


def _rule_changed(fact: said.RuleChanged, words: Words) -> str:
    return words.say(
        _RULE[fact.from_],
        seat=words.seat(fact.seat),
        card=called(fact.card, words),
        replaced=called(fact.replaced, words),
    )


def _with_cards(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact and its cards."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat), cards=cards_called(fact.cards, words))


def _with_card(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact and its card."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat), card=called(fact.card, words))


_DISCARDED: Mapping[tuple[str, str], str] = {  # by reason and by who chose
    ("effect", "seat"): "{seat} discards {cards}.",
    ("effect", "clock"): "The time is up: {seat} discards {cards}.",
    ("effect", "nobody"): "{seat} discards the whole hand: {cards}.",
    ("random", "chance"): "{seat} loses a card of the hand by chance: {cards} is discarded.",
    ("hand_limit", "seat"): "{seat} discards {cards} to keep the hand limit.",
    ("hand_limit", "clock"): "The time is up: {seat} discards {cards} to keep the hand limit.",
    ("concession", "nobody"): "{seat} lays down the hand: {cards}.",
}


def _discarded(fact: said.CardsDiscarded, words: Words) -> str:
    text = _DISCARDED[fact.reason, fact.chosen_by]
    return words.say(text, seat=words.seat(fact.seat), cards=cards_called(fact.cards, words))


def _target(fact: said.TargetChosen, words: Words) -> str:
    seat, source = words.seat(fact.seat), named(fact.source, words)
    if fact.target == fact.seat:
        return words.say("{seat} chooses to be the one whom {source} concerns.", seat=seat, source=source)
    return words.say("{seat} chooses {target} for {source}.", seat=seat, target=words.seat(fact.target), source=source)


_MOVED: Mapping[str, tuple[str, str]] = {  # by who chose: where the card is known, and where it is not
    "seat": ("{giver} gives {card} to {taker}.", "{giver} gives a card to {taker}."),
    "clock": (
        "The time is up: {giver} gives {card} to {taker}.",
        "The time is up: {giver} gives a card to {taker}.",
    ),
    "chance": (
        "{taker} picks a card of {giver} by chance: {card}.",
        "{taker} picks a card of {giver} by chance.",
    ),
}


def _moved(fact: said.CardMovedBetweenHands, words: Words) -> str:
    known, unknown = _MOVED[fact.chosen_by]
    giver, taker = words.seat(fact.from_seat), words.seat(fact.to_seat)
    if fact.card == HIDDEN:
        return words.say(unknown, giver=giver, taker=taker)
    return words.say(known, giver=giver, taker=taker, card=called(fact.card, words))


def _swapped(fact: said.HandsSwapped, words: Words) -> str:
    return words.say(
        "{one} and {other} exchange hands: {one} gives {mine} and gets {theirs}.",
        one=words.seat(fact.seat_a),
        other=words.seat(fact.seat_b),
        mine=_some(fact.cards_a, words),
        theirs=_some(fact.cards_b, words),
    )


def _some(cards: Sequence[Card], words: Words) -> str:
    """Return cards by their names, or their number where they are hidden."""
    if not cards:
        return words.say("no cards")
    if HIDDEN in cards:
        return words.count("one card", "{n} cards", len(cards))
    return cards_called(cards, words)


def _line_card(fact: said.LineCardRemoved, words: Words) -> str:
    owner, card = words.seat(fact.line_seat), called(fact.card, words)
    if fact.to_seat is None:
        return words.say("{card} leaves the line of {owner} for the discard pile.", card=card, owner=owner)
    if fact.to_seat == fact.line_seat:
        return words.say("{owner} takes {card} from the own line back to the hand.", card=card, owner=owner)
    taker = words.seat(fact.to_seat)
    return words.say("{taker} takes {card} from the line of {owner} to the hand.", taker=taker, card=card, owner=owner)


_DIRECTION: Mapping[said.Direction, str] = {
    "clockwise": "The turns go clockwise from now on.",
    "counterclockwise": "The turns go counterclockwise from now on.",
}


def _direction(fact: said.DirectionReversed, words: Words) -> str:
    return words.say(_DIRECTION[fact.direction])


def _extra_turns(fact: said.ExtraTurnsGranted, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.pending == fact.count:
        return words.count(
            "{seat} plays one more turn after this one.",
            "{seat} plays {n} more turns after this one.",
            fact.count,
            seat=seat,
        )
    return words.say("{seat} wins more turns: {pending} after this one in all.", seat=seat, pending=fact.pending)


_FIZZLED: Mapping[said.Fizzle, str] = {
    "hand_empty": "{source} does nothing: {affected} holds no cards.",
    "both_hands_empty": "{source} does nothing: both hands are empty.",
    "self_target": "{source} does nothing: {affected} is both giver and taker.",
    "nothing_in_discard": "{source} does nothing: no such card lies in the discard pile.",
    "line_empty": "{source} does nothing to {affected}, who has no line.",
    "no_line_card": "{source} does nothing: no card lies in a line that it could take.",
    "nothing_placeable": "{source} does nothing: no card of the discard pile may be placed.",
    "player_left": "{source} does nothing any more: {affected} has left.",
}


def _fizzled(fact: said.EffectFizzled, words: Words) -> str:
    affected = fact.seat if fact.affected_seat is None else fact.affected_seat
    return words.say(_FIZZLED[fact.reason], source=named(fact.source, words), affected=words.seat(affected))


def _declined(fact: said.EffectDeclined, words: Words) -> str:
    source = named(fact.source, words)
    return words.say("{seat} makes no use of {source}.", seat=words.seat(fact.seat), source=source)


def _reshuffled(fact: said.DeckReshuffled, words: Words) -> str:
    return words.count(
        "The deck is used up: the discard pile, one card, becomes the new deck.",
        "The deck is used up: the discard pile is shuffled and becomes the new deck of {n} cards.",
        fact.count,
    )


def _conceded(fact: said.PlayerConceded, words: Words) -> str:
    text = "{seat} concedes." if fact.cause == "concession" else "{seat} is out: the time is used up."
    return words.say(text, seat=words.seat(fact.seat))


_WON: Mapping[said.EndReason, str] = {
    "line_completed": "{winners} completes the line and wins.",
    "last_player": "{winners} wins: nobody else is left.",
    "turn_limit": "{winners} wins with the longest line when the turns are used up.",
    "blocked": "{winners} wins with the longest line: everybody has passed.",
}


def _game_ended(fact: said.GameEnded, words: Words) -> str:
    winners = words.listed([words.seat(seat) for seat in fact.winners])
    if len(fact.winners) > 1:
        return words.say("{winners} share the win: their lines are the longest ones.", winners=winners)
    return words.say(_WON[fact.reason], winners=winners)


def _seated(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat))


def _nothing(fact: Fact, words: Words) -> None:
    return None


SENTENCES: Mapping[Any, Callable[[Any, Words], str | None]] = {
    said.GameStarted: _game_started,
    said.DeckShuffled: _deck_shuffled,
    said.HandDealt: _hand_dealt,
    said.StartPlayerChosen: _start_player,
    said.TurnStarted: _turn_started,
    said.CardsDrawn: _cards_drawn,
    said.NumberCardPlaced: _placed,
    said.RuleChanged: _rule_changed,
    said.MagicPlayed: _with_card("{seat} plays {card}."),
    said.CostPaid: _with_cards("{seat} pays with {cards}."),
    said.MagicResolved: _with_card("{card} goes to the discard pile."),
    said.CardsDiscarded: _discarded,
    said.DecisionOpened: _decision,
    said.TargetChosen: _target,
    said.CardMovedBetweenHands: _moved,
    said.HandsSwapped: _swapped,
    said.CardTakenFromDiscard: _with_card("{seat} takes {card} from the discard pile."),
    said.LineCardRemoved: _line_card,
    said.DirectionReversed: _direction,
    said.ExtraTurnsGranted: _extra_turns,
    said.TurnLossMarked: _seated("{seat} will lose a turn."),
    said.TurnLost: _seated("{seat} loses this turn."),
    said.EffectFizzled: _fizzled,
    said.EffectDeclined: _declined,
    said.DeckReshuffled: _reshuffled,
    said.TurnPassed: _seated("{seat} passes."),
    said.TurnEnded: _seated("The turn of {seat} is over."),
    said.PlayerConceded: _conceded,
    said.GameEnded: _game_ended,
    Awaited: _nothing,  # what is asked is told when it is opened
    UnseenReordered: reordering,
}
