"""What is said at a table of Panic★Clan★Inviter: commands, steps, and facts with who may see each field.

A card from a hand or the deck is said by kind (`r3`), a card that lies open by its label (`r3#2`). `source` is the kind
of the card whose effect is carried out.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.panic_clan_inviter.cards import Card
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Awaited, Command, Concede, Discloses, Fact, Step, TimeOut, UnseenReordered
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Options, Place

Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=72)]  # a size limit only: there are 72 cards
SourceKind: TypeAlias = Annotated[str, Meta(max_length=24)]  # a kind that is public already, so no hidden card
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]
ChosenBy: TypeAlias = Literal["seat", "clock", "chance", "nobody"]  # nobody: there was no choice, all had to go
QuestionKind: TypeAlias = Literal[
    "choose_action",
    "choose_player",
    "choose_card_to_give",
    "choose_own_discard",
    "choose_from_discard",
    "choose_rule_from_hand",
    "choose_number_from_hand",
    "choose_line_card",
    "discard_to_limit",
]
Fizzle: TypeAlias = Literal[
    "hand_empty",
    "both_hands_empty",
    "self_target",
    "nothing_in_discard",
    "line_empty",
    "no_line_card",
    "nothing_placeable",
    "player_left",
]
EndReason: TypeAlias = Literal["line_completed", "last_player", "turn_limit", "blocked"]


MOST_TURNS = 1_000_000  # a size limit only: records hold no whole numbers from 2^53 on


class PanicOptions(Options, frozen=True, kw_only=True):
    """How a table plays (section 1); limits are checked by `setup.refuse_setup`, the schema only tells them."""

    start_player: Annotated[
        Literal["random"] | int, Meta(description="who takes the first turn: `random`, or a seat number")
    ] = "random"
    line_goal: Annotated[
        Literal["by_seats"] | int,
        Meta(description="cards in line needed to win: `by_seats` (8, 8, 7, 6 for 2 to 5 seats), or 3 to 8"),
    ] = "by_seats"
    turn_limit: Annotated[
        Literal["by_seats"] | Annotated[int, Meta(le=MOST_TURNS)],
        Meta(description="the game ends after this turn: `by_seats` (60 for each seat), or a number from 20"),
    ] = "by_seats"
    reverse_with_two: Annotated[
        Literal["no_effect", "extra_turn"], Meta(description="what a reversal does while two players remain")
    ] = "no_effect"
    missing_neighbour_line: Annotated[
        Literal["free", "mimic_only"],
        Meta(description="what may be placed while the neighbour that the rule looks at has no line"),
    ] = "free"
    card_set: Annotated[str, Meta(max_length=40, description="id of the card set in play")] = "reconstruction_1"


class DrawTwo(Command, tag="draw_two", frozen=True, kw_only=True):
    """Draw two cards."""

    public: ClassVar[bool] = True


class PlaceCard(Command, tag="place_card", frozen=True, kw_only=True):
    """Place a number card of the hand at the right end of the own line."""

    public: ClassVar[bool] = True
    card: Card


class PlayRule(Command, tag="play_rule", frozen=True, kw_only=True):
    """Put a rule card of the hand into force and draw a card."""

    public: ClassVar[bool] = True
    card: Card


class PlayMagic(Command, tag="play_magic", frozen=True, kw_only=True):
    """Play a magic card of the hand; its cost is paid with other cards of the hand."""

    public: ClassVar[bool] = True
    card: Card
    cost_cards: Cards = ()


class PassTurn(Command, tag="pass_turn", frozen=True, kw_only=True):
    """End the turn without doing anything; only where nothing else is legal."""

    public: ClassVar[bool] = True


class ChoosePlayer(Command, tag="choose_player", frozen=True, kw_only=True):
    """Name the player whom the waiting effect concerns."""

    public: ClassVar[bool] = True
    seat: Seat


class ChooseCard(Command, tag="choose_card", frozen=True, kw_only=True):
    """Name the card that the waiting effect concerns: of the hand by kind, an open one by label."""

    card: Card


class Decline(Command, tag="decline", frozen=True, kw_only=True):
    """Leave the waiting effect undone."""

    public: ClassVar[bool] = True


class DiscardToLimit(Command, tag="discard_to_limit", frozen=True, kw_only=True):
    """Discard down to the hand limit."""

    public: ClassVar[bool] = True
    cards: Cards


PanicCommand: TypeAlias = (
    DrawTwo
    | PlaceCard
    | PlayRule
    | PlayMagic
    | PassTurn
    | ChoosePlayer
    | ChooseCard
    | Decline
    | DiscardToLimit
    | Concede
    | TimeOut
)


class Question(Step, tag="question", frozen=True, kw_only=True):
    """A seat decides; inside an effect, on the effect `at` that place in the text of `source`.

    `left` is how many more times the same is asked, this time included.
    """

    seat: Seat
    kind: QuestionKind
    source: SourceKind = ""
    at: int = 0
    optional: bool = False
    left: int = 1


class Effects(Step, tag="effects", frozen=True, kw_only=True):
    """A card's effects are carried out from the place `at` on, for the seat that played it."""

    seat: Seat
    source: SourceKind
    at: int = 0


