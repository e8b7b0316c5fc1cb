"""Each numbered check: passed, failed, not possible, and why."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from domain.audit.checks import verify, verify_bytes
from domain.audit.copies import copy_for
from domain.audit.figures import figures
from domain.audit.integrity import AtSight, failed_at_sight
from domain.audit.opened import read_record, readable_record
from domain.audit.report import CODES, NAMES, TITLES, Notes, Report
from domain.audit.timeline import Timeline
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.seats import SPECTATOR, every_viewer, seat_viewer
from domain.record.canonical import b64
from domain.record.entries import Clock
from domain.record.lines import LineError, read, split
from domain.table.seating import replace_seat
from tests.audit.forging import Forgery, check_of, statuses
from tests.audit.tables import (
    CARD_SET,
    MINUTE,
    OTHERS,
    Game,
    Played,
    duel,
    four,
    harbour,
    unfinished,
    went_back,
    worded,
    worded_so_far,
)
from tests.audit.test_damage import damaged
from tests.harbour import messages as harbour_said
from tests.standalone.damage import DAMAGES, Damage

NO_SIGNATURES = {13: "not possible"}


def forged(change: Callable[[Forgery], object], table: Callable[[], Played] = duel, viewer: Any = None) -> Report:
    copy = Forgery(table()) if viewer is None else Forgery(table(), viewer)
    change(copy)
    return copy.report()


def reason(report: Report, number: int) -> str:
    return f"{check_of(report, number).status}: {check_of(report, number).reason}"


# What costs little is found at sight.


@pytest.mark.parametrize("table", [duel, four, harbour, went_back, unfinished, *OTHERS])
def test_no_copy_of_a_good_record_looks_wrong(table: Callable[[], Played]) -> None:
    played = table()
    for viewer in every_viewer(played.table.setup.seats):
        assert failed_at_sight(read_record(played.record(viewer))) == ()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_what_is_found_at_sight_is_what_the_verification_finds(damage: Damage) -> None:
    """Checks 1 to 5, and no second truth: the same checks, codes, lines and reasons."""
    report = verify_bytes(damaged(damage))
    first = check_of(report, 1)
    if first.code in ("bad_line", "cut_off", "too_large", "empty_record"):
        with pytest.raises(LineError) as error:
            read_record(damaged(damage))
        assert (error.value.code, error.value.line, error.value.reason) == (first.code, first.line, first.reason)
        return
    found = failed_at_sight(read_record(damaged(damage)))
    assert set(found) <= set(report.failed)
    assert [check for check in report.failed if check.number <= 5] == [check for check in found if check.number <= 5]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_a_record_that_grows_looks_wrong_as_a_whole_one_does(damage: Damage) -> None:
    with suppress(LineError):
        record = readable_record(damaged(damage)).record
        sight = AtSight(record.header)
        for n in (1, 1 + len(record.entries) // 2, len(record.entries)):
            part = record._replace(entries=record.entries[:n])
            assert sight.failed(part) == failed_at_sight(part)


def test_every_failure_has_a_code_of_its_check() -> None:
    for damage in DAMAGES:
        for check in verify_bytes(damaged(damage)).checks:
            assert (check.code is not None) is (check.status == "failed")
            assert check.code is None or CODES[check.code] == check.number


def test_a_closed_copy_says_what_is_not_possible_any_more() -> None:
    text = b"".join(line + b"\n" for line in copy_for(read_record(duel().record()), seat_viewer(0), closed=True))
    report = verify_bytes(text)
    assert statuses(report) == dict.fromkeys((6, 7, 8, 11, 13), "not possible")
    assert reason(report, 11) == (
        "not possible: the entry that opens the secrets is not there: later entries may be missing"
    )


# Every check passes on a whole record.


@pytest.mark.parametrize("table", [duel, four, harbour, went_back, *OTHERS])
def test_a_whole_record_passes_every_check(table: Callable[[], Played]) -> None:
    report = verify_bytes(table().record())
    assert statuses(report) == NO_SIGNATURES
    assert [check.number for check in report.checks] == list(NAMES) == list(TITLES) == list(range(1, 14))
    assert report.first_wrong_line is None
    assert report.failed == ()
    assert report.release == "matchledger 0.1.0"
    assert report.entries == len(table().entries)


@pytest.mark.parametrize("table", [duel, harbour, went_back, *OTHERS])
def test_a_redacted_copy_passes_what_it_can_show(table: Callable[[], Played]) -> None:
    played = table()
    for viewer in every_viewer(played.table.setup.seats)[:-1]:
        report = verify_bytes(played.record(viewer))
        assert statuses(report) == {8: "not possible", **NO_SIGNATURES}
        assert "sealed parts in this copy" in reason(report, 8)


def test_an_unfinished_table_cannot_be_complete() -> None:
    report = verify_bytes(unfinished().record())
    assert set(statuses(report)) == {6, 7, 10, 11, 13}
    assert reason(report, 10) == "not possible: the game goes on"
    assert "later entries may be missing" in reason(report, 11)


def test_a_table_that_never_opens_its_secrets_is_complete_once_confirmed() -> None:
    played = Game("chanic_panic", 2, secrets_open_at="never").start().play().done()
    assert set(statuses(verify_bytes(played.record()))) == {6, 7, 13}


def test_an_abandoned_table_is_complete_without_a_result() -> None:
    played = Game("chanic_panic", 2).start().play(3).abandon().done()
    report = verify_bytes(played.record())
    assert statuses(report) == {10: "not possible", **NO_SIGNATURES}
    assert "abandoned without a result" in reason(report, 10)


def test_a_table_that_was_never_dealt_is_abandoned_without_a_draw() -> None:
    played = Game("chanic_panic", 2).abandon().done()
    report = verify_bytes(played.record())
    assert statuses(report) == {10: "not possible", 12: "not possible", **NO_SIGNATURES}
    assert reason(report, 12) == "not possible: nothing was dealt"


def test_without_entropy_of_the_seats_the_deal_rests_on_the_operator() -> None:
    played = Game("chanic_panic", 2, entropy=False).start().play(2).done()
    assert "rests on the operator's secret" in reason(verify_bytes(played.record()), 12)


def test_progress_is_told() -> None:
    text = duel().record()
    count = len(duel().entries)
    heard: list[tuple[int, int]] = []
    verify(read(split(text)), lambda done, in_all: heard.append((done, in_all)))
    assert heard == [(done, count) for done in range(1, count)]
    again: list[tuple[int, int]] = []
    verify_bytes(text, lambda done, in_all: again.append((done, in_all)))
    assert again == heard


@pytest.mark.parametrize("table", [duel, harbour, went_back])
def test_a_parsed_copy_is_verified_like_its_bytes(table: Callable[[], Played]) -> None:
    for viewer in every_viewer(table().table.setup.seats):
        text = table().record(viewer)
        assert verify(read(split(text))) == verify_bytes(text)


def test_who_sits_down_after_the_deal_changes_no_draw() -> None:
    game = Game("chanic_panic", 2).start().play(3)
    game.add(replace_seat(game.table, 0, game.sitting(8), at=game.tick(), by="operator"))
    assert statuses(verify_bytes(game.play().done().record())) == NO_SIGNATURES


# 1 and 2: what cannot be read.


def test_a_header_alone_is_no_record() -> None:
    report = verify_bytes(duel().record().split(b"\n")[0] + b"\n")
    assert reason(report, 1) == "failed: the record is empty"
    assert check_of(report, 1).code == "empty_record"
    assert statuses(report)[8] == "not possible"


def test_nothing_at_all_is_no_record() -> None:
    report = verify_bytes(b"")
    assert reason(report, 1) == "failed: the record is empty"
    assert set(statuses(report).values()) == {"failed", "not possible"}


def test_brackets_without_end_are_a_format_error() -> None:
    assert check_of(verify_bytes(b"[" * 100_000 + b"\n"), 1).status == "failed"


def test_a_record_that_begins_with_another_entry_is_a_format_error() -> None:
    copy = Forgery(duel())
    del copy.lines[1]
    assert "entry 1 does not open a table" in reason(copy.report(linked=False), 1)


def test_after_a_format_error_nothing_else_is_said() -> None:
    copy = Forgery(duel())
    copy.entry(3)["seat"] = 5
    report = copy.report(linked=False)
    assert reason(report, 1) == "failed: the table has no seat 5"
    assert reason(report, 4) == "not possible: the format is broken"
    assert set(statuses(report)) == set(range(1, 14))
    assert report.head is None


def test_the_first_format_error_is_told_whoever_finds_it() -> None:
    """An entry that cannot stand there comes before a line that cannot be read at all, and the other way round."""
    for early, late in ((3, 5), (5, 3)):
        copy = Forgery(duel())
        copy.entry(early)["seat"] = 5
        copy.line(late)["more"] = 1
        assert check_of(copy.report(), 1).line == 4


@pytest.mark.parametrize("table", [worded, worded_so_far])
def test_texts_fit_the_hashes_in_their_entries(table: Callable[[], Played]) -> None:
    """All of them in a full copy; a copy without some says so, and is good."""
    texts = {viewer: table().record(viewer).count(b'{"note"') for viewer in every_viewer(2)}
    for viewer, count in texts.items():
        report = verify_bytes(table().record(viewer))
        assert report.failed == ()
        missing = None if count == 3 else f"texts that are not in this copy, for which it is not possible: {3 - count}"
        assert check_of(report, 5).reason == missing
    assert [*texts.values()] == ([3, 3, 3, 3] if table is worded else [1, 1, 2, 3])


@pytest.mark.parametrize(
    ("member", "value"),
    [("text", "Seat 1 could see everything."), ("salt", "B" * 21 + "A"), ("part", "/sealed_text"), ("n", 1)],
)
def test_a_text_that_was_changed_is_found(member: str, value: Any) -> None:
    def change(copy: Forgery) -> None:
        note = next(line["note"] for line in copy.lines if "note" in line and "Nobody" in line["note"]["text"])
        note[member] = value

    report = forged(change, worded)
    assert [(check.number, check.code) for check in report.failed] == [(5, "wrong_text")]
    assert failed_at_sight(read_record(Forgery(worded()).text())) == ()


def test_a_text_for_other_eyes_is_found() -> None:
    """Seat 1's call, in a spectator's copy while the game goes on."""
    played = worded_so_far()
    own = {line for line in played.record(seat_viewer(1)).splitlines() if line.startswith(b'{"note"')}
    call = min(own - {*played.record(SPECTATOR).splitlines()})
    report = verify_bytes(played.record(SPECTATOR) + call + b"\n")
    assert [(check.number, check.code) for check in report.failed] == [(3, "not_for_viewer")]


def test_two_openings_are_a_format_error() -> None:
    copy = Forgery(duel())
    copy.lines.insert(2, {**copy.lines[1]})
    assert "and no other, opens the table" in reason(copy.report(linked=False), 1)


def test_checkpoints_are_reserved() -> None:
    def note(copy: Forgery) -> None:
        copy.lines.append({"checkpoint": "hello"})

    report = forged(note)
    assert statuses(report) == NO_SIGNATURES
    assert reason(report, 1) == f"passed: line {len(duel().entries) + 2} is a checkpoint: reserved, not read"


def test_a_card_that_stands_open_is_wrong() -> None:
    def show(copy: Forgery) -> None:
        line = next(line for line in copy.lines if "/facts/4/cards/0" in line.get("opened", {}))
        line["entry"]["facts"][4]["cards"][0] = line["opened"].pop("/facts/4/cards/0")[0]
        del line["entry"]["seals"]["/facts/4/cards/0"]

    assert "stands open where it must be hidden" in reason(forged(show), 8)


def test_an_unknown_command_is_wrong() -> None:
    report = forged(lambda copy: copy.first("action_taken")["command"].update(tag="sing"))
    assert "'sing' is no command of chanic_panic" in reason(report, 8)
    assert check_of(report, 8).code == "wrong_type"


def test_a_public_command_must_be_open() -> None:
    def close(copy: Forgery) -> None:
        entry = copy.first("action_taken")
        body, entry["command"]["body"] = entry["command"]["body"], None
        copy.open(entry["n"], "/command/body", body)

    assert "the body of the public command" in reason(forged(close), 8)


def test_a_seal_stands_only_where_the_game_hides_something() -> None:
    def close(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["facts"][0]["tag"] == "points_paid")
        fact = next(i for i, fact in enumerate(entry["facts"]) if fact["tag"] == "utility_played")
        card, entry["facts"][fact]["card"] = entry["facts"][fact]["card"], "?"
        copy.open(entry["n"], f"/facts/{fact}/card", card)

    assert "a seal but nothing hidden" in reason(forged(close), 8)


def test_a_seal_of_another_place_does_not_stand_for_a_hidden_one() -> None:
    def move(copy: Forgery) -> None:
        entry = copy.first("game_started")
        entry["seals"]["/facts/99/card"] = entry["seals"].pop("/facts/2/order")

    assert "/facts/2/order has no seal" in reason(forged(move), 1)


def test_a_game_that_is_not_installed_is_not_possible_rather_than_wrong() -> None:
    def rename(copy: Forgery) -> None:
        copy.header["game"] = copy.entries[0]["game"] = "whist"

    report = forged(rename)
    assert [check.number for check in report.failed] == [7], "the game is part of the key of all draws"
    assert reason(report, 8) == reason(report, 10) == "not possible: this release has no game called 'whist'"
    report = forged(rename, unfinished)
    assert statuses(report) == dict.fromkeys((6, 7, 8, 10, 11, 13), "not possible")


def test_the_header_of_an_unknown_game_is_still_compared_with_entry_1() -> None:
    report = forged(lambda copy: copy.header.update(game="whist"))
    assert reason(report, 3) == "failed: the header's game is not that of entry 1"
    assert [check.number for check in report.failed] == [3], "all else is proved without the rules"


def test_time_never_runs_back() -> None:
    report = forged(lambda copy: copy.entry(9).update(at=1))
    assert "lies before the entry before it" in reason(report, 2)
    assert statuses(report)[8] == statuses(report)[10] == "not possible"


# 3: header, card sets, viewers.


@pytest.mark.parametrize("name", ["release", "table"])
def test_the_header_says_what_entry_1_says(name: str) -> None:
    report = forged(lambda copy: copy.header.update({name: "another"}))
    assert reason(report, 3) == f"failed: the header's {name} is not that of entry 1"


@pytest.mark.parametrize("viewer", ["seat:7", "nobody", "seat:1,seat:0", ""])
def test_a_header_names_a_viewer_of_the_table(viewer: str) -> None:
    report = forged(lambda copy: copy.header.update(viewer=viewer))
    assert check_of(report, 3).status == "failed"
    assert check_of(report, 3).line == 1


def test_a_copy_opens_nothing_that_its_viewer_may_not_see() -> None:
    report = forged(lambda copy: copy.header.update(viewer="seat:0"))
    assert "is not for the viewer of this copy" in reason(report, 3)


def test_a_body_is_for_the_seat_of_its_entry_whatever_that_is() -> None:
    """Of an entry without an action it opens no seal, and that is check 5."""

    def opens(n: int) -> Callable[[Forgery], object]:
        return lambda copy: copy.line(n).update(opened={"/command/body": [{}, "A" * 22]})

    assert [check.number for check in forged(opens(2), viewer=seat_viewer(0)).failed] == [5, 6]
    assert [check.number for check in forged(opens(3), viewer=seat_viewer(0)).failed] == [3, 5, 6]
    assert [check.number for check in forged(opens(1), viewer=seat_viewer(0)).failed] == [3, 5, 6]


def test_a_card_set_is_the_one_that_entry_1_names() -> None:
    def edit(copy: Forgery) -> None:
        card_set = next(line["data"] for line in copy.lines if "data" in line)
        card_set["text"] = card_set["text"].replace("rum", "gin")

    assert "card set" in reason(forged(edit, harbour), 3)


def test_a_game_whose_cards_are_data_names_its_card_set() -> None:
    report = forged(lambda copy: copy.entry(1).pop("data"), harbour)
    assert reason(report, 8) == "failed: entry 1 names no card set, and the cards of this game are data"
    assert check_of(report, 8).code == "wrong_setup"


def test_a_card_set_that_nobody_names_is_wrong_but_does_not_hide_the_other() -> None:
    def add(copy: Forgery) -> None:
        text = CARD_SET.replace("rum", "gin")
        copy.lines.insert(1, {"data": {"digest": card_set_digest(text.encode()), "text": text}})

    report = forged(add, harbour)
    assert statuses(report) == {3: "failed", **NO_SIGNATURES}


def test_of_two_wrong_lines_the_first_is_told_in_whichever_order_they_are_looked_at() -> None:
    """A card set on line 2 and a salt of somebody's hand on a later one, both of check 3."""

    def add(copy: Forgery) -> None:
        copy.header["viewer"] = "seat:0"
        copy.lines.insert(1, {"data": {"digest": card_set_digest(b"gin"), "text": "gin"}})

    found = check_of(forged(add), 3)
    assert (found.line, found.code) == (2, "wrong_card_set")


