"""The board at a moment as each seat saw it, and what each could do there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.audit.choices import Choosing
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import SPECTATOR, Seat, Viewer, seat_viewer
from domain.record.entries import ACTIONS
from drawing import SIZES, Saying, TooLongError, svg

WIDE = SIZES["page"]  # px: what stands on A4 without getting small


class Board(NamedTuple):
    """A board and whose it is; without a drawing where there is none, with the reason."""

    heading: str
    drawing: str
    reason: str = ""


class Choices(NamedTuple):
    """What a seat could do at a moment, each in a sentence."""

    heading: str
    sentences: tuple[str, ...]


def boards_at(timeline: Timeline, address: Address, words: Words) -> tuple[Board, ...]:
    """Return the board as each seat saw it whose eyes the copy has; as a spectator did, if it has none's."""
    owner = timeline.owner
    seats = [seat for seat in range(timeline.opening.seats) if owner.may_know((seat,))]
    eyes: list[tuple[str, Viewer]] = [
        (words.say("As {seat} saw it", seat=plain(words.seat(seat))), seat_viewer(seat)) for seat in seats
    ]
    return tuple(
        [
            Board(heading, *_drawn(timeline, address, viewer, words))
            for heading, viewer in eyes or [(words.say("As a spectator saw it"), SPECTATOR)]
        ]
    )


def _drawn(timeline: Timeline, address: Address, viewer: Viewer, words: Words) -> tuple[str, str]:
    picture = timeline.picture(address, viewer, words)
    if picture is None:
        return "", words.say("The game had not begun: there is no board.")
    saying = Saying(face_down=words.say("face down"), empty=words.say("empty"), you=words.say("you"))
    costume, language = timeline.title.costume, words.language
    try:
        drawn = svg(picture, theme="print", costume=costume, width=WIDE, saying=saying, language=language)
    except TooLongError:
        return "", words.say("The board is too large to be drawn.")
    return drawn, ""


STYLE, END = "<style>", "</style>"


def style_of(boards: Sequence[Board]) -> str:
    """Return the style that all drawings of a table share, which a page says once."""
    drawn = next((board.drawing for board in boards if board.drawing), "")
    return drawn.partition(STYLE)[2].partition(END)[0]


def without_style(drawing: str) -> str:
    """Return a drawing for a page that says its style."""
    before, _, rest = drawing.partition(STYLE)
    return before + rest.partition(END)[2]


def choices_at(timeline: Timeline, address: Address, words: Words) -> tuple[Choices, ...]:
    """Return what whoever acted could have done instead, and what each seat that was asked could do then."""
    return tuple([found for found in _choices(timeline, address, words) if found.sentences])


def _choices(timeline: Timeline, address: Address, words: Words) -> Iterator[Choices]:
    entry = timeline.moment(address.n).entry
    if isinstance(entry, ACTIONS):
        heading = words.say("What {seat} could do before entry {n}", seat=plain(words.seat(entry.seat)), n=entry.n)
        yield Choices(heading, _possible(timeline, Address(entry.n - 1), entry.seat, words))
    if address.fact is None:
        for seat in sorted(timeline.moment(address.n).table.decisions):
            heading = words.say("What {seat} could do after entry {n}", seat=plain(words.seat(seat)), n=address.n)
            yield Choices(heading, _possible(timeline, address, seat, words))


def _possible(timeline: Timeline, address: Address, seat: Seat, words: Words) -> tuple[str, ...]:
    """Return a seat's choices; the copy of somebody else does not know them."""
    if not timeline.owner.may_know((seat,)):
        return (words.say("This copy does not hold what {seat} saw.", seat=plain(words.seat(seat))),)
    return tuple(map(plain, Choosing(timeline, words).possible(address, seat)))
