"""Commands to try: legal ones, odd ones, and well-formed ones of every kind."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.codec import command_types
from domain.kernel.game import Rules
from domain.kernel.legal import legal_actions, offers, sample
from domain.kernel.messages import Concede, TimeOut, tag_of
from domain.kernel.offers import Free, Offer
from domain.kernel.seats import ARBITER, Seat
from tests.laws.luck import Luck

SAMPLES = 6  # tries to find a command that is not shunned before all are listed
LISTED = 400  # legal actions looked at in one state
SELDOMER = 20  # of so many odd commands one is left where a time-out ends the game
STRANGE = ("", "?", "no-such-card", "#1")

_TYPES: dict[type[Any], inspect.Type] = {}


def choose(rules: Rules, state: Any, seat: Seat, shunned: frozenset[str], quick: QuickChance) -> Any:
    """Return some legal command, one with a shunned tag only if there is no other."""
    command = sample(rules, state, seat, quick)
    for _ in range(SAMPLES):
        if tag_of(command) not in shunned:
            return command
        command = sample(rules, state, seat, quick)
    welcome = [item for item in listed(rules, state, seat) if tag_of(item) not in shunned]
    return quick.choice(welcome) if welcome else command


def listed(rules: Rules, state: Any, seat: Seat) -> list[Any]:
    """Return the legal actions of a seat, the first 400 of them."""
    return list(itertools.islice(legal_actions(rules, state, seat), LISTED))


def any_command(
    rules: Rules, state: Any, seats: int, awaited: Sequence[Seat], quick: QuickChance
) -> tuple[Seat, Any, Any] | None:
    """Return a time-out, or something legal at any time from any seat; concessions and forfeits seldom.

    Or what no listing gives: a command with a `Free` field. Where the first time-out already ends the game all that is
    seldomer still, or no table would last.
    """
    if _is_fragile(rules, state, awaited[0]) and quick.pick(SELDOMER):
        return None
    return _any_command(rules, state, seats, awaited, quick)


def _is_fragile(rules: Rules, state: Any, seat: Seat) -> bool:
    chance = Luck(QuickChance(1), {}, rotating=False, use=0)
    return rules.outcome(act(rules, state, seat, TimeOut(), chance).state) is not None


def _any_command(
    rules: Rules, state: Any, seats: int, awaited: Sequence[Seat], quick: QuickChance
) -> tuple[Seat, Any, Any] | None:
    kinds = sorted(rules.anytime - {Concede}, key=tag_of)
    turn = quick.pick(6)
    if turn == 5:
        return _freely(rules, state, seats, quick.choice(awaited), quick)
    if turn < 2 or (turn > 2 and not kinds):
        return quick.choice(awaited), TimeOut(final=quick.pick(4) == 0), "clock"
    seat = quick.pick(seats)
    if turn == 2:
        command: Any = Concede()
    else:
        command = well_formed(quick.choice(kinds), vocabulary(rules, state), seats, quick)
    if rules.refuse(state, seat, command) is not None:
        return None
    return seat, rules.normal(state, command), "hand"


def _freely(rules: Rules, state: Any, seats: int, seat: Seat, quick: QuickChance) -> tuple[Seat, Any, Any] | None:
    tags = [offer.command for offer in offers(rules, state, seat) if is_free(offer)]
    if not tags:
        return None
    words = vocabulary(rules, state)
    for _ in range(SAMPLES):
        command = well_formed(command_types(rules)[quick.choice(tags)], words, seats, quick)
        if rules.refuse(state, seat, command) is None:
            return seat, rules.normal(state, command), "hand"
    return None


def is_free(offer: Offer) -> bool:
    """Say whether an offer has a field that is not expanded."""
    return any(isinstance(domain, Free) for domain in offer.fields.values())


def vocabulary(rules: Rules, state: Any) -> tuple[str, ...]:
    """Return the words that commands may be made of: what an arbiter reads on the table, and nonsense."""
    seen: dict[str, None] = {}
    _collect(msgspec.to_builtins(rules.view(state, ARBITER), enc_hook=lambda value: type(value).__name__), seen)
    return (*seen, *STRANGE)


def _collect(value: Any, seen: dict[str, None]) -> None:
    if isinstance(value, str):
        seen[value] = None
    elif isinstance(value, list | tuple):
        for item in value:
            _collect(item, seen)
    elif isinstance(value, dict):
        for item in value.values():
            _collect(item, seen)


def probes(rules: Rules, state: Any, seats: int, quick: QuickChance, count: int) -> list[Any]:
    """Return well-formed commands of random kinds, some of them near to legal ones."""
    words = vocabulary(rules, state)
    every: tuple[type[Any], ...] = (*rules.command_types, Concede)
    return [well_formed(quick.choice(every), words, seats, quick) for _ in range(count)]


def well_formed(cls: type[Any], words: Sequence[str], seats: int, quick: QuickChance) -> Any:
    """Return a command of this class with random values of the right types."""
    return msgspec.convert(_value(_type_of(cls), words, seats, quick), cls)


def _type_of(cls: type[Any]) -> inspect.Type:
    """Return what msgspec knows of a class, which reads all annotations anew each time that it is asked."""
    known = _TYPES.get(cls)
    if known is None:
        known = _TYPES[cls] = inspect.type_info(cls)
    return known


def _value(kind: Any, words: Sequence[str], seats: int, quick: QuickChance) -> Any:
    match kind:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            made: dict[str, Any] = {} if tag_field is None else {tag_field: tag}
            for field in fields:
                if field.required or quick.pick(2):
                    made[field.encode_name] = _value(field.type, words, seats, quick)
            return made
        case inspect.StrType(max_length=longest):
            return quick.choice(words)[:longest]
        case inspect.Metadata(type=inner):
            return _value(inner, words, seats, quick)
        case inspect.BoolType():
            return quick.pick(2) == 1
        case inspect.IntType():
            return quick.pick(seats + 4) - 2
        case inspect.LiteralType(values=values):
            return quick.choice(tuple(values))
        case inspect.NoneType():
            return None
        case inspect.UnionType(types=types):
            return _value(quick.choice([item for item in types if not _is_unset(item)]), words, seats, quick)
        case (
            inspect.VarTupleType(item_type=item, max_length=longest)
            | inspect.ListType(item_type=item, max_length=longest)
        ):
            return [_value(item, words, seats, quick) for _ in range(min(quick.pick(4), longest or 4))]
        case inspect.TupleType(item_types=items):
            return [_value(item, words, seats, quick) for item in items]
        case inspect.DictType(key_type=key, value_type=value):
            return {_value(key, words, seats, quick): _value(value, words, seats, quick)}
        case _:
            raise AssertionError(f"commands have no values of this kind: {kind}")


def _is_unset(kind: Any) -> bool:
    return type(kind).__name__ == "UnsetType"


def refusals(rules: Rules, state: Any, seat: Seat, commands: Iterable[Any]) -> list[Any]:
    """Return what the rules say to each command of a seat."""
    return [rules.refuse(state, seat, command) for command in commands]