def test_the_first_action_that_the_rules_refuse_is_told_though_a_later_one_has_no_form() -> None:
    """Forms are looked at before decisions, entry by entry, and both are check 8."""
    changed = [entry["n"] for entry in Forgery(duel()).entries if entry["kind"] == "action_taken"]

    def change(copy: Forgery) -> None:
        copy.entry(changed[0])["command"]["tag"] = "concede"
        copy.entry(changed[3])["command"]["tag"] = "no command"

    line = Forgery(duel()).line(changed[0])
    report = forged(change)
    assert check_of(report, 8).line == Forgery(duel()).lines.index(line) + 1
    assert check_of(report, 10).status == "not possible"


def test_a_card_set_that_is_nowhere_makes_deciding_impossible() -> None:
    def drop(copy: Forgery) -> None:
        copy.lines = [line for line in copy.lines if "data" not in line]

    report = forged(drop, harbour)
    assert report.failed == ()
    assert "is neither in this release nor in the record" in reason(report, 8)


def test_a_card_set_that_cannot_be_read_is_wrong() -> None:
    def spoil(copy: Forgery) -> None:
        text = CARD_SET.replace("rum", "RUM")
        digest = card_set_digest(text.encode())
        next(line["data"] for line in copy.lines if "data" in line).update(text=text, digest=digest)
        copy.entries[0]["data"] = digest

    assert "is no kind" in reason(forged(spoil, harbour), 8)


