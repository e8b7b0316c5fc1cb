"""Every refusal of Fightdrome that a player can meet, over HTTP: code, category, rule, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.refusals import BAD_OPTIONS, CODES
from domain.kernel.chance import Draw
from domain.ledger.listing import TableQuery
from domain.record.draws import Drawn
from tests.api.world import DUEL, Opened, World, code
from tests.games.fightdrome.given import kind, kinds

GAME = "fightdrome"
CHARACTERS = (("sleeve_a", "stack_01"), ("sleeve_b", "stack_02"))  # the first of the box, dealt as they lie
ATTACKS = "P20 P20 P20 P30 P30 P30 P40"  # seven cards that stand, where it does not matter which


class FightLuck:
    """Chance that deals each seat the cards it wants, on top of its deck, and leaves all else in table order."""

    def __init__(self, alice: str, simon: str) -> None:
        self.drawn: list[Drawn] = []
        self._wanted = kinds(alice), kinds(simon)
        self._decks = self._dealt()

    def _dealt(self) -> tuple[list[str], list[str]]:
        """Return both decks in table order: wanted cards first, and nobody takes what the other wants."""
        decks = [list(SHIPPED.set_aside), list(SHIPPED.set_aside)]
        self._piles: dict[str, list[str]] = {}
        for number, pile in enumerate(SHIPPED.piles):
            left, shares = list(SHIPPED.in_pile[pile]), []
            for wanted in self._wanted:
                shares.append([card for card in wanted if SHIPPED.pile_of[card] == pile])
                for card in shares[-1]:
                    left.remove(card)
            for share, character in zip(shares, CHARACTERS, strict=True):
                while len(share) < SHIPPED.counts[character][number]:
                    share.append(left.pop(0))
            self._piles[f"pile_{pile}"] = [*shares[0], *shares[1], *left]
            for deck, share in zip(decks, shares, strict=True):
                deck += share
        return decks[0], decks[1]

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the order of a pile or a deck."""
        if purpose in self._piles:
            order = _order(SHIPPED.in_pile[purpose.removeprefix("pile_")], self._piles[purpose])
        elif purpose.startswith("deck_"):
            seat = int(purpose.removeprefix("deck_"))
            order = _order(SHIPPED.in_order(self._decks[seat]), self._wanted[seat])
        else:
            order = tuple(range(n))
        assert len(order) == n
        draw = Draw(label=f"0/{len(self.drawn)}/{purpose}", kind="shuffle", n=n, result=order)
        self.drawn.append(Drawn(draw, open))
        return order

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Nothing is picked: the options say who begins."""
        raise AssertionError(purpose)


def _order(lying: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...]:
    """Return the permutation that puts the wanted cards on top."""
    left = list(enumerate(lying))
    top = []
    for card in wanted:
        place = next(place for place, other in left if other == card)
        left.remove((place, card))
        top.append(place)
    return (*top, *[place for place, _ in left])


def rigged(world: World, alice: str = ATTACKS, simon: str = "K20 K20 K20 K30 K30 K30 K40", **options: Any) -> Opened:
    """Return a running table of Alice (seat 0, who begins) and Simon with these cards on top of their decks."""
    return world.dealt(GAME, FightLuck(alice, simon), **options)


def play(table: Opened, seat: int, card: str) -> None:
    """Play a card that must be accepted."""
    table.act(seat, "play_card", card_id=kind(card))


def refused(table: Opened, seat: int, card: str) -> str:
    """Play a card that must be refused."""
    return table.refused(seat, "play_card", card_id=kind(card))


def game_over(world: World) -> str:
    """Section 6: nothing is done after the end."""
    table = rigged(world)
    table.act(0, "concede")
    return table.refused(1, "rest")


def not_your_decision(world: World) -> str:
    """Section 6: only the seat that is asked acts."""
    return rigged(world).refused(1, "rest")


def must_choose_sleeve(world: World) -> str:
    """R41: fighters are chosen before anything is played."""
    return refused(rigged(world, mode="epic_tournament"), 0, "P20")


def staggered(world: World) -> Opened:
    """Return a table where Simon, who holds Kicks, was Staggered by a Punch; both hold seven cards."""
    table = rigged(world)
    play(table, 0, "P40")
    return table


def must_discard(world: World) -> str:
    """R10: who is Staggered discards a card first."""
    return refused(staggered(world), 1, "K40")


def card_not_in_hand(world: World) -> str:
    """6.1."""
    return refused(rigged(world), 0, "P80")


def attack_required(world: World) -> str:
    """W8: opening with a Weave."""
    return refused(rigged(world, "W P20 P20 P20 P30 P30 P30"), 0, "W")


def neurochem_required(world: World) -> str:
    """R19, W12: a Punch against a Neurochem, though another Neurochem could answer."""
    table = rigged(world, "NP P20 P20 P20 P30 P30 P30", "NG P80 P80 P80 K20 K20 K20")
    play(table, 0, "NP")
    return refused(table, 1, "P80")


def wrong_type(world: World) -> str:
    """W4: a Punch Block against a Kick."""
    table = rigged(world, "K40 P20 P20 P20 P30 P30 P30", "PB80 KB40 P40 P40 P40 K20 K20")
    play(table, 0, "K40")
    return refused(table, 1, "PB80")


def too_weak(world: World) -> str:
    """W5: 40 against 50."""
    table = rigged(world, "P50 P20 P20 P20 P30 P30 P30", "P40 P60 K20 K20 K20 K30 K30")
    play(table, 0, "P50")
    return refused(table, 1, "P40")


def discard_not_offered(world: World) -> str:
    """R8: nobody may throw a card away who is not Staggered."""
    return rigged(world).refused(0, "discard_card", card_id="punch_20")


def rest_not_offered(world: World) -> str:
    """R26: not at the start of a bout."""
    return rigged(world).refused(0, "rest")


def hand_full(world: World) -> str:
    """R26: with seven cards there is no rest, not even after a stagger."""
    table = staggered(world)
    table.act(1, "discard_card", card_id="kick_20")
    return table.refused(0, "rest")


def sleeve_not_offered(world: World) -> str:
    """R41: the own stable holds the first three Sleeves, not the others."""
    return rigged(world, mode="epic_tournament").refused(0, "choose_sleeve", sleeve_id="sleeve_d")


REACHED: dict[str, Callable[[World], str]] = {
    reach.__name__: reach
    for reach in (
        game_over,
        not_your_decision,
        must_choose_sleeve,
        must_discard,
        card_not_in_hand,
        attack_required,
        neurochem_required,
        wrong_type,
        too_weak,
        discard_not_offered,
        rest_not_offered,
        hand_full,
        sleeve_not_offered,
    )
}


def test_no_code_of_the_rules_is_left_out() -> None:
    """Every code of section 6 but those for callers without such a seat, which the API answers itself."""
    assert set(REACHED) == {name.partition(" ")[0] for name, no in CODES.items() if no.category != "caller"}


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_rules_refuse_over_http(world: World, name: str) -> None:
    """The refusal has its code and leaves no entry behind."""
    assert REACHED[name](world) == name
    (listed,) = world.store.find(TableQuery()).tables
    assert [attempt.code for attempt in world.store.attempts.of(listed.table)] == [name]


@pytest.mark.parametrize("name", sorted(REACHED))
def test_a_refusal_cites_what_it_rests_on(world: World, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A section or ruling of the specification, and names that people say instead of ids."""
    heard = []
    say = Opened.say

    def listening(table: Opened, seat: int, tag: str, **body: Any) -> Any:
        heard.append(say(table, seat, tag, **body))
        return heard[-1]

    monkeypatch.setattr(Opened, "say", listening)
    REACHED[name](world)
    said = heard[-1].json
    assert said["rule"] == CODES[name].rule
    assert said["category"] == CODES[name].category
    assert "_" not in said["detail"]
    assert "{" not in said["detail"]


