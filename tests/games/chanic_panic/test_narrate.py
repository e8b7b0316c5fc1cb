"""Sentences: one for every fact, true for every viewer, in words that people use."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.abilities.texts import TEXTS
from domain.games.chanic_panic.naming import ability_name, card_name, named
from domain.games.chanic_panic.narrate import SENTENCES, refusal, sentence
from domain.games.chanic_panic.narrate.abilities import DECLINABLE
from domain.games.chanic_panic.refusals import CODES, no
from domain.kernel.display.words import Words, words_in
from domain.kernel.marks import redact
from domain.kernel.messages import Awaited, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import EndedBy, Place
from tests.games.chanic_panic.bot_games import played

WORDS = Words(("Ann", "Bea", "Cem"))
JAPANESE = words_in("ja", "domain.games.chanic_panic")

TOLD_BY_THE_NEXT_FACT = {said.AllowanceUsed, said.TraderUsed, Awaited}
SELDOM_TOLD = {said.DecisionMade}  # where nothing else tells that somebody decided

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


EVERYTHING = said.ChanicOptions(
    panic=True, specials=3, club_member=True, presence=True, stack=True, shop=True, lives=2, round_limit=10
)


def heard(bots: list[str], seed: int, options: said.ChanicOptions, actions: int | None = None) -> Iterator[Any]:
    """Yield the facts of a game as each viewer gets them."""
    for step in itertools.islice(played(bots, seed, options), actions):
        for fact in step.facts:
            yield from [redact(fact, viewer) for viewer in every_viewer(len(bots))]


def test_in_japanese_a_sentence_has_nothing_english_in_it() -> None:
    """Of whole games, for any viewer; the names of cards too."""
    assert sentence(said.CardsDrawn(seat=1, reason="club", cards=("H7", "S1")), JAPANESE) == (
        "席1がハートの7、スペードのAを引きました。"
    )
    base = said.ChanicOptions(panic=True, round_limit=12)
    for fact in (*heard(["random", "sensible", "random"], 4, base), *heard(["random"] * 4, 1, EVERYTHING, 300)):
        assert is_japanese(sentence(fact, JAPANESE))


def is_japanese(text: str | None) -> bool:
    return text is None or (text[-1] == "。" and not re.search("[B-Zb-z]", text))


def test_every_fact_has_a_sentence_or_says_that_it_has_none() -> None:
    assert set(SENTENCES) == set(FACTS)


@pytest.mark.parametrize("seed", range(6))
def test_sentences_of_random_games_speak_to_people(seed: int) -> None:
    """For any viewer no tag, no field's name, no card's id; all is told but what the next fact tells."""
    seats = 2 + seed % 3
    options = said.ChanicOptions(panic=True, round_limit=10 + seed)
    for fact in heard([("random", "sensible")[seat % 2] for seat in range(seats)], seed, options):
        assert_speaks_to_people(fact)


@pytest.mark.parametrize("seats", [2, 4])
def test_sentences_of_games_with_everything_speak_to_people(seats: int) -> None:
    options = replace(EVERYTHING, team_count=2) if seats > 2 else EVERYTHING
    for fact in heard(["random"] * seats, seats, options, 400):
        assert_speaks_to_people(fact)


def assert_speaks_to_people(fact: Any) -> None:
    text = sentence(fact, Words())
    if type(fact) in TOLD_BY_THE_NEXT_FACT:
        assert text is None
        return
    if text is None:
        assert type(fact) in SELDOM_TOLD
        return
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


TEAMS = said.ChanicOptions(team_count=2, specials=2, presence=True, stack=True, shop=True, lives=3)
UNDER = (said.HostCount(0, "H9-1", 2), said.HostCount(1, "D1-1", 1))

OF_OPTIONS: list[tuple[said.ChanicFact, str]] = [
    (
        said.GameStarted(options=TEAMS, seats=4, packs=2),
        (
            "A game for 4 players begins with 2 packs of cards. It is played with 2 teams, 2 special abilities each, "
            "a Presence of 200 that wins, the Stack, the Shop and 3 lives each."
        ),
    ),
    (
        said.GameStarted(options=said.ChanicOptions(specials=1), seats=2, packs=1),
        "A game for 2 players begins with one pack of cards. It is played with a special ability each.",
    ),
    (
        said.DeckShuffled(reason="purifier", count=30, order=None),
        "The discard pile is shuffled into the deck, which has 30 cards now.",
    ),
    (
        said.AbilitiesRevealed(kept=(said.Keeping(0, ("seer", "wealth")), said.Keeping(1, ("grave_robber",)))),
        "The abilities are shown: Ann with Seer and Wealth; Bea with Grave Robber.",
    ),
    (said.PresenceGained(seat=0, amount=12, total=132), "Ann gains 12 Presence and has 132."),
    (said.PresenceGained(seat=0, amount=0, total=5), "Ann gains no Presence and has 5."),
    (said.DrawPhaseSkipped(seat=0), "Ann skips the Draw Phase."),
    (said.PointsPaid(seat=0, amount=0, reason="utility", left=7), "Ann pays nothing; 7 remain."),
    (
        said.PointPhaseStarted(
            seat=0,
            points=24,
            parts=(said.PointPart("turn", 15), said.PointPart("options", 6), said.PointPart("stack", 3)),
        ),
        "Ann has 24 points to spend: 15 as in every turn, 6 from Options and 3 from the Stack.",
    ),
    (
        said.PointsGained(seat=0, amount=1, reason="seller", left=9),
        "Ann gains one point thanks to Seller; 9 can be spent.",
    ),
    (
        said.PointsGained(seat=0, amount=2, reason="bargainer", left=9),
        "Ann gains 2 points thanks to Bargainer; 9 can be spent.",
    ),
    (said.UtilityPlayed(seat=0, card="H5-1", source="resilient"), "Ann plays 5 of Hearts thanks to Resilient."),
    (
        said.ClubPlayed(seat=0, card="C1-1", value=3, from_="hand"),
        "Ann plays Ace of Clubs, which counts 3.",
    ),
    (
        said.CardsDiscarded(seat=1, cards=("C3-1",), from_="hand", reason="deadly"),
        "Deadly: Bea discards 3 of Clubs, picked by chance.",
    ),
    (
        said.CardsDiscarded(seat=1, cards=("C3-1",), from_="hand", reason="limiter"),
        "Bea discards 3 of Clubs because of Limiter.",
    ),
    (said.CardsDiscarded(seat=1, cards=("C3-1",), from_="hand", reason="gambler"), "Bea discards 3 of Clubs."),
    (
        said.CardsDiscarded(seat=1, cards=("C3-1",), from_="stack", reason="trader"),
        "Bea discards from the Stack: 3 of Clubs.",
    ),
    (
        said.CardsDiscarded(seat=1, cards=("C3-1", "S9-1"), from_="deck", reason="archaeologist"),
        "Bea discards from the top of the deck: 3 of Clubs and 9 of Spades.",
    ),
    (
        said.CardsDiscarded(seat=1, cards=("C3-1",), from_="stack", reason="life"),
        "The Stack of Bea is discarded: 3 of Clubs.",
    ),
    (
        said.AttachmentsDiscarded(seat=1, host="D6-1", cards=("C3-1",)),
        "With 6 of Diamonds its Stack Cards are discarded: 3 of Clubs.",
    ),
    (said.AbilityUsed(seat=0, ability="loaded"), "Ann uses Loaded."),
    (said.AbilityUsed(seat=0, ability="replenished", automatic=True), "Replenished of Ann works by itself."),
    (said.AbilityUsed(seat=0, ability="fisher", target=1), "Ann uses Fisher on Bea."),
    (said.AbilityUsed(seat=0, ability="limiter", target=1, suit="S"), "Ann uses Limiter on Bea: Spades."),
    (said.AbilityUsed(seat=0, ability="archaeologist", suit="C"), "Ann uses Archaeologist: Clubs."),
    (
        said.AbilityUsed(seat=0, ability="illusionist", target=1, card="S9-1"),
        "Ann uses Illusionist: 9 of Spades of Bea.",
    ),
    (said.AbilityUsed(seat=0, ability="sorcerer", card="S9-1"), "Ann uses Sorcerer: 9 of Spades."),
    (said.CardReturned(owner=1, card="S9-1", attached=0), "9 of Spades goes back to the hand of Bea."),
    (
        said.CardReturned(owner=1, card="S9-1", attached=1),
        "9 of Spades goes back to the hand of Bea, the card under it to the Stack.",
    ),
    (
        said.CardReturned(owner=1, card="S9-1", attached=2),
        "9 of Spades goes back to the hand of Bea, the 2 cards under it to the Stack.",
    ),
    (said.CardTaken(seat=0, card="H3-1"), "Ann takes 3 of Hearts from the discard pile."),
    (said.CardRevealed(seat=0, card="H3"), "Ann shows 3 of Hearts."),
    (said.CardRevealed(seat=0, card="H3", drawn=True), "Ann shows the card drawn: 3 of Hearts."),
    (said.HandChecked(seat=1, value=3, found=True), "Bea holds a card that shows 3."),
    (said.HandChecked(seat=1, value=3, found=False), "Bea holds no card that shows 3."),
    (said.HandChecked(seat=1, suit="H", found=True), "Bea holds Hearts."),
    (said.HandChecked(seat=1, suit="H", found=False), "Bea holds no Hearts."),
    (said.CardCompared(seat=0, value=3, equal=True), "The card drawn shows 3 too."),
    (said.CardCompared(seat=0, value=3, equal=False), "The card drawn does not show 3."),
    (
        said.CostZeroed(seat=0, giver=1, shown="H3", gained="D3"),
        "Both cards cost Ann nothing in this turn.",
    ),
    (
        said.SpadeBoosted(seat=0, card="S9-1", value=18),
        "9 of Spades counts 18 in this turn, and nothing else of Ann may attack.",
    ),
    (said.PlayLocked(seat=0), "Ann plays no more cards in this turn."),
    (
        said.AttachmentsActive(hosts=UNDER),
        (
            "Stack Cards under a card count from now on: 4 more for 9 of Hearts of Ann and 2 more for Ace of Diamonds "
            "of Bea."
        ),
    ),
    (said.CardBought(seat=0, slot=2, card="C9-1", price=5), "Ann buys 9 of Clubs."),
    (said.MarketFilled(slot=2, card="C9-1"), "9 of Clubs comes into slot 2 of the market."),
    (said.LifeLost(seat=1, left=1), "Bea loses a life and has one left."),
    (said.LifeLost(seat=1, left=2), "Bea loses a life and has 2 left."),
    (
        said.AttackMade(attacker=0, target=1, kind="bypass", attack_cards=("S9-1",), raw=9, power=6, damage=4),
        "Ann goes around the shields of Bea with 9 of Spades: power 6 out of 9.",
    ),
    (said.DecisionMade(seat=1, kind="choose_shuffle"), "Bea has decided."),
]


@pytest.mark.parametrize(("fact", "text"), OF_OPTIONS)
def test_what_a_fact_of_an_option_tells(fact: said.ChanicFact, text: str) -> None:
    assert tell(fact) == text
    assert is_japanese(sentence(fact, JAPANESE))


OWN = seat_viewer(0)
HIDDEN_FROM_OTHERS: list[tuple[said.ChanicFact, str, str]] = [
    (
        said.AbilitiesDealt(seat=0, abilities=("seer", "wealth")),
        "Ann may choose from Seer and Wealth.",
        "Ann may choose from 2 abilities.",
    ),
    (said.AbilitiesDealt(seat=0, abilities=("seer",)), "Ann may choose from Seer.", "Ann may choose from one ability."),
    (said.AbilitiesKept(seat=0, abilities=("seer",)), "Ann keeps Seer.", "Ann has chosen."),
    (
        said.CardsDrawn(seat=0, reason="blessed", cards=("H7",)),
        "Ann draws 7 of Hearts thanks to Blessed.",
        "Ann draws one card thanks to Blessed.",
    ),
    (
        said.CardsDrawn(seat=0, reason="loaded", cards=("H7", "S1")),
        "Ann draws 7 of Hearts and Ace of Spades thanks to Loaded.",
        "Ann draws 2 cards thanks to Loaded.",
    ),
    (
        said.UtilityPlayed(seat=0, card="H5-1", source="points", attached=("C2",)),
        "Ann plays 5 of Hearts. Under it, from the Stack: 2 of Clubs.",
        "Ann plays 5 of Hearts. One Stack Card goes under it.",
    ),
    (
        said.UtilityPlayed(seat=0, card="H5-1", source="club", attached=("C2", "H1")),
        "Ann plays 5 of Hearts on the Club. Under it, from the Stack: 2 of Clubs and Ace of Hearts.",
        "Ann plays 5 of Hearts on the Club. 2 Stack Cards go under it.",
    ),
    (said.AllyUsed(seat=0, teammate=2, card="H5"), "Ann has 5 of Hearts for Cem.", "Ann has a card for Cem."),
    (
        said.CardGiven(from_=0, to=2, card="H5", into="hand"),
        "Ann gives 5 of Hearts to Cem.",
        "Ann gives a card to Cem.",
    ),
    (
        said.CardGiven(from_=0, to=2, card="H5", into="stack"),
        "Ann gives 5 of Hearts to Cem, into the Stack.",
        "Ann gives a card to Cem, into the Stack.",
    ),
    (said.StackAdded(seat=0, card="H5"), "Ann puts 5 of Hearts into the Stack.", "Ann puts a card into the Stack."),
    (
        said.DeckPeeked(seat=0, count=1, cards=("H5",)),
        "Ann sees on top of the deck: 5 of Hearts.",
        "Ann looks at the top card of the deck.",
    ),
    (
        said.DeckPeeked(seat=0, count=2, cards=("H5", "C1")),
        "Ann sees on top of the deck: 5 of Hearts and Ace of Clubs.",
        "Ann looks at the top 2 cards of the deck.",
    ),
    (
        said.CardPutOnDeck(seat=0, card="H5"),
        "Ann puts 5 of Hearts on top of the deck.",
        "Ann puts a card on top of the deck.",
    ),
    (
        said.DeckReordered(seat=0, count=2, cards=("H5", "C1")),
        "Ann puts them back, from the top: 5 of Hearts and Ace of Clubs.",
        "Ann puts them back, perhaps in another order.",
    ),
]


@pytest.mark.parametrize(("fact", "own", "others"), HIDDEN_FROM_OTHERS)
def test_what_is_hidden_is_told_to_its_own_seat_alone(fact: said.ChanicFact, own: str, others: str) -> None:
    assert tell(fact, OWN) == own
    assert tell(fact) == tell(fact, seat_viewer(1)) == others
    for viewer in (OWN, SPECTATOR):
        assert is_japanese(sentence(redact(fact, viewer), JAPANESE))


@pytest.mark.parametrize("kind", get_args(said.QuestionKind))
def test_every_question_is_told_and_what_was_decided_where_nothing_else_tells_it(kind: said.QuestionKind) -> None:
    """Each in a sentence of its own; who may decline is heard to have decided."""
    asked = tell(said.DecisionOpened(seat=1, kind=kind))
    assert asked is not None
    assert asked.startswith("Bea ")
    answered = tell(said.DecisionMade(seat=1, kind=kind))
    assert (answered is not None) == (kind in DECLINABLE)
    assert is_japanese(sentence(said.DecisionOpened(seat=1, kind=kind), JAPANESE))


def test_no_two_questions_are_told_alike() -> None:
    kinds = get_args(said.QuestionKind)
    assert len({tell(said.DecisionOpened(seat=1, kind=kind)) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("elimination", "Ann and Cem win together: nobody else is left."),
        ("bypass_elimination", "Ann and Cem win together around the last shields: nobody else is left."),
        ("concession", "Ann and Cem win together: the last opponent is gone."),
        ("presence", "Ann and Cem have the Presence that wins."),
    ],
)
def test_a_team_wins_together(reason: said.EndReason, text: str) -> None:
    ranking = (Place(place=1, seats=(0, 2)), Place(place=2, seats=(1,)))
    fact = said.GameEnded(winners=(0, 2), reason=reason, ended_by="play", ranking=ranking)
    assert tell(fact) == text
    assert is_japanese(sentence(fact, JAPANESE))


def test_what_commands_name_has_a_name() -> None:
    """Cards, Stack Cards, suits; nothing else."""
    assert named("H7-2", WORDS) == "7 of Hearts"
    assert named("*H7", WORDS) == "7 of Hearts of the Stack"
    assert named("S", WORDS) == "Spades"
    assert named("seer", WORDS) is None
    assert (
        refusal(no("stack_card_fresh", card="*H7"), WORDS)
        == "7 of Hearts of the Stack came into your Stack in this turn."
    )


def test_every_ability_and_option_has_a_name_in_both_languages() -> None:
    """No two abilities are called alike."""
    for words in (WORDS, JAPANESE):
        assert len({ability_name(ability, words) for ability in TEXTS}) == len(TEXTS)
    assert not [ability for ability in TEXTS if re.search("[A-Za-z]", ability_name(ability, JAPANESE))]
    assert {
        refusal(no("option_disabled", option=option), JAPANESE) for option in ("Ally", "the Stack", "the Shop")
    } == {
        "このテーブルでは「同盟」は使いません。",
        "このテーブルでは「スタック」は使いません。",
        "このテーブルでは「ショップ」は使いません。",
    }


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_refusal_in_japanese_has_nothing_english_in_it(code: str) -> None:
    """What it has places for aside."""
    text = CODES[code].text
    said_of = dict.fromkeys(re.findall(r"\{(\w+)\}", text), 0)
    assert not re.search("[A-Za-z]", JAPANESE.say(text, **said_of))
