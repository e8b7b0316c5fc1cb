"""Sentences: one for every fact, true for every viewer, in words that people use."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.naming import card_name, cards_named, pool_of, seen
from domain.games.panzer_clash.narrate import SENTENCES, refusal, sentence
from domain.games.panzer_clash.refusals import no
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import Item, State, Trigger
from domain.games.panzer_clash.view import view
from domain.kernel.display.words import Words
from domain.kernel.marks import redact
from domain.kernel.messages import Awaited, Fact, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.panzer_clash.bot_games import played
from tests.games.panzer_clash.given import given

ANN, BEA = seat_viewer(0), seat_viewer(1)
WORDS = Words(("Ann", "Bea"))
QUIET = {  # told by other facts, or by the board
    said.PhaseItemPut,
    said.UnitsRefreshed,
    said.TriggerQueued,
    Awaited,
}
SOMETIMES = {said.PhaseBegan, said.ItemResolved, said.TriggerResolved, said.TurnEffectsEnded}
CARD_ID = re.compile(r"\b(ger|jpn|usa|sov|axis|allies|mod|ter|deck)_\w+|\b[ut]\d+\b|\bfactory\b")
BANNED = {
    name
    for cls in get_args(said.PanzerFact)
    if cls != Awaited[said.PanzerStep]  # an alias is made anew when typing has forgotten it
    for name in (tag_of(cls), *cls.__struct_encode_fields__)
    if "_" in name  # "cards" or "space" are also words
}

TABLE = given(
    units=["c1 0 ger_panzer4", "c2 1 sov_t34 damage=1", "a0 0 ger_grenadiers fresh"],
    stacks={"a0": "2", "b5": "2 sov_winter"},
    modifiers={"c2": "mod_bunker 1"},
)


def words_before(state: State, viewer: Viewer = SPECTATOR) -> Words:
    """Return the words at a table that stands like this."""
    return WORDS.at_table(state.pool, partial(view, state, viewer))


def tell(fact: said.PanzerFact, viewer: Viewer = SPECTATOR, state: State = TABLE) -> str | None:
    return sentence(redact(fact, viewer), words_before(state, viewer))


def on_chain(*items: Item) -> State:
    return replaced(chain=items)


def replaced(**changes: Any) -> State:
    return replace(TABLE, **changes)


def test_every_fact_has_a_sentence_or_says_that_it_has_none() -> None:
    assert set(SENTENCES) == {cls if isinstance(cls, type) else Awaited for cls in get_args(said.PanzerFact)}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_sentences_of_whole_games_speak_to_people(seed: int) -> None:
    """For any viewer no tag, no field's name, no id; knowing what was seen before, or not."""
    bots = (("random", "random"), ("sensible", "random"), ("sensible", "sensible"))[seed % 3]
    for step in played(bots, seed, said.PanzerOptions(deck_size=40)):
        state = step.before
        for fact in step.facts:
            for viewer in every_viewer(2):
                for words in (WORDS.at_table(state.pool, partial(view, state, viewer)), Words()):
                    text = sentence(redact(fact, viewer), words)
                    if text is None:
                        assert type(fact) in QUIET | SOMETIMES
                        continue
                    assert text[-1] == "."
                    assert text[0].isupper() or text[0].isdigit() or text[0] in "abcde"
                    assert not CARD_ID.search(text), text
                    assert not any(name in text for name in BANNED)
                    assert not set("_{}?") & set(text)
            state = RULES.evolve(state, fact)


def test_hidden_cards_are_counted() -> None:
    drawn = said.CardsDrawn(seat=1, reason="opening", cards=("sov_t34", "factory", "factory"))
    assert tell(drawn, BEA) == "Bea draws T-34 and Factory ×2."
    assert tell(drawn, ARBITER) == "Bea draws T-34 and Factory ×2."
    assert tell(drawn, ANN) == "Bea draws 3 cards."
    assert tell(said.CardsDrawn(seat=1, reason="turn", cards=("sov_t34",))) == "Bea draws one card."