OPTIONS: dict[str, tuple[dict[str, Any], int]] = {
    "seats": ({}, 3),
    "fame_target": ({"mode": "fame_match", "fame_target": 49}, 2),
    "bell_limit": ({"bell_limit": 99}, 2),
    "bout_cap": ({"mode": "fame_match", "bout_cap": 101}, 2),
}


def test_every_invalid_option_has_a_case() -> None:
    """Section 1."""
    assert set(OPTIONS) == set(BAD_OPTIONS)


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_bad_setup_is_422(world: World, name: str) -> None:
    """`invalid_option` with the sentence of the option, and no table."""
    options, seats = OPTIONS[name]
    answer = world.post("/tables", {"game": GAME, "seats": DUEL[:1] * seats, "options": options})
    assert code(answer, 422) == "invalid_option"
    assert answer.json["category"] == "setup"
    assert answer.json["rule"] == BAD_OPTIONS[name].rule
    assert world.store.listings.count() == 0


@pytest.mark.parametrize("options", [{"teams": 2}, {"mode": "tag_team"}, {"fame_target": "300"}, {"last_gasp": 1}])
def test_options_of_wrong_types_are_invalid(world: World, options: dict[str, object]) -> None:
    """Section 1: an option value outside its type."""
    answer = world.post("/tables", {"game": GAME, "seats": DUEL, "options": options})
    assert code(answer, 422) == "invalid_option"
