"""`matchledger tournament create|players|next|standings|end|export`: tournaments at a running service, over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from api.program.asking import at_service, client_of, explained, in_address
from api.program.client import TableClient
from api.program.service_options import GameOption, once
from domain.kernel.display.lines import plain
from domain.tournament.exchange.newcomers import Faulty, Form, Newcomer, read_players
from programs.commands import Command
from programs.files import FILE
from programs.hearing import heard

AT_ONCE = 200  # players in one request
SHEETS = ("players", "pairings", "results", "standings")
REPORTS = ("trf16", "trf26")
FORMATS = ("swiss", "pods", "round_robin", "single_elimination", "double_elimination")
KINDS: dict[str, dict[str, Any]] = {  # formats as the service calls them
    "single_elimination": {"format": "knock_out"},
    "double_elimination": {"format": "knock_out", "losses": 2},
}
AGREED = ("never", "before_start", "any_time")
GROUPS = click.IntRange(1, 99)


class RoundsOtherwise(click.ParamType[dict[str, Any]]):
    """What is otherwise in some rounds, as JSON."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, Any]:
        """Return the object."""
        try:
            return msgspec.json.decode(value.encode(), type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            self.fail(str(error), param, ctx)


CUT = click.IntRange(2, 999)  # players who go on
GAMES = click.Choice([1, 3, 5, 7, 9])  # of a match


@click.command("create", cls=Command)
@click.option("--game", required=True, help="The game that is played.")
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="How the rounds are paired.")
@click.option("--rounds", type=click.IntRange(1, 999), help="Number of rounds, for swiss and pods.")
@click.option("--seats", type=click.IntRange(3, 10), help="Seats of a table, for pods.")
@click.option("--groups", type=GROUPS, help="Groups, for round_robin.")
@click.option("--best-of", type=GAMES, help="Games of a match.")
@click.option("--cut", "cut_to", type=CUT, help="So many go on in a knock-out after all rounds.")
@click.option("--draws", type=click.Choice(AGREED), help="When a whole table may agree on a draw; never by default.")
@click.option("--half-byes", type=click.IntRange(1, 99), help="So many rounds a player may sit out by request.")
@click.option("--zero-byes", type=click.IntRange(1, 99), help="The same, for no points.")
@click.option("--byes-until", type=click.IntRange(1, 999), help="The last round that they may sit out.")
@click.option("--option", "options", type=GameOption(), multiple=True, help="An option of the game; may be repeated.")
@click.option("--at-rounds", type=RoundsOtherwise(), multiple=True, help="What is otherwise in some rounds.")
@click.option("--label", help="What the tournament is called.")
@click.option("--visibility", type=click.Choice(("public", "unlisted", "private")), help="Who finds and sees it.")
@click.option("--no-show", type=click.IntRange(1), metavar="SECONDS", help="Who has not come by then has lost.")
@click.option("--round", "length", type=click.IntRange(1), metavar="SECONDS", help="How long a round is; only warns.")
@click.option("--next-after", type=click.IntRange(0), metavar="SECONDS", help="Rounds begin themselves so long after.")
@click.option("--time-zone", help="Of what is printed; UTC by default.")
@click.option("--code", is_flag=True, help="Let whoever has a code register.")
@click.option("--decks", is_flag=True, help="Each player registers a deck, which is sealed until the end.")
@click.option("--same-deal", is_flag=True, help="Deal all tables of a round the same, and compare their results.")
@click.option("--sandbox", is_flag=True, help="Try it: bots play for everybody, on a clock that jumps.")
@click.option("--players", type=click.IntRange(2, 10_000), help="How many are expected, for --dry-run.")
@click.option("--dry-run", is_flag=True, help="Say what is wrong, and what so many players meet; open nothing.")
@at_service
def create(
    game: str,
    form: str,
    rounds: int | None,
    seats: int | None,
    groups: int | None,
    no_show: int | None,
    length: int | None,
    next_after: int | None,
    cut_to: int | None,
    draws: str | None,
    half_byes: int | None,
    zero_byes: int | None,
    byes_until: int | None,
    options: tuple[tuple[str, Any], ...],
    at_rounds: tuple[dict[str, Any], ...],
    service: str,
    token: str,
    *,
    code: bool,
    decks: bool,
    same_deal: bool,
    sandbox: bool,
    dry_run: bool,
    **said: Any,
) -> None:
    """Open a tournament and print its id."""
    paired = _given(**KINDS.get(form, {"format": form}), rounds=rounds, seats=seats, groups=groups)
    body = _given(
        game=game,
        format=paired,
        draw_by_agreement=draws,
        own_byes=_given(half=half_byes, zero=zero_byes, last=byes_until) or None,
        options=dict(once(options)) or None,
        at_rounds=list(at_rounds) or None,
        cut=None if cut_to is None else {"players": cut_to},
        no_show_ms=None if no_show is None else no_show * 1_000,
        round_ms=None if length is None else length * 1_000,
        next_round_ms=None if next_after is None else next_after * 1_000,
        registration="code" if code else None,
        decks="registered" if decks else None,
        same_deal=same_deal,
        sandbox=sandbox,
        **said,
    )
    with explained():
        answer = client_of(service, token).ask("POST", "/tournaments", {**body, "dry_run": dry_run})
    if dry_run:
        _say_dry(answer)
        return
    click.echo(answer["id"])
    if answer["registration_code"] is not None:
        click.echo(heard(f"code to register with: {answer['registration_code']}"), err=True)


