"""Tables to test with: cards lie where a test says, and commands are put to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.panzer_clash.cards import FACTORY, Pool
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.editions import EDITIONS
from domain.games.panzer_clash.field import COLUMN, FIELD, INDUSTRY, ORDER
from domain.games.panzer_clash.messages import (
    AttackSupply,
    AttackUnit,
    Choice,
    ChooseCards,
    ChooseDeck,
    DeclineTrigger,
    EndMain,
    KeepHand,
    Main,
    MoveUnit,
    Mulligan,
    PanzerCommand,
    PanzerFact,
    PanzerOptions,
    PanzerStep,
    PassResponse,
    PlaceModifier,
    PlayEvent,
    PlayFactory,
    PlayModifier,
    PlayUnit,
    Prefs,
    RangedAttack,
    ResolveTrigger,
    Windows,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import Industry, Placed, Player, State, Unit
from domain.kernel.acting import Acted, act, deal
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import QuickChance
from domain.kernel.setup import Setup

ASK = Prefs(Windows(main_start=True))
END = EndMain()
PASS = PassResponse()
DECLINE = DeclineTrigger()
KEEP = KeepHand()
AGAIN = Mulligan()
RESOLVE = ResolveTrigger()


def setup_of(pool: Pool = SHIPPED, *, seats: int = 2, **options: Any) -> Setup:
    """Return a setup of the newest edition."""
    return Setup(seats=seats, options=PanzerOptions(**options), edition=EDITIONS[max(EDITIONS)], data=pool)


def opened(pool: Pool = SHIPPED, **options: Any) -> State:
    """Return a table where both seats are asked for their decks."""
    return deal(RULES, setup_of(pool, **options), QuickChance(0)).state


def started(decks: Sequence[str], seed: int = 0, pool: Pool = SHIPPED, **options: Any) -> State:
    """Return a table whose seats have chosen these ready-made decks."""
    state = opened(pool, **options)
    for seat, deck in enumerate(decks):
        state = play(state, ChooseDeck(deck_id=deck), seat=seat, seed=seed).state
    return state


def given(
    *,
    seat: int = 0,
    turn: int = 5,
    hands: Mapping[int, str] = {},
    supplies: Mapping[int, str] = {},
    junkyards: Mapping[int, str] = {},
    stacks: Mapping[str, str] = {},
    units: Sequence[str] = (),
    terrain: Mapping[str, str] = {},
    down: str = "",
    modifiers: Mapping[str, str] = {},
    ask: bool = True,
    factories_left: int = 1,
    agenda: Sequence[PanzerStep] | None = None,
    pool: Pool = SHIPPED,
    **options: Any,
) -> State:
    """Return a table in the Main phase of `seat`, terrain Plains and face up unless said otherwise.

    `stacks`: Industry space -> number of Factories, then an event or modifier on top (an event is active).
    `units`: space, owner, card, then values such as `damage=2` or `fresh`; ids are `u1`, `u2`, … in this order.
    `terrain`: space -> terrain without `ter_`; `down`: spaces that lie face down. `modifiers`: space -> card, its seat.
    A Supply that is not given holds ten Factories.
    """
    table = _units(units)
    industries = [[Industry()] * 5, [Industry()] * 5]
    permanents = []
    for space, text in stacks.items():
        owner = INDUSTRY.index(next(zone for zone in INDUSTRY if space in zone))
        industry = _stack(pool, text)
        industries[owner][COLUMN[space]] = industry
        if industry.active and industry.card is not None:
            permanents.append((owner, space, industry.card))
    for unit in table.values():
        if unit.space in COLUMN:
            column = COLUMN[unit.space]
            industries[unit.owner][column] = replace(industries[unit.owner][column], unit=unit.id)
    placed = {space: Placed(text.split()[0], int(text.split()[1])) for space, text in modifiers.items()}
    players = []
    for owner in (0, 1):
        player = Player(
            side="axis",
            hand=Bag(tuple(hands.get(owner, "").split())),
            supply=Stack(tuple(supplies.get(owner, f"{FACTORY} " * 10).split())),
            junkyard=tuple(junkyards.get(owner, "").split()),
            stacks=tuple(industries[owner]),
            prefs=ASK if ask else Prefs(Windows(attack=False, ranged=False, event=False, main_end=False)),
        )
        state = State(PanzerOptions(**options), EDITIONS[1], pool, (player, player), units=table, modifiers=placed)
        players.append(replace(player, deck=dict(sorted(Counter(cards_of(state, owner, player)).items()))))
    laid = tuple([f"ter_{terrain.get(space, 'plains')}" for space in FIELD])
    return State(
        options=PanzerOptions(**options),
        edition=EDITIONS[1],
        pool=pool,
        players=tuple(players),
        agenda=(Main(seat=seat),) if agenda is None else tuple(agenda),
        first=0,
        turn=turn,
        seat=seat,
        phase="main",
        factories_left=factories_left,
        laid=laid,
        aside=("ter_plains",) * 20,
        face_up={space: laid[place] for place, space in enumerate(FIELD) if space not in down.split()},
        units=table,
        at={unit.space: unit.id for unit in table.values()},
        modifiers=placed,
        permanents=tuple(sorted(permanents, key=lambda permanent: ORDER[permanent[1]])),
        unit_count=len(table),
    )


def _units(texts: Sequence[str]) -> dict[str, Unit]:
    units = {}
    for number, text in enumerate(texts, 1):
        space, owner, card, *words = text.split()
        values: dict[str, Any] = {"fresh": False, "attacks_left": 1}
        for word in words:
            name, equals, value = word.partition("=")
            values[name] = int(value) if equals else True
        units[f"u{number}"] = Unit(f"u{number}", card, int(owner), space, **values)
    return units


def _stack(pool: Pool, text: str) -> Industry:
    factories, *top = text.split()
    if not top:
        return Industry(int(factories))
    subtype: Any = pool.cards[top[0]].subtype if pool.cards[top[0]].card_type == "event" else None
    return Industry(int(factories), card=top[0], subtype=subtype, active=subtype == "permanent")


def cards_of(state: State, seat: int, player: Player) -> list[str]:
    """Return every card of a seat, wherever it lies."""
    cards = [*player.supply, *player.hand, *player.junkyard]
    for stack in player.stacks:
        cards += [FACTORY] * stack.factories
        cards += [] if stack.card is None else [stack.card]
    cards += [unit.card for unit in state.units.values() if unit.owner == seat]
    return cards + [placed.card for placed in state.modifiers.values() if placed.seat == seat]


def asked(state: State) -> tuple[int, str]:
    """Return the one seat that is asked, and for what."""
    ((seat, kind),) = RULES.to_act(state).items()
    return seat, kind


def play(state: State, command: PanzerCommand, *, seat: int | None = None, seed: int = 0) -> Acted[State, PanzerFact]:
    """Carry out a command of the awaited seat, or of `seat`, which must be legal."""
    by = min(RULES.to_act(state)) if seat is None else seat
    refusal = RULES.refuse(state, by, command)
    assert refusal is None, refusal
    return act(RULES, state, by, RULES.normal(state, command), QuickChance(seed))


def code(state: State, command: PanzerCommand, *, seat: int | None = None) -> str | None:
    """Return the code of the refusal, whose sentence must have all its places filled."""
    by = min(RULES.to_act(state), default=0) if seat is None else seat
    refusal = RULES.refuse(state, by, command)
    if refusal is None:
        return None
    assert "{" not in refusal.message
    assert refusal.rule.startswith("panzer_clash")
    return refusal.code


def after(state: State, *commands: PanzerCommand) -> State:
    """Return the table after several commands, each of whoever is asked."""
    for command in commands:
        state = play(state, command).state
    return state


def names(facts: Sequence[PanzerFact]) -> list[str]:
    """Return the class names of facts, the kernel's own aside."""
    return [type(fact).__name__ for fact in facts if type(fact).__name__ != "Awaited"]


