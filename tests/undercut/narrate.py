"""A sentence for every fact."""

from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN

from .messages import CardLaid, CardsTurned, GameEnded, HandDealt, UndercutFact


def sentence(fact: UndercutFact, words: Words) -> str:
    """Return what is said of a fact to somebody who may see this much of it."""
    match fact:
        case HandDealt(seat=seat, cards=cards) if HIDDEN in cards:
            return words.say("{seat} gets {n} cards.", seat=words.seat(seat), n=len(cards))
        case HandDealt(seat=seat, cards=cards):
            return words.say("{seat} gets {cards}.", seat=words.seat(seat), cards=words.listed(sorted(cards)))
        case CardLaid(seat=seat, card="?"):
            return words.say("{seat} lays a card face down.", seat=words.seat(seat))
        case CardLaid(seat=seat, card=card):
            return words.say("{seat} lays {card} face down.", seat=words.seat(seat), card=card)
        case CardsTurned(cards=cards, points=points):
            score = "{}:{}".format(*points)
            return words.say("{cards} are turned up. It stands {score}.", cards=words.listed(cards), score=score)
        case GameEnded(outcome=outcome):
            return words.say("The game is over. Won by: {seats}", seats=words.seats(outcome.winners))
