"""What differs between two moments of a table: two neutral pictures compared, in the words of the board."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import msgspec

from domain.kernel.display.board import CardPicture, Counter, Panel, Picture, Zone

NO_PANEL = Panel("", "centre")
NO_ZONE = Zone("", "row")
NOWHERE = Picture("")  # before the deal there is no table

T = TypeVar("T")
Place: TypeAlias = tuple[str, ...]  # labels of the board: the panel, what is in it, the space of a map


class _Difference(msgspec.Struct, frozen=True, kw_only=True, tag_field="what"):
    place: Place


class Number(_Difference, frozen=True, kw_only=True, tag="number"):
    """A number of the board; `None` where it is not shown."""

    before: int | None
    after: int | None


class Text(_Difference, frozen=True, kw_only=True, tag="text"):
    """A line of the board: its headline, a note, who is waited for."""

    before: str | None
    after: str | None


class Marks(_Difference, frozen=True, kw_only=True, tag="marks"):
    """Short marks or notices that came and went."""

    gained: tuple[str, ...]
    lost: tuple[str, ...]


class Cards(_Difference, frozen=True, kw_only=True, tag="cards"):
    """Cards that came and went; `None` is one that this viewer cannot tell."""

    gained: tuple[str | None, ...]
    lost: tuple[str | None, ...]


class Altered(_Difference, frozen=True, kw_only=True, tag="altered"):
    """A card that lies where it lay, with other signs on it."""

    card: str
    before: str
    after: str


class Order(_Difference, frozen=True, kw_only=True, tag="order"):
    """The same cards in another order."""


Difference: TypeAlias = Number | Text | Marks | Cards | Altered | Order


def differences(before: Picture | None, after: Picture | None) -> tuple[Difference, ...]:
    """Return what differs between two pictures for one viewer, from the top of the board to the bottom.

    Two moments before the deal do not differ. Cards are told as the board calls them; nothing has an id of the program.
    What a counter and a pile of one name both say is told once.
    """
    return tuple(dict.fromkeys(_pictures(before or NOWHERE, after or NOWHERE)))


def _pictures(before: Picture, after: Picture) -> Iterator[Difference]:
    yield from _text((), before.headline or None, after.headline or None)
    yield from _marks((), before.banner, after.banner)
    old, new = _by_key(before.panels, _panel_key), _by_key(after.panels, _panel_key)
    for key in _keys(old, new):
        yield from _panels(old.get(key, NO_PANEL), new.get(key, NO_PANEL))
    yield from _text((), before.prompt, after.prompt)


def _panel_key(panel: Panel) -> str:
    """Return what a panel is known by: a seat's label may change with what the seat does."""
    return panel.label if panel.seat is None else f"/{panel.seat}"


def _by_key(items: Sequence[T], key: Callable[[T], str]) -> dict[tuple[str, int], T]:
    """Return items by name, and by how many of that name came before."""
    seen: Multiset[str] = Multiset()
    found = {}
    for item in items:
        name = key(item)
        found[name, seen[name]] = item
        seen[name] += 1
    return found


def _keys(old: Iterable[T], new: Iterable[T]) -> list[T]:
    return list(dict.fromkeys([*old, *new]))


def _panels(before: Panel, after: Panel) -> Iterator[Difference]:
    label = after.label or before.label
    old, new = (_by_key(panel.counters, lambda counter: counter.label) for panel in (before, after))
    for key in _keys(old, new):
        yield from _counters((label, key[0]), old.get(key), new.get(key))
    yield from _marks((label,), [badge.text for badge in before.badges], [badge.text for badge in after.badges])
    zones, others = (_by_key(panel.zones, lambda zone: zone.label) for panel in (before, after))
    for key in _keys(zones, others):
        yield from _zones((label, key[0]), zones.get(key, NO_ZONE), others.get(key, NO_ZONE))


def _counters(place: Place, before: Counter | None, after: Counter | None) -> Iterator[Number]:
    value = None if before is None else before.value
    yield from _number(place, value, None if after is None else after.value)


def _zones(place: Place, before: Zone, after: Zone) -> Iterator[Difference]:
    if "grid" in (before.kind, after.kind):
        yield from _map(place, before, after)
    else:
        yield from _cards(place, before.cards, after.cards)
        if _growth(before.count, after.count) != len(after.cards) - len(before.cards):
            yield from _number(place, before.count, after.count)
    yield from _text(place, before.note, after.note)


def _growth(before: int | None, after: int | None) -> int:
    """Return by how much a count grew; a place that is not there holds nothing."""
    return (after or 0) - (before or 0)


def _map(place: Place, before: Zone, after: Zone) -> Iterator[Difference]:
    """Compare a map space by space: the first card of each is the ground, and names it; the others lie on it."""
    old, new = _by_space(before), _by_space(after)
    for at in _keys(old, new):
        was, now = old.get(at, ()), new.get(at, ())
        ground, grown = _name(was[:1]), _name(now[:1])
        yield from _text(place, ground, grown)
        yield from _cards((*place, grown or ground or ""), was[1:], now[1:], on_map=True)


def _by_space(zone: Zone) -> dict[tuple[int, int] | None, tuple[CardPicture, ...]]:
    spaces: dict[tuple[int, int] | None, tuple[CardPicture, ...]] = {}
    for card in zone.cards:
        spaces[card.at] = (*spaces.get(card.at, ()), card)
    return spaces


def _name(ground: tuple[CardPicture, ...]) -> str | None:
    return " ".join([ground[0].face, *ground[0].badges]) if ground else None


def _cards(
    place: Place, before: Sequence[CardPicture], after: Sequence[CardPicture], *, on_map: bool = False
) -> Iterator[Difference]:
    """Compare cards as a bag: a name that is there before and after with other signs is the same card, altered."""
    old, new = ([(_called(card, on_map=on_map), " ".join(card.badges)) for card in cards] for cards in (before, after))
    if old == new:
        return
    lost, gained = list((Multiset(old) - Multiset(new)).elements()), []
    for name, signs in (Multiset(new) - Multiset(old)).elements():
        was = next((one for one in lost if one[0] == name and name is not None), None)
        if was is None or name is None:
            gained.append(name)
        else:
            lost.remove(was)
            yield Altered(place=place, card=name, before=was[1], after=signs)
    if gained or lost:
        yield Cards(place=place, gained=tuple(gained), lost=tuple([name for name, _ in lost]))
    elif Multiset(old) == Multiset(new):
        yield Order(place=place)


def _called(card: CardPicture, *, on_map: bool) -> str | None:
    """Return what the board calls a card; nothing of a back. On a map the name would tell the signs once more."""
    return (card.face if on_map else card.name or card.face) or None


def _number(place: Place, before: int | None, after: int | None) -> Iterator[Number]:
    if before != after:
        yield Number(place=place, before=before, after=after)


def _text(place: Place, before: str | None, after: str | None) -> Iterator[Text]:
    if before != after:
        yield Text(place=place, before=before, after=after)


def _marks(place: Place, before: Sequence[str], after: Sequence[str]) -> Iterator[Marks]:
    gained = tuple([text for text in after if text not in before])
    lost = tuple([text for text in before if text not in after])
    if gained or lost:
        yield Marks(place=place, gained=gained, lost=lost)
