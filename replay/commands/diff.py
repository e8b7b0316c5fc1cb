"""`replay diff`: what an entry changed for a viewer, and what that viewer learned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from domain.audit.knowledge import Change, changes, moved
from domain.audit.narration import told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from replay.asked import json_option, shared, viewer_option, words_for
from replay.reading.followed import address_of, followed_to_damage
from replay.reading.sight import viewer_of
from replay.rendering import Screen, in_words, scalar
from replay.terminal import columns, ink


@click.command()
@shared
@click.option("--at", metavar="N[.F]", help="The entry, or one fact of it; by default the last entry.")
@viewer_option
@json_option
def diff(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    viewer: str | None,
    *,
    as_json: bool,
) -> None:
    """Tell what an entry changed for a viewer.

    What changed in the viewer's sight, and what the viewer learned. Where others heard less, their sentence stands
    below. FILE is a record, - for the standard input, or the URL of a table.
    """
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    address = address_of(timeline, at)
    words = words_for(timeline, lang, names)
    if as_json:
        click.echo(msgspec.json.encode(_compared(timeline, address, seen_by, words)))
    else:
        screen = Screen(timeline, seen_by, words, columns=columns(), ink=ink(), mark=followed.mark(words))
        click.echo("\n".join(_text(screen, address)))


def before(address: Address) -> Address | None:
    """Return the address just before; `None` before entry 1."""
    if address.fact:
        return Address(address.n, address.fact - 1)
    return Address(address.n - 1) if address.n > 1 else None


def changed(timeline: Timeline, address: Address, viewer: Viewer) -> tuple[Change, ...]:
    """Return what an entry or a fact changed in a viewer's sight."""
    earlier = before(address)
    old = None if earlier is None else timeline.view(earlier, viewer)
    return changes(old, timeline.view(address, viewer))


def _compared(timeline: Timeline, address: Address, viewer: Viewer, words: Words) -> dict[str, Any]:
    return {
        "address": str(address),
        "viewer": str(viewer),
        "happened": [
            {"address": str(item.address), "text": item.text, "others": item.others}
            for item in told(timeline, address.n, viewer, words)
            if address.fact is None or item.address == address
        ],
        "changes": [
            {"path": change.path, "before": change.before, "after": change.after}
            for change in changed(timeline, address, viewer)
        ],
    }


def _text(screen: Screen, address: Address) -> Iterator[str]:
    yield from screen.heading(address)
    yield ""
    yield screen.ink("strong", screen.words.say("What happened"))
    yield from screen.happened(address)
    yield ""
    yield screen.ink("strong", screen.words.say("What changed"))
    view = msgspec.json.decode(msgspec.json.encode(screen.timeline.view(address, screen.viewer)))
    count = 0
    for change in changed(screen.timeline, address, screen.viewer):
        count += 1
        if change.path == "/":
            came = change.before is None
            text = "The table is there for the first time." if came else "The table is gone."
            yield f"  {screen.words.say(text)}"
        else:
            line = screen.words.say(
                "{what}: {choices}",
                what=place(change.path, view, screen.words),
                choices=difference(change, screen.words, screen.timeline.title.hints),
            )
            yield from broken(f"  {line}", screen.columns, indent=6)
    if not count:
        yield f"  {screen.words.say('Nothing that this viewer sees.')}"


def place(path: str, view: Any, words: Words) -> str:
    """Return a place of a view in words; a part that belongs to a seat bears the seat's name."""
    names: list[str] = []
    for step in path.strip("/").split("/"):
        if step.endswith("…"):  # a part of a list: what came and went says which
            break
        by_seat = isinstance(view, dict) and step.isdigit()
        view = _inside(view, step)
        if by_seat:
            names.append(plain(words.seat(int(step))))
        elif isinstance(view, dict) and isinstance(view.get("seat"), int) and step.isdigit():
            names[-1:] = [plain(words.seat(view["seat"]))]
        else:
            names.append(in_words(step, words))
    return words.row(names)


def _inside(view: Any, step: str) -> Any:
    if isinstance(view, list) and step.isdigit() and int(step) < len(view):
        return view[int(step)]
    return view.get(step) if isinstance(view, dict) else None


def difference(change: Change, words: Words, hints: Hints = NOTHING) -> str:
    """Return a change in words: what came and went of a list, else the value before and after."""
    lists = moved(change)
    if lists is None:
        return f"{scalar(change.before, words, hints)} → {scalar(change.after, words, hints)}"
    pieces = [f"+ {scalar(item, words, hints)}" for item in lists.gained]
    pieces += [f"− {scalar(item, words, hints)}" for item in lists.lost]
    return words.row(pieces) or words.say("another order")
