"""Who may see a field: marks, the plan read from them, and the traps that architecture 3 names."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from domain.kernel.marks import (
    HIDDEN,
    MisplacedMarkError,
    Public,
    Sealed,
    Secret,
    SeenBy,
    hide,
    plan,
    redact,
    unhide,
    unmarked_cards,
)
from domain.kernel.messages import Fact, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, seat_viewer

Card = Annotated[str, msgspec.Meta(max_length=8)]
CARDS = frozenset[Any]({Card})


class Passed(Fact, tag="passed", frozen=True, kw_only=True):
    """Every kind of field."""

    giver: int
    taker: int
    card: Annotated[Card, SeenBy("giver", "taker")]
    rest: Annotated[tuple[Card, ...], SeenBy("giver")]
    order: Annotated[tuple[Card, ...] | None, Sealed()] = None
    stake: Annotated[int | None, Sealed("taker")] = msgspec.field(name="at_stake", default=None)
    shown: Annotated[Card, Public()] = "S1"
    note: str = ""


FULL = Passed(giver=0, taker=1, card="H1", rest=("C1", "C2"), order=("D1",), stake=2)


class Inner(msgspec.Struct, frozen=True):
    """A struct that holds a card."""

    card: Card


def test_a_mark_without_names_is_a_mistake() -> None:
    """For nobody, `Sealed()` is meant."""
    with pytest.raises(TypeError, match="for nobody use Sealed"):
        SeenBy()


def test_the_public_form_hides_what_is_marked_and_nothing_else() -> None:
    """A card is "?", a tuple keeps its length, a sealed value is null; encoded names in pointers."""
    public, secrets = hide(FULL)
    assert msgspec.to_builtins(public) == {
        "tag": "passed",
        "giver": 0,
        "taker": 1,
        "card": "?",
        "rest": ("?", "?"),
    }
    assert secrets == (
        Secret("/card", "H1", (0, 1)),
        Secret("/rest/0", "C1", (0,)),
        Secret("/rest/1", "C2", (0,)),
        Secret("/order", ("D1",), ()),
        Secret("/at_stake", 2, (1,)),
    )


def test_each_viewer_learns_what_the_marks_name() -> None:
    """One rule: audience and viewer have a seat in common."""
    assert redact(FULL, ARBITER) is FULL
    assert redact(FULL, SPECTATOR) == hide(FULL)[0]
    giver, taker = redact(FULL, seat_viewer(0)), redact(FULL, seat_viewer(1))
    assert (giver.card, giver.rest, giver.order, giver.stake) == ("H1", ("C1", "C2"), None, None)
    assert (taker.card, taker.rest, taker.order, taker.stake) == ("H1", (HIDDEN, HIDDEN), None, 2)


def test_a_fact_without_hidden_fields_is_its_own_public_form() -> None:
    class Plain(Fact, tag="plain", frozen=True, kw_only=True):
        n: int

    plain = Plain(n=1)
    assert hide(plain) == (plain, ())
    assert redact(plain, SPECTATOR) is plain
    assert unhide(plain, "/facts/0", {}) is plain


def test_opened_values_go_back_to_their_places() -> None:
    """`unhide` is the way back from the public form, for as much as a copy opens."""
    public, secrets = hide(FULL)
    opened = {f"/facts/3{secret.pointer}": secret.value for secret in secrets}
    assert unhide(public, "/facts/3", opened) == FULL
    some = unhide(public, "/facts/3", {"/facts/3/rest/1": "C2", "/facts/3/card": "H1"})
    assert (some.card, some.rest, some.order) == ("H1", (HIDDEN, "C2"), None)


def test_a_mark_below_a_union_would_hide_nothing_and_raises() -> None:
    """The trap `Annotated[Card, SeenBy(…)] | None`."""

    class Lost(Fact, tag="lost", frozen=True, kw_only=True):
        seat: int
        card: Annotated[Card, SeenBy("seat")] | None = None

    with pytest.raises(MisplacedMarkError, match=r"Lost\.card:"):
        plan(Lost)


def test_a_mark_inside_a_container_would_hide_nothing_and_raises() -> None:
    class Lost(Fact, tag="lost", frozen=True, kw_only=True):
        seat: int
        cards: Annotated[tuple[Annotated[Card, SeenBy("seat")], ...], msgspec.Meta(max_length=3)] = ()

    with pytest.raises(MisplacedMarkError, match=r"Lost\.cards:"):
        plan(Lost)


def test_card_fields_without_a_mark_are_found_at_any_depth() -> None:
    """Cards in tuples, unions and nested structs; marked and `Public` fields are none."""

    class Careless(Fact, tag="careless", frozen=True, kw_only=True):
        reveals: ClassVar[tuple[str, ...]] = ()
        card: Card
        row: tuple[Card, ...]
        maybe: Card | None
        inner: Inner
        table: dict[str, Card]
        fine: Annotated[Card, Public]
        also_fine: Annotated[Inner, Public()]
        hidden: Annotated[Card, Sealed()]
        text: str
        number: int | None

    assert unmarked_cards(Careless, CARDS) == ("card", "row", "maybe", "inner", "table")
    assert unmarked_cards(Passed, CARDS) == ()


def test_a_message_without_a_tag_has_none() -> None:
    """A tag is explicit."""
    with pytest.raises(AssertionError, match="has no tag"):
        tag_of(Inner)
