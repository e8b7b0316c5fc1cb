"""What differs between two pictures of a table."""

from __future__ import annotations

import pytest

from domain.audit.differences import Altered, Cards, Difference, Marks, Number, Order, Text, differences
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone

BACK = CardPicture("", back=True)


def card(name: str, *badges: str) -> CardPicture:
    return CardPicture(name[0], name, badges=badges)


def with_zone(zone: Zone) -> Picture:
    return Picture("Game", panels=(Panel("Anna", "own", 0, zones=(zone,)),))


def hand(*cards: CardPicture, count: int | None = None) -> Picture:
    return with_zone(Zone("Hand", "hand", cards, count=count))


HAND = ("Anna", "Hand")


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (hand(card("Ace")), hand(card("Ace")), ()),
        (hand(card("Ace")), hand(card("Ten")), (Cards(place=HAND, gained=("Ten",), lost=("Ace",)),)),
        (hand(BACK, BACK), hand(BACK), (Cards(place=HAND, gained=(), lost=(None,)),)),
        (hand(BACK), hand(card("Ace")), (Cards(place=HAND, gained=("Ace",), lost=(None,)),)),
        (
            hand(card("Ace", "1/2")),
            hand(card("Ace", "2/2")),
            (Altered(place=HAND, card="Ace", before="1/2", after="2/2"),),
        ),
        (hand(card("Ace"), card("Ten")), hand(card("Ten"), card("Ace")), (Order(place=HAND),)),
        (hand(count=3), hand(count=2), (Number(place=HAND, before=3, after=2),)),
        (
            hand(card("Ace"), count=1),
            hand(card("Ace"), card("Ten"), count=2),
            (Cards(place=HAND, gained=("Ten",), lost=()),),
        ),
        (Picture("Round 1"), Picture("Round 2"), (Text(place=(), before="Round 1", after="Round 2"),)),
        (
            Picture("", banner=("Calm.",)),
            Picture("", banner=("War.",)),
            (Marks(place=(), gained=("War.",), lost=("Calm.",)),),
        ),
        (Picture("", prompt="Go."), Picture(""), (Text(place=(), before="Go.", after=None),)),
    ],
)
def test_two_pictures_differ_in_the_words_of_the_board(
    before: Picture, after: Picture, found: tuple[Difference, ...]
) -> None:
    assert differences(before, after) == found


def test_a_panel_that_another_label_names_is_the_same_seat() -> None:
    before = Picture("", panels=(Panel("Ben", "other", 1, (Counter("Life", 5), Counter("Ink", 1)), (Badge("turn"),)),))
    after = Picture("", panels=(Panel("▼ Ben", "other", 1, (Counter("Life", 4), Counter("Gold", 2))),))
    assert differences(before, after) == (
        Number(place=("▼ Ben", "Life"), before=5, after=4),
        Number(place=("▼ Ben", "Ink"), before=1, after=None),
        Number(place=("▼ Ben", "Gold"), before=None, after=2),
        Marks(place=("▼ Ben",), gained=(), lost=("turn",)),
    )


def test_a_map_is_told_space_by_space() -> None:
    def field(*cards: CardPicture) -> Picture:
        return with_zone(Zone("Map", "grid", cards, size=(2, 1)))

    unit = CardPicture("▲Tank", "Tank: attack 2", badges=("2/2",))
    left, right = CardPicture("a1 ▒▒", at=(0, 0)), CardPicture("b1 Road", at=(1, 0))
    seen = CardPicture("a1 Hill", badges=("⊘",), at=(0, 0))
    on_left, on_right = (CardPicture(unit.face, unit.name, badges=unit.badges, at=at) for at in ((0, 0), (1, 0)))
    assert differences(field(left, right, on_left), field(seen, right, on_right)) == (
        Text(place=("Anna", "Map"), before="a1 ▒▒", after="a1 Hill ⊘"),
        Cards(place=("Anna", "Map", "a1 Hill ⊘"), gained=(), lost=("▲Tank",)),
        Cards(place=("Anna", "Map", "b1 Road"), gained=("▲Tank",), lost=()),
    )


def test_places_of_one_name_are_told_apart() -> None:
    piles = [Zone("Pile", "pile", count=count) for count in (1, 2, 3)]
    before, after = (
        Picture("", panels=(Panel("", "centre", zones=tuple(zones)),)) for zones in (piles[:2], piles[::2])
    )
    assert differences(before, after) == (Number(place=("", "Pile"), before=2, after=3),)


def test_before_the_deal_there_is_nothing_to_differ() -> None:
    assert differences(None, None) == ()
    first = differences(None, hand(card("Ace")))
    assert first == (Text(place=(), before=None, after="Game"), Cards(place=HAND, gained=("Ace",), lost=()))
