"""Tables to test with: all 72 cards lie somewhere, and commands are put to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.games.panic_clan_inviter.cards import CardSet
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, parse
from domain.games.panic_clan_inviter.editions import EDITIONS
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    ChoosePlayer,
    Decline,
    Direction,
    DiscardToLimit,
    DrawTwo,
    PanicCommand,
    PanicFact,
    PanicOptions,
    PassTurn,
    PlaceCard,
    PlayMagic,
    PlayRule,
    Question,
)
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.setup import GOALS, TURNS_OF_A_SEAT
from domain.games.panic_clan_inviter.state import Player, State, Turn
from domain.kernel.acting import Acted, act, deal
from domain.kernel.cards.zones import Bag, Stack, free_label
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from domain.kernel.setup import Setup

A, B, C = 0, 1, 2
F = TypeVar("F")

DRAW = DrawTwo()
PASS = PassTurn()
DECLINE = Decline()
ONE_OF_EACH_RULE = "command innovation heredity development evolution regression mutation rivalry"


def setup_of(seats: int, *, cards: CardSet = SHIPPED, **options: Any) -> Setup:
    """Return a setup of the newest edition."""
    chosen = PanicOptions(card_set=cards.id, **options)
    return Setup(seats=seats, options=chosen, edition=EDITIONS[max(EDITIONS)], data=cards)


def started(seats: int, seed: int, *, cards: CardSet = SHIPPED, **options: Any) -> Acted[State, PanicFact]:
    """Return a freshly dealt table."""
    return deal(RULES, setup_of(seats, cards=cards, **options), QuickChance(seed))


def given(
    *,
    seats: int = 3,
    active: int = A,
    hands: Mapping[int, str] = {},
    lines: Mapping[int, str] = {},
    rule: str = "command",
    discard: str = "",
    top: str = "",
    deck: int | None = None,
    direction: Direction = "clockwise",
    turn: int = 1,
    extra: int = 0,
    marks: Mapping[int, int] = {},
    goal: int | None = None,
    turn_limit: int | None = None,
    cards: CardSet = SHIPPED,
    **options: Any,
) -> State:
    """Return a table in `choose_action`; words of kinds say where cards lie (`discard`, `top` of the deck: top first).

    All cards not mentioned are the rest of the deck, or, beyond `deck` cards, lie in nobody's reach: they are left out.
    """
    open_cards: list[str] = []

    def lay(words: str) -> tuple[str, ...]:
        labels = []
        for kind in words.split():
            open_cards.append(free_label(kind, open_cards))
            labels.append(open_cards[-1])
        return tuple(labels)

    players = tuple(
        [
            Player(
                hand=Bag(tuple(hands.get(seat, "").split())),
                line=lay(lines.get(seat, "")),
                lost_turns=marks.get(seat, 0),
            )
            for seat in range(seats)
        ]
    )
    in_force, pile = lay(rule)[0], lay(discard)
    rest = Counter(cards.pack)
    for player in players:
        rest.subtract(player.hand)
    rest.subtract(cards.kind[card] for card in open_cards)
    rest.subtract(top.split())
    rest["?"] = 0  # unknown cards of a redacted table are nobody's
    assert min(rest.values()) >= 0, f"more {min(rest, key=rest.__getitem__)} than there are"
    stack = (*top.split(), *rest.elements())
    return State(
        options=PanicOptions(card_set=cards.id, **options),
        edition=EDITIONS[1],
        cards=cards,
        players=players,
        turn=Turn(active, turn, extra),
        direction=direction,
        rule=in_force,
        deck=Stack(stack[:deck]),
        discard=Stack(pile),
        goal=GOALS[seats] if goal is None else goal,
        turn_limit=TURNS_OF_A_SEAT * seats if turn_limit is None else turn_limit,
        agenda=(Question(seat=active, kind="choose_action"),),
    )


def change(state: State, seat: int, **fields: Any) -> State:
    """Return the table with other fields of one player."""
    players = list(state.players)
    players[seat] = replace(players[seat], **fields)
    return replace(state, players=tuple(players))


def awaited(state: State) -> tuple[int, str]:
    """Return who is asked, and what."""
    ((seat, kind),) = RULES.to_act(state).items()
    return seat, kind


def play(state: State, *commands: PanicCommand, seat: int | None = None, seed: int = 0) -> Acted[State, PanicFact]:
    """Carry out commands one after the other, each by `seat` or by whoever is asked; each must be legal."""
    said: list[PanicFact] = []
    for command in commands:
        by = awaited(state)[0] if seat is None else seat
        refusal = RULES.refuse(state, by, command)
        assert refusal is None, refusal
        facts, state = act(RULES, state, by, RULES.normal(state, command), QuickChance(seed))
        said += facts
    return Acted(tuple(said), state)


def code(state: State, command: PanicCommand, *, seat: int | None = None) -> str | None:
    """Return the code of the refusal, whose sentence must have all its places filled."""
    refusal = RULES.refuse(state, awaited(state)[0] if seat is None else seat, command)
    if refusal is None:
        return None
    assert "{" not in refusal.message
    assert refusal.rule.startswith("panic_clan_inviter")
    return refusal.code


def placing(state: State, words: str) -> str:
    """Return which of these kinds the active seat may place, if it holds them."""
    allowed = []
    for kind in words.split():
        table = change(state, state.turn.seat, hand=Bag((kind,)))
        refusal = code(table, place(kind))
        assert refusal in (None, "placement_not_allowed")
        if refusal is None:
            allowed.append(kind)
    return " ".join(allowed)


def place(card: str) -> PlaceCard:
    return PlaceCard(card=card)


def rule(card: str) -> PlayRule:
    return PlayRule(card=card)


def magic(card: str, cost: str = "") -> PlayMagic:
    return PlayMagic(card=card, cost_cards=tuple(cost.split()))


def choose(card: str) -> ChooseCard:
    return ChooseCard(card=card)


def aim(seat: int) -> ChoosePlayer:
    return ChoosePlayer(seat=seat)


def drop(cards: str) -> DiscardToLimit:
    return DiscardToLimit(cards=tuple(cards.split()))


def offered(state: State) -> list[PanicCommand]:
    """Return every legal action of the seat that is asked."""
    return list(legal_actions(RULES, state, awaited(state)[0]))


def offered_cards(state: State) -> str:
    """Return the cards that may be chosen."""
    return " ".join([command.card for command in offered(state) if isinstance(command, ChooseCard)])


def names(facts: Sequence[PanicFact]) -> list[str]:
    """Return the class names of facts in their order, the kernel's own left out."""
    return [type(fact).__name__ for fact in facts if type(fact).__name__ != "Awaited"]


