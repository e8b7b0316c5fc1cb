"""What is declared of commands and facts: who sees what, what is disclosed, what the record calls it."""

from __future__ import annotations

import typing

from domain.games.fightdrome.evolve import EVOLVE
from domain.games.fightdrome.messages import FightdromeFact
from domain.games.fightdrome.rules import RULES
from domain.kernel.marks import plan, redact, unmarked_cards
from domain.kernel.messages import tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, every_viewer, seat_viewer
from tests.games.fightdrome.given import A, S, setup_of, started

FACTS = typing.get_args(FightdromeFact)


def test_every_fact_evolves_and_every_card_is_marked() -> None:
    assert set(FACTS) == set(EVOLVE)
    assert [unmarked_cards(fact, RULES.card_types) for fact in FACTS] == [()] * len(FACTS)


def test_what_is_hidden_and_from_whom() -> None:
    """6.6."""
    hidden = {(tag_of(fact), field.name, field.audience, field.whole) for fact in FACTS for field in plan(fact)}
    assert hidden == {
        ("decks_built", "cards", (), True),
        ("deck_shuffled", "order", (), True),
        ("unseen_reordered", "order", (), True),
        ("hand_drawn", "cards", ("seat",), False),
        ("card_drawn", "card", ("seat",), False),
        ("discard_reshuffled", "order", (), True),
        ("card_discarded_face_down", "card", ("seat",), False),
        ("sleeve_chosen", "sleeve", ("seat",), False),
    }


def test_the_disclosures_are_those_of_the_laws() -> None:
    """laws.md, law C; `FightersRevealed` is declared by what it reveals. Characters come from sealed shuffles (H2)."""
    declared = {(tag_of(fact), entry.field, entry.of, entry.when) for fact in FACTS for entry in fact.discloses}
    assert declared == {
        ("characters_dealt", "characters", "", None),
        ("fighter_staggered", "seat", "seat", None),
        ("bout_ended", "reason", "loser", ("reason", "cannot_rise")),
        ("bout_ended", "winner", "", ("reason", "bell")),
        ("overstimulated_hand_shown", "cards", "seat", None),
        ("fame_scored", "cards", "seat", None),
    }
    assert [tag_of(fact) for fact in FACTS if fact.reveals] == ["fighters_revealed"]


def test_which_commands_become_known() -> None:
    assert {tag_of(command): command.public for command in RULES.command_types} == {
        "play_card": True,
        "discard_card": False,
        "rest": True,
        "choose_sleeve": False,
    }


def test_the_start_folds_alike_from_every_copy() -> None:
    facts, state = started(3)
    for viewer in every_viewer(2):
        table = RULES.empty(setup_of())
        for fact in facts:
            table = RULES.evolve(table, redact(fact, viewer))
        assert RULES.view(table, viewer) == RULES.view(state, viewer)
        assert (table == state) is viewer.everything
        for seat in (A, S):
            knows = viewer in (ARBITER, seat_viewer(seat))
            assert ("?" in table.fighters[seat].hand) is not knows
    assert RULES.view(state, SPECTATOR).fighters[A].hand is None
