"""Where hidden cards are while the told facts of an entry happen, and what is known of those that stay hidden."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from domain.games.chanic_panic.cards import BASE_VALUE, HEARTS, KIND, SPADES, Card, Suit
from domain.games.chanic_panic.messages import (
    AllyUsed,
    AttachmentsDiscarded,
    CardBought,
    CardCompared,
    CardGiven,
    CardPutOnDeck,
    CardReturned,
    CardRevealed,
    CardsDiscarded,
    CardsDrawn,
    CardTaken,
    ChanicFact,
    ClubPlayed,
    DecisionMade,
    DeckPeeked,
    DeckReordered,
    DeckShuffled,
    HandChecked,
    MarketFilled,
    QuestionKind,
    StackAdded,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import State, question
from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat

Fits: TypeAlias = Callable[[Card], bool]


class Trace(Unknowns):
    """The tokens of every place, and what the cards that some of them stand for must be."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__()
        self._state = state
        self._pick = partial(chance.pick, purpose="imagine")
        self.hands = [self.tokens(player.hand.cards) for player in state.players]
        self.stacks = [self.tokens(player.stack.cards) for player in state.players]
        self.fresh = [player.fresh for player in state.players]
        self.under = {item.host: self.tokens(item.cards) for player in state.players for item in player.attached}
        self.deck = self.tokens(state.deck.cards)
        self.first_hands = [list(hand) for hand in self.hands]
        self.limits: dict[str, tuple[Fits, ...]] = {}
        self.wishes: dict[str, Fits] = {}  # what a token may well be, if such a card is left
        self.gift = self._gift()
        self._by_default = False  # the answer that is told was not given by who was asked
        self._heart_told = False  # Resilient plays one

    def places(self) -> dict[str, list[str]]:
        """Return the tokens as they lie now, by place."""
        return {
            **{f"hand {seat}": list(hand) for seat, hand in enumerate(self.hands)},
            **{f"stack {seat}": list(stack) for seat, stack in enumerate(self.stacks)},
            **{f"under {host}": list(cards) for host, cards in self.under.items()},
            "deck": list(self.deck),
        }

    def _gift(self) -> str | None:
        """Return the token of a card that is on its way to a teammate: some card of the turn player's hand."""
        turn = self._state.turn
        if turn.gift is None:
            return None
        hand = self.hands[turn.seat]
        return hand[self._pick(len(hand))] if turn.gift == HIDDEN else turn.gift

    def limit(self, token: str, fits: Fits) -> None:
        """Note what the card of a token must be; raises `NoWorldError` for a known one that is not."""
        card = self.known(token)
        if is_unknown(card):
            self.limits[token] = (*self.limits.get(token, ()), fits)
        elif not fits(card):
            raise NoWorldError(f"{card} is not what it must be")

    def follow(self, fact: ChanicFact) -> None:
        """Go on with one told fact."""
        match fact:
            case UtilityPlayed():
                if fact.from_ == "hand":
                    self._played(fact)
                self.under[fact.card] = self._all_rested(fact.seat, fact.attached)
            case ClubPlayed(from_="hand"):
                self._leave(self.hands[fact.seat], fact.card)
            case CardsDiscarded():
                self._discarded(fact)
            case AttachmentsDiscarded():
                self._all(self.under.get(fact.host, []), fact.cards)
            case CardsDrawn():
                self.hands[fact.seat] += [self._from_deck(card) for card in fact.cards]
            case MarketFilled():
                self._from_deck(fact.card)
            case DeckPeeked():
                for token, card in zip(self.deck, fact.cards, strict=False):
                    self.name(token, card)
            case DeckShuffled():
                self.deck = self.tokens((HIDDEN,) * fact.count)
            case CardGiven():
                token = self._given(fact)
                (self.hands if fact.into == "hand" else self.stacks)[fact.to].append(token)
            case AllyUsed():
                self._offered(fact)
            case StackAdded():
                self.stacks[fact.seat].append(self._leave(self.hands[fact.seat], fact.card))
                self.fresh[fact.seat] += 1
            case CardReturned():
                self.hands[fact.owner] += self.tokens((KIND.get(fact.card, fact.card),))
                self.stacks[fact.owner] += self.under.pop(fact.card, [])
            case CardTaken():
                self.hands[fact.seat] += self.tokens((KIND.get(fact.card, fact.card),))
            case CardPutOnDeck():
                self._put_on_deck(fact)
            case DeckReordered():
                self._reordered(fact.cards)
            case CardRevealed():
                self._shown(fact)
            case HandChecked():
                self._checked(fact)
            case CardCompared(seat=seat, value=value, equal=equal):
                self.limit(self.hands[seat][-1], partial(_shows, value, equal))
            case DecisionMade(by_default=True):
                self._by_default = True
            case CardBought():
                self.hands[fact.seat] += self.tokens((KIND.get(fact.card, fact.card),))
            case _:
                pass

    def _offered(self, fact: AllyUsed) -> None:
        """The gift is still in the hand, wherever it lies there."""
        hand = self.hands[fact.seat]
        self.gift = self._leave(hand, fact.card)
        hand.insert(0, self.gift)

    def _given(self, fact: CardGiven) -> str:
        """A gift of Ally is the card that was on its way."""
        hand = self.hands[fact.from_]
        if self.gift is None or fact.from_ != self._state.turn.seat:
            asked = question(self._state)
            if asked is None or not asked.value:
                return self._leave(hand, fact.card)
            fits = partial(_is_asked_for, asked.value, None)
            if self._by_default:  # the earliest that fits (6.4)
                place = next(at for at, token in enumerate(hand) if is_unknown(token) or fits(token))
                self.name(hand[place], fact.card)
                token = hand.pop(place)
            else:
                token = self._leave(hand, fact.card)
            self.limit(token, fits)
            return token
        if self.gift not in hand:
            raise NoWorldError("the gift is in the hand no more")
        hand.remove(self.gift)
        self.name(self.gift, fact.card)
        return self.gift

    def _played(self, fact: UtilityPlayed) -> None:
        """What Hopeful plays was drawn last; by default Resilient plays the highest Heart (6.4)."""
        hand = self.hands[fact.seat]
        if fact.source == "hopeful":
            self.name(hand.pop(), KIND.get(fact.card, fact.card))
            return
        self._leave(hand, fact.card)
        self._heart_told = self._heart_told or fact.source == "resilient"
        if self._by_default and fact.source == "resilient" and fact.card != HIDDEN:
            for token in hand:
                self.limit(token, partial(_no_higher_heart, KIND.get(fact.card, fact.card)))

    def _asked(self, kind: QuestionKind, seat: Seat) -> bool:
        asked = question(self._state)
        return asked is not None and (asked.kind, asked.seat) == (kind, seat)

    def _put_on_deck(self, fact: CardPutOnDeck) -> None:
        hand = self.hands[fact.seat]
        self.deck.insert(0, self._lowest(hand, fact.card) if self._by_default else self._leave(hand, fact.card))

    def _lowest(self, hand: list[str], card: Card) -> str:
        """Let the lowest card leave a hand, the earliest of equal ones, as a default has it (6.4)."""
        before, kind = list(hand), KIND.get(card, card)
        known = [self.known(token) for token in hand]
        unknown = [place for place, name in enumerate(known) if is_unknown(name)]
        if kind in known:
            place = known.index(kind)
        elif unknown:
            place = unknown[0]
        else:
            place = known.index(min(known, key=BASE_VALUE.__getitem__))
        token = hand.pop(place)
        self.name(token, kind)
        self.limit(token, partial(self._is_lowest, before[:place], before[place + 1 :]))
        for at, other in enumerate(before):
            if other != token:
                self.limit(other, partial(self._is_above, token, at < place))
        return token

    def _is_lowest(self, earlier: list[str], later: list[str], card: Card) -> bool:
        """Say whether a card is lower than those before it and no higher than those behind it, as far as known."""
        value = BASE_VALUE[card]
        return all(BASE_VALUE.get(self.known(other), value + 1) > value for other in earlier) and all(
            BASE_VALUE.get(self.known(other), value) >= value for other in later
        )

    def _is_above(self, lowest: str, earlier: bool, card: Card) -> bool:  # noqa: FBT001
        """Say whether a card is higher than the lowest one, if that is known; behind it an equal one will do."""
        value = BASE_VALUE.get(self.known(lowest), 0)
        return BASE_VALUE[card] > value or (not earlier and BASE_VALUE[card] == value)

    def _reordered(self, cards: tuple[Card, ...]) -> None:
        """The same cards lie on top in another order: each that is told is one of them."""
        if self._by_default:  # the order stayed as it was
            for token, card in zip(self.deck, cards, strict=False):
                self.name(token, card)
            return
        seen = self.deck[: len(cards)]
        self.deck[: len(cards)] = [self.leave(seen, card, self._pick) for card in sorted(cards, key=HIDDEN.__eq__)]

    def _shown(self, fact: CardRevealed) -> None:
        hand = self.hands[fact.seat]
        if fact.drawn:
            self.name(hand[-1], fact.card)
        else:
            hand.insert(0, self._leave(hand, fact.card))

    def _checked(self, fact: HandChecked) -> None:
        """A hand holds a card of this value or suit, or none."""
        fits = partial(_is_asked_for, fact.value or 0, fact.suit)
        if fact.found:
            self._hold(self.hands[fact.seat], fits)
        else:
            for token in self.hands[fact.seat]:
                self.limit(token, partial(_not, fits))

    def name(self, token: str, card: Card) -> None:
        """Note that a token is this card; raises `NoWorldError` also if it must not be."""
        super().name(token, card)
        if card != HIDDEN and not self._may_be(token, card):
            raise NoWorldError(f"{card} is not what it must be")

    def leave(self, hand: list[str], card: Card, pick: Callable[[int], int]) -> str:
        """Let a card leave a hand: a known one, else an unknown one that it may be."""
        if card != HIDDEN and card not in [self.known(token) for token in hand]:
            free = [token for token in hand if is_unknown(self.known(token)) and self._may_be(token, card)]
            if not free:
                raise NoWorldError(f"no {card} can leave a hand of {len(hand)} cards")
            token = free[pick(len(free))]
            hand.remove(token)
            self.name(token, card)
            return token
        return super().leave(hand, card, pick)

    def _may_be(self, token: str, card: Card) -> bool:
        return all(fits(card) for fits in self.limits.get(token, ()))

    def _leave(self, place: list[str], card: Card) -> str:
        return self.leave(place, KIND.get(card, card), self._pick)

    def _all(self, place: list[str], cards: tuple[Card, ...]) -> list[str]:
        """Let cards leave a place, the known ones before others take their tokens."""
        return [self._leave(place, card) for card in sorted(cards, key=HIDDEN.__eq__)]

    def _all_rested(self, seat: Seat, cards: tuple[Card, ...]) -> list[str]:
        """Let cards leave a Stack that did not come there in this turn: those lie before the fresh ones."""
        stack = self.stacks[seat]
        rested = len(stack) - self.fresh[seat]
        usable, fresh = stack[:rested], stack[rested:]
        gone = self._all(usable, cards)
        stack[:] = usable + fresh
        return gone

    def _from_deck(self, card: Card) -> str:
        return self.draw(self.deck, KIND.get(card, card))

    def _discarded(self, fact: CardsDiscarded) -> None:
        if fact.from_ == "hand":
            if self._by_default and self._asked("choose_discard", fact.seat):
                self._by_default = False
                self._lowest(self.hands[fact.seat], fact.cards[0])
                return
            self._all(self.hands[fact.seat], fact.cards)
            if fact.reason == "panic" and HIDDEN not in fact.cards:  # it was every Spade
                for token in self.hands[fact.seat]:
                    self.limit(token, _no_spade)
        elif fact.from_ == "stack" and fact.reason in ("left", "life"):
            self._all(self.stacks[fact.seat], fact.cards)
        elif fact.from_ == "stack":
            self._all_rested(fact.seat, fact.cards)
        elif fact.from_ == "deck":
            for card in fact.cards:
                self._from_deck(card)

    def mind_the_question(self) -> None:
        """Let the hand of whoever is asked hold what the open question implies: a card of a value, or of a suit."""
        asked = question(self._state)
        if asked is None:
            return
        if asked.kind == "choose_resilient" and self._by_default and not self._heart_told:
            for token in self.first_hands[asked.seat]:
                self.limit(token, _no_heart)
        if asked.value:
            self._wish(asked.seat, partial(_is_asked_for, asked.value, None))
        if asked.value or asked.suit:
            self._hold(self.first_hands[asked.seat], partial(_is_asked_for, asked.value, asked.suit))

    def _wish(self, seat: Seat, fits: Fits) -> None:
        """In every other world let one more card fit: a choice between two tells nothing of which was made."""
        free = [token for token in self.first_hands[seat] if is_unknown(self.known(token))]
        if free and self._pick(2):
            self.wishes[free[self._pick(len(free))]] = fits

    def _hold(self, hand: list[str], fits: Fits) -> None:
        """Let a card of a hand be one that fits, if none is known to be."""
        if any(fits(card) for token in hand if not is_unknown(card := self.known(token))):
            return
        free = [token for token in hand if is_unknown(self.known(token))]
        if not free:
            raise NoWorldError("the hand that is asked cannot hold what it is asked for")
        self.limit(free[self._pick(len(free))], fits)


def _no_heart(card: Card) -> bool:
    return card[0] != HEARTS


def _no_spade(card: Card) -> bool:
    return card[0] != SPADES


def _is_asked_for(value: int, suit: Suit | None, card: Card) -> bool:
    return value in (0, BASE_VALUE[card]) and suit in (None, card[0])


def _not(fits: Fits, card: Card) -> bool:
    return not fits(card)


def _shows(value: int, equal: bool, card: Card) -> bool:  # noqa: FBT001
    return (BASE_VALUE[card] == value) is equal


def _no_higher_heart(heart: Card, card: Card) -> bool:
    return card[0] != HEARTS or BASE_VALUE.get(heart, 0) >= BASE_VALUE[card]
