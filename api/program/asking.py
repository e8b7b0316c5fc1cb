"""From offers to one command, question by question, as numbered lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, assert_never

import msgspec

from api.program.wording import Wording
from domain.kernel.display.words import Words
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset, body_of

Ask = Callable[[str], str]
Say = Callable[[str], None]
SHOWN = 6  # values of a choice in the line of its offer
_IN_LIST = re.compile(r"/\d+/")


class BackError(Exception):
    """The player wants to choose again from the beginning."""


def choose(offers: Sequence[Offer], ask: Ask, say: Say, wording: Wording) -> dict[str, Any]:
    """Ask until one command is chosen; return its tag and body.

    Commands that end something stand last, and those that a game marks so are asked about while others are left. Raises
    `BackError`.
    """
    last = wording.hints.last
    offers = sorted(offers, key=lambda offer: last.index(offer.command) if offer.command in last else -1)
    words = wording.words
    offer = offers[_one([_line(offer, wording) for offer in offers], ask, say, words)]
    left = [other.command for other in offers if other.command not in last]
    if offer.command in wording.hints.asks and left:
        _make_sure(offer.command, left, ask, say, words)
    values = {path: _value(path, domain, ask, say, wording) for path, domain in offer.fields.items()}
    return {"tag": offer.command, "body": body_of(values)}


def _make_sure(command: str, left: Sequence[str], ask: Ask, say: Say, words: Words) -> None:
    """Ask about a command that gives up what is left to do; raises `BackError` for a no."""
    rest = words.row([words.term(other) for other in dict.fromkeys(left)])
    say(words.say("You can still do this: {rest}.", rest=rest))
    name = words.term(command).capitalize()
    if not _until(_truth, words.say("{name} all the same? y or n:", name=name), ask, say, words):
        raise BackError


def _line(offer: Offer, wording: Wording) -> str:
    """Return an offer with everything there is to choose from: two of them may differ in a target alone."""
    words = wording.words
    shown = [(path, chosen) for path, domain in offer.fields.items() if (chosen := _choices(domain, wording))]
    choices = [chosen if len(shown) == 1 else f"{_called(path, words)} {chosen}" for path, chosen in shown]
    name = words.term(offer.command).capitalize()
    if offer.hint:
        name = words.say("{name} ({hint})", name=name, hint=words.say(offer.hint))
    return words.say("{name}: {choices}", name=name, choices=words.say("; ").join(choices)) if choices else name


def _called(path: str, words: Words) -> str:
    """Return what a field is called; of a path through a list what follows the place in it."""
    return words.term(_IN_LIST.split(path)[-1])


def _choices(domain: Domain, wording: Wording) -> str:
    match domain:
        case OneOf((None,)):
            return ""
        case OneOf(values) | Subset(values) | Arrangement(values):
            listed = list(dict.fromkeys([wording.short(values[place]) for place in wording.in_order(values)]))
            return wording.words.row(listed[:SHOWN]) + (" …" if len(listed) > SHOWN else "")
        case Range(least, most):
            return f"{least}–{most}"
        case _:
            return ""


def _value(path: str, domain: Domain, ask: Ask, say: Say, wording: Wording) -> Any:
    words = wording.words
    what = _called(path, words).capitalize()
    match domain:
        case OneOf((only,)):
            return only
        case OneOf(values):
            say(words.say("{what}:", what=what))
            order = wording.in_order(values)
            return values[order[_one([wording.full(values[place]) for place in order], ask, say, words)]]
        case Subset(values, least) if least >= len(values):
            return values
        case Subset(values, least, most):
            return _several(what, values, (least, most), ask, say, wording, ordered=True)
        case Arrangement(of, least, most):
            return _several(what, of, (least, most), ask, say, wording, ordered=False)
        case Range(least, most):
            prompt = words.say("{what}, {least} to {most}:", what=what, least=least, most=most)
            return _until(lambda text: _number(text, least, most), prompt, ask, say, words)
        case Flag():
            return _until(_truth, words.say("{what}, y or n:", what=what), ask, say, words)
        case Free():
            return _until(_json, words.say("{what}, as JSON:", what=what), ask, say, words)
        case _:
            assert_never(domain)


def _one(lines: Sequence[str], ask: Ask, say: Say, words: Words) -> int:
    """Return the place of the line that is chosen."""
    for number, line in enumerate(lines, 1):
        say(f"{number:>4}  {line}")
    chosen: int = _until(lambda text: _number(text, 1, len(lines)), words.say("Number, ? for help:"), ask, say, words)
    return chosen - 1


def _several(
    what: str,
    values: Sequence[Any],
    bounds: tuple[int, int],
    ask: Ask,
    say: Say,
    wording: Wording,
    *,
    ordered: bool,
) -> tuple[Any, ...]:
    """Return the values that are chosen, in the order of the offer if `ordered`, else in that of the answer."""
    words = wording.words
    least, most = bounds[0], min(bounds[1], len(values))
    if least == most:
        say(words.say("{what}, {least} of them:", what=what, least=least))
    else:
        say(words.say("{what}, {least} to {most} of them:", what=what, least=least, most=most))
    order = wording.in_order(values)
    for number, place in enumerate(order, 1):
        say(f"{number:>4}  {wording.full(values[place])}")

    def read(text: str) -> list[int]:
        places = [order[_number(word, 1, len(values)) - 1] for word in text.replace(",", " ").split()]
        if len(set(places)) < len(places) or not least <= len(places) <= most:
            raise ValueError
        return sorted(places) if ordered else places

    prompt = words.say("Numbers, with spaces between them:")
    return tuple([values[place] for place in _until(read, prompt, ask, say, words)])


def _until(read: Callable[[str], Any], prompt: str, ask: Ask, say: Say, words: Words) -> Any:
    while True:
        text = ask(prompt).strip()
        if text == "b":
            raise BackError
        try:
            return read(text)
        except ValueError:
            say(words.say("That is not one of the answers; b goes back."))


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
        raise ValueError
    return int(text)


def _truth(text: str) -> bool:
    if text.lower() not in ("y", "yes", "n", "no"):
        raise ValueError
    return text.lower().startswith("y")


def _json(text: str) -> Any:
    return msgspec.json.decode(text.encode())
