"""Sentences in a language, and the names of seats."""

from __future__ import annotations

import pytest

from domain.kernel.refusals import Refusal
from domain.kernel.words import Words, catalogue


def test_english_needs_no_catalogue() -> None:
    words = Words(["Ann"])
    assert words.say("It is the turn of {seat}.", seat=words.seat(0)) == "It is the turn of Ann."
    assert words.count("{n} ware", "{n} wares", 1) == "1 ware"
    assert words.count("{n} ware", "{n} wares", 2) == "2 wares"
    assert words.seats([0, 1]) == "Ann, Seat 1"
    assert words.refusal(Refusal("no", "rule", "Not {what}.", "x", {"what": "now"})) == "Not now."


def test_a_catalogue_translates_sentences_and_plurals() -> None:
    words = Words(catalogue=catalogue("tests.harbour", "fr"))
    assert words.say("The harbour closes.") == "Le port ferme."
    assert words.count("{seat} draws a ware.", "{seat} draws {n} wares.", 2, seat=words.seat(1)) == (
        "Place 1 tire 2 marchandises."
    )


@pytest.mark.parametrize("language", ["en", "xx"])
def test_a_language_without_a_catalogue_is_english(language: str) -> None:
    assert Words(catalogue=catalogue("tests.harbour", language)).say("The harbour closes.") == "The harbour closes."
