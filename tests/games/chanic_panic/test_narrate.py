"""Sentences: one for every fact, true for every viewer, in words that people use."""

from __future__ import annotations

import re
from typing import Any, get_args, get_origin

import pytest

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.naming import card_name
from domain.games.chanic_panic.narrate import SENTENCES, refusal, sentence
from domain.games.chanic_panic.refusals import no
from domain.kernel.display.words import Words, words_in
from domain.kernel.marks import redact
from domain.kernel.messages import Awaited, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import EndedBy, Place
from tests.games.chanic_panic.bot_games import played

WORDS = Words(("Ann", "Bea", "Cem"))

TOLD_BY_THE_NEXT_FACT = {said.AllowanceUsed, said.TraderUsed, said.DecisionOpened, said.DecisionMade, Awaited}

FACTS: tuple[Any, ...] = tuple([get_origin(cls) or cls for cls in get_args(said.ChanicFact)])
CARD_ID = re.compile(r"\b[HDSC]\d+(-\d+)?\b")
BANNED = {
    name
    for cls in FACTS
    for name in (tag_of(cls), *cls.__struct_encode_fields__)
    if "_" in name  # "cards" or "round" are also words
}


def tell(fact: said.ChanicFact, viewer: Viewer = SPECTATOR) -> str | None:
    return sentence(redact(fact, viewer), WORDS)


def test_a_refusal_names_a_card_as_people_do() -> None:
    assert refusal(no("not_a_club", card="H7-1"), WORDS) == "7 of Hearts is no Club."
    assert refusal(no("card_not_in_hand", card="Z99"), WORDS) == "You do not hold Z99."
    assert refusal(no("row_full", limit=3), WORDS) == "A row takes 3 cards."
    assert refusal(no("option_disabled", option="Panic"), WORDS) == "This table plays without Panic."


def test_in_japanese_a_sentence_has_nothing_english_in_it() -> None:
    """Of whole games, for any viewer; the names of cards too."""
    words = words_in("ja", "domain.games.chanic_panic")
    assert sentence(said.CardsDrawn(seat=1, reason="club", cards=("H7", "S1")), words) == (
        "席1がハートの7、スペードのAを引きました。"
    )
    for step in played(["random", "sensible", "random"], 4, said.ChanicOptions(panic=True, round_limit=12)):
        for fact in step.facts:
            for viewer in every_viewer(3):
                text = sentence(redact(fact, viewer), words)
                assert text is None or (text[-1] == "。" and not re.search("[B-Zb-z]", text)), text


def test_every_fact_has_a_sentence_or_says_that_it_has_none() -> None:
    assert set(SENTENCES) == set(FACTS)


@pytest.mark.parametrize("seed", range(6))
def test_sentences_of_random_games_speak_to_people(seed: int) -> None:
    """For any viewer no tag, no field's name, no card's id; all is told but what the next fact tells."""
    seats = 2 + seed % 3
    options = said.ChanicOptions(panic=True, round_limit=10 + seed)
    for step in played([("random", "sensible")[seat % 2] for seat in range(seats)], seed, options):
        for fact in step.facts:
            for viewer in every_viewer(seats):
                text = sentence(redact(fact, viewer), Words())
                if type(fact) in TOLD_BY_THE_NEXT_FACT:
                    assert text is None
                    continue
                assert text is not None
                assert text[-1] == "."
                assert not CARD_ID.search(text)
                assert not any(name in text for name in BANNED)
                assert not set("_{}?") & set(text)


