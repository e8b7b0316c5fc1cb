"""What lies face down put in a new order."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games import game
from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.state import Player, State, Turn
from domain.kernel.acting import reshuffle
from domain.kernel.cards.reordering import reorder, reordered, reordering
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import Words
from domain.kernel.draft import Draft
from domain.kernel.marks import redact
from domain.kernel.messages import UnseenReordered
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import SPECTATOR
from tests.audit.tables import Game

PILE = ("a", "b", "c", "d", "e")


class Asked:
    """Chance that turns round, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        assert not open
        self.asked.append((n, purpose))
        return tuple(range(n - 1, -1, -1))

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        raise AssertionError("nothing is picked")


def put(**asked: Any) -> tuple[list[tuple[int, str]], list[UnseenReordered]]:
    chance = Asked()
    draft: Draft[Any, Any] = Draft(None, lambda state, fact: state, chance)
    reorder(draft, PILE, pile="deck", **asked)
    return chance.asked, draft.facts


def test_what_a_seat_may_know_stays_on_top_and_at_the_bottom() -> None:
    asked, (fact,) = put(above=1, below=2)
    assert asked == [(2, "unseen_deck")]
    assert fact == UnseenReordered(pile="deck", above=1, count=2, order=("c", "b"))
    assert reordered(PILE, fact) == ("a", "c", "b", "d", "e")
    assert put(seat=1)[0] == [(5, "unseen_deck_1")]


@pytest.mark.parametrize(("above", "below"), [(4, 0), (0, 5), (3, 3)])
def test_fewer_than_two_cards_have_no_other_order(above: int, below: int) -> None:
    assert put(above=above, below=below) == ([], [])


def test_nobody_sees_the_new_order() -> None:
    _, (fact,) = put(above=1)
    hidden = redact(fact, SPECTATOR)
    assert hidden.order is None
    assert reordered(PILE, hidden) == ("a", "?", "?", "?", "?")
    assert (fact.above, fact.count) == (hidden.above, hidden.count)


@pytest.mark.parametrize(
    "fact",
    [UnseenReordered(pile="deck", above=2, count=4, order=None), UnseenReordered(pile="deck", count=2, order=("a",))],
)
def test_a_record_that_reorders_what_is_not_there_contradicts_itself(fact: UnseenReordered) -> None:
    with pytest.raises(NotThereError):
        reordered(PILE, fact)


def test_it_is_told_in_a_sentence() -> None:
    words = Words(("Ann",))
    fact = UnseenReordered(pile="deck", count=4, order=None)
    assert reordering(fact, words) == "4 cards that lie face down are put in a new order."
    assert reordering(msgspec.structs.replace(fact, seat=0), words) == (
        "4 cards of Ann that lie face down are put in a new order."
    )


def test_a_deck_of_fightdrome_belongs_to_a_seat() -> None:
    rules = game("fightdrome").rules
    live = Game("fightdrome", 2).start().table.live
    assert live is not None
    with pytest.raises(NotThereError):
        rules.evolve(live.state, UnseenReordered(pile="deck", count=2, order=None))


@pytest.mark.parametrize("name", ["chanic_panic", "fightdrome", "panic_clan_inviter", "panzer_clash", "harbour"])
def test_every_game_puts_its_piles_in_a_new_order(name: str) -> None:
    """`tests/laws/test_new_orders.py` says which cards move; hands never do."""
    table = Game(name, 2).start().play(2 if name == "harbour" else 6).table
    assert table.live is not None
    facts, state = reshuffle(table.rules, table.live.state, QuickChance(1))
    assert facts
    assert state != table.live.state
    assert [player.hand for player in seats(state)] == [player.hand for player in seats(table.live.state)]


def seats(state: Any) -> Any:
    """Return what belongs to the seats, as a game calls it."""
    return getattr(state, "players", None) or state.fighters


def test_a_game_in_which_nothing_lies_face_down_need_not_say_it() -> None:
    table = Game("undercut", 2).start().table
    assert table.live is not None
    assert reshuffle(table.rules, table.live.state, QuickChance(1)) == ((), table.live.state)


def test_terrain_that_lies_open_stays_where_it_is() -> None:
    """Before it is laid there is none; what was turned up is no more among what lies face down."""
    made = Game("panzer_clash", 2).start()
    state = seats_of_terrain(made)
    assert (state.face_down, state.unseen_terrain) == ((), ())
    while not (state := seats_of_terrain(made)).face_up:
        made.act()
    lying = {space: state.laid_on(space) for space in state.face_up}
    after = reshuffle(made.table.rules, state, QuickChance(1)).state
    assert {space: after.laid_on(space) for space in after.face_up} == lying
    assert len(state.face_down) == len(state.laid) - len(lying)
    assert sorted(after.unseen_terrain) == sorted(state.unseen_terrain)


def seats_of_terrain(made: Game) -> Any:
    assert made.table.live is not None
    return made.table.live.state


def test_what_was_peeked_at_put_on_top_or_drawn_is_counted() -> None:
    """Chanic Panic: how many cards on top of the deck some seat may know."""
    rules = game("chanic_panic").rules
    options = said.ChanicOptions()
    deck = Stack(("H2", "H3", "H4", "H5", "H6"))
    player = Player(hand=Bag(("C9",)))
    state: Any = State(options=options, edition=EDITIONS[1], players=(player,), turn=Turn(0, "point_phase"), deck=deck)
    told = [
        (said.DeckPeeked(seat=0, count=1, cards=("H2",)), 1),
        (said.CardPutOnDeck(seat=0, card="C9"), 2),
        (said.CardsDrawn(seat=0, reason="turn", cards=("C9",)), 1),
        (said.DeckReordered(seat=0, count=3, cards=("H4", "H3", "H2")), 3),
        (said.CardsDrawn(seat=0, reason="turn", cards=("H4", "H3", "H2", "H5")), 0),
    ]
    for fact, known in told:
        state = rules.evolve(state, fact)
        assert state.known == known, fact
