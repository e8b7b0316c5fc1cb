"""What a viewer sees of the table, built up from nothing."""

from __future__ import annotations

import msgspec

from domain.games.chanic_panic.cards import RANK, Card
from domain.games.chanic_panic.messages import AbilityId, ChanicOptions, Question
from domain.games.chanic_panic.state import Attachment, Phase, Player, Standing, State, attachment, choosing, question
from domain.games.chanic_panic.teams import team
from domain.games.chanic_panic.values import full_hand, row_limit, sees_top, total, value
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome


class BoardCard(msgspec.Struct, frozen=True):
    """A card on a board: its label, and what it counts now."""

    card: Card
    value: int
    attached: int = 0  # Stack Cards under it
    attached_active: bool = False  # and whether they count already
    attached_cards: tuple[Card, ...] | None = None  # kinds; for their owner


class PlayerView(msgspec.Struct, frozen=True):
    """What a viewer sees of one seat; `hand` is `None` for everybody who may not look into it."""

    seat: Seat
    standing: Standing
    hand_count: int
    hand: tuple[Card, ...] | None  # kinds, in order of arrival
    hand_limit: int
    hearts: tuple[BoardCard, ...]
    diamonds: tuple[BoardCard, ...]
    spades: tuple[BoardCard, ...]
    row_limit: int
    health: int  # summed values of the Hearts
    shields: int  # of the Diamonds
    weapons: int  # of the Spades
    turns: int  # turns begun
    attackers: tuple[Seat, ...]  # since the last own turn
    protected_through: int | None  # number of the own turn whose end lifts the protection
    panic_used: bool
    team: int | None = None  # with teams
    lives: int = 1
    presence: int = 0
    stack_count: int = 0
    stack: tuple[Card, ...] | None = None  # kinds, in order of arrival; for their owner
    fresh: int | None = None  # how many of them, the last ones, came in this turn; for their owner
    abilities: tuple[AbilityId, ...] = ()  # in force
    dealt: tuple[str, ...] | None = None  # abilities to choose from; for their owner
    kept: tuple[str, ...] | None = None  # abilities chosen before all have done so; for their owner
    has_chosen: bool = False  # abilities


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it."""

    options: ChanicOptions
    players: tuple[PlayerView, ...]
    turn: Seat  # whose turn it is, or was when the game ended
    round: int
    phase: Phase
    points: int
    last_club: int | None  # value of the last Club of this turn
    allowance: bool  # one more card up to that value may be played
    actions: int  # accepted commands of this turn
    deck_count: int
    deck: tuple[Card, ...] | None  # kinds, the top first; for the arbiter alone
    discard: tuple[Card, ...]  # labels, the top first
    awaited: dict[Seat, DecisionKind]
    left: tuple[Seat, ...]  # who left the game, the first first
    outcome: Outcome | None
    free: tuple[Card, ...] = ()  # kinds in the turn player's hand that cost nothing; for who sees the hand
    deck_seen: tuple[Card, ...] = ()  # kinds, the top first; for who puts them in order
    deck_top: Card | None = None  # for a turn player who sees it
    market: tuple[Card | None, ...] = ()  # labels by slot; empty without the Shop
    used: tuple[AbilityId, ...] = ()  # abilities used in this turn, once for each use
    locked: bool = False  # no card may be played any more
    boosted: Card | None = None  # Spade whose value is doubled in this turn
    bound: bool = False  # nothing but that Spade may attack in this turn
    helped: tuple[Seat, ...] = ()  # teammates who were given a card in this turn
    stack_added: bool = False  # in this turn
    bought: bool = False  # in this turn
    question: Question | None = None  # what is asked in the middle of an effect


def to_act(state: State) -> dict[Seat, DecisionKind]:
    """Return who is awaited, and for what: the turn player, whoever is asked something, or all who have to choose."""
    turn = state.turn
    if state.agenda:
        asked = question(state)
        return {} if asked is None else {asked.seat: asked.kind}
    if turn.phase in ("point_phase", "club_phase"):
        return {turn.seat: turn.phase}
    return dict.fromkeys(choosing(state), "choose_abilities")


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def eliminated(state: State) -> tuple[Seat, ...]:
    """Return the seats that lost their last card or life (section 9)."""
    return tuple([seat for seat, player in enumerate(state.players) if player.standing == "eliminated"])


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees (section 3)."""
    turn = state.turn
    return View(
        options=state.options,
        players=tuple([_player(state, seat, viewer) for seat in range(len(state.players))]),
        turn=turn.seat,
        round=state.players[turn.seat].turns,
        phase=turn.phase,
        points=turn.points,
        last_club=turn.last_club or None,
        allowance=turn.allowance,
        actions=turn.actions,
        deck_count=len(state.deck),
        deck=state.deck.cards if viewer.everything else None,
        discard=state.discard.cards,
        free=tuple([card for card in turn.free if card in RANK]) if viewer.may_know((turn.seat,)) else (),
        deck_seen=_seen(state, viewer),
        deck_top=_top(state, viewer),
        market=state.market,
        used=turn.used,
        locked=turn.locked,
        boosted=turn.boosted,
        bound=turn.bound,
        helped=turn.helped,
        stack_added=turn.stack_added,
        bought=turn.bought,
        question=question(state),
        awaited=to_act(state),
        left=state.left,
        outcome=state.outcome,
    )


def _seen(state: State, viewer: Viewer) -> tuple[Card, ...]:
    """Return the cards of the deck that the viewer is putting in order."""
    asked = question(state)
    return state.deck.cards[: asked.count] if asked is not None and viewer.may_know((asked.seat,)) else ()


def _top(state: State, viewer: Viewer) -> Card | None:
    """Return the top of the deck for a turn player who was shown it (section 3)."""
    turn = state.turn
    shown = turn.top_seen and viewer.may_know((turn.seat,)) and sees_top(state, turn.seat)
    return state.deck.cards[0] if shown and state.deck.cards else None


def _player(state: State, seat: Seat, viewer: Viewer) -> PlayerView:
    player: Player = state.players[seat]
    own = viewer.may_know((seat,))
    return PlayerView(
        seat=seat,
        standing=player.standing,
        hand_count=len(player.hand),
        hand=player.hand.cards if own else None,
        hand_limit=full_hand(state, seat),
        hearts=_row(state, seat, player.hearts, own=own),
        diamonds=_row(state, seat, player.diamonds, own=own),
        spades=_row(state, seat, player.spades, own=own),
        row_limit=row_limit(state, seat),
        health=total(state, seat, player.hearts),
        shields=total(state, seat, player.diamonds),
        weapons=total(state, seat, player.spades),
        turns=player.turns,
        attackers=player.attackers,
        protected_through=player.protected_through or None,
        panic_used=player.panic_used,
        team=team(state, seat) if state.options.team_count else None,
        lives=player.lives,
        presence=player.presence,
        stack_count=len(player.stack),
        stack=player.stack.cards if own else None,
        fresh=player.fresh if own else None,
        abilities=player.abilities,
        dealt=player.dealt if own else None,
        kept=player.kept if own else None,
        has_chosen=bool(player.kept),
    )


NOTHING_ATTACHED = Attachment("", ())


def _row(state: State, seat: Seat, cards: tuple[Card, ...], *, own: bool) -> tuple[BoardCard, ...]:
    return tuple([_lying(state, seat, card, own=own) for card in cards])


def _lying(state: State, seat: Seat, card: Card, *, own: bool) -> BoardCard:
    under = attachment(state.players[seat], card) or NOTHING_ATTACHED
    kinds = under.cards
    return BoardCard(card, value(state, seat, card), len(kinds), under.active, kinds if own else None)
