"""Sentences: one for every fact, true for every viewer, in words that people use."""

from __future__ import annotations

import re
from typing import Any, get_args, get_origin

import pytest

from domain.games.panic_clan_inviter import messages as said
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, parse
from domain.games.panic_clan_inviter.naming import called, card_name, cards_called, rule_in_words
from domain.games.panic_clan_inviter.narrate import MUST, SENTENCES, question, refusal, sentence
from domain.games.panic_clan_inviter.refusals import no
from domain.kernel.display.words import words_in
from domain.kernel.marks import redact
from domain.kernel.messages import Awaited, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import Place
from tests.games.panic_clan_inviter.bot_games import played
from tests.games.panic_clan_inviter.given import corrected, rows

PACKAGE = "domain.games.panic_clan_inviter"
NAMES = ("Ann", "Bea", "Cem")
WORDS = words_in("en", PACKAGE).calling(NAMES)
JAPANESE = words_in("ja", PACKAGE).calling(NAMES)

FACTS = tuple([get_origin(cls) or cls for cls in get_args(said.PanicFact)])
CARD_ID = re.compile(r"\b[rbyg][1-7]\b|#\d")
BANNED = {name for cls in FACTS for name in (tag_of(cls), *cls.__struct_encode_fields__) if "_" in name}
RANKING = (Place(place=1, seats=(0,)), Place(place=2, seats=(1,)))


def tell(fact: Any, viewer: Viewer = SPECTATOR) -> str | None:
    return sentence(redact(fact, viewer), WORDS)


def test_every_fact_has_a_sentence_but_the_kernels_own() -> None:
    assert set(SENTENCES) == set(FACTS)
    assert tell(Awaited(agenda=())) is None


@pytest.mark.parametrize("words", [WORDS, JAPANESE])
@pytest.mark.parametrize("seed", range(8))
def test_sentences_of_random_games_speak_to_people(seed: int, words: Any) -> None:
    """For any viewer no tag, no field's name, no card's id, no place left open; in Japanese no English."""
    seats = 2 + seed % 4
    for step in played([("random", "sensible")[seat % 2] for seat in range(seats)], seed):
        for fact in step.facts:
            for viewer in every_viewer(seats):
                text = sentence(redact(fact, viewer), words)
                if isinstance(fact, Awaited):
                    assert text is None
                    continue
                assert text is not None
                assert text[-1] in (".。！" if words is JAPANESE else ".")
                assert not CARD_ID.search(text)
                assert not any(name in text for name in BANNED)
                assert not set("_{}?") & set(text)
                if words is JAPANESE:
                    assert not re.search("[A-Za-z]{2}", re.sub("Ann|Bea|Cem", "", text)), text


def test_a_refusal_names_cards_as_people_do() -> None:
    refused = no("placement_not_allowed", "colour", card="b5", rule="command")
    assert refusal(refused, WORDS) == "Command does not allow the colour of Fairy Cavalry (blue 5) here."
    assert refusal(refused, JAPANESE) == "《統率》により、《フェアリー騎兵隊》（青5）の色は置けません。"
    assert refusal(no("card_not_in_hand", card="z9"), WORDS) == "You do not hold z9."
    assert refusal(no("invalid_target", seat=2), WORDS) == "This effect cannot concern whoever you name."


def test_a_card_is_called_by_name_colour_and_number() -> None:
    assert called("r3#2", WORDS) == "Goblin Archers (red 3)"
    assert called("mimic", WORDS) == "Mimic (4)"
    assert called("menace", WORDS) == "Menace"
    assert called("y7", JAPANESE) == "《ドワーフ徴兵隊》（黄7）"
    assert cards_called(("r3", "menace", "r3"), WORDS) == "Goblin Archers (red 3) ×2 and Menace"


def test_names_of_the_catalogue_are_those_of_the_card_set() -> None:
    for printed in SHIPPED.definitions:
        assert card_name(printed.kind, WORDS) == printed.english
        assert card_name(printed.kind, JAPANESE) == printed.japanese


