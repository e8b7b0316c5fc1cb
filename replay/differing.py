"""Differences of two moments in sentences, in the words of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from domain.audit.differences import Altered, Cards, Difference, Marks, Number, Order, Place, Text
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words


def sentence(difference: Difference, words: Words) -> str:
    """Return a difference as one sentence."""
    return plain(_sentence(difference, words))


def _sentence(difference: Difference, words: Words) -> str:
    match difference:
        case Number(before=None):
            return _placed(difference.place, words.say("{after} now", after=difference.after), words)
        case Number(after=None):
            return _placed(difference.place, words.say("not shown any more"), words)
        case Number():
            return _placed(difference.place, _from_to(str(difference.before), str(difference.after), words), words)
        case Text():
            return _placed(difference.place, _lines(difference, words), words)
        case Marks():
            gained = [words.say("now “{text}”", text=text) for text in difference.gained]
            lost = [words.say("no longer “{text}”", text=text) for text in difference.lost]
            return _placed(difference.place, words.row([*gained, *lost]), words)
        case Cards():
            came = [words.say("gains {cards}", cards=_cards(difference.gained, words))] if difference.gained else []
            went = [words.say("loses {cards}", cards=_cards(difference.lost, words))] if difference.lost else []
            return _placed(difference.place, words.say("; ").join([*came, *went]), words)
        case Altered():
            signs = _from_to(difference.before or "–", difference.after or "–", words)
            return _placed((*difference.place, difference.card), signs, words)
        case Order():
            return _placed(difference.place, words.say("another order"), words)
        case _:
            assert_never(difference)


def _placed(place: Place, what: str, words: Words) -> str:
    return words.say("{what}: {choices}", what=words.row(place), choices=what) if place else what


def _from_to(before: str, after: str, words: Words) -> str:
    return words.say("from {before} to {after}", before=before, after=after)


def _lines(difference: Text, words: Words) -> str:
    if difference.before is None:
        return words.say("now “{text}”", text=difference.after)
    if difference.after is None:
        return words.say("no longer “{text}”", text=difference.before)
    return words.say("“{before}” becomes “{after}”", before=difference.before, after=difference.after)


def _cards(cards: Sequence[str | None], words: Words) -> str:
    """Return cards by their names, those that the viewer cannot tell as a number."""
    known = [card for card in cards if card is not None]
    unknown = len(cards) - len(known)
    if unknown:
        known.append(words.count("one unknown card", "{n} unknown cards", unknown))
    return words.row(known)