def test_hidden_cards_are_counted() -> None:
    drawn = said.CardsDrawn(seat=1, reason="club", cards=("H7", "S1"))
    assert tell(drawn, seat_viewer(1)) == "Bea draws 7 of Hearts and Ace of Spades."
    assert tell(drawn, ARBITER) == "Bea draws 7 of Hearts and Ace of Spades."
    assert tell(drawn, seat_viewer(0)) == "Bea draws 2 cards."
    assert tell(said.CardsDrawn(seat=1, reason="turn", cards=("H7",))) == "Bea draws one card."


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (
            said.GameStarted(options=said.ChanicOptions(), seats=2, packs=1),
            "A game for 2 players begins with one pack of cards.",
        ),
        (
            said.GameStarted(options=said.ChanicOptions(), seats=3, packs=2),
            "A game for 3 players begins with 2 packs of cards.",
        ),
        (said.FirstSeatChosen(seat=0), "Ann has the first turn."),
        (said.DeckShuffled(reason="setup", count=40, order=None), "The deck of 40 cards is shuffled."),
        (
            said.DeckShuffled(reason="exhausted", count=12, order=None),
            "The deck is used up: the discard pile is shuffled and becomes the new deck of 12 cards.",
        ),
        (
            said.DeckShuffled(reason="exhausted", count=1, order=None),
            "The deck is used up: the discard pile, one card, becomes the new deck.",
        ),
        (said.TurnStarted(seat=1, round=3), "Round 3: it is the turn of Bea."),
        (said.DrawSkipped(seat=0, missing=1, reason="full_hand"), "Ann has a full hand: one draw is lost."),
        (said.DrawSkipped(seat=0, missing=2, reason="full_hand"), "Ann has a full hand: 2 draws are lost."),
        (said.DrawSkipped(seat=0, missing=1, reason="no_cards"), "No cards are left for Ann: one draw is lost."),
        (said.DrawSkipped(seat=0, missing=2, reason="no_cards"), "No cards are left for Ann: 2 draws are lost."),
        (
            said.PointPhaseStarted(seat=0, points=12, parts=(said.PointPart("turn", 12),)),
            "Ann has 12 points to spend.",
        ),
        (said.PointsPaid(seat=0, amount=1, reason="utility", left=11), "Ann pays one point; 11 remain."),
        (said.PointsPaid(seat=0, amount=7, reason="utility", left=5), "Ann pays 7 points; 5 remain."),
        (said.UtilityPlayed(seat=0, card="D10-1", source="points"), "Ann plays 10 of Diamonds."),
        (said.UtilityPlayed(seat=0, card="D1-1", source="club"), "Ann plays Ace of Diamonds on the Club."),
        (said.ClubPlayed(seat=0, card="C5-1", value=5, from_="hand"), "Ann plays 5 of Clubs."),
        (said.ClubPhaseStarted(seat=0, points_lost=0), "Ann is in the Club Phase."),
        (said.ClubPhaseStarted(seat=0, points_lost=1), "Ann is in the Club Phase and loses the last point."),
        (said.ClubPhaseStarted(seat=0, points_lost=3), "Ann is in the Club Phase and loses the last 3 points."),
        (said.AllowanceOpened(value=5, source="played"), "One more card up to 5 may be played."),
        (
            said.CardsDiscarded(seat=0, cards=("S8-1",), from_="board", reason="attack"),
            "Ann discards 8 of Spades after the attack.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("H1-1", "D2-1"), from_="hand", reason="trader"),
            "Ann gives Ace of Hearts and 2 of Diamonds to the Trader.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("S2-1",), from_="hand", reason="panic"),
            "Ann discards 2 of Spades in the panic.",
        ),
        (said.CardsDiscarded(seat=0, cards=(), from_="hand", reason="panic"), "Ann holds no Spades."),
        (
            said.CardsDiscarded(seat=0, cards=("S2-1", "C3-1", "C4-1"), from_="hand", reason="left"),
            "Ann lays down the cards in hand: 2 of Spades, 3 of Clubs and 4 of Clubs.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("H1-1",), from_="board", reason="left"),
            "The board of Ann is discarded: Ace of Hearts.",
        ),
        (said.PanicUsed(seat=0, target=1), "Ann panics: no Spades stay on the board of Bea either."),
        (
            said.ProtectionStarted(seat=0, through_turn=4),
            "Ann cannot be attacked until the end of the next own turn.",
        ),
        (said.ProtectionEnded(seat=0, through_turn=4), "Ann can be attacked again."),
        (
            said.AttackMade(
                attacker=0, target=1, kind="attack", attack_cards=("S8-1", "S1-1"), raw=9, power=9, damage=5
            ),
            "Ann attacks Bea with 8 of Spades and Ace of Spades, power 9.",
        ),
        (
            said.AttackMade(attacker=0, target=1, kind="bypass", attack_cards=("S9-1",), raw=9, power=4, damage=4),
            "Ann goes around the shields of Bea with 9 of Spades: half of 9, power 4.",
        ),
        (said.CardsDestroyed(owner=1, cards=("H4-1",), by=0), "Bea loses 4 of Hearts."),
        (said.PlayerEliminated(seat=1, by=0, kind="attack"), "Bea is out, beaten by Ann."),
        (said.PlayerConceded(seat=1, why="conceded"), "Bea concedes."),
        (said.PlayerConceded(seat=1, why="time"), "Bea is out: the time is used up."),
        (said.TurnEnded(seat=1, reason="chosen"), "Bea ends the turn."),
        (said.TurnEnded(seat=1, reason="panic"), "The panic ends the turn of Bea."),
        (said.TurnEnded(seat=1, reason="timeout"), "The time is up: the turn of Bea ends."),
        (said.TurnEnded(seat=1, reason="conceded"), "The turn of Bea is over."),
    ],
)
def test_what_a_fact_tells(fact: said.ChanicFact, text: str) -> None:
    assert tell(fact) == text


@pytest.mark.parametrize(
    ("reason", "ended_by", "text"),
    [
        ("elimination", "play", "Ann wins: nobody else is left."),
        ("bypass_elimination", "play", "Ann wins around the last shields: nobody else is left."),
        ("concession", "concession", "Ann wins: the last opponent gave up."),
        ("concession", "time", "Ann wins: the last opponent ran out of time."),
        ("round_limit", "limit", "Ann wins by the count after the last round."),
    ],
)
def test_how_a_game_was_won(reason: said.EndReason, ended_by: EndedBy, text: str) -> None:
    """Nothing is said of those who left before: they may have been beaten; hands count after the last round too."""
    ranking = (Place(place=1, seats=(0,)), Place(place=2, seats=(1,)))
    assert tell(said.GameEnded(winners=(0,), reason=reason, ended_by=ended_by, ranking=ranking)) == text


def test_a_shared_win_names_all_winners() -> None:
    ranking = (Place(place=1, seats=(0, 1, 2)),)
    fact = said.GameEnded(winners=(0, 1, 2), reason="round_limit", ended_by="limit", ranking=ranking)
    assert tell(fact) == "Ann, Bea and Cem win together by the count after the last round."


def test_cards_have_the_names_that_people_use() -> None:
    assert [card_name(card, WORDS) for card in ("H1", "C10-2")] == ["Ace of Hearts", "10 of Clubs"]
