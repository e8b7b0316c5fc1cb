"""The seats that bots hold: played by a thread of their own, after the answer to whoever acted before them.

After a restart the list of tables says where bots are awaited. Several processes may run this for one store: a choice
made for a decision that another process has answered meanwhile is dropped.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from api.running.resting import Resting
from api.running.sandboxes import moment
from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import DamagedError
from domain.ledger.listed import awaited_bots
from domain.ledger.store import Store, StoreError
from domain.table.bots import chosen_by
from domain.table.play import take_action
from domain.table.table import Table
from domain.table.writing import Written

LOOK_AGAIN = 1.0  # seconds; how late a table is noticed whose bot another process left waiting
REST_STEPS = 120  # looks for which a table rests where a bot failed; one where only the database was busy

logger = logging.getLogger(__name__)


def fresh_chance() -> QuickChance:
    """Return chance for a bot, from the operating system and never from a deal."""
    return QuickChance(int.from_bytes(secrets.token_bytes(8), "big"))


def play_once(store: Store, table: str, chance: QuickChance, clock: Callable[[], int]) -> bool:
    """Let the first awaited bot of a table act; say whether there was one.

    The choice is made outside of any transaction and dropped if the decision is another one by then.
    """
    before = store.table(table)
    bots = awaited_bots(before)
    if not bots:
        return False
    seat, name = bots[0]
    decision = before.decisions[seat]
    command = chosen_by(game(before.book.opened.game).bots[name], before, seat, chance)

    def act(now: Table) -> Written:
        if now.decisions.get(seat) != decision or (seat, name) not in awaited_bots(now):
            return Written(now, ())
        return take_action(now, seat, command, at=moment(now, seat, clock), seen=before.book.n)

    try:
        store.perform(table, act)
    except RefusedError as error:  # a bystander's concession may have shrunk the answers
        logger.info("table %s: the choice of %s for seat %d came too late: %s", table, name, seat, error.refusal.code)
    return True


def play_out(store: Store, table: str, chance: QuickChance, clock: Callable[[], int]) -> None:
    """Let the bots of a table act until none is awaited."""
    while play_once(store, table, chance, clock):
        pass


class BotRunner:
    """Plays all bots of a store, table after table, one action at a time, so that no long game keeps others waiting."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._chance = fresh_chance()
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._resting = Resting()
        self._news = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        store.listen(self._changed)

    def start(self) -> None:
        """Begin, where bots are awaited already first."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the action in hand and end."""
        with self._news:
            self._stopped = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join()

    def wake(self, table: str) -> None:
        """Look at this table soon."""
        with self._news:
            self._waiting[table] = None
            self._news.notify()

    def _changed(self, table: Table) -> None:
        if awaited_bots(table):
            self.wake(table.id)

    def _run(self) -> None:
        due = 0.0
        while not self._stopped:
            if time.monotonic() >= due:  # also while tables keep coming: those of other processes must not wait longer
                self._look()
                due = time.monotonic() + LOOK_AGAIN
            table = self._next()
            if table is not None and not self._stopped:
                self._play(table)

    def _next(self) -> str | None:
        """Return the table that has waited longest, nothing after a second without one."""
        with self._news:
            if not self._waiting and not self._stopped:
                self._news.wait(LOOK_AGAIN)
            return self._waiting.popitem(last=False)[0] if self._waiting else None

    def _look(self) -> None:
        self._resting.begin_look()
        try:
            due = self._store.listings.bots_due()
        except StoreError as error:  # the next look may find it well again
            logger.warning("the list of awaited bots cannot be read: %s", error)
            return
        for table in due:
            if table not in self._resting:
                self.wake(table)

    def _play(self, table: str) -> None:
        try:
            self._store.heartbeats.check(self._clock())
            play_once(self._store, table, self._chance, self._clock)
        except StoreError as error:
            logger.warning("table %s: a bot could not act: %s", table, error)
            self._resting.rest(table, REST_STEPS if isinstance(error, DamagedError) else 1)
        except Exception:  # a fault of one game's bot must not end the others' games
            logger.exception("table %s: a bot failed", table)
            self._resting.rest(table, REST_STEPS)