def test_a_ready_made_deck_is_named_to_its_own_seat_alone() -> None:
    deck = SHIPPED.decks["deck_soviet_60"]
    chosen = said.DeckChosen(seat=1, side="allies", size=60, cards=dict(deck.cards))
    assert tell(chosen, BEA) == "Bea chooses the deck Endless Front: Allies, 60 cards."
    assert tell(chosen, ANN) == "Bea has chosen a deck: Allies, 60 cards."
    own = said.DeckChosen(seat=0, side="axis", size=40, cards={"factory": 40})
    assert tell(own, ANN) == "Ann has chosen a deck: Axis, 40 cards."


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (said.GameCreated(options=said.PanzerOptions(), pool="x"), "Two armies of 60 cards prepare for battle."),
        (said.TerrainLaid(order=None), "The terrain of the field is laid face down."),
        (said.FirstPlayerChosen(seat=1), "Bea has the first turn."),
        (said.SupplyShuffled(seat=0, count=60, order=None), "The Supply of Ann is shuffled: 60 cards."),
        (said.MulliganTaken(seat=0, number=1), "Ann takes a mulligan and puts the hand back."),
        (said.MulliganTaken(seat=0, number=3), "Ann takes mulligan number 3 and puts the hand back."),
        (said.HandKept(seat=0, size=1), "Ann keeps a hand of one card."),
        (said.HandKept(seat=0, size=7), "Ann keeps a hand of 7 cards."),
        (said.TurnStarted(turn=6, seat=1), "Turn 6: it is the turn of Bea."),
        (
            said.EventDiscarded(seat=0, card="ger_blitzkrieg", space="a0"),
            "Blitzkrieg leaves a0 for the Junkyard of Ann.",
        ),
        (said.ModifierPlaced(seat=0, card="mod_bunker", from_="a0", space="a1"), "Ann places Bunker on a1."),
        (said.PhaseBegan(phase="draw"), None),
        (said.PhaseBegan(phase="main"), "The Main phase begins."),
        (said.PhaseBegan(phase="end"), "The End phase begins."),
        (said.DrawSkipped(seat=0), "Ann draws no card in the first turn of the game."),
        (said.ResponsePassed(seat=1, item_id=3), "Bea does not respond."),
        (said.ItemFizzled(item_id=3), "The attack comes to nothing: it cannot be carried out any more."),
        (said.FactoryPlayed(seat=0, space="a0", size=1), "Ann starts a stack on a0 with a Factory."),
        (said.FactoryPlayed(seat=0, space="a0", size=3), "Ann adds a Factory on a0: the stack counts 3."),
        (said.UnitPlayed(seat=0, unit_id="u7", card="ger_panther", space="a0"), "Ann plays Panther (7) to a0."),
        (
            said.ModifierPlayed(seat=0, card="mod_bunker", space="a0"),
            "Ann plays Bunker to a0, where it waits for the next turn.",
        ),
        (
            said.UnitDeployed(seat=1, unit_id="u8", card="sov_conscripts", space="b4", trigger_id="t1"),
            "Bea puts Conscripts (8) from the Junkyard into play on b4.",
        ),
        (said.TerrainRevealed(space="c2", terrain="ter_swamp"), "The terrain of c2 is turned up: Swamp."),
        (said.UnitMoved(unit_id="u1", from_="c1", to="c2", spent=1), "Panzer IV (1) moves from c1 to c2."),
        (said.UnitMoved(unit_id="u99", from_="c1", to="c2", spent=1), "Unit 99 moves from c1 to c2."),
        (said.UnitRepositioned(unit_id="u1", from_="c1", to="c2"), "Panzer IV (1) is put from c1 on c2."),
        (said.UnitStopped(unit_id="u1"), "Panzer IV (1) cannot move any more in this turn."),
        (
            said.AttackDeclared(seat=0, item_id=1, unit_id="u1", target="u2"),
            "Ann attacks T-34 (2) with Panzer IV (1).",
        ),
        (
            said.AttackDeclared(seat=0, item_id=1, unit_id="u1", target=1),
            "Ann attacks the Supply of Bea with Panzer IV (1).",
        ),
        (
            said.RangedAttackDeclared(seat=0, item_id=1, unit_id="u1", target="u2"),
            "Ann fires at T-34 (2) with Panzer IV (1).",
        ),
        (said.UnitDamaged(unit_id="u2", amount=3, source="u1"), "T-34 (2) takes 3 damage from Panzer IV (1)."),
        (said.UnitDamaged(unit_id="u2", amount=2, source="mod_minefield"), "T-34 (2) takes 2 damage from Minefield."),
        (said.UnitDamaged(unit_id="u2", amount=0, source="u1"), "T-34 (2) takes no damage from Panzer IV (1)."),
        (
            said.UnitDestroyed(unit_id="u2", card="sov_t34", owner=1, space="c2"),
            "T-34 (2) of Bea is destroyed on c2.",
        ),
        (said.UnitRepaired(unit_id="u2", amount=1), "1 damage is repaired on T-34 (2)."),
        (
            said.UnitBoosted(unit_id="u1", attack=1, movement=1),
            "Panzer IV (1) has attack +1 and movement +1 until end of turn.",
        ),
        (said.UnitBoosted(unit_id="u1", attack=2, movement=0), "Panzer IV (1) has attack +2 until end of turn."),
        (said.UnitBoosted(unit_id="u1", attack=0, movement=1), "Panzer IV (1) has movement +1 until end of turn."),
        (said.UnitReadied(unit_id="u1"), "Panzer IV (1) may attack once more."),
        (
            said.SupplyDamaged(seat=1, amount=2, source="u1", discarded=("sov_t34", "factory")),
            "The Supply of Bea takes 2 damage from Panzer IV (1) and loses T-34 and Factory.",
        ),
        (
            said.SupplyDamaged(seat=1, amount=0, source="u1", discarded=()),
            "The Supply of Bea takes no damage from Panzer IV (1).",
        ),
        (
            said.SupplyDamaged(seat=1, amount=2, source="jpn_bushido", discarded=()),
            "Bushido hits the Supply of Bea, where no card is left.",
        ),
        (said.FactoryDestroyed(space="c5", left=0), "The last Factory on c5 is destroyed."),
        (said.FactoryDestroyed(space="c5", left=1), "A Factory on c5 is destroyed; one is left."),
        (said.FactoryDestroyed(space="c5", left=2), "A Factory on c5 is destroyed; 2 are left."),
        (
            said.PermanentDestroyed(seat=1, card="sov_winter", space="b5"),
            "Russian Winter of Bea on b5 is destroyed.",
        ),
        (said.ModifierDestroyed(seat=1, card="mod_bunker", space="c2"), "Bunker of Bea on c2 is destroyed."),
        (said.FactoryAllowanceRaised(count=1, left=1), "One more Factory may be played in this turn."),
        (said.FactoryAllowanceRaised(count=2, left=2), "2 more Factories may be played in this turn."),
        (
            said.CardsDiscarded(seat=0, cards=("factory", "factory"), reason="hand_limit", by="seat"),
            "Ann discards Factory ×2 to keep the hand limit.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("factory",), reason="hand_limit", by="clock"),
            "The time is up: Ann discards Factory to keep the hand limit.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("factory",), reason="effect", by="seat"),
            "Ann discards Factory.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("factory",), reason="effect", by="clock"),
            "The time is up: Ann discards Factory.",
        ),
        (
            said.CardsDiscarded(seat=0, cards=("factory",), reason="effect", by="rule"),
            "Ann discards the whole hand: Factory.",
        ),
        (
            said.CardSalvaged(seat=1, card="sov_conscripts"),
            "Bea takes Conscripts from the Junkyard back to the hand.",
        ),
        (said.TurnEffectsEnded(), None),
        (said.TurnEnded(seat=1), "The turn of Bea is over."),
        (
            said.GameEnded(winner=0, reason="supply_exhausted", ended_by="play"),
            "Bea has to draw from an empty Supply: Ann wins.",
        ),
        (said.GameEnded(winner=0, reason="concession", ended_by="concession"), "Bea concedes: Ann wins."),
        (said.GameEnded(winner=1, reason="time_out", ended_by="time"), "Ann is out of time: Bea wins."),
    ],
)
def test_what_a_fact_tells(fact: said.PanzerFact, text: str | None) -> None:
    assert tell(fact) == text


