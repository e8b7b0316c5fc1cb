"""The board of a moment as a picture: SVG, drawn from the viewer's own copy as the frames of a review are."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import look
from api.resources.frames import ETAG, followed
from api.resources.records import LOOKING
from api.service import service
from api.wire.operations import Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import seen_answer
from api.wire.schemas.queries import PictureQuery
from api.wire.who import WHO_MAY_KNOW
from domain.audit.timeline import Address, Timeline, parse_address
from domain.kernel.display.board import Picture
from domain.kernel.display.look import Costume
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from drawing import Caption, Saying, Theme, TooLongError, svg

SVG = "image/svg+xml"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"  # its style stands in the picture

pictures = Blueprint("pictures", __name__)


@pictures.get("/tables/<table>/picture")
@operation(
    "readPicture",
    "record",
    "Draw the board of a moment",
    callers=WHO_MAY_KNOW,
    query=PictureQuery,
    replies={200: Reply("The board as SVG", media=(SVG,), headers=ETAG)},
    problems=(*LOOKING, "unknown_chunk", "unavailable"),
    long=True,
)
def read_picture(table: str) -> Response:
    """The board after entry or fact `at`, by default as it is now, as the viewer saw it: with names, without links. An
    image in a page sends no header of its choice, so that `language` may stand in the address too."""
    here, asked = service(), query()
    at = None if asked.get("at") is None else parse_address(asked["at"])
    if at is not None and at.n < 1:
        raise _no_entry()
    most = None if at is None else at.n
    sight = look(here, table, caller(), asked.get("viewer"), most=most, case=asked.get("case"))
    at = Address(sight.n) if at is None else at
    if at.n > sight.n:
        raise _no_entry()
    with followed(here, sight, asked.get("language")) as (timeline, words):
        board = _board(timeline, at, sight.viewer, words)
        caption = _caption(timeline, at, sight.viewer, words)
    drawn = _drawn(board, caption, timeline.title.costume, words, asked["theme"], asked["width"])
    answer = seen_answer(drawn.encode(), SVG, words.language, over=sight.table.book.is_over)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _no_entry() -> ProblemError:
    return ProblemError("unknown_chunk", "This table has no entries there, or not yet.")


def _drawn(board: Picture, caption: Caption, costume: Costume, words: Words, theme: Theme, width: int) -> str:
    """Return the picture; raises `ProblemError` (`unknown_chunk`) where no reader could show it."""
    try:
        return svg(
            board,
            theme=theme,
            costume=costume,
            width=width,
            caption=caption,
            saying=Saying(face_down=words.say("face down"), empty=words.say("empty"), you=words.say("you")),
            language=words.language,
        )
    except TooLongError as error:
        raise ProblemError("unknown_chunk", "The picture would be too high: ask for a wider one.") from error


def _board(timeline: Timeline, at: Address, viewer: Viewer, words: Words) -> Picture:
    if at.fact is not None and at.fact >= len(timeline.moment(at.n).facts):
        raise ProblemError("unknown_chunk", "This entry has no such fact.")
    board = timeline.picture(at, viewer, words)
    if board is None:
        raise ProblemError("unknown_chunk", "Nothing is dealt there yet.")
    return board


def _caption(timeline: Timeline, at: Address, viewer: Viewer, words: Words) -> Caption:
    """Say which table this is, where it stands, and through whose eyes it is seen; nothing of what is to come."""
    opening = timeline.opening
    place = words.say("entry {address}", address=at)
    return Caption(f"{opening.label or opening.table} · {place}", _seen_by(viewer, words))


def _seen_by(viewer: Viewer, words: Words) -> str:
    if viewer.everything:
        return words.say("with everything open")
    if not viewer.seats:
        return words.say("as a spectator saw it")
    return words.say("as {seats} saw it", seats=words.seats(sorted(viewer.seats)))
