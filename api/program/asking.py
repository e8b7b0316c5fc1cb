"""From offers to one command, question by question, as numbered lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, assert_never

import msgspec

from api.program.wording import Wording
from domain.kernel.display.words import Words
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset, body_of

Ask = Callable[[str], str | None]  # `None` after a key that printed something else
Say = Callable[[str], None]
Listed: TypeAlias = OneOf | Subset | Arrangement | Range | Flag  # domains that say what may be chosen
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
    if len(offers) == 1 and len(_questions(offers[0])) == 1:  # the values are all there is to choose
        offer = offers[0]
        return {"tag": offer.command, "body": _body(offer, ask, say, wording, what=_name(offer, words))}
    offer = offers[_one([_line(offer, wording) for offer in offers], ask, say, words)]
    left = [other.command for other in offers if other.command not in last]
    if offer.command in wording.hints.asks and left:
        _make_sure(offer.command, left, ask, say, words)
    return {"tag": offer.command, "body": _body(offer, ask, say, wording)}


def _body(offer: Offer, ask: Ask, say: Say, wording: Wording, *, what: str | None = None) -> dict[str, Any]:
    """Return what is chosen for each field; `what` is asked for instead of the names of the fields."""
    values: dict[str, Any] = {}
    for path, domain in sorted(offer.fields.items(), key=_is_listed):
        called = what or _capital(_called(path, wording.words))
        if isinstance(domain, Free):
            found = _free(path, called, domain, ask, say, wording)
            if isinstance(found, _Body):
                return found.values
            values[path] = found
        else:
            values[path] = _value(path, called, domain, ask, say, wording)
    return body_of(values)


def _questions(offer: Offer) -> list[Listed]:
    """Return the fields with more than one choice, if nothing is to be written freely."""
    domains = list(offer.fields.values())
    listed = [domain for domain in domains if not isinstance(domain, Free)]
    return [domain for domain in listed if not _is_settled(domain)] if listed == domains else []


def _is_settled(domain: Listed) -> bool:
    match domain:
        case OneOf((_,)):
            return True
        case Subset(values, least):
            return least >= len(values)
        case _:
            return False


class _Body(NamedTuple):
    """What a file says of all fields at once."""

    values: dict[str, Any]


def _is_listed(field: tuple[str, Domain]) -> bool:
    """Say whether there is a list to choose from; what is written freely comes first: it may say the rest."""
    return not isinstance(field[1], Free)


def _free(path: str, what: str, domain: Free, ask: Ask, say: Say, wording: Wording) -> Any:
    """Return what is written as JSON, or the `_Body` of a deck file."""
    words, decks = wording.words, wording.own_decks

    def read(text: str) -> Any:
        if decks is not None and text.startswith("@"):
            return _Body(decks.body(text[1:].strip()))
        try:
            found = msgspec.json.decode(text.encode())
        except msgspec.DecodeError as error:
            raise ValueError(words.say("That is no JSON: {reason}.", reason=error)) from None
        if domain.schema.get("type") == "object" and not isinstance(found, dict):
            raise ValueError(words.say("That is JSON, but no object in braces."))
        return found

    if decks is None:
        return _until(read, words.say("{what}, as JSON:", what=what), ask, say, words)
    shown = words.say(
        "@FILE takes a deck file, as `decks export` writes one; or type the cards as JSON, such as {example}.",
        example=decks.example(path),
    )
    return _until(read, words.say("Deck:"), ask, say, words, [shown])


def _make_sure(command: str, left: Sequence[str], ask: Ask, say: Say, words: Words) -> None:
    """Ask about a command that gives up what is left to do; raises `BackError` for a no."""
    rest = words.row([words.term(other) for other in dict.fromkeys(left)])
    say(words.say("You can still do this: {rest}.", rest=rest))
    name = _capital(words.term(command))
    if not _until(_truth, words.say("{name} all the same? y or n:", name=name), ask, say, words):
        raise BackError


def _line(offer: Offer, wording: Wording) -> str:
    """Return an offer with everything there is to choose from: two of them may differ in a target alone."""
    words = wording.words
    if any(isinstance(domain, Free) for domain in offer.fields.values()):
        return _name(offer, words)  # what is written freely may say the rest
    shown = [
        (path, chosen)
        for path, domain in offer.fields.items()
        if not (offer.hint and _is_said(domain)) and (chosen := _choices(path, domain, wording))
    ]
    choices = [chosen if len(shown) == 1 else f"{_called(path, words)} {chosen}" for path, chosen in shown]
    name = _name(offer, words)
    return words.say("{name}: {choices}", name=name, choices=words.say("; ").join(choices)) if choices else name


def _is_said(domain: Domain) -> bool:
    """Say whether a field is settled to a yes or a no: what that means is the hint of the offer."""
    return isinstance(domain, OneOf) and len(domain.values) == 1 and isinstance(domain.values[0], bool)


def _name(offer: Offer, words: Words) -> str:
    name = _capital(words.term(offer.command))
    return words.say("{name} ({hint})", name=name, hint=words.say(offer.hint)) if offer.hint else name


def _capital(text: str) -> str:
    """Return a text that begins a line; names in it keep their capitals."""
    return text[:1].upper() + text[1:]


def _called(path: str, words: Words) -> str:
    """Return what a field is called; of a path through a list what follows the place in it."""
    return words.term(_IN_LIST.split(path)[-1])


def _choices(path: str, domain: Domain, wording: Wording) -> str:
    match domain:
        case OneOf((None,)):
            return ""
        case OneOf(values) | Subset(values) | Arrangement(values):
            listed = list(dict.fromkeys([wording.short(values[place], path) for place in wording.in_order(values)]))
            return wording.words.row(listed[:SHOWN]) + (" …" if len(listed) > SHOWN else "")
        case Range(least, most):
            return f"{least}–{most}"
        case _:
            return ""


def _value(path: str, what: str, domain: Listed, ask: Ask, say: Say, wording: Wording) -> Any:
    words = wording.words
    match domain:
        case OneOf((only,)):
            return only
        case OneOf(values):
            order = wording.in_order(values)
            lines = [wording.full(values[place], path) for place in order]
            return values[order[_one(lines, ask, say, words, head=words.say("{what}:", what=what))]]
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
        case _:
            assert_never(domain)


def _one(lines: Sequence[str], ask: Ask, say: Say, words: Words, *, head: str | None = None) -> int:
    """Return the place of the line that is chosen."""
    shown = ([] if head is None else [head]) + _numbered(lines)
    prompt = words.say("Number, ? for help:")
    chosen: int = _until(lambda text: _number(text, 1, len(lines)), prompt, ask, say, words, shown)
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
        head = words.say("{what}, {least} of them:", what=what, least=least)
    else:
        head = words.say("{what}, {least} to {most} of them:", what=what, least=least, most=most)
    order = wording.in_order(values)

    def read(text: str) -> list[int]:
        places = [order[_number(word, 1, len(values)) - 1] for word in text.replace(",", " ").split()]
        if len(set(places)) < len(places) or not least <= len(places) <= most:
            raise ValueError
        return sorted(places) if ordered else places

    shown = [head, *_numbered([wording.full(values[place]) for place in order])]
    prompt = words.say("Numbers, with spaces between them:")
    return tuple([values[place] for place in _until(read, prompt, ask, say, words, shown)])


def _numbered(lines: Sequence[str]) -> list[str]:
    return [f"{number:>4}  {line}" for number, line in enumerate(lines, 1)]


def _until(read: Callable[[str], Any], prompt: str, ask: Ask, say: Say, words: Words, shown: Sequence[str] = ()) -> Any:
    """Return what is read of an answer; what there is to choose from is shown before every prompt."""
    wrong = None
    while True:
        for line in shown:
            say(line)
        if wrong is not None:
            say(wrong)
        text = ask(prompt)
        if text is None:
            wrong = None
            continue
        if text.strip() == "b":
            raise BackError
        try:
            return read(text.strip())
        except ValueError as error:
            wrong = str(error) or words.say("That is not one of the answers; b goes back.")


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not least <= int(text) <= most:
        raise ValueError
    return int(text)


def _truth(text: str) -> bool:
    if text.lower() not in ("y", "yes", "n", "no"):
        raise ValueError
    return text.lower().startswith("y")