# 5: seals.


def test_another_salt_opens_nothing() -> None:
    def spoil(copy: Forgery) -> None:
        line = next(line for line in copy.lines if "opened" in line)
        next(iter(line["opened"].values()))[1] = "A" * 22

    assert "is not the sealed one" in reason(forged(spoil), 5)


def test_a_value_that_fits_its_seal_but_not_its_place_is_wrong() -> None:
    def spoil(copy: Forgery) -> None:
        for line in copy.lines:
            place = next((place for place in line.get("opened", {}) if place.endswith("/order")), None)
            if place is not None:
                copy.open(line["entry"]["n"], place, "H1")
                return
        raise AssertionError("nothing to spoil")

    report = forged(spoil, harbour)
    assert "does not fit its place" in reason(report, 8)
    assert check_of(report, 5).status == "passed"
    assert statuses(report)[10] == "not possible"


@pytest.mark.parametrize("key", ["x/facts/0", "99/facts/0", "/facts/0"])
def test_a_reveal_opens_a_seal_of_an_earlier_entry(key: str) -> None:
    def reveal(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: bool(entry.get("reveals")))
        entry["reveals"][key] = ["H1", "A" * 22]

    assert "no seal stands there" in reason(forged(reveal, harbour), 5)


@pytest.mark.parametrize("name", ["deal_secret", "salt_secret"])
def test_another_secret_is_not_the_one_committed_to(name: str) -> None:
    report = forged(lambda copy: copy.first("secrets_opened").update({name: "A" * 43}), duel, SPECTATOR)
    assert "is not the one that entry 1 committed to" in reason(report, 6)


