"""The card file: the shipped pool, and every way in which a file can be wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest

from domain.games.panzer_clash.cards import SIDES
from domain.games.panzer_clash.cards.card_file import COLUMNS, SHIPPED, SHIPPED_TEXT, parse
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.messages import Choice, PlayUnit
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.vocabulary import Ability, Controller, Select, UnitType, When
from domain.kernel.cards.card_sets import CardSetError
from tests.games.panzer_clash.given import at, attack, event, given, names, play, raid, resolve, unit

LINES = SHIPPED_TEXT.decode("utf-8").splitlines()
TANK = "unit	ger_maus	Maus	Armor	Heavy Tank	german	3	9	9	1	-	-	-	{}	Heavy.	reconstructed"
EVENT = "event	ger_rally	Rally	Event	{}	german	1	-	-	-	-	-	{}	{}	Rally.	reconstructed"


def with_line(line: str, *, before: str = "deck\t") -> bytes:
    """Return the shipped file with one more line before the decks."""
    place = next(number for number, text in enumerate(LINES) if text.startswith(before))
    return "\n".join([*LINES[:place], line, *LINES[place:], ""]).encode("utf-8")


def changed(card: str, column: str, value: str) -> bytes:
    """Return the shipped file with one cell of a card changed."""
    lines = list(LINES)
    place = next(number for number, text in enumerate(lines) if text.split("\t")[1] == card)
    cells = lines[place].split("\t")
    cells[COLUMNS.index(column)] = value
    lines[place] = "\t".join(cells)
    return "\n".join([*lines, ""]).encode("utf-8")


def deck_line(cells: dict[int, str]) -> bytes:
    """Return the shipped file with cells of its first deck changed."""
    lines = list(LINES)
    place = next(number for number, text in enumerate(lines) if text.startswith("deck\t"))
    row = lines[place].split("\t")
    for cell, value in cells.items():
        row[cell] = value
    lines[place] = "\t".join(row)
    return "\n".join([*lines, ""]).encode("utf-8")


def test_totals() -> None:
    """2.1: 1 Factory, 48 units, 28 events, 8 modifiers, 9 terrains with 40 copies."""
    types = Counter(kind.card_type for kind in SHIPPED.cards.values())
    assert types == {"factory": 1, "unit": 48, "event": 28, "modifier": 8, "terrain": 9}
    assert len(SHIPPED.terrain) == 40
    units = Counter(kind.definition.factions for kind in SHIPPED.cards.values() if kind.card_type == "unit")
    assert set(units.values()) == {12}
    assert Counter(kind.subtype for kind in SHIPPED.cards.values() if kind.card_type == "event") == {
        "normal": 15,
        "flash": 8,
        "permanent": 5,
    }
    assert [kind.id for kind in SHIPPED.cards.values() if kind.definition.provenance == "rulebook"] == ["factory"]


def test_every_word_is_used() -> None:
    """Section 11: every effect, `when`, `select` and filter word is in the vocabulary and used at least once."""
    words: set[Any] = set()
    whens, selects, controllers, types = set(), set(), set(), set()
    flags: set[str] = set()
    for kind in SHIPPED.cards.values():
        types.add(kind.type)
        for ability in kind.abilities:
            words.add(type(ability))
            whens.add(ability.when)
            target = getattr(ability, "target", None)
            wanted = getattr(ability, "filter", None) if target is None else target.filter
            if target is not None:
                selects.add(target.select)
                flags |= {name for name in ("damaged", "attacked") if getattr(wanted, name)}
            if wanted is not None:
                controllers.add(wanted.controller)
    assert words == set(get_args(Ability))
    assert whens == set(get_args(When))
    assert selects == set(get_args(Select))
    assert set(get_args(Controller)) <= controllers
    assert set(get_args(UnitType)) <= types
    assert flags == {"damaged", "attacked"}


def test_ready_made_decks_are_legal() -> None:
    """Section 11: all eight pass 6.1, and use one faction."""
    assert len(SHIPPED.decks) == 8
    for deck in SHIPPED.decks.values():
        assert list(faults(SHIPPED, deck.cards, deck.side, deck.size)) == []
        assert deck.size == int(deck.id[-2:])
        assert SIDES[deck.id.split("_")[1]] == deck.side


def test_the_record_names_the_pool_by_its_digest() -> None:
    """Issue: the record names the pool by digest."""
    assert RULES.default_data == SHIPPED.digest
    assert RULES.data_sets == {SHIPPED.digest: SHIPPED}
    assert RULES.load_data(SHIPPED_TEXT).digest == SHIPPED.digest


def test_a_new_card_of_known_words_needs_no_code() -> None:
    """Issue: a test adds one and plays it."""
    text = TANK.format(
        "play damage_unit(amount=3, select=row, controller=enemy); destroy draw(count=1); "
        "after_attack damage_supply(amount=2, player=opponent); static supply_bonus(amount=2)"
    )
    pool = parse(with_line(text))
    state = given(pool=pool, hands={0: "ger_maus"}, stacks={"a0": "3"}, units=["c3 1 sov_kv1", "c4 0 ger_tiger"])
    assert RULES.refuse(state, 0, PlayUnit(card="ger_maus", space="a0")) is None
    state = play(state, unit("ger_maus", "a0")).state
    acted = play(state, resolve(Choice(row=3)))
    assert names(acted.facts) == ["TriggerResolved", "UnitDamaged"]
    state = given(pool=pool, units=["c4 0 ger_maus"])
    assert names(play(state, raid("u1")).facts) == ["AttackDeclared", "ItemResolved", "SupplyDamaged", "SupplyDamaged"]
    state = given(pool=pool, units=["c2 0 ger_maus damage=8", "c3 1 sov_is2"])
    assert names(play(state, attack("u1", "u2")).facts)[-2:] == ["TriggerResolved", "CardsDrawn"]


def test_an_event_may_have_several_effects_and_choices() -> None:
    """7.2: one record for each ability that needs a board choice, in listed order."""
    pool = parse(
        with_line(
            EVENT.format(
                "normal",
                "-",
                "resolve draw(count=1); resolve boost(attack=1, select=one, controller=own); "
                "resolve damage_unit(amount=1, select=one, controller=enemy); "
                "resolve ready(select=all, controller=own)",
            )
        )
    )
    state = given(pool=pool, hands={0: "ger_rally"}, stacks={"a0": "1"}, units=["c1 0 sov_kv1", "c4 1 sov_kv1"])
    state = play(state, event("ger_rally", "a0", at("u1"), at("u2"))).state
    assert (state.units["u1"].attack, state.units["u2"].damage, state.units["u1"].attacks_left) == (1, 1, 2)


GOOD_EVENT = EVENT.format("normal", "-", "resolve draw(count=1)")
WRONG: list[tuple[bytes, str]] = [
    (b"\xff", "1: this is not UTF-8"),
    (b"pool\n", "1: the first line is"),
    (b"pool\tx\nid\n", "2: the second line names the columns"),
    (b"pool\tx", "2: the second line names the columns"),
    (SHIPPED_TEXT[:-1], "the last line does not end"),
    (with_line("unit\tx"), "columns: a card has 16, not 2"),
    (with_line("x"), "?: columns: a card has 16, not 1"),
    (with_line(TANK.format("-").replace("unit\t", "general\t", 1)), "card_type: 'general' is none of"),
    (with_line(TANK.format("-").replace("ger_maus", "Maus")), "id: small letters"),
    (with_line(LINES[3]), "ger_grenadiers: id: another line has it"),
    (changed("ger_tiger", "cost", "-"), "ger_tiger: cost: a card of the type unit has one"),
    (changed("ger_tiger", "cost", "x"), "cost: 'x' is no number from 1 to 9"),
    (changed("ger_tiger", "cost", "0"), "cost: '0' is no number from 1 to 9"),
    (changed("mod_bunker", "attack", "1"), "mod_bunker: attack: a card of the type modifier has none: write -"),
    (changed("ger_tiger", "factions", "german/soviet"), "factions: 'german/soviet' is not of"),
    (changed("ger_tiger", "factions", "french"), "factions: 'french' is not of"),
    (changed("ger_tiger", "junkyard_trigger", "no"), "junkyard_trigger: 'no' is neither `yes` nor -"),
    (changed("ger_tiger", "provenance", "dream"), "provenance: Invalid enum value 'dream'"),
    (changed("ger_tiger", "type", "Navy"), "type: 'Navy' is no type of unit"),
    (changed("ger_blitzkrieg", "subtype", "secret"), "subtype: 'secret' is no subtype of event"),
    (changed("sov_winter", "junkyard_trigger", "yes"), "junkyard_trigger: a permanent event cannot"),
    (changed("ter_road", "copies", "5"), "copies: 41 terrain cards instead of 40"),
    ("\n".join([*LINES[:2], *LINES[3:], ""]).encode(), "id: there is no card `factory`"),
    (deck_line({4: "factory 60, ger_tiger"}), "deck_german_60: cards: 'ger_tiger' is no card with its copies"),
    (deck_line({4: "factory 30, factory 30"}), "cards: 'factory 30' is no card"),
    (deck_line({4: "factory 55, ger_tiger 5"}), "cards: ger_tiger may be in a deck 4 times, not 5."),
    (deck_line({3: "neutral"}), "side: 'neutral' is neither axis nor allies"),
    (deck_line({1: "Deck"}), "id: small letters"),
    (with_line("deck\tx"), "x: columns: a deck has 6, not 2"),
]
CLAUSES = [
    ("fly", "is no clause"),
    ("static sneak", "'sneak' is not in the vocabulary"),
    ("play reveal(2)", "'2' is no parameter"),
    ("play reveal(count=2, count=3)", "is no parameter, or stands there twice"),
    ("play reveal(target=2)", "is no parameter"),
    ("play reveal(count=many)", "Expected `int`"),
    ("play reveal(count=2, colour=red)", "unknown field `colour`"),
    ("whenever reveal(count=2)", "Invalid enum value 'whenever'"),
    ("resolve reveal(count=2)", "this `when` has no place"),
    ("play fly", "continuous words are static"),
    ("static draw(count=1)", "continuous words are static"),
    ("static aura(attack=1)", "it means nothing on a card of the type unit"),
    ("play stop", "it works when a unit enters"),
    ("after_attack draw(count=1)", "it cannot be carried out in the middle"),
    ("after_attack destroy_unit(select=one)", "it cannot select one"),
    ("play cancel_event", "only a flash event without Junkyard-Trigger cancels"),
    ("static fly?", "only a trigger can be declined"),
    ("play draw(count=1, by_types=Infantry)", "`by_` belongs to ally_destroyed"),
    ("play repair(amount=1, select=here)", "it cannot select here"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_a_wrong_file_is_refused_with_file_line_card_and_field(text: bytes, reason: str) -> None:
    """Issue: loader errors name file, line, card and field."""
    with pytest.raises(CardSetError) as error:
        parse(text, "cards.tsv")
    assert str(error.value).startswith("cards.tsv:")
    assert reason in str(error.value)


@pytest.mark.parametrize(("clause", "reason"), CLAUSES)
def test_a_wrong_ability_is_refused(clause: str, reason: str) -> None:
    """The vocabulary is closed, and each word has its place."""
    with pytest.raises(CardSetError) as error:
        parse(with_line(TANK.format(clause)))
    assert "ger_maus: abilities: " in str(error.value)
    assert reason in str(error.value)


def test_words_have_their_place_on_events_modifiers_and_terrain() -> None:
    """7.1: what may stand where."""
    parse(with_line(GOOD_EVENT))
    for text, reason in (
        (EVENT.format("permanent", "-", "ally_destroyed draw(count=1)"), "`by_` belongs to ally_destroyed"),
        (EVENT.format("flash", "yes", "resolve cancel_event"), "only a flash event without Junkyard-Trigger cancels"),
        (EVENT.format("normal", "-", "resolve cancel_attack"), "only a flash event"),
        (EVENT.format("permanent", "-", "end repair(amount=1, select=here)"), "it cannot select here"),
    ):
        with pytest.raises(CardSetError, match=reason.replace("(", "\\(")):
            parse(with_line(text))
    for card, clause in (
        ("ter_road", "static aura(movement=1, controller=own)"),
        ("ter_swamp", "enter stop(controller=own)"),
    ):
        with pytest.raises(CardSetError, match="terrain belongs to nobody"):
            parse(changed(card, "abilities", clause))
    with pytest.raises(CardSetError, match="terrain belongs to nobody"):
        parse(changed("ter_swamp", "abilities", "enter damage_unit(amount=1, select=entering, controller=enemy)"))
