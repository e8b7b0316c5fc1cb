"""What the laws have seen: without it nobody would know that they were blind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from domain.kernel.game import Rules
from domain.kernel.messages import Discloses, tag_of
from tests.laws.arrival import shown_together
from tests.laws.holes import idle_fields
from tests.laws.tables import Step

MOST_UNPAIRED = 0.05  # of the steps put to a viewer's second world
MOST_UNPAIRED_OF_A_KIND = 0.02  # of the steps with one command in answer to one question
HIDDEN_FROM_SEVERAL = "several seats that do not hold all"
FEW = 2  # steps of a rare kind that may be lost beside others that are not


class BlindError(AssertionError):
    """The laws have seen too little of a game to say anything."""


class Counts:
    """Counters of one game's paired worlds."""

    def __init__(self) -> None:
        self.run: tuple[int, bool] = (0, False)  # the one being watched: its number, and whether nothing is shunned
        self.at = 0  # the entry being watched
        self.pairs = 0
        self.twins = 0
        self.tried: Counter[str] = Counter()  # by kind of step: what was asked, which command answered it
        self.unpaired: Counter[str] = Counter()  # …those without a second world
        self.why: Counter[tuple[str, str]] = Counter()  # kind of step and reason
        self.viewers: Counter[str] = Counter()  # pairs for viewers of several seats, of a seat that has left, and so on
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
        self.forced: Counter[tuple[str, str]] = Counter()  # sealed command and where the facts of its twins differ
        self.together: Counter[tuple[str, str]] = Counter()  # tag and field with several cards of one hand
        self.idle: Counter[tuple[str, str, str]] = Counter()  # fields that change nothing: command, tag and name
        self.taken_back = 0  # rewinds that took back something sealed that a coming fact would have opened
        self.disclosed: Counter[tuple[str, Discloses]] = Counter()  # tag of a fact and what it declares

    def note(self, rules: Rules, step: Step, facts: tuple[Any, ...]) -> None:
        """Count what an entry of the first world holds."""
        self.facts.update([tag_of(fact) for fact in facts])
        if step.before.live is not None:
            self.together.update(shown_together(rules, step.before.live.state, facts))
            if any(fact.discloses for fact in facts):
                idle = idle_fields(rules, step.before.live.state, facts)
                self.idle.update([("", tag, name) for tag, name, fact in idle if fact.discloses])
        if step.command is not None:
            self.tags[tag_of(step.command)] += 1

    def check_paired(self, bounds: Mapping[str, float]) -> None:
        """Raise `BlindError` if too many steps could not be paired, over all or of one kind.

        `bounds` holds the kinds of which more may be lost: the share of each.
        """
        tried, lost = sum(self.tried.values()), sum(self.unpaired.values())
        if lost > MOST_UNPAIRED * tried:
            raise BlindError(f"B: {lost} of {tried} steps could not be paired: {self.why.most_common(6)}")
        for kind, mine in self.unpaired.items():
            count = self.tried[kind]
            if mine == count or mine > max(FEW, bounds.get(kind, MOST_UNPAIRED_OF_A_KIND) * count):
                raise BlindError(f"B: {mine} of {count} steps of the kind {kind!r} could not be paired")

    def check_coverage(self, hidden: frozenset[tuple[str, str]]) -> None:
        """Raise `BlindError` if a hidden place was never compared, or held the same in every second world.

        A sealed command without a twin is one of these: whatever it hides, the facts tell it.
        """
        if blind := sorted(hidden - set(self.compared)):
            raise BlindError(f"B: never compared by viewers outside its audience: {blind}")
        if same := sorted(place for place, count in self.compared.items() if count and not self.differed[place]):
            raise BlindError(f"B: never anything else in a second world: {same}")
        if same_zones := self.same_zones():
            raise BlindError(f"B: never anything else in an imagined state: {same_zones}")

    def same_zones(self) -> list[str]:
        """Return the hidden places of states that held the same in every imagined one so far."""
        return sorted(path for path, count in self.zones.items() if count and not self.zones_differed[path])
