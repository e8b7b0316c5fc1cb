"""Pages for people, from files of ours."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from api.errors import KINDS
from api.schemas.bodies import ActionBody, CheckDeckBody, JoinBody, OpenTableBody
from tests.api.world import World


def page(world: World, path: str) -> tuple[str, dict[str, str]]:
    answer = world.app.test_client().get(path)
    assert answer.status_code == 200
    return answer.text, dict(answer.headers)


@pytest.mark.parametrize("path", ["/docs", "/docs/problems", "/docs/docs.js", "/docs/docs.css", "/docs/icon.svg"])
def test_pages_load_nothing_from_elsewhere(world: World, path: str) -> None:
    """No other origin, no inline script or style, and a policy that would forbid them."""
    text, headers = page(world, path)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    elsewhere = set(re.findall(r"https?://[^\s\"'<)]+", text)) - {"http://www.w3.org/2000/svg"}
    assert elsewhere == set()
    assert not re.search(r"\son\w+=|\sstyle=|<style|<script>|javascript:", text)


def test_every_file_a_page_names_is_there(world: World) -> None:
    """Scripts, styles, pictures, links."""
    for start in ("/docs", "/docs/problems"):
        text, _ = page(world, start)
        for address in re.findall(r'(?:href|src)="(/[^"#]*)', text):
            assert world.app.test_client().get(address).status_code == 200, address


def test_the_start_leads_to_the_documentation(world: World) -> None:
    """A person who opens the address of the service."""
    answer = world.app.test_client().get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")


def test_problems_are_explained_where_their_type_points(world: World) -> None:
    """Every code, and the refusals of the games."""
    text, _ = page(world, "/docs/problems")
    assert set(re.findall(r'<tr id="(\w+)"', text)) == {*KINDS, "refused"}


def test_the_guide_shows_bodies_that_are_accepted() -> None:
    """Every body in docs/api.md fits the schema of its operation."""
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    bodies = [msgspec.json.decode(found) for found in re.findall(r"-d '(\{.*?\})'", text, re.DOTALL)]
    schemas = {"game": OpenTableBody, "text": CheckDeckBody, "name": JoinBody, "command": ActionBody}
    for shown in bodies:
        schemas[next(iter(shown))]().load(shown)
    assert len(bodies) == 5


def test_no_other_file_is_served(world: World) -> None:
    """Neither code nor templates."""
    for path in ("/docs/docs.html", "/docs/__init__.py", "/docs/..%2fapp.py", "/docs/x"):
        assert world.app.test_client().get(path).status_code == 404
