"""What a viewer sees of the harbour, built up from nothing."""

from __future__ import annotations

import msgspec

from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome
from tests.harbour import messages as said
from tests.harbour.cards import Card
from tests.harbour.messages import HarbourOptions, HarbourStep
from tests.harbour.state import State, still_in


class PlayerView(msgspec.Struct, frozen=True):
    """What a viewer sees of a seat; `None` where it may not look."""

    seat: Seat
    coins: int
    hand_count: int
    berths: tuple[tuple[Card, ...], ...]
    gone: bool
    staked: bool
    hand: tuple[Card, ...] | None
    manifest: tuple[Card, ...] | None
    gifts: str | None
    stake: int | None


class View(msgspec.Struct, frozen=True):
    """The harbour as one viewer sees it."""

    options: HarbourOptions
    players: tuple[PlayerView, ...]
    deck_count: int
    pile: tuple[Card, ...]  # "?" for what lies face down
    quay: tuple[Card, ...]
    gift: tuple[Seat, Seat, Card | None] | None
    turns: int
    agenda: tuple[HarbourStep, ...]
    awaited: dict[Seat, str]
    outcome: Outcome | None


def to_act(state: State) -> dict[Seat, str]:
    """Return who is awaited, and for what."""
    if state.outcome is not None or not state.agenda:
        return {}
    question = state.agenda[-1]
    match question:
        case said.Stakes():
            return {seat: "stakes" for seat in still_in(state) if not state.players[seat].staked}
        case said.Respond():
            return {question.seat: question.item}
        case said.Cards():
            return {question.seat: question.why}
        case said.Turn():
            return {question.seat: "turn"}
        case _:
            raise AssertionError(f"{question} is no question")


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees."""
    gift = state.gift
    return View(
        options=state.options,
        players=tuple([_player(state, seat, viewer) for seat in range(len(state.players))]),
        deck_count=len(state.deck),
        pile=tuple([card if "#" in card or viewer.everything else HIDDEN for card in state.pile]),
        quay=state.quay,
        gift=None
        if gift is None
        else (gift.giver, gift.taker, gift.card if viewer.may_know((gift.giver, gift.taker)) else None),
        turns=state.turns,
        agenda=state.agenda,
        awaited=to_act(state),
        outcome=state.outcome,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> PlayerView:
    player = state.players[seat]
    mine = viewer.may_know((seat,))
    return PlayerView(
        seat=seat,
        coins=player.coins,
        hand_count=len(player.hand),
        berths=player.berths,
        gone=player.gone,
        staked=player.staked,
        hand=player.hand.cards if mine else None,
        manifest=player.manifest if mine or state.outcome is not None else None,
        gifts=player.gifts if mine else None,
        stake=player.stake if mine else None,
    )
