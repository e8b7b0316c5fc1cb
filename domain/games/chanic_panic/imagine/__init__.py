"""Possible worlds: fill the unknown hands, Stacks, deck and abilities of a redacted state.

Every place of a hidden card is a token: the card itself where it is known, else `?` and a number. What is told of the
coming entry moves tokens and names some of them; then the rest gets the cards that lie in no known place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.imagine.choices import imagined_abilities
from domain.games.chanic_panic.imagine.marks import imagined_marks
from domain.games.chanic_panic.imagine.trace import Fits, Trace
from domain.games.chanic_panic.messages import ChanicFact
from domain.games.chanic_panic.state import Player, State, board
from domain.kernel.cards.unknowns import NoWorldError, is_unknown, left_over
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance


def imagine(state: State, chance: Chance, told: Sequence[ChanicFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow.

    Unknown cards are the whole deck without the open and the known ones. A world is built at the first try or there
    is none: raises `NoWorldError`.
    """
    trace = Trace(state, chance)
    places = trace.places()
    for fact in told:
        trace.follow(fact)
    trace.mind_the_question()
    filled = _filled(state, places, trace, chance)
    players = tuple([_player(player, seat, places, filled) for seat, player in enumerate(state.players)])
    turn = state.turn
    if trace.gift is not None:
        turn = replace(turn, gift=filled.get(trace.gift, trace.gift))
    players = imagined_abilities(replace(state, players=players), told, chance)
    world = replace(state, players=players, turn=turn, deck=Stack(_cards(places["deck"], filled)))
    return replace(world, turn=replace(turn, free=imagined_marks(world, told, chance))) if turn.free else world


def _player(player: Player, seat: int, places: dict[str, list[str]], filled: dict[str, str]) -> Player:
    return replace(
        player,
        hand=Bag(_cards(places[f"hand {seat}"], filled)),
        stack=Bag(_cards(places[f"stack {seat}"], filled)),
        attached=tuple([replace(item, cards=_cards(places[f"under {item.host}"], filled)) for item in player.attached]),
    )


def _cards(tokens: list[str], filled: dict[str, str]) -> tuple[str, ...]:
    return tuple([filled.get(token, token) for token in tokens])


def _filled(state: State, places: dict[str, list[str]], trace: Trace, chance: Chance) -> dict[str, str]:
    """Return a card for each token: its own where one was told, else one that lies nowhere yet and fits.

    Tokens that not every card fits get theirs first.
    """
    tokens = [token for place in places.values() for token in place]
    filled = {token: trace.named[token] for token in tokens if token in trace.named}
    loose = _loose(state, [filled.get(token, token) for token in tokens], chance)
    left = [token for token in tokens if is_unknown(token) and token not in filled]
    for token in sorted(left, key=lambda token: (-len(trace.limits.get(token, ())), token not in trace.wishes)):
        filled[token] = loose.pop(_fitting(loose, trace.limits.get(token, ()), trace.wishes.get(token)))
    return filled


def _fitting(loose: Sequence[str], limits: Sequence[Fits], wish: Fits | None) -> int:
    """Return the last place with a card that keeps within the limits, of these one that is wished for if there is any.

    Most places take any card: a bot imagines many worlds for each decision. Raises `NoWorldError`.
    """
    second_best = None
    for place in reversed(range(len(loose))):
        if all(fits(loose[place]) for fits in limits):
            if wish is None or wish(loose[place]):
                return place
            if second_best is None:
                second_best = place
    if second_best is None:
        raise NoWorldError("no card is left for an unknown place")
    return second_best


def _loose(state: State, known: list[str], chance: Chance) -> list[str]:
    """Return the cards that lie in no known place yet, shuffled."""
    pool = Counter(whole_deck(len(state.players)))
    pool.subtract(KIND[card] for card in state.discard)
    pool.subtract(KIND[card] for card in state.market if card is not None)
    for player in state.players:
        pool.subtract(KIND[card] for card in board(player))
    pool.subtract(card for card in known if not is_unknown(card))
    return left_over(pool, chance)
