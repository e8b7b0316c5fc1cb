"""What a page is given to choose with: commands as sentences, offers with names, words for every value."""

from __future__ import annotations

from unittest.mock import patch

from domain import games
from domain.audit import offered as offered_module
from domain.audit.offered import Offered, offered, settable
from domain.games import Title
from domain.kernel.acting import deal
from domain.kernel.chance import QuickChance
from domain.kernel.display.wording import Wording
from domain.kernel.display.words import words_in
from domain.kernel.legal import legal_up_to, may_of
from domain.kernel.offers import Offer, OneOf
from domain.kernel.seats import seat_viewer
from domain.kernel.setup import Setup
from tests.kernel.test_draft import SETUP


def asked(title: Title, setup: Setup) -> Offered:
    """Return what the first awaited seat may choose after a deal."""
    rules = title.rules
    state = deal(rules, setup, QuickChance(5)).state
    seat = min(rules.to_act(state))
    words = words_in("en", title.package).at_table(setup.data)
    picture = title.picture(rules.view(state, seat_viewer(seat)), words, may_of(rules, state, seat))
    return offered(title, state, seat, words, picture)


def test_a_game_with_sentences_says_them() -> None:
    """Chanic Panic: cards in the hand are cards of the picture."""
    title = games.game("chanic_panic")
    rules = title.rules
    found = asked(title, Setup(seats=2, options=rules.options(), edition=rules.editions[max(rules.editions)]))
    assert not found.truncated
    assert found.commands[0].say == "End your turn."
    assert len({command.say for command in found.commands}) == len(found.commands)
    shape = next(offer for offer in found.offers if offer["command"] == "use_trader")
    assert shape["label"] == "Use the Trader"
    assert shape["fields"]["discards"]["label"] == "cards to discard"
    assert shape["fields"]["discards"]["domain"] == "subset"
    assert {found.words[value].kind for value in shape["fields"]["discards"]["values"]} == {"card"}


def test_a_game_without_sentences_is_told_by_its_fields() -> None:
    """The tests' own game: seats are seats, what nothing shows is a word; what is written freely is an offer only."""
    found = asked(games.game("harbour"), SETUP)
    says = {command.say for command in found.commands}
    assert {"Call storm.", "Peek."} <= says
    assert len(says) == len(found.commands)
    assert found.words["1"].kind == "seat"
    assert "word" in {named.kind for named in found.words.values()}
    assert "hail" in {offer["command"] for offer in found.offers} - {command.tag for command in found.commands}


def test_what_a_seat_may_set_at_any_time_is_a_form() -> None:
    """Panzer Clash: what holds now comes first; a game without such a thing has none."""
    words = words_in("en", "domain.games.panzer_clash")
    for name, forms in (("panzer_clash", ["set_response_prefs"]), ("chanic_panic", [])):
        title = games.game(name)
        rules = title.rules
        setup = Setup(seats=2, options=rules.options(), edition=rules.editions[max(rules.editions)])
        found = settable(title, deal(rules, setup, QuickChance(5)).state, 0, words)
        assert list(found) == forms
        for form in found.values():
            assert all(field["values"][0] is not field["values"][1] for field in form["fields"].values())


def test_hints_of_offers_are_said() -> None:
    hinted = Offer("attack", hint="power: the sum of the Spades")
    wording = Wording(words_in("ja", "domain.games.chanic_panic"))
    assert "スペード" in offered_module._shape(hinted, wording)["hint"]
    path = Offer("move", {"path": OneOf((("c1", "c2"),))})
    assert [value for _, value in offered_module._values((path,), ())] == [("c1", "c2"), "c1", "c2"]


def test_too_many_commands_are_not_listed() -> None:
    """The page then asks by the offers."""
    with patch.object(offered_module, "COMMANDS_AT_MOST", 2):
        found = asked(games.game("harbour"), SETUP)
    assert found.truncated
    assert found.commands == ()
    assert found.offers
    assert found.words


def test_the_list_of_commands_ends_at_both_limits() -> None:
    rules = games.game("harbour").rules
    state = deal(rules, SETUP, QuickChance(5)).state
    seat = min(rules.to_act(state))
    every = legal_up_to(rules, state, seat, most=10_000, tried=100_000)
    assert not every.truncated
    assert legal_up_to(rules, state, seat, most=len(every.commands), tried=100_000) == every
    assert legal_up_to(rules, state, seat, most=3, tried=100_000) == (every.commands[:3], True)
    assert legal_up_to(rules, state, seat, most=10_000, tried=1).truncated
