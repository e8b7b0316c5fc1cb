"""The scene of a table: one answer with all that a page shows."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import look
from api.requests.scenes import scene
from api.requests.waiting import newer
from api.service import service
from api.wire.compressing import compressed
from api.wire.operations import Reply, operation, query
from api.wire.problems import language
from api.wire.responses import json_answer
from api.wire.schemas.play import SceneAnswer
from api.wire.schemas.queries import SceneQuery
from api.wire.who import WHO_MAY_KNOW

scenes = Blueprint("scenes", __name__)


@scenes.get("/tables/<table>/scene")
@operation(
    "readScene",
    "play",
    "Look at a table as a page shows it",
    callers=WHO_MAY_KNOW,
    query=SceneQuery,
    replies={200: Reply("What a page shows, all of it of one moment", SceneAnswer)},
    problems=("unknown_table", "invalid_viewer", "not_allowed"),
)
def read_scene(table: str) -> Response:
    """Picture, legal commands as sentences, who is awaited, clocks and the story after `after`, in the caller's
    language. Without `viewer` it is that of the caller's own seats, also once the secrets are open. `wait` waits for
    something newer than `after`."""
    asked, here, who = query(), service(), caller()
    newer(here, table, who, asked["after"], asked["wait"])
    sight = look(here, table, who, asked.get("viewer"), case=asked.get("case"), closed=True)
    answer = json_answer(scene(here, sight, who, asked["after"]), headers={"Content-Language": language()})
    answer.vary.add("Accept-Language")
    return compressed(answer)
