"""The record of a tournament: what may follow what, worked cases, and forgeries that the checker finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.chance import Draw
from domain.kernel.refusals import RefusedError
from domain.record.canonical import b64, canonical, decode, sha256, unb64
from domain.record.chain import link
from domain.record.draws import DrawMismatchError
from domain.tournament.log.book import after, book_of
from domain.tournament.log.check import Checked, check
from domain.tournament.log.draws import ReadChance, commitment, draw_key, genesis, is_drawn, table_id
from domain.tournament.log.entries import (
    ByeRequested,
    Counted,
    Entry,
    KnockOutSaid,
    Method,
    PairForbidden,
    PenaltyGiven,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerReturned,
    PlayerWithdrawn,
    PodsSaid,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRobinSaid,
    RoundStarted,
    ScoringSaid,
    SecretOpened,
    Started,
    SwissSaid,
    TablesSaid,
    TournamentEnded,
    TournamentOpened,
)
from domain.tournament.log.lines import LINE_BYTES, entry_line, is_tournament, read
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.refuse import RULES
from domain.tournament.log.simulation import Plan, scoring_for, simulate

SECRET = sha256(b"the secret")
NO_ENTROPY = b64(bytes(32))


def opened(method: Method, **more: Any) -> Organiser:
    scoring, tie_breaks = scoring_for(method)
    said = {"scoring": scoring, "tie_breaks": tie_breaks, **more}
    return Organiser.open("open-2026", secret=SECRET, at=1_000, game="chanic_panic", version=1, method=method, **said)


def running(method: Method, players: int, *, names: str = "p") -> Organiser:
    """Return a tournament that has started, its players rated so that p1 is first, p2 second, and so on."""
    organiser = opened(method)
    for number in range(1, players + 1):
        organiser.tell(PlayerRegistered, 2_000, player=f"{names}{number}", rating=2_000 - number, entropy=NO_ENTROPY)
    organiser.start(3_000)
    return organiser


def play(organiser: Organiser) -> None:
    """Pair and play a round; whoever stands first in the initial order wins."""
    organiser.pair(4_000)
    organiser.start_round(4_000)
    number = {player.id: player.number for player in organiser.book.numbered}
    for table, players in enumerate(organiser.book.rounds[-1].tables, 1):
        ranked = sorted(players, key=number.__getitem__)
        places = tuple(1 + ranked.index(player) for player in players)
        organiser.tell(ResultCounted, 5_000, round=len(organiser.book.rounds), table=table, places=places)


def refused(organiser: Organiser, kind: type[Any], **said: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        organiser.tell(kind, 9_000, **said)
    return caught.value.refusal.code


def test_a_book_is_read_from_the_entries_of_a_record() -> None:
    lines = simulate(Plan(SwissSaid(rounds=2), 5, b"a book")).lines
    entries = [line.entry for line in read(lines)]
    book = book_of(entries)
    assert (book.n, len(book.rounds), book.ended) == (len(entries), 2, True)
    assert book_of(entries[:1]).n == 1


def test_a_result_of_round_1_corrected_after_round_2_began() -> None:
    """Issue 16, worked case: standings change, round 2 stays, the checker passes."""
    organiser = running(SwissSaid(rounds=3), 6)
    play(organiser)
    organiser.pair(6_000)
    organiser.start_round(6_000)
    tables = organiser.book.rounds[1].tables
    before = {row.player: row.score for row in organiser.book.standings()}
    first = organiser.book.rounds[0].tables[0]
    organiser.tell(
        ResultCorrected, 6_500, round=1, table=1, places=organiser.book.rounds[0].results[0][::-1], reason="ruling 4"
    )
    standing = {row.player: row.score for row in organiser.book.standings()}
    assert {player: standing[player] - before[player] for player in first} == {
        first[0]: -1 if before[first[0]] else 1,
        first[1]: -1 if before[first[1]] else 1,
    }
    assert organiser.book.rounds[1].tables == tables
    for table in range(1, 4):
        organiser.tell(ResultCounted, 7_000, round=2, table=table, places=(1, 2))
    play(organiser)
    organiser.end(8_000)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_who_returns_gets_nothing_for_the_rounds_between_and_penalties_are_subtracted() -> None:
    organiser = running(SwissSaid(rounds=4), 5)
    organiser.tell(PlayerWithdrawn, 3_500, player="p1")
    play(organiser)
    organiser.tell(PlayerReturned, 5_500, player="p1")
    organiser.tell(PenaltyGiven, 5_500, player="p2", points="1/4", reason="talking")
    organiser.tell(PlayerEnteredLate, 5_500, player="late", rating=10, points="1/2")
    scores = {row.player: row.score for row in organiser.book.standings()}
    assert [str(scores[player]) for player in ("p1", "p2", "late")] == ["0", "3/4", "1/2"]
    play(organiser)
    assert {"p1", "late"} <= {player for table in organiser.book.rounds[1].tables for player in table}


def test_who_has_not_checked_in_does_not_play_if_anybody_has() -> None:
    organiser = opened(SwissSaid(rounds=2))
    for name in "abc":
        organiser.tell(PlayerRegistered, 2_000, player=name, entropy=NO_ENTROPY)
    for name in "ac":
        organiser.tell(PlayerCheckedIn, 2_500, player=name)
    organiser.start(3_000)
    assert sorted(player.id for player in organiser.book.numbered) == ["a", "c"]


def test_who_has_not_checked_in_is_let_in_late_and_what_they_gave_stays_in_the_draws() -> None:
    """Once, with stated points, and not who has left; what they gave before the start is not taken back."""
    organiser = opened(SwissSaid(rounds=2))
    given = {name: b64(bytes([place] * 32)) for place, name in enumerate("abcde")}
    for name, entropy in given.items():
        organiser.tell(PlayerRegistered, 2_000, player=name, entropy=entropy)
    for name in "ac":
        organiser.tell(PlayerCheckedIn, 2_500, player=name)
    assert refused(organiser, PlayerEnteredLate, player="b", points="0") == "tournament_not_started"
    organiser.start(3_000)
    organiser.tell(PlayerWithdrawn, 3_100, player="d")
    organiser.tell(PlayerDisqualified, 3_100, player="e", reason="rude")
    assert {refused(organiser, PlayerEnteredLate, player=name, points="0") for name in "de"} == {"player_out"}
    play(organiser)
    organiser.tell(PlayerEnteredLate, 9_000, player="b", points="1/2")
    assert refused(organiser, PlayerEnteredLate, player="b", points="0") == "registered_already"
    assert [b64(one) for one in organiser.book.entropy] == list(given.values())
    assert {player.id: player.number for player in organiser.book.numbered}["b"] == 3
    assert str({row.player: row.score for row in organiser.book.standings()}["b"]) == "1/2"
    organiser.pair(9_500)
    organiser.start_round(9_500)
    for table in range(1, len(organiser.book.rounds[1].tables) + 1):
        organiser.tell(ResultCounted, 9_600, round=2, table=table, places=(1, 2))
    organiser.end(9_700)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_a_requested_bye_a_forbidden_pair_and_the_organisers_own_pairing() -> None:
    organiser = running(SwissSaid(rounds=4), 6)
    organiser.tell(ByeRequested, 3_500, player="p6", round=1, bye="half")
    organiser.tell(PairForbidden, 3_500, players=("p1", "p3"), first=1, last=2)
    organiser.pair(4_000)
    played = organiser.book.rounds[0]
    assert [(bye.player, bye.kind) for bye in played.byes] == [("p6", "half"), ("p5", "pairing")]
    assert {"p1", "p3"} not in [set(table) for table in played.tables]
    own = (("p1", "p3"), ("p2", "p4"))
    organiser.tell(
        RoundPaired, 4_500, round=1, attempt=2, tables=own, byes=played.byes, reason="the hall has two tables left"
    )
    organiser.start_round(4_600)
    assert organiser.book.rounds[0].tables == own
    for table in (1, 2):
        organiser.tell(ResultCounted, 5_000, round=1, table=table, places=(1, 1))
    play(organiser)
    organiser.end(9_000)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_a_disqualified_players_place_closes_up() -> None:
    organiser = running(RoundRobinSaid(), 4)
    play(organiser)
    organiser.tell(PlayerDisqualified, 5_500, player="p1", reason="two names")
    rows = organiser.book.standings()
    assert rows[0].place == 1
    assert "p1" not in [row.player for row in rows]
    play(organiser)
    assert {bye.kind for bye in organiser.book.rounds[1].byes} == {"pairing"}


def test_times_never_go_back() -> None:
    organiser = running(SwissSaid(rounds=2), 2)
    assert organiser.tell(PlayerWithdrawn, 1, player="p1").at == 3_000


def test_a_result_names_the_entry_of_the_table_that_it_rests_on() -> None:
    organiser = running(SwissSaid(rounds=2), 2)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    rests_on = Counted(table="t1", n=41, hash=NO_ENTROPY, kind="result_confirmed")
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 2), rests_on=rests_on)
    last = read(organiser.lines)[-1].entry
    assert isinstance(last, ResultCounted)
    assert last.rests_on == rests_on


# What may not follow


def test_where_a_service_opens_the_tables_a_result_rests_on_its_own() -> None:
    """A ruling may name none; of a match it may name any game so far."""
    cases: tuple[tuple[int, dict[str, Any]], ...] = ((1, {}), (3, {"game": 1}))
    for best_of, games in cases:
        organiser = opened(KnockOutSaid(), tables=TablesSaid(), best_of=best_of)
        for player in ("p1", "p2"):
            organiser.tell(PlayerRegistered, 2_000, player=player, entropy=NO_ENTROPY)
        organiser.start(3_000)
        organiser.pair(4_000)
        organiser.start_round(4_000)
        said: dict[str, Any] = {"round": 1, "table": 1, "places": (1, 2)}
        assert refused(organiser, ResultCounted, **said, **games) == "no_table_named"
        counted = Counted(table=table_id("open-2026", 1, 2), n=9, hash=NO_ENTROPY, kind="result_confirmed")
        assert refused(organiser, ResultCounted, **said, **games, rests_on=counted) == "other_table"
        assert refused(organiser, ResultCounted, **said, reason="x", rests_on=counted) == "other_table"
        counted = replace(counted, table=table_id("open-2026", 1, 1))
        organiser.tell(ResultCounted, 5_000, **said, **games, rests_on=counted)
        second = replace(counted, table=table_id("open-2026", 1, 1, 2))
        assert refused(organiser, ResultCorrected, **said, reason="x", rests_on=second) == (
            "other_table" if best_of == 1 else "not_counted"
        )
        if best_of > 1:
            organiser.tell(ResultCounted, 5_000, **said, reason="the hall closes", rests_on=second)
        organiser.tell(ResultCorrected, 6_000, **said, reason="the wrong way round")


def test_every_entry_has_a_rule() -> None:
    assert set(RULES) == set(get_args(Entry))


def test_registration_is_refused_twice_after_the_start_and_of_nobody() -> None:
    organiser = opened(SwissSaid(rounds=2))
    organiser.tell(PlayerRegistered, 2_000, player="a", entropy=NO_ENTROPY)
    assert refused(organiser, PlayerRegistered, player="a", entropy=NO_ENTROPY) == "registered_already"
    assert refused(organiser, PlayerEnteredLate, player="b", points="0") == "tournament_not_started"
    assert refused(organiser, PlayerCheckedIn, player="x") == "no_such_player"
    assert refused(organiser, Started, order=("a",), initial=0, draws=()) == "too_few_players"
    organiser.tell(PlayerRegistered, 2_000, player="b", entropy=NO_ENTROPY)
    assert refused(organiser, Started, order=("a", "a"), initial=0, draws=()) == "bad_order"
    for ask in (organiser.pair, organiser.freeze):
        with pytest.raises(RefusedError, match="tournament_not_started"):
            ask(3_000)
    organiser.start(3_000)
    assert refused(organiser, PlayerRegistered, player="c", entropy=NO_ENTROPY) == "tournament_started"
    assert refused(organiser, PlayerCheckedIn, player="a") == "tournament_started"
    with pytest.raises(RefusedError, match="tournament_started"):
        organiser.start(3_000)
    assert refused(organiser, PlayerEnteredLate, player="a", points="0") == "registered_already"
    assert refused(organiser, PlayerEnteredLate, player="c", points="2/4") == "bad_points"
    assert refused(organiser, PlayerEnteredLate, player="c", points="-1") == "bad_points"
    assert refused(running(RoundRobinSaid(), 2), PlayerEnteredLate, player="c", points="0") == "no_late_entries"


def test_in_a_sandbox_bots_alone_play() -> None:
    """Also who comes late; only the first entry makes one of a tournament."""
    organiser = opened(SwissSaid(rounds=3), sandbox=True)
    assert refused(organiser, PlayerRegistered, player="a", entropy=NO_ENTROPY) == "bots_alone"
    for name in "ab":
        organiser.tell(PlayerRegistered, 1, player=name, bot="random", entropy=NO_ENTROPY)
    organiser.start(1)
    assert refused(organiser, PlayerEnteredLate, player="c", points="0") == "bots_alone"
    organiser.tell(PlayerEnteredLate, 1, player="c", bot="random", points="0")
    assert "failed" not in {each.status for each in check(organiser.lines)}


def test_players_leave_once_and_return_if_they_may() -> None:
    organiser = running(SwissSaid(rounds=2), 4)
    assert refused(organiser, PlayerReturned, player="p1") == "player_in"
    organiser.tell(PlayerWithdrawn, 3_000, player="p1")
    assert refused(organiser, PlayerWithdrawn, player="p1") == "player_out"
    organiser.tell(PlayerDisqualified, 3_000, player="p1", reason="a reason")
    assert refused(organiser, PlayerDisqualified, player="p1", reason="again") == "player_out"
    assert refused(organiser, PlayerReturned, player="p1") == "player_out"
    for kind, said in (
        (PlayerReturned, {}),
        (PlayerDisqualified, {"reason": "x"}),
        (PenaltyGiven, {"points": "1", "reason": "x"}),
        (ByeRequested, {"round": 1, "bye": "zero"}),
    ):
        assert refused(organiser, kind, player="nobody", **said) == "no_such_player"
    assert refused(organiser, PenaltyGiven, player="p2", points="1/0", reason="x") == "bad_points"
    assert refused(organiser, PairForbidden, players=("p2", "p2"), first=1, last=1) == "one_player"
    assert refused(organiser, PairForbidden, players=("p1", "p2"), first=3, last=2) == "no_rounds"
    assert refused(organiser, PairForbidden, players=("p2", "x"), first=1, last=1) == "no_such_player"
    organiser.tell(PairForbidden, 3_000, players=("p2", "p3"), first=1, last=2)
    assert refused(organiser, PairForbidden, players=("p3", "p2"), first=1, last=2) == "said_already"


def test_rounds_are_paired_in_order_and_published_once() -> None:
    organiser = running(SwissSaid(rounds=1), 4)
    assert refused(organiser, RoundStarted, round=1, attempt=0) == "not_paired"
    assert refused(organiser, RoundPaired, round=2, attempt=1, tables=()) == "wrong_round"
    organiser.pair(4_000)
    assert refused(organiser, ByeRequested, player="p1", round=1, bye="zero") == "round_paired"
    assert refused(organiser, RoundStarted, round=1, attempt=2) == "not_paired"
    for tables in ((("p1", "p2"),), (("p1", "p2", "p3", "p4"),), (("p1", "p2"), ("p3", "p3"))):
        assert refused(organiser, RoundPaired, round=1, attempt=2, tables=tables, reason="x") == "bad_seating"
    assert refused(organiser, ResultCounted, round=1, table=1, places=(1, 2)) == "no_such_table"
    organiser.start_round(4_000)
    with pytest.raises(RefusedError, match="round_going_on"):
        organiser.pair(5_000)
    with pytest.raises(RefusedError, match="round_going_on"):
        organiser.freeze(5_000)
    assert refused(organiser, RoundPaired, round=2, attempt=1, tables=()) == "round_going_on"
    for round_number, table in ((0, 1), (2, 1), (1, 0), (1, 3)):
        said = {"round": round_number, "table": table, "places": (1, 2)}
        assert refused(organiser, ResultCounted, **said) == "no_such_table"
        assert refused(organiser, ResultCorrected, **said, reason="x") == "no_such_table"
    for places in ((1,), (1, 3), (2, 2)):
        assert refused(organiser, ResultCounted, round=1, table=1, places=places) == "bad_places"
    assert refused(organiser, ResultCorrected, round=1, table=1, places=(1, 2), reason="x") == "not_counted"
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(0, 0))
    assert refused(organiser, ResultCounted, round=1, table=1, places=(1, 2)) == "counted_already"
    organiser.tell(ResultCounted, 5_000, round=1, table=2, places=(1, 2))
    with pytest.raises(RefusedError, match="rounds_played"):
        organiser.pair(6_000)
    for method in (RoundRobinSaid(), KnockOutSaid()):
        other = running(method, 2)
        assert refused(other, RoundPaired, round=1, attempt=1, tables=(("p2", "p1"),), reason="x") == "own_pairing"
    two = running(SwissSaid(rounds=3), 2)
    play(two)
    with pytest.raises(RefusedError, match="no_legal_pairing"):
        two.pair(6_000)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_pairing_that_no_longer_holds_is_not_published(seats: int) -> None:
    """Who sits there has left, or two who meet are kept apart since; whoever returns sits there again."""
    organiser = running(SwissSaid(rounds=3) if seats == 2 else PodsSaid(rounds=3, seats=3), 7)
    organiser.pair(4_000)
    said = {"round": 1, "attempt": 1}
    (one, other, *_), *_ = organiser.book.rounds[0].tables
    for away in (one, organiser.book.rounds[0].byes[0].player) if seats == 2 else (one,):
        organiser.tell(PlayerWithdrawn, 5_000, player=away)
        assert refused(organiser, RoundStarted, **said) == "pair_again"
        organiser.tell(PlayerReturned, 5_000, player=away)
    organiser.tell(PairForbidden, 5_000, players=(one, other), first=2, last=2)
    organiser.tell(PairForbidden, 5_000, players=("p6", "p7"), first=3, last=9)
    assert organiser.book.is_pairing
    organiser.tell(PairForbidden, 5_000, players=(one, other), first=1, last=1)
    assert refused(organiser, RoundStarted, **said) == "pair_again"
    organiser.pair(6_000)
    organiser.start_round(6_000)
    assert not any({one, other} <= {*table} for table in organiser.book.rounds[0].tables)


def test_a_schedule_leaves_no_choice_of_who_meets() -> None:
    organiser = running(RoundRobinSaid(), 4)
    organiser.pair(4_000)
    one, other = organiser.book.rounds[0].tables[0]
    organiser.tell(PairForbidden, 5_000, players=(one, other), first=1, last=1)
    organiser.start_round(6_000)


def test_the_end_comes_after_frozen_standings_and_the_secret_after_the_end() -> None:
    organiser = running(PodsSaid(rounds=1, seats=3), 3)
    play(organiser)
    assert refused(organiser, TournamentEnded, standings=3) == "not_frozen"
    assert refused(organiser, SecretOpened, secret=b64(SECRET)) == "not_ended"
    frozen = organiser.freeze(6_000)
    organiser.tell(TournamentEnded, 6_000, standings=frozen.n)
    assert refused(organiser, PlayerWithdrawn, player="p1") == "tournament_over"
    assert refused(organiser, SecretOpened, secret=NO_ENTROPY) == "wrong_secret"
    assert [checked.status for checked in check(organiser.lines)] == ["passed"] * 5 + ["not_possible"]
    organiser.tell(SecretOpened, 6_000, secret=b64(SECRET))
    assert refused(organiser, SecretOpened, secret=b64(SECRET)) == "secret_open"


def test_points_of_the_first_entry_are_exact() -> None:
    with pytest.raises(RefusedError, match="bad_points"):
        opened(SwissSaid(rounds=1), scoring=ScoringSaid(by_place=("2/4", "0")))
    said = ScoringSaid(by_place=("3", "0"), tie="draw_points", draw_points="1", pairing_bye="2", forfeit_loss="-1")
    scoring = opened(SwissSaid(rounds=1), scoring=said).book.scoring
    points = (scoring.win, scoring.draw_points, scoring.bye("pairing"), scoring.forfeit_loss)
    assert [str(each) for each in points] == ["3", "1", "2", "-1"]


def test_what_is_usual_is_left_out_of_entries_also_when_it_is_said() -> None:
    """A text that came with a request equals the default and is another object."""
    said = ScoringSaid(by_place=("1", "0"), tie=fresh("share"))
    tables = TablesSaid(visibility=fresh("public"))
    members = _members(opened(SwissSaid(rounds=1)).book.opened) | {"scoring": said, "tables": tables}
    organiser = Organiser.begin(TournamentOpened(n=1, at=1_000, by="organiser", **members), SECRET)
    ((_, public, *_),) = organiser.written
    assert msgspec.json.decode(public)["tables"] == {}
    assert "tie" not in msgspec.json.decode(public)["scoring"]


def fresh(text: str) -> Any:
    """Return a text that is no object of ours."""
    return "".join(list(text))


def test_a_tournament_is_opened_once() -> None:
    organiser = opened(SwissSaid(rounds=1))
    again = msgspec.structs.replace(organiser.book.opened, n=2)
    with pytest.raises(RefusedError, match="opened_twice"):
        organiser.tell(TournamentOpened, 2_000, **_members(again))
    assert after(organiser.book, again).players == {}


def _members(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__ if name not in ("n", "at", "by")}


# Forgeries


Change = Callable[[list[dict[str, Any]]], None]


def forged(lines: Sequence[bytes], change: Change, *, chained: bool = True) -> list[bytes]:
    """Return the lines with entries changed; `chained` makes every hash right again, as the operator could."""
    values = [decode(line) for line in lines]
    entries = [value["entry"] for value in values]
    change(entries)
    head = genesis(entries[0]["tournament"])
    out = []
    for i, entry in enumerate(entries):
        public = canonical(entry)
        head = link(head, public) if chained else unb64(values[i]["hash"])
        out.append(entry_line(public, head))
    return out


def failed(lines: Sequence[bytes]) -> Checked:
    """Return the one check that failed; those after it say that they could not be made."""
    checks = check(lines)
    place = [checked.status for checked in checks].index("failed")
    assert all(checked.status == "passed" for checked in checks[:place])
    assert all(checked.status == "not_possible" for checked in checks[place + 1 :])
    return checks[place]


HALF = {"kind": "half", "player": "p1"}
WHOLE = simulate(Plan(PodsSaid(rounds=3, seats=4), 9, b"forgeries")).lines
KINDS = [decode(line)["entry"]["kind"] for line in WHOLE]


def nth(kind: str, number: int = 0) -> int:
    return [i for i, each in enumerate(KINDS) if each == kind][number]


def test_a_changed_result_is_found_by_the_chain() -> None:
    place = nth("result_counted")

    def change(entries: list[dict[str, Any]]) -> None:
        entries[place]["places"] = entries[place]["places"][::-1]

    wrong = failed(forged(WHOLE, change, chained=False))
    assert (wrong.name, wrong.n) == ("chain", place + 1)


def test_a_changed_result_with_a_new_chain_is_found_by_what_follows_from_it() -> None:
    place = nth("result_counted", -1)

    def change(entries: list[dict[str, Any]]) -> None:
        entries[place]["places"] = entries[place]["places"][::-1]

    wrong = failed(forged(WHOLE, change))
    assert (wrong.name, wrong.n) == ("standings", nth("standings_frozen") + 1)
    assert wrong.why.startswith("line ")


def test_a_changed_pairing_is_found_and_the_first_table_that_differs_is_named() -> None:
    place = nth("round_paired", 1)

    def change(entries: list[dict[str, Any]]) -> None:
        tables = entries[place]["tables"]
        tables[1][1], tables[2][1] = tables[2][1], tables[1][1]

    wrong = failed(forged(WHOLE, change))
    assert (wrong.name, wrong.n) == ("pairings", place + 1)
    assert wrong.why.startswith("table 2: the rules give (")


def test_a_changed_draw_is_found() -> None:
    """The order that the operator would like is drawn nowhere: the pairing agrees with it, the secret does not."""
    place = nth("standings_frozen")

    def change(entries: list[dict[str, Any]]) -> None:
        result = entries[place]["draws"][0]["result"]
        result[0], result[1] = result[1], result[0]

    assert failed(forged(WHOLE, change)).name in ("standings", "draws")

    def initial(entries: list[dict[str, Any]]) -> None:
        started = entries[nth("tournament_started")]
        started["initial"] = started["draws"][1]["result"] = 1 - started["initial"]

    wrong = failed(forged(WHOLE, initial))
    assert (wrong.name, wrong.n, wrong.why) == (
        "draws",
        nth("tournament_started") + 1,
        "the secret does not give 0/0/initial",
    )


@pytest.mark.parametrize(
    ("kind", "change", "name", "why"),
    [
        ("round_paired", lambda entry: entry.pop("draws"), "pairings", "holds no such draw"),
        ("round_paired", lambda entry: entry["draws"].append(entry["draws"][0]), "pairings", "do not draw"),
        (
            "round_paired",
            lambda entry: entry.update(byes=[HALF]),
            "pairings",
            "give nothing",
        ),
        ("round_paired", lambda entry: entry["tables"].append(["nobody", "no-one"]), "order", "has that id"),
        ("standings_frozen", lambda entry: entry["rows"][0].update(player="nobody"), "order", "has that id"),
        ("tournament_started", lambda entry: entry["order"].reverse(), "pairings", "number 1"),
        ("tournament_started", lambda entry: entry.update(initial=1 - entry["initial"]), "pairings", "initial colour"),
        ("standings_frozen", lambda entry: entry.update(rounds=2), "standings", "of round 3"),
        ("standings_frozen", lambda entry: entry["rows"].pop(), "standings", "says nothing"),
        ("player_registered", lambda entry: entry.update(n=9), "order", "is numbered 9"),
        ("round_started", lambda entry: entry.update(at=0), "order", "time is before"),
        ("round_started", lambda entry: entry.update(attempt=7), "order", "is not paired"),
        ("tournament_opened", lambda entry: entry.update(n=2), "order", "begins with"),
        ("tournament_opened", lambda entry: entry["scoring"].update(by_place=["2/4"]), "order", "lowest terms"),
        ("tournament_opened", lambda entry: entry.update(format="x"), "format", "Invalid enum value"),
        ("tournament_opened", lambda entry: entry.update(options={}), "format", "default value"),
        ("tournament_opened", lambda entry: entry.update(time_zone="UTC"), "format", "default value"),
        ("tournament_opened", lambda entry: entry["scoring"].update(forfeit_loss="0"), "format", "default value"),
    ],
)
def test_what_is_wrong_is_found_and_told(kind: str, change: Callable[[Any], None], name: str, why: str) -> None:
    wrong = failed(forged(WHOLE, lambda entries: change(entries[nth(kind)])))
    assert wrong.name == name
    assert why in wrong.why


def test_a_round_that_the_rules_refuse_is_told() -> None:
    organiser = running(SwissSaid(rounds=2), 2)
    play(organiser)
    entry = RoundPaired(n=organiser.book.n + 1, at=9_000, by="organiser", round=2, attempt=1, tables=(("p2", "p1"),))
    lines = forged([*organiser.lines, entry_line(canonical(entry), bytes(32))], lambda entries: None)
    assert "the rules refuse the round: Too many" in failed(lines).why


def test_the_record_of_a_tournament_is_known_by_its_first_line() -> None:
    assert is_tournament(b"\n".join(WHOLE))
    assert not is_tournament(b"\n".join(WHOLE[1:]))
    assert not is_tournament(b"")


def test_lines_that_are_none_are_told() -> None:
    assert failed([]).why == "the record is empty"
    assert failed([b"{"]).name == "format"
    assert failed([WHOLE[0], b'{"entry":{},"hash":"x"}']).n == 2
    assert f"{LINE_BYTES} bytes" in failed([b" " * (LINE_BYTES + 1)]).why
    assert failed(WHOLE[1:]).why.startswith("a record begins with")


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of all values that are no lists and no objects."""
    if isinstance(value, dict):
        return [spot for key, inner in value.items() for spot in _spots(inner, (*path, key))]
    if isinstance(value, list):
        return [spot for i, inner in enumerate(value) for spot in _spots(inner, (*path, i))]
    return [path]


