"""Seals, the chain, blobs in the store, and the lines of a record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from domain.audit.opened import types_of
from domain.kernel.marks import Secret
from domain.kernel.seats import ARBITER, SPECTATOR, seat_viewer
from domain.record.blob import from_blobs, private_blob, public_blob, stored_from
from domain.record.canonical import NotCanonicalError, b64, canonical, sha256
from domain.record.chain import Request, genesis, link, seal_entry
from domain.record.entries import WITH_FACTS, BookEntry, SeatLeft
from domain.record.keys import Secrets, salt_key
from domain.record.lines import LINE_BYTES, UNREAD, LineError, Reader, Types, read, read_to_damage, split, untyped
from domain.record.places import misplaced
from domain.record.seals import Salts, blind, seal
from domain.table.codec import codec_of
from tests.record.sample import CARD_SET, GOOD, RULES, full_play

SALTS = Salts(salt_key(b"s" * 32, "t"))
DOCUMENT = Path(__file__).parents[2] / "docs" / "record-format.md"


def test_a_seal_binds_salt_and_value() -> None:
    salt = SALTS.salt(17, "/facts/3/cards/0")
    assert len(salt) == 16
    assert SALTS(17, "/facts/3/cards/0", "H7") == seal(salt, "H7") == b64(sha256(salt, b'"H7"'))
    assert seal(salt, "H7") != seal(salt, "H8")
    assert SALTS(17, "/facts/3/cards/0", "H7") != SALTS(17, "/facts/3/cards/1", "H7") != SALTS(1, "/7", "H7")
    assert SALTS.opening(17, "/a", "x") == ("x", b64(SALTS.salt(17, "/a")))


def test_blind_seals_depend_on_the_place_only() -> None:
    assert blind(1, "/a", "x") == blind(1, "/a", "y") != blind(1, "/b", "x")


def test_an_entry_is_sealed_linked_and_named() -> None:
    before = genesis("t")
    assert before == sha256(b"matchledger/1/t")
    entry = SeatLeft(n=2, at=5, by="seat:0", seat=0)
    plain = seal_entry(entry, (), previous=before, sealer=SALTS)
    assert plain.public == b'{"at":5,"by":"seat:0","kind":"seat_left","n":2,"seat":0}'
    assert (plain.kind, plain.hash) == ("seat_left", link(before, plain.public))
    secrets = [Secret("/b", 1, (0,)), Secret("/a", 2, ())]
    sealed = seal_entry(entry, secrets, previous=before, sealer=SALTS)
    assert [secret.pointer for secret in sealed.secrets] == ["/a", "/b"]
    assert msgspec.json.decode(sealed.public)["seals"] == {"/a": SALTS(2, "/a", 2), "/b": SALTS(2, "/b", 1)}


@pytest.mark.parametrize("secrets", [None, Secrets(b"d" * 32, b"s" * 32)])
@pytest.mark.parametrize("request_", [None, Request(b"k" * 16, b"b" * 16)])
def test_blobs_hold_an_entry(secrets: Secrets | None, request_: Request | None) -> None:
    for entry in full_play().entries:
        given = entry._replace(request=request_)
        public, private = public_blob(given), private_blob(given, secrets)
        back, kept = from_blobs(public, private)
        assert (back, kept) == (given._replace(secrets=_listed(given.secrets)), secrets)
        stored = stored_from(public, private)
        assert (stored.public, stored.hash, stored.request) == (entry.public, entry.hash, request_)


def _listed(secrets: tuple[Secret, ...]) -> tuple[Secret, ...]:
    """Return secrets as JSON gives them back: lists instead of tuples."""
    return tuple(secret._replace(value=msgspec.json.decode(msgspec.json.encode(secret.value))) for secret in secrets)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda public, private: (b"\x02" + public[1:], private),
        lambda public, private: (public[:20], private),
        lambda public, private: (public, private[:-1]),
        lambda public, private: (public, b"{}"),
        lambda public, private: (public[:40], private),
    ],
)
def test_damaged_blobs_are_refused(spoil: Any) -> None:
    entry = full_play().entries[7]
    with pytest.raises(NotCanonicalError, match="the store holds"):
        from_blobs(*spoil(public_blob(entry), private_blob(entry)))


@pytest.mark.parametrize("script", GOOD)
def test_a_copy_is_read_as_it_was_written(script: str) -> None:
    play = GOOD[script]()
    for viewer in (SPECTATOR, seat_viewer(1), ARBITER):
        record = read(split(play.record(viewer)))
        typed = read(split(play.record(viewer)), sample_types)
        by_types = [copied.entry for copied in typed.entries]
        expected = [play.table.codec.public(entry.public) for entry in play.entries]
        assert all(copied in (None, entry) for copied, entry in zip(by_types, expected, strict=True))
        assert any(by_types)
        untyped = [msgspec.structs.replace(copied, entry=None) for copied in typed.entries]
        assert record == typed._replace(entries=tuple(untyped))
        assert record.header.viewer == str(viewer)
        assert [(copied.public, copied.hash) for copied in record.entries] == [
            (entry.public, entry.hash) for entry in play.entries
        ]
        for copied, entry in zip(record.entries, _sealed(play), strict=True):
            known = {secret.pointer: secret.value for secret in entry if viewer.may_know(secret.seats)}
            assert copied.values == known


TYPED = codec_of(RULES).line


def sample_types(game: str) -> Any:
    assert game == "sample"
    return TYPED


def _sealed(play: Any) -> list[tuple[Secret, ...]]:
    return [_listed(entry.secrets) for entry in play.entries]


def test_card_sets_and_reserved_lines_are_kept() -> None:
    record = read(split(full_play().record() + b'{"checkpoint":1}\n{"checkpoint":{},"x_more":2}\n'))
    assert [card_set.text for card_set in record.card_sets] == [CARD_SET]
    assert record.unread == ((26, "checkpoint"), (27, "checkpoint"))
    assert len(read(split(full_play().record() + b'{"checkpoint":1}\n' * (UNREAD + 1))).unread) == UNREAD


DEAL = {"at": 1, "by": "t", "facts": [], "kind": "game_started", "n": 2}
SEALED_DRAW = {"kind": "pick", "label": "0/0/x", "n": 2, "result": None}


def broken(**changes: Any) -> bytes:
    """Return an entry's line with other members."""
    line = {"entry": DEAL, "hash": "A" * 43, **changes}
    return canonical({name: value for name, value in line.items() if value is not None})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"[]", "a line is an object"),
        (b"{}", "exactly one of"),
        (b'{"data":{},"note":1}', "exactly one of"),
        (b'{"data":1}', "Expected `object`"),
        (b'{"a" :1}', "canonical"),
        (b'"' + b"x" * LINE_BYTES + b'"', "at most"),
        (full_play().record().split(b"\n")[0], "one header"),
        (broken(more=1), "unknown member 'more'"),
        (broken(entry=1), "entry and opened are objects"),
        (broken(opened=[]), "entry and opened are objects"),
        (broken(opened={}), "empty opened"),
        (broken(opened={"/a": 1}), "/a is opened by a value and a salt"),
        (broken(opened={"/a": [1, 2]}), "/a is opened by a value and a salt"),
        (broken(opened={"/a": [1, "A" * 21 + "B"]}), "/a is opened by a value and a salt"),
        (broken(opened={"/a": [1, "A" * 22 + "\n"]}), "/a is opened by a value and a salt"),
        (broken(hash=None), "the hash is no base64url"),
        (broken(hash=1), "the hash is no base64url"),
        (broken(hash="AAAA"), "the hash is no base64url"),
        (broken(hash="!" * 43), "the hash is no base64url"),
        (broken(entry={"seals": []}), "the seals of an entry are an object of commitments"),
        (broken(entry={"seals": {"/origin": 1}}), "the seals of an entry are an object of commitments"),
        (broken(entry={"seals": {"/origin": "A" * 42 + "B"}}), "the seals of an entry are an object of commitments"),
        (
            broken(entry=DEAL | {"draws": [SEALED_DRAW], "seals": {"/draws/0/result": "A" * 42 + "B"}}),
            "the seals of an entry are an object of commitments",
        ),
        (broken(entry=DEAL | {"draws": [SEALED_DRAW]}), "/draws/0/result has no seal"),
        (broken(entry={"facts": [{"card": "?"}]}), "/facts/0/card has no seal"),
        (broken(entry={"seals": {"/facts/0": "A" * 43}}), "/facts/0 has a seal but is not hidden"),
        (broken(entry={"label": None}), "/label has a member without a value"),
        (broken(entry=DEAL | {"draws": []}), "an empty draws is left out"),
        (broken(entry=DEAL | {"seals": {}}), "an empty seals is left out"),
        (broken(entry=DEAL | {"reveals": {}}), "an empty reveals is left out"),
    ],
)
@pytest.mark.parametrize("types", [lambda game: None, lambda game: TYPED], ids=["any value", "by types"])
def test_a_line_that_is_not_of_the_format_is_named(line: bytes, reason: str, types: Any) -> None:
    good = full_play().record().split(b"\n")[:2]
    with pytest.raises(LineError, match=re.escape(reason)) as error:
        read([*good, line], types)
    assert error.value.line == 3


