"""The standalone verifiers find nothing wrong with good records and every damage with damaged ones, and agree."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.kernel.seats import every_viewer, parse_viewer, seat_viewer
from domain.record.canonical import b64
from domain.table.seating import Opening
from domain.table.simulation import simulate
from tests.audit.tables import Game, voided
from tests.record.sample import GOOD, full_play
from tests.standalone.damage import DAMAGES, Copy, Damage, NotApplicableError
from tests.standalone.verifiers import FOLDER, ask, ask_all, commands, run

pytestmark = pytest.mark.long

VERIFIERS = pytest.mark.parametrize("name", commands())


@pytest.fixture(scope="module")
def harbour() -> bytes:
    """Return the full record of a whole table of the tests' own game."""
    title = games.game("harbour")
    seats = ["random"] * min(title.rules.seat_counts)
    done = simulate(title.rules, Opening(seats=len(seats)), title.bots, seats, seed=b"standalone")
    return b"".join(line + b"\n" for line in done.lines())


@VERIFIERS
@pytest.mark.parametrize("script", GOOD)
def test_nothing_is_wrong_with_a_good_record(name: str, script: str) -> None:
    play = GOOD[script]()
    for viewer in every_viewer(play.table.setup.seats):
        answer = ask(name, play.record(viewer))
        assert (answer.exit, answer.failed, answer.report["first_wrong_line"]) == (0, set(), None), viewer


@VERIFIERS
def test_what_a_ruling_made_void_stands_for_no_case_any_more(name: str) -> None:
    """The case that stopped the play may be closed: no `resumed` comes at a table that has ended."""
    assert ask(name, voided().record()).failed == set()


@VERIFIERS
def test_what_an_officer_verified_is_bound_to_a_head(name: str) -> None:
    copy = Copy(GOOD["ruled"]().record())
    copy.entries[-1]["entry"]["head"]["hash"] = "A" * 43
    assert ask(name, copy.chained()).failed == {4}


@VERIFIERS
def test_all_that_needs_no_rules_is_proved_by_the_record_of_a_finished_table(name: str, harbour: bytes) -> None:
    for record in (full_play().record(), harbour):
        answer = ask(name, record)
        assert (answer.exit, answer.unable) == (0, {8, 10, 13})


@VERIFIERS
@pytest.mark.parametrize(
    ("script", "unable"),
    [
        ("no_entropy", {8, 10, 12, 13}),
        ("closed", {6, 7, 8, 10, 13}),
        ("unfinished", {6, 7, 8, 10, 11, 13}),
        ("opened_only", {6, 7, 8, 10, 11, 12, 13}),
        ("rewound", {8, 10, 13}),
    ],
)
def test_what_a_copy_cannot_prove_is_said(name: str, script: str, unable: set[int]) -> None:
    assert ask(name, GOOD[script]().record()).unable == unable


def test_secrets_that_open_at_the_end_of_an_event_complete_a_record_once_they_are_open(tmp_path: Path) -> None:
    """Check 11; a record that ends with the confirmation before is complete only where they never open."""

    def said(script: str, value: str) -> bytes:
        copy = Copy(GOOD[script]().record())
        copy.entries[0]["entry"]["secrets_open_at"] = value
        return copy.chained()

    texts = [
        said("closed", "never"),
        said("closed", "event_end"),
        said("closed", "confirmed"),
        said("short", "event_end"),
    ]
    expected = ["passed", "not possible", "not possible", "passed"]
    for told in ask_all(texts, tmp_path).values():
        assert [one["checks"][10]["status"] for one in told] == expected
    assert [verify_bytes(text).checks[10].status for text in texts] == expected


@VERIFIERS
def test_a_copy_for_several_seats_is_verified(name: str) -> None:
    play = full_play()
    assert ask(name, play.record(parse_viewer("seat:0,seat:2", 3))).exit == 0


@VERIFIERS
def test_draws_that_a_seat_cannot_see_are_recomputed_from_its_copy(name: str) -> None:
    damaged = next(item for item in DAMAGES if item.name == "entropy_edited").change(full_play().record())
    lines = [json.loads(line) for line in damaged.split(b"\n")[:-1]]
    for line in lines:
        line.pop("opened", None)
    lines[0]["header"]["viewer"] = "spectator"
    text = b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n" for line in lines
    )
    assert ask(name, text).failed == {7}


def test_damage_is_found_by_every_verifier_alike(harbour: bytes, tmp_path: Path) -> None:
    texts = [_damaged(item, full_play().record(), harbour) for item in DAMAGES]
    python, node = ask_all(texts, tmp_path).values()
    for item, one, other in zip(DAMAGES, python, node, strict=True):
        assert one == other, item.name
        failed = {check["number"] for check in one["checks"] if check["status"] == "failed"}
        if item.check is None or item.needs_rules:
            assert item.check is None or one["checks"][item.check - 1]["status"] == "not possible"
        else:
            assert item.check in failed, item.name
            assert one["first_wrong_line"] >= 1


def _damaged(item: Damage, record: bytes, harbour: bytes) -> bytes:
    try:
        return item.change(record)
    except NotApplicableError:
        return item.change(harbour)


def test_at_least_forty_kinds_of_damage_are_named_once() -> None:
    names = [item.name for item in DAMAGES]
    assert len(names) == len(set(names)) >= 40


def test_every_changed_byte_is_found(tmp_path: Path) -> None:
    record = GOOD["short"]().record()
    texts = []
    for place in range(3, len(record), 97):
        damaged = bytearray(record)
        damaged[place] ^= 1
        texts.append(bytes(damaged))
    python, node = ask_all(texts, tmp_path).values()
    assert python == node
    assert all(answer["first_wrong_line"] for answer in python)