@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.long) for part in range(1, 8)]])
def test_any_value_that_is_changed_is_found_and_nothing_falls_over(part: int) -> None:
    """Every eighth value of the record, replaced by others of its kind, with the hashes made right again.

    Who wrote an entry, when, and why are said by the organiser alone: nothing follows from them.
    """
    entries = [decode(line)["entry"] for line in WHOLE]
    for spot in _spots(entries)[part::8]:
        for new in ("p1", "zz", 0, 1, 7, "1/2"):
            old = _at(entries, spot)[spot[-1]]
            if type(old) is type(new) and old != new and spot[1] not in SAID and spot not in UNUSED:
                lines = forged(WHOLE, partial(_put, spot=spot, new=new))
                assert failed(lines), (spot, new)


def _put(entries: list[dict[str, Any]], *, spot: tuple[Any, ...], new: object) -> None:
    _at(entries, spot)[spot[-1]] = new


def _at(entries: list[dict[str, Any]], spot: tuple[Any, ...]) -> Any:
    """Return what holds the value at a place."""
    place: Any = entries
    for step in spot[:-1]:
        place = place[step]
    return place


SAID = ("by", "at", "game", "version", "rating")  # a rating may change and the order stay
UNUSED = {(0, "method", "rounds"), (0, "scoring", "by_place", 3)}  # it may end early; all its pods have three


