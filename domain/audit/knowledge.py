"""What a seat knows of the places that it cannot see, from the record alone: by what it was told and by counting.

Every claim rests on facts as the seat learnt them: cards it saw go to a place, and the whole lot of cards that a place
and its circuit hold. So every claim is true in each world that agrees with the seat's copy; a test tries that. What
takes more than counting, such as what a seat would have done, is not claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from domain.audit.timeline import Address, Moment, Timeline
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN, redact
from domain.kernel.seats import Seat, Viewer, seat_viewer
from domain.record.entries import GameStarted

KEPT = 25  # entries between two places that are remembered: a tenth of a second of counting, or less
Key: TypeAlias = tuple[str, Seat | None]  # of a place: what it is called, and whose it is


class Bounds(NamedTuple):
    """How many cards of a kind lie in a place: no fewer, no more."""

    least: int
    most: int


class Known(NamedTuple):
    """A place as a seat knows it: how many cards, which for certain, and between which bounds each kind is there.

    `told` are the cards that the seat saw go there; `certain` has those that counting proves as well. `bounds` is
    missing where the lot of the circuit is hidden itself: then no card is ruled out.
    """

    place: Place
    size: int
    told: Mapping[str, int]
    certain: Mapping[str, int]
    bounds: Mapping[str, Bounds] | None

    @property
    def ruled_out(self) -> tuple[str, ...]:
        """The kinds of the circuit that cannot be there."""
        return () if self.bounds is None else tuple([card for card, (_, most) in self.bounds.items() if not most])

    @property
    def whole(self) -> bool:
        """Say whether it is known of every card which it is, though perhaps not in which order."""
        return sum(self.certain.values()) == self.size


class Seen(NamedTuple):
    """A card that a seat saw go to a place: since when, and since when nobody can say whether it still is there.

    A card that the seat saw leave is no longer told of.
    """

    card: str
    label: str
    seat: Seat | None
    since: Address
    until: Address | None


class Learnt(NamedTuple):
    """What one fact told a seat of a place: cards that are there now for certain, kinds that cannot be any more."""

    address: Address
    label: str
    seat: Seat | None
    there: tuple[str, ...]
    ruled_out: tuple[str, ...]


class Knowledge(NamedTuple):
    """What a seat knows at an address, when it saw each card go where it is, and what each fact told it."""

    places: tuple[Known, ...]
    seen: tuple[Seen, ...]
    learnt: tuple[Learnt, ...]


def knowledge(timeline: Timeline, seat: Seat, address: Address, words: Words) -> Knowledge | None:
    """Return what a seat knew at an address; `None` for a game that does not say where its cards lie."""
    return Recollection(seat, words).at(timeline, address)


class _Memory(NamedTuple):
    """All that counting on from a place needs: the seat's own state, its places, the cards in its sight."""

    state: Any = None
    places: Mapping[Key, Known] = MappingProxyType({})
    in_sight: Mapping[str, int] = MappingProxyType({})
    seen: tuple[Seen, ...] = ()
    learnt: tuple[Learnt, ...] = ()


class Recollection:
    """What a seat knows at one place of a record after another, also while the record grows.

    Counting goes on from the nearest place before that is remembered: some along the way, and the last one asked for.
    """

    def __init__(self, seat: Seat, words: Words) -> None:
        self._seat = seat
        self._words = words
        self._kept = {0: _Memory()}  # by the entry after which it stood; an entry has one story before it
        self._last = (0, _Memory())

    def at(self, timeline: Timeline, address: Address) -> Knowledge | None:
        """Return what the seat knew at an address; `None` for a game that does not say where its cards lie."""
        circuits = timeline.title.circuits
        if circuits is None:
            return None
        done, memory = self._nearest(timeline, address)
        told = told_states(timeline, seat_viewer(self._seat), address, after=done, state=memory.state)
        for here, state in told:
            if here.n > done + KEPT and here.fact == 0:
                done = here.n - 1
                self._kept[done] = memory
            spoken = self._words.at_table(timeline.moment(here.n).table.setup.data)
            memory = self._after(memory, here, state, circuits(state, spoken))
        if address.fact is None:
            self._last = (address.n, memory)
        return Knowledge(tuple(memory.places.values()), memory.seen, memory.learnt)

    def _nearest(self, timeline: Timeline, address: Address) -> tuple[int, _Memory]:
        """Return the last remembered entry on the live line to an address, and the memory after it."""
        whole = {**self._kept, self._last[0]: self._last[1]}
        line = (moment.entry.n for moment in _back(timeline, address.n))
        done = next((n for n in line if n in whole and (n < address.n or address.fact is None)), 0)
        return done, whole[done]

    def _after(self, memory: _Memory, here: Address, state: Any, lying: tuple[Circuit, ...]) -> _Memory:
        """Return the memory after one more fact."""
        now = {(known.place.label, known.place.seat): known for known in known_of(lying, self._seat)}
        in_sight = _named([place for circuit in lying for place in circuit.places])
        learnt = [item for key, known in now.items() for item in _learnt(here, key, memory.places.get(key), known)]
        seen = _followed(memory.seen, here, memory.places, now, Counter(memory.in_sight) - in_sight)
        return _Memory(state, now, in_sight, tuple(seen), (*memory.learnt, *learnt))


