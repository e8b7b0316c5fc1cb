"""Going anywhere in a record; every state is that of the table when it was played."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest

from domain.audit.opened import NoCardSetError, contradiction
from domain.audit.timeline import Address, Timeline, TimelineError, parse_address
from domain.kernel.display.words import Words
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.entries import RewoundTo
from domain.record.lines import read, split
from tests.audit.forging import Forgery
from tests.audit.tables import OTHERS, Game, Played, duel, harbour, unfinished, went_back

TABLES = (duel, harbour, went_back, unfinished, *OTHERS)
WORDS = Words()


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


@pytest.mark.parametrize("text", ["41", "41.3", "1.0"])
def test_an_address_reads_as_it_is_written(text: str) -> None:
    assert str(parse_address(text)) == text


@pytest.mark.parametrize("text", ["", "x", "4.", ".3", "4.x", "-1", "1.2.3", "٣", "4.٣"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        parse_address(text)


@pytest.mark.parametrize("table", TABLES)
def test_the_last_state_is_the_state_of_the_table(table: object) -> None:
    assert callable(table)
    played = table()
    line = timeline(played)
    assert len(line) == len(played.entries)
    for viewer in every_viewer(line.opening.seats):
        rules, state = played.table.rules, played.table.live.state
        assert line.view(Address(len(line)), viewer) == rules.view(state, viewer)
    assert line.moments[-1].table.book == played.table.book


@pytest.mark.parametrize("table", [duel, went_back])
def test_a_record_that_grows_is_followed_as_a_whole_one(table: Callable[[], Played]) -> None:
    """Rewinds among its entries; each moment that was there is kept as it is."""
    record = read(split(table().record()))
    whole = Timeline(record)
    grown = Timeline(record._replace(entries=record.entries[:1]))
    for n in range(2, len(whole) + 1):
        before, grown = grown, Timeline(record._replace(entries=record.entries[:n]), before=grown)
        assert all(map(operator.is_, before.moments, grown.moments))
        assert (len(grown), grown.moments[-1].entry) == (n, whole.moments[n - 1].entry)
        assert grown.view(Address(n), ARBITER) == whole.view(Address(n), ARBITER)
    assert (grown.taken_back, grown.moments[-1].table.book) == (whole.taken_back, whole.moments[-1].table.book)


@pytest.mark.no_cover
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.long
def test_every_viewer_sees_in_the_own_copy_what_the_full_one_shows(table: object) -> None:
    """Law A, through real copies: view, sentences and picture, after every entry."""
    assert callable(table)
    played = table()
    full = timeline(played)
    for viewer in every_viewer(full.opening.seats):
        own = timeline(played, viewer)
        assert own.owner == viewer
        for n in range(1, len(full) + 1):
            assert own.view(Address(n), viewer) == full.view(Address(n), viewer)
            assert own.sentences(n, viewer, WORDS) == full.sentences(n, viewer, WORDS)
            assert own.picture(Address(n), viewer, WORDS) == full.picture(Address(n), viewer, WORDS)


@pytest.mark.parametrize("table", TABLES)
def test_a_sentence_is_told_with_what_its_viewer_saw_just_before_the_fact(table: object) -> None:
    assert callable(table)
    line = timeline(table())
    viewer = seat_viewer(1)
    seen: list[object] = []

    def sentence(fact: object, words: Words) -> None:
        assert words.before is not None
        seen.append(words.before())

    line.title = line.title._replace(sentence=sentence)
    for n, moment in enumerate(line.moments, 1):
        seen.clear()
        assert line.sentences(n, viewer, WORDS) == []
        assert len(seen) == len(moment.facts)
        after = [line.view(Address(n, fact), viewer) for fact in range(len(seen))]
        assert seen[1:] == after[:-1]
        if seen and n != line.started:
            assert seen[0] == line.view(Address(n - 1), viewer)


def test_the_state_after_the_last_fact_is_the_state_after_the_entry() -> None:
    line = timeline(duel())
    for moment in line.moments:
        if moment.facts:
            last = Address(moment.entry.n, len(moment.facts) - 1)
            assert line.state(last) == line.state(Address(moment.entry.n))


def test_the_facts_of_an_entry_happen_one_by_one() -> None:
    line = timeline(duel())
    assert line.started is not None
    entry = line.moment(line.started)
    counts = [len(line.view(Address(entry.entry.n, fact), ARBITER).deck) for fact in range(len(entry.facts))]
    assert counts[0] == 0
    assert counts[-1] == 35


def test_an_entry_after_a_rewind_goes_on_from_where_the_table_went_back_to() -> None:
    played = went_back()
    line = timeline(played)
    rewinds = [moment.entry for moment in line.moments if isinstance(moment.entry, RewoundTo)]
    assert len(rewinds) == 3
    for entry in rewinds:
        assert line.state(Address(entry.n)) == line.state(Address(entry.to))


def test_what_a_rewind_dropped_is_said_and_what_came_back_is_not() -> None:
    line = timeline(went_back())
    one, two, three = (moment.entry for moment in line.moments if isinstance(moment.entry, RewoundTo))
    dropped = line.taken_back
    assert two.to not in dropped, "the second rewind made this entry live again"
    assert set(range(one.n + 1, two.n)) <= dropped
    assert three.n - 1 in dropped
    assert not {one.n, two.n, three.n} & dropped, "a rewind itself is no play"


def test_nothing_is_taken_back_without_a_rewind() -> None:
    assert timeline(duel()).taken_back == frozenset()


def test_what_a_seat_could_do_is_what_the_table_offered() -> None:
    line = timeline(unfinished())
    last = Address(len(line))
    (seat,) = line.moments[-1].table.decisions
    assert {offer.command for offer in line.could_do(last, seat)} >= {"end_turn"}
    assert line.could_do(last, 1 - seat) == ()
    assert line.could_do(Address(last.n, 0), seat) == (), "in mid-entry nobody is asked"
    assert line.could_do(Address(1), seat) == ()


def test_before_the_deal_there_is_nothing_to_see() -> None:
    line = timeline(Game("chanic_panic", 2).done())
    assert line.started is None
    assert line.view(Address(1), SPECTATOR) is None
    assert line.picture(Address(1), SPECTATOR, WORDS) is None
    assert line.moment(1).facts == ()


def test_a_picture_is_that_of_the_viewer() -> None:
    line = timeline(unfinished())
    picture = line.picture(Address(len(line)), seat_viewer(1), WORDS)
    assert picture is not None
    assert [panel.seat for panel in picture.panels if panel.role == "own"] == [1]


@pytest.mark.no_cover
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.long
def test_every_address_has_a_picture_for_every_viewer(table: object) -> None:
    """A replay stops after every fact, not only at the ends of entries."""
    assert callable(table)
    line = timeline(table())
    for moment in line.moments:
        for fact in range(len(moment.facts)):
            for viewer in every_viewer(line.opening.seats):
                assert line.picture(Address(moment.entry.n, fact), viewer, WORDS) is not None


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        (Address(0), "entries 1 to"),
        (Address(10_000), "entries 1 to"),
        (Address(4, 99), "counted from 0"),
        (Address(1, 0), "has 0 facts"),
    ],
)
def test_a_place_that_is_not_there_is_an_index_error(address: Address, reason: str) -> None:
    with pytest.raises(IndexError, match=reason):
        timeline(duel()).state(address)


def test_progress_is_told_entry_by_entry() -> None:
    heard: list[tuple[int, int]] = []
    record = read(split(duel().record()))
    Timeline(record, lambda done, in_all: heard.append((done, in_all)))
    assert heard == [(n, len(record.entries)) for n in range(1, len(record.entries) + 1)]


def test_a_game_that_is_not_installed_is_said() -> None:
    forged = Forgery(duel())
    forged.header["game"] = "whist"
    with pytest.raises(TimelineError, match="no game called 'whist'"):
        Timeline(read(split(forged.text())))


def test_a_record_that_does_not_begin_with_the_opening_is_said() -> None:
    forged = Forgery(duel())
    del forged.lines[1]
    with pytest.raises(TimelineError, match="line 2: the record does not begin with a table's opening"):
        Timeline(read(split(forged.text(linked=False))))


def test_an_entry_that_cannot_come_here_is_said_with_its_line() -> None:
    forged = Forgery(duel())
    del forged.lines[5]
    with pytest.raises(TimelineError, match="line 6: entry 6 follows entry 4"):
        Timeline(read(split(forged.text(linked=False))))


def test_facts_that_no_game_can_hold_are_said_with_their_line() -> None:
    forged = Forgery(duel())
    played = forged.first("action_taken", lambda entry: any(fact["tag"] == "utility_played" for fact in entry["facts"]))
    fact = next(fact for fact in played["facts"] if fact["tag"] == "utility_played")
    fact["seat"] = 77
    with pytest.raises(TimelineError, match=rf"line {played['n'] + 1}: .*does not fit the game"):
        Timeline(read(split(forged.text())))


def test_a_record_that_contradicts_itself_can_be_followed_to_its_damage() -> None:
    """What comes before the damage is as good as in the whole record; nothing comes after it."""
    forged = Forgery(duel())
    forged.entry(9)["seat"] = 77
    damaged, whole = read(split(forged.text())), read(split(duel().record()))
    with pytest.raises(TimelineError, match="line 10: "):
        Timeline(damaged)
    heard: list[tuple[int, int]] = []
    timeline = Timeline(damaged, lambda done, in_all: heard.append((done, in_all)), to_damage=True)
    assert len(timeline) == 8 == len(heard)
    assert timeline.damage is not None
    assert (timeline.damage.line, str(timeline.damage)) == (10, f"line 10: {timeline.damage.reason}")
    assert [moment.state for moment in timeline.moments] == [moment.state for moment in Timeline(whole).moments[:8]]
    assert Timeline(whole, to_damage=True).damage is None


def test_a_record_whose_first_entry_is_damaged_cannot_be_followed_at_all() -> None:
    forged = Forgery(duel())
    del forged.lines[1]
    with pytest.raises(TimelineError, match="line 2: "):
        Timeline(read(split(forged.text(linked=False))), to_damage=True)


def test_an_opened_value_that_does_not_fit_its_place_ends_the_timeline() -> None:
    copy = Forgery(harbour())
    line = next(line for line in copy.lines if "/facts/1/order" in line.get("opened", {}))
    copy.open(line["entry"]["n"], "/facts/1/order", "H1")
    with pytest.raises(TimelineError, match="does not fit its place"):
        Timeline(read(split(copy.text())))


def test_a_timeline_that_is_known_is_gone_on_with() -> None:
    """What both copies begin with alike is taken over; nothing of another game, or behind an entry that differs."""
    whole = duel().record(seat_viewer(0))
    lines = whole.splitlines(keepends=True)
    before = Timeline(read(split(b"".join(lines[:-3]))))
    grown = Timeline(read(split(whole)), before=before)
    assert len(grown) == len(before) + 3
    assert all(mine is known for mine, known in zip(grown.moments, before.moments, strict=False))
    assert [moment.state for moment in grown.moments] == [
        moment.state for moment in timeline(duel(), seat_viewer(0)).moments
    ]
    other = Timeline(read(split(harbour().record())), before=before)
    assert other.title.rules.name != before.title.rules.name
    opened = Timeline(read(split(duel().record())), before=before)
    taken_over = [mine is known for mine, known in zip(opened.moments, before.moments, strict=False)]
    assert taken_over == sorted(taken_over, reverse=True), "from the first on"
    assert not all(taken_over)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (NotThereError("C6 is not there"), "C6 is not there"),
        (NoCardSetError("there is no such set"), "there is no such set"),
        (KeyError("C6"), "the entry does not fit the game (KeyError)"),
        (ValueError("invalid literal for int()"), "the entry does not fit the game (ValueError)"),
    ],
)
def test_only_what_we_worded_is_told_word_for_word(error: Exception, reason: str) -> None:
    assert contradiction(error) == reason