def every(facts: Sequence[PanicFact], kind: type[F]) -> list[F]:
    """Return the facts of this class."""
    return [fact for fact in facts if isinstance(fact, kind)]


def only(facts: Sequence[PanicFact], kind: type[F]) -> F:
    """Return the one fact of this class."""
    (fact,) = every(facts, kind)
    return fact


def hand(state: State, seat: int) -> str:
    """Return a hand in order of arrival."""
    return " ".join(state.players[seat].hand)


def line(state: State, seat: int) -> str:
    """Return the kinds of a line from left to right."""
    return " ".join([state.cards.kind[card] for card in state.players[seat].line])


def pile(state: State) -> str:
    """Return the kinds of the discard pile in the order in which they came there."""
    return " ".join([state.cards.kind[card] for card in reversed(state.discard.cards)])


def texts(**changed: str) -> bytes:
    """Return the shipped card set with other texts on some kinds, under the id `corrected`."""
    return rows({kind: {8: text} for kind, text in changed.items()})


def rows(changed: Mapping[str, Mapping[int, str]], id: str = "corrected") -> bytes:
    """Return the shipped card set with other cells: by kind, by column from 0."""
    lines = list(_lines())
    lines[0] = f"card_set\t{id}"
    met = set()
    for number, text in enumerate(lines[2:], 2):
        cells = text.split("\t")
        for column, cell in changed.get(cells[0], {}).items():
            met.add(cells[0])
            cells[column] = cell
        lines[number] = "\t".join(cells)
    assert met == set(changed)
    return ("\n".join(lines) + "\n").encode()


def _lines() -> Iterator[str]:
    from domain.games.panic_clan_inviter.cards.card_file import SHIPPED_TEXT

    yield from SHIPPED_TEXT.decode().splitlines()


def corrected(**changed: str) -> CardSet:
    """Return the shipped card set with other texts on some kinds, parsed."""
    return parse(texts(**changed))
