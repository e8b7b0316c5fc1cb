"""Whole tables as SVG: well made, the same each time, with room for every text, closed to what a text smuggles in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, get_args
from xml.etree import ElementTree

import pytest

from domain import games
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.look import PLAIN, Costume, Look, Mark, Tone
from domain.kernel.display.words import words_in
from domain.kernel.seats import every_viewer
from domain.record.lines import read, split
from drawing import SIZES, THEMES, Caption, TooLongError, svg
from drawing.brush import Brush
from drawing.cards import Face
from drawing.lettering import MONOSPACED, measured

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = tuple([f"{path.parent.name}/{path.stem}" for path in sorted(GOLDEN.glob("*/*.ndjson"))])
STEP = 37  # entries
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "Benedetta", "Cem", "Dorothea von Ypsilanti", "Eva", "F", "Gus", "Hana", "Ivo", "Jun")


@cache
def pictures(record: str) -> tuple[tuple[Costume, Picture], ...]:
    """Return moments of a record as some of its viewers saw them, the tenth in Japanese."""
    timeline = Timeline(read(split((GOLDEN / f"{record}.ndjson").read_bytes())))
    title = timeline.title
    found = []
    for n in range(timeline.started or 1, len(timeline) + 1, STEP):
        for place, viewer in enumerate(every_viewer(timeline.opening.seats)):
            words = words_in("ja" if place % 2 else "en", title.package).calling(NAMES[: timeline.opening.seats])
            picture = timeline.picture(Address(n), viewer, words)
            if picture is not None:
                found.append((title.costume, picture))
    return tuple(found)


class Written(NamedTuple):
    """A text with the rectangle that it takes at most."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Written) -> bool:
        apart = self.right <= other.left or other.right <= self.left or self.bottom <= other.top
        return not (apart or other.bottom <= self.top)


def written(element: ElementTree.Element, voice: str, dx: float = 0, dy: float = 0) -> Iterator[Written]:
    """Yield the texts outside of cards, where they stand in the whole picture."""
    shift = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
    if shift:
        dx, dy = dx + float(shift[1]), dy + float(shift[2])
    if element.tag == f"{SVG}text" and element.get("class") in ("b", "d") and element.text:
        size, weight = float(element.get("font-size", 0)), int(element.get("font-weight", 400))
        stretch = {"serif": 1.04, "narrow": 0.9, "technical": MONOSPACED}.get(voice, 1.0)
        wide = measured(element.text, size, weight, stretch if element.get("class") == "d" else 1.0)
        left = dx + float(element.get("x", 0)) - (wide / 2 if element.get("text-anchor") == "middle" else 0)
        base = dy + float(element.get("y", 0))
        yield Written(element.text, left, base - size * 0.72, left + wide, base + size * 0.05)
    for child in element:
        yield from written(child, voice, dx, dy)


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.long
def test_every_text_has_room_beside_every_other(record: str) -> None:
    """At each width: inside the picture, and none on another."""
    for place, (costume, picture) in enumerate(pictures(record)):
        width = list(SIZES.values())[place % len(SIZES)]
        root = ElementTree.fromstring(svg(picture, costume=costume, width=width, theme=THEMES[place % 3]))
        texts = list(written(root, costume.voice))
        assert texts
        for text in texts:
            assert text.left >= 0
            assert text.right <= width + 1, (text, width)
            assert text.bottom <= float(root.get("height", 0))
        for one, other in combinations(texts, 2):
            assert not one.meets(other), (one, other, width)


@pytest.mark.parametrize("record", RECORDS[::5])
def test_a_picture_is_the_same_each_time_and_closed_in_itself(record: str) -> None:
    """Nothing is fetched; all that is referred to is there."""
    costume, picture = pictures(record)[-1]
    drawn = svg(picture, costume=costume)
    assert drawn == svg(picture, costume=costume)
    assert set(re.findall(r"https?://[^\"]*", drawn)) == {"http://www.w3.org/2000/svg"}
    names = re.findall(r' id="([^"]+)"', drawn)
    assert len(names) == len(set(names))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', drawn)) <= set(names)


def table(*panels: Panel, headline: str = "A game", prompt: str | None = None) -> Picture:
    return Picture(headline, panels=panels, prompt=prompt)


def plain(*cards: CardPicture, **rest: object) -> Picture:
    return table(Panel("Ann", "own", 0, zones=(Zone("Row", "row", cards),)))


