"""A draft: facts evolve at once, work on the agenda is done until a question lies on top."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.acting import act, deal
from domain.kernel.chance import QuickChance
from domain.kernel.draft import Draft
from domain.kernel.messages import Awaited, Concede
from domain.kernel.setup import Setup
from tests.harbour import messages as said
from tests.harbour.editions import EDITIONS
from tests.harbour.messages import HarbourOptions
from tests.harbour.rules import RULES, Harbour
from tests.harbour.state import State

SETUP = Setup(seats=2, options=HarbourOptions(), edition=EDITIONS[1], data=RULES.data_sets[str(RULES.default_data)])


def dealt() -> State:
    """Return a game after its deal."""
    state: State = deal(RULES, SETUP, QuickChance(3)).state
    return state


def test_the_deal_ends_with_a_question_and_one_fact_that_says_so() -> None:
    done = deal(RULES, SETUP, QuickChance(3))
    seat = done.facts[0].first
    agenda = (said.NextTurn(seat=seat), said.Turn(seat=seat))
    assert done.facts[-1] == Awaited(agenda=agenda)
    assert done.state.agenda == agenda
    assert sum(isinstance(fact, Awaited) for fact in done.facts) == 1


def test_no_awaited_fact_where_the_agenda_stays_the_same() -> None:
    """A stake while others still think changes no question."""
    state = dealt()
    seat = next(iter(RULES.to_act(state)))
    storm = act(RULES, state, seat, said.CallStorm(), QuickChance(1))
    staked = act(RULES, storm.state, 1 - seat, said.Brace(stake=1), QuickChance(1))
    assert [type(fact) for fact in staked.facts] == [said.Braced]
    assert staked.state.agenda == storm.state.agenda


def test_nested_questions_are_answered_from_the_top() -> None:
    state = dealt()
    seat = next(iter(RULES.to_act(state)))
    card = state.players[seat].hand.cards[0]
    given = act(RULES, state, seat, said.Give(to=1 - seat, card=card), QuickChance(1)).state
    assert given.agenda[-1] == said.Respond(seat=1 - seat, item="gift")
    taken = act(RULES, given, 1 - seat, said.Answer(accept=True), QuickChance(1)).state
    assert [type(step) for step in taken.agenda] == [said.NextTurn, said.Cards, said.Cards]
    assert taken.agenda[-1] == said.Cards(seat=1 - seat, why="bury", n=1)
    chosen = said.Choose(cards=(taken.players[1 - seat].hand.cards[0],))
    buried = act(RULES, taken, 1 - seat, chosen, QuickChance(1)).state
    assert buried.agenda[-1] == said.Cards(seat=1 - seat, why="toll", n=1)


def test_work_is_dropped_when_the_game_is_over() -> None:
    """The last seat but one concedes in its turn: no next turn begins."""
    state = dealt()
    seat = next(iter(RULES.to_act(state)))
    done = act(RULES, state, seat, Concede(), QuickChance(1))
    assert RULES.outcome(done.state) is not None
    assert done.state.agenda == ()
    assert done.facts[-1] == Awaited(agenda=())


def test_a_state_without_an_agenda_needs_none() -> None:
    class Plain(msgspec.Struct, frozen=True):
        n: int = 0

    def evolve(state: Plain, fact: Any) -> Plain:
        return Plain(state.n + fact)

    draft: Draft[Plain, int] = Draft(Plain(), evolve, QuickChance(1))
    draft.emit(2)
    assert draft.state == Plain(2)
    assert draft.agenda == []


def test_an_agenda_may_be_worked_off_without_a_question() -> None:
    """Nothing is awaited then, and the fact says so."""

    class Quiet(Harbour):
        perform = {said.NextTurn: lambda draft, step: None}

        def decide(self, draft: Any, seat: int, command: Any) -> None:
            draft.pop()

    state = dealt()
    seat = next(iter(RULES.to_act(state)))
    done = act(Quiet(), state, seat, said.Peek(), QuickChance(1))
    assert done.facts == (Awaited(agenda=()),)
