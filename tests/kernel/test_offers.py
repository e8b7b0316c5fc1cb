"""Offers: a compact grammar of commands, its expansion and its samples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from domain.kernel.bots import random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.codec import BadCommandError, body_of_command, command_from, command_types
from domain.kernel.game import GameRules
from domain.kernel.legal import Legal, expand, legal_actions, legal_up_to, offers, sample, sample_offers
from domain.kernel.offers import Arrangement, Flag, Free, Offer, OneOf, Range, Subset, body_of
from domain.kernel.refusals import Refusal
from tests.harbour import messages as said
from tests.harbour.rules import Harbour
from tests.kernel.test_draft import dealt

RULES = Harbour()


class OnOffer(Harbour):
    """Harbour with a menu of the test's own, in which only some commands are legal."""

    def __init__(self, menu: Iterable[Offer | None], legal: Iterable[Any] | None = None) -> None:
        self._menu = tuple(menu)
        self._legal = None if legal is None else list(legal)

    def menu(self, state: Any, seat: int) -> Any:
        return tuple([lambda offer=offer: offer for offer in self._menu])

    def refuse(self, state: Any, seat: int, command: Any) -> Refusal | None:
        if self._legal is None or command in self._legal:
            return None
        return Refusal("no", "rule", "No.", "test")


def braces(rules: OnOffer) -> list[int]:
    """Return the stakes of all legal braces."""
    return [command.stake for command in legal_actions(rules, None, 0)]


def chosen(*domains: Any) -> set[tuple[str, ...]]:
    """Return what one field of cards expands to."""
    return {command.cards for command in expand(RULES, Offer("choose", {"cards": domains[0]}))}


def test_domains_expand_to_all_their_values() -> None:
    assert chosen(Subset(("a", "b"), 1, 2)) == {("a",), ("b",), ("a", "b")}
    assert chosen(Subset(("a", "b"), 0, 9)) == {(), ("a",), ("b",), ("a", "b")}
    assert chosen(Arrangement(("a", "b"), 2, 2)) == {("a", "b"), ("b", "a")}
    assert chosen(OneOf((("a",), ()))) == {("a",), ()}
    assert {command.accept for command in expand(RULES, Offer("answer", {"accept": Flag()}))} == {False, True}
    assert [command.stake for command in expand(RULES, Offer("brace", {"stake": Range(-1, 1)}))] == [-1, 0, 1]
    assert list(expand(RULES, Offer("hail", {"words": Free({})}))) == []


def test_several_fields_are_a_product_and_paths_are_built() -> None:
    """`cargo/0/card` is a path into the command's body."""
    fields: dict[str, Any] = {
        "cargo/0/card": OneOf(("rope", "salt")),
        "cargo/0/berth": Range(0, 1),
        "cargo/1/card": OneOf(("tea",)),
        "cargo/1/berth": OneOf((1,)),
    }
    found = list(expand(RULES, Offer("load", fields)))
    assert len(found) == 4
    assert said.Load(cargo=(said.Cargo("salt", 1), said.Cargo("tea", 1))) in found


@pytest.mark.parametrize(
    ("assignment", "body"),
    [
        ({"a": 1, "b": None}, {"a": 1}),
        ({"a/b": 1, "a/c": 2}, {"a": {"b": 1, "c": 2}}),
        ({"a/0": "x", "a/1": "y"}, {"a": ["x", "y"]}),
        ({"a/0/b/0": 1, "a/0/b/1": 2, "a/1/b/0": 3}, {"a": [{"b": [1, 2]}, {"b": [3]}]}),
    ],
)
def test_bodies_are_built_from_paths(assignment: dict[str, Any], body: dict[str, Any]) -> None:
    assert body_of(assignment) == body


def test_legal_actions_ask_refuse_and_say_nothing_twice() -> None:
    """Offers may offer too much; overlapping ones are counted once."""
    menu = [Offer("brace", {"stake": Range(0, 3)}), None, Offer("brace", {"stake": Range(2, 5)})]
    assert braces(OnOffer(menu)) == [0, 1, 2, 3, 4, 5]
    assert braces(OnOffer(menu, [said.Brace(stake=4)])) == [4]


def test_what_is_refused_is_tried_and_not_listed() -> None:
    rules = OnOffer([Offer("brace", {"stake": Range(0, 3)})], [said.Brace(stake=1), said.Brace(stake=3)])
    assert legal_up_to(rules, None, 0, most=2, tried=4) == Legal([said.Brace(stake=1), said.Brace(stake=3)], False)
    assert legal_up_to(rules, None, 0, most=2, tried=3) == Legal([said.Brace(stake=1)], True)