def test_a_salt_that_another_secret_gives_is_told_where_it_stands() -> None:
    report = forged(lambda copy: copy.first("secrets_opened").update(salt_secret="A" * 43))
    assert check_of(report, 6).code == "wrong_salt"
    assert check_of(report, 6).line == 5


# 7: draws.


@pytest.mark.parametrize(("n", "number"), [(0, 1), (-1, 1), (2**53 - 1, 1)])
def test_a_draw_of_an_impossible_number_is_wrong_and_quickly_told(n: int, number: int) -> None:
    report = forged(lambda copy: copy.first("game_started")["draws"][1].update(n=n))
    assert check_of(report, number).status == "failed"


def test_an_open_draw_that_the_key_does_not_give_is_wrong() -> None:
    def turn(copy: Forgery) -> None:
        draw = next(draw for draw in copy.first("game_started")["draws"] if draw["result"] is not None)
        draw["result"] = 1 - draw["result"]

    assert "has another result" in reason(forged(turn), 7)


# 8: decisions.


def test_a_rules_version_that_this_release_lacks_makes_deciding_impossible() -> None:
    report = forged(lambda copy: copy.entries[0].update(version=99))
    assert "no rules version 99" in reason(report, 8)
    assert check_of(report, 7).status == "failed", "the version is part of the key of all draws"


