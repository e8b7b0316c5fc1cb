"""The archive of a case: what is in it, for whom, and that nothing in it can be changed unnoticed."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from domain.audit.heads import parse_head
from domain.audit.timeline import TimelineError
from domain.record.canonical import canonical
from dossier.archive.checking import check_archive
from dossier.archive.findings import LIMITS, PARTS, REASONS, Checked, Limit
from dossier.archive.making import Beside, archive_of
from dossier.archive.manifest import ATTEMPTS, MANIFEST, MEMBERS, README, RECORD, REPORT, TEXTS, parse_manifest
from dossier.archive.packing import ARCHIVE_BYTES, packed
from dossier.report import NoCaseError
from tests.audit.tables import worded, worded_so_far
from tests.dossier.archives import CASE, OWN, archive, attempt, members, repacked, zipped
from tests.node import NODE

RECIPIENTS = ("arbiter", "all", "seat:0", "seat:1", "seat:0,seat:1", "spectator")
Forge = Callable[[dict[str, bytes]], bytes]


def checked(text: bytes) -> Checked:
    return check_archive(text, OWN)


def wrong(text: bytes) -> list[tuple[str, str]]:
    """Return each part that fails, and why."""
    found = checked(text)
    failed = [(one.part, why.code) for one in found.findings if one.status == "failed" for why in one.because]
    assert bool(failed) is found.is_wrong
    assert [one.part for one in found.findings] == list(PARTS)
    return failed


@pytest.mark.parametrize("recipient", RECIPIENTS)
def test_the_archive_of_each_recipient_is_sound(recipient: str) -> None:
    """Before the end too, when a copy hides something."""
    for ended in (True, False):
        found = checked(archive(recipient, ended=ended))
        assert not found.is_wrong
        assert found.report is not None
        status = {one.part: one.status for one in found.findings}
        assert status == {**dict.fromkeys(PARTS, "passed"), "attempts": "not possible"}


def test_a_recipient_gets_no_more_than_its_copy() -> None:
    texts = {recipient: members(archive(recipient, ended=False))[TEXTS].decode() for recipient in RECIPIENTS}
    assert {name: text.count('{"note"') for name, text in texts.items()} == {
        "arbiter": 3, "all": 3, "seat:0": 1, "seat:1": 2, "seat:0,seat:1": 2, "spectator": 1,
    }  # fmt: skip
    assert [name for name, text in texts.items() if "Watch seat 0." in text] == ["arbiter"]
    tried = {recipient: members(archive(recipient))[ATTEMPTS].count(b"\n") for recipient in RECIPIENTS}
    assert tried == {"arbiter": 2, "all": 2, "seat:0": 1, "seat:1": 1, "seat:0,seat:1": 2, "spectator": 0}


def test_the_same_case_has_the_same_bytes_on_every_machine() -> None:
    archive.cache_clear()
    first = archive()
    archive.cache_clear()
    assert archive() == first
    with zipfile.ZipFile(io.BytesIO(first)) as inside:
        listed = inside.infolist()
    assert tuple(one.filename for one in listed) == MEMBERS == tuple(sorted(MEMBERS))
    assert {(one.date_time, one.compress_type, one.create_system, one.external_attr >> 16) for one in listed} == {
        ((1980, 1, 1, 0, 0, 0), zipfile.ZIP_STORED, 3, 0o100644)
    }


def test_both_verifiers_inside_run_on_the_record_beside_them(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(archive("spectator"))) as inside:
        inside.extractall(tmp_path)
    for command in ([sys.executable, "-I", "verify.py"], [str(NODE), "verify.mjs"]):
        done = subprocess.run([*command, RECORD], cwd=tmp_path, capture_output=True, check=False, timeout=120)
        assert done.returncode == 0, done.stderr
    assert b"verify.py" in (tmp_path / README).read_bytes()


def test_instructions_name_the_head_and_warn_where_secrets_are_open() -> None:
    for ended in (True, False):
        found = members(archive("seat:1", ended=ended))
        text = found[README].decode()
        assert parse_manifest(found[MANIFEST]).head in text
        assert ("can work out every hand" in " ".join(text.split())) is ended
    japanese = members(archive(language="ja"))
    assert "確かめ方" in japanese[README].decode()
    assert b'<html lang="ja">' in japanese[REPORT]
    assert wrong(archive(language="ja")) == []


def test_a_kept_head_is_compared() -> None:
    head = parse_manifest(members(archive())[MANIFEST]).head
    assert not check_archive(archive(), OWN, [parse_head(head)]).is_wrong
    other = check_archive(archive(), OWN, [parse_head(f"3:{'A' * 43}")])
    assert [why.code for one in other.findings if one.part == "record" for why in one.because] == ["other_record"]


def changed(name: str, old: bytes, new: bytes) -> Forge:
    def forge(found: dict[str, bytes]) -> bytes:
        assert old in found[name], "there is something to forge"
        return repacked({**found, name: found[name].replace(old, new)})

    return forge


def both(old: bytes, new: bytes) -> Forge:
    """Change a text in the record and beside it."""
    return lambda found: repacked({**found, **{name: found[name].replace(old, new) for name in (RECORD, TEXTS)}})


def instead(name: str, content: bytes) -> Forge:
    return lambda found: repacked({**found, name: content})


def manifest(**members_: object) -> Forge:
    return lambda found: repacked(found, **members_)


def attempts(*tried: dict[str, object]) -> Forge:
    return instead(ATTEMPTS, b"".join([canonical(one) + b"\n" for one in tried]))


def without(name: str) -> Forge:
    return lambda found: packed({key: content for key, content in found.items() if key != name})


def flagged(found: dict[str, bytes]) -> bytes:
    """Say of every member that it is encrypted, at both of its places."""
    text = bytearray(packed(found))
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = text.find(magic)
        while at >= 0:
            text[at + place] |= 1
            at = text.find(magic, at + 4)
    return bytes(text)


def twice(found: dict[str, bytes]) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return zipped(found, (RECORD, b"another"))


def commented(found: dict[str, bytes]) -> bytes:
    return packed(found)[:-2] + struct.pack("<H", 5) + b"hello"


def between(found: dict[str, bytes]) -> bytes:
    """Put something between the members and their list, which then begins later."""
    text = packed(found)
    end = text.rfind(b"PK\x05\x06")
    (start,) = struct.unpack("<L", text[end + 16 : end + 20])
    return text[:start] + b"hidden" + text[start : end + 16] + struct.pack("<L", start + 6) + text[end + 20 :]


def renamed(found: dict[str, bytes]) -> bytes:
    """Give a member another name where it lies than in the list."""
    return packed(found).replace(b"report.html", b"report.htmX", 1)


def damaged(found: dict[str, bytes]) -> bytes:
    text = packed(found)
    return text.replace(b"<!doctype html>", b"<!doctype HTML>", 1)


SEAT_0 = attempt(worded(), 0)
FORGERIES: dict[str, tuple[Forge, str, str]] = {
    "other words of the ruling in the record": (both(b"Nobody could", b"Somebody can"), "record", "wrong_record"),
    "another finding": (changed(RECORD, b'"no_infraction"', b'"infraction"'), "record", "wrong_record"),
    "another rule cited": (changed(RECORD, b'"R14"', b'"R15"'), "record", "wrong_record"),
    "the record without its last entry": (
        lambda found: repacked({**found, RECORD: found[RECORD].rpartition(b'{"entry"')[0]}), "record", "other_record",
    ),
    "the record of the same table in its middle": (
        instead(RECORD, worded_so_far().record()), "record", "other_record",
    ),
    "the copy of somebody else": (
        instead(RECORD, members(archive("spectator"))[RECORD]), "record", "other_record",
    ),
    "no record": (instead(RECORD, b"hello\n"), "record", "wrong_record"),
    "an empty record": (instead(RECORD, b""), "record", "wrong_record"),
    "another case": (manifest(case="c-0"), "case", "no_case"),
    "another table": (manifest(table="other-1"), "record", "other_record"),
    "another recipient": (manifest(recipient="seat:7"), "record", "other_record"),
    "a recipient who reads no notes of the desk": (manifest(recipient="all"), "texts", "other_texts"),
    "another head": (manifest(head=f"3:{'A' * 43}"), "record", "other_record"),
    "a language that nobody speaks": (manifest(language="xx"), "manifest", "bad_manifest"),
    "another moment": (manifest(moment="4"), "case", "other_moment"),
    "a manifest of another form": (
        lambda found: packed({**found, MANIFEST: b"{}"}), "manifest", "bad_manifest",
    ),
    "a manifest written otherwise": (
        lambda found: packed({**found, MANIFEST: found[MANIFEST].replace(b"\n", b"")}), "manifest", "bad_manifest",
    ),
    "a manifest without a member": (manifest(members={}), "manifest", "other_digest"),
    "a changed member under the old manifest": (
        lambda found: packed({**found, REPORT: found[REPORT] + b" "}), "manifest", "other_digest",
    ),
    "other words beside the record": (changed(TEXTS, b"Nobody could", b"Somebody can"), "texts", "other_texts"),
    "a text less beside the record": (
        lambda found: repacked({**found, TEXTS: found[TEXTS].partition(b"\n")[2]}), "texts", "other_texts",
    ),
    "texts that are none": (instead(TEXTS, b"hello\n"), "texts", "other_texts"),
    "an attempt that is not refused": (attempts({**SEAT_0, "code": "card_taken"}), "attempts", "not_refused"),
    "an attempt of another form": (attempts({"seat": 0}), "attempts", "bad_attempts"),
    "an attempt at no entry": (attempts({**SEAT_0, "seen": 900}), "attempts", "bad_attempts"),
    "an attempt at no time": (attempts({**SEAT_0, "at": "soon"}), "attempts", "bad_attempts"),
    "attempts in another order": (
        attempts(SEAT_0, {**SEAT_0, "at": "2025-01-01T00:00:10.000Z"}), "attempts", "bad_attempts",
    ),
    "an attempt whose line does not end": (instead(ATTEMPTS, canonical(SEAT_0)), "attempts", "bad_attempts"),
    "another ruling in the report": (changed(REPORT, b"Nobody could", b"Somebody can"), "report", "other_report"),
    "a script in the report": (
        changed(REPORT, b"</main>", b"<script>alert(1)</script></main>"), "report", "other_report",
    ),
    "other instructions": (changed(README, b"nothing is wrong", b"all is well"), "readme", "other_readme"),
    "a verifier that always agrees": (instead("verify.py", b"exit(0)\n"), "verifiers", "other_verifier"),
    "the other verifier": (changed("verify.mjs", b"the", b"tha"), "verifiers", "other_verifier"),
    **{f"no {name}": (without(name), "archive", "missing_member") for name in MEMBERS},
    "one member more": (lambda found: packed({**found, "photo.jpg": b""}), "archive", "unexpected_member"),
    "a member above the folder": (lambda found: packed({**found, "../x.py": b""}), "archive", "unexpected_member"),
    "a member at the root": (lambda found: packed({**found, "/etc/passwd": b""}), "archive", "unexpected_member"),
    "a folder": (lambda found: packed({**found, "case/": b""}), "archive", "unexpected_member"),
    "two records": (twice, "archive", "duplicate_member"),
    "compressed members": (lambda found: zipped(found, method=zipfile.ZIP_DEFLATED), "archive", "compressed_member"),
    "a bomb": (
        lambda found: zipped({**found, TEXTS: bytes(2**24)}, method=zipfile.ZIP_DEFLATED),
        "archive", "compressed_member",
    ),
    "encrypted members": (flagged, "archive", "encrypted_member"),
    "hundreds of members": (
        lambda found: packed({**found, **{f"m{i}": b"" for i in range(300)}}), "archive", "too_many_members",
    ),
    "packed by another program": (zipped, "archive", "other_bytes"),
    "a comment behind": (commented, "archive", "other_bytes"),
    "something in front": (lambda found: b"#!/bin/sh\n" + packed(found), "archive", "other_bytes"),
    "something behind": (lambda found: packed(found) + b"more", "archive", "other_bytes"),
    "something between": (between, "archive", "other_bytes"),
    "a member with two names": (renamed, "archive", "no_archive"),
    "a damaged member": (damaged, "archive", "no_archive"),
    "half an archive": (lambda found: packed(found)[:5000], "archive", "no_archive"),
    "no archive": (lambda _: b"hello", "archive", "no_archive"),
    "nothing": (lambda _: b"", "archive", "no_archive"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_archive_is_found_and_named(name: str) -> None:
    """Members are changed together with the manifest that names them."""
    forge, part, code = FORGERIES[name]
    assert (part, code) in wrong(forge(members(archive())))


def test_each_code_has_a_forgery() -> None:
    assert {code for _, _, code in FORGERIES.values()} | {"too_large", "not_for_recipient"} == REASONS.keys()


def test_an_attempt_of_another_seat_is_not_for_this_one() -> None:
    found = members(archive("seat:1"))
    forged = repacked({**found, ATTEMPTS: canonical(SEAT_0) + b"\n"})
    assert wrong(forged) == [("attempts", "not_for_recipient")]


def test_an_archive_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ARCHIVE_BYTES > 2**28
    monkeypatch.setattr("dossier.archive.packing.ARCHIVE_BYTES", 1000)
    assert wrong(archive()) == [("archive", "too_large")]


def test_a_record_of_which_no_report_can_be_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy hides facts, so that nobody can say that a game may have those that it shows."""

    def report_of(*_: object, **__: object) -> bytes:
        raise TimelineError("the entry does not fit the game")

    text = archive()
    monkeypatch.setattr("dossier.archive.making.report_of", report_of)
    assert wrong(text) == [("report", "other_report")]


