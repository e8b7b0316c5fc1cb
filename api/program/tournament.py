"""`matchledger tournament`: at a service, as a record of bots' games, and the checker of such records."""

from __future__ import annotations

from pathlib import Path

import click

from api.program.simulate import Seed
from api.program.tournament_games import played_by_bots, ready_decks
from api.program.tournament_report import report
from api.program.tournament_rulings import RULINGS
from api.program.tournament_service import COMMANDS, CUT, GAMES, GROUPS
from api.program.tournament_webhooks import webhooks
from api.program.tournament_why import why
from domain.games import Title, UnknownGameError, game
from domain.kernel.display.lines import plain
from domain.kernel.refusals import RefusedError
from domain.tournament.log.check import check as checks_of
from domain.tournament.log.entries import KnockOutSaid, Method, PodsSaid, RoundPaired, RoundRobinSaid, SwissSaid
from domain.tournament.log.lines import read
from domain.tournament.log.simulation import Plan, drawn_places, simulate
from domain.tournament.matches import BestOf
from domain.tournament.settings import CutSaid
from programs.commands import Command, Group
from programs.files import FILE
from programs.hearing import heard
from programs.tournaments import Unreadable, exit_code, told

FORMATS = ("swiss", "pods", "round_robin", "single_elimination", "double_elimination")
MOST_PLAYERS = 1_000


@click.group(cls=Group)
def tournament() -> None:
    """Run tournaments at a service, simulate them, and check the record of one.

    `simulate`, `check`, `report` and `why` work on files, the others at a running service with an organiser's key.
    docs/organisers.md is the guide.
    """


for command in (*COMMANDS, *RULINGS, webhooks, report, why):
    tournament.add_command(command)


@tournament.command("simulate", cls=Command)
@click.option("--game", "name", required=True, help="The game that is played.")
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="How the rounds are paired.")
@click.option("--players", type=click.IntRange(2, MOST_PLAYERS), required=True, help="Number of players.")
@click.option("--rounds", type=click.IntRange(1, 99), help="Number of rounds, for swiss and pods.")
@click.option("--seats", type=click.IntRange(3, 10), default=4, show_default=True, help="Seats of a table, for pods.")
@click.option("--seed", type=Seed(), required=True, help="What everything derives from, in hexadecimal digits.")
@click.option("--out", required=True, type=FILE, metavar="PATH", help="The record of the tournament; - is stdout.")
@click.option(
    "--tables",
    type=click.Path(file_okay=False, writable=True, path_type=Path),
    help="Write the record of each table into this folder.",
)
@click.option("--groups", type=GROUPS, help="Groups, for round_robin.")
@click.option("--best-of", type=GAMES, help="Games of a match.")
@click.option("--cut", type=CUT, help="So many go on in a knock-out after all rounds.")
@click.option("--decks", is_flag=True, help="Each player registers a ready-made deck, which is sealed until the end.")
@click.option("--same-deal", is_flag=True, help="Deal all tables of a round the same, and compare their results.")
@click.option("--drawn", is_flag=True, help="Draw the results instead of playing the games.")
@click.option("--troubles", is_flag=True, help="Players come late, leave, stay away and are ruled upon.")
def simulate_one(
    name: str,
    form: str,
    players: int,
    rounds: int | None,
    seats: int,
    seed: bytes,
    out: str,
    tables: Path | None,
    groups: int | None,
    best_of: BestOf | None,
    cut: int | None,
    *,
    decks: bool,
    same_deal: bool,
    drawn: bool,
    troubles: bool,
) -> None:
    """Run a whole tournament by bots and write its record.

    Every table is a whole game by the sensible bot, with the pairing's first player in seat 0. Equal arguments give
    byte-identical files.
    """
    title = _title(name)
    method = _method(form, players, rounds, seats, groups)
    _check_seats(title, method, cut)
    if decks and title.decks is None:
        raise click.UsageError(f"nobody brings a deck to {title.rules.title}")
    brings, chosen = ready_decks(title, seed) if decks else (None, None)
    plan = Plan(
        method,
        players,
        seed,
        name,
        max(title.rules.editions),
        troubles,
        best_of or 1,
        None if cut is None else CutSaid(players=cut),
        brings,
        same_deal=same_deal,
    )
    try:
        if tables is not None:
            tables.mkdir(parents=True, exist_ok=True)
        organiser = simulate(plan, drawn_places(seed) if drawn else played_by_bots(title, seed, tables, chosen))
        with click.open_file(out, "wb") as file:
            file.write(b"".join([line + b"\n" for line in organiser.lines]))
    except RefusedError as error:
        raise click.ClickException(f"{error.refusal.code}: {error.refusal.message}") from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    book = organiser.book
    count = sum(len(played.tables) for played in book.rounds)
    click.echo(heard(f"{book.opened.tournament}: {len(book.rounds)} rounds, {count} tables"), err=True)


def _title(name: str) -> Title:
    try:
        return game(name)
    except UnknownGameError as error:
        raise click.UsageError(str(error)) from None


def _method(form: str, players: int, rounds: int | None, seats: int, groups: int | None) -> Method:
    """Return the format; as many rounds as leave one winner, if none are stated."""
    if rounds is not None and form not in ("swiss", "pods"):
        raise click.UsageError("only swiss and pods have a number of rounds")
    if groups is not None and form != "round_robin":
        raise click.UsageError("only round_robin has groups")
    enough = max(1, (players - 1).bit_length())
    match form:
        case "swiss":
            return SwissSaid(rounds=rounds or enough)
        case "pods":
            return PodsSaid(rounds=rounds or max(3, enough // 2 + 1), seats=seats)
        case "round_robin":
            return RoundRobinSaid(groups=groups or 1)
        case _:
            return KnockOutSaid(losses=1 if form == "single_elimination" else 2)


def _check_seats(title: Title, method: Method, cut: int | None) -> None:
    """Refuse a game that has no tables of the size that the format needs."""
    two = (2,) if cut is not None or not isinstance(method, PodsSaid) else ()
    needed = (*two, *range(3, method.seats + 1)) if isinstance(method, PodsSaid) else two
    missing = [seats for seats in needed if seats not in title.rules.seat_counts]
    if missing:
        raise click.UsageError(f"{title.rules.title} is not played by {missing[0]}")


@tournament.command("check", cls=Command)
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
def check(path: str) -> None:
    """Check the record of a tournament.

    Every pairing and all frozen standings of FILE are computed again from the entries before them, and every draw
    once the secret is open; the first difference is told. Where nothing is wrong, the pairings that the organiser
    made by hand are told with their reasons: no rule gives those. The exit code is 0 if nothing is wrong, 1 if
    something is, 2 if FILE cannot be read as such a record.
    """
    try:
        with click.open_file(path, "rb") as file:
            text = file.read()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    checks = checks_of(text.splitlines())
    for line in (*told(checks), *([] if exit_code(checks) else _by_hand(text))):
        click.echo(line)
    raise SystemExit(exit_code(checks))


def _by_hand(text: bytes) -> list[str]:
    """Tell which pairings are the organiser's own, which no rule gives, and why."""
    entries = [line.entry for line in read(text.splitlines())]
    paired = [entry for entry in entries if isinstance(entry, RoundPaired) and entry.reason is not None]
    return [plain(f"Round {each.round}, attempt {each.attempt}, by {each.by}: {each.reason}") for each in paired]
