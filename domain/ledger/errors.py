"""What can go wrong in the store."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot do what it is asked."""


class UnavailableError(StoreError):
    """The database does not answer: locked for too long, no room on the disk, not readable; asking again may help."""


class TakenError(StoreError):
    """A row with this key is there already: somebody was faster, or the same is written twice."""


class OutdatedError(StoreError):
    """Another process has written since the last look, which was supposed to be the present: nothing is stored."""


class MovedError(OutdatedError):
    """The database is on another server since the last look, where the latest entries may be missing: look again."""


class UnknownTableError(StoreError, LookupError):
    """No table has this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"no table is called {table!r}")
        self.table = table


class UnknownTournamentError(StoreError, LookupError):
    """No tournament has this id."""

    def __init__(self, tournament: str) -> None:
        super().__init__(f"no tournament is called {tournament!r}")
        self.tournament = tournament


class TableExistsError(StoreError):
    """A table with this id is there already: a repeated request, or a guessed id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"a table is called {table!r} already")
        self.table = table


class ReadOnlyError(StoreError):
    """A table that came from an archive is read and never changed."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table!r} came from an archive: it is read and never changed")
        self.table = table


class ConflictError(StoreError):
    """Others wrote to the table first, every time; asking again may help."""

    def __init__(self, table: str, tries: int) -> None:
        super().__init__(f"others wrote to {table!r} first, {tries} times in a row")
        self.table = table


class DamagedError(StoreError):
    """What is stored of a table is not what was written."""

    def __init__(self, table: str, n: int, reason: str) -> None:
        super().__init__(f"entry {n} of {table!r} is damaged: {reason}")
        self.table = table
        self.n = n
        self.reason = reason

    def __reduce__(self) -> tuple[type[DamagedError], tuple[str, int, str]]:
        """Let it pass from one process to another."""
        return type(self), (self.table, self.n, self.reason)


class BadCursorError(StoreError, ValueError):
    """A cursor that no page gave out."""
