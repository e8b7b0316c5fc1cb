"""What the service answers to a viewer tells nothing of what the viewer cannot see, in any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest

from api.callers.auth import Caller
from api.callers.visibility import Sight
from api.copies.lines import record_lines
from api.resources import frames
from domain import games
from domain.audit.frames.reel import Reel
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER, Viewer
from domain.ledger.store import Store
from domain.table.table import Table
from tests.laws.copies import LeakError
from tests.laws.service.asking import compare, films, pages
from tests.laws.service.calling import casts
from tests.laws.service.holes import HOLES, PAGE_HOLES, Hole, whole
from tests.laws.service.question import Question
from tests.laws.service.scenes import Scene, scenes

pytestmark = pytest.mark.long

GAMES = games.names()
# A hole is in the service, whatever is played: in `make test` one game shows each, in `make soak` all.
SHOWN_BY = "chanic_panic"
DUG = [name if name == SHOWN_BY else pytest.param(name, marks=pytest.mark.soak) for name in GAMES]
SCENES = 40  # of a game, of which `make test` asks one of each kind
UNLIKE = 5  # of them, at least, in whose states something differs that the viewer does not see
PAGED = 3  # of them while the game goes on, and as many that are over
SHOWING = (3, 2, 0, 5, 12, 6, 7, 14)  # the scenes of Chanic Panic that show planted holes: they are looked at first
SHOWN_IN = {  # …and the one that shows a hole that the first do not show; one that no longer does costs time alone
    "who sits down last is told the secret of the deal": 2,
    "a table that hides it tells who is connected": 0,
    "a table counts refusals once its secrets are open": 6,
    "a new token hangs on the whole state": 5,
    "the ETag of the offers hashes the whole state": 2,
    "since when the play is stopped hangs on the whole state": 5,
    "the tag in a 412 and 428": 7,
    "the size of the list": 14,
    "a row of the list changes when somebody is refused": 0,
    "the reason of a result": 0,
    "a seat reads everybody's refused attempts": 6,
    "a look for a quiet call enters in any pause": 5,
    "results open early": 0,
    "the list of legal commands is cut by the whole state": 12,
    "the commands of a scene are cut by the whole state": 12,
}
FILMED = 5  # of them, from their first entry
CASTS = 2  # scenes of casters in which something is kept from them; few of the others are
SOAKED = 1500  # in `make soak`
STATUSES = {200, 201, 401, 403, 404, 409, 412, 422, 428}  # that came up, so that the law was not blind


def first(name: str) -> Iterable[Scene]:
    """Yield the scenes of which a normal run has one of each kind."""
    return islice(scenes(name, seed=1), SCENES)


@cache
def met(name: str) -> tuple[Scene, ...]:
    """Return the scenes of a normal run, the first of each kind, made once in a test process."""
    chosen: dict[tuple[object, ...], Scene] = {}
    for scene in first(name):
        chosen.setdefault(kind(scene), scene)
    return tuple(chosen.values())


def kind(scene: Scene) -> tuple[object, ...]:
    """Return what the answers to a scene's questions hang on most."""
    table, seats = scene.first.table, scene.viewer.seats
    awaited = () if table.live is None else table.rules.to_act(table.live.state)
    decides = not table.book.is_over and not seats.isdisjoint(awaited)
    return (table.book.status, table.book.pause is None, len(seats), casts(scene), decides, unlike(scene))


def check(scene: Scene, statuses: Counter[int]) -> None:
    """Compare every answer; raises `LeakError`."""
    for question, heard in compare(scene):
        assert heard.status < 500, question
        statuses[heard.status] += 1


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_two_tables_apart(name: str) -> None:
    """Status, headers, body and how long one is kept waiting, at every stage of a table."""
    statuses: Counter[int] = Counter()
    for scene in met(name):
        check(scene, statuses)
    assert set(statuses) >= STATUSES
    stages = {scene.first.table.book.status for scene in met(name)}
    assert stages == {"open", "running", "abandoned", "finished", "confirmed"}
    assert any(scene.first.table.book.pause is not None for scene in met(name))
    assert {0, 1} <= {len(scene.viewer.seats) for scene in met(name)}
    assert sum(map(unlike, met(name))) >= UNLIKE