def facts_of(facts: Sequence[PanzerFact], kind: type[Any]) -> list[Any]:
    """Return the facts of one class."""
    return [fact for fact in facts if isinstance(fact, kind)]


def factory(space: str) -> PlayFactory:
    return PlayFactory(space=space)


def unit(card: str, space: str) -> PlayUnit:
    return PlayUnit(card=card, space=space)


def modifier(card: str, space: str) -> PlayModifier:
    return PlayModifier(card=card, space=space)


def event(card: str, space: str, *targets: Choice) -> PlayEvent:
    return PlayEvent(card=card, space=space, targets=targets)


def put(from_: str, space: str) -> PlaceModifier:
    return PlaceModifier(from_=from_, space=space)


def move(unit_id: str, *path: str) -> MoveUnit:
    return MoveUnit(unit_id=unit_id, path=path)


def attack(unit_id: str, target: str) -> AttackUnit:
    return AttackUnit(unit_id=unit_id, target_id=target)


def raid(unit_id: str) -> AttackSupply:
    return AttackSupply(unit_id=unit_id)


def shoot(unit_id: str, target: str | int) -> RangedAttack:
    return RangedAttack(unit_id=unit_id, target=target)


def at(unit_id: str) -> Choice:
    return Choice(unit=unit_id)


def on(space: str) -> Choice:
    return Choice(space=space)


def resolve(*targets: Choice) -> ResolveTrigger:
    return ResolveTrigger(targets=targets)


def deploy(space: str) -> ResolveTrigger:
    return ResolveTrigger(space=space)


def choose(cards: str) -> ChooseCards:
    return ChooseCards(cards=tuple(cards.split()))