def told_states(
    timeline: Timeline, viewer: Viewer, address: Address, *, after: int = 0, state: Any = None
) -> Iterator[tuple[Address, Any]]:
    """Yield the state after each fact of the live line up to an address, as the viewer's own copy would give it.

    `after` is an entry of that line to go on from, and `state` what it led to.
    """
    rules = timeline.title.rules
    new = takewhile(lambda moment: moment.entry.n > after, _back(timeline, address.n))
    for moment in [*new][::-1]:
        if isinstance(moment.entry, GameStarted):
            state = rules.empty(moment.table.setup)
        for i, fact in enumerate(moment.facts):
            if moment.entry.n == address.n and address.fact is not None and i > address.fact:
                return
            state = rules.evolve(state, redact(fact, viewer))
            yield Address(moment.entry.n, i), state


def _back(timeline: Timeline, n: int) -> Iterator[Moment]:
    """Yield the moments that stood after entry `n`, the last one first: what was taken back before it is left out."""
    timeline.moment(n)
    return timeline.back_from(n)


def known_of(circuits: tuple[Circuit, ...], seat: Seat) -> list[Known]:
    """Return what can be said of the places that a seat may not see, by counting what it knows of all others."""
    found = []
    for circuit in circuits:
        closed = [place for place in circuit.places if place.closed and (place.seat != seat or HIDDEN in place.cards)]
        if closed:
            loose = _loose(circuit)
            found += [_known(place, loose) for place in closed]
    return found


class _Loose(NamedTuple):
    """What lies nowhere for certain: the cards of a circuit that nobody named, and how many unknown ones there are."""

    cards: Mapping[str, int]
    hidden: int


def _loose(circuit: Circuit) -> _Loose | None:
    """Count; nothing is claimed where the lot is hidden, or where cards are on their way and in no place."""
    lying = [card for place in circuit.places for card in place.cards]
    if circuit.cards is None or len(lying) != sum(circuit.cards.values()):
        return None
    loose = Counter(circuit.cards)
    loose.subtract([card for card in lying if card != HIDDEN])
    return None if min(loose.values()) < 0 else _Loose(loose, lying.count(HIDDEN))


def _known(place: Place, loose: _Loose | None) -> Known:
    told = _named((place,))
    bounds = None if loose is None else _bounds(place, loose, told)
    certain = told if bounds is None else Counter({card: least for card, (least, _) in bounds.items() if least})
    return Known(place, len(place.cards), told, certain, bounds)


def _named(places: Iterable[Place]) -> Counter[str]:
    return Counter([card for place in places for card in place.cards if card != HIDDEN])


def _bounds(place: Place, loose: _Loose, told: Mapping[str, int]) -> dict[str, Bounds]:
    """Count: what lies nowhere for certain lies under the unknown cards, here or elsewhere in the circuit."""
    here = place.cards.count(HIDDEN)
    elsewhere = loose.hidden - here
    unnamed = {many: Bounds(max(0, many - elsewhere), min(many, here)) for many in set(loose.cards.values())}
    bounds = {card: unnamed[many] for card, many in loose.cards.items()}
    for card, many in told.items():
        least, most = bounds[card]
        bounds[card] = Bounds(many + least, many + most)
    return bounds


def _learnt(address: Address, key: Key, before: Known | None, now: Known) -> Iterator[Learnt]:
    """Yield what changed for the better: more cards are certain than by the last fact, or a kind is ruled out anew."""
    there = tuple((Counter(now.certain) - Counter(before.certain)).elements()) if before else tuple(now.told)
    possible = None if before is None or before.bounds is None else before.ruled_out
    ruled_out = () if possible is None else tuple([card for card in now.ruled_out if card not in possible])
    if there or ruled_out:
        yield Learnt(address, *key, there, ruled_out)


def _followed(
    seen: Iterable[Seen], address: Address, before: Mapping[Key, Known], now: Mapping[Key, Known], lost: Counter[str]
) -> list[Seen]:
    """Return what was seen after one more fact; `lost` are the cards that the seat knew the place of and no longer
    does. Of equal cards the one that came last is told of as lost first."""
    seen = list(seen)
    for key in dict.fromkeys([*before, *now]):
        was, there = (Counter({} if key not in known else known[key].told) for known in (before, now))
        for card in (was - there).elements():
            place = max(
                i for i, one in enumerate(seen) if (one.card, one.label, one.seat, one.until) == (card, *key, None)
            )
            gone = seen.pop(place)
            if lost[card]:
                lost[card] -= 1
                seen.append(gone._replace(until=address))
        seen += [Seen(card, *key, address, None) for card in (there - was).elements()]
    return seen
