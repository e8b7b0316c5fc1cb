"""What players say themselves: draws by agreement, concessions after the end, byes by request."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.tournament.log.configuration import faults
from domain.tournament.log.entries import (
    ByeRequested,
    DrawOffered,
    KnockOutSaid,
    Method,
    PlayerRegistered,
    PodsSaid,
    ResultConceded,
    ResultCorrected,
    ResultCounted,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.results import conceded
from domain.tournament.settings import CutSaid, OwnByes
from tests.tournament.test_configuration import configured
from tests.tournament.test_log import NO_ENTROPY, opened, play, refused

SWISS = SwissSaid(rounds=3)


def begun(method: Method, players: int, *, rounds: int = 1, **more: Any) -> Organiser:
    """Return a tournament whose first round is being played."""
    organiser = opened(method, **more)
    for number in range(1, players + 1):
        organiser.tell(PlayerRegistered, 2_000, player=f"p{number}", rating=2_000 - number, entropy=NO_ENTROPY)
    organiser.start(3_000)
    if rounds:
        organiser.pair(4_000)
        organiser.start_round(4_000)
    return organiser


def offer(organiser: Organiser, player: str, *, stands: bool = True, table: int = 1) -> None:
    organiser.tell(DrawOffered, 5_000, player=player, round=1, table=table, stands=stands)


@pytest.mark.parametrize(
    ("places", "seats", "behind"),
    [
        ((1, 2), [0], (2, 1)),
        ((1, 2), [1], (1, 2)),
        ((1, 2), [0, 1], (1, 2)),
        ((1, 1), [0], (2, 1)),
        ((0, 1), [1], (0, 1)),
        ((1, 2, 2, 4), [0], (4, 1, 1, 3)),
        ((1, 2, 3, 4), [0, 1], (3, 4, 1, 2)),
    ],
)
def test_who_concedes_stands_behind_everybody_else_who_came(
    places: tuple[int, ...], seats: list[int], behind: tuple[int, ...]
) -> None:
    assert conceded(places, seats) == behind


def test_a_draw_is_counted_once_everybody_at_the_table_has_offered_it() -> None:
    organiser = begun(PodsSaid(rounds=2, seats=3), 3, draw_by_agreement="any_time")
    said: Any = {"round": 1, "table": 1, "places": (1, 1, 1), "agreed": True}
    offer(organiser, "p1")
    assert refused(organiser, DrawOffered, player="p1", round=1, table=1) == "said_already"
    assert refused(organiser, DrawOffered, player="p2", round=1, table=1, stands=False) == "said_already"
    offer(organiser, "p2")
    offer(organiser, "p3")
    offer(organiser, "p2", stands=False)
    assert organiser.book.rounds[0].offers == {0: ("p1", "p3")}
    assert refused(organiser, ResultCounted, **said) == "not_agreed"
    offer(organiser, "p2")
    for wrong in ({"places": (1, 2, 3)}, {"reason": "x"}, {"game": 1}):
        assert refused(organiser, ResultCounted, **{**said, **wrong}) == "not_agreed"
    organiser.tell(ResultCounted, 6_000, **said)
    assert organiser.book.rounds[0].results == {0: (1, 1, 1)}
    assert refused(organiser, DrawOffered, player="p1", round=1, table=1, stands=False) == "counted_already"


def test_who_offers_sits_at_the_table_of_the_round_that_is_played() -> None:
    organiser = begun(SWISS, 4, draw_by_agreement="before_start", rounds=0)
    said = {"player": "p1", "table": 1}
    assert refused(organiser, DrawOffered, round=1, **said) == "not_their_table"
    organiser.pair(4_000)
    assert refused(organiser, DrawOffered, round=1, **said) == "not_their_table"
    organiser.start_round(4_000)
    assert refused(organiser, DrawOffered, round=1, player="p1", table=3) == "not_their_table"
    assert refused(organiser, DrawOffered, round=1, player="p1", table=2) == "not_their_table"
    assert refused(begun(SWISS, 4), DrawOffered, round=1, **said) == "no_draws"


def test_a_match_may_end_by_agreement() -> None:
    organiser = begun(KnockOutSaid(), 2, best_of=3, draw_by_agreement="any_time")
    offer(organiser, "p1")
    offer(organiser, "p2")
    organiser.tell(ResultCounted, 6_000, round=1, table=1, places=(1, 1), agreed=True)
    assert organiser.book.rounds[0].done


def test_a_concession_changes_what_is_counted_of_the_table_and_no_ruling() -> None:
    organiser = begun(SWISS, 4)
    for table in (1, 2):
        loser = organiser.book.rounds[0].tables[table - 1][0]
        said = {"player": loser, "round": 1, "table": table}
        organiser.tell(ResultConceded, 5_000, **said)  # type: ignore[arg-type]
        assert refused(organiser, ResultConceded, **said) == "said_already"
        assert refused(organiser, ResultConceded, **{**said, "game": 1}) == "wrong_game"
    organiser.tell(ResultCounted, 6_000, round=1, table=1, places=(1, 2))
    assert organiser.book.rounds[0].results == {0: (2, 1)}
    assert organiser.book.rounds[0].conceded.keys() == {1}
    organiser.tell(ResultCounted, 6_000, round=1, table=2, places=(1, 2), reason="so be it")
    assert organiser.book.rounds[0].results[1] == (1, 2)
    organiser.tell(ResultCorrected, 7_000, round=1, table=1, places=(1, 2), reason="they were forced to")
    assert organiser.book.rounds[0].results[0] == (1, 2)
    assert refused(organiser, ResultConceded, player="p1", round=1, table=1) == "counted_already"


def test_in_a_match_the_game_that_is_due_is_conceded() -> None:
    organiser = begun(KnockOutSaid(), 2, best_of=3)
    first, second = organiser.book.rounds[0].tables[0]
    assert refused(organiser, ResultConceded, player=first, round=1, table=1) == "wrong_game"
    organiser.tell(ResultConceded, 5_000, player=first, round=1, table=1, game=1)
    organiser.tell(ResultCounted, 5_000, round=1, table=1, game=1, places=(1, 2))
    organiser.tell(ResultConceded, 5_000, player=second, round=1, table=1, game=2)
    organiser.tell(ResultCounted, 5_000, round=1, table=1, game=2, places=(1, 2))
    assert [game.places for game in organiser.book.rounds[0].games[0]] == [(2, 1), (1, 2)]


def test_players_ask_for_byes_as_far_as_the_opening_says() -> None:
    organiser = begun(SwissSaid(rounds=5), 6, rounds=0, own_byes=OwnByes(half=1, last=3))

    def asks(round: int, bye: str) -> str:
        return refused(organiser, ByeRequested, player="p1", round=round, bye=bye, own=True)

    assert [asks(1, "full"), asks(1, "zero"), asks(4, "half")] == ["no_own_byes", "no_own_byes", "bye_too_late"]
    organiser.tell(ByeRequested, 4_000, player="p1", round=2, bye="half", own=True)
    assert asks(2, "half") == "said_already"
    assert asks(3, "half") == "byes_used"
    organiser.tell(ByeRequested, 4_000, player="p1", round=3, bye="half")
    assert refused(organiser, ByeRequested, player="nobody", round=3, bye="half", own=True) == "no_such_player"


def test_no_byes_by_request_without_a_word_at_the_opening_nor_after_a_cut() -> None:
    asked: Any = {"player": "p1", "bye": "half", "own": True}
    assert refused(begun(SWISS, 4, rounds=0), ByeRequested, round=1, **asked) == "no_own_byes"
    organiser = begun(SwissSaid(rounds=1), 4, rounds=0, own_byes=OwnByes(half=2), cut=CutSaid(players=4))
    play(organiser)
    organiser.cut(6_000)
    assert refused(organiser, ByeRequested, round=2, **asked) == "no_own_byes"
    with pytest.raises(RefusedError, match="Swiss or pods"):
        opened(KnockOutSaid(), own_byes=OwnByes())
    (fault,) = faults(configured(RoundRobinSaid(), ScoringSaid(by_place=("1", "0")), own_byes=OwnByes()))
    assert fault.code == "no_byes_here"
