"""A sentence for every fact, as it was redacted for who hears it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.naming import named
from domain.games.chanic_panic.narrate import abilities, cards, fights, turns
from domain.kernel.cards.reordering import reordering
from domain.kernel.display.words import Words
from domain.kernel.messages import Awaited, Fact, UnseenReordered
from domain.kernel.refusals import Refusal


def sentence(fact: said.ChanicFact, words: Words) -> str | None:
    """Return what is said of a fact; nothing where the next fact tells it better."""
    return SENTENCES[type(fact)](fact, words)


_OPTIONS: Mapping[str, str] = {
    "Trader": "Trader",
    "Panic": "Panic",
    "Ally": "Ally",
    "the Stack": "the Stack",
    "the Shop": "the Shop",
}


def refusal(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence with a card by its name; what names no card stays as it was said."""
    values = {key: _value(key, value, words) for key, value in refused.values.items()}
    return words.say(refused.text, **values)


def _value(key: str, value: str | int, words: Words) -> str | int:
    if key == "card" and isinstance(value, str):
        return named(value, words) or value
    return words.say(_OPTIONS[value]) if key == "option" and isinstance(value, str) else value


def _seated(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat))


def _nothing(fact: Fact, words: Words) -> None:
    return None


SENTENCES: Mapping[type[Fact], Callable[[Any, Words], str | None]] = {
    said.GameStarted: turns.game_started,
    said.FirstSeatChosen: _seated("{seat} has the first turn."),
    said.DeckShuffled: cards.deck_shuffled,
    said.AbilitiesDealt: abilities.dealt,
    said.AbilitiesKept: abilities.kept,
    said.AbilitiesRevealed: abilities.revealed,
    said.TurnStarted: turns.turn_started,
    said.PresenceGained: turns.presence_gained,
    said.DrawPhaseSkipped: _seated("{seat} skips the Draw Phase."),
    said.CardsDrawn: cards.cards_drawn,
    said.DrawSkipped: cards.draw_skipped,
    said.PointPhaseStarted: turns.point_phase,
    said.PointsPaid: turns.points_paid,
    said.PointsGained: turns.points_gained,
    said.UtilityPlayed: cards.utility_played,
    said.ClubPlayed: cards.club_played,
    said.ClubPhaseStarted: turns.club_phase,
    said.AllowanceOpened: turns.allowance,
    said.AllowanceUsed: _nothing,  # the card played on the Club is told next
    said.CardsDiscarded: cards.cards_discarded,
    said.AttachmentsDiscarded: cards.attachments_discarded,
    said.TraderUsed: _nothing,  # the cards given to the Trader are told next
    said.PanicUsed: fights.panic_used,
    said.AllyUsed: cards.ally_used,
    said.CardGiven: cards.card_given,
    said.AbilityUsed: abilities.used,
    said.CardReturned: cards.card_returned,
    said.CardTaken: cards.card_taken,
    said.CardRevealed: abilities.card_revealed,
    said.HandChecked: abilities.hand_checked,
    said.CardCompared: abilities.card_compared,
    said.CostZeroed: _seated("Both cards cost {seat} nothing in this turn."),
    said.CardPutOnDeck: cards.card_put_on_deck,
    said.DeckPeeked: cards.deck_peeked,
    said.DeckReordered: cards.deck_reordered,
    said.SpadeBoosted: abilities.spade_boosted,
    said.PlayLocked: _seated("{seat} plays no more cards in this turn."),
    said.StackAdded: cards.stack_added,
    said.AttachmentsActive: cards.attachments_active,
    said.CardBought: cards.card_bought,
    said.MarketFilled: cards.market_filled,
    said.DecisionOpened: abilities.asked,
    said.DecisionMade: abilities.answered,
    Awaited: _nothing,
    UnseenReordered: reordering,
    said.ProtectionStarted: _seated("{seat} cannot be attacked until the end of the next own turn."),
    said.ProtectionEnded: _seated("{seat} can be attacked again."),
    said.AttackMade: fights.attack_made,
    said.CardsDestroyed: fights.cards_destroyed,
    said.PlayerEliminated: fights.eliminated,
    said.LifeLost: fights.life_lost,
    said.PlayerConceded: fights.conceded,
    said.TurnEnded: turns.turn_ended,
    said.GameEnded: turns.game_ended,
}
