"""What each seat learned since an entry: cards that came into its sight, fact by fact, in its own copy.

A rewind takes nothing out of a head: what a branch told that was taken back since counts like all else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from domain.audit.damage.report import Lay, LearnedCards, Spot
from domain.audit.knowledge import told_states
from domain.audit.timeline import Address, Moment, Timeline
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN, redact
from domain.kernel.messages import Fact
from domain.kernel.seats import Seat, seat_viewer
from domain.record.entries import GameStarted, RewoundTo


class Stretch(NamedTuple):
    """What happened without a rewind in between: the entry that it went on from, and the moments."""

    start: int
    moments: list[Moment]


def stretches(timeline: Timeline, to: int) -> list[Stretch]:
    """Return everything after an entry, in the order in which it happened, parted by rewinds."""
    found = [Stretch(to, [])]
    for moment in timeline.moments[to:]:
        if isinstance(moment.entry, RewoundTo):
            found.append(Stretch(moment.entry.to, []))
        found[-1].moments.append(moment)
    return found


class Learning(NamedTuple):
    """What a seat learned of cards since the goal, and how many cards of others' hands it could not tell there."""

    cards: tuple[LearnedCards, ...]
    unknown: dict[Spot, int]


def learned_since(timeline: Timeline, to: int, words: Words) -> list[Learning]:
    """Return what each seat learned of cards since an entry, by seat; nothing in a game that has no places."""
    seats = range(timeline.opening.seats)
    if timeline.title.circuits is None:
        return [Learning((), {}) for _ in seats]
    at_table = words.at_table(timeline.moment(to).table.setup.data)
    lying = _places(timeline, timeline.moment(to).state, at_table)
    learners: list[_Learner] = []
    for stretch in stretches(timeline, to):
        sights = [_Sight(timeline, seat, stretch.start, at_table) for seat in seats]
        if not learners:  # the first stretch starts at the goal
            learners = [_Learner(sight.seat, lying, sight.at_start) for sight in sights]
        for address, fact in _facts(sights, stretch):
            for sight in sights:
                sight.hear(fact)
            for sight in sights:
                sight.note(address, sights)
        for learner, sight in zip(learners, sights, strict=True):
            learner.take_in(sight, sights)
    return [learner.learning() for learner in learners]


def _facts(sights: Iterable[_Sight], stretch: Stretch) -> Iterator[tuple[Address, Fact]]:
    for moment in stretch.moments:
        if isinstance(moment.entry, GameStarted):
            for sight in sights:
                sight.begin(moment)
        for i, fact in enumerate(moment.facts):
            yield Address(moment.entry.n, i), fact


class _Item(NamedTuple):
    """One card that came into sight."""

    card: str
    address: Address
    origin: Spot
    place: Spot | None
    hidden_from: tuple[Seat, ...]


class _Lying(NamedTuple):
    """The cards of a place by kind, unknown ones among them."""

    place: Place
    cards: Counter[str]


def _places(timeline: Timeline, state: Any, words: Words) -> dict[Spot, _Lying]:
    """Return where the cards lie, by place; nowhere before the deal."""
    circuits = timeline.title.circuits
    if state is None or circuits is None:
        return {}
    lots: tuple[Circuit, ...] = circuits(state, words)
    return {Spot(place.label, place.seat): _Lying(place, Counter(place.cards)) for lot in lots for place in lot.places}