def test_a_corrected_card_set_names_its_own_cards() -> None:
    """What its owner typed, in both languages; without the set a kind of it stays as it is called."""
    cards = parse(rows({"menace": {5: "おどし", 7: "Threat", 0: "threat"}}))
    assert card_name("threat", WORDS.at_table(cards)) == "Threat"
    assert card_name("threat", JAPANESE.at_table(cards)) == "おどし"
    assert card_name("threat", WORDS) == "threat"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "colour same own_last; number ge own_last",
            "same colour and same or higher number, compared with your last card",
        ),
        ("colour different left_last", "no colour in common, compared with the left-hand neighbour's last card"),
        (
            "colour same right_last; number adjacent own_last",
            (
                "same colour, compared with the right-hand neighbour's last card; "
                "one higher or lower, compared with your last card"
            ),
        ),
        ("number gt own_last", "higher number, compared with your last card"),
        ("number lt own_last", "lower number, compared with your last card"),
        ("number ne own_last", "another number, compared with your last card"),
        ("number eq own_last +1", "same number, counted from its number +1, compared with your last card"),
        ("number le own_last -2", "same or lower number, counted from its number -2, compared with your last card"),
    ],
)
def test_every_condition_of_the_vocabulary_can_be_said(text: str, told: str) -> None:
    """Section 2.3."""
    assert rule_in_words("mutation", WORDS.at_table(corrected(mutation=text))) == told


def test_hidden_cards_are_counted() -> None:
    drawn = said.CardsDrawn(seat=1, reason="effect", cards=("r3", "mimic"))
    assert tell(drawn, seat_viewer(1)) == "Bea draws Goblin Archers (red 3) and Mimic (4)."
    assert tell(drawn, ARBITER) == "Bea draws Goblin Archers (red 3) and Mimic (4)."
    assert tell(drawn, seat_viewer(0)) == "Bea draws 2 cards."
    assert tell(said.CardsDrawn(seat=1, reason="play_rule", cards=("r3",))) == "Bea draws one card."


def test_a_card_passed_in_secret_is_named_to_the_two_concerned_alone() -> None:
    """Section 3, R28; Raiders pick by chance."""
    given = said.CardMovedBetweenHands(from_seat=1, to_seat=0, card="r1", source="b6", chosen_by="seat")
    for viewer in (seat_viewer(0), seat_viewer(1), ARBITER):
        assert tell(given, viewer) == "Bea gives Goblin Raiders (red 1) to Ann."
    for viewer in (seat_viewer(2), SPECTATOR):
        assert tell(given, viewer) == "Bea gives a card to Ann."
    picked = said.CardMovedBetweenHands(from_seat=1, to_seat=0, card="menace", source="r1", chosen_by="chance")
    assert tell(picked, seat_viewer(1)) == "Ann picks a card of Bea by chance: Menace."
    assert tell(picked) == "Ann picks a card of Bea by chance."
    late = said.CardMovedBetweenHands(from_seat=1, to_seat=0, card="menace", source="b6", chosen_by="clock")
    assert tell(late, seat_viewer(0)) == "The time is up: Bea gives Menace to Ann."
    assert tell(late) == "The time is up: Bea gives a card to Ann."


