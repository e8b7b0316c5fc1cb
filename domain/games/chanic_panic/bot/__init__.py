"""Players: one that does anything legal, and a sensible one that follows section 12.1 of the specification.

They see what a person in their seat sees. The sensible one lists what it would like to do, the best first, and does the
first of it that is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chanic_panic.bot.answers import ANSWERS, keep
from domain.games.chanic_panic.bot.attacks import arms, bargains, knockouts, reinforcements, within_reach
from domain.games.chanic_panic.bot.outlook import outlook
from domain.games.chanic_panic.bot.plays import club_plays, purchases, trades
from domain.games.chanic_panic.bot.plots import plots
from domain.games.chanic_panic.bot.reserves import gifts, panic, refills, stores
from domain.games.chanic_panic.bot.uses import LAST_USES, USES, bargains_of_the_market, uses
from domain.games.chanic_panic.messages import ChanicCommand, EndTurn
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.view import PlayerView, View
from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer
from domain.kernel.refusals import May


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> ChanicCommand:
    """Return the first legal one of this seat's wishes; the last of them always is."""
    return next(wish for wish in wishes(view) if may(wish) is None)


def wishes(view: View) -> Iterator[ChanicCommand]:
    """Yield what the seat that sees this would like to do, the best first; some of it may not be legal."""
    if view.phase == "ability_choice":
        me = next(player for player in view.players if player.dealt is not None)
        yield from keep(outlook(view, me))
    elif view.question is not None:
        asked = view.question
        yield from ANSWERS[asked.kind](outlook(view, view.players[asked.seat]))
    else:
        yield from _turn(view, view.players[view.turn])


def _turn(view: View, me: PlayerView) -> Iterator[ChanicCommand]:
    """Section 12.1: knockouts first, then points, then Clubs."""
    seen = outlook(view, me)
    foes = [foe for foe in seen.opponents if within_reach(view, me, foe)]
    own_arms = arms(seen)
    for foe in foes:
        yield from knockouts(view, foe, own_arms)
    yield from reinforcements(seen, foes)
    yield from plots(seen, foes)
    yield from bargains(seen, foes)
    yield from refills(seen)
    yield from uses(seen, USES)
    yield from bargains_of_the_market(seen)
    yield from purchases(seen)
    yield from trades(seen)
    yield from club_plays(seen)
    yield from uses(seen, LAST_USES)
    yield from gifts(seen)
    yield from stores(seen)
    yield from panic(seen)
    yield EndTurn()


BOTS: dict[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
