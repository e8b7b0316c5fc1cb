"""Two tables that differ only in what one viewer cannot see: the same public entries, other hidden values."""

from __future__ import annotations

import hmac
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import games
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.marks import Secret
from domain.kernel.seats import Seat, Viewer
from domain.record.canonical import b64, sha256
from domain.record.chain import Request, SealedEntry, link
from domain.record.draws import Drawn
from domain.record.entries import Clock, Confirm, Connection, OpenAt, Visibility
from domain.record.keys import Secrets
from domain.table.casting import admit_caster
from domain.table.pausing import pause
from domain.table.play import finish
from domain.table.results import confirm
from domain.table.seating import Opening, Sitting, abandon, open_table, take_seat
from domain.table.table import Table, follow
from domain.table.writing import Batch, Written
from tests.laws.checks import facts_of
from tests.laws.copies import Copy, viewers
from tests.laws.counts import Counts
from tests.laws.probes import listed, probes
from tests.laws.tables import AT, SECRETS, Run, Step, played, runs
from tests.laws.worlds import Pairing, UnpairedError

KEY = b"server key of the laws, 32 bytes"
EVERY = 12  # about every so many entries both tables are asked
CASTER = 1  # the number of the one who casts the seats of the scenes' viewer of several
PROBES = 4  # well-formed commands of any kind, most of them not legal
LEGAL = 2  # commands of each seat that is awaited
SELDOM = 4  # of so many tables one is also looked at before the deal; about every so many-th scene is given up
STOPPED = 6  # of so many scenes of a table one is also looked at while its play is stopped
WINDOW = 60_000  # ms, for which two of three tables wait until their result is final
VISIBILITIES: tuple[Visibility, ...] = ("public", "private", "public", "unlisted")
CONNECTIONS: tuple[Connection | None, ...] = (None, "shown", "shown", None, None)
OPENED: tuple[OpenAt, ...] = ("never", "confirmed", "never")
CLOCKS = (Clock(move_ms=1000), Clock(bank_ms=60_000, increment_ms=500), Clock(move_ms=1000, bank_ms=60_000))


class Side(NamedTuple):
    """One of the two tables, folded and as its entries are stored; `refused` counts what each other seat tried.

    `dealt` has the draws of the deal that comes when the viewer, who left, sits down again.
    """

    table: Table
    entries: tuple[SealedEntry, ...]
    refused: int
    dealt: tuple[Drawn, ...] | None = None

    def with_entry(self, entry: Any, sealed: SealedEntry, state: Any) -> Side:
        """Return the table with an entry more, linked to its own chain, and the state that it has then."""
        linked = sealed._replace(hash=link(self.table.book.head, sealed.public))
        return self._replace(table=follow(self.table, entry, linked, state), entries=(*self.entries, linked))

    def seen_by(self, viewer: Viewer) -> Side:
        """Return the table as a viewer comes to look: at every second one, a viewer of several seats casts them."""
        if len(viewer.seats) < 2 or self.table.book.n % 2:
            return self
        seats = sorted(viewer.seats)
        return self.going_on(admit_caster(self.table, CASTER, seats, player="c", name_hash="x", at=AT, by="law"))

    def ended(self) -> Side:
        """Return the table with the entries of its end, written from its own state."""
        batch = Batch(self.table, AT, sealer=blind)
        finish(batch)
        return self._replace(table=batch.table, entries=(*self.entries, *batch.entries))

    def confirmed(self) -> Side:
        """Return the table once its result is final."""
        return self.going_on(confirm(self.table, at=AT + WINDOW))

    def abandoned(self) -> Side:
        """Return the table given up."""
        return self.going_on(abandon(self.table, "emergency", at=AT, by="operator:law"))

    def stopped(self) -> Side:
        """Return the table while an arbiter stops its play."""
        return self.going_on(pause(self.table, "arbiter", "dispute", at=AT, by="arbiter:law"))

    def going_on(self, written: Written) -> Side:
        """Return the table after what was written."""
        return self._replace(table=written.table, entries=(*self.entries, *written.entries))


