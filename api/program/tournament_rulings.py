"""`matchledger tournament result|withdraw|return|bye`: what an organiser decides in a round, over HTTP."""

from __future__ import annotations

from typing import Any

import click

from api.program.asking import at_service, client_of, explained, in_address
from domain.kernel.display.lines import plain
from programs.commands import Command
from programs.hearing import heard

ROUND = click.IntRange(1, 999)
WORTH = ("full", "half", "zero")


@click.command("result", cls=Command)
@click.argument("tournament")
@click.argument("round", type=ROUND)
@click.argument("table", type=click.IntRange(1))
@click.argument("places", type=click.IntRange(0, 10), nargs=-1, required=True, metavar="PLACE...")
@click.option("--reason", required=True, help="Why; it stands in the record.")
@click.option("--game", type=click.IntRange(1, 9), help="Of a match this game, its seats then those of the game.")
@at_service
def result(
    tournament: str,
    round: int,
    table: int,
    places: tuple[int, ...],
    reason: str,
    game: int | None,
    service: str,
    token: str,
) -> None:
    """Rule on a table: the PLACE of each seat from 0 on, 0 for who did not come.

    So a forfeit, a draw that the organiser grants, a concession and a corrected result are written. The table is
    printed as it stands then.
    """
    path = f"/tournaments/{in_address(tournament)}/rounds/{round}/tables/{table}/result"
    body = {"places": list(places), "reason": reason, **({} if game is None else {"game": game})}
    with explained():
        answer = client_of(service, token).ask("POST", path, body)
    (ruled,) = [one for one in answer["tables"] if one["pairing"] == table]
    for one in ruled["players"]:
        place, points = ("–" if one[what] is None else one[what] for what in ("place", "points"))
        click.echo(plain(f"{place}  {points}  {one['name']}"))


@click.command("withdraw", cls=Command)
@click.argument("tournament")
@click.argument("player")
@at_service
def withdraw(tournament: str, player: str, service: str, token: str) -> None:
    """Take a PLAYER, by the id of the list, out of the pairings to come."""
    _of_player(service, token, tournament, player, "withdraw", {})


@click.command("return", cls=Command)
@click.argument("tournament")
@click.argument("player")
@at_service
def let_return(tournament: str, player: str, service: str, token: str) -> None:
    """Let a PLAYER who has withdrawn be paired again; the rounds between give nothing."""
    _of_player(service, token, tournament, player, "return", {})


@click.command("bye", cls=Command)
@click.argument("tournament")
@click.argument("player")
@click.argument("round", type=ROUND)
@click.option("--worth", type=click.Choice(WORTH), default="half", show_default=True, help="The points of it.")
@at_service
def bye(tournament: str, player: str, round: int, worth: str, service: str, token: str) -> None:
    """Let a PLAYER sit out a ROUND that is not paired yet."""
    _of_player(service, token, tournament, player, "bye", {"round": round, "bye": worth})


def _of_player(service: str, token: str, tournament: str, player: str, word: str, body: dict[str, Any]) -> None:
    path = f"/tournaments/{in_address(tournament)}/players/{in_address(player)}/{word}"
    with explained():
        answer = client_of(service, token).ask("POST", path, body)
    click.echo(heard(f"{answer['player']}: {answer['status']}"), err=True)


RULINGS = (result, withdraw, let_return, bye)