class Resolve(Step, tag="resolve", frozen=True, kw_only=True):
    """The magic card that was carried out goes to the discard pile."""

    seat: Seat


class FinishTurn(Step, tag="finish_turn", frozen=True, kw_only=True):
    """Hands are brought down to the limit and the turn ends."""

    seat: Seat
    passed: bool = False


PanicStep: TypeAlias = Question | Effects | Resolve | FinishTurn


class GameStarted(Fact, tag="game_started", frozen=True, kw_only=True):
    """The table as it was agreed; `rule` lies in force."""

    seats: int
    options: PanicOptions
    line_goal: int
    turn_limit: int
    card_set: str
    rule: Annotated[Card, Public()]


class DeckShuffled(Fact, tag="deck_shuffled", frozen=True, kw_only=True):
    """The deck lies ready, the top first."""

    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class HandDealt(Fact, tag="hand_dealt", frozen=True, kw_only=True):
    """A seat has its first hand from the top of the deck."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class StartPlayerChosen(Fact, tag="start_player_chosen", frozen=True, kw_only=True):
    """Who takes the first turn."""

    seat: Seat
    random: bool


class TurnStarted(Fact, tag="turn_started", frozen=True, kw_only=True):
    """A turn began; an extra one uses up one of those that were granted."""

    turn_no: int
    seat: Seat
    extra: bool = False


class CardsDrawn(Fact, tag="cards_drawn", frozen=True, kw_only=True):
    """Cards went from the top of the deck to a hand."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]
    reason: Literal["draw_two", "play_rule", "effect"]


class NumberCardPlaced(Fact, tag="number_card_placed", frozen=True, kw_only=True):
    """A card went to the right end of a line, which has so many cards now."""

    seat: Seat
    card: Annotated[Card, Public()]
    from_: Literal["hand", "discard"] = msgspec.field(name="from")
    line_length: int


class RuleChanged(Fact, tag="rule_changed", frozen=True, kw_only=True):
    """A rule card is in force; the one it replaced went to the discard pile."""

    seat: Seat
    card: Annotated[Card, Public()]
    replaced: Annotated[Card, Public()]
    from_: Literal["hand", "discard"] = msgspec.field(name="from")


class MagicPlayed(Fact, tag="magic_played", frozen=True, kw_only=True):
    """A magic card of a hand lies open and is being carried out."""

    seat: Seat
    card: Annotated[Card, Public()]


class CostPaid(Fact, tag="cost_paid", frozen=True, kw_only=True):
    """Cards of a hand went to the discard pile as the cost of a magic card."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]


class MagicResolved(Fact, tag="magic_resolved", frozen=True, kw_only=True):
    """The magic card that was carried out went to the discard pile."""

    seat: Seat
    card: Annotated[Card, Public()]


class CardsDiscarded(Fact, tag="cards_discarded", frozen=True, kw_only=True):
    """Cards of a hand went to the discard pile."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("panic_clan_inviter R27: chance picks a card to discard", "cards", "", ("reason", "random")),
        Discloses("panic_clan_inviter 8.3: the hand of a seat that leaves", "cards", "seat", ("reason", "concession")),
        Discloses("panic_clan_inviter R31: the whole hand is discarded", "cards", "seat", ("chosen_by", "nobody")),
        Discloses(
            "panic_clan_inviter 8.4: the clock discards the lowest cards", "cards", "seat", ("chosen_by", "clock")
        ),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    reason: Literal["effect", "random", "hand_limit", "concession"]
    chosen_by: ChosenBy


class DecisionOpened(Fact, tag="decision_opened", frozen=True, kw_only=True):
    """A seat has to decide; without a source at the hand limit."""

    seat: Seat
    kind: QuestionKind
    source: SourceKind = ""
    optional: bool = False