def test_what_another_release_wrote_may_differ() -> None:
    """Its report, instructions and verifiers cannot be compared; its record can be verified all the same."""
    found = members(archive())
    for name in (REPORT, README, "verify.py"):
        found[name] += b"\n"
    result = checked(repacked(found, release="matchledger 0.0.9"))
    assert not result.is_wrong
    because = {one.part: one.because for one in result.findings if one.status == "not possible"}
    del because["attempts"]
    said = Limit("other_release", {"release": "matchledger 0.0.9", "own": "matchledger 0.1.0"})
    assert because == dict.fromkeys(("report", "readme", "verifiers"), (said,))


def test_an_attempt_that_nobody_can_decide_again_is_counted() -> None:
    """One whose command was too long to be kept."""
    found = members(archive())
    tried = canonical({**SEAT_0, "body": None}) + b"\n" + canonical(SEAT_0) + b"\n"
    (finding,) = [one for one in checked(repacked({**found, ATTEMPTS: tried})).findings if one.part == "attempts"]
    assert (finding.status, finding.because) == ("not possible", (Limit("attempts", {"n": 1, "all": 2}),))
    tried = canonical({**SEAT_0, "tag": "no_such_command", "code": ""}) + b"\n"
    assert wrong(repacked({**found, ATTEMPTS: tried})) == []


def test_an_archive_is_of_the_copy_and_of_a_case_that_are_there() -> None:
    text = worded().record()
    with pytest.raises(ValueError, match="a copy for all, not for spectator"):
        archive_of(text, CASE, "spectator", "en", OWN, Beside())
    with pytest.raises(ValueError, match="no viewer"):
        archive_of(text, CASE, "seat:9", "en", OWN, Beside())
    with pytest.raises(NoCaseError):
        archive_of(text, "c-0", "all", "en", OWN, Beside())


def test_every_sentence_has_its_places() -> None:
    """Nothing that is told of an archive is told without what it is about."""
    assert REASONS.keys().isdisjoint(LIMITS)
    assert all(text for text in (*REASONS.values(), *LIMITS.values()))
    assert msgspec.json.decode(members(archive())[MANIFEST])["members"].keys() == {*MEMBERS} - {MANIFEST}
