"""What is accepted verifies: tables of random legal card sets, played by legal and nearly legal commands.

A game whose cards are data writes such sets in its `random_sets.py`: `card_set(chance)` and `options(chance)`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.kernel.acting import act
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.codec import command_types
from domain.kernel.game import Rules
from domain.kernel.legal import sample
from domain.kernel.messages import Concede, tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Seat, Viewer, seat_viewer
from domain.record.canonical import sha256
from domain.record.chain import SealedEntry
from domain.record.entries import Clock
from domain.record.keys import Secrets
from domain.record.lines import copy_line, data_line, header_line
from domain.table.play import force_action, start, take_action
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.laws.probes import vocabulary, well_formed

TESTS = Path(__file__).parent
AT = 1_700_000_000_000
ENTROPY = b"e" * 32
MOVE_MS = 1000  # of the clock, which now and then is let run out
SECRETS = Secrets(b"d" * 32, b"s" * 32)
MOST_ACTIONS = 150  # then everybody who may gives up
SELDOM = 120  # about every 120th action is the clock's
NEAR = 6  # commands near to a legal one that are tried before it
DATA = [name for name in games.names() if (TESTS / name / "random_sets.py").exists()]
QUICK, LONG, SOAK = range(2), range(2, 8), range(8, 200)


class Played:
    """A table of a random card set, and what it wrote."""

    def __init__(self, name: str, seed: int) -> None:
        self.id = f"{name}-{seed}"
        self.rules: Rules = games.game(name).rules
        self.chance = QuickChance(int.from_bytes(sha256(self.id.encode())[:8], "big"))
        sets: Any = importlib.import_module(f"tests.games.{name}.random_sets")
        self.card_set: bytes = sets.card_set(self.chance)
        seats, options = sets.options(self.chance)
        self.entries: list[SealedEntry] = []
        self.table: Table
        opening = Opening(
            seats=seats, options=options, data=card_set_digest(self.card_set), clock=Clock(move_ms=MOVE_MS)
        )
        self.keep(
            open_table(self.rules, opening, table=self.id, secrets=SECRETS, at=AT, by="a", card_set=self.card_set)
        )
        for seat in range(seats):
            self.keep(
                take_seat(self.table, seat, Sitting(player=f"p{seat}", name_hash="x", entropy=ENTROPY), at=AT, by="a")
            )
        self.keep(start(self.table, at=AT, by="a"))
        for _ in range(MOST_ACTIONS):
            if self.awaited:
                self.act()
        while self.awaited:
            self.keep(take_action(self.table, self.awaited[0], Concede(), at=self.table.book.at))

    @property
    def awaited(self) -> list[Seat]:
        """Who is asked; nobody once the game is over."""
        return sorted(self.table.decisions)

    @property
    def state(self) -> Any:
        """The game's state."""
        assert self.table.live is not None
        return self.table.live.state

    def keep(self, written: Written) -> None:
        """Take over what was written."""
        self.entries.extend(written.entries)
        self.table = written.table

    def act(self) -> None:
        """Let the clock, or a seat that is asked, act: by a command near to a legal one if that is accepted."""
        seat = self.chance.choice(self.awaited)
        if self.chance.pick(SELDOM) == 0:
            self.keep(force_action(self.table, seat, at=self.table.book.at + MOVE_MS))
            return
        legal = sample(self.rules, self.state, seat, self.chance)
        near = [command for command in self.near(legal) if command != legal]
        accepted = [command for command in near if self.rules.refuse(self.state, seat, command) is None]
        command = self.chance.choice(accepted or [legal])
        self.check_stored_form(seat, command)
        self.keep(take_action(self.table, seat, command, at=self.table.book.at + 1 + self.chance.pick(MOVE_MS - 1)))

    def near(self, command: Any) -> Iterator[Any]:
        """Yield the command with one more field than it has, if there is one, and with its lists in another order."""
        said = msgspec.to_builtins(command)
        cls = command_types(self.rules)[tag_of(command)]
        words = vocabulary(self.rules, self.state)
        for _ in range(NEAR):
            other = msgspec.to_builtins(well_formed(cls, words, self.table.setup.seats, self.chance))
            more = self.mixed([name for name in other if name not in said])
            beside = {name: other[name] for name in more[:1]}
            yield msgspec.convert({**beside, **{name: self.mixed(value) for name, value in said.items()}}, cls)

    def mixed(self, value: Any) -> Any:
        """Return a list in another order, anything else as it is."""
        if isinstance(value, list | tuple):
            return [value[place] for place in self.chance.shuffle(len(value))]
        return value

    def check_stored_form(self, seat: Seat, command: Any) -> None:
        """What is stored is accepted too, is its own normal form, and does the same."""
        stored = self.rules.normal(self.state, command)
        assert self.rules.refuse(self.state, seat, stored) is None, f"{command} is accepted, and stored as {stored}"
        assert self.rules.normal(self.state, stored) == stored
        assert act(self.rules, self.state, seat, command, QuickChance(1)) == (
            act(self.rules, self.state, seat, stored, QuickChance(1))
        )

    def record(self, viewer: Viewer) -> bytes:
        """Return a viewer's copy, with the card set in it."""
        opened = self.table.book.opened
        assert opened.data is not None
        lines = [header_line(opened, viewer), data_line(opened.data, self.card_set.decode())]
        lines += [copy_line(sealed, viewer, self.table.salts) for sealed in self.entries]
        return b"".join([line + b"\n" for line in lines])


def test_every_game_whose_cards_are_data_writes_random_sets() -> None:
    ours = [name for name in games.names() if games.game(name).package.startswith("domain.")]
    assert [name for name in ours if games.game(name).rules.data_sets] == DATA


def check(name: str, seed: int) -> None:
    """Play a table of a random card set; every copy of its record verifies, the full one in every respect."""
    played = Played(name, seed)
    full = {check.number: check.status for check in verify_bytes(played.record(ARBITER)).checks}
    assert {number: status for number, status in full.items() if status != "passed"} == {13: "not possible"}
    for viewer in (SPECTATOR, seat_viewer(seed % 2)):
        assert verify_bytes(played.record(viewer)).failed == ()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [*QUICK, *[pytest.param(seed, marks=pytest.mark.long) for seed in LONG]])
@pytest.mark.parametrize("name", DATA)
def test_what_is_accepted_with_a_random_card_set_verifies(name: str, seed: int) -> None:
    check(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK)
@pytest.mark.parametrize("name", DATA)
def test_what_is_accepted_with_many_random_card_sets_verifies(name: str, seed: int) -> None:
    check(name, seed)
