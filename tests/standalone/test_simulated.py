"""`matchledger simulate` in every mode and with every option: every viewer's copy before every verifier."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from api.program.cli import main
from domain import games
from domain.audit.checks import verify_bytes
from tests.standalone.verifiers import copies, each_kind, sound

pytestmark = pytest.mark.long

VALUES: Mapping[str, Mapping[str, tuple[Any, ...]]] = {  # of each option, the default first
    "fightdrome": {
        "mode": ("single_bout", "fame_match", "epic_tournament"),
        "fame_target": (300, 50, 150, 1000),
        "breathing_space": (False, True),
        "last_gasp": (False, True),
        "empty_hand": ("at_once", "when_staggered"),
        "first_player": ("random", "seat_0", "seat_1"),
        "later_first_player": ("alternate", "winner", "loser", "random"),
        "bell_limit": (400, 100, 2000),
        "bout_cap": (30, 5, 100),
    },
    "panic_clan_inviter": {
        "start_player": ("random", 0, 1),
        "line_goal": ("by_seats", 3, 8),
        "turn_limit": ("by_seats", 20, 200),
        "reverse_with_two": ("no_effect", "extra_turn"),
        "missing_neighbour_line": ("free", "mimic_only"),
        "card_set": ("reconstruction_1",),
    },
    "panzer_clash": {
        "deck_size": (60, 40, 50, 80, 100),
        "first_player": ("random", "seat0", "seat1"),
        "opposing_sides": (False, True),
        "response_default": (
            {"attack": True, "ranged": True, "event": True, "main_start": False, "main_end": True},
            {"attack": False, "ranged": False, "event": False, "main_start": True, "main_end": False},
        ),
    },
}
LEADING = {"fightdrome": "mode"}  # the option that decides which others count
CHANGED: list[tuple[str, int, dict[str, Any]]] = [  # all other options changed at once
    *[
        (
            "fightdrome",
            2,
            {name: mode if name == "mode" else values[-1] for name, values in VALUES["fightdrome"].items()},
        )
        for mode in VALUES["fightdrome"]["mode"]
    ],
    *[
        ("panic_clan_inviter", seats, {name: values[-1] for name, values in VALUES["panic_clan_inviter"].items()})
        for seats in (2, 5)
    ],
    ("panzer_clash", 2, {name: values[-1] for name, values in VALUES["panzer_clash"].items()}),
]


def record(folder: Path, name: str, seats: int, options: Mapping[str, Any], bot: str = "random") -> bytes:
    """Let the program write a record."""
    out = folder / "game.ndjson"
    said = [f"--option={option}={msgspec.json.encode(value).decode()}" for option, value in options.items()]
    arguments = ["simulate", name, "--seats", str(seats), "--seed", "0b5e", "--bot", bot, "--out", str(out), *said]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "won by seat" in result.stderr
    return out.read_bytes()


def plain() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield every game with every number of seats, in each of its modes."""
    for name, options in VALUES.items():
        leading = LEADING.get(name)
        for seats in games.game(name).rules.seat_counts:
            for value in options[leading] if leading else (None,):
                yield name, seats, {leading: value} if leading else {}


def single() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield every game with one option changed, where it counts."""
    for name, options in VALUES.items():
        for option, values in options.items():
            for value in values[1:]:
                mode = {"mode": "fame_match"} if name == "fightdrome" and option != "mode" else {}
                yield name, min(games.game(name).rules.seat_counts), {**mode, option: value}


def every() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield every game with all its options combined, two values of each; the seats take turns."""
    for name, options in VALUES.items():
        counts = itertools.cycle(games.game(name).rules.seat_counts)
        pairs = [values if option == LEADING.get(name) else values[:2] for option, values in options.items()]
        for values in itertools.product(*pairs):
            yield name, next(counts), dict(zip(options, values, strict=True))


@pytest.mark.parametrize("name", VALUES)
def test_no_option_is_left_out(name: str) -> None:
    rules = games.game(name).rules
    defaults = msgspec.to_builtins(rules.options())
    assert {option: values[0] for option, values in VALUES[name].items()} == defaults
    properties = msgspec.json.schema(rules.options)["$defs"][rules.options.__name__]["properties"]
    for option, schema in properties.items():
        assert all(value in VALUES[name][option] for value in schema.get("enum", ()))


@pytest.mark.parametrize(("name", "seats", "options"), [*plain(), *CHANGED])
def test_every_copy_verifies_with_every_verifier(
    name: str, seats: int, options: dict[str, Any], tmp_path: Path
) -> None:
    """The strangers' programs read a copy of each kind."""
    made = copies(record(tmp_path, name, seats, options), seats)
    assert sound(*each_kind(made))
    assert not any(verify_bytes(copy).failed for copy in made.values())


@pytest.mark.parametrize("name", VALUES)
def test_every_copy_of_a_table_with_one_option_changed_verifies(name: str, tmp_path: Path) -> None:
    """Decided again; that the other two verifiers agree depends on no option."""
    for game, seats, options in single():
        if game == name:
            for copy in copies(record(tmp_path, name, seats, options), seats).values():
                assert verify_bytes(copy).failed == (), options


@pytest.mark.parametrize("name", VALUES)
def test_sensible_bots_play_every_mode_to_its_end(name: str, tmp_path: Path) -> None:
    for game, seats, options in plain():
        if game == name:
            assert verify_bytes(record(tmp_path, name, seats, options, bot="sensible")).failed == ()


@pytest.mark.soak
@pytest.mark.parametrize("name", VALUES)
def test_every_copy_of_every_combination_verifies(name: str, tmp_path: Path) -> None:
    """The two programs of strangers take the viewers' copies by turns: each call of theirs is a process."""
    for number, (game, seats, options) in enumerate(every()):
        if game == name:
            made = list(copies(record(tmp_path, name, seats, options), seats).values())
            for copy in made:
                assert verify_bytes(copy).failed == (), options
            assert sound(made[(number + number // len(made)) % len(made)]), options
