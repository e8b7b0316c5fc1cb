"""The words that commands, steps and facts are made of."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.cards import Card, Suit

__all__ = [
    "Ability",
    "AbilityId",
    "AllowanceSource",
    "AttackKind",
    "Card",
    "Cards",
    "DiscardReason",
    "DrawReason",
    "EndReason",
    "PlaySource",
    "QuestionKind",
    "Slot",
    "Suit",
    "TurnEnd",
]

Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=32)]  # a size limit only: no rule allows so many
Ability: TypeAlias = Annotated[str, Meta(max_length=16)]  # the name of an ability that may be hidden
Slot: TypeAlias = int  # of the market, 1 to 3

AttackKind: TypeAlias = Literal["attack", "bypass"]
EndReason: TypeAlias = Literal["elimination", "bypass_elimination", "presence", "round_limit", "concession"]
TurnEnd: TypeAlias = Literal["chosen", "panic", "timeout", "conceded"]
AllowanceSource: TypeAlias = Literal["played", "combined"]
PlaySource: TypeAlias = Literal["points", "club", AbilityId]
DrawReason: TypeAlias = Literal["turn", "club", "trader", "stack", AbilityId]
DiscardReason: TypeAlias = Literal["attack", "trader", "panic", "stack", "left", "life", AbilityId]

QuestionKind: TypeAlias = Literal[
    "choose_sacrifice",
    "choose_draw",
    "choose_gift",
    "choose_discard",
    "choose_topdeck",
    "choose_hopeful",
    "choose_resilient",
    "choose_shuffle",
    "choose_order",
    "choose_ally_stack",
]
