"""Rounds as tests play them: paired, and with results that a rule of the test gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.interface import Pairer, Pairing, Request
from domain.tournament.players import Player, PlayerId
from domain.tournament.results import Bye, History, Result, Round

Places = Callable[[tuple[PlayerId, ...]], tuple[int, ...]]


def entrants(count: int) -> tuple[Player, ...]:
    """Return players named by their numbers."""
    return tuple(Player(id=str(number), number=number) for number in range(1, count + 1))


def favourites(table: tuple[PlayerId, ...]) -> tuple[int, ...]:
    """Let the better seed win."""
    best_first = sorted(table, key=int)
    return tuple(1 + best_first.index(player) for player in table)


def paired(pairer: Pairer, history: History, *, away: Iterable[PlayerId] = (), rounds: int = 99) -> Pairing:
    """Pair the next round; a refusal fails the test."""
    gone = set(away)
    players = tuple(player for player in history.players if player.id not in gone)
    answer = pairer.pair(Request(players=players, history=history, rounds=rounds), QuickChance(1))
    assert not isinstance(answer, Refusal), answer.message
    return answer


def played(pairing: Pairing, places: Places = favourites) -> Round:
    """Return a round in which everybody came."""
    tables = tuple(Result(table, places(table)) for table in pairing.tables)
    return Round(tables, tuple(Bye(player, "pairing") for player in pairing.byes))


def after(history: History, *rounds: Round) -> History:
    """Return a history with more rounds."""
    return History(history.players, history.rounds + rounds)


def lines(pairing: Pairing) -> str:
    """Return the tables of a pairing as the issue writes them: `1-6 2-5 3-4`."""
    return " ".join("-".join(table) for table in pairing.tables)
