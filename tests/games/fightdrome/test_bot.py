"""The bots: legal, blind to what their seat does not see, and the sensible one worth its name."""

from __future__ import annotations

import pytest

from domain.games.fightdrome.bot import wishes
from domain.games.fightdrome.bot.odds import answers_in, kind_of, unseen
from domain.games.fightdrome.bot.worth import BEST_CARD, KIND_OF_ATTACK, STAGGER, Prospects
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.messages import (
    DiscardCard,
    FightdromeOptions,
    PlayCard,
    Rest,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.games.fightdrome.view import View, view
from domain.kernel.chance import QuickChance
from domain.kernel.legal import may_of, offers
from domain.kernel.seats import seat_viewer
from tests.games.fightdrome.bot_games import choice, played
from tests.games.fightdrome.given import given, kind, short

FEW, DUELS = 100, 400  # bouts against the random bot: in `make test`, and as the specification asks
NEEDED = 0.7  # share of them


def seen(state: State, seat: int = 0) -> View:
    return view(state, seat_viewer(seat))


def chosen(state: State, seat: int = 0) -> str:
    """What the sensible bot does, as the specification writes cards."""
    command = choice(state, seat, "sensible", QuickChance(1))
    return short(command.card_id) if isinstance(command, PlayCard | DiscardCard) else type(command).__name__


@pytest.mark.parametrize(
    "duels", [pytest.param(FEW, marks=pytest.mark.long), pytest.param(DUELS, marks=pytest.mark.soak)]
)
def test_the_sensible_bot_beats_the_random_one(duels: int) -> None:
    """Section 12 and the issue: single bouts, seats alternating, fixed seeds."""
    won = 0
    for seed in range(duels):
        bots = ("sensible", "random") if seed % 2 else ("random", "sensible")
        *_, last = played(bots, seed)
        assert last.state.outcome is not None
        won += last.state.outcome.winners == (bots.index("sensible"),)
    assert won >= NEEDED * duels


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "options",
    [
        FightdromeOptions(),
        FightdromeOptions(mode="fame_match"),
        FightdromeOptions(mode="epic_tournament", empty_hand="when_staggered"),
        FightdromeOptions(mode="fame_match", breathing_space=True, last_gasp=True, bell_limit=100, bout_cap=5),
    ],
)
def test_games_of_sensible_bots_come_to_an_end(options: FightdromeOptions) -> None:
    """Every command on the way was accepted, or `played` would have said so."""
    for seed in range(4):
        *_, last = played(("sensible", "sensible"), seed, options)
        assert last.state.outcome is not None


def test_the_same_whims_choose_the_same() -> None:
    first = [step.command for step in played(("random", "sensible"), 3)]
    assert first == [step.command for step in played(("random", "sensible"), 3)]
    assert first != [step.command for step in played(("random", "sensible"), 4)]


def test_a_random_bot_chooses_among_all_its_offers() -> None:
    state = given(alice="P20 K30 G40 KB60", simon="P20 K30", cause="after_stagger", staggered=1)
    found = {choice(state, 0, "random", QuickChance(seed)) for seed in range(100)}
    assert found == {Rest(), *[PlayCard(card_id=kind(card)) for card in ("P20", "K30", "G40")]}


def test_the_first_legal_wish_is_done() -> None:
    """A wish that is not legal is passed over."""
    state = given(alice="P20 K30 W", simon="P20 K30", standing="K30", asked=0)
    wished = [command for command in wishes(seen(state)) if isinstance(command, PlayCard)]
    legal = [command for command in wished if RULES.refuse(state, 0, command) is None]
    assert legal != wished
    assert choice(state, 0, "sensible", QuickChance(1)) == legal[0]
    assert offers(RULES, state, 0)
    assert may_of(RULES, state, 0)(legal[0]) is None


def test_the_bot_answers_with_a_low_card_and_keeps_what_is_strong() -> None:
    """Section 12: the lowest card that holds; Neurochems cost a life."""
    assert chosen(given(alice="P40 P80 NP K40 G50", simon="P20 K30 G20 KB40 W", standing="P30", asked=0)) == "P40"


