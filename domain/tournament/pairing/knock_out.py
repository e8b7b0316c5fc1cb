"""Single and double elimination: a bracket played through the rounds of a tournament.

What follows from no rule of the bracket is stated here: a match with one player is a walk-over, which is recorded as
that player's bye; where nobody comes, nobody goes on, neither as winner nor as loser; who is out at the same stage
shares a place. A match that is drawn goes to the higher seed, or is played again while the others wait.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.brackets import Bracket, Match, Slot, Source, double, single
from domain.tournament.pairing.interface import Pairing, Request, rounds_played
from domain.tournament.players import PlayerId, in_order
from domain.tournament.results import ABSENT, History, Result, Round

Drawn: TypeAlias = Literal["higher_seed", "replay"]


class Decided(NamedTuple):
    """What a match sends on."""

    winner: Slot
    loser: Slot


NOBODY = Decided(None, None)


class Progress:
    """A bracket after some rounds: what is decided, whose turn it is, and who is out since when."""

    def __init__(self, bracket: Bracket, history: History, drawn: Drawn) -> None:
        self.bracket = bracket
        self.stage = 0
        self.decided: dict[int, Decided] = {}
        self.out: dict[PlayerId, int] = {}
        self._seeds = [player.id for player in in_order(history.players)]
        self._drawn = drawn
        self._pass_empty()
        for played in history.rounds:
            self._play(played)

    @property
    def pending(self) -> tuple[tuple[Slot, Slot], ...]:
        """The matches of the stage that are still to be decided; none when the bracket is over."""
        return tuple([self._slots(number) for number in self._open()])

    def _open(self) -> tuple[int, ...]:
        if self.stage == len(self.bracket.stages):
            return ()
        return tuple([number for number in self.bracket.stages[self.stage] if number not in self.decided])

    def _slots(self, number: int) -> tuple[Slot, Slot]:
        one, two = self.bracket.matches[number].slots
        return self._player(one), self._player(two)

    def _player(self, source: Source) -> Slot:
        if source.kind == "seed":
            return self._seeds[source.number - 1] if source.number <= len(self._seeds) else None
        decided = self.decided[source.number]
        return decided.winner if source.kind == "winner" else decided.loser

    def _play(self, played: Round) -> None:
        for number in self._open():
            decided = self._outcome(self._slots(number), played)
            if decided is not None:
                self._decide(number, decided)
        self._pass_empty()

    def _outcome(self, slots: tuple[Slot, Slot], played: Round) -> Decided | None:
        """Return what a round decided of a match; nothing if it was drawn and is played again."""
        both = {slot for slot in slots if slot is not None}
        for table in played.tables:
            if set(table.players) == both:
                return self._of_table(table)
        for bye in played.byes:
            if bye.player in both:
                others = [slot for slot in slots if slot != bye.player]
                return Decided(bye.player, others[0])
        return NOBODY

    def _of_table(self, table: Result) -> Decided | None:
        first, second = table.players
        places = dict(zip(table.players, table.places, strict=True))
        if set(places.values()) == {ABSENT}:
            return NOBODY
        if places[first] == places[second]:
            if self._drawn == "replay":
                return None
            higher, lower = sorted(table.players, key=self._seeds.index)
            return Decided(higher, lower)
        won = first if places[second] == ABSENT or ABSENT < places[first] < places[second] else second
        return Decided(won, second if won == first else first)

    def _decide(self, number: int, decided: Decided) -> None:
        self.decided[number] = decided
        goes_on = {source for match in self.bracket.matches[number + 1 :] for source in match.slots}
        players = [slot for slot in (*self._slots(number), decided.loser) if slot is not None]
        for player in players:
            is_winner = player == decided.winner
            survives = Source("winner" if is_winner else "loser", number) in goes_on
            if decided == NOBODY or not (survives or is_winner):
                self.out[player] = self.stage

    def _pass_empty(self) -> None:
        """Go on past matches that need no table: of fewer than one player, and a reset that is not needed."""
        while True:
            for number in self._open():
                slots = self._slots(number)
                if self.bracket.matches[number].reset and self._final_stands(self.bracket.matches[number]):
                    self._settle(number)
                elif slots == (None, None):
                    self.decided[number] = NOBODY
            if self._open() or self.stage == len(self.bracket.stages):
                return
            self.stage += 1

    def _final_stands(self, reset: Match) -> bool:
        """Say whether the grand final needs no second match: the unbeaten side won it, or no opponent is left."""
        final = reset.slots[0].number
        return self.decided[final].winner == self._slots(final)[0] or self.decided[final].loser is None

    def _settle(self, number: int) -> None:
        self.decided[number] = Decided(*self._slots(number))
        loser = self.decided[number].loser
        if loser is not None:
            self.out[loser] = self.stage

    @property
    def places(self) -> tuple[tuple[PlayerId, ...], ...]:
        """Everybody in groups that share a place, the best first; who is still in it comes before all others."""
        last = len(self.bracket.stages)
        stages = sorted({self.out.get(player, last) for player in self._seeds}, reverse=True)
        return tuple(
            [tuple([player for player in self._seeds if self.out.get(player, last) == stage]) for stage in stages]
        )


class KnockOut(msgspec.Struct, frozen=True):
    """Single or double elimination of everybody who entered, seeded by the initial order."""

    losses: Literal[1, 2] = 1
    drawn: Drawn = "higher_seed"

    def progress(self, history: History) -> Progress:
        """Return how far the bracket is."""
        make: Callable[[int], Bracket] = single if self.losses == 1 else double
        return Progress(make(len(history.players)), history, self.drawn)

    def pair(self, request: Request, chance: Chance) -> Pairing | Refusal:
        """Pair the matches of the stage; whoever began less often begins, then who stands first in the bracket."""
        pending = self.progress(request.history).pending
        if not pending:
            return rounds_played("The bracket has been played to its end.", "tournament: knock-out")
        begun = _begun(request.history)
        tables, byes = [], []
        for slots in pending:
            there = [slot for slot in slots if slot is not None and slot in request.present]
            if len(there) == 2:
                tables.append(tuple(sorted(there, key=lambda player: begun[player])))
            elif there:
                byes.append(there[0])
        return Pairing(tuple(tables), tuple(byes))


def _begun(history: History) -> dict[PlayerId, int]:
    """Return how often everybody began at a table that was played."""
    begun = dict.fromkeys([player.id for player in history.players], 0)
    for played in history.rounds:
        for table in played.tables:
            if table.was_played and table.places[0] != ABSENT:
                begun[table.players[0]] += 1
    return begun
