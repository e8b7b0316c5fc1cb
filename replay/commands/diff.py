"""`replay diff`: what differs for a viewer between two moments, and what that viewer learned from an entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec

from domain.audit.differences import Difference, differences
from domain.audit.narration import told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import broken
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from programs.commands import Command
from replay.asked import json_option, shared, viewer_option, words_for
from replay.console import columns, ink
from replay.differing import sentence
from replay.errors import InputError
from replay.reading.followed import address_of, followed_to_damage
from replay.reading.sight import viewer_of
from replay.rendering import Screen


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N[.F]", help="The entry, or one fact of it; by default the last entry.")
@click.option("--and", "other", metavar="M[.F]", help="A later moment; the two are compared.")
@viewer_option
@json_option
def diff(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str | None,
    other: str | None,
    viewer: str | None,
    *,
    as_json: bool,
) -> None:
    """Tell what differs for a viewer between two moments.

    With --at alone: what that entry changed in the viewer's sight, and what the viewer learned; where others heard
    less, their sentence stands below. With --and: the table at the one address beside the table at the other. FILE is
    a record, - for the standard input, or the URL of a table.
    """
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    address = address_of(timeline, at)
    later = None if other is None else _later(timeline, address, other)
    words = words_for(timeline, lang, names)
    screen = Screen(timeline, seen_by, words, columns=columns(), ink=ink(), mark=followed.mark(words))
    if as_json:
        document = _changed(screen, address) if later is None else _compared(screen, address, later)
        click.echo(msgspec.json.encode(document))
    else:
        text = _changed_text(screen, address) if later is None else _compared_text(screen, address, later)
        click.echo("\n".join(text))


def _later(timeline: Timeline, address: Address, asked: str) -> Address:
    """Return the other moment; raises `InputError` where it does not come after the first."""
    later = address_of(timeline, asked)
    if _place(later) <= _place(address):
        raise InputError(f"{later} does not come after {address}: --at is the earlier moment, --and the later one")
    return later


def _place(address: Address) -> tuple[int, bool, int]:
    """Return what orders addresses: an entry without a fact is the table after all of its facts."""
    return address.n, address.fact is None, address.fact or 0


def before(address: Address) -> Address | None:
    """Return the address just before; `None` before entry 1."""
    if address.fact:
        return Address(address.n, address.fact - 1)
    return Address(address.n - 1) if address.n > 1 else None


def between(
    timeline: Timeline, earlier: Address | None, later: Address, viewer: Viewer, words: Words
) -> tuple[Difference, ...]:
    """Return what differs in a viewer's sight between two addresses; `None` is before entry 1."""
    old = None if earlier is None else timeline.picture(earlier, viewer, words)
    return differences(old, timeline.picture(later, viewer, words))


def _changed(screen: Screen, address: Address) -> dict[str, Any]:
    timeline, viewer, words = screen.timeline, screen.viewer, screen.words
    return {
        "address": str(address),
        "viewer": str(viewer),
        "happened": [
            {"address": str(item.address), "text": item.text, "others": item.others}
            for item in told(timeline, address.n, viewer, words)
            if address.fact is None or item.address == address
        ],
        "changes": _documented(between(timeline, before(address), address, viewer, words), words),
    }


def _compared(screen: Screen, address: Address, later: Address) -> dict[str, Any]:
    timeline, viewer, words = screen.timeline, screen.viewer, screen.words
    return {
        "address": str(address),
        "and": str(later),
        "viewer": str(viewer),
        "taken_back": sorted(n for n in timeline.taken_back if address.n < n <= later.n),
        "changes": _documented(between(timeline, address, later, viewer, words), words),
    }


def _documented(found: Sequence[Difference], words: Words) -> list[dict[str, Any]]:
    return [{**msgspec.to_builtins(one), "text": sentence(one, words)} for one in found]


def _changed_text(screen: Screen, address: Address) -> Iterator[str]:
    yield from screen.heading(address)
    yield ""
    yield screen.ink("strong", screen.words.say("What happened"))
    yield from screen.happened(address)
    yield ""
    yield screen.ink("strong", screen.words.say("What changed"))
    yield from _sentences(screen, before(address), address)


def _compared_text(screen: Screen, address: Address, later: Address) -> Iterator[str]:
    yield from screen.heading(address)
    yield from screen.heading(later)
    yield ""
    yield screen.ink("strong", screen.words.say("What differs"))
    yield from _sentences(screen, address, later)
    dropped = sum(address.n < n <= later.n for n in screen.timeline.taken_back)
    if dropped:
        back = screen.words.count("One entry was taken back.", "{n} entries were taken back.", dropped)
        yield f"  {screen.ink('faint', back)}"


def _sentences(screen: Screen, earlier: Address | None, later: Address) -> Iterator[str]:
    timeline, viewer, words = screen.timeline, screen.viewer, screen.words
    if timeline.view(later, viewer) is not None and (earlier is None or timeline.view(earlier, viewer) is None):
        yield f"  {words.say('The table is there for the first time.')}"
        return
    found = between(timeline, earlier, later, viewer, words)
    for one in found:
        yield from broken(f"  {sentence(one, words)}", screen.columns, indent=6)
    if not found:
        yield f"  {words.say('Nothing that this viewer sees.')}"