@pytest.mark.parametrize("name", GAMES)
def test_no_frame_tells_two_tables_apart(name: str) -> None:
    """Pictures, sentences, choices and what a seat learnt; and frames of everything are found."""
    filmed = [scene for scene in met(name) if unlike(scene)][:FILMED]
    statuses = Counter(heard.status for scene in filmed for _, heard in compare(scene, films))
    assert statuses[200] >= FILMED
    assert max(statuses) < 500
    with patch.object(frames, "record_lines", _of_everything), patch.object(frames, "_new", _with_everything):
        assert any(leaks(scene, films) for scene in filmed)


def _of_everything(store: Store, sight: Sight) -> Any:
    return record_lines(store, sight._replace(viewer=ARBITER))


def _with_everything(timeline: Timeline, viewer: Viewer, words: Words) -> Reel:
    return Reel(timeline, (ARBITER,), words)


@pytest.mark.parametrize("name", GAMES)
def test_no_page_tells_two_tables_apart(name: str) -> None:
    """The HTML of the start, of a table and of its review, with a session and without; holes in them are found."""
    differing = [scene for scene in met(name) if unlike(scene)]
    over = [scene for scene in differing if scene.first.table.book.is_over]
    shown = [*over[:PAGED], *[scene for scene in differing if scene not in over][:PAGED]]
    assert over
    statuses = Counter(heard.status for scene in shown for _, heard in compare(scene, pages))
    assert max(statuses) < 500
    for hole in PAGE_HOLES:
        with hole.dug():
            assert any(leaks(scene, pages) for scene in shown), hole.name


def unlike(scene: Scene) -> bool:
    """Say whether something differs in the states of a scene's two tables."""
    return whole(scene.first.table) != whole(scene.second.table)


def found(hole: Hole, name: str) -> bool:
    """Say whether the law finds a planted leak; one that breaks an answer is not planted well.

    `make test` asks in no other scenes than without holes. Other games may need all those that these are chosen from.
    """
    chosen = met(name)
    first_asked = [place for place in (SHOWN_IN.get(hole.name, SHOWING[0]), *SHOWING) if place < len(chosen)]
    with hole.dug():
        if any(leaks(chosen[place]) for place in dict.fromkeys((*first_asked, *range(len(chosen))))):
            return True
        return name != SHOWN_BY and any(leaks(scene) for scene in first(name))


@pytest.mark.parametrize("name", DUG)
def test_planted_holes_are_found(name: str) -> None:
    """One that changes no answer is not found either, and fails here."""
    assert [hole.name for hole in HOLES if not found(hole, name)] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_caster_who_sees_every_hand_is_found(name: str) -> None:
    """In every game for more than two, where a caster of two seats has something to be kept from."""
    if max(games.game(name).rules.seat_counts) == 2:
        assert not any(casts(scene) for scene in met(name))
        return
    honest = Caller.viewer_at

    def viewer_at(caller: Caller, table: Table) -> Viewer:
        return ARBITER if caller.kind == "caster" else honest(caller, table)

    for scene in islice((scene for scene in scenes(name, seed=1) if casts(scene) and unlike(scene)), CASTS):
        check(scene, Counter())
        with patch.object(Caller, "viewer_at", viewer_at):
            assert leaks(scene), scene


def leaks(scene: Scene, asked: Callable[[Scene], Iterable[Question]] | None = None) -> bool:
    """Say whether an answer tells the two tables of a scene apart."""
    try:
        for question, heard in compare(scene, asked):
            assert heard.status < 500, question
    except LeakError:
        return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_no_answer_tells_many_tables_apart(name: str) -> None:
    """The same over many more scenes."""
    statuses: Counter[int] = Counter()
    for scene in islice(scenes(name, seed=2), SOAKED):
        check(scene, statuses)
