"""A session without a service: a seat whose sights are written down, and who remembers what it sent."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from domain.audit.narration import Told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.wording import Wording, cards_of
from domain.kernel.display.words import Words, words_in
from domain.kernel.offers import Offer, OneOf
from domain.kernel.seats import seat_viewer
from domain.record.lines import read, split
from terminal.playing.session import Decision, Pointer, Session, SessionError, Sight, WhyNot
from tests.audit.tables import unfinished

PATIENCE = 60.0  # seconds after which a thread of a test that failed ends
OFFERS = (Offer("play", {"card": OneOf(("H7", "D1"))}), Offer("end_turn"))


@cache
def timeline() -> Timeline:
    """Return a table of Chanic Panic that goes on, as seat 0 knows it."""
    return Timeline(read(split(unfinished().record(seat_viewer(0)))))


def sight(*offers: Offer, over: bool = False, fresh: Sequence[str] = (), **more: Any) -> Sight:
    """Return the table as it stands, with these offers for seat 0."""
    line = timeline()
    words = words_in("en", line.title.package, "terminal").calling(["Ada (you)", "Ben"])
    picture = line.picture(Address(len(line)), seat_viewer(0), words)
    assert picture is not None
    wording = Wording(words, cards_of(picture), line.title.hints)
    decision = Decision("tag", offers) if offers else None
    told = tuple([Told(Address(len(line)), text) for text in fresh])
    return Sight(
        len(line),
        0,
        over=over,
        decision=decision,
        timeline=line,
        picture=picture,
        wording=wording,
        fresh=told,
        since=told,
        **more,
    )


class Written(Session):
    """A seat that sees one sight after the other; the last one stays."""

    def __init__(self, *sights: Sight, refusals: Sequence[WhyNot | None] = (), repeats: bool = False) -> None:
        self.notice: Callable[[str], None] = lambda _: None
        self.sights = list(sights)
        self.refusals = list(refusals)
        self.sent: list[Mapping[str, Any]] = []
        self.repeats = repeats
        self.opened: Written | None = None
        self.waited = 0

    def look(self) -> Sight:
        return self.sights.pop(0) if len(self.sights) > 1 else self.sights[0]

    def wait(self, n: int) -> None:
        self.waited += 1

    def carry_out(self, command: Mapping[str, Any], sight: Sight) -> WhyNot | None:
        self.sent.append(command)
        return self.refusals.pop(0) if self.refusals else None

    def now(self) -> int:
        return 0

    def leaving(self) -> Pointer | None:
        return None

    def ending(self) -> tuple[Pointer, ...]:
        return (Pointer("The table is over. To watch it again:", "replay step URL"),)

    def may_repeat(self) -> bool:
        return self.repeats

    def again(self) -> Session:
        if self.opened is None:
            raise SessionError("No table could be opened: busy")
        return self.opened


WORDS: Words = words_in("en", "terminal")


class Held(Written):
    """A seat at a table where something comes only when the test says so; what is carried out changes nothing."""

    def __init__(
        self,
        first: Sight,
        *,
        refusals: Sequence[WhyNot | None] = (),
        repeats: bool = False,
        breaks: str | None = None,
    ) -> None:
        super().__init__(first, refusals=refusals, repeats=repeats)
        self.time = 0
        self._breaks = breaks
        self._news = threading.Semaphore(0)

    def comes(self, sight: Sight) -> None:
        """Let the table go on."""
        self.sights = [sight]
        self._news.release()

    def wait(self, n: int) -> None:
        if self._breaks is not None:
            raise SessionError(self._breaks)
        self._news.acquire(timeout=PATIENCE)

    def look(self) -> Sight:
        found = super().look()
        self.sights = [found._replace(fresh=())]
        return found

    def now(self) -> int:
        return self.time
