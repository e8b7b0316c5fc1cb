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

from domain.tournament.decks import ChosenDeck
from domain.tournament.log.check import check
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import Entry, KnockOutSaid, Method, PodsSaid, RoundRobinSaid, SwissSaid
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.settings import CutSaid, OfRounds
from replay.standalone import verify
from replay.standalone.verify import OF_CUPS
from tests.standalone.damage import b64, canonical
from tests.standalone.verifiers import FOLDER, ask, ask_all, commands

METHODS: Mapping[str, tuple[Method, int]] = {
    "swiss": (SwissSaid(rounds=4), 9),
    "cut": (SwissSaid(rounds=2), 8),
    "pods": (PodsSaid(rounds=3, seats=4), 11),
    "round_robin": (RoundRobinSaid(cycles=2), 4),
    "knock_out": (KnockOutSaid(losses=2), 7),
    "boards": (SwissSaid(rounds=3), 8),
    "decks": (SwissSaid(rounds=3), 9),
}
VERIFIERS = pytest.mark.parametrize("name", commands())
NEEDS_RULES = {4, 5}
DEFAULTS: Mapping[str, Any] = {  # of the opening, by where they would stand: what equals its default is left out
    "time_zone": "UTC",
    "best_of": 1,
    "draw_by_agreement": "never",
    "sandbox": False,
    "scoring/forfeit_loss": "0",
    "scoring/draw_points": "0",
    "own_byes/half": 0,
}
OF_TABLES = {"confirm": {"window_ms": 600_000}, "delay_entries": 9, "delay_seconds": 60, "seat_tokens": True}


@cache
def record(method: str) -> bytes:
    """Return the record of a whole tournament with troubles."""
    said, players = METHODS[method]
    plan = Plan(said, players, b"seed", troubles=True)
    if method == "cut":
        plan = plan._replace(best_of=3, cut=CutSaid(players=4, losses=2, best_of=1))
    if method == "boards":
        plan = plan._replace(same_deal=True, seed=b"taken back 3")
    if method == "decks":
        plan = plan._replace(decks=_deck, at_rounds=(OfRounds(first=2, decks="anew"),))
    return b"".join(line + b"\n" for line in simulate(plan).lines)


def _deck(player: str, first: int) -> ChosenDeck:
    return ChosenDeck(tag="choose_deck", body={"cards": {"tank": first}})


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


def _told(place: str, value: object) -> Callable[[list[dict[str, Any]]], object]:
    """Return a change that tells a default."""
    part, _, name = place.rpartition("/")
    return lambda entries: (entries[0].setdefault(part, {}) if part else entries[0]).update({name: value})


DECK = {"kind": "deck_registered", "by": "organiser", "seals": {"/deck": "A" * 43}}


def tabled(entries: list[dict[str, Any]]) -> None:
    """Make a tournament one whose tables a service opens: every result names the one of its pairing."""
    entries[0]["tables"] = {}
    recalled, attempt = set(), 0
    for entry in entries:
        recalled |= {entry["round"]} if entry["kind"] == "round_recalled" else set()
        attempt = entry.get("attempt", attempt)
        if entry["kind"] == "result_counted" and not entry.get("agreed"):
            place = f"{entry['round']}.{attempt}" if entry["round"] in recalled else entry["round"]
            table = table_id(entries[0]["tournament"], place, entry["table"], entry.get("game", 1))
            entry["rests_on"] = {"table": table, "n": 9, "hash": "A" * 43, "kind": "result_confirmed"}


def _of_table(change: Callable[[dict[str, Any]], object]) -> Callable[[list[dict[str, Any]]], object]:
    """Return a change of the last result of a tournament whose tables a service opens."""

    def forge(entries: list[dict[str, Any]]) -> None:
        tabled(entries)
        change([entry for entry in entries if "rests_on" in entry][-1])

    return forge


def _since_pairing(**said: Any) -> Callable[[list[dict[str, Any]]], object]:
    """Return a change that says something between the first pairing and its publication, of two who meet there."""

    def forge(entries: list[dict[str, Any]]) -> None:
        place = entries.index(first(entries, "round_started"))
        one, other = first(entries, "round_paired")["tables"][0]
        who = {"players": [one, other]} if "first" in said else {"player": one}
        entries.insert(place, {"at": entries[place]["at"], "by": "organiser", **who, **said})
        for n, entry in enumerate(entries, 1):
            entry["n"] = n

    return forge


