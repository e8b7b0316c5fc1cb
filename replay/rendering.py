"""Moments of a record as lines of text: the heading, the board, what happened, what could have been done."""

from __future__ import annotations

from collections.abc import Iterable

from domain.audit.choices import offered
from domain.audit.narration import told
from domain.audit.possible import could_do
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.lines import Ink, broken, fit, flowed, plain
from domain.kernel.display.text import render
from domain.kernel.display.words import Words
from domain.kernel.legal import may_of
from domain.kernel.seats import Seat, Viewer
from replay.times import stamp


class Screen:
    """Draws moments of one timeline for one viewer; `mark` says in the heading what is wrong with the record."""

    def __init__(
        self, timeline: Timeline, viewer: Viewer, words: Words, *, columns: int, ink: Ink, mark: str = ""
    ) -> None:
        self.timeline = timeline
        self.viewer = viewer
        self.words = words
        self.columns = columns
        self.ink = ink
        self.mark = mark
        self.colour = ink("strong", "x") != "x"

    def heading(self, address: Address) -> list[str]:
        """Return where we are: table, entry, time, and through whose eyes."""
        table, place, eyes, *more = self.headed(address)
        when = stamp(self.timeline.moment(address.n).entry.at)
        return self.title([table, place, when, eyes, *more])

    def title(self, pieces: list[str]) -> list[str]:
        """Return pieces of a heading as lines."""
        pieces = [*(f"{piece} ·" for piece in pieces[:-1]), pieces[-1]]
        return [self.ink("strong", fit(line, self.columns)) for line in flowed(pieces, self.columns, gap=1, indent=2)]

    def headed(self, address: Address) -> list[str]:
        """Return table, entry and eyes of a heading, then what else is to be known of the place."""
        opening, moment = self.timeline.opening, self.timeline.moment(address.n)
        label = plain(opening.label or opening.table)
        place = self.words.say("entry {address} of {last}", address=address, last=len(self.timeline))
        pieces = [label, place, seen_as(self.viewer, self.words)]
        if opening.branch_of is not None:
            pieces.append(self.words.say("a branch from entry {n}", n=opening.branch_of.n))
        if moment.table.book.status == "abandoned":
            pieces.append(self.words.say("the table is given up"))
        if address.n in self.timeline.taken_back:
            pieces.append(self.words.say("taken back later"))
        if self.mark:
            pieces.append(self.mark)
        return pieces

    def board(self, address: Address) -> list[str]:
        """Return the table at an address; who sits there, before the deal."""
        picture = self.picture(address)
        if picture is None:
            return self._before_the_deal(address)
        return render(picture, columns=self.columns, colour=self.colour).split("\n")

    def picture(self, address: Address) -> Picture | None:
        """Return the neutral picture at an address; what a seat could play is lit for that seat alone."""
        seats = self.answering(address)
        own = len(seats) == 1 and self.viewer.seats == {seats[0]}
        asked = may_of(self.timeline.title.rules, self.timeline.state(address), seats[0]) if own else None
        return self.timeline.picture(address, self.viewer, self.words, asked)

    def answering(self, address: Address) -> list[Seat]:
        """Return the awaited seats that both this viewer and this copy hold, so that their offers are known."""
        if address.fact is not None:
            return []
        owner = self.timeline.owner
        awaited = sorted(self.timeline.moment(address.n).table.decisions)
        return [seat for seat in awaited if self.viewer.may_know((seat,)) and owner.may_know((seat,))]

    def _before_the_deal(self, address: Address) -> list[str]:
        holders = self.timeline.moment(address.n).table.book.holders
        words = self.words
        lines = [words.say("The game has not begun.")]
        for seat, holder in enumerate(holders):
            name = plain(words.seat(seat))
            if holder is None:
                lines.append(f"  {words.say('{seat}: free', seat=name)}")
            elif holder.bot is None:
                lines.append(f"  {words.say('{seat}: taken', seat=name)}")
            else:
                bot = words.say("{seat}: taken, the bot “{bot}”", seat=name, bot=plain(holder.bot))
                lines.append(f"  {bot}")
        return [fit(line, self.columns) for line in lines]

    def happened(self, address: Address) -> list[str]:
        """Return what happened in an entry, or in one fact of it, each sentence behind its address."""
        lines = []
        for item in told(self.timeline, address.n, self.viewer, self.words):
            if address.fact is not None and item.address != address:
                continue
            lines += sentence_lines(str(item.address), item.text, self.columns)
            if item.others is not None:
                others = self.words.say("(to a spectator: {text})", text=item.others)
                lines += sentence_lines("", others, self.columns, self.ink)
        return lines

    def possible(self, address: Address) -> list[str]:
        """Return what the viewer's awaited seats could have done after an entry."""
        lines = []
        for seat in self.answering(address):
            heading = self.words.say("What {seat} could do", seat=plain(self.words.seat(seat)))
            lines.append(self.ink("strong", heading))
            for item in could_do(self.timeline, address, seat):
                lines += broken(f"  {offered(item, self.words, self.timeline.title.hints)}", self.columns, indent=6)
        return lines


def sentence_lines(address: str, text: str, columns: int, ink: Ink | None = None) -> list[str]:
    """Return a sentence behind its address; a long one goes on under itself."""
    lines = broken(f"{address:>7}  {plain(text)}", columns, indent=9)
    return lines if ink is None else [ink("faint", line) for line in lines]


def seen_as(viewer: Viewer, words: Words) -> str:
    """Say through whose eyes a table is shown."""
    if viewer.everything:
        return words.say("with everything open")
    seats = plain(words.seats(sorted(viewer.seats))) if viewer.seats else words.say("a spectator")
    return words.say("as {seats} saw it", seats=seats)


def joined(lines: Iterable[str]) -> str:
    """Return lines as one text without spaces at their ends."""
    return "\n".join([line.rstrip() for line in lines])