def test_a_text_is_a_text_whatever_it_says() -> None:
    hostile = '</text><script>alert("1")</script>&amp;\x1b[31m\u202e\uffff]]>'
    card = CardPicture(
        hostile, hostile, look=Look(title=hostile, lines=(hostile,), marks=(Mark("hand", hostile, "x"),))
    )
    panel = Panel(
        hostile, "other", 0, (Counter(hostile, 1),), (Badge(hostile),),
        (Zone(hostile, "row", (card, CardPicture(hostile, kind="strip")), note=hostile),),
    )  # fmt: skip
    drawn = svg(table(panel, headline=hostile, prompt=hostile), costume=PLAIN, caption=Caption(hostile, hostile))
    root = ElementTree.fromstring(drawn)
    assert "script" not in {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn


def test_a_hidden_card_is_a_back_and_nothing_else() -> None:
    drawn = svg(plain(CardPicture("", back=True), CardPicture("", back=True)), costume=PLAIN)
    assert "2 × face down" in drawn
    assert drawn.count("<text") == 5  # headline, crest, name, "you", the label of the row


def test_a_back_that_the_viewer_knows_bears_a_label() -> None:
    drawn = svg(plain(CardPicture("Kick 20", "Kick 20", "kick_20_1", back=True)), costume=PLAIN)
    assert ">Kick 20</text>" in drawn


def test_a_card_without_a_look_has_its_name() -> None:
    drawn = svg(plain(CardPicture("7", "Seven"), CardPicture("8")), costume=PLAIN)
    assert ">Seven</text>" in drawn
    assert ">8</text>" in drawn


def test_the_table_is_told_to_who_cannot_see_it() -> None:
    lit = CardPicture("7♥", "7 of Hearts", "H7-1", look=Look(rank="7", marks=(Mark("deck", "2", "2 cards under it"),)))
    panel = Panel(
        "Ann", "own", 0, (Counter("Health", 7, of=9),), (Badge("turn", "turn"),), (Zone("Hearts", "row", (lit,)),)
    )
    deck = Zone("Deck", "pile", count=12)
    root = ElementTree.fromstring(
        svg(table(Panel("Table", "centre", zones=(deck,)), panel, prompt="Go."), costume=PLAIN)
    )
    assert root.findtext(f"{SVG}title") == "A game"
    assert root.findtext(f"{SVG}desc") == (
        "A game\nTable.\nDeck (12): empty\nAnn, turn, Health 7/9.\nHearts: 7 of Hearts, 2 cards under it\nGo."
    )
    assert "7 of Hearts, 2 cards under it" in [title.text for title in root.iter(f"{SVG}title")]


@pytest.mark.parametrize("width", [319, 2401])
def test_a_width_that_no_picture_has_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="320 to 2400 px"):
        svg(table(), costume=PLAIN, width=width)


def test_a_picture_that_nobody_could_show_is_refused() -> None:
    panels = [Panel(f"Seat {seat}", "other", seat, zones=(Zone("Row", "row", slots=3),)) for seat in range(4000)]
    with pytest.raises(TooLongError, match="px high"):
        svg(table(*panels), costume=PLAIN, width=360)


@pytest.mark.parametrize("cards", [1, 7, 30, 90])
def test_a_hand_of_any_size_has_room(cards: int) -> None:
    """Closer together first, then in several rows."""
    hand = Zone("Hand", "hand", tuple([CardPicture("7", "Seven", look=Look(rank="7", art="heart"))] * cards))
    drawn = svg(table(Panel("Table", "centre"), Panel("Ann", "own", 0, zones=(hand,))), costume=PLAIN, width=360)
    assert drawn.count("<title>Seven</title>") == cards
    places = [float(x) for x in re.findall(r'translate\(([\d.]+) [\d.]+\)"><g><title>Seven', drawn)]
    assert all(x + 64 <= 360 - 2 * 16 for x in places)


def test_all_games_have_a_costume_of_their_own() -> None:
    costumes = [games.game(name).costume for name in games.shipped()]
    assert PLAIN not in costumes
    assert len({costume.back for costume in costumes}) == len(costumes)


def test_cards_differ_without_colour_on_the_smallest_card() -> None:
    """At 44 px, all tones made one: rank, motif, short name and the pattern of the band are left to tell them apart."""
    grey = dict.fromkeys(get_args(Tone), "#444444")
    for name in sorted(games.shipped()):
        costume = games.game(name).costume._replace(light=grey, tint=0.0)
        brush = Brush("light", costume)
        drawn: dict[str, str] = {}
        for record in [record for record in RECORDS if record.startswith(f"{name}/")]:
            for _, picture in pictures(record):
                for card in [card for panel in picture.panels for zone in panel.zones for card in zone.cards]:
                    if card.look is not None and card.kind == "card" and card.name.isascii():
                        face = Face(brush, card, 44).draw(lit=False, tight=False)
                        assert drawn.setdefault(face, card.name) == card.name
        assert len(drawn) > 12, name
