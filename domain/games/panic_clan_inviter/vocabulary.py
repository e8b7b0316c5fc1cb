"""The closed vocabulary of card texts: effects, statics, costs, conditions, and the three types of cards.

Source: 2.3. The fields of a word stand in the order in which its parameters are written.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Kind: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,23}$")]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=72)]  # 72: all cards of the game
Colour: TypeAlias = Literal["red", "blue", "yellow", "green"]
Source: TypeAlias = Literal["hand", "discard"]
Scope: TypeAlias = Literal[
    "each_other_last", "each_last", "chosen_other_last", "any_card", "other_any_card"
]  # of `remove_from_line`
Relation: TypeAlias = Literal["eq", "ge", "le", "gt", "lt", "ne", "adjacent"]
Reference: TypeAlias = Literal["own_last", "left_last", "right_last"]
Provenance: TypeAlias = Literal["rulebook", "rulebook-name", "reconstructed"]


class Word(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="word"):
    """One word of the vocabulary with its parameters."""


class ReverseDirection(Word, tag="reverse_direction", frozen=True, kw_only=True):
    """Turn order flips."""


class LoseTurn(Word, tag="lose_turn", frozen=True, kw_only=True):
    """The target's next turn is lost."""

    target: Literal["next", "any", "other"]


class ExtraTurns(Word, tag="extra_turns", frozen=True, kw_only=True):
    """The actor takes further turns after this one."""

    count: Count


class DrawCards(Word, tag="draw", frozen=True, kw_only=True):
    """The actor draws."""

    count: Count


class DiscardChoice(Word, tag="discard_choice", frozen=True, kw_only=True):
    """The actor discards cards of own choice, asked for one at a time."""

    count: Count


class DiscardHand(Word, tag="discard_hand", frozen=True, kw_only=True):
    """The actor discards the whole hand."""


class MoveFromHand(Word, tag="move_from_hand", frozen=True, kw_only=True):
    """One card leaves the target's hand, picked at random or by its owner."""

    target: Literal["any", "other", "next"]
    pick: Literal["random", "owner"]
    to: Literal["actor", "discard"]


class SwapHands(Word, tag="swap_hands", frozen=True, kw_only=True):
    """Actor and target exchange hands."""

    target: Literal["other", "any"]


class EnactRule(Word, tag="enact_rule", frozen=True, kw_only=True):
    """A rule card becomes the active rule, without a draw; from the hand it is always optional (R26)."""

    from_: Source = msgspec.field(name="from")
    optional: bool


class TakeFromDiscard(Word, tag="take_from_discard", frozen=True, kw_only=True):
    """A card of this type goes from the discard pile to the actor's hand."""

    type: Literal["magic", "rule", "number", "any"]
    optional: bool


class PlaceNumber(Word, tag="place_number", frozen=True, kw_only=True):
    """The actor appends a number card to the own line; from the hand it is always optional (R26)."""

    from_: Source = msgspec.field(name="from")
    obey_rule: bool
    optional: bool


class RemoveFromLine(Word, tag="remove_from_line", frozen=True, kw_only=True):
    """Cards leave lines."""

    scope: Scope
    to: Literal["discard", "actor_hand", "owner_hand"]


Effect: TypeAlias = (
    ReverseDirection
    | LoseTurn
    | ExtraTurns
    | DrawCards
    | DiscardChoice
    | DiscardHand
    | MoveFromHand
    | SwapHands
    | EnactRule
    | TakeFromDiscard
    | PlaceNumber
    | RemoveFromLine
)


class AllColours(Word, tag="all_colours", frozen=True, kw_only=True):
    """The card has all four colours."""


class FollowPermit(Word, tag="follow_permit", frozen=True, kw_only=True):
    """While this is the last card, a card of the colour may follow whatever the active rule says."""

    colour: Colour


class FollowOnly(Word, tag="follow_only", frozen=True, kw_only=True):
    """While this is the last card, only cards of the colour may follow, whatever the active rule says."""

    colour: Colour


Static: TypeAlias = AllColours | FollowPermit | FollowOnly


class DiscardFromHand(Word, tag="discard_from_hand", frozen=True, kw_only=True):
    """The cost of a magic card: other cards of the hand go to the discard pile first."""

    count: Count


class ColourCondition(Word, tag="colour", frozen=True, kw_only=True):
    """The colours of card and reference intersect, or do not."""

    relation: Literal["same", "different"]
    reference: Reference


class NumberCondition(Word, tag="number", frozen=True, kw_only=True):
    """Card's number, relation, reference's number + offset."""

    relation: Relation
    reference: Reference
    offset: Annotated[int, Meta(ge=-6, le=6)] = 0  # numbers are 1 to 7


Condition: TypeAlias = ColourCondition | NumberCondition


class Definition(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """What every card has; `kind` names it in hands, in the deck and in texts."""

    kind: Kind
    copies: Annotated[int, Meta(ge=1, le=72)]
    japanese: Annotated[str, Meta(min_length=1, max_length=40)]
    reading: Annotated[str, Meta(min_length=1, max_length=40)]
    english: Annotated[str, Meta(min_length=1, max_length=40)]
    provenance: Provenance


class NumberCard(Definition, tag="number", frozen=True, kw_only=True):
    """A card for lines; its effects run when it is placed."""

    number: Annotated[int, Meta(ge=1, le=7)]
    colour: Colour | Literal["all"]
    effects: tuple[Effect, ...] = ()
    static: Static | None = None


class RuleCard(Definition, tag="rule", frozen=True, kw_only=True):
    """A card that says what may follow what; all conditions must hold."""

    conditions: tuple[Condition, ...]
    starts: bool = False  # on the table when a game begins


class MagicCard(Definition, tag="magic", frozen=True, kw_only=True):
    """A card that is played for its effects, once its cost is paid."""

    effects: tuple[Effect, ...]
    cost: int = 0  # other cards of the hand to discard


CardDefinition: TypeAlias = NumberCard | RuleCard | MagicCard
