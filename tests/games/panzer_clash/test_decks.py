"""Deck files: read, written, checked; decks by chance."""

from __future__ import annotations

from functools import partial

import pytest

from domain.games.panzer_clash import decks
from domain.games.panzer_clash.bot import BOTS
from domain.games.panzer_clash.cards import Side
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.collection import DECKS
from domain.games.panzer_clash.messages import PanzerOptions
from domain.games.panzer_clash.rules import RULES
from domain.kernel.cards.decks import OWN_DECK, DeckFileError
from domain.kernel.chance import QuickChance
from domain.kernel.legal import offers
from domain.kernel.seats import seat_viewer
from tests.games.panzer_clash.given import opened, play

TEXT = b"# mine\n\ndeck Steel Spearhead\nside axis\n36 factory\n4 ger_tiger\n"


def test_a_deck_file_is_read_and_written() -> None:
    """Issue: a small text file that people can share; import and export."""
    deck = DECKS.read(TEXT)
    assert (deck.name, deck.side, deck.cards) == ("Steel Spearhead", "axis", {"factory": 36, "ger_tiger": 4})
    assert DECKS.read(DECKS.written(deck)) == deck
    for ready in DECKS.ready(SHIPPED).values():
        assert DECKS.read(DECKS.written(ready)) == ready


def test_a_deck_file_is_played() -> None:
    """The command of a deck is accepted."""
    state = play(opened(deck_size=40), DECKS.command(DECKS.read(TEXT)), seat=0).state
    assert state.players[0].deck == {"factory": 36, "ger_tiger": 4}


def test_the_deck_of_a_stored_command_is_written_again() -> None:
    """Who registered a deck reads it as a file, under a name of its own: a command has none."""
    deck = DECKS.brought({"side": "axis", "cards": {"factory": 36, "ger_tiger": 4}})
    assert (deck.name, DECKS.command(deck)) == ("Registered axis", DECKS.command(DECKS.read(TEXT)))


def test_every_reason_is_named() -> None:
    """Issue: say every reason why a deck is refused."""
    deck = DECKS.read(b"deck Odd\nside axis\n5 ger_tiger\n0 ger_panther\n1 sov_t34\n1 ter_road\n1 ger_maus\n")
    found = DECKS.faults(deck, PanzerOptions(), SHIPPED)
    assert [refusal.code for refusal in found] == [
        "unknown_card",
        "not_a_supply_card",
        "bad_copies",
        "too_many_copies",
        "wrong_deck_size",
        "mixed_sides",
    ]
    assert DECKS.faults(DECKS.read(TEXT), PanzerOptions(deck_size=40), SHIPPED) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"\xff", "this is not UTF-8"),
        (b"x" * 20_000, "more than 16384 bytes"),
        (b"side axis\n", "a line `deck <name>`"),
        (b"deck A\n", "are needed"),
        (b"deck A\nside east\n", "deck file:2: 'east' is neither axis nor allies"),
        (b"deck A\ndeck B\n", "deck file:2: 'deck B' is no name"),
        (b"side axis\nside axis\n", "deck file:2"),
        (b"2 factory\n2 factory\n", "deck file:2: '2 factory' is no name, side or `copies card`"),
        (b"factory x 2\n", "deck file:1"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(text: bytes, reason: str) -> None:
    """File, line, reason."""
    with pytest.raises(DeckFileError, match=reason.replace("`", ".")):
        DECKS.read(text)


@pytest.mark.parametrize("size", [40, 50, 60, 80, 100])
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_a_deck_by_chance_is_legal(size: int, side: Side) -> None:
    """6.1."""
    for seed in range(5):
        deck = decks.random_deck(SHIPPED, side, size, QuickChance(seed))
        assert DECKS.faults(deck, PanzerOptions(deck_size=size), SHIPPED) == ()


@pytest.mark.parametrize("name", ["random", "sensible"])
def test_bots_bring_a_deck_by_chance_where_no_ready_made_one_fits(name: str) -> None:
    """Issue: games for random legal decks at 50, 80 and 100; the second side is not the first one's."""
    state = opened(deck_size=50, opposing_sides=True)
    chance = QuickChance(3)
    for seat in (0, 1):
        view = RULES.view(state, seat_viewer(seat))
        command = BOTS[name](view, offers(RULES, state, seat), partial(RULES.refuse, state, seat), chance)
        state = play(state, command, seat=seat).state
    assert {player.side for player in state.players} == {"axis", "allies"}


def test_a_stored_command_says_which_deck_it_chose() -> None:
    """For whoever counts games by deck."""
    assert DECKS.chosen("choose_deck", {"deck_id": "deck_german_40"}) == "deck_german_40"
    assert DECKS.chosen("choose_deck", {"cards": {}, "side": "axis"}) == OWN_DECK
    assert DECKS.chosen("keep_hand", {}) is None
