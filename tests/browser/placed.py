"""Tables that stand at a known moment of a game of bots, put where a service finds them: the same ones each time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from api.callers.tokens import seat_token
from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from domain.kernel.seats import Seat
from domain.ledger.api_keys import Scope
from domain.ledger.listing import Listing
from domain.ledger.store import Store, open_store
from domain.record.keys import Secrets
from domain.table.play import start
from domain.table.seating import Opening, Sitting, name_hash, open_table, take_seat
from domain.table.simulation import InPlay, bot_turn
from domain.table.writing import Written

KEY = b"server key of placed tables, 32b"  # a service that has it knows their tokens
NAMES = ("Anna", "Ben", "Chiyo", "Dara", "Emil", "Fay", "Goro", "Hana", "Ivo", "Juno")
SECRETS = Secrets(bytes(32), bytes(range(32)))
BOT = "sensible"
CHOICE = 4  # legal commands, at least
BY = "simulation"
GENERATION = 1  # of the tokens


class Moment(NamedTuple):
    """A moment of a game: the first decision of seat 0 with a real choice from an entry on; its end without `at`.

    `bots` sit at the other seats where the game is to go on.
    """

    game: str
    at: int | None
    seats: int = 2
    options: Mapping[str, Any] = {}
    bots: bool = False


class Placed(NamedTuple):
    """A table in a database."""

    table: str
    seats: int
    awaited: tuple[Seat, ...]
    n: int

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/t/{self.table}"

    def seat(self, seat: Seat) -> str:
        """Return the path of its page with the token of a seat."""
        return f"{self.path}#seat={seat_token(KEY, self.table, seat, GENERATION)}"


def place(url: str, moments: Mapping[str, Moment]) -> dict[str, Placed]:
    """Put tables into a database; their names are their ids."""
    store = open_store(url)
    try:
        return {name: _placed(store, name, moment) for name, moment in moments.items()}
    finally:
        store.close()


def arbiter(url: str, name: str = "Otto") -> str:
    """Put the key of an arbiter, who plays nowhere, into a database; return its text."""
    store = open_store(url)
    try:
        player = store.people.add(name).player
        return str(store.keys.add("arbiter", name, at=0, scope=Scope(player=player)).text)
    finally:
        store.close()


def _placed(store: Store, name: str, moment: Moment) -> Placed:
    play = _dealt(store, name, moment)
    bot = game(moment.game).bots[BOT]
    minds = [QuickChance(seat) for seat in range(moment.seats)]
    while play.table.decisions and not _reached(play, moment):
        seat = min(play.table.decisions)
        play.go(bot_turn(play.table, seat, bot, minds[seat], thinking=1))
    table = store.create(Written(play.table, tuple(play.entries)), SECRETS, Listing())
    for seat in range(1 if moment.bots else moment.seats):
        token = seat_token(KEY, table.id, seat, GENERATION)
        store.seats.put(table.id, seat, generation=GENERATION, token=token)
    return Placed(table.id, moment.seats, tuple(sorted(table.decisions)), table.book.n)


def _dealt(store: Store, name: str, moment: Moment) -> InPlay:
    """Return a table of people with names, or of one and bots, dealt; it was opened just now: it counts as in use."""
    at = time.time_ns() // 1_000_000
    opening = Opening(seats=moment.seats, options=moment.options)
    play = InPlay(open_table(game(moment.game).rules, opening, table=name, secrets=SECRETS, at=at, by=BY))
    for seat in range(moment.seats):
        person = store.people.add(NAMES[seat])
        bot = BOT if moment.bots and seat > 0 else None
        sitting = Sitting(player=person.player, name_hash=name_hash(person.name, person.salt), bot=bot)
        play.go(take_seat(play.table, seat, sitting, at=at, by=BY))
    play.go(start(play.table, at=at, by=BY))
    return play


def _reached(play: InPlay, moment: Moment) -> bool:
    table = play.table
    if moment.at is None or table.book.n < moment.at or 0 not in table.decisions:
        return False
    assert table.live is not None
    return len([*islice(legal_actions(table.rules, table.live.state, 0), CHOICE)]) == CHOICE
