"""What a card may look like: names that have room, places that have one name, and nothing that a renderer lacks."""

from __future__ import annotations

import msgspec
import pytest
from wcwidth import width

from domain.kernel.display.board import CardPicture, Counter, Panel, Picture, Zone, panel_id, zone_id
from domain.kernel.display.look import SHORT, Look, Mark, remembered, shortened
from domain.kernel.display.text import render
from domain.kernel.display.words import Words, words_in


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Kick", "Kick"),
        ("Punch Block", "P.Block"),
        ("Ju 87 Dive-Bomber", "Ju"),  # neither the last word has room nor initials with it
        ("8.8 cm Flak", "8.c.Flak"),
        ("Fallschirmjaeger", "Fallsch."),
        ("Extraordinary Reinforcements", "E.Reinf."),
        ("親衛狙撃兵", "親衛狙."),
        (" " * 9, "."),
    ],
)
def test_a_short_name_has_room_on_a_small_card(name: str, short: str) -> None:
    assert shortened(name) == short
    assert width(short) <= SHORT


def test_a_place_is_named_after_its_seat_or_the_centre() -> None:
    assert (panel_id(2), zone_id(2, "hand")) == ("seat/2", "seat/2/hand")
    assert (panel_id(None), zone_id(None, "deck")) == ("centre", "centre/deck")


def test_a_motif_that_no_renderer_draws_is_refused() -> None:
    known = msgspec.to_builtins(Look(art="boot", marks=(Mark("attack", "3", "attack 3"),)))
    assert msgspec.convert(known, Look).art == "boot"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**known, "art": "unicorn"}, Look)


def test_a_sign_stands_for_a_label_only_where_room_is_scarce() -> None:
    def board(*, compact: bool) -> str:
        zones = (Zone("Hearts", "row", (CardPicture("7♥"),), sign="♥"),)
        counters = (Counter("Health", 7, sign="♥"), Counter("Hand", 2))
        panel = Panel("Ann", "other", 0, counters, zones=zones, compact=compact)
        return render(Picture("A game", panels=(panel,)), columns=60)

    assert "Health 7  Hand 2" in board(compact=False)
    assert "Hearts" in board(compact=False)
    assert "♥ 7  Hand 2" in board(compact=True)
    assert "Hearts" not in board(compact=True)


def test_a_look_is_made_once_for_a_card_a_card_set_and_a_language() -> None:
    made: list[str] = []

    @remembered
    def look(card: str, words: Words) -> Look:
        made.append(card)
        return Look(short=words.seat(0))

    english, japanese = words_in("en", "replay"), words_in("ja", "replay")
    first = look("seven", english.calling(("Ann",)))
    assert look("seven", english.calling(("Bea",))) is first
    assert first.short == "Seat 0", "who sits there has no say"
    assert look("seven", japanese).short == "席0"
    look("seven", english.at_table("another card set"))
    look("eight", english)
    assert made == ["seven", "seven", "seven", "eight"]
