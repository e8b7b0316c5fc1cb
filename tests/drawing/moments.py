"""Moments of golden records that show what a game's table has: two of each game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Anna", "Ben", "Chiyo", "Dara", "Emil")


class Moment(NamedTuple):
    """An address of a golden record and through whose eyes it is seen."""

    record: str
    at: str
    viewer: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.record.replace('/', '-')}-{self.at}"


MOMENTS = (
    Moment("chanic_panic/duel", "60", "seat:0", 2),
    Moment("chanic_panic/panic", "30", "seat:0", 3),
    Moment("fightdrome/bout", "19", "seat:1", 2),
    Moment("fightdrome/epic", "60", "seat:1", 2),
    Moment("panic_clan_inviter/four", "50", "seat:1", 4),
    Moment("panic_clan_inviter/duel", "30", "seat:0", 2),
    Moment("panzer_clash/american_soviet", "70", "seat:0", 2),
    Moment("panzer_clash/german_soviet", "60", "seat:1", 2),
)
SHOWN = {  # in docs/pictures: the first moment of each game
    moment.record.partition("/")[0]: moment for moment in reversed(MOMENTS)
}


def options(moment: Moment) -> list[str]:
    """Return what `replay` is asked for, theme, size and place aside."""
    names = [option for seat in range(moment.seats) for option in ("--name", f"{seat}={NAMES[seat]}")]
    record = str(GOLDEN / f"{moment.record}.ndjson")
    return ["picture", record, "--at", moment.at, "--viewer", moment.viewer, "--lang", "en", *names]
