"""Canonical bytes, against two other implementations and against what must be refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.record.canonical import DEPTH, LARGEST, NotCanonicalError, b64, canonical, decode, sha256, unb64

TEXT = st.text(st.characters(codec="utf-8"))
KEYS = st.text(st.characters(max_codepoint=127))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.long
@given(VALUES)
@settings(max_examples=600)
def test_the_bytes_are_those_of_rfc_8785_and_of_the_standard_library(value: Any) -> None:
    check_bytes(value)


@pytest.mark.soak
@given(VALUES)
@settings(max_examples=30_000)
def test_the_bytes_of_very_many_values_are_those_of_rfc_8785(value: Any) -> None:
    check_bytes(value)


def check_bytes(value: Any) -> None:
    """Three ways to write a value agree, and it is read back."""
    text = canonical(value)
    assert text == rfc8785.dumps(value)
    assert text == json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    assert decode(text) == value


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"1 ",
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"a": 1}',
        b"1.0",
        b"1e3",
        b"1.5",
        b"-0",
        b"1E400",
        b"NaN",
        b"Infinity",
        b"01",
        b'"\\u0041"',
        b'"\\/"',
        b'"\\ud800"',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b"\xef\xbb\xbf{}",
        b"9007199254740992",
        b"-9007199254740992",
        b'{"a":[12345678901234567890]}',
        '{"ä":1}'.encode(),
        '{"a":{"é\\"":1}}'.encode(),
        nested(DEPTH + 1),
        nested(100_000),
        b'{"a":' * (DEPTH + 1) + b"1" + b"}" * (DEPTH + 1),
    ],
)
def test_what_is_not_canonical_is_refused(text: bytes) -> None:
    with pytest.raises(NotCanonicalError):
        decode(text)


@pytest.mark.parametrize(
    "text",
    [
        b"9007199254740991",
        b"-9007199254740991",
        '["ä",{"a":["é"]}]'.encode(),
        b'"0.5 12345678901234567890 ["',
        nested(DEPTH),
        b"[" + b",".join([b"[]"] * 200) + b"]",
        b'{"a":[true,false,null,0,-1,"0.0"]}',
    ],
)
def test_what_looks_odd_but_is_canonical_is_accepted(text: bytes) -> None:
    assert canonical(decode(text)) == text


@pytest.mark.parametrize("value", [2**53, -(2**53), [{"a": 2**60}], 0.5, [1.5], {"ä": 1}])
def test_values_without_a_canonical_form_are_refused(value: Any) -> None:
    with pytest.raises(NotCanonicalError):
        canonical(value)


@pytest.mark.parametrize("levels", [DEPTH + 1, 100_000])
def test_a_value_that_is_too_deep_is_refused(levels: int) -> None:
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    with pytest.raises(NotCanonicalError):
        canonical(value)


@given(st.binary(max_size=70))
def test_base64url_goes_there_and_back(raw: bytes) -> None:
    assert unb64(b64(raw)) == raw
    assert "=" not in b64(raw)


@pytest.mark.parametrize("text", ["A", "AB", "AA==", "A+A/", "ä", "AA\n", "A A A A"])
def test_other_base64_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"base64|ascii|padding|data"):
        unb64(text)


def test_sha256_joins_its_parts() -> None:
    """FIPS 180-4, the message `abc`."""
    assert sha256(b"a", b"bc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