class _Sight:
    """One seat's own copy, folded fact by fact, and the cards that came into its sight."""

    def __init__(self, timeline: Timeline, seat: Seat, start: int, words: Words) -> None:
        self.seat = seat
        self.learned: list[_Item] = []
        self._timeline = timeline
        self._viewer = seat_viewer(seat)
        self._words = words
        states = [state for _, state in told_states(timeline, self._viewer, Address(start))]
        self._state: Any = states[-1] if states else None
        self._before = self._now = self.at_start = _places(timeline, self._state, self._words)
        self._on_their_way: list[Spot] = []

    def begin(self, moment: Moment) -> None:
        """Take a seat at the table before its first fact."""
        self._state = self._timeline.title.rules.empty(moment.table.setup)
        self._now = _places(self._timeline, self._state, self._words)

    def hear(self, fact: Fact) -> None:
        """Learn a fact."""
        self._before = self._now
        after = self._timeline.title.rules.evolve(self._state, redact(fact, self._viewer))
        if after is not self._state:
            self._state = after
            self._now = _places(self._timeline, after, self._words)

    def note(self, address: Address, sights: list[_Sight]) -> None:
        """Note the cards that came into sight by the last fact, and which seats did not see them come.

        As many as left a place unknown, by this fact or before: others came from nowhere, or were seen on their way.
        """
        if self._now is self._before:
            return
        left, came = self._unknown(self._before, self._now), self._unknown(self._now, self._before)
        way = [*self._on_their_way, *left]
        gained = list((self._named(self._now) - self._named(self._before)).elements())
        for card, origin in zip(gained, way, strict=False):
            if self._is_own(origin):  # this copy hides it, the seat knew it
                continue
            place = next((spot for spot in self._now if self.gains(spot, card)), None)
            others = [
                other.seat for other in sights if place is None or other.gains(place, card) < self.gains(place, card)
            ]
            self.learned.append(_Item(card, address, origin, place, tuple(others)))
        self._on_their_way = way[len(gained) + len(came) :]

    def _is_own(self, spot: Spot) -> bool:
        lying = self._before.get(spot)
        return spot.seat == self.seat and not (lying is not None and lying.place.face_down)

    def gains(self, spot: Spot, card: str) -> int:
        """Return how many more cards of a kind the seat knows in a place since the last fact."""
        now, before = (there[spot].cards[card] if spot in there else 0 for there in (self._now, self._before))
        return max(0, now - before)

    def knows_more(self, card: str, other: _Sight) -> bool:
        """Say whether the seat can tell cards of a kind now where another one cannot."""
        there = other._now
        return any(
            lying.cards[card] > (there[spot].cards[card] if spot in there else 0) for spot, lying in self._now.items()
        )

    @staticmethod
    def _named(places: dict[Spot, _Lying]) -> Counter[str]:
        named: Counter[str] = Counter()
        for lying in places.values():
            named.update(lying.cards)
        del named[HIDDEN]
        return named

    @staticmethod
    def _unknown(places: dict[Spot, _Lying], others: dict[Spot, _Lying]) -> list[Spot]:
        """Return the places that hold more unknown cards than they do among others, once for each such card."""
        found = []
        for spot, lying in places.items():
            elsewhere = others[spot].cards[HIDDEN] if spot in others else 0
            found += [spot] * max(0, lying.cards[HIDDEN] - elsewhere)
        return found


_Row: TypeAlias = tuple[str, Spot, Spot | None, Lay, tuple[Seat, ...]]


class _Learner:
    """What one seat learned, over all stretches: equal cards together, each by where it lay at the goal."""

    def __init__(self, seat: Seat, lying: dict[Spot, _Lying], at_goal: dict[Spot, _Lying]) -> None:
        mine = {spot: there.cards for spot, there in at_goal.items()}
        self._unknown = {spot: _more(there.cards, mine.get(spot, Counter())) for spot, there in lying.items()}
        self._hands = [
            spot
            for spot, there in lying.items()
            if there.place.closed and not there.place.face_down and spot.seat not in (None, seat)
        ]
        self._face_down = [spot for spot, there in lying.items() if there.place.face_down]
        self._found: Counter[_Row] = Counter()
        self._first: dict[_Row, str] = {}

    def take_in(self, sight: _Sight, sights: list[_Sight]) -> None:
        """Take in what a stretch told, and what of it others do not know at its end.

        A card that two stretches told of is the same one.
        """
        left = {spot: Counter(cards) for spot, cards in self._unknown.items()}
        found: Counter[_Row] = Counter()
        for item in sight.learned:
            hidden_from = tuple([seat for seat in item.hidden_from if sight.knows_more(item.card, sights[seat])])
            row = (item.card, item.origin, item.place, self._lay(item, left), hidden_from)
            found[row] += 1
            self._first.setdefault(row, str(item.address))
        self._found |= found

    def learning(self) -> Learning:
        """Return all of it."""
        cards = tuple([LearnedCards(row[0], count, self._first[row], *row[1:]) for row, count in self._found.items()])
        return Learning(cards, {spot: self._unknown[spot].total() for spot in self._hands})

    def _lay(self, item: _Item, left: dict[Spot, Counter[str]]) -> Lay:
        """Return where a card lay at the goal, the worse if it may have lain in several places; each lay once."""
        if item.origin in self._hands and _taken(left[item.origin], item.card):
            return "held"
        return "unseen" if any(_taken(left[spot], item.card) for spot in self._face_down) else "open"


def _more(cards: Counter[str], mine: Counter[str]) -> Counter[str]:
    """Return the cards of a place that a seat could not tell, by name where the copy knows them."""
    named = Counter({card: count for card, count in mine.items() if card != HIDDEN})
    return cards - named


def _taken(cards: Counter[str], card: str) -> bool:
    """Take a card of this kind, or an unknown one, away; say whether there was any."""
    for name in (card, HIDDEN):
        if cards[name]:
            cards[name] -= 1
            return True
    return False