def test_hands_are_swapped_by_name_or_by_number() -> None:
    swap = said.HandsSwapped(seat_a=0, seat_b=1, cards_a=("r2",), cards_b=("g1", "g2"))
    assert tell(swap, seat_viewer(0)) == (
        "Ann and Bea exchange hands: Ann gives Goblin Infantry (red 2) "
        "and gets Elf Medical Corps (green 1) and Elf Infantry (green 2)."
    )
    assert tell(swap) == "Ann and Bea exchange hands: Ann gives one card and gets 2 cards."
    empty = said.HandsSwapped(seat_a=0, seat_b=1, cards_a=(), cards_b=("g1", "g2"))
    assert tell(empty) == "Ann and Bea exchange hands: Ann gives no cards and gets 2 cards."


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (
            said.GameStarted(
                seats=3,
                options=said.PanicOptions(),
                line_goal=8,
                turn_limit=180,
                card_set="reconstruction_1",
                rule="command#1",
            ),
            "A game for 3 players begins: whoever has 8 cards in line first wins. The rule Command is in force.",
        ),
        (said.DeckShuffled(count=71, order=None), "The deck of 71 cards is shuffled."),
        (said.HandDealt(seat=0, cards=("r1",) * 5), "Ann is dealt 5 cards."),
        (said.HandDealt(seat=0, cards=("r1",)), "Ann is dealt one card."),
        (said.StartPlayerChosen(seat=1, random=True), "Chance gives Bea the first turn."),
        (said.StartPlayerChosen(seat=1, random=False), "Bea has the first turn."),
        (said.TurnStarted(turn_no=4, seat=1), "Turn 4: it is the turn of Bea."),
        (said.TurnStarted(turn_no=4, seat=1, extra=True), "Turn 4: Bea plays once more."),
        (
            said.NumberCardPlaced(seat=0, card="r3#1", from_="hand", line_length=1),
            "Ann places Goblin Archers (red 3): one card in line.",
        ),
        (
            said.NumberCardPlaced(seat=0, card="r3#1", from_="discard", line_length=2),
            "Ann places Goblin Archers (red 3) from the discard pile: 2 cards in line.",
        ),
        (
            said.RuleChanged(seat=0, card="evolution#1", replaced="command#1", from_="hand"),
            "Ann puts the rule Evolution into force; Command goes to the discard pile.",
        ),
        (
            said.RuleChanged(seat=0, card="evolution#1", replaced="command#1", from_="discard"),
            "Ann takes the rule Evolution out of the discard pile and puts it into force; Command goes there.",
        ),
        (said.MagicPlayed(seat=0, card="menace#1"), "Ann plays Menace."),
        (said.MagicResolved(seat=0, card="menace#1"), "Menace goes to the discard pile."),
        (said.CostPaid(seat=0, cards=("r1#1",)), "Ann pays with Goblin Raiders (red 1)."),
        (
            said.CardsDiscarded(seat=0, cards=("r1#1",), reason="effect", chosen_by="seat"),
            "Ann discards Goblin Raiders (red 1).",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("r1#1",), reason="effect", chosen_by="clock"),
            "The time is up: Ann discards Goblin Raiders (red 1).",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("r1#1", "menace#1"), reason="effect", chosen_by="nobody"),
            "Ann discards the whole hand: Goblin Raiders (red 1) and Menace.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("r1#1",), reason="random", chosen_by="chance"),
            "Ann loses a card of the hand by chance: Goblin Raiders (red 1) is discarded.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("menace#1",), reason="hand_limit", chosen_by="seat"),
            "Ann discards Menace to keep the hand limit.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("menace#1",), reason="hand_limit", chosen_by="clock"),
            "The time is up: Ann discards Menace to keep the hand limit.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("menace#1",), reason="concession", chosen_by="nobody"),
            "Ann lays down the hand: Menace.",
        ),
        (
            said.DecisionOpened(seat=0, kind="choose_player", source="b1"),
            "Ann chooses a player for Fairy Covert Corps.",
        ),
        (said.DecisionOpened(seat=0, kind="discard_to_limit"), "Ann holds too many cards and has to discard."),
        (said.TargetChosen(seat=0, target=1, source="b1"), "Ann chooses Bea for Fairy Covert Corps."),
        (
            said.TargetChosen(seat=0, target=0, source="b1"),
            "Ann chooses to be the one whom Fairy Covert Corps concerns.",
        ),
        (
            said.CardTakenFromDiscard(seat=0, card="menace#1", source="g7"),
            "Ann takes Menace from the discard pile.",
        ),
        (
            said.LineCardRemoved(line_seat=1, index=0, card="r1#1", to="discard"),
            "Goblin Raiders (red 1) leaves the line of Bea for the discard pile.",
        ),
        (
            said.LineCardRemoved(line_seat=1, index=0, card="r1#1", to="hand", to_seat=0),
            "Ann takes Goblin Raiders (red 1) from the line of Bea to the hand.",
        ),
        (
            said.LineCardRemoved(line_seat=1, index=0, card="r1#1", to="hand", to_seat=1),
            "Bea takes Goblin Raiders (red 1) from the own line back to the hand.",
        ),
        (
            said.DirectionReversed(direction="counterclockwise"),
            "The turns go counterclockwise from now on.",
        ),
        (said.ExtraTurnsGranted(seat=0, count=1, pending=1), "Ann plays one more turn after this one."),
        (said.ExtraTurnsGranted(seat=0, count=2, pending=2), "Ann plays 2 more turns after this one."),
        (
            said.ExtraTurnsGranted(seat=0, count=2, pending=3),
            "Ann wins more turns: 3 after this one in all.",
        ),
        (said.TurnLossMarked(seat=1), "Bea will lose a turn."),
        (said.TurnLost(seat=1), "Bea loses this turn."),
        (
            said.EffectFizzled(seat=0, source="b1", effect="move_from_hand", reason="hand_empty", affected_seat=1),
            "Fairy Covert Corps does nothing: Bea holds no cards.",
        ),
        (
            said.EffectFizzled(seat=0, source="g7", effect="take_from_discard", reason="nothing_in_discard"),
            "Elf Sorcery Unit does nothing: no such card lies in the discard pile.",
        ),
        (said.EffectDeclined(seat=0, source="summon"), "Ann makes no use of Summon."),
        (
            said.DeckReshuffled(count=1, order=None),
            "The deck is used up: the discard pile, one card, becomes the new deck.",
        ),
        (
            said.DeckReshuffled(count=12, order=None),
            "The deck is used up: the discard pile is shuffled and becomes the new deck of 12 cards.",
        ),
        (said.TurnPassed(seat=0, turn_no=3), "Ann passes."),
        (said.TurnEnded(seat=0, turn_no=3), "The turn of Ann is over."),
        (said.PlayerConceded(seat=1, cause="concession"), "Bea concedes."),
        (said.PlayerConceded(seat=1, cause="time"), "Bea is out: the time is used up."),
    ],
)
def test_what_a_fact_tells(fact: Any, text: str) -> None:
    assert tell(fact) == text


