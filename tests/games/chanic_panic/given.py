"""Tables to test with: every card of all packs lies somewhere, and commands are put to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.messages import (
    AbilityId,
    Answer,
    Attack,
    Bypass,
    CardsDrawn,
    ChanicCommand,
    ChanicFact,
    ChanicOptions,
    EndTurn,
    PlayClub,
    PlayUtility,
    UseAbility,
    UseAlly,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import Attachment, Phase, Player, State, Turn, board
from domain.kernel.acting import Acted, act, deal
from domain.kernel.cards.zones import Bag, Stack, free_label
from domain.kernel.chance import QuickChance
from domain.kernel.setup import Setup

X, Y, Z = 0, 1, 2


def setup_of(seats: int, **options: Any) -> Setup:
    """Return a setup of the newest edition."""
    return Setup(seats=seats, options=ChanicOptions(**options), edition=EDITIONS[max(EDITIONS)])


def started(seats: int, seed: int, **options: Any) -> Acted[State, ChanicFact]:
    """Return a freshly dealt table."""
    return deal(RULES, setup_of(seats, **options), QuickChance(seed))


def given(
    *,
    seats: int = 2,
    round: int = 5,
    turn: int = X,
    hands: Mapping[int, str] = {},
    boards: Mapping[int, str] = {},
    discard: str = "",
    top: str = "",
    deck: int | None = None,
    phase: Phase = "point_phase",
    points: int = 12,
    last_club: int = 0,
    allowance: bool = False,
    abilities: Mapping[int, str] = {},
    stacks: Mapping[int, str] = {},
    attached: Mapping[int, Mapping[str, str]] = {},
    market: str = "",
    **options: Any,
) -> State:
    """Return a table in mid-turn; words of kinds say where cards lie (`discard` and `top` of the deck: the top first).

    `attached` has Stack Cards, which count, by the label of their host; the options follow from what is given.
    All cards not mentioned are the rest of the deck, or, beyond `deck` cards, of the discard pile's bottom.
    """
    open_cards: list[str] = []

    def lay(words: str) -> tuple[str, ...]:
        labels = []
        for kind in words.split():
            open_cards.append(free_label(kind, open_cards, "-"))
            labels.append(open_cards[-1])
        return tuple(labels)

    players = []
    for seat in range(seats):
        laid = lay(boards.get(seat, ""))
        players.append(
            Player(
                hand=Bag(tuple(hands.get(seat, "").split())),
                hearts=tuple([card for card in laid if card[0] == "H"]),
                diamonds=tuple([card for card in laid if card[0] == "D"]),
                spades=tuple([card for card in laid if card[0] == "S"]),
                turns=round if seat <= turn else round - 1,
                abilities=tuple(abilities.get(seat, "").split()),  # type: ignore[arg-type]
                stack=Bag(tuple(stacks.get(seat, "").split())),
                attached=tuple(
                    [
                        Attachment(host, tuple(under.split()), active=True)
                        for host, under in attached.get(seat, {}).items()
                    ]
                ),
                lives=options.get("lives", 1),
            )
        )
    slots = tuple([None if kind == "-" else lay(kind)[0] for kind in market.split()])
    implied = {"stack": bool(stacks or attached), "shop": bool(slots), "specials": 1 if abilities else 0}
    options = {name: value for name, value in implied.items() if value} | options
    pile = lay(discard)
    rest = Counter(whole_deck(seats))
    for player in players:
        rest.subtract([*player.hand, *player.stack, *[card for item in player.attached for card in item.cards]])
    rest.subtract(KIND[card] for card in open_cards)
    rest.subtract(top.split())
    assert min(rest.values()) >= 0, f"more {min(rest, key=rest.__getitem__)} than there are"
    cards = (*top.split(), *rest.elements())
    if deck is not None:
        pile += lay(" ".join(cards[deck:]))
        cards = cards[:deck]
    return State(
        options=ChanicOptions(**options),
        edition=EDITIONS[1],
        players=tuple(players),
        turn=Turn(turn, phase, points, last_club, allowance),
        deck=Stack(cards),
        discard=Stack(pile),
        market=slots,
    )


def change(state: State, seat: int, **fields: Any) -> State:
    """Return the table with other fields of one player."""
    players = list(state.players)
    players[seat] = replace(players[seat], **fields)
    return replace(state, players=tuple(players))


def play(state: State, command: ChanicCommand, *, seat: int | None = None, seed: int = 0) -> Acted[State, ChanicFact]:
    """Carry out a command of the turn player, or of `seat`, which must be legal."""
    by = state.turn.seat if seat is None else seat
    refusal = RULES.refuse(state, by, command)
    assert refusal is None, refusal
    return act(RULES, state, by, command, QuickChance(seed))


def code(state: State, command: ChanicCommand, *, seat: int | None = None) -> str | None:
    """Return the code of the refusal, whose sentence must have all its places filled."""
    refusal = RULES.refuse(state, state.turn.seat if seat is None else seat, command)
    if refusal is None:
        return None
    assert "{" not in refusal.message
    assert refusal.rule.startswith("chanic_panic")
    return refusal.code


def utility(card: str, attach: str = "") -> PlayUtility:
    return PlayUtility(card=card, attach=tuple(attach.split()))


def club(card: str) -> PlayClub:
    return PlayClub(card=card)


def attack(weapons: str, aims: str = "", *, at: int = Y) -> Attack:
    """Return an attack; `aims` names Diamonds and Hearts by their labels."""
    named = aims.split()
    return Attack(
        target=at,
        attack_cards=tuple(weapons.split()),
        diamonds=tuple([card for card in named if card[0] == "D"]),
        hearts=tuple([card for card in named if card[0] == "H"]),
    )


def bypass(weapons: str, hearts: str = "", *, at: int = Y) -> Bypass:
    return Bypass(target=at, attack_cards=tuple(weapons.split()), hearts=tuple(hearts.split()))


def trader(cards: str) -> UseTrader:
    return UseTrader(discards=tuple(cards.split()))


def use(ability: AbilityId, **parameters: Any) -> UseAbility:
    """Return the use of a special ability; sets of cards are given as words."""
    for name in ("cards", "clubs", "attach"):
        if name in parameters:
            parameters[name] = tuple(parameters[name].split())
    return UseAbility(ability=ability, **parameters)


def answer(kind: str, **fields: Any) -> Any:
    """Return the answer to a decision of this kind; several cards are named in one string."""
    said = {name: value.split() if name in ("cards", "attach") else value for name, value in fields.items()}
    return msgspec.convert({"tag": kind, **said}, Answer)


def ally(card: str, *, to: int) -> UseAlly:
    return UseAlly(teammate=to, card=card)


END_TURN = EndTurn()
PANIC = UsePanic()


def names(facts: tuple[ChanicFact, ...]) -> list[str]:
    """Return the class names of facts, in their order."""
    return [type(fact).__name__ for fact in facts]


def drawn(facts: tuple[ChanicFact, ...]) -> list[int]:
    """Return how many cards each draw among the facts gave."""
    return [len(fact.cards) for fact in facts if isinstance(fact, CardsDrawn)]


def on_board(state: State, seat: int) -> str:
    """Return the kinds on a board: Hearts, Diamonds, Spades in row order."""
    return " ".join([KIND[card] for card in board(state.players[seat])])


def hand(state: State, seat: int) -> str:
    """Return a hand in order of arrival."""
    return " ".join(state.players[seat].hand)


def pile(state: State, count: int | None = None) -> str:
    """Return the labels of the discard pile from the bottom to the top, or its topmost ones."""
    cards = state.discard.cards[:count]
    return " ".join(reversed(cards))
