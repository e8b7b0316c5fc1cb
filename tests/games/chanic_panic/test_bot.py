"""The bots: legal, blind to what their seat does not see, and the sensible one worth its name."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.bot import BOTS, wishes
from domain.games.chanic_panic.bot.attacks import arms_of
from domain.games.chanic_panic.cards import BASE_VALUE
from domain.games.chanic_panic.messages import (
    Attack,
    Bypass,
    ChanicCommand,
    ChanicOptions,
    EndTurn,
    PlayClub,
    PlayUtility,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.view import BoardCard, PlayerView, View, view
from domain.kernel.chance import QuickChance
from domain.kernel.legal import may_of, offers, sample_offers
from domain.kernel.offers import Offer, OneOf
from domain.kernel.refusals import Refusal
from domain.kernel.seats import seat_viewer
from tests.games.chanic_panic.bot_games import choice, played, won

GAMES = 200  # of the duel against the random bot
NO = Refusal("no", "rule", "No.", "none")


def row(*values: int, suit: str) -> tuple[BoardCard, ...]:
    return tuple([BoardCard(f"{suit}{value}-1", value) for value in values])


def player(
    seat: int,
    *,
    hand: Iterable[str] | None = None,
    hearts: tuple[int, ...] = (10,),
    diamonds: tuple[int, ...] = (10,),
    spades: tuple[int, ...] = (),
    turns: int = 4,
) -> PlayerView:
    cards = None if hand is None else tuple(hand)
    return PlayerView(
        seat=seat,
        standing="in",
        hand_count=len(cards or ()),
        hand=cards,
        hand_limit=8,
        hearts=row(*hearts, suit="H"),
        diamonds=row(*diamonds, suit="D"),
        spades=row(*spades, suit="S"),
        row_limit=3,
        health=sum(hearts),
        shields=sum(diamonds),
        weapons=sum(spades),
        turns=turns,
        attackers=(),
        protected_through=None,
        panic_used=False,
    )


def table(*players: PlayerView, points: int = 12, panic: bool = False) -> View:
    """The Point Phase of seat 0."""
    return View(
        options=ChanicOptions(panic=panic),
        players=players,
        turn=0,
        round=players[0].turns,
        phase="point_phase",
        points=points,
        last_club=None,
        allowance=False,
        actions=0,
        deck_count=20,
        deck=None,
        discard=(),
        awaited={0: "point_phase"},
        left=(),
        outcome=None,
    )


def on_club(value: int, *players: PlayerView, allowance: bool = True) -> View:
    """The Club Phase of seat 0 after a Club of this value."""
    return replace(table(*players, points=0), phase="club_phase", last_club=value, allowance=allowance)


def wish(seen: View) -> ChanicCommand:
    """What the sensible bot wants most."""
    return next(wishes(seen))


@pytest.mark.no_cover
def test_the_sensible_bot_beats_the_random_one() -> None:
    """Two seats, seats alternating, fixed seeds: at least 80 % of 200 games."""
    assert won("sensible", "random", range(GAMES)) >= 0.8


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_games_of_sensible_bots_come_to_an_end(seats: int) -> None:
    """Every command on the way was accepted, or `played` would have said so."""
    *_, last = played(["sensible"] * seats, 7, ChanicOptions(panic=True, round_limit=20))
    assert last.state.outcome is not None


def test_the_same_whims_choose_the_same() -> None:
    first = [step.command for step in played(["random", "sensible"], 3)]
    assert first == [step.command for step in played(["random", "sensible"], 3)]
    assert first != [step.command for step in played(["random", "sensible"], 4)]


def test_a_random_bot_chooses_among_all_its_offers() -> None:
    step = next(step for step in played(["random", "random"], 1) if RULES.to_act(step.state))
    (seat,) = RULES.to_act(step.state)
    offered = {offer.command for offer in offers(RULES, step.state, seat)}
    chance = QuickChance(1)
    assert {choice(step.state, seat, "random", chance).__struct_config__.tag for _ in range(200)} == offered


def test_sampling_expands_the_offers_when_chance_keeps_missing() -> None:
    """One legal card among a hundred, and nothing legal at all."""
    step = next(played(["random", "random"], 1))
    (seat,) = RULES.to_act(step.state)
    card = step.state.players[seat].hand.cards[0]
    unheld = sorted(set(BASE_VALUE) - set(step.state.players[seat].hand.cards))
    command = "play_club" if card[0] == "C" else "play_utility"
    wide = (Offer(command, {"card": OneOf((*unheld, card))}),)

    def only(asked: ChanicCommand) -> Refusal | None:
        return None if isinstance(asked, PlayClub | PlayUtility) and asked.card == card else NO

    assert {sample_offers(RULES, wide, only, QuickChance(seed)).card for seed in range(20)} == {card}
    with pytest.raises(LookupError):
        sample_offers(RULES, wide, lambda _: NO, QuickChance(1))
    with pytest.raises(LookupError):
        sample_offers(RULES, (), only, QuickChance(1))


def test_every_choice_of_spades_is_an_arm_the_weakest_first() -> None:
    assert [arm.raw for arm in arms_of(row(2, 3, 9, suit="S"))] == [2, 3, 5, 9, 11, 12, 14]


def test_a_knockout_comes_first_with_the_weakest_spades_that_do_it() -> None:
    """Section 12.1, 1."""
    seen = table(player(0, hand=("H9",), spades=(9, 4, 2)), player(1, hearts=(3,), diamonds=(1,)))
    assert wish(seen) == Attack(target=1, attack_cards=("S4-1",), diamonds=("D1-1",), hearts=("H3-1",))


def test_a_knockout_goes_around_strong_shields() -> None:
    seen = table(player(0, hand=(), spades=(9,)), player(1, hearts=(4,), diamonds=(10, 9)))
    assert wish(seen) == Bypass(target=1, attack_cards=("S9-1",), hearts=("H4-1",))


def test_a_player_without_hearts_falls_to_any_surplus() -> None:
    """Section 12.1, 1; R22."""
    seen = table(player(0, hand=(), spades=(5,)), player(1, hearts=(), diamonds=(4,)))
    assert wish(seen) == Attack(target=1, attack_cards=("S5-1",), diamonds=("D4-1",))


def test_nobody_is_struck_before_round_3_or_around_shields_before_round_4() -> None:
    early = table(player(0, hand=(), spades=(9,), turns=2), player(1, hearts=(3,), diamonds=()))
    assert not [command for command in wishes(early) if isinstance(command, Attack | Bypass)]
    third = table(player(0, hand=(), spades=(9,), turns=3), player(1, hearts=(3,), diamonds=(10,)))
    assert not [command for command in wishes(third) if isinstance(command, Attack | Bypass)]


def test_who_has_been_attacked_by_two_others_or_is_protected_is_left_alone() -> None:
    """Section 12.1, 7."""
    me = player(0, hand=(), spades=(9,))
    prey = player(1, hearts=(3,), diamonds=())
    assert isinstance(wish(table(me, prey, player(2))), Attack)
    assert wish(table(me, replace(prey, attackers=(2, 3)), player(2))) == EndTurn()
    assert isinstance(wish(table(me, replace(prey, attackers=(0, 2)), player(2))), Attack)
    assert wish(table(me, replace(prey, protected_through=5), player(2))) == EndTurn()
    assert wish(table(me, replace(prey, standing="eliminated"), player(2))) == EndTurn()


def test_spades_from_the_hand_are_laid_when_they_complete_a_knockout() -> None:
    """With points, and with the card that a Club allows."""
    me, prey = player(0, hand=("S3", "S7", "H10", "S2"), spades=(5,)), player(1, hearts=(8,), diamonds=())
    assert wish(table(me, prey)) == PlayUtility(card="S3")
    assert wish(on_club(4, me, prey)) == PlayUtility(card="S3")
    assert wish(on_club(2, me, prey)) != PlayUtility(card="S3")
    assert wish(table(me, prey, points=2)) != PlayUtility(card="S3")


def test_a_full_row_of_spades_attacks_for_the_most_damage() -> None:
    """Section 12.1, 6: no power wasted, Diamonds first, and Hearts where no Diamond stays."""
    me = player(0, hand=(), spades=(10, 6, 2))
    seen = table(me, player(1, hearts=(10, 9, 8), diamonds=(10, 9)))
    assert wish(seen) == Attack(target=1, attack_cards=("S10-1",), diamonds=("D10-1",))
    seen = table(me, player(1, hearts=(10, 9, 8), diamonds=(7,)))
    every = ("S10-1", "S6-1", "S2-1")
    assert wish(seen) == Attack(target=1, attack_cards=every, diamonds=("D7-1",), hearts=("H10-1",))


def test_a_full_row_of_spades_that_destroys_nothing_waits() -> None:
    seen = table(player(0, hand=(), spades=(2, 1, 1)), player(1, hearts=(10, 9, 8), diamonds=(10, 9, 8)))
    assert wish(seen) == EndTurn()


def test_a_row_with_room_keeps_its_spades() -> None:
    seen = table(player(0, hand=(), spades=(10, 6)), player(1, hearts=(10, 9, 8), diamonds=(10, 3)))
    assert wish(seen) == EndTurn()


def test_points_buy_what_is_worth_most_together() -> None:
    """Section 12.1, 3: 12 points buy 7 and 5 rather than 8."""
    me = player(0, hand=("H8", "H7", "D5", "C9"), hearts=(10,), diamonds=(10,), turns=2)
    assert wish(table(me, player(1, turns=1))) == PlayUtility(card="H7")


def test_low_cards_do_not_take_the_last_places() -> None:
    """Section 12.1, 5: they go to the Trader."""
    me = player(0, hand=("H2", "D1"), hearts=(10, 9), diamonds=(10, 9), turns=2)
    assert wish(table(me, player(1, turns=1))) == UseTrader(discards=("D1", "H2"))


def test_a_low_heart_is_better_than_none_when_weapons_are_near() -> None:
    """Section 12.1, 2."""
    me = player(0, hand=("H2",), hearts=(), diamonds=())
    assert wish(table(me, player(1, spades=(9,)))) == PlayUtility(card="H2")


def test_cards_without_a_place_go_to_the_trader_sooner() -> None:
    """Section 12.1, 9."""
    full = player(0, hand=("H6", "D2"), hearts=(10, 9, 8), diamonds=(10, 9, 8), turns=2)
    assert wish(table(full, player(1, turns=1))) == UseTrader(discards=("D2", "H6"))


def test_a_crowded_hand_trades_better_cards() -> None:
    """Section 12.1, 9."""
    hand = ("H9", "H9", "H10", "D10", "D10", "H8")
    me = player(0, hand=hand, hearts=(10, 9, 8), diamonds=(10, 9, 8))
    assert wish(table(me, player(1, turns=1))) == EndTurn()
    crowded = replace(me, hand=(*hand, "D9"), hand_count=7)
    assert wish(table(crowded, player(1, turns=1))) == UseTrader(discards=("H8", "H9"))


def test_good_spades_are_kept_until_they_can_be_played() -> None:
    early = player(0, hand=("S6", "D1"), hearts=(10, 9), diamonds=(10, 9), turns=2)
    assert wish(table(early, player(1, turns=1))) == EndTurn()
    assert wish(table(replace(early, turns=3), player(1, turns=2))) == PlayUtility(card="S6")


def test_clubs_are_chained_from_high_to_low() -> None:
    """Section 12.1, 4, and only after the points (3)."""
    me = player(0, hand=("C3", "C8", "D9"), hearts=(10, 9, 8), diamonds=(10, 9), spades=(10, 9, 8), turns=2)
    assert wish(table(me, player(1, turns=1))) == PlayUtility(card="D9")
    assert wish(table(me, player(1, turns=1), points=0)) == PlayClub(card="C8")
    assert wish(on_club(8, replace(me, hand=("C3", "D9")), player(1, turns=1))) == PlayClub(card="C3")


def test_the_best_card_that_fits_ends_the_chain() -> None:
    """Section 12.1, 4: the draw of another Club is worth less than a high card now."""
    me = player(0, hand=("C6", "D9", "D7"), diamonds=(8,), turns=2)
    assert wish(on_club(9, me, player(1, turns=1))) == PlayUtility(card="D9")
    assert wish(on_club(9, me, player(1, turns=1), allowance=False)) == EndTurn()


def test_panic_when_the_next_opponent_could_strike_the_seat_down() -> None:
    """Section 12.1, 8; not when the own Spades are the stronger ones, and once only."""
    me = player(0, hand=(), hearts=(3,), diamonds=())
    armed = player(2, spades=(9, 8))
    gone = replace(player(1), standing="conceded")
    assert wish(table(me, gone, armed, panic=True)) == UsePanic()
    assert wish(table(me, gone, armed)) == EndTurn()
    assert wish(table(replace(me, panic_used=True), gone, armed, panic=True)) == EndTurn()
    assert wish(table(player(0, hand=("S10", "S9"), diamonds=()), armed, panic=True, points=0)) == EndTurn()
    shielded = player(0, hand=(), hearts=(10, 9, 8), diamonds=(10, 9, 8))
    assert wish(table(shielded, player(1, spades=(9, 8)), panic=True)) == EndTurn()


def test_a_bot_chooses_from_its_view_alone() -> None:
    """What others hold and what lies in the deck is not in it."""
    for step in played(["sensible", "random"], 11):
        for seat in RULES.to_act(step.state):
            seen = view(step.state, seat_viewer(seat))
            assert [other.hand for other in seen.players if other.seat != seat] == [None]
            assert seen.deck is None
            command = BOTS["sensible"](
                seen, offers(RULES, step.state, seat), may_of(RULES, step.state, seat), QuickChance(0)
            )
            assert RULES.refuse(step.state, seat, command) is None
