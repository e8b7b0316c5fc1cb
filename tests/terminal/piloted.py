"""Screens driven by Textual's pilot, as the text that a person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import StringIO
from typing import Any, TypeVar

from rich.console import Console
from textual.app import App
from textual.pilot import Pilot

A = TypeVar("A", bound=App[Any])


def text_of(app: App[Any]) -> str:
    """Return what the screen shows, without colours."""
    columns, rows = app.size
    console = Console(width=columns, height=rows, file=StringIO(), force_terminal=True, color_system=None, record=True)
    console.print(app.screen._compositor.render_update(full=True))
    return "\n".join([line.rstrip() for line in console.export_text().split("\n")])


def piloted(app: A, drive: Callable[[A, Pilot[Any]], Awaitable[None]], *, columns: int = 100, rows: int = 40) -> None:
    """Run an application without a terminal while somebody drives it."""

    async def run() -> None:
        async with app.run_test(size=(columns, rows)) as pilot:
            await pilot.pause()
            await drive(app, pilot)

    asyncio.run(run())


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other as fast as they are heard, and wait until all were."""
    for key in keys:
        pilot.app.simulate_key(key)
        await pilot.pause()


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until nothing more is drawn: what takes longer has been told too."""
    await pilot.pause(0.1)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
