"""How a game starts: options, decks, terrain, hands and mulligans; source: sections 1 and 4, 6.1, 6.2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.field import FIELD
from domain.games.panzer_clash.messages import (
    ChooseDecks,
    DecideMulligan,
    DeckChosen,
    FirstPlayerChosen,
    GameCreated,
    HandKept,
    MulliganTaken,
    PanzerOptions,
    Prefs,
    Standby,
    SupplyShuffled,
    TerrainLaid,
)
from domain.games.panzer_clash.procedures import draw
from domain.games.panzer_clash.refusals import bad_options
from domain.games.panzer_clash.state import PanzerDraft, Player, State
from domain.kernel.cards.zones import in_order
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup

SEATS = range(2, 3)
DECK_SIZES = range(40, 101)
OPENING_HAND = 7  # cards; rulebook "Getting the Game Started"
_FIRST: Mapping[str, Seat] = {"seat0": 0, "seat1": 1}


def refuse_setup(setup: Setup) -> Refusal | None:
    """Say why a game cannot start like this; source: section 1."""
    options: PanzerOptions = setup.options
    if setup.seats not in SEATS:
        return bad_options("seats", seats=setup.seats)
    if options.deck_size not in DECK_SIZES:
        return bad_options("deck_size", size=options.deck_size)
    return None


def empty(setup: Setup) -> State:
    """Return the table before its first fact."""
    options: PanzerOptions = setup.options
    player = Player(prefs=Prefs(options.response_default))
    pool: Any = setup.data
    return State(
        options=options, edition=setup.edition, pool=SHIPPED if pool is None else pool, players=(player, player)
    )


def deal(draft: PanzerDraft, setup: Setup) -> None:
    """Let both seats choose their decks."""
    draft.emit(GameCreated(options=setup.options, pool=draft.state.pool.digest))
    draft.push(ChooseDecks())


def choose_deck(draft: PanzerDraft, seat: Seat, cards: Mapping[str, int], side: Any) -> None:
    """Take a legal deck; after the second one the setup runs; source: section 4, 6.1."""
    deck = dict(sorted(cards.items()))
    draft.emit(DeckChosen(seat=seat, side=side, size=sum(deck.values()), cards=deck))
    if draft.state.players[1 - seat].side is None:
        return
    draft.pop()
    terrain = draft.state.pool.terrain
    draft.emit(TerrainLaid(order=in_order(terrain, draft.chance.shuffle(len(terrain), "terrain"))))
    assert len(terrain) == 2 * len(FIELD)
    first = _FIRST.get(draft.state.options.first_player)
    if first is None:
        first = draft.chance.pick(2, "first_player", open=True)
    draft.emit(FirstPlayerChosen(seat=first))
    for owner in (0, 1):
        _shuffle(draft, owner, f"supply_{owner}")
    for owner in (0, 1):
        draw(draft, owner, OPENING_HAND, "opening")
    draft.push(DecideMulligan(seat=first))


def _shuffle(draft: PanzerDraft, seat: Seat, purpose: str) -> None:
    """Shuffle a whole deck, sorted by card id before, as the Supply of its seat."""
    deck = draft.state.players[seat].deck
    assert deck is not None, "a deck is hidden from nobody who decides"
    cards = tuple([card for card, copies in sorted(deck.items()) for _ in range(copies)])
    order = in_order(cards, draft.chance.shuffle(len(cards), purpose))
    draft.emit(SupplyShuffled(seat=seat, count=len(cards), order=order))


def mulligan(draft: PanzerDraft, seat: Seat) -> None:
    """Put the hand back, shuffle, draw anew: seven cards at first, then one less each time; source: R6."""
    number = draft.state.players[seat].mulligans + 1
    draft.emit(MulliganTaken(seat=seat, number=number))
    _shuffle(draft, seat, "mulligan")
    draw(draft, seat, OPENING_HAND + 1 - number, "mulligan")


def keep(draft: PanzerDraft, seat: Seat) -> None:
    """Keep the hand; the other seat decides next, then the first turn begins; source: section 4."""
    draft.emit(HandKept(seat=seat, size=len(draft.state.players[seat].hand)))
    draft.pop()
    if seat == draft.state.first:
        draft.push(DecideMulligan(seat=1 - seat))
    else:
        draft.push(Standby(seat=1 - seat))