class Scene(NamedTuple):
    """Two tables that look alike to a viewer, and commands to try there."""

    viewer: Viewer
    first: Side
    second: Side
    commands: tuple[Any, ...]
    card_set: bytes | None = None

    def __str__(self) -> str:
        book = self.first.table.book
        return f"{self.viewer} at {book.opened.game}, {book.status}, entry {book.n}"


def blind(n: int, pointer: str, value: Any) -> str:
    """Return a commitment that depends on the place only, in the form of a real one: a verification reads it."""
    return b64(sha256(f"{n}{pointer}".encode()))


class Other:
    """The second table of one viewer, imagined anew after every entry from what that viewer has seen.

    Where the secrets open at the end nothing of the game is hidden after that; what others were refused and how they
    asked is. `opened` is the table for then: the same game, in which they were refused something else.
    """

    def __init__(self, run: Run, number: int, rules: Rules, viewer: Viewer, quick: QuickChance) -> None:
        self.viewer, self.side = viewer, _opened(run, number, rules, Secrets(bytes([7] * 32), SECRETS.salt), refused=2)
        self.opened = _opened(run, number, rules, SECRETS, refused=2)
        self._copy, self._quick = Copy(rules, self.side.table, viewer), quick

    def read(self, step: Step, entry: Any) -> None:
        """Go on by one entry."""
        self._copy.read(step)
        state = self._copy.rules.imagine(self._copy.state, self._quick)
        other = _otherwise(step.sealed, step.seat, self.viewer)
        self.side = self.side.with_entry(entry, other, state)
        assert step.after.live is not None
        sealed = step.sealed._replace(request=other.request)
        self.opened = self.opened.with_entry(entry, sealed, step.after.live.state)

    @property
    def last(self) -> Side:
        """The table to end."""
        return self.opened if self.side.table.book.opened.secrets_open_at == "confirmed" else self.side


def scenes(name: str, seed: int) -> Iterator[Scene]:
    """Yield scenes of a game without end, the viewers of its tables in turn."""
    rules = games.game(name).rules
    for number, run in enumerate(runs(name, seed)):
        yield from _scenes(run, rules, number)


def _scenes(run: Run, rules: Rules, number: int) -> Iterator[Scene]:
    quick, card_set = QuickChance(run.seed ^ 0xA11CE), run.deal.card_set
    first = _opened(run, number, rules, SECRETS, refused=0)
    outsiders = [viewer for viewer in viewers(run.deal.seats, number)[:-1] if len(viewer.seats) < run.deal.seats]
    others = [Other(run, number, rules, viewer, quick) for viewer in outsiders]
    turns = itertools.cycle([*others[number % len(others) :], *others[: number % len(others)]])
    asked = 0
    if number % SELDOM == 1:
        yield _before_the_deal(run, rules, first, next(turns))
    for step in played(run, rules, sealer=blind):
        entry, state = _full(step)
        first = first.with_entry(entry, step.sealed, state)
        for other in others:
            other.read(step, entry)
        if rules.outcome(state) is not None:
            other = next(turns)
            commands = _commands(run, rules, state, other.viewer, quick)
            one, two = first.seen_by(other.viewer), other.last.seen_by(other.viewer)
            if one.table.book.opened.confirm is not None:  # nothing opens before the result is final
                waiting = other.side.seen_by(other.viewer).ended()
                yield Scene(other.viewer, one.ended(), waiting, commands, card_set)
            yield Scene(other.viewer, one.ended().confirmed(), two.ended().confirmed(), commands, card_set)
        elif quick.pick(EVERY) == 0:
            other = next(turns)
            commands = _commands(run, rules, state, other.viewer, quick)
            one, two = first.seen_by(other.viewer), other.side.seen_by(other.viewer)
            scene = Scene(other.viewer, one, two, commands, card_set)
            yield scene
            asked += 1
            if asked % STOPPED == 2:
                yield scene._replace(first=one.stopped(), second=two.stopped())
            if quick.pick(SELDOM) == 0:
                one, two = first.seen_by(other.viewer), other.last.seen_by(other.viewer)
                yield scene._replace(first=one.abandoned(), second=two.abandoned())