def test_what_is_over_at_the_end_of_a_turn_is_told_where_something_was() -> None:
    assert tell(said.TurnEffectsEnded(), state=given(units=["c1 0 ger_panzer4 stopped"])) == (
        "What lasted until end of turn is over."
    )


@pytest.mark.parametrize(
    ("targets", "text"),
    [
        ((), "Ann plays Blitzkrieg to a0."),
        ((said.Choice(unit="u2"),), "Ann plays Blitzkrieg to a0, aimed at T-34 (2)."),
        ((said.Choice(row=3),), "Ann plays Blitzkrieg to a0, aimed at row 3."),
        ((said.Choice(space="c5"),), "Ann plays Blitzkrieg to a0, aimed at c5."),
        ((said.Choice(unit="u1", space="b2"),), "Ann plays Blitzkrieg to a0, aimed at Panzer IV (1) to b2."),
        ((said.Choice(spaces=("c3", "d3")),), "Ann plays Blitzkrieg to a0, aimed at c3 and d3."),
        ((said.Choice(spaces=()),), "Ann plays Blitzkrieg to a0."),
        ((said.Choice(),), "Ann plays Blitzkrieg to a0."),
    ],
)
def test_an_event_says_at_what_it_is_aimed(targets: tuple[said.Choice, ...], text: str) -> None:
    fact = said.EventPlayed(seat=0, card="ger_blitzkrieg", space="a0", targets=targets, item_id=1, subtype="normal")
    assert tell(fact) == text


