"""What reading and writing FIDE's Tournament Report File (TRF16, TRF26) share: where what stands in a line.

Sources: FIDE Handbook C.04, Annex 2 (TRF16), and TRF26, applied from 1 September 2025; the extensions of TRF16 for
pairing programs (`XXR`, `XXC`, `XXP`) are those of JaVaFo. Columns are counted from 1, as the documents do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.tournament.results import ByeKind
from domain.tournament.tie_breaks import TieBreak

Edition: TypeAlias = Literal["trf16", "trf26"]

END: Final = "\r\n"
MOST_PLAYERS: Final = 9_999
ROUND_WIDTH: Final = 10
SCORE_LIMIT: Final = 100  # the format of points is 11.5


class Column(NamedTuple):
    """The first and the last column of a field."""

    first: int
    last: int

    def of(self, line: str) -> str:
        """Return the field of a line without the blanks around it."""
        return line[self.first - 1 : self.last].strip()

    @property
    def width(self) -> int:
        """How many characters fit."""
        return self.last - self.first + 1


NUMBER: Final = Column(5, 8)
NAME: Final = Column(15, 47)
RATING: Final = Column(49, 52)
SCORE: Final = Column(81, 84)
RANK: Final = Column(86, 89)
LONGEST: Final = 89  # of the part of a player's line before the rounds


def opponent_of(round_number: int) -> Column:
    """Return where the opponent of a round stands, from 1."""
    first = 92 + ROUND_WIDTH * (round_number - 1)
    return Column(first, first + 3)


def colour_of(round_number: int) -> Column:
    """Return where the colour of a round stands."""
    first = 97 + ROUND_WIDTH * (round_number - 1)
    return Column(first, first)


def code_of(round_number: int) -> Column:
    """Return where the result of a round stands."""
    first = 99 + ROUND_WIDTH * (round_number - 1)
    return Column(first, first)


BYES: Final[Mapping[ByeKind, str]] = {"pairing": "U", "full": "F", "half": "H", "zero": "Z"}
TIE_BREAKS: Final[Mapping[TieBreak, str]] = {  # FIDE C.07, article 5; what FIDE has no code for stays out
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "sonneborn_berger": "SB",
    "direct_encounter": "DE",
    "wins": "WON",
}
