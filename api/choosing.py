"""From offers to one command, question by question, as numbered lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.offers import Flag, Free, Offer, OneOf, Range, Subset, body_of
from domain.kernel.offers import Sequence as InOrder
from domain.kernel.words import Words

Ask = Callable[[str], str]
Say = Callable[[str], None]
SHOWN = 8  # values of a choice in the line of its offer
_IN_LIST = re.compile(r"/\d+/")


class BackError(Exception):
    """The player wants to choose again from the beginning."""


def choose(
    offers: Sequence[Offer], ask: Ask, say: Say, words: Words, names: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Ask until one command is chosen; return its tag and body. `names` says what a value is called in full.

    Raises `BackError`.
    """
    offer = offers[_one([_line(offer, words) for offer in offers], ask, say, words)]
    values = {path: _value(path, domain, ask, say, words, names or {}) for path, domain in offer.fields.items()}
    return {"tag": offer.command, "body": body_of(values)}


def _line(offer: Offer, words: Words) -> str:
    """Return an offer with everything there is to choose from: two of them may differ in a target alone."""
    choices = [
        f"{_called(path, words)} {chosen}"
        for path, domain in offer.fields.items()
        if (chosen := _choices(domain, words))
    ]
    name = words.term(offer.command).capitalize()
    if offer.hint:
        name = words.say("{name} ({hint})", name=name, hint=words.say(offer.hint))
    return words.say("{name}: {choices}", name=name, choices=words.say("; ").join(choices)) if choices else name


def _called(path: str, words: Words) -> str:
    """Return what a field is called; of a path through a list what follows the place in it."""
    return words.term(_IN_LIST.split(path)[-1])


def _choices(domain: Any, words: Words) -> str:
    match domain:
        case OneOf((None,)):
            return ""
        case OneOf(values) | Subset(values) | InOrder(values):
            shown = [_text(value) for value in values[:SHOWN]]
            return words.row(shown) + (" …" if len(values) > SHOWN else "")
        case Range(least, most):
            return f"{least}–{most}"
        case _:
            return ""


def _value(path: str, domain: Any, ask: Ask, say: Say, words: Words, names: Mapping[str, str]) -> Any:
    what = _called(path, words).capitalize()
    match domain:
        case OneOf((only,)):
            return only
        case OneOf(values):
            say(words.say("{what}:", what=what))
            return values[_one([_named(value, names) for value in values], ask, say, words)]
        case Subset(values, least) if least >= len(values):
            return values
        case Subset(values, least, most):
            return _several(what, values, least, most, ask, say, words, names, ordered=True)
        case InOrder(of, least, most):
            return _several(what, of, least, most, ask, say, words, names, ordered=False)
        case Range(least, most):
            prompt = words.say("{what}, {least} to {most}:", what=what, least=least, most=most)
            return _until(lambda text: _number(text, least, most), prompt, ask, say, words)
        case Flag():
            return _until(_truth, words.say("{what}, y or n:", what=what), ask, say, words)
        case Free(_):
            return _until(_json, words.say("{what}, as JSON:", what=what), ask, say, words)
        case _:
            raise TypeError(f"{domain!r} is no domain")


def _one(lines: Sequence[str], ask: Ask, say: Say, words: Words) -> int:
    """Return the place of the line that is chosen."""
    for number, line in enumerate(lines, 1):
        say(f"{number:>4}  {line}")
    chosen: int = _until(lambda text: _number(text, 1, len(lines)), words.say("Number:"), ask, say, words)
    return chosen - 1


def _several(
    what: str,
    values: Sequence[Any],
    least: int,
    most: int,
    ask: Ask,
    say: Say,
    words: Words,
    names: Mapping[str, str],
    *,
    ordered: bool,
) -> tuple[Any, ...]:
    """Return the values that are chosen, in the order of the list if `ordered`, else in that of the answer."""
    most = min(most, len(values))
    if least == most:
        say(words.say("{what}, {least} of them:", what=what, least=least))
    else:
        say(words.say("{what}, {least} to {most} of them:", what=what, least=least, most=most))
    for number, value in enumerate(values, 1):
        say(f"{number:>4}  {_named(value, names)}")

    def read(text: str) -> tuple[int, ...]:
        places = tuple(_number(word, 1, len(values)) for word in text.replace(",", " ").split())
        if len(set(places)) < len(places) or not least <= len(places) <= most:
            raise ValueError
        return tuple(sorted(places)) if ordered else places

    prompt = words.say("Numbers, with spaces between them:")
    return tuple(values[place - 1] for place in _until(read, prompt, ask, say, words))


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


def _named(value: Any, names: Mapping[str, str]) -> str:
    text = _text(value)
    return f"{text}  {names[text]}" if text in names else text


def _text(value: Any) -> str:
    """Return a value as it is read: a list of words (a path) with spaces between them, anything but words as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return msgspec.json.encode(value).decode()
