"""Keys, the words of a draw, picks and shuffles, and draws read back from a record."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import Draw
from domain.record.canonical import b64
from domain.record.draws import (
    DealChance,
    DrawMismatchError,
    RecordedChance,
    recomputed,
    shuffled,
    uniform,
    words,
)
from domain.record.keys import NO_ENTROPY, Keyed, commitment, deal_key, hkdf, salt_key

KEY = Keyed(bytes(32))
LONG_KEY = (  # RFC 5869, appendix A.2
    "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09"
    "b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
)


@pytest.mark.parametrize(
    ("secret", "salt", "info", "size", "key"),
    [
        (
            "0b" * 22,
            bytes(range(13)).hex(),
            bytes(range(0xF0, 0xFA)).hex(),
            42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(),
            bytes(range(0x60, 0xB0)).hex(),
            bytes(range(0xB0, 0x100)).hex(),
            82,
            LONG_KEY,
        ),
        (
            "0b" * 22,
            "",
            "",
            42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
)
def test_hkdf_gives_the_vectors_of_rfc_5869(secret: str, salt: str, info: str, size: int, key: str) -> None:
    """RFC 5869, appendix A.1 to A.3."""
    made = hkdf(bytes.fromhex(secret), salt=bytes.fromhex(salt), info=bytes.fromhex(info), size=size)
    assert made.hex() == key


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_a_prepared_key_gives_what_hmac_gives(key: bytes, message: bytes) -> None:
    assert Keyed(key)(message) == hmac.digest(key, message, "sha256")


def test_a_commitment_names_its_kind() -> None:
    secret = bytes(32)
    digest = hashlib.sha256(b"matchledger/1/deal_secret/" + secret).digest()
    assert commitment("deal", secret) == b64(digest) != commitment("salt", secret)


def test_every_input_changes_the_deal_key() -> None:
    def key(
        secret: bytes = bytes(32),
        entropy: tuple[bytes, ...] = (NO_ENTROPY,),
        deal_id: str = "t",
        game: str = "g",
        version: int = 1,
    ) -> bytes:
        return deal_key(secret, entropy, deal_id=deal_id, game=game, version=version)

    other = b"\1" * 32
    keys = [key(), key(other), key(entropy=(other,)), key(deal_id="u"), key(game="h"), key(version=2)]
    assert len({*keys, key(entropy=(NO_ENTROPY, other)), key(entropy=(other, NO_ENTROPY)), salt_key(other, "t")}) == 9


def test_words_are_blocks_of_four() -> None:
    blocks = KEY(b"0/0/deck/0") + KEY(b"0/0/deck/1")
    expected = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, 64, 8)]
    assert list(islice(words(KEY, "0/0/deck"), 8)) == expected


def test_uniform_skips_words_past_the_last_full_multiple() -> None:
    last = 2**64 - 2**64 % 6
    assert uniform(iter([last, 2**64 - 1, last - 1]), 6) == 5


def test_a_stream_that_ends_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError):
        uniform(iter([2**64 - 1]), 6)


def test_uniform_numbers_are_uniform() -> None:
    source = words(KEY, "0/0/dice")
    counts = Counter(uniform(source, 6) for _ in range(6_000))
    assert set(counts) == set(range(6))
    assert all(880 <= count <= 1_120 for count in counts.values())  # four standard deviations of 1,000


@given(st.integers(0, 60), st.text(max_size=8))
def test_a_shuffle_is_a_permutation(n: int, label: str) -> None:
    assert sorted(shuffled(words(KEY, label), n)) == list(range(n))


def test_chance_counts_its_draws_and_notes_them() -> None:
    chance = DealChance(KEY, rewinds=2, use=7)
    order = chance.shuffle(5, "deck")
    first = chance.pick(3, "begins", open=True)
    assert [(drawn.draw.label, drawn.open) for drawn in chance.drawn] == [("2/7/deck", False), ("2/8/begins", True)]
    assert [recomputed(KEY, drawn.draw) for drawn in chance.drawn] == [order, first]


def draw(kind: str = "pick", n: int = 3, result: object = 1, label: str = "0/4/begins") -> Draw:
    made: Any = Draw
    recorded: Draw = made(label=label, kind=kind, n=n, result=result)  # results of any type: a record may be damaged
    return recorded


def test_recorded_draws_are_given_out_again() -> None:
    recorded = [draw(), draw("shuffle", 3, (2, 0, 1), "0/5/deck")]
    chance = RecordedChance(recorded, rewinds=0, use=4)
    assert (chance.pick(3, "begins", open=True), chance.left_over) == (1, 1)
    assert (chance.shuffle(3, "deck"), chance.left_over) == ((2, 0, 1), 0)
    assert [(drawn.draw, drawn.open) for drawn in chance.drawn] == [(recorded[0], True), (recorded[1], False)]


@pytest.mark.parametrize(
    ("recorded", "words_of_it"),
    [
        ([], "holds no such draw"),
        ([draw(label="0/3/begins")], "the entry holds 0/3/begins"),
        ([draw(n=4)], "pick of 3"),
        ([draw("shuffle")], "pick of 3"),
        ([draw(result=None)], "sealed"),
        ([draw(result=3)], "not below 3"),
        ([draw(result=-1)], "not below 3"),
        ([draw(result=(0,))], "not below 3"),
        ([draw(result=True)], "not below 3"),
    ],
)
def test_another_pick_than_the_recorded_one_is_a_mismatch(recorded: list[Draw], words_of_it: str) -> None:
    with pytest.raises(DrawMismatchError, match=words_of_it):
        RecordedChance(recorded, rewinds=0, use=4).pick(3, "begins")


@pytest.mark.parametrize("result", [(0, 0, 1), (0, 1), 1, (0, 1, 3), {"a": 1}, (0, "1", 2), (True, 0, 2)])
def test_a_recorded_shuffle_is_a_permutation(result: object) -> None:
    chance = RecordedChance([draw("shuffle", 3, result, "0/4/deck")], rewinds=0, use=4)
    with pytest.raises(DrawMismatchError, match="no permutation"):
        chance.shuffle(3, "deck")
