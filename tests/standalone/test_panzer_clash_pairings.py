"""Every pairing of decks of Panzer Clash simulated, every copy before every verifier: "Done when" of its issue."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.program.cli import main
from domain.audit.checks import verify_bytes
from domain.games.panzer_clash.cards import Side
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.collection import DECKS
from domain.games.panzer_clash.decks import random_deck
from domain.kernel.chance import QuickChance
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

SIZES = (40, 60)
READY = [
    (size, pair)
    for size in SIZES
    for pair in itertools.combinations_with_replacement(
        [deck.id for deck in SHIPPED.decks.values() if deck.size == size], 2
    )
]
BOTH: tuple[Side, ...] = ("axis", "allies")
BY_CHANCE: list[tuple[int, tuple[Side, Side]]] = [
    (size, pair) for size in (50, 80, 100) for pair in [(south, north) for south in BOTH for north in BOTH]
]
CHECKED = 7  # of the pairings, every so many-th with every copy and verifier in each run of the tests


def test_every_nation_meets_every_nation() -> None:
    """Four nations, also against themselves, at both sizes."""
    assert len(READY) == 2 * 10
    assert len({pair for _, pair in READY}) == len(READY)


def record(folder: Path, size: int, decks: Sequence[str], seed: str = "5e", bot: str = "random") -> bytes:
    """Let the program write a record with these registered decks."""
    out = folder / "game.ndjson"
    registered = [f"--register={seat}={deck}" for seat, deck in enumerate(decks)]
    asked = [f"--seats=2 --seed={seed} --bot={bot} --option=deck_size={size}".split(), ["--out", str(out)], registered]
    result = CliRunner().invoke(main, ["simulate", "panzer_clash", *itertools.chain(*asked)])
    assert result.exit_code == 0, result.output
    assert "won by seat" in result.stderr
    return out.read_bytes()


def by_chance(folder: Path, sides: Sequence[Side], size: int, seed: int) -> list[str]:
    """Write a legal deck by chance for each seat."""
    files = []
    for seat, side in enumerate(sides):
        file = folder / f"{seat}.deck"
        file.write_bytes(DECKS.written(random_deck(SHIPPED, side, size, QuickChance(2 * seed + seat))))
        files.append(str(file))
    return files


def check(text: bytes, *, fully: bool) -> None:
    """Verify a record; fully: every viewer's copy by all three verifiers."""
    assert verify_bytes(text).failed == ()
    assert not fully or sound(*copies(text, 2).values())


@pytest.mark.parametrize(("number", "size", "decks"), [(n, *case) for n, case in enumerate(READY)])
def test_ready_made_decks(number: int, size: int, decks: tuple[str, str], tmp_path: Path) -> None:
    check(record(tmp_path, size, decks), fully=number % CHECKED == 0)


@pytest.mark.parametrize(("number", "size", "sides"), [(n, *case) for n, case in enumerate(BY_CHANCE)])
def test_legal_decks_by_chance(number: int, size: int, sides: tuple[Side, Side], tmp_path: Path) -> None:
    check(record(tmp_path, size, by_chance(tmp_path, sides, size, number)), fully=number % CHECKED == 3)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("size", "decks"), READY)
def test_every_copy_of_ready_made_decks(size: int, decks: tuple[str, str], bot: str, tmp_path: Path) -> None:
    """In both orders of the seats."""
    for pair in (decks, decks[::-1]):
        check(record(tmp_path, size, pair, bot=bot), fully=True)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("size", "sides"), BY_CHANCE)
def test_every_copy_of_decks_by_chance(size: int, sides: tuple[Side, Side], bot: str, tmp_path: Path) -> None:
    """Five tables each."""
    for seed in range(5):
        decks = by_chance(tmp_path, sides, size, 100 + seed)
        check(record(tmp_path, size, decks, seed=f"{seed:02x}", bot=bot), fully=True)