def _say_dry(answer: dict[str, Any]) -> None:
    for fault in answer["faults"]:
        click.echo(plain(f"{fault['code']}: {fault['detail']}"))
    found = answer["expected"]
    if found is not None:
        tables = ", ".join(map(str, found["tables"]))
        click.echo(heard(f"{found['rounds']} rounds; the first: {found['byes']} byes, tables of {tables}"))
    if answer["faults"]:
        raise SystemExit(1)


@click.command("players", cls=Command)
@click.argument("tournament")
@click.option("--from", "source", type=FILE, metavar="FILE", help="Register these.")
@at_service
def players(tournament: str, source: str | None, service: str, token: str) -> None:
    """List the players, or register those of a file.

    The file is CSV with a heading: name, and if you like rating, bot, points; or, called NAME.trf, a Tournament Report
    File of FIDE, of which names, ratings, byes to come and forbidden pairs are taken. For each one registered a line
    has the id, the code of the personal link, which is for that player alone, and the name. A file with a fault
    registers nobody.
    """
    client, path = client_of(service, token), f"/tournaments/{in_address(tournament)}/players"
    with explained():
        if source is None:
            for one in client.ask("GET", path)["players"]:
                said = (one["player"], one["status"], one["number"] or "–", one["name"] or "–")
                click.echo(plain("  ".join(map(str, said))))
            return
        newcomers = _newcomers(source)
        bodies = [_given(name=one.name, rating=one.rating, bot=one.bot, points=one.points) for one in newcomers]
        ids: list[str] = []
        for first in range(0, len(bodies), AT_ONCE):
            answer = client.ask("POST", path, {"players": bodies[first : first + AT_ONCE]})
            for one in answer["players"]:
                ids.append(one["player"])
                click.echo(plain(f"{one['player']}  {one['code'] or '–'}  {one['name']}"))
        _ask_for(client, in_address(tournament), newcomers, ids)


def _ask_for(client: TableClient, tournament: str, newcomers: Sequence[Newcomer], ids: Sequence[str]) -> None:
    """Say which rounds newcomers sit out, and who of them must not meet, as their file says."""
    for newcomer, player in zip(newcomers, ids, strict=True):
        for round, kind in newcomer.byes:
            path = f"/tournaments/{tournament}/players/{in_address(player)}/bye"
            client.ask("POST", path, {"round": round, "bye": kind})
        for place, first, last in newcomer.apart:
            body = {"players": [player, ids[place]], "first": first, "last": last}
            client.ask("POST", f"/tournaments/{tournament}/forbidden-pairs", body)


def _newcomers(path: str) -> Sequence[Newcomer]:
    """Return the players of a file; raises `ClickException` after every fault is told with its line."""
    form: Form = "trf" if path.lower().endswith(".trf") else "csv"
    try:
        with click.open_file(path, "r", encoding="utf-8-sig") as file:
            read = read_players(file.read(), form)
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(heard(f"{path}: {error}")) from None
    if isinstance(read, Faulty):
        for fault in read.faults:
            click.echo(plain(heard(f"line {fault.line}: {fault.text}")), err=True)
        raise click.ClickException(heard(f"{path} has {len(read.faults)} faults: nobody is registered"))
    return read


@click.command("deck", cls=Command)
@click.argument("tournament")
@click.argument("player")
@click.argument("deck", metavar="DECK")
@click.option("--round", "first", type=click.IntRange(1), default=1, help="The round from which it is played.")
@at_service
def deck(tournament: str, player: str, deck: str, first: int, service: str, token: str) -> None:
    """Register a player's deck: DECK is a deck file, or the id of a ready-made deck.

    It is sealed until the tournament has ended; with the player's own key nobody else has seen it.
    """
    said = {"text": _deck_file(deck)} if Path(deck).exists() else {"ready": deck}
    path = f"/tournaments/{in_address(tournament)}/players/{in_address(player)}/deck"
    with explained():
        answer = client_of(service, token).ask("POST", path, {**said, "round": first})
    click.echo(heard(f"{answer['player']}: registered from round {first} on"), err=True)


def _deck_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(heard(f"{path}: {error}")) from None


@click.command("next", cls=Command)
@click.argument("tournament")
@click.option("--again", metavar="REASON", help="Take the round that is played back for this fault, and pair it anew.")
@at_service
def begin_next(tournament: str, again: str | None, service: str, token: str) -> None:
    """Begin the next round and print its pairings; before the first one the registration closes."""
    client, path = client_of(service, token), f"/tournaments/{in_address(tournament)}"
    with explained():
        now = client.ask("GET", path)
        if again is not None:
            _say_round(client.ask("POST", f"{path}/rounds", {"round": now["round"], "again": True, "reason": again}))
            return
        if now["status"] == "registration":
            client.ask("POST", f"{path}/start", {})
        _say_round(client.ask("POST", f"{path}/rounds", {"round": now["round"] + 1}))


