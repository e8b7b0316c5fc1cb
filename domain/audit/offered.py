"""What a seat may choose, for a page: legal commands as sentences, offers with names, the words of every value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from domain.games import Title
from domain.kernel.codec import body_of_command
from domain.kernel.display.board import Picture
from domain.kernel.display.saying import distinct, leaves, plainly
from domain.kernel.display.wording import Wording, cards_of
from domain.kernel.display.words import Words
from domain.kernel.game import State
from domain.kernel.legal import legal_up_to, offers
from domain.kernel.messages import tag_of
from domain.kernel.offers import Arrangement, Domain, Offer, OneOf, Range, Subset
from domain.kernel.seats import Seat, seat_viewer

COMMANDS_AT_MOST = 2_000  # legal commands in an answer; with more a page asks by the offers and `dry_run`
TRIED_AT_MOST = 20_000  # of the offers: most games offer a few that are refused


class Chosen(msgspec.Struct, frozen=True):
    """A legal command, and what it would do as a sentence; no two of one list have the same."""

    tag: str
    body: dict[str, Any]
    say: str


class Named(msgspec.Struct, frozen=True):
    """What a value is called in a row with others, all there is to say of it, and where the picture has it."""

    short: str
    full: str
    kind: Literal["card", "seat", "word"]


class Offered(msgspec.Struct, frozen=True):
    """All that a seat may choose; `words` are by `Wording.key` of a value. Commands of `Free` fields are not listed."""

    commands: tuple[Chosen, ...]
    truncated: bool
    offers: tuple[dict[str, Any], ...]
    words: dict[str, Named]


NOTHING_OFFERED = Offered((), truncated=False, offers=(), words={})


def offered(title: Title, state: State, seat: Seat, words: Words, picture: Picture) -> Offered:
    """Return what an awaited seat may choose; `picture` is the seat's own, `words` are those of the table."""
    wording = Wording(words, cards_of(picture), title.hints)
    menu = offers(title.rules, state, seat)
    legal = legal_up_to(title.rules, state, seat, most=COMMANDS_AT_MOST, tried=TRIED_AT_MOST)
    commands = () if legal.truncated else _said(title, state, seat, menu, legal.commands, wording)
    named: dict[str, Named] = {}
    for path, value in _values(menu, commands):
        named.setdefault(wording.key(value, path), _named(value, path, wording))
    return Offered(commands, legal.truncated, tuple([_shape(offer, wording) for offer in menu]), named)


def settable(title: Title, state: State, seat: Seat, words: Words) -> dict[str, dict[str, Any]]:
    """Return what a seat may set at any time, by tag, in the shape of an offer: what holds now comes first."""
    wording = Wording(words, hints=title.hints)
    menu = () if title.settings is None else title.settings(state, seat)
    return {offer.command: _shape(offer, wording) for offer in menu}


def _said(
    title: Title, state: State, seat: Seat, menu: tuple[Offer, ...], legal: list[Any], wording: Wording
) -> tuple[Chosen, ...]:
    bodies = [body_of_command(command) for command in legal]
    if title.saying is None:
        tags = [tag_of(command) for command in legal]
        told = [plainly(tag, body, wording, _amounts(menu, tag)) for tag, body in zip(tags, bodies, strict=True)]
    else:
        view = title.rules.view(state, seat_viewer(seat))
        told = [title.saying(command, view, wording.words) for command in legal]
    told = distinct(told, bodies, wording.words)
    return tuple([Chosen(tag_of(legal[at]), bodies[at], told[at]) for at in range(len(legal))])


def _amounts(menu: tuple[Offer, ...], tag: str) -> frozenset[str]:
    """Return the fields of a command whose numbers count something."""
    fields = [field for offer in menu if offer.command == tag for field in offer.fields.items()]
    return frozenset([path for path, domain in fields if isinstance(domain, Range)])


def _values(menu: tuple[Offer, ...], commands: tuple[Chosen, ...]) -> Iterator[tuple[str, Any]]:
    """Yield whatever may be chosen, with the path of its field; of a list also each part of it."""
    for offer in menu:
        for path, domain in offer.fields.items():
            for value in values_of(domain):
                yield path, value
                yield from leaves({path: value}) if isinstance(value, tuple | list) else ()
    for command in commands:  # their numbers are among the offers, or amounts, which need no words
        yield from [(path, value) for path, value in leaves(command.body) if not isinstance(value, int)]


def values_of(domain: Domain) -> tuple[Any, ...]:
    """Return the values that a domain lists."""
    match domain:
        case OneOf(values) | Subset(values) | Arrangement(values):
            return values
        case _:
            return ()


def _named(value: Any, path: str, wording: Wording) -> Named:
    kind: Literal["card", "seat", "word"] = "word"
    if wording.lies(value, path):
        kind = "card"
    elif isinstance(value, int) and not isinstance(value, bool):
        kind = "seat"
    return Named(wording.short(value, path), wording.full(value, path), kind)


def _shape(offer: Offer, wording: Wording) -> dict[str, Any]:
    """Return an offer as JSON with what it and its fields are called."""
    fields: Mapping[str, Any] = {
        path: {**msgspec.to_builtins(domain), "label": wording.called(path)} for path, domain in offer.fields.items()
    }
    hint = {} if offer.hint is None else {"hint": wording.words.say(offer.hint)}
    return {"command": offer.command, "label": wording.name(offer.command), **hint, "fields": fields}
