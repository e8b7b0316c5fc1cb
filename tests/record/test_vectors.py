"""docs/vectors.json: current, and true of the standalone verifier, which shares no code with ours."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.many import as_told
from tests.record.vectors import STORED, as_text
from tests.standalone.verifiers import FOLDER, ask, ask_all, commands

VECTORS: Any = json.loads(STORED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def stranger() -> ModuleType:
    """Return the standalone verifier, loaded as a file of its own."""
    spec = importlib.util.spec_from_file_location("stranger", FOLDER / "verify.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def key(stranger: ModuleType) -> bytes:
    """Return the deal key as the stranger derives it."""
    keys = VECTORS["keys"]
    secret = b"".join(map(stranger.unb64, [keys["deal_secret"], *keys["entropy"]]))
    derived: bytes = stranger.hkdf(secret, keys["deal_id"], f"matchledger/1/deal/{keys['game']}/{keys['version']}")
    return derived


def test_the_stored_vectors_are_current() -> None:
    """`python -m tests.record.vectors` writes them anew."""
    assert STORED.read_text(encoding="utf-8") == as_text()


def test_canonical_bytes(stranger: ModuleType) -> None:
    for vector in VECTORS["canonical"]:
        assert stranger.canonical(vector["value"]).decode() == vector["utf8"]


def test_keys_and_commitments(stranger: ModuleType, key: bytes) -> None:
    keys = VECTORS["keys"]
    assert key.hex() == keys["deal_key_hex"]
    salts = stranger.hkdf(stranger.unb64(keys["salt_secret"]), keys["table"], "matchledger/1/salts")
    assert salts.hex() == keys["salt_key_hex"]
    for kind, commitment in keys["commitments"].items():
        made = stranger.sha(f"matchledger/1/{kind}_secret/".encode(), stranger.unb64(keys[f"{kind}_secret"]))
        assert made == commitment


def test_salts_and_seals(stranger: ModuleType) -> None:
    salts = bytes.fromhex(VECTORS["keys"]["salt_key_hex"])
    for vector in VECTORS["seals"]:
        salt = stranger.mac(salts, f"{vector['n']}{vector['pointer']}".encode())[:16]
        assert salt == stranger.unb64(vector["salt"])
        assert stranger.sha(salt, stranger.canonical(vector["value"])) == vector["commitment"]


def test_words(stranger: ModuleType, key: bytes) -> None:
    for vector in VECTORS["words"]:
        raw = b"".join(stranger.mac(key, f"{vector['label']}/{block}".encode()) for block in range(2))
        assert [raw[i : i + 8].hex() for i in range(0, 48, 8)] == vector["words_hex"]


def test_picks_and_shuffles(stranger: ModuleType, key: bytes) -> None:
    for vector in VECTORS["shuffles"]:
        assert stranger.result_of(key, {**vector, "kind": "shuffle"}) == vector["result"]
    for vector in VECTORS["uniform"]:
        if int(vector["n"]) <= 65_536:
            draw = {"label": vector["label"], "kind": "pick", "n": int(vector["n"])}
            assert str(stranger.result_of(key, draw)) == vector["results"][0]


def test_a_pick_skips_words_past_the_last_full_multiple() -> None:
    """With n = 2^63 + 1 every word from n on is skipped: each result is a word as it came."""
    assert all(int(result) < 2**63 + 1 for result in VECTORS["uniform"][-1]["results"])


def test_pointers(stranger: ModuleType) -> None:
    for vector in VECTORS["pointers"]:
        assert list(stranger.hidden({vector["key"]: None}, "")) == [vector["pointer"]]


def test_records_of_every_kind_and_what_each_verifier_finds(tmp_path: Path) -> None:
    """A rewind, copies, an escaped pointer, and something damaged for each check that can fail."""
    vectors = VECTORS["records"]
    texts = [vector["record"].encode() for vector in vectors]
    for answers in ask_all(texts, tmp_path).values():
        assert list(map(_said, answers)) == [_expected(vector) for vector in vectors]
    ours = [as_told(verify_bytes(text)) for text in texts]
    assert list(map(_said, ours)) == [_expected(vector.get("with_rules", vector)) for vector in vectors]
    failed = {
        number for vector in vectors for said in (vector, vector.get("with_rules", vector)) for number in said["failed"]
    }
    assert failed == set(range(1, 11))


def _said(answer: Any) -> dict[str, Any]:
    """Return what a report for programs comes to."""
    found = {
        name: [check["number"] for check in answer["checks"] if check["status"] == name.replace("_", " ")]
        for name in ("failed", "not_possible")
    }
    return {**found, "first_wrong_line": answer["first_wrong_line"]}


def _expected(said: Any) -> dict[str, Any]:
    return {name: said[name] for name in ("failed", "not_possible", "first_wrong_line")}


def test_the_document_describes_every_member() -> None:
    text = (STORED.parent / "record-format.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1] for line in text.partition("## 11.")[2].splitlines() if line.startswith("| `")}
    assert rows == set(VECTORS)


@pytest.mark.parametrize("name", commands())
def test_the_chain_and_its_record(stranger: ModuleType, name: str) -> None:
    chain = VECTORS["chain"]
    head = stranger.sha(f"matchledger/1/{chain['table']}".encode())
    assert head == chain["genesis"]
    for link in chain["links"]:
        head = stranger.sha(stranger.unb64(head), link["entry"].encode())
        assert head == link["hash"]
    assert ask(name, chain["record"].encode()).unable == {8, 10, 13}
