"""Records of whole games, with the shipped and with a corrected card set, before every verifier."""

from __future__ import annotations

from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED
from domain.games.panic_clan_inviter.rules import RULES
from domain.kernel.bots import random_bot
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.seats import ARBITER, Viewer, every_viewer
from domain.record.lines import read, split
from domain.table.seating import Opening
from domain.table.simulation import Simulation, simulate
from tests.games.panic_clan_inviter.given import texts
from tests.standalone.verifiers import ask, commands

BOTS = {"random": random_bot(RULES)}
CORRECTED = texts(g6="draw(2)")


def played(seats: int, *, cards: bytes | None = None, **options: Any) -> Simulation:
    """Return a whole game of random players."""
    data = None if cards is None else card_set_digest(cards)
    opening = Opening(seats=seats, options=options, data=data)
    return simulate(RULES, opening, BOTS, ["random"] * seats, seed=b"records", card_set=cards)


def text(game: Simulation, viewer: Viewer = ARBITER) -> bytes:
    """Return a viewer's copy of the record."""
    return b"".join(line + b"\n" for line in game.lines(viewer))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"start_player": 2}),
        (4, {"missing_neighbour_line": "mimic_only"}),
        (5, {"line_goal": 8, "turn_limit": 60}),
        (2, {"reverse_with_two": "extra_turn", "line_goal": 4}),
        (3, {"card_set": "reconstruction_1"}),
    ],
)
@pytest.mark.long
def test_every_copy_verifies_with_every_verifier(seats: int, options: dict[str, Any]) -> None:
    game = played(seats, **options)
    assert game.table.book.status == "confirmed"
    for viewer in every_viewer(seats):
        assert verify_bytes(text(game, viewer)).failed == ()
    for name in commands():
        for viewer in (ARBITER, Viewer(frozenset((0,)))):
            answer = ask(name, text(game, viewer))
            assert (answer.exit, answer.failed) == (0, set()), answer.errors


def test_a_corrected_card_set_is_played_and_verified_and_travels_in_the_record() -> None:
    """Issue 4: one number changed; an old record still verifies with the old one."""
    old = played(2)
    game = played(2, cards=CORRECTED, card_set="corrected")
    (travelling,) = read(split(text(game))).card_sets
    assert (travelling.digest, travelling.text.encode()) == (card_set_digest(CORRECTED), CORRECTED)
    assert game.table.book.opened.data == travelling.digest
    for viewer in every_viewer(2):
        assert verify_bytes(text(game, viewer)).failed == ()
    for name in commands():
        assert ask(name, text(game)).exit == 0
    assert old.table.book.opened.data == SHIPPED.digest
    assert read(split(text(old))).card_sets == ()
    assert verify_bytes(text(old)).failed == ()


def test_another_card_set_than_the_one_named_is_found_out() -> None:
    """The rules decide every action again with the set that travels; its digest stands in entry 1."""
    game = played(2, cards=CORRECTED, card_set="corrected")
    forged = text(game).replace(b"\\tdraw(2)\\t", b"\\tdraw(1)\\t")
    assert forged != text(game)
    assert verify_bytes(forged).failed