def test_an_edition_that_decides_otherwise_is_wrong() -> None:
    report = forged(lambda copy: copy.entries[0].update(edition=copy.entries[0]["commitments"]["deal"]))
    assert "of this release decides otherwise" in reason(report, 8)


def test_a_setup_that_the_rules_refuse_is_wrong() -> None:
    report = forged(lambda copy: copy.entries[0]["options"].update(round_limit=1))
    assert "the rules refuse this setup" in reason(report, 8)


def test_options_that_are_none_are_wrong() -> None:
    report = forged(lambda copy: copy.entries[0]["options"].update(panic="perhaps"))
    assert check_of(report, 8).status == "failed"
    assert statuses(report)[10] == "not possible"


def test_a_refused_command_is_named_with_its_rule() -> None:
    def cheat(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["command"]["tag"] == "play_utility")
        entry["command"]["body"]["card"] = "H1" if entry["command"]["body"]["card"] != "H1" else "H2"

    text = reason(forged(cheat), 8)
    assert text.startswith("failed: the rules ")


def test_a_command_that_names_a_label_of_the_hand_is_not_normal() -> None:
    def label(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["command"]["tag"] == "play_club")
        entry["command"]["body"]["card"] += "-1"

    assert "not in its normal form" in reason(forged(label), 8)


def test_a_body_that_is_none_of_its_command_is_wrong() -> None:
    def spoil(copy: Forgery) -> None:
        copy.first("action_taken", lambda entry: entry["command"]["tag"] == "end_turn")["command"]["body"] = {"x": 1}

    assert check_of(forged(spoil), 8).status == "failed"


def test_a_seats_copy_still_tells_that_its_own_seat_was_refused() -> None:
    def cheat(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["command"]["tag"] == "end_turn" and entry["seat"] == 0)
        entry["command"]["tag"] = "play_club"
        entry["command"]["body"] = {"card": "H1"}

    assert "the rules refuse play_club" in reason(forged(cheat, duel, seat_viewer(0)), 8)
    assert check_of(forged(cheat, duel, SPECTATOR), 8).status == "not possible"


def test_a_seats_copy_tells_that_a_body_of_its_own_seat_is_none() -> None:
    def spoil(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["command"]["tag"] == "end_turn" and entry["seat"] == 0)
        entry["command"]["body"] = {"x": 1}

    assert check_of(forged(spoil, duel, seat_viewer(0)), 8).status == "failed"


def test_the_clock_does_not_say_what_a_seat_says() -> None:
    def spoil(copy: Forgery) -> None:
        entry = copy.first("action_taken")
        entry.update(kind="action_forced", by="clock")
        del entry["seen"]

    report = forged(spoil)
    assert check_of(report, 1).status == "passed"
    assert check_of(report, 8).code == "wrong_time_out"


def test_a_seat_does_not_say_what_the_clock_says() -> None:
    def spoil(copy: Forgery) -> None:
        entry = copy.first("action_forced")
        entry.update(kind="action_taken", by=f"seat:{entry['seat']}")

    assert "seat:0 cannot say time_out" in reason(forged(spoil, timed), 8)