def _say_round(answer: dict[str, Any]) -> None:
    for table in answer["tables"]:
        names = " – ".join(str(one["name"]) for one in table["players"])
        click.echo(plain(f"{table['pairing']}  {table['table']}  {names}"))
    for bye in answer["byes"]:
        click.echo(plain(f"{bye['kind']}  {bye['name']}"))


@click.command("standings", cls=Command)
@click.argument("tournament")
@click.option("--round", "after", type=click.IntRange(1), help="After this round; the last one by default.")
@at_service
def standings(tournament: str, after: int | None, service: str, token: str) -> None:
    """Print the standings: place, score, name, and the tie-breaks in their order."""
    asked = "" if after is None else f"?round={after}"
    with explained():
        answer = client_of(service, token).ask("GET", f"/tournaments/{in_address(tournament)}/standings{asked}")
    if answer["sandbox"]:
        click.echo(heard("a sandbox: these are nobody's standings"), err=True)
    for row in answer["rows"]:
        values = "  ".join(value["shown"] for value in row["values"])
        click.echo(plain(f"{row['place']}  {row['shown']}  {row['name']}  {values}".rstrip()))


@click.command("pause", cls=Command)
@click.argument("tournament")
@click.option("--reason", required=True, help="Why; it stands in the record.")
@at_service
def pause(tournament: str, reason: str, service: str, token: str) -> None:
    """Pause a tournament: no round begins, no table is opened, nobody loses by staying away."""
    _said(service, token, tournament, "pause", {"reason": reason})


@click.command("resume", cls=Command)
@click.argument("tournament")
@at_service
def resume(tournament: str, service: str, token: str) -> None:
    """Let a paused tournament go on."""
    _said(service, token, tournament, "resume", {})


def _said(service: str, token: str, tournament: str, word: str, body: dict[str, str]) -> None:
    with explained():
        answer = client_of(service, token).ask("POST", f"/tournaments/{in_address(tournament)}/{word}", body)
    click.echo(heard(f"{answer['id']}: {answer['status']}"), err=True)


@click.command("cut", cls=Command)
@click.argument("tournament")
@at_service
def cut(tournament: str, service: str, token: str) -> None:
    """Make the cut after the last round and print who goes on, the best seed first."""
    client, path = client_of(service, token), f"/tournaments/{in_address(tournament)}"
    with explained():
        seeds = client.ask("POST", f"{path}/cut", {})["cut_made"]["players"]
        names = {one["player"]: one["name"] for one in client.ask("GET", f"{path}/players")["players"]}
    for seed, player in enumerate(seeds, 1):
        click.echo(plain(f"{seed}  {player}  {names[player] or '–'}"))


@click.command("prizes", cls=Command)
@click.argument("tournament")
@click.argument("prizes", nargs=-1, required=True, metavar="PRIZE...")
@at_service
def prizes(tournament: str, prizes: tuple[str, ...], service: str, token: str) -> None:
    """Freeze the standings and give the prizes, the first PRIZE to the first place, the second to the second."""
    said = [{"place": place, "prize": prize} for place, prize in enumerate(prizes, 1)]
    with explained():
        answer = client_of(service, token).ask(
            "POST", f"/tournaments/{in_address(tournament)}/prizes", {"prizes": said}
        )
    for one in answer["prizes"]:
        click.echo(plain(f"{one['place']}  {one['player']}  {one['prize']}"))


@click.command("end", cls=Command)
@click.argument("tournament")
@at_service
def end(tournament: str, service: str, token: str) -> None:
    """End a tournament: its standings are frozen, and the secret of its draws opens."""
    with explained():
        answer = client_of(service, token).ask("POST", f"/tournaments/{in_address(tournament)}/end", {})
    click.echo(heard(f"{answer['id']}: {answer['players']} players, {answer['round']} rounds"), err=True)


@click.command("export", cls=Command)
@click.argument("tournament")
@click.option("--what", type=click.Choice(("record", *SHEETS, *REPORTS)), default="record", show_default=True)
@click.option("--out", required=True, type=FILE, metavar="PATH", help="Where it goes; - is stdout.")
@at_service
def export(tournament: str, what: str, out: str, service: str, token: str) -> None:
    """Write the record of a tournament, which `check` checks, a sheet of it as CSV, or a report file of FIDE (TRF)."""
    with explained():
        text = _fetched(client_of(service, token), f"/tournaments/{in_address(tournament)}", what)
    with click.open_file(out, "wb") as file:
        file.write(text)


def _fetched(client: TableClient, path: str, what: str) -> bytes:
    if what == "record":
        return client.fetch(f"{path}/record", "application/x-ndjson")
    if what in REPORTS:
        return client.fetch(f"{path}/sheets/{what}.trf", "text/plain")
    return client.fetch(f"{path}/sheets/{what}.csv", "text/csv")


def _given(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


COMMANDS = (create, players, deck, begin_next, standings, pause, resume, cut, prizes, end, export)
