"""A full record turned into a golden play: who sat where, the secrets that it opened, and what was done by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.audit.timeline import Timeline
from domain.kernel.refusals import RefusedError
from domain.record.entries import ActionForced, ActionTaken, SeatTaken, SecretsOpened, TableOpened
from domain.record.keys import KNOWN
from domain.record.lines import read, split
from domain.table.play import NotDueError
from domain.table.seating import Opening
from tests.golden.playing import record
from tests.golden.written import Move, Play, Sits, line_of

_OWN = ("seats", "options", "version", "data")  # of an opening; they are said in another way


class NotAPlayError(ValueError):
    """A record that no list of moves gives again."""


def play_from(text: bytes, *, name: str, about: str) -> Play:
    """Return the play that gives this full record again, byte for byte; raises `NotAPlayError`."""
    timeline = Timeline(read(split(text)))
    entries: list[Any] = [moment.entry for moment in timeline.moments]
    opened = timeline.opening
    secrets = next((entry for entry in entries if isinstance(entry, SecretsOpened)), None)
    if secrets is None:
        raise NotAPlayError("the secrets of the table are not open, so nobody can deal its cards again")
    play = Play(
        game=opened.game,
        name=name,
        about=about,
        seats=tuple([_sits(entry) for entry in entries if isinstance(entry, SeatTaken)]),
        moves="".join(f"{line_of(move)}\n" for move in _moves(entries)),
        opening=_opening(timeline, opened, name),
        table=opened.table,
        secrets=(secrets.deal_secret, secrets.salt_secret),
        by=opened.by,
        begin=opened.at,
    )
    try:
        same = record(play) == text
    except (RefusedError, NotDueError):
        same = False
    if not same:
        raise NotAPlayError("something happened at the table that no move says: a rewind, a new seat, a card set")
    return play


def _sits(entry: SeatTaken) -> Sits:
    return Sits(
        player=entry.player,
        name_hash=entry.name_hash,
        entropy=entry.entropy,
        bot=entry.bot,
        public_key=entry.public_key,
    )


def _moves(entries: list[Any]) -> Iterator[Move]:
    """Yield what was done by hand or by the clock; prepared answers follow by themselves."""
    at = 0
    for entry in entries:
        after, at = entry.at - at, entry.at
        if isinstance(entry, ActionForced):
            yield Move(entry.seat, None, {}, after)
        elif isinstance(entry, ActionTaken) and entry.origin != "prepared":
            yield Move(entry.seat, entry.command.tag, entry.command.body or {}, after)


def _opening(timeline: Timeline, opened: TableOpened, label: str) -> dict[str, Any]:
    """Return what differs from a table opened without a word but this label, and the edition of the rules."""
    rules = timeline.title.rules
    plain, silent = msgspec.to_builtins(rules.options()), Opening(seats=opened.seats, label=label)
    said: dict[str, Any] = {"version": opened.version}
    for name in Opening.__struct_fields__:
        value = getattr(opened, name, None)  # a known deal stands as its protocol and its id
        if name not in _OWN and value not in (None, getattr(silent, name)):  # nothing is no word of TOML
            said[name] = msgspec.to_builtins(value)
    if opened.protocol == KNOWN:
        said["known_deal"] = opened.deal_id
    if opened.data != rules.default_data:
        said["data"] = opened.data
    options = {name: value for name, value in opened.options.items() if name not in plain or value != plain[name]}
    return {**said, "options": options} if options else said
