"""What the three verifiers say of every forgery, on every game and copy: `python -m tests.standalone.forgery_table`
writes the table into docs/fairness.md anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from domain.audit.checks import verify_bytes
from domain.games import game, names
from domain.kernel.messages import Concede
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import ARBITER, SPECTATOR, seat_viewer
from tests.audit.tables import Game
from tests.standalone import (  # noqa: F401 - they add to the list
    forgeries_of_cases,
    forgeries_of_pauses,
    forgeries_of_results,
    forgeries_of_texts,
)
from tests.standalone.damage import NotApplicableError
from tests.standalone.forger import Forger
from tests.standalone.forgeries import FORGERIES, Forgery
from tests.standalone.verifiers import ask_all

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
BEGIN, END = "<!-- forgeries: begin -->\n", "<!-- forgeries: end -->\n"
NEEDS_RULES = frozenset({8, 10})
CLOSED = "closed"
COLUMNS = {"all": "full copy", "seat:0": "a seat's", "spectator": "spectator's", CLOSED: "a seat's, closed"}


class Found(NamedTuple):
    """A forged copy of one game, and what each verifier says: status and line of each check."""

    game: str
    forgery: Forgery
    copy: str
    ours: Mapping[int, tuple[str, int | None]]
    strangers: Mapping[str, Mapping[int, tuple[str, int | None]] | None]

    @property
    def failed(self) -> frozenset[int]:
        """The checks by which it is found."""
        return frozenset(number for number, (status, _) in self.ours.items() if status == "failed")


@cache
def originals(name: str, seed: int = 1) -> dict[str, bytes]:
    """Return the copies of a short table of a game: some actions, a look, and everybody but one concedes."""
    play = Game(name, min(game(name).rules.seat_counts), table=f"{name}-1", seed=seed).start().play(3)
    play.look()
    play.play(3)
    while play.table.decisions:
        try:
            play.say(min(play.table.decisions), Concede())
        except RefusedError:
            play.act()
    done = play.done()
    return {str(viewer): done.record(viewer) for viewer in (ARBITER, seat_viewer(0), seat_viewer(1), SPECTATOR)}


def forged(name: str) -> Iterator[tuple[Forgery, str, bytes]]:
    """Yield every forgery that a game has a place for, in every copy; one that changes nothing in a copy is none."""
    for forgery in FORGERIES:
        for viewer, text in copies_forged(name, forgery):
            yield forgery, viewer, text


def copies_forged(name: str, forgery: Forgery) -> Iterator[tuple[str, bytes]]:
    """Yield the copies of a game's table that a forgery changes; none where the game has no place for it."""
    good = originals(name)
    forger = Forger(good, originals(name, seed=2))
    try:
        forgery.change(forger)
    except NotApplicableError:
        return
    forger.count_anew_if_needed()
    copies = forger.copies()
    copies[CLOSED] = closed(copies["seat:0"])
    for viewer, text in copies.items():
        if text != (closed(good["seat:0"]) if viewer == CLOSED else good[viewer]):
            yield viewer, text


def closed(text: bytes) -> bytes:
    """Return a copy as it was before its secrets were opened."""
    kept = takewhile(lambda line: line.count(b'"kind":"secrets_opened"') == 0, text.splitlines(keepends=True))
    return b"".join(kept)


@cache
def found() -> tuple[Found, ...]:
    """Let all three verifiers look at every forged copy of every game."""
    return _asked([(name, *case) for name in names() for case in forged(name)])


@cache
def found_once() -> tuple[Found, ...]:
    """Let all three verifiers look at every forgery in the copies of one game, which the forgeries take in turns."""
    games, cases = names(), []
    for turn, forgery in enumerate(FORGERIES):
        for name in (*games[turn % len(games) :], *games[: turn % len(games)]):
            copies = [(name, forgery, viewer, text) for viewer, text in copies_forged(name, forgery)]
            if copies:
                cases += copies
                break
    return _asked(cases)


def _asked(cases: list[tuple[str, Forgery, str, bytes]]) -> tuple[Found, ...]:
    with TemporaryDirectory() as folder:
        told = ask_all([text for *_, text in cases], Path(folder))
    return tuple(
        Found(name, forgery, viewer, _ours(text), {who: _said(answers[i]) for who, answers in told.items()})
        for i, (name, forgery, viewer, text) in enumerate(cases)
    )


def _ours(text: bytes) -> dict[int, tuple[str, int | None]]:
    return {check.number: (check.status, check.line) for check in verify_bytes(text).checks}


def _said(answer: Any) -> dict[int, tuple[str, int | None]] | None:
    if answer is None:
        return None
    return {check["number"]: (check["status"], check["line"]) for check in answer["checks"]}


def cell(results: list[Found]) -> str:
    """Return which checks find a forgery in one kind of copy: in every game, or in how many of them."""
    if not results:
        return ""
    numbers = sorted({number for result in results for number in result.failed})
    parts = []
    for number in numbers:
        games = sum(number in result.failed for result in results)
        parts.append(str(number) if games == len(results) else f"{number} ({games} of {len(results)})")
    return ", ".join(parts) or "none"


def rows() -> Iterator[str]:
    """Yield the rows of the table."""
    by_forgery: dict[str, dict[str, list[Found]]] = {}
    for result in found():
        by_forgery.setdefault(result.forgery.name, {}).setdefault(result.copy, []).append(result)
    for forgery in FORGERIES:
        copies = by_forgery[forgery.name]
        cells = [cell(copies.get(column, [])) for column in COLUMNS]
        because = f" ({forgery.because})" if "none" in cells and forgery.because else ""
        yield f"| {forgery.name}{because} | {' | '.join(cells)} |\n"


def cells_written(text: str) -> dict[str, dict[str, str]]:
    """Return the cells of the table in a document, by forgery and copy."""
    found = {}
    for row in text.partition(BEGIN)[2].partition(END)[0].splitlines()[2:]:
        name, *cells = row.strip("| ").split(" | ")
        found[name] = dict(zip(COLUMNS, cells, strict=False))
    return found


def table() -> str:
    """Return the table as the document has it."""
    head = f"| What was forged | {' | '.join(COLUMNS.values())} |\n|---{'|---' * len(COLUMNS)}|\n"
    return BEGIN + head + "".join(rows()) + END


def written_in(text: str) -> str:
    """Return the document with the table of today."""
    before, _, rest = text.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


if __name__ == "__main__":
    import tests.conftest  # noqa: F401 - the game of the tests is one of the games

    DOCUMENT.write_text(written_in(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(table())
