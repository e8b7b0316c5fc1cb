"""What a command does, and what follows from the agenda."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal

from domain.kernel.cards.reordering import reorder
from domain.kernel.cards.zones import free_label, in_order
from domain.kernel.draft import Perform
from domain.kernel.messages import Command, Concede, TimeOut
from domain.kernel.ranking import by_score, ranked
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy
from tests.harbour import messages as said
from tests.harbour.cards import Card, kind_of
from tests.harbour.state import HarbourDraft, State, open_labels, room, still_in

PREMIUM = 3  # points for each loaded ware of the manifest


def decide(draft: HarbourDraft, seat: Seat, command: said.HarbourCommand) -> None:
    """Emit what a command does."""
    DECIDE[type(command)](draft, seat, command)


def label(state: State, kind: Card) -> Card:
    """Return the label of a ware that becomes open."""
    return free_label(kind, open_labels(state))


def reshuffle_unseen(draft: HarbourDraft) -> None:
    """Put the deck in a new order, but for what was peeked at or buried."""
    state = draft.state
    reorder(draft, state.deck.cards, pile="deck", above=state.top_known, below=state.bottom_known)


def turn_quay(draft: HarbourDraft) -> None:
    """Lay the next ware open, if there is one."""
    if len(draft.state.deck):
        draft.emit(said.QuayTurned(card=label(draft.state, draft.state.deck.top)))


def _load(draft: HarbourDraft, seat: Seat, command: said.Load) -> None:
    draft.pop()
    for item in command.cargo:
        draft.emit(said.CardLoaded(seat=seat, card=label(draft.state, item.card), berth=item.berth))


def _stow(draft: HarbourDraft, seat: Seat, command: said.Stow) -> None:
    draft.pop()
    draft.emit(said.CardStowed(seat=seat, card=command.card))


def _give(draft: HarbourDraft, seat: Seat, command: said.Give) -> None:
    draft.pop()
    draft.emit(said.GiftOffered(giver=seat, taker=command.to, card=command.card))
    draft.push(said.Respond(seat=command.to, item="gift"))


def _answer(draft: HarbourDraft, seat: Seat, command: said.Answer) -> None:
    draft.pop()
    send_gift(draft, home=not command.accept)
    if command.accept:
        draft.push(said.Cards(seat=seat, why="toll", n=1))
        if len(draft.state.players[seat].hand) > 1:
            draft.push(said.Cards(seat=seat, why="bury", n=1))


def send_gift(draft: HarbourDraft, *, home: bool) -> None:
    """Move the gift to its taker, or home to its giver."""
    gift = draft.state.gift
    assert gift is not None
    to = gift.giver if home else gift.taker
    draft.emit(said.GiftMoved(to=to, giver=gift.giver, taker=gift.taker, card=gift.card))


def _choose(draft: HarbourDraft, seat: Seat, command: said.Choose, by: said.By = "seat") -> None:
    question = draft.pop()
    assert isinstance(question, said.Cards)
    if question.why == "bury":
        draft.emit(said.CardsBuried(seat=seat, cards=command.cards))
        return
    labels: list[Card] = []
    for card in command.cards:
        labels.append(free_label(card, (*open_labels(draft.state), *labels)))
    draft.emit(said.CardsPaid(seat=seat, cards=tuple(labels), by=by))


def _inspect(draft: HarbourDraft, seat: Seat, command: said.Inspect) -> None:
    draft.pop()
    draft.push(said.Respond(seat=command.target, item="inspection", kind=command.kind))


def _show(draft: HarbourDraft, seat: Seat, command: Any) -> None:
    question = draft.pop()
    assert isinstance(question, said.Respond)
    draft.emit(said.CardShown(seat=seat, card=label(draft.state, question.kind)))


def _deny(draft: HarbourDraft, seat: Seat, command: Any) -> None:
    question = draft.pop()
    assert isinstance(question, said.Respond)
    draft.emit(said.Denied(seat=seat, kind=question.kind))


def _call_storm(draft: HarbourDraft, seat: Seat, command: said.CallStorm) -> None:
    draft.pop()
    draft.emit(said.StormCalled(seat=seat))
    draft.push(said.Stakes(), said.BreakStorm())


def _brace(draft: HarbourDraft, seat: Seat, command: said.Brace) -> None:
    draft.emit(said.Braced(seat=seat, stake=command.stake))
    _all_staked(draft)


def _all_staked(draft: HarbourDraft) -> None:
    """Take the question off once everybody has answered it."""
    players = draft.state.players
    if isinstance(draft.agenda[-1], said.Stakes) and all(players[seat].staked for seat in still_in(draft.state)):
        draft.pop()


def _peek(draft: HarbourDraft, seat: Seat, command: said.Peek) -> None:
    draft.pop()
    draft.emit(said.TopSeen(seat=seat, card=draft.state.deck.top))


def _buy(draft: HarbourDraft, seat: Seat, command: said.Buy) -> None:
    draft.pop()
    draft.emit(said.WareBought(seat=seat, card=command.card))
    turn_quay(draft)


def _hail(draft: HarbourDraft, seat: Seat, command: said.Hail) -> None:
    draft.pop()
    draft.emit(said.Hailed(seat=seat, words=command.words))


def _prefer(draft: HarbourDraft, seat: Seat, command: said.Prefer) -> None:
    draft.emit(said.GiftsPreferred(seat=seat, gifts=command.gifts))


def _concede(draft: HarbourDraft, seat: Seat, command: Concede) -> None:
    leave(draft, seat, "conceded")


def leave(draft: HarbourDraft, seat: Seat, why: Literal["conceded", "time"]) -> None:
    """Lay down a seat's hand, by name; what it was asked is gone, a gift of its own or for it goes home first."""
    gift = draft.state.gift
    if gift is not None and seat in (gift.giver, gift.taker):
        send_gift(draft, home=True)
        draft.pop()
    labels: list[Card] = []
    for card in sorted(draft.state.players[seat].hand):
        labels.append(free_label(card, (*open_labels(draft.state), *labels)))
    draft.emit(said.SeatLeft(seat=seat, cards=tuple(labels), why=why))
    draft.agenda[:] = [
        step for step in draft.agenda if isinstance(step, said.NextTurn) or getattr(step, "seat", None) != seat
    ]
    _all_staked(draft)
    if len(still_in(draft.state)) == 1:
        close(draft, "time" if why == "time" else "concession")


