"""Scenes of real tables as the service gives them, cut down to what choosing reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from domain import games
from domain.audit.offered import Offered, offered
from domain.kernel.display.board import Picture
from domain.kernel.display.words import Words, words_in
from domain.kernel.legal import may_of
from domain.kernel.seats import Seat, seat_viewer
from domain.table.table import Table
from tests.laws.tables import played, runs

WORKED = Path(__file__).parent / "worked.json"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon")
SEED = 3
STEPS = 150  # of a table

Scene = dict[str, Any]


def scenes(name: str, tables: int, seed: int = SEED) -> Iterator[Scene]:
    """Yield what each awaited seat of random tables of a game may choose."""
    return (scene(table, seat) for table, seat in positions(name, tables, seed))


def positions(name: str, tables: int, seed: int) -> Iterator[tuple[Table, Seat]]:
    """Yield each awaited seat of random tables of a game, entry by entry."""
    title = games.game(name)
    for run in islice(runs(name, seed), tables):
        for step in islice(played(run, title.rules), STEPS):
            live = step.after.live
            if live is not None and title.rules.outcome(live.state) is None:
                for seat in sorted(title.rules.to_act(live.state)):
                    yield step.after, seat


def scene(table: Table, seat: Seat) -> Scene:
    """Return a seat's scene."""
    title, live = games.game(table.rules.name), table.live
    assert live is not None
    words: Words = words_in("en", title.package).calling(NAMES[: table.setup.seats]).at_table(table.setup.data)
    picture = title.picture(
        title.rules.view(live.state, seat_viewer(seat)), words, may_of(title.rules, live.state, seat)
    )
    found: Offered = offered(title, live.state, seat, words, picture)
    return {
        "game": title.rules.name,
        "n": table.book.n,
        "seat": seat,
        "decision": {"tag": f'"{live.decisions[seat].n}"'},
        **msgspec.to_builtins(found),
        "last": title.hints.last,
        "careful": title.hints.careful,
        "picture": _short(picture),
    }


def _short(picture: Picture) -> Any:
    """Return where the cards of a picture lie, without how they look."""
    return {
        "panels": [
            {
                "id": panel.id,
                "role": panel.role,
                **({} if panel.seat is None else {"seat": panel.seat}),
                "zones": [
                    {
                        "cards": [
                            {"id": card.id, **({} if card.owner is None else {"owner": card.owner})}
                            for card in zone.cards
                            if card.id is not None
                        ]
                    }
                    for zone in panel.zones
                ],
            }
            for panel in picture.panels
        ]
    }


def _bodies(scene: Scene, tag: str) -> list[Any]:
    return [command["body"] for command in scene["commands"] if command["tag"] == tag]


def _attack(scene: Scene) -> bool:
    """Several Spades; a target whose Diamonds all have to fall before a Heart does, and another target."""
    bodies = _bodies(scene, "attack")
    hearts = [body for body in bodies if body.get("hearts") and len(body.get("diamonds", ())) == 1]
    several = any(len(body["attack_cards"]) > 1 for body in bodies)
    return bool(hearts) and several and len({body["target"] for body in bodies}) > 1 and len(bodies) < 150


def _kick(scene: Scene) -> bool:
    return len(scene["commands"]) > 1 and any(said["say"].startswith("Answer Kick 70") for said in scene["commands"])


def _menace(scene: Scene) -> bool:
    bodies = _bodies(scene, "play_magic")
    paid = [body for body in bodies if body["card"] == "menace" and "fortune" in body.get("cost_cards", ())]
    return bool(paid) and {"card": "fortune"} in bodies


def _ways(scene: Scene) -> bool:
    """Two ways to the same space."""
    ways = [body["path"] for body in _bodies(scene, "move_unit")]
    return len({way[-1] for way in ways if len(way) > 1}) < len([way for way in ways if len(way) > 1])


def _spaces(scene: Scene) -> bool:
    bodies = [*_bodies(scene, "play_event"), *_bodies(scene, "resolve_trigger")]
    chosen = [target["spaces"] for body in bodies for target in body.get("targets", ()) if "spaces" in target]
    return any(len(spaces) > 1 for spaces in chosen) and len(scene["commands"]) < 250


CASES: dict[str, tuple[str, Callable[[Scene], bool]]] = {
    "attack": ("chanic_panic", _attack),
    "kick": ("fightdrome", _kick),
    "menace": ("panic_clan_inviter", _menace),
    "ways": ("panzer_clash", _ways),
    "spaces": ("panzer_clash", _spaces),
}
MOST_TABLES = 200  # looked through until a case is met


def worked() -> bytes:
    """Return the worked cases, the first of each that random tables meet."""
    found = {}
    for case, (name, fits) in CASES.items():
        found[case] = next(scene for scene in scenes(name, MOST_TABLES) if fits(scene))
    return msgspec.json.format(msgspec.json.encode(found), indent=0).replace(b"\n", b"") + b"\n"
