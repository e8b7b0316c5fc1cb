"""What every game says of its looks: in closed lists, with room, under names that are its own, and nothing of a back.

Read off golden records, for every viewer; that a picture says no more than the view of its viewer is law A, through
real copies, in `tests/audit/test_timeline.py`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from wcwidth import width

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.board import CENTRE, CardPicture, Picture
from domain.kernel.display.look import SHORT
from domain.kernel.display.words import languages, words_in
from domain.kernel.seats import every_viewer
from domain.record.lines import read, split

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = tuple([f"{path.parent.name}/{path.stem}" for path in sorted(GOLDEN.glob("*/*.ndjson"))])
STEP = 23  # entries: a few moments of each record


@pytest.fixture(scope="module", autouse=True)
def _made_anew() -> Iterator[None]:
    """Let looks be made here, whoever has seen them before: a test without coverage may have been first."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("domain.games.") and ".board" in name and "look" in vars(module):
                patch.setattr(module, "look", inspect.unwrap(vars(module)["look"]))
        yield


@cache
def pictures(record: str) -> tuple[tuple[Picture, ...], ...]:
    """Return pictures of a record, each in every language."""
    timeline = Timeline(read(split((GOLDEN / f"{record}.ndjson").read_bytes())))
    words = [words_in(language, timeline.title.package) for language in languages()]
    found = []
    for n in range(timeline.started or 1, len(timeline) + 1, STEP):
        for viewer in every_viewer(timeline.opening.seats):
            drawn = [timeline.picture(Address(n), viewer, spoken) for spoken in words]
            found.append(tuple([picture for picture in drawn if picture is not None]))
    return tuple(found)


def cards(picture: Picture) -> Iterator[CardPicture]:
    for panel in picture.panels:
        for zone in panel.zones:
            yield from zone.cards


@pytest.mark.no_cover
@pytest.mark.parametrize("record", RECORDS)
def test_a_game_names_only_what_every_renderer_draws(record: str) -> None:
    for spoken in pictures(record):
        for picture in spoken:
            assert msgspec.convert(msgspec.to_builtins(picture), Picture) == picture


@pytest.mark.parametrize("record", RECORDS)
def test_a_back_has_no_look_and_an_open_card_has_one(record: str) -> None:
    for spoken in pictures(record):
        for card in cards(spoken[0]):
            assert (card.look is None) == card.back, card


@pytest.mark.parametrize("record", RECORDS)
def test_places_have_one_name_each_in_every_language(record: str) -> None:
    for spoken in pictures(record):
        names = [
            [(panel.id, tuple([zone.id for zone in panel.zones])) for panel in picture.panels] for picture in spoken
        ]
        assert all(other == names[0] for other in names)
        panels = [panel for panel, _ in names[0]]
        zones = [zone for _, inside in names[0] for zone in inside]
        assert len(set(panels)) == len(panels)
        assert len(set(zones)) == len(zones)
        assert all(zone.startswith(f"{panel}/") for panel, inside in names[0] for zone in inside)
        assert all(panel == CENTRE or panel.startswith("seat/") for panel in panels)


@pytest.mark.parametrize("record", RECORDS)
def test_short_names_have_room_and_marks_are_read_aloud(record: str) -> None:
    for spoken in pictures(record):
        for picture in spoken:
            for card in cards(picture):
                if card.look is not None:
                    assert width(card.look.short) <= SHORT, card.look.short
                    assert all(mark.say for mark in card.look.marks), card.look.marks
                    assert card.look.title or card.look.rank or card.kind == "tile", card


@pytest.mark.parametrize("record", RECORDS)
def test_labels_are_words_and_signs_are_beside_them(record: str) -> None:
    """A sign alone is no label: who hears the table hears "Health", not a heart."""
    for spoken in pictures(record):
        for panel in spoken[0].panels:
            labels = [
                panel.label,
                *[counter.label for counter in panel.counters],
                *[zone.label for zone in panel.zones],
            ]
            assert all(label[:1].isalnum() for label in labels), labels
