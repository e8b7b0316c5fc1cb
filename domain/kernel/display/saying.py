"""Commands as sentences: what a seat would do with each, no two of one list alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.kernel.display.wording import Wording
from domain.kernel.display.words import Words

Body: TypeAlias = Mapping[str, Any]
Leaf: TypeAlias = tuple[str, Any]

Saying: TypeAlias = Callable[[Any, Any, Words], str]
"""What a game says of a command, of the view of the seat that may choose it, in the words of the table."""


def plainly(tag: str, body: Body, wording: Wording, amounts: Container[str] = ()) -> str:
    """Return a command by the names of its fields, for a game that has no sentence of its own for it.

    The numbers at the paths in `amounts` count something, all others are seats or places.
    """
    words = wording.words
    told = [
        words.say("{field} {value}", field=wording.called(field), value=words.row(values))
        for field, given in body.items()
        if (
            values := [
                _text(value) if path in amounts else wording.short(value, field)
                for path, value in leaves({field: given})
            ]
        )
    ]
    name = wording.name(tag)
    if not told:
        return words.say("{name}.", name=name)
    return words.say("{name}: {choices}.", name=name, choices=words.row(told))


def distinct(sentences: Sequence[str], bodies: Sequence[Body], words: Words) -> list[str]:
    """Return the sentences of a list of commands so that no two are alike.

    Where several say the same, as of two copies of a card, each tells the values that not all of them have.
    """
    alike: dict[str, list[int]] = {}
    for place, sentence in enumerate(sentences):
        alike.setdefault(sentence, []).append(place)
    told = list(sentences)
    for sentence, places in alike.items():
        if len(places) == 1:
            continue
        keys = {place: [(path, _text(value)) for path, value in leaves(bodies[place])] for place in places}
        shared = Counter(key for each in keys.values() for key in set(each))
        for place in places:
            own = [text for path, text in keys[place] if shared[path, text] < len(places)]
            told[place] = words.say("{sentence} ({values})", sentence=sentence, values=words.row(own))
    return told


def leaves(body: Body) -> Iterator[Leaf]:
    """Yield every single value of a body with the path that leads to it, as offers write paths."""
    for name, value in body.items():
        yield from _leaves(name, value)


def _leaves(path: str, value: Any) -> Iterator[Leaf]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(f"{path}/{name}", inner)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _leaves(f"{path}/{place}", inner)
    else:
        yield path, value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
