"""Casters in tests: asked for by the table's opener, with every seat's consent."""

from __future__ import annotations

from typing import Any

from tests.api.world import Answer, Opened


def ask(table: Opened, *seats: int, name: str = "Cass", token: str | None = None) -> Answer:
    """Ask for a caster, as the opener if no token is given."""
    return table.post("/casters", {"name": name, "seats": [*seats]}, token=token or table.opener)


def agree(table: Opened, seat: int, caster: int = 1) -> Answer:
    """Let a seat agree to a caster."""
    return table.post(f"/casters/{caster}/consent", {}, seat=seat)


def cast(table: Opened, *seats: int, name: str = "Cass") -> str:
    """Return the token of a caster to whom these seats have agreed."""
    answer = ask(table, *seats, name=name)
    assert answer.status_code == 201, answer.text
    made: Any = answer.json
    answers = [agree(table, seat, made["caster"]) for seat in seats]
    assert answers[-1].json["since"] is not None
    return str(made["token"])