def test_sample_finds_the_one_legal_command_by_listing_them() -> None:
    """After 24 misses the menu is expanded."""
    rules = OnOffer([Offer("brace", {"stake": Range(0, 5000)})], [said.Brace(stake=4321)])
    assert sample(rules, None, 0, QuickChance(1)) == said.Brace(stake=4321)
    bot = random_bot(rules)
    on_offer = offers(rules, None, 0)
    chance = QuickChance(1)
    assert bot(None, on_offer, lambda command: rules.refuse(None, 0, command), chance) == said.Brace(stake=4321)


@pytest.mark.parametrize("menu", [[], [None], [Offer("brace", {"stake": Range(0, 3)})]])
def test_where_nothing_is_legal_sample_says_so(menu: list[Offer | None]) -> None:
    rules = OnOffer(menu, [])
    with pytest.raises(LookupError, match="nothing legal"):
        sample(rules, None, 0, QuickChance(1))
    with pytest.raises(LookupError, match="nothing on offer"):
        sample_offers(rules, offers(rules, None, 0), lambda command: rules.refuse(None, 0, command), QuickChance(1))


DOMAINS = [
    ("brace", "stake", Range(0, 3), 4),
    ("answer", "accept", Flag(), 2),
    ("stow", "card", OneOf(("a", "b", "c")), 3),
    ("choose", "cards", Subset(("a", "b", "c"), 0, 2), 7),
    ("choose", "cards", Subset(("a", "b", "c"), 3, 3), 1),
    ("choose", "cards", Arrangement(("a", "b", "c"), 1, 2), 9),
    ("choose", "cards", Arrangement(("a", "b"), 2, 9), 2),
]


@pytest.mark.parametrize(("tag", "field", "domain", "count"), DOMAINS)
def test_sample_reaches_everything_that_is_on_offer_and_nothing_else(
    tag: str, field: str, domain: Any, count: int
) -> None:
    rules = OnOffer([Offer(tag, {field: domain})])
    chance = QuickChance(5)
    sampled = {msgspec.json.encode(sample(rules, None, 0, chance)) for _ in range(400)}
    assert sampled == {msgspec.json.encode(command) for command in legal_actions(rules, None, 0)}
    assert len(sampled) == count


def test_a_domain_that_is_too_small_gives_what_there_is() -> None:
    """An empty choice leaves its field out; too few values are all given, and `refuse` has the last word."""
    rules = OnOffer([Offer("choose", {"cards": Subset(("a",), 2, 3)})], [said.Choose(cards=("a",))])
    assert sample(rules, None, 0, QuickChance(1)) == said.Choose(cards=("a",))
    hail = OnOffer([Offer("hail", {"words": OneOf(())})])
    assert sample(hail, None, 0, QuickChance(1)) == said.Hail()
    free = OnOffer([Offer("hail", {"words": Free({"type": "string"})})])
    assert sample(free, None, 0, QuickChance(1)) == said.Hail()


def test_the_menu_of_a_real_state_expands_to_what_refuse_accepts() -> None:
    state = dealt()
    (seat,) = RULES.to_act(state)
    found = list(legal_actions(RULES, state, seat))
    assert found
    assert all(RULES.refuse(state, seat, command) is None for command in found)
    assert list(legal_actions(RULES, state, 1 - seat)) == []


def test_commands_that_do_not_fit_are_no_commands() -> None:
    with pytest.raises(BadCommandError, match="'fly' is no command of harbour"):
        command_from(RULES, "fly", {})
    with pytest.raises(BadCommandError, match="Expected `int`"):
        command_from(RULES, "brace", {"stake": "all"})
    with pytest.raises(BadCommandError, match="unknown field"):
        command_from(RULES, "brace", {"stake": 1, "more": 2})


def test_a_game_without_card_sets_says_so() -> None:
    with pytest.raises(ValueError, match="harbour has no card sets"):
        GameRules.load_data(RULES, b"")


def test_a_bot_takes_the_first_legal_thing_it_draws() -> None:
    rules = OnOffer([Offer("brace", {"stake": Range(0, 1)})])
    assert isinstance(random_bot(rules)(None, offers(rules, None, 0), lambda _: None, QuickChance(1)), said.Brace)


def test_most_games_prepare_no_answers() -> None:
    assert GameRules.prepared_answer(RULES, dealt(), 0) is None


def test_a_command_is_its_tag_and_its_body() -> None:
    """The same form in entries, offers and the API; the kernel's own commands belong to every game."""
    command = said.Give(to=1, card="rope")
    assert body_of_command(command) == {"to": 1, "card": "rope"}
    assert command_from(RULES, "give", body_of_command(command)) == command
    assert {"concede", "time_out", "give"} <= set(command_types(RULES))