FORGED: Mapping[str, tuple[set[int], Callable[[list[dict[str, Any]]], object]]] = {
    "unknown member": ({1}, lambda e: e[1].update(shoe_size=42)),
    "edition not named": ({1}, lambda e: e[0]["method"].pop("edition")),
    "edition of tie-breaks not named": ({1}, lambda e: e[0].pop("tie_break_edition")),
    "unknown kind": ({1}, lambda e: e[1].update(kind="player_praised")),
    "no entropy": ({1}, lambda e: e[1].pop("entropy")),
    "default told": ({1}, lambda e: e[0]["scoring"].update(tie="share")),
    **{f"{place} told": ({1}, _told(place, value)) for place, value in DEFAULTS.items()},
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
    "numbered 1 again": ({2}, lambda e: e[5].update(n=1)),
    "opened twice": ({2}, lambda e: e.insert(1, {**e[0], "n": 2})),
    "no points at all": ({2}, lambda e: e[0]["scoring"].update(by_place=[])),
    "registered twice": ({2}, lambda e: e[2].update(player=e[1]["player"])),
    "nobody knows them": ({2}, lambda e: first(e, "player_checked_in").update(player="nobody")),
    "nobody knows whose line it is": ({2}, lambda e: first(e, "standings_frozen")["rows"][0].update(player="nobody")),
    "order without one": ({2}, lambda e: first(e, "tournament_started")["order"].append("nobody")),
    "seated twice": ({2}, lambda e: first(e, "round_paired")["tables"].append(first(e, "round_paired")["tables"][0])),
    "another attempt": ({2}, lambda e: first(e, "round_paired").update(attempt=2)),
    "withdrawn since": ({2}, _since_pairing(kind="player_withdrawn")),
    "disqualified since": ({2}, _since_pairing(kind="player_disqualified", reason="so be it")),
    "apart in no round": ({2}, _since_pairing(kind="pair_forbidden", first=2, last=1)),
    "apart since": ({2}, _since_pairing(kind="pair_forbidden", first=1, last=2)),
    "another round": ({2}, lambda e: first(e, "round_started").update(round=2)),
    "no such table": ({2}, lambda e: first(e, "result_counted").update(table=99)),
    "places of three": ({2}, lambda e: first(e, "result_counted").update(places=[1, 2, 3])),
    "no ranking": ({2}, lambda e: first(e, "result_counted").update(places=[1, 3])),
    "a board where none is": ({2}, lambda e: first(e, "round_started").update(board="A" * 43)),
    "no board": ({2}, lambda e: e[0].update(same_deal=True)),
    "dealt anew": ({2}, lambda e: first(e, "result_counted").update(redealt=True)),
    "names no table": ({2}, _of_table(lambda entry: entry.pop("rests_on"))),
    "names another table": ({2}, _of_table(lambda entry: entry["rests_on"].update(table="a" * 20))),
    "a ruling at another table": ({2}, _of_table(lambda entry: entry.update(table=1, round=1, reason="so be it"))),
    "ends with other standings": ({2}, lambda e: first(e, "tournament_ended").update(standings=2)),
    "another secret": ({2}, lambda e: e[-1].update(secret="A" * 43)),
    "after the end": ({2}, lambda e: e.append({**e[-1], "n": len(e) + 1})),
    "another draw": ({6}, lambda e: first(e, "tournament_started")["draws"][0]["result"].reverse()),
    "another label": ({6}, lambda e: first(e, "tournament_started")["draws"][0].update(label="1/0/order")),
    "another entropy": ({6}, lambda e: e[1].update(entropy="A" * 43)),
    "another pairing": (set(), _swap),
    "decks where none are": ({2}, lambda e: e.insert(3, {**DECK, "player": e[1]["player"], "at": e[2]["at"], "n": 4})),
    "other standings": (set(), lambda e: first(e, "standings_frozen")["rows"][0].update(score="9")),
}


@pytest.mark.long
def test_a_good_record_is_proved_but_for_what_needs_the_rules(tmp_path: Path) -> None:
    texts = [*(record(method) for method in METHODS), *(changed(tabled, record(name)) for name in ("cut", "pods"))]
    texts.append(changed(lambda e: e[0].update(tables=OF_TABLES), changed(tabled, record("swiss"))))
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


