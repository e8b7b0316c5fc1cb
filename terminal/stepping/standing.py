"""Where somebody stands in a record, and through whose eyes they look: what the keys change, without any screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.audit.marks import Mark, Marks
from domain.audit.timeline import Address
from domain.kernel.seats import Seat, Viewer, every_viewer, seat_viewer
from terminal.stepping.moves import MOVES, beside, decisions, seats_seen
from terminal.stepping.replayed import Replayed
from terminal.stepping.story import Story


class Standing:
    """A place in a record that may grow, and a viewer that its copy allows."""

    def __init__(self, replayed: Replayed, address: Address, viewer: Viewer) -> None:
        self.replayed = replayed
        self.address = address
        self.viewer = viewer
        seats = replayed.timeline.opening.seats
        allowed = [one for one in every_viewer(seats) if replayed.owner.covers(one)]
        self.viewers = list(dict.fromkeys([*allowed, replayed.owner, viewer]))  # of a caster, all hands at once too
        self._read(replayed)

    def _read(self, replayed: Replayed) -> None:
        self.replayed = replayed
        self.marks = Marks(replayed.timeline)
        self._stories: dict[Viewer, Story] = {}
        self._marked: dict[Viewer, Mapping[int, frozenset[Mark]]] = {}

    def grown(self, replayed: Replayed) -> None:
        """Take the record with more entries; who stands at its end goes along."""
        at_end = self.address.n == self.last
        self._read(replayed)
        if at_end:
            self.address = Address(self.last)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.replayed.timeline)

    @property
    def story(self) -> Story:
        """The story as the viewer learnt it."""
        return self._stories.setdefault(self.viewer, Story(self.replayed, self.viewer))

    @property
    def marked(self) -> Mapping[int, frozenset[Mark]]:
        """The marks that the viewer may see, by entry."""
        if self.viewer not in self._marked:
            self._marked[self.viewer] = self.marks.with_notes(self._noted())
        return self._marked[self.viewer]

    @property
    def knower(self) -> Seat | None:
        """The seat whose knowledge is told: of several the one that is awaited, else the first; none of a spectator."""
        if not self.viewer.seats and not self.viewer.everything:
            return None
        seats = seats_seen(self.replayed.timeline, self.viewer)
        awaited = self.replayed.timeline.moment(self.address.n).table.decisions
        return next((seat for seat in seats if seat in awaited), seats[0])

    def go(self, move: str) -> None:
        """Move by a name of `MOVES`."""
        self.address = MOVES[move](self.replayed.timeline, self.address)

    def jump(self, what: str, way: int) -> bool:
        """Go to the nearest turn, decision, reshuffle, act of the clock, or note; say whether there was one."""
        found = beside(self._entries(what), self.address, back=way < 0)
        if found is not None:
            self.address = found
        return found is not None

    def _entries(self, what: str) -> Sequence[int]:
        match what:
            case "turn":
                return self.marks.turns
            case "decision":
                return decisions(self.replayed.timeline, seats_seen(self.replayed.timeline, self.viewer))
            case "reshuffle":
                return self.marks.entries("reshuffle")
            case "clock":
                return self.marks.entries("clock")
            case _:
                return self._noted()

    def _noted(self) -> list[int]:
        return sorted(self.replayed.notes(self.viewer))

    def view(self, way: int) -> None:
        """Look through the next eyes, or the ones before."""
        if self.viewer not in self.viewers:  # hands that were put together
            self.viewers.append(self.viewer)
        self.viewer = self.viewers[(self.viewers.index(self.viewer) + way) % len(self.viewers)]

    def hold(self, seat: Seat) -> bool:
        """Add the hand of a seat to what is seen, or drop it; say whether the table and its copy allow that."""
        if seat >= self.replayed.timeline.opening.seats or not self.replayed.owner.covers(seat_viewer(seat)):
            return False
        self.viewer = Viewer(self.viewer.seats ^ {seat})
        return True
