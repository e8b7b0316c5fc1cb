"""A golden play, played: through the functions of the table, with the times, secrets and seats that it says."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from domain.kernel.chance import Draw
from domain.kernel.codec import command_from
from domain.kernel.refusals import RefusedError
from domain.record.chain import SealedEntry
from domain.record.draws import DealChance, Drawn
from domain.record.entries import PLAYED
from domain.table import play as table_play
from domain.table.play import NotDueError
from domain.table.seating import open_table, take_seat
from domain.table.simulation import Simulation
from domain.table.table import Table
from domain.table.writing import Written
from tests.golden.written import Move, Play, line_of


def record(play: Play) -> bytes:
    """Play it and return the full record; fails where a move is refused that should not be, or the other way round."""
    with patch.object(table_play, "DealChance", partial(RiggedChance, _first_places(play))):
        done = _Playing(play).finished()
    return b"".join([line + b"\n" for line in done.lines()])


class _Playing:
    """A table in play and the entries written so far."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.entries: list[SealedEntry] = []
        rules, at, by = play.title.rules, play.begin, play.by
        name = play.table or f"golden-{play.game}-{play.name}".replace("_", "-")
        self.table: Table = self._kept(open_table(rules, play.opened, table=name, secrets=play.kept, at=at, by=by))
        for seat in range(len(play.seats)):
            self._kept(take_seat(self.table, seat, play.sitting(seat), at=at, by=by))
        self._kept(table_play.start(self.table, at=at, by=by))

    def _kept(self, written: Written) -> Table:
        self.entries.extend(written.entries)
        self.table = written.table
        return self.table

    def finished(self) -> Simulation:
        """Play all moves."""
        for move in self.play.lines():
            if move.refused is None:
                self.go(move)
                continue
            with pytest.raises(RefusedError) as refused:
                self._done(move)
            assert refused.value.refusal.code == move.refused, line_of(move)
        return Simulation(self.table, tuple(self.entries))

    def go(self, move: Move) -> None:
        """Let a seat, or the clock, act."""
        try:
            self._kept(self._done(move))
        except RefusedError as error:
            error.add_note(line_of(move))
            raise

    def _done(self, move: Move) -> Written:
        at = self.table.book.at + move.after
        if move.tag is None:
            return table_play.force_action(self.table, move.seat, at=at)
        command = command_from(self.play.title.rules, move.tag, move.body)
        return table_play.take_action(self.table, move.seat, command, at=at, seen=self.table.book.n)


class RiggedChance(DealChance):
    """The chance of a table, but the first shuffles of some purposes put the named places on top.

    `first` is used up; the places that it does not name follow in their order.
    """

    def __init__(self, first: dict[str, list[int]], key: Any, *, rewinds: int, use: int) -> None:
        super().__init__(key, rewinds=rewinds, use=use)
        self._first = first

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the rigged permutation, or one by chance, and note the draw."""
        if purpose not in self._first:
            return super().shuffle(n, purpose, open=open)
        first = self._first.pop(purpose)
        result = (*first, *[place for place in range(n) if place not in first])
        self.drawn.append(Drawn(Draw(label=self._label(purpose), kind="shuffle", n=n, result=result), open))
        return result


def _first_places(play: Play) -> dict[str, list[int]]:
    """Return, by the purpose of the draw, the places of the named cards in the pile before its shuffle."""
    if not play.orders:
        return {}
    unshuffled = importlib.import_module(f"tests.games.{play.game}.piles").unshuffled
    facts = _plainly_dealt(play)
    return {purpose: _places(unshuffled(purpose, facts), named.split()) for purpose, named in play.orders.items()}


def _plainly_dealt(play: Play) -> list[Any]:
    """Return the facts of the deal and of the first moves while nothing is rigged: what the piles are made of."""
    playing = _Playing(play)
    with suppress(RefusedError, NotDueError):  # with other cards the moves soon make no sense
        for move in play.lines():
            if move.refused is None:
                playing.go(move)
    reads = [playing.table.codec.public(sealed.public) for sealed in playing.entries]
    opened = [
        playing.table.codec.opened(entry, {secret.pointer: secret.value for secret in sealed.secrets})
        for entry, sealed in zip(reads, playing.entries, strict=True)
    ]
    return [fact for entry in opened if isinstance(entry, PLAYED) for fact in entry.facts]


def _places(pile: Sequence[str], named: Sequence[str]) -> list[int]:
    """Return where the named cards lie, each copy once."""
    found: list[int] = []
    for card in named:
        place = next((place for place, other in enumerate(pile) if other == card and place not in found), None)
        if place is None:
            raise ValueError(f"not so many of {card} lie in the pile")
        found.append(place)
    return found