def test_the_bot_opens_with_what_the_opponent_can_hardly_answer() -> None:
    """Nearly all of the opponent's Punches lie open, so a Punch finds fewer answers than a Kick."""
    state = given(alice="P80 K80", simon="KB40 KB60 K50", tops={1: "K20 K30 K40"}, decks={1: 3})
    assert chosen(state) == "P80"


def test_what_lies_open_tells_what_the_opponent_may_hold() -> None:
    """Six unseen cards, by their piles two Blocks and four Kicks, every copy as likely."""
    answers_in.cache_clear()  # whoever asked first may have run without coverage
    state = given(alice="P80 K80", simon="KB40 KB60 K50", tops={1: "K20 K30 K40"}, decks={1: 3})
    own, foe = unseen(seen(state), seen(state).fighters[0], answers_in(SHIPPED.prints))
    piles = {SHIPPED.pile_of[card] for card, _ in foe.share}
    assert piles == {"kick", "block"}
    assert sum(part for _, part in foe.share) == pytest.approx(1)
    assert foe.attacking == pytest.approx(4 / 6)
    assert foe.none_of(frozenset(card for card, _ in foe.attacks), 2) == pytest.approx((2 / 6) ** 2)
    assert sum(part for _, part in own.share) == pytest.approx(1)


def test_cards_that_the_seat_laid_down_are_no_longer_to_be_drawn() -> None:
    """Face down or standing: the owner knows them; the opponent does not know those face down."""
    state = given(alice="P80 K80", simon="P20 K30", standing="P20", asked=1, face_down={0: "NP NP NP"})
    answers = answers_in(SHIPPED.prints)
    mine, _ = unseen(seen(state), seen(state).fighters[0], answers)
    assert "neurochem_punch" not in dict(mine.share)
    _, hidden = unseen(seen(state, 1), seen(state, 1).fighters[1], answers)
    assert "neurochem_punch" in dict(hidden.share)
    assert kind_of("punch_20_3") == "punch_20"


def test_an_opponent_known_to_have_no_attack_is_left_to_attack() -> None:
    """Only Weaves and Feints of the opponent are unseen."""
    state = given(alice="P80 K80", simon="W F", tops={1: "W F"}, decks={1: 2}, cause="after_stagger", staggered=1)
    assert chosen(state) == "Rest"
    standing = given(alice="KB80 K80 W", simon="W F", tops={1: "W F"}, decks={1: 2}, standing="K30", asked=0)
    assert chosen(standing) in {"KB80", "W"}


def test_an_attack_that_nobody_can_answer_staggers_for_certain() -> None:
    """Blocks alone are unseen; the Neurochem itself costs a life, and a Punch 20 stays."""
    state = given(alice="NP P20", simon="KB40 KB60", tops={1: "PB40"}, decks={1: 1})
    seat = seen(state)
    worth = Prospects(seat, seat.fighters[0]).play(kind("NP"))
    assert worth == pytest.approx(STAGGER - 1 + BEST_CARD * 20 / 80 + KIND_OF_ATTACK)


def test_the_bot_rests_when_the_opponent_may_not_rise() -> None:
    """Section 12: rest if allowed, with an Attack in hand."""
    assert chosen(given(alice="P80 K80 G80", simon="KB40", cause="after_stagger", staggered=1)) == "Rest"


def test_a_staggered_bot_never_throws_its_last_attack() -> None:
    """Section 12: a surplus Block goes first."""
    state = given(alice="P20 KB40 PB40 W", simon="P20 K30", phase="stagger_discard", asked=0, unmet="NK")
    assert chosen(state) in {"KB40", "PB40", "W"}
    two = given(alice="P20 P80 NG", simon="P20 K30", phase="stagger_discard", asked=0)
    assert chosen(two) == "P20"


def test_a_feint_without_an_attack_is_the_last_thing_to_do() -> None:
    """R17: the draw would have to bring one."""
    state = given(alice="F W KB80", simon="P20 K30", standing="K30", asked=0)
    assert chosen(state) != "F"
    assert chosen(given(alice="F PB80 P20", simon="P40", standing="K30", asked=0)) == "F"
