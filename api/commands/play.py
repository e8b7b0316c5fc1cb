"""`matchledger play`: a person at a table, in the terminal, over HTTP."""

from __future__ import annotations

import os
import shutil
import sys

import click
import msgspec

from api.choosing import BackError, choose
from api.client import WAIT, NoAnswerError, Offered, ProblemError, TableClient, table_address
from domain.audit.narration import told
from domain.audit.timeline import Timeline, TimelineError
from domain.kernel.lines import broken, plain
from domain.kernel.offers import Offer
from domain.kernel.seats import Seat, seat_viewer
from domain.kernel.text import render
from domain.kernel.words import Words
from domain.record.lines import LineError, read, split

MOST_COLUMNS = 120  # wider boards are harder to read
KEYS = "b goes back, c concedes, q leaves (the table waits for you)."
OVER = ("finished", "confirmed", "abandoned")

_offers = msgspec.json.Decoder(list[Offer])


@click.command()
@click.argument("url")
@click.option("--seat", "token", envvar="MATCHLEDGER_SEAT", show_envvar=True, required=True, help="The seat's token.")
def play(url: str, token: str) -> None:
    """Play a seat at the table at URL: the board as text, what happened, and what you may do as numbered choices.

    Answer with a number; b goes back, c concedes, q leaves (the table waits for you). URL is the table's address,
    http://HOST:PORT/api/v1/tables/ID.
    """
    try:
        client = TableClient(table_address(url), token)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        Play(client).run()
    except (ProblemError, NoAnswerError) as error:
        raise click.ClickException(str(error)) from None
    except (LineError, TimelineError) as error:
        raise click.ClickException(f"the service sent a record that cannot be read: {error}") from None


class LeaveError(Exception):
    """The player leaves the terminal, not the table."""


class ConcedeError(Exception):
    """The player gives up."""


class Play:
    """One seat from wherever the table is to its end."""

    def __init__(self, client: TableClient) -> None:
        self._client = client
        self._told = 0
        self._names: dict[str, str] = {}  # what the cards of the board are called in full

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        waiting = False
        click.echo(f"Answer with a number; {KEYS}")
        while True:
            offered = self._client.offers(WAIT if waiting else 0)
            if offered.n != self._told:
                self._show(offered.seat)
            if offered.status in OVER:
                click.echo("The table is over.")
                return
            waiting = offered.tag is None
            try:
                if offered.tag is not None:
                    self._act(offered)
            except LeaveError:
                click.echo("The table waits for you: the same command brings you back.")
                return

    def _show(self, seat: Seat) -> None:
        """Print what happened since the last time, and the board."""
        timeline = Timeline(read(split(self._client.record())))
        viewer = seat_viewer(seat)  # the copy may be everybody's once the secrets are open
        words = Words([f"Seat {place}" for place in range(timeline.opening.seats)])
        for n in range(self._told + 1, len(timeline) + 1):
            for sentence in told(timeline, n, viewer, words):
                _say(f"  {sentence.text}", indent=4)
        self._told = len(timeline)
        last = timeline.moment(len(timeline))
        if last.state is not None:
            self._draw(timeline, seat)

    def _draw(self, timeline: Timeline, seat: Seat) -> None:
        seats = range(timeline.opening.seats)
        words = Words([f"Seat {place} (you)" if place == seat else f"Seat {place}" for place in seats])
        state, rules = timeline.moment(len(timeline)).state, timeline.title.rules
        picture = timeline.title.picture(
            rules.view(state, seat_viewer(seat)), words, lambda command: rules.refuse(state, seat, command)
        )
        zones = [zone for panel in picture.panels for zone in panel.zones]
        self._names = {card.id: card.name for zone in zones for card in zone.cards if card.id and card.name}
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        click.echo("\n" + render(picture, columns=_columns(), colour=colour) + "\n")

    def _act(self, offered: Offered) -> None:
        """Ask for one command and carry it out; a refusal is shown and asked again by the caller."""
        offers = _offers.decode(msgspec.json.encode(offered.offers))
        words = Words()
        try:
            command = choose(offers, _ask, _say, words, self._names)
        except BackError:
            return
        except ConcedeError:
            command = {"tag": "concede", "body": {}}
        try:
            self._client.act(command, tag=offered.tag, seen=self._told)
        except ProblemError as error:
            if error.status not in (409, 412, 422):
                raise
            click.echo(f"{error}" + (f" ({error.rule})" if error.rule else ""), err=True)


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, MOST_COLUMNS)


def _say(text: str, *, indent: int = 6) -> None:
    """Print a text in lines that the terminal need not break; those after the first are indented."""
    for line in broken(plain(text), _columns(), indent=indent):
        click.echo(line)


def _ask(prompt: str) -> str:
    """Ask for a line; raises `LeaveError` or `ConcedeError` for the keys that are no answer."""
    while True:
        try:
            text = str(click.prompt(prompt, prompt_suffix=" ", default="", show_default=False)).strip()
            if text == "q":
                raise LeaveError
            if text != "c":
                return text
            if click.confirm("Give up the game?"):
                raise ConcedeError
        except click.Abort:
            raise LeaveError from None
