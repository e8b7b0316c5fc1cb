"""The checker: numbered checks of a tournament's record, the first difference explained (what FIDE asks of a checker).

1. format: canonical lines of known entries
2. order: numbers, times, and what may follow what
3. chain: every hash
4. pairings: the initial order and every round paired by the rules, recomputed from the entries before it
5. standings: all that were frozen, recomputed; rulings that stand against what a table said are named
6. draws: every one recomputed, once the secret is open

A pairing is recomputed with the results as they were before its entry: a later correction changes no pairing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.refusals import Refusal
from domain.record.canonical import b64
from domain.record.chain import link
from domain.record.draws import DrawMismatchError
from domain.tournament.log.book import Book, after, opened_book
from domain.tournament.log.deciding import LOTS, START, beginning, round_of, rows_of
from domain.tournament.log.draws import ReadChance, board_commitment, draw_key, genesis, is_drawn
from domain.tournament.log.entries import (
    Entry,
    RoundPaired,
    RoundRecalled,
    RoundStarted,
    StandingsFrozen,
    Started,
    TournamentOpened,
)
from domain.tournament.log.lines import LineError, Read, read
from domain.tournament.log.refuse import refuse, refuse_opening
from domain.tournament.log.rulings import against, said_by_tables, standing_rulings
from domain.tournament.log.rulings import told as told_rulings

Status: TypeAlias = Literal["passed", "failed", "not_possible"]
NAMES = ("format", "order", "chain", "pairings", "standings", "draws")


class Checked(NamedTuple):
    """One check: its number, its name, how it went, and where and why not (`n` is an entry's number, or a line's)."""

    number: int
    name: str
    status: Status
    n: int | None = None
    why: str = ""


class Wrong(NamedTuple):
    """The first thing that is wrong with a record."""

    check: str
    n: int
    why: str


def check(lines: Iterable[bytes]) -> tuple[Checked, ...]:
    """Check a record; after the first failure the later checks are not possible."""
    try:
        entries = read(lines)
    except LineError as error:
        return _report(Wrong("format", error.line, error.reason), "")
    if not entries:
        return _report(Wrong("format", 1, "the record is empty"), "")
    books = _books(entries)
    if isinstance(books, Wrong):
        return _report(books, "")
    wrong = _chain(entries) or _recomputed(entries, books)
    last = books[-1]
    closed = "the secret is not open" if last.secret is None else ""
    if wrong is None and last.secret is not None:
        wrong = _draws(entries, last, last.secret)
    told = [line.entry for line in entries]
    return _report(wrong, closed, told_rulings(against(standing_rulings(told), said_by_tables(told))))


def _report(wrong: Wrong | None, closed: str, ruled: str = "") -> tuple[Checked, ...]:
    checks: list[Checked] = []
    failed = False
    for number, name in enumerate(NAMES, 1):
        if wrong is not None and name == wrong.check:
            failed = True
            checks.append(Checked(number, name, "failed", wrong.n, wrong.why))
        elif failed:
            checks.append(Checked(number, name, "not_possible", None, "an earlier check failed"))
        elif name == "draws" and closed:
            checks.append(Checked(number, name, "not_possible", None, closed))
        else:
            checks.append(Checked(number, name, "passed", None, ruled if name == "standings" else ""))
    return tuple(checks)


def _books(entries: Sequence[Read]) -> list[Book] | Wrong:
    """Return the book before each entry, and the last; or what may not follow."""
    first = entries[0].entry
    if not isinstance(first, TournamentOpened) or first.n != 1:
        return Wrong("order", 1, "a record begins with tournament_opened as entry 1")
    if (refusal := refuse_opening(first)) is not None:
        return Wrong("order", 1, refusal.message)
    book = opened_book(first)
    books = [book]
    for line in entries[1:]:
        entry = line.entry
        if entry.n != book.n + 1:
            return Wrong("order", book.n + 1, f"entry {book.n + 1} is numbered {entry.n}")
        if entry.at < book.at:
            return Wrong("order", entry.n, "its time is before that of the entry before")
        if (refusal := refuse(book, entry)) is not None:
            return Wrong("order", entry.n, refusal.message)
        books.append(book)
        book = after(book, entry)
    books.append(book)
    return books


def _chain(entries: Sequence[Read]) -> Wrong | None:
    opened = entries[0].entry
    assert isinstance(opened, TournamentOpened)
    head = genesis(opened.tournament)
    for line in entries:
        head = link(head, line.public)
        if b64(head) != line.hash:
            return Wrong("chain", line.entry.n, f"the hash is {b64(head)}, the line says {line.hash}")
    return None


def _recomputed(entries: Sequence[Read], books: Sequence[Book]) -> Wrong | None:
    for line, book in zip(entries, books, strict=False):
        wrong = _follows(book, line.entry)
        if wrong is not None:
            return wrong
    return None


def _follows(book: Book, entry: Entry) -> Wrong | None:
    """Say how an entry differs from what the rules give, where they give it."""
    if isinstance(entry, RoundPaired) and entry.reason is not None:
        return None
    if not isinstance(entry, Started | RoundPaired | StandingsFrozen):
        return None
    check = "standings" if isinstance(entry, StandingsFrozen) else "pairings"
    chance = ReadChance(entry.draws, *_labelled(book, entry))
    try:
        difference = _difference(book, entry, chance)
        if difference is None:
            chance.finish()
    except DrawMismatchError as error:
        return Wrong(check, entry.n, str(error))
    return None if difference is None else Wrong(check, entry.n, difference)


def _labelled(book: Book, entry: Started | RoundPaired | StandingsFrozen) -> tuple[int, int]:
    if isinstance(entry, Started):
        return START
    if isinstance(entry, RoundPaired):
        return entry.round, entry.attempt
    return len(book.rounds), LOTS


def _difference(book: Book, entry: Started | RoundPaired | StandingsFrozen, chance: ReadChance) -> str | None:
    if isinstance(entry, Started):
        order, initial = beginning(book, chance)
        return _first("number", order, entry.order) or _first("initial colour", (initial,), (entry.initial,))
    if isinstance(entry, StandingsFrozen):
        if entry.rounds != len(book.rounds):
            return f"the standings are of round {len(book.rounds)}, the entry says {entry.rounds}"
        return _first("line", rows_of(book, chance), entry.rows)
    paired = round_of(book, chance)
    if isinstance(paired, Refusal):
        return f"the rules refuse the round: {paired.message}"
    return _first("table", paired.tables, entry.tables) or _first("bye", paired.byes, entry.byes)


def _first(what: str, ours: Sequence[object], theirs: Sequence[object]) -> str | None:
    """Tell the first place in which two rows of things differ."""
    for i in range(max(len(ours), len(theirs))):
        one = ours[i] if i < len(ours) else "nothing"
        other = theirs[i] if i < len(theirs) else "nothing"
        if one != other:
            return f"{what} {i + 1}: the rules give {one}, the entry says {other}"
    return None


def _draws(entries: Sequence[Read], last: Book, secret: bytes) -> Wrong | None:
    key = draw_key(secret, last.entropy, last.opened.tournament)
    recalled = set[int]()
    for line in entries:
        entry = line.entry
        if isinstance(entry, Started | RoundPaired | StandingsFrozen):
            for draw in entry.draws:
                if not is_drawn(key, draw):
                    return Wrong("draws", entry.n, f"the secret does not give {draw.label}")
        elif isinstance(entry, RoundRecalled):
            recalled.add(entry.round)
        elif isinstance(entry, RoundStarted) and not _is_its_board(
            entry, last, secret, is_anew=entry.round in recalled
        ):
            return Wrong("draws", entry.n, f"the secret does not give the board of round {entry.round}")
    return None


def _is_its_board(entry: RoundStarted, last: Book, secret: bytes, *, is_anew: bool) -> bool:
    """Say whether a round that commits to a board commits to the one that the secret gives; anew, to another one."""
    board = f"{entry.round}.{entry.attempt}" if is_anew else str(entry.round)
    drawn = board_commitment(secret, last.entropy, last.opened.tournament, board)
    return entry.board in (None, drawn)
