"""What is said at a table of Panzer Clash: commands, the steps of the agenda, and facts with who may see each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.games.panzer_clash.cards import Card, Side, Subtype
from domain.games.panzer_clash.field import Space
from domain.kernel.marks import Public, Sealed, SeenBy
from domain.kernel.messages import Awaited, Command, Concede, Discloses, Fact, Step, TimeOut, UnseenReordered
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Options

UnitId: TypeAlias = Annotated[str, Meta(max_length=8)]  # `u1`, `u2`, … in order of entering play
TriggerId: TypeAlias = Annotated[str, Meta(max_length=8)]  # `t1`, `t2`, … in order of arising
DeckId: TypeAlias = Annotated[str, Meta(max_length=40)]
WindowKind: TypeAlias = Literal["attack", "ranged", "event", "main_start", "main_end"]
ItemKind: TypeAlias = WindowKind
Phase: TypeAlias = Literal["draw", "main", "end"]
DrawReason: TypeAlias = Literal["opening", "mulligan", "turn", "effect"]
DiscardReason: TypeAlias = Literal["hand_limit", "effect"]
ChosenBy: TypeAlias = Literal["seat", "clock", "rule"]  # `rule`: the whole hand goes
EndReason: TypeAlias = Literal["supply_exhausted", "concession", "time_out"]
TriggerKind: TypeAlias = Literal["play", "destroy", "ally_destroyed", "end", "junkyard"]


class Windows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For each kind of window: ask (`true`) or pass (`false`)."""

    attack: bool = True
    ranged: bool = True
    event: bool = True
    main_end: bool = True
    main_start: bool = False


class PanzerOptions(Options, frozen=True, kw_only=True):
    """How a table plays (section 1); limits are checked by `setup.refuse_setup`, the schema only tells them."""

    deck_size: Annotated[
        int, Meta(description="cards in each Supply", extra_json_schema={"minimum": 40, "maximum": 100})
    ] = 60
    first_player: Annotated[Literal["random", "seat0", "seat1"], Meta(description="who takes the first turn")] = (
        "random"
    )
    opposing_sides: Annotated[bool, Meta(description="one seat must be Axis, the other Allies")] = False
    response_default: Annotated[Windows, Meta(description="initial response preferences of both seats")] = Windows()


