"""What one viewer has heard of a table so far: its own copy, followed from the stored entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.audit.narration import Told, hints_before, narrated
from domain.audit.timeline import Address, sentences_of
from domain.games import Title
from domain.kernel.display.words import Words
from domain.kernel.game import State
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Setup
from domain.record.chain import SealedEntry
from domain.record.entries import WITH_FACTS, Entry, GameStarted, Resumed, RewoundTo
from domain.record.pauses import Pause, pause_after
from domain.table.codec import codec_of


class Heard(NamedTuple):
    """The entries of a viewer's copy, and the state after each of them (`None` before the deal).

    Values that the viewer may not know are never read: what is told rests on the copy alone.
    """

    title: Title
    setup: Setup
    viewer: Viewer
    entries: tuple[Entry, ...] = ()
    states: tuple[State, ...] = ()

    def going_on(self, sealed: Iterable[SealedEntry]) -> Heard:
        """Return the copy with the entries that follow."""
        rules, codec = self.title.rules, codec_of(self.title.rules)
        entries, states = list(self.entries), list(self.states)
        for n, kind, public, _, secrets, _ in sealed:
            assert n == len(entries) + 1, f"entry {n}, {kind}, does not follow"
            values = {pointer: value for pointer, value, seats in secrets if self.viewer.may_know(seats)}
            entry = codec.opened(codec.public(public), values)
            entries.append(entry)
            state = self._before(entry, states)
            for fact in entry.facts if isinstance(entry, WITH_FACTS) else ():
                state = rules.evolve(state, fact)
            states.append(state)
        return self._replace(entries=tuple(entries), states=tuple(states))

    def story(
        self, after: int, upto: int, words: Words, hints: Mapping[int, Sequence[Seat]] = {}
    ) -> list[tuple[Entry, list[Told]]]:
        """Return what happened in the entries after one and up to another, each with its sentences.

        `hints` are those of `Timeline`.
        """
        found = []
        for entry in self.entries[after:upto]:
            told: list[tuple[Address, str]] = []
            if isinstance(entry, WITH_FACTS):
                before = self._before(entry, self.states[: entry.n - 1])
                sentences, _ = sentences_of(self.title, entry.facts, before, self.viewer, words)
                told = [(Address(entry.n, place), text) for place, text in sentences]
            pause = self._pause(entry) if isinstance(entry, Resumed) else None
            asked = hints_before(entry.n, hints, words)
            found.append((entry, [*asked, *narrated(self.title, entry, told, words, pause=pause)]))
        return found

    def _pause(self, upto: Resumed) -> Pause | None:
        """Return what stops the play after an entry."""
        pause = None
        for entry in self.entries[: upto.n]:
            pause = pause_after(pause, entry)
        return pause

    def _before(self, entry: Entry, states: list[State] | tuple[State, ...]) -> State:
        if isinstance(entry, GameStarted):
            return self.title.rules.empty(self.setup)
        if isinstance(entry, RewoundTo):
            return states[entry.to - 1]
        return states[-1] if states else None
