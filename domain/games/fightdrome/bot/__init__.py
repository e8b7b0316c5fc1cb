"""Players: one that does anything legal, and a sensible one that weighs what section 12 of the specification names.

They see what a person in their seat sees. The sensible one lists what it would like to do, the best first, and does the
first of it that is legal. It does not remember which attacks the opponent failed on: from what lies open it reckons
which cards the opponent may still have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.games.fightdrome.bot.worth import Prospects
from domain.games.fightdrome.messages import ChooseSleeve, DiscardCard, FightdromeCommand, PlayCard, Rest
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.view import View
from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer
from domain.kernel.refusals import May


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> FightdromeCommand:
    """Return the first legal one of this seat's wishes; one of them always is."""
    return next(wish for wish in wishes(view) if may(wish) is None)


def wishes(view: View) -> Iterable[FightdromeCommand]:
    """Return what the seat would like to do, the best first; some of it may not be legal."""
    me = next(fighter for fighter in view.fighters if fighter.held)
    if view.phase == "choose_sleeve":
        return [ChooseSleeve(sleeve_id=sleeve) for sleeve in me.stable]
    prospects = Prospects(view, me)
    kinds = tuple(dict.fromkeys(me.hand or ()))
    worth: Mapping[FightdromeCommand, float]
    if view.phase == "stagger_discard":
        worth = {DiscardCard(card_id=kind): prospects.discard(kind) for kind in kinds}
    else:
        worth = {PlayCard(card_id=kind): prospects.play(kind) for kind in kinds}
        if view.phase == "choose_attack":
            worth[Rest()] = prospects.rest()
    return sorted(worth, key=lambda command: -worth[command])


BOTS: dict[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