@pytest.mark.parametrize(
    "entry",
    [
        DEAL | {"by": "♥"},
        DEAL | {"by": "?"},
        DEAL | {"more": 1},
    ],
)
def test_a_line_that_types_do_not_prove_may_be_good_all_the_same(entry: dict[str, Any]) -> None:
    """Text beyond ASCII, a question mark for a name, an unknown member."""
    good = full_play().record().split(b"\n")[:2]
    copied = read([*good, broken(entry=entry)], sample_types).entries[-1]
    assert (copied.public, copied.entry) == (canonical(entry), None)


def test_nothing_looks_hidden_in_free_text() -> None:
    entry = {"kind": "table_opened", "label": "null", "options": {"x": None, "y": "?"}}
    good = full_play().record().split(b"\n")[:2]
    assert read([*good, broken(entry=entry)]).entries[0].public == canonical(entry)


def test_a_record_begins_with_its_header_and_is_not_empty() -> None:
    with pytest.raises(LineError, match="one header"):
        read(split(full_play().record().partition(b"\n")[2]))
    header = full_play().record().partition(b"\n")[0]
    for lines in ([], [header]):
        with pytest.raises(LineError, match="line 1: the record is empty") as error:
            read(lines)
        assert error.value.code == "empty_record"


def test_a_line_without_an_end_was_cut_off() -> None:
    with pytest.raises(LineError, match="cut off") as error:
        read(split(full_play().record()[:-1]))
    assert (error.value.line, error.value.code) == (25, "cut_off")


