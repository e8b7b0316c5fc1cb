"""The rules of Undercut: one object that keeps the contract of `domain/kernel/game.py`."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from domain.kernel.cards.law_deals import LawDeal, unmoved
from domain.kernel.cards.unknowns import left_over
from domain.kernel.cards.zones import Bag, in_order, unknown
from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.game import GameRules
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.offers import Offer, OneOf, Part
from domain.kernel.ranking import by_score, ranked
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer, at_seat
from domain.kernel.setup import BenchRow, Demonstration, Edition, EndedBy, Outcome, Setup

from . import messages as said
from .messages import PACK, Card, State, UndercutCommand, UndercutFact, View


class Undercut(GameRules[State, UndercutCommand, UndercutFact, View]):
    """A duel of hidden cards."""

    name = "undercut"
    title = "Undercut"
    seat_counts = range(2, 3)
    editions = {1: Edition(version=1)}
    options = said.UndercutOptions
    bad_options = "bad_options"
    command_types = (said.Lay,)
    fact_types = UndercutFact
    anytime = frozenset((Concede,))
    card_types = frozenset((Card,))

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""
        if setup.seats != 2 or setup.options.hand not in range(3, 9):
            return Refusal("bad_options", "setup", "Two play, with 3 to 8 cards each.", "undercut 1")
        return None

    def empty(self, setup: Setup) -> State:
        """Return the table before its first fact."""
        return State()

    def deal(self, draft: Draft[State, UndercutFact], setup: Setup) -> None:
        """Deal each seat its hand of the shuffled pack; source: rule 1."""
        cards, count = in_order(PACK, draft.chance.shuffle(len(PACK), "deck")), setup.options.hand
        for seat in range(2):
            draft.emit(said.HandDealt(seat=seat, cards=cards[seat * count :][:count]))

    def refuse(self, state: State, seat: Seat, command: UndercutCommand) -> Refusal | None:
        """Say why a command is not legal."""
        if state.outcome is not None:
            return Refusal("game_over", "over", "The game is over.", "undercut 4")
        if isinstance(command, Concede):
            return None
        if state.laid[seat] is not None:
            return Refusal("already_laid", "turn", "You have laid your card.", "undercut 2")
        if isinstance(command, TimeOut) or command.card in state.hands[seat]:
            return None
        return Refusal("card_not_in_hand", "rule", "You do not hold {card}.", "undercut 2", {"card": command.card})

    def decide(self, draft: Draft[State, UndercutFact], seat: Seat, command: UndercutCommand) -> None:
        """Emit what a command does; source: rules 2 to 5."""
        if isinstance(command, said.Lay):
            draft.emit(said.CardLaid(seat=seat, card=command.card))
            first, second = draft.state.laid
            if first and second:
                won = zip(draft.state.points, score(first, second), strict=True)
                draft.emit(said.CardsTurned(cards=(first, second), points=tuple(map(sum, won))))
                if not any(draft.state.hands):
                    _end(draft, draft.state.points, "play")
        else:
            _end(draft, (seat, 1 - seat), "time" if isinstance(command, TimeOut) else "concession")

    def evolve(self, state: State, fact: UndercutFact) -> State:
        """Return the state after a fact, whole or with "?" for what is hidden."""
        match fact:
            case said.HandDealt(seat=seat, cards=cards):
                return replace(state, hands=at_seat(state.hands, seat, Bag(cards)))
            case said.CardLaid(seat=seat, card=card):
                hands = at_seat(state.hands, seat, state.hands[seat].take(card))
                return replace(state, hands=hands, laid=at_seat(state.laid, seat, card))
            case said.CardsTurned(cards=cards, points=points):
                return replace(state, laid=(None, None), turned=state.turned + cards, points=points)
            case said.GameEnded(outcome=outcome):
                return replace(state, outcome=outcome)

    def to_act(self, state: State) -> dict[Seat, str]:
        """Return who is awaited, and for what: every seat that has not laid a card."""
        return {seat: "lay" for seat in range(2) if state.laid[seat] is None and state.outcome is None}

    def menu(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """Return the lazy parts of what a seat may do."""
        cards = OneOf(state.hands[seat].cards)
        return (partial(Offer, "lay", {"card": cards}),) if seat in self.to_act(state) else ()

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees, built up from nothing."""
        mine = [viewer.may_know((seat,)) for seat in range(2)]
        hands = [hand.cards if own else unknown(len(hand)) for hand, own in zip(state.hands, mine, strict=True)]
        laid = [card if own else card and HIDDEN for card, own in zip(state.laid, mine, strict=True)]
        return View(tuple(hands), tuple(laid), state.turned, state.points, self.to_act(state), state.outcome)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or nothing while the game goes on."""
        return state.outcome

    def imagine(self, state: State, chance: Chance, told: Sequence[UndercutFact] = ()) -> State:
        """Fill the unknown cards of a redacted state so that the facts in `told` can follow."""
        hands, laid = [list(hand) for hand in state.hands], list(state.laid)
        for fact in told:
            if isinstance(fact, said.CardLaid) and fact.card not in hands[fact.seat]:
                hands[fact.seat][hands[fact.seat].index(HIDDEN)] = fact.card
            elif isinstance(fact, said.CardsTurned):
                laid = [lying and card for lying, card in zip(laid, fact.cards, strict=True)]
        unseen = Counter(PACK)
        unseen.subtract([card for card in (*state.turned, *hands[0], *hands[1], *laid) if card and card != HIDDEN])
        fresh = iter(left_over(unseen, chance))
        filled = [[next(fresh) if card == HIDDEN else card for card in cards] for cards in hands]
        laid = [next(fresh) if card == HIDDEN else card for card in laid]
        return replace(state, hands=tuple([Bag(tuple(cards)) for cards in filled]), laid=tuple(laid))


def score(first: Card, second: Card) -> tuple[int, int]:
    """Return what each seat scores: the higher card takes both, but the one just below undercuts it; source: rule 3."""
    ahead, both = int(first) - int(second), int(first) + int(second)
    return (0, 0) if ahead == 0 else (both, 0) if ahead > 1 or ahead == -1 else (0, both)


def _end(draft: Draft[State, UndercutFact], scores: tuple[int, ...], ended_by: EndedBy) -> None:
    places = ranked(by_score(dict(enumerate(scores))))
    outcome = Outcome(places=places, ended_by=ended_by, reason=ended_by, points=draft.state.points)
    draft.emit(said.GameEnded(outcome=outcome))


RULES = Undercut()
DEMONSTRATIONS = (Demonstration("A duel", {}, ("sensible", "sensible")),)
BENCH = (BenchRow("2 seats", 2, {"hand": 8}),)
LAW_DEALS = (LawDeal("three cards", 2, {"hand": 3}, {}), LawDeal("equal hands", 2, {}, {"deck": unmoved}))
