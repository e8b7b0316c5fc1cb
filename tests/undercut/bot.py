"""Players: one that lays anything, one that counts."""

from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer
from domain.kernel.refusals import May

from .messages import PACK, Card, Lay, View
from .rules import RULES, score


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> Lay:
    """Lay the card that gains most, on average, against the cards that are not out yet."""

    def gain(card: Card) -> int:
        results = [(score(card, other), 3 - view.turned.count(other)) for other in PACK[:6]]
        return sum([(mine - theirs) * copies for (mine, theirs), copies in results])

    return max([Lay(card=card) for card in PACK[:6] if may(Lay(card=card)) is None], key=lambda lay: gain(lay.card))


BOTS: dict[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
