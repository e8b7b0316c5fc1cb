"""Sentences in a language, and the names of seats."""

from __future__ import annotations

import pytest

from domain.kernel.display.words import ENGLISH, SHARED, Words, catalogue, languages, spoken, spoken_by, words_in
from domain.kernel.refusals import Refusal


def test_english_needs_no_catalogue() -> None:
    words = Words(["Ann"])
    assert words.say("It is the turn of {seat}.", seat=words.seat(0)) == "It is the turn of Ann."
    assert words.count("{n} ware", "{n} wares", 1) == "1 ware"
    assert words.count("{n} ware", "{n} wares", 2) == "2 wares"
    assert words.seats([0, 1]) == "Ann, Seat 1"
    assert words.calling(["", "Bea"]).seats([0, 1]) == "Ann, Bea"
    assert words.on_page(["", "Bea", None]).seats([0, 1, 2]) == "Seat 1, Bea, Seat 3"
    assert words.on_page(["", "Bea", "", "Bea"], [2, 0]).seats([0, 1, 2, 3]) == "Bot 1, Bea (2), Bot 2, Bea (4)"
    assert words.on_page(["Deep", ""], [0, 1]).seats([0, 1]) == "Deep, Bot 2"
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


def test_a_catalogue_is_read_once_whatever_it_stands_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each order of catalogues has copies of its own, for each is linked to the next; reading takes long."""
    before = words_in("fr", "tests.harbour", "api")
    monkeypatch.setattr("babel.messages.pofile.read_po", None)
    after = words_in("fr", "api", "tests.harbour")
    assert before is not after
    assert before.say("The harbour closes.") == after.say("The harbour closes.") != "The harbour closes."


def test_the_first_package_that_has_a_sentence_says_it_then_the_shared_catalogue() -> None:
    words = words_in("fr", "tests.harbour")
    assert (words.language, words.say("The harbour closes.")) == ("fr", "Le port ferme.")
    assert words_in("ja", "tests.harbour").say("The harbour closes.") == "The harbour closes."
    assert words_in("ja", "tests.harbour").seat(1) == "席1"
    assert words_in("ja").say("Seat {number}", number=2) == "席2"


def test_asking_for_a_language_twice_changes_no_other() -> None:
    """The catalogues of one game never speak in another one."""
    words_in("fr", "tests.harbour")
    assert words_in("fr").say("The harbour closes.") == "The harbour closes."


def test_seats_are_called_by_name_where_they_have_one() -> None:
    words = words_in("ja").calling(["Ann", ""])
    assert [words.seat(seat) for seat in range(3)] == ["Ann", "席1", "席2"]
    assert words.seats([0, 1]) == "Ann、席1"
    assert words.at_table("cards").cards == "cards"
    assert (words.at_table("cards").language, words.at_table("cards").seat(0)) == ("ja", "Ann")


def test_words_may_know_what_was_seen_before() -> None:
    told = Words().at_table("cards", lambda: "view").calling(["Ann"])
    assert told.before is not None
    assert (told.before(), told.cards, told.seat(0)) == ("view", "cards", "Ann")
    assert Words().at_table("cards").before is None


def test_things_are_listed_as_the_language_does() -> None:
    assert [Words().listed(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert words_in("ja").listed(["a", "b", "c"]) == "a、b、c"
    with pytest.raises(ValueError, match="not enough"):
        Words().listed([])


def test_names_are_said_as_they_stand() -> None:
    """A tag is no sentence: nothing in it is filled."""
    assert Words().term("targets/0/hand_count") == "targets 0 hand count"
    assert Words().term("{x}") == "{x}"


def test_a_place_may_have_any_name() -> None:
    assert Words().say("{text} {one} {n}", text=1, one=2, n=3) == "1 2 3"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ja", "ja"),
        ("ja_JP.UTF-8", "ja"),
        ("ja-JP", "ja"),
        ("JA", "ja"),
        ("ja_JP@modifier", "ja"),
        ("en_GB.UTF-8", "en"),
        ("de_DE.UTF-8", None),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
        ("../ja", None),
    ],
)
def test_a_locale_is_spoken_where_we_speak_its_language(locale: str, language: str | None) -> None:
    assert spoken(locale) == language
    assert spoken_by({"LANG": locale}) == (language or ENGLISH)


def test_the_environment_is_asked_in_the_order_of_posix() -> None:
    assert spoken_by({}) == ENGLISH
    assert spoken_by({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"}) == "ja"
    assert spoken_by({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "", "LC_ALL": "C"}) == ENGLISH


def test_our_languages_are_those_of_the_shared_catalogues() -> None:
    languages.cache_clear()  # whoever asked first, here they are looked up
    assert languages() == (ENGLISH, "ja")
    assert SHARED == "domain.kernel"
