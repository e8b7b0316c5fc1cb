"""What the laws have seen: without it nobody would know that they were blind."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.kernel.messages import Discloses
from tests.laws.copies import LeakError

MOST_UNPAIRED = 0.05  # of the steps put to a viewer's second world
MOST_UNPAIRED_OF_A_TAG = 0.4  # of the steps with one command, once there were enough to tell
ENOUGH = 25  # steps with one command


class Counts:
    """Counters of one game's paired worlds."""

    def __init__(self) -> None:
        self.pairs = 0
        self.twins = 0
        self.tried: Counter[str] = Counter()  # by command tag
        self.unpaired: Counter[tuple[str, str]] = Counter()  # command tag and reason
        self.compared: Counter[tuple[str, str]] = Counter()  # hidden place, by viewers outside its audience
        self.differed: Counter[tuple[str, str]] = Counter()  # …where the second world held something else there
        self.zones: Counter[str] = Counter()  # hidden places of a state
        self.zones_differed: Counter[str] = Counter()
        self.lists: set[str] = set()  # …that hold a list of hidden length
        self.rows: set[str] = set()  # …of which several lie in one list at once, so that they have an order
        self.rare: Counter[Any] = Counter()  # question, command, card
        self.asked: Counter[Any] = Counter()  # kinds of question, after each step
        self.tags: Counter[str] = Counter()  # commands acted
        self.facts: Counter[str] = Counter()
        self.together: Counter[tuple[str, str]] = Counter()  # tag and field with several cards of one hand
        self.disclosed: Counter[tuple[str, Discloses]] = Counter()  # tag of a fact and what it declares

    def check_paired(self) -> None:
        """Raise `LeakError` if too many steps could not be paired, over all or for one command."""
        tried, lost = sum(self.tried.values()), sum(self.unpaired.values())
        if lost > MOST_UNPAIRED * tried:
            raise LeakError(f"B: {lost} of {tried} steps could not be paired: {self.unpaired.most_common(6)}")
        for tag, count in self.tried.items():
            mine = sum([lost for (other, _), lost in self.unpaired.items() if other == tag])
            if count >= ENOUGH and mine > MOST_UNPAIRED_OF_A_TAG * count:
                raise LeakError(f"B: {mine} of {count} steps with {tag} could not be paired")

    def check_coverage(self, hidden: frozenset[tuple[str, str]]) -> None:
        """Raise `LeakError` if a hidden place was never compared, or held the same in every second world.

        A sealed command without a twin is one of these: whatever it hides, the facts tell it.
        """
        if blind := sorted(hidden - set(self.compared)):
            raise LeakError(f"B: never compared by viewers outside its audience: {blind}")
        if same := sorted(place for place, count in self.compared.items() if count and not self.differed[place]):
            raise LeakError(f"B: never anything else in a second world: {same}")
        if same_zones := sorted(path for path, count in self.zones.items() if count and not self.zones_differed[path]):
            raise LeakError(f"B: never anything else in an imagined state: {same_zones}")
