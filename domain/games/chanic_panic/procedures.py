"""The standard procedures that every part of a turn uses: draw, reshuffle, discard, labels, looks at the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.cards import KIND, LABELS, Card, by_rank
from domain.games.chanic_panic.messages import (
    AbilityUsed,
    AttachmentsDiscarded,
    CardsDestroyed,
    CardsDiscarded,
    CardsDrawn,
    DeckPeeked,
    DeckShuffled,
    DiscardReason,
    DrawReason,
    DrawSkipped,
)
from domain.games.chanic_panic.state import ROWS, ChanicDraft, State, attachment
from domain.games.chanic_panic.values import full_hand, sees_top
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat

PHASES = ("point_phase", "club_phase")  # in which a turn player acts


def draw(draft: ChanicDraft, seat: Seat, count: int, reason: DrawReason) -> None:
    """Draw cards one by one; what a full hand or empty piles do not admit is lost.

    Cards that come between two reshuffles are one fact. Source: 5.6; rulebook "Additional Rules and Notes"; R4 to R6.
    """
    while count:
        state = draft.state
        room = full_hand(state, seat) - len(state.players[seat].hand.cards)
        if room <= 0:
            draft.emit(DrawSkipped(seat=seat, missing=count, reason="full_hand"))
            break
        cards = state.deck.cards[: min(count, room)]
        if not cards:
            draft.emit(DrawSkipped(seat=seat, missing=count, reason="no_cards"))
            break
        draft.emit(CardsDrawn(seat=seat, reason=reason, cards=cards))
        count -= len(cards)
        refill(draft)
    if draft.state.players[seat].abilities:
        show_top(draft)


def refill(draft: ChanicDraft) -> None:
    """Make the discard pile, shuffled from top to bottom, the new deck when the old one is exhausted.

    Called after each card drawn and after each complete component. Source: 5.6; R5, R6.
    """
    state = draft.state
    if state.deck.cards or not state.discard.cards:
        return
    cards = tuple([KIND[card] for card in state.discard.cards])
    order = in_order(cards, draft.chance.shuffle(len(cards), "exhausted"))
    draft.emit(DeckShuffled(reason="exhausted", count=len(cards), order=order))


def complete(draft: ChanicDraft) -> None:
    """Do what follows each complete component of an effect: the reshuffle, then what an empty hand draws.

    Source: 5.6; R64.
    """
    refill(draft)
    turn = draft.state.turn
    if draft.state.players[turn.seat].abilities:
        _draw_on_empty_hand(draft, turn.seat)
        show_top(draft)


def _draw_on_empty_hand(draft: ChanicDraft, seat: Seat) -> None:
    """Let an ability fill the empty hand of the turn player, once a turn; the use is spent however many come (R64)."""
    player, turn = draft.state.players[seat], draft.state.turn
    if turn.phase not in PHASES or player.hand.cards or player.standing != "in":
        return
    for piece in folded(player.abilities).pieces["draw_on_empty_hand"]:
        if piece.name not in turn.used:
            draft.emit(AbilityUsed(seat=seat, ability=piece.name, automatic=True))
            draw(draft, seat, piece.draw_on_empty_hand(0, draft.state, seat), piece.name)


def show_top(draft: ChanicDraft) -> None:
    """Show the turn player the card that is on top of the deck now, if it sees it (section 3)."""
    state = draft.state
    turn = state.turn
    if not state.players[turn.seat].abilities or turn.top_seen or not state.deck.cards:
        return
    if sees_top(state, turn.seat):
        draft.emit(DeckPeeked(seat=turn.seat, count=1, cards=state.deck.cards[:1]))


def discard_from_hand(draft: ChanicDraft, seat: Seat, kinds: Iterable[Card], reason: DiscardReason) -> None:
    """Discard cards of a hand in the order of the pack (H1)."""
    labels = open_labels(draft.state, by_rank(tuple(kinds)))
    draft.emit(CardsDiscarded(seat=seat, cards=labels, from_="hand", reason=reason))


def discard_from_stack(draft: ChanicDraft, seat: Seat, kinds: Iterable[Card], reason: DiscardReason) -> None:
    """Discard Stack Cards in the order of the pack (H1)."""
    labels = open_labels(draft.state, by_rank(tuple(kinds)))
    draft.emit(CardsDiscarded(seat=seat, cards=labels, from_="stack", reason=reason))


def discard_from_board(draft: ChanicDraft, seat: Seat, cards: tuple[Card, ...], reason: DiscardReason) -> None:
    """Discard cards of a board in this order, each followed by its attachments (R68)."""
    _off_board(draft, seat, cards, partial(_discarded, seat, reason))


def _discarded(seat: Seat, reason: DiscardReason, cards: tuple[Card, ...]) -> CardsDiscarded:
    return CardsDiscarded(seat=seat, cards=cards, from_="board", reason=reason)


def destroy(draft: ChanicDraft, owner: Seat, cards: tuple[Card, ...], by: Seat) -> None:
    """Destroy cards of a board in this order, each followed by its attachments (R68)."""
    _off_board(draft, owner, cards, partial(_destroyed, owner, by))


def _destroyed(owner: Seat, by: Seat, cards: tuple[Card, ...]) -> CardsDestroyed:
    return CardsDestroyed(owner=owner, cards=cards, by=by)


def _off_board(
    draft: ChanicDraft,
    owner: Seat,
    cards: tuple[Card, ...],
    fact: Callable[[tuple[Card, ...]], CardsDiscarded | CardsDestroyed],
) -> None:
    """Put cards of a board on the discard pile; cards without attachments between them are one fact."""
    player = draft.state.players[owner]
    if not player.attached:
        if cards:
            draft.emit(fact(cards))
        return
    together: list[Card] = []
    for card in cards:
        together.append(card)
        under = attachment(player, card)
        if under is not None:
            draft.emit(fact(tuple(together)))
            together = []
            labels = open_labels(draft.state, by_rank(under.cards))
            draft.emit(AttachmentsDiscarded(seat=owner, host=card, cards=labels))
    if together:
        draft.emit(fact(tuple(together)))


def open_labels(state: State, kinds: Iterable[Card]) -> tuple[Card, ...]:
    """Return the labels that cards bear from now on when they leave a hand in this order.

    The lowest free pack number each, as `kernel.cards.zones.free_label` has it, without a set of all open cards.
    """
    given: list[Card] = []
    for kind in kinds:
        given.append(_free(state, kind, given))
    return tuple(given)


def _free(state: State, kind: Card, given: list[Card]) -> Card:
    discard, market = state.discard.cards, state.market
    row = ROWS.get(kind[0])
    for label in LABELS[kind]:
        if label in discard or label in given or label in market:
            continue
        if row is None:
            return label
        for player in state.players:
            if label in getattr(player, row):
                break
        else:
            return label
    raise NotThereError(f"every {kind} lies open already")
