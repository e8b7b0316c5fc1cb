"""A golden play as it is written down: a TOML file with who sat where, under which options, and the moves, one a line.

A move is `SEAT TAG BODY`, the body as JSON and left out where it is empty; `clock SEAT` lets the seat's time run out.
`+MS` before it is the time since the last entry (a second if absent), `-> CODE` after it the refusal it must meet.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain import games
from domain.kernel.seats import Seat
from domain.record.canonical import sha256, unb64
from domain.record.keys import Secrets
from domain.table.seating import Opening, Sitting, name_hash
from domain.table.simulation import BEGIN

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
PAUSE = 1_000  # ms between two entries, unless a move says otherwise

_MOVE = re.compile(
    r"(?:\+(?P<after>\d+) +)?(?P<clock>clock +)?(?P<seat>\d+)"
    r"(?: +(?P<tag>\w+))?(?: +(?P<body>\{.*\}))?(?: +-> +(?P<refused>\w+))?"
)


class Move(NamedTuple):
    """What a seat does so long after the last entry, and the code of the refusal if it may not; no tag: the clock."""

    seat: Seat
    tag: str | None
    body: dict[str, Any]
    after: int = PAUSE
    refused: str | None = None


class Sits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who holds a seat, as its entry says it; bytes as base64url."""

    player: str
    name_hash: str
    entropy: str
    bot: str | None = None
    public_key: str | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One golden play. What a hand-written one does not say follows from its name.

    `examples` are the worked examples of the game's specification that the moves follow. `orders` rigs first shuffles:
    the purpose of the draw, and the cards that come to lie on top; such a table never opens its secrets.
    """

    game: str
    name: str
    about: str
    seats: tuple[str | Sits, ...]
    moves: str
    examples: tuple[str, ...] = ()
    opening: dict[str, Any] = {}
    orders: dict[str, str] = {}
    table: str | None = None
    secrets: tuple[str, str] | None = None
    by: str = "golden"
    begin: int = BEGIN

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"

    def file(self, ending: str) -> Path:
        """Return where something that it gives is kept."""
        return HERE / self.game / f"{self.name}.{ending}"

    @property
    def title(self) -> games.Title:
        """Its game."""
        return games.game(self.game)

    @property
    def opened(self) -> Opening:
        """What whoever opened the table decided."""
        said = {
            "seats": len(self.seats),
            "label": self.name,
            "secrets_open_at": "never" if self.orders else "confirmed",
        }
        return msgspec.convert({**said, **self.opening}, Opening)

    @property
    def kept(self) -> Secrets:
        """The table's secrets."""
        if self.secrets is not None:
            return Secrets(*map(unb64, self.secrets))
        return Secrets(*[sha256(f"{self.game}/{self.name}/{kind}".encode()) for kind in ("deal", "salt")])

    def sitting(self, seat: Seat) -> Sitting:
        """Return who sits down at a seat."""
        who = self.seats[seat]
        if isinstance(who, str):
            entropy = sha256(f"{self.game}/{self.name}/{seat}".encode())
            return Sitting(player=who.lower(), name_hash=name_hash(who, b""), entropy=entropy)
        return Sitting(
            player=who.player,
            name_hash=who.name_hash,
            entropy=unb64(who.entropy),
            bot=who.bot,
            public_key=who.public_key,
        )

    def lines(self) -> Iterator[Move]:
        """Yield the moves; a line that begins with `#` is a remark. Raises `ValueError` for one that is no move."""
        for line in map(str.strip, self.moves.splitlines()):
            if line and not line.startswith("#"):
                yield move_from(line)


def move_from(line: str) -> Move:
    """Read a move; raises `ValueError`."""
    found = _MOVE.fullmatch(line)
    if found is None or (found["tag"] is None) is (found["clock"] is None):
        raise ValueError(f"no move: {line}")
    body = json.loads(found["body"] or "{}")
    return Move(int(found["seat"]), found["tag"], body, int(found["after"] or PAUSE), found["refused"])


def line_of(move: Move) -> str:
    """Write a move."""
    after = "" if move.after == PAUSE else f"+{move.after} "
    body = f" {_json(move.body)}" if move.body else ""
    refused = "" if move.refused is None else f" -> {move.refused}"
    said = f"clock {move.seat}" if move.tag is None else f"{move.seat} {move.tag}{body}"
    return f"{after}{said}{refused}"


def plays() -> list[Play]:
    """Return every golden play of every game that has some."""
    return [read(name, file) for name in games.names() for file in sorted((GAMES / name / "golden").glob("*.toml"))]


def read(game: str, file: Path) -> Play:
    """Read a play; raises `msgspec.ValidationError` for anything it does not know."""
    play = msgspec.convert({"game": game, "name": file.stem, **tomllib.loads(file.read_text())}, Play)
    unknown = set(play.opening) - set(Opening.__struct_fields__)
    if unknown:
        raise msgspec.ValidationError(f"{file.name}: no table is opened with {sorted(unknown)}")
    return play


def text_of(play: Play) -> str:
    """Write a play as its file says it."""
    said: dict[str, Any] = {"about": play.about}
    if play.examples:
        said["examples"] = list(play.examples)
    if play.table is not None:
        said["table"] = play.table
    if play.secrets is not None:
        said["secrets"] = list(play.secrets)
    said |= {"by": play.by, "begin": play.begin, "opening": play.opening}
    said["seats"] = [who if isinstance(who, str) else _given(who) for who in play.seats]
    header = "".join(f"{name} = {_toml(value, lines=name == 'seats')}\n" for name, value in said.items())
    return f"{header}moves = '''\n{play.moves}'''\n"


def _given(who: Sits) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(who).items() if value is not None}


def _toml(value: Any, *, lines: bool = False) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{name} = {_toml(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list) and lines:
        return "[\n" + "".join(f"    {_toml(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers and truth values look the same in TOML


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
