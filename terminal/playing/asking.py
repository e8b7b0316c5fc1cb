"""From offers to one command, question by question.

A face shows each `Asking` and sends back what was answered, as text: a number, numbers, yes or no, or what is written
freely. So the questions are the same for every face, and none of them waits for anything itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

import msgspec

from domain.kernel.display.wording import Wording, capital
from domain.kernel.display.words import Words
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset, body_of

Listed: TypeAlias = OneOf | Subset | Arrangement | Range | Flag  # domains that say what may be chosen
Kind: TypeAlias = Literal["one", "several", "number", "truth", "text"]
BACK = "b"
YES, NO = ("y", "yes"), ("n", "no")
SHOWN = 6  # values of a choice in the line of its offer


class Asking(NamedTuple):
    """A question: what it is about, the choices (numbered from 1), how to answer, and what was wrong before."""

    kind: Kind
    prompt: str
    head: str | None = None
    lines: tuple[str, ...] = ()
    wrong: str | None = None


Answer: TypeAlias = str
Questions: TypeAlias = Generator[Asking, Answer, Any]


class BackError(Exception):
    """The player wants to choose again from the beginning."""


def choose(offers: Sequence[Offer], wording: Wording) -> Generator[Asking, Answer, dict[str, Any]]:
    """Ask until one command is chosen; return its tag and body.

    Commands that end something stand last, and those that a game marks so are asked about while others are left. Raises
    `BackError`.
    """
    last = wording.hints.last
    offers = sorted(offers, key=lambda offer: last.index(offer.command) if offer.command in last else -1)
    words = wording.words
    if len(offers) == 1 and len(_questions(offers[0])) == 1:  # the values are all there is to choose
        offer = offers[0]
        body = yield from _body(offer, wording, what=_name(offer, wording))
        return {"tag": offer.command, "body": body}
    place = yield from _one([_line(offer, wording) for offer in offers], words)
    offer = offers[place]
    left = [other.command for other in offers if other.command not in last]
    if offer.command in wording.hints.asks and left:
        yield from _make_sure(offer.command, left, wording)
    body = yield from _body(offer, wording)
    return {"tag": offer.command, "body": body}


def _body(offer: Offer, wording: Wording, *, what: str | None = None) -> Questions:
    """Return what is chosen for each field; `what` is asked for instead of the names of the fields."""
    values: dict[str, Any] = {}
    for path, domain in sorted(offer.fields.items(), key=_is_listed):
        called = what or capital(wording.called(path))
        if isinstance(domain, Free):
            found = yield from _free(path, called, domain, wording)
            if isinstance(found, _Body):
                return found.values
            values[path] = found
        else:
            values[path] = yield from _value(path, called, domain, wording)
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


def _free(path: str, what: str, domain: Free, wording: Wording) -> Questions:
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
        return (yield from _until(read, Asking("text", words.say("{what}, as JSON:", what=what)), words))
    head = words.say(
        "@FILE takes a deck file, as `decks export` writes one; or type the cards as JSON, such as {example}.",
        example=decks.example(path),
    )
    return (yield from _until(read, Asking("text", words.say("Deck:"), head), words))


def _make_sure(command: str, left: Sequence[str], wording: Wording) -> Questions:
    """Ask about a command that gives up what is left to do; raises `BackError` for a no."""
    words = wording.words
    rest = words.row([words.term(other) for other in dict.fromkeys(left)])
    name = wording.name(command)
    asking = Asking(
        "truth",
        words.say("{name} all the same? y or n:", name=name),
        words.say("You can still do this: {rest}.", rest=rest),
    )
    if not (yield from _until(_truth, asking, words)):
        raise BackError


def _line(offer: Offer, wording: Wording) -> str:
    """Return an offer with everything there is to choose from: two of them may differ in a target alone."""
    words = wording.words
    if any(isinstance(domain, Free) for domain in offer.fields.values()):
        return _name(offer, wording)  # what is written freely may say the rest
    shown = [
        (path, chosen)
        for path, domain in offer.fields.items()
        if not (offer.hint and _is_said(domain)) and (chosen := _choices(path, domain, wording))
    ]
    choices = [chosen if len(shown) == 1 else f"{wording.called(path)} {chosen}" for path, chosen in shown]
    name = _name(offer, wording)
    return words.say("{name}: {choices}", name=name, choices=words.say("; ").join(choices)) if choices else name


def _is_said(domain: Domain) -> bool:
    """Say whether a field is settled to a yes or a no: what that means is the hint of the offer."""
    return isinstance(domain, OneOf) and len(domain.values) == 1 and isinstance(domain.values[0], bool)


def _name(offer: Offer, wording: Wording) -> str:
    return wording.name(offer.command, offer.hint and wording.words.say(offer.hint))


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


def _value(path: str, what: str, domain: Listed, wording: Wording) -> Questions:
    words = wording.words
    match domain:
        case OneOf((only,)):
            return only
        case OneOf(values):
            order = wording.in_order(values)
            lines = [wording.full(values[place], path) for place in order]
            place = yield from _one(lines, words, head=words.say("{what}:", what=what))
            return values[order[place]]
        case Subset(values, least) if least >= len(values):
            return values
        case Subset(values, least, most):
            return (yield from _several(what, values, (least, most), wording, ordered=True))
        case Arrangement(of, least, most):
            return (yield from _several(what, of, (least, most), wording, ordered=False))
        case Range(least, most):
            prompt = words.say("{what}, {least} to {most}:", what=what, least=least, most=most)
            return (yield from _until(lambda text: _number(text, least, most), Asking("number", prompt), words))
        case Flag():
            return (yield from _until(_truth, Asking("truth", words.say("{what}, y or n:", what=what)), words))
        case _:
            assert_never(domain)


def _one(lines: Sequence[str], words: Words, *, head: str | None = None) -> Generator[Asking, Answer, int]:
    """Return the place of the line that is chosen."""
    asking = Asking("one", words.say("Number, ? for help:"), head, tuple(lines))
    chosen: int = yield from _until(lambda text: _number(text, 1, len(lines)), asking, words)
    return chosen - 1


def _several(
    what: str, values: Sequence[Any], bounds: tuple[int, int], wording: Wording, *, ordered: bool
) -> Questions:
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

    lines = tuple([wording.full(values[place]) for place in order])
    asking = Asking("several", words.say("Numbers, with spaces between them:"), head, lines)
    places = yield from _until(read, asking, words)
    return tuple([values[place] for place in places])


def _until(read: Callable[[str], Any], asking: Asking, words: Words) -> Questions:
    """Return what is read of an answer; the question is asked again until one fits."""
    while True:
        text = yield asking
        if text.strip() == BACK:
            raise BackError
        try:
            return read(text.strip())
        except ValueError as error:
            wrong = str(error) or words.say("That is not one of the answers; b goes back.")
            asking = asking._replace(wrong=wrong)


def _number(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not least <= int(text) <= most:
        raise ValueError
    return int(text)


def _truth(text: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise ValueError
    return text.lower() in YES
