"""Players: one that does anything legal, and a sensible one that follows section 12 of the specification.

They see what a person in their seat sees. The sensible one values each command on offer and takes the best; what is not
worth more than to wait is left.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.games.panzer_clash.bot.sight import Sight, printed_worth
from domain.games.panzer_clash.bot.worth import cards_kept, command_worth
from domain.games.panzer_clash.cards import SIDES
from domain.games.panzer_clash.decks import command, random_deck
from domain.games.panzer_clash.messages import ChooseCards, ChooseDecks, PanzerCommand, PickCards
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.view import View
from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.legal import expand
from domain.kernel.offers import Offer
from domain.kernel.refusals import May

_anything: Callable[[View, tuple[Offer, ...], May, QuickChance], PanzerCommand] = random_bot(RULES)


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> PanzerCommand:
    """Return the best legal command on offer; of equal ones the first, to end or to pass before all others."""
    asked = view.question
    if isinstance(asked, ChooseDecks):
        return _deck(view, offers, may, chance)
    seat = next(player.seat for player in view.players if player.hand is not None)
    sight = Sight(view, seat)
    if isinstance(asked, PickCards):
        return _pick(sight, asked)
    valued = [(command_worth(sight, command), command) for offer in offers for command in expand(RULES, offer)]
    ranked: list[PanzerCommand] = [command for _, command in sorted(valued, key=lambda pair: -pair[0])]
    return next(command for command in ranked if may(command) is None)


def by_chance(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> PanzerCommand:
    """Return something legal."""
    if isinstance(view.question, ChooseDecks):
        return _deck(view, offers, may, chance)
    return _anything(view, offers, may, chance)


def _deck(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> PanzerCommand:
    """Return a ready-made deck, or, where none has this table's size, a legal one by chance."""
    if any("deck_id" in offer.fields for offer in offers):
        return _anything(view, offers, may, chance)
    sides = tuple(dict.fromkeys(SIDES.values()))
    pool, size = view.pool.cards, view.options.deck_size
    decks = [command(random_deck(pool, sides[place], size, chance)) for place in chance.shuffle(len(sides))]
    return next(deck for deck in decks if may(deck) is None)


def _pick(sight: Sight, asked: PickCards) -> ChooseCards:
    """Give the least wanted cards away, or take the best unit out of the Junkyard."""
    if asked.why != "salvage":
        return ChooseCards(cards=tuple(cards_kept(sight, sight.me.hand or ())[: asked.n]))
    kinds = [sight.pool.cards[card] for card in sight.me.junkyard]
    units = [kind for kind in kinds if kind.card_type == "unit" and (not asked.types or kind.type in asked.types)]
    return ChooseCards(cards=(max(units, key=printed_worth).id,))


BOTS: dict[str, Bot] = {"random": by_chance, "sensible": sensible}