@pytest.mark.parametrize("types", [untyped, types_of])
def test_a_copy_that_goes_on_is_read_as_a_whole_one(types: Types) -> None:
    """Wherever it was read up to before; its damage too, by the number of its line."""
    lines = list(split(full_play().record()))
    for text in (lines, [*lines[:7], b"{}", *lines[8:]]):
        for place in range(3, 8):  # a header, a card set, an entry at least
            reader = Reader(types)
            before = reader.read_on((), text[:place])
            assert before.damage is None
            now, whole = reader.read_on(before.record.entries, text[place:]), read_to_damage(text, types)
            assert now.record == whole.record
            assert str(now.damage) == str(whole.damage)


def test_a_copy_can_be_read_up_to_its_damage() -> None:
    lines = full_play().record().split(b"\n")[:-1]
    whole, nothing = read_to_damage(lines)
    assert (whole, nothing) == (read(lines), None)
    record, damage = read_to_damage([*lines[:7], b"{}", *lines[8:]])
    assert record == whole._replace(entries=tuple(copied for copied in whole.entries if copied.line < 8))
    assert damage is not None
    assert damage.line == 8
    cut, damage = read_to_damage(split(full_play().record()[:-1]))
    assert cut.entries == whole.entries[:-1]
    assert damage is not None
    assert damage.code == "cut_off"


@pytest.mark.parametrize("lines", [[b"{}"], [b""], []])
def test_nothing_can_be_read_without_a_header_and_an_entry(lines: list[bytes]) -> None:
    header = full_play().record().partition(b"\n")[0]
    for damaged in (lines, [header, *lines]):
        with pytest.raises(LineError):
            read_to_damage(damaged)


def test_a_record_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.record.lines.RECORD_BYTES", 1_000)
    with pytest.raises(LineError, match="at most 1000 bytes"):
        read(split(full_play().record()))


@pytest.mark.parametrize(
    ("entry", "odd"),
    [
        ({"facts": [{"a": {"b/c~d": "?"}}], "seals": {"/facts/0/a/b~1c~0d": "x"}}, None),
        ({"facts": [{"a": ["x", None]}], "seals": {"/facts/0/a/1": "x"}, "options": {"x": None}}, None),
        ({"command": {"body": None}, "origin": None, "seals": {"/command/body": "", "/origin": ""}}, None),
        ({"origin": "hand", "seals": {"/origin": ""}}, "/origin has a seal but is not hidden"),
        ({"draws": [{"result": None}]}, "/draws/0/result has no seal"),
        ({"clock": {"move_ms": None}}, "/clock has a member without a value"),
        ({"outcome": {"places": [None]}}, "/outcome has a member without a value"),
        ({"label": "?", "n": 1}, None),
    ],
)
def test_each_hidden_place_has_one_seal(entry: dict[str, Any], odd: str | None) -> None:
    assert misplaced(entry) == odd


def test_the_document_names_every_kind_and_member() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z_]+", text))
    for cls in (*WITH_FACTS, *get_args(BookEntry)):
        assert {str(cls.__struct_config__.tag), *cls.__struct_encode_fields__} <= words
