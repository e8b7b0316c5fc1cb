"""The page of the API's reference, held against the document that it shows."""

from __future__ import annotations

from typing import Any, get_args

from api.callers.auth import CallerKind
from tests.api.server import Server
from tests.browser.conftest import Visits

# Who may call each operation, as the page says it once it is opened: names of kinds, and under which condition.
BOXES = "[...document.querySelectorAll('details.operation:not([id^=game-], [id^=letter-])')]"
OPENED = f"() => {{ for (const box of {BOXES}) box.open = true; }}"
FILLED = f"() => {BOXES}.every((box) => box.querySelector('.callers li') !== null)"
SAID = f"""() => {{
  return Object.fromEntries({BOXES}.map((box) => [box.id, [...box.querySelectorAll(".callers li")].map((line) =>
    [line.querySelector("strong").textContent, line.querySelector(".note")?.textContent.trim() ?? ""])]));
}}"""


def test_the_page_says_of_every_operation_who_may_call_it(server: Server, visits: Visits) -> None:
    """As the document does, and every kind of caller in words of its own."""
    home = server.url.removesuffix("/api/v1")
    page = visits(home).page
    page.goto(f"{home}/docs")
    page.locator("details.operation").first.wait_for()
    page.evaluate(OPENED)
    page.wait_for_function(FILLED)
    said: dict[str, list[tuple[str, str]]] = page.evaluate(SAID)
    paths: dict[str, dict[str, Any]] = server.call("GET", "/openapi.json").body["paths"]
    operations = {
        one["operationId"]: one["x-callers"]
        for methods in paths.values()
        for one in methods.values()
        if isinstance(one, dict) and "x-callers" in one
    }
    assert set(said) == set(operations)
    assert len(said) > 100
    kinds: dict[str, set[str]] = {}
    for name, callers in operations.items():
        assert len(said[name]) == len(callers) > 0, name
        for (words, condition), told in zip(said[name], callers, strict=True):
            kinds.setdefault(told["caller"], set()).add(words)
            assert bool(condition) is ("when" in told), name
    assert set(kinds) == set(get_args(CallerKind))
    assert all(len(words) == 1 for words in kinds.values())
    assert all(words == "anybody" or (kind in words and " " in words) for kind, (words,) in kinds.items())