@VERIFIERS
def test_what_cannot_be_read_ends_with_two(name: str, tmp_path: Path) -> None:
    command = commands()[name]
    other = tmp_path / "photo"
    other.write_bytes(b"\x89PNG\r\n" + bytes(range(256)))
    for arguments in ([], [str(tmp_path / "missing")], [str(tmp_path)], [str(other)], ["--loud", "-"]):
        done = run(command, *arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"usage" in done.stderr


@VERIFIERS
def test_a_person_reads_thirteen_numbered_lines_and_what_they_come_to(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table.ndjson"
    file.write_bytes(full_play().record(seat_viewer(0))[:-1])
    done = run(commands()[name], str(file))
    lines = done.stdout.decode().split("\n")
    assert done.returncode == 1
    assert lines[0].split(maxsplit=2) == [
        "1",
        "format",
        "failed: the line does not end: the record was cut off (line 25)",
    ]
    assert lines[13:] == ["No head: the entries are not proved.", "First wrong line: 25.", ""]
    file.write_bytes(full_play().record(seat_viewer(0)))
    head = full_play().entries[-1]
    said = f"\nHead: {head.n}:{b64(head.hash)}\nNothing is wrong.\n".encode()
    assert run(commands()[name], str(file)).stdout.endswith(said)


@VERIFIERS
def test_a_name_that_the_output_cannot_hold_ends_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    file = tmp_path / "é棋.ndjson"
    file.write_bytes(full_play().record())
    done = run(commands()[name], "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["file"] == str(file)


def test_the_verifier_in_python_reads_as_python_3_9() -> None:
    ast.parse((FOLDER / "verify.py").read_text(encoding="utf-8"), feature_version=(3, 9))


def test_the_verifiers_are_short_and_import_nothing_of_ours() -> None:
    """A stranger fetches one file, which reads tables and tournaments: that is why it is not two shorter ones."""
    cups = 222  # lines for tournaments
    for file, most in (("verify.py", 590 + cups), ("verify.mjs", 630 + cups)):  # the latter brings SHA-256 and HMAC
        text = (FOLDER / file).read_text(encoding="utf-8")
        assert sum(1 for line in text.splitlines() if line.strip()) <= most
        assert "domain" not in text


def test_a_seat_that_was_made_to_concede_too_early_or_by_nobody_is_found_by_every_verifier(tmp_path: Path) -> None:
    """Also after it did something that answers no question, and where entry 1 states no time."""
    record = GOOD["no_show"]().record()

    def changed(change: Callable[[Copy], object]) -> bytes:
        copy = Copy(record)
        change(copy)
        return copy.chained()

    def forced(copy: Copy) -> dict[str, Any]:
        entry: dict[str, Any] = copy.kind("action_forced")["entry"]
        return entry

    texts = [
        record,
        changed(lambda copy: copy.entries[0]["entry"]["clock"].update(no_show_ms=601_500)),
        changed(lambda copy: copy.entries[0]["entry"]["clock"].pop("no_show_ms")),
        changed(lambda copy: copy.entries[0]["entry"].pop("clock")),
        changed(lambda copy: forced(copy).update(by="seat:0")),
        changed(lambda copy: forced(copy).update(by="clock")),
    ]
    expected: list[set[int]] = [set(), {9}, {9}, {9}, {1}, {1}]
    for told in ask_all(texts, tmp_path).values():
        found = [{check["number"] for check in one["checks"] if check["status"] == "failed"} for one in told]
        assert found == expected
    ours = [{check.number for check in verify_bytes(text).failed} for text in texts]
    assert ours == expected


def test_a_known_deal_is_recomputed_by_every_verifier(tmp_path: Path) -> None:
    """Without secret and entropy; its name decides, and it proves nothing about chance."""
    rules = games.game("chanic_panic")
    opening = Opening(seats=2, known_deal="lesson")
    simulation = simulate(rules.rules, opening, rules.bots, ["random", "random"], seed=b"1")
    text = b"".join(line + b"\n" for line in simulation.lines())
    other = Copy(text)
    other.entries[0]["entry"]["deal_id"] = "other"
    texts = [text, other.chained()]
    for told in ask_all(texts, tmp_path).values():
        good, bad = ({check["number"]: check["status"] for check in one["checks"]} for one in told)
        assert [number for number, status in good.items() if status != "passed"] == [8, 10, 12, 13]
        assert bad[7] == "failed"
    assert verify_bytes(texts[0]).failed == ()
    assert 7 in {check.number for check in verify_bytes(texts[1]).failed}


@pytest.mark.parametrize("name", ["chanic_panic", "panzer_clash"])
def test_new_orders_are_verified_by_every_verifier(name: str, tmp_path: Path) -> None:
    """The draws of a rewind count it, and go on from those up to where it goes back; facts need an order."""
    game = Game(name, 2, seed=5).start()
    to = game.table.book.n + 2
    game.play(7)
    game.rewind(to, "reshuffle")
    n = game.table.book.n
    record = game.play(5).abandon().done().record()

    def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
        copy = Copy(record)
        change(copy.entries[n - 1]["entry"])
        return copy.chained()

    texts = [
        record,
        changed(lambda entry: entry.pop("order")),
        changed(lambda entry: entry["draws"][0].update(label="0" + entry["draws"][0]["label"][1:])),
    ]
    for told in ask_all(texts, tmp_path).values():
        found = [{check["number"] for check in one["checks"] if check["status"] == "failed"} for one in told]
        assert found == [set(), {1}, {7}]
    ours = [{check.number for check in verify_bytes(text).failed} for text in texts]
    assert ours == [set(), {1}, {7, 8}]