@pytest.mark.parametrize(
    ("draw", "why"),
    [
        (Draw(label="1/1/pods", kind="pick", n=3, result=1), "the entry holds 1/1/pods"),
        (Draw(label="1/1/pods", kind="shuffle", n=3, result=(0, 0, 1)), "no permutation of 3"),
        (Draw(label="1/1/pods", kind="shuffle", n=3, result=None), "no permutation of 3"),
    ],
)
def test_recorded_shuffles_are_what_was_asked(draw: Draw, why: str) -> None:
    with pytest.raises(DrawMismatchError, match=why):
        ReadChance([draw], 1, 1).shuffle(3, "pods")


@pytest.mark.parametrize("result", [2, None, (0, 1)])
def test_recorded_picks_are_below_their_number(result: Any) -> None:
    draw = Draw(label="0/0/initial", kind="pick", n=2, result=result)
    with pytest.raises(DrawMismatchError, match="not below 2"):
        ReadChance([draw], 0, 0).pick(2, "initial")


def test_draws_by_hand() -> None:
    """Vectors for whoever writes a verifier: key, commitment and hash(0) of an id and a secret of zeros."""
    assert b64(genesis("open-2026")) == b64(sha256(b"matchledger/tournament/1/open-2026"))
    assert commitment(bytes(32)) == b64(sha256(b"matchledger/tournament/1/secret/" + bytes(32)))
    key = draw_key(bytes(32), [bytes(32)], "open-2026")
    assert key != draw_key(bytes(32), [], "open-2026")
    assert is_drawn(key, Draw(label="x", kind="pick", n=1, result=0))


def test_who_gives_entropy_last_is_in_the_draws_with_that() -> None:
    """At check-in too, but in the order of registration; what somebody gives who comes late is none."""
    organiser = opened(SwissSaid(rounds=1))
    given = [bytes([number] * 32) for number in (1, 2, 3)]
    for number, entropy in enumerate(given):
        organiser.tell(PlayerRegistered, 2_000, player=f"p{number}", entropy=b64(entropy))
    organiser.tell(PlayerCheckedIn, 2_500, player="p1")
    assert list(organiser.book.entropy) == given
    organiser.tell(PlayerCheckedIn, 2_600, player="p1", entropy=b64(bytes([9] * 32)))
    assert list(organiser.book.entropy) == [given[0], bytes([9] * 32), given[2]]