def _not_checked_in(*, left: bool = False, again: bool = False) -> Callable[[list[dict[str, Any]]], object]:
    """Return a change that registers one more who does not check in, and lets them in late before the first round."""

    def forge(entries: list[dict[str, Any]]) -> None:
        started = entries.index(first(entries, "tournament_started"))
        said = {"player": "sleeper", "by": "organiser", "rating": 1}
        late = {**said, "at": entries[started]["at"], "kind": "player_entered_late", "points": "1/2"}
        gone = {"at": late["at"], "by": "organiser", "kind": "player_withdrawn", "player": "sleeper"}
        entries[started + 1 :] = [gone] * left + [late] * (1 + again)
        entries.insert(started, {**said, "at": late["at"], "kind": "player_registered", "entropy": "A" * 43})
        for n, entry in enumerate(entries, 1):
            entry["n"] = n

    return forge


@pytest.mark.long
def test_who_did_not_check_in_comes_in_late_once_and_not_after_leaving(tmp_path: Path) -> None:
    """The domain's checker and both verifiers agree on who may."""
    changes = [_not_checked_in(), _not_checked_in(again=True), _not_checked_in(left=True)]
    texts = [changed(change) for change in changes]
    for answers in ask_all(texts, tmp_path).values():
        wrong = [{one["number"] for one in each["checks"] if one["status"] == "failed"} for each in answers]
        assert wrong == [set(), {2}, {2}]
    order = [[one.status for one in check(text.splitlines()) if one.name == "order"] for text in texts]
    assert order == [["passed"], ["failed"], ["failed"]]


def _without_deck(entries: list[dict[str, Any]]) -> None:
    player = first(entries, "tournament_started")["order"][0]
    for entry in entries:
        if entry["kind"] == "deck_registered" and entry["player"] == player:
            entry["round"] = 2


def _too_late(entries: list[dict[str, Any]], **said: Any) -> None:
    """Register a deck again once the first round with it has begun, as if nothing had been played."""
    place = entries.index(first(entries, "round_started")) + 1
    player = first(entries, "round_paired")["tables"][0][0]
    entries.insert(place, {**DECK, "player": player, "at": entries[place]["at"], **said})
    for n, entry in enumerate(entries, 1):
        entry["n"] = n


def _nobody_has_one(entries: list[dict[str, Any]], **said: Any) -> None:
    """Publish the second round without tables: nobody has brought one of the new decks."""
    place = entries.index(next(e for e in entries if e["kind"] == "round_paired" and e["round"] == 2))
    del entries[place + 1 :]
    entries[:] = [entry for entry in entries if not (entry["kind"] == "deck_registered" and entry.get("round") == 2)]
    paired = entries[-1]
    seated = [player for table in paired["tables"] for player in table]
    byes = [*paired.get("byes", []), *({"player": player, "kind": "zero"} for player in seated)]
    paired.update(tables=[], byes=byes, **said)
    for n, entry in enumerate(entries, 1):
        entry["n"] = n


OF_DECKS: Mapping[str, tuple[set[int], Callable[[list[dict[str, Any]]], object]]] = {
    "another deck": ({2}, lambda e: first(e, "deck_opened")["deck"]["body"].update(cards={})),
    "another salt": ({2}, lambda e: first(e, "deck_opened").update(salt="A" * 22)),
    "a deck of nobody": ({2}, lambda e: first(e, "deck_opened").update(round=3)),
    "a deck stays sealed": ({2}, lambda e: _remove(e, "deck_opened")),
    "plays without a deck": ({2}, _without_deck),
    "another one instead, too late": ({2}, _too_late),
    "from a round without new ones": ({2}, lambda e: _too_late(e, round=3)),
    "nobody has one": ({2}, _nobody_has_one),
    "nobody has one, by the organiser's word": ({2}, lambda e: _nobody_has_one(e, reason="so be it")),
    "another place": ({1}, lambda e: first(e, "deck_registered").update(seals={"/cards": "A" * 43})),
    "no seal": ({1}, lambda e: first(e, "deck_registered").update(seals={})),
    "the first round is not said": ({1}, lambda e: first(e, "deck_registered").update(round=1)),
}


def _remove(entries: list[dict[str, Any]], kind: str, since: int = 0) -> None:
    place = entries.index(first(entries[since:], kind), since)
    del entries[place]
    for number, entry in enumerate(entries, 1):
        entry["n"] = number


@pytest.mark.long
def test_all_verifiers_find_what_is_wrong_with_decks(tmp_path: Path) -> None:
    texts = [changed(change, record("decks")) for _, change in OF_DECKS.values()]
    python, node = ask_all(texts, tmp_path).values()
    for name, text, one, other in zip(OF_DECKS, texts, python, node, strict=True):
        assert one == other, name
        assert {item["number"] for item in one["checks"] if item["status"] == "failed"} == OF_DECKS[name][0], name
        assert any(item.status == "failed" for item in check(text.splitlines())), name


