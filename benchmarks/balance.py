"""How evenly Panzer Clash's ready-made decks are matched: sensible bots play every pairing, the result is a table.

Section 11 of the rules specification has the same table from trials with a simpler model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

import click

from domain.games.panzer_clash.bot import sensible
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.messages import ChooseDeck, PanzerOptions
from domain.games.panzer_clash.rules import RULES
from domain.kernel.acting import act, deal
from domain.kernel.chance import QuickChance
from domain.kernel.legal import offers
from domain.kernel.seats import seat_viewer
from domain.kernel.setup import Setup

SEED = 2026
SIZES = ("40", "60")  # of the ready-made decks


class Game(NamedTuple):
    """How one game went; seats are 0 and 1."""

    winner: int
    first: int
    turns: int
    actions: int  # answers by preference counted too


class Pairing(NamedTuple):
    """Two decks and the games between them."""

    decks: tuple[str, str]
    won: int  # by the first of them
    games: tuple[Game, ...]


def play(decks: Sequence[str], seed: int) -> Game:
    """Let two sensible bots play these decks, of seat 0 and of seat 1."""
    size = SHIPPED.decks[decks[0]].size
    cards, whims = QuickChance(seed), QuickChance(~seed)
    setup = Setup(seats=2, options=PanzerOptions(deck_size=size), edition=RULES.editions[max(RULES.editions)])
    state = deal(RULES, setup, cards).state
    for seat, deck in enumerate(decks):
        state = act(RULES, state, seat, ChooseDeck(deck_id=deck), cards).state
    actions = len(decks)
    while state.outcome is None:
        (seat,) = RULES.to_act(state)
        command = RULES.prepared_answer(state, seat) or sensible(
            RULES.view(state, seat_viewer(seat)), offers(RULES, state, seat), partial(RULES.refuse, state, seat), whims
        )
        state = act(RULES, state, seat, RULES.normal(state, command), cards).state
        actions += 1
    assert state.first is not None
    return Game(state.outcome.winners[0], state.first, state.turn, actions)


def pairings(size: int, games: int, seed: int = SEED) -> Iterator[Pairing]:
    """Yield every pairing of two ready-made decks of a size, the seats exchanged after each game."""
    decks = [deck.id for deck in SHIPPED.decks.values() if deck.size == size]
    for one, other in combinations(decks, 2):
        played = [play((one, other) if n % 2 else (other, one), seed + n) for n in range(games)]
        won = sum([game.winner == (0 if n % 2 else 1) for n, game in enumerate(played)])
        yield Pairing((one, other), won, tuple(played))


def table(found: Sequence[Pairing]) -> list[str]:
    """Return the result as lines of Markdown."""
    every = [game for pairing in found for game in pairing.games]
    lines = ["| Decks | Games | Won by the first of them |", "|---|---|---|"]
    for pairing in found:
        names = " against ".join([SHIPPED.decks[deck].name for deck in pairing.decks])
        count = len(pairing.games)
        lines.append(f"| {names} | {count} | {100 * pairing.won / count:.0f} % |")
    turns, actions = [game.turns for game in every], [game.actions for game in every]
    first = sum([game.winner == game.first for game in every])
    length = f"{sum(turns) / len(every):.1f} turns ({min(turns)} to {max(turns)})"
    lines += ["", f"The first player won {100 * first / len(every):.0f} % of {len(every)} games."]
    return [*lines, f"A game had on average {length} and {sum(actions) / len(every):.0f} actions."]


@click.command()
@click.option("--size", type=click.Choice(SIZES), default="60", show_default=True, help="Cards in each deck.")
@click.option("--games", type=click.IntRange(2), default=400, show_default=True, help="Games of each pairing.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="Other games with another seed.")
def main(*, size: str, games: int, seed: int) -> None:
    """Let sensible bots play every pairing of Panzer Clash's ready-made decks and print who won how often."""
    found = []
    for pairing in pairings(int(size), games, seed):
        click.echo(" against ".join(pairing.decks), err=True)
        found.append(pairing)
    click.echo(f"{size} cards, {games} games of each pairing, seed {seed}:\n")
    click.echo("\n".join(table(found)))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.balance")