def test_a_draw_too_many_is_left_over() -> None:
    def add(copy: Forgery) -> None:
        entry = copy.first("game_started")
        n = entry["n"]
        entry["draws"].append({"kind": "pick", "label": "0/2/more", "n": 2, "result": None})
        entry["seals"]["/draws/2/result"] = ""
        copy.open(n, "/draws/2/result", 1)

    assert "1 draws are left over" in reason(forged(add), 8)


def test_a_draw_that_must_be_open_may_not_be_sealed() -> None:
    def close(copy: Forgery) -> None:
        entry = copy.first("game_started")
        place = next(i for i, draw in enumerate(entry["draws"]) if draw["result"] is not None)
        result, entry["draws"][place]["result"] = entry["draws"][place]["result"], None
        entry["seals"][f"/draws/{place}/result"] = ""
        copy.open(entry["n"], f"/draws/{place}/result", result)

    assert "must be open" in reason(forged(close), 8)


def test_another_fact_is_named_by_its_address() -> None:
    def edit(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["facts"][0]["tag"] == "points_paid")
        entry["facts"][0]["left"] += 1

    assert "the rules give another fact" in reason(forged(edit), 8)


def test_facts_that_no_game_can_hold_are_wrong() -> None:
    def edit(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["facts"][-1]["tag"] == "utility_played")
        entry["facts"][-1]["seat"] = 50

    assert check_of(forged(edit), 8).status == "failed"
    assert check_of(forged(edit, duel, SPECTATOR), 8).status == "failed"


def test_what_a_fact_reveals_must_be_opened() -> None:
    def close(copy: Forgery) -> None:
        del copy.first("action_taken", lambda entry: bool(entry.get("reveals")))["reveals"]

    assert "does not open exactly what its facts reveal" in reason(forged(close, harbour), 8)


# Prepared answers.


def preferring() -> Played:
    """Return a table at which a gift has just been answered by preference."""
    return asked_to_prefer().done()


def asked_to_prefer() -> Game:
    """Two seats of which one answers every gift by itself."""
    game = Game("harbour", 2, bot="random", seed=3, options={"rounds": 9}).start()
    game.say(1, harbour_said.Prefer(gifts="always"))
    for _ in range(60):
        if not game.table.decisions:
            break
        if any(b'"gift_moved"' in entry.public for entry in game.entries):
            break
        gifts = _gifts(game) if 0 in game.table.decisions else []
        if gifts:
            game.say(0, gifts[0])
        else:
            game.act()
    return game


def _gifts(game: Game) -> list[harbour_said.Give]:
    live = game.table.live
    assert live is not None
    gifts = [harbour_said.Give(to=1, card=card) for card in live.state.players[0].hand]
    return [gift for gift in gifts if game.table.rules.refuse(live.state, 0, gift) is None]


def prepared_entry(copy: Forgery) -> int:
    return next(n for n in range(1, len(copy.entries) + 1) if copy.origin(n) == "prepared")


def test_a_prepared_answer_is_verified_and_takes_no_time() -> None:
    played = preferring()
    assert prepared_entry(Forgery(played))
    assert verify_bytes(played.record()).failed == ()


def test_an_answer_that_was_prepared_cannot_pass_for_one_by_hand() -> None:
    copy = Forgery(preferring())
    copy.open(prepared_entry(copy), "/origin", "hand")
    assert "the prepared answer of seat 1 comes first" in reason(copy.report(), 8)


def test_an_answer_by_hand_cannot_pass_for_a_prepared_one() -> None:
    copy = Forgery(preferring())
    hand = copy.first("action_taken")["n"]
    copy.open(hand, "/origin", "prepared")
    report = copy.report()
    assert "had prepared no such answer" in reason(report, 8)


def test_what_a_rewind_asks_is_answered_by_hand() -> None:
    """Issue 15, section 3: by preference the answer would come again at once."""
    game = asked_to_prefer()
    given = Timeline(read_record(game.done().record())).moments[-2]
    game.lives[given.entry.n] = given.table.live
    game.rewind(given.entry.n)
    game.say(1, harbour_said.Answer(accept=False))
    copy = Forgery(game.done())
    assert copy.report().failed == ()
    copy.open(game.table.book.n, "/origin", "prepared")
    assert "had prepared no such answer" in reason(copy.report(), 8)


def test_a_prepared_answer_uses_the_time_that_any_other_does() -> None:
    """None here, since it was prepared before."""
    copy = Forgery(preferring())
    copy.entry(prepared_entry(copy))["used_ms"] = 5
    report = copy.report()
    assert "used 0 ms, the entry says 5" in reason(report, 8)
    assert "no decision was put so long before" in reason(report, 9)


# 9: clocks.


def test_the_time_used_is_that_since_the_decision() -> None:
    report = forged(lambda copy: copy.first("action_taken").update(used_ms=1))
    assert "the entry says 1" in reason(report, 8)
    assert reason(report, 9) == "failed: no decision was put so long before"


