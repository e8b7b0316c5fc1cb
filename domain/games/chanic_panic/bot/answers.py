"""How the sensible bot answers what it is asked (6.4), and which abilities it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.bot.outlook import DRAW_WORTH, Outlook, buys, gain, hand, held, least
from domain.games.chanic_panic.bot.plays import CROWDED, attached
from domain.games.chanic_panic.cards import BASE_VALUE, HEARTS
from domain.games.chanic_panic.messages import (
    ChanicCommand,
    ChooseAbilities,
    ChooseAllyStack,
    ChooseDiscard,
    ChooseDraw,
    ChooseGift,
    ChooseHopeful,
    ChooseOrder,
    ChooseResilient,
    ChooseSacrifice,
    ChooseShuffle,
    ChooseTopdeck,
    QuestionKind,
)
from domain.games.chanic_panic.values import POINTS
from domain.games.chanic_panic.view import BoardCard

SKIPPED = 6  # points for a Draw Phase
Wishes = Iterator[ChanicCommand]

PREFERRED: tuple[AbilityId, ...] = (
    "fisher",
    "hopeful",
    "trade_master",
    "illusionist",
    "large_capacity",
    "grave_robber",
    "wisdom",
    "archaeologist",
    "standardization",
    "fulfilled",
    "healthy",
    "blessed",
    "gambler",
    "purifier",
    "manipulator",
    "pacifist",
    "limiter",
    "plagued",
    "innovator",
    "loaded",
    "investor",
    "direct_hitter",
    "wealth",
    "sorcerer",
    "replenished",
    "assets",
    "haggler",
    "warrior",
    "landowner",
    "indebted",
    "toughness",
    "deadly",
    "recycler",
    "maximizer",
    "seller",
    "options",
    "combiner",
    "lifeline",
    "resourceful",
    "impenetrable",
    "resilient",
    "bargainer",
    "neutralizer",
    "club_member",
    "seer",
)  # roughly: by the games of 200 that this bot, or one a little less tuned, won with one of them against itself without
RANK_OF: Mapping[str, int] = {name: place for place, name in enumerate(PREFERRED)}


def keep(seen: Outlook) -> Wishes:
    """Keep the abilities that win most games."""
    dealt = sorted(seen.me.dealt or (), key=lambda name: RANK_OF[name])
    yield ChooseAbilities(abilities=tuple(dealt[: seen.view.options.specials]))  # type: ignore[arg-type]


def _sacrifice(seen: Outlook) -> Wishes:
    """The card whose loss hurts least."""
    me = seen.me

    def worth(lying: BoardCard) -> float:
        return max(1.0, seen.needs[lying.card[0]].weight) * lying.value

    yield ChooseSacrifice(card=min((*me.hearts, *me.diamonds, *me.spades), key=worth).card)


def _draw(seen: Outlook) -> Wishes:
    """Skip the draw if the points buy more than a card is worth, or if the hand takes none."""
    bought = buys(seen, POINTS + SKIPPED) - buys(seen, POINTS)
    full = seen.me.hand_count >= seen.me.hand_limit
    yield ChooseDraw(skip=full or bought > DRAW_WORTH)


def _gift(seen: Outlook) -> Wishes:
    yield from (ChooseGift(card=kind) for kind in least(seen, hand(seen.me)))


def _discard(seen: Outlook) -> Wishes:
    yield ChooseDiscard(card=least(seen, hand(seen.me))[0])


def _topdeck(seen: Outlook) -> Wishes:
    yield ChooseTopdeck(card=least(seen, hand(seen.me))[0])


def _hopeful(seen: Outlook) -> Wishes:
    """Play the Heart that was drawn if it deserves its place."""
    drawn = hand(seen.me)[-1]
    if drawn[0] == HEARTS and gain(seen.needs, drawn) > 0:
        yield ChooseHopeful(play=True, attach=attached(seen, drawn))
    yield ChooseHopeful(play=False)


def _resilient(seen: Outlook) -> Wishes:
    """The highest Heart; attachments would count from the end of the turn only, and stay in the Stack."""
    hearts = [kind for kind in hand(seen.me) if kind[0] == HEARTS]
    yield from (ChooseResilient(card=kind) for kind in sorted(hearts, key=lambda kind: -BASE_VALUE[kind])[:1])
    yield ChooseResilient()


def _shuffle(seen: Outlook) -> Wishes:
    yield ChooseShuffle(shuffle=False)


def _order(seen: Outlook) -> Wishes:
    """The worst first: the next player draws it."""
    yield ChooseOrder(cards=tuple(sorted(seen.view.deck_seen, key=lambda kind: held(seen, kind))))


def _ally_stack(seen: Outlook) -> Wishes:
    yield ChooseAllyStack(to_stack=seen.me.hand_count >= CROWDED)


ANSWERS: Mapping[QuestionKind, Callable[[Outlook], Wishes]] = {
    "choose_sacrifice": _sacrifice,
    "choose_draw": _draw,
    "choose_gift": _gift,
    "choose_discard": _discard,
    "choose_topdeck": _topdeck,
    "choose_hopeful": _hopeful,
    "choose_resilient": _resilient,
    "choose_shuffle": _shuffle,
    "choose_order": _order,
    "choose_ally_stack": _ally_stack,
}
