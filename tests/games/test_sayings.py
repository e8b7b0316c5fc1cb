"""What each game says of a command to the seat that may choose it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from domain.games import game
from domain.games.chanic_panic import messages as chanic
from domain.games.fightdrome import messages as fightdrome
from domain.games.panic_clan_inviter import messages as inviter
from domain.games.panzer_clash import messages as panzer
from domain.games.panzer_clash import sayings
from domain.games.panzer_clash.state import Trigger
from domain.kernel.display.words import words_in
from domain.kernel.messages import own_commands

MARKET = SimpleNamespace(market=(None, "D9-1"))
STANDING = SimpleNamespace(standing=SimpleNamespace(card="kick_70_3"), phase="respond")
ATTACKING = SimpleNamespace(standing=None, phase="choose_attack")
FEINT = SimpleNamespace(standing=None, phase="follow_feint")
LINES = SimpleNamespace(players=[SimpleNamespace(seat=0, line=()), SimpleNamespace(seat=1, line=("r2#1",))])
TRIGGER = Trigger(id="t1", batch=1, seat=0, card="ger_panzer3", ability=0, when="play")
STACKS = {"c0": SimpleNamespace(card="mod_minefield")}
FIELD = SimpleNamespace(
    units={"u1": SimpleNamespace(card="ger_panzer3")},
    triggers=(TRIGGER,),
    players=[SimpleNamespace(stacks=STACKS)],
    question=SimpleNamespace(seat=0, why="salvage"),
    pool=SimpleNamespace(cards=SimpleNamespace(decks={"axis_1": SimpleNamespace(name="Blitz")})),
)
HAND = SimpleNamespace(question=SimpleNamespace(why="hand_limit"))

SAID: dict[str, list[tuple[Any, Any, str]]] = {
    "chanic_panic": [
        (chanic.PlayUtility(card="H3"), None, "Play 3 of Hearts."),
        (
            chanic.PlayUtility(card="H3", attach=("C2",)),
            None,
            "Play 3 of Hearts. Under it go, of the Stack: 2 of Clubs.",
        ),
        (chanic.PlayClub(card="C5"), None, "Play 5 of Clubs."),
        (
            chanic.Attack(target=1, attack_cards=("S7-1", "S8-1"), diamonds=("D10-1",)),
            None,
            "Attack Seat 1: destroy 10 of Diamonds with 7 of Spades and 8 of Spades.",
        ),
        (chanic.Attack(target=1, attack_cards=("S7-1",)), None, "Attack Seat 1 with 7 of Spades."),
        (
            chanic.Bypass(target=1, attack_cards=("S7-1",), hearts=("H1-1",)),
            None,
            "Go around the Diamonds of Seat 1: destroy Ace of Hearts with 7 of Spades.",
        ),
        (chanic.Bypass(target=1, attack_cards=("S7-1",)), None, "Go around the Diamonds of Seat 1 with 7 of Spades."),
        (
            chanic.UseTrader(discards=("H1", "*H7")),
            None,
            "Discard Ace of Hearts and 7 of Hearts of the Stack at the Trader and draw a card.",
        ),
        (
            chanic.UsePanic(),
            None,
            "Use Panic: give up your Spades, clear those of the next opponent, end your turn protected.",
        ),
        (chanic.UseAlly(teammate=2, card="H1"), None, "Give Ace of Hearts to Seat 2."),
        (chanic.UseAbility(ability="wisdom"), None, "Use Wisdom."),
        (
            chanic.UseAbility(ability="fisher", target=1, suit="H", cards=("H1", "H2")),
            None,
            "Use Fisher: suit Hearts, target Seat 1, cards Ace of Hearts and 2 of Hearts.",
        ),
        (chanic.UseAbility(ability="fisher", card="odd"), None, "Use Fisher: card odd."),
        (chanic.StackAdd(card="H1"), None, "Put Ace of Hearts into your Stack."),
        (chanic.StackDraw(stack_card="H1"), None, "Discard Ace of Hearts of the Stack and draw two cards."),
        (chanic.BuyCard(slot=2), MARKET, "Buy 9 of Diamonds of slot 2."),
        (chanic.EndTurn(), None, "End your turn."),
        (chanic.ChooseAbilities(abilities=("wisdom", "fisher")), None, "Keep Wisdom and Fisher."),
        (chanic.ChooseSacrifice(card="H1-1"), None, "Destroy Ace of Hearts of your board."),
        (chanic.ChooseDraw(skip=True), None, "Skip the Draw Phase for points."),
        (chanic.ChooseDraw(skip=False), None, "Draw as usual."),
        (chanic.ChooseGift(card="H1"), None, "Give Ace of Hearts away."),
        (chanic.ChooseDiscard(card="H1"), None, "Discard Ace of Hearts."),
        (chanic.ChooseTopdeck(card="H1"), None, "Put Ace of Hearts on top of the deck."),
        (chanic.ChooseHopeful(play=False), None, "Keep the Heart in your hand."),
        (
            chanic.ChooseHopeful(play=True, attach=("C2",)),
            None,
            "Play the Heart at once. Under it go, of the Stack: 2 of Clubs.",
        ),
        (chanic.ChooseResilient(), None, "Play no Heart for the lost one."),
        (chanic.ChooseResilient(card="H2"), None, "Play 2 of Hearts for the lost one."),
        (chanic.ChooseShuffle(shuffle=True), None, "Shuffle the discard pile into the deck."),
        (chanic.ChooseOrder(cards=("H2", "H1")), None, "Put back, the top first: 2 of Hearts, Ace of Hearts."),
        (chanic.ChooseAllyStack(to_stack=False), None, "Take the card into your hand."),
    ],
    "fightdrome": [
        (fightdrome.PlayCard(card_id="kick_block_70"), STANDING, "Answer Kick 70 with Kick Block 70."),
        (fightdrome.PlayCard(card_id="punch_40"), ATTACKING, "Attack with Punch 40."),
        (fightdrome.PlayCard(card_id="punch_40"), FEINT, "Follow the Feint up with Punch 40."),
        (fightdrome.DiscardCard(card_id="punch_40"), None, "Lay Punch 40 down, face down."),
        (fightdrome.Rest(), None, "Rest: draw a card instead of attacking."),
        (fightdrome.ChooseSleeve(sleeve_id="sleeve_b"), None, "Send Sleeve B into the fight."),
    ],
    "panic_clan_inviter": [
        (inviter.DrawTwo(), None, "Draw two cards."),
        (inviter.PlaceCard(card="r2"), None, "Place Goblin Infantry (red 2) in your line."),
        (inviter.PlayRule(card="heredity"), None, "Put Heredity into force and draw a card."),
        (inviter.PlayMagic(card="fortune"), None, "Play Fortune."),
        (inviter.PlayMagic(card="menace", cost_cards=("fortune",)), None, "Play Menace and pay with Fortune."),
        (inviter.PassTurn(), None, "Pass."),
        (inviter.ChoosePlayer(seat=1), None, "Choose Seat 1."),
        (inviter.ChooseCard(card="r2#1"), LINES, "Choose Goblin Infantry (red 2) in the line of Seat 1."),
        (inviter.ChooseCard(card="r2"), LINES, "Choose Goblin Infantry (red 2)."),
        (inviter.Decline(), None, "Leave it undone."),
        (inviter.DiscardToLimit(cards=("r2", "r2")), None, "Discard Goblin Infantry (red 2) ×2."),
    ],
    "panzer_clash": [
        (panzer.ChooseDeck(deck_id="axis_1"), FIELD, "Play with the deck “Blitz”."),
        (panzer.KeepHand(), None, "Begin with this hand."),
        (panzer.Mulligan(), None, "Put the hand back and draw a new one."),
        (panzer.PlayFactory(space="a5"), None, "Play a Factory on a5."),
        (panzer.PlayUnit(card="ger_panzer3", space="c5"), None, "Play Panzer III on c5."),
        (panzer.PlayModifier(card="mod_minefield", space="c5"), None, "Play Minefield on c5."),
        (panzer.PlaceModifier(from_="c0", space="b2"), FIELD, "Lay Minefield of c0 on b2."),
        (panzer.PlayEvent(card="ger_breakthrough", space="c5"), FIELD, "Play Breakthrough on c5."),
        (
            panzer.PlayEvent(card="ger_breakthrough", space="c5", targets=(panzer.Choice(unit="u1"),)),
            FIELD,
            "Play Breakthrough on c5, aimed at Panzer III (1).",
        ),
        (panzer.MoveUnit(unit_id="u1", path=("c4",)), FIELD, "Move Panzer III (1) to c4."),
        (panzer.MoveUnit(unit_id="u1", path=("c4", "b4", "b3")), FIELD, "Move Panzer III (1) by c4, b4 to b3."),
        (panzer.AttackUnit(unit_id="u1", target_id="u9"), FIELD, "Attack Unit 9 with Panzer III (1)."),
        (panzer.AttackSupply(unit_id="u1"), FIELD, "Attack the Supply with Panzer III (1)."),
        (panzer.RangedAttack(unit_id="u1", target=1), FIELD, "Shoot at the Supply of Seat 1 with Panzer III (1)."),
        (panzer.EndMain(), None, "End the Main phase."),
        (panzer.PassResponse(), None, "Answer nothing."),
        (panzer.ChooseNextTrigger(trigger_id="t1"), FIELD, "Next comes the Play-Effect of Panzer III."),
        (panzer.ResolveTrigger(), FIELD, "Let the Play-Effect of Panzer III happen."),
        (panzer.ResolveTrigger(space="c5"), FIELD, "Let the Play-Effect of Panzer III happen on c5."),
        (
            panzer.ResolveTrigger(targets=(panzer.Choice(row=2),)),
            FIELD,
            "Let the Play-Effect of Panzer III happen, aimed at row 2.",
        ),
        (panzer.DeclineTrigger(), FIELD, "Do without the Play-Effect of Panzer III."),
        (panzer.ChooseCards(cards=("ger_panzer3",)), FIELD, "Take Panzer III out of the Junkyard."),
        (panzer.ChooseCards(cards=("ger_panzer3",)), HAND, "Discard Panzer III."),
    ],
}
EVERY = [(name, *case) for name, cases in SAID.items() for case in cases]


@pytest.mark.parametrize(("name", "command", "view", "said"), EVERY)
def test_a_command_is_a_sentence(name: str, command: Any, view: Any, said: str) -> None:
    title = game(name)
    rules = title.rules
    cards = rules.data_sets[rules.default_data] if rules.default_data else None
    assert title.saying is not None
    assert title.saying(command, view, words_in("en", title.package).at_table(cards)) == said


@pytest.mark.parametrize("name", SAID)
def test_every_command_that_may_be_offered_has_a_sentence(name: str) -> None:
    """What is legal at any time is offered nowhere."""
    rules = game(name).rules
    offered = set(own_commands(rules.command_types)) - rules.anytime
    assert offered == {type(command) for command, _, _ in SAID[name]}


def test_cards_are_chosen_for_each_reason() -> None:
    assert set(sayings._CHOSEN) == {"salvage", "discard_hand", "hand_limit"}