def test_every_question_can_be_told() -> None:
    """Section 5; an optional one says that it may be left."""
    told = {kind: question(0, kind, "g7", WORDS, optional=False) for kind in MUST}
    assert set(told) == set(get_args(said.QuestionKind))
    assert len(set(told.values())) == len(told)
    optional = question(0, "choose_from_discard", "g7", WORDS, optional=True)
    assert optional == "Ann may choose a card of the discard pile for Elf Sorcery Unit."
    assert question(0, "choose_player", "b1", WORDS, optional=True) == told["choose_player"].replace(
        "Elf Sorcery Unit", "Fairy Covert Corps"
    )


def test_every_reason_of_a_fizzle_can_be_told() -> None:
    told = {
        reason: tell(said.EffectFizzled(seat=0, source="b7", effect="swap_hands", reason=reason, affected_seat=1))
        for reason in get_args(said.Fizzle)
    }
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("line_completed", "Ann completes the line and wins."),
        ("last_player", "Ann wins: nobody else is left."),
        ("turn_limit", "Ann wins with the longest line when the turns are used up."),
        ("blocked", "Ann wins with the longest line: everybody has passed."),
    ],
)
def test_how_a_game_was_won(reason: said.EndReason, text: str) -> None:
    assert tell(said.GameEnded(winners=(0,), reason=reason, ended_by="play", ranking=RANKING)) == text


def test_a_shared_win_names_all_winners() -> None:
    fact = said.GameEnded(
        winners=(0, 1), reason="turn_limit", ended_by="limit", ranking=(Place(place=1, seats=(0, 1)),)
    )
    assert tell(fact) == "Ann and Bea share the win: their lines are the longest ones."
