"""What changed between two views."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.view_changes import Change, changes


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, ()),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, (Change("/b", 2, 3),)),
        ({"a": 1}, {"b": 2}, (Change("/a", 1, None), Change("/b", None, 2))),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}, (Change("/a/b/c", 1, 2),)),
        (None, {"a": 1}, (Change("/", None, {"a": 1}),)),
        ({"p": ({"seat": 0, "n": 1},)}, {"p": ({"seat": 0, "n": 2},)}, (Change("/p/0/n", 1, 2),)),
        ({"h": ("A", "B", "C")}, {"h": ("A", "C")}, (Change("/h/1…", ["B"], []),)),
        ({"h": ("A", "B")}, {"h": ("A", "B", "C")}, (Change("/h/2…", [], ["C"]),)),
        ({"h": ("A", "B", "C")}, {"h": ("A", "X", "C")}, (Change("/h/1…", ["B"], ["X"]),)),
        ({"h": None}, {"h": ("A",)}, (Change("/h", None, ["A"]),)),
        ({0: "wait"}, {1: "wait"}, (Change("/0", "wait", None), Change("/1", None, "wait"))),
    ],
)
def test_two_views_differ_place_by_place(before: Any, after: Any, found: tuple[Change, ...]) -> None:
    assert changes(before, after) == found
