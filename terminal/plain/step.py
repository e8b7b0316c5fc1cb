"""`replay step --plain`: a record in sentences, entry after entry, for screen readers and pipes.

Nothing moves by itself: each line that is typed is answered by sentences, the first of which says where one stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from domain.audit.narration import told
from domain.audit.timeline import Address
from domain.kernel.display.words import Words
from terminal.plain.board import spoken
from terminal.plain.voice import Voice, sentence
from terminal.stepping.asked import NotThereError, place_of
from terminal.stepping.standing import Standing

KEYS = (
    "Enter or n goes to the next entry, p to the one before, f to the next fact, b to the fact before.",
    "41, 41.3, turn 5, seat 2, 12:03 or end goes there; / with words searches for them, / alone searches on.",
    "v says the board, w what happened here, o what could be done, k what the seat knew, e looks through other eyes.",
    "? says this, q leaves.",
)
MOVES: Mapping[str, str] = {
    "": "next",
    "n": "next",
    "p": "previous",
    "f": "next fact",
    "b": "previous fact",
}
_PAINTED = re.compile("\x1b\\[[0-9;]*m")
_ONE_LINE = 10_000  # columns: nothing is broken or cut


def step(standing: Standing, voice: Voice, words: Words) -> None:
    """Step through a record until the reader leaves or the input ends."""
    stepping = Stepping(standing, voice, words)
    stepping.help()
    stepping.tell()
    while True:
        try:
            text = voice.line()
        except EOFError:
            return
        if text == "q":
            return
        stepping.hear(text)


class Stepping:
    """Somebody who stands in a record and asks."""

    def __init__(self, standing: Standing, voice: Voice, words: Words) -> None:
        self._standing = standing
        self._voice = voice
        self._words = words
        self._searched = ""

    def hear(self, text: str) -> None:
        """Do what a line asks for."""
        if text in MOVES:
            self._move(MOVES[text])
        elif text.startswith("/"):
            self._search(text[1:].strip())
        else:
            match text:
                case "?" | "h":
                    self.help()
                case "v":
                    self._board()
                case "w":
                    self._happened()
                case "o":
                    self._possible()
                case "k":
                    self._knowledge()
                case "e":
                    self._standing.view(1)
                    self.tell()
                case _:
                    self._go(text)

    def help(self) -> None:
        """Say what can be typed."""
        self._all([self._words.say(text) for text in KEYS])

    def tell(self) -> None:
        """Say where one stands, and what happened there."""
        here = self._standing
        lines = here.replayed.heading(here.address, here.viewer, _ONE_LINE)
        self._say(_PAINTED.sub("", " ".join([line.strip() for line in lines])))
        self._happened()

    def _move(self, move: str) -> None:
        before = self._standing.address
        self._standing.go(move)
        if self._standing.address == before:
            self._say(self._words.say("There is no more in this direction."))
        else:
            self.tell()

    def _go(self, text: str) -> None:
        here = self._standing
        try:
            here.address = place_of(here.marks, here.address, text, self._words)
        except NotThereError as error:
            self._say(str(error))
            self._say(self._words.say("? says what can be typed."))
        else:
            self.tell()

    def _search(self, text: str) -> None:
        """Go to the next sentence with these words after this place, from the last one on to the first."""
        here = self._standing
        self._searched = text or self._searched
        hits = here.story.found(self._searched) if self._searched else []
        if not hits:
            self._say(self._words.say("nothing found"))
            return
        after = [hit for hit in hits if _order(hit) > _order(here.address)]
        here.address = (after or hits)[0]
        self._say(self._words.say("{n} of {hits}", n=hits.index(here.address) + 1, hits=len(hits)))
        self.tell()

    def _board(self) -> None:
        here = self._standing
        picture = here.replayed.picture(here.address, here.viewer)
        if picture is None:
            self._all(here.replayed.before_the_deal(here.address))
        else:
            self._all(spoken(picture, here.replayed.words, here.replayed.timeline.title.hints))

    def _happened(self) -> None:
        here = self._standing
        for item in told(here.replayed.timeline, here.address.n, here.viewer, here.replayed.words):
            if here.address.fact is None or item.address == here.address:
                self._say(item.text)
        for place, text in here.replayed.notes(here.viewer).get(here.address.n, ()):
            if here.address.fact is None or place == here.address:
                self._say(text)

    def _possible(self) -> None:
        here = self._standing
        found = here.replayed.possible(here.address, here.viewer)
        for choices in found:
            self._say(f"{choices.title}:")
            self._all([*choices.possible, *choices.refused])
        if not found:
            self._say(self._words.say("Nobody whose hand is seen was awaited here."))

    def _knowledge(self) -> None:
        here = self._standing
        if here.knower is None:
            self._say(self._words.say("A spectator knows what everybody knows."))
            return
        found = here.replayed.knowledge(here.address, here.knower) if self._dealt() else ()
        places = [place for place in found if place.said]
        for place in places:
            self._say(self._words.say("; ").join([place.title, *place.said]))
        if not places:
            self._say(self._words.say("Nothing is hidden from this seat, or nothing is known of it."))

    def _dealt(self) -> bool:
        return self._standing.replayed.timeline.state(self._standing.address) is not None

    def _all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str) -> None:
        self._voice.say(sentence(_PAINTED.sub("", line).strip(), self._words))


def _order(address: Address) -> tuple[int, float]:
    """Return what sorts places: the end of an entry comes after its facts."""
    return address.n, float("inf") if address.fact is None else address.fact