def _before_the_deal(run: Run, rules: Rules, first: Side, other: Other) -> Scene:
    """Return both tables before a deal that gives the viewer's seat the same cards, others what they may be."""
    step = next(played(run, rules, sealer=blind))
    pairing = Pairing(rules, Copy(rules, step.before, other.viewer), Counts(), QuickChance(run.seed))
    try:
        drawn = pairing.second(step, facts_of(step), ()).drawn
    except UnpairedError:
        return Scene(other.viewer, first, other.side, (), run.deal.card_set)
    side = other.side._replace(dealt=drawn)
    return Scene(other.viewer, first._replace(dealt=step.drawn), side, (), run.deal.card_set)


def _opened(run: Run, number: int, rules: Rules, secrets: Secrets, *, refused: int) -> Side:
    """Return the run's table with every seat taken.

    Who may look, how long one may think, whether it shows who is connected, and whether its secrets open at the end
    goes by the number of the run.

    Entry 1 of both tables commits to the same two secrets: the law is blind to seals.
    """
    card_set = run.deal.card_set
    opening = Opening(
        seats=run.deal.seats,
        options=run.deal.options,
        version=run.version,
        clock=CLOCKS[number % len(CLOCKS)],
        visibility=VISIBILITIES[number % len(VISIBILITIES)],
        connection=CONNECTIONS[number % len(CONNECTIONS)],
        data=None if card_set is None else card_set_digest(card_set),
        secrets_open_at=OPENED[number % len(OPENED)],
        confirm=Confirm(window_ms=WINDOW) if number % 3 < 2 else None,
    )
    written = open_table(rules, opening, table="law", secrets=SECRETS, at=AT, by="law", card_set=card_set)
    side = Side(replace(written.table, secrets=secrets), written.entries, refused)
    for seat in range(run.deal.seats):
        sitting = Sitting(player=f"p{seat}", name_hash="x")
        side = side.going_on(take_seat(side.table, seat, sitting, at=AT, by="law"))
    return side


def _full(step: Step) -> tuple[Any, Any]:
    """Return a step's entry with its values, and the state after it."""
    entry = step.after.codec.public(step.sealed.public)
    values = {secret.pointer: secret.value for secret in step.sealed.secrets}
    assert step.after.live is not None
    return step.after.codec.opened(entry, values), step.after.live.state


def _otherwise(sealed: SealedEntry, seat: Seat | None, viewer: Viewer) -> SealedEntry:
    """Return an entry with something else, and longer, wherever the viewer may not look.

    What another seat did was asked for with an Idempotency-Key there.
    """
    secrets = tuple(
        [
            secret if viewer.may_know(secret.seats) else Secret(secret.pointer, _else(secret), secret.seats)
            for secret in sealed.secrets
        ]
    )
    request = None if seat is None or seat in viewer.seats else Request(key_of(seat), bytes(16))
    return sealed._replace(secrets=secrets, request=request)


def _else(secret: Secret) -> Any:
    return f"not {secret.value}" if isinstance(secret.value, str) else [secret.pointer, "another value"]


def key_of(seat: Seat, key: str = "k" * 16) -> bytes:
    """Return what the store keeps of an Idempotency-Key of a seat at the law's table."""
    return hmac.digest(KEY, f"request/seat:{seat}\0law\0law\0{key}".encode(), "sha256")[:16]


def _commands(run: Run, rules: Rules, state: Any, viewer: Viewer, quick: QuickChance) -> tuple[Any, ...]:
    """Return commands for the viewer's one seat to try: some that whoever is awaited may give, and some of any kind."""
    if len(viewer.seats) != 1:
        return ()
    legal = [listed(rules, state, seat) for seat in rules.to_act(state)]
    chosen = [quick.choice(commands) for commands in legal for _ in range(LEGAL if commands else 0)]
    return (*chosen, *probes(rules, state, run.deal.seats, quick, PROBES))
