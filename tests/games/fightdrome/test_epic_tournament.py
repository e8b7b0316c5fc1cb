"""The Epic Tournament: stables, secret choices, eliminated fighters, decks built anew (R41, R48)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.ending import end_bout
from domain.games.fightdrome.messages import (
    CharactersDealt,
    DecksBuilt,
    FightdromeFact,
    FighterEliminated,
    FightersRevealed,
    GameEnded,
    SleeveChosen,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State, cards_of
from domain.kernel.chance import QuickChance
from domain.kernel.draft import Draft
from domain.kernel.marks import redact
from domain.kernel.seats import seat_viewer
from tests.games.fightdrome.given import A, S, choose, code, legal, names, one, play, started

DEALT = started(3, mode="epic_tournament")
MINE, YOURS = [character.sleeves for character in one(DEALT.facts, CharactersDealt).characters]


def chosen(state: State, mine: int = 0, yours: int = 0) -> State:
    """Return the tournament after both first choices."""
    return play(play(state, choose(MINE[mine]), seat=A).state, choose(YOURS[yours]), seat=S).state


def beaten(state: State, loser: int) -> Draft[State, FightdromeFact]:
    """Let the bout of a table end."""
    draft = Draft(state, RULES.evolve, QuickChance(2))
    end_bout(draft, 1 - loser, "cannot_rise")
    return draft


def test_w24_six_sleeves_are_dealt_and_both_first_fighters_are_revealed_together() -> None:
    assert names(DEALT.facts) == ["GameStarted", "CharactersDealt"]
    assert sorted((*MINE, *YOURS)) == sorted(SHIPPED.sleeves)
    assert dict(RULES.to_act(DEALT.state)) == {A: "choose_sleeve", S: "choose_sleeve"}
    facts, state = play(DEALT.state, choose(YOURS[1]), seat=S)
    assert [redact(fact, seat_viewer(A)) for fact in facts] == [SleeveChosen(seat=S, sleeve="?")]
    seen = RULES.view(state, seat_viewer(A)).fighters[S]
    assert (seen.has_chosen, seen.chosen, seen.sleeve) == (True, None, None)
    assert RULES.view(state, seat_viewer(S)).fighters[S].chosen == YOURS[1]
    facts, state = play(state, choose(MINE[2]), seat=A)
    assert names(facts)[:5] == ["SleeveChosen", "FightersRevealed", "DecksBuilt", "DecksBuilt", "BoutStarted"]
    revealed = one(facts, FightersRevealed)
    assert [(item.seat, item.sleeve) for item in revealed.fighters] == [(A, MINE[2]), (S, YOURS[1])]
    assert revealed.reveals == ("choose_sleeve", "sleeve_chosen")
    assert [fighter.corner.sleeve for fighter in state.fighters] == [MINE[2], YOURS[1]]
    assert (state.bout, state.first_seat) == (1, one(DEALT.facts, CharactersDealt).first_seat)


def test_r48_a_choice_is_not_taken_back() -> None:
    state = play(DEALT.state, choose(MINE[0]), seat=A).state
    assert code(state, choose(MINE[1]), seat=A) == "not_your_decision"
    assert legal(state) == set(YOURS)


def test_r41_the_eliminated_player_chooses_openly_and_builds_a_new_deck() -> None:
    state = chosen(DEALT.state)
    survivor = sorted(cards_of(state, A))
    draft = beaten(state, S)
    assert names(draft.facts) == ["BoutEnded", "FighterEliminated"]
    assert draft.facts[-1] == FighterEliminated(seat=S, sleeve=YOURS[0])
    assert dict(RULES.to_act(draft.state)) == {S: "choose_sleeve"}
    assert legal(draft.state) == {YOURS[1], YOURS[2]}
    facts, after = play(draft.state, choose(YOURS[2]), seat=S)
    assert names(facts)[:4] == ["SleeveChosen", "FightersRevealed", "DecksBuilt", "BoutStarted"]
    built = one(facts, DecksBuilt)
    assert [row.count for row in built.counts] == list(SHIPPED.counts[YOURS[2], state.fighters[S].corner.stack])
    assert sorted(cards_of(after, A)) == survivor
    assert sorted(cards_of(after, S)) == sorted(built.cards or ())
    assert sum(len(pile) for pile in after.box) == 13
    assert after.fighters[A].corner.sleeve == MINE[0]


def test_r41_a_standing_attack_of_the_eliminated_fighter_goes_back_to_the_box() -> None:
    state = chosen(DEALT.state)
    seat = state.fight.seat
    attack = next(card for card in state.fighters[seat].hand if card in SHIPPED.attacks)
    label = f"{attack}_1"
    fighters = list(state.fighters)
    fighters[seat] = replace(fighters[seat], hand=fighters[seat].hand.take(attack))
    fight = replace(state.fight, phase="respond", seat=1 - seat, standing=label, owner=seat)
    draft = beaten(replace(state, fighters=(fighters[0], fighters[1]), fight=fight), seat)
    stable = (MINE, YOURS)[seat]
    after = play(draft.state, choose(stable[1]), seat=seat).state
    assert (after.fight.standing, len(cards_of(after, seat))) == (None, 44)
    everything = [*cards_of(after, A), *cards_of(after, S), *[card for pile in after.box for card in pile]]
    assert sorted(everything) == sorted(SHIPPED.every_card())


def test_r41_the_last_sleeve_is_taken_without_asking_and_the_third_loss_ends_the_game() -> None:
    draft = beaten(chosen(DEALT.state), S)
    state = play(draft.state, choose(YOURS[1]), seat=S).state
    draft = beaten(state, S)
    assert names(draft.facts)[:6] == [
        "BoutEnded",
        "FighterEliminated",
        "SleeveChosen",
        "FightersRevealed",
        "DecksBuilt",
        "BoutStarted",
    ]
    assert (draft.state.fighters[S].corner.sleeve, draft.state.bout) == (YOURS[2], 3)
    draft = beaten(draft.state, S)
    assert draft.facts[-1] == GameEnded(winner=A, reason="stable_lost", ended_by="play")
    assert draft.state.fighters[S].corner.eliminated == YOURS
    assert dict(RULES.to_act(draft.state)) == {}


def test_fame_is_not_counted() -> None:
    assert "FameScored" not in names(beaten(chosen(DEALT.state), A).facts)
