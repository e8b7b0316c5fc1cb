"""What the screen of `replay step` is given: a record followed, and what it says at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat, Viewer
from terminal.panes.choices import Choices
from terminal.panes.knowledge import Known


class Replayed(Protocol):
    """A record as far as it is known; `owner` is the viewer its copy was made for."""

    @property
    def timeline(self) -> Timeline:
        """The record, followed."""

    @property
    def owner(self) -> Viewer:
        """Whose copy it is: no other eyes see more."""

    @property
    def words(self) -> Words:
        """The language, and what the seats are called."""

    def heading(self, address: Address, viewer: Viewer, columns: int) -> Sequence[str]:
        """Return where we are, when, and through whose eyes, as painted lines."""

    def picture(self, address: Address, viewer: Viewer) -> Picture | None:
        """Return the table, or nothing before the deal."""

    def before_the_deal(self, address: Address) -> Sequence[str]:
        """Return who sits there, while there is no table to show."""

    def possible(self, address: Address, viewer: Viewer) -> Sequence[Choices]:
        """Return what the viewer's awaited seats could have done, and what they could not."""

    def knowledge(self, address: Address, seat: Seat) -> Sequence[Known]:
        """Return what a seat knew of what it could not see; nothing where the game has no such places."""

    def notes(self, viewer: Viewer) -> Mapping[int, Sequence[tuple[Address, str]]]:
        """Return the notes that a viewer may read, by entry."""


Growing: TypeAlias = Callable[[], Iterator[Replayed | str]]  # the record with each entry more, or why there are no more
