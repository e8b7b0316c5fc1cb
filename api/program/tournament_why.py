"""`matchledger tournament why`: why a round of a record is paired as it is, in sentences."""

from __future__ import annotations

from itertools import islice

import click

from domain.kernel.display.lines import plain
from domain.kernel.display.words import words_in
from domain.tournament.log.book import Book, book_of
from domain.tournament.log.entries import RoundPaired
from domain.tournament.log.explaining import BY_WORD, why_not
from domain.tournament.log.lines import LineError, read
from domain.tournament.log.spoken import why_not_told, why_these
from programs.commands import Command
from programs.hearing import heard
from programs.language import language
from programs.tournaments import Unreadable


@click.command("why", cls=Command)
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.argument("round", type=click.IntRange(1))
@click.argument("player")
@click.argument("other", required=False)
def why(path: str, round: int, player: str, other: str | None) -> None:
    """Tell why PLAYER sits where it does in a round of a record, or why not with OTHER."""
    before, paired = _paired(path, round)
    unknown = [one for one in (player, other) if one is not None and one not in before.players]
    if unknown:
        raise click.ClickException(heard(f"nobody called {unknown[0]} plays in this tournament"))
    words = words_in(language())
    if other is not None:
        because = why_not(before, paired, player, other)
        click.echo(plain(why_not_told(words, because, paired.reason if because.criterion == BY_WORD else None)))
        return
    table = next((table for table in paired.tables if player in table), None)
    if table is None:
        raise click.ClickException(heard(f"{player} sits at no table in round {round}"))
    for sentence in why_these(words, before, paired, table, {}):
        click.echo(plain(sentence))


def _paired(path: str, round: int) -> tuple[Book, RoundPaired]:
    """Return the entry by which a round of a record is paired, and the book before it; raises `ClickException`."""
    try:
        with click.open_file(path, "rb") as file:
            entries = [line.entry for line in read(file.read().splitlines())]
    except (OSError, LineError) as error:
        raise Unreadable(heard(f"{path}: {error}")) from None
    found = [entry for entry in entries if isinstance(entry, RoundPaired) and entry.round == round]
    if not found:
        raise click.ClickException(heard(f"round {round} is not paired"))
    return book_of(list(islice(entries, found[-1].n - 1))), found[-1]
