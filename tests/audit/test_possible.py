"""What a seat could have done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from domain.audit import possible
from domain.audit.possible import EXPANDED, could_do
from domain.audit.timeline import Address, Timeline
from domain.kernel.legal import legal_actions
from domain.kernel.messages import Command
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER
from domain.record.lines import read, split
from tests.audit.tables import duel, four


class Pick(Command, tag="pick", frozen=True, kw_only=True):
    """A command with every kind of field."""

    card: str | None = None
    some: tuple[str, ...] = ()
    number: int = 0
    loud: bool = False


class Table:
    """As much of a game's rules as an expansion needs; only cards that begin with `a` may be picked, at most 2 loud."""

    name = "table"
    command_types: ClassVar[tuple[type[Command], ...]] = (Pick,)

    def refuse(self, state: Any, seat: int, command: Pick) -> Refusal | None:
        cards = [*([] if command.card is None else [command.card]), *command.some]
        if all(card.startswith("a") for card in cards) and (not command.loud or command.number < 3):
            return None
        return Refusal("no", "rule", "No.", "none")


def legal(fields: Mapping[str, Domain]) -> possible.Possible | None:
    rules: Any = Table()
    return possible._legal(rules, None, 0, Offer("pick", dict(fields)))


@pytest.mark.parametrize(
    ("fields", "left", "ways"),
    [
        ({"card": OneOf(("a1", "b1", "a2"))}, {"card": OneOf(("a1", "a2"))}, 2),
        ({"card": OneOf((None, "b1"))}, {"card": OneOf((None,))}, 1),
        ({"some": Subset(("a1", "b1", "a2"), 1, 2)}, {"some": Subset(("a1", "a2"), 1, 2)}, 3),
        ({"some": Arrangement(("a1", "b1", "a2"), 2, 2)}, {"some": Arrangement(("a1", "a2"), 2, 2)}, 2),
        ({"number": Range(1, 4), "loud": Flag()}, {"number": Range(1, 4), "loud": Flag()}, 6),
        ({}, {}, 1),
    ],
)
def test_only_values_of_legal_commands_are_left(
    fields: Mapping[str, Domain], left: Mapping[str, Domain], ways: int
) -> None:
    found = legal(fields)
    assert found is not None
    assert (found.offer.fields, found.ways) == (dict(left), ways)


@pytest.mark.parametrize("fields", [{"card": OneOf(("b1", "b2"))}, {"number": Range(2, 1)}, {"card": OneOf(())}])
def test_an_offer_without_a_legal_command_is_left_out(fields: Mapping[str, Domain]) -> None:
    assert legal(fields) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"number": Range(1, EXPANDED + 1)},
        {"some": Subset(tuple("abcdefghijkl"), 0, 12)},
        {"some": Arrangement(tuple("abcdefgh"), 0, 8)},
        {"number": Range(1, EXPANDED), "loud": Flag()},
        {"card": Free({"type": "string"})},
    ],
)
def test_an_offer_that_is_too_large_or_free_is_shown_as_it_is(fields: Mapping[str, Domain]) -> None:
    found = legal(fields)
    assert found is not None
    assert found == (Offer("pick", dict(fields)), None)


def test_the_ways_are_the_legal_actions_of_the_rules() -> None:
    for played in (duel(), four()):
        line = Timeline(read(split(played.record(ARBITER))))
        rules = line.title.rules
        for moment in line.moments[::7]:
            for seat in moment.table.decisions:
                found = could_do(line, Address(moment.entry.n), seat)
                assert all(item.ways is not None for item in found)
                actions = {msgspec.json.encode(command) for command in legal_actions(rules, moment.state, seat)}
                assert sum(item.ways or 0 for item in found) >= len(actions) > 0
                assert {item.offer.command for item in found} == {
                    msgspec.json.decode(action)["tag"] for action in actions
                }
