"""The standalone verifiers read the record of a tournament: all that needs no way of pairing, and they agree."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from domain.tournament.log.check import check
from domain.tournament.log.entries import Entry, KnockOutSaid, Method, PodsSaid, RoundRobinSaid, SwissSaid
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.settings import CutSaid
from replay.standalone.verify import OF_CUPS
from tests.standalone.damage import b64, canonical
from tests.standalone.verifiers import FOLDER, ask, ask_all, commands

METHODS: Mapping[str, tuple[Method, int]] = {
    "swiss": (SwissSaid(rounds=4), 9),
    "cut": (SwissSaid(rounds=2), 8),
    "pods": (PodsSaid(rounds=3, seats=4), 11),
    "round_robin": (RoundRobinSaid(cycles=2), 4),
    "knock_out": (KnockOutSaid(losses=2), 7),
}
VERIFIERS = pytest.mark.parametrize("name", commands())
NEEDS_RULES = {4, 5}


@cache
def record(method: str) -> bytes:
    """Return the record of a whole tournament with troubles."""
    said, players = METHODS[method]
    plan = Plan(said, players, b"seed", troubles=True)
    if method == "cut":
        plan = plan._replace(best_of=3, cut=CutSaid(players=4, losses=2, best_of=1))
    return b"".join(line + b"\n" for line in simulate(plan).lines)


def changed(change: Callable[[list[dict[str, Any]]], object], text: bytes | None = None) -> bytes:
    """Return a record with its entries changed and chained anew."""
    entries = [json.loads(line)["entry"] for line in (text or record("swiss")).splitlines()]
    change(entries)
    head = hashlib.sha256(f"matchledger/tournament/1/{entries[0].get('tournament')}".encode()).digest()
    lines = []
    for entry in entries:
        head = hashlib.sha256(head + canonical(entry)).digest()
        lines.append(canonical({"entry": entry, "hash": b64(head)}) + b"\n")
    return b"".join(lines)


def first(entries: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """Return the first entry of a kind."""
    return next(entry for entry in entries if entry["kind"] == kind)


def _swap(entries: list[dict[str, Any]]) -> None:
    """Two players change tables, as an organiser would not dare to say."""
    tables = first(entries, "round_paired")["tables"]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]


FORGED: Mapping[str, tuple[set[int], Callable[[list[dict[str, Any]]], object]]] = {
    "unknown member": ({1}, lambda e: e[1].update(shoe_size=42)),
    "unknown kind": ({1}, lambda e: e[1].update(kind="player_praised")),
    "no entropy": ({1}, lambda e: e[1].pop("entropy")),
    "default told": ({1}, lambda e: e[0]["scoring"].update(tie="share")),
    "another format": ({1}, lambda e: e[0].update(format="matchledger/tournament/2")),
    "another way": ({1}, lambda e: e[0]["method"].update(format="lottery")),
    "no way": ({1}, lambda e: e[0]["method"].pop("rounds")),
    "no rounds": ({1}, lambda e: e[0]["method"].update(rounds=0)),
    "no exact points": ({1}, lambda e: e[0]["scoring"].update(by_place=["2/4", "0"])),
    "name of a player": ({1}, lambda e: e[1].update(player="Ada L.")),
    "name too long": ({1}, lambda e: e[1].update(player="a" * 65)),
    "place out of range": ({1}, lambda e: first(e, "result_counted").update(places=[1, 11])),
    "no result of a pick": ({1}, lambda e: first(e, "tournament_started")["draws"][1].update(result=2)),
    "numbered twice": ({2}, lambda e: e[3].update(n=3)),
    "time runs back": ({2}, lambda e: e[3].update(at=0)),
    "no opening": ({1}, lambda e: e.pop(0)),  # it could be anything
    "opened twice": ({2}, lambda e: e.insert(1, {**e[0], "n": 2})),
    "no points at all": ({2}, lambda e: e[0]["scoring"].update(by_place=[])),
    "registered twice": ({2}, lambda e: e[2].update(player=e[1]["player"])),
    "nobody knows them": ({2}, lambda e: first(e, "player_checked_in").update(player="nobody")),
    "order without one": ({2}, lambda e: first(e, "tournament_started")["order"].append("nobody")),
    "seated twice": ({2}, lambda e: first(e, "round_paired")["tables"].append(first(e, "round_paired")["tables"][0])),
    "another attempt": ({2}, lambda e: first(e, "round_paired").update(attempt=2)),
    "another round": ({2}, lambda e: first(e, "round_started").update(round=2)),
    "no such table": ({2}, lambda e: first(e, "result_counted").update(table=99)),
    "places of three": ({2}, lambda e: first(e, "result_counted").update(places=[1, 2, 3])),
    "no ranking": ({2}, lambda e: first(e, "result_counted").update(places=[1, 3])),
    "ends with other standings": ({2}, lambda e: first(e, "tournament_ended").update(standings=2)),
    "another secret": ({2}, lambda e: e[-1].update(secret="A" * 43)),
    "after the end": ({2}, lambda e: e.append({**e[-1], "n": len(e) + 1})),
    "another draw": ({6}, lambda e: first(e, "tournament_started")["draws"][0]["result"].reverse()),
    "another label": ({6}, lambda e: first(e, "tournament_started")["draws"][0].update(label="1/0/order")),
    "another entropy": ({6}, lambda e: e[1].update(entropy="A" * 43)),
    "another pairing": (set(), _swap),
    "other standings": (set(), lambda e: first(e, "standings_frozen")["rows"][0].update(score="9")),
}


@pytest.mark.long
def test_a_good_record_is_proved_but_for_what_needs_the_rules(tmp_path: Path) -> None:
    texts = [record(method) for method in METHODS]
    for told in ask_all(texts, tmp_path).values():
        for answer in told:
            statuses = {one["number"]: one["status"] for one in answer["checks"]}
            assert statuses == {n: "not possible" if n in NEEDS_RULES else "passed" for n in range(1, 7)}
            assert answer["head"] is not None
    assert all(one.status == "passed" for text in texts for one in check(text.splitlines()))


@pytest.mark.long
def test_all_verifiers_find_every_forgery_and_agree(tmp_path: Path) -> None:
    texts = [changed(change) for _, change in FORGED.values()]
    python, node = ask_all(texts, tmp_path).values()
    for name, text, one, other in zip(FORGED, texts, python, node, strict=True):
        expected, _ = FORGED[name]
        assert one == other, name
        assert {item["number"] for item in one["checks"] if item["status"] == "failed"} == expected, name
        assert any(item.status == "failed" for item in check(text.splitlines())), name


@pytest.mark.long
def test_every_changed_byte_of_a_tournament_is_found(tmp_path: Path) -> None:
    text = record("knock_out")
    texts = []
    for place in range(3, len(text), 211):
        damaged = bytearray(text)
        damaged[place] ^= 1
        texts.append(bytes(damaged))
    python, node = ask_all(texts, tmp_path).values()
    assert python == node
    assert all(answer is None or answer["first_wrong_line"] for answer in python)


@pytest.mark.long
@VERIFIERS
def test_what_goes_on_is_verified_as_far_as_it_goes(name: str) -> None:
    """Without the secret labels are checked and draws are not, and what is cut off within a line is found."""
    text = b"".join(record("pods").splitlines(keepends=True)[:-1])
    answer = ask(name, text)
    assert (answer.exit, answer.unable) == (0, {4, 5, 6})
    assert ask(name, text[:-1]).failed == {1}
    assert ask(name, changed(lambda e: e[-2]["draws"][0].update(label="9/9/lots"), text)).failed == {6}


def test_the_verifiers_know_every_entry_and_every_member() -> None:
    """Who adds an entry to a tournament, or a member, adds it to both verifiers."""
    for entry in get_args(Entry):
        kind = entry.__struct_config__.tag
        told = dict(word.split(":", 1) for word in OF_CUPS[kind].split())
        ours = {name: is_needed for name, is_needed in _members(entry).items() if name not in ("n", "at", "by", "kind")}
        assert {name.rstrip("?"): name[-1] != "?" for name in told} == ours, kind
    source = (FOLDER / "verify.mjs").read_text(encoding="utf-8")
    for kind in OF_CUPS:
        assert f"\n  {kind}: " in source or f" {kind}: " in source, kind


def _members(entry: type[Any]) -> dict[str, bool]:
    """Return the members of an entry that may be written, and whether they must."""
    found = {}
    for field in msgspec.structs.fields(entry):
        if get_origin(field.type) is Literal and get_args(field.type) == (field.default,):
            continue  # it has no other value than its default, which is never written
        found[field.encode_name] = field.required
    return found
