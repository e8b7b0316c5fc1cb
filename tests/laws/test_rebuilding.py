"""Real tables with real seals: rebuilt from stored blobs, and read back from every viewer's lines."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from domain import games
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.legal import sample
from domain.kernel.seats import ARBITER, Viewer, every_viewer
from domain.record.blob import from_blobs, private_blob, public_blob
from domain.record.canonical import unb64
from domain.record.chain import SealedEntry, genesis, link
from domain.record.entries import Clock
from domain.record.keys import Secrets
from domain.record.lines import copy_line, header_line, read
from domain.record.seals import seal
from domain.table.codec import codec_of
from domain.table.play import force_action, start, take_action
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Read, Table, fold
from domain.table.writing import Written
from tests.laws.tables import Run, runs, state_bytes

pytestmark = pytest.mark.no_cover

GAMES = games.names()
TABLES = 4
AT = 1_700_000_000_000
SECRETS = Secrets(b"d" * 32, b"s" * 32)


def real_table(run: Run, rules: Rules) -> tuple[Table, list[SealedEntry]]:
    """Play a table through its public functions, with time running and time-outs; return it and its entries."""
    quick = QuickChance(run.seed)
    opening = Opening(
        seats=run.deal.seats,
        options=run.deal.options,
        version=run.version,
        clock=Clock(move_ms=20_000, bank_ms=300_000, increment_ms=500),
        data=None if run.deal.card_set is None else card_set_digest(run.deal.card_set),
    )
    entries: list[SealedEntry] = []

    def kept(written: Written) -> Table:
        entries.extend(written.entries)
        return written.table

    table = kept(
        open_table(
            rules,
            opening,
            table=f"real-{run.seed % 997}",
            secrets=SECRETS,
            at=AT,
            by="organiser",
            card_set=run.deal.card_set,
        )
    )
    for seat in range(run.deal.seats):
        sitting = Sitting(player=f"p{seat}", name_hash="h", entropy=bytes([seat]) * 32)
        table = kept(take_seat(table, seat, sitting, at=AT + seat, by="organiser"))
    table = kept(start(table, at=AT + 100, by="table"))
    while table.book.status == "running":
        live = table.live
        assert live is not None
        seat = quick.choice(sorted(table.decisions))
        if quick.pick(20) == 0:
            at = live.deadline(seat, opening.clock)
            assert at is not None
            table = kept(force_action(table, seat, at=max(at, table.book.at)))
        else:
            command = sample(rules, live.state, seat, quick)
            table = kept(take_action(table, seat, command, at=table.book.at + quick.pick(3000), seen=table.book.n))
    return table, entries


def plain(value: Any) -> bytes:
    """Return a value's JSON: what was stored comes back with lists where facts have tuples."""
    return msgspec.json.encode(value)


def folded(rules: Rules, entries: list[SealedEntry], secrets: Secrets, data: Any) -> Table:
    """Return the table that the store gives back."""
    codec = codec_of(rules)
    reads = []
    for sealed in entries:
        back, kept = from_blobs(public_blob(sealed), private_blob(sealed, secrets if sealed.n == 1 else None))
        assert back._replace(secrets=()) == sealed._replace(secrets=())
        assert plain(back.secrets) == plain(sealed.secrets)
        assert (kept == secrets) is (sealed.n == 1)
        reads.append(Read(codec.stored(back.public, [(secret.value, secret.seats) for secret in back.secrets]), back))
    return fold(rules, reads, data=data, secrets=secrets)


def same(one: Table, other: Table) -> None:
    """Two tables are the same, the states byte for byte."""
    assert one.book == other.book
    assert one.live is not None
    assert other.live is not None
    assert state_bytes(one.live.state) == state_bytes(other.live.state)
    assert one.live.decisions == other.live.decisions
    assert one.live.timeouts == other.live.timeouts
    assert one.live.bank == other.live.bank
    assert one.live.use == other.live.use
    assert plain(one.live.unrevealed) == plain(other.live.unrevealed)


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize("name", GAMES)
def test_stored_entries_give_the_live_table(name: str, number: int) -> None:
    """Rebuilding from stored blobs gives the live state byte for byte, and the same book."""
    rules = games.game(name).rules
    run = next(itertools.islice(runs(name, 12), number, None))
    table, entries = real_table(run, rules)
    assert table.book.status == "confirmed"
    same(folded(rules, entries, SECRETS, table.setup.data), table)


@pytest.mark.parametrize("name", GAMES)
def test_every_copy_is_a_valid_record_with_open_seals_that_fit(name: str) -> None:
    """Architecture 5: lines parse strictly, the chain links, opened values fit their seals, audiences are kept."""
    rules = games.game(name).rules
    table, entries = real_table(next(runs(name, 3)), rules)
    for viewer in every_viewer(table.setup.seats):
        check_copy(table, entries, viewer)


def check_copy(table: Table, entries: list[SealedEntry], viewer: Viewer) -> None:
    """Read one viewer's copy back."""
    lines = [copy_line(sealed, viewer, table.salts) for sealed in entries]
    record = read([header_line(table.book.opened, viewer), *lines])
    head = genesis(table.id)
    opened = 0
    for copied in record.entries:
        head = link(head, copied.public)
        assert copied.hash == head
        entry: Any = table.codec.public(copied.public)
        for pointer, (value, salt) in copied.opened.items():
            assert seal(unb64(salt), value) == entry.seals[pointer]
            opened += 1
        table.codec.opened(entry, copied.values)
    total = sum(len(sealed.secrets) for sealed in entries)
    assert opened <= total
    assert (opened == total) is (viewer == ARBITER)
