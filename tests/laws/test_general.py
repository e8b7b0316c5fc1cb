"""The general laws of style.md, section 5, for every game over random play."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any, assert_never
from unittest.mock import patch

import msgspec
import pytest

from domain import games
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command, command_from
from domain.kernel.display.words import Words
from domain.kernel.game import Rules
from domain.kernel.legal import offers
from domain.kernel.marks import hide, plan, redact, unmarked_cards
from domain.kernel.messages import Command, Concede, Fact, TimeOut, tag_of
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.record.canonical import decode
from domain.table.codec import codec_of
from domain.table.live import fact_classes
from tests.laws.checks import facts_of
from tests.laws.copies import viewers
from tests.laws.evolving import Unheard, forgotten
from tests.laws.holes import changed
from tests.laws.luck import Luck
from tests.laws.probes import LISTED, is_free, listed, probes
from tests.laws.tables import Run, Step, played, runs, state_bytes

pytestmark = pytest.mark.no_cover

GAMES = games.names()
TABLES = 16  # of each game
TRIED = 5  # legal actions carried out in each state
PROBED = 8  # well-formed commands put to each state


def carried_out(rules: Rules, state: Any, seat: Seat, command: Any) -> Any:
    """Return the state after a command, with chance of its own."""
    return act(rules, state, seat, command, Luck(QuickChance(7), {}, rotating=False, use=0)).state


def check_refusal(refusal: Refusal) -> None:
    """A "no" has a code, a sentence, and the rule it rests on."""
    assert refusal.code
    assert refusal.code == refusal.code.lower()
    assert refusal.message
    assert refusal.rule


def check_state(rules: Rules, run: Run, step: Step, quick: QuickChance) -> None:
    """Put legal and other well-formed commands to a state."""
    live = step.after.live
    assert live is not None
    state, seats = live.state, run.deal.seats
    before = state_bytes(state)
    awaited = rules.to_act(state)
    over = rules.outcome(state) is not None
    assert bool(awaited) is not over, f"{run}: who is awaited does not fit the outcome"
    legal = {seat: listed(rules, state, seat) for seat in awaited}
    for seat, commands in legal.items():
        assert commands, f"{run}: seat {seat} is awaited and has nothing to do"
        for command in itertools.islice(commands, TRIED):
            check_command(rules, command)
            carried_out(rules, state, seat, command)
        for final in (False, True):
            assert rules.refuse(state, seat, TimeOut(final=final)) is None
            carried_out(rules, state, seat, TimeOut(final=final))
    for command in probes(rules, state, seats, quick, PROBED):
        seat = quick.pick(seats)
        refusal = rules.refuse(state, seat, command)
        if refusal is not None:
            check_refusal(refusal)
            continue
        assert not over, f"{run}: {command} is accepted after the end"
        carried_out(rules, state, seat, command)
        check_listed(rules, state, seat, command, legal.get(seat, []))
    assert state_bytes(state) == before


def check_listed(rules: Rules, state: Any, seat: Seat, command: Any, legal: list[Any]) -> None:
    """What `refuse` accepts is in the expansion up to `normal`, `anytime` and `Free` aside."""
    free = {offer.command for offer in offers(rules, state, seat) if is_free(offer)}
    if type(command) in rules.anytime or tag_of(command) in free or len(legal) == LISTED:
        return
    assert rules.normal(state, command) in legal


def check_command(rules: Rules, command: Any) -> None:
    """A command survives its JSON."""
    assert command_from(rules, tag_of(command), body_of_command(command)) == command


def check_facts(rules: Rules, step: Step) -> None:
    """Every fact decodes from its full and from its public form; only marked fields differ."""
    decoder = msgspec.json.Decoder(rules.fact_types)
    for fact in facts_of(step):
        public, secrets = hide(fact)
        assert decoder.decode(msgspec.json.encode(fact)) == fact
        assert decoder.decode(msgspec.json.encode(public)) == public
        assert bool(secrets) <= bool(plan(type(fact)))


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize("name", GAMES)
def test_rules_answer_every_command_and_raise_nothing(name: str, number: int) -> None:
    """Every action of `legal_actions` is accepted, every other one is refused with a code; old states stay."""
    rules = games.game(name).rules
    run = next(itertools.islice(runs(name, 99), number, None))
    quick = QuickChance(number)
    kept: list[tuple[Any, bytes]] = []
    for step in itertools.islice(played(run, rules), 120):
        live = step.after.live
        assert live is not None
        kept.append((live.state, state_bytes(live.state)))
        check_state(rules, run, step, quick)
        check_facts(rules, step)
    for state, text in kept:
        assert state_bytes(state) == text


def test_an_answer_of_a_game_that_prepares_none_is_caught() -> None:
    """A table asks for prepared answers only in a game that `prepares`."""
    rules = games.game("harbour").rules
    steps = itertools.chain.from_iterable([played(run, rules) for run in itertools.islice(runs("harbour", 99), TABLES)])
    with patch.object(type(rules), "prepares", False), pytest.raises(AssertionError, match="prepares nothing"):
        deque(steps, maxlen=0)


@pytest.mark.parametrize("name", [name for name in GAMES if games.game(name).rules.prepares])
def test_no_member_of_an_action_tells_whether_it_was_prepared(name: str) -> None:
    """Nobody says here what was seen, and both ways of acting happen."""
    origins = set()
    for run in itertools.islice(runs(name, 3), TABLES // 2):
        for step in itertools.islice(played(run, games.game(name).rules), 60):
            if step.origin in ("hand", "prepared"):
                origins.add(step.origin)
                said = decode(step.sealed.public)
                assert (said["origin"], said["seen"]) == (None, said["n"] - 1)
    assert origins == {"hand", "prepared"}


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_has_a_sentence_and_every_view_a_picture(name: str) -> None:
    """Narration and board raise for no viewer, whatever is hidden."""
    title = games.game(name)
    run = next(runs(name, 5))
    words = Words()
    for step in itertools.islice(played(run, title.rules), 60):
        live = step.after.live
        assert live is not None
        for viewer in viewers(run.deal.seats):
            title.picture(title.rules.view(live.state, viewer), words, None)
            for fact in facts_of(step):
                text = title.sentence(redact(fact, viewer), words)
                assert text is None or text.strip()


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_a_fact_is_marked(name: str) -> None:
    """Architecture 3: no card field without a mark or `Public`, no mark where it hides nothing."""
    rules = games.game(name).rules
    for cls in fact_classes(rules):
        assert unmarked_cards(cls, rules.card_types) == (), cls
        plan(cls)


@pytest.mark.parametrize("name", GAMES)
def test_evolve_knows_every_fact(name: str) -> None:
    """No fact is forgotten, however `evolve` finds its way: each is really put to it, before and after the deal.

    Old forms aside: the table upcasts them before.
    """
    rules = games.game(name).rules
    dealt = next(played(next(runs(name, 5)), rules))
    assert dealt.after.live is not None
    for state in (rules.empty(dealt.after.setup), dealt.after.live.state):
        assert forgotten(rules, state) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_fact_that_evolve_forgets_is_found(name: str) -> None:
    """Each fact in turn is taken from it: unknown to a table, fallen through a match, or silently dropped."""
    rules = games.game(name).rules
    state = rules.empty(next(played(next(runs(name, 5)), rules)).after.setup)

    def fails(self: Any, state: Any, fact: Any) -> Any:
        return assert_never(fact) if isinstance(fact, unknown) else rules.evolve(state, fact)  # type: ignore[arg-type]

    def falls_through(self: Any, state: Any, fact: Any) -> Any:
        return None if isinstance(fact, unknown) else rules.evolve(state, fact)

    def drops(self: Any, state: Any, fact: Any) -> Any:
        return state if isinstance(fact, unknown) else rules.evolve(state, fact)

    for cls in set(fact_classes(rules)) - set(rules.upcasts):
        unknown = (cls, Unheard)
        assert forgotten(changed(rules, evolve=fails), state) == [cls]
        assert forgotten(changed(rules, evolve=falls_through), state) == [cls]
        with pytest.raises(AssertionError, match="vanishes"):
            forgotten(changed(rules, evolve=drops), state)


@pytest.mark.parametrize("name", GAMES)
def test_tags_are_explicit_and_different(name: str) -> None:
    """No tag is derived from a class name, none stands for two things."""
    rules = games.game(name).rules
    said: tuple[tuple[type[Fact | Command], ...], ...]
    said = (fact_classes(rules), (*rules.command_types, Concede, TimeOut))
    for classes in said:
        tags = [tag_of(cls) for cls in classes]
        assert len(set(tags)) == len(tags)
        assert all(tag == tag.lower() for tag in tags)
    assert codec_of(rules) is codec_of(rules)