def _moved(entries: list[dict[str, Any]], place: int) -> None:
    """Take the round back elsewhere."""
    recalled = first(entries, "round_recalled")
    entries.remove(recalled)
    entries.insert(place, {**recalled, "at": entries[place - 1]["at"]})
    for number, entry in enumerate(entries, 1):
        entry["n"] = number


def _after(entries: list[dict[str, Any]], kind: str) -> int:
    """Return the place after the first entry of a kind since the round was taken back."""
    here = entries.index(first(entries, "round_recalled"))
    return entries.index(first(entries[here:], kind), here) + 1


def _of_old_attempt(entries: list[dict[str, Any]]) -> None:
    tabled(entries)
    entry = next(entry for entry in entries[_after(entries, "round_started") :] if "rests_on" in entry)
    entry["rests_on"]["table"] = table_id(entries[0]["tournament"], entry["round"], entry["table"])


def _published_as_it_was(entries: list[dict[str, Any]]) -> None:
    here = entries.index(first(entries, "round_recalled"))
    first(entries[here:], "round_started").update(attempt=1)
    _remove(entries, "round_paired", here)


OF_RECALLED: Mapping[str, tuple[set[int], Callable[[list[dict[str, Any]]], object]]] = {
    "taken back without a reason": ({1}, lambda e: first(e, "round_recalled").pop("reason")),
    "another attempt": ({2}, lambda e: first(e, "round_recalled").update(attempt=2)),
    "another round": ({2}, lambda e: first(e, "round_recalled").update(round=9)),
    "before it begins": ({2}, lambda e: _moved(e, e.index(first(e, "round_recalled")) - 1)),
    "after a result": ({2}, lambda e: _moved(e, _after(e, "result_counted"))),
    "published as it was": ({2}, _published_as_it_was),
    "the table of the old attempt": ({2}, _of_old_attempt),
}


@pytest.mark.long
def test_all_verifiers_find_what_is_wrong_with_a_round_that_was_taken_back(tmp_path: Path) -> None:
    texts = [changed(change, record("swiss")) for _, change in OF_RECALLED.values()]
    python, node = ask_all(texts, tmp_path).values()
    for name, text, one, other in zip(OF_RECALLED, texts, python, node, strict=True):
        assert one == other, name
        assert {item["number"] for item in one["checks"] if item["status"] == "failed"} == OF_RECALLED[name][0], name
        assert any(item.status == "failed" for item in check(text.splitlines())), name


@pytest.mark.long
def test_another_deal_of_a_board_is_found_once_the_secret_is_open(tmp_path: Path) -> None:
    forged = changed(lambda e: first(e, "round_started").update(board="A" * 43), record("boards"))
    for (told,) in ask_all([forged], tmp_path).values():
        assert {item["number"] for item in told["checks"] if item["status"] == "failed"} == {6}
        assert next(item["reason"] for item in told["checks"] if item["number"] == 6) == (
            "/board is not what the secrets give"
        )


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
    """Without the secret labels are checked and draws are not; what is cut off within a line is found, or no entry."""
    text = b"".join(record("pods").splitlines(keepends=True)[:-1])
    answer = ask(name, text)
    assert (answer.exit, answer.unable) == (0, {4, 5, 6})
    assert ask(name, text[:-1]).failed == {1}
    assert ask(name, text + b"[]\n").failed == {1}
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
        is_named = callable(field.default_factory) and not isinstance(field.default_factory, type)  # and so is written
        found[field.encode_name] = field.required or is_named
    return found


def test_a_fault_of_the_verifier_in_one_file_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one.ndjson", tmp_path / "other.ndjson"
    one.write_bytes(record("round_robin"))
    other.write_bytes(record("round_robin"))
    told = verify.told

    def fails_once(name: str, text: bytes, *, as_json: bool) -> bool:
        if name == str(one):
            raise KeyError("rows")
        return told(name, text, as_json=as_json)

    monkeypatch.setattr(verify, "told", fails_once)
    assert verify.main([str(one), str(other)]) == 2
    said = capsys.readouterr()
    assert f"{one}: no verdict: a fault of this verifier, KeyError('rows')" in said.err
    assert "Nothing is wrong." in said.out