class TargetChosen(Fact, tag="target_chosen", frozen=True, kw_only=True):
    """The player whom an effect concerns was named."""

    seat: Seat
    target: Seat
    source: SourceKind


class CardMovedBetweenHands(Fact, tag="card_moved_between_hands", frozen=True, kw_only=True):
    """A card went from one hand to another, unseen by the rest."""

    from_seat: Seat
    to_seat: Seat
    card: Annotated[Card, SeenBy("from_seat", "to_seat")]
    source: SourceKind
    chosen_by: ChosenBy


class HandsSwapped(Fact, tag="hands_swapped", frozen=True, kw_only=True):
    """Two players exchanged hands; the cards each of them gave away, in master order."""

    seat_a: Seat
    seat_b: Seat
    cards_a: Annotated[tuple[Card, ...], SeenBy("seat_a", "seat_b")]
    cards_b: Annotated[tuple[Card, ...], SeenBy("seat_a", "seat_b")]


class CardTakenFromDiscard(Fact, tag="card_taken_from_discard", frozen=True, kw_only=True):
    """An open card of the discard pile went to a hand."""

    seat: Seat
    card: Annotated[Card, Public()]
    source: SourceKind


class LineCardRemoved(Fact, tag="line_card_removed", frozen=True, kw_only=True):
    """The card at `index` left a line, for the discard pile or for the hand of `to_seat`."""

    line_seat: Seat
    index: int
    card: Annotated[Card, Public()]
    to: Literal["discard", "hand"]
    to_seat: Seat | None = None


class DirectionReversed(Fact, tag="direction_reversed", frozen=True, kw_only=True):
    """Turn order goes this way from now on."""

    direction: Direction


class ExtraTurnsGranted(Fact, tag="extra_turns_granted", frozen=True, kw_only=True):
    """A seat takes `count` more turns after this one, `pending` in all."""

    seat: Seat
    count: int
    pending: int


class TurnLossMarked(Fact, tag="turn_loss_marked", frozen=True, kw_only=True):
    """A seat will lose its next turn."""

    seat: Seat


class TurnLost(Fact, tag="turn_lost", frozen=True, kw_only=True):
    """A seat was passed over and has one mark less."""

    seat: Seat


class EffectFizzled(Fact, tag="effect_fizzled", frozen=True, kw_only=True):
    """An effect found nothing to do; `affected_seat` is whom it met, where it met a player."""

    seat: Seat
    source: SourceKind
    effect: str
    reason: Fizzle
    affected_seat: Seat | None = None


class EffectDeclined(Fact, tag="effect_declined", frozen=True, kw_only=True):
    """A seat left an effect undone."""

    seat: Seat
    source: SourceKind


class DeckReshuffled(Fact, tag="deck_reshuffled", frozen=True, kw_only=True):
    """The discard pile became the new deck, the top first."""

    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class TurnPassed(Fact, tag="turn_passed", frozen=True, kw_only=True):
    """A seat had nothing to do."""

    seat: Seat
    turn_no: int


class TurnEnded(Fact, tag="turn_ended", frozen=True, kw_only=True):
    """A turn is over; `passed` if nothing was done in it."""

    seat: Seat
    turn_no: int
    passed: bool = False


class PlayerConceded(Fact, tag="player_conceded", frozen=True, kw_only=True):
    """A seat left the game: it gave up, or its time ran out for good."""

    seat: Seat
    cause: Literal["concession", "time"]


class GameEnded(Fact, tag="game_ended", frozen=True, kw_only=True):
    """The game is over; the ranking holds every seat."""

    reason: EndReason
    winners: tuple[Seat, ...]
    ended_by: EndedBy
    ranking: tuple[Place, ...]


PanicFact: TypeAlias = (
    GameStarted
    | DeckShuffled
    | HandDealt
    | StartPlayerChosen
    | TurnStarted
    | CardsDrawn
    | NumberCardPlaced
    | RuleChanged
    | MagicPlayed
    | CostPaid
    | MagicResolved
    | CardsDiscarded
    | DecisionOpened
    | TargetChosen
    | CardMovedBetweenHands
    | HandsSwapped
    | CardTakenFromDiscard
    | LineCardRemoved
    | DirectionReversed
    | ExtraTurnsGranted
    | TurnLossMarked
    | TurnLost
    | EffectFizzled
    | EffectDeclined
    | DeckReshuffled
    | TurnPassed
    | TurnEnded
    | PlayerConceded
    | GameEnded
    | Awaited[PanicStep]
    | UnseenReordered
)
