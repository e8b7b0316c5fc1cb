"""How a game starts: its options, the deck, hands and manifests, the quay."""

from __future__ import annotations

from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.setup import Setup
from tests.harbour import messages as said
from tests.harbour.decide import turn_quay
from tests.harbour.refusals import bad_options, no
from tests.harbour.state import HarbourDraft, Player, State

SEATS = range(2, 4)
HAND = 3  # wares dealt to a seat
QUAY = 2  # open wares


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this."""
    if setup.seats not in SEATS:
        return no("wrong_seats")
    if not 1 <= setup.options.rounds <= 9 or not 0 <= setup.options.coins <= 9:
        return bad_options("numbers")
    return None


def empty(setup: Setup) -> State:
    """Return the table before its first fact."""
    players = (Player(setup.options.coins),) * setup.seats
    return State(setup.options, setup.edition, setup.data, players)


def deal(draft: HarbourDraft, setup: Setup) -> None:
    """Stack the deck, deal hands and manifests, turn the quay."""
    wares = draft.state.wares
    first = draft.chance.pick(setup.seats, "first", open=True)
    draft.emit(said.HarbourOpened(first=first))
    order = in_order(wares.cards, draft.chance.shuffle(len(wares.cards), "deck"))
    draft.emit(said.DeckStacked(count=len(order), order=order))
    for seat in range(setup.seats):
        draft.emit(said.CardsDrawn(seat=seat, cards=draft.state.deck.cards[:HAND], why="deal"))
        size = 1 + draft.chance.pick(2, "manifest_size")
        places = draft.chance.shuffle(len(wares.kinds), "manifest")[:size]
        draft.emit(said.ManifestDrawn(seat=seat, kinds=tuple([wares.kinds[place] for place in places])))
    for _ in range(QUAY):
        turn_quay(draft)
    draft.push(said.Turn(seat=first), said.NextTurn(seat=first))