ITEMS = [
    (Item(4, "main_start", 0), "the start of the Main phase"),
    (Item(4, "main_end", 0), "the end of the Main phase"),
    (Item(4, "attack", 0, unit="u1", target="u2"), "the attack of Panzer IV (1) on T-34 (2)"),
    (Item(4, "ranged", 0, unit="u1", target=1), "the Ranged Attack of Panzer IV (1) on the Supply of Bea"),
    (Item(4, "event", 0, card="ger_blitzkrieg", space="a0", subtype="normal"), "Blitzkrieg"),
]


@pytest.mark.parametrize(("item", "text"), ITEMS)
def test_a_window_says_what_may_be_answered(item: Item, text: str) -> None:
    fact = said.ResponseOpened(seat=1, item_id=4)
    assert tell(fact, state=on_chain(item)) == f"Bea may respond to {text}."
    assert tell(fact) == "Bea may respond."


def test_what_resolves_is_told_if_it_is_an_event() -> None:
    fact = said.ItemResolved(item_id=4)
    assert tell(fact, state=on_chain(ITEMS[4][0])) == "Blitzkrieg takes effect."
    assert tell(fact, state=on_chain(ITEMS[2][0])) is None
    assert tell(fact) is None


def test_what_is_cancelled_is_named() -> None:
    fact = said.ItemCancelled(item_id=4)
    assert tell(fact, state=on_chain(ITEMS[4][0])) == "Blitzkrieg is cancelled and goes to the Junkyard of Ann."
    assert tell(fact, state=on_chain(ITEMS[2][0])) == (
        "No damage is done: the attack of Panzer IV (1) on T-34 (2) is cancelled."
    )
    assert tell(fact) == "It is cancelled and has no effect."


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("play", "the Play-Effect of T-34"),
        ("destroy", "the Destroy-Effect of T-34"),
        ("junkyard", "the Junkyard-Trigger of T-34"),
        ("ally_destroyed", "the effect of T-34"),
        ("end", "the effect of T-34"),
    ],
)
def test_triggers_are_named_by_what_set_them_off(when: said.TriggerKind, text: str) -> None:
    state = replaced(triggers=(Trigger("t4", 1, 1, "sov_t34", 0, when),))
    resolved = said.TriggerResolved(trigger_id="t4")
    assert tell(resolved, state=state) == f"Bea uses {text}."
    aimed = said.TriggerResolved(trigger_id="t4", targets=(said.Choice(unit="u1"),))
    assert tell(aimed, state=state) == f"Bea uses {text} on Panzer IV (1)."
    assert tell(said.TriggerDeclined(trigger_id="t4"), state=state) == f"Bea makes no use of {text}."
    assert tell(said.TriggerSkipped(trigger_id="t4"), state=state) == (
        f"Bea cannot use {text}: there is nothing for it to do."
    )


