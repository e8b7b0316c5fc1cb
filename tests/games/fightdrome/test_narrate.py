"""Sentences: one for every fact, true for every viewer, in words that people use."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
import pytest

from domain.games.fightdrome import messages as said
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.narrate import SENTENCES, open_card, refusal, sentence, spoken
from domain.games.fightdrome.refusals import no
from domain.kernel.display.words import Words, words_in
from domain.kernel.marks import redact
from domain.kernel.messages import tag_of
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.fightdrome.bot_games import played

WORDS = Words(("Ann", "Bea"))

WRITTEN = (*SHIPPED.open, *SHIPPED.print_of, *SHIPPED.sleeves, *SHIPPED.stacks)
IDS = re.compile(rf"\b({'|'.join(WRITTEN)})\b")
BANNED = {
    name
    for cls in get_args(said.FightdromeFact)
    for name in (tag_of(cls), *cls.__struct_encode_fields__)
    if "_" in name  # "cards" or "bout" are also words
}
MODES = [
    said.FightdromeOptions(),
    said.FightdromeOptions(mode="fame_match", bell_limit=100, breathing_space=True),
    said.FightdromeOptions(mode="epic_tournament", last_gasp=True),
]


def tell(fact: said.FightdromeFact, viewer: Viewer = SPECTATOR) -> str | None:
    return sentence(redact(fact, viewer), WORDS)


def test_every_fact_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(said.FightdromeFact))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", MODES, ids=[options.mode for options in MODES])
def test_sentences_of_random_games_speak_to_people(options: said.FightdromeOptions, seed: int) -> None:
    """For any viewer no tag, no field's name, no card's id."""
    for step in played(("random", "sensible"), seed, options):
        for fact in step.facts:
            for viewer in every_viewer(2):
                text = sentence(redact(fact, viewer), Words())
                assert text is not None
                assert text[-1] == "."
                assert not any(name in text for name in BANNED)
                assert not set("_{}?") & set(text)
                assert not IDS.search(text)


def test_all_names_of_the_shipped_cards_are_read_off_their_ids() -> None:
    """A fact names no card set, so the id must spell the name (docs/games/fightdrome.md says so)."""
    assert {card: spoken(card, WORDS) for card in SHIPPED.print_of} == {
        card: SHIPPED.title(card) for card in SHIPPED.print_of
    }
    assert {open_card(label, WORDS) for label in SHIPPED.open} == {SHIPPED.title(card) for card in SHIPPED.print_of}
    assert [spoken(name, WORDS) for name in ("sleeve_a", "stack_01", "stack_11")] == ["Sleeve A", "Stack 1", "Stack 11"]


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        (no("card_not_in_hand", card="punch_block_40"), "You do not hold Punch Block 40."),
        (no("card_not_in_hand", card="kick_20_3"), "You do not hold Kick 20."),
        (no("card_not_in_hand", card="{seat} ?"), "You do not hold {seat} ?."),
        (no("too_weak", card="Punch 20", attack="Kick 30"), "Punch 20 is weaker than Kick 30."),
        (no("sleeve_not_offered", sleeve="sleeve_b"), "Sleeve B is not yours to choose now."),
        (no("hand_full", limit=7), "With 7 cards you cannot rest."),
        (no("game_over"), "The game is over."),
    ],
)
def test_a_refusal_names_cards_as_people_do(refused: Refusal, text: str) -> None:
    """What is no name stays as it was said."""
    assert refusal(refused, WORDS) == text


HAND = ("punch_30", "kick_60", "feint")


def test_hidden_cards_are_counted() -> None:
    drawn = said.HandDrawn(seat=1, cards=HAND)
    assert tell(drawn, seat_viewer(1)) == "Bea draws Punch 30, Kick 60 and Feint."
    assert tell(drawn, ARBITER) == "Bea draws Punch 30, Kick 60 and Feint."
    assert tell(drawn, seat_viewer(0)) == "Bea draws 3 cards."
    one = said.CardDrawn(seat=1, card="weave")
    assert tell(one, seat_viewer(1)) == "Bea draws Weave."
    assert tell(one) == "Bea draws a card."


@pytest.mark.parametrize(
    ("last", "own", "others"),
    [
        (False, "Bea discards Kick 20 face down.", "Bea discards a card face down."),
        (True, "Bea discards the last card, Kick 20, face down.", "Bea discards the last card face down."),
    ],
)
def test_a_card_laid_face_down_is_named_to_its_owner(last: bool, own: str, others: str) -> None:
    fact = said.CardDiscardedFaceDown(seat=1, card="kick_20", last=last)
    assert (tell(fact, seat_viewer(1)), tell(fact, seat_viewer(0))) == (own, others)


def test_a_chosen_fighter_is_named_to_its_owner() -> None:
    fact = said.SleeveChosen(seat=0, sleeve="sleeve_c")
    assert (tell(fact, seat_viewer(0)), tell(fact)) == ("Ann chooses Sleeve C.", "Ann has chosen a fighter.")


def _started(mode: str, **extra: bool) -> said.GameStarted:
    options = msgspec.convert({"mode": mode, **extra}, said.FightdromeOptions)
    return said.GameStarted(options=options, card_set=SHIPPED.digest)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (_started("single_bout"), "A single bout."),
        (
            _started("fame_match", last_gasp=True),
            "A match: 300 Fame wins it. It is played with Last Gasp.",
        ),
        (
            _started("epic_tournament", last_gasp=True, breathing_space=True),
            "An Epic Tournament, three fighters a side. It is played with Breathing Space and Last Gasp.",
        ),
        (
            said.CharactersDealt(
                characters=(
                    said.Character(("sleeve_a", "sleeve_d"), "stack_08"),
                    said.Character(("sleeve_b",), "stack_11"),
                ),
                first_seat=1,
            ),
            "Ann gets Sleeve A and Sleeve D with Stack 8; Bea gets Sleeve B with Stack 11. Bea will begin.",
        ),
        (
            said.DecksBuilt(
                seat=0,
                counts=(said.PileCount("punch", 30), said.PileCount("kick", 0), said.PileCount("block", 10)),
                cards=None,
            ),
            "Ann builds a deck: 30 Punch and 10 Block cards, with Feints and Weaves.",
        ),
        (said.BoutStarted(bout=2, first_seat=1), "Bout 2 begins: Bea attacks first."),
        (said.DeckShuffled(seat=0, order=None), "Ann shuffles the deck."),
        (said.HandDrawn(seat=0, cards=("?",)), "Ann draws one card."),
        (
            said.OverstimulatedHandShown(seat=0, cards=HAND, reason="too_many_neurochems"),
            "Ann is overstimulated by too many Neurochems, shows Punch 30, Kick 60 and Feint and must draw again.",
        ),
        (
            said.OverstimulatedHandShown(seat=0, cards=HAND, reason="no_attack"),
            "Ann has no Attack card, shows Punch 30, Kick 60 and Feint and must draw again.",
        ),
        (said.CardPlayed(seat=0, card="kick_30_1", role="opening"), "Ann attacks with Kick 30."),
        (
            said.CardPlayed(seat=1, card="kick_block_80_2", role="response", onto="kick_60_1"),
            "Bea answers Kick 60 with Kick Block 80.",
        ),
        (
            said.CardPlayed(seat=1, card="neurochem_punch_1", role="follow_up"),
            "Bea follows the Feint up with Neurochem Punch.",
        ),
        (
            said.DiscardReshuffled(seat=0, count=36, order=None),
            "The deck of Ann is used up: the discard pile is shuffled and becomes the new deck of 36 cards.",
        ),
        (
            said.DiscardReshuffled(seat=0, count=1, order=None),
            "The deck of Ann is used up: the discard pile, one card, becomes the new deck.",
        ),
        (said.FightPaused(by_seat=1, next_seat=0), "The fight pauses: Ann must attack."),
        (said.FighterStaggered(seat=0, cause="cannot_respond"), "Ann cannot answer and is Staggered."),
        (said.FighterStaggered(seat=0, cause="cannot_attack"), "Ann cannot attack and is Staggered."),
        (said.FighterStaggered(seat=0, cause="cannot_follow_up"), "Ann cannot follow the Feint up and is Staggered."),
        (said.FighterRested(seat=0), "Ann rests."),
        (
            said.BoutEnded(bout=1, winner=0, loser=1, reason="knocked_out", hand_counts=(6, 0)),
            "Bea is knocked out: Ann wins bout 1, 6 cards to 0.",
        ),
        (
            said.BoutEnded(bout=1, winner=1, loser=0, reason="empty_hand", hand_counts=(0, 1)),
            "Ann has no cards left: Bea wins bout 1, one card to 0.",
        ),
        (
            said.BoutEnded(bout=1, winner=0, loser=1, reason="cannot_rise", hand_counts=(3, 4)),
            "Bea cannot rise: Ann wins bout 1, 3 cards to 4.",
        ),
        (
            said.BoutEnded(bout=3, winner=0, loser=1, reason="bell", hand_counts=(6, 4)),
            "The bell rings: the judges give bout 3 to Ann, 6 cards to 4.",
        ),
        (
            said.FameScored(seat=0, cards=HAND, points=90, total=210),
            "Ann lays down Punch 30, Kick 60 and Feint for 90 Fame, 210 in all.",
        ),
        (said.FameScored(seat=0, cards=(), points=0, total=120), "Ann has no cards to count and stays at 120 Fame."),
        (
            said.FightersRevealed(fighters=(said.Reveal(0, "sleeve_a"), said.Reveal(1, "sleeve_b"))),
            "Ann sends Sleeve A and Bea sends Sleeve B into the fight.",
        ),
        (
            said.FighterEliminated(seat=1, sleeve="sleeve_b"),
            "Bea loses Sleeve B for the rest of the tournament.",
        ),
        (said.PlayerConceded(seat=1), "Bea concedes."),
        (said.PlayerTimedOut(seat=1), "Bea is out: the time is used up."),
    ],
)
def test_what_a_fact_tells(fact: said.FightdromeFact, text: str) -> None:
    assert tell(fact) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("bout_won", "Ann wins the game."),
        ("fame_target", "Ann has the Fame that was asked for and wins the match."),
        ("bout_cap", "That was the last bout: the match goes to Ann."),
        ("stable_lost", "No fighter is left on the other side: Ann wins the tournament."),
        ("conceded", "Ann wins the game: the other player gave up."),
        ("timed_out", "Ann wins the game: the other player ran out of time."),
    ],
)
def test_how_a_game_was_won(reason: said.EndReason, text: str) -> None:
    assert tell(said.GameEnded(winner=0, reason=reason, ended_by="play")) == text


def test_in_japanese_nothing_stays_english() -> None:
    """Whole games of each mode for any viewer, and a refusal with the names of its cards."""
    words = words_in("ja", "domain.games.fightdrome")
    refused = no("wrong_type", card=SHIPPED.title("kick_40"), attack=SHIPPED.title("neurochem_punch"))
    assert refusal(refused, words) == "キック 40ではニューロケムパンチに応じられません。"
    modes = (
        said.FightdromeOptions(mode="single_bout"),
        said.FightdromeOptions(mode="fame_match", last_gasp=True),
        said.FightdromeOptions(mode="epic_tournament", breathing_space=True),
    )
    for seed, options in enumerate(modes):
        for step in played(("random", "sensible"), seed, options):
            for fact in step.facts:
                for viewer in every_viewer(2):
                    text = sentence(redact(fact, viewer), words)
                    assert text is not None
                    assert text[-1] == "。"
                    assert not re.search("[A-Za-z]{2}", text), text