def _time_out(draft: HarbourDraft, seat: Seat, command: TimeOut) -> None:
    if command.final:
        leave(draft, seat, "time")
        return
    match draft.agenda[-1]:
        case said.Respond(item="gift"):
            _answer(draft, seat, said.Answer(accept=False))
        case said.Respond(kind=kind):
            (_show if kind in draft.state.players[seat].hand else _deny)(draft, seat, command)
        case said.Cards(n=n):
            _choose(draft, seat, said.Choose(cards=draft.state.players[seat].hand.cards[:n]), by="clock")
        case said.Stakes():
            _brace(draft, seat, said.Brace(stake=0))
        case _:
            draft.pop()
            draft.emit(said.TurnPassed(seat=seat))


def _break_storm(draft: HarbourDraft, step: said.BreakStorm) -> None:
    state = draft.state
    seats = still_in(state)
    stakes = tuple([state.players[seat].stake or 0 for seat in seats])
    losses = [
        min(state.players[seat].coins, stake + (stake == min(stakes)))
        for seat, stake in zip(seats, stakes, strict=True)
    ]
    draft.emit(said.StormBroke(seats=seats, stakes=stakes, losses=tuple(losses)))


def _next_turn(draft: HarbourDraft, step: said.NextTurn) -> None:
    state = draft.state
    if not len(state.deck) and len(state.pile):
        cards = tuple([kind_of(card) for card in state.pile])
        order = in_order(cards, draft.chance.shuffle(len(cards), "reshuffle"))
        draft.emit(said.DeckStacked(count=len(order), order=order))
    if len(draft.state.deck) and not state.players[step.seat].gone:
        draft.emit(said.CardsDrawn(seat=step.seat, cards=(draft.state.deck.top,)))
    count = len(state.players)
    following = next(
        seat for seat in ((step.seat + i) % count for i in range(1, count + 1)) if not state.players[seat].gone
    )
    draft.emit(said.TurnEnded(seat=step.seat, next=following))
    if draft.state.turns >= state.options.rounds * count:
        close(draft, "play")
        return
    draft.push(said.Turn(seat=following), said.NextTurn(seat=following))


def close(draft: HarbourDraft, ended_by: EndedBy) -> None:
    """Count, open the manifests, and end the game."""
    state = draft.state
    points = tuple([_points(state, seat) for seat in range(len(state.players))])
    standing = {seat: (not state.players[seat].gone, points[seat]) for seat in range(len(points))}
    manifests = tuple([player.manifest or () for player in state.players])
    places = ranked(by_score(standing))
    draft.emit(said.HarbourClosed(manifests=manifests, points=points, places=places, ended_by=ended_by))


def _points(state: State, seat: Seat) -> int:
    player = state.players[seat]
    loaded = Counter(kind_of(card) for berth in player.berths for card in berth)
    worth = sum([state.wares.worth[kind] * count for kind, count in loaded.items()])
    return player.coins + worth + PREMIUM * sum([loaded[kind] for kind in player.manifest or ()])


def most_loaded(state: State) -> int:
    """Return how many wares one command may load."""
    return room(state) - 1


DECIDE: Mapping[type[Command], Callable[[HarbourDraft, Seat, Any], None]] = {
    said.Load: _load,
    said.Stow: _stow,
    said.Give: _give,
    said.Inspect: _inspect,
    said.CallStorm: _call_storm,
    said.Peek: _peek,
    said.Buy: _buy,
    said.Hail: _hail,
    said.Answer: _answer,
    said.Choose: _choose,
    said.Show: _show,
    said.Deny: _deny,
    said.Brace: _brace,
    said.Prefer: _prefer,
    Concede: _concede,
    TimeOut: _time_out,
}

PERFORM: Perform = {said.BreakStorm: _break_storm, said.NextTurn: _next_turn}
