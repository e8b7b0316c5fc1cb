"""A seat at a table of a service: the `Session` that faces of `matchledger play` work with."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from api.program import ending
from api.program.client import NoAnswerError, Offered, ProblemError, TableClient, open_table
from api.program.own_decks import OwnDecks
from api.program.watching import Watching
from api.requests.naming import seat_labels
from domain.audit.narration import Told, told
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline, TimelineError, picture_of
from domain.kernel.display.board import Picture
from domain.kernel.display.helping import Asked
from domain.kernel.display.wording import Wording, cards_of
from domain.kernel.display.words import Words, words_in
from domain.kernel.offers import Offer
from domain.kernel.seats import Seat, seat_viewer
from domain.record.canonical import b64
from domain.record.entries import SeatLeft, SeatReplaced, SeatTaken
from domain.record.lines import LineError
from terminal.playing.session import Decision, Pointer, SessionError, Sight, Times, WhyNot

SEATING = (SeatTaken, SeatReplaced, SeatLeft)
OVER = ("finished", "confirmed", "abandoned")
REFUSED = (409, 412, 422)  # HTTP statuses of a command that cannot be done now: the player is asked again
MOMENT = 0.1  # seconds for bots that decide at the same time, before the player is asked
MOMENTS = 10
TRUSTED = 2_000  # milliseconds that the clock here may differ from the service's, which tells whole seconds

_offers = msgspec.json.Decoder(tuple[Offer, ...])


class SeatSession:
    """One seat at one table, from the first request on.

    `words` are the program's; the game's and the players' names come with the table. `opened_here` says whether the
    same command would open another table.
    """

    def __init__(self, client: TableClient, words: Words, *, opened_here: bool = False) -> None:
        self.notice: Callable[[str], None] = lambda _: None
        self._client = client
        client.gone = lambda reason: self.notice(
            self._words.say("The service does not answer ({reason}): trying on.", reason=reason)
        )
        client.back = lambda: self.notice(self._words.say("The service answers again."))
        self._watching = Watching(client)
        self._looking = threading.Lock()
        self._words = words
        self._opened_here = opened_here
        self._seat: Seat = 0
        self._known = 0  # the last entry that was read
        self._timeline: Timeline | None = None
        self._picture: Picture | None = None
        self._wording = Wording(words)
        self._bots: frozenset[Seat] = frozenset()
        self._fresh: tuple[Told, ...] = ()
        self._since: tuple[Told, ...] = ()
        self._by_others = False

    def look(self) -> Sight:
        """Return the table as it stands, once its offers are those of the table as it is read."""
        with self._looking:
            try:
                return self._look()
            except (ProblemError, NoAnswerError) as error:
                raise SessionError(str(error)) from None
            except (LineError, TimelineError) as error:
                raise SessionError(f"the service sent a record that cannot be read: {error}") from None

    def wait(self, n: int) -> None:
        """Return when the table has an entry after `n`, or after a while."""
        try:
            self._watching.wait(n)
        except (ProblemError, NoAnswerError) as error:
            raise SessionError(str(error)) from None

    def carry_out(self, command: Mapping[str, Any], sight: Sight) -> WhyNot | None:
        """Send a command, or return why it is refused."""
        tag = None if sight.decision is None else sight.decision.tag
        try:
            self._client.act(command, tag=tag, seen=sight.n)
        except ProblemError as error:
            if error.status not in REFUSED:
                raise SessionError(str(error)) from None
            return WhyNot(str(error), self._wording.hints.remedy(error.code, self._words), error.rule)
        except NoAnswerError as error:
            raise SessionError(str(error)) from None
        return None

    def now(self) -> int:
        """Return the service's time: that of the clock here, unless the service's is clearly another."""
        own = time.time_ns() // 1_000_000
        ahead = self._client.ahead_ms
        return own if abs(ahead) <= TRUSTED else own + ahead

    def leaving(self) -> Pointer | None:
        """Return the line that comes back to a table that was opened here."""
        return self.come_back() if self._opened_here else None

    def come_back(self) -> Pointer:
        """Return the line that plays this seat."""
        line = ending.come_back(self._client.address, self._client.token or "")
        return Pointer(self._words.say("To come back to this table:"), line)

    def ending(self) -> tuple[Pointer, ...]:
        """Return the lines that show and verify the table."""
        table, words = self._client.table(), self._words
        again = ending.watched_again(self._client.address, table)
        found = [Pointer(words.say("The table is over. To watch it again:"), again)]
        if self.head is not None:
            line = ending.verified(self._client.address, table, self.head)
            found.append(Pointer(words.say("To verify that its record is the one that you saw:"), line))
        return tuple(found)

    def may_repeat(self) -> bool:
        """Say whether only bots sat on the other seats."""
        return ending.another(self._client.table(), self._seat) is not None

    def again(self) -> SeatSession:
        """Open another table with the same options."""
        body = ending.another(self._client.table(), self._seat)
        if body is None:
            raise SessionError(self._words.say("People sat on other seats."))
        tables = self._client.address.rpartition("/")[0]
        try:
            opened = open_table(tables, body, self._words.language)
        except ProblemError as error:
            raise SessionError(self._words.say("No table could be opened: {reason}", reason=error)) from None
        address, token = f"{tables}/{opened['table']['id']}", str(opened["seats"][self._seat]["token"])
        words = words_in(self._words.language, "api", "terminal")
        return SeatSession(TableClient(address, token, words.language), words, opened_here=True)

    @property
    def head(self) -> str | None:
        """The number and hash of the last entry that was read, as `replay verify --head` takes them."""
        return None if self._timeline is None else f"{self._known}:{_hash(self._timeline, self._known)}"

    def _look(self) -> Sight:
        moments = 0
        offered = self._client.offers()
        while True:
            if offered.n > self._known:
                self._read(offered.seat)
            if offered.n == self._known:
                if offered.tag is None or moments == MOMENTS or not self._bots_decide():
                    return self._sight(offered)
                moments += 1
                time.sleep(MOMENT)
            offered = self._client.offers()

    def _bots_decide(self) -> bool:
        """Say whether a bot is asked at the same time; what it answers may change what is left to choose."""
        timeline = self._timeline
        return timeline is not None and not self._bots.isdisjoint(timeline.moments[-1].table.decisions)

    def _sight(self, offered: Offered) -> Sight:
        timeline = self._timeline
        assert timeline is not None, "a table has an entry"
        fresh, self._fresh = self._fresh, ()
        by_others, self._by_others = self._by_others, False
        decision = None
        if offered.tag is not None:
            decision = Decision(offered.tag, _offers.decode(msgspec.json.encode(offered.offers)))
        return Sight(
            n=self._known,
            seat=offered.seat,
            over=offered.status in OVER,
            decision=decision,
            timeline=timeline,
            picture=self._picture,
            wording=self._wording,
            fresh=fresh,
            since=self._since,
            by_others=by_others,
            times=_times(timeline),
        )

    def _read(self, seat: Seat) -> None:
        """Read the table as it stands, which may be later than what was asked for."""
        self._seat = seat
        before, known = self._timeline, self._known
        timeline = Timeline(read_record(self._client.record()), before=before)
        if before is not None:
            self._compare(before, timeline)
        new = range(known + 1, len(timeline) + 1)
        if any(isinstance(timeline.moment(n).entry, SEATING) for n in new):
            self._name(timeline)
        if before is not None:
            self._by_others |= any(timeline.moment(n).entry.by != f"seat:{seat}" for n in new)
        viewer = seat_viewer(seat)  # the copy may be everybody's once the secrets are open
        for n in new:
            sentences = tuple(told(timeline, n, viewer, self._words))
            own = timeline.moment(n).entry.by == f"seat:{seat}"
            self._since = sentences if own else self._since + sentences
            self._fresh += sentences
        self._known = len(timeline)
        self._timeline = timeline
        self._draw(timeline)

    def _compare(self, before: Timeline, now: Timeline) -> None:
        """Say so if the record is not the one that was shown before, with another hash at the last entry seen then."""
        last = len(before)
        if len(now) < last or _hash(now, last) != _hash(before, last):
            head = f"{last}:{_hash(before, last)}"
            self.notice(
                self._words.say(
                    "This is another record than before: what was shown has the head {head}. Keep it.", head=head
                )
            )

    def _name(self, timeline: Timeline) -> None:
        """Learn who sits where."""
        words = words_in(self._words.language, timeline.title.package, "api", "terminal")
        seats = self._client.table()["seats"]
        self._bots = frozenset([place["seat"] for place in seats if place["bot"] is not None])
        self._words = words.calling(seat_labels(seats, self._seat, words)).at_table(timeline.moment(1).table.setup.data)
        self._wording = Wording(self._words)

    def _draw(self, timeline: Timeline) -> None:
        """Picture the table as it stands."""
        title, last = timeline.title, timeline.moment(len(timeline))
        if last.state is None:
            return
        state, rules, seat = last.state, title.rules, self._seat
        asked = Asked(lambda command: rules.refuse(state, seat, command))
        drawn = picture_of(title, last.table, rules.view(state, seat_viewer(seat)), self._words, asked)
        self._picture = asked.helped(drawn, title.hints, self._words)
        self._wording = Wording(self._words, cards_of(drawn), title.hints, self._own_decks(timeline))

    def _own_decks(self, timeline: Timeline) -> OwnDecks | None:
        title = timeline.title
        if title.decks is None:
            return None
        return OwnDecks(title.decks, title, timeline.moment(1).table.setup, self._words)


def _times(timeline: Timeline) -> tuple[Times, ...]:
    """Return the times of the awaited seats whose clocks run."""
    table = timeline.moments[-1].table
    live, clock = table.live, table.book.opened.clock
    found = []
    for seat in table.decisions:
        deadline = None if live is None else live.deadline(seat, clock)
        due = None if live is None else live.due(seat, clock)
        if deadline is not None and due is not None:
            found.append(Times(seat, deadline, due))
    return tuple(found)


def _hash(timeline: Timeline, n: int) -> str:
    return b64(timeline.moment(n).opened.copied.hash)
