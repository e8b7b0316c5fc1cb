"""The tests' own game: its strict card set, its two editions, its oldest form of a fact."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain import games
from domain.kernel.acting import act
from domain.kernel.cards.card_sets import CardSetError
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import Words
from domain.kernel.messages import TimeOut
from domain.kernel.refusals import Refusal
from tests.harbour import messages as said
from tests.harbour.cards.card_file import COLUMNS, parse
from tests.harbour.editions import EDITIONS
from tests.harbour.rules import RULES
from tests.kernel.test_draft import SETUP, dealt

GOOD = f"{COLUMNS}\nrope\t1\t9\ngold\t5\t8\n"

BROKEN = {
    "": "cards.tsv:1: the first line names the columns",
    "kind worth copies\n": "cards.tsv:1: the first line names the columns",
    GOOD + "tea\t2": "cards.tsv:4: the last line does not end",
    GOOD + "tea\t2\n": "cards.tsv:4: 'tea\\\\t2' is no kind with worth and copies",
    GOOD + "Tea\t2\t2\n": "cards.tsv:4:",
    GOOD + "gold\t1\t1\n": "cards.tsv:4: gold stands there twice",
    f"{COLUMNS}\nrope\t1\t3\n": "cards.tsv:2: three seats need at least 15 cards",
    GOOD + "thé\t2\t2\n": "cards.tsv:1: only ASCII",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_card_set_names_file_line_and_reason(text: str) -> None:
    with pytest.raises(CardSetError, match=BROKEN[text]):
        parse(text.encode(), "cards.tsv")


def test_a_good_card_set_is_named_by_its_digest() -> None:
    one, other = parse(GOOD.encode(), "x"), parse(GOOD.replace("9", "8").encode(), "x")
    assert one.copies == {"rope": 9, "gold": 8}
    assert one.digest != other.digest


def refused(state: Any, seat: int, command: Any) -> str | None:
    """Return the code of a refusal."""
    refusal: Refusal | None = RULES.refuse(state, seat, command)
    return None if refusal is None else refusal.code


def test_editions_decide_differently_and_the_first_as_ever() -> None:
    """Architecture 8: the switch's default is the old behaviour."""
    state = dealt()
    (seat,) = RULES.to_act(state)
    new = msgspec.structs.replace(state, edition=EDITIONS[2])
    cards = state.players[seat].hand.cards
    two = said.Load(cargo=(said.Cargo(cards[0], 0), said.Cargo(cards[1], 1)))
    assert refused(state, seat, two) == "wrong_count"
    assert refused(new, seat, two) is None
    assert EDITIONS[1].deep_berths is False


def test_the_first_form_of_a_fact_is_brought_to_its_present_one() -> None:
    upcast = RULES.upcasts[said.CardsDrawnBefore]
    deal = upcast(said.CardsDrawnBefore(seat=0, cards=("rope", "?")))
    assert deal == said.CardsDrawn(seat=0, cards=("rope", "?"), why="deal")
    assert upcast(said.CardsDrawnBefore(seat=0, cards=("?",))).why == "turn"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (said.Load(cargo=()), "wrong_count"),
        (said.Load(cargo=(said.Cargo("fish", 0),)), "unknown_card"),
        (said.Stow(card="fish"), "unknown_card"),
        (said.Give(to=9, card="rope"), "no_such_seat"),
        (said.Inspect(target=9, kind="rope"), "no_such_seat"),
        (said.Inspect(target=0, kind="fish"), "unknown_card"),
        (said.Buy(card="rope#9"), "not_on_quay"),
        (said.Hail(words=" "), "nothing_said"),
        (said.Brace(stake=1), "not_asked"),
        (said.Answer(accept=True), "not_asked"),
    ],
)
def test_a_turn_refuses_with_a_code(command: Any, code: str) -> None:
    state = dealt()
    (seat,) = RULES.to_act(state)
    assert refused(state, seat, command) == code
    assert refused(state, 1 - seat, said.Peek()) == "not_asked"
    assert refused(state, 5, said.Peek()) == "no_such_seat"


def test_a_game_is_found_by_name() -> None:
    assert games.game("harbour").rules is RULES
    assert "harbour" in games.names()
    with pytest.raises(games.UnknownGameError, match="no game is called 'chess'"):
        games.game("chess")


def test_a_game_without_names_for_its_cards_says_its_refusals_as_they_are() -> None:
    refused = Refusal("no_wind", "rule", "There is no wind for {seats} seats.", "wind", {"seats": 2})
    assert games.game("harbour").refusal(refused, Words()) == "There is no wind for 2 seats."


def test_a_game_of_the_product_is_never_hidden_by_an_added_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes the sample's folder in the product plays and tests that one."""
    monkeypatch.setattr(games, "_ADDED", {})
    assert games.add("tests.chanic_panic") == "chanic_panic"
    assert games.game("chanic_panic").package == "domain.games.chanic_panic"


def test_the_clock_answers_for_an_awaited_seat() -> None:
    state = dealt()
    (seat,) = RULES.to_act(state)
    done = act(RULES, state, seat, TimeOut(), QuickChance(1))
    assert said.TurnPassed(seat=seat) in done.facts
    final = act(RULES, state, seat, TimeOut(final=True), QuickChance(1))
    outcome = RULES.outcome(final.state)
    assert outcome is not None
    assert outcome.ended_by == "time"
    assert outcome.winners == (1 - seat,)
    assert SETUP.seats == 2