def test_a_time_since_another_decision_is_not_the_one_used() -> None:
    """Check 9 knows only that something was put then; the rules know what to whom."""

    def edit(copy: Forgery) -> None:
        actions = [entry for entry in copy.entries if entry["kind"] == "action_taken"]
        actions[5]["used_ms"] = actions[5]["at"] - actions[2]["at"]

    report = forged(edit)
    assert check_of(report, 8).code == "other_time"
    assert check_of(report, 9).status == "passed"


def timed() -> Played:
    """A duel in which a seat lets its time run out twice."""
    game = Game("chanic_panic", 2, clock=MINUTE).start()
    seat = min(game.table.decisions)
    game.force(seat, 60_000)
    game.act()
    return game.play(4).done()


def test_a_time_out_is_verified() -> None:
    report = verify_bytes(timed().record())
    assert report.failed == ()
    assert check_of(report, 9).reason is None


def test_the_clock_may_not_act_before_time_is_up() -> None:
    report = forged(lambda copy: copy.entries[0]["clock"].update(move_ms=90_000), timed)
    assert "is not up" in reason(report, 8)


def test_the_clock_says_a_last_time_out_only_when_it_is_one() -> None:
    report = forged(lambda copy: copy.first("action_forced")["command"]["body"].update(final=True), timed)
    assert "the clock says something else" in reason(report, 8)


def test_a_time_out_with_another_body_is_wrong() -> None:
    report = forged(lambda copy: copy.first("action_forced")["command"]["body"].update(loud=True), timed)
    assert check_of(report, 8).status == "failed"


def missed() -> Played:
    """A duel whose second seat does not show up again."""
    game = Game("chanic_panic", 2, clock=Clock(no_show_ms=60_000)).start()
    game.act()
    while min(game.table.decisions) == 0:
        game.act()
    game.miss(1, 60_000)
    return game.done()


def test_a_no_show_is_verified_and_is_no_time_out() -> None:
    played = missed()
    for viewer in every_viewer(2):
        assert verify_bytes(played.record(viewer)).failed == ()
    timeline = Timeline(read_record(played.record()))
    assert [seat.timeouts for seat in figures(timeline, ()).seats] == [0, 0]


@pytest.mark.parametrize(
    ("clock", "without_rules"),
    [
        ({"no_show_ms": 60_001}, None),
        ({"no_show_ms": 600_000}, "early_no_show"),
        ({"move_ms": 60_000}, "early_no_show"),
        (None, "early_no_show"),
    ],
)
def test_no_seat_is_made_to_concede_before_entry_1_allows_it(
    clock: dict[str, int] | None, without_rules: str | None
) -> None:
    """By the rules the seat must be awaited for so long; without them it must have done nothing for so long."""

    def edit(copy: Forgery) -> None:
        del copy.entries[0]["clock"]
        copy.entries[0].update({} if clock is None else {"clock": clock})

    report = forged(edit, missed)
    assert [check_of(report, number).code for number in (8, 9)] == ["wrong_no_show", without_rules]


def test_who_was_not_awaited_was_no_no_show() -> None:
    """Seat 0 had done nothing for a minute either, as it was not its turn: only the rules know."""

    def edit(copy: Forgery) -> None:
        copy.first("action_forced").update(seat=0, used_ms=0)

    report = forged(edit, missed)
    assert [check_of(report, number).code for number in (8, 9)] == ["wrong_no_show", None]


# 10: outcome.


def test_another_outcome_is_wrong() -> None:
    report = forged(lambda copy: copy.first("game_finished")["outcome"].update(reason="round_limit"))
    assert reason(report, 10) == "failed: the rules find another outcome"


def test_a_result_that_is_not_recorded_is_missing() -> None:
    def cut(copy: Forgery) -> None:
        end = copy.first("game_finished")["n"]
        copy.lines = [line for line in copy.lines if line.get("entry", {}).get("n", 0) < end]

    assert "its result is not recorded" in reason(forged(cut), 10)


def test_play_after_the_end_is_wrong() -> None:
    def go_on(copy: Forgery) -> None:
        end = copy.first("game_finished")["n"]
        said = {"tag": "concede", "body": {}}
        more = {"kind": "action_taken", "n": end, "at": copy.entry(end)["at"], "by": "seat:1", "seat": 1}
        more |= {"command": said, "used_ms": 0, "facts": []}
        copy.lines = [line for line in copy.lines if line.get("entry", {}).get("n", 0) < end]
        copy.lines.append({"entry": more, "hash": ""})

    assert reason(forged(go_on), 10) == "failed: the game was over before this entry, and its result is due"


def test_a_table_that_is_over_is_not_abandoned() -> None:
    def abandon(copy: Forgery) -> None:
        entry = copy.first("game_finished")
        del entry["outcome"]
        entry.update(kind="table_abandoned", reason="emergency")
        copy.lines = [line for line in copy.lines if line.get("entry", {}).get("kind") != "result_confirmed"]
        copy.entries[-1]["n"] -= 1

    assert check_of(forged(abandon), 10).code == "already_over"


# Prepared answers belong to games that prepare them.


