"""What a face needs of a seat at a running table: a program that knows a service gives it, a test has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from domain.audit.narration import Told
from domain.audit.timeline import Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.wording import Wording
from domain.kernel.display.words import Words
from domain.kernel.offers import Offer
from domain.kernel.seats import Seat

CONCEDE: Mapping[str, Any] = {"tag": "concede", "body": {}}


class Decision(NamedTuple):
    """What the own seat is asked: the tag that names the question, and what may be done."""

    tag: str
    offers: tuple[Offer, ...]


class Times(NamedTuple):
    """An awaited seat's time in milliseconds since 1970: its deadline, and when the clock acts, a grace later."""

    seat: Seat
    deadline: int
    due: int


class Sight(NamedTuple):
    """A table as its seat knows it after entry `n`.

    `fresh` are the sentences that are new since the sight before, `since` all since the own last action. `by_others`
    says whether somebody else wrote any of what is new.
    """

    n: int
    seat: Seat
    over: bool
    decision: Decision | None
    timeline: Timeline
    picture: Picture | None
    wording: Wording
    fresh: tuple[Told, ...] = ()
    since: tuple[Told, ...] = ()
    by_others: bool = False
    times: tuple[Times, ...] = ()

    @property
    def own_time(self) -> Times | None:
        """The own seat's time, if a clock runs for it."""
        return next((times for times in self.times if times.seat == self.seat), None)


class WhyNot(NamedTuple):
    """Why a command was refused: the reason, what would help, and the rule."""

    text: str
    remedy: str | None = None
    rule: str | None = None

    @property
    def reason(self) -> str:
        """The reason with what would help."""
        return f"{self.text} {self.remedy}" if self.remedy else self.text


class Pointer(NamedTuple):
    """A line for the shell, and the sentence that says what it is for."""

    text: str
    line: str


class SessionError(Exception):
    """The session cannot go on; the message is a sentence for the player."""


class Session(Protocol):
    """One seat at one table.

    `notice` hears sentences about the service, which may come from any thread: that it is gone, that it answers again,
    that it shows another record than before.
    """

    notice: Callable[[str], None]

    def look(self) -> Sight:
        """Return the table as it stands; raises `SessionError`."""
        ...

    def wait(self, n: int) -> None:
        """Return when the table has an entry after `n`, or after a while; raises `SessionError`.

        May run in a thread beside everything else.
        """
        ...

    def carry_out(self, command: Mapping[str, Any], sight: Sight) -> WhyNot | None:
        """Do a command once, however often it has to be sent, or return why it is refused; raises `SessionError`."""
        ...

    def now(self) -> int:
        """Return the service's time in milliseconds since 1970."""
        ...

    def leaving(self) -> Pointer | None:
        """Return the line that comes back to this table; nothing where the same command does."""
        ...

    def ending(self) -> tuple[Pointer, ...]:
        """Return the lines that show and verify a table that is over."""
        ...

    def may_repeat(self) -> bool:
        """Say whether another table with the same options can be opened: no person sat on another seat."""
        ...

    def again(self) -> Session:
        """Open another table with the same options; raises `SessionError` with the reason."""
        ...


def lines_for_leaving(session: Session, words: Words) -> list[str]:
    """Return what is told to a player who leaves: how to come back."""
    pointer = session.leaving()
    if pointer is None:
        return [words.say("The table waits for you: the same command brings you back.")]
    return [pointer.text, pointer.line]
