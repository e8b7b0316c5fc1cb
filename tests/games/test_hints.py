"""What games tell somebody who plays them for the first time."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from domain.games import game, names
from domain.games.panic_clan_inviter import vocabulary as word
from domain.games.panic_clan_inviter.hints import effect_in_words, static_in_words
from domain.kernel.display.hints import NOTHING
from domain.kernel.display.words import Words, words_in
from domain.kernel.messages import tag_of

HELPED = [name for name in names() if game(name).hints is not NOTHING]


@pytest.mark.parametrize("name", HELPED)
def test_a_game_tells_its_rule_and_names_only_commands_it_has(name: str) -> None:
    hints, rules = game(name).hints, game(name).rules
    tags = {tag_of(command) for command in rules.command_types}
    assert hints.in_short(Words())
    assert set(hints.asks) <= set(hints.last) <= tags
    assert set(hints.careful) <= tags - set(hints.last)
    assert set(hints.steps(Words())) <= tags
    assert list(hints.meanings(Words())) == list(hints.signs)


LIGHT = {
    "chanic_panic": "attack bypass buy_card choose_ally_stack choose_order choose_shuffle play_club play_utility"
    " stack_add",
    "fightdrome": "choose_sleeve play_card",
    "panic_clan_inviter": "choose_player draw_two place_card play_rule",
    "panzer_clash": "attack_supply attack_unit choose_deck choose_next_trigger keep_hand move_unit place_modifier"
    " play_event play_factory play_modifier play_unit ranged_attack resolve_trigger",
}


@pytest.mark.parametrize("name", LIGHT)
def test_one_tap_never_sends_what_discards_gives_away_or_lets_go(name: str) -> None:
    """What is left: it lays cards out, moves them or aims at somebody. A new command is judged by whoever adds it."""
    hints, rules = game(name).hints, game(name).rules
    others = {*hints.last, *hints.careful, "concede", "time_out", "set_response_prefs"}
    assert {tag_of(command) for command in rules.command_types} - others == set(LIGHT[name].split())


@pytest.mark.parametrize("name", HELPED)
def test_help_after_a_refusal_is_for_codes_that_the_game_has(name: str) -> None:
    """A code that is renamed would lose its help without a word."""
    codes = {key.partition(" ")[0] for key in import_module(f"{game(name).package}.refusals").CODES}
    hints = game(name).hints
    assert set(hints.remedies) <= codes
    assert all(hints.remedy(code, Words()) for code in hints.remedies)
    assert hints.remedy("no_such_code", Words()) is None
    assert hints.telling("no_such_code") < hints.telling(min(hints.remedies)) <= len(hints.remedies)


def text(name: str, card: str, language: str = "en") -> str | None:
    """Return what a card of the shipped set says."""
    rules = game(name).rules
    cards = rules.data_sets[rules.default_data] if rules.default_data else None
    return game(name).hints.text(card, words_in(language, game(name).package).at_table(cards))


@pytest.mark.parametrize(
    ("name", "card", "said"),
    [
        ("chanic_panic", "H7", "Health."),
        ("chanic_panic", "D1-1", "Shield"),
        ("chanic_panic", "S10", "attacks with its number"),
        ("chanic_panic", "C5", "Draws two cards and lets you play a card of 5 at most"),
        ("chanic_panic", "C6-2", "Draws a card and lets you play a card of 6 at most"),
        ("fightdrome", "punch_20", "no stronger"),
        ("fightdrome", "neurochem_grapple_1", "Meets any attack."),
        ("fightdrome", "weave", "any attack but a Neurochem"),
        ("panzer_clash", "usa_rangers", "First strike"),
        ("panic_clan_inviter", "g1", "Draw 2 cards. Discard a card of your hand."),
        ("panic_clan_inviter", "y6#1", "If you like: A rule card of your hand comes into force."),
        ("panic_clan_inviter", "b2", "No effect."),
        ("panic_clan_inviter", "mimic", "Has all four colours."),
        ("panic_clan_inviter", "y7", "yellow may follow under any rule"),
        ("panic_clan_inviter", "quick_march", "Costs another card of your hand. Take 2 more turns"),
        (
            "panic_clan_inviter",
            "innovation",
            "You may place: no colour in common, compared with your last card. Brings a card.",
        ),
        ("panic_clan_inviter", "menace", "Of every other line the last card: it is discarded."),
        ("panic_clan_inviter", "revive", "Place a number card of the discard pile that the rule allows."),
    ],
)
def test_a_card_says_what_it_does(name: str, card: str, said: str) -> None:
    """As the guides in docs/games say it."""
    assert said in (text(name, card) or "")
    assert text(name, card, "ja") != text(name, card)


@pytest.mark.parametrize("name", HELPED)
def test_what_is_no_card_says_nothing(name: str) -> None:
    assert text(name, "a1!") is None


@pytest.mark.parametrize("target", ["next", "any", "other"])
@pytest.mark.parametrize("pick", ["random", "owner"])
@pytest.mark.parametrize("to", ["actor", "discard"])
def test_every_way_to_lose_a_card_has_words_of_its_own(target: Any, pick: Any, to: Any) -> None:
    """A card set of an owner may use any of them."""
    said = effect_in_words(word.MoveFromHand(target=target, pick=pick, to=to), Words())
    whose = {"next": "next player", "any": " a player of your choice", "other": "another player"}[target]
    assert whose.strip() in said.lower()
    assert ("random" in said) == (pick == "random")
    assert ("discard" in said) == (to == "discard")


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (word.ReverseDirection(), "other way"),
        (word.LoseTurn(target="next"), "next player loses a turn"),
        (word.LoseTurn(target="any"), "A player of your choice loses"),
        (word.LoseTurn(target="other"), "Another player"),
        (word.ExtraTurns(count=1), "another turn"),
        (word.DrawCards(count=1), "Draw a card."),
        (word.DiscardChoice(count=3), "Discard 3 cards"),
        (word.DiscardHand(), "Discard your hand."),
        (word.SwapHands(target="any"), "a player of your choice"),
        (word.SwapHands(target="other"), "another player"),
        (word.EnactRule(from_="discard", optional=False), "of the discard pile comes into force"),
        (word.TakeFromDiscard(type="any", optional=True), "If you like: Take a card"),
        (word.PlaceNumber(from_="hand", obey_rule=False, optional=True), "whatever the rule says"),
        (word.RemoveFromLine(scope="any_card", to="owner_hand"), "back to its owner's hand"),
    ],
)
def test_every_word_of_the_vocabulary_is_said(effect: word.Effect, said: str) -> None:
    assert said in effect_in_words(effect, Words())


def test_what_may_follow_a_card_is_said() -> None:
    assert static_in_words(word.FollowOnly(colour="red"), Words()) == "While it is your last card, only red may follow."


def test_a_game_without_help_says_nothing() -> None:
    """The hook is optional."""
    assert NOTHING.text("H7", Words()) is None
    assert NOTHING.in_short(Words()) == []


def test_a_word_of_a_game_has_a_name_and_a_text_in_a_language() -> None:
    hints = game("chanic_panic").hints
    japanese = words_in("ja", game("chanic_panic").package)
    seer = hints.word("seer", Words())
    assert seer == ("seer", "Seer", "In your turn you see the top card of the deck.")
    assert hints.word("seer", japanese) == ("seer", "予見者", "自分の手番の間、山札の一番上のカードが見えます。")
    assert seer in hints.explained(Words())
    assert hints.word("no_such_word", Words()) is None
    assert NOTHING.word("seer", Words()) is None


def test_what_a_game_calls_a_value_that_is_no_card_on_the_board() -> None:
    hints = game("chanic_panic").hints
    assert [hints.called(value, Words()) for value in ("S", "*H7", "C1")] == [
        "Spades",
        "7 of Hearts of the Stack",
        "Ace of Clubs",
    ]
    assert hints.called("anything", Words()) is None
    assert NOTHING.called("S", Words()) is None


def test_panzer_clash_names_the_sides() -> None:
    called = game("panzer_clash").hints.called
    assert [called(value, Words()) for value in ("axis", "allies", "neutral")] == ["Axis", "Allies", None]


@pytest.mark.parametrize(
    ("name", "value", "called"),
    [
        ("chanic_panic", "H7-1", "7 of Hearts"),
        ("chanic_panic", "hearts", None),
        ("fightdrome", "punch_60_1", "Punch 60"),
        ("fightdrome", "played", None),
        ("panzer_clash", "jpn_ha_go", "Type 95 Ha-Go"),
        ("panzer_clash", "opening", None),
        ("panic_clan_inviter", "b6#1", "Fairy Assault Corps (blue 6)"),
        ("panic_clan_inviter", "hand", None),
    ],
)
def test_a_game_says_what_a_card_is_called_and_nothing_of_other_words(
    name: str, value: str, called: str | None
) -> None:
    rules = game(name).rules
    cards = None if rules.default_data is None else rules.data_sets[rules.default_data]
    assert game(name).hints.card(value, Words().at_table(cards)) == called