@pytest.mark.parametrize("value", [None, "bogus", 17, ["hand"]])
def test_an_origin_is_opened_as_one_of_its_words(value: Any) -> None:
    """Any other would free a move by hand from the time it took."""

    def edit(copy: Forgery) -> None:
        hand = next(n for n in range(1, len(copy.entries) + 1) if copy.origin(n) == "hand")
        copy.open(hand, "/origin", value)
        copy.entry(hand)["used_ms"] = 0

    assert check_of(forged(edit, harbour), 1).code == "wrong_order"


@pytest.mark.parametrize("number", [b"1e22", b"1e-9", b"1.5"])
def test_a_number_that_is_not_whole_is_no_canonical_form(number: bytes) -> None:
    """Also where no type says what stands there, and however it is written."""
    text = harbour().record().replace(b'"/origin":["hand",', b'"/origin":[' + number + b",", 1)
    assert "is not whole" in reason(verify_bytes(text), 1)


def test_a_reveal_of_an_entry_with_endless_digits_has_no_seal() -> None:
    def edit(copy: Forgery) -> None:
        entry = copy.first("action_taken")
        entry["reveals"] = {f"{'9' * 5_000}/command/body": [{}, "A" * 22]}

    found = check_of(forged(edit), 5)
    assert found.code == "no_seal"
    assert found.reason is not None
    assert len(found.reason) == 500
    assert found.reason.endswith("…")


def test_actions_of_a_game_that_prepares_nothing_have_no_origin() -> None:
    def add(copy: Forgery) -> None:
        for entry in copy.entries:
            if entry["kind"] == "action_taken":
                entry["origin"] = None
                copy.open(entry["n"], "/origin", "hand")

    assert "an action of chanic_panic has no origin" in reason(forged(add), 8)


def test_actions_of_a_game_that_prepares_answers_have_an_origin() -> None:
    def drop(copy: Forgery) -> None:
        for entry in copy.entries:
            if entry["kind"] == "action_taken":
                line = copy.line(entry["n"])
                del entry["origin"], entry["seals"]["/origin"], line["opened"]["/origin"]
                if not line["opened"]:
                    del line["opened"], entry["seals"]

    assert "an action of harbour has an origin" in reason(forged(drop, harbour), 8)


def test_all_actions_have_an_origin_or_none_has() -> None:
    def add(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: entry["n"] > 9)
        entry["origin"] = None
        copy.open(entry["n"], "/origin", "hand")

    assert reason(forged(add), 1) == "failed: some actions have an origin and some have none"


# What the game's own marks forbid belongs to check 8, what no game allows to check 3.


def test_a_hand_of_another_seat_in_a_seats_copy_is_wrong() -> None:
    def tell(copy: Forgery) -> None:
        theirs = Forgery(duel(), seat_viewer(1))
        for n in range(1, len(copy.entries) + 1):
            copy.line(n).setdefault("opened", {}).update(theirs.line(n).get("opened", {}))
            copy.line(n)["opened"] or copy.line(n).pop("opened")

    report = forged(tell, duel, seat_viewer(0))
    assert check_of(report, 8).code == "opened_too_much"
    assert check_of(report, 3).status == "passed"


@pytest.mark.parametrize("place", ["draws/0/result", "origin"])
def test_no_reveal_opens_a_draw_or_an_origin(place: str) -> None:
    def reveal(copy: Forgery) -> None:
        entry = copy.first("action_taken", lambda entry: bool(entry.get("reveals")))
        entry["reveals"][f"9/{place}"] = ["hand", "A" * 22]

    assert check_of(forged(reveal, harbour), 3).code == "not_for_viewer"


def test_labels_are_counted_while_the_secrets_are_closed() -> None:
    report = forged(lambda copy: copy.first("game_started")["draws"][1].update(label="0/7/deck"), unfinished)
    assert check_of(report, 7).code == "wrong_label"
    assert reason(verify_bytes(unfinished().record()), 7).endswith("only the labels were checked")


def test_a_good_record_has_a_head() -> None:
    report = verify_bytes(duel().record())
    assert str(report.head) == f"{len(duel().entries)}:{b64(duel().entries[-1].hash)}"
    assert forged(lambda copy: copy.entry(9).update(at=1)).head is None


# The report itself.


def test_the_failure_on_the_first_line_stays() -> None:
    """And of one line the one that was noted first."""
    notes = Notes()
    notes.fail("broken_chain", 9, "later")
    notes.fail("broken_chain", 3, "first")
    notes.fail("broken_chain", 3, "second")
    notes.fail("wrong_number", 5, "another")
    report = Report(checks=notes.checks())
    assert (check_of(report, 4).line, check_of(report, 4).reason) == (3, "first")
    assert report.first_wrong_line == 3
    assert [check.number for check in report.failed] == [2, 4]


def test_a_failure_weighs_more_than_what_is_not_possible() -> None:
    notes = Notes()
    notes.impossible(8, "sealed")
    notes.fail("refused", 9, "wrong")
    assert check_of(Report(checks=notes.checks()), 8).status == "failed"


def test_a_report_is_json() -> None:
    report = verify_bytes(duel().record())
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report
