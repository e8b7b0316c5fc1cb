"""The story of a record up to a place, through somebody's eyes, and what is found in it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.audit.narration import Told, told
from domain.audit.timeline import Address
from domain.kernel.seats import Viewer
from terminal.panes.story import Sentence
from terminal.stepping.replayed import Replayed

TOLD_BACK = 60  # entries before the place that are told: more than any pane shows, and quick to tell


class Story:
    """The sentences of a record for one viewer, each told once."""

    def __init__(self, replayed: Replayed, viewer: Viewer) -> None:
        self._replayed = replayed
        self._viewer = viewer
        self._told: dict[int, list[Told]] = {}
        self._sought: list[tuple[Address, str]] | None = None

    def up_to(self, here: Address) -> list[Sentence]:
        """Return the sentences up to a place, those of its entry or its fact as what happened last."""
        return [sentence for n in range(max(1, here.n - TOLD_BACK), here.n + 1) for sentence in self._of_entry(n, here)]

    def _of_entry(self, n: int, here: Address) -> Iterator[Sentence]:
        gone = n in self._replayed.timeline.taken_back
        words = self._replayed.words
        for item in self._entry(n):
            place = item.address
            if n == here.n and here.fact is not None and (place.fact is None or place.fact > here.fact):
                continue
            now = n == here.n and here.fact in (None, place.fact)
            text = words.say("(taken back) {text}", text=item.text) if gone else item.text
            yield Sentence(place, text, "now" if now else "gone" if gone else "told")
            if item.others is not None and now:
                yield Sentence(place, words.say("(to a spectator: {text})", text=item.others), "aside")
        for place, text in self._replayed.notes(self._viewer).get(n, ()):
            yield Sentence(place, text, "note")

    def _entry(self, n: int) -> list[Told]:
        if n not in self._told:
            self._told[n] = told(self._replayed.timeline, n, self._viewer, self._replayed.words)
        return self._told[n]

    def found(self, text: str) -> list[Address]:
        """Return the places whose sentences, or notes, have a text in them, in any case of letters."""
        asked = " ".join(text.casefold().split())
        if not asked:
            return []
        if self._sought is None:
            self._sought = [*self._all()]
        return list(dict.fromkeys(place for place, said in self._sought if asked in said))

    def _all(self) -> Iterator[tuple[Address, str]]:
        notes = self._replayed.notes(self._viewer)
        for n in range(1, len(self._replayed.timeline) + 1):
            yield from [(item.address, item.text.casefold()) for item in self._entry(n)]
            yield from [(place, said.casefold()) for place, said in notes.get(n, ())]