def test_a_trigger_that_is_not_known_is_told_without_its_name() -> None:
    assert tell(said.TriggerResolved(trigger_id="t4")) is None
    assert tell(said.TriggerDeclined(trigger_id="t4")) == "An effect is not used."
    assert tell(said.TriggerSkipped(trigger_id="t4")) == "An effect is lost: there is nothing for it to do."


def test_a_unit_out_of_the_junkyard_is_told_by_its_entry() -> None:
    state = replaced(triggers=(Trigger("t4", 1, 1, "sov_conscripts", 0, "junkyard"),))
    assert tell(said.TriggerResolved(trigger_id="t4", space="b4"), state=state) is None


@pytest.mark.parametrize(
    ("prefs", "text"),
    [
        (said.PrefsChange(pass_rest_of_turn=True), "Ann does not want to respond any more in this turn."),
        (
            said.PrefsChange(windows=said.WindowChanges(attack=True, event=False)),
            "Ann wants to be asked at: attacks, and no longer at: events.",
        ),
        (
            said.PrefsChange(windows=said.WindowChanges(main_start=True, ranged=True)),
            "Ann wants to be asked at: Ranged Attacks, start of the Main phase.",
        ),
        (
            said.PrefsChange(windows=said.WindowChanges(main_end=False)),
            "Ann wants to be asked no longer at: end of the Main phase.",
        ),
        (said.PrefsChange(), "Ann leaves the response preferences as they were."),
    ],
)
def test_preferences_are_told_to_their_own_seat_alone(prefs: said.PrefsChange, text: str) -> None:
    fact = said.ResponsePrefsSet(seat=0, prefs=prefs)
    assert tell(fact, ANN) == text
    assert tell(fact, BEA) == "Ann changes the response preferences."


@pytest.mark.parametrize(
    ("code", "values", "text"),
    [
        ("card_not_in_hand", {"card": "ger_panther"}, "You do not hold Panther."),
        ("unknown_card", {"card": "ger_maus"}, "There is no card ger_maus."),
        ("mixed_sides", {"card": "sov_t34", "side": "axis"}, "T-34 does not belong to the side Axis."),
        ("mixed_sides", {"card": "ger_panther", "side": "allies"}, "Panther does not belong to the side Allies."),
        (
            "mixed_sides side_of_deck",
            {"deck": "deck_soviet_60", "side": "allies"},
            "deck_soviet_60 is a deck of the side Allies.",
        ),
        ("unit_fresh", {"unit": "u7"}, "Unit 7 may act from your next Main phase on."),
        ("not_your_unit", {"unit": "u7"}, "You have no unit 7 in play."),
        ("not_your_unit", {"unit": "tank"}, "You have no unit tank in play."),
        ("no_stack", {"space": "a0"}, "There is no Factory on a0."),
    ],
)
def test_a_refusal_names_cards_units_and_sides_as_people_do(code: str, values: dict[str, str], text: str) -> None:
    assert refusal(no(*code.split(), **values), WORDS) == text


def test_the_words_of_no_table_speak_of_the_shipped_cards() -> None:
    assert pool_of(WORDS) is SHIPPED
    assert seen(WORDS) is None
    assert card_name("mod_bunker", WORDS) == "Bunker"
    assert cards_named(("factory", "sov_t34", "factory"), WORDS) == "Factory ×2 and T-34"


def test_the_words_of_a_table_know_what_was_seen_before() -> None:
    words = words_before(TABLE)
    assert pool_of(words) is TABLE.pool
    assert seen(words) == view(TABLE, SPECTATOR)
    assert seen(WORDS.at_table(None, lambda: None)) is None


def test_every_fact_that_is_quiet_has_no_sentence() -> None:
    facts: tuple[Fact, ...] = (
        said.UnitsRefreshed(seat=0),
        said.PhaseItemPut(seat=0, item_id=1, kind="main_start"),
        said.TriggerQueued(trigger_id="t1", batch=1, seat=0, card="sov_t34", ability=0, when="play"),
        Awaited(agenda=()),
    )
    assert {type(fact) for fact in facts} == QUIET
    assert {SENTENCES[type(fact)](fact, WORDS) for fact in facts} == {None}
