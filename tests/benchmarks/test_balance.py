"""The table of how evenly the ready-made decks are matched."""

from __future__ import annotations

from click.testing import CliRunner

from benchmarks.balance import Game, Pairing, main, pairings, play, table


def test_a_game_is_played_by_the_decks_asked_for() -> None:
    """The same seed plays the same game, and exchanged decks another one."""
    decks = ("deck_german_40", "deck_soviet_40")
    assert play(decks, 7) == play(decks, 7)
    assert play(decks, 7) != play(decks[::-1], 7)


def test_every_pairing_of_different_decks_is_played() -> None:
    found = list(pairings(40, 2))
    assert len({frozenset(pairing.decks) for pairing in found}) == 6
    assert all(len(pairing.games) == 2 and 0 <= pairing.won <= 2 for pairing in found)


def test_the_table_counts_who_won_and_how_long_it_took() -> None:
    games = (Game(winner=0, first=0, turns=20, actions=100), Game(winner=0, first=1, turns=31, actions=200))
    assert table([Pairing(("deck_german_60", "deck_soviet_60"), 1, games)]) == [
        "| Decks | Games | Won by the first of them |",
        "|---|---|---|",
        "| Steel Spearhead against Endless Front | 2 | 50 % |",
        "",
        "The first player won 50 % of 2 games.",
        "A game had on average 25.5 turns (20 to 31) and 150 actions.",
    ]


def test_the_command_prints_the_table() -> None:
    done = CliRunner().invoke(main, ["--size", "40", "--games", "2"])
    assert done.exit_code == 0
    assert done.stdout.startswith("40 cards, 2 games of each pairing, seed 2026:\n\n| Decks ")
    assert done.stdout.count(" against ") == 6
