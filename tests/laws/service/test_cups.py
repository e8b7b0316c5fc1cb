"""What the service answers about a tournament tells nobody what they may not know: hands, secrets, pairings to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from api.callers import tournaments as callers
from api.callers import visibility
from api.callers.auth import Caller
from api.callers.tournaments import SeenTournament, known_tournament
from api.requests import feeding, waiting
from api.requests.tournaments import following, shapes, sheets
from api.requests.tournaments.doing import Done
from api.requests.webhooks import writing
from api.resources.tournaments import decks, entrants, record, rounds, tournaments
from api.service import service
from domain.kernel.seats import ARBITER
from domain.ledger.tournaments import streams
from domain.ledger.tournaments.rows import Row
from domain.ledger.tournaments.streams import Known
from domain.record.canonical import sha256
from domain.table.book import Book
from tests.laws.copies import LeakError
from tests.laws.service.cups import BOARDS, PLAYERS, Difference, Pair, Stage
from tests.laws.tables import state_bytes

pytestmark = pytest.mark.long

PAIRS: tuple[tuple[Difference, Stage], ...] = (
    ("hands", "round 1"),
    ("hands", "round 2"),
    ("work", "registration"),
    ("work", "round 2"),
    ("play", "round 1"),
    ("board", "round 1"),
    ("field", "round 1"),
    ("halt", "round 1"),
    ("decks", "round 1"),
)


@pytest.mark.parametrize(("difference", "stage"), PAIRS)
def test_no_answer_about_a_tournament_tells_two_apart(difference: Difference, stage: Stage) -> None:
    """Status, headers, bytes, and how often one is kept waiting: lists, feed, stream, explanations, sheets, tables."""
    pair = Pair(difference, stage)
    told = [*pair.compare()]
    statuses = Counter(heard.status for _, heard in told)
    assert {200, 403, 404} <= set(statuses)
    if difference == "field":
        assert {heard.status for question, heard in told if question.method == "POST"} == {200, 201}
    else:
        assert 401 in statuses
    assert len(pair.first.letters()) > len(PLAYERS)
    assert max(statuses) < 500
    one, other = (side.world.store.tournaments.get(side.cup.id) for side in (pair.first, pair.second))
    if difference == "hands":
        assert one.secrets != other.secrets
    if (difference, stage) == ("work", "round 2"):
        assert (one.book.n, other.book.n) == (one.book.n, one.book.n + 2), "two attempts that are not published"
    if difference in BOARDS:
        later = 2 if difference == "field" else 1  # somebody has left, too
        assert other.book.n == one.book.n + later, "a result that waits for the last table"


def test_the_hands_of_the_tables_do_differ() -> None:
    differences: tuple[tuple[Difference, int], ...] = (("hands", 2), ("decks", 1))
    for difference, tables in differences:
        pair = Pair(difference, "round 1")
        told = [_states(side.cup) for side in (pair.first, pair.second)]
        assert [one != other for one, other in zip(*told, strict=True)].count(True) == tables


def _states(cup: Any) -> list[bytes]:
    tables = [cup.world.store.table(table["table"]) for table in cup.get("/rounds/1").json["tables"]]
    return [b"" if table.live is None else state_bytes(table.live.state) for table in tables]


class Hole(NamedTuple):
    """A leak: its name, where it shows, and what makes it as long as it is entered."""

    name: str
    difference: Difference
    stage: Stage
    dug: Callable[[], AbstractContextManager[Any]]


def _wrapped(place: Any, name: str, wrap: Callable[[Any], Any]) -> Callable[[], AbstractContextManager[Any]]:
    return lambda: patch.object(place, name, wrap(getattr(place, name)))


def _everything(here: Any, tournament: str, who: Any) -> SeenTournament:
    return SeenTournament(known_tournament(here, tournament, who), officer=False)


def _with_secret(honest: Any) -> Any:
    return lambda here, seen, **more: {**honest(here, seen, **more), "label": seen.known.secrets.deal.hex()}


def _padded(honest: Any) -> Any:
    return lambda here, known, what: honest(here, known, what) + b" " * known.secrets.deal[0]


def _by_state(honest: Any) -> Any:
    def shape(here: Any, known: Any, round: int) -> Any:
        tables = service().store.tournaments.rows.of_round(known.id, round)
        lives = [service().store.table(own.table).live for own in tables.values()]
        states = b"".join([state_bytes(live.state) for live in lives if live is not None])
        return {**honest(here, known, round), "byes": [{"player": sha256(states).hex(), "name": None, "kind": "zero"}]}

    return shape


def _why_by_state(honest: Any) -> Any:
    def told(words: Any, before: Any, *more: Any) -> Any:
        tables = service().store.tournaments.rows.of_round(before.opened.tournament, 1)
        lives = [service().store.table(table).live for table in tables]
        hands = sum(sha256(state_bytes(live.state))[0] for live in lives if live is not None)
        return (*honest(words, before, *more), " " * hands)

    return told


def _by_link(honest: Any) -> Any:
    def told(here: Any, known: Any) -> Any:
        links = here.store.tournaments.rows
        return [{**one, "rating": links.link(known.id, one["player"]).generation} for one in honest(here, known)]

    return told


def _by_deck(honest: Any) -> Any:
    def told(here: Any, known: Any) -> Any:
        told = sha256(str(known.decks).encode())[0]
        return [{**one, "rating": told} for one in honest(here, known)]

    return told


def _of_all(honest: Any) -> Any:
    return lambda known, opened_by: honest(known, opened_by) if known.before is None else _row(known, opened_by)


def _row(known: Known, opened_by: str | None) -> Any:
    return Row(**{**_seen_row(known, opened_by), "rounds": len(known.book.rounds)})


def _seen_row(known: Known, opened_by: str | None) -> dict[str, Any]:
    row = HONEST_ROW(known, opened_by)
    return {name: getattr(row, name) for name in row.__struct_fields__}


HONEST_ROW = streams._row
HOLES = (
    Hole("a pairing is seen early", "work", "round 2", lambda: patch.object(Known, "shown", property(lambda own: own))),
    Hole("the list counts it", "work", "round 2", _wrapped(streams, "_row", _of_all)),
    Hole(
        "the list tells that it is paused while a board is played",
        "halt",
        "round 1",
        lambda: patch.object(streams, "_told", lambda known: None),
    ),
    Hole("it ends a wait", "work", "round 2", lambda: patch.object(waiting, "seen_tournament", _everything)),
    Hole("it is streamed", "work", "round 2", lambda: patch.object(following, "seen_tournament", _everything)),
    Hole("it is recorded", "work", "round 2", lambda: patch.object(record, "seen_tournament", _everything)),
    Hole("it is read as a round", "work", "round 2", lambda: patch.object(rounds, "seen_tournament", _everything)),
    Hole(
        "letters tell of it",
        "work",
        "round 2",
        lambda: patch.object(writing, "published_n", lambda known: known.book.n),
    ),
    Hole("a new link is told", "work", "registration", _wrapped(entrants, "entrant_shapes", _by_link)),
    Hole("the secret is told", "hands", "registration", _wrapped(tournaments, "tournament_shape", _with_secret)),
    Hole("a sheet is longer by it", "hands", "registration", _wrapped(record, "made", _padded)),
    Hole("a round tells of hands", "hands", "round 1", _wrapped(rounds, "round_shape", _by_state)),
    Hole(
        "a round tells what is delayed", "play", "round 1", lambda: patch.object(shapes, "is_delayed", lambda _: False)
    ),
    Hole("explanations are longer by hands", "hands", "round 1", _wrapped(rounds, "why_these", _why_by_state)),
    Hole("sheets tell of hands", "hands", "round 1", _wrapped(sheets, "round_shape", _by_state)),
    Hole(
        "a result is seen while others play the same deal",
        "board",
        "round 1",
        lambda: patch.object(Known, "shown", property(lambda own: own)),
    ),
    Hole(
        "a round tells how far other tables are",
        "board",
        "round 1",
        lambda: patch.object(Known, "shown", property(lambda own: own if own.before is None else own.before)),
    ),
    Hole(
        "a table of a board is seen by who has not ended their own",
        "board",
        "round 1",
        lambda: patch.object(Book, "visibility", property(lambda book: book.opened.visibility)),
    ),
    Hole(
        "letters tell who runs it, and plays, of cases where others play the same deal",
        "field",
        "round 1",
        lambda: patch.object(writing, "_may_be_told", lambda store, case, at: True),
    ),
    Hole(
        "what an organiser who plays has done is answered with all that is known",
        "field",
        "round 1",
        lambda: patch.object(Done, "seen_by", lambda done, who, player: done.known.book),
    ),
    Hole(
        "an organiser who plays reads what organisers do",
        "field",
        "round 1",
        lambda: patch.object(callers, "as_known_to", lambda who, known: known),
    ),
    Hole(
        "an organiser who plays looks at a table of the same deal",
        "field",
        "round 1",
        lambda: patch.object(visibility, "is_outside", lambda *asked: True),
    ),
    Hole(
        "an organiser who plays finds all tables in the list",
        "field",
        "round 1",
        lambda: patch.object(visibility, "_is_closed", lambda *asked: False),
    ),
    Hole(
        "an organiser who plays has all tables in the feed",
        "field",
        "round 1",
        lambda: patch.object(feeding, "_closed", lambda *asked: ()),
    ),
    Hole(
        "anybody reads a registered deck",
        "decks",
        "registration",
        lambda: patch.object(decks, "own_entry", lambda here, cup, player, who: known_tournament(here, cup, who)),
    ),
    Hole("a list tells of a deck", "decks", "registration", _wrapped(entrants, "entrant_shapes", _by_deck)),
    Hole(
        "organisers see hands",
        "hands",
        "round 1",
        _wrapped(Caller, "viewer_at", lambda honest: lambda who, table: _seeing(honest, who, table)),
    ),
)


def _seeing(honest: Any, who: Caller, table: Any) -> Any:
    return ARBITER if who.kind == "organiser" else honest(who, table)


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.name)
def test_planted_holes_are_found(hole: Hole) -> None:
    with hole.dug():
        assert leaks(Pair(hole.difference, hole.stage))


def leaks(pair: Pair) -> bool:
    """Say whether an answer tells the two services apart."""
    try:
        for question, heard in pair.compare():
            assert heard.status < 500, question
    except LeakError:
        return True
    return False
