"""What is searched for before the first line is checked: card sets and the entries that rewinds go back to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.audit.ahead import Ahead, ahead_in, ahead_of
from domain.audit.checks import verify_bytes
from domain.audit.opened import read_record
from domain.record.entries import RewoundTo
from domain.table.codec import codec_of
from tests.audit.forging import Forgery, statuses
from tests.audit.tables import CARD_SET, Played, duel, harbour, went_back


@pytest.mark.parametrize("table", [duel, harbour, went_back])
def test_bytes_and_parsed_copy_tell_the_same(table: Callable[[], Played]) -> None:
    text = table().record()
    assert ahead_in(text) == ahead_of(read_record(text))


def test_it_finds_what_the_entries_say() -> None:
    assert [card_set.text for card_set in ahead_in(harbour().record()).card_sets] == [CARD_SET]
    codec = codec_of(went_back().table.rules)
    entries = [codec.public(sealed.public) for sealed in went_back().entries]
    goals = {entry.to for entry in entries if isinstance(entry, RewoundTo)}
    assert len(goals) == 3
    assert ahead_in(went_back().record()) == Ahead((), frozenset(goals))


def test_a_card_set_may_stand_behind_the_entries() -> None:
    copy = Forgery(harbour())
    copy.lines.append(copy.lines.pop(1))
    assert "data" in copy.lines[-1]
    assert statuses(copy.report()) == {13: "not possible"}


@pytest.mark.parametrize(
    "line",
    [
        b'{"data":1}',
        b'{"data":' + b"[" * 10_000,
        b'{"data":{"digest":"',
        b'{"entry":{"kind":"rewound_to"}}\n',
        b'{"entry":{"kind":"rewound_to","to":"9"}}\n',
        b'{"entry":{"kind":"rewound_to"',
    ],
)
def test_damaged_lines_say_nothing_here_and_are_told_when_they_are_read(line: bytes) -> None:
    text = duel().record() + line
    assert ahead_in(text) == Ahead((), frozenset())
    assert verify_bytes(text).failed[0].number == 1
