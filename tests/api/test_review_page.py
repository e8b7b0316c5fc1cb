"""`/t/<table>/review`: the same page for everybody; a finished public table's story stands in it as text."""

from __future__ import annotations

from tests.api.test_frames import played
from tests.api.world import World


def text(world: World, table: str, language: str = "en") -> str:
    answer = world.app.test_client().get(f"/t/{table}/review", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == language
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    return answer.get_data(as_text=True)


def test_a_table_that_goes_on_tells_nothing_without_a_script(world: World) -> None:
    table = played(world, 3)
    assert "as-text" not in text(world, table.id)


def test_what_everybody_may_know_of_a_finished_table_is_text(world: World) -> None:
    table = played(world, 2000)
    assert world.store.table(table.id).book.is_over
    assert '<section class="as-text"><h1>Chanic Panic</h1>' in text(world, table.id)
    assert "の手番" in text(world, table.id, "ja")


def test_a_private_table_and_none_are_alike(world: World) -> None:
    table = played(world, 2000, visibility="private")
    assert text(world, table.id).replace(table.id, "") == text(world, "0" * 20).replace("0" * 20, "")