class WindowChanges(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The kinds of windows whose preference changes; the others keep theirs."""

    attack: bool | UnsetType = UNSET
    ranged: bool | UnsetType = UNSET
    event: bool | UnsetType = UNSET
    main_end: bool | UnsetType = UNSET
    main_start: bool | UnsetType = UNSET


class Prefs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's response preferences (5.6)."""

    windows: Windows = Windows()
    pass_rest_of_turn: bool = False


class PrefsChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat changes in its response preferences."""

    windows: WindowChanges = WindowChanges()
    pass_rest_of_turn: bool = False


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is chosen for one ability that needs a board choice: exactly the fields that 7.2 names for it."""

    unit: UnitId | UnsetType = UNSET
    row: int | UnsetType = UNSET
    space: Space | UnsetType = UNSET
    spaces: Annotated[tuple[Space, ...], Meta(max_length=20)] | UnsetType = UNSET


Choices: TypeAlias = Annotated[tuple[Choice, ...], Meta(max_length=8)]  # a size limit only


class ChooseDeck(Command, tag="choose_deck", frozen=True, kw_only=True):
    """Choose a ready-made deck by id, or give a list with its side."""

    deck_id: DeckId | UnsetType = UNSET
    cards: Annotated[dict[Card, Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=100)] | UnsetType = UNSET
    side: Side | UnsetType = UNSET


class KeepHand(Command, tag="keep_hand", frozen=True, kw_only=True):
    """Begin with this hand."""

    public: ClassVar[bool] = True


class Mulligan(Command, tag="mulligan", frozen=True, kw_only=True):
    """Put the hand back, shuffle, draw a new one."""

    public: ClassVar[bool] = True


class PlayFactory(Command, tag="play_factory", frozen=True, kw_only=True):
    """Start a Factory-Stack or let one grow."""

    public: ClassVar[bool] = True
    space: Space


class PlayUnit(Command, tag="play_unit", frozen=True, kw_only=True):
    """Play a unit to a Factory-Stack."""

    public: ClassVar[bool] = True
    card: Card
    space: Space


class PlayModifier(Command, tag="play_modifier", frozen=True, kw_only=True):
    """Play a Terrain Modifier to a Factory-Stack, where it waits for the next Standby."""

    public: ClassVar[bool] = True
    card: Card
    space: Space


class PlaceModifier(Command, tag="place_modifier", frozen=True, kw_only=True):
    """Put a waiting Terrain Modifier on the field."""

    public: ClassVar[bool] = True
    from_: Space = msgspec.field(name="from")
    space: Space


class PlayEvent(Command, tag="play_event", frozen=True, kw_only=True):
    """Play an event to a Factory-Stack; it becomes an item of the chain."""

    public: ClassVar[bool] = True
    card: Card
    space: Space
    targets: Choices = ()


class MoveUnit(Command, tag="move_unit", frozen=True, kw_only=True):
    """Move a unit along a minimal path."""

    public: ClassVar[bool] = True
    unit_id: UnitId
    path: Annotated[tuple[Space, ...], Meta(max_length=20)]


class AttackUnit(Command, tag="attack_unit", frozen=True, kw_only=True):
    """Declare an attack on an adjacent enemy unit."""

    public: ClassVar[bool] = True
    unit_id: UnitId
    target_id: UnitId


class AttackSupply(Command, tag="attack_supply", frozen=True, kw_only=True):
    """Declare an attack on the Supply from the enemy's Back Line."""

    public: ClassVar[bool] = True
    unit_id: UnitId


class RangedAttack(Command, tag="ranged_attack", frozen=True, kw_only=True):
    """Declare a Ranged Attack on any unit of the field or on either seat's Supply."""

    public: ClassVar[bool] = True
    unit_id: UnitId
    target: UnitId | Seat


class EndMain(Command, tag="end_main", frozen=True, kw_only=True):
    """End the Main phase."""

    public: ClassVar[bool] = True


class PassResponse(Command, tag="pass_response", frozen=True, kw_only=True):
    """Let the top item of the chain resolve."""

    public: ClassVar[bool] = True


class ChooseNextTrigger(Command, tag="choose_next_trigger", frozen=True, kw_only=True):
    """Say which of the simultaneous triggers comes next."""

    public: ClassVar[bool] = True
    trigger_id: TriggerId


class ResolveTrigger(Command, tag="resolve_trigger", frozen=True, kw_only=True):
    """Carry a trigger out: with its choices, or with the space of a junkyard unit."""

    public: ClassVar[bool] = True
    targets: Choices = ()
    space: Space | UnsetType = UNSET


class DeclineTrigger(Command, tag="decline_trigger", frozen=True, kw_only=True):
    """Let an optional trigger go."""

    public: ClassVar[bool] = True


class ChooseCards(Command, tag="choose_cards", frozen=True, kw_only=True):
    """Choose cards: to discard from the hand, or to salvage from the Junkyard."""

    public: ClassVar[bool] = True
    cards: Annotated[tuple[Card, ...], Meta(max_length=100)]


class SetResponsePrefs(Command, tag="set_response_prefs", frozen=True, kw_only=True):
    """Change the own response preferences, at any time; nobody else learns how."""

    prefs: WindowChanges = WindowChanges()
    pass_rest_of_turn: bool = False


PanzerCommand: TypeAlias = (
    ChooseDeck
    | KeepHand
    | Mulligan
    | PlayFactory
    | PlayUnit
    | PlayModifier
    | PlaceModifier
    | PlayEvent
    | MoveUnit
    | AttackUnit
    | AttackSupply
    | RangedAttack
    | EndMain
    | PassResponse
    | ChooseNextTrigger
    | ResolveTrigger
    | DeclineTrigger
    | ChooseCards
    | SetResponsePrefs
    | Concede
    | TimeOut
)


class ChooseDecks(Step, tag="choose_decks", frozen=True, kw_only=True):
    """Question: each seat that has none yet chooses a deck."""


class DecideMulligan(Step, tag="decide_mulligan", frozen=True, kw_only=True):
    """Question: keep the hand or not."""

    seat: Seat


class PlaceModifiers(Step, tag="place_modifiers", frozen=True, kw_only=True):
    """Question: put a waiting modifier on the field."""

    seat: Seat


class Main(Step, tag="main", frozen=True, kw_only=True):
    """Question: what to do in the Main phase."""

    seat: Seat


class Respond(Step, tag="respond", frozen=True, kw_only=True):
    """Question: answer the top item of the chain or pass."""

    seat: Seat
    item_id: int


class OrderTriggers(Step, tag="order_triggers", frozen=True, kw_only=True):
    """Question: which trigger of the batch comes next."""

    seat: Seat


class AnswerTrigger(Step, tag="answer_trigger", frozen=True, kw_only=True):
    """Question: how, or whether, a trigger is carried out."""

    seat: Seat
    trigger_id: TriggerId


class PickCards(Step, tag="pick_cards", frozen=True, kw_only=True):
    """Question: which n cards; for `salvage` of those types of unit."""

    seat: Seat
    why: Literal["salvage", "discard_hand", "hand_limit"]
    n: int
    types: tuple[str, ...] = ()


class Standby(Step, tag="standby", frozen=True, kw_only=True):
    """Work: the next turn begins, of this seat."""

    seat: Seat


class PlaceWaiting(Step, tag="place_waiting", frozen=True, kw_only=True):
    """Work: waiting modifiers are placed or asked for."""

    seat: Seat


class DrawPhase(Step, tag="draw_phase", frozen=True, kw_only=True):
    """Work: draw, then begin the Main phase."""

    seat: Seat


class Chain(Step, tag="chain", frozen=True, kw_only=True):
    """Work: open a window for the top item of the chain, or let it resolve."""


class ResolveTop(Step, tag="resolve_top", frozen=True, kw_only=True):
    """Work: the top item of the chain resolves."""


class Effects(Step, tag="effects", frozen=True, kw_only=True):
    """Work: go on with the abilities of the item or trigger that resolved last, from this place of its card."""

    of: Literal["item", "trigger"]
    ability: int


class Triggers(Step, tag="triggers", frozen=True, kw_only=True):
    """Work: queued triggers are worked off."""


class EndPhase(Step, tag="end_phase", frozen=True, kw_only=True):
    """Work: the End phase begins."""

    seat: Seat


class HandLimit(Step, tag="hand_limit", frozen=True, kw_only=True):
    """Work: the hand is checked, then the turn ends."""

    seat: Seat


class EndTurn(Step, tag="end_turn", frozen=True, kw_only=True):
    """Work: the turn ends."""

    seat: Seat


PanzerStep: TypeAlias = (
    ChooseDecks
    | DecideMulligan
    | PlaceModifiers
    | Main
    | Respond
    | OrderTriggers
    | AnswerTrigger
    | PickCards
    | Standby
    | PlaceWaiting
    | DrawPhase
    | Chain
    | ResolveTop
    | Effects
    | Triggers
    | EndPhase
    | HandLimit
    | EndTurn
)


class GameCreated(Fact, tag="game_created", frozen=True, kw_only=True):
    """The table as it was agreed, and the card pool it plays with."""

    options: PanzerOptions
    pool: str  # digest


class DeckChosen(Fact, tag="deck_chosen", frozen=True, kw_only=True):
    """A seat has its deck: card id -> copies, known to that seat alone."""

    seat: Seat
    side: Side
    size: int
    cards: Annotated[dict[Card, int] | None, Sealed("seat")]


class TerrainLaid(Fact, tag="terrain_laid", frozen=True, kw_only=True):
    """Twenty terrain cards lie face down from a1 to e4, row by row, the others aside."""

    order: Annotated[tuple[Card, ...] | None, Sealed()]


class FirstPlayerChosen(Fact, tag="first_player_chosen", frozen=True, kw_only=True):
    """Who takes the first turn."""

    seat: Seat


class SupplyShuffled(Fact, tag="supply_shuffled", frozen=True, kw_only=True):
    """All cards of a seat, the hand put back, lie as its Supply, the top first."""

    seat: Seat
    count: int
    order: Annotated[tuple[Card, ...] | None, Sealed()]


class CardsDrawn(Fact, tag="cards_drawn", frozen=True, kw_only=True):
    """Cards went from the top of a Supply to the hand."""

    seat: Seat
    reason: DrawReason
    cards: Annotated[tuple[Card, ...], SeenBy("seat")]


class MulliganTaken(Fact, tag="mulligan_taken", frozen=True, kw_only=True):
    """A seat puts its hand back, for the time of that number."""

    seat: Seat
    number: int


class HandKept(Fact, tag="hand_kept", frozen=True, kw_only=True):
    """A seat begins with this many cards."""

    seat: Seat
    size: int


class TurnStarted(Fact, tag="turn_started", frozen=True, kw_only=True):
    """A turn and its Standby began; one Factory may be played."""

    turn: int
    seat: Seat


class EventDiscarded(Fact, tag="event_discarded", frozen=True, kw_only=True):
    """A normal or flash event went from its stack to the Junkyard."""

    seat: Seat
    card: Annotated[Card, Public()]
    space: Space


class ModifierPlaced(Fact, tag="modifier_placed", frozen=True, kw_only=True):
    """A waiting modifier went to the field."""

    seat: Seat
    card: Annotated[Card, Public()]
    from_: Space = msgspec.field(name="from")
    space: Space


class PhaseBegan(Fact, tag="phase_began", frozen=True, kw_only=True):
    """A phase of the turn began."""

    phase: Phase


class DrawSkipped(Fact, tag="draw_skipped", frozen=True, kw_only=True):
    """The first turn has no draw."""

    seat: Seat


class UnitsRefreshed(Fact, tag="units_refreshed", frozen=True, kw_only=True):
    """All units of a seat may move and attack again."""

    seat: Seat


class PhaseItemPut(Fact, tag="phase_item_put", frozen=True, kw_only=True):
    """The start or the end of Main lies on the chain."""

    seat: Seat
    item_id: int
    kind: Literal["main_start", "main_end"]


class ResponseOpened(Fact, tag="response_opened", frozen=True, kw_only=True):
    """A seat may answer the top item."""

    seat: Seat
    item_id: int


class ResponsePassed(Fact, tag="response_passed", frozen=True, kw_only=True):
    """A seat does not answer the top item."""

    seat: Seat
    item_id: int


class ItemResolved(Fact, tag="item_resolved", frozen=True, kw_only=True):
    """The top item left the chain and takes effect."""

    item_id: int


class ItemFizzled(Fact, tag="item_fizzled", frozen=True, kw_only=True):
    """The top item left the chain without effect: an attack that cannot be carried out any more."""

    item_id: int


class ItemCancelled(Fact, tag="item_cancelled", frozen=True, kw_only=True):
    """The top item left the chain without effect; an event went to the Junkyard and its stack is free."""

    item_id: int


class FactoryPlayed(Fact, tag="factory_played", frozen=True, kw_only=True):
    """A Factory went from a hand under whatever lies on the stack."""

    seat: Seat
    space: Space
    size: int


class UnitPlayed(Fact, tag="unit_played", frozen=True, kw_only=True):
    """A unit went from a hand onto a stack."""

    seat: Seat
    unit_id: UnitId
    card: Annotated[Card, Public()]
    space: Space


class ModifierPlayed(Fact, tag="modifier_played", frozen=True, kw_only=True):
    """A Terrain Modifier went from a hand onto a stack."""

    seat: Seat
    card: Annotated[Card, Public()]
    space: Space


class EventPlayed(Fact, tag="event_played", frozen=True, kw_only=True):
    """An event went from a hand onto a stack and lies on the chain."""

    seat: Seat
    card: Annotated[Card, Public()]
    space: Space
    targets: Choices
    item_id: int
    subtype: Subtype


class UnitDeployed(Fact, tag="unit_deployed", frozen=True, kw_only=True):
    """A Junkyard-Trigger put a unit from the Junkyard into play."""

    seat: Seat
    unit_id: UnitId
    card: Annotated[Card, Public()]
    space: Space
    trigger_id: TriggerId


class TerrainRevealed(Fact, tag="terrain_revealed", frozen=True, kw_only=True):
    """A terrain was turned face up for good."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses('panzer_clash 6.6, 7.3 `reveal`; rulebook "Terrain Cards": nobody knows it before', "terrain", ""),
    )
    space: Space
    terrain: Annotated[Card, Public()]


class UnitMoved(Fact, tag="unit_moved", frozen=True, kw_only=True):
    """A unit took one step; `spent` movement points in all this turn."""

    unit_id: UnitId
    from_: Space = msgspec.field(name="from")
    to: Space
    spent: int


class UnitStopped(Fact, tag="unit_stopped", frozen=True, kw_only=True):
    """A unit cannot move until end of turn."""

    unit_id: UnitId


class AttackDeclared(Fact, tag="attack_declared", frozen=True, kw_only=True):
    """An attack on a unit, or on the Supply of a seat, lies on the chain."""

    seat: Seat
    item_id: int
    unit_id: UnitId
    target: UnitId | Seat


class RangedAttackDeclared(Fact, tag="ranged_attack_declared", frozen=True, kw_only=True):
    """A Ranged Attack on a unit, or on the Supply of a seat, lies on the chain."""

    seat: Seat
    item_id: int
    unit_id: UnitId
    target: UnitId | Seat


class UnitDamaged(Fact, tag="unit_damaged", frozen=True, kw_only=True):
    """A packet of damage reached a unit, reductions applied (R65); `source`: a unit id or a card id."""

    unit_id: UnitId
    amount: int
    source: str


class UnitDestroyed(Fact, tag="unit_destroyed", frozen=True, kw_only=True):
    """A unit went to its owner's Junkyard."""

    unit_id: UnitId
    card: Annotated[Card, Public()]
    owner: Seat
    space: Space


class UnitRepaired(Fact, tag="unit_repaired", frozen=True, kw_only=True):
    """So much damage was removed from a unit."""

    unit_id: UnitId
    amount: int


class UnitBoosted(Fact, tag="unit_boosted", frozen=True, kw_only=True):
    """A unit has more attack or movement until end of turn."""

    unit_id: UnitId
    attack: int
    movement: int


class UnitReadied(Fact, tag="unit_readied", frozen=True, kw_only=True):
    """A unit may attack once more."""

    unit_id: UnitId


class UnitRepositioned(Fact, tag="unit_repositioned", frozen=True, kw_only=True):
    """An effect put a unit on another space."""

    unit_id: UnitId
    from_: Space = msgspec.field(name="from")
    to: Space


class SupplyDamaged(Fact, tag="supply_damaged", frozen=True, kw_only=True):
    """A packet reached a Supply: its cards went one by one from the top to the Junkyard."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses(
            'panzer_clash 7.4; rulebook "The Goal of the Game": the top of the Supply, unknown to all', "discarded", ""
        ),
    )
    seat: Seat
    amount: int
    source: str
    discarded: Annotated[tuple[Card, ...], Public()]


class FactoryDestroyed(Fact, tag="factory_destroyed", frozen=True, kw_only=True):
    """A Factory went from a stack to its owner's Junkyard; `left` remain."""

    space: Space
    left: int


class PermanentDestroyed(Fact, tag="permanent_destroyed", frozen=True, kw_only=True):
    """A permanent event went to its owner's Junkyard; its effect ended."""

    seat: Seat
    card: Annotated[Card, Public()]
    space: Space


class ModifierDestroyed(Fact, tag="modifier_destroyed", frozen=True, kw_only=True):
    """A modifier of the field went to the Junkyard of the seat that placed it."""

    seat: Seat
    card: Annotated[Card, Public()]
    space: Space


class Packet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of how many equal cards of one Supply damage packet set a Junkyard-Trigger off (R58)."""

    number: int
    copy: int  # from 1
    copies: int


class TriggerQueued(Fact, tag="trigger_queued", frozen=True, kw_only=True):
    """A trigger waits; those that arose at the same moment have the same batch.

    `ability` is the place in the card's list of abilities; a Junkyard-Trigger begins with the first.
    """

    trigger_id: TriggerId
    batch: int
    seat: Seat
    card: Annotated[Card, Public()]
    ability: int
    when: TriggerKind
    unit_id: UnitId | None = None  # of a unit's own ability
    space: Space | None = None  # of a permanent event's or modifier's
    packet: Packet | None = None  # of a Junkyard-Trigger


class TriggerSkipped(Fact, tag="trigger_skipped", frozen=True, kw_only=True):
    """A trigger was lost: it has no legal target or space, or its card is no longer there."""

    trigger_id: TriggerId


class TriggerResolved(Fact, tag="trigger_resolved", frozen=True, kw_only=True):
    """A trigger is carried out, with what was chosen for it."""

    trigger_id: TriggerId
    targets: Choices = ()
    space: Space | None = None


class TriggerDeclined(Fact, tag="trigger_declined", frozen=True, kw_only=True):
    """Its controller let a trigger go."""

    trigger_id: TriggerId


class FactoryAllowanceRaised(Fact, tag="factory_allowance_raised", frozen=True, kw_only=True):
    """More Factories may be played in this turn; `left` in all."""

    count: int
    left: int


class CardsDiscarded(Fact, tag="cards_discarded", frozen=True, kw_only=True):
    """Cards went from a hand to the Junkyard in order of card id, the last on top."""

    discloses: ClassVar[tuple[Discloses, ...]] = (
        Discloses("panzer_clash section 3, section 8: the clock discards by card id", "cards", "seat", ("by", "clock")),
        Discloses("panzer_clash 5.1, 7.3 `discard_hand`: fewer cards, all of them", "cards", "seat", ("by", "rule")),
    )
    seat: Seat
    cards: Annotated[tuple[Card, ...], Public()]
    reason: DiscardReason
    by: ChosenBy


class CardSalvaged(Fact, tag="card_salvaged", frozen=True, kw_only=True):
    """A card went from the Junkyard to the hand."""

    seat: Seat
    card: Annotated[Card, Public()]


class TurnEffectsEnded(Fact, tag="turn_effects_ended", frozen=True, kw_only=True):
    """What lasted until end of turn is over, for both seats."""


class TurnEnded(Fact, tag="turn_ended", frozen=True, kw_only=True):
    """A turn is over."""

    seat: Seat


class ResponsePrefsSet(Fact, tag="response_prefs_set", frozen=True, kw_only=True):
    """A seat has changed its response preferences."""

    seat: Seat
    prefs: Annotated[PrefsChange | None, Sealed("seat")]


class GameEnded(Fact, tag="game_ended", frozen=True, kw_only=True):
    """The game is over."""

    winner: Seat
    reason: EndReason
    ended_by: EndedBy


PanzerFact: TypeAlias = (
    GameCreated
    | DeckChosen
    | TerrainLaid
    | FirstPlayerChosen
    | SupplyShuffled
    | CardsDrawn
    | MulliganTaken
    | HandKept
    | TurnStarted
    | EventDiscarded
    | ModifierPlaced
    | PhaseBegan
    | DrawSkipped
    | UnitsRefreshed
    | PhaseItemPut
    | ResponseOpened
    | ResponsePassed
    | ItemResolved
    | ItemFizzled
    | ItemCancelled
    | FactoryPlayed
    | UnitPlayed
    | ModifierPlayed
    | EventPlayed
    | UnitDeployed
    | TerrainRevealed
    | UnitMoved
    | UnitStopped
    | AttackDeclared
    | RangedAttackDeclared
    | UnitDamaged
    | UnitDestroyed
    | UnitRepaired
    | UnitBoosted
    | UnitReadied
    | UnitRepositioned
    | SupplyDamaged
    | FactoryDestroyed
    | PermanentDestroyed
    | ModifierDestroyed
    | TriggerQueued
    | TriggerSkipped
    | TriggerResolved
    | TriggerDeclined
    | FactoryAllowanceRaised
    | CardsDiscarded
    | CardSalvaged
    | TurnEffectsEnded
    | TurnEnded
    | ResponsePrefsSet
    | GameEnded
    | Awaited[PanzerStep]
    | UnseenReordered
)
